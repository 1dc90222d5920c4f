//! Fire: what is loosed or thrown, along its line to its end.
//!
//! Rules `DQ-315`, `DQ-316`, `DQ-420` to `DQ-424`; rulings `DQ-R14`, `DQ-R16`, `DQ-R31`, `DQ-R45`. Read [`Fight::fire`]
//! first: the action, the declared shot, the line, the question whether to loose, then a strike check
//! for every figure on the line until one is hit.

use crate::DragonQuest;
use crate::body::damage::{Hit, Means};
use crate::decision::{Blow, Choice, From, Gait, Kind, Moving, NONE, Plan, Question};
use crate::event::{Event, LandCause};
use crate::movement::zones::distance;
use crate::scene::{D100, Fight, Scene};
use crate::sheet::{Arm, BREAKS_FROM, Group, ItemKind, Size, Traits, Uses};
use crate::state::ItemFlags;
use crate::strike::{Mishap, Outcome, Strike, hit, read};
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally as _;

/// The flight of a missile after one strike check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flight {
    /// It goes on.
    On,
    /// It is over: it hit, or what was thrown never got there.
    Over,
}

impl Scene<'_> {
    /// `DQ-R36` `DQ-R45` Whether a figure can fire or throw a weapon.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn judge_missile(self, who: CombatantId, with: Arm) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(arm) = self.arm(who, with) else {
            return Err(Refusal::impossible(rule!("DQ-R45"), "there is no such weapon"));
        };
        if arm.kind != ItemKind::Weapon {
            return Err(Refusal::impossible(rule!("DQ-R45"), "that is no weapon to be fired or thrown"));
        }
        self.judge_prepared(who, with)?;
        let item = self.item(who, with).copied().unwrap_or_default();
        if !arm.uses.has(Uses::RANGED) || arm.range == 0 {
            return refuse(rule!("DQ-R45"), "that weapon can be neither fired nor thrown: prepare another");
        }
        if arm.traits.has(Traits::CROSSBOW) && !item.flags.has(ItemFlags::LOADED) {
            return refuse(rule!("DQ-R36"), "the crossbow is not loaded: that takes a Pass");
        }
        if item.shots == 0 {
            return refuse(rule!("DQ-R45"), "there is nothing left to shoot with it");
        }
        self.judge_seat(who, with)?;
        self.judge_riding_fire(who)
    }

    /// The prepared weapons that a figure could fire or throw.
    pub fn missiles(self, who: CombatantId) -> impl Iterator<Item = Arm> {
        let hands = self.fighter(who).hands;
        hands.into_iter().enumerate().filter_map(move |(hand, item)| {
            (!(hand == 1 && hands[0] == item) && self.judge_missile(who, item).is_ok()).then_some(item)
        })
    }

    /// `DQ-316` The loaded crossbow with which a figure may move when it fires.
    fn loaded_crossbow(self, who: CombatantId) -> Option<Arm> {
        self.missiles(who).find(|&with| self.arm(who, with).is_some_and(|arm| arm.traits.has(Traits::CROSSBOW)))
    }

    /// `DQ-315` `DQ-316` `DQ-R45` Whether a figure may take the Fire action.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_fire(self, who: CombatantId, moving: Moving) -> Result<(), Refusal> {
        if self.missiles(who).next().is_none() {
            let why = self.fighter(who).hands.into_iter().filter(|&item| item != Arm::NONE);
            let why = why.filter_map(|item| self.judge_missile(who, item).err()).next();
            let none = || {
                Refusal::new(rule!("DQ-R45"), "nothing is prepared that could be fired or thrown: prepare something")
            };
            return Err(why.unwrap_or_else(none));
        }
        if moving != Moving::No && self.loaded_crossbow(who).is_none() {
            let message =
                "no movement and no turn goes with Fire, but with a loaded crossbow: fire from where it stands";
            return Err(Refusal::new(rule!("DQ-315"), message));
        }
        Ok(())
    }

    /// `DQ-R45` Whether a declared shot or throw is legal, as far as it does not hang on the line.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_shot(self, who: CombatantId, blow: &Blow) -> Result<(), Refusal> {
        self.judge_missile(who, blow.with)?;
        let refuse = |message: &'static str| Err(Refusal::new(rule!("DQ-R45"), message));
        let range = self.arm(who, blow.with).map_or(0, |arm| i32::from(arm.range));
        let away = distance(self.fighter(who).at, self.aim_at(who, blow.target));
        if away == 0 || away > range {
            return refuse("the target is beyond the weapon's range: go nearer");
        }
        match blow.kind {
            Kind::Plain | Kind::Knockout | Kind::Entangle => {}
            Kind::Trip => return Err(Refusal::new(rule!("DQ-431"), "one trips in melee alone")),
            _ => return Err(Refusal::new(rule!("DQ-R49"), "that is not done from afar")),
        }
        if self.is_engaged(who) {
            return refuse("an engaged figure does not fire");
        }
        Ok(())
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-315` `DQ-316` `DQ-424` The Fire action.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn fire(&mut self, who: CombatantId, moving: Moving) -> Result<(), R::Pause> {
        let with = if moving == Moving::No { None } else { self.scene().loaded_crossbow(who) }.unwrap_or(Arm::NONE);
        let two = || R::Tally::base(rule!("DQ-316").named("hexes with a loaded crossbow"), 2);
        if moving == Moving::Before {
            self.walk(who, Gait::Free, rule!("DQ-316"), two(), false)?;
        }
        if self.can_go_on(who) {
            self.attack(who, Plan { from: From::Fire, only: NONE, with })?;
        }
        if moving == Moving::After && self.can_go_on(who) {
            self.walk(who, Gait::Free, rule!("DQ-316"), two(), false)?;
        }
        Ok(())
    }

    /// `DQ-420` to `DQ-424` `DQ-R16` A declared shot or throw: its line, whether it is loosed, and whom it
    /// meets.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn loose(&mut self, who: CombatantId, blow: &Blow) -> Result<(), R::Pause> {
        let target = blow.target;
        let scene = self.scene();
        if scene.arm(who, blow.with).is_none_or(|arm| arm.kind != ItemKind::Weapon) {
            return Ok(());
        }
        if !scene.has_line_of_fire(who, scene.aim_at(who, target)) {
            self.tell(Event::Blocked { who, target });
            return Ok(());
        }
        let question = Question::Loose { who, blow: *blow };
        if self.ask(question)? != Choice::Loose(true) {
            self.tell(Event::Holds { who });
            return Ok(());
        }
        let scene = self.scene();
        let Some(arm) = scene.arm(who, blow.with) else { return Ok(()) };
        let (missile, bursts) = (arm.group == Group::Missile, arm.traits.has(Traits::BURSTS));
        let to = scene.aim_at(who, target);
        let far = 3 * i32::from(arm.range) / 2;
        let on_line = scene.on_line(who, target, to);
        let from = scene.fighter(who).at;
        self.tell(Event::Looses { who, blow: *blow, hexes: distance(from, to) });
        if missile && let Some(item) = self.state.item_mut(who, blow.with) {
            item.flags.clear(ItemFlags::LOADED);
            if item.shots != NONE {
                item.shots = item.shots.saturating_sub(1);
            }
        }
        let mut flies = true;
        for (at, &(one, cell)) in on_line.iter().enumerate() {
            if one != target {
                self.tell(Event::InTheWay { who: one, hexes: distance(from, cell), beside: cell == to });
            }
            if self.shoot_at(who, blow, one, cell, at == 0)? == Flight::Over {
                flies = false;
                // DQ-R31: a bursting weapon meets everybody in the target's hex.
                let lost = !missile && !self.state[who].holds(blow.with);
                if !bursts || cell != to || lost {
                    break;
                }
            }
        }
        if missile {
            self.wipe(who, blow.with, true);
        }
        if bursts && self.state[who].holds(blow.with) {
            self.let_fly(who, blow.with);
            self.tell(Event::IsGone { who, item: blow.with });
        } else if flies {
            // DQ-421
            let (setup, state) = (self.setup, &*self.state);
            let landing = || Scene { setup, state }.landing(who, to, far);
            if missile {
                self.referee.tell(|| {
                    let (at, cause) = landing();
                    Event::Lands { who, item: blow.with, at, cause }
                });
            } else {
                let (at, cause) = landing();
                self.let_fly(who, blow.with);
                self.lay_down(who, blow.with, at, cause);
            }
        }
        Ok(())
    }

    /// `DQ-423` The strike check of a shot against one figure on its line, with all that follows.
    fn shoot_at(
        &mut self,
        who: CombatantId,
        blow: &Blow,
        target: CombatantId,
        cell: Cell,
        first: bool,
    ) -> Result<Flight, R::Pause> {
        let scene = self.scene();
        let Some(arm) = scene.arm(who, blow.with) else { return Ok(Flight::Over) };
        let class = arm.class;
        let (missile, bursts) = (arm.group == Group::Missile, arm.traits.has(Traits::BURSTS));
        let in_the_way = target != blow.target;
        let rule = if in_the_way { rule!("DQ-423") } else { rule!("DQ-403") };
        let blow = Blow { target, ..*blow };
        let defense = self.show_defense(target, who, true);
        let chance: R::Tally = self.scene().chance_against(who, &blow, From::Fire, cell, defense);
        let read = |roll, chance| read(roll, chance, BREAKS_FROM, blow.kind, class);
        let Strike { outcome, mishap } = self.referee.check(Why::new(who, rule, "strike"), D100, &chance, read)?;
        let mut flight = Flight::On;
        // DQ-R16: one misfortune for each weapon that is loosed, at its first check.
        if first && mishap != Mishap::None {
            let held = self.state[who].holds(blow.with);
            let dropped = self.misfortune(who, blow.with, mishap)?;
            let broken = held && self.scene().is_broken(who, blow.with);
            // A missile is on its way; what is thrown is not, if it fell or broke.
            if !missile && (dropped || broken) {
                flight = Flight::Over;
                if broken {
                    self.let_fly(who, blow.with);
                    self.lay_down(who, blow.with, cell, LandCause::Broken);
                }
            }
        }
        if let Outcome::Hit(force) = outcome {
            self.tell(hit(who, target, force, chance.total()));
            let hit = Hit { by: who, target, means: Means::Ranged(blow.with), force, class, infects: false };
            let mut wounds = false;
            if blow.kind == Kind::Knockout && in_the_way && self.scene().sheet(target).size > Size::Human {
                // DQ-446: of a large figure that only stood in the way there is nothing more to tell.
                self.tell(Event::Protected { who: target });
            } else {
                if let Some(damage) = self.check_damage(blow.kind, &hit)? {
                    wounds = self.hurt(who, target, damage)?;
                }
                self.take_effect(who, &blow)?;
            }
            if wounds {
                self.envenom(who, blow.with, target);
            }
            let stuck = wounds && self.stick(who, blow.with, target);
            // A net or bola that entangles has left the hand already.
            if !missile && !bursts && self.state[who].holds(blow.with) {
                self.let_fly(who, blow.with);
                if !stuck {
                    self.lay_down(who, blow.with, cell, LandCause::Hit);
                }
            }
            flight = Flight::Over;
        } else {
            self.tell(Event::Misses { who, target });
        }
        self.distract(target)?;
        Ok(flight)
    }
}
