//! How well somebody wards off blows: what hangs on its hands alone is worked out once for what they hold, the
//! rest is added for each blow.

use super::Tactician;
use super::sight::in_hands;
use crate::decision::{Defense, DefenseKind, Incoming, IncomingKind, NONE};
use crate::movement::posture;
use crate::scene::Scene;
use crate::sheet::{ItemId, ItemKind};
use crate::state::{DefenseFocus, Flags, Posture};
use affray_core::grid::Arc;
use affray_core::referee::CombatantId;

/// So many hands can hold something.
const HANDS: usize = 4;

/// So many wards are remembered of each figure.
const WARDS: usize = 4;

/// What a ward hangs on: the hands with the flags of what they hold, and what is crippled.
type HangsOn = (u64, u64);

/// What no ward hangs on: flags of a hand that holds nothing.
const NOTHING: HangsOn = (u64::MAX, u64::MAX);

/// A parry with one hand, as far as it goes by what the hand holds.
#[derive(Debug, Clone, Copy, Default)]
struct Parry {
    /// Whether it can be thought of at all.
    can: bool,
    score: i16,
    fencing: bool,
    two_handed: bool,
    /// The item as a bit, if it is unbalanced.
    unbalanced: u16,
    /// The heaviest weapon that it parries (`DF-R18`).
    heaviest: i32,
    /// What a weapon takes from it, if it is a bare hand.
    armed: i8,
    /// What a Retreat adds, against a bare limb and against a weapon.
    retreat: [i8; 2],
}

/// What a figure wards off blows with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ward {
    hangs_on: HangsOn,
    /// The hand of the shield, its bonus and the score of a block; [`NONE`] for no shield.
    shield: u8,
    bonus: i16,
    block: i16,
    parries: [Parry; HANDS],
}

impl Default for Ward {
    fn default() -> Self {
        Self { hangs_on: NOTHING, shield: NONE, bonus: 0, block: 0, parries: [Parry::default(); HANDS] }
    }
}

/// The wards of one figure.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wards {
    known: [Ward; WARDS],
    oldest: u8,
}

/// The scores of all defenses of the body against a blow, without what a Retreat would add; `None` for what may not be
/// done.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scores {
    pub(super) dodge: i32,
    pub(super) block: Option<i32>,
    pub(super) parries: [Option<i32>; HANDS],
    /// What a Retreat adds to each parry.
    pub(super) retreats: [i32; HANDS],
}

impl Tactician {
    /// The scores of somebody's defenses who can defend; `None` where there is more to it than usual.
    pub(super) fn scores(&mut self, scene: Scene<'_>, who: CombatantId, attack: &Incoming) -> Option<Scores> {
        let (sheet, it) = (scene.sheet(who), scene.fighter(who));
        let unusual = !scene.state.effects.is_empty()
            || attack.kind != IncomingKind::Strike
            || attack.above
            || attack.close
            || scene.has_two_shields(who)
            || it.held.iter().any(|held| held.spell != NONE)
            || scene.state.fighters.iter().any(|other| other.holds_anybody());
        if unusual {
            return None;
        }
        let ward = self.warded(scene, who);
        let at_side = matches!(attack.arc, Arc::Left | Arc::Right);
        let covers = |hand: u8| match attack.arc {
            Arc::Front => true,
            Arc::Rear => false,
            side => scene.side_of_hand(who, hand) == side,
        };
        let mut common = posture::defense_modifier(it.posture) - i32::from(attack.feint) - i32::from(attack.dual);
        if ward.shield != NONE && covers(ward.shield) {
            common += i32::from(ward.bonus);
        }
        if it.is_stunned() {
            common -= 4;
        }
        if at_side {
            common -= 2;
        }
        if it.flags.has(Flags::OFF_BALANCE) {
            common -= 2;
        }
        let deception = i32::from(attack.deceptive);
        let focused = |on: DefenseFocus| if it.focus == on { 2 } else { 0 };
        let retreated = !attack.ranged && it.retreated == attack.by.0;
        let mut dodge = scene.halved(who, i32::from(sheet.dodge)) + common - deception + focused(DefenseFocus::Dodge);
        if retreated {
            dodge += 3;
        }
        if attack.ranged && it.dropped == attack.by.0 {
            dodge += 3;
        }
        // DF-223: at range only the Dodge suffers from deception.
        let common = if attack.ranged { common } else { common - deception };
        let weapon = scene.item_of(attack.by, attack.mode).map(|(_, weapon)| weapon);
        let may_block = ward.shield != NONE
            && !it.flags.has(Flags::BLOCKED)
            && covers(ward.shield)
            && it.busy_hands & 1 << ward.shield == 0;
        let block = may_block.then(|| {
            i32::from(ward.block)
                + weapon.map_or(0, |weapon| i32::from(weapon.blockable))
                + i32::from(retreated)
                + common
                + focused(DefenseFocus::Block)
        });
        let mut scores = Scores { dodge, block, parries: [None; HANDS], retreats: [0; HANDS] };
        if attack.missile {
            return Some(scores);
        }
        let common = common + focused(DefenseFocus::Parry) - i32::from(attack.ranged);
        for (hand, parry) in ward.parries.iter().enumerate() {
            let may = parry.can
                && it.busy_hands & 1 << hand == 0
                && (!at_side || parry.two_handed || covers(hand as u8))
                && it.attacked & parry.unbalanced == 0
                && weapon.is_none_or(|weapon| weapon.weight <= parry.heaviest);
            if !may {
                continue;
            }
            let earlier = i32::from(it.parries[hand]) * if parry.fencing { 2 } else { 4 };
            let mut score = i32::from(parry.score) + common - earlier;
            if let Some(weapon) = weapon {
                score += i32::from(weapon.parryable) + i32::from(parry.armed);
            }
            let retreat = i32::from(parry.retreat[usize::from(weapon.is_some())]);
            if retreated {
                score += retreat;
            }
            scores.parries[hand] = Some(score);
            scores.retreats[hand] = retreat;
        }
        if cfg!(debug_assertions) {
            check(scene, who, attack, &scores);
        }
        Some(scores)
    }

    /// What a figure wards off blows with, as its hands are now.
    fn warded(&mut self, scene: Scene<'_>, who: CombatantId) -> &Ward {
        let it = scene.fighter(who);
        let flags = in_hands(scene, who, |item| item.flags.bits());
        let hangs_on = (
            it.hands_packed(),
            u64::from(flags) | u64::from(it.crippled.bits()) << 32 | u64::from(it.destroyed.bits()) << 48,
        );
        let wards = &mut self.wards[who.index()];
        let at = wards.known.iter().position(|ward| ward.hangs_on == hangs_on).unwrap_or_else(|| {
            let at = usize::from(wards.oldest);
            wards.oldest = (wards.oldest + 1) % WARDS as u8;
            wards.known[at] = Ward { hangs_on, ..ward(scene, who) };
            at
        });
        &wards.known[at]
    }
}

/// Works out what a figure wards off blows with whom nobody holds and who holds nobody.
fn ward(scene: Scene<'_>, who: CombatantId) -> Ward {
    let (sheet, it) = (scene.sheet(who), scene.fighter(who));
    let mut ward = Ward::default();
    if let Some((item, hand)) = scene.shield(who)
        && let Some(shield) = scene.item(who, item)
    {
        let block = shield.score.div_euclid(2) + 3 + sheet.traits.defense_bonus;
        (ward.shield, ward.bonus, ward.block) = (hand, shield.db, block);
    }
    for hand in 0..sheet.body.hands.min(HANDS as u8) {
        let item = it.hands[hand as usize];
        // A two-handed weapon parries once.
        if item != ItemId::NONE && it.hands[..hand as usize].contains(&item) {
            continue;
        }
        let retreat = [false, true].map(|armed| scene.retreat_bonus(who, DefenseKind::Parry { hand }, armed) as i8);
        let parry = &mut ward.parries[hand as usize];
        match scene.item(who, item) {
            Some(weapon) => {
                let Some(bonus) = weapon.parry else { continue };
                if matches!(weapon.kind, ItemKind::Shield | ItemKind::Cloak) || !scene.is_ready(who, item) {
                    continue;
                }
                let load = if weapon.fencing { sheet.encumbrance.min(4) } else { 0 };
                *parry = Parry {
                    can: true,
                    score: weapon.score.div_euclid(2) + 3 + sheet.traits.defense_bonus + bonus - load,
                    fencing: weapon.fencing,
                    two_handed: weapon.hands == 2,
                    unbalanced: if weapon.unbalanced { it.bit(item) } else { 0 },
                    heaviest: 10 * sheet.basic_lift * if weapon.hands == 2 { 2 } else { 1 },
                    armed: 0,
                    retreat,
                };
            }
            None => {
                let [bare, armed] = [false, true].map(|armed| scene.unarmed_parry(who, armed, false).total());
                *parry = Parry {
                    can: scene.is_free_hand(who, hand),
                    score: bare as i16 + 3 + sheet.traits.defense_bonus,
                    heaviest: 10 * sheet.basic_lift,
                    armed: (armed - bare) as i8,
                    retreat,
                    ..Parry::default()
                };
            }
        }
    }
    ward
}

/// The rules themselves say the same.
fn check(scene: Scene<'_>, who: CombatantId, attack: &Incoming, scores: &Scores) {
    if scene.can_defend(who, attack).is_err() {
        return;
    }
    let common = scene.defense_in_common(who, attack);
    let score = |kind| {
        let plain = Defense::plain(kind);
        let legal = scene.judge_defense(who, attack, None, &plain).is_ok();
        legal.then(|| scene.defense_with(who, attack, &plain, common))
    };
    assert_eq!(Some(scores.dodge), score(DefenseKind::Dodge), "{attack:?}");
    assert_eq!(scores.block, score(DefenseKind::Block), "{attack:?}");
    for hand in 0..scene.sheet(who).body.hands.min(HANDS as u8) {
        let item = scene.fighter(who).hands[hand as usize];
        let again = item != ItemId::NONE && scene.fighter(who).hands[..hand as usize].contains(&item);
        if !again && !attack.missile {
            assert_eq!(scores.parries[hand as usize], score(DefenseKind::Parry { hand }), "{hand} {attack:?}");
        }
    }
}

/// Whether somebody could retreat from a blow, as far as that goes by itself.
pub(super) fn may_retreat(scene: Scene<'_>, who: CombatantId, attack: &Incoming) -> bool {
    let it = scene.fighter(who);
    !attack.ranged
        && it.retreated == NONE
        && matches!(it.posture, Posture::Standing | Posture::Crouching)
        && !it.is_stunned()
        && !it.flags.has(Flags::MOVED_AND_ATTACKED)
        && !attack.close
}
