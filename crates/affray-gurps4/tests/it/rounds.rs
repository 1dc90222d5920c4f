//! Rounds are counted as they are told.

use affray_gurps4::Gurps4;
use affray_gurps4::policy::Tactician;
use affray_gurps4::state::Flags;
use affray_kernel::dice::Stream;
use affray_kernel::referee::Sampler;
use affray_kernel::turns::TurnRules;

#[test]
fn a_round_ends_with_the_last_turn_though_others_are_out_after_it() {
    let text = "ruleset = 'gurps4'\n\
        [[combatant]]\nname = 'A'\nside = 'a'\nsheet = 'ana'\nat = [0, 0]\n\
        [[combatant]]\nname = 'B'\nside = 'b'\nsheet = 'bor'\nat = [30, 0]\n\
        [[combatant]]\nname = 'C'\nside = 'b'\nsheet = 'cai'\nat = [31, 0]\n";
    let (setup, mut state) = affray_conformance::load::<Gurps4>("scene", text).into_parts();
    let mut sampler = Sampler::new(Stream::new(1, 1), Tactician::default());
    let Ok(()) = Gurps4::next_turn(&setup, &mut state, &mut sampler);
    let last = state.order[2];
    state[last].flags.set(Flags::UNCONSCIOUS);
    assert_eq!(Gurps4::rounds(&state), 0);
    let Ok(()) = Gurps4::next_turn(&setup, &mut state, &mut sampler);
    assert_eq!(Gurps4::rounds(&state), 1, "nobody is left to act in this round");
}
