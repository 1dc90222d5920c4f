//! Grappling: grabs, what can be done with one, and what it keeps both from doing.
//!
//! Rules `DF-485` to `DF-511`, rulings `DF-R35`, `DF-R48`, `DF-R49`, `DF-R69` to `DF-R72`, `DF-R84`,
//! `DF-R85` and `DF-R90`. A grab is kept by who holds ([`Grabbed`]). Read [`Fight::close_attack`]
//! first: each attack has a function of its own below it.

use crate::Dfrpg;
use crate::check::{Contestant, Grade, THREE_DICE};
use crate::critical::Tool;
use crate::decision::{
    Aim, AllOut, Attack, AttackFrom, AttackPlan, Choice, Grapple, Incoming, IncomingKind, NO_MODE, NONE, Question,
    Strike,
};
use crate::derived;
use crate::event::{Event, Hold};
use crate::injury::{Wound, hand_of};
use crate::location;
use crate::posture;
use crate::scene::{Fight, Scene};
use crate::sheet::{DamageType, ItemId, Location, Skill};
use crate::state::{Doing, Flags, Grabbed, Grip, ItemFlags, Place, Posture};
use affray_core::grid::{Arc, Facing};
use affray_core::referee::{CombatantId, Referee, Refusal, Why};
use affray_core::tally::{Sum, Tally};

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
    if 2 < count { 2 * (count - 2) } else { 0 }
}

const fn is_leg(part: Location) -> bool {
    matches!(part, Location::RightLeg | Location::LeftLeg | Location::RightFoot | Location::LeftFoot)
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
    /// Blocked with a lifted foe, who is struck (`DF-R35`).
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

impl<'a> Scene<'a> {
    /// The holds of a figure, with their places.
    pub fn holds(self, who: CombatantId) -> impl Iterator<Item = (usize, Grabbed)> + 'a {
        self.fighter(who).grabs.iter().copied().enumerate().filter(|(_, grab)| grab.victim != NONE)
    }

    /// Its holds on that foe.
    pub fn holds_on(self, who: CombatantId, foe: CombatantId) -> impl Iterator<Item = (usize, Grabbed)> + 'a {
        self.holds(who).filter(move |(_, grab)| grab.victim == foe.0)
    }

    /// A hold on an item in that foe's hands: its place, the hands that have it, and the item, as the foe names it.
    fn grip_on_item(self, who: CombatantId, foe: CombatantId) -> Option<(usize, u8, ItemId)> {
        let it = self.fighter(foe);
        self.holds_on(who, foe).find_map(|(slot, grab)| Some((slot, grab.hands, grab.grip.item(it)?)))
    }

    /// Whether somebody holds a part of that foe or an item in its hands.
    pub fn holds_foe(self, who: CombatantId, foe: CombatantId) -> bool {
        self.holds_on(who, foe).next().is_some()
    }

    /// `DF-500` Whether a part of the body is held. A held item alone is no hold on its owner.
    #[inline]
    pub fn is_grabbed(self, who: CombatantId) -> bool {
        self.is_gripped(who) && self.is_held_by_body(who)
    }

    /// The same of somebody of whom a foe has taken hold somehow.
    fn is_held_by_body(self, who: CombatantId) -> bool {
        self.grips_on(who).any(|(_, grab)| grab.grip.location().is_some())
    }

    /// `DF-498` Whether a foe has it pinned.
    #[inline]
    pub fn is_pinned(self, who: CombatantId) -> bool {
        self.is_gripped(who) && self.grips_on(who).any(|(_, grab)| grab.how & Grabbed::PINNED != 0)
    }

    /// `DF-501` Whether it gets no air.
    #[inline]
    pub fn is_suffocating(self, who: CombatantId) -> bool {
        self.is_gripped(who) && self.grips_on(who).any(|(_, grab)| grab.how & Grabbed::SUFFOCATING != 0)
    }

    /// `DF-R35` What a figure weighs with all that it carries, in tenths of a pound: a body weighs
    /// fifteen pounds for each point of ST.
    pub fn weight_of(self, who: CombatantId) -> i32 {
        let sheet = self.sheet(who);
        150 * i32::from(sheet.st) + sheet.load
    }

    /// `DF-R35` Whether somebody has the strength to lift a foe, held with that many hands.
    pub fn can_lift(self, who: CombatantId, foe: CombatantId, hands: u8) -> bool {
        let times = if 2 <= hands.count_ones() { 8 } else { 2 };
        hands != 0 && self.weight_of(foe) <= times * self.basic_lift(who)
    }

    /// `DF-024` Basic Lift in tenths of a pound.
    fn basic_lift(self, who: CombatantId) -> i32 {
        self.sheet(who).basic_lift_tenths
    }

    /// `DF-494` Whether a hand that holds a foe may parry all the same, its owner being able to lift
    /// that foe.
    pub fn holds_liftable(self, who: CombatantId, hand: u8) -> bool {
        self.fighter(who).hand_works(self.sheet(who), hand)
            && !self.is_hand_grabbed(who, hand)
            && self.holds(who).any(|(_, grab)| {
                grab.hands & (1 << hand) != 0 && self.can_lift(who, CombatantId(grab.victim), grab.hands)
            })
    }

    /// `DF-R35` Whom somebody has lifted.
    pub fn lifted(self, who: CombatantId) -> Option<CombatantId> {
        self.holds(who).find(|(_, grab)| grab.how & Grabbed::LIFTED != 0).map(|(_, grab)| CombatantId(grab.victim))
    }

    /// `DF-R35` `DF-504` The encumbrance level with the foes that are lifted and, for movement, those
    /// that are dragged along pinned.
    #[inline]
    pub fn encumbrance_with_foes(self, who: CombatantId, moving: bool) -> i16 {
        if self.fighter(who).holds_anybody() {
            self.encumbrance_by_foes(who, moving)
        } else {
            self.sheet(who).encumbrance
        }
    }

    /// The same of somebody who holds foes.
    fn encumbrance_by_foes(self, who: CombatantId, moving: bool) -> i16 {
        let counts = if moving { Grabbed::LIFTED | Grabbed::PINNED } else { Grabbed::LIFTED };
        let carried: i32 = self
            .state
            .ids()
            .filter(|&foe| self.holds_on(who, foe).any(|(_, grab)| grab.how & counts != 0))
            .map(|foe| self.weight_of(foe))
            .sum();
        let sheet = self.sheet(who);
        if carried == 0 {
            return sheet.encumbrance;
        }
        derived::encumbrance(self.basic_lift(who), sheet.load + carried).max(sheet.encumbrance)
    }

    /// `DF-026` `DF-504` Move with the foes that are carried, before halvings.
    pub fn move_with_foes(self, who: CombatantId) -> i32 {
        let sheet = self.sheet(who);
        match self.encumbrance_with_foes(who, true) {
            level if level == sheet.encumbrance => i32::from(sheet.mv),
            level => i32::from(derived::loaded_move(sheet.basic_move, level)),
        }
    }

    /// `DF-R35` Whether a grabbed foe can be lifted.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_lift(self, who: CombatantId, victim: CombatantId) -> Result<(), Refusal> {
        self.judge_other(who, victim)?;
        if !self.fighter(who).posture.carries() {
            return Err(Refusal::new(rule!("DF-R114"), "who sits, crawls or lies lifts nobody: get up first"));
        }
        let hands = self.hands_on(who, victim);
        if hands == 0 {
            return Err(Refusal::new(rule!("DF-R35"), "only a foe whose body is held can be lifted: grab it first"));
        }
        if self.lifted(who) == Some(victim) {
            return Err(Refusal::new(rule!("DF-R35"), "that foe is lifted already"));
        }
        if self.is_rooted(victim) {
            return Err(Refusal::new(rule!("DF-R118"), "a spell roots that foe to the spot"));
        }
        if !self.can_lift(who, victim, hands) {
            return Err(Refusal::new(
                rule!("DF-R35"),
                "too heavy: at most 8 times Basic Lift with two hands, 2 times with one",
            ));
        }
        Ok(())
    }

    /// `DF-R71` The hands that hold a foe's body, as bits.
    pub fn hands_on(self, who: CombatantId, foe: CombatantId) -> u8 {
        self.holds_on(who, foe)
            .filter(|(_, grab)| grab.grip.location().is_some())
            .fold(0, |hands, (_, grab)| hands | grab.hands)
    }

    /// `DF-268` Whether a lifted foe can be put in the way of an attack.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_block_with_foe(self, who: CombatantId, attack: &Incoming) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        match self.lifted(who) {
            None => refuse(rule!("DF-268"), "blocking with a foe needs one that is lifted (DF-R35)"),
            Some(foe) if foe == attack.by => refuse(rule!("DF-268"), "a lifted foe does not block its own attack"),
            Some(_) if self.fighter(who).flags.has(Flags::BLOCKED) => {
                refuse(rule!("DF-263"), "one Block a turn: dodge or parry")
            }
            Some(_) => Ok(()),
        }
    }

    /// `DF-485` The best of DX, Judo, Sumo Wrestling and Wrestling.
    pub fn grappling_skill(self, who: CombatantId) -> i32 {
        let sheet = self.sheet(who);
        let best =
            [Skill::Judo, Skill::SumoWrestling, Skill::Wrestling].into_iter().map(|skill| sheet.skill(skill)).max();
        i32::from(best.unwrap_or(0).max(sheet.dx))
    }

    /// `DF-R48` What the maneuver and the hands do to an unarmed attack; the cap comes last.
    pub fn add_unarmed<T: Tally>(self, score: &mut T, who: CombatantId, with: &Grapple, plan: &AttackPlan) {
        self.add_attacker_state(score, who, false, self.in_close_combat(who));
        match plan.from {
            AttackFrom::AllOut(AllOut::Determined) => score.add(rule!("DF-059"), 4),
            AttackFrom::MoveAndAttack => score.add(rule!("DF-100"), -4),
            _ => {}
        }
        if with.hands != 0 && with.hands & 1 == 0 && !self.sheet(who).traits.ambidexterity {
            score.add(rule!("DF-035"), -4);
        }
        score.add(rule!("DF-012"), i32::from(with.situational));
    }

    /// `DF-485` `DF-486` `DF-487` The effective skill of a grab; no part means an item.
    pub fn grab_score<T: Tally>(
        self,
        who: CombatantId,
        with: &Grapple,
        part: Option<Location>,
        plan: &AttackPlan,
    ) -> T {
        let it = self.fighter(with.target);
        let mut score = T::base(rule!("DF-485"), self.grappling_skill(who));
        score.add(rule!("DF-486"), part.map_or(-4, |part| grab_modifier(part).unwrap_or(0)));
        score.add(rule!("DF-486"), hands_beyond_two(with.hands));
        score.add(rule!("DF-487"), grab_size(self.sheet(who).sm, self.sheet(with.target).sm));
        if let Some(part) = part {
            score.add(rule!("DF-153"), posture::target_modifier(it.posture, part));
        }
        // DF-R109: darkness is nothing to who is blind.
        if !self.fighter(who).flags.has(Flags::BLIND) {
            score.add(rule!("DF-R60"), i32::from(self.map().at(it.at).light));
        }
        self.add_unarmed(&mut score, who, with, plan);
        self.cap_move_and_attack(&mut score, plan, false);
        score
    }

    /// `DF-500` What a contest on DX or a skill loses: shock, being grabbed, spells.
    fn add_contest_dx<T: Tally>(self, score: &mut T, who: CombatantId) {
        score.add(rule!("DF-361"), -self.shock(who));
        if self.is_grabbed(who) {
            score.add(rule!("DF-500"), -4);
        }
        self.add_spell_effects(score, who, crate::sheet::SpellScore::Dx);
    }

    /// `DF-495` `DF-491` The score of one side of a takedown: the best of ST, DX and grappling skill.
    pub fn takedown_score<T: Tally>(self, who: CombatantId, foe: CombatantId, attacks: bool) -> T {
        let mut skill = T::base(rule!("DF-495"), self.grappling_skill(who));
        self.add_contest_dx(&mut skill, who);
        let st = self.st_score::<T>(who);
        let mut score = if st.total() < skill.total() { skill } else { st };
        if attacks && self.holds_on(who, foe).any(|(_, grab)| grab.grip.location().is_some_and(is_leg)) {
            score.add(rule!("DF-491"), 3);
        }
        score
    }

    /// ST in a contest: halved at low FP (`DF-412`).
    fn st_score<T: Tally>(self, who: CombatantId) -> T {
        let st = i32::from(self.sheet(who).st);
        let mut score = T::base(rule!("DF-020"), st);
        let now = self.st_for_rolls(who);
        if now != st {
            score.becomes(rule!("DF-412"), now);
        }
        score
    }

    /// `DF-497` The scores of a pin: ST, +3 for each step of size to the larger, +3 to the side with
    /// more free hands.
    pub fn pin_scores<T: Tally>(self, who: CombatantId, foe: CombatantId) -> (T, T) {
        let mut mine: T = self.together(who, foe, true, |one| self.st_score(one));
        let mut theirs: T = self.st_score(foe);
        let size = i32::from(self.sheet(who).sm) - i32::from(self.sheet(foe).sm);
        mine.add(rule!("DF-497"), 3 * size.max(0));
        theirs.add(rule!("DF-497"), 3 * (-size).max(0));
        let (my_hands, their_hands) = (self.hands_together(who, foe), self.free_hands(foe).count_ones());
        mine.add(rule!("DF-497"), if their_hands < my_hands { 3 } else { 0 });
        theirs.add(rule!("DF-497"), if my_hands < their_hands { 3 } else { 0 });
        (mine, theirs)
    }

    /// `DF-499` The scores of strangling: ST with the hands that hold, against the better of ST and HT.
    pub fn strangle_scores<T: Tally>(self, who: CombatantId, foe: CombatantId) -> (T, T) {
        let hands = self.strangling_grip(who, foe).map_or(0, |(_, grab)| grab.hands);
        let mut mine: T = self.st_score(who);
        mine.add(rule!("DF-499"), if hands.count_ones() < 2 { -5 } else { hands_beyond_two(hands) });
        let (st, ht) = (self.st_score::<T>(foe), T::base(rule!("DF-499"), i32::from(self.sheet(foe).ht)));
        (mine, if st.total() < ht.total() { ht } else { st })
    }

    /// The hold with which to strangle: at the neck, or whatever there is.
    fn strangling_grip(self, who: CombatantId, foe: CombatantId) -> Option<(usize, Grabbed)> {
        self.holds_on(who, foe)
            .find(|(_, grab)| grab.grip.location() == Some(Location::Neck))
            .or_else(|| self.holds_on(who, foe).next())
    }

    /// `DF-509` `DF-510` `DF-R70` The score of who holds against somebody who breaks free.
    pub fn holding_score<T: Tally>(self, who: CombatantId, foe: CombatantId) -> T {
        let mut score: T = self.st_score(who);
        let hands = self.holds_on(who, foe).fold(0, |hands, (_, grab)| hands | grab.hands);
        score.add(rule!("DF-509"), if self.fighter(who).is_stunned() { -4 } else { 0 });
        // DF-R71: exactly the hands that hold count.
        score.add(rule!("DF-509"), if 2 <= hands.count_ones() { 5 } else { 0 });
        score.add(rule!("DF-509"), hands_beyond_two(hands));
        let pins = self.holds_on(who, foe).any(|(_, grab)| grab.how & Grabbed::PINNED != 0);
        score.add(rule!("DF-510"), if pins { 5 } else { 0 });
        score
    }

    /// An attack without a weapon as its defender sees it.
    pub fn unarmed_incoming(self, who: CombatantId, with: &Grapple, kind: IncomingKind) -> Incoming {
        let hand = if with.hands == 0 { NONE } else { with.hands.trailing_zeros() as u8 };
        Incoming {
            kind,
            mode: NO_MODE,
            hand,
            ranged: false,
            missile: false,
            ..self.incoming(who, &Strike::plain(NO_MODE, with.target), false)
        }
    }
}

/// The judge and the list.
impl Scene<'_> {
    /// Whether somebody names another who is there.
    fn judge_other(self, who: CombatantId, other: CombatantId) -> Result<(), Refusal> {
        if self.state.fighters.len() <= other.index() {
            return Err(Refusal::impossible(rule!("DF-170"), "there is no such combatant"));
        }
        if other == who {
            return Err(Refusal::impossible(rule!("DF-170"), "that is the attacker: name somebody else"));
        }
        if !self.fighter(other).is_present() || self.fighter(other).flags.has(Flags::DEAD) {
            return Err(Refusal::new(rule!("DF-170"), "the target is dead or gone"));
        }
        Ok(())
    }

    /// `DF-228` `DF-R26` `DF-485` to `DF-509` Whether an attack that is no strike may be made.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_close_attack(self, who: CombatantId, attack: &Attack, plan: &AttackPlan) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if let Attack::Assist(whom) = *attack {
            return self.judge_assist(who, whom);
        }
        let Some(with) = attack.at_close() else { return Ok(()) };
        self.judge_other(who, with.target)?;
        if plan.mode != NO_MODE {
            return refuse(rule!("DF-089"), "the reaction was declared with a weapon: strike with that");
        }
        if self.is_pinned(who) && !matches!(attack, Attack::BreakFree(_)) {
            return refuse(rule!("DF-498"), "a pinned figure can only try to break free");
        }
        match *attack {
            Attack::Shove(_) => self.judge_shove(who, &with, plan),
            Attack::Slam(_) => self.judge_slam(who, &with, plan),
            Attack::Grab(_, part) => self.judge_grab(who, &with, part, plan),
            Attack::GrabItem(_, item) => self.judge_grab_item(who, &with, item, plan),
            Attack::BreakFree(_) => {
                if self.holds_foe(with.target, who) {
                    Ok(())
                } else {
                    refuse(rule!("DF-509"), "that one holds nothing of yours")
                }
            }
            _ => self.judge_hold(who, with.target, attack),
        }
    }

    /// `DF-472` `DF-R39` Whether help can count: in the hex with a foe, or with a hold on one.
    fn judge_assist(self, who: CombatantId, whom: CombatantId) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        self.judge_other(who, whom)?;
        if self.is_pinned(who) {
            return refuse(rule!("DF-498"), "a pinned figure can only try to break free");
        }
        if self.are_foes(who, whom) {
            return refuse(rule!("DF-472"), "help goes to a friend");
        }
        let place = |one: CombatantId| self.state.order.iter().position(|&other| other == one);
        if place(whom) < place(who) {
            return refuse(rule!("DF-R39"), "help counts within one second: only for who acts later in it");
        }
        let at_hand = self.state.ids().any(|foe| {
            self.are_foes(who, foe)
                && self.fighter(foe).is_present()
                && (self.share_hex(who, foe) || self.distance(who, foe) == 1 && self.holds_foe(who, foe))
        });
        if at_hand {
            Ok(())
        } else {
            refuse(rule!("DF-R39"), "help comes from the hex of the foe, or with a hold on it from next to it")
        }
    }

    /// `DF-485` `DF-R48` The hands of a grab or shove: at least one, all of them free.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_hands(self, who: CombatantId, hands: u8) -> Result<(), Refusal> {
        if hands >> self.sheet(who).body.hands.min(4) != 0 {
            return Err(Refusal::impossible(rule!("DF-R48"), "there are not so many hands"));
        }
        if hands == 0 {
            return Err(Refusal::impossible(rule!("DF-485"), "name at least one hand"));
        }
        if hands & !self.free_hands(who) != 0 {
            return Err(Refusal::new(rule!("DF-R48"), "only hands that are free: drop what they hold first"));
        }
        Ok(())
    }

    fn judge_grab_hands(self, who: CombatantId, with: &Grapple) -> Result<(), Refusal> {
        self.judge_hands(who, with.hands)?;
        if !self.share_hex(who, with.target) && !self.follows_through(who, with.target) {
            return Err(Refusal::new(rule!("DF-485"), "a grab is made in the hex of the target: step in first"));
        }
        Ok(())
    }

    fn judge_score(score: Sum) -> Result<(), Refusal> {
        if score.total() < 3 {
            return Err(Refusal::new(rule!("DF-002"), "an effective score below 3 may not be tried"));
        }
        Ok(())
    }

    fn judge_grab(self, who: CombatantId, with: &Grapple, part: Location, plan: &AttackPlan) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !location::has(&self.sheet(with.target).body, part) || self.fighter(with.target).is_gone(part) {
            return Err(Refusal::impossible(rule!("DF-485"), "the target has no such part"));
        }
        if grab_modifier(part).is_none() {
            return refuse(rule!("DF-486"), "one grabs torso, arm, leg, hand, foot, neck or head");
        }
        self.judge_grab_hands(who, with)?;
        let again = self.holds_on(who, with.target).any(|(_, grab)| grab.grip == Grip::body(part));
        if !again && self.holds(who).count() == self.fighter(who).grabs.len() {
            return refuse(rule!("DF-R48"), "no more than two holds at a time: release one");
        }
        Self::judge_score(self.grab_score(who, with, Some(part), plan))
    }

    fn judge_grab_item(self, who: CombatantId, with: &Grapple, item: ItemId, plan: &AttackPlan) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if self.item(with.target, item).is_none() {
            return Err(Refusal::impossible(rule!("DF-486"), "the target has no such item"));
        }
        if self.hand_with(with.target, item).is_none() {
            return refuse(rule!("DF-486"), "only an item that is held can be grabbed");
        }
        self.judge_grab_hands(who, with)?;
        let it = self.fighter(with.target);
        let again = self.holds_on(who, with.target).any(|(_, grab)| grab.grip.item(it) == Some(item));
        if !again && self.holds(who).count() == self.fighter(who).grabs.len() {
            return refuse(rule!("DF-R48"), "no more than two holds at a time: release one");
        }
        Self::judge_score(self.grab_score(who, with, None, plan))
    }

    /// `DF-489` `DF-490` `DF-493` `DF-495` `DF-497` `DF-499` The attacks that need a hold.
    fn judge_hold(self, who: CombatantId, foe: CombatantId, attack: &Attack) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let posture = self.fighter(foe).posture;
        let has = |wanted: fn(&Grabbed) -> bool| self.holds_on(who, foe).any(|(_, grab)| wanted(&grab));
        let body = |grab: &Grabbed| grab.grip.location().is_some();
        let old = |grab: &Grabbed| grab.how & Grabbed::NEW == 0;
        match attack {
            Attack::Takedown(_) if !has(body) => {
                refuse(rule!("DF-495"), "a takedown needs a hold on the foe: grab it first")
            }
            Attack::Takedown(_) if !matches!(posture, Posture::Standing | Posture::Crouching) => {
                refuse(rule!("DF-R49"), "a takedown is for a foe that stands or crouches")
            }
            Attack::Pin(_) if !has(|grab| grab.grip.location() == Some(Location::Torso)) => {
                refuse(rule!("DF-497"), "a pin needs a hold on the torso")
            }
            Attack::Pin(_) if !posture.is_lying() => {
                refuse(rule!("DF-497"), "a pin is for a foe that lies: take it down first")
            }
            Attack::Pin(_) if has(|grab| grab.how & Grabbed::PINNED != 0) => {
                refuse(rule!("DF-R49"), "that foe is pinned already")
            }
            Attack::Strangle(_) if !has(|grab| grab.grip.location() == Some(Location::Neck)) => {
                refuse(rule!("DF-499"), "strangling needs a hold on the neck")
            }
            Attack::Wrest(_) if !has(|grab| grab.grip.is_on_item()) => {
                refuse(rule!("DF-489"), "to take an item, grab it first")
            }
            Attack::Wrest(_) if !has(|grab| grab.grip.is_on_item() && grab.how & Grabbed::NEW == 0) => {
                refuse(rule!("DF-489"), "an item is taken on a later turn than it was grabbed")
            }
            Attack::ForceDrop(_) if self.held_arm(who, foe, body).is_none() => {
                refuse(rule!("DF-490"), "that needs a hold on an arm or hand that holds something")
            }
            Attack::ForceDrop(_) if self.held_arm(who, foe, old).is_none() => {
                refuse(rule!("DF-490"), "the foe is made to drop it on a later turn than its arm was grabbed")
            }
            _ => Ok(()),
        }
    }

    /// `DF-490` The hand of a held arm that holds something to be dropped; what is strapped on stays (`DF-R33`).
    fn held_arm(self, who: CombatantId, foe: CombatantId, wanted: fn(&Grabbed) -> bool) -> Option<u8> {
        let sheet = self.sheet(foe);
        self.holds_on(who, foe).filter(|(_, grab)| wanted(grab)).find_map(|(_, grab)| {
            let hand = hand_of(sheet, grab.grip.location()?)?;
            let it = self.fighter(foe);
            let loose = self.item(foe, it.hands[hand as usize]).is_some_and(|thing| !thing.kind.is_strapped());
            let full = loose || it.held.iter().any(|held| held.spell != NONE && held.hand == hand);
            full.then_some(hand)
        })
    }

    /// Lists the attacks of this chapter that a person would be shown.
    pub fn close_attack_options(self, who: CombatantId, plan: &AttackPlan, into: &mut Vec<Choice>) {
        let free = self.free_hands(who);
        // Two hands at most: further ones are for those who have them to ask for.
        let hands = if free & 0b11 != 0 { free & 0b11 } else { free };
        let mut offer = |attack: Attack| {
            if self.judge_attack(who, plan, &attack).is_ok() {
                into.push(Choice::Attack(attack));
            }
        };
        for target in self.state.ids() {
            if target == who || !self.fighter(target).is_present() {
                continue;
            }
            let with = Grapple { target, hands, situational: 0 };
            if !self.are_foes(who, target) {
                if self.share_hex(who, target) && self.in_close_combat(who) {
                    offer(Attack::Assist(target));
                }
                continue;
            }
            if 1 < self.distance(who, target) {
                continue;
            }
            offer(Attack::BreakFree(Grapple { hands: 0, ..with }));
            if self.holds_foe(who, target) {
                for attack in [Attack::Takedown, Attack::Pin, Attack::Strangle, Attack::Wrest, Attack::ForceDrop] {
                    offer(attack(Grapple { hands: 0, ..with }));
                }
            }
            for part in Location::ALL {
                if grab_modifier(part).is_some()
                    && !self.holds_on(who, target).any(|(_, grab)| grab.grip == Grip::body(part))
                {
                    offer(Attack::Grab(with, part));
                }
            }
            for item in self.items(target) {
                offer(Attack::GrabItem(with, item));
            }
            offer(Attack::Shove(with));
            offer(Attack::Slam(Grapple { hands: 0, ..with }));
        }
    }

    /// `DF-496` `DF-R12` Whether a fallen foe's second hex may lie on that side.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_fall(self, victim: CombatantId, side: Facing) -> Result<(), Refusal> {
        if self.map().facing(side) != Some(side) {
            return Err(Refusal::impossible(rule!("DF-496"), "there is no such side on this map"));
        }
        if !self.is_free(self.fighter(victim).at.step(side), victim) {
            return Err(Refusal::new(rule!("DF-R12"), "the second hex has to be free and passable"));
        }
        Ok(())
    }

    /// Lists the sides on which a fallen foe's second hex may lie.
    pub fn fall_options(self, victim: CombatantId, into: &mut Vec<Choice>) {
        let sides = (0..6).map(Facing::hex).filter(|&side| self.judge_fall(victim, side).is_ok());
        into.extend(sides.map(Choice::Fall));
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
        self.settle_retreats(&mut looked)?;
        self.settle_distractions()?;
        for before in looked {
            self.checkpoint_changes(before)?;
        }
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
            let tool = if with.hands == 0 { Tool::Body } else { Tool::Hand(with.hands.trailing_zeros() as u8) };
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
                    None => Contact::Hit,
                    Some(crate::attack::Outcome::Dodged) => Contact::Dodged,
                    Some(crate::attack::Outcome::Redirected(foe)) => Contact::Redirected(foe),
                    Some(_) => Contact::Stopped,
                }
            }
        })
    }

    /// `DF-103` Hands that attacked in a Move and Attack do not parry.
    pub fn spend_hands(&mut self, who: CombatantId, hands: u8, plan: &AttackPlan) {
        if plan.from == AttackFrom::MoveAndAttack {
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
            // DF-471, DF-463: the grab is still resolved, and who is held does not get away.
            self.pull_back(who, foe);
        }
        self.take_hold(who, foe, with.hands, grip);
        Ok(())
    }

    /// `DF-R105` Brings a foe that retreated back to where it was grabbed. The two share that hex as before: who
    /// had come in has come in, and nobody initiates anything by it. Whom it holds it brings along (`DF-504`).
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
        self.tell(Event::Grabs { who, foe });
        match self.state[foe].doing {
            // DF-505: who is grabbed neither aims nor waits.
            Doing::Aiming(_) | Doing::Waiting(_) if grip.location().is_some() => self.give_up_what_lasts(foe),
            // DF-421
            _ => self.distract(foe),
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
        if sheet.body.humanoid && 0 <= sheet.sm && self.scene().second_hex_for(foe) != NONE {
            let choice = self.referee.ask(self.setup, self.state, Question::Fall { who, victim: foe })?;
            second = match choice {
                Choice::Fall(side) if self.scene().judge_fall(foe, side).is_ok() => side.index(),
                _ => self.scene().second_hex_for(foe),
            };
        }
        let fighter = &mut self.state[foe];
        fighter.posture = Posture::Prone;
        fighter.second = second;
        self.tell(Event::Falls { who: foe });
        self.come_down(foe);
        self.set_down(foe);
        self.distract(foe);
        Ok(())
    }

    /// `DF-497` `DF-498` Keeps a lying foe from acting.
    fn pin(&mut self, who: CombatantId, foe: CombatantId, situational: i32) -> Result<(), R::Pause> {
        let (mut mine, theirs): (R::Tally, R::Tally) = self.scene().pin_scores(who, foe);
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
            self.tell(Event::NoEffect { who, foe });
        }
        Ok(())
    }

    /// `DF-499` `DF-R85` `DF-501` Strangles: the margin of victory is crushing damage to the neck.
    fn strangle(&mut self, who: CombatantId, foe: CombatantId, situational: i32) -> Result<(), R::Pause> {
        let (mut mine, theirs): (R::Tally, R::Tally) = self.scene().strangle_scores(who, foe);
        mine.add(rule!("DF-012"), situational);
        let margin =
            self.referee
                .check(Why::new(who, rule!("DF-499"), "strangle"), THREE_DICE, &mine, |roll, score| score - roll)?;
        let scene = Scene { setup: self.setup, state: self.state };
        let resisted = scene.resistance(foe, Location::Neck, false);
        let kind = DamageType::Crushing;
        let why = Why::new(foe, rule!("DF-499"), "resist strangling");
        let (won, damage) = self.referee.check(why, THREE_DICE, &theirs, |roll, score| {
            let basic = margin - (score - roll);
            (basic > 0, scene.damage_result(basic, resisted, &Wound::new(foe, Some(Location::Neck), kind)))
        })?;
        if !won {
            self.tell(Event::NoEffect { who, foe });
            return Ok(());
        }
        self.take_damage(&damage, None)?;
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
        rule: affray_core::rules::RuleId,
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
            self.tell(Event::NoEffect { who, foe });
        }
        Ok(won == Some(true))
    }

    /// `DF-489` `DF-R116` Takes a grabbed item: it is in the hand that grabbed it now, but not ready; a two-handed one in
    /// two, if as many had hold of it.
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

    /// `DF-509` `DF-510` `DF-R90` Gets free of one who holds; out of a pin it takes ten seconds, and the
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
            |margin| 0 < margin,
        )?;
        if winner {
            self.tell(Event::BreaksFree { who, from: foe });
            for slot in 0..2 {
                let grab = self.state[foe].grabs[slot];
                if grab.victim == who.0 {
                    self.let_go(foe, slot);
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

    /// `DF-R114` Who is thrown to the ground is lifted by nobody any more; the grips stay.
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

    /// Ends one hold.
    pub fn let_go(&mut self, who: CombatantId, slot: usize) {
        let grab = std::mem::replace(&mut self.state[who].grabs[slot], Grabbed::NOBODY);
        if grab.victim == NONE {
            return;
        }
        let foe = CombatantId(grab.victim);
        self.tell(Event::Releases { who, foe });
        if grab.how & Grabbed::PINNED != 0 && !self.scene().is_pinned(foe) {
            // DF-510: the next pin is a task of its own.
            self.state[foe].forget_struggle();
        }
    }

    /// Ends the holds on those who are not in the same hex any more, and on items that their owners do
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
