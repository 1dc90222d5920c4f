//! How things stand: the map with its figures, and a line for each of them.

use super::Names;
use crate::Obss;
use crate::files::state_file::condition_name;
use crate::scene::Scene;
use crate::state::{Condition, Flags, NONE};
use affray_grid::{Cell, Drawing, Glyph};
use affray_kernel::referee::CombatantId;
use affray_session::narrate::{self, tags};
use affray_session::ruleset::{Points, Standing};

/// The map around the figures. A large figure fills all its squares; a figure that is out of the fight is marked
/// with `×`.
pub(super) fn draw(scene: Scene<'_>) -> Drawing {
    let tags = tags::<Obss>(scene.setup);
    let present: Vec<CombatantId> = scene.state.ids().filter(|&who| scene.fighter(who).is_present()).collect();
    let mut cells: Vec<Cell> = present.iter().flat_map(|&who| scene.footprint(who).cells()).collect();
    cells.extend(scene.state.ground.iter().map(|lying| lying.at));
    narrate::draw(scene.map(), &cells, |at| {
        let here = present.iter().filter(|&&who| scene.footprint(who).covers(at));
        if let Some(&who) = here.max_by_key(|&&who| scene.fighter(who).stands()) {
            return Some(narrate::figure(&tags[who.index()], None, scene.fighter(who).stands()));
        }
        scene.state.ground.iter().any(|lying| lying.at == at).then(|| Glyph::new("/"))
    })
}

/// How a combatant stands: its points, and in words its posture, its conditions and what it holds.
pub fn standing(scene: Scene<'_>, who: CombatantId) -> Standing {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let names = Names(scene.setup);
    let mut points = vec![Points::new("HP", fighter.hp, scene.max_hp(who))];
    if sheet.mp != 0 {
        points.push(Points::new("MP", fighter.mp, sheet.mp));
    }
    if !fighter.is_present() && fighter.arrives == 0 {
        return Standing { points, notes: vec!["left the fight".to_owned()] };
    }
    let conditions = [
        (Flags::DEAD, "dead"),
        (Flags::DYING, "dying"),
        (Flags::SURPRISED, "surprised"),
        (Flags::PINNED, "pinned"),
        (Flags::GRAPPLED, "grappled"),
        (Flags::RAN, "ran"),
        (Flags::CHARGED, "charged"),
        (Flags::PREPARED, "prepared defense"),
        (Flags::TOTAL_DEFENSE, "total defense"),
        (Flags::OFF_HAND_GUARD, "guards with the off hand"),
    ];
    let mut notes = narrate::conditions(&conditions, Flags::DEAD, |flags| fighter.flags.has(flags));
    if !fighter.flags.has(Flags::DEAD) {
        let name = |condition: Condition| match condition {
            Condition::Fatigued => format!("{} {}", condition_name(condition), fighter.fatigue),
            _ => condition_name(condition),
        };
        notes.extend(Condition::ALL.into_iter().filter(|one| fighter.has(*one)).map(name));
    }
    if fighter.nonlethal != 0 {
        notes.push(format!("{} nonlethal", fighter.nonlethal));
    }
    if fighter.rides() {
        notes.push(format!("on {}", scene.name(CombatantId(fighter.mounted))));
    }
    if fighter.hold.with != NONE {
        let verb = if fighter.hold.holds { "holds" } else { "held by" };
        notes.push(format!("{verb} {}", scene.name(CombatantId(fighter.hold.with))));
    }
    if fighter.arrives != 0 {
        notes.push(format!("comes after {}", narrate::count(fighter.arrives.into(), "round")));
    }
    let mut held: Vec<&str> = Vec::new();
    for (hand, &item) in fighter.hands.iter().enumerate() {
        if item != NONE && !fighter.hands[..hand].contains(&item) {
            held.push(names.item(who, item));
        }
    }
    if !held.is_empty() {
        notes.push(format!("holds {}", held.join(" and ")));
    }
    Standing { points, notes }
}
