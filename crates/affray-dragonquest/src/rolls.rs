//! The rolls of the game that have a target, by the names under which cases explain them.

affray_kernel::rolls! {
    "break out" => "breaking out of close combat",
    "cast" => "a spell",
    "concentration" => "casting on when hurt or disturbed",
    "defense" => "what is taken off a strike chance",
    "handle poison" => "putting poison on a blade",
    "healing" => "whether an infection is healed, a day after the fight",
    "infection" => "whether a wound festers",
    "initiative" => "who acts first: of a side what is added to the die, of an engaged figure all of it",
    "injury" => "what is lost, from the dice to Fatigue or Endurance",
    "keep footing" => "keeping one's feet",
    "keep hold" => "keeping what one holds",
    "keep the seat" => "staying in the saddle",
    "land" => "landing well after a leap",
    "misfortune" => "keeping clear of what a bad strike brings",
    "movement" => "the cost of entering a hex, where it is more than 1",
    "parry" => "a parry: the Ranks that are added to the die",
    "recover" => "recovering from stun",
    "repulse" => "keeping off who comes into close combat",
    "resist" => "resisting a spell",
    "stay awake" => "staying conscious",
    "strike" => "a strike of any kind",
    "stun" => "whether one attack stuns: above 0 it does",
    "surprise" => "being surprised",
    "trample" => "trampling somebody",
    "unconscious" => "how many minutes a cracked skull takes to wake from",
}

/// The rolls with which somebody attacks or casts a spell.
pub(crate) const ATTACKS: &[&str] = &["breath", "cast", "strike", "trample"];
