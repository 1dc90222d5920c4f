//! A little of what `affray-fuzz play` does at length.
#![allow(clippy::print_stdout, reason = "a test that fails says with which command it can be repeated")]

use affray_fuzz::{Chance, games};

#[test]
fn random_play_harms_nobody() {
    for game in games::all() {
        for seed in 1..=25 {
            println!("affray-fuzz play {} --seed {seed} --inputs 1", game.id());
            game.one(&mut Chance::new(seed));
        }
    }
}
