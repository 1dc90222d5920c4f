//! One blow from its roll to its end: misfortune, parry and riposte, damage, injury.
//!
//! Rules `DQ-403` to `DQ-407`, `DQ-413` to `DQ-419`, `DQ-501` to `DQ-506`; rulings `DQ-R13`, `DQ-R15`,
//! `DQ-R53`. The dice of an attack fall in the order of part 1.4 of the ledger. Read
//! [`Fight::strike`] first.

pub mod chance;
pub mod declaration;
pub mod fire;
pub mod kinds;
pub mod line;

use crate::DragonQuest;
use crate::body::damage::{Force, Hit, Means};
use crate::decision::{Blow, Choice, From, Kind, Plan, Question};
use crate::event::{DropCause, Event, Parried};
use crate::scene::{D10, D100, Fight, Misfit};
use crate::sheet::{Arm, BREAKS_FROM, Class, Item, Traits};
use crate::state::{Flags, HELPLESS, Ignored};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;

/// The result of a strike roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Strike {
    pub outcome: Outcome,
    pub mishap: Mishap,
}

/// Whether a strike roll hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Miss,
    /// `DQ-413` A miss by more than 30.
    Wide,
    Hit(Force),
}

/// `DQ-404` `DQ-405` The misfortune that threatens a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mishap {
    None,
    /// By a roll from this number on: 99, or less with a bonus (`DQ-513`).
    Break(u8),
    Drop,
}

/// `DQ-403` `DQ-R14` Whether a strike roll hits: at most the modified chance, and never 99 or 100.
pub(crate) const fn hits(roll: i32, chance: i32) -> bool {
    roll < 99 && roll <= chance
}

/// `DQ-R15` `DQ-404` `DQ-405` Reads a strike roll against the modified chance.
pub(crate) fn read(roll: i32, chance: i32, breaks_from: u8, kind: Kind, class: Class) -> Strike {
    let mishap = match roll {
        100 => Mishap::Drop,
        roll if roll >= i32::from(breaks_from) => Mishap::Break(breaks_from),
        _ => Mishap::None,
    };
    let outcome = if hits(roll, chance) {
        Outcome::Hit(force(roll, chance, kind, class))
    } else if roll > chance + 30 {
        Outcome::Wide
    } else {
        Outcome::Miss
    };
    Strike { outcome, mishap }
}

/// `DQ-505` A blow goes to Endurance within so many percent of its chance.
const TO_ENDURANCE: i32 = 15;
/// `DQ-506` A blow may be grievous within so many percent of its chance.
const GRIEVOUS: i32 = 5;

/// `DQ-505` `DQ-506` `DQ-R19` `DQ-R49` `DQ-R53` The force of a hit: within 5 % of the chance a grievous blow,
/// within 15 % one to Endurance. No such results where the attack type has no damage die, no grievous ones by a weapon
/// without a class.
const fn force(roll: i32, chance: i32, kind: Kind, class: Class) -> Force {
    if !kind.has_damage_die() {
        Force::Normal
    } else if 100 * roll <= GRIEVOUS * chance && !matches!(class, Class::Unclassed) {
        Force::Grievous
    } else if 100 * roll <= TO_ENDURANCE * chance {
        Force::Endurance
    } else {
        Force::Normal
    }
}

/// `DQ-505` `DQ-506` The event of a hit of that force at that chance.
fn hit(who: CombatantId, target: CombatantId, force: Force, chance: i32) -> Event {
    let endurance = force != Force::Normal;
    let grievous = (force == Force::Grievous).then_some(GRIEVOUS * chance / 100);
    Event::Hits { who, target, endurance, within: endurance.then_some(TO_ENDURANCE * chance / 100), grievous }
}

/// `DQ-415` `DQ-416` `DQ-417` Reads the result of a parry.
const fn parried(result: i32) -> Parried {
    match result {
        ..=3 => Parried::Barely,
        4..=7 => Parried::Disarmed,
        8.. => Parried::Riposte,
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-403` A blow that was declared, from its roll to its end: steps 3 to 11 of part 1.4 of the ledger.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn strike(&mut self, who: CombatantId, blow: &Blow, from: From) -> Result<(), R::Pause> {
        if from == From::Fire {
            return self.loose(who, blow);
        }
        let target = blow.target;
        self.tell(Event::Attacks { who, blow: *blow });
        let Some(arm) = self.setup.arm(who, blow.with) else { return Ok(()) };
        // 3: the modified strike chance.
        let defense = self.show_defense(target, who, false);
        let chance: R::Tally = self.scene().chance_against(who, blow, from, self.state[target].at, defense);
        // DQ-R61: no damage die, no bonus, and no price for it.
        let breaks_from = if blow.kind.has_damage_die() { arm.breaks_from } else { BREAKS_FROM };
        // 4: the strike roll.
        let why = Why::new(who, rule!("DQ-403"), "strike");
        let read = |roll, chance| (read(roll, chance, breaks_from, blow.kind, arm.class), Ignored(roll - chance));
        let (Strike { outcome, mishap }, Ignored(over)) = self.referee.check(why, D100, &chance, read)?;
        self.spend_helpers(who, blow.kind);
        match outcome {
            Outcome::Miss | Outcome::Wide => {
                // 5: misfortune of a 99 or 100.
                let dropped = self.misfortune(who, blow.with, mishap)?;
                self.tell(Event::Misses { who, target });
                // 6: a parry, and the free attack that it may bring.
                if outcome == Outcome::Wide {
                    self.parry(who, blow, dropped, over)?;
                }
            }
            Outcome::Hit(force) => {
                self.tell(hit(who, target, force, chance.total()));
                // 5: a weapon that hits breaks after the hit (DQ-R15).
                self.misfortune(who, blow.with, mishap)?;
                // 7 to 9: damage, grievous injury, death, unconsciousness, stun, poison.
                let infects = arm.traits.has(Traits::INFECTS);
                let means = Means::Melee(blow.with);
                let hit = Hit { by: who, target, means, force, class: arm.class, infects };
                let wounds = match self.check_damage(blow.kind, &hit)? {
                    Some(damage) => self.hurt(who, target, damage)?,
                    None => false,
                };
                // 10: the effect of the attack type.
                self.take_effect(who, blow)?;
                if wounds {
                    self.envenom(who, blow.with, target);
                }
            }
        }
        // 11: the concentration of a caster.
        self.distract(target)
    }

    /// `DQ-412` Shows the defense of a figure against an attack, and gives it.
    pub(crate) fn show_defense(&mut self, who: CombatantId, by: CombatantId, ranged: bool) -> i32 {
        let defense: R::Tally = self.scene().defense(who, by, ranged);
        self.referee.show(Why::new(who, rule!("DQ-412"), "defense"), &defense);
        defense.total()
    }

    /// `DQ-404` `DQ-405` `DQ-406` `DQ-407` `DQ-R15` The misfortune of a roll of 99 or 100, unless it is avoided. Whether the
    /// weapon has left the hand.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn misfortune(&mut self, who: CombatantId, with: Arm, mishap: Mishap) -> Result<bool, R::Pause> {
        if mishap == Mishap::None {
            return Ok(false);
        }
        self.tell(Event::Threatens {
            who,
            with,
            from: if let Mishap::Break(from) = mishap { from.into() } else { 100 },
        });
        let target: R::Tally = self.scene().thrice_md(who, rule!("DQ-406"));
        if self.succeeds(who, rule!("DQ-406"), "misfortune", &target)? {
            self.tell(Event::Avoids { who, with });
        } else if !self.state[who].holds(with) {
            if self.setup.options.misfit_penalty == Misfit::LoseAction {
                self.state[who].flags.set(Flags::LOSE_ACTION_NEXT);
                self.tell(Event::Stumbles { who });
            } else {
                self.tell(Event::NoPenalty { who });
            }
        } else if matches!(mishap, Mishap::Break(_)) {
            self.break_item(who, with);
        } else {
            self.drop_item(who, with, DropCause::Misfortune);
            return Ok(true);
        }
        Ok(false)
    }

    /// `DQ-413` `DQ-414` `DQ-415` `DQ-416` `DQ-418` `DQ-419` `DQ-R13` The parry of a wide miss, and what it leads to. A weapon
    /// that was dropped already is not disarmed again. `over`: how far the blow missed.
    fn parry(&mut self, who: CombatantId, blow: &Blow, dropped: bool, over: i32) -> Result<(), R::Pause> {
        let by = blow.target;
        if !self.state[by].flags.has(Flags::EVADING) {
            return Ok(());
        }
        if self.scene().parrying_arms(by).next().is_none() {
            self.tell(Event::CannotParry { who: by, by: who });
            return Ok(());
        }
        self.tell(Event::CanParry { who: by, by: who, over });
        let question = Question::Parry { who: by, by: who, with: blow.with };
        let Choice::Parry(Some(parry)) = self.ask(question)? else {
            self.tell(Event::LetsPass { who: by, by: who });
            return Ok(());
        };
        let scene = self.scene();
        let rank = |who, with| scene.arm(who, with).map_or(0, Item::rank_or_zero);
        let mut ranks = R::Tally::base(rule!("DQ-414").named("Rank"), rank(by, parry));
        ranks.add(rule!("DQ-414").named("Rank of the attacker"), -rank(who, blow.with));
        let why = Why::new(by, rule!("DQ-414"), "parry");
        self.referee.show(why, &ranks);
        let difference = ranks.total();
        let read = |roll| (parried(roll + difference), Ignored(roll + difference));
        let (result, Ignored(total)) = self.referee.throw(why, D10, read)?;
        let disarms = result != Parried::Barely && !dropped && self.state[who].holds(blow.with);
        self.tell(Event::Parries { who: by, by: who, with: blow.with, total, result, disarms });
        if disarms {
            let cause = if result == Parried::Riposte { DropCause::Riposte } else { DropCause::Parry };
            self.drop_item(who, blow.with, cause);
        }
        match result {
            Parried::Barely => self.state[by].flags.set(Flags::MUST_PASS_NEXT),
            Parried::Disarmed => {}
            Parried::Riposte => self.riposte(by, who, parry)?,
        }
        Ok(())
    }

    /// `DQ-417` `DQ-R13` The free attack at the one who was parried, at once and for no action.
    fn riposte(&mut self, who: CombatantId, at: CombatantId, with: Arm) -> Result<(), R::Pause> {
        let scene = self.scene();
        // DQ-223: in close combat one strikes at nobody outside.
        let near = if scene.in_close_combat(who) { scene.share_hex(who, at) } else { scene.apart(who, at) <= 1 };
        if !near || self.state[who].flags.any(HELPLESS) {
            return Ok(());
        }
        if !self.scene().threatens(who, at) && !self.state[who].flags.has(Flags::CLOSE) {
            self.face(who)?;
        }
        self.attack(who, Plan { from: From::Riposte, only: at.0, with })?;
        Ok(())
    }

    /// `DQ-706` `DQ-R57` Tramples a figure that was knocked down: class C, D10 and the hexes that the monster
    /// covers; nothing that can be parried, and no weapon that could break.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn trample(&mut self, who: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        self.tell(Event::Tramples { who, target });
        let defense = self.show_defense(target, who, false);
        let chance: R::Tally = self.scene().trample_chance(who, defense);
        let why = Why::new(who, rule!("DQ-706"), "trample");
        let read = |roll, chance| read(roll, chance, BREAKS_FROM, Kind::Plain, Class::C).outcome;
        if let Outcome::Hit(force) = self.referee.check(why, D100, &chance, read)? {
            self.tell(hit(who, target, force, chance.total()));
            let hit = Hit { by: who, target, means: Means::Body, force, class: Class::C, infects: false };
            if let Some(damage) = self.check_damage(Kind::Plain, &hit)? {
                self.hurt(who, target, damage)?;
            }
        } else {
            self.tell(Event::Misses { who, target });
        }
        self.distract(target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strike_rolls() {
        let plain = |roll, chance| read(roll, chance, 99, Kind::Plain, Class::A);
        // DQ-E03, DQ-E04
        assert_eq!(plain(70, 70).outcome, Outcome::Hit(Force::Normal));
        assert_eq!(plain(71, 70).outcome, Outcome::Miss);
        assert_eq!(plain(10, 70).outcome, Outcome::Hit(Force::Endurance));
        assert_eq!(plain(3, 70).outcome, Outcome::Hit(Force::Grievous));
        assert_eq!(read(3, 70, 99, Kind::Plain, Class::Unclassed).outcome, Outcome::Hit(Force::Endurance));
        assert_eq!(read(3, 70, 99, Kind::Knockout, Class::A).outcome, Outcome::Hit(Force::Normal));
        // DQ-E13
        assert_eq!(plain(98, 113).outcome, Outcome::Hit(Force::Normal));
        assert_eq!(plain(99, 113), Strike { outcome: Outcome::Miss, mishap: Mishap::Break(99) });
        assert_eq!(plain(100, 113).mishap, Mishap::Drop);
        // DQ-E19, DQ-E10
        assert_eq!(plain(70, 40).outcome, Outcome::Miss);
        assert_eq!(plain(71, 40).outcome, Outcome::Wide);
        assert_eq!(plain(32, 1).outcome, Outcome::Wide);
        // DQ-E97: with +1 by PS rolls from 93 on may break the club.
        assert_eq!(read(92, 70, 93, Kind::Plain, Class::C).mishap, Mishap::None);
        assert_eq!(read(93, 70, 93, Kind::Plain, Class::C).mishap, Mishap::Break(93));
    }

    /// `DQ-E04` and `DQ-E96`.
    #[test]
    fn forces_of_blows() {
        for (chance, endurance, grievous) in [(70, 10, 3), (6, 0, 0), (7, 1, 0), (19, 2, 0), (20, 3, 1), (30, 4, 1)] {
            let forces = (1..=100).map(|roll| force(roll, chance, Kind::Plain, Class::A));
            let last = |force: Force| forces.clone().filter(|&one| one == force).count();
            let counts = (last(Force::Endurance) + last(Force::Grievous), last(Force::Grievous));
            assert_eq!(counts, (endurance, grievous), "{chance}");
        }
    }

    /// `DQ-E20` Rank 2 against Rank 3.
    #[test]
    fn parries() {
        let result = |roll: i32| parried(roll + 2 - 3);
        assert_eq!([4, 5, 8, 9].map(result), [Parried::Barely, Parried::Disarmed, Parried::Disarmed, Parried::Riposte]);
    }
}
