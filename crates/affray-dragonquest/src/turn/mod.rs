//! The pulse, readable from top to bottom: surprise, initiative, engagements, the non-engaged, the end.
//!
//! Rules `DQ-002`, `DQ-005`, `DQ-008`, `DQ-101` to `DQ-103`, `DQ-113`; rulings `DQ-R01`, `DQ-R02`,
//! `DQ-R39`, `DQ-R60`.

pub mod initiative;
pub mod rolloff;

use crate::DragonQuest;
use crate::body::damage::{Cause, Pool};
use crate::decision::{Choice, Question};
use crate::event::{Event, ReleaseCause, SideId};
use crate::scene::{Fight, Surprise};
use crate::state::{Fighter, Flags, NONE, Stage};
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee};
use affray_kernel::tally::Tally;

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-101` Goes on to the next figure's turn and carries it out, or ends the pulse.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn next_turn(&mut self) -> Result<(), R::Pause> {
        // DQ-R59: infection is the last thing of a fight.
        if self.scene().is_decided() {
            return if self.state.stage == Stage::Over { Ok(()) } else { self.after_battle() };
        }
        loop {
            match self.state.stage {
                Stage::Over => return Ok(()),
                Stage::Start => self.settle_surprise()?,
                Stage::Pulse => self.begin_pulse()?,
                Stage::Engagements => {
                    if self.next_engagement()? {
                        self.state.stage = Stage::Engaged;
                    } else {
                        self.choose_first_side()?;
                        self.state.turn = 0;
                        self.state.stage = Stage::Sides;
                    }
                }
                Stage::Engaged => match self.state.order.get(self.state.turn as usize) {
                    Some(&who) => {
                        self.state.turn += 1;
                        // DQ-R18: a helper in a Restrain has spent its action.
                        if !self.state[who].flags.has(Flags::ACTED) {
                            return self.turn(who);
                        }
                    }
                    None => {
                        self.state.order.clear();
                        self.state.stage = Stage::Engagements;
                    }
                },
                Stage::Sides => match self.next_of_sides()? {
                    Some(who) => return self.turn(who),
                    None => self.state.stage = Stage::End,
                },
                Stage::End => return self.end_pulse(),
            }
        }
    }

    /// `DQ-005` `DQ-008` `DQ-R01` `DQ-R02` Whether there is a free pulse, and whose.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn settle_surprise(&mut self) -> Result<(), R::Pause> {
        let side = match self.setup.surprise {
            Surprise::None => None,
            Surprise::By(side) => Some(side),
            Surprise::Roll => self.roll_for_surprise()?,
        };
        self.state.stage = Stage::Pulse;
        if self.setup.surprise != Surprise::None {
            self.tell(Event::Surprise { side: side.map(SideId) });
        }
        if let Some(side) = side {
            for who in self.state.ids() {
                let surprised = self.scene().side(who) != side;
                self.state[who].flags.put(Flags::SURPRISED, surprised);
            }
            self.state.free_pulse = side;
            self.state.sides.clear();
            self.state.sides.push(side);
            self.state.turn = 0;
            self.state.stage = Stage::Sides;
            self.tell(Event::PulseBegins { number: 0 });
        }
        Ok(())
    }

    /// `DQ-R01` Each side rolls under three times its best perception; surprise needs exactly one that
    /// fails.
    fn roll_for_surprise(&mut self) -> Result<Option<u8>, R::Pause> {
        let mut alert = None;
        let mut failed = 0;
        for side in 0..self.setup.sides.len() as u8 {
            let scene = self.scene();
            let members = self.state.ids().filter(|&who| scene.side(who) == side && self.state[who].is_present());
            let Some(who) = members.max_by_key(|&who| scene.perception(who)) else { continue };
            let mut target: R::Tally = scene.perception_score(who, rule!("DQ-R01").named("PC, the best of the side"));
            target.becomes(rule!("DQ-R01").named("x 3"), 3 * target.total());
            if self.succeeds(who, rule!("DQ-R01"), "surprise", &target)? {
                alert = Some(side);
            } else {
                failed += 1;
            }
        }
        Ok(if failed == 1 { alert } else { None })
    }

    /// `DQ-101` The first step of a pulse: who is engaged, and the initiative of those who are not.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn begin_pulse(&mut self) -> Result<(), R::Pause> {
        let number = self.state.rounds.0 + 1;
        self.tell(Event::PulseBegins { number });
        self.settle_engagements();
        self.roll_for_sides()?;
        self.state.stage = Stage::Engagements;
        Ok(())
    }

    /// `DQ-103` `DQ-113` `DQ-R39` The next figure of the non-engaged: side by side, within a side as its
    /// player likes, the stunned last.
    fn next_of_sides(&mut self) -> Result<Option<CombatantId>, R::Pause> {
        while let Some(&side) = self.state.sides.get(self.state.turn as usize) {
            let scene = self.scene();
            let mut able = self.state.ids().filter(|&who| scene.judge_next(side, who).is_ok());
            match (able.next(), able.next()) {
                (None, _) => self.state.turn += 1,
                (Some(who), None) => return Ok(Some(who)),
                (Some(first), Some(_)) => {
                    let choice = self.ask(Question::Next { who: first })?;
                    return Ok(Some(match choice {
                        Choice::Next(who) if who.index() < self.state.fighters.len() => who,
                        _ => first,
                    }));
                }
            }
        }
        Ok(None)
    }

    /// `DQ-109` Who joins the fight has no place in an engagement that is resolved already: it acts with its side.
    pub fn enlist(&mut self, _: CombatantId) {}

    /// It is on the map, and in the fight.
    pub fn join(&mut self, who: CombatantId, at: Cell) {
        self.state[who].at = at;
        // Surprise is for those who were there.
        self.state[who].flags.clear(Flags::GONE.union(Flags::SURPRISED));
    }

    /// `DQ-R18` `DQ-R30` Nobody holds it, and it holds nobody and neither rides nor is ridden. Close combat with it ends.
    pub fn quit(&mut self, who: CombatantId) {
        self.let_loose(who, ReleaseCause::Apart);
        for other in self.state.ids() {
            if self.state[other].restrains == who.0 {
                self.let_loose(other, ReleaseCause::Apart);
            }
        }
        self.lose_spell(who);
        let rider = CombatantId(self.state[who].rider);
        self.unseat(who, None);
        if self.scene().exists(rider) {
            self.unseat(rider, None);
        }
        self.state[who].flags.set(Flags::GONE);
        for other in self.state.ids() {
            let scene = self.scene();
            if !scene.foes(other).any(|foe| scene.share_hex(other, foe)) {
                self.state[other].flags.clear(Flags::CLOSE);
            }
        }
    }

    /// `DQ-R56` `DQ-R60` Nothing comes back by itself. The end of a pulse: bleeding, poison, wake-ups, then the counters of the pulse.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn end_pulse(&mut self) -> Result<(), R::Pause> {
        if self.state.fighters.iter().any(Fighter::has_something_to_come) {
            if self.state.fighters.iter().any(Fighter::has_something_to_tell) {
                self.tell(Event::PulseCloses);
            }
            for who in self.state.ids() {
                self.bleed(who);
            }
            for who in self.state.ids() {
                if self.state[who].poisons != [0; 3] {
                    self.sicken(who)?;
                }
                self.age_doses(who);
            }
            for who in self.state.ids() {
                self.wake(who);
            }
        }
        self.settle_close()?;
        self.settle_seats()?;
        let free = self.state.free_pulse != NONE;
        for fighter in &mut self.state.fighters {
            fighter.breath = fighter.breath.saturating_sub(1);
            fighter.turned = 0;
            let flags = &mut fighter.flags;
            flags.put(Flags::MUST_PASS, flags.has(Flags::MUST_PASS_NEXT));
            flags.put(Flags::LOSE_ACTION, flags.has(Flags::LOSE_ACTION_NEXT));
            flags.put(Flags::MOMENTUM, flags.has(Flags::MOMENTUM_NEXT));
            flags.clear(
                Flags::MUST_PASS_NEXT
                    .union(Flags::LOSE_ACTION_NEXT)
                    .union(Flags::MOMENTUM_NEXT)
                    .union(Flags::ACTED)
                    .union(Flags::MOVED)
                    .union(Flags::TRAMPLED)
                    .union(Flags::SURPRISED),
            );
        }
        self.tell(Event::PulseEnds);
        self.state.free_pulse = NONE;
        self.state.sides.clear();
        self.state.turn = 0;
        self.state.stage = Stage::Pulse;
        if !free {
            self.state.rounds.0 += 1;
        }
        Ok(())
    }

    /// `DQ-R19` Bleeding at the end of a pulse; it can kill.
    fn bleed(&mut self, who: CombatantId) {
        let Fighter { bleeding, flags, .. } = self.state[who];
        if bleeding == 0 || flags.has(Flags::DEAD) {
            return;
        }
        let points = R::Tally::base(rule!("DQ-R19").named("bleeding"), bleeding.into());
        self.lose(who, Pool::Endurance, points, Cause::Bleeding);
        self.settle_endurance(who);
    }

    /// `DQ-R24` A knocked out figure wakes when the time is over: prone, not stunned.
    fn wake(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        if fighter.asleep == 0 || fighter.flags.has(Flags::DEAD) {
            return;
        }
        fighter.asleep -= 1;
        if fighter.asleep == 0 && !self.scene().is_down_by_endurance(who) {
            self.state[who].flags.clear(Flags::UNCONSCIOUS);
            self.tell(Event::Wakes { who });
            // DQ-R05: it may wake in an opponent's hex.
            self.come_to_grips(who);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::DragonQuest;
    use crate::decision::{Action, Attack, Blow, Choice, Kind, Question};
    use crate::files::Scenario;
    use crate::judge::{default_choice, judge};
    use crate::scene::{Scene, Setup};
    use crate::state::{Flags, State};
    use affray_files::{Source, no_files};
    use affray_kernel::referee::{CombatantId, Policy, Recorded, Sampler};
    use affray_kernel::turns::TurnRules;

    /// Strikes whenever it can.
    struct Strikes;

    impl Policy<DragonQuest> for Strikes {
        fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
            let scene = Scene { setup, state };
            let choice = match *question {
                Question::Act { after: None, .. } => Choice::Act(Action::Attack { move_after: false }),
                Question::Attack { who, .. } => {
                    let target = scene.foes(who).next().unwrap_or(who);
                    let with = scene.prepared_weapon(who);
                    Choice::Attack(Attack::One(Blow { with, target, kind: Kind::Plain, modifier: 0 }))
                }
                _ => default_choice(scene, question),
            };
            if judge(scene, question, &choice).is_ok() { choice } else { default_choice(scene, question) }
        }
    }

    /// Plays so many pulses with those dice, which have to be all that are thrown.
    fn play(text: &str, pulses: u32, dice: &[i32]) -> State {
        let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
        let mut state = loaded.start().clone();
        let mut sampler = Sampler::new(Recorded::new(dice), Strikes);
        while state.rounds.0 < pulses {
            let Ok(()) = DragonQuest::next_turn(loaded.setup(), &mut state, &mut sampler);
        }
        assert!(!sampler.dice.ran_out, "more dice were thrown");
        assert_eq!(sampler.dice.left(), [] as [i32; 0], "fewer dice were thrown");
        state
    }

    /// `DQ-E77`
    #[test]
    fn a_duel_of_three_pulses() {
        let text = "ruleset = 'dragonquest'\nbegun = true\n\
            [[combatant]]\nname = 'Aldric'\nsheet = 'aldric'\nat = [0, 0]\nfacing = 0\n\
            [[combatant]]\nname = 'Brakka'\nsheet = 'brakka'\nat = [1, 0]\nfacing = 3\n";
        let state = play(text, 3, &[35, 1, 8, 2, 3, 7, 63, 44, 66, 80, 4, 46, 70]);
        let (aldric, brakka) = (&state[CombatantId(0)], &state[CombatantId(1)]);
        assert_eq!((aldric.en, aldric.ft), (12, 21));
        assert_eq!((brakka.en, brakka.ft, brakka.hands, brakka.armor_damage), (6, 15, [crate::sheet::Arm::NONE; 2], 2));
        assert!(brakka.flags.has(Flags::PRONE.union(Flags::STUNNED)));
    }
}
