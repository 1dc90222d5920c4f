//! Fear: what frightens, who holds his ground, and who runs.
//!
//! Rules `GR-178`, `GR-179`; ruling `GR-R76`.

use crate::Graded;
use crate::check::{Check, grade};
use crate::decision::{Erratic, Maneuver, ManeuverKind};
use crate::event::{Event, Stun};
use crate::movement::arcs::distance;
use crate::scene::{CIRCUMSTANCES, D3, Fear, Fight, Scene};
use crate::state::{Flags, STUN};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;

/// `GR-179` The circumstance that ends where the source comes beside its victim.
const AT_A_DISTANCE: &str = CIRCUMSTANCES[0];
/// `GR-179` What the heat of battle adds.
const HEAT: i32 = 5;

impl Scene<'_> {
    /// `GR-178` `GR-179` What a victim rolls against something frightful: Will, which stun does not lower.
    pub fn fear_score<T: Tally>(self, who: CombatantId, fear: &Fear) -> T {
        let mut score = T::base(rule!("GR-178").named("Will"), self.sheet(who).will);
        score.add(rule!("GR-178").named("severity"), fear.severity);
        // GR-R76: who has it beside him does not see it at a distance.
        let beside = fear.from.is_some_and(|from| from != who && self.apart(who, from) <= 1);
        for (words, value) in CIRCUMSTANCES.into_iter().zip(fear.circumstances) {
            let counts = !(beside && words == AT_A_DISTANCE);
            score.add(rule!("GR-179").named(words), if counts { value.into() } else { 0 });
        }
        score.add(rule!("GR-R76"), if self.state.heat { HEAT } else { 0 });
        score
    }

    /// `GR-R76` Whether something frightens a combatant now: he is meant, has not stood it yet, and its source, if
    /// that is a combatant, is up, not incapacitated, and in sight.
    fn frightens(self, who: CombatantId, number: usize, fear: &Fear) -> bool {
        let meant = fear.victims >> (who.0 & 63) & 1 == 1 && self.fighter(who).faced >> (number & 7) & 1 == 0;
        meant && fear.from.is_none_or(|from| from != who && self.fighter(from).is_able() && self.sees(who, from))
    }

    /// `GR-R76` Where the panicked run from: the source of their fear, or else the nearest foe.
    fn dreads(self, who: CombatantId) -> Option<Cell> {
        let faced = self.fighter(who).faced;
        let source = self.setup.fears.iter().enumerate().find_map(|(number, fear)| {
            let open = fear.victims >> (who.0 & 63) & 1 == 1 && faced >> (number & 7) & 1 == 0;
            fear.from.filter(|&from| open && from != who)
        });
        let from = source.or_else(|| self.foes(who).min_by_key(|&foe| self.apart(who, foe)))?;
        Some(self.fighter(from).at)
    }

    /// `GR-R76` Whether a hex is farther from what a panicked combatant runs from.
    pub(crate) fn is_flight(self, who: CombatantId, from: Cell, to: Cell) -> bool {
        self.dreads(who).is_none_or(|dread| distance(dread, to) > distance(dread, from))
    }

    /// Whether a panicked combatant can run at all.
    pub(crate) fn can_flee(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        let points = self.allowance(who, Maneuver::Move { erratic: Erratic::None });
        let runs = |way: Facing| {
            let to = fighter.at.step(way);
            self.step_cost(fighter.at, fighter.facing, way).is_some_and(|(cost, _)| cost <= points)
                && self.is_flight(who, fighter.at, to)
                && !self.has_friend(who, to)
        };
        fighter.held == 0 && Facing::HEX.into_iter().any(runs)
    }

    /// `GR-R76` Whether a panicked combatant may take a maneuver: he runs, and straight; who cannot breaks free
    /// or gets up.
    pub(crate) fn judge_panic(self, who: CombatantId, maneuver: Maneuver) -> Result<(), Refusal> {
        let allowed = match maneuver.kind() {
            ManeuverKind::Move => maneuver == Maneuver::Move { erratic: Erratic::None },
            ManeuverKind::BreakFree => self.fighter(who).held != 0,
            ManeuverKind::Position => !self.can_flee(who),
            _ => false,
        };
        if allowed {
            Ok(())
        } else {
            Err(Refusal::new(rule!("GR-R76"), "a panicked combatant runs away as fast as he can"))
        }
    }

    /// `GR-R26` `GR-R76` Whether a combatant may do nothing: always, but in a panic.
    pub(crate) fn judge_inaction(self, who: CombatantId) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        if fighter.flags.has(Flags::PANICKED) && fighter.is_up() && self.can_flee(who) {
            return Err(Refusal::new(rule!("GR-R76"), "a panicked combatant runs away as fast as he can"));
        }
        Ok(())
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-178` `GR-179` `GR-R76` A combatant who sees something frightful as its turn begins rolls Will: a failure stuns
    /// until a Will roll, a critical one makes him run, and who holds his ground does so for the battle.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn face_fears(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let setup = self.setup;
        for (number, fear) in setup.fears.iter().enumerate() {
            if self.state[who].flags.any(STUN.union(Flags::PANICKED)) || !self.scene().frightens(who, number, fear) {
                continue;
            }
            self.tell(Event::FacesFear { who, source: number as u8 });
            let score: R::Tally = self.scene().fear_score(who, fear);
            let why = Why::new(who, rule!("GR-178"), "fear");
            let outcome = self.referee.check(why, D3, &score, |roll, score| match grade(score, roll) {
                Check::Critical => Check::Success,
                check => check,
            })?;
            match outcome {
                Check::Success | Check::Critical => self.state[who].faced |= 1 << (number & 7),
                Check::Failure => {
                    self.tell(Event::Frightened { who, panic: false, source: number as u8 });
                    self.stun(who, Flags::STUN_WILL, Stun::Fear);
                }
                Check::Fumble => {
                    self.tell(Event::Frightened { who, panic: true, source: number as u8 });
                    self.lose_aim(who);
                    self.let_go(who);
                    self.state[who].flags.set(Flags::PANICKED);
                }
            }
        }
        Ok(())
    }
}
