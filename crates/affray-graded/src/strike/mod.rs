//! A strike: an attack from its declaration to the wound. Read [`Fight::strike`] first: each step of part 1.4 of the
//! ledger stands there in its order.
//!
//! Rules `GR-012`, `GR-032`, `GR-096`, `GR-182`, `GR-191`, `GR-225` to `GR-227`; rulings `GR-R01` to `GR-R04`,
//! `GR-R16`, `GR-R21`, `GR-R71`, `GR-R86`, `GR-R93`.

pub mod blow;
pub mod critical;
pub mod damage;
mod declare;
pub mod defense;
mod melee;
mod missile;
pub mod range;
mod stray;
mod to_hit;
mod unarmed;

use crate::Graded;
use crate::body::location::Location;
use crate::check::{fails_critically, margin, succeeded};
use crate::decision::{Blow, Choice, Defense, From, IncomingAttack, Mode, Plan, Question};
use crate::event::{Event, Forgone};
use crate::scene::{D1, D3, Fight, Scene};
use crate::sheet::{Item, UNARMED};
use crate::state::{Ignored, Marks, State};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;
use damage::{DamageProfile, Grade};
use defense::{Bar, DefenseResult};
use to_hit::{margin_after, margin_after_pd};

/// An attack between its declaration and the wound.
#[derive(Debug)]
struct Assault<'a, T> {
    who: CombatantId,
    blow: &'a Blow,
    from: From,
    /// What its target sees come. The margin, and a location that is rolled for, are settled on the way.
    incoming: IncomingAttack,
    profile: DamageProfile<T>,
    /// `GR-225` The location of a hit is rolled for.
    random: bool,
    /// `GR-167` `GR-R68` Its target has an active defense.
    defends: bool,
    /// It is a weapon that is thrown.
    thrown: bool,
}

impl<T> Assault<'_, T> {
    /// Whether it is a shot or a throw at whom it was meant for.
    fn is_shot(&self) -> bool {
        self.blow.mode == Mode::Shoot && self.from != From::Stray
    }
}

impl Scene<'_> {
    /// An attack as it is declared.
    fn assault<T: Tally>(self, who: CombatantId, blow: &Blow, from: From) -> Assault<'_, T> {
        let (target, at) = (blow.target, blow.at.unwrap_or(Location::Body));
        let side = self.side_attacked(target, who);
        let incoming = IncomingAttack { by: who, with: blow.with, mode: blow.mode, from, margin: 0, at, side };
        let profile = self.damage_profile::<T>(who, blow, from);
        let random = self.falls_at_random(blow);
        // GR-167, GR-R68
        let defends = !blow.declared.unaware && self.can_defend(target, &incoming);
        let mut assault = Assault { who, blow, from, incoming, profile, random, defends, thrown: false };
        assault.thrown = assault.is_shot() && self.item(who, blow.with).is_some_and(Item::is_thrown);
        assault
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// Asks for an attack and carries it out. The attack that was made, if any.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn attack(&mut self, who: CombatantId, plan: Plan) -> Result<Option<Blow>, R::Pause> {
        let question = Question::Attack { who, plan };
        let Choice::Attack(Some(blow)) = self.ask(question)? else {
            self.forgo(who, &plan);
            return Ok(None);
        };
        if blow.target == who {
            return Ok(None);
        }
        if self.setup.any_mount {
            self.ride(who, &blow)?;
        }
        self.strike(who, &blow, &plan)?;
        Ok(Some(blow))
    }

    /// Tells that an attack is not made, and whether it could have been.
    pub(crate) fn forgo(&mut self, who: CombatantId, plan: &Plan) {
        let scene = Scene { setup: self.setup, state: self.state };
        self.referee.tell(|| {
            let mut options = Vec::new();
            scene.attack_options(who, plan, &mut options);
            let possible = options.iter().any(|option| matches!(option, Choice::Attack(Some(_))));
            let reason = match plan.from {
                _ if possible => Forgone::Choice,
                From::Wait => Forgone::Away,
                _ => Forgone::Nobody,
            };
            Event::Forgoes { who, reason }
        });
    }

    /// `GR-191` `GR-R86` `GR-D08` The riding roll, once a turn before the first attack.
    fn ride(&mut self, who: CombatantId, blow: &Blow) -> Result<(), R::Pause> {
        let combatant = &self.setup.combatants[who.index()];
        let due = self.scene().rides_on(who) && !self.state[who].marks.has(Marks::RODE);
        if !due || self.scene().strikes_mounted(who, blow) {
            return Ok(());
        }
        self.state[who].marks.set(Marks::RODE);
        let mut skill = R::Tally::base(rule!("GR-191").named("riding"), combatant.sheet.riding);
        skill.add(rule!("GR-194"), self.scene().stun_penalty(who));
        if !self.succeeds(who, rule!("GR-191"), "riding", &skill)? {
            self.state[who].marks.set(Marks::RODE_BADLY);
        }
        Ok(())
    }

    /// Part 1.4, `GR-R21` `GR-D09` One attack from its declaration to the wound, before anybody else acts. Whether it hit.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn strike(&mut self, who: CombatantId, blow: &Blow, plan: &Plan) -> Result<bool, R::Pause> {
        // Step 1: the declaration, and what the target sees come.
        let target = blow.target;
        self.tell(Event::Attacks { who, from: plan.from, blow: *blow });
        let mut assault: Assault<'_, R::Tally> = self.scene().assault(who, blow, plan.from);
        if assault.is_shot() {
            self.tell_of_shot(who, target);
        }

        // Step 2: T0.
        let score: R::Tally = self.scene().attack_score(who, blow, plan);
        self.note_attack(who, blow, plan.from);

        // Step 3: the roll.
        let roll = self.roll_attack(&assault, &score)?;
        let score = score.total();
        if fails_critically(score, roll) {
            self.miss_critically(&assault)?;
            return Ok(false);
        }
        if assault.thrown {
            // It has left the hand.
            self.note_shot(who, blow);
        }

        // Step 4: the location, unless the blow goes wide.
        if assault.random && succeeded(score, roll) {
            assault.incoming.at = self.random_location(who)?;
        }

        // Step 5: M1, the margin after PD.
        let Some(margin) = self.pass_pd(&assault, score, roll) else { return Ok(false) };
        assault.incoming.margin = margin;

        // Step 6: the active defense.
        let met = self.meet(&assault)?;
        let Some(grade) = met.left else {
            self.turn_aside(&assault, met.defense)?;
            return Ok(false);
        };
        if met.failed && met.defense == Defense::Parry(UNARMED) {
            assault.incoming.at = self.offer_arm(who, target, assault.incoming.at)?;
        }

        // Step 7: the grade (`GR-D13`).
        let at = assault.incoming.at;
        self.tell(Event::Hits { who, target, grade, at });
        if blow.mode == Mode::Bite {
            self.bite(who, &mut assault.profile.potential)?;
        }
        let row = if grade == Grade::Critical { Some(self.critical_hit(who, at)?) } else { None };

        // Steps 8 and 9: damage and its effects.
        self.wound(target, who, assault.profile, grade, row, at)?;
        if matches!(met.defense, Defense::Parry(_)) {
            self.offer_riposte(target, who)?;
        }
        Ok(true)
    }

    /// Step 3: the attack roll on T0.
    fn roll_attack(&mut self, assault: &Assault<'_, R::Tally>, score: &R::Tally) -> Result<i32, R::Pause> {
        let Assault { who, blow, ref incoming, ref profile, random, defends, .. } = *assault;
        let pd = || self.scene().pd(blow.target, incoming.at, profile.kind, incoming.side, blow.declared.unaware);
        let known_pd = (!random).then(pd);
        let why = Why::new(who, rule!("GR-R01"), "attack");
        let read = |roll, score| (attack_reading(score, roll, known_pd, defends), Ignored(roll));
        let (_, Ignored(roll)) = self.referee.check(why, D3, score, read)?;
        Ok(roll)
    }

    /// Step 5: what is left of the margin after PD; nothing if the blow misses, which is told.
    fn pass_pd(&mut self, assault: &Assault<'_, R::Tally>, score: i32, roll: i32) -> Option<i32> {
        let Assault { who, blow, ref incoming, ref profile, random, .. } = *assault;
        let (target, success) = (blow.target, succeeded(score, roll));
        let mut pd = 0;
        let after: R::Tally = margin_after(score, roll, |margin: &mut R::Tally| {
            if success || !random {
                let (before, unaware) = (margin.total(), blow.declared.unaware);
                self.scene().take_pd(margin, target, incoming.at, profile.kind, incoming.side, unaware);
                pd = before - margin.total();
            }
        });
        if pd != 0 && success {
            self.referee.show(Why::new(who, rule!("GR-R01"), "margin"), &after);
        }
        let margin = after.total();
        if margin < 0 {
            let pd = if success { pd as i8 } else { 0 };
            self.tell(Event::Misses { who, target, pd });
            self.miss_badly(who, blow, score, roll);
            return None;
        }
        self.tell(Event::Succeeds { who, target, margin, pd: pd as i8, at: incoming.at });
        Some(margin)
    }

    /// Step 6: the active defense, or why there is none.
    fn meet(&mut self, assault: &Assault<'_, R::Tally>) -> Result<DefenseResult, R::Pause> {
        let (target, incoming) = (assault.blow.target, &assault.incoming);
        if assault.defends {
            return self.defend(target, incoming);
        }
        if assault.blow.declared.unaware {
            self.tell(Event::Undefended { who: target, why: Bar::Helpless });
        } else {
            self.tell_bar(target, incoming);
        }
        Ok(DefenseResult::none(incoming.margin))
    }

    /// What comes of an attack of which a defense left nothing.
    fn turn_aside(&mut self, assault: &Assault<'_, R::Tally>, by: Defense) -> Result<(), R::Pause> {
        let (who, target) = (assault.who, assault.blow.target);
        self.tell(Event::Defended { who, target });
        if matches!(by, Defense::Parry(_)) {
            self.offer_riposte(target, who)?;
        }
        if by == Defense::Dodge && assault.is_shot() {
            self.stray(who, assault.blow)?;
        }
        Ok(())
    }

    /// `GR-R78` `GR-R82` Tells the range of a shot uphill or down, and who stands on its line.
    fn tell_of_shot(&mut self, who: CombatantId, target: CombatantId) {
        if self.setup.any_height {
            let range: R::Tally = self.scene().range_score(who, target);
            if range.total() != self.scene().apart(who, target) as i32 {
                self.referee.show(Why::new(who, rule!("GR-R78"), "range"), &range);
            }
        }
        self.tell_persons_between(who, target);
    }

    /// `GR-R82` Tells who stands on the line of a shot.
    fn tell_persons_between(&mut self, shooter: CombatantId, target: CombatantId) {
        if self.scene().persons_between(shooter, target) == 0 {
            return;
        }
        let (from, to) = (self.state[shooter].at, self.state[target].at);
        for who in self.state.ids() {
            let scene = self.scene();
            let is_between = scene.stands_in_line(who) && scene.map().line(from, to).any(|at| at == self.state[who].at);
            if is_between {
                self.tell(Event::StandsBetween { who, shooter });
            }
        }
    }

    /// `GR-R101` `GR-225` to `GR-227` The location of a hit that is not aimed.
    fn random_location(&mut self, who: CombatantId) -> Result<Location, R::Pause> {
        let at = self.referee.throw(Why::new(who, rule!("GR-225"), "location"), D3, Location::at_random)?;
        let (rule, other) = match at {
            Location::HandNear => (rule!("GR-226"), Location::HandFar),
            Location::FootNear => (rule!("GR-227"), Location::FootFar),
            _ => return Ok(at),
        };
        let near = self.referee.throw(Why::new(who, rule, "side"), D1, |face| face <= 4)?;
        Ok(if near { at } else { other })
    }

    /// `GR-212` A critical miss. What was thrown is gone as well, unless it was lost in another way.
    fn miss_critically(&mut self, assault: &Assault<'_, R::Tally>) -> Result<(), R::Pause> {
        let Assault { who, blow, from, thrown, .. } = *assault;
        self.tell(Event::Misses { who, target: blow.target, pd: 0 });
        // GR-R93: strays have no critical miss.
        if from == From::Stray {
            return Ok(());
        }
        let count = |state: &State| state[who].items.get(blow.with as usize).map_or(0, |item| item.count);
        let before = count(self.state);
        self.critical_miss(who, blow.with, Some(blow.mode))?;
        if thrown && self.state[who].wields(blow.with) && count(self.state) == before {
            self.note_shot(who, blow);
        }
        Ok(())
    }

    /// `GR-032` A roll that fails by more than 3 makes a weapon unready that is nearly too heavy.
    fn miss_badly(&mut self, who: CombatantId, blow: &Blow, score: i32, roll: i32) {
        let item = self.setup.combatants[who.index()].sheet.item(blow.with);
        // GR-031, GR-032
        if fails_badly(score, roll) && blow.mode != Mode::Shoot && item.is_some_and(|item| item.unsteady) {
            self.make_unready(who, blow.with);
        }
    }

    /// What an attack is noted as, whatever comes of it.
    fn note_attack(&mut self, who: CombatantId, blow: &Blow, from: From) {
        if from == From::Stray {
            return;
        }
        self.state.heat = true;
        let item = self.setup.combatants[who.index()].sheet.item(blow.with);
        let fighter = &mut self.state[who];
        fighter.struck = blow.with;
        // GR-R71: what cuts, crushes or is thrown is a swing; missile weapons are no attack.
        if blow.mode == Mode::Shoot && !item.is_some_and(Item::is_thrown) {
            if item.is_some_and(|item| item.hands > 1) {
                fighter.marks.set(Marks::LOOSED);
            }
            self.note_shot(who, blow);
        } else if blow.mode.is_thrust() {
            fighter.marks.set(Marks::THRUST);
        } else {
            fighter.marks.set(Marks::SWING);
        }
    }

    /// `GR-096` The damage of a bite: a die less 4, not below 0.
    pub(crate) fn bite(&mut self, who: CombatantId, potential: &mut R::Tally) -> Result<(), R::Pause> {
        let points = self.referee.throw(Why::new(who, rule!("GR-096"), "bite"), D1, |face| (face - 4).max(0))?;
        potential.add(rule!("GR-096").named("die less 4, at least 0"), points);
        Ok(())
    }

    /// `GR-182` After a failed bare-handed parry the attacker may hit the arm that parried. Where it hits.
    fn offer_arm(&mut self, who: CombatantId, target: CombatantId, at: Location) -> Result<Location, R::Pause> {
        let question = Question::ArmInstead { who, target };
        match self.ask(question)? {
            Choice::Arm(true) => {
                let near = self.state[target].is_free(0);
                Ok(if near { Location::ArmNear } else { Location::ArmFar })
            }
            _ => Ok(at),
        }
    }
}

/// `GR-R16` Whether an attack roll on T0 fails by more than 3. PD is not counted.
const fn fails_badly(score: i32, roll: i32) -> bool {
    margin(score, roll) <= -4
}

/// Which attack rolls come to the same: `None` for a critical miss (`GR-R04`), otherwise a margin. `pd` is `None` where
/// the location is still to be rolled.
///
/// It goes ahead of steps 5 to 7 for the sake of odds: the margin alone makes 144 outcomes of 47 of an attack at the
/// body of a combatant without a defense, and takes three times as long (`GR-R01-odds` in the cases).
fn attack_reading(score: i32, roll: i32, pd: Option<i32>, defends: bool) -> Option<i32> {
    if fails_critically(score, roll) {
        return None;
    }
    let margin = margin_after_pd(pd.unwrap_or(0), score, roll);
    Some(match Grade::of(margin) {
        None if fails_badly(score, roll) => -4,
        None => -1,
        // Without a location or a defense to come the grade is all that counts.
        Some(grade) if pd.is_some() && !defends => grade.margin(),
        Some(_) => margin,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `GR-E13` to `GR-E15`, `GR-E31` to `GR-E33`, `GR-E43`
    #[test]
    fn attack_rolls() {
        assert_eq!(margin_after_pd(2, 14, 11), 1);
        assert_eq!(margin_after_pd(5, 14, 11), -2);
        assert_eq!(margin_after_pd(3, 0, 4), 0);
        assert_eq!(margin_after_pd(0, 20, 17), -1);
        assert_eq!(margin_after_pd(3, 5, 14), -12);
        assert_eq!(margin_after_pd(0, 10, 14), -4);
    }

    /// Rolls that come to the same do so whatever is rolled after them.
    #[test]
    fn rolls_that_come_to_the_same() {
        let no_defense = |roll| attack_reading(14, roll, Some(0), false);
        assert_eq!((3..=18).map(no_defense).collect::<Vec<_>>(), {
            let mut readings = vec![Some(6); 6];
            readings.extend([Some(3), Some(3), Some(3), Some(2), Some(1), Some(0), Some(-1), Some(-1)]);
            readings.extend([None, None]);
            readings
        });
        for (roll, score, pd) in [(15, 5, 3), (17, 15, 0), (18, 30, 0)] {
            assert_eq!(attack_reading(score, roll, Some(pd), false), None);
        }
        // GR-R16: of the rolls that PD 5 turns, none fails badly on T0.
        let armored = |roll| attack_reading(14, roll, Some(5), false);
        assert_eq!((10..=15).map(armored).collect::<Vec<_>>(), vec![Some(-1); 6]);
        assert_eq!(
            (13..=14).map(|roll| attack_reading(10, roll, Some(5), false)).collect::<Vec<_>>(),
            [Some(-1), Some(-4)]
        );
        let open: Vec<_> = (3..=14).map(|roll| attack_reading(14, roll, None, false)).collect();
        assert_eq!(open, (0..=11).rev().map(Some).collect::<Vec<_>>());
    }
}
