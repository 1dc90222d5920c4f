//! Grappling: grabs, what can be done with one, and what it keeps both from doing.
//!
//! Rules `DF-485` to `DF-511`, rulings `DF-R35`, `DF-R48`, `DF-R49`, `DF-R69` to `DF-R72`, `DF-R84`,
//! `DF-R85` and `DF-R90`. A grab is kept by the grabber ([`Grabbed`]). Read [`Fight::close_attack`]
//! first: each attack has a function of its own below it.

pub mod close;
mod holds;
mod judge;
mod scores;
pub mod slam;

use crate::Dfrpg;
use crate::body::injury::Wound;
use crate::check::{Contestant, Grade, THREE_DICE};
use crate::decision::{Aim, Attack, AttackFrom, AttackPlan, Choice, Grapple, IncomingKind, NO_MODE, NONE, Question};
use crate::event::{Event, Hold};
use crate::scene::{Fight, Scene};
use crate::sheet::{DamageType, ItemId, Location};
use crate::state::{Disturbed, Doing, Grabbed, Grip, Ignored, ItemFlags, Place, Posture};
use crate::strike::Outcome;
use crate::strike::critical_miss::Tool;
use crate::strike::damage::Protection;
use affray_grid::Arc;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::{Sum, Tally};

/// `DF-510` `DF-R90` Seconds that an attempt to get out of a pin takes.
const PIN_SECONDS: u8 = 10;

/// `DF-486` The modifier to grab a part; `None` for what cannot be grabbed.
#[rustfmt::skip]
pub const fn grab_modifier(part: Location) -> Option<i32> {
    match part {
        Location::Torso                                      => Some(0),
        Location::RightArm | Location::LeftArm
        | Location::RightLeg | Location::LeftLeg             => Some(-1),
        Location::RightHand | Location::LeftHand
        | Location::RightFoot | Location::LeftFoot           => Some(-2),
        Location::Neck | Location::Face | Location::Skull    => Some(-3),
        _                                                    => None,
    }
}

/// `DF-487` The modifier for size: only the larger has one.
pub const fn grab_size(own: i16, target: i16) -> i32 {
    if target < own { (own - target) as i32 } else { 0 }
}

/// `DF-486` `DF-499` `DF-509` +2 for each hand beyond two.
pub const fn hands_beyond_two(hands: u8) -> i32 {
    let count = hands.count_ones() as i32;
    if count > 2 { 2 * (count - 2) } else { 0 }
}

/// `DF-499` `DF-R85` Damage by strangling: the margin of victory.
fn strangling<T: Tally>(margin: i32, resisted: i32) -> T {
    let mut score = T::base(rule!("DF-499").named("margin of the strangler"), margin);
    score.add(rule!("DF-499").named("margin of the victim"), -resisted);
    score
}

/// Who won a Quick Contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Winner {
    First,
    Other,
    Nobody,
}

impl Winner {
    const fn by(margin: i32) -> Self {
        match margin {
            0 => Self::Nobody,
            1.. => Self::First,
            _ => Self::Other,
        }
    }
}

/// How an unarmed attack came out that is no blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contact {
    /// A critical hit: no defense.
    Critical,
    /// A hit that nothing stopped.
    Hit,
    /// Dodged.
    Dodged,
    /// Parried or blocked.
    Stopped,
    /// Blocked with a lifted foe, which is struck (`DF-R35`).
    Redirected(CombatantId),
    /// Missed.
    Missed,
    /// Missed critically.
    CriticalMiss,
}

impl Contact {
    /// Whether it struck its target.
    pub const fn is_hit(self) -> bool {
        matches!(self, Self::Critical | Self::Hit)
    }
}

/// How the declaration of an attack is told.
const fn declared(who: CombatantId, foe: CombatantId, attack: &Attack) -> Event {
    let (kind, aim) = match *attack {
        Attack::Shove(_) => (IncomingKind::Shove, Aim::At(Location::Torso)),
        Attack::Slam(_) => (IncomingKind::Slam, Aim::At(Location::Torso)),
        Attack::Grab(_, part) => (IncomingKind::Grab, Aim::At(part)),
        Attack::GrabItem(_, item) => (IncomingKind::Grab, Aim::Disarm(item)),
        Attack::Takedown(_) => return Event::Grapples { who, foe, hold: Hold::Takedown },
        Attack::Pin(_) => return Event::Grapples { who, foe, hold: Hold::Pin },
        Attack::Strangle(_) => return Event::Grapples { who, foe, hold: Hold::Strangle },
        Attack::Wrest(_) => return Event::Grapples { who, foe, hold: Hold::Wrest },
        Attack::ForceDrop(_) => return Event::Grapples { who, foe, hold: Hold::ForceDrop },
        _ => return Event::Grapples { who, foe, hold: Hold::BreakFree },
    };
    Event::Attacks { who, target: foe, mode: NO_MODE, spell: NONE, aim, kind }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// Carries out an attack that is no strike; the foe it was at, or `None` if there was none.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn close_attack(
        &mut self,
        who: CombatantId,
        attack: &Attack,
        plan: &AttackPlan,
    ) -> Result<Option<CombatantId>, R::Pause> {
        if let Attack::Assist(whom) = *attack {
            self.assist(who, whom);
            return Ok(None);
        }
        let Some(Grapple { target: foe, .. }) = attack.at_close() else { return Ok(None) };
        self.tell(declared(who, foe, attack));
        // DF-R07: what an interruption made illegal is lost; what a game master allowed goes on.
        let was_legal = self.anybody_waits() && self.scene().judge_attack(who, plan, attack).is_ok();
        if self.checkpoint_attack(who, foe)?
            && (!self.can_go_on(who) || was_legal && self.scene().judge_attack(who, plan, attack).is_err())
        {
            self.tell(Event::Interrupted { who });
            return Ok(Some(foe));
        }
        // 1.4: a blow of any kind ends an aim.
        if matches!(self.state[who].doing, Doing::Aiming(_)) {
            self.state[who].doing = Doing::Nothing;
        }
        let mut looked = self.look_at_all(who, foe);
        match *attack {
            Attack::Shove(with) => self.shove(who, &with, plan)?,
            Attack::Slam(with) => {
                let ran_past = self.slam(who, &Grapple { hands: 0, ..with }, plan)?;
                let at = self.state[who].at;
                // The hexes of its run were entered one by one.
                let runner = looked.iter_mut().filter(|before| ran_past && before.who == who);
                runner.for_each(|before| *before = before.come_to(at));
            }
            Attack::Grab(with, part) => self.grab(who, &with, Some(part), Grip::body(part), plan)?,
            Attack::GrabItem(with, item) => {
                let grip = Grip::on_item(self.state[with.target].in_byte(item));
                self.grab(who, &with, None, grip, plan)?;
            }
            Attack::Takedown(with) => self.takedown(who, foe, i32::from(with.situational))?,
            Attack::Pin(with) => self.pin(who, foe, i32::from(with.situational))?,
            Attack::Strangle(with) => self.strangle(who, foe, i32::from(with.situational))?,
            Attack::Wrest(with) => self.wrest(who, foe, i32::from(with.situational))?,
            Attack::ForceDrop(with) => self.force_drop(who, foe, i32::from(with.situational))?,
            Attack::BreakFree(with) => self.break_free(who, foe, i32::from(with.situational))?,
            _ => {}
        }
        self.settle_strike(looked)?;
        Ok(Some(foe))
    }

    /// `DF-195` The roll to hit and the defense of an attack without a weapon that is no blow; a critical
    /// miss has its own consequences.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn make_contact(
        &mut self,
        who: CombatantId,
        with: &Grapple,
        kind: IncomingKind,
        score: &R::Tally,
    ) -> Result<Contact, R::Pause> {
        let what = match kind {
            IncomingKind::Grab => "grab",
            IncomingKind::Shove => "shove",
            _ => "slam",
        };
        let contact = self.roll_contact(who, with, kind, what, score)?;
        if contact == Contact::CriticalMiss {
            let by_body = with.hands == 0 || self.scene().sheet(who).grips_with_body();
            let tool = if by_body { Tool::Body } else { Tool::Hand(with.hands.trailing_zeros() as u8) };
            self.critical_miss(who, tool)?;
        }
        Ok(contact)
    }

    /// The roll to hit and the defense alone.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn roll_contact(
        &mut self,
        who: CombatantId,
        with: &Grapple,
        kind: IncomingKind,
        what: &'static str,
        score: &R::Tally,
    ) -> Result<Contact, R::Pause> {
        let target = with.target;
        let incoming = self.scene().unarmed_incoming(who, with, kind);
        Ok(match self.check(who, rule!("DF-195"), what, score)? {
            grade @ (Grade::Failure | Grade::CriticalFailure) => {
                self.tell(Event::Misses { who, target });
                if grade == Grade::CriticalFailure { Contact::CriticalMiss } else { Contact::Missed }
            }
            Grade::CriticalSuccess => {
                self.tell(Event::Hits { who, target, critical: true });
                Contact::Critical
            }
            Grade::Success => {
                self.tell(Event::Hits { who, target, critical: false });
                match self.defend(target, &incoming, false)? {
                    Outcome::Hit => Contact::Hit,
                    Outcome::Dodged => Contact::Dodged,
                    Outcome::Redirected(foe) => Contact::Redirected(foe),
                    Outcome::Stopped | Outcome::Missed => Contact::Stopped,
                }
            }
        })
    }

    /// `DF-103` Hands that attacked in a Move and Attack do not parry.
    pub fn spend_hands(&mut self, who: CombatantId, hands: u8, plan: &AttackPlan) {
        if plan.from == AttackFrom::MoveAndAttack && !self.scene().sheet(who).grips_with_body() {
            self.state[who].busy_hands |= hands;
        }
    }

    /// `DF-485` `DF-488` A grab of a part or an item.
    fn grab(
        &mut self,
        who: CombatantId,
        with: &Grapple,
        part: Option<Location>,
        grip: Grip,
        plan: &AttackPlan,
    ) -> Result<(), R::Pause> {
        let foe = with.target;
        self.spend_hands(who, with.hands, plan);
        let score: R::Tally = self.scene().grab_score(who, with, part, plan);
        let contact = self.make_contact(who, with, IncomingKind::Grab, &score)?;
        if !contact.is_hit() || !self.state[who].is_conscious() {
            return Ok(());
        }
        if !self.scene().share_hex(who, foe) && self.scene().follows_through(who, foe) {
            // DF-471, DF-463: the grab is still resolved, and the held combatant does not get away.
            self.pull_back(who, foe);
        }
        self.take_hold(who, foe, with.hands, grip);
        Ok(())
    }

    /// `DF-R105` Brings a foe that retreated back to where it was grabbed. The two share that hex as before:
    /// the one that had come in has come in, and neither initiates close combat by it. The foe brings along those that
    /// it holds (`DF-504`).
    fn pull_back(&mut self, who: CombatantId, foe: CombatantId) {
        let to = self.state[who].at;
        let direction = self.setup.map.facing_towards(self.state[foe].at, to);
        let came_in = self.state[foe].had_come_in();
        // Nothing comes of the way that it did not get.
        self.state[foe].retreat_fall = 0;
        self.move_with_company(foe, to, direction, false);
        self.resume_close_combat(who, foe, came_in);
        self.tell(Event::PullsBack { who, foe, to });
    }

    /// `DF-489` to `DF-493` `DF-421` A grab succeeded: what it holds, and what the foe loses by it.
    fn take_hold(&mut self, who: CombatantId, foe: CombatantId, hands: u8, grip: Grip) {
        let same = self.scene().holds_on(who, foe).find(|(_, grab)| grab.grip == grip).map(|(slot, _)| slot);
        let slot = same.or_else(|| self.state[who].grabs.iter().position(|grab| grab.victim == NONE));
        let Some(slot) = slot else {
            self.tell(Event::NoEffect { who, foe });
            return;
        };
        let grab = &mut self.state[who].grabs[slot];
        *grab = if same.is_some() {
            Grabbed { hands: grab.hands | hands, ..*grab }
        } else {
            Grabbed { victim: foe.0, grip, hands, how: Grabbed::NEW }
        };
        let hands = self.state[who].grabs[slot].hands.count_ones();
        let (part, hands) = (grip.location(), if self.scene().sheet(who).grips_with_body() { 0 } else { hands });
        let item = grip.item(&self.state[foe]).unwrap_or(ItemId::NONE);
        self.tell(Event::Grabs { who, foe, part, item, hands });
        match self.state[foe].doing {
            // DF-505: a grabbed combatant neither aims nor waits.
            Doing::Aiming(_) | Doing::Waiting(_) if grip.location().is_some() => self.give_up_what_lasts(foe),
            // DF-421
            _ => self.distract(foe, Disturbed::Distracted),
        }
    }

    /// `DF-495` `DF-496` Forces a standing foe to the ground, or is forced to it.
    fn takedown(&mut self, who: CombatantId, foe: CombatantId, situational: i32) -> Result<(), R::Pause> {
        let scene = self.scene();
        let mut mine: R::Tally = scene.together(who, foe, false, |one| scene.takedown_score(one, foe, true));
        mine.add(rule!("DF-012"), situational);
        let theirs: R::Tally = scene.takedown_score(foe, who, false);
        self.spend_help(who, foe, false);
        let winner = self.contest(
            rule!("DF-495"),
            &Contestant { who, what: "takedown", score: mine },
            &Contestant { who: foe, what: "resist the takedown", score: theirs },
            Winner::by,
        )?;
        match winner {
            Winner::First => self.throw_down(who, foe),
            Winner::Other => self.throw_down(foe, who),
            Winner::Nobody => {
                self.tell(Event::NoEffect { who, foe });
                Ok(())
            }
        }
    }

    /// `DF-496` The loser lies in its hex and in one next to it, which the winner chooses.
    fn throw_down(&mut self, who: CombatantId, foe: CombatantId) -> Result<(), R::Pause> {
        self.tell(Event::TakesDown { who, foe });
        if self.state[foe].posture.is_lying() {
            return Ok(());
        }
        let sheet = self.scene().sheet(foe);
        let mut second = NONE;
        if sheet.body.humanoid && sheet.sm >= 0 && self.scene().second_hex_for(foe) != NONE {
            let choice = self.ask(Question::Fall { who, victim: foe })?;
            second = match choice {
                Choice::Fall(side) if self.scene().judge_fall(foe, side).is_ok() => side.index(),
                _ => self.scene().second_hex_for(foe),
            };
        }
        let fighter = &mut self.state[foe];
        fighter.posture = Posture::Prone;
        fighter.second = second;
        let second = self.state[foe].second_cell();
        self.tell(Event::Falls { who: foe, second });
        self.come_down(foe);
        self.set_down(foe);
        self.distract(foe, Disturbed::Distracted);
        Ok(())
    }

    /// `DF-497` `DF-498` Keeps a lying foe from acting.
    fn pin(&mut self, who: CombatantId, foe: CombatantId, situational: i32) -> Result<(), R::Pause> {
        let (mut mine, theirs): (R::Tally, R::Tally) = self.scene().pin_scores(who, foe);
        for (whose, free) in
            [(who, self.scene().hands_together(who, foe)), (foe, self.scene().free_hands(foe).count_ones())]
        {
            let words = if free == 1 { "free hand" } else { "free hands" };
            let free = R::Tally::base(rule!("DF-497").named(words), free as i32);
            self.referee.show(Why::new(whose, rule!("DF-497"), "free hands"), &free);
        }
        mine.add(rule!("DF-012"), situational);
        self.spend_help(who, foe, true);
        let won = self.regular_contest(
            rule!("DF-497"),
            &Contestant { who, what: "pin", score: mine },
            &Contestant { who: foe, what: "resist the pin", score: theirs },
        )?;
        let grip = self.scene().holds_on(who, foe).find(|(_, grab)| grab.grip.location() == Some(Location::Torso));
        let grip = grip.or_else(|| self.scene().holds_on(who, foe).next());
        if won == Some(true)
            && let Some((slot, _)) = grip
        {
            self.state[who].grabs[slot].how |= Grabbed::PINNED;
            self.state[foe].forget_struggle();
            self.tell(Event::Pins { who, foe });
            self.give_up_what_lasts(foe);
        } else {
            self.tell_no_effect(who, foe, won);
        }
        Ok(())
    }

    /// `DF-R03` Tells that a Regular Contest brought nothing, and whether that was for want of a winner.
    fn tell_no_effect(&mut self, who: CombatantId, foe: CombatantId, won: Option<bool>) {
        if won.is_none() {
            self.tell(Event::IsDraw { who, foe });
        }
        self.tell(Event::NoEffect { who, foe });
    }

    /// `DF-499` `DF-R85` `DF-501` Strangles: the margin of victory is crushing damage to the neck.
    fn strangle(&mut self, who: CombatantId, foe: CombatantId, situational: i32) -> Result<(), R::Pause> {
        let (mut mine, theirs): (R::Tally, R::Tally) = self.scene().strangle_scores(who, foe);
        mine.add(rule!("DF-012"), situational);
        let margin =
            self.referee
                .check(Why::new(who, rule!("DF-499"), "strangle"), THREE_DICE, &mine, |roll, score| score - roll)?;
        let scene = Scene { setup: self.setup, state: self.state };
        let wound = Wound::new(foe, Some(Location::Neck), DamageType::Crushing);
        let why = Why::new(foe, rule!("DF-499"), "resist strangling");
        let (_, won, Ignored(resisted)) = self.referee.check(why, THREE_DICE, &theirs, |roll, score| {
            let basic = strangling::<Sum>(margin, score - roll);
            let won = basic.total() > 0;
            (scene.damage_result(basic, &Protection::PLAIN, &wound).0, won, Ignored(score - roll))
        })?;
        if !won {
            self.tell(Event::NoEffect { who, foe });
            return Ok(());
        }
        let basic = strangling::<R::Tally>(margin, resisted);
        let (damage, injury) = self.scene().damage_result(basic, &Protection::PLAIN, &wound);
        self.take_damage(&damage, &injury, None)?;
        // DF-501: no breath from then on, unless the hold ended with the victim's life.
        if damage.penetrates()
            && let Some((slot, _)) = self.scene().strangling_grip(who, foe)
        {
            self.state[who].grabs[slot].how |= Grabbed::SUFFOCATING;
            self.tell(Event::Suffocates { who: foe });
        }
        Ok(())
    }

    /// A Regular Contest of ST (`DF-489`, `DF-490`).
    fn pull(
        &mut self,
        who: CombatantId,
        foe: CombatantId,
        rule: affray_kernel::rules::RuleId,
        situational: i32,
    ) -> Result<bool, R::Pause> {
        let (mut mine, theirs): (R::Tally, R::Tally) = (self.scene().st_score(who), self.scene().st_score(foe));
        mine.add(rule!("DF-012"), situational);
        let won = self.regular_contest(
            rule,
            &Contestant { who, what: "wrest", score: mine },
            &Contestant { who: foe, what: "hold fast", score: theirs },
        )?;
        if won != Some(true) {
            self.tell_no_effect(who, foe, won);
        }
        Ok(won == Some(true))
    }

    /// `DF-489` `DF-R116` Takes a grabbed item: it is in the hand that grabbed it now, but not ready; a two-handed one
    /// in two, if as many had hold of it.
    fn wrest(&mut self, who: CombatantId, foe: CombatantId, situational: i32) -> Result<(), R::Pause> {
        let Some((slot, hands, item)) = self.scene().grip_on_item(who, foe) else { return Ok(()) };
        if !self.pull(who, foe, rule!("DF-489"), situational)? {
            return Ok(());
        }
        let (Some((owner, number)), Some(thing)) = (item.thing(foe), self.scene().item(foe, item)) else {
            return Ok(());
        };
        let takes = usize::from(thing.hands);
        self.lose_spell_in(foe, item);
        self.state[foe].empty_of(item);
        self.state[who].grabs[slot] = Grabbed::NOBODY;
        let theirs = item;
        let item = ItemId::of(who, owner, number);
        self.state.place_item(who, item, Place::Held);
        for hand in (0..4).filter(|hand| hands >> hand & 1 != 0).take(takes) {
            self.state[who].hands[hand] = item;
        }
        self.state.set_item(who, item, ItemFlags::UNREADY);
        self.tell(Event::Wrests { who, foe, item: theirs });
        Ok(())
    }

    /// `DF-490` Makes a foe drop what a held arm holds.
    fn force_drop(&mut self, who: CombatantId, foe: CombatantId, situational: i32) -> Result<(), R::Pause> {
        let Some(hand) = self.scene().held_arm(who, foe, |_| true) else { return Ok(()) };
        if self.pull(who, foe, rule!("DF-490"), situational)? {
            self.drop_from_hand(foe, hand);
        }
        Ok(())
    }

    /// `DF-509` `DF-510` `DF-R90` Gets free of one grabber; out of a pin it takes ten seconds, and the
    /// roll comes at their end.
    fn break_free(&mut self, who: CombatantId, foe: CombatantId, situational: i32) -> Result<(), R::Pause> {
        if self.scene().is_pinned(who) {
            let seconds = self.state[who].struggle();
            if seconds < PIN_SECONDS {
                self.tell(Event::Struggles { who, seconds });
                return Ok(());
            }
            self.state[who].forget_struggle();
        }
        let (mut mine, theirs): (R::Tally, R::Tally) =
            (self.scene().st_score(who), self.scene().holding_score(foe, who));
        mine.add(rule!("DF-012"), situational);
        let winner = self.contest(
            rule!("DF-509"),
            &Contestant { who, what: "break free", score: mine },
            &Contestant { who: foe, what: "hold", score: theirs },
            |margin| margin > 0,
        )?;
        if winner {
            self.tell(Event::BreaksFree { who, from: foe });
            for slot in 0..2 {
                let grab = self.state[foe].grabs[slot];
                if grab.victim == who.0 {
                    self.end_hold(foe, slot);
                }
            }
        } else {
            self.tell(Event::NoEffect { who, foe });
        }
        Ok(())
    }

    /// `DF-R35` Lifts a grabbed foe.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn lift(&mut self, who: CombatantId, victim: CombatantId) -> Result<(), R::Pause> {
        let grip = self.scene().holds_on(who, victim).find(|(_, grab)| grab.grip.location().is_some());
        if let Some((slot, _)) = grip {
            self.state[who].grabs[slot].how |= Grabbed::LIFTED;
            self.tell(Event::Lifts { who, foe: victim });
        }
        Ok(())
    }

    /// `DF-R114` A combatant thrown to the ground is not lifted any more; the grips stay.
    fn set_down(&mut self, foe: CombatantId) {
        if !self.scene().is_gripped(foe) {
            return;
        }
        for by in self.state.ids() {
            for grab in self.state[by].grabs.iter_mut().filter(|grab| grab.victim == foe.0) {
                grab.how &= !Grabbed::LIFTED;
            }
        }
    }

    /// `DF-511` Lets a foe go.
    pub fn release(&mut self, who: CombatantId, foe: CombatantId) {
        for slot in 0..2 {
            if self.state[who].grabs[slot].victim == foe.0 {
                self.let_go(who, slot);
            }
        }
    }

    /// Ends one hold and says so.
    pub fn let_go(&mut self, who: CombatantId, slot: usize) {
        let victim = self.state[who].grabs[slot].victim;
        if victim != NONE {
            self.tell(Event::Releases { who, foe: CombatantId(victim) });
            self.end_hold(who, slot);
        }
    }

    /// Ends one hold.
    fn end_hold(&mut self, who: CombatantId, slot: usize) {
        let grab = std::mem::replace(&mut self.state[who].grabs[slot], Grabbed::NOBODY);
        let foe = CombatantId(grab.victim);
        if grab.how & Grabbed::PINNED != 0 && !self.scene().is_pinned(foe) {
            // DF-510: the next pin is a task of its own.
            self.state[foe].forget_struggle();
        }
    }

    /// Ends the holds on foes that are not in the same hex any more, and on items that their owners do
    /// not hold any more.
    pub fn let_go_parted(&mut self, who: CombatantId) {
        for slot in 0..2 {
            let grab = self.state[who].grabs[slot];
            if grab.victim == NONE {
                continue;
            }
            let foe = CombatantId(grab.victim);
            let lost = grab.grip.item(&self.state[foe]).is_some_and(|item| self.scene().hand_with(foe, item).is_none());
            let gone = !self.state[foe].is_present() || !self.state[who].is_present();
            if lost || gone || !self.scene().share_hex(who, foe) {
                self.let_go(who, slot);
            }
        }
    }
}

impl Scene<'_> {
    /// `DF-173` Whether a target is in the front arc.
    pub fn is_in_front(self, who: CombatantId, target: CombatantId) -> bool {
        self.arc_to(who, target) == Arc::Front
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_grab_is_modified_by() {
        for (part, expected) in [
            (Location::Torso, Some(0)),
            (Location::LeftLeg, Some(-1)),
            (Location::RightHand, Some(-2)),
            (Location::Neck, Some(-3)),
            (Location::Skull, Some(-3)),
            (Location::Vitals, None),
        ] {
            assert_eq!(grab_modifier(part), expected, "DF-486: {part:?}");
        }
        assert_eq!(grab_size(1, 0), 1, "DF-E83: the ogre");
        assert_eq!(grab_size(0, 1), 0, "DF-E83: Arn");
        assert_eq!(grab_size(2, -1), 3, "DF-487");
        assert_eq!((hands_beyond_two(0b11), hands_beyond_two(0b111), hands_beyond_two(0b1111)), (0, 2, 4), "DF-486");
    }

    #[test]
    fn a_tie_has_no_winner() {
        assert_eq!(Winner::by(0), Winner::Nobody, "DF-007");
        assert_eq!(Winner::by(4), Winner::First, "DF-E85");
        assert_eq!(Winner::by(-1), Winner::Other, "DF-496");
    }
}
