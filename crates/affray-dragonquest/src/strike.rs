//! One blow from its roll to its end: misfortune, parry and riposte, damage, injury.
//!
//! Rules `DQ-403` to `DQ-407`, `DQ-413` to `DQ-419`, `DQ-501` to `DQ-506`; rulings `DQ-R13`, `DQ-R15`,
//! `DQ-R53`. The dice of an attack fall in the order of part 1.4 of the ledger. Read
//! [`Fight::strike`] first.

use crate::DragonQuest;
use crate::decision::{Attack, Blow, Blows, Choice, From, Kind, Plan, Question};
use crate::derived::{is_endurance_blow, is_grievous_blow};
use crate::event::{Event, Parried};
use crate::harm::Force;
use crate::scene::{D10, D100, Fight, Scene};
use crate::sheet::{Arm, Class, Item, Traits};
use crate::state::{Flags, HELPLESS, State};
use affray_core::referee::{CombatantId, Referee, Why};
use affray_core::tally::Tally;

/// What a strike roll came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Strike {
    pub result: Result,
    pub mishap: Mishap,
}

/// Whether a strike roll hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Result {
    Miss,
    /// `DQ-413` A miss by more than 30 against a figure that can parry.
    Wide,
    Hit(Force),
}

/// `DQ-404` `DQ-405` What may happen to the weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mishap {
    None,
    Break,
    Drop,
}

/// What a blow came to before any damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Swing {
    /// It missed, and perhaps was parried.
    Missed,
    /// `DQ-417` Parried with that arm, so that a free attack follows.
    Riposte(Arm),
    /// It hit.
    Hit(Force),
}

/// What a blow came to before any damage, with what its parry led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exchange {
    /// It missed, and nothing more comes of it.
    Missed,
    /// It hit.
    Hit(Force),
    /// `DQ-417` The free attack of a parry, and what it came to in its turn.
    Answered(Blow, Swing),
    /// The same, where a game master allowed several blows, which are still to be struck.
    AnsweredBySeveral(Blows),
}

/// What is told apart of hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grades {
    /// Nothing: no die is thrown for the damage (`DQ-R49`).
    Hits,
    /// Whether they go to Endurance: the weapon has no class.
    Endurance,
    /// All.
    All,
}

impl Grades {
    pub(crate) fn of(kind: Kind, class: Class) -> Self {
        match class {
            _ if !kind.has_damage_die() => Self::Hits,
            Class::Unclassed => Self::Endurance,
            _ => Self::All,
        }
    }
}

/// `DQ-403` `DQ-R14` `DQ-R15` Reads a strike roll against the modified chance. A roll of 99 or 100
/// never hits; where nobody can parry and no table is rolled on, less is told apart.
pub(crate) fn read(roll: i32, chance: i32, breaks_from: i32, can_parry: bool, grades: Grades) -> Strike {
    let mishap = match roll {
        100 => Mishap::Drop,
        roll if breaks_from <= roll => Mishap::Break,
        _ => Mishap::None,
    };
    let result = if 99 <= roll || chance < roll {
        if can_parry && chance + 31 <= roll { Result::Wide } else { Result::Miss }
    } else if grades == Grades::All && is_grievous_blow(roll, chance) {
        Result::Hit(Force::Grievous)
    } else if grades != Grades::Hits && is_endurance_blow(roll, chance) {
        Result::Hit(Force::Endurance)
    } else {
        Result::Hit(Force::Normal)
    };
    Strike { result, mishap }
}

/// The rolls at which the reading of a strike roll may change, the last ones of what reads the same.
pub(crate) const fn ends(chance: i32, breaks_from: i32) -> [i32; 7] {
    [5 * chance / 100, 15 * chance / 100, chance, chance + 30, breaks_from - 1, 98, 99]
}

/// `DQ-415` `DQ-416` `DQ-417` Reads the result of a parry.
const fn parried(result: i32) -> Parried {
    match result {
        ..=3 => Parried::Barely,
        4..=7 => Parried::Disarmed,
        8.. => Parried::Riposte,
    }
}

impl Scene<'_> {
    /// `DQ-R13` Whether an attack in melee can be parried by its target at all.
    fn can_parry(self, target: CombatantId) -> bool {
        self.fighter(target).flags.has(Flags::EVADING) && self.parrying_arms(target).next().is_some()
    }
}

impl<'a, R: Referee<DragonQuest>> Fight<'a, R> {
    /// `DQ-403` A blow in melee that was declared.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn strike(&mut self, who: CombatantId, blow: &Blow, from: From) -> std::result::Result<(), R::Pause> {
        if from == From::Fire {
            return self.loose(who, blow);
        }
        let exchange = self.begin_strike(who, blow, from)?;
        self.follow_through(who, blow, &exchange)
    }

    /// The same of a single blow in melee with which the action ends, so that nothing comes after it
    /// ([`Referee::finish`]): exact odds of a blow are found out faster.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn last_strike(&mut self, who: CombatantId, blow: &Blow, from: From) -> std::result::Result<(), R::Pause> {
        let exchange = self.begin_strike(who, blow, from)?;
        match &exchange {
            Exchange::Hit(force) => self.land_last(who, blow, *force, blow.target, &exchange),
            Exchange::Answered(answer, Swing::Hit(force)) => {
                self.land_last(blow.target, answer, *force, blow.target, &exchange)
            }
            _ => self.follow_through(who, blow, &exchange),
        }
    }

    /// A blow up to its hit or its miss, and what its parry led to as far.
    #[inline]
    fn begin_strike(&mut self, who: CombatantId, blow: &Blow, from: From) -> std::result::Result<Exchange, R::Pause> {
        self.tell(Event::Attacks { who, blow: *blow });
        let setup = self.setup;
        // Whatever led to a parry and its free attack, what comes of it is the same.
        self.referee.stage(self.state, |referee, state| Fight { setup, state, referee }.exchange(who, blow, from))
    }

    /// What comes of that.
    #[inline]
    fn follow_through(
        &mut self,
        who: CombatantId,
        blow: &Blow,
        exchange: &Exchange,
    ) -> std::result::Result<(), R::Pause> {
        let target = blow.target;
        match *exchange {
            Exchange::Missed | Exchange::Answered(_, Swing::Missed) => {}
            Exchange::Hit(force) => self.land(who, blow, force)?,
            Exchange::Answered(answer, Swing::Hit(force)) => self.land(target, &answer, force)?,
            Exchange::Answered(answer, Swing::Riposte(parry)) => self.riposte(answer.target, target, parry)?,
            Exchange::AnsweredBySeveral(blows) => self.strike_several(target, &blows, From::Riposte)?,
        }
        self.end_strike(target, exchange)
    }

    /// What is left of a blow at somebody.
    #[inline]
    fn end_strike(&mut self, target: CombatantId, exchange: &Exchange) -> std::result::Result<(), R::Pause> {
        match exchange {
            Exchange::Missed | Exchange::Hit(_) => {}
            Exchange::Answered(answer, _) => {
                self.distract(answer.target)?;
                self.settle_seats()?;
            }
            Exchange::AnsweredBySeveral(_) => self.settle_seats()?,
        }
        self.distract(target)
    }

    /// What a blow that hit does.
    #[inline]
    fn land(&mut self, who: CombatantId, blow: &Blow, force: Force) -> std::result::Result<(), R::Pause> {
        let Some((arm, damage)) = self.begin_landing(who, blow, force) else { return Ok(()) };
        if self.take_effect(who, blow, damage, force, arm.class, arm.traits.has(Traits::INFECTS))? {
            self.envenom(who, blow.with, blow.target);
        }
        Ok(())
    }

    /// The same with which an action ends: a blow of an exchange that began with one at `first`, to its end.
    fn land_last(
        &mut self,
        who: CombatantId,
        blow: &Blow,
        force: Force,
        first: CombatantId,
        exchange: &Exchange,
    ) -> std::result::Result<(), R::Pause> {
        let Some((arm, damage)) = self.begin_landing(who, blow, force) else {
            return self.end_strike(first, exchange);
        };
        let (setup, natural) = (self.setup, arm.traits.has(Traits::INFECTS));
        let is_poisoned = self.scene().is_poisoned(who, blow.with);
        self.referee.finish(self.state, |referee, state| {
            let mut fight = Fight { setup, state, referee };
            if blow.kind != Kind::Plain {
                if fight.take_effect(who, blow, damage, force, arm.class, natural)? {
                    fight.envenom(who, blow.with, blow.target);
                }
                return fight.end_strike(first, exchange);
            }
            let harm = fight.wound(who, blow.target, damage, force, natural)?;
            let rest = |referee: &mut R, state: &mut State| {
                let mut fight = Fight { setup, state, referee };
                fight.settle_wound(who, blow.target, force, arm.class, &harm)?;
                if harm.some && is_poisoned {
                    fight.envenom(who, blow.with, blow.target);
                }
                fight.end_strike(first, exchange)
            };
            // Most ways are those of the table of grievous injuries.
            if harm.may_injure(force) {
                fight.referee.finish(fight.state, rest)
            } else {
                rest(fight.referee, fight.state)
            }
        })
    }

    /// A blow that hit, with what, and what is added to the die of its damage.
    #[inline]
    fn begin_landing(&mut self, who: CombatantId, blow: &Blow, force: Force) -> Option<(&'a Item, i32)> {
        let arm = self.setup.arm(who, blow.with)?;
        self.tell(Event::Hits { who, target: blow.target, endurance: force != Force::Normal });
        Some((arm, self.scene().damage_of_kind(who, arm, blow.kind)))
    }

    /// A blow up to its hit or its miss, and the free attack of its parry as far.
    fn exchange(&mut self, who: CombatantId, blow: &Blow, from: From) -> std::result::Result<Exchange, R::Pause> {
        let setup = self.setup;
        let swing =
            self.referee.stage(self.state, |referee, state| Fight { setup, state, referee }.swing(who, blow, from))?;
        let parry = match swing {
            Swing::Missed => return Ok(Exchange::Missed),
            Swing::Hit(force) => return Ok(Exchange::Hit(force)),
            Swing::Riposte(parry) => parry,
        };
        let by = blow.target;
        let Some(plan) = self.plan_riposte(by, who, parry)? else { return Ok(Exchange::Missed) };
        Ok(match self.referee.ask(self.setup, self.state, Question::Attack { who: by, plan })? {
            Choice::Attack(Attack::One(answer)) => {
                self.tell(Event::Attacks { who: by, blow: answer });
                Exchange::Answered(answer, self.swing(by, &answer, plan.from)?)
            }
            Choice::Attack(Attack::Several(blows)) => Exchange::AnsweredBySeveral(blows),
            _ => Exchange::Missed,
        })
    }

    /// `DQ-403` to `DQ-407` `DQ-413` to `DQ-416` A blow up to its hit, its miss, or the parry.
    fn swing(&mut self, who: CombatantId, blow: &Blow, from: From) -> std::result::Result<Swing, R::Pause> {
        let target = blow.target;
        let (setup, state) = (self.setup, &*self.state);
        let scene = Scene { setup, state };
        let Some(arm) = scene.arm(who, blow.with) else { return Ok(Swing::Missed) };
        let score = self.referee.score(|| scene.modified_chance(who, blow, from));
        let grades = Grades::of(blow.kind, arm.class);
        // DQ-R61: no damage die, no bonus, and no price for it.
        let breaks_from = if grades == Grades::Hits { 99 } else { i32::from(arm.breaks_from) };
        let can_parry = scene.can_parry(target);
        let why = Why::new(who, rule!("DQ-403"), "strike");
        let chance = score.total();
        let ends = || ends(chance, breaks_from);
        let read = |roll| read(roll, chance, breaks_from, can_parry, grades);
        let strike = self.referee.roll_in_runs(why, D100, Some(&score), ends, read)?;
        self.spend_helpers(blow.kind);
        let lost = strike.mishap != Mishap::None && self.misfortune(who, blow.with, strike.mishap)?;
        Ok(match strike.result {
            Result::Miss => {
                self.tell(Event::Misses { who, target });
                Swing::Missed
            }
            Result::Wide => {
                self.tell(Event::Misses { who, target });
                self.offer_parry(who, blow, lost)?
            }
            Result::Hit(force) => Swing::Hit(force),
        })
    }

    /// `DQ-706` `DQ-R57` Tramples a figure that was knocked down: class C, D10 and the hexes that the monster
    /// covers; nothing that can be parried, and no weapon that could break.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn trample(&mut self, who: CombatantId, target: CombatantId) -> std::result::Result<(), R::Pause> {
        self.tell_trample(who, target);
        let (setup, state) = (self.setup, &*self.state);
        let scene = Scene { setup, state };
        let score = self.referee.score(|| scene.trample_chance(who, target));
        let why = Why::new(who, rule!("DQ-706"), "trample");
        let chance = score.total();
        let read = |roll| read(roll, chance, 101, false, Grades::All).result;
        let result = self.referee.roll_in_runs(why, D100, Some(&score), || ends(chance, 101), read)?;
        match result {
            Result::Miss | Result::Wide => self.tell(Event::Misses { who, target }),
            Result::Hit(force) => {
                self.tell(Event::Hits { who, target, endurance: force != Force::Normal });
                let hexes = i32::from(self.setup.combatants[who.index()].sheet.hexes);
                self.harm(who, target, hexes, force, Class::C, false)?;
            }
        }
        self.distract(target)
    }

    /// `DQ-406` `DQ-407` `DQ-R15` The misfortune of a roll of 99 or 100, unless it is avoided. Whether the
    /// weapon has left the hand.
    pub(crate) fn misfortune(
        &mut self,
        who: CombatantId,
        with: Arm,
        mishap: Mishap,
    ) -> std::result::Result<bool, R::Pause> {
        let target = R::Tally::base(rule!("DQ-406"), 3 * self.scene().mod_md(who));
        if self.succeeds(who, rule!("DQ-406"), "misfortune", &target)? {
            self.tell(Event::Avoids { who, with });
            return Ok(false);
        }
        let droppable = self.state[who].holds(with);
        match mishap {
            Mishap::None => Ok(false),
            Mishap::Break | Mishap::Drop if !droppable => {
                if !self.setup.options.no_misfit_penalty {
                    self.state[who].flags.set(Flags::LOSE_ACTION_NEXT);
                    self.tell(Event::Stumbles { who });
                }
                Ok(false)
            }
            Mishap::Break => {
                self.break_item(who, with);
                Ok(false)
            }
            Mishap::Drop => {
                self.drop_item(who, with);
                Ok(true)
            }
        }
    }

    /// `DQ-413` `DQ-414` `DQ-418` `DQ-419` The parry of a wide miss, and what it leads to.
    fn offer_parry(&mut self, who: CombatantId, blow: &Blow, lost: bool) -> std::result::Result<Swing, R::Pause> {
        let by = blow.target;
        let question = Question::Parry { who: by, by: who, with: blow.with };
        let Choice::Parry(Some(parry)) = self.referee.ask(self.setup, self.state, question)? else {
            return Ok(Swing::Missed);
        };
        let scene = self.scene();
        let rank = |who, with| scene.arm(who, with).map_or(0, crate::sheet::Item::rank_or_zero);
        let difference = rank(by, parry) - rank(who, blow.with);
        let why = Why::new(by, rule!("DQ-414"), "parry");
        let result = self.referee.throw(why, D10, |roll| parried(roll + difference))?;
        self.tell(Event::Parries { who: by, by: who, result });
        if result == Parried::Barely {
            self.state[by].flags.set(Flags::MUST_PASS_NEXT);
            return Ok(Swing::Missed);
        }
        // DQ-416: what cannot be dropped, or lies on the ground already, is not.
        if !lost && self.state[who].holds(blow.with) {
            self.drop_item(who, blow.with);
        }
        Ok(if result == Parried::Riposte { Swing::Riposte(parry) } else { Swing::Missed })
    }

    /// `DQ-417` `DQ-R13` The free attack, at once and for no action.
    fn riposte(&mut self, who: CombatantId, at: CombatantId, with: Arm) -> std::result::Result<(), R::Pause> {
        match self.plan_riposte(who, at, with)? {
            Some(plan) => self.attack(who, plan),
            None => Ok(()),
        }
    }

    /// What a free attack may be, if there can be one. Who has to turns to the one who was parried.
    fn plan_riposte(
        &mut self,
        who: CombatantId,
        at: CombatantId,
        with: Arm,
    ) -> std::result::Result<Option<Plan>, R::Pause> {
        let scene = self.scene();
        // DQ-223: in close combat one strikes at nobody outside.
        let near = if scene.in_close_combat(who) { scene.share_hex(who, at) } else { scene.apart(who, at) <= 1 };
        if !near || self.state[who].flags.any(HELPLESS) {
            return Ok(None);
        }
        if !self.scene().threatens(who, at) && !self.state[who].flags.has(Flags::CLOSE) {
            self.face(who)?;
        }
        Ok(Some(Plan { from: From::Riposte, only: at.0, with }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strike_rolls() {
        let plain = |roll, chance| read(roll, chance, 99, false, Grades::All);
        // DQ-E03, DQ-E04
        assert_eq!(plain(70, 70).result, Result::Hit(Force::Normal));
        assert_eq!(plain(71, 70).result, Result::Miss);
        assert_eq!(plain(10, 70).result, Result::Hit(Force::Endurance));
        assert_eq!(plain(3, 70).result, Result::Hit(Force::Grievous));
        assert_eq!(read(3, 70, 99, false, Grades::Endurance).result, Result::Hit(Force::Endurance));
        assert_eq!(read(3, 70, 99, false, Grades::Hits).result, Result::Hit(Force::Normal));
        // DQ-E13
        assert_eq!(plain(98, 113).result, Result::Hit(Force::Normal));
        assert_eq!(plain(99, 113), Strike { result: Result::Miss, mishap: Mishap::Break });
        assert_eq!(plain(100, 113).mishap, Mishap::Drop);
        // DQ-E19, DQ-E10
        assert_eq!(read(70, 40, 99, true, Grades::All).result, Result::Miss);
        assert_eq!(read(71, 40, 99, true, Grades::All).result, Result::Wide);
        assert_eq!(read(32, 1, 99, true, Grades::All).result, Result::Wide);
        // DQ-E97: with +1 by PS rolls from 93 on may break the club.
        assert_eq!(read(92, 70, 93, false, Grades::All).mishap, Mishap::None);
        assert_eq!(read(93, 70, 93, false, Grades::All).mishap, Mishap::Break);
    }

    /// `DQ-E20` Rank 2 against Rank 3.
    #[test]
    fn parries() {
        let result = |roll: i32| parried(roll + 2 - 3);
        assert_eq!([4, 5, 8, 9].map(result), [Parried::Barely, Parried::Disarmed, Parried::Disarmed, Parried::Riposte]);
    }
}
