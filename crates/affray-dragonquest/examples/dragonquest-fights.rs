//! The number of fights a second between tacticians on one thread, of encounters that come with the program or of
//! a file: see [`affray_conformance::pace`].
//!
//! `cargo run --release -p affray-dragonquest --example dragonquest-fights -- axe-and-sword 1000 [uncached]`

fn main() {
    affray_conformance::pace::fights::<affray_dragonquest::DragonQuest>(affray_dragonquest::content::ENCOUNTERS);
}
