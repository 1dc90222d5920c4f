//! What to do with a turn.

use super::route::{Aim, Pressure, Router, Way, charge_reach, is_pressed, pressure, towards};
use super::{fight, magic, odds, ride};
use crate::decision::{Action, Attack, Deed, From, Kind, Moving, NONE, Plan, Stance, Step, Task};
use crate::scene::Scene;
use crate::sheet::{Arm, Group, HANDS, ItemKind, Traits, Uses};
use crate::state::{Flags, HELPLESS};
use crate::zones::distance;
use affray_core::grid::{Cell, Facing};
use affray_core::referee::CombatantId;
use affray_core::tally::Tally;

/// How much more an opponent's action has to be worth than one's own before one only guards.
pub(super) const OUTCLASSED: f32 = 1.3;
/// From here on one guards whenever one can.
pub(super) const HOPELESS: f32 = 3.0;

/// Bare hands are for those who know how: a blow that is worth less waits until there is a weapon.
pub(super) const BARE: f32 = 0.12;

/// What a figure means to do in its turn.
#[derive(Debug, Clone)]
pub(super) struct Intent {
    /// Whose it is; [`NONE`] for nobody's.
    pub who: u8,
    /// The opponent.
    pub foe: CombatantId,
    /// The action.
    pub action: Action,
    /// What a Pass is used for.
    pub task: Task,
    /// The attack as it was thought out with the action.
    pub attack: Option<Attack>,
    /// The hexes to go through, the next one last.
    pub way: Way,
    /// Whether to leave the map at the end of the way.
    pub leaves: Option<Facing>,
    /// Whether to turn to the opponent in order to shoot or cast at him next.
    pub aims: bool,
    /// It has moved or turned since.
    pub moved: bool,
    /// The pieces of a multi-hex figure's way are known.
    pub planned: bool,
    /// The facing to end a movement with: a rider's, for the charge that is to follow.
    pub faces: Option<Facing>,
}

impl Intent {
    pub(super) fn nobody() -> Self {
        Self {
            who: NONE,
            foe: CombatantId(0),
            action: Action::Pass,
            task: Task::Nothing,
            attack: None,
            way: Way::new(),
            leaves: None,
            aims: false,
            moved: false,
            planned: false,
            faces: None,
        }
    }
}

impl Intent {
    /// Forgets everything, for that one's turn.
    #[inline]
    pub(super) fn begin(&mut self, who: u8) {
        // Every field is named: the room of the way stays as it is.
        let Self { who: whose, foe, action, task, attack, way, planned, leaves, aims, moved, faces } = self;
        (*whose, *foe, *action, *task) = (who, CombatantId(0), Action::Pass, Task::Nothing);
        (*attack, *leaves, *faces) = (None, None, None);
        (*planned, *aims, *moved) = (false, false, false);
        way.clear();
    }
}

/// The opponent that is closest.
pub(super) fn nearest(scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
    if let [only] = scene.setup.foes[who.index()][..] {
        return scene.fighter(only).is_up().then_some(only);
    }
    scene.foes(who).min_by_key(|&foe| (scene.apart(who, foe), scene.fighter(foe).flags.has(Flags::RESTRAINED)))
}

/// Whether a side has had enough: so many of its figures are out of the fight.
pub(super) fn is_broken(scene: Scene<'_>, who: CombatantId) -> bool {
    let morale = scene.setup.sides[scene.side(who) as usize].morale;
    if morale == 100 {
        return false;
    }
    let (mut out, mut all) = (0, 0);
    for one in scene.state.ids().filter(|&one| !scene.are_foes(who, one) && !scene.sheet(one).mount) {
        all += 100;
        out += if scene.fighter(one).is_up() { 0 } else { 100 };
    }
    i32::from(morale) * all <= out * 100
}

/// Whether a figure is so hurt that it leaves the fighting to others.
fn is_hurt(scene: Scene<'_>, who: CombatantId) -> bool {
    let fighter = scene.fighter(who);
    fighter.ft == 0 && i32::from(fighter.en) * 2 <= i32::from(scene.sheet(who).en)
}

/// Whether others of the side, who are not hurt, are in the thick of it.
fn others_fight_on(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.state.ids().any(|one| {
        one != who
            && !scene.are_foes(who, one)
            && scene.fighter(one).is_up()
            && !scene.fighter(one).flags.any(HELPLESS.and(Flags::STUNNED))
            && !is_hurt(scene, one)
            && scene.is_engaged(one)
    })
}

/// `DQ-R36` What a figure would rather drop than hold: what is broken, and a lance without a horse.
#[inline]
pub(super) fn junk(scene: Scene<'_>, who: CombatantId) -> Option<Arm> {
    let fighter = scene.fighter(who);
    fighter.hands.into_iter().find(|&item| {
        let lance = || scene.arm(who, item).is_some_and(|arm| arm.traits.has(Traits::MOUNTED_ONLY));
        item != Arm::NONE && (scene.is_broken(who, item) || fighter.mount == NONE && lance())
    })
}

/// A Pass that helps: standing up, or the best weapon taken up that is at hand, one's own or another's.
pub(super) fn useful_task(scene: Scene<'_>, who: CombatantId) -> Task {
    let fighter = scene.fighter(who);
    if fighter.flags.has(Flags::PRONE) {
        return Task::StandUp;
    }
    let used = if fighter.flags.has(Flags::CLOSE) { Uses::CLOSE } else { Uses::MELEE };
    let is_weapon = |&item: &Arm| {
        scene.arm(who, item).is_some_and(|arm| {
            arm.kind == ItemKind::Weapon
                && arm.uses.has(used)
                && (!arm.traits.has(Traits::MOUNTED_ONLY) || fighter.mount != NONE)
        }) && !scene.is_broken(who, item)
    };
    if fighter.hands.iter().any(is_weapon) {
        return Task::Nothing;
    }
    let worth = |item: Arm| nearest(scene, who).map_or(0.0, |foe| odds::with_arm(scene, who, item, foe));
    // Of others' things only what can be taken in hand at once, and is more than fists.
    let is_found =
        |&item: &Arm| !item.is_anothers() || scene.hands_for(who, item).is_some() && worth(HANDS) < worth(item);
    let lying = scene.lying_here(who).filter(is_weapon).filter(is_found).map(Task::PickUp);
    let stored = scene.items(who).filter(is_weapon).map(Task::Prepare);
    let mut possible = lying.clone().chain(stored).filter(|&task| scene.judge_task(who, task).is_ok());
    if let Some(first) = possible.next() {
        let worth = |task| match task {
            Task::PickUp(item) | Task::Prepare(item) => worth(item),
            _ => 0.0,
        };
        return possible.fold(first, |best, task| if worth(best) < worth(task) { task } else { best });
    }
    // Room for a weapon, where the hands are full of what is of no use.
    let useless = |&item: &Arm| scene.arm(who, item).is_some_and(|arm| arm.shield.is_none());
    let ready = || lying.count() != 0 || scene.items(who).any(|item| is_weapon(&item) && scene.has(who, item));
    match fighter.hands.into_iter().find(useless) {
        Some(item) if scene.is_broken(who, item) || ready() => Task::Store(item),
        _ => Task::Nothing,
    }
}

/// What can be done about wounds while nobody is near.
fn care(scene: Scene<'_>, who: CombatantId) -> Task {
    if scene.fighter(who).bleeding != 0 && scene.judge_task(who, Task::Bandage(who)).is_ok() {
        return Task::Bandage(who);
    }
    let bleeds = |&one: &CombatantId| {
        one != who
            && !scene.are_foes(who, one)
            && scene.fighter(one).bleeding != 0
            && !scene.fighter(one).flags.has(Flags::DEAD)
            && scene.judge_task(who, Task::Bandage(one)).is_ok()
    };
    if scene.state.fighters.iter().any(|one| one.bleeding != 0)
        && let Some(friend) = scene.state.ids().find(bleeds)
    {
        return Task::Bandage(friend);
    }
    Task::Nothing
}

/// `DQ-R25` Poisons by their numbers: what takes most Endurance, what puts to sleep, what takes little.
const BEST_FIRST: [u8; 3] = [1, 2, 0];

/// `DQ-611` `DQ-613` A dose on the weapon in hand, by those whom it hardly ever nicks.
fn envenom(scene: Scene<'_>, who: CombatantId) -> Task {
    let fighter = scene.fighter(who);
    if !scene.sheet(who).assassin && 3 * scene.mod_md(who) < 90 {
        return Task::Nothing;
    }
    let bare = |&item: &Arm| item != Arm::NONE && !scene.is_poisoned(who, item);
    let tasks = fighter
        .hands
        .into_iter()
        .filter(bare)
        .flat_map(|item| BEST_FIRST.into_iter().map(move |poison| Task::Poison { item, poison }));
    tasks.into_iter().find(|&task| scene.judge_task(who, task).is_ok()).unwrap_or(Task::Nothing)
}

/// The plan of a turn.
pub(super) fn intend(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    intent.begin(who.0);
    let fighter = scene.fighter(who);
    let Some(near) = nearest(scene, who) else { return };
    intent.foe = near;
    if fighter.restrains != NONE {
        return;
    }
    if !scene.sheet(who).has_hands && scene.sheet(who).naturals().next().is_none() {
        return shy(scene, router, who, intent);
    }
    if fighter.flags.has(Flags::CLOSE) {
        return in_grips(scene, who, intent);
    }
    if fighter.flags.has(Flags::MUST_PASS) {
        intent.task = useful_task(scene, who);
        return;
    }
    if fighter.flags.has(Flags::PRONE) {
        intent.task = Task::StandUp;
        return;
    }
    let engaged = scene.is_engaged(who);
    if scene.entangled(who).is_some() {
        let best = if engaged { fight::best(scene, who, &MELEE, &[]) } else { None };
        match best {
            // Nobody who can strike back is a reason to wait.
            Some((attack, _)) if !is_pressed(scene, who) && !fighter.flags.has(Flags::HALF_FREE) => {
                strike(intent, attack);
            }
            _ => intent.task = Task::Disentangle,
        }
        return;
    }
    if is_broken(scene, who) && flee(scene, router, who, engaged, intent) {
        return;
    }
    if magic::intend(scene, router, who, engaged, intent) {
        return;
    }
    if engaged { in_melee(scene, router, who, intent) } else { at_large(scene, router, who, intent) }
}

/// A Melee Attack from where one stands.
pub(super) const MELEE: Plan = Plan { from: From::Melee, only: NONE, with: Arm::NONE };

/// The one whom an attack is at.
fn target_of(attack: &Attack) -> Option<CombatantId> {
    match attack {
        Attack::Forgo => None,
        Attack::One(blow) => Some(blow.target),
        Attack::Several(blows) => blows.all().first().map(|blow| blow.target),
    }
}

fn strike(intent: &mut Intent, attack: Attack) {
    intent.action = Action::Attack { move_after: false };
    intent.foe = target_of(&attack).unwrap_or(intent.foe);
    intent.attack = Some(attack);
}

/// Getting away, as far as that is possible. Whether it is.
fn flee(scene: Scene<'_>, router: &mut Router, who: CombatantId, engaged: bool, intent: &mut Intent) -> bool {
    if scene.map().is_open() || !scene.is_single(who) || scene.fighter(who).mount != NONE {
        return false;
    }
    if engaged {
        let back =
            Action::Withdraw(if scene.shields(who).next().is_some() { Stance::Defensive } else { Stance::Offensive });
        let open = Action::Withdraw(Stance::Open);
        if scene.judge_action(who, None, open).is_ok() {
            intent.action = open;
        } else if scene.judge_action(who, None, back).is_ok() {
            intent.action = back;
            return true;
        } else {
            intent.action = Action::Evade;
            return true;
        }
    } else {
        intent.action = Action::Move;
    }
    let hexes = match intent.action {
        Action::Move => scene.tmr(who),
        _ => scene.allowance(who, Deed::Withdraw, false, scene.tmr(who)),
    };
    (intent.way, intent.leaves) = router.out(scene, who, hexes);
    true
}

/// A creature that has nothing to fight with, such as a pony: it keeps out of the way.
fn shy(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    /// From here on nobody is near.
    const FAR: i32 = 8;
    let fighter = scene.fighter(who);
    let away = [Action::Withdraw(Stance::Break), Action::Withdraw(Stance::Open), Action::Move, Action::Evade];
    if fighter.flags.has(Flags::PRONE) && !fighter.flags.has(Flags::CLOSE) {
        intent.task = Task::StandUp;
    } else if fighter.flags.has(Flags::ENTANGLED) {
        intent.task = Task::Disentangle;
    } else if scene.apart(who, intent.foe) < FAR
        && let Some(action) = away.into_iter().find(|&action| scene.judge_action(who, None, action).is_ok())
    {
        intent.action = action;
        let hexes = match action {
            Action::Evade => 0,
            Action::Withdraw(_) => scene.allowance(who, Deed::Withdraw, false, scene.tmr(who)),
            _ => scene.tmr(who),
        };
        intent.way = router.way(scene, who, intent.foe, hexes, Aim::Away).unwrap_or_default();
    }
}

/// In close combat: grapple, or out of it.
fn in_grips(scene: Scene<'_>, who: CombatantId, intent: &mut Intent) {
    let fighter = scene.fighter(who);
    if fighter.flags.has(Flags::MUST_PASS) {
        intent.task = useful_task(scene, who);
        return;
    }
    let Some(foe) = scene.foes(who).find(|&foe| scene.share_hex(who, foe)) else {
        intent.task = useful_task(scene, who);
        return;
    };
    intent.foe = foe;
    let plan = Plan { from: From::Grapple, only: NONE, with: Arm::NONE };
    let best = fight::best(scene, who, &plan, &[]);
    let worth = best.as_ref().map_or(0.0, |one| one.1);
    let danger: f32 =
        scene.foes(who).filter(|&foe| scene.share_hex(who, foe)).map(|foe| odds::danger(scene, foe, who)).sum();
    // Who is the weaker here, and stands better outside, breaks out if the strength is there.
    if 1.5 * worth < danger {
        let strength = scene.strength::<affray_core::tally::Sum>(who).total();
        let chance = (strength + 1).clamp(1, 10);
        if 5 <= chance && scene.judge_action(who, None, Action::Withdraw(Stance::Break)).is_ok() {
            intent.action = Action::Withdraw(Stance::Break);
            return;
        }
    }
    let task = useful_task(scene, who);
    match best {
        // A dagger in hand is worth a pulse, where fists do next to nothing.
        Some((_, worth)) if worth < 0.03 && matches!(task, Task::Prepare(_) | Task::PickUp(_)) => intent.task = task,
        Some((attack, _)) => {
            intent.action = Action::Grapple;
            intent.foe = target_of(&attack).unwrap_or(foe);
            intent.attack = Some(attack);
        }
        None => intent.task = task,
    }
}

/// Engaged: attack, guard, get away, come to grips.
fn in_melee(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    let fighter = scene.fighter(who);
    if !scene.is_single(who) {
        return bulk(scene, router, who, intent);
    }
    let task = useful_task(scene, who);
    let Pressure { sum: pressed, count, worst, dangers } = pressure(scene, who);
    let best = fight::best(scene, who, &MELEE, &dangers);
    if task != Task::Nothing && scene.sheet(who).naturals().next().is_none() {
        let worth = best.as_ref().map_or(0.0, |one| one.1);
        if worth < BARE || pressed == 0.0 {
            intent.task = task;
            return;
        }
    }
    if is_hurt(scene, who) && count != 0 && others_fight_on(scene, who) && get_back(scene, router, who, intent) {
        return;
    }
    if best.is_none() && fighter.mount != NONE && ride::wheels(scene, router, who, intent) {
        return;
    }
    let Some((attack, worth)) = best else {
        // The opponent stands behind or beside: turn to him.
        return turn_upon(scene, who, intent);
    };
    let foe = target_of(&attack).unwrap_or(intent.foe);
    if count != 0
        && closes(scene, who, foe, worth)
        && scene.judge_action(who, None, Action::Close { target: foe }).is_ok()
    {
        intent.action = Action::Close { target: foe };
        intent.foe = foe;
        return;
    }
    // Without the guards that either of them has up at the moment, so that never all of them only guard.
    let plain = worth * unguarded(scene, who, foe);
    let evading = fighter.flags.has(Flags::EVADING);
    // Nor against somebody who guards himself.
    let guarded = worst.is_some_and(|foe| scene.fighter(foe).flags.has(Flags::EVADING));
    // Where friends strike at him too, somebody has to: there one guards in every other pulse at the most.
    let hopeless = HOPELESS * plain < pressed && !worst.is_some_and(|foe| is_shared(scene, who, foe));
    if !guarded && OUTCLASSED * plain < pressed && (!evading || hopeless) && fighter.mount == NONE {
        let parries = fighter.hands.into_iter().any(|item| {
            scene.wields(who, item)
                && scene.arm(who, item).is_some_and(|arm| arm.kind == ItemKind::Weapon && arm.uses.has(Uses::MELEE))
        });
        if parries && worst.is_some() {
            intent.action = Action::Evade;
            intent.foe = worst.unwrap_or(foe);
            return;
        }
    }
    strike(intent, attack);
}

/// Whether a friend strikes at an opponent of many hexes too, who can turn to one of them alone.
fn is_shared(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    !scene.is_single(foe)
        && scene.foes(foe).any(|one| {
            one != who
                && scene.faces_figure(one, foe)
                && scene.apart(one, foe) == 1
                && !scene.fighter(one).flags.any(HELPLESS.and(Flags::STUNNED).and(Flags::PRONE))
        })
}

/// How much more a blow would be worth if its target were not on guard.
fn unguarded(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> f32 {
    let guard = odds::guard(scene, foe);
    if guard == 0 {
        return 1.0;
    }
    odds::unguarded(odds::chance(scene, who, scene.prepared_weapon(who), foe, From::Melee), guard)
}

/// Whether coming to grips is better than going on as it is.
fn closes(scene: Scene<'_>, who: CombatantId, foe: CombatantId, worth: f32) -> bool {
    let sheet = scene.sheet(who);
    let dagger = scene
        .fighter(who)
        .hands
        .into_iter()
        .any(|item| scene.arm(who, item).is_some_and(|arm| arm.uses.has(Uses::CLOSE)) && scene.wields(who, item));
    if !dagger && sheet.naturals().next().is_none() && sheet.unarmed_rank.unwrap_or(0) < 3 {
        return false;
    }
    if scene.fighter(who).mount != NONE || scene.fighter(foe).mount != NONE || !scene.is_single(foe) {
        return false;
    }
    // Within a hex with more of them one is at their mercy.
    let crowd = scene.foes(who).filter(|&one| scene.apart(foe, one) <= 1).count();
    if 1 < crowd {
        return false;
    }
    let (mine, his) = (odds::grip(scene, who, foe), odds::grip(scene, foe, who));
    let now = worth - odds::danger(scene, foe, who);
    let wards = scene.has_melee_zone(foe);
    let repulsed = if wards { scene.repulse_rank(foe).clamp(0, 10) as f32 / 10.0 } else { 0.0 };
    let gain = (mine - his) - now;
    his < mine && 0.06 < gain * (1.0 - repulsed) - repulsed * worth * 0.3
}

/// An opponent is engaged with the figure from where it cannot strike him.
fn turn_upon(scene: Scene<'_>, who: CombatantId, intent: &mut Intent) {
    // The attack's shift comes with a turn, so that the blow is not lost. It is chosen after the turn.
    let held = scene.is_held(who);
    intent.action = if held { Action::Attack { move_after: false } } else { Action::Pass };
    if !held {
        intent.task = useful_task(scene, who);
    }
}

/// Out of the melee, where others can go on with it.
fn get_back(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) -> bool {
    let defensive = Action::Withdraw(Stance::Defensive);
    let open = Action::Withdraw(Stance::Open);
    if scene.judge_action(who, None, open).is_ok() && scene.fighter(who).mount == NONE {
        intent.action = open;
        let hexes = scene.allowance(who, Deed::Withdraw, false, scene.tmr(who));
        intent.way = router.way(scene, who, intent.foe, hexes, Aim::Away).unwrap_or_default();
        return true;
    }
    if scene.judge_action(who, None, defensive).is_ok() {
        intent.action = defensive;
        return true;
    }
    if scene.judge_action(who, None, Action::Evade).is_ok() {
        intent.action = Action::Evade;
        return true;
    }
    false
}

/// A multi-hex figure in the middle of smaller ones: it strikes, and goes over whom it can on the way.
fn bulk(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    match fight::best(scene, who, &MELEE, &[]) {
        Some((attack, _)) => {
            strike(intent, attack);
            // Its own movement comes first, and may change whom it can reach.
            intent.attack = None;
        }
        // Nobody ahead: it moves on, over whoever is in the way, or turns.
        None if scene.judge_action(who, None, Action::Withdraw(Stance::Open)).is_ok() => {
            intent.action = Action::Withdraw(Stance::Open);
            if let Some(foe) = router.heavy.find(scene, who, scene.tmr(who), None, |foe| wanted(scene, who, foe)) {
                (intent.foe, intent.planned) = (foe, true);
            }
        }
        None => intent.action = Action::Attack { move_after: false },
    }
}

/// Not engaged: shoot, charge, come nearer, or hang back.
fn at_large(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    let fighter = scene.fighter(who);
    let near = intent.foe;
    let away = scene.apart(who, near);
    let threat = scene
        .foes(who)
        .filter(|&foe| !scene.fighter(foe).flags.any(HELPLESS.and(Flags::STUNNED)))
        .map(|foe| scene.apart(who, foe) - charge_reach(scene, foe))
        .min();
    // Nobody can come before the next pulse.
    let quiet = threat.is_none_or(|room| 2 < room);
    if quiet {
        intent.task = care(scene, who);
        if intent.task != Task::Nothing {
            return;
        }
    }
    if shoot(scene, router, who, away, intent) {
        return;
    }
    let task = useful_task(scene, who);
    if task != Task::Nothing {
        intent.task = task;
        return;
    }
    if quiet && scene.sheet(who).poisons != 0 {
        intent.task = envenom(scene, who);
        if intent.task != Task::Nothing {
            return;
        }
    }
    if is_hurt(scene, who) && others_fight_on(scene, who) && fighter.mount == NONE && scene.is_single(who) {
        intent.action = Action::Evade;
        intent.way = router.way(scene, who, near, scene.half_tmr(who), Aim::Away).unwrap_or_default();
        return;
    }
    if fighter.mount != NONE {
        intent.foe = ride::quarry(scene, who).unwrap_or(near);
        return ride::ride(scene, router, who, intent);
    }
    if !scene.is_single(who) {
        return lumber(scene, router, who, intent);
    }
    if charge(scene, router, who, intent) {
        return;
    }
    approach(scene, router, who, intent);
}

/// A charge at whoever it is worth most against.
fn charge(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) -> bool {
    let fighter = scene.fighter(who);
    let plan = Plan { from: From::Charge, only: NONE, with: Arm::NONE };
    let arms = fight::arms(scene, who, &plan);
    let mut best: Option<(f32, CombatantId, Arm, i32)> = None;
    for &with in &arms {
        let Some(arm) = scene.arm(who, with) else { continue };
        let rushes = arm.shield.is_some_and(|shield| shield.rush);
        let kind = if rushes { Kind::Rush } else { Kind::Plain };
        if !rushes && (arm.kind == ItemKind::Shield || scene.judge_arm(who, with).is_err()) {
            continue;
        }
        let length = scene.charge_length(who, arm.group == Group::Pole);
        for foe in scene.foes(who) {
            let apart = scene.apart(who, foe);
            if apart < 1 || length + 1 < apart {
                continue;
            }
            let danger = odds::danger(scene, foe, who);
            let blow = crate::decision::Blow { with, target: foe, kind, modifier: 0 };
            // Who falls strikes back from the ground, if at all.
            let felling = if rushes { danger } else { 0.0 };
            let mut worth = odds::worth(scene, who, &blow, From::Charge, felling, 0) + 0.3 * danger;
            worth *= fight::interest(scene, foe);
            worth -= 0.01 * apart as f32;
            if best.is_none_or(|one| one.0 < worth) {
                best = Some((worth, foe, with, length));
            }
        }
    }
    // One attempt at the best, one at the nearest.
    let Some((worth, foe, with, length)) = best else { return false };
    if rush(scene, router, who, foe, worth, intent) {
        return true;
    }
    let long = scene.arm(who, with).is_some_and(|arm| arm.traits.has(Traits::LONG_HAFTED));
    let mount = scene.mount_of(foe).unwrap_or(foe);
    for target in [foe, intent.foe, mount] {
        if let Some(way) = router.way(scene, who, target, length, Aim::Strike { long })
            && !way.is_empty()
        {
            intent.action = Action::Charge { with, target };
            intent.foe = target;
            intent.way = way;
            return fighter.flags.has(Flags::PRONE) || scene.judge_action(who, None, intent.action).is_ok();
        }
    }
    false
}

/// `DQ-311` A charge right into somebody's hex, by those who are better at grappling than he is.
fn rush(
    scene: Scene<'_>,
    router: &mut Router,
    who: CombatantId,
    foe: CombatantId,
    worth: f32,
    intent: &mut Intent,
) -> bool {
    let action = Action::ChargeClose { target: foe };
    if !closes(scene, who, foe, worth) || scene.judge_action(who, None, action).is_err() {
        return false;
    }
    let near = scene.half_tmr(who) - scene.entry_cost(scene.entry(who, foe));
    let way = if scene.apart(who, foe) == 1 {
        Some(Way::new())
    } else {
        router.way(scene, who, foe, near, Aim::Strike { long: true }).filter(|way| !way.is_empty())
    };
    let mut at = scene.fighter(who).at;
    let mut cost = |way: &Way| -> i32 {
        let step = |&side: &Facing| {
            at = at.step(side);
            scene.entry_cost(at)
        };
        way.iter().rev().map(step).sum()
    };
    let Some(way) = way.filter(|way| cost(way) <= near.max(0)) else { return false };
    (intent.action, intent.foe, intent.way) = (action, foe, way);
    true
}

/// Nearer, but not into the reach of a charge if that can be had; through it behind a guard.
fn approach(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    let foe = pick(scene, who).unwrap_or(intent.foe);
    intent.foe = foe;
    let away = scene.apart(who, foe);
    // With archers behind, and none over there, it is for the others to come.
    if charge_reach(scene, who) < away && is_covered(scene, who) {
        let wary = away <= charge_reach(scene, foe) + 1;
        (intent.action, intent.aims) = (if wary { Action::Evade } else { Action::Pass }, true);
        return;
    }
    let able = !scene.fighter(foe).flags.any(HELPLESS.and(Flags::STUNNED).and(Flags::PRONE)) && !scene.is_engaged(foe);
    let shoots = scene.missiles(foe).any(|item| scene.arm(foe, item).is_some_and(|arm| arm.group == Group::Missile));
    let his = charge_reach(scene, foe);
    let own = charge_reach(scene, who);
    let wary =
        able && !shoots && scene.is_armed(foe) && scene.sheet(foe).hexes == 1 && scene.fighter(foe).mount == NONE;
    // Who has the longer charge waits for the other to come, who has the shorter one has to.
    if wary && his + 1 < away {
        intent.action = Action::Move;
        intent.way = router.way(scene, who, foe, scene.tmr(who), Aim::Until(his + 1)).unwrap_or_default();
        return;
    }
    if wary && own < away && away <= his + 1 {
        let hexes = scene.allowance(who, Deed::Evade, false, scene.half_tmr(who));
        if let Some(way) = router.way(scene, who, foe, hexes, Aim::Near)
            && !way.is_empty()
        {
            intent.action = Action::Evade;
            intent.way = way;
            return;
        }
    }
    intent.action = Action::Move;
    // Next to a monster or a rider one comes with a blow: from as far as a charge leads, if he does not come himself.
    let aim = if able && !wary && !shoots { Aim::Until(if breathes(scene, foe) { own } else { 2 }) } else { Aim::Near };
    intent.way = router.way(scene, who, foe, scene.tmr(who), aim).unwrap_or_default();
}

/// Whether a figure shoots or casts for as long as it is let.
fn shoots(scene: Scene<'_>, who: CombatantId) -> bool {
    let missile = |item: Arm| scene.arm(who, item).is_some_and(|arm| arm.group == Group::Missile);
    !scene.fighter(who).flags.any(HELPLESS.and(Flags::STUNNED)) && scene.missiles(who).any(missile)
}

/// Whether a friend shoots, who is not in the thick of it, and no opponent does, nor breathes fire.
fn is_covered(scene: Scene<'_>, who: CombatantId) -> bool {
    let friends = scene.state.ids().filter(|&one| one != who && !scene.are_foes(who, one));
    let mut able = friends.filter(|&one| scene.fighter(one).is_up() && !scene.is_engaged(one));
    let waits = |foe| !shoots(scene, foe) && !breathes(scene, foe);
    able.any(|one| shoots(scene, one)) && scene.foes(who).all(waits)
}

/// Whether a figure has a breath to use before long: from it one keeps apart from one's friends, and does not wait.
pub(super) fn breathes(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.sheet(who).breath.is_some() && !scene.fighter(who).flags.any(HELPLESS)
}

/// Whom to go for: who is near, hardly occupied, nearly done for, or dangerous from afar.
fn pick(scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
    if scene.state.fighters.len() == 2 {
        return None;
    }
    let score = |foe: CombatantId| {
        let fighter = scene.fighter(foe);
        let mut score = -10 * scene.apart(who, foe) - i32::from(fighter.ft + fighter.en) / 4;
        if fight::interest(scene, foe) < 1.0 {
            score -= 100;
        }
        if fighter.spell != NONE || scene.missiles(foe).next().is_some() {
            score += 15;
        }
        let busy = scene.state.ids().filter(|&one| !scene.are_foes(who, one) && scene.apart(one, foe) == 1).count();
        score - 6 * busy.saturating_sub(1) as i32
    };
    scene.foes(who).max_by_key(|&foe| score(foe))
}

/// Multi-hex figures: a charge that arrives, else on towards an opponent by the way that there is.
fn lumber(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    let plan = Plan { from: From::Charge, only: NONE, with: Arm::NONE };
    for with in fight::arms(scene, who, &plan) {
        let Some(arm) = scene.arm(who, with) else { continue };
        let length = scene.charge_length(who, arm.group == Group::Pole);
        let Some(foe) = router.heavy.find(scene, who, length, Some(length), |foe| wanted(scene, who, foe)) else {
            continue;
        };
        let charge = Action::Charge { with, target: foe };
        if scene.judge_action(who, None, charge).is_ok() {
            (intent.action, intent.foe, intent.planned) = (charge, foe, true);
            return;
        }
    }
    if let Some(foe) = router.heavy.find(scene, who, scene.tmr(who), None, |foe| wanted(scene, who, foe)) {
        (intent.action, intent.foe, intent.planned) = (Action::Move, foe, true);
        keep_off(scene, router, who);
    }
}

/// Who has a breath ready stops where he can use it in the next pulse, rather than among his opponents, where he
/// cannot.
fn keep_off(scene: Scene<'_>, router: &mut Router, who: CombatantId) {
    /// From farther away than this few can charge.
    const OFF: i32 = 4;
    let fighter = scene.fighter(who);
    let Some(breath) = scene.sheet(who).breath.filter(|_| fighter.breath <= 1) else { return };
    let nearest = |cell: Cell| scene.foes(who).map(|foe| distance(cell, scene.fighter(foe).at)).min().unwrap_or(0);
    let mut at = fighter.at;
    let mut stays = |step: &Step| {
        if let Step::To(way) = *step {
            at = at.step(way);
        }
        i32::from(breath.range) < nearest(at) || OFF <= nearest(at)
    };
    // The next step is the last of the list.
    let kept = router.heavy.steps.iter().rev().take_while(|&step| stays(step)).count();
    let over = router.heavy.steps.len() - kept;
    router.heavy.steps.drain(..over);
}

/// Whom a multi-hex figure goes for: those who can be of harm, while there are any.
fn wanted(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    1.0 <= fight::interest(scene, foe) || scene.foes(who).all(|foe| fight::interest(scene, foe) < 1.0)
}

/// Whether nothing seems to be in the way of a shot: no wall, and nobody of one's own.
pub(super) fn seems_open(scene: Scene<'_>, who: CombatantId, from: Cell, foe: CombatantId) -> bool {
    let to = if scene.is_single(foe) { scene.fighter(foe).at } else { scene.aim_at(who, foe) };
    let whole = distance(from, to);
    let friend = scene.state.ids().any(|one| {
        one != who && !scene.are_foes(who, one) && scene.fighter(one).is_up() && {
            let at = scene.fighter(one).at;
            at != from
                && at != to
                && distance(from, at) + distance(at, to) == whole
                && scene.map().line(from, to).twins().any(|(cell, twin)| cell == at || twin == Some(at))
        }
    });
    if friend {
        return false;
    }
    !scene.setup.any_screen
        || scene
            .map()
            .line(from, to)
            .with_ends()
            .filter(|&cell| cell != from && cell != to)
            .all(|cell| scene.map().ground(cell).is_some_and(|ground| !ground.blocks_sight && !ground.obscured))
}

/// Fires, loads, turns to a target, throws; puts the bow away when it is time. Whether any of that.
fn shoot(scene: Scene<'_>, router: &mut Router, who: CombatantId, away: i32, intent: &mut Intent) -> bool {
    let fighter = scene.fighter(who);
    let ranged = |item: Arm| {
        scene
            .arm(who, item)
            .is_some_and(|arm| arm.kind == ItemKind::Weapon && arm.uses.has(Uses::RANGED) && 0 < arm.range)
    };
    if !fighter.hands.into_iter().any(ranged) {
        return false;
    }
    let blow =
        |with: Arm, target| crate::decision::Blow { with, target, kind: crate::decision::Kind::Plain, modifier: 0 };
    let mut best: Option<(f32, Arm, CombatantId)> = None;
    for with in scene.missiles(who) {
        let Some(arm) = scene.arm(who, with) else { continue };
        let missile = arm.group == Group::Missile;
        let other = scene.items(who).any(|item| {
            item != with
                && scene.arm(who, item).is_some_and(|own| own.kind == ItemKind::Weapon && own.uses.has(Uses::MELEE))
                && scene.has(who, item)
                && !scene.is_broken(who, item)
        });
        // The only weapon is not thrown away, nor one with which a charge is as good.
        if !missile && (!other && arm.uses.has(Uses::MELEE) || away < 3) {
            continue;
        }
        for foe in scene.foes(who) {
            let apart = scene.apart(who, foe);
            if apart < 2 || i32::from(arm.range) < apart || scene.fighter(foe).flags.has(Flags::RESTRAINED) {
                continue;
            }
            if !seems_open(scene, who, fighter.at, foe) {
                continue;
            }
            let worth = odds::worth(scene, who, &blow(with, foe), From::Fire, 0.0, 0);
            // One can only shoot ahead: turning comes with another pulse.
            let ahead = scene.in_ranged_zone(who, scene.aim_at(who, foe));
            let worth = if ahead { worth } else { 0.4 * worth };
            if best.is_none_or(|one| one.0 < worth) {
                best = Some((worth, with, foe));
            }
        }
    }
    // A loaded crossbow goes with a step, and a turn.
    if let Some((worth, with, foe)) = best
        && 0.004 < worth
    {
        intent.foe = foe;
        let plan = Plan { from: From::Fire, only: NONE, with: Arm::NONE };
        let attack = Attack::One(blow(with, foe));
        let ahead = scene.in_ranged_zone(who, scene.aim_at(who, foe));
        let crossbow = scene.arm(who, with).is_some_and(|arm| arm.traits.has(Traits::CROSSBOW));
        if ahead || crossbow {
            let moving = if ahead { Moving::No } else { Moving::Before };
            let action = Action::Fire { moving };
            if scene.judge_action(who, None, action).is_ok() && scene.judge_attack(who, &plan, &attack).is_ok() {
                intent.action = action;
                intent.attack = Some(attack);
                return true;
            }
        } else if fighter.mount == NONE {
            // A Pass with a turn.
            intent.aims = true;
            return true;
        }
    }
    if 3 < away || is_left_alone(scene, who) {
        let load = fighter.hands.into_iter().filter(|&item| item != Arm::NONE).map(Task::Load);
        if let Some(task) = load.into_iter().find(|&task| scene.judge_task(who, task).is_ok()) {
            intent.task = task;
            return true;
        }
        // With a bow and arrows left one looks for a clear shot.
        let bow = scene.missiles(who).filter_map(|item| scene.arm(who, item)).find(|arm| arm.group == Group::Missile);
        if let Some(bow) = bow
            && fighter.mount == NONE
        {
            let range = i32::from(bow.range);
            if let Some(way) = router.way(scene, who, intent.foe, scene.tmr(who), Aim::Shoot(range))
                && !way.is_empty()
            {
                intent.action = Action::Move;
                intent.way = way;
                return true;
            }
            // With others to do the fighting, he keeps out of it until there is one.
            if is_left_alone(scene, who) {
                intent.action = Action::Move;
                intent.way = router.way(scene, who, intent.foe, scene.tmr(who), Aim::Away).unwrap_or_default();
                return true;
            }
        }
    }
    false
}

/// Whether every opponent who could come at once has somebody else to deal with.
fn is_left_alone(scene: Scene<'_>, who: CombatantId) -> bool {
    let able = |foe: &CombatantId| !scene.fighter(*foe).flags.any(HELPLESS.and(Flags::STUNNED));
    let near = |foe: &CombatantId| scene.apart(who, *foe) <= charge_reach(scene, *foe);
    scene.state.fighters.len() != 2 && scene.foes(who).filter(able).filter(near).all(|foe| scene.is_engaged(foe))
}

/// The second action of the very quick: a guard, if there is somebody to guard against.
pub(super) fn second(scene: Scene<'_>, who: CombatantId, first: Deed) -> Action {
    let guards = first != Deed::Evade && scene.is_engaged(who);
    if guards && scene.judge_action(who, Some(first), Action::Evade).is_ok() { Action::Evade } else { Action::Nothing }
}

/// `DQ-R10` The facing in which one strikes at somebody: beside the head of a mount (`DQ-725`).
pub(super) fn facing_at(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> Facing {
    let fighter = scene.fighter(who);
    let to =
        scene.body(foe).into_iter().min_by_key(|&cell| distance(fighter.at, cell)).unwrap_or(scene.fighter(foe).at);
    let straight = towards(fighter.at, to);
    if fighter.mount == NONE { straight } else { straight.turned(1) }
}
