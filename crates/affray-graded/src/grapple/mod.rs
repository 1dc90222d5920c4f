//! Holds: what they hinder, grabs, the use of a hold, takedowns, breaking free.
//!
//! Rules `GR-107` to `GR-116`, `GR-124` to `GR-129`; rulings `GR-R08`, `GR-R50`, `GR-R54`, `GR-R56`.

mod rush;

use crate::Graded;
use crate::decision::{Choice, Grip, Maneuver, ManeuverKind, NONE, Question};
use crate::event::{Event, Fall};
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemKind, Size, UNARMED};
use crate::state::{Hold, Loot, Posture};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::tally::Tally;
use std::cmp::Ordering;

impl Scene<'_> {
    /// Those who hold a combatant.
    pub fn holders(self, who: CombatantId) -> impl Iterator<Item = CombatantId> {
        self.state.ids().filter(move |&one| self.fighter(one).hold.target == who.0)
    }

    /// `GR-R54` Whether a combatant is pinned.
    pub fn is_pinned(self, who: CombatantId) -> bool {
        self.fighter(who).held != 0 && self.holders(who).any(|one| self.fighter(one).hold.pins)
    }

    /// `GR-R54` Whether the weapon arm of a combatant is held.
    pub fn has_arm_held(self, who: CombatantId) -> bool {
        self.fighter(who).held != 0 && self.holders(who).any(|one| self.fighter(one).hold.item == NONE)
    }

    /// `GR-R54` Whether a hand is free to strike, parry or grab with: usable, empty, not gripping, and not that of
    /// an arm that is held.
    pub fn has_free(self, who: CombatantId, hand: usize) -> bool {
        self.fighter(who).is_free(hand) && !(hand == 0 && self.has_arm_held(who))
    }

    /// Whether some hand is free so.
    pub fn has_fist(self, who: CombatantId) -> bool {
        self.has_free(who, 0) || self.has_free(who, 1)
    }

    /// `GR-R54` Whether a weapon of a combatant is held, or the weapon arm with it.
    pub fn is_grabbed(self, who: CombatantId, with: u8) -> bool {
        let fighter = self.fighter(who);
        self.holders(who).any(|one| {
            let hold = self.fighter(one).hold;
            if hold.item == NONE { with == fighter.hands[0] && with != UNARMED } else { hold.item == with }
        })
    }

    /// `GR-115` The hexes into which a combatant can fall: its own and those next to it.
    pub fn throw_hexes(self, target: CombatantId) -> impl Iterator<Item = Cell> {
        let at = self.fighter(target).at;
        let near = Facing::HEX.into_iter().map(move |way| at.step(way));
        std::iter::once(at).chain(near).filter(move |&cell| self.judge_throw(target, cell).is_ok())
    }

    /// `GR-115` Whether a combatant can be made to fall into a hex.
    pub fn judge_throw(self, target: CombatantId, to: Cell) -> Result<(), Refusal> {
        if self.map().ground(to).is_none_or(|ground| ground.impassable) {
            return Err(Refusal::impossible(rule!("GR-115"), "nobody can lie there"));
        }
        if self.is_ledge(self.fighter(target).at, to) {
            return Err(Refusal::new(rule!("GR-R116"), "that is too high or too deep: take another hex"));
        }
        let room = self.bodies(to).filter(|&one| one != target).count() < crate::movement::MOST_BODIES;
        if crate::movement::arcs::distance(self.fighter(target).at, to) <= 1 && room {
            Ok(())
        } else {
            Err(Refusal::new(rule!("GR-115"), "into the same hex or one next to it"))
        }
    }

    /// `GR-101` `GR-165` `GR-R31` A tenth of Boxing as it is now, rounded down.
    #[inline]
    pub fn boxing_tenth(self, who: CombatantId) -> i32 {
        self.sheet(who).boxing.map_or(0, |boxing| (boxing - self.scores(who).loss).max(0) / 10)
    }

    /// `GR-101` Whether a combatant has a medium or large shield ready.
    pub fn has_big_shield(self, who: CombatantId) -> bool {
        self.ready_shield(who).and_then(|item| self.item(who, item)).is_some_and(|item| item.size >= Size::Medium)
    }
}

impl Scene<'_> {
    /// `GR-111` The hands that can grab: 3 for both, or the first that is free; `None` if they are not free.
    fn grabbing_hands(self, who: CombatantId, both: bool) -> Option<u8> {
        match (self.has_free(who, 0), self.has_free(who, 1)) {
            (true, true) if both => Some(3),
            _ if both => None,
            (true, _) => Some(1),
            (_, true) => Some(2),
            _ => None,
        }
    }

    /// `GR-110` The weapon that a holder can wrest away: the one that it holds, or what the held arm holds.
    fn within_grip(self, who: CombatantId) -> Option<u8> {
        let hold = self.fighter(who).hold;
        if hold.target == NONE {
            return None;
        }
        let target = CombatantId(hold.target);
        let item = if hold.item == NONE { self.fighter(target).hands[0] } else { hold.item };
        let weapon = self.item(target, item).is_some_and(|item| item.kind == ItemKind::Weapon);
        (weapon && self.fighter(target).holds(item)).then_some(item)
    }

    /// `GR-107` to `GR-111` `GR-R54` Whether a combatant may grapple so.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_grapple(self, who: CombatantId, target: CombatantId, act: Grip) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if self.apart(who, target) != 0 {
            return refuse(rule!("GR-107"), "a grapple takes a target in the same hex");
        }
        let (hold, other) = (self.fighter(who).hold, self.fighter(target));
        let grips = |grip: Grip| match grip {
            Grip::Arm { both } | Grip::Weapon { both, .. } => Some(both),
            _ => None,
        };
        if let Some(both) = grips(act) {
            if hold.target != NONE {
                return refuse(
                    rule!("GR-R54"),
                    "a combatant holds one target at a time: use the hold, or let go first",
                );
            }
            if self.grabbing_hands(who, both).is_none() {
                return refuse(rule!("GR-R54"), "a grab takes a free hand, and one with both hands takes both");
            }
        } else if hold.target != target.0 {
            return refuse(rule!("GR-110"), "that takes a hold on the target: grab first");
        }
        match act {
            Grip::Weapon { item, .. } => {
                let large = |item: &crate::sheet::Item| item.kind == ItemKind::Weapon && item.size >= Size::Medium;
                if !self.item(target, item).is_some_and(large) {
                    return refuse(rule!("GR-108"), "the weapon arm is grabbed, or a medium or large weapon");
                }
                if !other.holds(item) {
                    return refuse(rule!("GR-108"), "the target does not have that weapon in hand");
                }
                Ok(())
            }
            Grip::Fall if hold.item != NONE => {
                refuse(rule!("GR-R54"), "a held weapon is wrested away; a held arm throws its owner down")
            }
            Grip::Fall if other.posture == Posture::Lying => refuse(rule!("GR-110"), "the target lies already"),
            Grip::Take if self.within_grip(who).is_none() => {
                refuse(rule!("GR-110"), "there is no weapon in that arm to take")
            }
            Grip::Pin { .. } if other.posture != Posture::Lying => {
                refuse(rule!("GR-R54"), "only a lying target can be pinned")
            }
            Grip::Pin { both } if hold.pins && (!both || hold.hands == 3) => {
                refuse(rule!("GR-R54"), "the target is pinned so already")
            }
            Grip::Pin { both: true } if hold.hands != 3 && !self.has_fist(who) => {
                refuse(rule!("GR-R54"), "a pin with both hands takes the other hand too")
            }
            _ => Ok(()),
        }
    }

    /// `GR-112` `GR-113` `GR-R83` Whether a combatant may be taken down.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_takedown(self, who: CombatantId, target: CombatantId) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if self.apart(who, target) != 0 {
            return refuse(rule!("GR-112"), "a takedown takes a target in the same hex");
        }
        let other = self.fighter(target);
        if other.posture != Posture::Standing {
            return refuse(rule!("GR-113"), "only a standing target can be taken down");
        }
        if other.held == 0 {
            return refuse(rule!("GR-113"), "somebody has to hold the target already: grapple first");
        }
        if self.fighter(who).posture == Posture::Lying {
            return refuse(rule!("GR-R83"), "a lying combatant cannot take anybody down");
        }
        Ok(())
    }

    /// `GR-124` `GR-128` `GR-R56` Whether a combatant may try to break free.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_break_free(self, who: CombatantId, holder: CombatantId) -> Result<(), Refusal> {
        let hold = self.fighter(holder).hold;
        if hold.target != who.0 {
            return Err(Refusal::new(rule!("GR-124"), "only a holder can be broken free of"));
        }
        if hold.pins && hold.hands == 3 && self.fighter(who).pause != 0 {
            return Err(Refusal::new(rule!("GR-128"), "a pin by both hands can be broken in every fourth round only"));
        }
        Ok(())
    }

    /// `GR-109` `GR-111` What a grab is rolled on.
    fn grab_score<T: Tally>(self, who: CombatantId, target: CombatantId, hands: u8) -> T {
        let mut score = T::base(rule!("GR-109").named("DX"), self.scores(who).dx);
        score.add(rule!("GR-194"), self.stun_penalty(who));
        let down = matches!(self.fighter(target).posture, Posture::Kneeling | Posture::Lying);
        score.add(rule!("GR-111").named("both hands"), if hands == 3 { 3 } else { 0 });
        score.add(rule!("GR-111").named("kneeling or lying target"), if down { 3 } else { 0 });
        score.add(rule!("GR-111").named("a tenth of Boxing"), self.boxing_tenth(who));
        score
    }

    /// `GR-110` `GR-111` What a hold is used with.
    fn hold_score<T: Tally>(self, who: CombatantId) -> T {
        let mut score = T::base(rule!("GR-110").named("ST"), self.scores(who).st);
        score.add(rule!("GR-194"), self.stun_penalty(who));
        score.add(rule!("GR-111").named("a tenth of Boxing"), self.boxing_tenth(who));
        score
    }

    /// `GR-114` What a takedown is rolled on: the best of ST, DX and Boxing.
    fn takedown_score<T: Tally>(self, who: CombatantId) -> T {
        let scores = self.scores(who);
        let boxing = self.sheet(who).boxing.map_or(i32::MIN, |boxing| boxing - scores.loss);
        let known = [(scores.dx, "DX"), (boxing, "Boxing")];
        let best = known.into_iter().fold((scores.st, "ST"), |best, one| if one.0 > best.0 { one } else { best });
        let mut score = T::base(rule!("GR-114").named(best.1), best.0);
        score.add(rule!("GR-194"), self.stun_penalty(who));
        score
    }

    /// `GR-125` to `GR-127` What a holder sets against breaking free.
    fn grip_score<T: Tally>(self, holder: CombatantId) -> T {
        let hold = self.fighter(holder).hold;
        let mut score: T = self.attribute(holder, rule!("GR-125").named("ST of the holder"), |scores| scores.st);
        score.add(rule!("GR-194"), self.stun_penalty(holder));
        let both = hold.hands == 3;
        let grip = if both { "held with both hands" } else { "pinned with one hand" };
        score.add(rule!("GR-126").named(grip), if hold.pins != both { 5 } else { 0 });
        score.add(rule!("GR-127"), if hold.pins && both { 10 } else { 0 });
        score
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-107` to `GR-111` `GR-R54` A Grapple: one contest, to grab or to use the hold.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn grapple(&mut self, who: CombatantId, target: CombatantId, act: Grip) -> Result<(), R::Pause> {
        self.walk(who, Maneuver::Grapple { target, act }, NONE)?;
        let (item, both) = match act {
            Grip::Arm { both } => (NONE, both),
            Grip::Weapon { item, both } => (item, both),
            Grip::Fall | Grip::Take | Grip::Pin { .. } => return self.use_hold(who, target, act),
        };
        // Where the game master allows it without free hands, the hands that there are grab.
        let hands = self.scene().grabbing_hands(who, both).unwrap_or(if both { 3 } else { 1 });
        let (own, other): (R::Tally, R::Tally) = (
            self.scene().grab_score(who, target, hands),
            self.dexterity(target, rule!("GR-109").named("DX against the grab")),
        );
        let winner = self.plain_contest((who, &own), (target, &other), rule!("GR-109"), "grab")?;
        if winner == Ordering::Greater {
            self.seize(who, target, item, hands);
        }
        Ok(())
    }

    /// `GR-110` `GR-R54` A ST contest throws down the held target, takes its weapon, or pins it.
    fn use_hold(&mut self, who: CombatantId, target: CombatantId, act: Grip) -> Result<(), R::Pause> {
        if self.state[who].hold.target != target.0 {
            return Ok(());
        }
        let (own, other): (R::Tally, R::Tally) =
            (self.scene().hold_score(who), self.strength(target, rule!("GR-110").named("ST against the hold")));
        let winner = self.plain_contest((who, &own), (target, &other), rule!("GR-110"), "hold")?;
        if winner != Ordering::Greater {
            return Ok(());
        }
        match act {
            Grip::Fall => self.fall(target, Fall::Thrown),
            Grip::Take => self.wrest(who, target),
            Grip::Pin { both } => {
                let hold = &mut self.state[who].hold;
                hold.pins = true;
                hold.hands = if both { 3 } else { hold.hands };
                // GR-R56: the first attempt under the pin may be made at once.
                if hold.hands == 3 {
                    self.state[target].pause = 0;
                }
                self.tell(Event::Pins { who, target });
            }
            Grip::Arm { .. } | Grip::Weapon { .. } => {}
        }
        Ok(())
    }

    /// `GR-R54` Lets go of the target.
    pub(crate) fn let_go(&mut self, who: CombatantId) {
        if let Some(event) = self.state.let_go(who) {
            self.tell(event);
        }
    }

    /// All holds on a combatant are lost.
    pub(crate) fn break_holds_on(&mut self, who: CombatantId) {
        if self.state[who].held == 0 {
            return;
        }
        for holder in 0..self.state.fighters.len() as u8 {
            let holder = CombatantId(holder);
            if self.state[holder].hold.target == who.0 {
                self.let_go(holder);
            }
        }
    }

    /// `GR-109` `GR-R42` Holds a combatant, whose aim is lost.
    fn seize(&mut self, who: CombatantId, target: CombatantId, item: u8, hands: u8) {
        self.let_go(who);
        self.state[who].hold = Hold { target: target.0, item, hands, pins: false };
        let held = &mut self.state[target].held;
        *held = held.saturating_add(1);
        self.state.holders = self.state.holders.saturating_add(1);
        self.lose_aim(target);
        self.tell(Event::Grabs { who, target });
    }

    /// `GR-110` `GR-R54` Takes the weapon within the grip: it is in the gripping hand then, unready. A second hand
    /// keeps the arm.
    fn wrest(&mut self, who: CombatantId, target: CombatantId) {
        let Some(item) = self.scene().within_grip(who) else { return };
        if self.state[target].aim.item == item {
            self.lose_aim(target);
        }
        self.state.part_with(target, item);
        let hold = self.state[who].hold;
        let hand = usize::from(hold.hands & 1 == 0);
        self.drop_from_hand(who, hand);
        self.state[who].loot[hand] = Loot { owner: target.0, item };
        self.tell(Event::Wrests { who, target, item });
        let rest = hold.hands & !(1 << hand);
        if hold.item != NONE || rest == 0 {
            self.let_go(who);
        } else {
            self.state[who].hold.hands = rest;
        }
    }

    /// `GR-112` to `GR-116` `GR-R50` A Takedown: the loser goes down where the winner wants it.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn takedown(&mut self, who: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        self.walk(who, Maneuver::Takedown(target), NONE)?;
        let (own, other): (R::Tally, R::Tally) =
            (self.scene().takedown_score(who), self.strength(target, rule!("GR-114").named("ST against the takedown")));
        match self.plain_contest((who, &own), (target, &other), rule!("GR-114"), "takedown")? {
            Ordering::Greater => self.throw(who, target),
            Ordering::Less => self.throw(target, who),
            Ordering::Equal => Ok(()),
        }
    }

    /// `GR-115` `GR-116` Falls into a hex that the winner picks, and has no grip on the winner any more. Holds do
    /// not reach into another hex.
    fn throw(&mut self, winner: CombatantId, loser: CombatantId) -> Result<(), R::Pause> {
        if self.state[loser].hold.target == winner.0 {
            self.let_go(loser);
        }
        self.fall(loser, Fall::Takedown);
        let question = Question::Throw { who: winner, target: loser };
        let Choice::Throw(to) = self.ask(question)? else { return Ok(()) };
        if to != self.state[loser].at {
            self.let_go(loser);
            self.break_holds_on(loser);
            let fighter = &mut self.state[loser];
            fighter.at = to;
            fighter.entered = NONE;
            self.tell(Event::Moves { who: loser, to });
        }
        Ok(())
    }

    /// `GR-124` to `GR-129` `GR-R56` Break Free; who escapes may slip away by a hex at once.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn break_free(&mut self, who: CombatantId, holder: CombatantId) -> Result<(), R::Pause> {
        if self.state[holder].hold.target != who.0 {
            return Ok(());
        }
        // GR-R56: not again on the three own turns after this one.
        let hold = self.state[holder].hold;
        if hold.pins && hold.hands == 3 {
            self.state[who].pause = 4;
        }
        let mut own: R::Tally = self.scene().attribute(who, rule!("GR-125").named("ST"), |scores| scores.st);
        own.add(rule!("GR-194"), self.scene().stun_penalty(who));
        own.add(rule!("GR-125").named("a tenth of Boxing"), self.scene().boxing_tenth(who));
        let other: R::Tally = self.scene().grip_score(holder);
        let winner = self.plain_contest((who, &own), (holder, &other), rule!("GR-125"), "break free")?;
        if winner == Ordering::Greater {
            self.let_go(holder);
            if self.state[who].held == 0 {
                self.walk_points(who, ManeuverKind::BreakFree, 1, NONE)?;
            }
        }
        Ok(())
    }
}
