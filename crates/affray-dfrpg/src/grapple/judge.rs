//! Which attacks with the body are legal, and those that a person is shown.

use super::grab_modifier;
use crate::body::injury::hand_of;
use crate::body::location;
use crate::decision::{Attack, AttackPlan, Choice, Grapple, NO_MODE, NONE};
use crate::items::hands::WHOLE_BODY;
use crate::scene::Scene;
use crate::sheet::{ItemId, Location};
use crate::state::{Flags, Grabbed, Grip, Posture};
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Refusal};
use affray_kernel::tally::{Sum, Tally};

impl Scene<'_> {
    /// Whether the other combatant exists and is not oneself.
    pub(super) fn judge_other(self, who: CombatantId, other: CombatantId) -> Result<(), Refusal> {
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
        if !self.sheet(who).grips_with_body() {
            self.judge_hands(who, with.hands)?;
        } else if with.hands != WHOLE_BODY {
            return Err(Refusal::impossible(
                rule!("DF-R135"),
                "a body without hands takes hold with all of it: name no hands",
            ));
        } else if self.free_grips(who) == 0 {
            return Err(Refusal::new(
                rule!("DF-R135"),
                "a body without hands holds one foe by one part: release it first",
            ));
        }
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
    pub(super) fn held_arm(self, who: CombatantId, foe: CombatantId, wanted: fn(&Grabbed) -> bool) -> Option<u8> {
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
        // Two hands at most: a combatant with more can ask for them.
        let hands = if free & 0b11 != 0 { free & 0b11 } else { free };
        let grips = if self.sheet(who).grips_with_body() { self.free_grips(who) } else { hands };
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
            if self.distance(who, target) > 1 {
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
                    offer(Attack::Grab(Grapple { hands: grips, ..with }, part));
                }
            }
            for item in self.items(target) {
                offer(Attack::GrabItem(Grapple { hands: grips, ..with }, item));
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
        if !self.has_room_to_lie(victim, side) {
            return Err(Refusal::new(rule!("DF-R12"), "the second hex has to be free and passable, and over no ledge"));
        }
        Ok(())
    }

    /// Lists the sides on which a fallen foe's second hex may lie.
    pub fn fall_options(self, victim: CombatantId, into: &mut Vec<Choice>) {
        let sides = (0..6).map(Facing::hex).filter(|&side| self.judge_fall(victim, side).is_ok());
        into.extend(sides.map(Choice::Fall));
    }
}
