//! Wait, Stop Thrust and opportunity fire: reactions to what others do.
//!
//! Rules `DF-085` to `DF-098` and `DF-243` to `DF-247`, rulings `DF-R07`, `DF-R63`, `DF-R64` and `DF-R96`.
//! Whatever can trigger a Wait passes a checkpoint: [`Fight::checkpoint_hex`] after each hex,
//! [`Fight::checkpoint`] for each declaration, [`Fight::checkpoint_changes`] after wounds, falls and knockback.

use crate::Dfrpg;
use crate::decision::{
    Aim, AllOut, Attack, AttackFrom, AttackPlan, Choice, FeintAt, Grapple, Maneuver, NO_AREA, NONE, Question, Strike,
    WaitFor,
};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemId, Location, ModeKind};
use crate::state::{Area, Disturbed, Doing, Flags, Form, Motion, NO_MODE, Posture, Reaction, Trigger, Waiting};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::rules::RuleId;
use affray_session::encounter::MOST_COMBATANTS;
use arrayvec::ArrayVec;

fn refuse(rule: RuleId, message: &'static str) -> Result<(), Refusal> {
    Err(Refusal::new(rule, message))
}

/// Something that can trigger a Wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Happening {
    /// The combatant that moves, attacks or falls.
    by: CombatantId,
    /// What it is: `Moves` for a hex entered.
    what: Trigger,
    /// The target of an attack; [`NONE`] otherwise.
    at: u8,
    /// Of a hex entered, the hex that was left.
    from: Option<Cell>,
}

/// How a combatant was before something that may wound it, bring it down or move it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Snapshot {
    /// Who.
    pub who: CombatantId,
    hp: i16,
    posture: Posture,
    at: Cell,
}

/// The combatants that an attack can strike, as they were before it.
pub(crate) type Snapshots = ArrayVec<Snapshot, 8>;

impl Snapshot {
    /// The combatant as it was, but in another hex: its way there needs no checkpoint any more.
    #[must_use]
    pub const fn come_to(self, at: Cell) -> Self {
        Self { at, ..self }
    }
}

/// `DF-244` The penalty for the size of the watched area, a positive number.
///
/// ```
/// use affray_dfrpg::turn::wait::area_penalty;
/// assert_eq!(area_penalty(1), 0);
/// assert_eq!(area_penalty(3), 2); // DF-E36
/// assert_eq!(area_penalty(0), 2); // a line without end
/// assert_eq!(area_penalty(128 + 1), 4); // a disc of 7 hexes
/// ```
pub const fn area_penalty(size: u8) -> u8 {
    let radius = if size >= 128 { size as u32 - 128 } else { 0 };
    let hexes = if size >= 128 { 1 + 3 * radius * (radius + 1) } else { size as u32 };
    match hexes {
        0 => 2,
        1 => 0,
        2 => 1,
        3..=4 => 2,
        5..=6 => 3,
        7..=10 => 4,
        _ => 5,
    }
}

/// `DF-245` `DF-246` Whether an area is a single hex, so that watching it is aiming.
const fn is_one_hex(size: u8) -> bool {
    size == 1 || size == 128
}

/// The bonus of All-Out Attack that a reaction has; `None` for the others.
const fn all_out(reaction: Reaction) -> Option<AllOut> {
    match reaction {
        Reaction::Determined => Some(AllOut::Determined),
        Reaction::DoubleAttack => Some(AllOut::Double),
        Reaction::FeintAttack => Some(AllOut::Feint),
        Reaction::Strong => Some(AllOut::Strong),
        Reaction::AllOutRanged => Some(AllOut::Ranged),
        Reaction::Attack | Reaction::Feint | Reaction::Ready => None,
    }
}

impl Scene<'_> {
    /// `DF-085` `DF-094` `DF-243` `DF-247` Whether that can be waited for, with that reaction.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_wait(self, who: CombatantId, wait: &WaitFor) -> Result<(), Refusal> {
        let contract = &wait.contract;
        if contract.foe != NONE && self.state.fighters.len() <= contract.foe as usize {
            return Err(Refusal::impossible(rule!("DF-085"), "there is no such foe to wait for"));
        }
        if contract.foe == who.0 {
            return refuse(rule!("DF-085"), "one waits for somebody else");
        }
        if contract.reaction == Reaction::Ready {
            if self.item(who, ItemId(contract.mode)).is_none() {
                return Err(Refusal::impossible(rule!("DF-085"), "there is no such item to ready"));
            }
        } else {
            self.judge_wait_attack(who, contract)?;
        }
        if contract.trigger == Trigger::Charges {
            self.judge_stop_thrust(who, contract)?;
        }
        if contract.trigger == Trigger::InArea {
            let ranged = self.means(who, contract.mode, NONE).is_some_and(|means| means.ranged);
            if !ranged || !matches!(contract.reaction, Reaction::Attack | Reaction::AllOutRanged) {
                return refuse(
                    rule!("DF-243"),
                    "opportunity fire is an Attack or All-Out Attack with a ready ranged weapon",
                );
            }
            if contract.area.towards.layout() != self.map().layout() {
                return Err(Refusal::impossible(
                    rule!("DF-243"),
                    "the direction of the watched area is none of this map",
                ));
            }
        } else if contract.area.size != NO_AREA.size && contract.area != NO_AREA {
            return refuse(rule!("DF-085"), "only opportunity fire watches an area");
        }
        if contract.braced {
            let crossbow = self.item_of(who, contract.mode).is_some_and(|(_, item)| item.crossbow);
            if !crossbow {
                return refuse(rule!("DF-077"), "only a crossbow can be braced");
            }
            if contract.trigger != Trigger::InArea || !is_one_hex(contract.area.size) {
                return refuse(rule!("DF-247"), "a brace counts while one watches a single hex");
            }
            if wait.move_now {
                return refuse(rule!("DF-077"), "no movement while the crossbow is braced");
            }
        }
        Ok(())
    }

    /// The attack or feint of a Wait: a mode that is ready, a bonus and a location that go with it.
    fn judge_wait_attack(self, who: CombatantId, contract: &Waiting) -> Result<(), Refusal> {
        if contract.form != Form::Strike {
            self.judge_form(who, contract)?;
            if contract.form.is_close() {
                return Ok(());
            }
        }
        if contract.reaction == Reaction::Feint && contract.mode == NO_MODE {
            return Ok(());
        }
        let Some(means) = self.means(who, contract.mode, NONE) else {
            return Err(Refusal::impossible(rule!("DF-085"), "a Wait names the weapon of its reaction"));
        };
        // Any free hand will do for a punch, not only the main one.
        if !self.is_mode_ready(who, contract.mode) {
            // DF-094: a Stop Thrust has that rule of its own.
            self.judge_means(who, &means).map_err(|refusal| match contract.trigger {
                Trigger::Charges if refusal.rule == rule!("DF-034") => Refusal { rule: rule!("DF-094"), ..refusal },
                _ => refusal,
            })?;
        }
        match all_out(contract.reaction) {
            Some(AllOut::Ranged) if !means.ranged => {
                return refuse(rule!("DF-063"), "that All-Out Attack is made with a ranged weapon");
            }
            Some(bonus) if bonus != AllOut::Ranged && means.ranged => {
                return refuse(rule!("DF-R65"), "a ranged All-Out Attack has +1 to hit and no other bonus");
            }
            _ => {}
        }
        if contract.reaction == Reaction::Feint && means.ranged {
            return refuse(rule!("DF-070"), "a feint is made with a melee weapon");
        }
        match contract.aim() {
            Some(aim) => crate::strike::judge::judge_location(aim, means.damage, means.area),
            None => Err(Refusal::impossible(rule!("DF-085"), "there is no such hit location")),
        }
    }

    /// `DF-085` An attack of a Wait that is no single strike: what can be said before its foe is there.
    fn judge_form(self, who: CombatantId, contract: &Waiting) -> Result<(), Refusal> {
        let &Waiting { form, trigger, reaction, mode, location, .. } = contract;
        if matches!(reaction, Reaction::Feint | Reaction::Ready | Reaction::AllOutRanged) {
            return refuse(
                rule!("DF-085"),
                "of these only an Attack or a melee All-Out Attack can be another than a strike",
            );
        }
        if trigger == Trigger::InArea || trigger == Trigger::Charges && form.is_close() {
            let rule = if trigger == Trigger::InArea { rule!("DF-243") } else { rule!("DF-094") };
            return refuse(rule, "that Wait ends in strikes with its weapon");
        }
        if form.is_close() {
            if contract.deceptive != 0 {
                return refuse(rule!("DF-222"), "only a strike can be deceptive");
            }
            if form == Form::Grab && Location::ALL.get(location as usize).is_none() {
                return refuse(rule!("DF-485"), "a grab names the part of the body that it is at");
            }
            return Ok(());
        }
        let strike = |mode| Strike { hand: self.hand_that_strikes(who, mode), ..Strike::plain(mode, who) };
        match form {
            Form::Dual => self.judge_dual(who, &strike(mode), &strike(contract.other)),
            _ => self.judge_rapid(who, &strike(mode)),
        }
    }

    /// `DF-094` A Stop Thrust: a ready thrusting mode, for Attack or a melee All-Out Attack.
    fn judge_stop_thrust(self, who: CombatantId, contract: &Waiting) -> Result<(), Refusal> {
        if self.mode(who, contract.mode).is_none_or(|mode| mode.kind != ModeKind::Thrust) {
            return refuse(rule!("DF-094"), "a Stop Thrust needs a ready weapon with a thrusting mode");
        }
        if matches!(contract.reaction, Reaction::Feint | Reaction::Ready | Reaction::AllOutRanged) {
            return refuse(rule!("DF-094"), "a Stop Thrust is an Attack or an All-Out Attack");
        }
        Ok(())
    }

    /// Some Waits that a person would be shown: for a foe that comes near, charges or shows itself.
    pub fn wait_options(self, who: CombatantId, mut offer: impl FnMut(Waiting)) {
        let ready = |ranged: bool| {
            let modes = self.modes(who);
            modes.filter(move |&(mode, of)| of.kind.is_ranged() == ranged && self.is_mode_ready(who, mode))
        };
        if let Some((mode, _)) = ready(false).next() {
            offer(Waiting::plain(Trigger::ComesIntoReach, Reaction::Attack, mode));
            offer(Waiting::plain(Trigger::ComesIntoReach, Reaction::Determined, mode));
        }
        if let Some((mode, _)) = ready(false).find(|(_, mode)| mode.kind == ModeKind::Thrust) {
            offer(Waiting::plain(Trigger::Charges, Reaction::Attack, mode));
        }
        if let Some((mode, _)) = ready(true).next() {
            offer(Waiting::plain(Trigger::Moves, Reaction::Attack, mode));
            let me = self.fighter(who);
            let area = Area { from: me.at, towards: me.facing, size: 0 };
            offer(Waiting { area, ..Waiting::plain(Trigger::InArea, Reaction::Attack, mode) });
        }
    }

    /// `DF-098` `DF-243` Whether a combatant is in a watched area.
    fn is_watched(self, who: CombatantId, area: &Area) -> bool {
        let fighter = self.fighter(who);
        [Some(fighter.at), fighter.second_cell()].into_iter().flatten().any(|cell| self.is_cell_watched(cell, area))
    }

    fn is_cell_watched(self, cell: Cell, area: &Area) -> bool {
        let distance = self.map().distance(area.from, cell);
        if area.size >= 128 {
            return distance <= u32::from(area.size) - 128;
        }
        if area.size > 0 && u32::from(area.size) <= distance {
            return false;
        }
        // On the row: as many steps that way as it is far.
        let (q, r) = area.towards.vector();
        let steps = distance as i32;
        (i32::from(cell.q), i32::from(cell.r))
            == (i32::from(area.from.q) + steps * i32::from(q), i32::from(area.from.r) + steps * i32::from(r))
    }

    /// `DF-R64` `DF-R63` Hexes by which a combatant has come closer to another during its own turn.
    fn came_closer(self, mover: CombatantId, to: CombatantId) -> i32 {
        let fighter = self.fighter(mover);
        if !fighter.flags.has(Flags::ACTING) {
            return 0;
        }
        let it = self.fighter(to).at;
        let distance = |from: Cell| self.map().distance(from, it) as i32;
        distance(self.state.this_turn.began_at) - distance(fighter.at)
    }

    /// `DF-086` `DF-097` Whether a combatant waits for that: in a Stop Thrust for the foe that comes within
    /// reach, before its own attack or evasion.
    fn awaits(self, who: CombatantId, event: Happening) -> Option<Waiting> {
        let Doing::Waiting(wait) = self.fighter(who).doing else { return None };
        let is_right_foe =
            who != event.by && self.are_foes(who, event.by) && (wait.foe == NONE || wait.foe == event.by.0);
        if !is_right_foe || !self.can_react(who) {
            return None;
        }
        let fits = match (wait.trigger, event.what) {
            // DF-085: a foe within reach before does not enter it.
            (Trigger::ComesIntoReach, Trigger::Moves) => {
                self.is_in_reach_of_wait(who, &wait, event.by)
                    && !event.from.is_some_and(|from| self.was_in_reach_of_wait(who, &wait, event.by, from))
            }
            (Trigger::Moves, Trigger::Moves) => true,
            // DF-095, DF-097: closer than at the start of the turn, and within reach.
            (Trigger::Charges, Trigger::Moves) => {
                self.state.this_turn.charges
                    && self.came_closer(event.by, who) > 0
                    && self.is_in_reach_of_wait(who, &wait, event.by)
            }
            (Trigger::InArea, Trigger::Moves | Trigger::InArea) => self.is_watched(event.by, &wait.area),
            (Trigger::AttacksMe, Trigger::Attacks) => event.at == who.0,
            (trigger, what) => trigger == what,
        };
        fits.then_some(wait)
    }

    fn is_in_reach_of_wait(self, who: CombatantId, wait: &Waiting, foe: CombatantId) -> bool {
        match wait.reaction {
            Reaction::Ready => self.distance(who, foe) <= 1,
            _ if wait.form.is_close() => self.distance(who, foe) <= wait.close_reach(),
            Reaction::Feint if wait.mode == NO_MODE => self.could_attack_in_melee(who, foe),
            _ => self.reaches(who, wait.mode, foe),
        }
    }

    /// Whether a foe was within that reach where it stood before, whatever way the waiter faces.
    fn was_in_reach_of_wait(self, who: CombatantId, wait: &Waiting, foe: CombatantId, stood: Cell) -> bool {
        let (me, it) = (self.fighter(who), self.fighter(foe));
        let mine = [Some(me.at), me.second_cell()].into_iter().flatten();
        // Its second hex trails: it has kept its side, or followed.
        let second = (it.second != NONE).then(|| stood.step(Facing::hex(i32::from(it.second))));
        let pairs = mine.flat_map(|from| [Some(stood), second].into_iter().flatten().map(move |to| (from, to)));
        let nearest = pairs.min_by_key(|&(from, to)| self.map().distance(from, to));
        let (from, to) = nearest.unwrap_or((me.at, stood));
        match wait.reaction {
            Reaction::Ready => self.map().distance(from, to) <= 1,
            _ if wait.form.is_close() => self.map().distance(from, to) as i32 <= wait.close_reach(),
            Reaction::Feint if wait.mode == NO_MODE => self.modes(who).any(|(mode, of)| {
                !of.kind.is_ranged() && self.reaches_between(who, mode, from, to) && self.is_mode_ready(who, mode)
            }),
            _ => self.reaches_between(who, wait.mode, from, to),
        }
    }

    /// `DF-R19` `DF-R39` `DF-R110` Whether a combatant could act between its turns, for what is left to do of the last
    /// one: conscious, neither stunned nor dazed, not off balance, not pinned.
    pub fn could_act(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        fighter.is_conscious()
            && self.must_do_nothing(who).is_none()
            && !fighter.flags.has(Flags::OFF_BALANCE)
            && !self.is_pinned(who)
    }

    /// `DF-R96` `DF-R110` `DF-503` `DF-505` Whether a combatant that waits could act at this moment.
    pub fn can_react(self, who: CombatantId) -> bool {
        self.could_act(who) && !self.is_grabbed(who) && !self.holds_loosely(who)
    }
}

impl Waiting {
    /// A Wait for any foe, with a plain attack at the torso.
    pub(crate) fn plain(trigger: Trigger, reaction: Reaction, mode: u16) -> Self {
        Self {
            trigger,
            foe: NONE,
            reaction,
            mode,
            location: Location::Torso as u8,
            deceptive: 0,
            form: Form::Strike,
            other: NO_MODE,
            seconds: 0,
            braced: false,
            moved: false,
            area: NO_AREA,
        }
    }
    /// `DF-088` How near a foe has to be for an attack with the body, in hexes: with the Step that it comes with one
    /// gets into the hex next to one's own, unless that was taken before. Shoves and slams are made from there.
    fn close_reach(&self) -> i32 {
        i32::from(!self.moved || matches!(self.form, Form::Shove | Form::Slam))
    }
    /// Where the reaction is aimed; `None` for a number that is no location.
    pub(crate) fn aim(&self) -> Option<Aim> {
        if self.location == NONE {
            return Some(Aim::Random);
        }
        Location::ALL.get(self.location as usize).map(|&at| Aim::At(at))
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-085` `DF-087` `DF-088` `DF-091` Begins a Wait (which forbids no active defense), with the movement of its
    /// reaction if that is taken at once.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn wait(&mut self, who: CombatantId, wait: WaitFor) -> Result<(), R::Pause> {
        let mut contract = Waiting { moved: false, seconds: 0, ..wait.contract };
        if contract.trigger == Trigger::InArea && is_one_hex(contract.area.size) {
            // DF-245: each turn of watching the same hex counts as one of Aim.
            contract.seconds = 1 + match self.state[who].doing {
                Doing::Waiting(before) if (before.mode, before.area.from) == (contract.mode, contract.area.from) => {
                    before.seconds.min(2)
                }
                _ => 0,
            };
            if let Doing::Waiting(before) = self.state[who].doing
                && contract.seconds > 1
            {
                // DF-077: the brace must hold in every turn.
                contract.braced &= before.braced;
            }
        }
        self.state[who].doing = Doing::Nothing;
        self.state[who].flags.clear(Flags::DEFENDED);
        self.checkpoint(who, Trigger::Prepares)?;
        if wait.move_now && self.can_go_on(who) {
            contract.moved = self.move_for_wait(who, contract.reaction)?;
        }
        if self.can_go_on(who) {
            self.state[who].doing = Doing::Waiting(contract);
        }
        Ok(())
    }

    /// `DF-088` `DF-093` The movement of the reaction on the own turn: half a move forward for an All-Out
    /// Attack, a Step for the others. Whether any was made.
    fn move_for_wait(&mut self, who: CombatantId, reaction: Reaction) -> Result<bool, R::Pause> {
        if all_out(reaction).is_none() {
            // DF-055: a facing is part of the Step, too.
            return Ok(self.step(who, false)? || self.state[who].motion.has(Motion::TURNED));
        }
        let (from, facing) = (self.state[who].at, self.state[who].facing);
        self.half_move(who, true)?;
        let moved = self.state[who].at != from || self.state[who].facing != facing;
        if moved {
            self.state[who].flags.set(Flags::WAIT_MOVED);
        }
        Ok(moved)
    }

    /// `DF-086` `DF-R07` The Waits for what `by` does, and whether anybody reacted. For hexes entered
    /// there is [`Self::checkpoint_hex`]. The caller has to check whether the interrupted action can go on: see
    /// [`Self::can_go_on`].
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn checkpoint(&mut self, by: CombatantId, what: Trigger) -> Result<bool, R::Pause> {
        self.happen(Happening { by, what, at: NONE, from: None })
    }

    /// `DF-086` `DF-R07` The checkpoint for a hex that somebody entered, coming from another one.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn checkpoint_hex(&mut self, by: CombatantId, from: Cell) -> Result<bool, R::Pause> {
        self.happen(Happening { by, what: Trigger::Moves, at: NONE, from: Some(from) })
    }

    /// `DF-086` `DF-R07` The checkpoint for the declaration of an attack at somebody.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn checkpoint_attack(&mut self, by: CombatantId, target: CombatantId) -> Result<bool, R::Pause> {
        self.happen(Happening { by, what: Trigger::Attacks, at: target.0, from: None })
    }

    /// Whether anybody waits for such an attack.
    pub fn is_attack_awaited(&self, by: CombatantId, target: CombatantId) -> bool {
        let event = Happening { by, what: Trigger::Attacks, at: target.0, from: None };
        self.state.ids().any(|who| self.scene().awaits(who, event).is_some())
    }

    /// Whether anybody waits at all.
    #[inline]
    pub fn anybody_waits(&self) -> bool {
        self.state.fighters.iter().any(|fighter| matches!(fighter.doing, Doing::Waiting(_)))
    }

    /// Notes how a combatant is before something that may wound it, bring it down or move it.
    #[inline]
    pub fn look_at(&self, who: CombatantId) -> Snapshot {
        let fighter = &self.state[who];
        Snapshot { who, hp: fighter.hp, posture: fighter.posture, at: fighter.at }
    }

    /// Notes how the target of an attack and its attacker are and, where anybody waits, everybody else in the hex of
    /// the target: a strike that misses or is blocked with a foe can hit them.
    pub(crate) fn look_at_all(&self, who: CombatantId, target: CombatantId) -> Snapshots {
        let mut looked = Snapshots::new();
        looked.extend([self.look_at(target), self.look_at(who)]);
        if self.anybody_waits() {
            let others = self.scene().fellows(target).filter(|&other| other != who);
            looked.extend(others.take(looked.remaining_capacity()).map(|other| self.look_at(other)));
        }
        looked
    }

    /// Notes how everybody is, where anybody waits.
    pub(crate) fn look_at_everybody(&self) -> ArrayVec<Snapshot, MOST_COMBATANTS> {
        let mut looked = ArrayVec::new();
        if self.anybody_waits() {
            looked.extend(self.state.ids().map(|who| self.look_at(who)));
        }
        looked
    }

    /// `DF-R07` `DF-243` The checkpoint after an event is finished: a hex entered against one's will, as by knockback,
    /// wounds, falls, kneeling down.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn checkpoint_changes(&mut self, before: Snapshot) -> Result<bool, R::Pause> {
        let Snapshot { who, hp, posture, at } = before;
        let mut reacted = false;
        if self.state[who].at != at {
            reacted |= self.checkpoint_hex(who, at)?;
        }
        if self.state[who].hp < hp {
            reacted |= self.checkpoint(who, Trigger::IsWounded)?;
        }
        let is_down = |posture: Posture| !matches!(posture, Posture::Standing | Posture::Crouching);
        if is_down(self.state[who].posture) && !is_down(posture) {
            reacted |= self.checkpoint(who, Trigger::GoesDown)?;
        }
        Ok(reacted)
    }

    /// Asks every combatant that waits for an event, in the order of turns.
    fn happen(&mut self, event: Happening) -> Result<bool, R::Pause> {
        if !self.anybody_waits() {
            return Ok(false);
        }
        let mut reacted = false;
        for place in 0..self.state.fighters.len() {
            // Until the order is settled it is that of the encounter.
            let who = self.state.order.get(place).copied().unwrap_or(CombatantId(place as u8));
            // DF-R07: the target of a reaction cannot interrupt it.
            let is_at_me = self.state.this_turn.reacting_to == who.0;
            if is_at_me || !self.scene().is_target(event.by) {
                continue;
            }
            let Some(wait) = self.scene().awaits(who, event) else { continue };
            // DF-090: a waiter may let it pass; the Wait stays armed.
            if self.ask(Question::React { who, to: event.by })? != Choice::React(true) {
                continue;
            }
            reacted = true;
            self.state[who].doing = Doing::Nothing;
            self.tell(Event::Reacts { who, to: event.by, trigger: wait.trigger });
            // DF-R88: an interruption disturbs a caster.
            self.distract(event.by, Disturbed::Distracted);
            let outer = std::mem::replace(&mut self.state.this_turn.reacting_to, event.by.0);
            // DF-R10: in a reaction the way round begins where the reaction does.
            let noted = self.noted();
            self.note_where_from(who);
            self.react(who, event.by, &wait)?;
            self.note_again(noted);
            self.state[who].motion = Motion::default();
            self.state.this_turn.reacting_to = outer;
        }
        Ok(reacted)
    }

    /// `DF-089` `DF-R26` `DF-R111` Carries a reaction out as it was declared, with the facing at the end of its
    /// movement.
    fn react(&mut self, who: CombatantId, to: CombatantId, wait: &Waiting) -> Result<(), R::Pause> {
        // DF-R64: counted at the trigger, before anybody moves again.
        let thrust_bonus = if wait.trigger == Trigger::Charges {
            (self.scene().came_closer(to, who).max(0) / 2).min(99) as u8
        } else {
            0
        };
        let mut bonus = all_out(wait.reaction);
        if let Some(lost) = bonus
            && self.state[who].flags.has(Flags::DEFENDED)
        {
            // DF-092: after a defense only a plain Attack is left.
            bonus = None;
            self.tell(Event::Downgraded { who, from: lost });
        }
        let stands = wait.moved || wait.braced;
        let (mut stepped, mut straight) = (true, 0);
        if bonus.is_some() {
            self.state[who].flags.set(Flags::ALL_OUT);
            self.state[who].focus = crate::state::DefenseFocus::None;
            if !stands {
                straight = self.half_move(who, true)?;
            }
        } else if !stands {
            stepped = self.step(who, false)?;
        }
        if self.can_go_on(who) {
            match wait.reaction {
                Reaction::Feint => self.react_with_feint(who, to, wait.mode)?,
                Reaction::Ready => {
                    if let Some(ready) = self.scene().some_ready_of(who, ItemId(wait.mode)) {
                        self.ready(who, ready)?;
                    }
                }
                _ => {
                    let from = bonus.map_or(AttackFrom::Attack, AttackFrom::AllOut);
                    let plan = AttackPlan {
                        only: to.0,
                        straight,
                        thrust_bonus,
                        area_penalty: if wait.trigger == Trigger::InArea { area_penalty(wait.area.size) } else { 0 },
                        watched: wait.seconds,
                        braced: wait.braced,
                        reaction: true,
                        ..AttackPlan::of(from)
                    };
                    self.react_with_attack(who, to, wait, &plan)?;
                }
            }
        }
        // DF-R19: off balance by its own blow, it has lost the rest.
        let lost = self.state[who].flags.has(Flags::OFF_BALANCE);
        if !stands && !lost {
            if bonus.is_none() {
                self.step_if_able(who, stepped)?;
            }
            // DF-R111: the end of the reaction is the end of that movement.
            if self.can_go_on(who) {
                let (turn, _) = self.scene().may_finish_with(who, &Maneuver::Attack);
                self.finish_turn(who, turn, false)?;
            }
        }
        Ok(())
    }

    fn react_with_attack(
        &mut self,
        who: CombatantId,
        to: CombatantId,
        wait: &Waiting,
        plan: &AttackPlan,
    ) -> Result<(), R::Pause> {
        if plan.from == AttackFrom::AllOut(AllOut::Feint) {
            self.react_with_feint(who, to, wait.mode)?;
        }
        let attacks = if plan.from == AttackFrom::AllOut(AllOut::Double) { 2 } else { 1 };
        let mut left: ArrayVec<(Form, AttackPlan), 3> = ArrayVec::new();
        for attack in 0..attacks {
            match wait.form {
                // DF-211: one attack of the two is traded.
                Form::Rapid if attack == 0 => {
                    let again = AttackPlan { rapid: true, traded: true, mode: wait.mode, ..*plan };
                    left.extend([(Form::Rapid, *plan), (Form::Rapid, again)]);
                }
                Form::Dual if attack == 0 => left.push((Form::Dual, *plan)),
                Form::Rapid | Form::Dual => left.push((Form::Strike, AttackPlan { traded: true, ..*plan })),
                form => left.push((form, *plan)),
            }
        }
        for (form, mut plan) in left {
            // DF-R19: off balance by its own blow, it has lost the rest.
            let off_balance = self.state[who].flags.has(Flags::OFF_BALANCE);
            if off_balance || !self.can_go_on(who) || !self.scene().is_target(to) {
                break;
            }
            let attack = self.scene().attack_of_wait(who, to, wait, form);
            let judged = match &attack {
                Attack::Rapid(strike) if plan.rapid => self.scene().judge_strike(who, strike, &plan, false),
                attack => self.scene().judge_attack(who, &plan, attack),
            };
            if let Err(refusal) = judged {
                // DF-089: nothing else is left to do.
                self.tell(Event::ReactionLost { who, why: (&refusal).into() });
                break;
            }
            self.carry_out(who, &attack, &mut plan)?;
        }
        Ok(())
    }

    fn react_with_feint(&mut self, who: CombatantId, to: CombatantId, mode: u16) -> Result<(), R::Pause> {
        let item = self.scene().mode(who, mode).and_then(|mode| mode.item).unwrap_or(ItemId::NONE);
        let feint = FeintAt { target: to, item, situational: 0 };
        match self.scene().judge_feint(who, NONE, &feint) {
            Ok(()) => self.carry_out_feint(who, &feint),
            Err(refusal) => {
                self.tell(Event::ReactionLost { who, why: (&refusal).into() });
                Ok(())
            }
        }
    }
}

impl Scene<'_> {
    /// `DF-089` The attack of a Wait, at the foe that triggered it: holds are used with the hands that have them, all
    /// else with free hands.
    fn attack_of_wait(self, who: CombatantId, to: CombatantId, wait: &Waiting, form: Form) -> Attack {
        let strike = |mode| Strike {
            aim: wait.aim().unwrap_or(Aim::At(Location::Torso)),
            deceptive: wait.deceptive,
            hand: self.hand_that_strikes(who, mode),
            ..Strike::plain(mode, to)
        };
        let holding = || {
            let grabs = self.fighter(who).grabs.iter().filter(|grab| grab.victim == to.0);
            grabs.fold(0, |hands, grab| hands | grab.hands)
        };
        let with = |hands| Grapple { target: to, hands, situational: 0 };
        let at = Location::ALL.get(wait.location as usize).copied().unwrap_or(Location::Torso);
        match form {
            Form::Strike => Attack::Strike(strike(wait.mode)),
            Form::Rapid => Attack::Rapid(strike(wait.mode)),
            Form::Dual => Attack::Dual(strike(wait.mode), strike(wait.other)),
            Form::Shove => Attack::Shove(with(self.free_hands(who))),
            Form::Slam => Attack::Slam(with(self.free_hands(who))),
            Form::Grab if wait.other != NO_MODE => Attack::GrabItem(with(self.free_grips(who)), ItemId(wait.other)),
            Form::Grab => Attack::Grab(with(self.free_grips(who)), at),
            Form::Takedown => Attack::Takedown(with(holding())),
            Form::Pin => Attack::Pin(with(holding())),
            Form::Strangle => Attack::Strangle(with(holding())),
            Form::Wrest => Attack::Wrest(with(holding())),
            Form::ForceDrop => Attack::ForceDrop(with(holding())),
            Form::BreakFree => Attack::BreakFree(with(self.free_hands(who))),
        }
    }

    /// The hand of an unarmed blow that names none: the first one that is free; [`NONE`] where a weapon
    /// says it.
    pub fn hand_that_strikes(self, who: CombatantId, mode: u16) -> u8 {
        match self.mode(who, mode) {
            Some(mode) if mode.kind == ModeKind::Punch && mode.item.is_none() => match self.free_hands(who) {
                0 => NONE,
                hands => hands.trailing_zeros() as u8,
            },
            _ => NONE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opportunity_fire() {
        for (hexes, penalty) in
            [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (10, 4), (11, 5), (127, 5), (0, 2)]
        {
            assert_eq!(area_penalty(hexes), penalty, "DF-244: {hexes} hexes");
        }
        assert_eq!(area_penalty(128), 0, "DF-244: a disc of one hex");
        assert_eq!(area_penalty(130), 5, "DF-244: a disc of 19");
    }
}
