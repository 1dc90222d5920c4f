//! The judge: which answer to a question is legal, and the list that a person is shown.
//!
//! It only finds the chapter that holds the rules: each chapter judges its own answers.

use crate::decision::{Attack, Choice, Defense, DefenseKind, Question, Strike};
use crate::scene::Scene;
use crate::turn::maneuver::EVERYBODYS;
use affray_kernel::referee::Refusal;

/// Whether a choice answers a question legally.
///
/// # Errors
/// The rule that it breaks, and the way out.
pub fn judge(scene: Scene<'_>, question: &Question, choice: &Choice) -> Result<(), Refusal> {
    match (question, choice) {
        (Question::Begin { .. }, Choice::Begin(_)) => Ok(()),
        (Question::Free { who }, Choice::Free(free)) => scene.judge_free(*who, free),
        (Question::Maneuver { who }, Choice::Maneuver(maneuver)) => scene.judge_maneuver(*who, maneuver),
        (Question::Attack { who, plan }, Choice::Attack(attack)) => scene.judge_attack(*who, plan, attack),
        (Question::Feint { who, only }, Choice::Feint(feint)) => scene.judge_feint(*who, *only, feint),
        (Question::React { .. }, Choice::React(_)) => Ok(()),
        (Question::React { .. }, _) => Err(Refusal::impossible(
            rule!("DF-089"),
            "a reaction is carried out as it was declared, or declined: answer yes or no",
        )),
        (Question::Defend { who, attack, failed }, Choice::Defend(defense)) => {
            scene.judge_defense(*who, attack, *failed, defense)
        }
        (Question::Keep { .. }, Choice::Keep(_)) | (Question::Maintain { .. }, Choice::Maintain(_)) => Ok(()),
        (Question::ResistSpell { who, .. }, Choice::Resist(resists)) => scene.judge_resist_spell(*who, *resists),
        (Question::Step { who, .. }, Choice::Step(step)) => scene.judge_step(*who, step.as_ref()),
        (Question::Advance { who, path }, Choice::Advance(advance)) => scene.judge_advance(*who, path, advance),
        (Question::Finish { who, turn, crouch }, Choice::Finish(finish)) => {
            scene.judge_finish(*who, *turn, *crouch, finish)
        }
        (Question::Dive { who, center }, Choice::Dive(to)) => scene.judge_dive(*who, *center, *to),
        (Question::Fall { victim, .. }, Choice::Fall(side)) => scene.judge_fall(*victim, *side),
        (Question::ResistEvade { .. }, Choice::ResistEvade(_)) => Ok(()),
        (Question::After { .. }, Choice::After(after)) => scene.judge_after(*after),
        // A second maneuver, say, where an attack is due.
        _ => Err(Refusal::impossible(
            rule!("DF-050"),
            "that is no answer to this question: one maneuver a turn, each decision at its time",
        )),
    }
}

/// Lists the legal choices that a person would be shown.
pub fn options(scene: Scene<'_>, question: &Question, into: &mut Vec<Choice>) {
    match question {
        Question::Begin { .. } => into.extend([Choice::Begin(true), Choice::Begin(false)]),
        Question::Free { who } => scene.free_options(*who, into),
        Question::Maneuver { who } => scene.maneuver_options(*who, into),
        Question::Attack { who, plan } => scene.attack_options(*who, plan, into),
        Question::Feint { who, only } => scene.feint_options(*who, *only, into),
        Question::Defend { who, attack, failed } => scene.defense_options(*who, attack, *failed, into),
        Question::Step { who, .. } => scene.step_options(*who, into),
        Question::Advance { who, path } => scene.advance_options(*who, path, into),
        Question::Finish { who, turn, crouch } => scene.finish_options(*who, *turn, *crouch, into),
        Question::Dive { who, center } => scene.dive_options(*who, *center, into),
        Question::Fall { victim, .. } => scene.fall_options(*victim, into),
        Question::ResistSpell { who, .. } => scene.resist_spell_options(*who, into),
        Question::ResistEvade { .. } => into.extend([true, false].map(Choice::ResistEvade)),
        Question::React { .. } => into.extend([true, false].map(Choice::React)),
        Question::After { .. } => scene.after_options(into),
        Question::Keep { .. } => into.extend([true, false].map(Choice::Keep)),
        Question::Maintain { .. } => into.extend([true, false].map(Choice::Maintain)),
    }
}

/// Adds answers that a person might expect, whether they are legal or not: maneuvers that need nothing, a blow at each foe with
/// each weapon in hand, each active defense.
pub fn expected(scene: Scene<'_>, question: &Question, into: &mut Vec<Choice>) {
    let foes =
        |who| scene.state.ids().filter(move |&foe| scene.are_foes(who, foe) && scene.fighter(foe).is_conscious());
    match *question {
        Question::Maneuver { .. } => into.extend(EVERYBODYS.map(Choice::Maneuver)),
        Question::Attack { who, .. } => {
            let all = foes(who).flat_map(|foe| scene.modes(who).map(move |(mode, _)| Strike::plain(mode, foe)));
            into.extend(all.map(|strike| Choice::Attack(Attack::Strike(strike))));
        }
        Question::Defend { who, attack, .. } => {
            let parries = [0, 1].map(|hand| DefenseKind::Parry { hand });
            let retreat = Some(scene.straight_back(who, attack.by));
            for kind in [DefenseKind::Dodge, DefenseKind::Block].into_iter().chain(parries) {
                let plain = Defense::plain(kind);
                into.extend([plain, Defense { retreat, ..plain }].map(Choice::Defend));
            }
        }
        _ => {}
    }
}

/// An answer that changes nothing, where no other is given.
pub fn default_choice(scene: Scene<'_>, question: &Question) -> Choice {
    use crate::decision::{Advance, After, FeintAt, Finish, Free, Maneuver};
    use crate::sheet::ItemId;
    match *question {
        Question::Begin { .. } => Choice::Begin(false),
        Question::Free { .. } => Choice::Free(Free::Done),
        Question::Maneuver { .. } => Choice::Maneuver(Maneuver::DoNothing),
        Question::Step { .. } => Choice::Step(None),
        Question::Advance { .. } => Choice::Advance(Advance::Stop),
        Question::Finish { who, .. } => Choice::Finish(Finish { facing: scene.fighter(who).facing, crouch: false }),
        Question::Attack { .. } => Choice::Attack(Attack::Forgo),
        Question::Feint { who, .. } => Choice::Feint(FeintAt { target: who, item: ItemId::NONE, situational: 0 }),
        Question::Defend { .. } => Choice::Defend(Defense::NONE),
        Question::Dive { .. } => Choice::Dive(None),
        Question::ResistEvade { .. } => Choice::ResistEvade(false),
        Question::React { .. } => Choice::React(false),
        Question::Keep { .. } => Choice::Keep(false),
        Question::Maintain { .. } => Choice::Maintain(false),
        Question::ResistSpell { .. } => Choice::Resist(false),
        Question::Fall { victim, .. } => Choice::Fall(scene.fighter(victim).facing.opposite()),
        Question::After { .. } => Choice::After(After::Over),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{AttackFrom, AttackPlan, Maneuver};
    use crate::scene::Setup;
    use crate::state::{Ignored, State, ThisTurn};
    use affray_grid::{Layout, Map};
    use affray_kernel::referee::CombatantId;

    #[test]
    fn each_decision_at_its_time() {
        let setup = Setup {
            map: Map::open(Layout::Hex),
            combatants: Vec::new().into(),
            sides: Vec::new(),
            round_limit: 1,
            options: Default::default(),
            others: Vec::new(),
            symmetry: Default::default(),
        };
        let state = State {
            hidden: affray_kernel::hidden::Hidden::default(),
            orders: affray_kernel::orders::OrderBook::default(),
            fighters: Vec::new(),
            effects: Vec::new(),
            ground: Vec::new(),
            taken: Vec::new(),
            order: Vec::new(),
            turn: 0,
            this_turn: ThisTurn::default(),
            rounds: Ignored(0),
        };
        let scene = Scene { setup: &setup, state: &state };
        let who = CombatantId(0);
        let refused = |question: Question, choice: Choice| judge(scene, &question, &choice).unwrap_err();
        // DF-I01: a second maneuver where the attack of the first is due.
        let plan = AttackPlan::of(AttackFrom::Attack);
        let refusal = refused(Question::Attack { who, plan }, Choice::Maneuver(Maneuver::Move));
        assert_eq!((refusal.rule, refusal.impossible), (rule!("DF-050"), true), "DF-I01");
        // DF-I15: another reaction than the one that was declared.
        let refusal = refused(Question::React { who, to: CombatantId(1) }, Choice::Attack(Attack::Forgo));
        assert_eq!((refusal.rule, refusal.impossible), (rule!("DF-089"), true), "DF-I15");
    }
}
