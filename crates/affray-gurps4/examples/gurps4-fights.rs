//! How many fights a second there are between tacticians on one thread, of encounters that come with the program or of
//! a file: see [`affray_conformance::pace`].
//!
//! `cargo run --release -p affray-gurps4 --example gurps4-fights -- axe-and-shield 1000 [uncached]`

fn main() {
    affray_conformance::pace::fights::<affray_gurps4::Gurps4>(affray_gurps4::content::ENCOUNTERS);
}
