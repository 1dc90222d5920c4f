//! Missiles and thrown weapons: the missile maneuvers, aim, snap shots, rapid fire.
//!
//! Rules `GR-033` to `GR-060`; rulings `GR-R41` to `GR-R46`.

use crate::Graded;
use crate::decision::{Blow, Cover, From, Maneuver, ManeuverKind, NONE, Plan, Watch};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{Item, Ranged, Rate};
use crate::state::{Aim, ItemFlags, Marks};
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::tally::Tally;

/// `GR-059` The most that aiming adds.
const MOST_AIM: i32 = 3;

impl Scene<'_> {
    /// `GR-055` `GR-R42` Rounds of aim that serve a shot: at this target, or at his hex, with this weapon.
    pub fn aim_of(self, who: CombatantId, blow: &Blow) -> i32 {
        let fighter = self.fighter(who);
        let aim = &fighter.aim;
        if aim.rounds == 0 || aim.item != blow.with {
            return 0;
        }
        let at_target = aim.target == blow.target.0;
        let at_hex = aim.target == NONE && aim.hex == self.fighter(blow.target).at;
        if at_target || at_hex { i32::from(aim.rounds) } else { 0 }
    }

    /// `GR-033` `GR-034` `GR-042` Whether a shot with that skill counts as a snap shot.
    fn is_snap_shot(self, ranged: &Ranged, aim: i32) -> bool {
        !ranged.is_skilled() && aim == 0
    }

    /// `GR-057` `GR-058` What so many rounds of aim add.
    pub(crate) const fn aim_bonus(ranged: &Ranged, aim: i32) -> i32 {
        let rounds = if ranged.is_skilled() { aim } else { aim - 1 };
        if rounds < 0 {
            0
        } else if rounds > MOST_AIM {
            MOST_AIM
        } else {
            rounds
        }
    }

    /// `GR-039` `GR-047` `GR-R41` `GR-R44` Rounds of aim that serve this very shot: the first of several, neither
    /// a hasty crossbow's nor one on the move.
    pub(crate) fn aim_for(self, who: CombatantId, blow: &Blow, plan: &Plan) -> i32 {
        let hasty = plan.from == From::Rapid && self.item(who, blow.with).is_some_and(Item::is_crossbow);
        let walks = matches!(plan.from, From::Walking | From::Running);
        if plan.number != 0 || hasty || walks { 0 } else { self.aim_of(who, blow) }
    }

    /// What maneuver, range, speed and cover add to a shot.
    pub(crate) fn add_missile<T: Tally>(self, score: &mut T, who: CombatantId, blow: &Blow, plan: &Plan) {
        let Some(ranged) = self.item(who, blow.with).and_then(|item| item.ranged.as_ref()) else { return };
        let fighter = self.fighter(who);
        let aim = self.aim_for(who, blow, plan);
        match plan.from {
            From::Walking | From::Running => {
                // Riders pay for what their mount moves instead (GR-191).
                let pace = match plan.from {
                    _ if self.is_mounted(who) => 0,
                    From::Walking => -1,
                    _ => -2,
                };
                // GR-186: three times for bows and crossbows.
                let (rule, times) = if ranged.is_bow { (rule!("GR-186"), 3) } else { (rule!("GR-185"), 1) };
                score.add(rule, pace * times);
            }
            From::Rapid => score.add(rule!("GR-045"), if plan.number == 0 { 0 } else { -1 }),
            From::PopUp => score.add(rule!("GR-049"), -2),
            From::Opportunity => {
                let (words, width) = match fighter.watch {
                    Watch::Hex(_) => ("watching one hex", -2),
                    Watch::Forward => ("watching three hexes", -4),
                    Watch::Line(_) => ("watching a line", -5),
                    Watch::None | Watch::Reach(_) => ("", 0),
                };
                score.add(rule!("GR-052").named(words), width);
                score.add(rule!("GR-053"), if fighter.marks.has(Marks::WATCH_PER) { -2 } else { 0 });
            }
            _ => {}
        }
        let rule = match plan.from {
            From::PopUp => rule!("GR-050"),
            From::Opportunity => rule!("GR-054"),
            _ => rule!("GR-042"),
        };
        score.add(rule, if self.is_snap_shot(ranged, aim) { -3 } else { 0 });
        let rule = if ranged.is_skilled() { rule!("GR-057") } else { rule!("GR-058") };
        score.add(rule, Self::aim_bonus(ranged, aim));
        score.add(rule!("GR-187"), if fighter.at == self.fighter(blow.target).at { -2 } else { 0 });
        self.add_range(score, who, blow, ranged);
        self.add_cover(score, Some(who), blow);
    }

    /// `GR-037` `GR-R78` Whether a shot may be made so, being otherwise an attack.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_shot(self, who: CombatantId, plan: &Plan, blow: &Blow) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        let Some((item, ranged)) = self.item(who, blow.with).and_then(|item| Some((item, item.ranged.as_ref()?)))
        else {
            return Err(Refusal::impossible(rule!("GR-011"), "that weapon is neither thrown nor shot"));
        };
        let state = fighter.items[blow.with as usize];
        if state.count == 0 {
            return refuse(rule!("GR-060"), "none is left");
        }
        if plan.from == From::Rapid && !ranged.is_skilled() {
            return refuse(rule!("GR-043"), "rapid fire takes a skill of at least Snap Shot with that weapon");
        }
        if item.is_crossbow() && !state.flags.has(ItemFlags::LOADED) {
            return refuse(rule!("GR-037"), "the crossbow is not loaded: Reload");
        }
        if plan.number != 0 && !self.has_more_shots(ranged, plan) {
            return refuse(rule!("GR-035"), "no further shot in this round");
        }
        let range = self.effective_range(who, blow.target);
        if range > ranged.range || range > crate::strike::range::FARTHEST {
            return refuse(rule!("GR-R78"), "that is beyond the weapon's range: go nearer");
        }
        // GR-R82: full cover leaves no shot.
        if [blow.declared.cover, self.setup.scenario.cover].contains(&Cover::Full) {
            return refuse(rule!("GR-R63"), "the target is behind full cover");
        }
        if !self.has_in_front(who, blow.target) {
            return refuse(rule!("GR-R37"), "the target is not in front: turn first");
        }
        Ok(())
    }

    /// `GR-027` `GR-035` `GR-036` `GR-044` `GR-R44` Whether a maneuver has that shot, counted from 0.
    pub fn has_more_shots(self, ranged: &Ranged, plan: &Plan) -> bool {
        let skilled = ranged.is_skilled();
        let shots = match (plan.from, ranged.rate) {
            (From::Rapid, Rate::Crossbow) => 1,
            (From::Rapid, Rate::Fast) => 3,
            (From::Rapid, _) => 2,
            (From::Missile | From::Walking | From::Running, Rate::Fast) if skilled => 2,
            _ => 1,
        };
        plan.number < shots
    }

    /// `GR-043` `GR-R43` Whether a combatant may fire rapidly with something in hand.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_rapid_fire(self, who: CombatantId) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let skilled = fighter.hands.into_iter().any(|with| {
            fighter.wields(with)
                && self.item(who, with).and_then(|item| item.ranged.as_ref()).is_some_and(Ranged::is_skilled)
        });
        if skilled {
            Ok(())
        } else {
            Err(Refusal::new(
                rule!("GR-043"),
                "rapid fire takes a skill of at least Snap Shot with what is in hand: shoot once, or aim",
            ))
        }
    }

    /// `GR-049` `GR-R45` Whether there is cover to come out of: in the own hex, beside it, or declared.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_pop_up(self, who: CombatantId) -> Result<(), Refusal> {
        self.judge_shooter(who)?;
        let (map, at) = (self.map(), self.fighter(who).at);
        let hides = self.setup.scenario.cover != Cover::None
            || map.ground(at).is_some_and(|ground| ground.cover || ground.is_screen())
            || map.neighbors(at).any(|(_, next)| map.at(next).is_screen());
        if hides {
            Ok(())
        } else {
            Err(Refusal::new(rule!("GR-049"), "there is no cover to come out of: shoot, or move behind cover"))
        }
    }

    /// `GR-055` Whether something is in hand, ready and loaded, with something left to shoot or throw.
    pub(crate) fn is_loaded(self, who: CombatantId, with: u8) -> bool {
        let fighter = self.fighter(who);
        let Some(item) = self.item(who, with) else { return false };
        let state = fighter.items[with as usize];
        fighter.wields(with) && state.count != 0 && (!item.is_crossbow() || state.flags.has(ItemFlags::LOADED))
    }

    /// `GR-055` Whether something in hand can be aimed so.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_aim(self, who: CombatantId, target: Option<CombatantId>, hex: Cell, with: u8) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(item) = self.item(who, with) else {
            return Err(Refusal::impossible(rule!("GR-055"), "there is no such weapon"));
        };
        if item.ranged.is_none() || !self.is_loaded(who, with) {
            return refuse(rule!("GR-055"), "aiming takes a ranged weapon, in hand and loaded");
        }
        let seen = match target {
            Some(target) => target != who && self.sees(who, target),
            None => self.sees_hex(who, hex),
        };
        if seen { Ok(()) } else { refuse(rule!("GR-R63"), "that is out of sight") }
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-055` to `GR-059` A round of aim.
    pub(crate) fn aim(&mut self, who: CombatantId, target: Option<CombatantId>, hex: Cell, with: u8) {
        let fighter = &mut self.state[who];
        let wanted = target.map_or(NONE, |target| target.0);
        let hex = if target.is_some() { Cell::new(0, 0) } else { hex };
        let same = fighter.aim.rounds != 0
            && fighter.last == ManeuverKind::Aim
            && fighter.aim.target == wanted
            && fighter.aim.hex == hex
            && fighter.aim.item == with;
        // GR-059: rounds beyond the fourth change nothing.
        let rounds = if same { (fighter.aim.rounds + 1).min(4) } else { 1 };
        fighter.aim = Aim { target: wanted, hex, rounds, item: with };
        self.tell(Event::Aims { who, rounds });
    }

    /// `GR-R42` An aim is lost.
    pub(crate) fn lose_aim(&mut self, who: CombatantId) {
        self.state[who].aim = Aim::NONE;
    }

    /// `GR-180` `GR-R42` A combatant has moved: aims at him, and his own, are lost where the target is out of
    /// sight now.
    pub(crate) fn check_aims(&mut self, mover: CombatantId) {
        let setup = self.setup;
        if !(setup.any_screen || setup.any_height || setup.sight < crate::strike::range::FAR) {
            return;
        }
        for one in self.state.ids() {
            let aim = self.state[one].aim;
            if aim.rounds == 0 || one != mover && aim.target != mover.0 {
                continue;
            }
            let hex = if aim.target == NONE { aim.hex } else { self.state[CombatantId(aim.target)].at };
            if !self.scene().sees_hex(one, hex) {
                self.lose_aim(one);
            }
        }
    }

    /// `GR-R42` `GR-R46` Watching the very hex that is aimed at keeps the aim, and nothing else.
    pub(crate) fn keep_aim_on(&mut self, who: CombatantId, watch: Watch, with: u8) {
        let aim = &self.state[who].aim;
        let same = matches!(watch, Watch::Hex(hex) if aim.target == NONE && aim.hex == hex && aim.item == with);
        if !same {
            self.lose_aim(who);
        }
    }

    /// What a shot or throw uses up.
    pub(crate) fn note_shot(&mut self, who: CombatantId, blow: &Blow) {
        let setup = self.setup;
        let Some(item) = setup.combatants[who.index()].sheet.item(blow.with) else { return };
        let fighter = &mut self.state[who];
        let state = &mut fighter.items[blow.with as usize];
        if state.count != NONE {
            state.count = state.count.saturating_sub(1);
        }
        if item.is_crossbow() {
            state.flags.clear(ItemFlags::LOADED);
        }
        if !item.is_thrown() {
            return;
        }
        let left = state.count;
        if left == 0 {
            self.throw_away(who, blow);
            return;
        }
        let in_hand = item.ranged.is_none_or(|ranged| ranged.rate == Rate::Fast);
        if !in_hand {
            self.empty_hand(who, blow.with);
        }
        self.tell(Event::ThrowsOne { who, item: blow.with, left, in_hand });
    }

    /// The last of what is thrown lies where it went.
    fn throw_away(&mut self, who: CombatantId, blow: &Blow) {
        let at = self.state[blow.target].at;
        if self.state[who].holds(blow.with) {
            self.state.part_with(who, blow.with);
            self.state[who].items[blow.with as usize].count = 1;
            self.state.ground.push(crate::state::Lying { owner: who, item: blow.with, at });
            self.tell(Event::ThrowsLast { who, item: blow.with, at });
        }
    }

    /// `GR-060` `GR-R44` What is not thrown fast has to be drawn again: Reload.
    pub(crate) fn empty_hand(&mut self, who: CombatantId, item: u8) {
        let fighter = &mut self.state[who];
        for hand in fighter.hands.iter_mut().filter(|hand| **hand == item) {
            *hand = NONE;
        }
        fighter.items[item as usize].flags.clear(ItemFlags::LOADED);
    }

    /// `GR-041` `GR-R41` A movement and the shots of a Missile Attack: after the step, or anywhere on the path.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn shoot_moving(&mut self, who: CombatantId, maneuver: Maneuver, from: From) -> Result<(), R::Pause> {
        let points = self.scene().allowance(who, maneuver);
        let stuck = points == 0 && self.state[who].held != 0;
        let mut walk = self.begin_walk(who, ManeuverKind::Missile, points, NONE);
        if !stuck && !self.go_on(who, &mut walk)? {
            return Ok(());
        }
        self.shoot(who, from)?;
        if from != From::Missile && walk.left != 0 && !self.is_stopped(who) && self.scene().mv(who) != 0 {
            self.go_on(who, &mut walk)?;
        }
        Ok(())
    }

    /// The shots of a missile maneuver, one after another.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn shoot(&mut self, who: CombatantId, from: From) -> Result<(), R::Pause> {
        let mut plan = Plan { from, only: NONE, with: NONE, number: 0 };
        while let Some(blow) = self.attack(who, plan)? {
            plan.number += 1;
            // GR-044: rapid shots go at one target. GR-R44: others as one likes.
            if from == From::Rapid {
                plan.only = blow.target.0;
            }
            plan.with = blow.with;
            let setup = self.setup;
            let item = setup.combatants[who.index()].sheet.item(blow.with);
            let more = item.and_then(|item| item.ranged.as_ref());
            let more = more.is_some_and(|ranged| self.scene().has_more_shots(ranged, &plan));
            if !more || self.is_stopped(who) || !self.state[who].wields(blow.with) {
                break;
            }
        }
        self.lose_aim(who);
        Ok(())
    }

    /// `GR-049` `GR-R45` Out of cover, a shot, and back.
    pub(crate) fn pop_up(&mut self, who: CombatantId, maneuver: Maneuver) -> Result<(), R::Pause> {
        let (home, facing) = (self.state[who].at, self.state[who].facing);
        if self.walk(who, maneuver, NONE)? {
            self.shoot(who, From::PopUp)?;
        }
        if !self.is_stopped(who) && self.state[who].at != home {
            self.state[who].at = home;
            self.state[who].facing = facing;
            self.tell(Event::Moves { who, to: home });
            self.check_aims(who);
            if self.state.watchers != 0 {
                self.be_watched(who)?;
            }
        }
        Ok(())
    }

    /// `GR-038` `GR-R43` A crossbow is loaded within rapid fire.
    pub(crate) fn load_hastily(&mut self, who: CombatantId) {
        let setup = self.setup;
        for hand in 0..2 {
            let with = self.state[who].hands[hand];
            let sheet = &setup.combatants[who.index()].sheet;
            if sheet.item(with).is_some_and(Item::is_crossbow)
                && !self.state[who].items[with as usize].flags.has(ItemFlags::LOADED)
            {
                self.reload(who, with);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gear::tables::Base;
    use crate::sheet::{Class, DamageType};

    /// `GR-E44` `GR-E45`
    #[test]
    fn aim() {
        let bow = |skill| Ranged {
            class: Class::Bow,
            skill,
            base: skill,
            ss: 13,
            acc: 2,
            range: 220,
            damage: 6,
            kind: DamageType::Impaling,
            cap: 10,
            thrown: false,
            rate: Rate::Normal,
            narrow: true,
            rests_on: Base::Thrust,
            knife: false,
            is_bow: true,
        };
        let bonus = |skill| [0, 1, 2, 3, 4, 5].map(|aim| Scene::aim_bonus(&bow(skill), aim));
        assert_eq!(bonus(15), [0, 1, 2, 3, 3, 3]);
        assert_eq!(bonus(12), [0, 0, 1, 2, 3, 3]);
    }
}
