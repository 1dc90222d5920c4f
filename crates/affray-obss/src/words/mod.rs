//! A fight in words: events, questions, options, the state.
//!
//! Narration is made from records and never the other way round: no rule reads a word of it.

mod choice;
mod event;
mod look;
mod view;

pub(crate) use choice::choice;
pub use choice::{free_action_in_words, label, prompt, typed};
pub(crate) use event::event;
pub use view::standing;

use crate::Obss;
use crate::decision::{Action, Aim, Choice, ManeuverKind, Order, Question, Reaction};
use crate::scene::{Footprint, Scene, Setup};
use crate::sheet::UNARMED;
use crate::state::{Lying, State};
use affray_grid::{Cell, Drawing};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Policy as _, RollRecord};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Lines;
use affray_kernel::turns::TurnRules;
use affray_session::narrate::{cell, explained, forced, number_first};
use affray_session::preferences::Preference;
use affray_session::ruleset::{Area, Points, Rules, Threat};

impl Rules for Obss {
    const CELL: (u32, &'static str, &'static str) = (1, "meter", "meters");
    const TURN_BEGINS: &'static str = "activation";
    const PATHS: &'static [&'static str] = &["advance"];
    const STEP_COST: Option<(&'static str, RuleId)> = Some(("last step", rule!("OB-061")));
    const TURNS: &'static [&'static str] = &["act"];
    const PREFERENCES: &'static [Preference<Self>] = crate::policy::preferences::PREFERENCES;
    const CAPTURES: &'static str = "nonlethal";

    affray_session::rules_by_name!();

    fn expected(setup: &Setup, state: &State, question: &Question, into: &mut Vec<Choice>) {
        crate::judge::expected(Scene { setup, state }, question, into);
    }

    /// `OB-322` A spell around a point.
    fn area(setup: &Setup, state: &State, who: CombatantId, choice: &Choice) -> Option<Area> {
        let (Choice::Act(Action::Cast(casting)) | Choice::React(Reaction::Cast(casting))) = choice else { return None };
        let scene = Scene { setup, state };
        let spell = scene.spell(who, casting.spell).filter(|spell| spell.radius != 0)?;
        Some(Area {
            who,
            what: spell.name.clone(),
            cells: scene.filled(casting.aim, spell).collect(),
            inside: scene.affected(casting, spell).into_iter().collect(),
        })
    }

    fn prompt_without_numbers(setup: &Setup, state: &State, question: &Question) -> String {
        match question {
            Question::Save { who, save, .. } => format!("{}: save by {}. Luck?", Names(setup).of(*who), save.name()),
            _ => prompt(Scene { setup, state }, question),
        }
    }

    fn purse(setup: &Setup, state: &State, who: CombatantId) -> Vec<Points> {
        let fighter = &state[who];
        let [actions, immediate, reaction] = Scene { setup, state }.budget(who);
        vec![
            Points::new("Action", actions, actions),
            Points::new("Immediate", immediate, immediate),
            Points::new("Reaction", reaction, reaction),
            Points::new("MP", fighter.mp, fighter.mp),
        ]
    }

    fn draw(setup: &Setup, state: &State) -> Drawing {
        view::draw(Scene { setup, state })
    }

    /// `OB-069` The squares within the reach of what it threatens with.
    fn threatened(setup: &Setup, state: &State, who: CombatantId) -> Vec<Cell> {
        let scene = Scene { setup, state };
        let (own, reach) = (scene.footprint(who), scene.threat_reach(who));
        if !scene.fighter(who).is_able() || !scene.fighter(who).is_present() {
            return Vec::new();
        }
        let around = setup.map.within(own.at, reach + u16::from(own.side));
        around.filter(|&at| (1..=reach).contains(&scene.blow_between(own, Footprint { at, side: 1 }))).collect()
    }

    /// A roll in words.
    fn describe_roll(setup: &Setup, roll: &RollRecord) -> String {
        let (who, what) = (Names(setup).of(roll.why.who), roll.why.what);
        let (total, forced, dice) = (roll.total, forced(roll), dice_in_words(roll.dice));
        match &roll.target {
            // The further dice of a pool and plain dice.
            None => format!("{who}, {what} ({}): {dice} shows {total}{forced}", roll.why.rule),
            Some(bonus) => format!("{who}, {what}: bonus {}; {dice} shows {total}{forced}", explained(bonus)),
        }
    }

    fn describe_target(bonus: &Lines) -> String {
        format!("with the bonus {}", number_first(bonus))
    }

    /// `OB-064` A large creature: its first and its last square.
    fn describe_place(setup: &Setup, state: &State, who: CombatantId) -> Option<String> {
        match Self::cells(setup, state, who)[..] {
            [] => None,
            [at] => Some(format!("at {}", cell(at))),
            [first, .., last] => Some(format!("at {} to {}", cell(first), cell(last))),
        }
    }

    fn cells(setup: &Setup, state: &State, who: CombatantId) -> Vec<Cell> {
        let scene = Scene { setup, state };
        if scene.fighter(who).is_present() { scene.footprint(who).cells().collect() } else { Vec::new() }
    }

    fn ground<'a>(setup: &'a Setup, state: &'a State) -> Vec<(CombatantId, &'a str, Cell)> {
        let item = |lying: &Lying| {
            setup.combatants[lying.owner.index()].sheet.item(lying.item).map_or("", |item| item.name.as_str())
        };
        state.ground.iter().map(|lying| (lying.owner, item(lying), lying.at)).collect()
    }

    /// `OB-059` `OB-101` `OB-105` `OB-115` A square with its features and their rules.
    fn describe_ground(setup: &Setup, at: Cell) -> Option<String> {
        let ground = setup.map.ground(at)?;
        let floor = setup.map.bounds().index(at).map_or_else(Default::default, |index| setup.floor[index]);
        let (name, features) = (&setup.map.terrain(ground).name, floor.features());
        // Squares of zones are named by their features.
        let told = features.iter().map(|one| one.0).collect::<Vec<_>>().join(", ");
        let plain = name.strip_suffix(&told).map_or(name.as_str(), |plain| plain.trim_end_matches(", "));
        let mut parts = vec![if plain.is_empty() { "open" } else { plain }.to_owned()];
        if floor.elevation != 0 {
            parts.push(format!("height {}", floor.elevation));
        }
        parts.extend(features.iter().map(|(words, rule)| format!("{words} ({rule})")));
        if floor.solid {
            parts.push("cannot be entered".to_owned());
        }
        if floor.screen {
            parts.push(format!("cannot be seen through ({})", rule!("OB-171")));
        }
        Some(parts.join(", "))
    }

    fn threat(setup: &Setup, state: &State, who: CombatantId) -> Option<Threat> {
        let scene = Scene { setup, state };
        let moves = scene.sheet(scene.bearer(who)).move_.into();
        Some(Threat { reach: scene.threat_reach(who).into(), moves })
    }

    fn left(question: &Question) -> Option<i32> {
        match question {
            Question::Advance { path, .. } => Some(path.left().into()),
            _ => None,
        }
    }

    /// `OB-022` `OB-301` Initiative goes by the higher of DEX and INT, without luck.
    fn usual(setup: &Setup, state: &State, question: &Question) -> Option<Choice> {
        // OB-301: who cannot rest is not asked.
        let is_usual = match *question {
            Question::Initiative { .. } => true,
            Question::Rest { who } => state[who].hp <= 0,
            _ => false,
        };
        is_usual.then(|| <Self as TurnRules>::Own::default().decide(setup, state, question))
    }

    fn target(choice: &Choice) -> Option<CombatantId> {
        match *choice {
            Choice::Act(Action::Attack(attack) | Action::Charge(attack)) => Some(attack.target),
            Choice::Act(Action::Order { order: Order::Attack(attack), .. }) => Some(attack.target),
            Choice::Act(Action::Maneuver(maneuver)) => Some(maneuver.target),
            Choice::Act(Action::Cast(casting)) => match casting.aim {
                Aim::Whom(target) => Some(target),
                Aim::At(_) => None,
            },
            _ => None,
        }
    }

    fn typed(setup: &Setup, state: &State, question: &Question, words: &str) -> Result<Choice, String> {
        typed(Scene { setup, state }, question, words)
    }

    fn free_action_in_words(setup: &Setup, state: &State, who: CombatantId, words: &str) -> Result<Choice, String> {
        free_action_in_words(Scene { setup, state }, who, words)
    }
}

/// Dice as this game writes them, with their faces: `1d6`.
fn dice_in_words(dice: Dice) -> String {
    format!("{}d{}", dice.number, dice.sides)
}

/// A maneuver in words.
const fn maneuver_name(kind: ManeuverKind) -> &'static str {
    match kind {
        ManeuverKind::Disarm => "disarm",
        ManeuverKind::Feint => "feint",
        ManeuverKind::BullRush => "bull rush",
        ManeuverKind::Grapple => "grapple",
        ManeuverKind::Trip => "trip",
    }
}

/// Names in place of numbers. A number that stands for nothing has no name, but does no harm.
#[derive(Debug, Clone, Copy)]
struct Names<'a>(&'a Setup);

impl<'a> Names<'a> {
    fn of(self, who: CombatantId) -> &'a str {
        self.0.combatants.get(who.index()).map_or("nobody", |one| one.name.as_str())
    }

    fn item(self, who: CombatantId, item: u8) -> &'a str {
        if item == UNARMED {
            return "bare hands";
        }
        let sheet = self.0.combatants.get(who.index()).map(|one| &one.sheet);
        sheet.and_then(|sheet| sheet.item(item)).map_or("something", |item| item.name.as_str())
    }

    fn spell(self, who: CombatantId, spell: u8) -> &'a str {
        let sheet = self.0.combatants.get(who.index()).map(|one| &one.sheet);
        sheet.and_then(|sheet| sheet.spells.get(spell as usize)).map_or("something", |spell| spell.name.as_str())
    }

    fn power(self, who: CombatantId, power: u8) -> &'a str {
        let sheet = self.0.combatants.get(who.index()).map(|one| &one.sheet);
        sheet.and_then(|sheet| sheet.powers.get(power as usize)).map_or("something", |power| power.name.as_str())
    }
}
