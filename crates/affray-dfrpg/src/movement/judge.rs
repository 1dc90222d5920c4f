//! Movement points, and which hexes, facings and crouches are legal.
//!
//! Rules `DF-110` to `DF-124`, rulings `DF-R08` and `DF-R100`.

use super::{LEDGE, PerPoint, hex_price, is_side, turn_cost, unit_of};
use crate::body::fatigue::half_up;
use crate::decision::{Advance, Choice, Finish, Maneuver, Path};
use crate::scene::Scene;
use crate::sheet::{Location, SpellScore};
use crate::state::{Flags, Grabbed, Motion, Posture};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Refusal};
use affray_kernel::tally::{Sum, Tally};

impl<'a> Scene<'a> {
    /// `DF-110` Movement points of a full move.
    pub fn move_points(self, who: CombatantId) -> i32 {
        self.move_score::<Sum>(who).total()
    }

    /// `DF-110` `DF-026` `DF-R40` `DF-R34` The movement points of a full move: Move under the load of the moment, halved for
    /// low HP, low FP and a crippled foot, and what spells change.
    pub fn move_score<T: Tally>(self, who: CombatantId) -> T {
        let fighter = self.fighter(who);
        let (basic, load) = (i32::from(self.sheet(who).basic_move), self.move_with_foes(who));
        let mut score = T::base(rule!("DF-026").named(if load == basic { "Move" } else { "Basic Move" }), basic);
        if load != basic {
            const LEVELS: [&str; 5] =
                ["stated", "light load, x 0.8", "medium load, x 0.6", "heavy load, x 0.4", "extra-heavy load, x 0.2"];
            let level = self.encumbrance_with_foes(who, true).clamp(0, 4) as usize;
            score.becomes(rule!("DF-026").named(LEVELS[level]), load);
        }
        self.halve(&mut score, who);
        if [Location::RightFoot, Location::LeftFoot].iter().any(|&foot| fighter.is_useless(foot)) {
            score.becomes(rule!("DF-R34").named("halved by a crippled foot"), half_up(score.total()));
        }
        self.add_spell_effects(&mut score, who, SpellScore::Move);
        score.at_least(rule!("DF-026").named("at least 0"), 0);
        score
    }

    /// The foes that a combatant holds.
    pub fn held_foes(self, who: CombatantId) -> impl Iterator<Item = (CombatantId, Grabbed)> {
        self.holds(who).map(|(_, grab)| (CombatantId(grab.victim), grab))
    }

    /// Whether one of two combatants holds the other, so that they move together if at all.
    pub(crate) fn are_tied(self, one: CombatantId, other: CombatantId) -> bool {
        let hold = self.fighter(one).holds_anybody() || self.fighter(other).holds_anybody();
        hold && (self.held_foes(one).any(|(foe, _)| foe == other) || self.held_foes(other).any(|(foe, _)| foe == one))
    }

    /// The foes in a hex, as bits: not one that comes along.
    pub(crate) fn foes_in(self, cell: Cell, who: CombatantId) -> u64 {
        let foes = self.occupants(cell, who).filter(|&other| self.are_foes(who, other) && !self.are_tied(who, other));
        foes.fold(0, |bits, foe| bits | 1 << foe.index())
    }

    /// `DF-461` Whether a combatant that came into its hex met a foe there: not one that came along.
    pub(crate) fn met_a_foe(self, who: CombatantId) -> bool {
        self.occupants(self.fighter(who).at, who).any(|other| self.are_foes(who, other) && !self.are_tied(who, other))
    }

    /// `DF-161` `DF-463` `DF-R55` Whether a combatant can leave its hex at all.
    ///
    /// # Errors
    /// What holds it.
    pub fn judge_leaving(self, who: CombatantId) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if self.fighter(who).posture == Posture::Sitting {
            return refuse(rule!("DF-161"), "a sitting figure does not move: get up, or turn by one side");
        }
        if self.is_rooted(who) {
            return refuse(rule!("DF-R55"), "a spell roots it to the spot");
        }
        // DF-463: a combatant strong enough to move all the same takes the grabber along.
        self.judge_grips_on_movement(who).map_err(|refusal| {
            if refusal.rule == rule!("DF-506") { Refusal::new(rule!("DF-463"), refusal.message) } else { refusal }
        })
    }

    /// Everybody else in a hex, conscious or not, unless dead.
    pub fn occupants(self, cell: Cell, except: CombatantId) -> impl Iterator<Item = CombatantId> + 'a {
        self.state.ids().filter(move |&other| {
            let fighter = self.fighter(other);
            fighter.occupies(cell) && other != except && fighter.is_present() && !fighter.flags.has(Flags::DEAD)
        })
    }

    /// Whether a foe is in a hex.
    pub fn has_foe(self, cell: Cell, who: CombatantId) -> bool {
        self.occupants(cell, who).any(|other| self.are_foes(who, other))
    }

    /// `DF-123` `DF-R100` Whether the ground lets a combatant into a hex, occupied or not.
    ///
    /// # Errors
    /// What is in the way.
    pub fn judge_ground(self, from: Cell, to: Cell) -> Result<(), Refusal> {
        let Some(ground) = self.map().ground(to) else {
            return Err(Refusal::impossible(rule!("DF-123"), "the map ends there"));
        };
        if ground.impassable {
            return Err(Refusal::new(rule!("DF-123"), "that hex cannot be entered"));
        }
        if self.map().elevation_difference(from, to) >= LEDGE {
            return Err(Refusal::new(rule!("DF-R100"), "the ledge is too high to walk up: find a slope or stairs"));
        }
        Ok(())
    }

    /// `DF-119` `DF-117` What the next hex costs, in half points.
    pub(super) fn cost<T: Tally>(self, who: CombatantId, path: &Path, forward: bool, to: Cell) -> T {
        let posture = self.fighter(who).posture;
        if posture.is_lying() {
            return T::base(rule!("DF-119").named("halves of a point, lying: all"), i32::from(path.budget.max(1)));
        }
        hex_price(posture, forward, self.map().at(to).extra_cost_half, PerPoint::Two)
    }

    /// `DF-112` `DF-119` `DF-117` What the next hex costs, as it is told: in points, or in half points where one is among them.
    pub(super) fn cost_told<T: Tally>(self, who: CombatantId, path: &Path, forward: bool, to: Cell) -> T {
        let (posture, ground) = (self.fighter(who).posture, self.map().at(to).extra_cost_half);
        match unit_of(posture, ground) {
            _ if posture.is_lying() => T::base(rule!("DF-119").named("points, lying: all"), i32::from(path.budget / 2)),
            unit => {
                let mut price: T = hex_price(posture, forward, ground, unit);
                price.at_most(
                    rule!("DF-112").named("first hex, all there is"),
                    i32::from(path.left()) * unit as i32 / 2,
                );
                if unit == PerPoint::Two {
                    let halves = price.total();
                    price.becomes(rule!("DF-110").named("half points in all"), halves);
                }
                price
            }
        }
    }

    /// `DF-110` `DF-112` `DF-119` `DF-064` `DF-082` Whether the points suffice for the next hex.
    fn judge_cost(self, who: CombatantId, path: &Path, forward: bool, to: Cell) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if self.move_points(who) < 1 {
            return refuse(rule!("DF-110"), "no movement points at all");
        }
        if path.hexes == 0 {
            // DF-112: one hex is always possible.
            return Ok(());
        }
        if self.fighter(who).posture.is_lying() {
            return refuse(rule!("DF-119"), "one hex a turn while lying");
        }
        let cost = self.cost::<Sum>(who, path, forward, to).total() as i16;
        // DF-082: the extra point goes with forward movement only.
        let left = if path.sprint && !forward { path.left() - 2 } else { path.left() };
        if left < cost {
            let rule = match path {
                Path { sprint: true, .. } if cost <= path.left() => rule!("DF-082"),
                Path { forward_only: true, .. } => rule!("DF-064"),
                _ => rule!("DF-110"),
            };
            return refuse(rule, "too few movement points are left for that hex: stop here");
        }
        Ok(())
    }

    /// `DF-113` `DF-114` `DF-123` Whether a hex can be entered next.
    fn judge_hex(self, who: CombatantId, path: &Path, side: Facing, forward: bool, close: bool) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        if !is_side(side) {
            return Err(Refusal::impossible(rule!("DF-111"), "a hex has six sides: E, NE, NW, W, SW, SE"));
        }
        let to = fighter.at.step(side);
        if self.map().ground(to).is_none() {
            return Err(Refusal::impossible(rule!("DF-123"), "the map ends there"));
        }
        self.judge_leaving(who)?;
        if forward && fighter.facing.sides_to(side) > 1 {
            return refuse(rule!("DF-113"), "forward leads into one of the three front hexes: turn first, or sidestep");
        }
        if !forward && path.forward_only {
            return refuse(rule!("DF-064"), "an All-Out Attack moves forward only");
        }
        self.judge_ground(fighter.at, to)?;
        self.judge_cost(who, path, forward, to)?;
        let foe = self.has_foe(to, who);
        if close && !foe {
            return refuse(rule!("DF-123"), "nobody is there to close with");
        }
        if !foe && self.occupant(to, who).is_some() {
            // DF-123: through the hex of a friend, never into it.
            let mut after = *path;
            after.spent = (path.spent + self.cost::<Sum>(who, path, forward, to).total() as i16).min(path.budget);
            after.hexes = after.hexes.saturating_add(1);
            after.sprint &= forward;
            if !self.leads_on(who, to, if forward { side } else { fighter.facing }, &after) {
                return refuse(rule!("DF-123"), "the points do not suffice to leave that friend's hex again");
            }
        }
        Ok(())
    }

    /// `DF-123` Whether a move that stands in a friend's hex can still end somewhere else.
    fn leads_on(self, who: CombatantId, at: Cell, facing: Facing, path: &Path) -> bool {
        if self.fighter(who).posture.is_lying() {
            return false;
        }
        Facing::HEX.into_iter().any(|side| {
            let to = at.step(side);
            [true, false].into_iter().any(|forward| {
                if forward && facing.sides_to(side) > 1
                    || !forward && path.forward_only
                    || self.judge_ground(at, to).is_err()
                {
                    return false;
                }
                let cost = self.cost::<Sum>(who, path, forward, to).total() as i16;
                let left = if path.sprint && !forward { path.left() - 2 } else { path.left() };
                if left < cost {
                    return false;
                }
                if self.occupant(to, who).is_none() || self.has_foe(to, who) {
                    return true;
                }
                let after = Path { spent: path.spent + cost, sprint: path.sprint && forward, ..*path };
                self.leads_on(who, to, if forward { side } else { facing }, &after)
            })
        })
    }

    /// Whether a move may take that piece next.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_advance(self, who: CombatantId, path: &Path, advance: &Advance) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        match *advance {
            Advance::Forward { side, close } => self.judge_hex(who, path, side, true, close),
            Advance::Sidestep { side, close } => self.judge_hex(who, path, side, false, close),
            Advance::Turn { to } => {
                let sides = fighter.facing.sides_to(to);
                if !is_side(to) {
                    return Err(Refusal::impossible(rule!("DF-111"), "a hex has six sides: E, NE, NW, W, SW, SE"));
                }
                if sides == 0 {
                    return refuse(rule!("DF-115"), "it faces there already");
                }
                if path.hexes != 0 {
                    return refuse(
                        rule!("DF-115"),
                        "turning costs points only before the first hex: move forward, or turn at the end",
                    );
                }
                if fighter.posture == Posture::Sitting && (sides > 1 || path.spent != 0) {
                    return refuse(rule!("DF-161"), "a sitting figure turns by one side");
                }
                if path.left() - i16::from(path.sprint) * 2 < turn_cost(sides) {
                    return refuse(rule!("DF-115"), "a point for each side turned: too few are left");
                }
                Ok(())
            }
            Advance::Attack if !path.may_attack => {
                refuse(rule!("DF-101"), "no attack, or no further one, goes with this move")
            }
            Advance::Attack => Ok(()),
            Advance::Stop => {
                let alone = path.hexes == 0 || self.occupant(fighter.at, who).is_none();
                let mut others = self.occupants(fighter.at, who).filter(|&other| !self.are_tied(who, other));
                if !alone
                    && let Some(there) = others.next()
                    && !self.is_engaged(who)
                    && self.leads_on(who, fighter.at, fighter.facing, path)
                {
                    let message = if self.are_foes(who, there) {
                        "a foe lies in that hex: go on, or enter it to stay there"
                    } else {
                        "a move does not end in a friend's hex: go on"
                    };
                    return refuse(rule!("DF-123"), message);
                }
                Ok(())
            }
        }
    }

    /// The pieces of a move that a person would be shown.
    pub fn advance_options(self, who: CombatantId, path: &Path, into: &mut Vec<Choice>) {
        let fighter = self.fighter(who);
        let mut offer = |advance: Advance| {
            if self.judge_advance(who, path, &advance).is_ok() {
                into.push(Choice::Advance(advance));
            }
        };
        offer(Advance::Stop);
        offer(Advance::Attack);
        for turn in [0, 1, -1, 2, -2, 3] {
            let side = fighter.facing.turned(turn);
            let to = fighter.at.step(side);
            // Over a ledge is legal, and nothing to be offered.
            if -self.map().elevation_difference(fighter.at, to) < LEDGE {
                for close in [false, true] {
                    offer(Advance::Forward { side, close });
                    // Who goes ahead has no use for a dearer way to do so.
                    if turn != 0 {
                        offer(Advance::Sidestep { side, close });
                    }
                }
            }
            offer(Advance::Turn { to: side });
        }
    }

    /// Whether anything but an attack or the end can follow.
    pub(super) fn can_advance(self, who: CombatantId, path: &Path) -> bool {
        let fighter = self.fighter(who);
        let spent = path.budget <= path.spent && path.hexes != 0;
        match fighter.posture {
            Posture::Sitting => path.spent == 0 && path.budget >= 2,
            // DF-119: asked once more, so that a second hex is refused rather than ignored.
            Posture::Prone | Posture::FaceUp => path.hexes <= 1 && path.budget > 0,
            _ => !spent && path.budget > 0,
        }
    }

    /// `DF-082` `DF-R83` `DF-R34` Whether a Move can be a sprint: the turn before was a Move, and it stands
    /// on sound legs and feet.
    pub fn may_sprint(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        fighter.flags.has(Flags::MOVED)
            && fighter.posture == Posture::Standing
            && ![Location::RightLeg, Location::LeftLeg, Location::RightFoot, Location::LeftFoot]
                .iter()
                .any(|&at| fighter.is_useless(at))
            && self.move_points(who) >= 1
    }

    /// `DF-118` `DF-055` `DF-158` How far a combatant may turn at the end of its turn, and whether it may
    /// crouch.
    pub fn may_finish_with(self, who: CombatantId, maneuver: &Maneuver) -> (u8, bool) {
        let fighter = self.fighter(who);
        // DF-107: a dazed combatant takes no free action either.
        let is_dazed = fighter.flags.has(Flags::DAZED) && !fighter.flags.has(Flags::NEWLY_DAZED);
        if fighter.is_stunned() || is_dazed || !fighter.is_conscious() || fighter.motion.has(Motion::OVER) {
            return (0, false);
        }
        let turn = match () {
            () if matches!(maneuver, Maneuver::ChangePosture { .. } | Maneuver::DoNothing) => 0,
            () if fighter.motion.has(Motion::TURN_ANY) && fighter.posture == Posture::Sitting => 1,
            () if fighter.motion.has(Motion::TURN_ANY) => 6,
            () if fighter.motion.has(Motion::TURN_ONE) => 1,
            () => 0,
        };
        (turn, !fighter.motion.has(Motion::FAR) && self.judge_crouch(who).is_ok())
    }

    /// Whether a turn may end like that.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_finish(self, who: CombatantId, turn: u8, crouch: bool, finish: &Finish) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !is_side(finish.facing) {
            return Err(Refusal::impossible(rule!("DF-111"), "a hex has six sides: E, NE, NW, W, SW, SE"));
        }
        let fighter = self.fighter(who);
        if turn < fighter.facing.sides_to(finish.facing) {
            return match turn {
                0 if fighter.motion.has(Motion::TURNED) => {
                    refuse(rule!("DF-055"), "it turned at the beginning of its turn already")
                }
                0 => refuse(rule!("DF-057"), "nobody turns at the end of that maneuver, as it was carried out"),
                _ if fighter.posture == Posture::Sitting => {
                    refuse(rule!("DF-161"), "a sitting figure turns by one side")
                }
                _ => refuse(
                    rule!("DF-118"),
                    "any facing with at least half of the points left, otherwise one side at most",
                ),
            };
        }
        if finish.crouch && !crouch {
            self.judge_crouch(who)?;
            return refuse(rule!("DF-158"), "no crouch at the end of a turn with more movement than a Step");
        }
        Ok(())
    }

    /// The ends of a turn that a person would be shown.
    pub fn finish_options(self, who: CombatantId, turn: u8, crouch: bool, into: &mut Vec<Choice>) {
        let facing = self.fighter(who).facing;
        into.push(Choice::Finish(Finish { facing, crouch: false }));
        if crouch {
            into.push(Choice::Finish(Finish { facing, crouch: true }));
        }
        for sides in [1_i8, -1, 2, -2, 3] {
            if sides.unsigned_abs() <= turn {
                into.push(Choice::Finish(Finish { facing: facing.turned(sides), crouch: false }));
            }
        }
    }

    /// `DF-361` `DF-500` What changes every roll against DX or a skill based on it.
    pub fn add_dx_modifiers<T: Tally>(self, score: &mut T, who: CombatantId) {
        score.add(rule!("DF-361"), -self.shock(who));
        score.add(rule!("DF-500"), if self.is_grabbed(who) { -4 } else { 0 });
        self.add_spell_effects(score, who, SpellScore::Dx);
    }
}
