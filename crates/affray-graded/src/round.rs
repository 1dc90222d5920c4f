//! The order of a round, its beginning and its end. A turn is in `turn`.
//!
//! Rules `GR-026`, `GR-254`; rulings `GR-R19`, `GR-R92`. Read [`Fight::next_turn`] first.

use crate::Graded;
use crate::decision::NONE;
use crate::event::Event;
use crate::scene::{D1, Fight, Scene};
use crate::state::{Fighter, Flags, Marks, Stage};
use affray_grid::Cell;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Pool, Referee, Thrower, Why};
use affray_kernel::tally::{Sum, Tally};

/// `GR-026` Seconds of a round.
pub const SECONDS: u32 = 3;

impl Scene<'_> {
    /// `GR-R19` Initiative, by which the combatants act, high first.
    pub(crate) fn initiative<T: Tally>(self, who: CombatantId) -> T {
        let scores = self.scores(who);
        let mut score: T = self.attribute(who, rule!("GR-R19").named("DX"), |scores| scores.dx);
        score.add(rule!("GR-R19").named("HT"), scores.initiative - scores.dx);
        score
    }

    /// The only side left with a combatant who can fight; `None` while several are, and
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

    /// `GR-R19` Whether two tie in all but the roll-off.
    fn level(self, one: CombatantId, other: CombatantId) -> bool {
        let score = |who| {
            let (initiative, dx, per, _) = self.rank(who);
            (initiative, dx, per)
        };
        score(one) == score(other)
    }

    /// `GR-R19` What the order of a round goes by, high first.
    #[inline]
    fn rank(self, who: CombatantId) -> (i32, i32, i32, u8) {
        let scores = self.scores(who);
        let per = self.perception::<Sum>(who, rule!("GR-R19")).total();
        (self.initiative::<Sum>(who).total(), scores.dx, per, self.fighter(who).tie)
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
                // The game master has set it going again.
                Stage::Over => self.state.stage = Stage::Round,
                Stage::Start => {
                    self.state.stage = Stage::Round;
                    self.state.first_round = true;
                    self.begin_round()?;
                }
                Stage::Round => {
                    if self.state.order.is_empty() {
                        self.begin_round()?;
                    }
                    self.skip_the_fallen();
                    let Some(&who) = self.state.order.get(self.state.turn as usize) else {
                        // Nobody is up, or the rest was felled between two turns.
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
                        if self.state.turn as usize >= self.state.order.len() {
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

    /// `GR-R19` Those of the round who tie in everything, and have no order among them yet, roll a die for it, for the
    /// rest of the battle; who ties again rolls again.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn roll_off(&mut self) -> Result<(), R::Pause> {
        let open = |fight: &Self, set: u64| {
            let mut pairs = fight.state.order.windows(2);
            pairs.any(|pair| set >> (pair[0].0 & 63) & 1 == 1 && fight.is_open_tie(pair[0], pair[1]))
        };
        if !open(self, u64::MAX) {
            return Ok(());
        }
        let mut done = 0u64;
        for one in self.state.ids() {
            if done >> (one.0 & 63) & 1 == 1 || !self.state[one].is_up() {
                continue;
            }
            let scene = self.scene();
            let tied = scene.state.order.iter().filter(|&&other| scene.level(one, other));
            let tied = tied.fold(0u64, |set, who| set | 1 << (who.0 & 63));
            done |= tied;
            if open(self, tied) {
                self.roll_among(tied)?;
            }
        }
        Ok(())
    }

    /// `GR-R19` Whether one who acts right before another does so with nothing to decide it: no roll-off has ranked both, or
    /// both have the same rank from different ones.
    fn is_open_tie(&self, one: CombatantId, other: CombatantId) -> bool {
        let (rank, next) = (self.state[one].tie, self.state[other].tie);
        (rank == next || next == 0) && self.scene().level(one, other)
    }

    /// `GR-R19` Ranks those who tie; who has a rank keeps his order. So few that exact odds can list every order throw together.
    fn roll_among(&mut self, tied: u64) -> Result<(), R::Pause> {
        let why = Why::new(CombatantId(tied.trailing_zeros() as u8 & 63), rule!("GR-R19"), "roll-off");
        let mut order = match tied.count_ones() {
            ..=5 => self.referee.pool(why, &RollOff(tied), &[], |order| order)?,
            _ => {
                let mut by = Direct(self.referee);
                RollOff(tied).throw(why, &mut by)?
            }
        };
        let order = &mut order[..tied.count_ones() as usize];
        let fighters = &mut self.state.fighters;
        let (mut ranked, mut count) = ([NONE; MOST], 0);
        for &who in order.iter().filter(|&&who| fighters[who as usize].tie != 0) {
            ranked[count] = who;
            count += 1;
        }
        ranked[..count].sort_by_key(|&who| fighters[who as usize].tie);
        let places = order.iter_mut().filter(|who| fighters[**who as usize].tie != 0);
        places.zip(ranked).for_each(|(place, who)| *place = who);
        let mut last = 0;
        for who in order.iter().map(|&who| usize::from(who)) {
            if fighters[who].tie <= last {
                // Between those who have their ranks already there has to be room.
                let above = |one: &&mut Fighter| count != 0 && one.tie > last;
                fighters.iter_mut().filter(above).for_each(|one| one.tie = one.tie.saturating_add(1));
                fighters[who].tie = last + 1;
            }
            last = fighters[who].tie;
        }
        Ok(())
    }

    /// `GR-R19` `GR-D02` `GR-R33` A round begins: the order, by current scores, with the roll-off of ties that arise. The spells of
    /// those who have no turn in it run down.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn begin_round(&mut self) -> Result<(), R::Pause> {
        for who in 0..self.state.fighters.len() as u8 {
            if !self.state[CombatantId(who)].is_up() {
                self.run_spells_down(CombatantId(who));
            }
        }
        let mut order = std::mem::take(&mut self.state.order);
        order.clear();
        order.extend(self.state.ids().filter(|&who| self.state[who].is_up()));
        self.state.order = order;
        self.state.turn = 0;
        self.sort_order();
        let number = self.state.rounds.0 + 1;
        self.tell(Event::RoundBegins { number });
        for at in 0..self.state.order.len() {
            let who = self.state.order[at];
            // After the first round those whose scores were halved since.
            if self.state.first_round || self.state[who].is_halved() {
                let score: R::Tally = self.scene().initiative(who);
                self.referee.show(Why::new(who, rule!("GR-R19"), "initiative"), &score);
                if self.ties(at) {
                    let per: R::Tally = self.scene().perception(who, rule!("GR-R19"));
                    self.referee.show(Why::new(who, rule!("GR-R19"), "tie"), &per);
                }
            }
        }
        self.roll_off()?;
        self.sort_order();
        Ok(())
    }

    /// `GR-R19` Puts those who act in a round in their order.
    fn sort_order(&mut self) {
        let mut order = std::mem::take(&mut self.state.order);
        let scene = self.scene();
        order.sort_by_key(|&who| std::cmp::Reverse(scene.rank(who)));
        self.state.order = order;
    }

    /// `GR-R19` Who joins the fight gets its place in the order of the round, behind its equals; where that place is before
    /// whoever's turn it is, it acts from the next round on.
    pub fn enlist(&mut self, who: CombatantId) {
        if self.state.order.is_empty() {
            return;
        }
        let scene = self.scene();
        let place = scene.state.order.partition_point(|&other| scene.rank(who) <= scene.rank(other));
        self.enter_order(who, place);
    }

    /// It is on the map, and in the fight.
    pub fn join(&mut self, who: CombatantId, at: Cell) {
        self.state[who].at = at;
        self.state[who].flags.clear(Flags::GONE);
        if !self.state.order.contains(&who) {
            self.enlist(who);
        }
    }

    /// Nobody holds it, and it holds nobody and watches nothing.
    pub fn quit(&mut self, who: CombatantId) {
        self.stop_watching(who);
        self.let_go(who);
        self.break_holds_on(who);
    }

    /// `GR-R19` Whether initiative and DX leave the combatant at that place of the order level with the one before or after: PER
    /// decides, or the roll-off where that is the same too.
    fn ties(&self, at: usize) -> bool {
        let (scene, order) = (self.scene(), &self.state.order);
        let rank = |at: usize| scene.rank(order[at]);
        let level = |one: (i32, i32, i32, u8), other: (i32, i32, i32, u8)| (one.0, one.1) == (other.0, other.1);
        at > 0 && level(rank(at - 1), rank(at)) || at + 1 < order.len() && level(rank(at), rank(at + 1))
    }

    /// `GR-254` `GR-R92` `GR-R75` `GR-D18` A round ends: fighters pay fatigue for encumbrance.
    pub fn end_round(&mut self) {
        for who in 0..self.state.fighters.len() as u8 {
            let who = CombatantId(who);
            let tired = self.state[who].marks.has(Marks::TIRING);
            self.state[who].marks.clear(Marks::TIRING);
            let level = i32::from(self.setup.combatants[who.index()].sheet.encumbrance);
            if tired && level != 0 && self.state[who].is_up() {
                self.tire(who, rule!("GR-254"), level);
            }
        }
        // GR-R75: surprise is for the first round.
        self.state.first_round = false;
        self.state.rounds.0 += 1;
        self.tell(Event::RoundEnds);
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
    fn members(mut set: u64) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            let one = (set != 0).then(|| set.trailing_zeros() as u8);
            set &= set.wrapping_sub(1);
            one
        })
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
