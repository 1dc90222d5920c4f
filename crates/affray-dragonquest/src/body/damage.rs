//! Damage: Fatigue before Endurance, death, unconsciousness, stun.
//!
//! Rules `DQ-501` to `DQ-508`, `DQ-517` to `DQ-524`; rulings `DQ-R19`, `DQ-R23`, `DQ-R24`, `DQ-R54`.

use crate::DragonQuest;
use crate::decision::Kind;
use crate::event::{DropCause, Event, Faint, ReleaseCause};
use crate::scene::{D10, Fight, Scene};
use crate::sheet::{Arm, Class, ItemKind, Sheet};
use crate::state::{Flags, GUARDS, Ignored, NONE, Stage};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

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
    /// What it was struck with.
    pub means: Means,
    /// The force.
    pub force: Force,
    /// The class of the weapon.
    pub class: Class,
    /// Bite, claws or talons (`DQ-803`).
    pub infects: bool,
}

/// What a blow was struck with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Means {
    /// A weapon in melee or in close combat.
    Melee(Arm),
    /// A weapon that was loosed or thrown.
    Ranged(Arm),
    /// The body of a monster that goes over its target (`DQ-706`).
    Body,
}

/// The effective damage of an attack: what is left of the damage check after armor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage<T> {
    /// The points, as they came about; 0 if none got through.
    pub points: T,
    /// Straight to Endurance (`DQ-505`), or to Fatigue as long as there is any.
    pub past_fatigue: bool,
    /// The class of the weapon, where the table of grievous injuries is rolled on (`DQ-506`).
    pub grievous: Option<Class>,
    /// The cause.
    pub cause: Cause,
}

impl<T> Damage<T> {
    /// Of a spell or a breath.
    pub const fn magic(points: T) -> Self {
        Self { points, past_fatigue: false, grievous: None, cause: Cause::Magic }
    }
}

/// `DQ-501` A damage check that nothing but one rule modifies: D10, what that rule adds, at least 1.
pub(crate) fn check_of<T: Tally>(roll: i32, rule: RuleId, added: i32) -> T {
    let mut points = T::base(rule!("DQ-001").named("rolled"), roll);
    points.add(rule, added);
    points.at_least(rule!("DQ-501"), 1);
    points
}

impl Sheet {
    /// `DQ-518` `DQ-519` The Endurance at or below which the figure is unconscious; `None` for those that fight to their death.
    pub fn endurance_to_fall(&self) -> Option<u8> {
        (!(self.monster && self.en <= 5)).then_some(3)
    }
}

impl Scene<'_> {
    /// `DQ-524` The chance of a stunned figure to recover.
    pub fn recovery_chance<T: Tally>(self, who: CombatantId) -> T {
        let mut chance = T::base(rule!("DQ-524").named("WP"), i32::from(self.sheet(who).wp));
        chance.add(rule!("DQ-524").named("Fatigue"), i32::from(self.fighter(who).ft));
        chance.becomes(rule!("DQ-524").named("x 2"), 2 * chance.total());
        chance
    }

    /// `DQ-501` `DQ-505` `DQ-603` `DQ-706` `DQ-R57` The effective damage of a blow that hit, by its D10.
    fn effective_damage<T: Tally>(self, kind: Kind, hit: &Hit, roll: i32) -> T {
        let mut points = T::base(rule!("DQ-001").named("rolled"), roll);
        let (with, ranged) = match hit.means {
            Means::Melee(with) => (with, false),
            Means::Ranged(with) => (with, true),
            Means::Body => {
                points.add(rule!("DQ-706").named("hexes of the monster"), self.sheet(hit.by).hexes.into());
                (Arm::NONE, false)
            }
        };
        if let Some(arm) = self.arm(hit.by, with) {
            self.add_damage(&mut points, hit.by, arm, kind, ranged);
        }
        points.at_least(rule!("DQ-501"), 1);
        if hit.force == Force::Normal {
            self.subtract_protection(&mut points, hit.target);
        }
        points
    }

    /// `DQ-518` `DQ-519` Whether its Endurance keeps a figure unconscious.
    pub fn is_down_by_endurance(self, who: CombatantId) -> bool {
        self.sheet(who).endurance_to_fall().is_some_and(|least| self.fighter(who).en <= least)
    }

    /// `DQ-520` `DQ-004` By how much the points of a hit go beyond what a figure stands: above 0 they stun.
    pub fn shock<T: Tally>(self, who: CombatantId, points: i32) -> T {
        let mut shock = T::base(rule!("DQ-520").named("points"), points);
        shock.becomes(rule!("DQ-520").named("x 3"), 3 * points);
        shock.add(rule!("DQ-520").named("original Endurance (above 0 stuns)"), -i32::from(self.sheet(who).en));
        shock
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
    pub fn check_damage(&mut self, kind: Kind, hit: &Hit) -> Result<Option<Damage<R::Tally>>, R::Pause> {
        let cause = Cause::Attack { infects: hit.infects };
        match kind {
            Kind::Restrain { .. } | Kind::Knockout => return Ok(None),
            Kind::Disarm { .. } => {
                let points = R::Tally::base(rule!("DQ-451"), 1);
                return Ok(Some(Damage { points, past_fatigue: true, grievous: None, cause }));
            }
            Kind::Plain | Kind::Trip | Kind::Entangle | Kind::Rush => {}
        }
        let scene = Scene { setup: self.setup, state: self.state };
        let read = |roll| (scene.effective_damage::<Sum>(kind, hit, roll).total(), Ignored(roll));
        let (_, Ignored(roll)) = self.referee.throw(Why::new(hit.by, rule!("DQ-501"), "damage"), D10, read)?;
        let points = self.scene().effective_damage(kind, hit, roll);
        let grievous = (hit.force == Force::Grievous).then_some(hit.class);
        Ok(Some(Damage { points, past_fatigue: hit.force != Force::Normal, grievous, cause }))
    }

    /// A damage check without a blow: D10 and what a rule adds. For poison, infections and weapons that are taken out.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn check_points(&mut self, why: Why, rule: RuleId, added: i32) -> Result<R::Tally, R::Pause> {
        let read = |roll| (check_of::<Sum>(roll, rule, added).total(), Ignored(roll));
        let (_, Ignored(roll)) = self.referee.throw(why, D10, read)?;
        Ok(check_of(roll, rule, added))
    }

    /// `DQ-502` to `DQ-508` `DQ-517` to `DQ-520` `DQ-R23` Damage by an attack of any kind, with all that follows.
    /// Whether at least one point got through.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn hurt(&mut self, by: CombatantId, target: CombatantId, damage: Damage<R::Tally>) -> Result<bool, R::Pause> {
        let Damage { points: mut check, past_fatigue, grievous, cause } = damage;
        let points = check.total();
        if points <= 0 {
            self.referee.show(Why::new(target, rule!("DQ-R54"), "injury"), &check);
            self.tell(Event::Protected { who: target });
            return Ok(false);
        }
        if let Cause::Attack { infects } = cause {
            self.state[target].flags.set(Flags::WOUNDED);
            if infects {
                self.state[target].flags.set(Flags::BITTEN);
            }
        }
        let pool = if past_fatigue { Pool::Endurance } else { self.scene().next_pool(target) };
        let fighter = &self.state[target];
        if points > i32::from(if pool == Pool::Endurance { fighter.en } else { fighter.ft }) {
            // A stun goes by the points before the limit of what is left: the sum says them.
            check.becomes(rule!("DQ-R54").named("effective damage"), points);
        }
        self.lose(target, pool, check, cause);
        // DQ-441, DQ-R18: a restraining figure that a third one hurts lets go.
        if self.state[target].restrains != NONE && self.state[target].restrains != by.0 {
            self.let_loose(target, ReleaseCause::Hurt);
        }
        let shock: R::Tally = self.scene().shock(target, points);
        let mut stuns = shock.total() > 0;
        // DQ-R24: the dead make no further checks.
        if self.state[target].flags.has(Flags::DEAD) {
            if grievous.is_some() {
                self.tell(Event::TooLate { who: target });
            }
        } else {
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
            if shock.total() > 0 {
                self.referee.show(Why::new(target, rule!("DQ-520"), "stun"), &shock);
            }
            self.stun(target)?;
        }
        Ok(true)
    }

    /// `DQ-502` `DQ-503` `DQ-504` `DQ-517` Points that one pool loses, as far as it has them. Whoever has no Endurance left
    /// dies: nowhere else does anybody die of damage.
    pub fn lose(&mut self, who: CombatantId, pool: Pool, mut points: R::Tally, cause: Cause) {
        let fighter = &mut self.state[who];
        let endurance = pool == Pool::Endurance;
        let (rule, limit, left) = if endurance {
            (rule!("DQ-503"), rule!("DQ-517").named("Endurance left"), &mut fighter.en)
        } else {
            (rule!("DQ-502"), rule!("DQ-504"), &mut fighter.ft)
        };
        points.at_most(limit, i32::from(*left));
        self.referee.show(Why::new(who, rule, "injury"), &points);
        let points = points.total();
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
            self.go_down(who, Flags::DEAD, Event::Dies { who });
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

    /// `DQ-518` `DQ-R24` Unconsciousness by the Endurance that is left to the living.
    pub fn settle_endurance(&mut self, who: CombatantId) {
        if !self.state[who].flags.has(Flags::DEAD) && self.scene().is_down_by_endurance(who) {
            self.faint(who, Faint::Endurance);
        }
    }

    /// `DQ-445` `DQ-518` `DQ-R19` `DQ-R25` Falls unconscious, if it is not already.
    pub fn faint(&mut self, who: CombatantId, by: Faint) {
        self.go_down(who, Flags::UNCONSCIOUS, Event::FallsUnconscious { who, through: by });
    }

    /// `DQ-R24` Out of action, dead or unconscious, if it is not already: prone, holding and casting nothing. Hand-held weapons are dropped;
    /// shields are strapped and stay. What falls beyond the edge of the map is not on it (`DQ-R59`), and what somebody held who
    /// dies on a day after the fight has been put away.
    fn go_down(&mut self, who: CombatantId, as_what: Flags, told: Event) {
        if self.state[who].flags.has(as_what) {
            return;
        }
        self.state[who].flags.set(as_what.union(Flags::PRONE));
        self.state[who].flags.clear(GUARDS.union(Flags::STUNNED).union(Flags::HALF_FREE));
        self.tell(told);
        self.let_loose(who, ReleaseCause::Down);
        self.lose_spell(who);
        for hand in 0..2 {
            let item = self.state[who].hands[hand];
            if self.state[who].is_present()
                && self.state.stage != Stage::Over
                && self.scene().arm(who, item).is_some_and(|arm| arm.kind != ItemKind::Shield)
            {
                self.drop_item(who, item, DropCause::Down);
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
            self.tell(Event::StaysStunned { who });
            return Ok(());
        }
        self.state[who].flags.set(Flags::STUNNED);
        self.state[who].flags.clear(GUARDS.union(Flags::HALF_FREE));
        self.tell(Event::Stunned { who });
        self.lose_spell(who);
        self.let_loose(who, ReleaseCause::Stunned);
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
            let other = self.scene().arm(who, hands[1 - hand]);
            if hands[0] != hands[1] && other.is_some_and(|arm| arm.kind == ItemKind::Weapon) {
                self.tell(Event::MayDrop { who, item });
            }
            let target: R::Tally = self.scene().thrice_md(who, rule!("DQ-521"));
            if !self.succeeds(who, rule!("DQ-521"), "keep hold", &target)? {
                self.drop_item(who, item, DropCause::Stun);
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
        let target: R::Tally = self.scene().recovery_chance(who);
        if self.succeeds(who, rule!("DQ-524"), "recover", &target)? {
            self.state[who].flags.clear(Flags::STUNNED);
            self.tell(Event::Recovers { who });
        }
        Ok(())
    }
}
