//! The tasks of a Pass.
//!
//! Rulings `DQ-R36`, `DQ-R44`, `DQ-R62`.

use crate::DragonQuest;
use crate::arms::hands::let_go;
use crate::decision::{Arm, Choice, NONE, Question, Task};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemKind, Traits};
use crate::state::{Bond, Flags, ItemFlags, ItemState};
use affray_kernel::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// Whether a Pass can be used for something.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_task(self, who: CombatantId, task: Task) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let prone = fighter.flags.has(Flags::PRONE);
        let known = |item: Arm| match self.arm(who, item) {
            Some(arm) if !matches!(arm.kind, ItemKind::Unarmed | ItemKind::Natural) => Ok(()),
            _ => Err(Refusal::impossible(rule!("DQ-R36"), "there is no such item")),
        };
        // One's own, or what one has taken up.
        let own = |item: Arm| {
            known(item)?;
            if item.is_anothers() && !self.has(who, item) {
                return Err(Refusal::impossible(rule!("DQ-R62"), "that is another's: pick it up first"));
            }
            Ok(())
        };
        let away = |item: Arm| !self.has(who, item);
        match task {
            Task::Nothing => Ok(()),
            Task::Mount(mount) => self.judge_mounting(who, mount),
            Task::Dismount => self.judge_dismounting(who),
            Task::Crawl if fighter.flags.has(Flags::CLOSE) => {
                refuse(rule!("DQ-223"), "one leaves close combat by withdrawing")
            }
            Task::Crawl if fighter.restrains != NONE => {
                refuse(rule!("DQ-R18"), "a restraining figure stays in the hex")
            }
            Task::Disentangle if self.entangled(who).is_none() => refuse(rule!("DQ-438"), "nothing entangles it"),
            Task::Disentangle => Ok(()),
            Task::Prepare(item) => {
                own(item)?;
                if away(item) || fighter.holds(item) {
                    let message = "only an item that is carried and not in hand can be prepared";
                    return Err(Refusal::impossible(rule!("DQ-R36"), message));
                }
                match self.hands_for(who, item) {
                    Some(_) => self.judge_in_close(who, item),
                    None => refuse(rule!("DQ-R36"), "no hand is free for it: store or drop something"),
                }
            }
            Task::Store(item) => {
                own(item)?;
                if fighter.holds(item) { Ok(()) } else { refuse(rule!("DQ-R36"), "that is not in hand") }
            }
            Task::PickUp(item) => {
                known(item)?;
                let thing = item.thing(who);
                match self.state.ground.iter().find(|lying| Some((lying.owner, lying.item)) == thing) {
                    Some(lying) if self.covers(who, lying.at) => self.judge_in_close(who, item),
                    Some(_) => refuse(rule!("DQ-R36"), "that does not lie in this hex"),
                    None => Err(Refusal::impossible(rule!("DQ-R36"), "that lies nowhere")),
                }
            }
            Task::StandUp if !prone => refuse(rule!("DQ-R36"), "it stands already"),
            Task::Crawl if !prone => refuse(rule!("DQ-308"), "only a prone figure crawls"),
            Task::LieDown if prone => refuse(rule!("DQ-R36"), "it lies already"),
            Task::LieDown if fighter.mount != NONE => refuse(rule!("DQ-R30"), "a rider dismounts first"),
            Task::StandUp | Task::Crawl | Task::LieDown => Ok(()),
            Task::Load(item) => {
                own(item)?;
                self.judge_loading(who, item)
            }
            Task::Poison { item, poison } => {
                own(item)?;
                if away(item) {
                    return Err(Refusal::impossible(rule!("DQ-R36"), "only a carried weapon can be poisoned"));
                }
                self.judge_poisoning(who, item, poison)
            }
            Task::Remove { from, owner, item } => self.judge_removal(who, from, owner, item),
            Task::Bandage(patient) => self.judge_bandage(who, patient),
            Task::Spell(spell) => self.judge_preparing(who, spell),
        }
    }

    /// `DQ-R36` Whether a figure can load a crossbow.
    fn judge_loading(self, who: CombatantId, item: Arm) -> Result<(), Refusal> {
        let refuse = |message: &'static str| Err(Refusal::new(rule!("DQ-R36"), message));
        if !self.arm(who, item).is_some_and(|arm| arm.traits.has(Traits::CROSSBOW)) {
            return refuse("only a crossbow is loaded");
        }
        if !self.wields(who, item) {
            return refuse("a crossbow is loaded in hand, and whole");
        }
        let own = self.item(who, item).copied().unwrap_or_default();
        if own.flags.has(ItemFlags::LOADED) {
            return refuse("it is loaded already");
        }
        if own.shots == 0 { refuse("there is nothing left to load it with") } else { Ok(()) }
    }

    /// `DQ-R36` Whether a Pass can be used for something once its movement is made, or still before.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_task_after(self, who: CombatantId, task: Task, moved: bool) -> Result<(), Refusal> {
        let instead = matches!(task, Task::StandUp | Task::Crawl | Task::Mount(_) | Task::Dismount | Task::Disentangle);
        if moved && instead {
            return Err(Refusal::new(rule!("DQ-R36"), "no movement goes with that"));
        }
        self.judge_task(who, task)
    }

    /// Lists the tasks that a person would be shown.
    pub fn task_options(self, who: CombatantId, moved: bool, into: &mut Vec<Choice>) {
        let items = self.items(who);
        let tasks = [Task::Nothing, Task::StandUp, Task::Crawl, Task::LieDown, Task::Disentangle]
            .into_iter()
            .chain(self.state.ids().map(Task::Mount))
            .chain(self.fighter(who).mount.ne(&NONE).then_some(Task::Dismount))
            .chain(self.lying_here(who).map(Task::PickUp))
            .chain(items.clone().map(Task::Prepare))
            .chain(items.clone().map(Task::Store))
            .chain(items.clone().map(Task::Load))
            .chain(items.flat_map(|item| (0..8).map(move |poison| Task::Poison { item, poison })))
            .chain((0..self.sheet(who).spells.len() as u8).map(Task::Spell))
            .chain(self.state.ids().map(Task::Bandage));
        into.extend(tasks.filter(|&task| self.judge_task_after(who, task, moved).is_ok()).map(Choice::Task));
        for (at, stuck) in self.state.lodged.iter().enumerate().filter(|(_, one)| one.bond == Bond::Stuck) {
            let task = Task::Remove { from: stuck.target, owner: stuck.owner, item: stuck.item };
            let known = self.state.lodged[..at].contains(stuck);
            if !known && self.judge_task(who, task).is_ok() {
                into.push(Choice::Task(task));
            }
        }
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-R36` The one task of a Pass, before its movement or after. `None` if it leaves no movement, else whether that is crawling.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn task(&mut self, who: CombatantId, moved: bool) -> Result<Option<bool>, R::Pause> {
        let prone = self.state[who].flags.has(Flags::PRONE);
        let Choice::Task(task) = self.ask(Question::Task { who, moved })? else {
            return Ok(None);
        };
        if task != Task::Nothing {
            self.tell(Event::Does { who, task });
        }
        // DQ-438: two Passes in a row that are used for it.
        if task != Task::Disentangle {
            self.stop_freeing(who);
        }
        let half_loaded = match task {
            Task::Load(item) => Some(item),
            _ => None,
        };
        self.stop_loading(who, half_loaded);
        match task {
            Task::Nothing | Task::Crawl => {}
            Task::Prepare(item) => self.prepare(who, item)?,
            Task::Store(item) => {
                let_go(self.state, who, item);
                // DQ-614
                self.handle_poison(who, item)?;
            }
            Task::PickUp(item) => {
                self.state.give(who, item);
                self.prepare(who, item)?;
                if !self.state[who].holds(item) {
                    // DQ-614: it is stored.
                    self.handle_poison(who, item)?;
                }
            }
            Task::Mount(mount) => self.mount_up(who, mount),
            Task::Dismount => self.dismount(who)?,
            Task::StandUp => {
                self.state[who].flags.clear(Flags::PRONE);
                self.tell(Event::StandsUp { who });
            }
            Task::LieDown => self.fall(who),
            Task::Disentangle => self.disentangle(who),
            Task::Load(item) => self.load(who, item),
            Task::Poison { item, poison } => self.apply_poison(who, item, poison)?,
            Task::Remove { from, owner, item } => self.remove_stuck(who, from, owner, item)?,
            Task::Bandage(patient) => self.bandage(patient),
            Task::Spell(spell) => self.prepare_spell(who, spell),
        }
        Ok(match task {
            Task::Crawl => Some(true),
            Task::Mount(_) | Task::Dismount | Task::StandUp | Task::LieDown | Task::Disentangle => None,
            // DQ-R44: a prone figure moves by crawling alone.
            _ => (!prone).then_some(false),
        })
    }

    /// `DQ-R36` Loads a crossbow; a heavy one takes a second Pass right after the first.
    fn load(&mut self, who: CombatantId, item: Arm) {
        let heavy = self.scene().arm(who, item).is_some_and(|arm| arm.traits.has(Traits::HEAVY));
        let Some(ItemState { flags, .. }) = self.state.item_mut(who, item) else { return };
        if heavy && !flags.has(ItemFlags::HALF_LOADED) {
            flags.set(ItemFlags::HALF_LOADED);
        } else {
            flags.clear(ItemFlags::HALF_LOADED);
            flags.set(ItemFlags::LOADED);
        }
    }

    /// `DQ-438` `DQ-R36` A pulse without a Pass undoes the first of the two in a row that something takes.
    pub(crate) fn stop_all(&mut self, who: CombatantId) {
        self.stop_freeing(who);
        self.stop_loading(who, None);
    }

    /// `DQ-438` Whatever is not the second Pass in a row undoes the first one that freeing oneself takes, or the mount.
    fn stop_freeing(&mut self, who: CombatantId) {
        self.state[who].flags.clear(Flags::HALF_FREE);
        if let Some(mount) = self.scene().mount_of(who) {
            self.state[mount].flags.clear(Flags::HALF_FREE);
        }
    }

    /// `DQ-R36` Whatever is not the second Pass in a row undoes the first one that a heavy crossbow takes.
    #[inline]
    pub fn stop_loading(&mut self, who: CombatantId, but: Option<Arm>) {
        for item in self.state[who].hands {
            if but != Some(item)
                && let Some(item) = self.state.item_mut(who, item)
            {
                item.flags.clear(ItemFlags::HALF_LOADED);
            }
        }
    }
}
