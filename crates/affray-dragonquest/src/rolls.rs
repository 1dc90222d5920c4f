//! The rolls of the game that have a target, by the names under which cases explain them.

affray_kernel::rolls! {
    "break out" => "breaking out of close combat",
    "cast" => "a spell",
    "concentration" => "casting on when hurt or disturbed",
    "defense" => "what is taken off a strike chance",
    "handle poison" => "putting poison on a blade",
    "healing" => "a healer's work",
    "infection" => "whether a wound festers",
    "injury" => "what is lost, from the dice to Fatigue or Endurance",
    "keep footing" => "keeping one's feet",
    "keep hold" => "keeping what one holds",
    "keep the seat" => "staying in the saddle",
    "land" => "landing well after a leap",
    "misfortune" => "keeping clear of what a bad strike brings",
    "recover" => "recovering from stun",
    "repulse" => "keeping off who comes into close combat",
    "resist" => "resisting a spell",
    "stay awake" => "staying conscious",
    "strike" => "a strike of any kind",
    "surprise" => "being surprised",
    "trample" => "trampling somebody",
}
