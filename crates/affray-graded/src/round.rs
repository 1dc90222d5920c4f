//! The order of a round, and what happens at its borders and at those of a turn.
//!
//! Rules `GR-026`, `GR-223`, `GR-224`, `GR-249`, `GR-254` to `GR-256`; rulings `GR-R19`, `GR-R23` to `GR-R25`,
//! `GR-R39`, `GR-R75`, `GR-R92`.

use crate::Graded;
use crate::decision::{Deed, NONE, Posture};
use crate::event::Event;
use crate::scene::{D1, Fight, Scene};
use crate::state::{Flags, Lasting, MOST_PARRIED, Marks, Parts, ROUND_MARKS, STUN, Stage, Watch};
use affray_core::dice::Dice;
use affray_core::referee::{CombatantId, Pool, Referee, Thrower, Why};

/// `GR-026` Seconds of a round.
pub const SECONDS: u32 = 3;

impl Scene<'_> {
    /// The side that is the only one left with somebody who can fight; `None` while several are, and
    /// `Some(None)` if there is nobody left at all.
    pub fn winner(self) -> Option<Option<u8>> {
        let mut side = None;
        for who in self.state.ids() {
            if self.fighter(who).is_able() {
                match side {
                    None => side = Some(self.side(who)),
                    Some(one) if one != self.side(who) => return None,
                    Some(_) => {}
                }
            }
        }
        Some(side)
    }

    /// `GR-R19` What the order of a round goes by, high first.
    #[inline]
    fn rank(self, who: CombatantId) -> (i32, i32, i32, u8) {
        let scores = self.scores(who);
        (scores.initiative, scores.dx, scores.per, self.fighter(who).tie)
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// Carries the next turn out, and whatever lies before it.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn next_turn(&mut self) -> Result<(), R::Pause> {
        loop {
            match self.state.stage {
                Stage::Over => return Ok(()),
                Stage::Start => {
                    self.roll_off()?;
                    self.state.stage = Stage::Round;
                    self.state.first_round = true;
                    self.begin_round();
                }
                Stage::Round => {
                    if self.state.order.is_empty() {
                        self.begin_round();
                    }
                    self.skip_the_fallen();
                    let Some(&who) = self.state.order.get(self.state.turn as usize) else {
                        // Nobody is up, or who was left was felled between two turns.
                        if self.state.order.is_empty() {
                            self.state.stage = Stage::Over;
                        } else {
                            self.close_round();
                        }
                        if self.is_over() {
                            return Ok(());
                        }
                        continue;
                    };
                    self.state.turn += 1;
                    self.turn(who)?;
                    if !self.is_over() {
                        self.skip_the_fallen();
                        if self.state.order.len() <= self.state.turn as usize {
                            self.close_round();
                            self.is_over();
                        }
                    }
                    return Ok(());
                }
            }
        }
    }

    /// Ends the round; the next one begins with its first turn.
    fn close_round(&mut self) {
        self.end_round();
        self.state.first_round = false;
        self.state.order.clear();
        self.state.turn = 0;
    }

    /// Passes over those in the order who are down.
    fn skip_the_fallen(&mut self) {
        while self.state.order.get(self.state.turn as usize).is_some_and(|&who| !self.state[who].is_up()) {
            self.state.turn += 1;
        }
    }

    /// Ends the fight if it is over.
    fn is_over(&mut self) -> bool {
        let over = self.scene().winner().is_some();
        if over && self.state.stage != Stage::Over {
            self.state.stage = Stage::Over;
            self.tell(Event::Over);
        }
        over
    }

    /// `GR-R19` Those who tie in everything roll a die once for the whole battle; who ties again rolls again.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn roll_off(&mut self) -> Result<(), R::Pause> {
        let ids = self.state.fighters.len() as u8;
        let mut done = 0u64;
        for one in 0..ids {
            if done >> (one & 63) & 1 == 1 {
                continue;
            }
            let rank = self.scene().rank(CombatantId(one));
            let mut tied: u64 = 0;
            for other in one..ids {
                if self.scene().rank(CombatantId(other)) == rank {
                    tied |= 1 << (other & 63);
                }
            }
            done |= tied;
            self.roll_among(tied, 0)?;
        }
        Ok(())
    }

    /// Ranks those of a set from `floor` up. So few that exact odds can list every order throw together.
    fn roll_among(&mut self, tied: u64, floor: u8) -> Result<(), R::Pause> {
        let why = Why::new(CombatantId(tied.trailing_zeros() as u8 & 63), rule!("GR-R19"), "roll-off");
        let order = match tied.count_ones() {
            ..=1 => return Ok(()),
            2..=5 => self.referee.pool(why, &RollOff(tied), &[], |order| order)?,
            _ => {
                let mut by = Direct(self.referee);
                RollOff(tied).throw(why, &mut by)?
            }
        };
        for (rank, who) in order.into_iter().take_while(|&who| who != NONE).enumerate() {
            self.state.fighters[who as usize].tie = floor + rank as u8;
        }
        Ok(())
    }

    /// `GR-R19` `GR-D02` A round begins: the order, by current scores.
    pub fn begin_round(&mut self) {
        let mut order = std::mem::take(&mut self.state.order);
        order.clear();
        order.extend(self.state.ids().filter(|&who| self.state[who].is_up()));
        let scene = self.scene();
        order.sort_by_key(|&who| std::cmp::Reverse(scene.rank(who)));
        self.state.order = order;
        self.state.turn = 0;
        let number = self.state.rounds.0 + 1;
        self.tell(Event::RoundBegins { number });
    }

    /// `GR-254` `GR-R92` `GR-D18` A round ends: whoever fought pays for what he carries, and spells run on.
    pub fn end_round(&mut self) {
        for who in 0..self.state.fighters.len() as u8 {
            let who = CombatantId(who);
            let tired = self.state[who].marks.has(Marks::TIRING);
            self.state[who].marks.clear(Marks::TIRING);
            let level = i32::from(self.setup.combatants[who.index()].sheet.encumbrance);
            if tired && level != 0 && self.state[who].is_up() {
                self.tire(who, level);
            }
            for at in 0..2 {
                let lasting = &mut self.state[who].spells[at];
                if lasting.by != NONE {
                    lasting.rounds = lasting.rounds.saturating_sub(1);
                    if lasting.rounds == 0 {
                        *lasting = Lasting::NONE;
                    }
                }
            }
        }
        self.state.rounds.0 += 1;
        self.tell(Event::RoundEnds);
    }

    /// `GR-254` `GR-255` Loses FP, down to 0.
    pub(crate) fn tire(&mut self, who: CombatantId, points: i32) {
        let fighter = &mut self.state[who];
        let lost = points.min(i32::from(fighter.fp));
        if lost <= 0 {
            return;
        }
        fighter.fp -= lost as i16;
        let left = i32::from(fighter.fp);
        self.tell(Event::Tires { who, points: lost, left });
        self.settle_strength(who);
    }

    /// `GR-R25` `GR-D03` A turn begins: what lasted until now is over, then the rolls that are due. Whether it goes on.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn begin_turn(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        if self.state[who].watch != Watch::None {
            self.stop_watching(who);
        }
        let fighter = &mut self.state[who];
        fighter.parries = 0;
        fighter.blocks = 0;
        fighter.parried = [NONE; MOST_PARRIED];
        fighter.marks.clear(ROUND_MARKS.and(Marks::TURN_OVER));
        fighter.marks.set(Marks::ACTING);
        fighter.flags.clear(Flags::BRACED.and(Flags::OFF_BALANCE).and(Flags::NO_DEFENSE).and(Flags::RETREATING));
        fighter.flags.put(Flags::STUN_OLD, fighter.flags.has(Flags::STUNNED));
        fighter.last = fighter.deed;
        fighter.deed = Deed::Nothing;
        fighter.struck_last = fighter.struck;
        fighter.struck = NONE;
        fighter.moved = 0;
        fighter.from = fighter.at;
        fighter.foe = NONE;
        fighter.pause = fighter.pause.saturating_sub(1);
        if fighter.entered != NONE {
            if fighter.marks.has(Marks::ENTERED_OLD) {
                fighter.entered = NONE;
            }
            fighter.marks.set(Marks::ENTERED_OLD);
        }
        if fighter.flags.has(Flags::SURPRISED) {
            if self.state.first_round {
                self.tell(Event::Surprised { who });
                return Ok(false);
            }
            self.state[who].flags.clear(Flags::SURPRISED);
        }
        // GR-249: only lost HP threaten consciousness, not exhaustion.
        if self.state[who].hp <= 0 && !self.rolls(who, rule!("GR-249"), "consciousness", self.will(who))? {
            self.lose_consciousness(who);
            return Ok(false);
        }
        if self.state[who].flags.has(Flags::PANICKED) {
            if self.rolls(who, rule!("GR-R76"), "panic", self.will(who))? {
                self.state[who].flags.clear(Flags::PANICKED);
                self.tell(Event::Recovers { who });
            }
        } else if !self.setup.fears.is_empty() {
            self.face_fears(who)?;
        }
        Ok(true)
    }

    /// Will, which is neither halved nor lowered by stun (`GR-R87`).
    pub(crate) fn will(&self, who: CombatantId) -> i32 {
        self.setup.combatants[who.index()].sheet.will
    }

    /// `GR-R25` A turn ends: stuns end or are rolled for, crippling counts down, running is noted.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn end_turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.state[who].flags.any(STUN.and(Flags::TICKING)) {
            self.end_stuns(who)?;
            self.tick(who);
        }
        let full = self.scene().mv(who);
        let fighter = &mut self.state[who];
        // GR-R39: at least MV hexes by Move, Charge, Slam or Tackle, and still on one's feet.
        let runs = matches!(fighter.deed, Deed::Move | Deed::Charge | Deed::Slam | Deed::Tackle)
            && fighter.posture == Posture::Standing
            && full <= fighter.moved;
        fighter.flags.put(Flags::RUNNING, runs);
        fighter.marks.clear(Marks::ACTING);
        fighter.marks.set(Marks::TURN_OVER);
        // GR-072: a feint lasts to the end of the next own turn.
        if fighter.feint != NONE {
            if fighter.marks.has(Marks::FEINT_FRESH) {
                fighter.marks.clear(Marks::FEINT_FRESH);
            } else {
                fighter.feint = NONE;
                fighter.feint_amount = 0;
            }
        }
        Ok(())
    }

    fn end_stuns(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let flags = self.state[who].flags;
        if flags.has(Flags::STUN_OLD) {
            self.state[who].flags.clear(Flags::STUNNED.and(Flags::STUN_OLD).and(Flags::SLAMMED));
        }
        if flags.has(Flags::STUN_WILL)
            && self.state[who].is_up()
            && self.rolls(who, rule!("GR-223"), "stun", self.will(who))?
        {
            self.state[who].flags.clear(Flags::STUN_WILL);
        }
        if flags.any(STUN) && !self.state[who].flags.any(STUN) {
            self.tell(Event::Recovers { who });
        }
        Ok(())
    }

    /// `GR-224` `GR-219` Temporary crippling counts down.
    fn tick(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        if !fighter.flags.has(Flags::TICKING) {
            return;
        }
        for left in &mut fighter.lamed {
            *left = left.saturating_sub(1);
        }
        for left in &mut fighter.strained {
            *left = left.saturating_sub(1);
        }
        let ticking = fighter.lamed != [0; 8] || fighter.strained != [0; 2];
        fighter.flags.put(Flags::TICKING, ticking);
        fighter.flags.put(Flags::LAME, ticking || fighter.crippled != Parts::default());
    }
}

/// The most who can tie.
const MOST: usize = 64;

/// `GR-R19` A roll-off of those of a set: a die each, and those who tie again roll again. Everybody's chances are
/// the same, so every order is as likely as any other.
#[derive(Debug, Clone, Copy)]
struct RollOff(u64);

/// The order that came out, the lowest die first; filled up with [`NONE`].
type Order = [u8; MOST];

/// Dice that go on tying are thrown so often; then the order of the encounter holds. That has a chance of 6 to the
/// power of -20.
const MOST_ROLLS: u8 = 20;

impl RollOff {
    /// Those of a set.
    fn members(set: u64) -> impl Iterator<Item = u8> {
        (0..MOST as u8).filter(move |one| set >> one & 1 == 1)
    }
    fn settle<T: Thrower<Graded>>(
        set: u64,
        why: Why,
        by: &mut T,
        rolls: u8,
        into: &mut Order,
        at: &mut usize,
    ) -> Result<(), T::Pause> {
        if set.count_ones() < 2 || rolls == 0 {
            for one in Self::members(set) {
                into[*at] = one;
                *at += 1;
            }
            return Ok(());
        }
        let mut faces = [0u64; 7];
        for one in Self::members(set) {
            let face = by.throw(Why { who: CombatantId(one), ..why }, D1, None)?;
            faces[face.clamp(1, 6) as usize] |= 1 << one;
        }
        faces.into_iter().try_for_each(|set| Self::settle(set, why, by, rolls - 1, into, at))
    }
}

impl Pool<Graded> for RollOff {
    type Outcome = Order;

    fn throw<T: Thrower<Graded>>(&self, why: Why, by: &mut T) -> Result<Order, T::Pause> {
        let (mut order, mut at) = ([NONE; MOST], 0);
        Self::settle(self.0, why, by, MOST_ROLLS, &mut order, &mut at)?;
        Ok(order)
    }

    fn outcomes(&self, mut each: impl FnMut(u64, f64)) {
        // A code has 6 bits and a mark for each place: at most nine fit, and five are asked for.
        let mut orders: Vec<Vec<u8>> = vec![Vec::new()];
        for one in Self::members(self.0) {
            let longer = |order: Vec<u8>| {
                (0..=order.len()).map(move |at| {
                    let mut order = order.clone();
                    order.insert(at, one);
                    order
                })
            };
            orders = orders.into_iter().flat_map(longer).collect();
        }
        let chance = 1.0 / orders.len() as f64;
        for list in orders {
            let mut order = [NONE; MOST];
            order[..list.len()].copy_from_slice(&list);
            each(Self::code(order), chance);
        }
    }

    fn code(order: Order) -> u64 {
        let members = order.iter().take_while(|&&who| who != NONE);
        members.enumerate().fold(0, |code, (at, &who)| code | (u64::from(who) << 1 | 1) << (7 * at))
    }

    fn outcome(code: u64) -> Order {
        let (mut order, mut code) = ([NONE; MOST], code);
        for place in &mut order {
            if code & 1 == 0 {
                break;
            }
            *place = (code >> 1 & 63) as u8;
            code >>= 7;
        }
        order
    }
}

/// Throws at the referee, die by die.
struct Direct<'a, R>(&'a mut R);

impl<R: Referee<Graded>> Thrower<Graded> for Direct<'_, R> {
    type Pause = R::Pause;

    fn throw(&mut self, why: Why, dice: Dice, _: Option<usize>) -> Result<i32, R::Pause> {
        self.0.throw(why, dice, |face| face)
    }
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.0.tell(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_a_roll_off_has_a_code() {
        let mut seen = Vec::new();
        RollOff(0b10_0110).outcomes(|code, chance| {
            assert!((chance - 1.0 / 6.0).abs() < 1e-12);
            assert_eq!(RollOff::code(RollOff::outcome(code)), code);
            seen.push(RollOff::outcome(code).into_iter().take_while(|&one| one != NONE).collect::<Vec<_>>());
        });
        seen.sort();
        assert_eq!(seen, [[1, 2, 5], [1, 5, 2], [2, 1, 5], [2, 5, 1], [5, 1, 2], [5, 2, 1]]);
    }
}
