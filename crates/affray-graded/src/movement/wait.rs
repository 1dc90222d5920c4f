//! Watching: Wait and Opportunity Fire, and how they interrupt a movement.
//!
//! Rules `GR-051` to `GR-054`, `GR-085`, `GR-086`; rulings `GR-R46`, `GR-R47`.

use crate::Graded;
use crate::decision::{Blow, Choice, Declared, From, ManeuverKind, Mode, NONE, Plan, Posture, Question, Watch};
use crate::event::{Event, Forgone};
use crate::movement::arcs::distance;
use crate::scene::{Fight, Scene};
use crate::sheet::{Item, UNARMED};
use crate::state::Marks;
use crate::strike::range::FARTHEST;
use affray_files::value::{Schema, Schemas, ToValue, Value, Writer};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::tally::Tally;
use std::cmp::Ordering;

/// All hexes that can be watched: a bit each.
pub const ALL: u16 = u16::MAX;

/// The hexes that can be watched, by steps from the own hex in turns from the facing: the three forward ones,
/// those beyond them, and the own hex.
const HEXES: [&[i8]; 11] = [&[0], &[1], &[-1], &[0, 0], &[0, 1], &[0, -1], &[1, 1], &[-1, -1], &[1, 2], &[-1, -2], &[]];

/// The hexes that somebody watches, written as a list of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchedHexes {
    /// Where the one who watches stands.
    pub hex: Cell,
    /// Its facing.
    pub facing: Facing,
    /// The hexes, a bit each.
    pub bits: u16,
}

impl WatchedHexes {
    /// The hexes.
    pub fn hexes(self) -> impl Iterator<Item = Cell> {
        watched_hexes(self.hex, self.facing, self.bits)
    }
}

impl Schema for WatchedHexes {
    const IS_LIST: bool = true;

    fn schema(schemas: &mut Schemas) -> Value {
        Vec::<Cell>::schema(schemas)
    }
}

impl ToValue for WatchedHexes {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.hexes().map(|hex| hex.write(writer)).collect()
    }
}

impl Scene<'_> {
    /// `GR-R47` The bit of a hex that can be watched.
    pub fn watch_bit(self, who: CombatantId, at: Cell) -> Option<u16> {
        let fighter = self.fighter(who);
        let place = watched_hexes(fighter.at, fighter.facing, ALL).position(|hex| hex == at)?;
        Some(1 << place)
    }
}

/// The hexes of those bits, as whoever stands there and faces so has them; the own one is the last.
pub(crate) fn watched_hexes(at: Cell, facing: Facing, bits: u16) -> impl Iterator<Item = Cell> {
    let hexes = HEXES.into_iter().enumerate().filter(move |(place, _)| bits >> place & 1 == 1);
    hexes.map(move |(_, steps)| steps.iter().fold(at, |cell, &turn| cell.step(facing.turned(turn))))
}

impl Scene<'_> {
    /// `GR-051` `GR-052` `GR-R46` Whether a combatant may watch so: one hex in sight, the three forward ones, or one
    /// line.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_opportunity(self, who: CombatantId, watch: Watch, with: u8) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(item) = self.item(who, with) else {
            return Err(Refusal::impossible(rule!("GR-051"), "there is no such weapon"));
        };
        let (map, fighter) = (self.map(), self.fighter(who));
        let Some(ranged) = item.ranged.as_ref().filter(|_| self.is_loaded(who, with)) else {
            return refuse(rule!("GR-051"), "one watches with a ranged weapon that is in hand and loaded");
        };
        match watch {
            Watch::None | Watch::Reach(_) => {
                refuse(rule!("GR-052"), "one hex is watched, or the three forward ones, or one line")
            }
            Watch::Forward => Ok(()),
            Watch::Line(way) if map.facing(way).is_none() => {
                Err(Refusal::impossible(rule!("GR-052"), "a line leads over a hex side"))
            }
            Watch::Line(_) => Ok(()),
            Watch::Hex(hex) if hex == fighter.at || map.ground(hex).is_none() => {
                refuse(rule!("GR-R46"), "a hex of the map other than the own is watched")
            }
            Watch::Hex(hex) if !self.sees_hex(who, hex) => refuse(rule!("GR-R46"), "that hex is out of sight"),
            Watch::Hex(hex) if distance(fighter.at, hex) > ranged.range => {
                refuse(rule!("GR-R78"), "that is beyond the weapon's range: go nearer")
            }
            Watch::Hex(_) => Ok(()),
        }
    }

    /// `GR-051` `GR-052` `GR-R46` Whether a combatant who would fire watches a hex.
    fn watches(self, who: CombatantId, at: Cell) -> bool {
        let fighter = self.fighter(who);
        match fighter.watch {
            Watch::None | Watch::Reach(_) => false,
            Watch::Hex(hex) => hex == at,
            Watch::Forward => [0, 1, -1].into_iter().any(|turn| fighter.at.step(fighter.facing.turned(turn)) == at),
            Watch::Line(way) => {
                let far = distance(fighter.at, at);
                (1..=FARTHEST).contains(&far) && (0..far).fold(fighter.at, |cell, _| cell.step(way)) == at
            }
        }
    }
}

/// The hexes that a weapon of reach 1 has in reach: the forward ones and the own.
const NEAR: u16 = 0b100_0000_0111;

impl Scene<'_> {
    /// `GR-R47` The hexes that can be watched with something in hand.
    fn in_reach(self, who: CombatantId, with: u8) -> u16 {
        let reach = self.item(who, with).map_or(1, |item| item.reach);
        if reach < 2 { NEAR } else { ALL }
    }

    /// `GR-085` `GR-R62` Whether a combatant may wait so.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_wait(self, who: CombatantId, hexes: u16, with: u8) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let able =
            with == UNARMED || self.item(who, with).is_some_and(Item::is_melee) && self.fighter(who).wields(with);
        if !able {
            return refuse(rule!("GR-R62"), "waiting takes a ready melee weapon, or fist and foot");
        }
        if hexes & self.in_reach(who, with) == 0 {
            return refuse(rule!("GR-R47"), "hexes in reach, in the forward arc, are watched");
        }
        Ok(())
    }

    /// `GR-R47` The score of a combatant in the contest of who attacks first: the best skill with what is ready,
    /// else the best of DX, Boxing and Brawling.
    fn quickness<T: Tally>(self, who: CombatantId) -> T {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let scores = self.scores(who);
        let armed = fighter.hands.into_iter().filter(|&with| fighter.wields(with)).filter_map(|with| {
            let item = self.item(who, with)?;
            let ranged = item.ranged.as_ref().map(|ranged| (ranged.skill, ranged.class.name()));
            let melee = item.is_melee().then(|| (item.skill, item.class.name()));
            melee.into_iter().chain(ranged).max_by_key(|(skill, _)| *skill)
        });
        let (skill, name) = armed.max_by_key(|(skill, _)| *skill).unwrap_or_else(|| sheet.best_unarmed());
        let mut score = T::base(rule!("GR-086").named(name), skill);
        score.add(rule!("GR-R31"), -scores.loss);
        score.add(rule!("GR-194"), self.stun_penalty(who));
        score
    }
}

/// `GR-R47` Whether a maneuver goes with an attack.
pub(crate) const fn attacks(kind: ManeuverKind) -> bool {
    matches!(
        kind,
        ManeuverKind::Missile
            | ManeuverKind::RapidFire
            | ManeuverKind::PopUp
            | ManeuverKind::Attack
            | ManeuverKind::AllOut
            | ManeuverKind::WildSwing
            | ManeuverKind::TwoWeapons
            | ManeuverKind::Charge
            | ManeuverKind::Bash
            | ManeuverKind::Unarmed
    )
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-051` `GR-085` Who entered a hex is met by those who watch it, in the order of the round.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn be_watched(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        for at in 0..self.state.order.len() {
            let watcher = self.state.order[at];
            if watcher == who || !self.state[watcher].is_up() {
                continue;
            }
            match self.state[watcher].watch {
                Watch::None => {}
                Watch::Reach(bits) => self.intercept(watcher, who, bits)?,
                Watch::Hex(_) | Watch::Forward | Watch::Line(_) => self.opportunity(watcher, who)?,
            }
            if self.is_stopped(who) {
                break;
            }
        }
        Ok(())
    }

    /// `GR-085` `GR-086` `GR-R08` `GR-R47` The first enemy who enters a watched hex: an attack at once, unless he
    /// attacks too and is the quicker. That was the wait then.
    fn intercept(&mut self, who: CombatantId, target: CombatantId, bits: u16) -> Result<(), R::Pause> {
        let scene = self.scene();
        let with = scene.fighter(who).watch_with;
        let watched = bits & scene.in_reach(who, with);
        let bit = scene.watch_bit(who, scene.fighter(target).at).unwrap_or(0);
        if watched & bit == 0 || !scene.are_foes(who, target) || !scene.fighter(who).is_able() {
            return Ok(());
        }
        let question = Question::Intercept { who, target };
        if self.ask(question)? != Choice::Intercept(true) {
            self.stop_watching(who);
            return Ok(());
        }
        self.tell(Event::Interrupts { who, target });
        if attacks(self.state[target].maneuver) {
            let (own, other): (R::Tally, R::Tally) = (self.scene().quickness(who), self.scene().quickness(target));
            let winner = self.plain_contest((who, &own), (target, &other), rule!("GR-086"), "wait")?;
            // GR-R08: a tie goes to the waiter.
            if winner == Ordering::Less {
                // It comes after his attack: the watch stays, and watches nothing any more.
                self.state[who].watch = Watch::Reach(0);
                self.state[who].marks.set(Marks::LATE);
                return Ok(());
            }
        }
        self.stop_watching(who);
        self.attack(who, Plan { from: From::Wait, only: target.0, with, number: 0 })?;
        Ok(())
    }

    /// `GR-R47` Waiters who lost the contest attack now, unless they or those they waited for were felled.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn strike_late(&mut self, target: CombatantId) -> Result<(), R::Pause> {
        for at in 0..self.state.order.len() {
            let who = self.state.order[at];
            if !self.state[who].marks.has(Marks::LATE) {
                continue;
            }
            let with = self.state[who].watch_with;
            self.state[who].marks.clear(Marks::LATE);
            self.stop_watching(who);
            let fighter = &self.state[who];
            if !fighter.is_able() || fighter.posture == Posture::Lying {
                self.tell(Event::Forgoes { who, reason: Forgone::Felled });
            } else if !self.state[target].is_up() {
                self.tell(Event::Forgoes { who, reason: Forgone::Down });
            } else {
                self.attack(who, Plan { from: From::Wait, only: target.0, with, number: 0 })?;
            }
        }
        Ok(())
    }

    /// `GR-051` to `GR-054` `GR-R46` Opportunity Fire at the first combatant to enter a watched hex, friend or
    /// foe; with a PER roll only at a recognized one. It ends the watch.
    pub(crate) fn opportunity(&mut self, who: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        let scene = self.scene();
        let with = scene.fighter(who).watch_with;
        let plain = Blow { with, mode: Mode::Shoot, target, at: None, declared: Declared::default() };
        let plan = Plan { from: From::Opportunity, only: target.0, with, number: 0 };
        if !scene.watches(who, scene.fighter(target).at) || scene.judge_attack(who, &plan, &plain).is_err() {
            return Ok(());
        }
        self.tell(Event::Interrupts { who, target });
        if self.state[who].marks.has(Marks::WATCH_PER) {
            let mut per: R::Tally = self.scene().perception(who, rule!("GR-053"));
            per.add(rule!("GR-194"), self.scene().stun_penalty(who));
            if !self.succeeds(who, rule!("GR-053"), "recognize", &per)? {
                self.tell(Event::Mistakes { who, target });
                return Ok(());
            }
            if self.ask(Question::Fire { who, target })? != Choice::Fire(true) {
                self.tell(Event::HoldsFire { who, target });
                return Ok(());
            }
        }
        // Whether to fire is no choice any more, only where to aim.
        let blow = match self.ask(Question::Attack { who, plan })? {
            Choice::Attack(Some(blow)) if blow.target != who => blow,
            _ => plain,
        };
        self.strike(who, &blow, &plan)?;
        self.stop_watching(who);
        self.lose_aim(who);
        Ok(())
    }

    /// Begins to watch.
    pub(crate) fn watch(&mut self, who: CombatantId, watch: Watch, with: u8) {
        self.stop_watching(who);
        if watch != Watch::None {
            self.state.watchers = self.state.watchers.saturating_add(1);
            self.state[who].watch = watch;
            self.state[who].watch_with = with;
        }
        if let Watch::Reach(bits) = watch {
            let (scene, fighter) = (self.scene(), self.scene().fighter(who));
            let hexes = bits & scene.in_reach(who, with);
            let (hex, facing) = (fighter.at, fighter.facing);
            self.tell(Event::Watches { who, hex, facing, hexes: WatchedHexes { hex, facing, bits: hexes } });
        }
    }

    /// A watch lapses.
    pub(crate) fn stop_watching(&mut self, who: CombatantId) {
        if self.state[who].watch != Watch::None {
            self.state[who].watch = Watch::None;
            self.state[who].watch_with = NONE;
            self.state.watchers = self.state.watchers.saturating_sub(1);
        }
    }
}
