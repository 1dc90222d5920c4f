//! Hands and what is in them; the tasks of a Pass.
//!
//! Rulings `DQ-R15`, `DQ-R24`, `DQ-R36`, `DQ-R44`, `DQ-R62`.

use crate::DragonQuest;
use crate::decision::{Arm, Choice, Free, NONE, Question, Task};
use crate::event::Event;
use crate::scene::{Fight, Scene, Setup};
use crate::sheet::{ItemKind, Traits};
use crate::state::{Bond, Flags, ItemFlags, ItemState, Lying, State};
use affray_core::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// The hands into which an item would go, if there is room.
    pub fn hands_for(self, who: CombatantId, item: Arm) -> Option<[bool; 2]> {
        let fighter = self.fighter(who);
        let arm = self.arm(who, item)?;
        if !self.sheet(who).has_hands {
            return None;
        }
        let free = |hand: usize| fighter.hands[hand] == Arm::NONE && fighter.has_use_of(hand);
        let shield = arm.kind == ItemKind::Shield;
        match (free(0), free(1)) {
            (true, true) if 2 <= arm.grip => Some([true, true]),
            _ if 2 <= arm.hands => None,
            (_, true) if shield => Some([false, true]),
            (true, _) => Some([true, false]),
            (false, true) => Some([false, true]),
            (false, false) => None,
        }
    }

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
                refuse(rule!("DQ-R18"), "who restrains somebody stays in the hex")
            }
            Task::Disentangle if self.entangled(who).is_none() => refuse(rule!("DQ-438"), "nothing entangles it"),
            Task::Disentangle => Ok(()),
            Task::Prepare(item) => {
                own(item)?;
                if away(item) || fighter.holds(item) {
                    let message = "only what is carried and not in hand can be prepared";
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
            Task::Crawl if !prone => refuse(rule!("DQ-308"), "only who lies crawls"),
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
                    return Err(Refusal::impossible(rule!("DQ-R36"), "only what is carried can be poisoned"));
                }
                self.judge_poisoning(who, item, poison)
            }
            Task::Remove { from, owner, item } => self.judge_removal(who, from, owner, item),
            Task::Bandage(patient) => self.judge_bandage(who, patient),
            Task::Spell(spell) => self.judge_preparing(who, spell),
        }
    }

    /// `DQ-222` Whether an item can be held ready where the figure is: what close combat makes one drop is of no
    /// use in it.
    fn judge_in_close(self, who: CombatantId, item: Arm) -> Result<(), Refusal> {
        if self.in_close_combat(who) && !self.suits_close(who, item) {
            return Err(Refusal::new(rule!("DQ-222"), "in close combat only what is rated for it can be held ready"));
        }
        Ok(())
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

    /// `DQ-R36` Whether a figure has something in hand that it could drop.
    ///
    /// # Errors
    /// That it has not.
    pub fn judge_drop(self, who: CombatantId, item: Arm) -> Result<(), Refusal> {
        let there = who.index() < self.state.fighters.len() && self.arm(who, item).is_some();
        if there && self.fighter(who).holds(item) {
            Ok(())
        } else {
            Err(Refusal::impossible(rule!("DQ-R36"), "that is not in hand"))
        }
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

/// Takes an item out of the hands.
pub(crate) fn let_go(state: &mut State, who: CombatantId, item: Arm) {
    let fighter = &mut state[who];
    if !fighter.holds(item) {
        return;
    }
    fighter.empty_of(item);
    if let Some(item) = state.item_mut(who, item) {
        item.flags.clear(ItemFlags::HALF_LOADED);
    }
}

/// An item leaves a figure that had it with it. Whose it is, and which one on that sheet.
pub(crate) fn part_with(state: &mut State, who: CombatantId, item: Arm) -> Option<(CombatantId, u8)> {
    let (owner, number) = item.thing(who)?;
    let_go(state, who, item);
    if owner == who {
        state[who].items[usize::from(number)].flags.set(ItemFlags::AWAY);
    } else {
        state.lodged.retain(|one| (one.owner, one.item, one.bond) != (owner, number, Bond::Taken));
    }
    Some((owner, number))
}

/// Lets an item fall into the hex.
fn drop_item(state: &mut State, who: CombatantId, item: Arm) -> Event {
    let at = state[who].at;
    if let Some((owner, item)) = part_with(state, who, item) {
        state.ground.push(Lying { owner, item, at });
    }
    Event::Drops { who, item, at }
}

/// `DQ-R36` What a figure does unasked: it drops an item in its own action.
///
/// # Errors
/// The rule that it breaks.
pub fn interject(
    setup: &Setup,
    state: &mut State,
    who: CombatantId,
    choice: &Choice,
    tell: &mut dyn FnMut(Event),
) -> Result<(), Refusal> {
    let Choice::Free(Free::Drop(item)) = *choice else {
        return Err(Refusal::impossible(rule!("DQ-R36"), "unasked, a figure can only drop something"));
    };
    Scene { setup, state }.judge_drop(who, item)?;
    if !state[who].flags.has(Flags::ACTING) {
        return Err(Refusal::new(rule!("DQ-R36"), "items are dropped in the figure's own action"));
    }
    tell(drop_item(state, who, item));
    Ok(())
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// Drops an item into the figure's hex.
    pub fn drop_item(&mut self, who: CombatantId, item: Arm) {
        let event = drop_item(self.state, who, item);
        self.tell(event);
    }

    /// `DQ-404` `DQ-R15` A weapon breaks; it stays in hand, and is of no use.
    pub fn break_item(&mut self, who: CombatantId, item: Arm) {
        if let Some(item) = self.state.item_mut(who, item) {
            item.flags.set(ItemFlags::BROKEN);
        }
        self.tell(Event::Breaks { who, item });
    }

    /// `DQ-R36` The one task of a Pass, before its movement or after. `None` if it leaves no movement, else whether that is crawling.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn task(&mut self, who: CombatantId, moved: bool) -> Result<Option<bool>, R::Pause> {
        let prone = self.state[who].flags.has(Flags::PRONE);
        let Choice::Task(task) = self.referee.ask(self.setup, self.state, Question::Task { who, moved })? else {
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

    /// `DQ-614` Takes an item into the hands, if there is room; a poisoned one with care.
    fn prepare(&mut self, who: CombatantId, item: Arm) -> Result<(), R::Pause> {
        if let Some(hands) = self.scene().hands_for(who, item) {
            for (hand, into) in hands.into_iter().enumerate() {
                if into {
                    self.state[who].hands[hand] = item;
                }
            }
            self.handle_poison(who, item)?;
        }
        Ok(())
    }
}
