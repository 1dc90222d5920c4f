//! The attacks that a person would be shown, all of them legal: plain ones first, then locations,
//! deception, trades and close attacks. Judging accepts many more.
//!
//! Rules `DF-109`, `DF-170` and `DF-225`.

use crate::decision::{Aim, Attack, AttackPlan, Choice, NONE, Strike};
use crate::scene::Scene;
use crate::sheet::{Item, ItemId, ItemKind, Location, Mode, ModeKind};
use crate::strike::judge::HELD;
use affray_kernel::referee::CombatantId;

/// The most attacks that are listed before those of grapplers.
const MOST: usize = 48;

/// Locations worth offering, the most useful first. Left ones are as good as right ones.
const LOCATIONS: [Aim; 12] = [
    Aim::At(Location::Vitals),
    Aim::At(Location::Neck),
    Aim::At(Location::Skull),
    Aim::At(Location::Face),
    Aim::At(Location::RightArm),
    Aim::At(Location::RightLeg),
    Aim::At(Location::RightEye),
    Aim::Chinks(Location::Torso),
    Aim::Chinks(Location::Vitals),
    Aim::At(Location::RightHand),
    Aim::At(Location::Groin),
    Aim::Random,
];

impl Scene<'_> {
    /// The modes of a combatant, held spells included, each with the hand that would strike.
    fn modes_with_hands(self, who: CombatantId) -> impl Iterator<Item = (u16, u8)> {
        let modes = self.modes(who).map(move |(mode, _)| (mode, self.hand_that_strikes(who, mode)));
        let spells =
            (0..4).map(|hand| (HELD | hand, NONE)).filter(move |&(mode, hand)| self.means(who, mode, hand).is_some());
        modes.chain(spells)
    }

    /// The legal attacks that a person would be shown.
    pub fn attack_options(self, who: CombatantId, plan: &AttackPlan, into: &mut Vec<Choice>) {
        let foe = |target: &CombatantId| {
            *target != who
                && self.is_target(*target)
                && (plan.only == target.0 || plan.only == NONE && self.are_foes(who, *target))
        };
        // Whoever still fights comes first.
        let foes = || {
            let fighting = self.state.ids().filter(foe).filter(move |&foe| self.fighter(foe).is_conscious());
            fighting.chain(self.state.ids().filter(foe).filter(move |&foe| !self.fighter(foe).is_conscious()))
        };
        let most = into.len() + MOST;
        let offer = |into: &mut Vec<Choice>, attack: Attack| {
            let room = into.len() < most;
            if room && self.judge_attack(who, plan, &attack).is_ok() {
                into.push(Choice::Attack(attack));
            }
        };
        let strike = |mode: u16, hand: u8, target| Strike { hand, ..Strike::plain(mode, target) };
        // DF-109: a plain blow of every mode at everybody in reach.
        for target in foes() {
            for (mode, hand) in self.modes_with_hands(who) {
                offer(into, Attack::Strike(strike(mode, hand, target)));
            }
        }
        for (rank, target) in foes().enumerate() {
            for (mode, hand) in self.modes_with_hands(who) {
                // Punches, kicks and bites are offered at their most useful places only.
                let unarmed = self.mode(who, mode).is_some_and(|mode| mode.kind.is_unarmed());
                let plain = strike(mode, hand, target);
                if self.judge_strike_anywhere(who, &plain, plan).is_err() {
                    continue;
                }
                let places = if rank == 0 && !unarmed { LOCATIONS.len() } else { 3 };
                for aim in &LOCATIONS[..places] {
                    offer(into, Attack::Strike(Strike { aim: *aim, ..plain }));
                }
                for deceptive in 1..=3 {
                    if !unarmed {
                        offer(into, Attack::Strike(Strike { deceptive, ..plain }));
                    }
                }
            }
        }
        if !plan.rapid && !plan.traded {
            self.offer_trades(who, foes, &strike, |attack| offer(into, attack));
        }
        for target in foes() {
            for item in self.items(target) {
                let weapon = |item: &Item| matches!(item.kind, ItemKind::Melee | ItemKind::Ranged);
                let held = self.fighter(target).hands.contains(&item) && self.item(target, item).is_some_and(weapon);
                let mode = self
                    .modes_with_hands(who)
                    .find(|&(mode, _)| self.mode(who, mode).is_some_and(|mode| mode.item.is_some()));
                if let Some((mode, hand)) = mode.filter(|_| held) {
                    offer(into, Attack::Strike(Strike { aim: Aim::Disarm(item), ..strike(mode, hand, target) }));
                }
            }
        }
        self.close_attack_options(who, plan, into);
        into.push(Choice::Attack(Attack::Forgo));
    }

    /// `DF-213` `DF-219` Rapid Strikes with each weapon, and the pairs of weapons.
    fn offer_trades<I: Iterator<Item = CombatantId>>(
        self,
        who: CombatantId,
        foes: impl Fn() -> I,
        strike: &impl Fn(u16, u8, CombatantId) -> Strike,
        mut offer: impl FnMut(Attack),
    ) {
        for target in foes() {
            for (mode, hand) in self.modes_with_hands(who) {
                offer(Attack::Rapid(strike(mode, hand, target)));
            }
        }
        // One mode for each hand: the first of the weapon in it, or a punch.
        let in_hand = |hand: u8| {
            let item = self.fighter(who).hands[hand as usize];
            let is_with_it = |mode: &Mode| match mode.item {
                None => item == ItemId::NONE && mode.kind == ModeKind::Punch,
                Some(of) => of == item,
            };
            let found = self.modes(who).find(|(_, mode)| is_with_it(mode));
            // A weapon says itself which hand holds it.
            found.map(|(mode, of)| (mode, if of.item.is_some() { NONE } else { hand }))
        };
        if let (Some((main, hand)), Some((off, other))) = (in_hand(0), in_hand(1)) {
            for first in foes() {
                for second in foes() {
                    offer(Attack::Dual(strike(main, hand, first), strike(off, other, second)));
                }
            }
        }
    }
}
