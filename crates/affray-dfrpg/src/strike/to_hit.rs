//! The effective skill of a strike: every modifier of the roll to hit.
//!
//! Rules `DF-174` to `DF-198`, `DF-214` to `DF-222` and `DF-235` to `DF-247`. Read [`Scene::attack_score`] first.

use super::geometry::AttackGeometry;
use super::ranged::{height_half_yards, speed_range};
use crate::body::location;
use crate::decision::{Aim, AllOut, AttackFrom, AttackPlan, NONE, Strike};
use crate::magic::missile::{hand_of_mode, is_held_spell};
use crate::movement::posture;
use crate::scene::Scene;
use crate::sheet::{Item, ItemId, ItemKind, Location, Mode, ModeKind, Skill};
use crate::state::{Doing, Flags, Posture};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

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

    /// What a blow comes with that a defender meets: the item of its mode, or the staff that holds the spell.
    #[inline]
    pub fn striking_item(self, who: CombatantId, mode: u16) -> Option<(ItemId, &'a Item)> {
        if is_held_spell(mode) { self.staff_of_mode(who, mode) } else { self.item_of(who, mode) }
    }

    /// `DF-R57` The staff whose spell that mode stands for.
    fn staff_of_mode(self, who: CombatantId, mode: u16) -> Option<(ItemId, &'a Item)> {
        let item = *self.fighter(who).hands.get(hand_of_mode(mode)? as usize)?;
        Some((item, self.item(who, item)?))
    }

    /// `DF-035` `DF-R128` Whether an attack is made with the off hand.
    fn is_off_hand(self, who: CombatantId, strike: &Strike) -> bool {
        let Some(mode) = self.mode(who, strike.mode) else {
            let two_handed = self.staff_of_mode(who, strike.mode).is_some_and(|(_, staff)| staff.hands == 2);
            return !two_handed && hand_of_mode(strike.mode).is_some_and(|hand| hand != 0);
        };
        let with_shield = matches!(mode.skill, Skill::Shield | Skill::Cloak);
        let hand = match mode.item {
            Some(item) if self.fighter(who).hands[0] == item => return false,
            // DF-R128: its arm is the one that is trained for it.
            Some(item) if with_shield && self.item(who, item).is_some_and(|item| item.kind.is_strapped()) => {
                return false;
            }
            Some(item) => self.item(who, item).filter(|item| item.hands == 1).and_then(|_| self.hand_with(who, item)),
            None if mode.kind == ModeKind::Punch => Some(if strike.hand == NONE { 0 } else { strike.hand }),
            None => None,
        };
        hand.is_some_and(|hand| hand != 0)
    }

    /// `DF-002` `DF-033` `DF-226` `DF-R125` The skill with a mode, before all that the attacker and its target change.
    pub(crate) fn mode_score<T: Tally>(self, who: CombatantId, mode: &Mode) -> T {
        let score = mode.score - mode.bonus;
        // DX serves where it is better, or nothing was learned.
        let by_dx = mode.item.is_none()
            && (!self.sheet(who).is_trained(mode.skill) || self.sheet(who).skill(mode.skill) < score);
        let mut score = match mode.item {
            _ if by_dx => T::base(rule!("DF-R80").named("DX"), i32::from(score)),
            Some(_) if !self.sheet(who).is_trained(mode.skill) => self.by_default(who, score),
            _ => T::base(rule!("DF-002").named(mode.skill.name()), i32::from(score)),
        };
        score.add(rule!("DF-R125"), mode.bonus.into());
        score.add(rule!("DF-033"), -i32::from(mode.st_short));
        score.add(rule!("DF-226"), if mode.kind == ModeKind::Kick { -2 } else { 0 });
        score
    }

    /// `DF-R80` The score of a skill that was never learned, by DX.
    fn by_default<T: Tally>(self, who: CombatantId, score: i16) -> T {
        let dx = self.sheet(who).dx;
        T::base(rule!("DF-R80").named("DX"), dx.into()).plus(rule!("DF-R80").named("untrained"), i32::from(score - dx))
    }

    /// `DF-002` `DF-R80` A skill in a sum: as it was learned, or by default from DX.
    pub(crate) fn skill_score<T: Tally>(self, who: CombatantId, skill: Skill) -> T {
        let level = self.sheet(who).level(skill);
        if self.sheet(who).is_trained(skill) { level.tally(rule!("DF-002")) } else { self.by_default(who, level.score) }
    }

    /// `DF-198` `DF-033` `DF-226` The effective skill of a strike, all its modifiers included.
    pub fn attack_score<T: Tally>(
        self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        dual: bool,
        geometry: &AttackGeometry,
    ) -> T {
        let (mut score, flight) = match self.mode(who, strike.mode) {
            Some(mode) => {
                let score: T = self.mode_score(who, mode);
                let crossbow = || self.item_of(who, strike.mode).is_some_and(|(_, item)| item.crossbow);
                let flight = || Flight { acc: mode.acc, bulk: mode.bulk, crossbow: crossbow() };
                (score, mode.kind.is_ranged().then(flight))
            }
            None => self.held_spell_skill(who, strike.mode),
        };
        let ranged = flight.is_some();
        self.add_attacker_state(&mut score, who, ranged, geometry.closed_in);
        self.add_attack_options(&mut score, who, strike, plan, dual, ranged);
        self.add_target_modifiers(&mut score, who, strike.target, strike.aim, ranged, geometry);
        if let Aim::Disarm(_) = strike.aim
            && !self.item_of(who, strike.mode).is_some_and(|(_, item)| item.fencing)
        {
            score.add(rule!("DF-185"), -2);
        }
        if strike.drop.is_some() {
            score.add(rule!("DF-188"), -2);
        }
        if !ranged && geometry.distance > 1 {
            score.add(rule!("DF-187"), -4 * self.enemy_hexes_between(who, strike.target));
        }
        score.add(rule!("DF-244"), -i32::from(plan.area_penalty));
        score.add(rule!("DF-012"), i32::from(strike.situational));
        match flight {
            Some(flight) => self.add_flight_modifiers(&mut score, who, strike, plan, flight, geometry),
            // DF-100: it comes after every modifier.
            None if plan.from == AttackFrom::MoveAndAttack => {
                score.at_most(rule!("DF-100").named("limit of a Move and Attack"), 9)
            }
            None => {}
        }
        score
    }

    /// `DF-035` `DF-059` `DF-063` `DF-100` `DF-214` `DF-215` `DF-219` `DF-222` The part of `DF-198` that the attacker
    /// chooses: maneuver, trade, hand and deception.
    pub fn add_attack_options<T: Tally>(
        self,
        score: &mut T,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        dual: bool,
        ranged: bool,
    ) {
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
        if self.is_off_hand(who, strike) && !self.sheet(who).traits.ambidexterity {
            score.add(if dual { rule!("DF-215") } else { rule!("DF-035") }, -4);
        }
        // DF-225: with whatever else is declared.
        score.add(rule!("DF-222"), -2 * i32::from(strike.deceptive));
    }

    /// `DF-194` `DF-198` Everything that changes a score of any attack at a foe: shock, being grabbed,
    /// posture, spells, lost eyes.
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
    fn add_lost_eyes<T: Tally>(self, score: &mut T, who: CombatantId, ranged: bool) {
        let fighter = self.fighter(who);
        let eyes = [Location::RightEye, Location::LeftEye].iter().filter(|&&eye| fighter.is_useless(eye)).count();
        if fighter.flags.has(Flags::BLIND) {
            score.add(rule!("DF-R34").named("blind"), -10);
        } else if eyes == 1 {
            score.add(rule!("DF-R34").named("lost eye"), if ranged { -3 } else { -1 });
        }
    }

    /// `DF-465` In close combat the shield is in the way, except on the turn in which one came in.
    fn add_hampering_shield<T: Tally>(self, score: &mut T, who: CombatantId) {
        if !self.fighter(who).flags.has(Flags::INITIATED)
            && let Some((shield, _)) = self.shield(who)
        {
            score.add(rule!("DF-465"), -self.item(who, shield).map_or(0, |shield| i32::from(shield.db)));
        }
    }

    /// What the target adds: where it is aimed at, its posture, size and light, and close combat
    /// that the attack comes into from outside.
    pub fn add_target_modifiers<T: Tally>(
        self,
        score: &mut T,
        who: CombatantId,
        target: CombatantId,
        aim: Aim,
        ranged: bool,
        geometry: &AttackGeometry,
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
        self.add_light(score, who, target);
        if geometry.comes_from_outside() {
            score.add(rule!("DF-473"), -2);
        }
    }

    /// `DF-R60` `DF-R109` `DF-R125` The light in which somebody stands, for one who attacks. A blind combatant suffers no
    /// penalty for darkness.
    pub(crate) fn add_light<T: Tally>(self, score: &mut T, who: CombatantId, target: CombatantId) {
        if self.fighter(who).flags.has(Flags::BLIND) {
            return;
        }
        let light = self.map().light(self.fighter(target).at);
        score.add(rule!("DF-R60"), light);
        let sight = i32::from(self.sheet(who).traits.dark_sight).min(-light).max(0);
        score.add(rule!("DF-R125").named("sight in the dark"), sight);
    }

    /// `DF-155` `DF-R124` Whether a shooter is above a lying combatant and nearer than its own height.
    fn is_near_above(self, who: CombatantId, target: CombatantId) -> bool {
        let (me, it) = (self.fighter(who), self.fighter(target));
        let higher = self.map().elevation_difference(it.at, me.at);
        let stands = matches!(me.posture, Posture::Standing | Posture::Crouching);
        (higher > 0 || higher == 0 && stands) && 2 * self.distance(who, target) < height_half_yards(self.sheet(who).sm)
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
    /// affair of the blow): distance, speed, aim, bulk, combatants in between.
    pub fn add_flight_modifiers<T: Tally>(
        self,
        score: &mut T,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        flight: Flight,
        geometry: &AttackGeometry,
    ) {
        let me = self.fighter(who);
        let yards: Sum = self.range_and_speed(strike, geometry.distance);
        score.add(rule!("DF-236"), speed_range(yards.total()));
        if plan.from == AttackFrom::MoveAndAttack {
            score.add(rule!("DF-099"), i32::from(flight.bulk).min(-2));
        } else if let Doing::Aiming(aim) = me.doing
            && aim.mode == strike.mode
            && aim.target == strike.target.0
        {
            score.add(rule!("DF-075"), i32::from(flight.acc));
            score.add(rule!("DF-076"), i32::from(aim.seconds.min(3)) - 1);
            score.add(rule!("DF-077"), i32::from(aim.braced && flight.crossbow));
        } else if plan.watched > 0 {
            score.add(rule!("DF-245"), i32::from(flight.acc));
            score.add(rule!("DF-245").named("further seconds of watching"), i32::from(plan.watched.min(3)) - 1);
            score.add(rule!("DF-247"), i32::from(plan.braced && flight.crossbow));
        }
        if geometry.closed_in {
            score.add(rule!("DF-464"), i32::from(flight.bulk));
        }
        score.add(rule!("DF-R62"), -4 * self.figures_between(who, strike.target));
    }
}
