//! Close combat: opponents in one hex, the sides that each controls, and attacks into the hex.
//!
//! Rules `DF-460` to `DF-475`, rulings `DF-R38`, `DF-R39` and `DF-R87`. Who came in, and by which
//! side, is all that is kept ([`Fighter::entered`](crate::state::Fighter)); who controls what is
//! worked out from it, so that it is right again as soon as somebody leaves.

use crate::Dfrpg;
use crate::check::{Contestant, Grade, THREE_DICE};
use crate::decision::{AttackPlan, NONE, Strike};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::state::{Fighter, Flags};
use crate::strike::geometry::AttackGeometry;
use crate::strike::{Outcome, aim_at_another};
use affray_grid::{Cell, Facing};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

/// Stands in [`Fighter::entered`](crate::state::Fighter) for having retreated out of close combat,
/// from the foe of [`Fighter::retreated`](crate::state::Fighter): until that foe's turn is over it
/// may be attacked as if still there (`DF-471`). Who had come into that hex stands in the lower half of
/// [`Fighter::entered_as`](crate::state::Fighter) for as long: 0 for neither of the two, 1 and the side by which
/// itself had, 7 and the side by which its foe had. Who takes others along whom it holds is in close combat with
/// them as before: its place among those who came in stands in the upper half.
pub const RETREATED_OUT: u8 = 0xfe;

/// The bits of the lower half of [`Fighter::entered_as`](crate::state::Fighter) while [`RETREATED_OUT`] holds.
const CAME_IN: u8 = 0xf;

/// The most others in a hex that a stray blow can find (`DF-R87`).
const MOST_BYSTANDERS: usize = 6;

/// `DF-R87` Dice thrown over the count again before one with as many faces decides: the chances are
/// the same, and exact odds come to an end.
const MOST_REROLLS: u32 = 4;

/// Who else is where an attack goes, in the order of their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bystanders {
    ids: [CombatantId; MOST_BYSTANDERS],
    /// Where each of them was when the attack was made.
    places: [Cell; MOST_BYSTANDERS],
    count: u8,
}

impl Bystanders {
    const NOBODY: Self =
        Self { ids: [CombatantId(NONE); MOST_BYSTANDERS], places: [Cell::new(0, 0); MOST_BYSTANDERS], count: 0 };

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.count as usize
    }
    /// Whether there is nobody.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }
    fn push(&mut self, who: CombatantId, at: Cell) {
        let count = self.count as usize;
        if count < MOST_BYSTANDERS {
            (self.ids[count], self.places[count]) = (who, at);
            self.count += 1;
        }
    }
    /// Those who are still where they were.
    fn that_stayed(self, at: impl Fn(CombatantId) -> Cell) -> Self {
        let mut stayed = Self::NOBODY;
        for (&who, &place) in
            self.ids.iter().zip(&self.places).take(self.len()).filter(|(who, place)| at(**who) == **place)
        {
            stayed.push(who, place);
        }
        stayed
    }
    fn take(&mut self, at: usize) -> Option<CombatantId> {
        let found = *self.ids[..self.len()].get(at)?;
        let end = self.len();
        self.ids.copy_within(at + 1..end, at);
        self.places.copy_within(at + 1..end, at);
        self.count -= 1;
        Some(found)
    }
}

/// What a combatant controls of the hex that it shares with foes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Control {
    /// The side it came by and the two next to it (`DF-461`).
    Near(Facing),
    /// The three others.
    Opposite(Facing),
    /// Only the side it came by (`DF-R38`).
    Only(Facing),
    /// Every side: nobody came in.
    All,
}

impl Control {
    const fn holds(self, side: Facing) -> bool {
        match self {
            Self::Near(by) => by.sides_to(side) <= 1,
            Self::Opposite(by) => by.sides_to(side) > 1,
            Self::Only(by) => by.sides_to(side) == 0,
            Self::All => true,
        }
    }
}

impl Fighter {
    /// The side by which it came into the hex where it is, or [`NONE`], and its place among those who came in. Who
    /// retreated out of another hex with whom it holds has come to these by the side by which it had come to all.
    const fn way_in(&self) -> (u8, u8) {
        match (self.entered, self.entered_as & CAME_IN, self.entered_as >> 4) {
            (RETREATED_OUT, came_in @ 1..=6, place @ 1..) => (came_in - 1, place),
            (RETREATED_OUT, _, _) => (NONE, 0),
            _ => (self.entered, self.entered_as),
        }
    }

    /// Who had come into the hex out of which it retreated: see [`RETREATED_OUT`].
    pub(crate) const fn had_come_in(&self) -> u8 {
        self.entered_as & CAME_IN
    }
}

impl<'a> Scene<'a> {
    /// Whoever else shares a hex with a combatant, conscious or not, unless dead.
    pub fn fellows(self, who: CombatantId) -> impl Iterator<Item = CombatantId> + 'a {
        let me = self.fighter(who);
        self.state.ids().filter(move |&other| {
            let it = self.fighter(other);
            other != who
                && me.is_near(it)
                && it.is_present()
                && !it.flags.has(Flags::DEAD)
                && self.share_hex(who, other)
        })
    }

    /// The side by which a combatant came into the hex of a foe.
    fn came_by(self, who: CombatantId) -> Option<Facing> {
        let (side, _) = self.fighter(who).way_in();
        (side < 6).then(|| Facing::hex(i32::from(side)))
    }

    /// Its place among those who came in: 1 for the first, 0 for who was there before.
    fn place_among(self, who: CombatantId) -> u8 {
        self.came_by(who).map_or(0, |_| self.fighter(who).way_in().1.max(1))
    }

    /// `DF-461` `DF-R38` What a combatant controls; `None` if it is in no close combat.
    fn control(self, who: CombatantId) -> Option<Control> {
        if !self.in_close_combat(who) {
            return None;
        }
        let mine = self.place_among(who);
        let mut fellows = self.fellows(who);
        if let (Some(other), None) = (fellows.next(), fellows.next()) {
            // DF-R38: where two are left, the later one counts as the one who entered.
            let theirs = self.place_among(other);
            return Some(if (theirs, other) < (mine, who) {
                self.came_by(who).map_or(Control::All, Control::Near)
            } else {
                self.came_by(other).map_or(Control::All, Control::Opposite)
            });
        }
        Some(match self.came_by(who) {
            Some(by) if mine == 1 => Control::Near(by),
            Some(by) => Control::Only(by),
            None => self
                .fellows(who)
                .find(|&other| self.place_among(other) == 1 && self.are_foes(who, other))
                .and_then(|other| self.came_by(other))
                .map_or(Control::All, Control::Opposite),
        })
    }

    /// `DF-461` `DF-R38` Whether a combatant controls a side of its hex. Without close combat every side
    /// is its own.
    pub fn controls_side(self, who: CombatantId, side: Facing) -> bool {
        self.control(who).is_none_or(|control| control.holds(side))
    }

    /// `DF-462` The foes who have to be evaded (`DF-120`) to leave the shared hex by that side: nobody
    /// if one controls it oneself.
    pub fn guards_of_side(self, who: CombatantId, side: Facing) -> impl Iterator<Item = CombatantId> + 'a {
        let free = self.controls_side(who, side);
        self.fellows(who).filter(move |&other| !free && self.are_foes(who, other) && self.controls_side(other, side))
    }

    /// `DF-471` Whether a foe stepped out of close combat with a retreat during the running turn or reaction of
    /// somebody, who may still strike at it with reach C.
    pub fn follows_through(self, who: CombatantId, target: CombatantId) -> bool {
        let it = self.fighter(target);
        it.entered == RETREATED_OUT
            && it.retreated == who.0
            && (self.fighter(who).flags.has(Flags::ACTING) || self.state.this_turn.reacting_to == target.0)
            && self.distance(who, target) == 1
    }

    /// Who of two that share a hex had come in and by which side, as a number: see [`RETREATED_OUT`].
    pub(crate) fn who_came_in(self, who: CombatantId, foe: CombatantId) -> u8 {
        match (self.came_by(who), self.came_by(foe)) {
            _ if !self.share_hex(who, foe) => 0,
            (Some(by), _) => 1 + by.index(),
            (None, Some(by)) => 7 + by.index(),
            (None, None) => 0,
        }
    }

    /// `DF-474` Who else could be struck by an attack that goes wrong: the others in a hex of close
    /// combat that the attacker is not in.
    #[inline]
    pub fn bystanders(self, who: CombatantId, target: CombatantId, geometry: &AttackGeometry) -> Bystanders {
        let mut found = Bystanders::NOBODY;
        if geometry.comes_from_outside() {
            self.fellows(target)
                .filter(|&other| other != who)
                .for_each(|other| found.push(other, self.fighter(other).at));
        }
        found
    }

    /// `DF-472` `DF-R39` Whether somebody's help counts in what a fighter does to a foe: it spent its
    /// own attack on that earlier in this second, could still act, and is in the hex or, for a Pin, next to it with a
    /// hold of its own.
    fn helps(self, helper: CombatantId, who: CombatantId, foe: CombatantId, pin: bool) -> bool {
        let place = |one: CombatantId| self.state.order.iter().position(|&other| other == one);
        helper != who
            && helper != foe
            && self.fighter(helper).assists == who.0
            && self.could_act(helper)
            && (self.state.order.is_empty() || place(helper) < place(who))
            && (self.share_hex(helper, foe)
                || pin && self.distance(helper, foe) == 1 && self.grips_on(foe).any(|(by, _)| by == helper))
    }

    /// `DF-472` `DF-R39` `DF-R72` The score of fighters who work together: the best of theirs, and a
    /// fifth of each other's, rounded down. One may help in a takedown, two in a pin.
    pub fn together<T: Tally>(
        self,
        who: CombatantId,
        foe: CombatantId,
        pin: bool,
        score: impl Fn(CombatantId) -> T,
    ) -> T {
        let mut best = score(who);
        // The two best helpers, by their own scores.
        let mut helpers: [Option<T>; 2] = [None, None];
        for helper in self.state.ids().filter(|&helper| self.helps(helper, who, foe, pin)) {
            let mut next = Some(score(helper));
            for place in helpers.iter_mut().take(if pin { 2 } else { 1 }) {
                let is_better =
                    next.as_ref().is_some_and(|new| place.as_ref().is_none_or(|old| old.total() < new.total()));
                if is_better {
                    std::mem::swap(place, &mut next);
                }
            }
        }
        for helper in &mut helpers {
            if let Some(other) = helper
                && best.total() < other.total()
            {
                std::mem::swap(&mut best, other);
            }
        }
        let fifths = helpers.iter().flatten().map(|helper| helper.total().div_euclid(5));
        for fifth in fifths {
            best.add(rule!("DF-472"), fifth);
        }
        best
    }

    /// How many fighters work together there, and their free hands in all.
    pub fn hands_together(self, who: CombatantId, foe: CombatantId) -> u32 {
        let helpers = self.state.ids().filter(|&helper| self.helps(helper, who, foe, true)).take(2);
        std::iter::once(who).chain(helpers).map(|one| self.free_hands(one).count_ones()).sum()
    }

    /// `DF-467` `DF-508` `DF-466` A plain DX roll, with what shock, holds and spells take from it.
    pub fn dx_score<T: Tally>(self, who: CombatantId, rule: RuleId) -> T {
        let mut score = T::base(rule.named("DX"), i32::from(self.sheet(who).dx));
        self.add_dx_modifiers(&mut score, who);
        score
    }
}

/// What the die shows for a stray blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Drawn {
    At(u8),
    Again,
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-461` `DF-465` Somebody has come into the hex of a foe, moving in that direction: through the
    /// opposite side of it. Call it when it stands there; in a hex without a foe it does nothing.
    pub fn enter_close_combat(&mut self, who: CombatantId, direction: Facing) {
        self.state[who].entered = NONE;
        self.state[who].entered_as = 0;
        if !self.scene().in_close_combat(who) {
            return;
        }
        // Who stands there without a foe of its own has its hex to itself again, whenever it came.
        let mut before = 0;
        for other in self.state.ids() {
            let scene = self.scene();
            if other == who || !scene.share_hex(who, other) {
                continue;
            }
            if !scene.fellows(other).any(|one| one != who && scene.are_foes(one, other)) {
                self.state[other].entered = NONE;
            }
            before = before.max(self.scene().place_among(other));
        }
        let fighter = &mut self.state[who];
        fighter.entered = direction.opposite().index();
        fighter.entered_as = before + 1;
        fighter.flags.set(Flags::INITIATED);
        self.tell(Event::Closes { who });
    }

    /// `DF-461` `DF-R38` Sets right what a change of places did: sides are controlled only where a foe
    /// is, and holds end between combatants that do not share a hex any more. Call it when a combatant has
    /// moved, was moved or is gone.
    pub fn settle_close_combat(&mut self) {
        for who in self.state.ids() {
            self.let_go_parted(who);
            if self.state[who].entered < 6 && !self.scene().in_close_combat(who) {
                self.state[who].entered = NONE;
                self.state[who].entered_as = 0;
            }
        }
    }

    /// `DF-471` Notes that a combatant has retreated out of the hex of a foe, who may follow through. `came_in` is what
    /// [`Scene::who_came_in`] said before.
    pub(crate) fn note_retreat_out(&mut self, who: CombatantId, came_in: u8) {
        let fighter = &mut self.state[who];
        let place = if fighter.entered == NONE { 0 } else { fighter.entered_as.clamp(1, 15) };
        (fighter.entered, fighter.entered_as) = (RETREATED_OUT, came_in | place << 4);
    }

    /// `DF-471` The end of a turn is the end of following through.
    pub fn end_follow_through(&mut self, who: CombatantId) {
        for other in self.state.ids() {
            let fighter = &mut self.state[other];
            if fighter.entered == RETREATED_OUT && (fighter.retreated == who.0 || other == who) {
                (fighter.entered, fighter.entered_as) = fighter.way_in();
            }
        }
    }

    /// `DF-R105` A foe that had retreated out of the hex is in it again, as before: who had come in has come
    /// in, by the same side. `came_in` is what [`Scene::who_came_in`] said before the retreat.
    pub(crate) fn resume_close_combat(&mut self, who: CombatantId, foe: CombatantId, came_in: u8) {
        let (_, place) = self.state[foe].way_in();
        (self.state[foe].entered, self.state[foe].entered_as) = (NONE, 0);
        match came_in {
            1..=6 => {
                let place = if place == 0 { self.scene().place_among(who) + 1 } else { place };
                (self.state[foe].entered, self.state[foe].entered_as) = (came_in - 1, place);
            }
            7..=12 if self.state[who].entered == NONE => {
                (self.state[who].entered, self.state[who].entered_as) = (came_in - 7, 1);
            }
            _ => {}
        }
    }

    /// `DF-474` `DF-475` `DF-R87` `DF-R117` A miss or a dodge can hit another one there, by chance: one after the
    /// other, until somebody is hit, somebody parries or blocks, or nobody is left. What became of
    /// the last of them; `missed` is set where a roll to hit failed.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn stray(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &AttackPlan,
        dual: bool,
        mut bystanders: Bystanders,
        missed: &mut bool,
    ) -> Result<Option<Outcome>, R::Pause> {
        let mut last = None;
        while self.can_go_astray(who, strike)
            && let Some(target) = self.next_bystander(who, &mut bystanders)?
        {
            let aim = aim_at_another(strike.aim);
            let strike = Strike { target, aim, unseen: false, drop: None, ..*strike };
            let geometry = self.scene().attack_geometry(who, target);
            let mut score: R::Tally = self.scene().attack_score(who, &strike, plan, dual, &geometry);
            score.at_most(rule!("DF-474"), 9);
            self.tell(Event::Strays { who, target });
            self.show_range(who, &strike, geometry.distance);
            let incoming = self.scene().incoming(who, &strike, false, &geometry);
            let outcome = match self.check(who, rule!("DF-474"), "stray attack", &score)? {
                // DF-R117: of a stray roll a critical failure is no more than that.
                Grade::Failure | Grade::CriticalFailure => {
                    self.tell(Event::Misses { who, target });
                    *missed = true;
                    Outcome::Missed
                }
                grade => {
                    let critical = grade == Grade::CriticalSuccess;
                    self.tell(Event::Hits { who, target, critical });
                    let outcome = if critical { Outcome::Hit } else { self.defend(target, &incoming, false)? };
                    if let Some(landed) = self.landed(&strike, outcome) {
                        self.strike_home(who, &landed, plan, critical, &incoming)?;
                    }
                    outcome
                }
            };
            last = Some(outcome);
            if !matches!(outcome, Outcome::Missed | Outcome::Dodged) {
                break;
            }
        }
        Ok(last)
    }

    /// `DF-474` `DF-034` `DF-R19` Whether a blow goes on after a miss or a dodge: not if what it was struck with was
    /// lost by the dodge, or its owner lost the rest of the turn. What flies is on its way already.
    fn can_go_astray(&self, who: CombatantId, strike: &Strike) -> bool {
        let scene = self.scene();
        let ready = match scene.mode(who, strike.mode) {
            Some(mode) if mode.kind.is_ranged() => return true,
            Some(mode) => mode.item.is_none_or(|item| scene.is_ready(who, item)),
            None => scene.has_means(who, strike.mode),
        };
        ready && self.can_go_on(who)
    }

    /// `DF-474` `DF-R87` Draws one of those who are left in the hex: by one die, thrown again over the count.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn next_bystander(
        &mut self,
        who: CombatantId,
        bystanders: &mut Bystanders,
    ) -> Result<Option<CombatantId>, R::Pause> {
        *bystanders = bystanders.that_stayed(|other| self.state[other].at);
        let count = bystanders.len() as i32;
        if count < 2 {
            return Ok(bystanders.take(0));
        }
        let why = Why::new(who, rule!("DF-R87"), "who is struck");
        for (place, other) in (1..).zip(bystanders.ids).take(bystanders.len()) {
            self.tell(Event::MayBeStruck { who: other, place });
        }
        for _ in 0..MOST_REROLLS {
            let drawn = self
                .referee
                .throw(why, Dice::d6(1), |die| if die <= count { Drawn::At(die as u8 - 1) } else { Drawn::Again })?;
            if let Drawn::At(at) = drawn {
                return Ok(bystanders.take(at as usize));
            }
        }
        let at = self.referee.throw(why, Dice { number: 1, sides: count as u8 }, |die| die - 1)?;
        Ok(bystanders.take(at as usize))
    }

    /// `DF-472` Spends the attack of a turn on helping somebody.
    pub fn assist(&mut self, who: CombatantId, whom: CombatantId) {
        self.state[who].assists = whom.0;
        self.tell(Event::Assists { who, whom });
    }

    /// `DF-R119` Whoever helps in what a fighter does to a foe has helped: once for each attack spent on it.
    pub(crate) fn spend_help(&mut self, who: CombatantId, foe: CombatantId, pin: bool) {
        for helper in self.state.ids() {
            if self.scene().helps(helper, who, foe, pin) {
                self.state[helper].assists = NONE;
            }
        }
    }

    /// `DF-006` A Quick Contest of which a rule reads less than the margin.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn contest<F: Copy + PartialEq>(
        &mut self,
        rule: RuleId,
        one: &Contestant<R::Tally>,
        other: &Contestant<R::Tally>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, R::Pause> {
        let mine = self
            .referee
            .check(Why::new(one.who, rule, one.what), THREE_DICE, &one.score, |roll, score| score - roll)?;
        self.referee.check(Why::new(other.who, rule, other.what), THREE_DICE, &other.score, |roll, score| {
            read(mine - (score - roll))
        })
    }
}
