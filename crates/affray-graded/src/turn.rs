//! A turn: its beginning, what each maneuver consists of, its end. Which maneuver is legal is in
//! `maneuver`.
//!
//! Rules `GR-041`, `GR-061` to `GR-064`, `GR-072`, `GR-077`, `GR-085`, `GR-130`, `GR-133`, `GR-137`, `GR-143`, `GR-219`,
//! `GR-223`, `GR-224`, `GR-249`; rulings `GR-R20` to `GR-R27`, `GR-R39`, `GR-R42`, `GR-R75`, `GR-R87`, `GR-R92`. Read
//! [`Fight::turn`] first.

use crate::Graded;
use crate::body::location::Location;
use crate::decision::{Choice, From, Gait, Maneuver, ManeuverKind, NONE, Plan, Posture, Question, Watch};
use crate::event::Event;
use crate::scene::Fight;
use crate::state::{Feint, Fighter, Flags, MOST_PARRIED, Marks, Parts, ROUND_MARKS, STUN};
use affray_kernel::referee::{CombatantId, Referee};

impl<R: Referee<Graded>> Fight<'_, R> {
    /// A whole turn.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if !self.state[who].is_up() {
            return Ok(());
        }
        self.tell(Event::TurnBegins { who });
        if self.begin_turn(who)? {
            self.offer_posture(who, false)?;
            let scene = self.scene();
            if scene.is_pinned(who) && scene.holders(who).all(|holder| scene.judge_break_free(who, holder).is_err()) {
                let turns = self.state[who].pause;
                self.tell(Event::MustWait { who, turns });
            }
            let question = Question::Maneuver { who };
            let maneuver = match self.ask(question)? {
                Choice::Maneuver(maneuver) => maneuver,
                _ => Maneuver::Nothing,
            };
            self.maneuver(who, maneuver)?;
            if self.state.watchers != 0 {
                self.strike_late(who)?;
            }
            if self.state[who].is_able() {
                self.offer_posture(who, true)?;
            }
        }
        self.end_turn(who)?;
        self.tell(Event::TurnEnds { who });
        Ok(())
    }

    /// `GR-R25` `GR-D03` A turn begins: what lasted until now is over, then the rolls that are due. Whether it goes on.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn begin_turn(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        if self.state[who].watch != Watch::None {
            self.stop_watching(who);
        }
        self.run_spells_down(who);
        let fighter = &mut self.state[who];
        fighter.parries = 0;
        fighter.blocks = 0;
        fighter.parried = [NONE; MOST_PARRIED];
        fighter.marks.clear(ROUND_MARKS.union(Marks::TURN_OVER));
        fighter.marks.set(Marks::ACTING);
        fighter.flags.clear(Flags::BRACED.union(Flags::OFF_BALANCE).union(Flags::NO_DEFENSE).union(Flags::RETREATING));
        fighter.flags.put(Flags::STUN_OLD, fighter.flags.has(Flags::STUNNED));
        fighter.last = fighter.maneuver;
        fighter.maneuver = ManeuverKind::Nothing;
        fighter.struck_last = fighter.struck;
        fighter.struck = NONE;
        fighter.moved = 0;
        fighter.from = fighter.at;
        fighter.foe = NONE;
        fighter.pause = fighter.pause.saturating_sub(1);
        if fighter.entered != NONE {
            if fighter.marks.has(Marks::ENTERED_OLD) {
                fighter.entered = NONE;
            }
            fighter.marks.set(Marks::ENTERED_OLD);
        }
        if fighter.flags.has(Flags::SURPRISED) {
            if self.state.first_round {
                self.tell(Event::Surprised { who });
                return Ok(false);
            }
            self.state[who].flags.clear(Flags::SURPRISED);
        }
        // GR-249: only lost HP threaten consciousness, not exhaustion.
        if self.state[who].hp <= 0 && !self.stays_awake(who)? {
            return Ok(false);
        }
        if self.state[who].flags.has(Flags::PANICKED) {
            self.overcome_panic(who)?;
        } else if !self.setup.fears.is_empty() {
            self.face_fears(who)?;
        }
        Ok(true)
    }

    /// `GR-249` The Will roll of a combatant without HP, who falls unconscious if it fails. Whether he stays awake.
    pub(crate) fn stays_awake(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        let awake = self.rolls(who, rule!("GR-249").named("Will"), "consciousness", self.will(who))?;
        if !awake {
            self.lose_consciousness(who);
        }
        Ok(awake)
    }

    /// `GR-R76` The Will roll that ends a panic.
    pub(crate) fn overcome_panic(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.state[who].flags.has(Flags::PANICKED)
            && self.rolls(who, rule!("GR-R76").named("Will"), "panic", self.will(who))?
        {
            self.state[who].flags.clear(Flags::PANICKED);
            self.tell(Event::Recovers { who, panic: true, will: true });
        }
        Ok(())
    }

    /// Will, which is neither halved nor lowered by stun (`GR-R87`).
    pub(crate) fn will(&self, who: CombatantId) -> i32 {
        self.setup.combatants[who.index()].sheet.will
    }

    /// Carries a maneuver out.
    fn maneuver(&mut self, who: CombatantId, maneuver: Maneuver) -> Result<(), R::Pause> {
        let kind = maneuver.kind();
        self.tell(Event::Maneuvers { who, maneuver });
        self.state[who].maneuver = kind;
        // GR-R92: doing nothing costs nothing.
        if kind != ManeuverKind::Nothing {
            self.state[who].marks.set(Marks::TIRING);
        }
        // GR-R42: an aim is kept by aiming on and by the shot.
        let shoots = matches!(
            kind,
            ManeuverKind::Missile | ManeuverKind::RapidFire | ManeuverKind::PopUp | ManeuverKind::OpportunityFire
        );
        let walks = matches!(maneuver, Maneuver::Missile { gait: Gait::Walk | Gait::Run });
        if self.state[who].aim.rounds != 0 && (!(shoots || kind == ManeuverKind::Aim) || walks) {
            self.lose_aim(who);
        }
        if shoots && self.state[who].feint != Feint::NONE {
            self.discard_feint(who);
        }
        if self.state[who].casting.spell != NONE && kind != ManeuverKind::Cast {
            self.end_casting(who);
            self.tell(Event::CastingLost { who });
        }
        let plan = |from| Plan { from, only: NONE, with: NONE, number: 0 };
        match maneuver {
            Maneuver::Nothing => Ok(()),
            Maneuver::Attack => self.walk_and_attack(who, maneuver, plan(From::Attack)),
            Maneuver::AllOut { strong } => {
                self.state[who].flags.set(Flags::NO_DEFENSE);
                let from = if strong { From::AllOutStrong } else { From::AllOut };
                self.walk_and_attack(who, maneuver, plan(from))
            }
            // GR-064
            Maneuver::WildSwing => self.walk_and_attack(who, maneuver, plan(From::Wild)),
            Maneuver::Unarmed => self.walk_and_attack(who, maneuver, plan(From::Unarmed)),
            Maneuver::Bash => self.walk_and_attack(who, maneuver, plan(From::Bash)),
            Maneuver::TwoWeapons => {
                if self.walk(who, maneuver, NONE)? {
                    self.strike_twice(who)
                } else {
                    Ok(())
                }
            }
            Maneuver::Feint => {
                if self.walk(who, maneuver, NONE)? {
                    self.feint(who, From::Feint, NONE)
                } else {
                    Ok(())
                }
            }
            Maneuver::Charge { target, how } => {
                self.state[who].flags.set(Flags::NO_DEFENSE);
                let points = self.scene().allowance(who, maneuver);
                let mut walk = self.begin_walk(who, kind, points, target.0);
                if self.rush(who, target, &mut walk)? && self.charge(who, target, how)? {
                    self.keep_moving(who, &walk)?;
                }
                Ok(())
            }
            Maneuver::Missile { gait } => {
                let from = match gait {
                    Gait::Step => From::Missile,
                    Gait::Walk => From::Walking,
                    Gait::Run => From::Running,
                };
                self.shoot_moving(who, maneuver, from)
            }
            Maneuver::RapidFire => {
                self.state[who].flags.set(Flags::NO_DEFENSE);
                self.load_hastily(who);
                if self.walk(who, maneuver, NONE)? { self.shoot(who, From::Rapid) } else { Ok(()) }
            }
            Maneuver::PopUp => self.pop_up(who, maneuver),
            Maneuver::OpportunityFire { watch, per, with } => {
                self.walk(who, maneuver, NONE)?;
                self.state[who].marks.put(Marks::WATCH_PER, per);
                self.watch(who, watch, with);
                self.keep_aim_on(who, watch, with);
                Ok(())
            }
            Maneuver::Wait { hexes, with } => {
                if self.walk(who, maneuver, NONE)? {
                    self.watch(who, Watch::Reach(hexes), with);
                }
                Ok(())
            }
            Maneuver::Aim { target, hex, with } => {
                if self.walk(who, maneuver, NONE)? {
                    self.aim(who, target, hex, with);
                }
                Ok(())
            }
            Maneuver::Reload(item) => {
                if self.walk(who, maneuver, NONE)? {
                    self.reload(who, item);
                }
                Ok(())
            }
            Maneuver::ReadyWeapon { item, hand } => {
                if self.walk(who, maneuver, NONE)? {
                    self.ready(who, item, hand);
                }
                Ok(())
            }
            Maneuver::ReadyShield(item) => {
                self.walk(who, maneuver, NONE)?;
                self.ready_shield_round(who, item);
                Ok(())
            }
            Maneuver::Slam(target) => {
                let points = self.scene().allowance(who, maneuver);
                let mut walk = self.begin_walk(who, kind, points, target.0);
                if self.rush(who, target, &mut walk)? && self.slam(who, target)? {
                    self.keep_moving(who, &walk)?;
                }
                Ok(())
            }
            Maneuver::Grapple { target, act } => self.grapple(who, target, act),
            Maneuver::Takedown(target) => self.takedown(who, target),
            Maneuver::Tackle(target) => self.tackle(who, target, maneuver),
            Maneuver::BreakFree(holder) => self.break_free(who, holder),
            Maneuver::MultipleDefense => self.walk(who, maneuver, NONE).map(|_| ()),
            Maneuver::SingleDefense(foe) => {
                self.state[who].foe = foe.0;
                self.walk(who, maneuver, NONE).map(|_| ())
            }
            Maneuver::Brace => {
                if self.walk(who, maneuver, NONE)? {
                    self.state[who].flags.set(Flags::BRACED);
                }
                Ok(())
            }
            Maneuver::Retreat => {
                self.walk(who, maneuver, NONE)?;
                self.state[who].flags.set(Flags::RETREATING);
                Ok(())
            }
            Maneuver::Move { erratic } => {
                self.declare_erratic(who, erratic);
                self.walk(who, maneuver, NONE).map(|_| ())
            }
            Maneuver::Position(to) => {
                self.walk(who, maneuver, NONE)?;
                self.take_posture(who, to);
                Ok(())
            }
            Maneuver::Cast { spell, target } => {
                self.walk(who, maneuver, NONE)?;
                self.cast(who, spell, target)
            }
        }
    }

    /// `GR-R20` The movement comes first, then the attack.
    fn walk_and_attack(&mut self, who: CombatantId, maneuver: Maneuver, plan: Plan) -> Result<(), R::Pause> {
        if self.walk(who, maneuver, NONE)? {
            self.attack(who, plan)?;
        }
        Ok(())
    }

    /// `GR-R25` A turn ends: stuns end or are rolled for, crippling counts down, running is noted.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn end_turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.state[who].flags.any(STUN.union(Flags::TICKING)) {
            self.end_stuns(who)?;
            self.tick(who);
        }
        let full = self.scene().mv(who);
        let fighter = &mut self.state[who];
        // GR-R39: at least MV hexes by Move, Charge, Slam or Tackle, and still on one's feet.
        let runs = matches!(
            fighter.maneuver,
            ManeuverKind::Move | ManeuverKind::Charge | ManeuverKind::Slam | ManeuverKind::Tackle
        ) && fighter.posture == Posture::Standing
            && fighter.moved >= full;
        fighter.flags.put(Flags::RUNNING, runs);
        fighter.marks.clear(Marks::ACTING);
        fighter.marks.set(Marks::TURN_OVER);
        // GR-072: a feint lasts to the end of the next own turn.
        if fighter.feint != Feint::NONE {
            if fighter.marks.has(Marks::FEINT_FRESH) {
                fighter.marks.clear(Marks::FEINT_FRESH);
            } else {
                fighter.feint = Feint::NONE;
            }
        }
        Ok(())
    }

    /// `GR-223` `GR-242` Stuns that are over at the end of a turn.
    pub(crate) fn end_stuns(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let flags = self.state[who].flags;
        if flags.has(Flags::STUN_OLD) {
            self.state[who].flags.clear(Flags::STUNNED.union(Flags::STUN_OLD).union(Flags::SLAMMED));
        }
        if flags.has(Flags::STUN_WILL)
            && self.state[who].is_up()
            && self.rolls(who, rule!("GR-223").named("Will"), "stun", self.will(who))?
        {
            self.state[who].flags.clear(Flags::STUN_WILL);
        }
        if flags.any(STUN) && !self.state[who].flags.any(STUN) {
            self.tell(Event::Recovers { who, panic: false, will: flags.has(Flags::STUN_WILL) });
        }
        Ok(())
    }

    /// `GR-224` `GR-219` Temporary crippling counts down.
    pub(crate) fn tick(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        if !fighter.flags.has(Flags::TICKING) {
            return;
        }
        let crippled =
            |fighter: &Fighter| std::array::from_fn::<bool, 8, _>(|place| fighter.is_crippled(Parts::NAMES[place].1));
        let before = crippled(fighter);
        for left in &mut fighter.lamed {
            *left = left.saturating_sub(1);
        }
        for left in &mut fighter.strained {
            *left = left.saturating_sub(1);
        }
        let ticking = fighter.lamed != [0; 8] || fighter.strained != [0; 2];
        fighter.flags.put(Flags::TICKING, ticking);
        fighter.flags.put(Flags::LAME, ticking || fighter.crippled != Parts::default());
        let after = crippled(fighter);
        for (place, at) in Location::LIMBS.into_iter().enumerate() {
            if before[place] && !after[place] {
                self.tell(Event::Usable { who, at });
            }
        }
    }
}
