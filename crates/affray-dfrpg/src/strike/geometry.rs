//! How an attacker and its target stand to each other: distance, arcs, close combat, and the attack as its defender
//! meets it.
//!
//! Rules `DF-172`, `DF-173`, `DF-187`, `DF-460`, ruling `DF-R10`.

use crate::decision::{IncomingAttack, IncomingKind, Strike};
use crate::scene::Scene;
use crate::sheet::ModeKind;
use crate::state::{Feinted, Fighter, Flags};
use affray_grid::{Arc, Cell, Facing};
use affray_kernel::referee::CombatantId;

/// The geometry of an attack when it is declared: many of its modifiers depend on it.
#[derive(Debug, Clone, Copy)]
pub struct AttackGeometry {
    /// `DF-172` Hexes from one to the other, 0 in the same hex.
    pub distance: i32,
    /// `DF-R10` The arc of the target from which it is attacked.
    pub arc: Arc,
    /// `DF-460` The attacker is in close combat, be it with somebody else.
    pub closed_in: bool,
    /// `DF-460` The target is in close combat.
    pub target_closed_in: bool,
}

impl AttackGeometry {
    /// `DF-473` `DF-474` The attack goes into the hex of a close combat from outside.
    #[inline]
    pub const fn comes_from_outside(self) -> bool {
        self.target_closed_in && self.distance != 0
    }
}

impl Scene<'_> {
    /// `DF-172` The distance between two combatants, by their nearer hexes.
    #[inline]
    pub fn distance(self, one: CombatantId, other: CombatantId) -> i32 {
        let (from, to) = self.nearest_hexes(one, other);
        self.map().distance(from, to) as i32
    }

    /// `DF-173` `DF-R10` Where one combatant is, seen by another: the best of its hexes.
    pub fn arc_to(self, who: CombatantId, other: CombatantId) -> Arc {
        let (me, it) = (self.fighter(who), self.fighter(other));
        let first = self.map().arc(me.at, me.facing, it.at);
        // One's own hex is in front as well.
        if first == Arc::Front || me.overlaps(it) {
            return Arc::Front;
        }
        match it.second_cell() {
            Some(second) if self.map().arc(me.at, me.facing, second) == Arc::Front => Arc::Front,
            _ => first,
        }
    }

    /// `DF-460` Whether two combatants share a hex.
    #[inline]
    pub fn share_hex(self, one: CombatantId, other: CombatantId) -> bool {
        self.fighter(one).overlaps(self.fighter(other))
    }

    /// `DF-460` `DF-R106` Whether a combatant is in close combat with any foe.
    #[inline]
    pub fn in_close_combat(self, who: CombatantId) -> bool {
        let me = self.fighter(who);
        let all = self.state.fighters.iter().enumerate();
        // The cheap test first.
        all.filter(|&(other, it)| me.is_near(it) && other != who.index())
            .any(|(other, _)| self.is_close_foe(who, CombatantId(other as u8)))
    }

    /// `DF-504` Whether a combatant is in close combat with a foe that would not come along, neither held by it nor
    /// holding it.
    pub(crate) fn is_engaged(self, who: CombatantId) -> bool {
        self.in_close_combat(who)
            && self.state.ids().any(|other| other != who && self.is_close_foe(who, other) && !self.are_tied(who, other))
    }

    /// `DF-460` Whether two conscious foes share a hex.
    fn is_close_foe(self, who: CombatantId, other: CombatantId) -> bool {
        self.fighter(other).is_conscious()
            && self.fighter(who).is_conscious()
            && self.are_foes(who, other)
            && self.share_hex(who, other)
    }

    /// How an attacker and its target stand to each other.
    #[inline]
    pub fn attack_geometry(self, who: CombatantId, target: CombatantId) -> AttackGeometry {
        let (me, it) = (self.fighter(who), self.fighter(target));
        let mut geometry = AttackGeometry {
            distance: self.distance(who, target),
            arc: self.arc_of_attack(who, target),
            closed_in: false,
            target_closed_in: false,
        };
        for (other, fighter) in (0..).map(CombatantId).zip(&self.state.fighters) {
            geometry.closed_in |= me.is_near(fighter) && other != who && self.is_close_foe(who, other);
            geometry.target_closed_in |= it.is_near(fighter) && other != target && self.is_close_foe(target, other);
        }
        geometry
    }

    /// `DF-187` `DF-R106` Hexes with enemies of the attacker on the way of a long weapon; a body is none.
    pub(super) fn enemy_hexes_between(self, who: CombatantId, target: CombatantId) -> i32 {
        let all = || (0..).map(CombatantId).zip(&self.state.fighters);
        let others = || all().filter(|&(other, it)| self.hampers_reach(other, it, who, target));
        // Of two alone nobody is in the way.
        if others().next().is_none() {
            return 0;
        }
        let (from, to) = self.hexes_of_blow(who, target);
        let far = self.map().distance(from, to);
        // A combatant farther off than the end of the line is not on it.
        if !others().any(|(_, fighter)| self.map().distance(from, fighter.at) <= far) {
            return 0;
        }
        let is_taken = |cell| others().any(|(_, fighter)| fighter.occupies(cell));
        self.map().line(from, to).filter(|&cell| is_taken(cell)).count() as i32
    }

    /// `DF-187` `DF-R106` Whether somebody would hamper a long weapon on whose way it is.
    fn hampers_reach(self, other: CombatantId, it: &Fighter, who: CombatantId, target: CombatantId) -> bool {
        other != who && other != target && it.is_conscious() && self.are_foes(who, other)
    }

    /// `DF-187` Whether somebody hampers a long weapon of a foe on its way to a target.
    pub(super) fn is_reached_past(self, other: CombatantId, who: CombatantId, target: CombatantId) -> bool {
        let it = self.fighter(other);
        let (from, to) = self.hexes_of_blow(who, target);
        self.hampers_reach(other, it, who, target) && self.map().line(from, to).any(|cell| it.occupies(cell))
    }

    /// An attack as its defender sees it; `dual_one_foe` is set for both strikes of a Dual-Weapon Attack at one foe.
    pub fn incoming(
        self,
        who: CombatantId,
        strike: &Strike,
        dual_one_foe: bool,
        geometry: &AttackGeometry,
    ) -> IncomingAttack {
        let kind = self.held_spell_kind(who, strike.mode).unwrap_or(IncomingKind::Strike);
        let weapon = self.mode(who, strike.mode).map(|mode| mode.kind);
        let is_missile = kind == IncomingKind::MissileSpell || weapon == Some(ModeKind::Missile);
        IncomingAttack {
            by: who,
            kind,
            mode: strike.mode,
            hand: strike.hand,
            arc: geometry.arc,
            ranged: is_missile || weapon.is_some_and(ModeKind::is_ranged),
            missile: is_missile,
            deceptive: strike.deceptive,
            feint: self.feint_penalty(who, strike.target),
            dual: dual_one_foe,
            above: strike.drop.is_some(),
            close: geometry.target_closed_in,
        }
    }

    /// `DF-R10` The arc from which an attack comes. An attacker that began its turn before the defender and went round
    /// comes from the side; straight from behind, from the side of the main hand.
    pub fn arc_of_attack(self, who: CombatantId, target: CombatantId) -> Arc {
        let arc = self.arc_to(target, who);
        let (me, it) = (self.fighter(who), self.fighter(target));
        if arc != Arc::Rear || !it.flags.has(Flags::SAW_IT_BEGIN) {
            return arc;
        }
        match to_the_right(it.at, it.facing, me.at).signum() {
            1 => Arc::Right,
            -1 => Arc::Left,
            _ => self.side_of_hand(target, 0),
        }
    }

    /// `DF-071` The penalty of feints that still stand.
    #[inline]
    pub fn feint_penalty(self, who: CombatantId, foe: CombatantId) -> u8 {
        let penalty = |feint: &Feinted| if feint.foe == foe.0 { feint.penalty } else { 0 };
        let [one, other] = &self.fighter(who).feints;
        penalty(one).max(penalty(other))
    }
}

/// `DF-R10` How far a hex lies to the right of a combatant; less than 0 to its left, 0 straight before it or behind.
fn to_the_right(at: Cell, facing: Facing, to: Cell) -> i32 {
    let (fq, fr) = facing.vector();
    let (q, r) = (i32::from(to.q) - i32::from(at.q), i32::from(to.r) - i32::from(at.r));
    i32::from(fq) * r - i32::from(fr) * q
}
