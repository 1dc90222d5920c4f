//! How many fights a second there are between tacticians on one thread, of encounters that come with the program or of
//! a file: see [`affray_conformance::pace`].
//!
//! `cargo run --release -p affray-obss --example obss-fights -- stone-and-mist 1000 [uncached]`

fn main() {
    affray_conformance::pace::fights::<affray_obss::Obss>(affray_obss::content::ENCOUNTERS);
}
