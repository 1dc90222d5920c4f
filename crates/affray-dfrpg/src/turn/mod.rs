//! The order of a turn, readable from top to bottom.
//!
//! Rules `DF-050` to `DF-057` and ruling `DF-R42`. Each maneuver is carried out by the chapter that
//! holds its rules; here is only what comes when.

pub mod aim;
pub mod feint;
pub mod free;
pub mod maneuver;
pub mod order;
pub mod ready;
pub mod wait;

use crate::Dfrpg;
use crate::decision::{AllOut, AttackFrom, AttackPlan, Choice, Finish, Maneuver, NONE, Question};
use crate::event::Event;
use crate::scene::Fight;
use crate::state::{DefenseFocus, Doing, Feinted, Fighter, Flags, Grabbed, Motion, ThisTurn, Trigger};
use affray_kernel::referee::{CombatantId, Referee};
use affray_kernel::tally::Tally;

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// One whole turn of a combatant, interruptions by others included.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if !self.state[who].is_conscious() {
            return self.second_goes_by(who);
        }
        self.begin_turn(who)?;
        if self.state[who].is_conscious() {
            self.free_actions(who)?;
        }
        // DF-R101: a combatant that left has no turn any more.
        if self.state[who].is_conscious() {
            self.maneuver(who)?;
        }
        // A caster that was disturbed rolls now at the latest.
        self.settle_distractions()?;
        self.end_turn(who)?;
        self.tell(Event::TurnEnds { who });
        Ok(())
    }

    /// `DF-R102` The second of a sleeping or unconscious combatant, which has no turn: its counters start anew, shock
    /// passes, strangling goes on. For a combatant that is dead or left only the seconds of spells go on.
    fn second_goes_by(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.state[who].flags.any(Flags::DEAD.union(Flags::FLED)) {
            return self.spells_run_on(who);
        }
        self.count_anew(who);
        // DF-R83: the next sprint needs a Move on the turn right before.
        self.state[who].flags.clear(Flags::MOVED);
        if self.scene().is_suffocating(who) {
            self.tell(Event::SecondPasses { who });
        }
        self.suffocate(who)?;
        self.end_turn(who)
    }

    /// `DF-R42` The start of a turn: counters, suffocation, then the rolls to stay conscious.
    fn begin_turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        self.tell(Event::TurnBegins { who });
        self.state.this_turn = ThisTurn { began_at: self.state[who].at, ..ThisTurn::default() };
        self.count_anew(who);
        self.state[who].flags.set(Flags::ACTING);
        if let Doing::Waiting(wait) = self.state[who].doing {
            // DF-087: an untriggered Wait lapses; watching a single hex goes on as aiming (DF-245).
            if wait.seconds == 0 {
                self.state[who].doing = Doing::Nothing;
                self.tell(Event::WaitLapses { who });
            }
        }
        self.note_where_from(who);
        self.suffocate(who)?;
        self.stay_conscious(who)
    }

    /// `DF-501` Who is strangled loses FP.
    fn suffocate(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if !self.scene().is_suffocating(who) {
            return Ok(());
        }
        self.lose_fp(who, &R::Tally::base(rule!("DF-501").named("for want of breath"), 1))
    }

    /// 1.4: every counter of a turn starts anew.
    fn count_anew(&mut self, who: CombatantId) {
        self.state[who].count_anew();
    }

    /// `DF-375` `DF-413` The rolls to stay conscious, Will for fatigue before HT for wounds; none for
    /// a combatant that does nothing.
    fn stay_conscious(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let fighter = &self.state[who];
        let spent = self.scene().is_spent(who);
        if fighter.hp > 0 && !spent || !fighter.is_conscious() || self.must_do_nothing(who) {
            return Ok(());
        }
        if self.ask(Question::Begin { who })? != Choice::Begin(true) {
            self.state.this_turn.idle = true;
            return Ok(());
        }
        // From here on Do Nothing is no way out: the rolls are made.
        let sheet = self.scene().sheet(who);
        let (will, ht, max) = (i32::from(sheet.will), i32::from(sheet.ht), i32::from(sheet.hp));
        if spent {
            let score = R::Tally::base(rule!("DF-413").named("Will"), will);
            if !self.succeeds(who, rule!("DF-413"), "stay conscious (Will)", &score)? {
                self.fall_unconscious(who);
                return Ok(());
            }
        }
        let hp = i32::from(self.state[who].hp);
        if hp <= 0 {
            let mut score = R::Tally::base(rule!("DF-375").named("HT"), ht);
            score.add(
                rule!("DF-375").named("for full multiples of HP below 0"),
                -crate::body::injury::negative_multiples(hp, max),
            );
            if !self.succeeds(who, rule!("DF-375"), "stay conscious", &score)? {
                self.fall_unconscious(who);
            }
        }
        Ok(())
    }

    /// `DF-107` `DF-370` Whether nothing but Do Nothing is possible.
    pub fn must_do_nothing(&self, who: CombatantId) -> bool {
        self.scene().must_do_nothing(who).is_some()
    }

    /// `DF-050` The one maneuver.
    fn maneuver(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let Choice::Maneuver(maneuver) = self.ask(Question::Maneuver { who })? else {
            return Ok(());
        };
        self.tell(Event::Maneuvers { who, maneuver });
        self.start_maneuver(who, &maneuver);
        match maneuver {
            Maneuver::Attack => {
                let stepped = self.step(who, false)?;
                if self.can_go_on(who) {
                    self.attack(who, AttackPlan::of(AttackFrom::Attack))?;
                }
                self.step_if_able(who, stepped)?;
            }
            Maneuver::AllOutAttack(bonus) => self.all_out_attack(who, bonus)?,
            Maneuver::AllOutDefense(focus) => {
                self.state[who].focus = focus;
                if focus == DefenseFocus::Dodge {
                    self.half_move(who, false)?;
                } else {
                    self.step_or_turn(who)?;
                }
            }
            Maneuver::MoveAndAttack => self.move_and_attack(who)?,
            Maneuver::Feint => {
                let stepped = self.step(who, false)?;
                if self.can_go_on(who) {
                    self.feint(who, NONE)?;
                }
                self.step_if_able(who, stepped)?;
            }
            Maneuver::Aim(aim) => self.aim(who, aim)?,
            Maneuver::Move => self.full_move(who)?,
            Maneuver::ChangePosture { to, second } => {
                let before = self.look_at(who);
                self.change_posture(who, to, second);
                self.checkpoint_changes(before)?;
            }
            Maneuver::Concentrate(what) => self.concentrate(who, what)?,
            Maneuver::Ready(what) => {
                self.checkpoint(who, Trigger::Prepares)?;
                let stepped = self.can_go_on(who) && self.step(who, false)?;
                if self.can_go_on(who) {
                    self.ready(who, what)?;
                }
                self.step_if_able(who, stepped)?;
            }
            Maneuver::DoNothing => {}
            Maneuver::Wait(wait) => self.wait(who, wait)?,
        }
        if self.state[who].is_conscious() && !self.scene().has_lost_turn(who) {
            self.finish(who, &maneuver)?;
        }
        if matches!(maneuver, Maneuver::DoNothing) {
            self.recover_from_stun(who)?;
        }
        Ok(())
    }

    /// `DF-054` The Step after the action, unless it was taken before it or the rest of the turn is
    /// lost.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn step_if_able(&mut self, who: CombatantId, stepped: bool) -> Result<(), R::Pause> {
        if self.can_go_on(who) { self.step_after(who, stepped) } else { Ok(()) }
    }

    /// What every maneuver gives up or sets before it is carried out.
    fn start_maneuver(&mut self, who: CombatantId, maneuver: &Maneuver) {
        self.keep_or_give_up(who, maneuver);
        // DF-R52: a missile grows in consecutive seconds or not at all.
        self.end_enlarging(who, crate::magic::enlarged_hand(maneuver), false);
        let fighter = &mut self.state[who];
        if !matches!(maneuver, Maneuver::Move) {
            // DF-R83: a sprint needs a Move on the turn right before.
            fighter.flags.clear(Flags::MOVED);
        }
        // DF-095: a Move can only be meant to evade past; the others attack.
        let charges = match maneuver {
            Maneuver::AllOutAttack(bonus) => *bonus != AllOut::Ranged,
            Maneuver::Attack | Maneuver::MoveAndAttack | Maneuver::Move => true,
            _ => false,
        };
        fighter.flags.put(Flags::ALL_OUT, matches!(maneuver, Maneuver::AllOutAttack(_)));
        fighter.flags.put(Flags::MOVED_AND_ATTACKED, matches!(maneuver, Maneuver::MoveAndAttack));
        self.state.this_turn.charges = charges;
    }

    /// `DF-058` to `DF-065` `DF-R112` All-Out Attack: half a move forward, then its attacks, from the ground if it
    /// slipped.
    fn all_out_attack(&mut self, who: CombatantId, bonus: AllOut) -> Result<(), R::Pause> {
        let straight = self.half_move(who, true)?;
        if !self.can_go_on(who) {
            return Ok(());
        }
        let mut plan = AttackPlan { straight, ..AttackPlan::of(AttackFrom::AllOut(bonus)) };
        match bonus {
            // DF-060
            AllOut::Double => plan.more = 1,
            // DF-061, DF-R05: the feint first, then the attack on the same foe.
            AllOut::Feint => plan.only = self.feint(who, NONE)?.map_or(NONE, |foe| foe.0),
            _ => {}
        }
        self.attack(who, plan)
    }

    /// `DF-370` `DF-R67` At the end of a Do Nothing turn a stunned combatant rolls to recover.
    fn recover_from_stun(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if !self.state[who].is_conscious() {
            return Ok(());
        }
        let sheet = self.scene().sheet(who);
        let (ht, iq) = (i32::from(sheet.ht), i32::from(sheet.iq));
        if self.state[who].flags.has(Flags::STUNNED) {
            let score = R::Tally::base(rule!("DF-370").named("HT"), ht);
            if self.succeeds(who, rule!("DF-370"), "recover", &score)? {
                self.state[who].flags.clear(Flags::STUNNED);
                self.tell(Event::Recovers { who });
            }
        }
        // DF-R55: a stun that a spell brings for a stated time lasts that time.
        let spellbound = self.scene().is_under(who, crate::sheet::SpellCondition::Stunned);
        if self.state[who].flags.has(Flags::MENTALLY_STUNNED) && !spellbound && self.may_recover_mentally(who) {
            let words = if self.state[who].flags.has(Flags::SURPRISED) { "IQ, surprised" } else { "IQ" };
            let mut score = R::Tally::base(rule!("DF-R67").named(words), iq);
            // DF-361: IQ is reduced like DX.
            score.add(rule!("DF-361"), -self.scene().shock(who));
            if self.succeeds(who, rule!("DF-R67"), "recover (IQ)", &score)? {
                self.state[who].flags.clear(Flags::MENTALLY_STUNNED.union(Flags::SURPRISED));
                self.state[who].forget_struggle();
                self.tell(Event::Recovers { who });
            }
        }
        Ok(())
    }

    /// The end of a turn: shock passes (`DF-361`), feints expire (`DF-071`), spells run on.
    fn end_turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let fighter = &mut self.state[who];
        fighter.flags.clear(Flags::ACTING);
        // DF-R21: a combatant dazed during its own turn loses the next one.
        let lasts = fighter.flags.has(Flags::NEWLY_DAZED);
        fighter.flags.clear(if lasts { Flags::NEWLY_DAZED } else { Flags::DAZED });
        fighter.motion = Motion::default();
        (fighter.shock, fighter.shock_groin) = (fighter.shock_later, fighter.shock_groin_later);
        (fighter.shock_later, fighter.shock_groin_later) = (0, 0);
        for feint in &mut fighter.feints {
            if feint.foe != NONE {
                feint.turns -= 1;
                if feint.turns == 0 {
                    *feint = Feinted::NOBODY;
                }
            }
        }
        if fighter.flags.any(Flags::MENTALLY_STUNNED.union(Flags::FRIGHTENED)) {
            self.fright_passes(who);
        }
        let mut is_anybody_close = false;
        for fighter in &mut self.state.fighters {
            // DF-R10: it is noted for one turn only.
            fighter.flags.clear(Flags::SAW_IT_BEGIN);
            is_anybody_close |= fighter.entered != NONE || fighter.holds_anybody();
        }
        if is_anybody_close {
            self.end_follow_through(who);
            self.settle_close_combat();
        }
        if !self.state.effects.is_empty() {
            self.spells_run_on(who)?;
        }
        self.state.this_turn = ThisTurn::default();
        Ok(())
    }

    /// `DF-118` `DF-158` The last facing and a crouch.
    fn finish(&mut self, who: CombatantId, maneuver: &Maneuver) -> Result<(), R::Pause> {
        let (turn, crouch) = self.scene().may_finish_with(who, maneuver);
        self.finish_turn(who, turn, crouch)
    }

    /// `DF-118` `DF-158` The last facing, turned by so many hex sides at most, and a crouch where one is allowed.
    pub(crate) fn finish_turn(&mut self, who: CombatantId, turn: u8, crouch: bool) -> Result<(), R::Pause> {
        if turn == 0 && !crouch {
            return Ok(());
        }
        if let Choice::Finish(Finish { facing, crouch }) = self.ask(Question::Finish { who, turn, crouch })? {
            self.turn_to(who, facing);
            if crouch {
                self.take_posture(who, crate::state::Posture::Crouching);
            }
        }
        Ok(())
    }
}

impl Fighter {
    /// 1.4: every counter of a turn starts anew.
    pub(crate) fn count_anew(&mut self) {
        self.parries = [0; 4];
        self.attacked = 0;
        self.parried = 0;
        self.busy_hands = 0;
        self.retreated = NONE;
        self.dropped = NONE;
        self.focus = DefenseFocus::None;
        self.assists = NONE;
        self.flags.clear(
            Flags::ALL_OUT
                .union(Flags::BLOCKED)
                .union(Flags::BLOCKING_SPELL)
                .union(Flags::MOVED_AND_ATTACKED)
                .union(Flags::DEFENDED)
                .union(Flags::WAIT_MOVED)
                .union(Flags::INITIATED)
                .union(Flags::OFF_BALANCE)
                .union(Flags::FAST_DRAW_FAILED)
                .union(Flags::CROUCHED),
        );
        self.motion = Motion::default();
        self.moved = 0;
        if self.holds_anybody() {
            for grab in &mut self.grabs {
                grab.how &= !Grabbed::NEW;
            }
        }
    }
}
