//! The rolls of the game that have a target, by the names under which cases explain them.

affray_kernel::rolls! {
    "acrobatics" => "an acrobatic dodge",
    "attack" => "an attack of any kind",
    "balance" => "keeping one's feet after knockback",
    "blind fighting" => "sensing an attacker that is not seen",
    "block" => "a block",
    "break" => "the highest die on which a weapon breaks that parried a body",
    "cost" => "points that a hex or a turn costs, where it is not one",
    "damage for a hex of knockback" => "how much damage pushes by one hex",
    "death" => "staying alive below -HP",
    "disarm" => "striking a weapon from a hand",
    "dodge" => "a dodge",
    "feint" => "a feint",
    "initiative" => "surprise: what a leader's die comes to",
    "injury" => "HP lost, from the dice of the damage on",
    "jump" => "the farthest that a jump leads, in hexes",
    "keep aim" => "aiming on when hurt or disturbed",
    "keep concentration" => "concentrating on when hurt or disturbed",
    "keep hold" => "keeping hold of a weapon against disarming",
    "knockback" => "hexes of knockback",
    "knockdown" => "staying up and unstunned after a blow",
    "move" => "points of a movement",
    "parry" => "a parry",
    "range" => "yards of range and speed",
    "run on" => "hexes that a slammer has to run on after a Dodge",
    "see through" => "seeing through a feint",
    "snap out" => "recovering from stun",
    "stay awake" => "staying conscious at 0 HP or below",
    "stay up" => "staying up after a slam or shove",
    "stray" => "hitting another one in the way",
    "strength" => "either side of a contest of strength",
    "weapon damage" => "HP that a weapon loses, from the dice of the damage on",
    "will" => "Will, where fatigue could end it",
}

/// The rolls with which somebody attacks.
pub(crate) const ATTACKS: &[&str] = &["attack"];
