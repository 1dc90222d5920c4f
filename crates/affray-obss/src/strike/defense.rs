//! Defense: the number that an attack has to reach.
//!
//! Section G of the ledger: rules `OB-110` to `OB-120`, with the changes by conditions, stances, feints and cover.

use crate::decision::{Attack, Cover, Way};
use crate::scene::Scene;
use crate::sheet::{Ability, ItemKind, UNARMED};
use crate::state::{Flags, NONE};
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

impl Scene<'_> {
    /// `OB-110` `OB-113` `OB-115` `OB-116` `OB-117` `OB-R36` Defense against an attack, as it is at this moment
    /// (`OB-118`). It has no lower limit (`OB-120`).
    #[inline]
    pub fn defense<T: Tally>(self, attacker: CombatantId, attack: &Attack) -> T {
        let who = attack.target;
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let mut defense = T::base(rule!("OB-110").named("base"), 10);
        let mut dex = sheet.ability(Ability::Dex);
        if fighter.is_helpless() {
            // OB-117: a positive one does not count.
            dex = dex.min(0);
        }
        defense.add(rule!("OB-110").named("DEX"), dex);
        let (shield, shield_magic) = self.shield(who);
        defense.add(rule!("OB-110").named("armor"), i32::from(sheet.armor.0));
        defense.add(rule!("OB-110").named("shield"), shield);
        defense.add(rule!("OB-111").named("magic of the armor"), i32::from(sheet.armor.1));
        defense.add(rule!("OB-111").named("magic of the shield"), shield_magic);
        defense.add(rule!("OB-112"), i32::from(sheet.skill_def));
        if fighter.flags.any(Flags::CHANGES_DEFENSE) {
            self.defender_conditions(who, attack.way, &mut defense);
        }
        self.feint_penalty(who, attacker, &mut defense);
        let (cover, source) = self.best_cover(attacker, attack);
        defense.add(source.named(cover.name()), cover.bonus());
        defense.add(rule!("OB-109"), i32::from(attack.circumstances.def));
        defense
    }

    /// `OB-119` The Defense and the magic of the shield in the off hand.
    #[inline]
    pub fn shield(self, who: CombatantId) -> (i32, i32) {
        let item = self.fighter(who).hands[1];
        match self.sheet(who).item(item).map(|item| &item.kind) {
            Some(ItemKind::Shield { def, magic }) => (i32::from(*def), i32::from(*magic)),
            _ => (0, 0),
        }
    }

    /// `OB-113` `OB-114` `OB-R40` `OB-R43` The defender's conditions, stances and earlier acts: also `OB-056`,
    /// `OB-149`, `OB-189`, `OB-191`, `OB-192`.
    fn defender_conditions<T: Tally>(self, who: CombatantId, way: Way, defense: &mut T) {
        let fighter = self.fighter(who);
        let has = |flag| fighter.flags.has(flag);
        for (rule, applies, modifier) in [
            (rule!("OB-266"), has(Flags::SURPRISED), -2),
            // OB-R40: in melee only.
            (rule!("OB-252"), has(Flags::PRONE) && way == Way::Melee, -4),
            // OB-R43: Pinned takes the place of Grappled.
            (rule!("OB-263"), has(Flags::GRAPPLED) && !has(Flags::PINNED), -2),
            (rule!("OB-264"), has(Flags::PINNED), -4),
            (rule!("OB-262"), has(Flags::ENTANGLED), -2),
            (rule!("OB-265"), has(Flags::STUNNED), -4),
            (rule!("OB-253"), has(Flags::FATIGUED), -self.fatigue_penalty(who)),
            (rule!("OB-056"), has(Flags::RAN), -4),
            (rule!("OB-189"), has(Flags::CHARGED), -4),
            (rule!("OB-191"), has(Flags::PREPARED), 1),
            (rule!("OB-192"), has(Flags::TOTAL_DEFENSE), 4),
            (rule!("OB-149"), has(Flags::OFF_HAND_GUARD), 1),
        ] {
            if applies {
                defense.add(rule, modifier);
            }
        }
    }

    /// `OB-223` The penalty of a feint to the Defense against the feinter, or of a feinter that bungled it.
    fn feint_penalty<T: Tally>(self, who: CombatantId, attacker: CombatantId, defense: &mut T) {
        // Each feint is kept by the feinter, whichever of the two it made easier to hit.
        let against = |keeper: CombatantId| {
            let feints = &self.fighter(keeper).feints;
            feints[0].whom != NONE && feints.iter().any(|feint| feint.whom == who.0 && feint.by == attacker.0)
        };
        if against(attacker) || against(who) {
            defense.add(rule!("OB-223"), -2);
        }
    }

    /// `OB-115` `OB-116` `OB-R96` The best cover of a target, of its square, of creatures in the line (`OB-170`) and of the game
    /// master's word, with the rule that gives it.
    #[inline]
    pub(super) fn best_cover(self, attacker: CombatantId, attack: &Attack) -> (Cover, RuleId) {
        let mut best = (attack.circumstances.cover.unwrap_or(Cover::None), rule!("OB-115"));
        if attack.way == Way::Ranged {
            let (of_square, of_creatures) = self.covers_against(attacker, attack.target);
            // OB-R96: a spell is no shot.
            let of_creatures = if attack.item == UNARMED { Cover::None } else { of_creatures };
            for other in [(of_square, rule!("OB-115")), (of_creatures, rule!("OB-170"))] {
                if best.0 < other.0 {
                    best = other;
                }
            }
        }
        best
    }

    /// `OB-115` The cover that a target has against a shot: that of its square and that of creatures in the
    /// line. A large figure has the cover of its least covered square.
    pub(crate) fn covers_against(self, attacker: CombatantId, target: CombatantId) -> (Cover, Cover) {
        let of_square = if self.setup.has_cover {
            self.footprint(target).cells().map(|cell| self.floor(cell).cover).min().unwrap_or(Cover::None)
        } else {
            Cover::None
        };
        let has_others = self.state.fighters.len() > 2;
        (of_square, if has_others { self.cover_by_creatures(attacker, target) } else { Cover::None })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Duel, arn, bel, gik};
    use affray_kernel::tally::{Sum, Tally};

    #[test]
    fn plain_bonuses_of_the_cast() {
        let duel = Duel::of(arn(), bel());
        assert_eq!(duel.bonus(0, &duel.plain(0)), (9, 0), "OB-E08");
        assert_eq!(duel.scene().defense::<Sum>(duel.ids[0], &duel.plain(0)).total(), 15, "OB-E08");
        let duel = Duel::of(gik(), arn());
        assert_eq!(duel.bonus(0, &duel.plain(0)), (1, 0), "OB-E13");
    }
}
