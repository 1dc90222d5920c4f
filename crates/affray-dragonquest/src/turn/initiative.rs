//! Initiative: of non-engaged sides and of each engagement, and who chooses what with it.
//!
//! Rules `DQ-101` to `DQ-113`, rulings `DQ-R39` to `DQ-R41`.

use crate::DragonQuest;
use crate::decision::{Choice, Question};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::state::{Flags, HELPLESS, MOST_SIDES, NONE};
use crate::turn::rolloff::{MOST, RollOff, Roller, order_of};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::{Sum, Tally};
use arrayvec::ArrayVec;

/// `DQ-110` `DQ-112` `DQ-522` `DQ-R40` The initiative of a stunned figure.
const STUNNED: i32 = -1000;

/// A figure and its effective initiative.
#[derive(Debug, Clone, Copy)]
struct Ranked {
    who: CombatantId,
    rank: i32,
    /// The opponent behind it whose initiative limits its own.
    behind: Option<CombatantId>,
}

impl Scene<'_> {
    /// Whether a figure takes a turn of its own in this pulse among the non-engaged.
    #[inline]
    pub fn acts_alone(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        fighter.is_up()
            && fighter.engagement == NONE
            && fighter.rider == NONE
            && !fighter.flags.has(Flags::ACTED)
            && (self.state.free_pulse == NONE || self.side(who) == self.state.free_pulse)
    }

    /// `DQ-105` `DQ-R41` Whether a figure can roll for its side. A mount does so as its leader alone.
    pub fn can_roll_for_side(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        fighter.engagement == NONE
            && !fighter.flags.any(HELPLESS.union(Flags::STUNNED))
            && (!self.sheet(who).mount || self.setup.sides[self.side(who) as usize].leader == who)
    }

    /// `DQ-113` Whether a figure may act now among the non-engaged of its side: the stunned come last.
    ///
    /// # Errors
    /// Why it may not.
    pub fn judge_next(self, side: u8, who: CombatantId) -> Result<(), Refusal> {
        if who.index() >= self.state.fighters.len() {
            return Err(Refusal::impossible(rule!("DQ-R39"), "there is no such figure"));
        }
        if self.state.free_pulse != NONE && self.side(who) != self.state.free_pulse {
            return Err(Refusal::impossible(rule!("DQ-008"), "a surprised figure does nothing in the free pulse"));
        }
        if self.side(who) != side || !self.acts_alone(who) {
            let message = "a figure of the side that is not engaged and has not acted yet";
            return Err(Refusal::impossible(rule!("DQ-103"), message));
        }
        let others_first = |other| self.side(other) == side && self.acts_alone(other) && !self.is_stunned(other);
        if self.is_stunned(who) && self.state.ids().any(others_first) {
            return Err(Refusal::new(rule!("DQ-113"), "a stunned figure acts last of its side"));
        }
        Ok(())
    }

    #[inline]
    fn is_stunned(self, who: CombatantId) -> bool {
        self.fighter(who).flags.has(Flags::STUNNED)
    }

    /// `DQ-R05` The members of an engagement, ids ascending.
    pub fn members(self, engagement: u8) -> impl Iterator<Item = CombatantId> {
        self.state.ids().filter(move |&who| self.fighter(who).engagement == engagement)
    }

    /// `DQ-R40` Lowers the initiative of those who have an opponent behind them.
    fn lower_for_rear(self, ranks: &mut [Ranked]) {
        for _ in 0..ranks.len() {
            let mut changed = false;
            for at in 0..ranks.len() {
                let Ranked { who, rank, .. } = ranks[at];
                if rank == STUNNED {
                    continue;
                }
                let behind = ranks.iter().filter(|other| self.is_taken_in_rear(who, other.who));
                if let Some(lowest) = behind.min_by_key(|other| other.rank).copied()
                    && rank > lowest.rank - 1
                {
                    ranks[at] = Ranked { who, rank: lowest.rank - 1, behind: Some(lowest.who) };
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// `DQ-111` Whether an unstunned opponent stands in the figure's rear, and it not in that one's.
    #[inline]
    fn is_taken_in_rear(self, who: CombatantId, by: CombatantId) -> bool {
        self.are_foes(who, by) && !self.is_stunned(by) && self.is_behind(by, who) && !self.is_behind(who, by)
    }

    /// `DQ-107` `DQ-112` The initiative of a figure before its place counts.
    pub(crate) fn plain_rank<T: Tally>(self, who: CombatantId) -> T {
        if self.is_stunned(who) { T::base(rule!("DQ-112").named("stunned"), STUNNED) } else { self.initiative(who) }
    }

    /// `DQ-R40` The effective initiative of the figures of an engagement.
    fn rank(self, members: impl Iterator<Item = CombatantId>, ranks: &mut ArrayVec<Ranked, 64>) {
        for who in members {
            let rank = self.plain_rank::<Sum>(who).total();
            let _ = ranks.try_push(Ranked { who, rank, behind: None });
        }
        self.lower_for_rear(ranks);
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-R05` Notes who is engaged with whom as the pulse begins. An engagement bears the number of its
    /// lowest figure.
    pub fn settle_engagements(&mut self) {
        for fighter in &mut self.state.fighters {
            fighter.engagement = NONE;
        }
        let count = self.state.fighters.len() as u8;
        for one in (0..count).map(CombatantId) {
            if !self.state[one].is_up() {
                continue;
            }
            for other in (one.0 + 1..count).map(CombatantId) {
                if !self.state[other].is_up()
                    || !self.scene().are_foes(one, other)
                    || !self.scene().are_engaged(one, other)
                {
                    continue;
                }
                let (a, b) = (self.state[one].engagement, self.state[other].engagement);
                let joined = a.min(b).min(one.0);
                for fighter in &mut self.state.fighters {
                    if fighter.engagement != NONE && (fighter.engagement == a || fighter.engagement == b) {
                        fighter.engagement = joined;
                    }
                }
                self.state[one].engagement = joined;
                self.state[other].engagement = joined;
            }
        }
        self.join_riders();
    }

    /// `DQ-R30` Rider and mount are in one engagement.
    fn join_riders(&mut self) {
        for who in self.state.ids() {
            let mount = self.state[who].mount;
            if mount == NONE {
                continue;
            }
            let (a, b) = (self.state[who].engagement, self.state[CombatantId(mount)].engagement);
            if a == b {
                continue;
            }
            for fighter in &mut self.state.fighters {
                if fighter.engagement != NONE && fighter.engagement == a.max(b) {
                    fighter.engagement = a.min(b);
                }
            }
            // NONE is the highest number: whoever has none gets the other's.
            self.state[who].engagement = a.min(b);
            self.state[CombatantId(mount)].engagement = a.min(b);
        }
    }

    /// `DQ-104` `DQ-R39` The roll of the non-engaged sides.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn roll_for_sides(&mut self) -> Result<(), R::Pause> {
        self.state.sides.clear();
        self.state.winner = NONE;
        let scene = self.scene();
        let mut sides = 0u32;
        for who in self.state.ids() {
            if scene.acts_alone(who) {
                sides |= 1 << scene.side(who);
            }
        }
        if sides == 0 {
            return Ok(());
        }
        for side in (0..MOST_SIDES as u8).filter(|side| sides & 1 << side != 0) {
            self.state.sides.push(side);
        }
        if self.state.sides.len() < 2 {
            return Ok(());
        }
        let mut rollers: ArrayVec<Roller, MOST> = ArrayVec::new();
        for at in 0..self.state.sides.len() {
            rollers.push(self.roller(self.state.sides[at])?);
        }
        let why = Why::new(rollers[0].who, rollers[0].rule, rollers[0].what);
        let order = self.referee.pool(why, &RollOff(rollers), &[], |order| order)?;
        let sides = self.state.sides.clone();
        self.state.sides = order_of(order, sides.len()).map(|place| sides[place]).collect();
        self.state.winner = self.state.sides[0];
        Ok(())
    }

    /// `DQ-104` to `DQ-106` `DQ-R41` Who rolls for a side: its leader, or a substitute without the skill of a
    /// Military Scientist; a side without either rolls D10 alone.
    fn roller(&mut self, side: u8) -> Result<Roller, R::Pause> {
        let leader = self.setup.sides[side as usize].leader;
        let (who, rule, added) = if self.scene().can_roll_for_side(leader) {
            let mut added: R::Tally = self.scene().perception_score(leader, rule!("DQ-104").named("PC"));
            added.add(rule!("DQ-104").named("Military Scientist"), self.scene().sheet(leader).mil_sci.into());
            (leader, rule!("DQ-104"), added)
        } else {
            match self.substitute(side)? {
                Some(who) => {
                    let added: R::Tally =
                        self.scene().perception_score(who, rule!("DQ-105").named("PC, in the leader's place"));
                    (who, rule!("DQ-106"), added)
                }
                None => {
                    self.tell(Event::NobodyRolls { side });
                    return Ok(Roller { who: leader, added: 0, rule: rule!("DQ-R41"), what: "initiative", told: true });
                }
            }
        };
        self.referee.show(Why::new(who, rule, "initiative"), &added);
        Ok(Roller { who, added: added.total(), rule, what: "initiative", told: true })
    }

    /// `DQ-105` The substitute of the leader.
    fn substitute(&mut self, side: u8) -> Result<Option<CombatantId>, R::Pause> {
        let scene = self.scene();
        let mut able = self.state.ids().filter(|&who| scene.side(who) == side && scene.can_roll_for_side(who));
        let (Some(first), second) = (able.next(), able.next()) else { return Ok(None) };
        if second.is_none() {
            return Ok(Some(first));
        }
        Ok(Some(match self.ask(Question::Roller { who: first })? {
            Choice::Roller(who) if who.index() < self.state.fighters.len() => who,
            _ => first,
        }))
    }

    /// `DQ-103` `DQ-R39` The winner names the side that goes first; the others follow by their totals.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn choose_first_side(&mut self) -> Result<(), R::Pause> {
        let winner = std::mem::replace(&mut self.state.winner, NONE);
        if self.state.sides.is_empty() {
            return Ok(());
        }
        let mut sides = std::mem::take(&mut self.state.sides);
        let scene = self.scene();
        sides.retain(|side| self.state.ids().any(|who| scene.side(who) == *side && scene.acts_alone(who)));
        self.state.sides = sides;
        if winner == NONE || self.state.sides.len() < 2 {
            return Ok(());
        }
        let scene = self.scene();
        let able = |&who: &CombatantId| scene.side(who) == winner && scene.fighter(who).is_up();
        let speaker = self.state.ids().filter(able).min_by_key(|&who| scene.sheet(who).mount);
        let who = speaker.unwrap_or(self.setup.sides[winner as usize].leader);
        self.state.winner = winner;
        let choice = self.ask(Question::FirstSide { who })?;
        self.state.winner = NONE;
        if let Choice::FirstSide(side) = choice
            && let Some(at) = self.state.sides.iter().position(|&other| other == side)
        {
            self.state.sides.remove(at);
            self.state.sides.insert(0, side);
        }
        let side = self.state.sides[0];
        self.tell(Event::SideFirst { side, by: winner });
        Ok(())
    }

    /// `DQ-102` `DQ-R39` Settles the order of the engagement that is next: the one with the highest
    /// initiative in it. `false` if all were resolved.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn next_engagement(&mut self) -> Result<bool, R::Pause> {
        let scene = self.scene();
        let Some(engagement) = scene.next_of_engagements() else { return Ok(false) };
        let mut ranks = ArrayVec::new();
        scene.rank(scene.members(engagement).filter(|&who| scene.has_turn_in_engagement(who)), &mut ranks);
        ranks.sort_by_key(|one| std::cmp::Reverse(one.rank));
        if ranks.len() > 1 {
            self.show_ranks(&ranks);
            self.break_ties(&mut ranks)?;
        }
        self.state.order.clear();
        self.state.order.extend(ranks.iter().map(|one| one.who));
        self.state.turn = 0;
        let who = self.state.order[0];
        self.tell(Event::Engagement { who, alone: self.state.order.len() == 1 });
        // DQ-108: with nobody to come before or after, there is nothing to choose.
        if self.state.order.len() > 1 {
            let first = self.ask(Question::First { who })? != Choice::First(false);
            self.tell(Event::Chooses { who, first });
            if !first {
                self.state.order.rotate_left(1);
            }
        }
        Ok(true)
    }

    /// `DQ-107` `DQ-R40` Shows the initiative of each figure of an engagement.
    fn show_ranks(&mut self, ranks: &[Ranked]) {
        for &Ranked { who, rank, behind } in ranks {
            if rank == STUNNED {
                self.tell(Event::ComesLast { who });
                continue;
            }
            let mut value: R::Tally = self.scene().plain_rank(who);
            if let Some(by) = behind {
                self.tell(Event::TakenInRear { who, by, most: rank });
                value.at_most(rule!("DQ-R40").named("one less than the opponent behind"), rank);
            }
            self.referee.show(Why::new(who, rule!("DQ-107"), "initiative"), &value);
        }
    }

    /// `DQ-R39` Equal figures roll D10 for their places, ids ascending, until none are equal.
    fn break_ties(&mut self, ranks: &mut [Ranked]) -> Result<(), R::Pause> {
        let mut from = 0;
        while from < ranks.len() {
            let to = from + ranks[from..].iter().take_while(|one| one.rank == ranks[from].rank).count();
            // More than roll off together are no fight that anybody has played.
            for tied in ranks[from..to].chunks_mut(MOST) {
                if tied.len() > 1 {
                    self.roll_off(tied)?;
                }
            }
            from = to;
        }
        Ok(())
    }

    fn roll_off(&mut self, tied: &mut [Ranked]) -> Result<(), R::Pause> {
        let roller = |one: &Ranked| Roller { who: one.who, added: 0, rule: rule!("DQ-R39"), what: "tie", told: false };
        let rollers: ArrayVec<Roller, MOST> = tied.iter().map(roller).collect();
        let why = Why::new(rollers[0].who, rule!("DQ-R39"), "tie");
        let order = self.referee.pool(why, &RollOff(rollers), &[], |order| order)?;
        let before: ArrayVec<CombatantId, MOST> = tied.iter().map(|one| one.who).collect();
        for (one, place) in tied.iter_mut().zip(order_of(order, before.len())) {
            one.who = before[place];
        }
        Ok(())
    }
}

impl Scene<'_> {
    /// `DQ-R39` The engagement that is next: the one with the highest initiative in it of those in which anybody has a
    /// turn of his own before him; of equal ones the first.
    fn next_of_engagements(self) -> Option<u8> {
        let mut engagements: ArrayVec<u8, 64> = ArrayVec::new();
        for who in self.state.ids().filter(|&who| self.has_turn_in_engagement(who)) {
            let engagement = self.fighter(who).engagement;
            if engagement != NONE && !engagements.contains(&engagement) {
                engagements.push(engagement);
            }
        }
        if let [only] = engagements[..] {
            return Some(only);
        }
        let highest = |engagement: u8| {
            let mut ranks = ArrayVec::new();
            self.rank(self.members(engagement), &mut ranks);
            ranks.iter().map(|one| one.rank).max()
        };
        engagements.into_iter().min_by_key(|&engagement| (std::cmp::Reverse(highest(engagement)), engagement))
    }

    /// Whether a figure of an engagement has a turn of its own before it: it is up, has not acted, and no rider
    /// decides for it.
    #[inline]
    fn has_turn_in_engagement(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        fighter.is_up() && !fighter.flags.has(Flags::ACTED) && fighter.rider == NONE
    }
}
