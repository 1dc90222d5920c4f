//! Encounters that come with the program.

/// An encounter to start from, with a comment on every key.
pub const STARTER: &str = include_str!("../content/starter.toml");

macro_rules! encounters {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../content/encounters/", $name, ".toml")))),*]
    };
}

/// Encounters to fight at once, by name.
pub const ENCOUNTERS: &[(&str, &str)] = encounters!["stone-and-mist"];
