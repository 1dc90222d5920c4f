//! A fight in words: what happened, what is asked, what could be answered, how things stand.
//!
//! Narration is made from records and never the other way round: no rule reads a word of it.

mod choice;
mod event;
mod look;
mod view;

pub(crate) use choice::choice;
pub use choice::{label, prompt};
pub(crate) use event::event;
pub use view::standing;

use crate::DragonQuest;
use crate::decision::{Action, Attack, Choice, Free, Question, Step};
use crate::scene::{Scene, Setup};
use crate::sheet::{Arm, Group, Item};
use crate::state::{Lying, NONE, State};
use crate::strike::hits;
use affray_files::value::Variants as _;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Policy as _, RollRecord};
use affray_kernel::rules::RuleId;
use affray_kernel::turns::TurnRules;
use affray_session::choices;
use affray_session::narrate::cell;
use affray_session::preferences::Preference;
use affray_session::ruleset::{Area, RollOutcome, Rules, Threat};

impl Rules for DragonQuest {
    const CELL: (u32, &'static str, &'static str) = (5, "foot", "feet");
    const PATHS: &'static [&'static str] = &["path"];
    const STEP_COST: Option<(&'static str, RuleId)> = Some(("movement", rule!("DQ-301")));
    const ACTS: &'static [&'static str] = &["action"];
    const ROUND: &'static str = "pulse";
    const POINTS: &'static str = "en";
    const PREFERENCES: &'static [Preference<Self>] = crate::policy::preferences::PREFERENCES;
    const CAPTURES: &'static str = "knockout";

    affray_session::rules_by_name!();

    fn least_points(_most: i32) -> i32 {
        0
    }

    fn expected(setup: &Setup, state: &State, question: &Question, into: &mut Vec<Choice>) {
        crate::judge::expected(Scene { setup, state }, question, into);
    }

    /// `DQ-R51` The line of a breath.
    fn area(setup: &Setup, state: &State, who: CombatantId, choice: &Choice) -> Option<Area> {
        let Choice::Act(Action::Breathe { target }) = *choice else { return None };
        let scene = Scene { setup, state };
        let (to, range) = (scene.aim_at(who, target), i32::from(scene.sheet(who).breath?.range));
        if !scene.has_line(who, to) {
            return None;
        }
        let mut cells = Vec::new();
        scene.each_of_line(who, to, range, |cell| cells.push(cell));
        let inside = scene.along_line(who, to, range).into_iter().map(|(one, _)| one);
        Some(Area { who, what: "breath".to_owned(), cells, inside: inside.collect() })
    }

    fn prompt_without_numbers(setup: &Setup, state: &State, question: &Question) -> String {
        let scene = Scene { setup, state };
        match question {
            Question::Loose { who, blow } => choice::loose(scene, *who, blow, false),
            _ => prompt(scene, question),
        }
    }

    /// Riders are drawn over their mounts.
    fn rank(setup: &Setup, state: &State, who: CombatantId) -> (bool, bool) {
        let fighter = Scene { setup, state }.fighter(who);
        (fighter.is_up(), fighter.mount != NONE)
    }

    // From an open field nobody gets away.
    fn flees(setup: &Setup) -> bool {
        !setup.map.is_open()
    }

    /// `DQ-R04` The melee zone.
    fn threatened(setup: &Setup, state: &State, who: CombatantId) -> Vec<Cell> {
        let scene = Scene { setup, state };
        let around = setup.map.neighbors(scene.fighter(who).at).map(|(_, cell)| cell);
        around.filter(|&cell| scene.in_zone(who, cell)).collect()
    }

    fn verdict(roll: &RollRecord, number: i32) -> String {
        match (is_made(roll, number), roll.why.what) {
            (true, "healing") => format!(", made: under {number}"),
            (false, "healing") => format!(", failed: not under {number}"),
            (true, _) => ", made".to_owned(),
            (false, _) => ", failed".to_owned(),
        }
    }

    fn outcome(roll: &RollRecord, number: i32) -> Option<RollOutcome> {
        let success = Some(is_made(roll, number));
        Some(RollOutcome { margin: number - roll.total, success, critical: false })
    }

    /// `DQ-701` `DQ-R28` A figure of several hexes: where its head is, what it faces, and the other hexes.
    fn describe_place(setup: &Setup, state: &State, who: CombatantId) -> Option<String> {
        let fighter = Scene { setup, state }.fighter(who);
        let names = Names(setup);
        fighter.is_present().then(|| {
            let (at, facing) = (cell(fighter.at), names.facing(who, fighter.facing));
            match Self::cells(setup, state, who).get(1..) {
                Some(rest) if !rest.is_empty() => {
                    let rest: Vec<String> = rest.iter().copied().map(cell).collect();
                    format!("head at {at} facing {facing}, body on {}", rest.join(" "))
                }
                _ => format!("at {at} facing {facing}"),
            }
        })
    }

    fn cells(setup: &Setup, state: &State, who: CombatantId) -> Vec<Cell> {
        let scene = Scene { setup, state };
        if scene.fighter(who).is_present() { scene.body(who).into_iter().collect() } else { Vec::new() }
    }

    fn ground<'a>(setup: &'a Setup, state: &'a State) -> Vec<(CombatantId, &'a str, Cell)> {
        let item = |lying: &Lying| setup.combatants[lying.owner.index()].sheet.arms[lying.item as usize].name.as_str();
        state.ground.iter().map(|lying| (lying.owner, item(lying), lying.at)).collect()
    }

    fn threat(setup: &Setup, state: &State, who: CombatantId) -> Option<Threat> {
        let scene = Scene { setup, state };
        // A melee zone is the hexes before a figure, whatever it holds.
        let reach = u32::from(scene.has_melee_zone(who));
        Some(Threat { reach, moves: scene.tmr(who) })
    }

    fn left(question: &Question) -> Option<i32> {
        match question {
            // DQ-304: who has to stop has nothing left.
            Question::Walk { walk, .. } => Some(if walk.stopped { 0 } else { 1 + i32::from(walk.left) }),
            _ => None,
        }
    }

    /// `DQ-102` `DQ-105` `DQ-113` The best perception rolls for a side; the one that may act first does, and a side acts in
    /// the order of the encounter. Nobody who faces all opponents turns.
    fn usual(setup: &Setup, state: &State, question: &Question) -> Option<Choice> {
        match *question {
            Question::Roller { .. } => Some(<Self as TurnRules>::Own::default().decide(setup, state, question)),
            Question::First { .. } | Question::Next { .. } => Some(Self::default_choice(setup, state, question)),
            Question::Face { who } | Question::FaceAfterCast { who } => {
                faces_all(Scene { setup, state }, who).then(|| Self::default_choice(setup, state, question))
            }
            Question::Walk { who, walk } => {
                let (scene, mut options) = (Scene { setup, state }, Vec::new());
                scene.walk_options(who, &walk, &mut options);
                let stops = options.contains(&Choice::Step(Step::Stop));
                let goes = |option: &Choice| matches!(option, Choice::Step(Step::To(_) | Step::Jump { .. }));
                let is_usual = stops && !options.iter().any(goes) && (options.len() == 1 || faces_all(scene, who));
                is_usual.then_some(Choice::Step(Step::Stop))
            }
            _ => None,
        }
    }

    fn target(choice: &Choice) -> Option<CombatantId> {
        match *choice {
            Choice::Attack(Attack::One(blow)) => Some(blow.target),
            Choice::Attack(Attack::Several(blows)) => blows.all().first().map(|blow| blow.target),
            Choice::Act(Action::Breathe { target } | Action::Cast { target }) => Some(target),
            _ => None,
        }
    }

    /// An attack can be typed with the game master's modifier: `Brakka +10` (`DQ-R14`).
    fn typed(setup: &Setup, state: &State, question: &Question, words: &str) -> Result<Choice, String> {
        let typed = |words| choices::typed::<Self>(setup, state, question, words);
        match (question, words.trim().rsplit_once(' ')) {
            (Question::Attack { .. }, Some((front, number))) if number.starts_with(['+', '-']) => {
                let modifier = number.parse().map_err(|_| "a modifier is from -50 to +50".to_owned())?;
                Ok(typed(front)?.modified(modifier))
            }
            (Question::Walk { .. }, _) => typed(words.trim().strip_prefix("go ").unwrap_or(words)),
            _ => typed(words),
        }
    }

    fn free_action_in_words(setup: &Setup, state: &State, who: CombatantId, words: &str) -> Result<Choice, String> {
        choices::typed_pair::<Self>(setup, state, who, ("free", Free::ENTRIES), words)
    }
}

/// Names in place of numbers. A number that stands for nothing has no name, but does no harm.
#[derive(Debug, Clone, Copy)]
struct Names<'a>(&'a Setup);

impl<'a> Names<'a> {
    fn of(self, who: CombatantId) -> &'a str {
        self.0.combatants.get(who.index()).map_or("nobody", |one| one.name.as_str())
    }

    fn arm(self, who: CombatantId, arm: Arm) -> &'a str {
        self.find(who, arm).map_or("something", |arm| arm.name.as_str())
    }

    fn find(self, who: CombatantId, arm: Arm) -> Option<&'a Item> {
        self.0.combatants.get(who.index()).and_then(|_| self.0.arm(who, arm))
    }

    /// An item with whose it is: `javelin of Hale`, or `Hale's javelin` where that is its name already.
    fn item(self, who: CombatantId, arm: Arm) -> String {
        let name = self.arm(who, arm);
        if arm.is_anothers() { name.to_owned() } else { format!("{name} of {}", self.of(who)) }
    }

    /// An item at the head of a sentence, with whose it is: `Hale's javelin`.
    fn owned(self, who: CombatantId, arm: Arm) -> String {
        let name = self.arm(who, arm);
        if arm.is_anothers() { name.to_owned() } else { format!("{}'s {name}", self.of(who)) }
    }

    /// Whether an arm looses missiles, rather than being thrown itself.
    fn is_missile_weapon(self, who: CombatantId, arm: Arm) -> bool {
        self.find(who, arm).is_some_and(|arm| arm.group == Group::Missile)
    }

    fn spell(self, who: CombatantId, spell: u8) -> &'a str {
        let found = self.0.combatants.get(who.index()).and_then(|one| one.sheet.spells.get(spell as usize));
        found.map_or("something", |spell| spell.name.as_str())
    }

    fn poison(self, poison: u8) -> &'static str {
        crate::body::poison::NAMES.get(poison as usize).copied().unwrap_or("poison")
    }

    fn has_hands(self, who: CombatantId) -> bool {
        self.0.combatants.get(who.index()).is_none_or(|one| one.sheet.has_hands)
    }

    /// `DQ-701` Whether it covers several hexes.
    fn is_large(self, who: CombatantId) -> bool {
        self.0.combatants.get(who.index()).is_some_and(|one| one.sheet.hexes > 1)
    }

    /// `DQ-701` `DQ-R28` A facing: a side of a hex, or the corner between that direction and the next.
    fn facing(self, who: CombatantId, facing: Facing) -> String {
        let (one, other) = (facing.name(), facing.turned(1).name());
        if self.is_large(who) {
            format!("the corner between {one} and {other} ({})", rule!("DQ-R28"))
        } else {
            one.to_owned()
        }
    }

    fn side(self, side: u8) -> &'a str {
        self.0.sides.get(side as usize).map_or("nobody", |side| side.name.as_str())
    }
}

/// `DQ-R04` Whether all opponents of whom a figure knows lie ahead of it: those beside it in the hexes at which it strikes, the
/// others in its ranged zone.
fn faces_all(scene: Scene<'_>, who: CombatantId) -> bool {
    let side = scene.side(who);
    let mut known = scene.foes(who).filter(|&foe| !scene.state.hidden.hides(foe, side));
    known.all(|foe| {
        if scene.apart(who, foe) <= 1 {
            scene.faces_figure(who, foe)
        } else {
            scene.body(foe).iter().any(|&cell| scene.in_ranged_zone(who, cell))
        }
    })
}

/// `Scene` is what most of this module gets.
fn names(scene: Scene<'_>) -> Names<'_> {
    Names(scene.setup)
}

/// A distance: `1 hex`, `3 hexes`.
fn hexes(number: i32) -> String {
    if number == 1 { "1 hex".to_owned() } else { format!("{number} hexes") }
}

/// `DQ-403` `DQ-706` `DQ-805` `DQ-R14` Whether a roll against a number is made: at most the number, of a strike no 99 or 100, of
/// healing under it.
fn is_made(roll: &RollRecord, number: i32) -> bool {
    match roll.why.what {
        "strike" | "trample" => hits(roll.total, number),
        "healing" => roll.total < number,
        _ => roll.total <= number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{D10, D100};
    use affray_kernel::referee::Why;
    use affray_kernel::tally::{Lines, Tally};
    use affray_session::narrate;

    /// `DQ-220` `DQ-403` `DQ-524` `DQ-805` A verdict is what the rule makes of the roll.
    #[test]
    fn verdicts() {
        let told = |what, dice, total, number| {
            let why = Why::new(CombatantId(0), rule!("DQ-001"), what);
            DragonQuest::verdict(&RollRecord { why, dice, target: None, total, forced: false }, number)
        };
        assert_eq!([told("strike", D100, 98, 113), told("strike", D100, 99, 113)], [", made", ", failed"]);
        assert_eq!([told("recover", D100, 100, 104), told("recover", D100, 49, 48)], [", made", ", failed"]);
        let healing = [told("healing", D100, 16, 17), told("healing", D100, 17, 17)];
        assert_eq!(healing, [", made: under 17", ", failed: not under 17"]);
        assert_eq!([told("repulse", D10, 2, 2), told("repulse", D10, 3, 2)], [", made", ", failed"]);
    }

    /// `DQ-R19` `DQ-701` `DQ-R28` Each injury that costs strike chance has its line; a serpent at 4,2 that faces between NW and
    /// W has the rest of its body behind it, to the SE and E: 4,3 and 5,2.
    #[test]
    fn injuries_and_places_are_told_one_by_one() {
        let text = "ruleset = 'dragonquest'\nbegun = true\n\
            [[combatant]]\nname = 'Hale'\nsheet = 'hale'\nat = [0, 0]\n\
            state = { injuries = { eye = true, face = true, ribs = true } }\n\
            [[combatant]]\nname = 'Serpent'\nsheet = 'giant-serpent'\nat = [4, 2]\nfacing = 'NW'\n\
            state = { injuries = { weapon-arm = true, thigh = true } }\n";
        let source = affray_files::Source::new("a.toml", text);
        let loaded = crate::files::Scenario::read(&source, &affray_files::no_files);
        let loaded = loaded.unwrap_or_else(|error| panic!("{error}"));
        let (setup, state) = (loaded.setup(), loaded.start());
        let told = |who| {
            let scene = Scene { setup, state };
            let mut score = <Lines as Tally>::base(rule!("DQ-706"), 40);
            scene.add_injuries(&mut score, CombatantId(who));
            assert_eq!(score.total(), 40 - scene.injury_penalty(CombatantId(who)));
            narrate::explained(&score)
        };
        assert_eq!(told(0), "40 trample (DQ-706) -10 an eye (DQ-R19) -10 a slash in the face (DQ-R19) = 20");
        assert_eq!(told(1), "40 trample (DQ-706) -10 a deep cut (DQ-R19) = 30");
        let place = |who| DragonQuest::describe_place(setup, state, CombatantId(who));
        assert_eq!(place(0).as_deref(), Some("at 0,0 facing E"));
        let corner = "head at 4,2 facing the corner between NW and W (DQ-R28), body on 4,3 5,2";
        assert_eq!(place(1).as_deref(), Some(corner));
    }
}
