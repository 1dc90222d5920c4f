//! The rolls of the game that have a bonus, and the scores shown beside them, by the names under which cases explain them.

affray_kernel::rolls! {
    "attack" => "an attack of any kind",
    "damage" => "the damage of a blow",
    "Defense" => "the Defense that an attack has to reach",
    "dice" => "how many dice a roll takes, where they are not three",
    "First Aid" => "first aid",
    "healing" => "the HP that come back: dice and what is added to them, up to the maximum",
    "hour at 0 HP" => "an hour at 0 HP",
    "initiative" => "initiative",
    "injury" => "the damage that is taken: dice and what is added to them, less the reduction",
    "Magic Check" => "casting a spell",
    "maneuver" => "a combat maneuver",
    "movement" => "the meters that a square costs, where they are more than 1",
    "save" => "saving oneself from a spell",
    "stand up" => "standing up next to a foe",
    "to reach" => "the number that a check or a save has to reach",
    "stay mounted" => "staying in the saddle",
}

/// The rolls with which somebody attacks or casts a spell.
pub(crate) const ATTACKS: &[&str] = &["attack", "Magic Check", "maneuver"];
