//! Wounds, unconsciousness, dying and death; healing by magic.
//!
//! Rules `OB-138` to `OB-141`, `OB-250`, `OB-257`, `OB-280` to `OB-286`, `OB-291`, `OB-294` to `OB-297`.

use crate::Obss;
use crate::event::{Event, Fall, HoldEnd};
use crate::options::DeathRule;
use crate::scene::{Fight, Scene};
use crate::sheet::{Ability, Place, Sheet};
use crate::state::{Condition, Feinted, Flags, Lying, NONE};
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

/// `OB-283` `OB-R50` The HP at which a creature of that CON dies.
///
/// ```
/// use affray_obss::body::life::death_line;
/// use affray_obss::options::DeathRule::{DoubleCon, HalfCon};
/// // OB-E74
/// assert_eq!([2, 3, 0, -1].map(|con| death_line(con, HalfCon)), [-11, -12, -10, -10]);
/// assert_eq!([2, -3].map(|con| death_line(con, DoubleCon)), [-14, -5]);
/// ```
pub const fn death_line(con: i32, rule: DeathRule) -> i32 {
    match rule {
        // 2 HP <= -(20 + CON), without rounding: the first whole number that fulfills it.
        DeathRule::HalfCon => (-(20 + con)).div_euclid(2),
        DeathRule::DoubleCon => {
            let line = -(10 + 2 * con);
            if line > -5 { -5 } else { line }
        }
    }
}

impl Scene<'_> {
    /// `OB-283` The HP at which a combatant dies.
    pub fn death_line(self, who: CombatantId) -> i32 {
        death_line(self.sheet(who).ability(Ability::Con), self.setup.options.death_rule)
    }

    /// HP at the most, after any loss of that (`OB-304`).
    pub fn max_hp(self, who: CombatantId) -> i32 {
        i32::from(self.sheet(who).hp) - i32::from(self.fighter(who).max_hp_lost)
    }
}

/// `OB-138` `OB-140` What damage of that total costs: less the own reduction, and at least 1.
pub(crate) fn reduced<T: Tally>(sheet: &Sheet, mut damage: T) -> T {
    damage.add(rule!("OB-138").named("reduction"), -i32::from(sheet.reduction));
    damage.at_least(rule!("OB-138").named("at least 1"), 1);
    damage
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-138` `OB-140` Takes damage of that total, after the own reduction.
    ///
    /// # Errors
    /// If an input is missing.
    pub(crate) fn deal(&mut self, who: CombatantId, damage: R::Tally, nonlethal: bool) -> Result<(), R::Pause> {
        let damage = reduced(self.scene().sheet(who), damage);
        self.referee.show(Why::new(who, rule!("OB-140"), "injury"), &damage);
        self.take_damage(who, damage.total(), nonlethal)
    }

    /// `OB-139` `OB-141` Takes damage that is already reduced.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn take_damage(&mut self, who: CombatantId, lost: i32, nonlethal: bool) -> Result<(), R::Pause> {
        let fighter = &mut self.state[who];
        fighter.waited = 0;
        if nonlethal {
            fighter.nonlethal = fighter.nonlethal.saturating_add(lost as i16);
            let nonlethal = i32::from(fighter.nonlethal);
            let hp = i32::from(self.state[who].hp);
            self.tell(Event::Bruised { who, lost, nonlethal, hp });
        } else {
            fighter.hp = fighter.hp.saturating_sub(lost as i16);
            let hp = i32::from(fighter.hp);
            self.tell(Event::Wounded { who, lost, hp });
        }
        self.settle_health(who);
        self.unseat_if_down(who)
    }

    /// `OB-139` `OB-269` `OB-280` `OB-281` `OB-282` `OB-283` `OB-285` `OB-R44` Settles unconsciousness, dying and
    /// death by HP and nonlethal damage.
    pub fn settle_health(&mut self, who: CombatantId) {
        let line = self.scene().death_line(who);
        let fighter = &mut self.state[who];
        if fighter.flags.has(Flags::DEAD) {
            return;
        }
        let hp = i32::from(fighter.hp);
        let was_dying = fighter.flags.has(Flags::DYING);
        let was_down = fighter.flags.any(Flags::UNCONSCIOUS.union(Flags::DYING));
        let faints = hp > 0 && hp <= i32::from(fighter.nonlethal);
        if hp <= line {
            fighter.flags.set(Flags::DEAD);
        }
        fighter.flags.put(Flags::DYING, hp < 0);
        if hp <= 0 || faints {
            fighter.flags.set(Flags::UNCONSCIOUS);
            if !fighter.flags.has(Flags::ASLEEP) {
                fighter.rounds[Condition::Unconscious as usize] = OPEN;
            }
        }
        let (dead, dying) = (fighter.flags.has(Flags::DEAD), fighter.flags.has(Flags::DYING));
        if dead {
            self.tell(Event::Dies { who, line });
        } else if dying && !was_dying {
            self.tell(Event::Dying { who });
        } else if !was_down && (hp == 0 || faints) {
            self.tell(Event::Faints { who, hp });
        }
        if !was_down && (hp <= 0 || faints) {
            self.go_down(who);
        }
    }

    /// `OB-257` `OB-285` `OB-R86` Falls Prone, drops its items, and ends its hold; the actions of the
    /// round are gone (`OB-044`).
    pub fn go_down(&mut self, who: CombatantId) {
        self.lose_actions(who);
        let fighter = &mut self.state[who];
        fighter.flags.clear(Flags::GUARDS);
        fighter.flags.set(Flags::PRONE);
        fighter.rounds[Condition::Prone as usize] = OPEN;
        fighter.braced = NONE;
        fighter.feints = [Feinted::NONE; 4];
        let at = fighter.at;
        for hand in 0..2 {
            let item = self.state[who].hands[hand];
            let sheet = self.scene().sheet(who);
            // A worn shield stays.
            let shield = matches!(sheet.item(item).map(|item| &item.kind), Some(crate::sheet::ItemKind::Shield { .. }));
            if item != NONE && !shield {
                self.fall_from_hand(who, item, at, Fall::Down);
            }
        }
        self.end_hold(who, HoldEnd::Down);
    }

    /// `OB-044` The budget of the round is lost.
    pub fn lose_actions(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        (fighter.normal, fighter.immediate, fighter.reaction, fighter.token) = (0, 0, 0, 0);
    }

    /// An item leaves the hands and lies on the ground.
    pub fn fall_from_hand(&mut self, who: CombatantId, item: u8, at: Cell, why: Fall) {
        let fighter = &mut self.state[who];
        fighter.put_away(item, Place::Away);
        // OB-149: it takes a weapon in each hand.
        fighter.flags.clear(Flags::OFF_HAND_GUARD);
        self.state.ground.push(Lying { owner: who, item, at });
        self.tell(Event::Drops { who, item, at, why });
    }

    /// `OB-226` `OB-285` Ends the hold of a combatant, on both sides.
    pub fn end_hold(&mut self, who: CombatantId, why: HoldEnd) {
        if self.state[who].hold.with != NONE
            && let Some(target) = self.state.end_hold(who)
        {
            self.tell(Event::HoldEnds { who, target, why });
        }
    }

    /// `OB-284` A dying creature loses 1 HP in each of so many rounds, until it is dead.
    pub fn bleed(&mut self, who: CombatantId, rounds: u32) {
        let flags = self.state[who].flags;
        if rounds != 0 && flags.has(Flags::DYING) && !flags.any(Flags::DEAD.union(Flags::GONE)) {
            let left = i32::from(self.state[who].hp) - self.scene().death_line(who);
            let rounds = rounds.min(left.max(1) as u32);
            self.state[who].hp -= rounds as i16;
            let hp = i32::from(self.state[who].hp);
            self.tell(Event::Bleeds { who, rounds, hp });
            self.settle_health(who);
        }
    }

    /// `OB-286` `OB-291` `OB-296` `OB-297` Magical healing. The dead stay dead (`OB-295`).
    pub fn heal_by_magic(&mut self, who: CombatantId, mut healing: R::Tally) {
        let fighter = &mut self.state[who];
        if fighter.flags.has(Flags::DEAD) {
            return;
        }
        fighter.waited = 0;
        let bruises = fighter.nonlethal;
        fighter.nonlethal = (i32::from(bruises) - healing.total()).max(0) as i16;
        let (before, nonlethal) = (i32::from(fighter.hp), i32::from(fighter.nonlethal));
        if before < 0 {
            // OB-291: whatever the amount.
            healing.becomes(rule!("OB-291").named("from dying to 1"), 1 - before);
        }
        self.regain(who, rule!("OB-323"), healing);
        if i32::from(bruises) != nonlethal {
            let points = i32::from(bruises) - nonlethal;
            self.tell(Event::Recovers { who, points, nonlethal, healed: true });
        }
        self.wake(who);
    }

    /// `OB-296` HP come back by a rule, up to their maximum.
    pub(crate) fn regain(&mut self, who: CombatantId, rule: RuleId, mut healing: R::Tally) {
        let before = i32::from(self.state[who].hp);
        let room = (self.scene().max_hp(who) - before).max(0);
        if before >= 0 {
            healing.at_most(rule!("OB-296").named("HP that are missing"), room);
        }
        self.referee.show(Why::new(who, rule, "healing"), &healing);
        let gained = healing.total();
        self.state[who].hp = (before + gained) as i16;
        self.tell(Event::Healed { who, gained, hp: before + gained });
    }

    /// `OB-294` `OB-R90` Wakes a combatant that HP and nonlethal damage allow to: Prone, with empty hands, and without
    /// actions before the next round.
    pub fn wake(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        fighter.flags.put(Flags::DYING, fighter.hp < 0);
        // OB-268: sleep that does not come of wounds lasts as long as it was to last.
        let wakes = fighter.flags.has(Flags::UNCONSCIOUS) && !fighter.flags.has(Flags::ASLEEP);
        if wakes && fighter.has_strength() {
            fighter.flags.clear(Flags::UNCONSCIOUS);
            self.lose_actions(who);
            self.tell(Event::Loses { who, condition: Condition::Unconscious });
        }
    }
}

/// Rounds of a condition that lasts until it is removed.
pub const OPEN: u8 = u8::MAX;
