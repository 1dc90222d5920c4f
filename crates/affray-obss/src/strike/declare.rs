//! The declaration of an attack: weapon, hand, reach, options, price, and the place in the sequence.
//!
//! Rules `OB-066` to `OB-068`, `OB-080`, `OB-081`, `OB-109`, `OB-119`, `OB-145` to `OB-156`, `OB-160`, `OB-161`,
//! `OB-171`, `OB-179`, `OB-195`, `OB-196`.

use crate::decision::{Attack, Circumstances, Way, place};
use crate::options::AttackLimit;
use crate::scene::Scene;
use crate::sheet::{Ability, ItemKind, UNARMED, Weapon};
use crate::state::{Flags, NONE};
use affray_kernel::referee::{CombatantId, Refusal};
use affray_kernel::tally::Sum;

/// The place of an attack in the sequence of an activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// `OB-150` It has none: a reaction, or granted free.
    Free,
    /// The number, from 1.
    Of(u8),
}

/// The circumstances of an attack within its activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sequence {
    /// Its number.
    pub number: Number,
    /// The attack of a charge (`OB-095`).
    pub charge: bool,
    /// The attack of a weapon that was set against a charge (`OB-241`).
    pub braced: bool,
    /// One of a pair under the Low Level Option (`OB-155`).
    pub pair: bool,
}

impl Sequence {
    /// An opportunity attack (`OB-237`).
    pub const REACTION: Self = Self { number: Number::Free, charge: false, braced: false, pair: false };
    /// The free attack of a weapon that was set (`OB-241`).
    pub const BRACED: Self = Self { braced: true, ..Self::REACTION };

    /// `OB-153` `OB-R47` The limit from the third attack on, by the bonus without its penalty.
    ///
    /// # Errors
    /// If the bonus does not suffice, or the attack is one too many.
    pub(crate) fn judge_limit(self, limit: AttackLimit, bonus: impl FnOnce() -> i32) -> Result<(), Refusal> {
        let Number::Of(number @ 3..) = self.number else { return Ok(()) };
        let (bonus, penalty) = (bonus(), self.penalty());
        if limit.allows(number, bonus - penalty) {
            return Ok(());
        }
        let words = match limit {
            AttackLimit::Bonus => "attack {} is at -{} and its bonus is only {}: do something else",
            AttackLimit::Fourth => "attack {} would be one after the fourth, which is the last: do something else",
        };
        Err(Refusal::counted(rule!("OB-153"), words, [i32::from(number), penalty, bonus]))
    }

    /// `OB-145` The penalty of the number to the attack roll.
    pub(crate) const fn penalty(self) -> i32 {
        match self.number {
            Number::Of(number @ 1..) => 5 * (number as i32 - 1),
            Number::Free | Number::Of(0) => 0,
        }
    }

    /// Whether it is out of turn.
    pub const fn is_free(self) -> bool {
        matches!(self.number, Number::Free)
    }
}

impl<'a> Scene<'a> {
    /// `OB-145` `OB-147` The place of the next attack of an activation.
    pub fn next_in_sequence(self, who: CombatantId, attack: &Attack) -> Sequence {
        let fighter = self.fighter(who);
        Sequence {
            number: Number::Of(fighter.attacks.saturating_add(1)),
            charge: false,
            braced: false,
            pair: attack.pair || fighter.flags.has(Flags::LOW_PAIR),
        }
    }

    /// `OB-152` `OB-195` `OB-196` The price of the next attack in Normal Actions.
    pub fn attack_price(self, who: CombatantId, attack: &Attack) -> u8 {
        match (attack.precise, self.fighter(who).paid) {
            (true, _) => 2,
            (false, 3..) => 0,
            (false, _) => 1,
        }
    }

    /// Whether an attack of the own activation is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_attack(self, who: CombatantId, attack: &Attack) -> Result<(), Refusal> {
        self.judge_weapon(who, attack)?;
        let (fighter, price) = (self.fighter(who), self.attack_price(who, attack));
        if fighter.normal == 0 && price == 1 && fighter.attacks >= 2 {
            // OB-196: a Precise Strike or a charge is no such payment.
            return Err(Refusal::new(
                rule!("OB-152"),
                "a further attack is free only after three that cost an Action each",
            ));
        }
        self.judge_price(who, price)?;
        if attack.pair {
            self.judge_pair(who, attack)?;
        }
        if fighter.flags.has(Flags::LOW_PAIR) {
            if fighter.attacks >= 2 {
                let why = "the Low Level Option is two attacks and no third: end here";
                return Err(Refusal::new(rule!("OB-155"), why));
            }
            if attack.precise {
                return Err(Refusal::new(rule!("OB-155"), "the Low Level Option is two plain attacks"));
            }
        }
        if attack.precise && attack.way == Way::Ranged {
            return Err(Refusal::new(rule!("OB-195"), "a Precise Strike is made in melee"));
        }
        self.judge_limit(who, attack, self.next_in_sequence(who, attack))
    }

    /// `OB-153` The limit from the third attack on.
    ///
    /// # Errors
    /// If the bonus does not suffice.
    pub fn judge_limit(self, who: CombatantId, attack: &Attack, sequence: Sequence) -> Result<(), Refusal> {
        sequence.judge_limit(self.setup.options.attack_limit, || self.bonus_for_limit::<Sum>(who, attack, sequence))
    }

    /// `OB-155` `OB-R89` The Low Level Option.
    fn judge_pair(self, who: CombatantId, attack: &Attack) -> Result<(), Refusal> {
        let why = if !self.setup.options.low_level_pair {
            "the encounter does not have the Low Level Option"
        } else if self.sheet(who).bab >= 6 {
            "the Low Level Option is for a BAB under 6"
        } else if self.fighter(who).attacks != 0 {
            "the Low Level Option is declared before the first attack"
        } else if attack.precise {
            "the Low Level Option is two plain attacks"
        } else if self.fighter(who).normal < 2 {
            "the Low Level Option takes 2 Actions"
        } else {
            return Ok(());
        };
        Err(Refusal::new(rule!("OB-155"), why))
    }

    /// Whether weapon, hand, target and options of an attack fit together, in turn or out of it.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_weapon(self, who: CombatantId, attack: &Attack) -> Result<(), Refusal> {
        if !self.exists(attack.target) || attack.target == who {
            return Err(Refusal::impossible(rule!("OB-077"), "an attack needs somebody else as its target"));
        }
        if !self.fighter(attack.target).is_present() {
            return Err(Refusal::impossible(rule!("OB-077"), "the target is not there any more"));
        }
        if self.fighter(attack.target).flags.has(Flags::DEAD) {
            return Err(Refusal::new(rule!("OB-295"), "the target is dead"));
        }
        let weapon = self.judge_hand(who, attack)?;
        match attack.way {
            Way::Melee => self.judge_reach(who, attack, weapon)?,
            Way::Ranged => self.judge_range(who, attack, weapon)?,
        }
        self.judge_options(who, attack)
    }

    /// `OB-080` `OB-R28` Whether the options of an attack fit its weapon and attacker.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_options(self, who: CombatantId, attack: &Attack) -> Result<(), Refusal> {
        let weapon = self.judge_hand(who, attack)?;
        // OB-R28
        if attack.by_dex && (attack.way == Way::Ranged || !weapon.versatile || !weapon.known) {
            return Err(Refusal::new(rule!("OB-080"), "DEX is for a versatile melee weapon that the attacker knows"));
        }
        self.judge_luck(
            rule!("OB-013"),
            attack.luck,
            i32::from(self.sheet(who).bab),
            self.attack_ability_score(who, attack),
        )?;
        attack.circumstances.judge()?;
        let hold = self.fighter(who).hold.with;
        if hold != NONE && !weapon.light {
            return Err(Refusal::new(rule!("OB-263"), "in a hold only a light weapon or bare hands can be used"));
        }
        Ok(())
    }

    fn attack_ability_score(self, who: CombatantId, attack: &Attack) -> i32 {
        self.sheet(who).ability(self.attack_ability(attack))
    }

    /// `OB-119` `OB-149` Whether the weapon is in the hand that is to use it.
    fn judge_hand(self, who: CombatantId, attack: &Attack) -> Result<&'a Weapon, Refusal> {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let Some(ItemKind::Weapon(weapon)) = sheet.item(attack.item).map(|item| &item.kind) else {
            return Err(Refusal::impossible(rule!("OB-040"), "that is no weapon on the attacker's sheet"));
        };
        if weapon.natural {
            return Ok(weapon);
        }
        let hand = usize::from(attack.off_hand);
        if fighter.hands[hand] != attack.item {
            return Err(Refusal::new(rule!("OB-040"), "that weapon is not in that hand: draw it first"));
        }
        if weapon.hands == 2 && fighter.hands[0] != fighter.hands[1] {
            return Err(Refusal::new(rule!("OB-119"), "it takes both hands"));
        }
        if attack.off_hand && fighter.flags.has(Flags::OFF_HAND_GUARD) {
            return Err(Refusal::new(rule!("OB-149"), "that weapon guards until the next activation"));
        }
        Ok(weapon)
    }

    /// `OB-066` `OB-067` `OB-068` `OB-179` `OB-R95` Whether the target is within reach.
    fn judge_reach(self, who: CombatantId, attack: &Attack, weapon: &Weapon) -> Result<(), Refusal> {
        if !weapon.kind.strikes() {
            return Err(Refusal::new(
                rule!("OB-179"),
                "a bow or crossbow does not strike: shoot, or use another weapon",
            ));
        }
        let distance = self.blow_distance(who, attack.target);
        let reach = self.strike_reach(who, attack);
        if distance > reach {
            let rule = if attack.touch { rule!("OB-066") } else { rule!("OB-067") };
            let numbers = [i32::from(distance), i32::from(reach)];
            return Err(Refusal::counted(rule, "the target is {} m away, the reach is {} m", numbers));
        }
        if distance > 1 && self.is_blocked(who, attack.target) {
            return Err(Refusal::new(rule!("OB-067"), "a wall is between them"));
        }
        Ok(())
    }

    /// `OB-066` `OB-067` `OB-081` How far a melee attack goes, in meters. A long weapon does not help an attack that
    /// only has to touch.
    pub fn strike_reach(self, who: CombatantId, attack: &Attack) -> u16 {
        if attack.touch { self.touch_distance(who) } else { u16::from(self.sheet(who).weapon(attack.item).reach) }
    }

    /// `OB-161` `OB-171` Whether the target can be shot at.
    fn judge_range(self, who: CombatantId, attack: &Attack, weapon: &Weapon) -> Result<(), Refusal> {
        if !weapon.kind.flies() {
            return Err(Refusal::new(rule!("OB-174"), "that weapon is neither shot nor thrown"));
        }
        let (distance, most) = (self.distance(who, attack.target), 3 * u16::from(weapon.range));
        if distance > most {
            let numbers = [i32::from(distance), i32::from(most)];
            return Err(Refusal::counted(rule!("OB-161"), "the target is {} m away, the most is {} m", numbers));
        }
        if self.is_blocked(who, attack.target) {
            let at = self.fighter(attack.target).at;
            return Err(Refusal::counted(rule!("OB-171"), "a wall is on the line to {},{}", place(at)));
        }
        Ok(())
    }

    /// The weapons at hand, each with whether it is in the off hand. The second
    /// entry of a two-handed weapon is left out, and bare hands are last.
    pub fn weapons_at_hand(self, who: CombatantId) -> impl Iterator<Item = (u8, bool)> + use<'a> {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let hands = fighter.hands;
        let held = [(hands[0], false), (hands[1], true)].into_iter().filter(move |&(item, off)| {
            item != NONE
                && !(off && (hands[0] == hands[1] || fighter.flags.has(Flags::OFF_HAND_GUARD)))
                && matches!(sheet.item(item).map(|item| &item.kind), Some(ItemKind::Weapon(_)))
        });
        let grown = (1u8..)
            .zip(sheet.items.iter().take(sheet.own as usize).skip(1))
            .filter(|(_, item)| item.weapon().is_some_and(|weapon| weapon.natural));
        held.chain(grown.map(|(item, _)| (item, false))).chain([(UNARMED, false)])
    }

    /// Lists attacks that a person would be shown: every weapon at hand at every enemy, in its plain form.
    pub fn list_attacks(self, who: CombatantId, mut list: impl FnMut(Attack)) {
        for target in self.foes(who).filter(|&foe| !self.fighter(foe).flags.has(Flags::DEAD)) {
            for (item, off_hand) in self.weapons_at_hand(who) {
                let weapon = self.sheet(who).weapon(item);
                let by_dex = weapon.versatile && weapon.known && self.is_better_by_dex(who);
                let plain = Attack { off_hand, ..Attack::melee(target, item) };
                if weapon.kind.strikes() {
                    list(Attack { by_dex, ..plain });
                }
                if weapon.kind.flies() {
                    list(Attack { way: Way::Ranged, ..plain });
                }
            }
        }
    }

    /// Whether DEX serves better than STR.
    pub fn is_better_by_dex(self, who: CombatantId) -> bool {
        let sheet = self.sheet(who);
        sheet.ability(Ability::Dex) > sheet.ability(Ability::Str)
    }
}

impl Circumstances {
    /// `OB-109` Whether the numbers of the game master are within their range.
    ///
    /// # Errors
    /// If not.
    pub fn judge(&self) -> Result<(), Refusal> {
        let points = -8..=8;
        if points.contains(&self.ar) && points.contains(&self.def) && (-2..=2).contains(&self.dice) {
            return Ok(());
        }
        Err(Refusal::new(rule!("OB-109"), "circumstances are -8 to 8, circumstance dice -2 to 2"))
    }
}

#[cfg(test)]
mod tests {
    use crate::state::Flags;
    use crate::testing::{Duel, arn, bel, cor};

    #[test]
    fn the_limit_from_the_third_attack_on() {
        let mut duel = Duel::of(arn(), bel());
        for (attacks, legal) in [(0, true), (1, true), (2, false)] {
            duel.state.fighters[0].attacks = attacks;
            duel.state.fighters[0].paid = attacks;
            let judged = duel.scene().judge_attack(duel.ids[0], &duel.plain(0));
            assert_eq!(judged.is_ok(), legal, "OB-E27: {attacks} before");
        }
    }

    #[test]
    fn two_weapons() {
        let mut duel = Duel::of(cor(), arn());
        let off = crate::decision::Attack { off_hand: true, item: duel.item(0, "short sword"), ..duel.plain(0) };
        assert_eq!(duel.bonus(0, &duel.plain(0)).0, 14, "OB-E29");
        duel.state.fighters[0].attacks = 1;
        assert_eq!(duel.bonus(0, &off).0, 8, "OB-E29");
        duel.state.fighters[0].attacks = 2;
        assert_eq!(duel.bonus(0, &duel.plain(0)).0, 4, "OB-E29");
        duel.state.fighters[0].attacks = 3;
        duel.state.fighters[0].paid = 3;
        duel.state.fighters[0].normal = 0;
        assert!(duel.scene().judge_attack(duel.ids[0], &duel.plain(0)).is_err(), "OB-E29");
        duel.state.fighters[0].attacks = 0;
        duel.state.fighters[0].flags.set(Flags::OFF_HAND_GUARD);
        assert!(duel.scene().judge_weapon(duel.ids[0], &off).is_err(), "OB-E33");
    }
}
