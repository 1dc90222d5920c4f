//! Whom an opponent helps: a friend who is dying, where no enemy is near.

use crate::scene::Scene;
use crate::state::{Fighter, Flags};
use affray_kernel::referee::CombatantId;

/// `OB-292` Its price in Actions.
const PRICE: i32 = 3;

/// The dying friend whom a combatant helps: the nearest of those whom it reaches in time and nobody else of its side is
/// nearer to.
pub(super) fn patient(scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
    let fighter = scene.fighter(who);
    if !fighter.is_able() || fighter.is_mount || fighter.rides() || fighter.flags.has(Flags::GRAPPLED) {
        return None;
    }
    let side = |one: CombatantId| scene.setup.combatants[one.index()].side;
    let dies = |one: &CombatantId| {
        let fighter = scene.fighter(*one);
        fighter.is_present() && fighter.flags.has(Flags::DYING) && !fighter.flags.has(Flags::DEAD)
    };
    let mut dying = scene.state.ids().filter(|&one| side(one) == side(who)).filter(dies).peekable();
    dying.peek()?;
    if scene.foes(who).any(|foe| is_near(scene, who, foe)) {
        return None;
    }
    // The battle ends with this activation: only First Aid that can be given at once is still given.
    let stands = |one: CombatantId| scene.fighter(one).stands() || scene.fighter(one).arrives != 0;
    let is_over = !scene.state.ids().any(|one| side(one) != side(who) && stands(one));
    let at_once = |&to: &CombatantId| i32::from(fighter.normal) >= PRICE && scene.blow_distance(who, to) <= 1;
    let helps = |one: CombatantId| {
        let other: &Fighter = scene.fighter(one);
        side(one) == side(who) && other.is_present() && other.is_able() && !other.is_mount
    };
    let distance = |one: CombatantId, to: CombatantId| (scene.blow_distance(one, to), one);
    let nearest = |&to: &CombatantId| scene.state.ids().filter(|&one| helps(one)).min_by_key(|&one| distance(one, to));
    let in_time = |&to: &CombatantId| {
        // A round for the check, and one for each three Actions on the way.
        let steps = i32::from(scene.blow_distance(who, to)) - 1;
        let rounds = steps / (PRICE * i32::from(scene.sheet(who).move_)).max(1);
        i32::from(scene.fighter(to).hp) - rounds > scene.death_line(to) + i32::from(rounds != 0)
    };
    let in_time = |to: &CombatantId| in_time(to) && (!is_over || at_once(to));
    dying.filter(|to| nearest(to) == Some(who)).filter(in_time).min_by_key(|&to| scene.blow_distance(who, to))
}

/// Whether an enemy could strike within a round.
fn is_near(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    let moves = u16::from(scene.sheet(scene.bearer(foe)).move_);
    scene.fighter(foe).is_able() && scene.blow_distance(who, foe) <= 2 * moves * PRICE as u16 + scene.threat_reach(foe)
}
