//! Attacks: what modifies the roll to hit, what is refused, and how a strike is carried out.
//!
//! Rules `DF-170` to `DF-225` and `DF-235` to `DF-247`. Read [`Scene::attack_score`] for the
//! modifiers and [`Fight::strike`] for the order in which dice fall (`DF-011`).

use crate::Dfrpg;
use crate::check::{Grade, THREE_DICE, grade};
use crate::damage::Blow;
use crate::decision::{
    Aim, AllOut, Attack, AttackFrom, AttackPlan, Choice, Incoming, IncomingKind, NO_MODE, NONE, Question, Strike,
};
use crate::event::Event;
use crate::location;
use crate::posture;
use crate::ranged::{height_half_yards, speed_range};
use crate::scene::{Fight, Scene};
use crate::sheet::{Damage, Item, ItemId, ItemKind, Location, Mode, ModeKind};
use crate::state::{Doing, Feinted, Fighter, Flags, ItemFlags};
use crate::wait::Looked;
use affray_core::grid::Arc;
use affray_core::referee::{CombatantId, Referee, Why};
use affray_core::tally::Tally;

/// `DF-195` `DF-302` How a roll to hit came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ToHit {
    Critical,
    Hit,
    /// By exactly one, where that strikes the torso.
    AlmostHit,
    Miss,
    CriticalMiss,
}

/// What became of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The roll to hit failed.
    Missed,
    /// A dodge avoided it.
    Dodged,
    /// A parry, a block or a spell stopped it.
    Stopped,
    /// A lifted foe was put in the way, and is hit (`DF-R35`).
    Redirected(CombatantId),
    /// It hit.
    Hit,
}

impl AttackPlan {
    /// One plain attack of the maneuver.
    pub const fn of(from: AttackFrom) -> Self {
        Self {
            from,
            more: 0,
            rapid: false,
            traded: false,
            only: NONE,
            mode: NO_MODE,
            hand: NONE,
            straight: 0,
            thrust_bonus: 0,
            area_penalty: 0,
            watched: 0,
            braced: false,
            reaction: false,
        }
    }
}

/// How an attacker and its target stand to each other when an attack is declared. Half of its modifiers
/// go by that, so it is looked at once.
#[derive(Debug, Clone, Copy)]
pub struct Between {
    /// `DF-172` Hexes from one to the other, 0 in the same hex.
    pub distance: i32,
    /// `DF-460` The attacker is in close combat, be it with somebody else.
    pub closed_in: bool,
    /// `DF-460` The target is in close combat.
    pub target_closed_in: bool,
}

impl Between {
    /// `DF-473` `DF-474` The attack goes into the hex of a close combat from outside.
    #[inline]
    pub const fn comes_from_outside(self) -> bool {
        self.target_closed_in && self.distance != 0
    }
}

impl<'a> Scene<'a> {
    /// The mode of a strike; `None` for a spell that a hand holds.
    #[inline]
    pub fn mode(self, who: CombatantId, mode: u16) -> Option<&'a Mode> {
        self.setup.mode(who, mode)
    }

    /// The item that a mode uses.
    #[inline]
    pub fn item_of(self, who: CombatantId, mode: u16) -> Option<(ItemId, &'a Item)> {
        let item = self.mode(who, mode)?.item?;
        Some((item, self.item(who, item)?))
    }

    /// `DF-172` The distance between two figures, by their nearer hexes.
    #[inline]
    pub fn distance(self, one: CombatantId, other: CombatantId) -> i32 {
        let (from, to) = self.nearest_hexes(one, other);
        self.map().distance(from, to) as i32
    }

    /// `DF-173` `DF-R10` Where one figure is, seen by another: the best of its hexes.
    #[inline]
    pub fn arc_to(self, who: CombatantId, other: CombatantId) -> Arc {
        let (me, it) = (self.fighter(who), self.fighter(other));
        let first = self.map().arc(me.at, me.facing, it.at);
        // One's own hex is in front as well.
        if first == Arc::Front || me.second == NONE && it.second == NONE {
            return first;
        }
        self.arc_of_long(who, other, first)
    }

    /// The same where one of the two takes two hexes and the first of them is not in front.
    fn arc_of_long(self, who: CombatantId, other: CombatantId, first: Arc) -> Arc {
        let (me, it) = (self.fighter(who), self.fighter(other));
        if me.overlaps(it) {
            return Arc::Front;
        }
        match it.second_cell() {
            Some(second) if self.map().arc(me.at, me.facing, second) == Arc::Front => Arc::Front,
            _ => first,
        }
    }

    /// `DF-460` Whether two figures share a hex.
    #[inline]
    pub fn share_hex(self, one: CombatantId, other: CombatantId) -> bool {
        self.fighter(one).overlaps(self.fighter(other))
    }

    /// `DF-460` `DF-R106` Whether a figure is in close combat with any foe.
    #[inline]
    pub fn in_close_combat(self, who: CombatantId) -> bool {
        let me = self.fighter(who);
        let all = self.state.fighters.iter().enumerate();
        // Cheap first: almost nobody is that near.
        all.filter(|&(other, it)| me.is_near(it) && other != who.index())
            .any(|(other, _)| self.is_close_foe(who, CombatantId(other as u8)))
    }

    /// `DF-504` Whether a figure is in close combat with a foe who would not come along, neither held by it nor holding it.
    pub(crate) fn is_engaged(self, who: CombatantId) -> bool {
        self.in_close_combat(who)
            && self.state.ids().any(|other| other != who && self.is_close_foe(who, other) && !self.are_tied(who, other))
    }

    /// The same with one who is near.
    fn is_close_foe(self, who: CombatantId, other: CombatantId) -> bool {
        self.fighter(other).is_conscious()
            && self.fighter(who).is_conscious()
            && self.are_foes(who, other)
            && self.share_hex(who, other)
    }

    /// How an attacker and its target stand to each other.
    #[inline]
    pub fn between(self, who: CombatantId, target: CombatantId) -> Between {
        let (me, it) = (self.fighter(who), self.fighter(target));
        let mut between = Between { distance: self.distance(who, target), closed_in: false, target_closed_in: false };
        for (other, fighter) in (0..).map(CombatantId).zip(&self.state.fighters) {
            between.closed_in |= me.is_near(fighter) && other != who && self.is_close_foe(who, other);
            between.target_closed_in |= it.is_near(fighter) && other != target && self.is_close_foe(target, other);
        }
        between
    }

    /// `DF-187` Hexes with enemies of the attacker on the way of a long weapon.
    #[cold]
    fn enemy_hexes_between(self, who: CombatantId, target: CombatantId) -> i32 {
        let (from, to) = self.nearest_hexes(who, target);
        let far = self.map().distance(from, to);
        let is_there = |other: CombatantId, fighter: &Fighter| {
            other != who
                && other != target
                && self.are_foes(who, other)
                && fighter.is_present()
                && !fighter.flags.has(Flags::DEAD)
        };
        let all = || (0..).map(CombatantId).zip(&self.state.fighters);
        // Nobody is on the line who is farther off than its end.
        let near = |fighter: &Fighter| self.map().distance(from, fighter.at) <= far;
        if !all().any(|(other, fighter)| near(fighter) && is_there(other, fighter)) {
            return 0;
        }
        let is_taken = |cell| all().any(|(other, fighter)| fighter.occupies(cell) && is_there(other, fighter));
        self.map().line(from, to).filter(|&cell| is_taken(cell)).count() as i32
    }

    /// What a blow comes with that a defender meets: the item of its mode, or the staff that holds the spell.
    #[inline]
    pub fn striking_item(self, who: CombatantId, mode: u16) -> Option<(ItemId, &'a Item)> {
        if crate::missile::is_held_spell(mode) { self.staff_of_mode(who, mode) } else { self.item_of(who, mode) }
    }

    /// `DF-R57` The staff whose spell that mode stands for.
    #[cold]
    fn staff_of_mode(self, who: CombatantId, mode: u16) -> Option<(ItemId, &'a Item)> {
        let item = *self.fighter(who).hands.get(crate::missile::hand_of_mode(mode)? as usize)?;
        Some((item, self.item(who, item)?))
    }

    /// `DF-035` Whether an attack is made with the off hand.
    fn is_off_hand(self, who: CombatantId, strike: &Strike) -> bool {
        let Some(mode) = self.mode(who, strike.mode) else { return false };
        let hand = match mode.item {
            Some(item) if self.fighter(who).hands[0] == item => return false,
            Some(item) => self.item(who, item).filter(|item| item.hands == 1).and_then(|_| self.hand_with(who, item)),
            None if mode.kind == ModeKind::Punch => Some(if strike.hand == NONE { 0 } else { strike.hand }),
            None => None,
        };
        hand.is_some_and(|hand| hand != 0)
    }

    /// `DF-194` `DF-198` Everything that changes a score of any attack at a foe: shock, being grabbed,
    /// posture, spells, lost eyes.
    #[inline(always)]
    pub fn add_attacker_state<T: Tally>(self, score: &mut T, who: CombatantId, ranged: bool, closed_in: bool) {
        let fighter = self.fighter(who);
        score.add(rule!("DF-192"), -self.shock(who));
        if self.is_grabbed(who) {
            score.add(rule!("DF-193"), -4);
        }
        if !ranged {
            score.add(rule!("DF-191"), posture::attack_modifier(fighter.posture));
        }
        self.add_spell_effects(score, who, crate::sheet::SpellScore::Attack);
        self.add_spell_effects(score, who, crate::sheet::SpellScore::Dx);
        if fighter.flags.has(Flags::BLIND) || fighter.is_maimed() {
            self.add_lost_eyes(score, who, ranged);
        }
        if closed_in {
            self.add_hampering_shield(score, who);
        }
    }

    /// `DF-R34` What blindness and a lost eye do to an attack.
    #[cold]
    fn add_lost_eyes<T: Tally>(self, score: &mut T, who: CombatantId, ranged: bool) {
        let fighter = self.fighter(who);
        let eyes = [Location::RightEye, Location::LeftEye].iter().filter(|&&eye| fighter.is_useless(eye)).count();
        if fighter.flags.has(Flags::BLIND) {
            score.add(rule!("DF-R34"), -10);
        } else if eyes == 1 {
            score.add(rule!("DF-R34"), if ranged { -3 } else { -1 });
        }
    }

    /// `DF-465` In close combat the shield is in the way, except on the turn in which one came in.
    #[cold]
    fn add_hampering_shield<T: Tally>(self, score: &mut T, who: CombatantId) {
        if !self.fighter(who).flags.has(Flags::INITIATED)
            && let Some((shield, _)) = self.shield(who)
        {
            score.add(rule!("DF-465"), -self.item(who, shield).map_or(0, |shield| i32::from(shield.db)));
        }
    }

    /// `DF-198` The effective skill of a strike, all its modifiers included.
    pub fn attack_score<T: Tally>(self, who: CombatantId, strike: &Strike, plan: &AttackPlan, dual: bool) -> T {
        self.attack_score_at(who, strike, plan, dual, &self.between(who, strike.target))
    }

    /// The same where it was looked already how the two stand to each other.
    pub fn attack_score_at<T: Tally>(
        self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        dual: bool,
        between: &Between,
    ) -> T {
        let Some(mode) = self.mode(who, strike.mode) else {
            return self.held_spell_score(who, strike, plan, dual, between);
        };
        let ranged = mode.kind.is_ranged();
        let mut score = T::base(rule!("DF-002"), i32::from(mode.score));
        score.add(rule!("DF-033"), -i32::from(mode.st_short));
        if mode.kind == ModeKind::Kick {
            score.add(rule!("DF-226"), -2);
        }
        self.add_strike_modifiers(&mut score, who, strike, plan, dual, ranged, between);
        if ranged {
            let flight = Flight {
                acc: mode.acc,
                bulk: mode.bulk,
                crossbow: self.item_of(who, strike.mode).is_some_and(|(_, item)| item.crossbow),
            };
            self.add_flight_modifiers(&mut score, who, strike, plan, flight, between);
        }
        self.cap_move_and_attack(&mut score, plan, ranged);
        score
    }

    /// `DF-100` The cap of a melee Move and Attack, which comes after every modifier.
    #[inline]
    pub fn cap_move_and_attack<T: Tally>(self, score: &mut T, plan: &AttackPlan, ranged: bool) {
        if plan.from == AttackFrom::MoveAndAttack && !ranged {
            score.at_most(rule!("DF-100"), 9);
        }
    }

    /// The part of `DF-198` that held spells and weapons share.
    #[allow(clippy::too_many_arguments, reason = "an attack with all that was found out about it")]
    #[inline(always)]
    pub fn add_strike_modifiers<T: Tally>(
        self,
        score: &mut T,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        dual: bool,
        ranged: bool,
        between: &Between,
    ) {
        let sheet = self.sheet(who);
        self.add_attacker_state(score, who, ranged, between.closed_in);
        match plan.from {
            AttackFrom::AllOut(AllOut::Determined) if !ranged => score.add(rule!("DF-059"), 4),
            AttackFrom::AllOut(AllOut::Ranged) if ranged => score.add(rule!("DF-063"), 1),
            AttackFrom::MoveAndAttack if !ranged => score.add(rule!("DF-100"), -4),
            _ => {}
        }
        if plan.rapid {
            score.add(rule!("DF-219"), if self.is_master_of(who, strike.mode) { -3 } else { -6 });
        }
        if dual {
            score.add(rule!("DF-214"), -4);
        }
        if self.is_off_hand(who, strike) && !sheet.traits.ambidexterity {
            score.add(if dual { rule!("DF-215") } else { rule!("DF-035") }, -4);
        }
        score.add(rule!("DF-222"), -2 * i32::from(strike.deceptive));
        self.add_target_modifiers(score, who, strike.target, strike.aim, ranged, between);
        if let Aim::Disarm(_) = strike.aim
            && !self.item_of(who, strike.mode).is_some_and(|(_, item)| item.fencing)
        {
            score.add(rule!("DF-185"), -2);
        }
        if strike.drop.is_some() {
            score.add(rule!("DF-188"), -2);
        }
        // Of two alone nobody is in between.
        if !ranged && 1 < between.distance && 2 < self.state.fighters.len() {
            score.add(rule!("DF-187"), -4 * self.enemy_hexes_between(who, strike.target));
        }
        score.add(rule!("DF-244"), -i32::from(plan.area_penalty));
        score.add(rule!("DF-012"), i32::from(strike.situational));
    }

    /// What the target adds: where it is aimed at, its posture, size and light, and close combat
    /// that the attack comes into from outside.
    #[inline(always)]
    pub fn add_target_modifiers<T: Tally>(
        self,
        score: &mut T,
        who: CombatantId,
        target: CombatantId,
        aim: Aim,
        ranged: bool,
        between: &Between,
    ) {
        let it = self.fighter(target);
        let (rule, modifier) = match aim {
            Aim::At(at) => location::to_hit(at),
            Aim::Chinks(at) => location::chinks_to_hit(at),
            Aim::Random => (rule!("DF-182"), 0),
            Aim::Damage(item) | Aim::Disarm(item) => (rule!("DF-183"), self.item_to_hit(target, item)),
        };
        score.add(rule, modifier);
        if let Aim::At(at) | Aim::Chinks(at) = aim {
            score.add(rule!("DF-153"), posture::target_modifier(it.posture, at));
        }
        if ranged && it.posture.is_lying() && !self.is_near_above(who, target) {
            score.add(rule!("DF-154"), -2);
        }
        score.add(rule!("DF-030"), i32::from(self.sheet(target).sm));
        // DF-R109: darkness is nothing to who is blind.
        if !self.fighter(who).flags.has(Flags::BLIND) {
            score.add(rule!("DF-R60"), self.map().light(it.at));
        }
        if between.comes_from_outside() {
            score.add(rule!("DF-473"), -2);
        }
    }

    /// `DF-155` Whether a shooter is above a lying figure and nearer than its own height.
    fn is_near_above(self, who: CombatantId, target: CombatantId) -> bool {
        let (me, it) = (self.fighter(who), self.fighter(target));
        0 < self.map().elevation_difference(it.at, me.at)
            && 2 * self.distance(who, target) < height_half_yards(self.sheet(who).sm)
    }

    /// `DF-183` The modifier to hit an item: by its longest reach.
    fn item_to_hit(self, target: CombatantId, item: ItemId) -> i32 {
        let Some(thing) = self.item(target, item) else { return 0 };
        let reach = self.reach_of(target, item);
        match thing.kind {
            ItemKind::Ranged => -4,
            _ if 0b100 <= reach => -3,
            _ if reach & 0b10 != 0 => -4,
            _ => -5,
        }
    }

    /// The reaches of all melee modes of an item, as bits.
    pub(crate) fn reach_of(self, who: CombatantId, item: ItemId) -> u16 {
        let modes = self.modes_of(who, item).filter(|(_, mode)| !mode.kind.is_ranged());
        modes.fold(0, |reach, (_, mode)| reach | mode.reach)
    }

    /// `DF-219` `DF-R09` Whether mastery makes rapid strikes with that mode easier.
    pub(crate) fn is_master_of(self, who: CombatantId, mode: u16) -> bool {
        let sheet = self.sheet(who);
        match self.item_of(who, mode) {
            Some((_, item)) => item.mastered || (item.fencing && sheet.traits.trained_by_a_master),
            None => sheet.traits.trained_by_a_master,
        }
    }

    /// `DF-239` `DF-240` `DF-241` The part of `DF-198` that holds at range (the half-damage range is the
    /// affair of the blow): distance, speed, aim, bulk, figures in between.
    pub fn add_flight_modifiers<T: Tally>(
        self,
        score: &mut T,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        flight: Flight,
        between: &Between,
    ) {
        let me = self.fighter(who);
        let yards = between.distance + self.speed_of(strike.target) + i32::from(strike.mount_speed);
        score.add(rule!("DF-236"), speed_range(yards));
        if plan.from == AttackFrom::MoveAndAttack {
            score.add(rule!("DF-099"), i32::from(flight.bulk).min(-2));
        } else if let Doing::Aiming(aim) = me.doing
            && aim.mode == strike.mode
            && aim.target == strike.target.0
        {
            score.add(rule!("DF-075"), i32::from(flight.acc));
            score.add(rule!("DF-076"), i32::from(aim.seconds.min(3)) - 1);
            score.add(rule!("DF-077"), i32::from(aim.braced && flight.crossbow));
        } else if 0 < plan.watched {
            score.add(rule!("DF-245"), i32::from(flight.acc) + i32::from(plan.watched.min(3)) - 1);
            score.add(rule!("DF-247"), i32::from(plan.braced && flight.crossbow));
        }
        if between.closed_in {
            score.add(rule!("DF-464"), i32::from(flight.bulk));
        }
        let (from, to) = self.nearest_hexes(who, strike.target);
        score.add(rule!("DF-R62"), -4 * self.figures_between(from, to, who, strike.target));
    }
}

/// How a missile flies.
#[derive(Debug, Clone, Copy)]
pub struct Flight {
    /// Accuracy.
    pub acc: i16,
    /// Bulk.
    pub bulk: i16,
    /// It can be braced.
    pub crossbow: bool,
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-066` `DF-221` Asks for an attack and carries it out; trades and doubles ask again.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn attack(&mut self, who: CombatantId, mut plan: AttackPlan) -> Result<(), R::Pause> {
        let was_off_balance = self.state[who].flags.has(Flags::OFF_BALANCE);
        loop {
            // DF-R19: off balance, the rest of the turn or reaction is lost.
            let off_balance = self.state[who].flags.has(Flags::OFF_BALANCE) && !was_off_balance;
            if off_balance || !self.can_go_on(who) {
                return Ok(());
            }
            let Choice::Attack(attack) = self.referee.ask(self.setup, self.state, Question::Attack { who, plan })?
            else {
                return Ok(());
            };
            let target = self.carry_out(who, &attack, &mut plan)?;
            let Some(target) = target else { return Ok(()) };
            if let Attack::Rapid(first) = attack
                && !plan.rapid
            {
                // DF-219: the second strike, with the same weapon.
                let mut second = AttackPlan { rapid: true, traded: true, mode: first.mode, hand: first.hand, ..plan };
                if matches!(plan.from, AttackFrom::AllOut(AllOut::Double)) {
                    second.only = target.0;
                }
                second.more = 0;
                self.attack(who, second)?;
                plan.traded = true;
            } else if let Attack::Dual(..) = attack {
                plan.traded = true;
            }
            if plan.more == 0 {
                return Ok(());
            }
            // DF-060: both attacks at the same single foe.
            plan.more -= 1;
            plan.only = target.0;
        }
    }

    /// Carries a declared attack out; the foe it was at, or `None` if there was none.
    pub(crate) fn carry_out(
        &mut self,
        who: CombatantId,
        attack: &Attack,
        plan: &mut AttackPlan,
    ) -> Result<Option<CombatantId>, R::Pause> {
        match *attack {
            Attack::Forgo => {
                self.tell(Event::Forgoes { who });
                Ok(None)
            }
            Attack::Strike(strike) => {
                self.strike(who, &strike, plan, None)?;
                Ok(Some(strike.target))
            }
            Attack::Rapid(strike) => {
                if !plan.rapid {
                    self.tell(Event::Trades { who, dual: false });
                }
                let plan = AttackPlan { rapid: true, ..*plan };
                self.strike(who, &strike, &plan, None)?;
                Ok(Some(strike.target))
            }
            Attack::Dual(first, second) => {
                self.tell(Event::Trades { who, dual: true });
                // DF-218: each strike is resolved completely before the next.
                let one_foe = first.target == second.target;
                let was_legal = self.scene().judge_strike(who, &second, plan, true).is_ok();
                self.strike(who, &first, plan, Some(one_foe))?;
                // DF-R07: the first strike, or what others did about it, can have put the second out of reach;
                // DF-R19: off balance, the rest is lost.
                let lost = self.state[who].flags.has(Flags::OFF_BALANCE) || !self.can_go_on(who);
                if !lost && (!was_legal || self.scene().judge_strike(who, &second, plan, true).is_ok()) {
                    self.strike(who, &second, plan, Some(one_foe))?;
                } else {
                    self.tell(Event::Interrupted { who });
                }
                Ok(Some(first.target))
            }
            _ => self.close_attack(who, attack, plan),
        }
    }

    /// `DF-171` `DF-R73` `DF-R75` One strike, from its declaration to its consequences. `dual` is set for both strikes of
    /// a Dual-Weapon Attack, and says whether they are at one foe.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn strike(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        dual: Option<bool>,
    ) -> Result<Outcome, R::Pause> {
        let target = strike.target;
        // The declaration, and those who wait for it.
        if !self.declare_strike(who, strike, plan, dual.is_some())? {
            return Ok(Outcome::Missed);
        }
        let (before, stood) = (self.look_at_all(who, target), self.state[target].at);
        let between = self.scene().between(who, target);
        let incoming = self.scene().incoming_at(who, strike, dual == Some(true), &between);
        let bystanders = self.scene().bystanders(who, target, &between);
        // The roll to hit.
        let score: R::Tally = self.scene().attack_score_at(who, strike, plan, dual.is_some(), &between);
        self.spend_for_attack(who, strike, plan);
        let hit = self.roll_to_hit(who, strike, plan, &score)?;
        // The defense.
        let stopped = match hit {
            ToHit::Hit | ToHit::AlmostHit => self.defend(target, &incoming, strike.unseen)?,
            ToHit::Miss | ToHit::CriticalMiss | ToHit::Critical => None,
        };
        // Critical hit table, damage, location, armor, wound and its consequences.
        let outcome = match hit {
            ToHit::Miss | ToHit::CriticalMiss => Outcome::Missed,
            hit => {
                let aim = if hit == ToHit::AlmostHit { Aim::At(Location::Torso) } else { strike.aim };
                self.apply_hit(who, strike, aim, plan, hit == ToHit::Critical, &incoming, stopped)?
            }
        };
        // The attack goes on: the drop from above, others in the way, the attacker's balance, spell and weapon.
        if strike.drop.is_some() {
            self.after_drop(who, strike, outcome, stood)?;
        }
        let (mut missed, mut last) = (outcome == Outcome::Missed, outcome);
        // DF-R117: not after a critical miss.
        if matches!(outcome, Outcome::Missed | Outcome::Dodged)
            && hit != ToHit::CriticalMiss
            && let Some(stray) = self.stray(who, strike, plan, dual.is_some(), bystanders, &mut missed)?
        {
            last = stray;
        }
        if missed {
            self.kick_balance(who, strike)?;
        }
        self.spell_after_strike(who, strike, last);
        self.unready_after_attack(who, strike);
        self.settle_strike(before)?;
        Ok(outcome)
    }

    /// `DF-170` `DF-R07` The declaration of a strike; whether it comes to the roll to hit.
    fn declare_strike(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        dual: bool,
    ) -> Result<bool, R::Pause> {
        let Strike { target, mode, aim, .. } = *strike;
        if !self.scene().has_means(who, mode) || self.state.fighters.len() <= target.index() {
            return Ok(false);
        }
        let kind = match self.scene().mode(who, mode) {
            Some(_) => IncomingKind::Strike,
            None => self.scene().held_spell_kind(who, mode).unwrap_or(IncomingKind::Strike),
        };
        let spell = self.scene().held_by_mode(who, mode).map_or(NONE, |(held, _)| held.spell);
        self.tell(Event::Attacks { who, target, mode, spell, aim, kind });
        let forestalled = self.anybody_waits() && self.is_forestalled(who, strike, plan, dual)?;
        if forestalled {
            self.tell(Event::Interrupted { who });
        }
        Ok(!forestalled)
    }

    /// `DF-195` `DF-197` `DF-302` `DF-R28` The roll to hit, and what a critical miss costs.
    fn roll_to_hit(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        score: &R::Tally,
    ) -> Result<ToHit, R::Pause> {
        let target = strike.target;
        let strays = location::strays_to_torso(strike.aim);
        let why = Why::new(who, rule!("DF-195"), "attack");
        let hit = self.referee.check(why, THREE_DICE, score, |roll, score| match grade(score, roll) {
            Grade::CriticalSuccess => ToHit::Critical,
            Grade::Success => ToHit::Hit,
            // DF-R28: by exactly one, and never on a critical miss.
            Grade::Failure if strays && roll == score + 1 => ToHit::AlmostHit,
            Grade::Failure => ToHit::Miss,
            Grade::CriticalFailure => ToHit::CriticalMiss,
        })?;
        match hit {
            ToHit::Critical => self.tell(Event::Hits { who, target, critical: true }),
            ToHit::Hit => self.tell(Event::Hits { who, target, critical: false }),
            ToHit::AlmostHit => {
                self.tell(Event::StraysToTorso { who });
                self.tell(Event::Hits { who, target, critical: false });
            }
            ToHit::Miss => self.tell(Event::Misses { who, target }),
            ToHit::CriticalMiss => {
                self.tell(Event::Misses { who, target });
                self.critical_miss_of(who, strike, plan)?;
            }
        }
        Ok(hit)
    }

    /// `DF-R07` `DF-R51` After a strike: falls of those who retreated, one roll for all that disturbed a caster, and the
    /// Waits for wounds, falls and knockback.
    fn settle_strike(&mut self, mut before: Looked) -> Result<(), R::Pause> {
        if !self.is_anything_pending() {
            return Ok(());
        }
        self.settle_retreats(&mut before)?;
        self.settle_distractions()?;
        for before in before {
            self.checkpoint_changes(before)?;
        }
        Ok(())
    }

    /// Whether the end of an attack can matter to anybody but those who fight: somebody waits, casts or
    /// is about to fall.
    #[inline]
    fn is_anything_pending(&self) -> bool {
        self.state
            .fighters
            .iter()
            .any(|fighter| fighter.retreat_fall != 0 || matches!(fighter.doing, Doing::Casting(_) | Doing::Waiting(_)))
    }

    /// `DF-R07` Lets those react who wait for an attack; whether it is lost. What an interruption made
    /// illegal is; what a game master allowed goes on.
    #[cold]
    fn is_forestalled(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        dual: bool,
    ) -> Result<bool, R::Pause> {
        if !self.is_attack_awaited(who, strike.target) {
            return Ok(false);
        }
        let was_legal = self.scene().judge_strike(who, strike, plan, dual).is_ok();
        if !self.checkpoint_attack(who, strike.target)? {
            return Ok(false);
        }
        let goes_on = self.can_go_on(who) && self.scene().has_means(who, strike.mode);
        Ok(!goes_on || was_legal && self.scene().judge_strike(who, strike, plan, dual).is_err())
    }

    /// What the declaration uses up: the weapon's balance, the hand, a shot, an aim, a thrown weapon itself.
    fn spend_for_attack(&mut self, who: CombatantId, strike: &Strike, plan: &AttackPlan) {
        let scene = self.scene();
        let mode = scene.mode(who, strike.mode).map(|mode| (mode.kind, mode.item));
        let target_at = scene.fighter(strike.target).at;
        let reloads_itself = scene.item_of(who, strike.mode).is_some_and(|(_, item)| item.reload == 0);
        let busy = if plan.from == AttackFrom::MoveAndAttack { scene.hands_in_use(who, strike) } else { 0 };
        let unbalanced = scene.item_of(who, strike.mode).is_some_and(|(_, item)| item.unbalanced);
        let fighter = &mut self.state[who];
        // DF-103: that hand, or both of a two-handed weapon, cannot defend.
        fighter.busy_hands |= busy;
        // 1.4: the shot uses the aim up, and any other blow ends it.
        if matches!(fighter.doing, Doing::Aiming(_)) {
            fighter.doing = Doing::Nothing;
        }
        let Some((kind, Some(item))) = mode else { return };
        // DF-262: of others nobody asks.
        if unbalanced {
            fighter.attacked |= fighter.bit(item);
        }
        match kind {
            // DF-242: no Ready is due where a reload takes none.
            ModeKind::Missile if !reloads_itself => {
                if let Some(state) = self.state.item_mut(who, item) {
                    state.shots = state.shots.saturating_sub(1);
                }
            }
            // DF-R92: the weapon leaves the hand, and lies where it was thrown.
            ModeKind::Thrown => self.drop_item_at(who, item, target_at),
            _ => {}
        }
    }

    /// `DF-R13` An unwieldy weapon is not ready after an attack.
    fn unready_after_attack(&mut self, who: CombatantId, strike: &Strike) {
        if let Some((item, thing)) = self.scene().item_of(who, strike.mode)
            && thing.unwieldy
            && self.state[who].hands.contains(&item)
        {
            self.state.set_item(who, item, ItemFlags::UNREADY);
            self.tell(Event::Unready { who, item });
        }
    }

    /// `DF-011` `DF-227` `DF-R113` After a kick of which any roll to hit missed, and after all other rolls of it: DX, or fall.
    fn kick_balance(&mut self, who: CombatantId, strike: &Strike) -> Result<(), R::Pause> {
        let kicks = self.scene().mode(who, strike.mode).is_some_and(|mode| mode.kind == ModeKind::Kick);
        if kicks && !self.state[who].posture.is_lying() && self.state[who].is_conscious() {
            let mut score = R::Tally::base(rule!("DF-227"), i32::from(self.scene().sheet(who).dx));
            self.scene().add_dx_modifiers(&mut score, who);
            if !self.succeeds(who, rule!("DF-227"), "balance", &score)? {
                self.fall_prone(who);
            }
        }
        Ok(())
    }

    /// `DF-268` `DF-R35` What a strike does after the defense: nothing if it was stopped, and its damage to
    /// a lifted foe that was put in its way, who has no defense.
    ///
    /// # Errors
    /// What the referee lacks.
    #[allow(clippy::too_many_arguments, reason = "a strike with all that was found out about it")]
    pub fn apply_hit(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        aim: Aim,
        plan: &AttackPlan,
        critical: bool,
        incoming: &Incoming,
        stopped: Option<Outcome>,
    ) -> Result<Outcome, R::Pause> {
        match stopped {
            None => {
                self.land(who, strike, aim, plan, critical, incoming)?;
                Ok(Outcome::Hit)
            }
            Some(Outcome::Redirected(foe)) => {
                self.tell(Event::Shields { who: strike.target, foe });
                let aim = match aim {
                    Aim::Damage(_) | Aim::Disarm(_) => Aim::At(Location::Torso),
                    aim => aim,
                };
                let strike = Strike { target: foe, aim, ..*strike };
                self.land(who, &strike, aim, plan, critical, incoming)?;
                Ok(Outcome::Redirected(foe))
            }
            Some(outcome) => Ok(outcome),
        }
    }

    /// A strike that nothing stopped: damage, or what a blow at an item or a held spell does.
    fn land(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        aim: Aim,
        plan: &AttackPlan,
        critical: bool,
        incoming: &Incoming,
    ) -> Result<(), R::Pause> {
        let Some(mode) = self.scene().mode(who, strike.mode) else {
            return self.land_spell(who, strike, aim, critical, incoming);
        };
        let blow = self.scene().blow(strike, mode, aim, plan, critical, incoming);
        match aim {
            Aim::Damage(item) => self.damage_item(&blow, item),
            Aim::Disarm(item) => self.disarm(&blow, strike, item),
            _ => self.strike_home(&blow),
        }
    }
}

impl Scene<'_> {
    /// The hands that a strike is made with, as bits: all that hold the weapon, or the staff with the spell.
    fn hands_in_use(self, who: CombatantId, strike: &Strike) -> u8 {
        if let Some((item, _)) = self.striking_item(who, strike.mode) {
            return self.hands_with(who, item);
        }
        let hand = match self.mode(who, strike.mode) {
            Some(mode) if mode.kind == ModeKind::Punch => Some(if strike.hand == NONE { 0 } else { strike.hand }),
            Some(_) => None,
            None => crate::missile::hand_of_mode(strike.mode),
        };
        hand.and_then(|hand| 1u8.checked_shl(u32::from(hand))).unwrap_or(0)
    }

    /// An attack as its defender sees it.
    pub fn incoming(self, who: CombatantId, strike: &Strike, dual_one_foe: bool) -> Incoming {
        self.incoming_at(who, strike, dual_one_foe, &self.between(who, strike.target))
    }

    /// The same where it was looked already how the two stand to each other.
    #[inline]
    pub(crate) fn incoming_at(
        self,
        who: CombatantId,
        strike: &Strike,
        dual_one_foe: bool,
        between: &Between,
    ) -> Incoming {
        let (kind, ranged, missile) = match self.mode(who, strike.mode) {
            Some(mode) => (IncomingKind::Strike, mode.kind.is_ranged(), mode.kind == ModeKind::Missile),
            None => {
                let kind = self.held_spell_kind(who, strike.mode).unwrap_or(IncomingKind::Strike);
                (kind, kind == IncomingKind::MissileSpell, kind == IncomingKind::MissileSpell)
            }
        };
        Incoming {
            by: who,
            kind,
            mode: strike.mode,
            hand: strike.hand,
            arc: self.arc_of_attack(who, strike.target),
            ranged,
            missile,
            deceptive: strike.deceptive,
            feint: self.feint_penalty(who, strike.target),
            dual: dual_one_foe,
            above: strike.drop.is_some(),
            close: between.target_closed_in,
        }
    }

    /// A plain blow in melee as its defender would see it from a side.
    pub(crate) fn plainly_incoming(
        self,
        who: CombatantId,
        mode: u16,
        hand: u8,
        target: CombatantId,
        arc: Arc,
        close: bool,
    ) -> Incoming {
        Incoming {
            by: who,
            kind: IncomingKind::Strike,
            mode,
            hand,
            arc,
            ranged: false,
            missile: false,
            deceptive: 0,
            feint: self.feint_penalty(who, target),
            dual: false,
            above: false,
            close,
        }
    }

    /// `DF-R10` From where an attack comes: an attacker who began his turn before the defender and went
    /// round counts as coming from the side; straight from behind, from that of the main hand.
    pub fn arc_of_attack(self, who: CombatantId, target: CombatantId) -> Arc {
        let arc = self.arc_to(target, who);
        let (me, it) = (self.fighter(who), self.fighter(target));
        if arc != Arc::Rear || !it.flags.has(Flags::SAW_IT_BEGIN) {
            return arc;
        }
        match to_the_right(it.at, it.facing, me.at).signum() {
            1 => Arc::Right,
            -1 => Arc::Left,
            _ => self.side_of_hand(target, 0),
        }
    }

    /// `DF-071` The penalty of feints that still stand.
    #[inline]
    pub fn feint_penalty(self, who: CombatantId, foe: CombatantId) -> u8 {
        let penalty = |feint: &Feinted| if feint.foe == foe.0 { feint.penalty } else { 0 };
        let [one, other] = &self.fighter(who).feints;
        penalty(one).max(penalty(other))
    }

    /// The blow that a strike deals.
    fn blow(
        self,
        strike: &Strike,
        mode: &Mode,
        aim: Aim,
        plan: &AttackPlan,
        critical: bool,
        incoming: &Incoming,
    ) -> Blow {
        let who = incoming.by;
        let far = mode.kind.is_ranged()
            && mode.half_range != 0
            && i32::from(mode.half_range) < self.distance(who, strike.target);
        Blow {
            by: who,
            target: strike.target,
            damage: self.strike_damage(who, strike.mode, plan).unwrap_or(mode.damage),
            kind: mode.damage_type,
            divisor: mode.divisor,
            aim,
            halved: far,
            critical,
            from_behind: incoming.arc == Arc::Rear,
            knocks_back: true,
        }
    }

    /// `DF-326` The damage of a strike, with the bonuses that its maneuver gives.
    pub fn strike_damage(self, who: CombatantId, mode: u16, plan: &AttackPlan) -> Option<Damage> {
        let mode = self.mode(who, mode)?;
        let mut damage = mode.damage;
        if plan.from == AttackFrom::AllOut(AllOut::Strong) && !mode.kind.is_ranged() {
            // DF-062: +2, or +1 per die if that is more.
            damage.add += i16::from(damage.dice.number).max(2);
        }
        // DF-096
        damage.add += i16::from(plan.thrust_bonus);
        Some(damage)
    }
}

/// `DF-R10` How far a hex lies to the right of a figure; less than 0 to its left, 0 straight before it or behind.
fn to_the_right(at: affray_core::grid::Cell, facing: affray_core::grid::Facing, to: affray_core::grid::Cell) -> i32 {
    let (fq, fr) = facing.vector();
    let (q, r) = (i32::from(to.q) - i32::from(at.q), i32::from(to.r) - i32::from(at.r));
    i32::from(fq) * r - i32::from(fr) * q
}
