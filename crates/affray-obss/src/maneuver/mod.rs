//! Special maneuvers: the opposed check that all six share, Disarm and Trip.
//!
//! Rules `OB-210` to `OB-222`, `OB-231`, rulings `OB-R60` to `OB-R64`. Feint, Bull Rush, holds and Overrun
//! have files of their own. Only the attacker rolls; an equal total is settled by training and ability,
//! so that the check knows beforehand whether a tie is enough.

pub mod bull_rush;
pub mod feint;
pub mod grapple;
pub mod overrun;

use crate::Obss;
use crate::decision::{Maneuver, ManeuverKind};
use crate::dice::check::{Check, Tie};
use crate::dice::pool::{Grade, PoolDice, chance_to_reach, pool_size};
use crate::event::{Event, Fall};
use crate::scene::{Fight, Scene};
use crate::sheet::{Ability, Item, Save, Skill, UNARMED};
use crate::state::{Flags, NONE};
use crate::turn::react::Trigger;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

/// One side of an opposed check: training and ability (`OB-212`). The two
/// are kept apart for ties (`OB-213`) and for luck (`OB-215`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// BAB, rank or base save; BAB and rank together in a Feint.
    pub trained: i32,
    /// The ability, with what changes it.
    pub ability: i32,
    /// How both come about, line by line.
    lines: [(RuleId, i32); 4],
}

impl Part {
    /// The sums of those lines, four at the most in all.
    fn of(trained: &[(RuleId, i32)], ability: &[(RuleId, i32)]) -> Self {
        let mut lines = [(rule!("OB-212"), 0); 4];
        for (into, line) in lines.iter_mut().zip(trained.iter().chain(ability)) {
            *into = *line;
        }
        let sum = |lines: &[(RuleId, i32)]| lines.iter().map(|(_, points)| points).sum();
        Self { trained: sum(trained), ability: sum(ability), lines }
    }
}

impl Scene<'_> {
    /// `OB-212` Athletics, Acrobatics, Bluff or Sense: rank and ability.
    pub fn skill_part(self, who: CombatantId, skill: Skill) -> Part {
        self.skilled(who, skill, &[(rule!("OB-212").named(skill.name()), self.sheet(who).rank(skill))])
    }

    /// Training, and the ability of a skill.
    fn skilled(self, who: CombatantId, skill: Skill, trained: &[(RuleId, i32)]) -> Part {
        let ability = skill.ability();
        let score = (rule!("OB-212").named(ability.name()), self.sheet(who).ability(ability));
        Part::of(trained, &[score, (rule!("OB-262"), self.entanglement(who, ability))])
    }

    /// `OB-212` `OB-R61` Fortitude with STR in the place of CON.
    pub fn strength_save_part(self, who: CombatantId) -> Part {
        let sheet = self.sheet(who);
        Part::of(
            &[(rule!("OB-212").named(Save::Fort.name()), sheet.save(Save::Fort))],
            &[(rule!("OB-212").named("STR"), sheet.ability(Ability::Str))],
        )
    }

    /// `OB-212` `OB-031` Reflexes, 2 lower for the surprised.
    pub fn reflex_part(self, who: CombatantId) -> Part {
        let (sheet, dex) = (self.sheet(who), Ability::Dex);
        let surprise = if self.fighter(who).flags.has(Flags::SURPRISED) { -2 } else { 0 };
        Part::of(
            &[(rule!("OB-212").named(Save::Ref.name()), sheet.save(Save::Ref))],
            &[
                (rule!("OB-212").named(dex.name()), sheet.ability(dex)),
                (rule!("OB-262"), self.entanglement(who, dex)),
                (rule!("OB-031"), surprise),
            ],
        )
    }

    /// `OB-212` `OB-R61` BAB and STR or DEX, as the attacker chooses.
    fn disarm_part(self, who: CombatantId, by_dex: bool) -> Part {
        let sheet = self.sheet(who);
        let ability = if by_dex { Ability::Dex } else { Ability::Str };
        Part::of(
            &[(rule!("OB-212").named("BAB"), sheet.bab.into())],
            &[(rule!("OB-212").named(ability.name()), sheet.ability(ability))],
        )
    }

    /// `OB-212` BAB and a skill.
    fn feint_part(self, who: CombatantId, skill: Skill) -> Part {
        let sheet = self.sheet(who);
        let bab = (rule!("OB-212").named("BAB"), i32::from(sheet.bab));
        self.skilled(who, skill, &[bab, (rule!("OB-212").named(skill.name()), sheet.rank(skill))])
    }

    /// `OB-211` `OB-212` The two sides of a maneuver, and whether the attacker goes by a skill without rank.
    fn parts(self, who: CombatantId, maneuver: &Maneuver) -> (Part, Part, bool) {
        let target = maneuver.target;
        match maneuver.kind {
            ManeuverKind::Disarm => {
                let (one, other) = (self.disarm_part(target, false), self.disarm_part(target, true));
                let best = if other.ability > one.ability { other } else { one };
                (self.disarm_part(who, maneuver.by_dex), best, false)
            }
            ManeuverKind::Feint => {
                let untrained = self.sheet(who).rank(Skill::Bluff) == 0;
                (self.feint_part(who, Skill::Bluff), self.feint_part(target, Skill::Sense), untrained)
            }
            ManeuverKind::BullRush | ManeuverKind::Grapple | ManeuverKind::Trip => {
                let untrained = self.sheet(who).rank(Skill::Athletics) == 0;
                (self.skill_part(who, Skill::Athletics), self.strength_save_part(target), untrained)
            }
        }
    }

    /// `OB-211` `OB-212` `OB-214` `OB-216` `OB-221` `OB-R62` `OB-R63` The opposed check of one side against
    /// another: a die for each step of size, one less without rank and one less in fright, and the dice of
    /// luck.
    pub fn opposed<T: Tally>(
        self,
        who: CombatantId,
        target: CombatantId,
        (attacker, defender): (Part, Part),
        untrained: bool,
        luck: u8,
    ) -> Check<T> {
        let [(rule, points), lines @ ..] = attacker.lines;
        let mut bonus = T::base(rule, points);
        lines.into_iter().for_each(|(rule, points)| bonus.add(rule, points));
        bonus.add(rule!("OB-215"), -4 * i32::from(luck));
        let mut dice = PoolDice::three();
        dice.add(rule!("OB-215"), luck.into());
        dice.add(rule!("OB-214"), self.sheet(who).size.above(self.sheet(target).size));
        dice.add(rule!("OB-216"), -i32::from(untrained));
        dice.add(rule!("OB-221"), self.fright_dice(who));
        let mut against = T::base(rule!("OB-211").named("base"), 10);
        defender.lines.into_iter().for_each(|(rule, points)| against.add(rule, points));
        let tie = Tie { training: [attacker.trained, defender.trained], ability: [attacker.ability, defender.ability] };
        let why = Why::new(who, rule!("OB-211"), "maneuver");
        Check { why, bonus, dice, against, whose: Some(target), tie: Some(tie), graded: true }
    }

    /// The check of a maneuver.
    pub fn maneuver_check<T: Tally>(self, who: CombatantId, maneuver: &Maneuver) -> Check<T> {
        let (attacker, defender, untrained) = self.parts(who, maneuver);
        let mut check = self.opposed(who, maneuver.target, (attacker, defender), untrained, maneuver.luck);
        if maneuver.kind == ManeuverKind::BullRush {
            check.dice.add(rule!("OB-R85"), self.mass_dice(who, maneuver.target));
        }
        check
    }

    /// `OB-214` `OB-R85` In a Bull Rush a rider weighs as much as its mount: the dice by which the sizes of the
    /// bearers on the ground differ from those of the two themselves.
    fn mass_dice(self, who: CombatantId, target: CombatantId) -> i32 {
        let size = |who: CombatantId| self.sheet(who).size;
        size(self.bearer(who)).above(size(self.bearer(target))) - size(who).above(size(target))
    }

    /// `OB-210` The price of a maneuver.
    pub const fn maneuver_price(kind: ManeuverKind) -> u8 {
        match kind {
            ManeuverKind::Feint => 1,
            ManeuverKind::Disarm | ManeuverKind::BullRush | ManeuverKind::Grapple | ManeuverKind::Trip => 2,
        }
    }

    /// `OB-220` `OB-222` The weapon of a disarm or feint: that of the main hand, else of the off hand, else a natural
    /// weapon; bare hands if they hold no weapon. None for a combatant that holds only a bow or crossbow.
    pub fn weapon_in_use(self, who: CombatantId) -> Option<u8> {
        let holds = || self.weapons_at_hand(who).any(|(item, _)| self.fighter(who).holds(item));
        self.weapons_at_hand(who)
            .map(|(item, _)| item)
            .find(|&item| self.sheet(who).weapon(item).kind.strikes())
            .filter(|&item| item != UNARMED || !holds())
    }

    /// Whether a maneuver is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_maneuver(self, who: CombatantId, maneuver: &Maneuver) -> Result<(), Refusal> {
        let target = maneuver.target;
        if !self.exists(target) || target == who || !self.fighter(target).is_present() {
            return Err(Refusal::impossible(rule!("OB-211"), "a maneuver needs somebody else as its target"));
        }
        if self.fighter(target).flags.has(Flags::DEAD) {
            return Err(Refusal::new(rule!("OB-211"), "the target is dead"));
        }
        self.judge_price(who, Self::maneuver_price(maneuver.kind))?;
        self.judge_maneuver_reach(who, maneuver)?;
        match maneuver.kind {
            ManeuverKind::Disarm => self.judge_named_weapon(target, maneuver.item)?,
            ManeuverKind::Feint => {}
            ManeuverKind::BullRush => self.judge_bull_rush(who)?,
            ManeuverKind::Grapple => self.judge_grapple(who, target)?,
            ManeuverKind::Trip => {
                if self.fighter(target).flags.has(Flags::PRONE) {
                    return Err(Refusal::new(rule!("OB-231"), "a Prone combatant cannot be tripped"));
                }
            }
        }
        let (attacker, _, _) = self.parts(who, maneuver);
        self.judge_luck(rule!("OB-215"), maneuver.luck, attacker.trained, attacker.ability)
    }

    /// `OB-220` `OB-066` `OB-067` `OB-R64` How far a maneuver reaches.
    fn judge_maneuver_reach(self, who: CombatantId, maneuver: &Maneuver) -> Result<(), Refusal> {
        let reach = match maneuver.kind {
            ManeuverKind::Disarm | ManeuverKind::Feint => {
                let Some(weapon) = self.weapon_in_use(who) else {
                    let why = "a bow or crossbow does not strike: draw another weapon, or drop it";
                    return Err(Refusal::new(rule!("OB-220"), why));
                };
                u16::from(self.sheet(who).weapon(weapon).reach)
            }
            ManeuverKind::BullRush | ManeuverKind::Grapple | ManeuverKind::Trip => self.touch_distance(who),
        };
        let distance = self.blow_distance(who, maneuver.target);
        if distance > reach {
            let numbers = [i32::from(distance), i32::from(reach)];
            return Err(Refusal::counted(rule!("OB-220"), "the target is {} m away, this reaches {} m", numbers));
        }
        if distance > 1 && self.is_blocked(who, maneuver.target) {
            return Err(Refusal::new(rule!("OB-067"), "a wall is between them"));
        }
        Ok(())
    }

    /// `OB-222` Whether the target holds the weapon that it is to lose.
    fn judge_named_weapon(self, target: CombatantId, item: u8) -> Result<(), Refusal> {
        let weapon = self.sheet(target).item(item).and_then(Item::weapon);
        if weapon.is_none_or(|weapon| weapon.natural) || !self.fighter(target).holds(item) {
            return Err(Refusal::impossible(
                rule!("OB-222"),
                "only a weapon that the target holds can be knocked away",
            ));
        }
        Ok(())
    }

    /// Lists the maneuvers that a person would be shown.
    pub fn list_maneuvers(self, who: CombatantId, mut list: impl FnMut(Maneuver)) {
        for target in self.foes(who).filter(|&foe| !self.fighter(foe).flags.has(Flags::DEAD)) {
            let plain = |kind| Maneuver { kind, target, by_dex: false, item: 0, luck: 0 };
            let hands = self.fighter(target).hands;
            let by_dex = self.is_better_by_dex(who);
            for (hand, &item) in hands.iter().enumerate() {
                if item != NONE && !hands[..hand].contains(&item) {
                    list(Maneuver { item, by_dex, ..plain(ManeuverKind::Disarm) });
                }
            }
            for kind in [ManeuverKind::Feint, ManeuverKind::BullRush, ManeuverKind::Grapple, ManeuverKind::Trip] {
                list(plain(kind));
            }
        }
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-210` `OB-151` `OB-R46` A maneuver: paid, rolled, carried out. It neither takes nor advances the
    /// penalty of several attacks.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn maneuver(&mut self, who: CombatantId, maneuver: &Maneuver) -> Result<(), R::Pause> {
        self.pay(who, Scene::maneuver_price(maneuver.kind));
        let target = maneuver.target;
        self.tell(Event::Maneuvers { who, target, maneuver: maneuver.kind });
        if maneuver.kind == ManeuverKind::Disarm {
            self.tell(Event::Disarms { who, target, item: maneuver.item });
        }
        let check = self.scene().maneuver_check::<R::Tally>(who, maneuver);
        match maneuver.kind {
            ManeuverKind::Disarm => {
                let grade = self.check(&check, |grade, _| reduced(grade))?;
                self.disarm(who, maneuver, grade);
            }
            ManeuverKind::Feint => {
                let grade = self.check(&check, |grade, _| reduced(grade))?;
                self.feint(who, target, grade);
            }
            ManeuverKind::BullRush => self.bull_rush(who, target, &check)?,
            ManeuverKind::Grapple => {
                let grade = self.check(&check, |grade, _| grade)?;
                self.grapple(who, target, grade);
            }
            ManeuverKind::Trip => {
                // OB-231, OB-219
                match self.check(&check, |grade, _| reduced(grade))? {
                    Grade::Success | Grade::CriticalSuccess => self.fall(target)?,
                    Grade::CriticalFailure => self.fall(who)?,
                    Grade::Failure => {}
                }
            }
        }
        self.window_of(target, who, Trigger::Resolved)
    }

    /// `OB-222` `OB-219` The named weapon falls into its holder's square; bungled, that of the attacker.
    fn disarm(&mut self, who: CombatantId, maneuver: &Maneuver, grade: Grade) {
        match grade {
            Grade::Success | Grade::CriticalSuccess => {
                if self.state[maneuver.target].holds(maneuver.item) {
                    self.lose_from_hand(maneuver.target, maneuver.item, Fall::Disarmed);
                }
            }
            Grade::CriticalFailure => {
                // Where a game master allowed it with a bow, the bow.
                let item = self.scene().weapon_in_use(who).unwrap_or(self.state[who].hands[0]);
                if item != NONE && self.state[who].holds(item) {
                    self.lose_from_hand(who, item, Fall::Bungled);
                }
            }
            Grade::Failure => {}
        }
    }

    /// An item in hand falls into the own square.
    fn lose_from_hand(&mut self, who: CombatantId, item: u8, why: Fall) {
        let at = self.state[who].at;
        self.fall_from_hand(who, item, at, why);
    }
}

/// A grade where a critical success is as good as a plain one: one outcome less.
pub(crate) const fn reduced(grade: Grade) -> Grade {
    match grade {
        Grade::CriticalSuccess => Grade::Success,
        grade => grade,
    }
}

impl Scene<'_> {
    /// The chance that a maneuver succeeds, for estimates and for people.
    pub fn maneuver_chance(self, who: CombatantId, maneuver: &Maneuver) -> f64 {
        let check = self.maneuver_check::<Sum>(who, maneuver);
        chance_to_reach(pool_size(check.dice.more()), check.needed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{Action, Choice};
    use crate::sheet::Place;
    use crate::testing::{Duel, arn, bel, dag, gik};

    fn of(kind: ManeuverKind, target: CombatantId) -> Maneuver {
        Maneuver { kind, target, by_dex: false, item: 0, luck: 0 }
    }

    /// Bonus, dice and value of a maneuver of the first against the second.
    fn sum(duel: &Duel, maneuver: &Maneuver) -> (i32, i32, i32) {
        let check = duel.scene().maneuver_check::<Sum>(duel.ids[0], maneuver);
        (check.bonus.total(), 3 + check.dice.more(), check.against.total())
    }

    #[test]
    fn bonuses_dice_and_values() {
        use ManeuverKind::*;
        let duel = Duel::of(arn(), bel());
        let target = duel.ids[1];
        assert_eq!(sum(&duel, &of(Disarm, target)), (8, 3, 17), "OB-E67");
        assert_eq!(sum(&duel, &of(Feint, target)), (5, 2, 17), "OB-E68: Bluff without rank");
        assert_eq!(sum(&duel, &of(BullRush, target)), (6, 3, 12), "OB-E69");
        let duel = Duel::of(bel(), arn());
        assert_eq!(sum(&duel, &of(Feint, duel.ids[1])), (8, 3, 16), "OB-E68");
        let mut duel = Duel::of(dag(), arn());
        assert_eq!(sum(&duel, &of(Grapple, duel.ids[1])), (10, 4, 16), "OB-E70");
        duel.state.fighters[0].flags.set(Flags::FRIGHTENED);
        assert_eq!(sum(&duel, &Maneuver { luck: 2, ..of(Trip, duel.ids[1]) }), (2, 5, 16), "OB-221, OB-215");
        let duel = Duel::of(arn(), dag());
        assert_eq!(sum(&duel, &of(Trip, duel.ids[1])), (6, 2, 21), "OB-E72");
    }

    #[test]
    fn what_is_no_maneuver() {
        use ManeuverKind::*;
        let mut duel = Duel::of(arn(), bel());
        let (who, target) = (duel.ids[0], duel.ids[1]);
        let rule = |duel: &Duel, maneuver: Maneuver| {
            duel.scene().judge_maneuver(who, &maneuver).err().map(|refusal| refusal.rule)
        };
        assert_eq!(rule(&duel, of(Disarm, target)), Some(rule!("OB-222")), "OB-I21: not held");
        let bow = duel.item(1, "longbow");
        assert_eq!(rule(&duel, Maneuver { item: bow, ..of(Disarm, target) }), None);
        assert_eq!(rule(&duel, of(Grapple, target)), Some(rule!("OB-220")), "OB-I22: sword and shield");
        assert_eq!(rule(&duel, Maneuver { luck: 2, ..of(Trip, target) }), Some(rule!("OB-215")), "3 + 3 buy one");
        duel.state.fighters[1].flags.set(Flags::PRONE);
        assert_eq!(rule(&duel, of(Trip, target)), Some(rule!("OB-231")), "OB-I21");
        duel.state.fighters[0].flags.set(Flags::PINNED);
        assert_eq!(rule(&duel, of(BullRush, target)), Some(rule!("OB-264")));
        duel.state.fighters[0].flags.clear(Flags::PINNED);
        duel.state.fighters[1].at = affray_grid::Cell::new(2, 0);
        assert_eq!(rule(&duel, of(Feint, target)), Some(rule!("OB-220")), "a longsword at 2 m");
        duel.state.fighters[0].normal = 0;
        assert_eq!(rule(&duel, of(Feint, target)), Some(rule!("OB-046")));
    }

    #[test]
    fn disarming() {
        for (dice, falls) in [
            (&[4, 5, 2][..], [false, true]),
            // A tie: BAB 5 over BAB 4.
            (&[4, 5, 1], [false, true]),
            (&[4, 3, 1], [false, false]),
            (&[1, 1, 1], [true, false]),
        ] {
            let mut duel = Duel::of(arn(), bel());
            let bow = duel.item(1, "longbow");
            let maneuver = Maneuver { item: bow, ..of(ManeuverKind::Disarm, duel.ids[1]) };
            duel.act(0, Action::Maneuver(maneuver), dice, &[]);
            let sword = duel.item(0, "longsword");
            assert_eq!(duel.state.fighters[0].places[sword as usize] == Place::Away, falls[0], "OB-E67: {dice:?}");
            assert_eq!(duel.state.fighters[1].places[bow as usize] == Place::Away, falls[1], "OB-E67: {dice:?}");
            assert_eq!(duel.state.ground.len(), usize::from(falls[0] || falls[1]), "OB-E67: {dice:?}");
            assert_eq!(duel.state.fighters[0].normal, 1, "OB-210");
        }
    }

    #[test]
    fn tripping() {
        for (dice, prone) in [(&[5, 4][..], [false, false]), (&[4, 3], [true, false])] {
            let mut duel = Duel::of(arn(), dag());
            duel.act(0, Action::Maneuver(of(ManeuverKind::Trip, duel.ids[1])), dice, &[]);
            let lies = duel.state.fighters.iter().map(|one| one.flags.has(Flags::PRONE)).collect::<Vec<_>>();
            assert_eq!(lies, prone, "OB-E72: {dice:?}");
        }
        let mut duel = Duel::of(arn(), gik());
        // 6 + 6 + 5 against 10 + 0 + 0, with four dice against a small one.
        duel.act(0, Action::Maneuver(of(ManeuverKind::Trip, duel.ids[1])), &[2, 4, 3, 2], &[Choice::Act(Action::End)]);
        assert!(duel.state.fighters[1].flags.has(Flags::PRONE));
        assert_eq!(duel.state.fighters[0].attacks, 0, "OB-151");
    }
}
