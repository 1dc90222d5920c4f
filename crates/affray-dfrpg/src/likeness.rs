//! Which states are as good as each other, so that a simulation that knows one of them knows them all.
//!
//! Nothing here is a rule: the rules play every state as it is, and a simulation that remembers nothing never
//! comes by. What differs without a difference is what ends anyhow before anybody looks at it, and, in a duel on
//! an open field, where on the field it is fought. HP are told apart by bands (`gauges`). In the middle of a turn
//! ways that come to such states go on as one (`Scene::print`).

use crate::Dfrpg;
use crate::damage::{Blow, CriticalHit};
use crate::decision::{AllOut, Attack, AttackFrom, AttackPlan};
use crate::injury::Hurt;
use crate::scene::{Combatant, Fight, Scene, Setup};
use crate::sheet::Location;
use crate::state::{Doing, Fighter, Flags, ItemFlags, Lying, NONE, State, ThisTurn};
use affray_core::gauge::Gauge;
use affray_core::grid::{Cell, Map};
use affray_core::referee::{CombatantId, Print, Referee};
use std::hash::{Hash as _, Hasher as _};

/// Sheets with more HP than that are told apart to the point: nobody's gauge reaches so far.
const MOST_HP: i16 = 800;

/// What an encounter makes no difference of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Likeness {
    /// Everything may be shifted together: a duel on an open field.
    shifted: bool,
    /// Nobody shoots, throws or casts, so that nobody asks how far a target moved, only whether (`DF-237`).
    melee: bool,
}

/// Whether an encounter is a duel with weapons alone.
fn is_duel(combatants: &[Combatant]) -> bool {
    combatants.len() == 2 && combatants.iter().all(|one| one.sheet.spells.is_empty())
}

impl Likeness {
    /// That of an encounter.
    pub fn of(map: &Map, combatants: &[Combatant], mut cells: impl Iterator<Item = Cell>) -> Self {
        let melee = is_duel(combatants)
            && combatants.iter().flat_map(|one| &one.sheet.modes).all(|mode| !mode.kind.is_ranged());
        let shifted = melee && map.is_open() && map.bounds().is_empty() && cells.all(Cell::is_near);
        Self { shifted, melee }
    }
}

/// The HP of two who fight a duel without spells, by what rules make of them: sound or low (`DF-373`), above 0 or
/// not (`DF-375`), and each negative multiple (`DF-376`).
pub(crate) fn gauges(combatants: &[Combatant]) -> Vec<Gauge> {
    if !is_duel(combatants) || combatants.iter().any(|one| MOST_HP < one.sheet.hp) {
        return Vec::new();
    }
    let gauge = |(who, one): (u8, &Combatant)| {
        let max = i32::from(one.sheet.hp);
        let low = (max + 2) / 3;
        let starts = [1, low].into_iter().chain((1..=10).map(|times| 1 - times * max));
        Gauge::new(-11 * max..=max, starts).of_points(CombatantId(who))
    };
    (0..).zip(combatants).map(gauge).collect()
}

impl Likeness {
    /// Whether two fight with nothing that strikes from afar.
    pub(crate) const fn is_duel_with_blades(self) -> bool {
        self.melee
    }
}

/// Puts a state between two turns into the form that stands for all that are as good.
pub(crate) fn simplify(setup: &Setup, state: &mut State) {
    if !setup.likeness.melee {
        return;
    }
    forget_what_ends(setup, state);
    forget_what_lies(state);
    if setup.likeness.shifted {
        shift(state);
    }
}

/// Forgets what nobody looks at before it ends: of who comes next, and where that one can only do nothing, of the
/// other one too, whom nobody attacks before its own turn begins.
fn forget_what_ends(setup: &Setup, state: &mut State) {
    // Opponents ask whether a foe comes who is not there yet.
    let are_close = matches!(&state.fighters[..], [one, other] if setup.map.distance(one.at, other.at) <= 1);
    for fighter in &mut state.fighters {
        fighter.moved = if are_close { 0 } else { fighter.moved.min(1) };
    }
    let Some(&next) = state.order.get(state.turn as usize) else { return };
    let scene = Scene { setup, state };
    let busy = |fighter: &Fighter| {
        matches!(fighter.doing, Doing::Waiting(_)) || fighter.holds_anybody() || fighter.entered != NONE
    };
    if !state.fighters.iter().any(busy) && state[next].is_conscious() && scene.must_do_nothing(next).is_some() {
        for fighter in state.fighters.iter_mut().filter(|fighter| fighter.is_conscious()) {
            fighter.count_anew();
        }
    }
}

/// Forgets where things are that nobody goes back for.
fn forget_what_lies(state: &mut State) {
    if state.ground.is_empty() {
        return;
    }
    let State { fighters, ground, .. } = state;
    ground.retain(|lying| {
        let flags = &mut fighters[lying.owner.index()].items[lying.item as usize].flags;
        let lost = flags.has(ItemFlags::GIVEN_UP);
        if lost {
            *flags = ItemFlags::GIVEN_UP;
        }
        !lost
    });
    ground.sort_unstable_by_key(|lying| (lying.owner, lying.item));
}

/// Shifts everything so that the first figure stands in the middle.
fn shift(state: &mut State) {
    let Some(first) = state.fighters.first() else { return };
    let middle = first.at;
    if middle == (Cell { q: 0, r: 0 }) {
        return;
    }
    for fighter in &mut state.fighters {
        fighter.at = fighter.at.seen_from(middle);
    }
    for lying in &mut state.ground {
        lying.at = lying.at.seen_from(middle);
    }
}

/// How far two blows of a Dual-Weapon Attack have come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blows {
    /// None was struck; or the attack is no such.
    All,
    /// The first is being struck, and the second one was legal before it.
    First { was_legal: bool },
    /// The second is being struck.
    Second,
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// Says what the rest of a turn in a duel hangs on from an attack on that was declared, where that is simple.
    pub(crate) fn go_by_attack(
        &mut self,
        who: CombatantId,
        attack: &Attack,
        plan: &AttackPlan,
        blows: Blows,
    ) -> Result<(), R::Pause> {
        if !self.setup.likeness.melee {
            return Ok(());
        }
        let (strikes, more) = match *attack {
            Attack::Strike(strike) => ([strike; 2], false),
            Attack::Rapid(strike) => ([strike; 2], !plan.rapid),
            Attack::Dual(first, second) => ([first, second], blows != Blows::Second),
            _ => {
                self.referee.goes_by(false, None::<fn(&mut Print)>);
                return Ok(());
            }
        };
        let state = &*self.state;
        let is_busy = |fighter: &Fighter| {
            matches!(fighter.doing, Doing::Waiting(_))
                || fighter.holds_anybody()
                || fighter.entered != NONE
                || fighter.retreat_fall != 0
        };
        let is_plain = match plan.from {
            AttackFrom::Attack => true,
            // What comes after the second of two rapid strikes it does not say.
            AttackFrom::AllOut(bonus) => !(plan.rapid && bonus == AllOut::Double),
            AttackFrom::MoveAndAttack => false,
        };
        let is_simple = is_plain
            && !plan.reaction
            && state.order.get(state.turn as usize) == Some(&who)
            && !state[who].flags.has(Flags::OFF_BALANCE)
            && !state.fighters.iter().any(is_busy);
        if !is_simple {
            self.referee.goes_by(false, None::<fn(&mut Print)>);
            return Ok(());
        }
        let is_rapid = matches!(attack, Attack::Rapid(_));
        let known = |print: &mut Print| {
            let blows = match blows {
                Blows::All => 0,
                Blows::First { was_legal } => 1 + u8::from(was_legal),
                Blows::Second => 3,
            };
            print.write(&[who.0, blows, is_rapid.into(), 0]);
            print.write(&plan.packed());
            strikes.iter().for_each(|strike| print.write(&strike.packed()));
        };
        self.referee.goes_by(!more && plan.more == 0, Some(known));
        let scene = Scene { setup: self.setup, state: self.state };
        self.referee.ways_meet(|print, _| scene.print(print, |_, _| {}))
    }
}

impl Scene<'_> {
    /// Hashes a state in the middle of a turn, with figures that differ from it in that: all that are as good hash the
    /// same.
    fn print(self, print: &mut Print, differs: impl Fn(CombatantId, &mut Fighter)) {
        let Scene { setup, state } = self;
        let zero = Cell { q: 0, r: 0 };
        let middle = state.fighters.first().filter(|_| setup.likeness.shifted).map_or(zero, |first| first.at);
        for (who, fighter) in (0..).map(CombatantId).zip(&state.fighters) {
            let mut fighter = *fighter;
            differs(who, &mut fighter);
            fighter.at = fighter.at.seen_from(middle);
            if let Some(gauge) = setup.gauges.get(who.index()) {
                fighter.hp = gauge.coarse(fighter.hp.into()) as i16;
            }
            fighter.hash(print);
        }
        let is_kept = |lying: &&Lying| !state[lying.owner].items[lying.item as usize].flags.has(ItemFlags::GIVEN_UP);
        for lying in state.ground.iter().filter(is_kept) {
            Lying { at: lying.at.seen_from(middle), ..*lying }.hash(print);
        }
        // Nobody asks where it began its turn, only whether there, where nobody waits.
        let turn = ThisTurn { began_at: zero, ..state.this_turn };
        let moved = state.order.get(state.turn as usize).map(|&who| state[who].at != state.this_turn.began_at);
        if !state.taken.is_empty() {
            state.taken.hash(print);
        }
        (state.ground.iter().filter(is_kept).count(), &state.effects, &state.order, state.turn, turn, moved)
            .hash(print);
    }

    /// What the rest of a turn hangs on where the damage of a blow is to be rolled, besides the attack. What its target
    /// did since its own last turn nobody asks after the last blow: it is next.
    pub(crate) fn print_blow(self, blow: &Blow, at: Location, critical: CriticalHit, is_last: bool, print: &mut Print) {
        self.print(print, |who, fighter| {
            if is_last && who == blow.target {
                fighter.count_anew();
            }
        });
        (Blow { critical: false, ..*blow }, at, critical).hash(print);
    }

    /// The same where the rolls of a wound are due: it stands already how many HP are lost.
    pub(crate) fn print_wound(self, blow: &Blow, hurt: &Hurt, after: CriticalHit, is_last: bool, print: &mut Print) {
        let most = self.sheet(blow.target).most_shock();
        self.print(print, |who, fighter| {
            if who == blow.target {
                if is_last {
                    fighter.count_anew();
                }
                fighter.hp = (i32::from(fighter.hp) - hurt.lost_hp()).max(i16::MIN.into()) as i16;
                fighter.feel(hurt, most);
            }
        });
        (blow.target, hurt.but_for_hp(), after).hash(print);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Loaded;
    use crate::sheet::ItemId;
    use crate::state::Place;
    use affray_core::files::Source;
    use affray_core::ruleset::alone;

    fn duel(map: &str, at: [i16; 2], sheet: &str) -> Loaded {
        let foe = [at[0] + 2, at[1]];
        let text = format!(
            "ruleset = 'dfrpg'\n{map}\n[[combatant]]\nname = 'A'\nsheet = '{sheet}'\nat = {at:?}\n\
             [[combatant]]\nname = 'O'\nsheet = 'orc'\nat = {foe:?}\nfacing = 'W'\n"
        );
        Loaded::read(&Source::new("scene", text), &alone).unwrap_or_else(|error| panic!("{error}"))
    }

    fn begun(loaded: &Loaded) -> State {
        let mut state = loaded.start().clone();
        state.order = state.ids().collect();
        state
    }

    fn simple(loaded: &Loaded, mut state: State) -> State {
        simplify(loaded.setup(), &mut state);
        state
    }

    #[test]
    fn an_open_field_is_the_same_all_over() {
        let here = duel("", [0, 0], "arn");
        let there = duel("", [-40, 13], "arn");
        assert_eq!(simple(&there, begun(&there)), simple(&here, begun(&here)));
        let walled = "map = { rows = ['########', '........', '........', '........'] }";
        for (map, at, sheet) in [(walled, [1, 1], "arn"), ("", [Cell::NEAR + 1, 0], "arn"), ("", [1, 1], "archer")] {
            let loaded = duel(map, at, sheet);
            assert_eq!(simple(&loaded, begun(&loaded)), begun(&loaded), "{sheet} at {at:?}");
        }
    }

    #[test]
    fn what_ends_at_once_is_over() {
        let loaded = duel("", [0, 0], "arn");
        let mut state = begun(&loaded);
        for fighter in &mut state.fighters {
            (fighter.parries[0], fighter.retreated) = (1, 0);
        }
        assert_eq!(simple(&loaded, state.clone()), state, "who comes next may attack the other one");
        state.fighters[0].flags.set(Flags::STUNNED);
        for fighter in simple(&loaded, state).fighters {
            assert_eq!((fighter.parries[0], fighter.retreated), (0, NONE), "a stunned foe attacks nobody");
        }
    }

    #[test]
    fn nobody_goes_back_for_what_was_given_up() {
        let loaded = duel("", [0, 0], "arn");
        let lost = |at: Cell, flags: ItemFlags| {
            let mut state = begun(&loaded);
            let owner = CombatantId(0);
            state.ground.push(Lying { owner, item: 0, at });
            state[owner].hands[0] = ItemId::NONE;
            state[owner].items[0].place = Place::Away;
            state[owner].items[0].flags = flags;
            simple(&loaded, state)
        };
        let (near, far) = (Cell::new(1, 0), Cell::new(4, -2));
        assert_ne!(lost(near, ItemFlags::default()), lost(far, ItemFlags::default()));
        assert_eq!(lost(near, ItemFlags::GIVEN_UP), lost(far, ItemFlags::GIVEN_UP.and(ItemFlags::BROKEN)));
    }

    #[test]
    fn hp_are_told_apart_by_what_rules_make_of_them() {
        let loaded = duel("", [0, 0], "arn");
        let [gauge, _] = &loaded.setup().gauges[..] else { panic!("one for each") };
        let max = i32::from(loaded.setup().combatants[0].sheet.hp);
        assert_eq!(max, 13);
        let bands = [5, 4, 1, 0, -12, -13, -25, -26, -130].map(|hp| gauge.band(hp));
        assert!(bands.is_sorted_by(|one, other| other <= one));
        for (hp, other, alike) in [
            (13, 5, true),
            (5, 4, false),
            (4, 1, true),
            (1, 0, false),
            (0, -12, true),
            (-12, -13, false),
            (-13, -25, true),
            (-25, -26, false),
        ] {
            assert_eq!(gauge.band(hp) == gauge.band(other), alike, "{hp} and {other}");
            assert_eq!(crate::fatigue::is_low(hp, max), crate::fatigue::is_low(gauge.coarse(hp), max), "{hp}");
        }
        assert!(duel("", [0, 0], "wizard").setup().gauges.is_empty(), "healers look at every point");
    }
}
