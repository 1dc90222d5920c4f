//! Which attacks are legal: ready weapons, reach, arcs, locations, trades.
//!
//! Rules `DF-002`, `DF-034`, `DF-058` to `DF-063`, `DF-109`, `DF-170` to `DF-190`, `DF-210` to
//! `DF-226`, `DF-235` and `DF-242`, rulings `DF-R09`, `DF-R44`, `DF-R45`, `DF-R60` and `DF-R62`. Read
//! [`Scene::judge_attack`] for attacks as they are declared and [`Scene::judge_strike`] for one blow.

use crate::body::location;
use crate::decision::{Aim, AllOut, Attack, AttackFrom, AttackPlan, Grapple, NO_MODE, NONE, Strike};
use crate::scene::Scene;
use crate::sheet::{DamageType, ItemId, Location, Mode, ModeKind, SpellEffect};
use crate::state::{Fighter, Flags, ItemFlags, Motion, Posture};
use affray_grid::{Arc, Cell, Facing};
use affray_kernel::referee::{CombatantId, Refusal};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

/// Reach C as a set of reaches.
const CLOSE: u16 = 1;

/// From this number on a mode is a spell that a hand holds, by the hand.
pub const HELD: u16 = 0x80;

/// What a strike is made with, be it a weapon, a limb or a spell that is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Means {
    /// The kind of attack; `None` for a held spell.
    pub kind: Option<ModeKind>,
    /// Whether range rules hold instead of reach.
    pub ranged: bool,
    /// Reaches as bits, as they can be used now.
    pub reach: u16,
    /// Maximum range in yards.
    pub max_range: i32,
    /// The item.
    pub item: Option<ItemId>,
    /// The type of damage; `None` for a spell that does none.
    pub damage: Option<DamageType>,
    /// Whether it is an area attack.
    pub area: bool,
    /// The hand that strikes or holds the item; [`NONE`] for feet and teeth.
    pub hand: u8,
}

fn refuse<T>(rule: RuleId, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, message))
}

fn impossible<T>(rule: RuleId, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal::impossible(rule, message))
}

/// `DF-106` The reaches of a weapon that is held for one of them at a time: the longest, or the rest.
const fn held_for(reach: u16, long: bool) -> u16 {
    let longest = if reach == 0 { 0 } else { 1 << reach.ilog2() };
    let rest = reach & !longest;
    if long || rest == 0 { longest } else { rest }
}

impl Scene<'_> {
    /// Whether there is such a mode, or such a spell in a hand.
    #[inline]
    pub fn has_means(self, who: CombatantId, mode: u16) -> bool {
        self.mode(who, mode).is_some() || self.means(who, mode, NONE).is_some()
    }

    /// What a mode strikes with; `None` where there is no such mode and no such spell.
    pub fn means(self, who: CombatantId, mode: u16, hand: u8) -> Option<Means> {
        if let Some(mode) = self.mode(who, mode) {
            let reach = match mode.item {
                Some(item) if self.item(who, item).is_some_and(|item| item.reach_needs_ready) => {
                    held_for(mode.reach, self.item_state(who, item).flags.has(ItemFlags::LONG_REACH))
                }
                _ => mode.reach,
            };
            let hand = match (mode.item, mode.kind) {
                (Some(item), _) => self.hand_with(who, item).unwrap_or(NONE),
                (None, ModeKind::Punch) if hand == NONE => 0,
                (None, ModeKind::Punch) => hand,
                _ => NONE,
            };
            return Some(Means {
                kind: Some(mode.kind),
                ranged: mode.kind.is_ranged(),
                reach,
                max_range: i32::from(mode.max_range),
                item: mode.item,
                damage: Some(mode.damage_type),
                area: mode.area,
                hand,
            });
        }
        let (held, spell) = self.held_by_mode(who, mode)?;
        let hand = held.hand;
        // DF-R57: with the hand at reach C, or with the reach of the staff that holds it.
        let staff = self.fighter(who).hands.get(hand as usize).copied();
        let staff = staff.filter(|&item| self.item(who, item).is_some_and(|thing| thing.spell_focus > 0));
        let reach = staff.map_or(0, |item| self.reach_of(who, item));
        Some(Means {
            kind: None,
            ranged: spell.missile.is_some(),
            reach: if reach == 0 { CLOSE } else { reach },
            max_range: spell.missile.map_or(0, |missile| i32::from(missile.max_range)),
            item: None,
            damage: match spell.effect {
                SpellEffect::Damage { kind, .. } => Some(kind),
                _ => None,
            },
            area: false,
            hand,
        })
    }

    /// The hexes of two combatants that are nearest to each other.
    #[inline]
    pub fn nearest_hexes(self, one: CombatantId, other: CombatantId) -> (Cell, Cell) {
        let (a, b) = (self.fighter(one), self.fighter(other));
        if a.second == NONE && b.second == NONE { (a.at, b.at) } else { self.nearest_of_two_hexes(a, b) }
    }

    /// The hexes of two combatants, of which one takes two, that are nearest to each other.
    fn nearest_of_two_hexes(self, a: &Fighter, b: &Fighter) -> (Cell, Cell) {
        let map = self.map();
        let mut best = (a.at, b.at);
        let mut least = map.distance(a.at, b.at);
        let mut consider = |from: Cell, to: Cell| {
            let distance = map.distance(from, to);
            if distance < least {
                (best, least) = ((from, to), distance);
            }
        };
        let second = b.second_cell();
        if let Some(to) = second {
            consider(a.at, to);
        }
        if let Some(from) = a.second_cell() {
            consider(from, b.at);
            if let Some(to) = second {
                consider(from, to);
            }
        }
        best
    }

    /// `DF-173` `DF-R136` The hexes between which a blow goes: of a target's two hexes the nearer one that is in front, if
    /// any is.
    pub(crate) fn hexes_of_blow(self, who: CombatantId, target: CombatantId) -> (Cell, Cell) {
        let (me, it) = (self.fighter(who), self.fighter(target));
        let (from, to) = self.nearest_hexes(who, target);
        let in_front = |cell: Cell| me.occupies(cell) || self.map().arc(me.at, me.facing, cell) == Arc::Front;
        let Some(second) = it.second_cell().filter(|_| !in_front(to)) else { return (from, to) };
        let other = if to == second { it.at } else { second };
        if !in_front(other) {
            return (from, to);
        }
        let own = me.second_cell().filter(|&own| self.map().distance(own, other) < self.map().distance(me.at, other));
        (own.unwrap_or(me.at), other)
    }

    /// `DF-172` `DF-157` `DF-464` `DF-502` The reaches that a combatant has with those means where it is now.
    fn reach_now(self, who: CombatantId, means: &Means) -> u16 {
        let held_down =
            self.fighter(who).posture == Posture::Crawling || self.in_close_combat(who) || self.is_grabbed(who);
        if held_down { means.reach & CLOSE } else { means.reach }
    }

    /// `DF-172` `DF-235` Whether a target is within reach or range of a mode, wherever one looks.
    pub fn reaches(self, who: CombatantId, mode: u16, target: CombatantId) -> bool {
        let (from, to) = self.nearest_hexes(who, target);
        self.reaches_between(who, mode, from, to)
    }

    /// `DF-172` `DF-235` Whether a target in one hex is within reach or range of a mode that is used from another.
    pub(crate) fn reaches_between(self, who: CombatantId, mode: u16, from: Cell, to: Cell) -> bool {
        self.means(who, mode, NONE).is_some_and(|means| {
            if means.ranged {
                self.map().distance(from, to) as i32 <= means.max_range
            } else {
                let distance = self.blow_between(from, to);
                distance < 16 && self.reach_now(who, &means) & (1 << distance) != 0
            }
        })
    }

    /// `DF-172` `DF-R107` How far a blow has to reach from one combatant to another, wherever one looks.
    #[inline]
    pub fn blow_distance(self, who: CombatantId, target: CombatantId) -> i32 {
        let (from, to) = self.nearest_hexes(who, target);
        self.blow_between(from, to)
    }

    /// `DF-172` `DF-173` `DF-R107` `DF-R136` How far a blow has to reach as a combatant faces.
    pub fn blow_distance_ahead(self, who: CombatantId, target: CombatantId) -> i32 {
        let (from, to) = self.hexes_of_blow(who, target);
        self.blow_between(from, to)
    }

    /// `DF-R136` Of the hexes of a combatant the one that is nearer to another hex.
    pub(crate) fn nearer_hex(self, from: Cell, target: CombatantId) -> Cell {
        let it = self.fighter(target);
        let is_nearer = |other: &Cell| self.map().distance(from, *other) < self.map().distance(from, it.at);
        it.second_cell().filter(is_nearer).unwrap_or(it.at)
    }

    /// `DF-R107` In hexes, and in yards of height beyond the first.
    #[inline]
    pub(crate) fn blow_between(self, from: Cell, to: Cell) -> i32 {
        let height = self.map().elevation_difference(from, to).abs();
        self.map().distance(from, to) as i32 + (height - 1).max(0)
    }

    /// `DF-034` `DF-242` `DF-262` `DF-489` `DF-490` Whether what a mode needs is ready to strike.
    ///
    /// # Errors
    /// What keeps it from striking.
    pub fn judge_means(self, who: CombatantId, means: &Means) -> Result<(), Refusal> {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        if let Some(item) = means.item {
            let Some(thing) = self.item(who, item) else {
                return impossible(rule!("DF-170"), "there is no such weapon");
            };
            if fighter.parried != 0 && fighter.parried & fighter.bit(item) != 0 && thing.unbalanced {
                return refuse(
                    rule!("DF-262"),
                    "an unbalanced weapon that parried cannot attack until the own next turn",
                );
            }
            if self.is_item_grabbed(who, item) {
                let holds_arm =
                    (0..4).any(|hand| fighter.hands[hand as usize] == item && self.is_hand_grabbed(who, hand));
                return if holds_arm {
                    refuse(rule!("DF-490"), "a foe holds the arm with that weapon: break free, or use the other arm")
                } else {
                    refuse(rule!("DF-489"), "a foe holds that item: break free, or use another weapon")
                };
            }
            if !self.is_ready(who, item) {
                return refuse(rule!("DF-034"), "that weapon is not ready: ready it first, or use another");
            }
            let empty = || matches!(self.item_state(who, item).shots, 0 | 128..);
            if means.kind == Some(ModeKind::Missile) && thing.shots > 0 && empty() {
                return refuse(rule!("DF-242"), "no shot is loaded: reload with Ready maneuvers");
            }
        }
        match means.kind {
            Some(ModeKind::Punch) if means.item.is_none() => {
                if sheet.body.hands <= means.hand {
                    return impossible(rule!("DF-034"), "there is no such hand");
                }
                if self.is_hand_grabbed(who, means.hand) {
                    return refuse(rule!("DF-490"), "a foe holds the arm of that hand: break free, or use another one");
                }
                if !self.is_free_hand(who, means.hand) {
                    return refuse(rule!("DF-034"), "a punch needs a free hand that works");
                }
            }
            Some(ModeKind::Kick) if self.has_crippled_foot(who) => {
                return refuse(rule!("DF-R34"), "no kick with a crippled foot");
            }
            Some(ModeKind::Kick) if !self.has_free_leg(who) => {
                return refuse(rule!("DF-226"), "a kick needs a leg that is neither crippled nor held");
            }
            Some(ModeKind::Bite) if self.is_held_by(who, &[Location::Neck, Location::Skull, Location::Face]) => {
                return refuse(rule!("DF-492"), "with the neck held the head cannot attack");
            }
            Some(ModeKind::Tail) if fighter.is_useless(Location::Tail) => {
                return refuse(rule!("DF-R34"), "no attack with a crippled tail");
            }
            None => self.judge_holder(who, means.hand)?,
            _ => {}
        }
        if means.ranged && self.holds_loosely(who) {
            return refuse(
                rule!("DF-503"),
                "no ranged attack while one holds a foe who is neither pinned nor released",
            );
        }
        if means.ranged && self.is_grabbed(who) {
            return refuse(rule!("DF-507"), "who is grabbed attacks with reach C: break free first");
        }
        Ok(())
    }

    /// `DF-034` `DF-489` `DF-490` Whether the hand or staff that holds a spell can strike with it.
    #[cold]
    fn judge_holder(self, who: CombatantId, hand: u8) -> Result<(), Refusal> {
        if self.is_hand_grabbed(who, hand) {
            return refuse(rule!("DF-490"), "the arm with the spell is held");
        }
        let staff = self.fighter(who).hands.get(hand as usize).copied().filter(|&item| item != ItemId::NONE);
        match staff {
            Some(staff) if self.is_item_grabbed(who, staff) => {
                refuse(rule!("DF-489"), "a foe holds the staff with the spell: break free first")
            }
            Some(staff) if !self.is_ready(who, staff) => {
                refuse(rule!("DF-034"), "the staff with the spell is not ready: ready it first")
            }
            _ => Ok(()),
        }
    }

    /// Whether a foe holds one of those parts of the body.
    fn is_held_by(self, who: CombatantId, parts: &[Location]) -> bool {
        self.grips_on(who).any(|(_, grab)| grab.grip.location().is_some_and(|at| parts.contains(&at)))
    }

    /// `DF-226` `DF-491` Whether there is a leg to kick with: neither it nor its foot crippled or held.
    fn has_free_leg(self, who: CombatantId) -> bool {
        let (legs, fighter) = (self.sheet(who).body.legs, self.fighter(who));
        let works = |leg: [Location; 2]| leg.iter().all(|&at| !fighter.is_useless(at)) && !self.is_held_by(who, &leg);
        legs > 2
            || legs > 0
                && (works([Location::RightLeg, Location::RightFoot]) || works([Location::LeftLeg, Location::LeftFoot]))
    }

    /// `DF-170` Whether an attack may be declared under that plan.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_attack(self, who: CombatantId, plan: &AttackPlan, attack: &Attack) -> Result<(), Refusal> {
        if !matches!(attack, Attack::Forgo | Attack::BreakFree(_)) && self.is_pinned(who) {
            return refuse(rule!("DF-498"), "who is pinned can only break free");
        }
        match attack {
            Attack::Forgo => Ok(()),
            Attack::Strike(strike) => self.judge_strike(who, strike, plan, false),
            Attack::Rapid(strike) => {
                self.judge_trade(plan)?;
                self.judge_rapid(who, strike)?;
                self.judge_strike(who, strike, &AttackPlan { rapid: true, ..*plan }, false)
            }
            Attack::Dual(first, second) => {
                self.judge_trade(plan)?;
                if plan.from == AttackFrom::AllOut(AllOut::Double) && first.target != second.target {
                    return refuse(rule!("DF-212"), "every strike of an All-Out Attack (Double) is at the same foe");
                }
                self.judge_dual(who, first, second)?;
                self.judge_strike(who, first, plan, true)?;
                self.judge_strike(who, second, plan, true)
            }
            Attack::Shove(grapple)
            | Attack::Slam(grapple)
            | Attack::Grab(grapple, _)
            | Attack::GrabItem(grapple, _)
            | Attack::Takedown(grapple)
            | Attack::Pin(grapple)
            | Attack::Strangle(grapple)
            | Attack::Wrest(grapple)
            | Attack::ForceDrop(grapple)
            | Attack::BreakFree(grapple) => {
                self.judge_bare_attack(who, plan, grapple)?;
                self.judge_close_attack(who, attack, plan)
            }
            Attack::Assist(_) => self.judge_close_attack(who, attack, plan),
        }
    }

    /// What every attack without a mode has to keep to: target, modifier, maneuver.
    fn judge_bare_attack(self, who: CombatantId, plan: &AttackPlan, grapple: &Grapple) -> Result<(), Refusal> {
        self.judge_attack_target(who, plan, grapple.target, grapple.situational)?;
        if plan.rapid {
            return refuse(rule!("DF-219"), "the second strike of a Rapid Strike is made with the same weapon");
        }
        if matches!(plan.from, AttackFrom::AllOut(AllOut::Ranged)) {
            return refuse(rule!("DF-063"), "this All-Out Attack is a ranged attack: choose another form for a blow");
        }
        Ok(())
    }

    fn judge_attack_target(
        self,
        who: CombatantId,
        plan: &AttackPlan,
        target: CombatantId,
        situational: i8,
    ) -> Result<(), Refusal> {
        if self.state.fighters.len() <= target.index() || target == who || !self.fighter(target).is_present() {
            return impossible(rule!("DF-170"), "an attack needs a target that is there, other than the attacker");
        }
        if !(-10..=10).contains(&situational) {
            return refuse(rule!("DF-R60"), "a situational modifier is from -10 to +10");
        }
        if plan.only != NONE && plan.only != target.0 {
            return refuse(
                if matches!(plan.from, AttackFrom::AllOut(AllOut::Feint)) { rule!("DF-061") } else { rule!("DF-060") },
                "this attack has to be at the same foe as the one before: name that foe",
            );
        }
        Ok(())
    }

    /// `DF-210` `DF-211` `DF-212` `DF-R09` Whether an attack of this plan can be traded for two.
    fn judge_trade(self, plan: &AttackPlan) -> Result<(), Refusal> {
        match plan.from {
            _ if plan.rapid || plan.traded => {
                refuse(rule!("DF-211"), "one attack a turn can be traded, for a Rapid Strike or a Dual-Weapon Attack")
            }
            AttackFrom::MoveAndAttack => refuse(rule!("DF-210"), "Move and Attack has one attack: it cannot be traded"),
            AttackFrom::AllOut(AllOut::Ranged) => refuse(rule!("DF-R09"), "an All-Out Attack at range is one attack"),
            _ => Ok(()),
        }
    }

    /// `DF-220` Whether a weapon can strike rapidly.
    pub(crate) fn judge_rapid(self, who: CombatantId, strike: &Strike) -> Result<(), Refusal> {
        match self.means(who, strike.mode, strike.hand) {
            None => impossible(rule!("DF-170"), "there is no such attack mode"),
            Some(means) if means.ranged || means.kind.is_none() => {
                refuse(rule!("DF-220"), "a Rapid Strike is made with a melee weapon, or unarmed")
            }
            Some(means) if means.item.and_then(|item| self.item(who, item)).is_some_and(|item| item.unwieldy) => {
                refuse(rule!("DF-220"), "a Rapid Strike needs a weapon that stays ready after an attack")
            }
            Some(_) => Ok(()),
        }
    }

    /// `DF-213` `DF-217` `DF-218` `DF-R09` Whether two strikes make a Dual-Weapon Attack.
    pub(crate) fn judge_dual(self, who: CombatantId, first: &Strike, second: &Strike) -> Result<(), Refusal> {
        let hand = |strike: &Strike| -> Result<u8, Refusal> {
            let means = self.means(who, strike.mode, strike.hand);
            let means = means.ok_or_else(|| Refusal::impossible(rule!("DF-170"), "there is no such attack mode"))?;
            if means.item.and_then(|item| self.item(who, item)).is_some_and(|item| item.hands != 1) {
                return Err(Refusal::new(
                    rule!("DF-213"),
                    "a Dual-Weapon Attack takes a weapon in each hand, no two-handed one",
                ));
            }
            if means.kind == Some(ModeKind::Missile) || means.kind.is_none() {
                return Err(Refusal::new(rule!("DF-R09"), "only melee and thrown weapons can be paired"));
            }
            if means.hand == NONE {
                return Err(Refusal::new(rule!("DF-213"), "a Dual-Weapon Attack is made with two hands"));
            }
            Ok(means.hand)
        };
        let (one, other) = (hand(first)?, hand(second)?);
        if one == other {
            return refuse(rule!("DF-213"), "a Dual-Weapon Attack takes two weapons or hands: one in each hand");
        }
        if other == 0 {
            return refuse(rule!("DF-218"), "the main hand strikes first");
        }
        let count = self.state.fighters.len();
        if count <= first.target.index() || count <= second.target.index() {
            return impossible(rule!("DF-170"), "there is no such target");
        }
        if first.target != second.target && self.distance(first.target, second.target) > 1 {
            return refuse(rule!("DF-217"), "the two targets have to be next to each other");
        }
        Ok(())
    }

    /// `DF-219` Whether a strike is made with the same weapon as one in that mode with that hand: in any of its modes,
    /// and unarmed in the same one with the same hand.
    fn is_same_weapon(self, who: CombatantId, (mode, hand): (u16, u8), strike: &Strike) -> bool {
        let item = |mode: u16| self.mode(who, mode).and_then(|mode| mode.item);
        match (item(mode), item(strike.mode)) {
            (None, None) => {
                let hand_of = |mode: u16, hand: u8| self.means(who, mode, hand).map(|means| means.hand);
                mode == strike.mode && hand_of(mode, hand) == hand_of(strike.mode, strike.hand)
            }
            (first, second) => first == second,
        }
    }

    /// `DF-170` Whether one strike may be made. `dual` marks one of a Dual-Weapon Attack.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_strike(self, who: CombatantId, strike: &Strike, plan: &AttackPlan, dual: bool) -> Result<(), Refusal> {
        let means = self.judge_strike_anywhere(who, strike, plan)?;
        self.judge_aim_at(strike, &means)?;
        let score =
            self.attack_score::<Sum>(who, strike, plan, dual, &self.attack_geometry(who, strike.target)).total();
        if strike.deceptive > 0 && score < 10 {
            return refuse(rule!("DF-224"), "deception may not bring the effective skill below 10: take fewer levels");
        }
        if score < 3 {
            return refuse(
                rule!("DF-002"),
                "an effective skill below 3 cannot be tried: drop an option, or aim elsewhere",
            );
        }
        Ok(())
    }

    /// `DF-170` Whether one strike may be made, apart from its aim, its deception and the skill that is left: with what it
    /// is made if so.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(crate) fn judge_strike_anywhere(
        self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
    ) -> Result<Means, Refusal> {
        self.judge_attack_target(who, plan, strike.target, strike.situational)?;
        let Some(means) = self.means(who, strike.mode, strike.hand) else {
            return impossible(rule!("DF-170"), "there is no such attack mode, and no spell in that hand");
        };
        if strike.mount_speed > 100 {
            return refuse(rule!("DF-R86"), "a mount moves at 0 to 100 yards a second");
        }
        if plan.mode != NO_MODE && !self.is_same_weapon(who, (plan.mode, plan.hand), strike) {
            return refuse(rule!("DF-219"), "the second strike is made with the same weapon");
        }
        if self.is_pinned(who) {
            return refuse(rule!("DF-498"), "who is pinned can only break free");
        }
        match plan.from {
            AttackFrom::AllOut(AllOut::Ranged) if !means.ranged => {
                return refuse(
                    rule!("DF-063"),
                    "this All-Out Attack is a ranged attack: choose another form for a blow",
                );
            }
            AttackFrom::AllOut(bonus) if means.ranged && bonus != AllOut::Ranged => {
                return refuse(rule!("DF-R65"), "a ranged All-Out Attack has +1 to hit and no other bonus");
            }
            _ => {}
        }
        if plan.rapid {
            self.judge_rapid(who, strike)?;
        }
        self.judge_means(who, &means)?;
        match strike.drop {
            Some(side) => self.judge_drop_attack(who, strike, plan, &means, side)?,
            None => self.judge_reach(who, strike.target, &means)?,
        }
        // DF-471: a foe that retreated out of the hex is attacked as if it were still there.
        if self.arc_to(who, strike.target) != Arc::Front && !self.follows_through(who, strike.target) {
            return refuse(rule!("DF-173"), "the target is not in front: turn first, with a Step or a move");
        }
        self.judge_line(who, strike.target)?;
        Ok(means)
    }

    /// `DF-172` `DF-235` `DF-157` `DF-464` `DF-507` `DF-R107` Reach and range.
    fn judge_reach(self, who: CombatantId, target: CombatantId, means: &Means) -> Result<(), Refusal> {
        if means.ranged {
            return if means.max_range < self.distance(who, target) {
                refuse(rule!("DF-235"), "the target is beyond the weapon's range")
            } else {
                Ok(())
            };
        }
        let distance = self.blow_distance_ahead(who, target);
        let within = |reach: u16| distance < 16 && reach & (1 << distance) != 0;
        // DF-471: a foe that retreated out of close combat is still within reach C.
        if within(self.reach_now(who, means)) || means.reach & CLOSE != 0 && self.follows_through(who, target) {
            return Ok(());
        }
        let rule = match means.kind {
            Some(ModeKind::Kick) => rule!("DF-226"),
            _ if distance == 0 && self.in_close_combat(who) => rule!("DF-464"),
            _ if !within(means.reach) => rule!("DF-172"),
            _ if self.fighter(who).posture == Posture::Crawling => rule!("DF-157"),
            _ if self.is_grabbed(who) => rule!("DF-507"),
            _ => rule!("DF-464"),
        };
        let other = |(number, mode): (u16, &Mode)| {
            let ready = || self.means(who, number, NONE).filter(|means| self.judge_means(who, means).is_ok());
            let reach = |means: Means| match mode.kind.is_ranged() {
                true => self.distance(who, target) <= means.max_range,
                false => within(self.reach_now(who, &means)),
            };
            ready().is_some_and(reach)
        };
        refuse(
            rule,
            if self.modes(who).any(other) {
                "the target is not at a distance that this attack reaches: step, or use another mode"
            } else {
                "the target is not at a distance that this attack reaches, or anything ready: come nearer, or choose another one"
            },
        )
    }

    /// `DF-R62` Whether nothing that blocks lies on the straight line.
    pub(crate) fn judge_line(self, who: CombatantId, target: CombatantId) -> Result<(), Refusal> {
        let (from, to) = self.nearest_hexes(who, target);
        if self.map().in_sight(from, to) {
            Ok(())
        } else {
            refuse(rule!("DF-R62"), "something on the line between blocks the attack: move to a clear line")
        }
    }

    /// `DF-188` `DF-189` `DF-161` `DF-463` `DF-R44` Whether a combatant can drop onto a foe: only where it could take
    /// a Step.
    fn judge_drop_attack(
        self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        means: &Means,
        side: u8,
    ) -> Result<(), Refusal> {
        let (map, me, it) = (self.map(), self.fighter(who), self.fighter(strike.target));
        if means.ranged || plan.from == AttackFrom::MoveAndAttack || plan.reaction {
            return refuse(
                rule!("DF-189"),
                "a drop goes with a melee Attack or All-Out Attack: it takes the place of its Step or move",
            );
        }
        self.judge_leaving(who)?;
        if self.move_points(who) < 1 {
            return refuse(rule!("DF-026"), "under such a load nobody moves");
        }
        if me.motion.has(Motion::STEPPED) || me.moved != 0 || self.state.this_turn.began_at != me.at {
            return refuse(rule!("DF-189"), "the drop takes the place of the Step or move, which is used up");
        }
        if map.elevation_difference(it.at, me.at) < 1 {
            return refuse(rule!("DF-R44"), "dropping on somebody takes a height of at least one yard");
        }
        let landing = if side == NONE { it.at } else { it.at.step(Facing::hex(i32::from(side))) };
        let free = side == NONE || side < 6 && (self.is_free(landing, who) || landing == me.at);
        if !free || map.distance(me.at, landing) > 1 || map.elevation_difference(landing, me.at) < 1 && landing != it.at
        {
            return refuse(rule!("DF-189"), "the drop is one hex, into the target's hex or a free one next to it");
        }
        // A blow on the way down reaches what is next to the dropper.
        let reach = if self.fighter(who).posture == Posture::Crawling { means.reach & CLOSE } else { means.reach };
        if reach & (CLOSE | 0b10) == 0 || self.distance(who, strike.target) > 1 && reach & 0b10 == 0 {
            return refuse(rule!("DF-172"), "a weapon for that drop reaches C or 1");
        }
        Ok(())
    }

    /// `DF-176` `DF-180` `DF-183` `DF-184` `DF-R45` Whether that can be aimed at with that.
    fn judge_aim_at(self, strike: &Strike, means: &Means) -> Result<(), Refusal> {
        let (sheet, it) = (self.sheet(strike.target), self.fighter(strike.target));
        match strike.aim {
            Aim::Random => Ok(()),
            Aim::At(at) | Aim::Chinks(at) => {
                if !location::has(&sheet.body, at) {
                    return impossible(rule!("DF-300"), "the target has no such part of the body");
                }
                if it.is_gone(at) {
                    return refuse(rule!("DF-374"), "that part of the body is gone");
                }
                judge_location(strike.aim, means.damage, means.area)
            }
            Aim::Damage(item) | Aim::Disarm(item) => {
                let Some(thing) = self.item(strike.target, item) else {
                    return impossible(rule!("DF-183"), "the target has no such item");
                };
                if !it.hands.contains(&item) {
                    return refuse(rule!("DF-183"), "only an item that the target holds can be attacked");
                }
                if thing.kind.is_strapped() && matches!(strike.aim, Aim::Disarm(_)) {
                    return refuse(rule!("DF-184"), "what is strapped to an arm cannot be struck out of the hand");
                }
                if means.kind.is_none() {
                    return refuse(rule!("DF-183"), "a spell strikes its target, not what the target holds");
                }
                Ok(())
            }
        }
    }

    /// Whether a combatant can be attacked at all: on the map and alive.
    pub fn is_target(self, who: CombatantId) -> bool {
        self.fighter(who).is_present() && !self.fighter(who).flags.has(Flags::DEAD)
    }
}

/// `DF-R45` Vitals, eyes and chinks by type of damage; fire at the vitals, unless it is an area attack.
///
/// # Errors
/// What the location wants.
pub fn judge_location(aim: Aim, damage: Option<DamageType>, area: bool) -> Result<(), Refusal> {
    let pointed = damage.is_some_and(DamageType::is_pointed);
    match aim {
        Aim::Chinks(_) if !pointed => refuse(rule!("DF-R45"), "chinks in armor: only impaling or piercing attacks"),
        Aim::At(Location::RightEye | Location::LeftEye) if !pointed => {
            refuse(rule!("DF-R45"), "eyes: only impaling or piercing attacks")
        }
        Aim::At(Location::Vitals) if !pointed && damage != Some(DamageType::Burning) => {
            refuse(rule!("DF-R45"), "vitals: only impaling, piercing or burning attacks")
        }
        Aim::At(Location::Vitals) if area && damage == Some(DamageType::Burning) => {
            refuse(rule!("DF-R45"), "vitals: no fire that burns a whole area, such as a cone or an explosion")
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vitals_eyes_and_chinks_want_a_point() {
        for (aim, damage, legal) in [
            (Aim::At(Location::Vitals), DamageType::Impaling, true),
            (Aim::At(Location::Vitals), DamageType::SmallPiercing, true),
            (Aim::At(Location::Vitals), DamageType::Burning, true),
            (Aim::At(Location::Vitals), DamageType::Cutting, false),
            (Aim::At(Location::Vitals), DamageType::Crushing, false),
            (Aim::At(Location::LeftEye), DamageType::Piercing, true),
            (Aim::At(Location::LeftEye), DamageType::Burning, false),
            (Aim::Chinks(Location::Torso), DamageType::Impaling, true),
            (Aim::Chinks(Location::Torso), DamageType::Cutting, false),
            (Aim::At(Location::Neck), DamageType::Cutting, true),
        ] {
            assert_eq!(judge_location(aim, Some(damage), false).is_ok(), legal, "DF-R45: {damage:?} at {aim:?}");
        }
        let vitals = |damage| judge_location(Aim::At(Location::Vitals), Some(damage), true);
        assert!(vitals(DamageType::Burning).is_err(), "DF-338: non-area burning");
        assert!(vitals(DamageType::Impaling).is_ok());
    }

    #[test]
    fn a_weapon_held_for_one_of_its_reaches() {
        assert_eq!(held_for(0b0110, false), 0b0010, "DF-106: reach 1,2 held short");
        assert_eq!(held_for(0b0110, true), 0b0100);
        assert_eq!(held_for(0b1110, false), 0b0110);
        assert_eq!(held_for(0b0010, false), 0b0010, "a single reach stays");
        assert_eq!(held_for(0, true), 0);
    }
}
