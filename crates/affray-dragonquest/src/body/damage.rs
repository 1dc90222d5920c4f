//! Damage: Fatigue before Endurance, death, unconsciousness, stun.
//!
//! Rules `DQ-501` to `DQ-508`, `DQ-517` to `DQ-524`; rulings `DQ-R19`, `DQ-R23`, `DQ-R24`, `DQ-R54`.

use crate::DragonQuest;
use crate::decision::Kind;
use crate::event::Event;
use crate::scene::{D10, Fight, Scene};
use crate::sheet::{Arm, Class, ItemKind};
use crate::state::{Flags, GUARDS, NONE};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

/// The force of a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Force {
    /// It does damage as usual.
    Normal,
    /// Within 15 %: straight to Endurance, past armor (`DQ-505`).
    Endurance,
    /// Within 5 %: that, and perhaps a grievous injury (`DQ-506`).
    Grievous,
}

/// `DQ-004` A pool of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pool {
    /// Fatigue.
    Fatigue,
    /// Endurance.
    Endurance,
}

/// The cause of lost points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A physical attack.
    Attack {
        /// By bite, claws or talons (`DQ-803`).
        infects: bool,
    },
    /// A spell or a breath.
    Magic,
    /// A stuck weapon that is taken out (`DQ-R52`).
    Removal,
    /// Bleeding (`DQ-R19`).
    Bleeding,
    /// Poison (`DQ-R25`).
    Poison,
    /// An infection (`DQ-806`).
    Infection,
}

impl Cause {
    /// `DQ-R26` Whether EN lost that way counts as lost to attacks.
    const fn is_attack(self) -> bool {
        matches!(self, Self::Attack { .. } | Self::Bleeding)
    }
}

/// A blow that hit, before its damage is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// The attacker.
    pub by: CombatantId,
    /// The target.
    pub target: CombatantId,
    /// Added to the die.
    pub added: i32,
    /// The force.
    pub force: Force,
    /// The class of the weapon.
    pub class: Class,
    /// Bite, claws or talons (`DQ-803`).
    pub infects: bool,
}

/// The effective damage of an attack: what is left of the damage check after armor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damage {
    /// The points; 0 if none got through.
    pub points: i32,
    /// Straight to Endurance (`DQ-505`), or to Fatigue as long as there is any.
    pub past_fatigue: bool,
    /// The class of the weapon, where the table of grievous injuries is rolled on (`DQ-506`).
    pub grievous: Option<Class>,
    /// The cause.
    pub cause: Cause,
}

impl Damage {
    /// Of a spell or a breath.
    pub const fn magic(points: i32) -> Self {
        Self { points, past_fatigue: false, grievous: None, cause: Cause::Magic }
    }
}

impl Scene<'_> {
    /// `DQ-605` The damage of bare hands: +1 for each full 3 points of PS above 15.
    pub fn unarmed_damage(self, who: CombatantId, damage: i32) -> i32 {
        damage + i32::from(self.sheet(who).ps.saturating_sub(15) / 3)
    }

    /// `DQ-518` `DQ-519` Whether its Endurance keeps a figure unconscious.
    pub fn is_down_by_endurance(self, who: CombatantId) -> bool {
        let sheet = self.sheet(who);
        self.fighter(who).en <= 3 && !(sheet.monster && sheet.en <= 5)
    }

    /// `DQ-502` `DQ-503` The pool from which the next damage comes.
    #[inline]
    pub(crate) fn next_pool(self, who: CombatantId) -> Pool {
        if self.fighter(who).ft == 0 { Pool::Endurance } else { Pool::Fatigue }
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-451` `DQ-501` `DQ-505` `DQ-506` `DQ-603` `DQ-R49` The damage check of a blow that hit. `None` where the attack
    /// type does no damage.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn check_damage(&mut self, kind: Kind, hit: &Hit) -> Result<Option<Damage>, R::Pause> {
        let Hit { by, target, added, force, class, infects } = *hit;
        let cause = Cause::Attack { infects };
        match kind {
            Kind::Restrain { .. } | Kind::Knockout => return Ok(None),
            Kind::Disarm { .. } => return Ok(Some(Damage { points: 1, past_fatigue: true, grievous: None, cause })),
            Kind::Plain | Kind::Trip | Kind::Entangle | Kind::Rush => {}
        }
        let protection = if force == Force::Normal { self.scene().protection(target) } else { 0 };
        let why = Why::new(by, rule!("DQ-501"), "damage");
        let points = self.referee.throw(why, D10, |roll| ((roll + added).max(1) - protection).max(0))?;
        let grievous = (force == Force::Grievous).then_some(class);
        Ok(Some(Damage { points, past_fatigue: force != Force::Normal, grievous, cause }))
    }

    /// `DQ-502` to `DQ-508` `DQ-517` to `DQ-520` `DQ-R23` Damage by an attack of any kind, with all that follows.
    /// Whether at least one point got through.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn hurt(&mut self, by: CombatantId, target: CombatantId, damage: &Damage) -> Result<bool, R::Pause> {
        let Damage { points, past_fatigue, grievous, cause } = *damage;
        if points <= 0 {
            self.tell(Event::Protected { who: target });
            return Ok(false);
        }
        // DQ-441, DQ-R18: a restraining figure that a third one hurts lets go.
        if self.state[target].restrains != NONE && self.state[target].restrains != by.0 {
            self.let_loose(target);
        }
        if let Cause::Attack { infects } = cause {
            self.state[target].flags.set(Flags::WOUNDED);
            if infects {
                self.state[target].flags.set(Flags::BITTEN);
            }
        }
        let pool = if past_fatigue { Pool::Endurance } else { self.scene().next_pool(target) };
        self.lose(target, pool, points, cause);
        let mut stuns = 3 * points > i32::from(self.scene().sheet(target).en);
        // DQ-R24: the dead make no further checks.
        if !self.state[target].flags.has(Flags::DEAD) {
            if let Some(class) = grievous {
                stuns |= self.grievous(by, target, class)?;
            }
            if pool == Pool::Endurance {
                self.settle_endurance(target);
            }
        }
        if !self.state[target].is_up() {
            self.settle_close()?;
        } else if stuns {
            self.stun(target)?;
        }
        Ok(true)
    }

    /// `DQ-502` `DQ-503` `DQ-504` `DQ-517` Points that one pool loses, as far as it has them. Whoever has no Endurance left
    /// dies.
    pub fn lose(&mut self, who: CombatantId, pool: Pool, points: i32, cause: Cause) {
        let fighter = &mut self.state[who];
        let endurance = pool == Pool::Endurance;
        let left = if endurance { &mut fighter.en } else { &mut fighter.ft };
        let points = points.clamp(0, i32::from(*left));
        *left -= points as u8;
        let left = i32::from(*left);
        if endurance && !cause.is_attack() {
            fighter.en_lost_otherwise += points as i16;
        }
        self.tell(match cause {
            Cause::Attack { .. } | Cause::Magic | Cause::Removal => Event::Wounded { who, points, endurance, left },
            Cause::Bleeding => Event::Bleeds { who, points, left },
            Cause::Poison => Event::Sickens { who, points, left },
            Cause::Infection => Event::Festers { who, points, left },
        });
        if endurance && left == 0 {
            self.go_down(who, Flags::DEAD);
        }
    }

    /// `DQ-R07` A roll of agility: at most three times modAG.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn agility_roll(&mut self, who: CombatantId, rule: RuleId, what: &'static str) -> Result<bool, R::Pause> {
        let target: R::Tally = self.scene().thrice_ag(who, rule);
        self.succeeds(who, rule, what, &target)
    }

    /// `DQ-433` `DQ-437` `DQ-450` `DQ-R24` `DQ-R49` One who is tripped, entangled or rushed keeps its footing or
    /// falls; who lies or is out of action already makes no check.
    pub(crate) fn keep_footing(&mut self, who: CombatantId, rule: RuleId) -> Result<(), R::Pause> {
        let fighter = &self.state[who];
        if fighter.is_up() && !fighter.flags.has(Flags::PRONE) && !self.agility_roll(who, rule, "keep footing")? {
            self.fall(who);
        }
        Ok(())
    }

    /// `DQ-517` `DQ-518` `DQ-R24` Death or unconsciousness by the Endurance that is left.
    pub fn settle_endurance(&mut self, who: CombatantId) {
        if self.state[who].flags.has(Flags::DEAD) {
            return;
        }
        if self.state[who].en == 0 {
            self.go_down(who, Flags::DEAD);
        } else if self.scene().is_down_by_endurance(who) {
            self.go_down(who, Flags::UNCONSCIOUS);
        }
    }

    /// `DQ-R24` Out of action, dead or unconscious, if it is not already: prone, holding and casting nothing. Hand-held weapons are dropped;
    /// shields are strapped and stay. What falls beyond the edge of the map is not on it (`DQ-R59`).
    pub fn go_down(&mut self, who: CombatantId, as_what: Flags) {
        if self.state[who].flags.has(as_what) {
            return;
        }
        self.state[who].flags.set(as_what.union(Flags::PRONE));
        self.state[who].flags.clear(GUARDS.union(Flags::STUNNED).union(Flags::HALF_FREE));
        self.tell(if as_what == Flags::DEAD { Event::Dies { who } } else { Event::FallsUnconscious { who } });
        self.let_loose(who);
        self.lose_spell(who);
        for hand in 0..2 {
            let item = self.state[who].hands[hand];
            if self.state[who].is_present()
                && self.scene().arm(who, item).is_some_and(|arm| arm.kind != ItemKind::Shield)
            {
                self.drop_item(who, item);
            }
        }
    }

    /// `DQ-R30` `DQ-R12` Falls prone, if it does not lie already: out of the saddle, and out of every guard.
    pub fn fall(&mut self, who: CombatantId) {
        if self.state[who].mount != NONE {
            return self.fall_off(who);
        }
        self.state[who].flags.clear(GUARDS);
        if !self.state[who].flags.has(Flags::PRONE) {
            self.state[who].flags.set(Flags::PRONE);
            self.tell(Event::Falls { who });
        }
    }

    /// `DQ-520` `DQ-521` `DQ-R23` Stun, with a check for every weapon in hand; who is stunned already does
    /// not check again.
    pub fn stun(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.state[who].flags.has(Flags::STUNNED) {
            return Ok(());
        }
        self.state[who].flags.set(Flags::STUNNED);
        self.state[who].flags.clear(GUARDS.union(Flags::HALF_FREE));
        self.tell(Event::Stunned { who });
        self.lose_spell(who);
        self.let_loose(who);
        let hands = self.state[who].hands;
        for hand in 0..2 {
            let item = hands[hand];
            if item == Arm::NONE {
                continue;
            }
            let is_weapon = self.scene().arm(who, item).is_some_and(|arm| arm.kind == ItemKind::Weapon);
            if !is_weapon || hand == 1 && hands[0] == item {
                continue;
            }
            let target: R::Tally = self.scene().thrice_md(who, rule!("DQ-521"));
            if !self.succeeds(who, rule!("DQ-521"), "keep hold", &target)? {
                self.drop_item(who, item);
            }
        }
        self.sway(who)?;
        Ok(())
    }

    /// `DQ-523` `DQ-524` The one action of a stunned figure.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn recover(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let mut target = R::Tally::base(rule!("DQ-524").named("WP"), i32::from(self.scene().sheet(who).wp));
        target.add(rule!("DQ-524").named("Fatigue"), i32::from(self.state[who].ft));
        target.becomes(rule!("DQ-524").named("x 2"), 2 * target.total());
        if self.succeeds(who, rule!("DQ-524"), "recover", &target)? {
            self.state[who].flags.clear(Flags::STUNNED);
            self.tell(Event::Recovers { who });
        }
        Ok(())
    }
}
