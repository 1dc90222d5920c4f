//! The plan of a turn.

use super::approach::at_large;
use super::melee::{in_grips, in_melee};
use super::needs::useful_task;
use super::route::{Aim, Router, Way, is_pressed, towards};
use super::{fight, magic};
use crate::decision::{Action, Attack, Deed, From, NONE, Plan, Stance, Task};
use crate::movement::zones::{direction, distance};
use crate::scene::Scene;
use crate::sheet::Arm;
use crate::state::{Flags, HELPLESS};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;

/// The plan of a figure for its turn.
#[derive(Debug, Clone)]
pub(super) struct Intent {
    /// The figure; [`NONE`] for none.
    pub who: u8,
    /// The opponent.
    pub foe: CombatantId,
    /// The action.
    pub action: Action,
    /// The task of a Pass.
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
    if super::orders::gets_away(scene, who) {
        return true;
    }
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
pub(super) fn is_hurt(scene: Scene<'_>, who: CombatantId) -> bool {
    let fighter = scene.fighter(who);
    fighter.ft == 0 && i32::from(fighter.en) * 2 <= i32::from(scene.sheet(who).en)
}

/// Whether others of the side, who are not hurt, are in the thick of it.
pub(super) fn others_fight_on(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.state.ids().any(|one| {
        one != who
            && !scene.are_foes(who, one)
            && scene.fighter(one).is_up()
            && !scene.fighter(one).flags.any(HELPLESS.union(Flags::STUNNED))
            && !is_hurt(scene, one)
            && scene.is_engaged(one)
    })
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
    if is_shy(scene, who) {
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
pub(super) fn target_of(attack: &Attack) -> Option<CombatantId> {
    match attack {
        Attack::Forgo => None,
        Attack::One(blow) => Some(blow.target),
        Attack::Several(blows) => blows.all().first().map(|blow| blow.target),
    }
}

pub(super) fn strike(intent: &mut Intent, attack: Attack) {
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
        let back = Action::Withdraw(if scene.shields(who).is_empty() { Stance::Offensive } else { Stance::Defensive });
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

/// Whether a creature has nothing to fight with, such as a pony.
fn is_shy(scene: Scene<'_>, who: CombatantId) -> bool {
    !scene.sheet(who).has_hands && scene.sheet(who).naturals().next().is_none()
}

/// A creature that has nothing to fight with keeps out of the way. If nobody of its side can fight any more, it leaves the
/// map.
fn shy(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    /// From here on nobody is near.
    const FAR: i32 = 8;
    let fighter = scene.fighter(who);
    let away = [Action::Withdraw(Stance::Break), Action::Withdraw(Stance::Open), Action::Move, Action::Evade];
    if fighter.flags.has(Flags::PRONE) && !fighter.flags.has(Flags::CLOSE) {
        intent.task = Task::StandUp;
        return;
    }
    if fighter.flags.has(Flags::ENTANGLED) {
        intent.task = Task::Disentangle;
        return;
    }
    let can_fight = |one| !scene.are_foes(who, one) && scene.fighter(one).is_up() && !is_shy(scene, one);
    if !scene.state.ids().any(can_fight) && flee(scene, router, who, scene.is_engaged(who), intent) {
        if scene.judge_action(who, None, intent.action).is_ok() {
            return;
        }
        (intent.action, intent.leaves) = (Action::Pass, None);
    }
    if scene.apart(who, intent.foe) < FAR
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

/// The second action of the very quick: a guard, if there is somebody to guard against.
pub(super) fn second(scene: Scene<'_>, who: CombatantId, first: Deed) -> Action {
    let guards = first != Deed::Evade && scene.is_engaged(who);
    if guards && scene.judge_action(who, Some(first), Action::Evade).is_ok() { Action::Evade } else { Action::Nothing }
}

/// `DQ-725` Whether somebody would be in the melee zone of a figure that faced that way, and no part of him straight ahead of
/// its mount.
pub(super) fn lies_ahead(scene: Scene<'_>, who: CombatantId, foe: CombatantId, facing: Facing) -> bool {
    let (fighter, body) = (scene.fighter(who), scene.body(foe));
    let lies = |turns: [u8; 2]| {
        let way = |&cell: &Cell| direction(fighter.at, cell).map(|way| (way + 6 - facing.index()) % 6);
        body.iter().filter_map(way).any(|turn| turns.contains(&turn))
    };
    if fighter.mount == NONE { lies([0, 0]) || lies([1, 5]) } else { lies([1, 5]) && !lies([0, 0]) }
}

/// `DQ-R10` The facing in which one strikes at somebody: beside the head of a mount (`DQ-725`).
pub(super) fn facing_at(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> Facing {
    let fighter = scene.fighter(who);
    let to =
        scene.body(foe).into_iter().min_by_key(|&cell| distance(fighter.at, cell)).unwrap_or(scene.fighter(foe).at);
    let straight = towards(fighter.at, to);
    if fighter.mount == NONE {
        return straight;
    }
    let turns = |facing: &Facing| {
        let turn = (facing.index() + 6 - fighter.facing.index()) % 6;
        turn.min(6 - turn)
    };
    let beside = Facing::HEX.into_iter().filter(|&facing| lies_ahead(scene, who, foe, facing));
    beside.min_by_key(turns).unwrap_or(straight.turned(1))
}
