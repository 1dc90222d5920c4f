//! How many fights a second there are between tacticians on one thread, of encounters that come with the program or of
//! a file: see [`affray_conformance::pace`].
//!
//! `cargo run --release -p affray-dfrpg --example dfrpg-fights -- four-against-four 1000 [uncached]`

fn main() {
    affray_conformance::pace::fights::<affray_dfrpg::Dfrpg>(affray_dfrpg::content::ENCOUNTERS);
}
