//! Passive defense and damage resistance.
//!
//! Rules `GR-015` to `GR-024`, `GR-188`, `GR-200`, `GR-203`, `GR-222`, `GR-235`, `GR-237`; rulings `GR-R72`
//! to `GR-R75`, `GR-R84`, `GR-R98`.

use crate::body::location::Location;
use crate::decision::Side;
use crate::scene::Scene;
use crate::sheet::DamageType;
use crate::state::{ARMS, Flags, NONE};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

impl Scene<'_> {
    /// `GR-156` The shield that is ready, if there is one.
    pub fn ready_shield(self, who: CombatantId) -> Option<u8> {
        let fighter = self.fighter(who);
        let item = fighter.hands[1];
        if item == NONE || fighter.flags.has(Flags::ENTANGLED) {
            return None;
        }
        let shield = self.item(who, item).is_some_and(|item| item.shield.is_some());
        (shield && fighter.wields(item)).then_some(item)
    }

    /// `GR-008` `GR-203` `GR-015` to `GR-020`, `GR-018` `GR-019` among them, `GR-200` `GR-R73` `GR-R75` Takes the PD
    /// of a target at a location against that type of damage, through that hex, off a margin. The surprised and
    /// unaware have no shield.
    pub fn take_pd<T: Tally>(
        self,
        margin: &mut T,
        target: CombatantId,
        at: Location,
        kind: DamageType,
        side: Side,
        unaware: bool,
    ) {
        let (sheet, fighter) = (self.sheet(target), self.fighter(target));
        let before = margin.total();
        let worn = sheet.protection(at);
        let rule = if worn.is_worn { rule!("GR-015").named("armor") } else { rule!("GR-016").named("innate") };
        margin.add(rule, -i32::from(worn.pd[kind as usize]));
        margin.add(rule!("GR-020").named("magic"), -sheet.magical_pd);
        margin.add(rule!("GR-020").named("spells"), -self.magic(target).0);
        if side == Side::ShieldFront && !unaware && !fighter.flags.has(Flags::SURPRISED) && fighter.is_up() {
            // GR-018, GR-019, GR-200, GR-R73: the shield covers its own hex only.
            let shield = self.ready_shield(target).and_then(|item| self.item(target, item)?.shield);
            margin.add(rule!("GR-018").named("shield"), shield.map_or(0, |shield| -shield.pd));
        }
        // GR-188, GR-R84: an arm that hangs down cannot be interposed.
        if fighter.flags.has(Flags::LAME) && fighter.is_crippled(ARMS) {
            margin.add(rule!("GR-188"), (before - margin.total()).min(2));
        }
    }

    /// The PD that [`take_pd`](Self::take_pd) takes off a margin.
    pub fn pd(self, target: CombatantId, at: Location, kind: DamageType, side: Side, unaware: bool) -> i32 {
        let mut margin = Sum::of(0);
        self.take_pd(&mut margin, target, at, kind, side, unaware);
        -margin.total()
    }

    /// `GR-020` `GR-023` `GR-R33` Magical PD and DR of spells that last; those of the same spell do not add.
    #[inline]
    pub fn magic(self, target: CombatantId) -> (i32, i32) {
        let spells = &self.fighter(target).spells;
        if spells[0].by == NONE && spells[1].by == NONE {
            return (0, 0);
        }
        let of = |at: usize| {
            let one = spells[at];
            let caster = (one.by != NONE).then(|| self.setup.combatants.get(one.by as usize)).flatten()?;
            caster.sheet.spells.get(one.spell as usize)
        };
        match (of(0), of(1)) {
            (Some(one), Some(other)) if one.name == other.name => (one.pd.max(other.pd), one.dr.max(other.dr)),
            (one, other) => {
                let sum = |pick: fn(&crate::sheet::Spell) -> i32| one.map_or(0, pick) + other.map_or(0, pick);
                (sum(|spell| spell.pd), sum(|spell| spell.dr))
            }
        }
    }

    /// `GR-007` `GR-021` `GR-023` `GR-222` `GR-235` What gets through the DR of a target at a location against that type
    /// of damage; `bypass` leaves out what is worn.
    pub fn through<T: Tally>(self, damage: T, target: CombatantId, at: Location, kind: DamageType, bypass: bool) -> T {
        let mut through = damage;
        self.take_dr(&mut through, target, at, kind, bypass);
        through.at_least(rule!("GR-007").named("at least 0"), 0);
        through
    }

    /// The DR that [`through`](Self::through) takes off damage.
    pub fn dr(self, target: CombatantId, at: Location, kind: DamageType, bypass: bool) -> i32 {
        let mut damage = Sum::of(0);
        self.take_dr(&mut damage, target, at, kind, bypass);
        -damage.total()
    }

    /// `GR-008` `GR-237` Takes the DR of a location against that type of damage off it: a head without a helm has none worn.
    fn take_dr<T: Tally>(self, damage: &mut T, target: CombatantId, at: Location, kind: DamageType, bypass: bool) {
        let sheet = self.sheet(target);
        let worn = if bypass { 0 } else { i32::from(sheet.protection(at).worn[kind as usize]) };
        let skull = if at == Location::Brain && self.setup.options.location_wounds { 2 } else { 0 };
        damage.add(rule!("GR-021").named("armor"), -worn);
        damage.add(rule!("GR-021").named("innate"), -sheet.innate_dr);
        damage.add(rule!("GR-235"), -skull);
        damage.add(rule!("GR-023").named("magic"), -sheet.magical_dr);
        damage.add(rule!("GR-023").named("spells"), -self.magic(target).1);
    }
}
