//! Questions and answers in words, with the odds of the interesting ones.

use super::{Names, cell, names};
use crate::decision::{
    Action, Arm, Attack, Blow, Choice, Free, From, Gait, Kind, Moving, Question, Spoil, Stance, Step, Task,
};
use crate::scene::{Scene, Setup};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};
use affray_session::narrate::capitalized;

/// A question put to a person, in one line.
pub fn prompt(scene: Scene<'_>, question: &Question) -> String {
    let names = names(scene);
    let who = names.of(question.who());
    match *question {
        Question::Roller { .. } => format!("Who rolls for initiative in the leader's place, {who} or another?"),
        Question::FirstSide { .. } => format!("{who}'s side has won the initiative: which side goes first?"),
        Question::First { .. } => format!("{who} has the initiative in this engagement: act first (or last)?"),
        Question::Next { who } => format!("{}: who acts next?", names.side(scene.side(who))),
        Question::Act { after: None, .. } => format!("{who}: which action?"),
        Question::Act { after: Some(_), .. } => format!("{who}: a second action?"),
        Question::Walk { walk, .. } => match walk.gait {
            _ if walk.stopped => format!("{who} has to stop: which facing?"),
            Gait::Shift => format!("{who}: shift or turn?"),
            _ => format!("{who}: where to? Movement points left: {}.", walk.left),
        },
        Question::Attack { .. } => format!("{who}: which attack?"),
        Question::Repulse { by, .. } => format!("{who}: {} comes close. Repulse?", names.of(by)),
        Question::Parry { by, with, .. } => {
            format!("{who}: {} misses widely with {}. Parry?", names.of(by), names.arm(by, with))
        }
        Question::Spare { .. } => format!("{who}: shall the armor suffer, or the shield break?"),
        Question::Task { .. } => format!("{who}: what is the Pass used for?"),
        Question::Face { .. } => format!("{who}: which facing?"),
        Question::Away { .. } => format!("{who}: to which hex?"),
        Question::Hold { who: holder } => {
            format!("{who}: go on holding {} (or release)?", names.of(CombatantId(scene.fighter(holder).restrains)))
        }
        Question::Loose { who: firer, blow } => loose(scene, firer, &blow, true),
        Question::FaceAfterCast { .. } => format!("{who} has cast: which facing?"),
        Question::Talent { .. } => format!("{who}: use a Talent?"),
        Question::Day { days, .. } => format!("After the battle {who} is infected: does day {} pass?", days + 1),
    }
}

/// `DQ-423` Whether to loose, with those who stand on the line of fire before the target, each with the chance that the shot ends
/// there if that is told.
pub(super) fn loose(scene: Scene<'_>, firer: CombatantId, blow: &Blow, with_chances: bool) -> String {
    let (who, target) = (names(scene).of(firer), names(scene).of(blow.target));
    let met = scene.on_line(firer, blow.target, scene.aim_at(firer, blow.target));
    let met_before = |&(one, at): &(CombatantId, Cell)| {
        let name = names(scene).of(one);
        let chance = || scene.modified_chance::<Sum>(firer, &Blow { target: one, ..*blow }, From::Fire, at).total();
        if with_chances { format!("{name} ({} % to hit)", chance().min(98)) } else { name.to_owned() }
    };
    let before: Vec<String> = met.iter().take_while(|one| one.0 != blow.target).map(met_before).collect();
    if before.is_empty() {
        format!("{who} has a clear line to {target}. Loose (or hold)?")
    } else {
        format!("{who} has a line to {target}, and on it, before {target}: {}. Loose (or hold)?", before.join(", "))
    }
}

/// A choice told to the person who is to make it, with its odds where they are of interest.
pub fn label(scene: Scene<'_>, question: &Question, choice: &Choice) -> String {
    let who = question.who();
    let text = super::choice(scene.setup, who, choice);
    match (question, choice) {
        (Question::Attack { plan, .. }, Choice::Attack(Attack::One(blow))) if plan.from == From::Fire => {
            let at = scene.aim_at(who, blow.target);
            let chance = scene.modified_chance::<Sum>(who, blow, From::Fire, at).total();
            // DQ-424: nobody looks along the line before the Fire action.
            format!("{text}: {} % to hit if the line is clear ({})", chance.min(98), rule!("DQ-424"))
        }
        (Question::Attack { plan, .. }, Choice::Attack(Attack::One(blow))) => {
            let chance = scene.modified_chance::<Sum>(who, blow, plan.from, scene.fighter(blow.target).at).total();
            format!("{text}: {} % to hit", chance.min(98))
        }
        (Question::Attack { plan, .. }, Choice::Attack(Attack::Several(blows))) => {
            let chance = |blow| {
                scene
                    .modified_chance::<Sum>(who, blow, plan.from, scene.fighter(blow.target).at)
                    .total()
                    .min(98)
                    .to_string()
            };
            let chances: Vec<String> = blows.all().iter().map(chance).collect();
            format!("{text}: {} % to hit", chances.join(" and "))
        }
        (Question::Day { .. }, Choice::Day(false)) => "No: it is over".to_owned(),
        (Question::Walk { .. }, Choice::Step(Step::To(way))) => {
            format!("{text} (to {})", cell(scene.fighter(who).at.step(*way)))
        }
        _ => text,
    }
}

/// The chance of a strike, the first of several. A parry stops only what misses (`DQ-413`).
pub(crate) fn chance(scene: Scene<'_>, question: &Question, choice: &Choice) -> Option<f64> {
    let (Question::Attack { plan, .. }, Choice::Attack(attack)) = (question, choice) else { return None };
    let blow = match attack {
        Attack::One(blow) => blow,
        Attack::Several(blows) => blows.all().first()?,
        Attack::Forgo => return None,
    };
    let (who, fires) = (question.who(), plan.from == From::Fire);
    let at = if fires { scene.aim_at(who, blow.target) } else { scene.fighter(blow.target).at };
    Some(f64::from(scene.modified_chance::<Sum>(who, blow, plan.from, at).total().clamp(0, 98)) / 100.0)
}

/// A choice in words, which begin with a capital.
pub(crate) fn choice(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
    capitalized(&in_words(setup, who, choice))
}

fn in_words(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
    let names = Names(setup);
    match *choice {
        Choice::Roller(figure) | Choice::Next(figure) => names.of(figure).to_owned(),
        Choice::FirstSide(side) => names.side(side).to_owned(),
        Choice::First(yes) | Choice::Repulse(yes) | Choice::Hold(yes) | Choice::Loose(yes) | Choice::Day(yes) => {
            if yes { "yes" } else { "no" }.to_owned()
        }
        Choice::Act(what) => action(names, who, what),
        Choice::Step(Step::To(way)) => format!("go {}", way.name()),
        Choice::Step(Step::Turn(facing)) => format!("turn {}", facing.name()),
        Choice::Step(Step::Jump { way, hexes }) => format!("jump {} {hexes}", way.name()),
        Choice::Step(Step::Stop) => "stop".to_owned(),
        Choice::Attack(Attack::Forgo) | Choice::Riposte(Attack::Forgo) => "no attack".to_owned(),
        Choice::Attack(Attack::One(one)) | Choice::Riposte(Attack::One(one)) => blow(names, who, &one),
        Choice::Attack(Attack::Several(all)) | Choice::Riposte(Attack::Several(all)) => {
            all.all().iter().map(|one| blow(names, who, one)).collect::<Vec<_>>().join(", then ")
        }
        Choice::Parry(Some(with)) => format!("parry with {}", names.arm(who, with)),
        Choice::Parry(None) => "no parry".to_owned(),
        Choice::Spoil(Spoil::Armor) => "the armor".to_owned(),
        Choice::Spoil(Spoil::Shield) => "the shield".to_owned(),
        Choice::Task(what) => task(names, who, what),
        Choice::Face(facing) => format!("face {}", facing.name()),
        Choice::Away(at) => format!("to {}", cell(at)),
        Choice::Talent(Some(talent)) => format!("{} at {}", names.spell(who, talent.spell), names.of(talent.target)),
        Choice::Talent(None) => "no Talent".to_owned(),
        Choice::Free(Free::Drop(item)) => format!("drop {}", names.arm(who, item)),
    }
}

/// A blow as it is chosen: `trip Hale with spear`.
fn blow(names: Names<'_>, who: CombatantId, blow: &Blow) -> String {
    let verb = match blow.kind {
        Kind::Plain => "attack",
        Kind::Trip => "trip",
        Kind::Entangle => "entangle",
        Kind::Knockout => "knock out",
        Kind::Rush => "rush",
        Kind::Disarm { .. } => "disarm",
        Kind::Restrain { .. } => "restrain",
    };
    format!("{verb} {}", object(names, who, blow))
}

/// A blow as it is struck, before its dice, after the name of whose it is: `tries to trip Hale with spear`.
pub(super) fn tries(names: Names<'_>, who: CombatantId, blow: &Blow) -> String {
    let verb = match blow.kind {
        Kind::Plain => "attacks",
        Kind::Trip => "tries to trip",
        Kind::Entangle => "tries to entangle",
        Kind::Knockout => "tries to knock out",
        Kind::Rush => "rushes",
        Kind::Disarm { .. } => "tries to disarm",
        Kind::Restrain { .. } => "tries to restrain",
    };
    format!("{verb} {}", object(names, who, blow))
}

/// Whom a blow is meant for, with what it is struck, and the game master's modifier.
fn object(names: Names<'_>, who: CombatantId, blow: &Blow) -> String {
    let (target, with) = (names.of(blow.target), names.arm(who, blow.with));
    let modifier = if blow.modifier == 0 { String::new() } else { format!(" at {:+}", blow.modifier) };
    match blow.kind {
        Kind::Disarm { held } => format!("{target} of {} with {with}{modifier}", names.arm(blow.target, held)),
        Kind::Restrain { helper, second } => {
            let helpers: Vec<&str> = [helper, second].into_iter().flatten().map(|one| names.of(one)).collect();
            let help =
                if helpers.is_empty() { String::new() } else { format!(" together with {}", helpers.join(" and ")) };
            format!("{target}{help}{modifier}")
        }
        _ => format!("{target} with {with}{modifier}"),
    }
}

/// An action in words.
pub(super) fn action(names: Names<'_>, who: CombatantId, action: Action) -> String {
    match action {
        Action::Nothing => "No further action".to_owned(),
        Action::Attack { move_after: false } => "Attack".to_owned(),
        Action::Attack { move_after: true } => "Attack, then move".to_owned(),
        Action::Evade => "Evade".to_owned(),
        Action::Withdraw(Stance::Offensive) => "Withdraw offensively".to_owned(),
        Action::Withdraw(Stance::Defensive) => "Withdraw defensively".to_owned(),
        Action::Withdraw(Stance::Open) => "Withdraw".to_owned(),
        Action::Withdraw(Stance::Break) => "Break out".to_owned(),
        Action::Pass => "Pass".to_owned(),
        Action::MoveThenPass => "Move, then pass".to_owned(),
        Action::Move => "Move".to_owned(),
        Action::Charge { with, target } => format!("Charge {} with {}", names.of(target), names.arm(who, with)),
        Action::Retreat => "Retreat".to_owned(),
        Action::Grapple if names.has_hands(who) => "Grapple".to_owned(),
        Action::Grapple => "Attack in close combat".to_owned(),
        Action::Close { target } => format!("Close with {}", names.of(target)),
        Action::ChargeClose { target } => format!("Charge and close with {}", names.of(target)),
        Action::Fire { moving: Moving::No } => "Fire".to_owned(),
        Action::Fire { moving: Moving::Before } => "Move, then fire".to_owned(),
        Action::Fire { moving: Moving::After } => "Fire, then move".to_owned(),
        Action::Breathe { target } => format!("Breathe at {}", names.of(target)),
        Action::Cast { target } => format!("Cast at {}", names.of(target)),
    }
}

/// The task of a Pass in words.
pub(super) fn task(names: Names<'_>, who: CombatantId, task: Task) -> String {
    let item = |item| names.arm(who, item);
    match task {
        Task::Nothing => "Nothing".to_owned(),
        Task::Prepare(what) => format!("Prepare {}", item(what)),
        Task::Store(what) => format!("Store {}", item(what)),
        Task::PickUp(what) => format!("Pick up {}", item(what)),
        Task::Mount(mount) => format!("Mount {}", names.of(mount)),
        Task::Dismount => "Dismount".to_owned(),
        Task::StandUp => "Stand up".to_owned(),
        Task::Crawl => "Crawl".to_owned(),
        Task::LieDown => "Lie down".to_owned(),
        Task::Disentangle => "Disentangle".to_owned(),
        Task::Load(what) => format!("Load {}", item(what)),
        Task::Poison { item: what, poison } => format!("Put {} on {}", names.poison(poison), item(what)),
        Task::Remove { from, owner, item } if names.is_missile_weapon(owner, Arm::own(item)) => {
            let weapon = names.arm(owner, Arm::own(item));
            format!("Remove what {}'s {weapon} sent from {}", names.of(owner), names.of(from))
        }
        Task::Remove { from, owner, item } => {
            format!("Remove {} from {}", names.item(owner, Arm::own(item)), names.of(from))
        }
        Task::Bandage(patient) => format!("Bandage {}", names.of(patient)),
        Task::Spell(spell) => format!("Prepare {}", names.spell(who, spell)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{NONE, Plan};
    use crate::files::Scenario;
    use affray_files::{Source, no_files};

    /// `DQ-423` `DQ-E52` Who stands on the line is named before anything is loosed: Aldric, at 79 - 13.
    #[test]
    fn a_line_is_clear_only_if_nobody_stands_on_it() {
        let asked = |aldric: &str| {
            let text = format!(
                "ruleset = 'dragonquest'\n\
                 [[combatant]]\nname = 'Cyra'\nside = 'a'\nsheet = 'cyra'\nat = [0, 0]\n\
                 [[combatant]]\nname = 'Aldric'\nside = 'a'\nsheet = 'aldric'\nat = {aldric}\n\
                 [[combatant]]\nname = 'Dorn'\nside = 'b'\nsheet = 'dorn'\nat = [12, 0]\n"
            );
            let read = Scenario::read(&Source::new("a.toml", text), &no_files);
            let loaded = read.unwrap_or_else(|error| panic!("{error}"));
            let blow = Blow { with: Arm::own(0), target: CombatantId(2), kind: Kind::Plain, modifier: 0 };
            let scene = Scene { setup: loaded.setup(), state: loaded.start() };
            prompt(scene, &Question::Loose { who: CombatantId(0), blow })
        };
        assert_eq!(asked("[3, 1]"), "Cyra has a clear line to Dorn. Loose (or hold)?");
        assert_eq!(
            asked("[3, 0]"),
            "Cyra has a line to Dorn, and on it, before Dorn: Aldric (66 % to hit). Loose (or hold)?"
        );
    }

    /// `DQ-424` The chance of a shot does not tell whether a wall is in its way, as of
    /// `DQ-E51`.
    #[test]
    fn a_shot_is_offered_alike_with_and_without_a_wall_before_it() {
        let offered = |map: &str| {
            let text = format!(
                "ruleset = 'dragonquest'\n{map}\n\
                 [[combatant]]\nname = 'Cyra'\nside = 'a'\nsheet = 'cyra'\nat = [0, 0]\n\
                 [[combatant]]\nname = 'Dorn'\nside = 'b'\nsheet = 'dorn'\nat = [12, 0]\n"
            );
            let read = Scenario::read(&Source::new("a.toml", text), &no_files);
            let loaded = read.unwrap_or_else(|error| panic!("{error}"));
            let scene = Scene { setup: loaded.setup(), state: loaded.start() };
            let (who, plan) = (CombatantId(0), Plan { from: From::Fire, only: NONE, with: Arm::NONE });
            let blow = Blow { with: Arm::own(0), target: CombatantId(1), kind: Kind::Plain, modifier: 0 };
            label(scene, &Question::Attack { who, plan }, &Choice::Attack(Attack::One(blow)))
        };
        let open = offered("");
        assert!(open.ends_with(": 63 % to hit if the line is clear (DQ-424)"), "{open}");
        assert_eq!(offered("map = { open = true, area = [{ cells = [[5, 0]], terrain = 'wall' }] }"), open);
    }
}
