//! Blasts and Dive for Cover.
//!
//! Rules `DF-276`, `DF-281` and `DF-344`, rulings `DF-R17`, `DF-R66`, `DF-R84` and `DF-R100`. A blast is an event of
//! the game master ([`Fight::blast`]): everybody in it may dive, then its damage is rolled once for all.

use crate::Dfrpg;
use crate::body::injury::Wound;
use crate::decision::{Choice, IncomingAttack, IncomingKind, NO_MODE, NONE, Question};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{Damage, DamageType};
use crate::state::{DefenseFocus, Flags, Posture};
use crate::strike::damage::{CriticalHit, Protection, plain_damage};
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::{Sum, Tally};

/// `DF-R66` What of a blast's total damage arrives at a distance in hexes.
///
/// ```
/// use affray_dfrpg::strike::blast::at_distance;
/// assert_eq!(at_distance(14, 0), 14);
/// assert_eq!(at_distance(14, 1), 4); // DF-E44
/// assert_eq!(at_distance(14, 2), 2);
/// ```
pub const fn at_distance(total: i32, hexes: i32) -> i32 {
    if hexes <= 0 { total } else { total / (3 * hexes) }
}

impl Scene<'_> {
    /// An area effect as a combatant in it sees it: from the center.
    fn blast_at(self, who: CombatantId, by: CombatantId, center: Cell) -> IncomingAttack {
        let fighter = self.fighter(who);
        IncomingAttack {
            by,
            kind: IncomingKind::Strike,
            mode: NO_MODE,
            hand: NONE,
            arc: self.map().arc(fighter.at, fighter.facing, center),
            ranged: true,
            missile: true,
            deceptive: 0,
            feint: 0,
            dual: false,
            above: false,
            close: false,
        }
    }

    /// The distance of a combatant from a hex, by its nearer hex (`DF-R97`).
    fn distance_from(self, who: CombatantId, center: Cell) -> i32 {
        let fighter = self.fighter(who);
        let first = self.map().distance(center, fighter.at);
        let second = fighter.second_cell().map_or(first, |cell| self.map().distance(center, cell));
        first.min(second) as i32
    }

    /// `DF-276` The score of the Dodge with which one dives for cover.
    pub fn dive_score<T: Tally>(self, who: CombatantId, by: CombatantId, center: Cell) -> T {
        let dodge = i32::from(self.sheet(who).dodge);
        let mut score = T::base(rule!("DF-256"), dodge);
        self.halve(&mut score, who);
        score.add(rule!("DF-276"), 3);
        let blast = self.blast_at(who, by, center);
        self.add_defender_state(&mut score, &self.defender(who, &blast), &blast);
        score.add(rule!("DF-067"), if self.fighter(who).focus == DefenseFocus::Dodge { 2 } else { 0 });
        score
    }

    /// `DF-276` `DF-280` `DF-161` `DF-R84` Whether a combatant can dive at all.
    fn can_dive(self, who: CombatantId, by: CombatantId, center: Cell) -> Result<(), Refusal> {
        self.can_defend(who, &IncomingAttack { by, ..self.blast_at(who, by, center) })?;
        if self.is_grabbed(who) {
            return Err(Refusal::new(rule!("DF-R84"), "who is grabbed cannot dive"));
        }
        self.judge_leaving(who)
    }

    /// `DF-276` `DF-026` `DF-R17` `DF-R100` Whether a combatant may dive into that hex.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_dive(self, who: CombatantId, center: Cell, to: Option<Cell>) -> Result<(), Refusal> {
        let Some(to) = to else { return Ok(()) };
        let at = self.fighter(who).at;
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if self.map().ground(to).is_none() {
            return Err(Refusal::impossible(rule!("DF-R17"), "the map has no such hex"));
        }
        self.can_dive(who, who, center)?;
        if to == at && self.map().at(at).cover {
            return Ok(());
        }
        if self.map().distance(at, to) != 1 || !self.is_free(to, who) {
            return refuse(
                rule!("DF-R17"),
                "one dives into a free hex next to one's own, or down behind the cover there is",
            );
        }
        if self.move_points(who) < 1 {
            return refuse(rule!("DF-026"), "under such a load nobody moves: dive on the spot, behind cover");
        }
        self.judge_ground(at, to)?;
        if !self.map().at(to).cover && self.map().distance(center, to) <= self.map().distance(center, at) {
            return refuse(rule!("DF-R17"), "one dives behind cover, or farther from the center");
        }
        Ok(())
    }

    /// The dives that a person would be shown.
    pub fn dive_options(self, who: CombatantId, center: Cell, into: &mut Vec<Choice>) {
        into.push(Choice::Dive(None));
        let at = self.fighter(who).at;
        for to in std::iter::once(at).chain(self.map().neighbors(at).map(|(_, to)| to)) {
            if self.judge_dive(who, center, Some(to)).is_ok() {
                into.push(Choice::Dive(Some(to)));
            }
        }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-276` `DF-344` `DF-R07` `DF-R17` `DF-R66` A blast: each combatant that it can reach may dive for cover, then
    /// the damage falls once and reaches each by its distance, against torso DR and the cover it dived behind.
    /// `by` is the combatant that caused it.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn blast(&mut self, by: CombatantId, center: Cell, damage: Damage, kind: DamageType) -> Result<(), R::Pause> {
        self.tell(Event::Blast { by, center });
        let before = self.look_at_everybody();
        let most = plain_damage::<Sum>(damage, damage.dice.highest(), kind).total();
        let mut dived = [0u64; 4];
        for who in self.state.ids() {
            let reached = at_distance(most, self.scene().distance_from(who, center)) > 0;
            if reached && self.state[who].is_present() && self.dive(who, by, center)? {
                dived[who.index() / 64] |= 1 << (who.index() % 64);
            }
        }
        let total = |pips| plain_damage::<R::Tally>(damage, pips, kind);
        let why = Why::new(by, rule!("DF-R66"), "blast damage");
        let pips = self.throw_damage(why, damage.dice, CriticalHit::Normal, |_, pips| total(pips).total())?;
        for who in self.state.ids() {
            if !self.state[who].is_present() || self.state[who].flags.has(Flags::DEAD) {
                continue;
            }
            let mut basic = total(pips);
            let hexes = self.scene().distance_from(who, center);
            if hexes > 0 {
                basic.becomes(rule!("DF-R66").named("divided by 3 x distance"), at_distance(basic.total(), hexes));
            }
            if basic.total() < 1 {
                continue;
            }
            let ground = self.scene().map().at(self.state[who].at);
            let behind_cover = ground.cover && dived[who.index() / 64] & (1 << (who.index() % 64)) != 0;
            let cover = if behind_cover { i32::from(ground.cover_dr) } else { 0 };
            let protection = Protection { cover, ..Protection::PLAIN };
            let (damage, injury) = self.scene().damage_result(basic, &protection, &Wound::new(who, None, kind));
            self.take_damage(&damage, &injury, None)?;
        }
        self.settle_distractions()?;
        for before in before {
            self.checkpoint_changes(before)?;
        }
        Ok(())
    }

    /// `DF-276` `DF-R17` `DF-R100` Dives for cover, if the combatant wants to and can; whether it got away. Prone
    /// either way; over a ledge it falls.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn dive(&mut self, who: CombatantId, by: CombatantId, center: Cell) -> Result<bool, R::Pause> {
        if self.scene().can_dive(who, by, center).is_err() {
            return Ok(false);
        }
        let Choice::Dive(Some(to)) = self.ask(Question::Dive { who, center })? else {
            return Ok(false);
        };
        let score: R::Tally = self.scene().dive_score(who, by, center);
        let dodges = self.succeeds(who, rule!("DF-276"), "dive for cover", &score)?;
        let from = self.state[who].at;
        if dodges && to != from && self.scene().map().ground(to).is_some() {
            let side = self.setup.map.facing_towards(from, to);
            self.relocate(who, to);
            self.trail(who, side, false);
            self.tell(Event::Dives { who, to });
        }
        if !matches!(self.state[who].posture, Posture::Prone) {
            self.fall_prone(who);
        }
        self.distract_by_defense(who);
        let to = self.state[who].at;
        self.fall_over_ledge(who, from, to)?;
        Ok(dodges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blasts_fall_off() {
        for (total, hexes, expected) in [(14, 0, 14), (14, 1, 4), (14, 2, 2), (14, 4, 1), (14, 5, 0)] {
            assert_eq!(at_distance(total, hexes), expected, "DF-E44: {total} at {hexes}");
        }
    }
}
