//! What opponents know of each other before the fight: the best way for each to hurt each other with what he
//! has, and how well he defends. Made once, when an encounter is read; no rule reads it.
//!
//! The worth of a hit is counted in thousandths of taking the target out of the fight.

use crate::body::injury::{cripples, is_hard_blow, is_knockout_blow};
use crate::body::location::Location;
use crate::decision::{Fist, Mode};
use crate::policy::worth::{damages, expect, worth};
use crate::scene::{Combatant, Options};
use crate::sheet::{DamageType, Item, MOST_ITEMS, Sheet, UNARMED};
use crate::strike::damage::{NO_CAP, injury, kick, punch};
use affray_kernel::tally::{Sum, Tally};

/// Taking a target out of the fight.
pub const ALL: i32 = 1000;

/// The defense that blows are chosen against.
const TYPICAL: i32 = 8;

/// Locations that an opponent thinks of. Eyes are left to people.
pub(super) const PLACES: [Location; 8] = [
    Location::Body,
    Location::Vital,
    Location::Head,
    Location::Brain,
    Location::Neck,
    Location::ArmNear,
    Location::LegNear,
    Location::HandNear,
];

/// The best blow with one arm at one target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Best {
    /// How.
    pub mode: Mode,
    /// Where; `None` for wherever it falls.
    pub at: Option<Location>,
    /// Skill, location and armor PD together.
    pub score: i16,
    /// What a full hit is worth.
    pub points: i16,
    /// Reach in hexes; 0 for what is thrown or shot.
    pub reach: u8,
}

/// What one knows of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pair {
    /// The best blow with each item, and unarmed.
    pub blows: [Option<Best>; MOST_ITEMS + 1],
    /// The best throw or shot with each item.
    pub shots: [Option<Best>; MOST_ITEMS],
}

/// What is known before the fight.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Estimates {
    pairs: Vec<Pair>,
    guards: Vec<i8>,
    count: usize,
}

impl Estimates {
    /// Works all of it out.
    pub fn new(combatants: &[Combatant], options: &Options) -> Self {
        let pairs = combatants
            .iter()
            .flat_map(|one| combatants.iter().map(|other| pair(&one.sheet, &other.sheet, options)))
            .collect();
        let guards = combatants.iter().map(|one| guard(&one.sheet)).collect();
        Self { pairs, guards, count: combatants.len() }
    }

    /// What one knows of another, by their places.
    #[inline]
    pub fn pair(&self, one: usize, other: usize) -> &Pair {
        &self.pairs[one * self.count + other]
    }

    /// The best defense of a combatant, as it is armed when the fight begins.
    #[inline]
    pub fn guard(&self, who: usize) -> i32 {
        i32::from(self.guards[who])
    }
}

/// The best of parry, block and dodge.
fn guard(sheet: &Sheet) -> i8 {
    let parry = sheet.items.iter().filter(|item| item.drawn != crate::state::NONE).filter_map(|item| {
        let skill = item.parry?;
        Some(if item.parries_by_thirds() { 2 * skill / 3 } else { skill / 2 })
    });
    let block = sheet.items.iter().any(|item| item.shield.is_some() && item.drawn == 1).then_some(sheet.shield);
    let bare = sheet.best_unarmed().0 / 2;
    parry.chain(block).chain([sheet.scores[0].dodge, bare]).max().unwrap_or(0).clamp(0, 30) as i8
}

fn pair(one: &Sheet, other: &Sheet, options: &Options) -> Pair {
    let mut pair = Pair::default();
    for (number, item) in one.items.iter().enumerate().take(MOST_ITEMS) {
        let modes = melee_modes(item).map(|(mode, damage, kind)| (mode, damage, kind, NO_CAP));
        pair.blows[number] = best_of(other, options, modes, item.base, item.reach);
        if let Some(ranged) = &item.ranged {
            let modes = [(Mode::Shoot, ranged.damage, ranged.kind, ranged.cap)];
            pair.shots[number] = best_of(other, options, modes.into_iter(), ranged.base, 0);
        }
    }
    let mut bare: Option<Best> = None;
    for (fist, skill) in
        [(Fist::Dx, Some(one.scores[0].dx)), (Fist::Boxing, one.boxing), (Fist::Brawling, one.brawling)]
    {
        let Some(skill) = skill else { continue };
        let less = match fist {
            Fist::Boxing => 1,
            _ => 2,
        };
        for (mode, damage, skill) in [
            (Mode::Punch(fist), punch::<Sum>(one, 0, fist), skill),
            (Mode::Kick(fist), kick(one, 0, fist), skill - less),
        ] {
            let modes = [(mode, damage.total(), DamageType::Crushing, NO_CAP)];
            bare = better(bare, best_of(other, options, modes.into_iter(), skill, 1));
        }
    }
    pair.blows[UNARMED as usize] = bare;
    pair
}

/// The ways in which an item strikes in melee, with their damage.
pub(super) fn melee_modes(item: &Item) -> impl Iterator<Item = (Mode, i32, DamageType)> + '_ {
    [Mode::Crush, Mode::Cut, Mode::Impale].into_iter().filter_map(|mode| {
        let damage = item.damage[mode.column()?].filter(|_| item.is_melee())?;
        Some((mode, i32::from(damage[0]), mode.kind()))
    })
}

/// What a blow is worth on the whole.
fn rank(best: &Best) -> i32 {
    worth(i32::from(best.score), TYPICAL) * i32::from(best.points)
}

fn better(one: Option<Best>, other: Option<Best>) -> Option<Best> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if rank(&one) < rank(&other) { other } else { one }),
        (one, other) => one.or(other),
    }
}

fn best_of(
    other: &Sheet,
    options: &Options,
    modes: impl Iterator<Item = (Mode, i32, DamageType, i32)>,
    base: i32,
    reach: u8,
) -> Option<Best> {
    let mut best = None;
    for (mode, damage, kind, cap) in modes {
        let damages = damages(damage, cap, kind);
        for at in PLACES {
            let called = at != Location::Body;
            let armor = other.protection(at);
            let skull = if at == Location::Brain && options.location_wounds { 2 } else { 0 };
            let dr = other.innate_dr + other.magical_dr + i32::from(armor.worn[kind as usize]) + skull;
            let score = base + at.penalty(other.closed_helm) - i32::from(armor.pd[kind as usize]) - other.magical_pd;
            // What hits of all grades come to, as though each did a share of what a full one does.
            let harm = damages.map(|damage| points_of(other, other.hp.into(), options, at, kind, damage - dr));
            let points = expect(score, TYPICAL, harm) / worth(score, TYPICAL).max(1);
            // An easy blow is better than a fancy one that is worth little more.
            let points = if called { points * 9 / 10 } else { points };
            let one = Best { mode, at: called.then_some(at), score: score as i16, points: points.max(1) as i16, reach };
            best = better(best, Some(one));
        }
    }
    best
}

/// What so much damage that gets through to a location is worth to somebody with so many HP left.
pub(super) fn points_of(
    other: &Sheet,
    left: i32,
    options: &Options,
    at: Location,
    kind: DamageType,
    through: i32,
) -> i32 {
    if through <= 0 {
        return 0;
    }
    let hit = injury(Sum::of(through), kind, at, options).total();
    let part = |lost: i32| (lost * ALL / left).min(ALL);
    if let Some(limit) = at.crippling_damage(other.ht)
        && options.location_wounds
    {
        // A limb is lost: what it holds, or the legs to stand on.
        return if cripples(at, hit, other.ht, options) { (part(limit) + 250).min(ALL) } else { part(hit) };
    }
    let stuns = options.damage_effects && is_hard_blow(at, hit, other.ht);
    let knocks_out = options.damage_effects && is_knockout_blow(at, hit, other.ht);
    (part(hit) + if knocks_out { 300 } else { 0 } + if stuns { 80 } else { 0 }).min(ALL)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(name: &str) -> Sheet {
        let text = crate::sheets::SHEETS.get(name).unwrap();
        crate::files::sheet_file::read(&affray_files::Source::new("sheet.toml", text)).unwrap()
    }

    #[test]
    fn chain_is_thrust_through() {
        let options = Options::default();
        let (arn, dag) = (sheet("arn"), sheet("dag"));
        let best = pair(&arn, &dag, &options).blows[0].unwrap();
        assert_eq!(best.mode, Mode::Impale);
        let best = pair(&arn, &sheet("dummy"), &options).blows[0].unwrap();
        assert_eq!((best.mode, best.at, best.score), (Mode::Cut, None, 14));
    }

    #[test]
    fn guards() {
        assert_eq!(["arn", "bryn", "dag", "fay"].map(|name| guard(&sheet(name))), [7, 13, 6, 10]);
    }
}
