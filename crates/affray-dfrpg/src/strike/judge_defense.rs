//! Which defenses are legal, and those that a person is shown.
//!
//! Rules `DF-255` to `DF-285` and `DF-465` to `DF-470`.

use crate::decision::{Choice, Defense, DefenseKind, IncomingAttack, IncomingKind, NONE};
use crate::scene::Scene;
use crate::sheet::{Item, ItemId, Skill};
use crate::state::{Flags, Posture};
use affray_grid::{Arc, Cell, Facing};
use affray_kernel::referee::{CombatantId, Refusal};
use arrayvec::ArrayVec;

impl Scene<'_> {
    /// Whether a defense may be tried, with its options.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_defense(
        self,
        who: CombatantId,
        attack: &IncomingAttack,
        failed: Option<DefenseKind>,
        defense: &Defense,
    ) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !(-10..=10).contains(&defense.situational) {
            return refuse(rule!("DF-R60"), "a situational modifier is from -10 to +10");
        }
        if defense.kind == DefenseKind::None {
            return if defense.retreat.is_some() || defense.drop || defense.acrobatic {
                refuse(rule!("DF-255"), "options go with a defense: choose one, or none of both")
            } else {
                Ok(())
            };
        }
        if let Some(first) = failed {
            let same = match (first, defense.kind) {
                (DefenseKind::Parry { hand: one }, DefenseKind::Parry { hand: other }) => {
                    fighter.hands[one as usize & 3] == fighter.hands[other as usize & 3]
                        && fighter.hands[one as usize & 3] != ItemId::NONE
                        || one == other
                }
                (one, other) => one == other,
            };
            if same {
                return refuse(rule!("DF-068"), "the second defense has to be a different one");
            }
        }
        self.can_defend(who, attack).map_err(|refusal| match defense.kind {
            DefenseKind::Spell { .. } if refusal.rule == rule!("DF-065") => {
                Refusal::new(rule!("DF-446"), refusal.message)
            }
            _ => refusal,
        })?;
        // DF-470, DF-068: the second defense comes after the Retreat that went with the first.
        let retreats_out = attack.close && (defense.retreat.is_some() || !self.in_close_combat(who));
        match defense.kind {
            DefenseKind::None | DefenseKind::Dodge => {}
            DefenseKind::Parry { hand } => self.judge_parry(who, attack, hand, retreats_out)?,
            DefenseKind::Block => self.judge_block(who, attack, retreats_out)?,
            DefenseKind::BlockWithFoe => self.judge_block_with_foe(who, attack)?,
            DefenseKind::Spell { spell } => self.judge_blocking_spell(who, spell, attack)?,
        }
        if defense.acrobatic && defense.kind != DefenseKind::Dodge {
            return refuse(rule!("DF-269"), "an Acrobatic Dodge is a Dodge");
        }
        if defense.drop {
            self.judge_drop(who, attack, defense)?;
        }
        if let Some(side) = defense.retreat {
            self.judge_retreat(who, attack, side, defense)?;
        }
        Ok(())
    }

    /// `DF-255` `DF-257` The defenses of the body that a combatant has the means for, be they legal at the moment or not.
    /// A two-handed weapon parries with either hand, once.
    pub fn body_defenses(self, who: CombatantId) -> ArrayVec<DefenseKind, 7> {
        let fighter = self.fighter(who);
        let mut kinds = ArrayVec::new();
        kinds.push(DefenseKind::Dodge);
        if self.has_shields(who) {
            kinds.push(DefenseKind::Block);
        }
        if fighter.holds_anybody() {
            kinds.push(DefenseKind::BlockWithFoe);
        }
        for hand in 0..self.sheet(who).body.hands.min(4) {
            let item = fighter.hands[hand as usize];
            let is_again = fighter.hands[..hand as usize].contains(&item);
            if item == ItemId::NONE || !is_again && self.item(who, item).is_some_and(Item::can_parry) {
                kinds.push(DefenseKind::Parry { hand });
            }
        }
        kinds
    }

    /// The side that leads straight away from somebody; in the same hex, that in one's back.
    pub(crate) fn straight_back(self, who: CombatantId, by: CombatantId) -> Facing {
        let (me, from) = (self.fighter(who), self.fighter(by).at);
        if from == me.at { me.facing.opposite() } else { self.map().facing_towards(from, me.at) }
    }

    /// The legal defenses that a person would be shown: each kind plain, then with its options; no
    /// defense comes last.
    pub fn defense_options(
        self,
        who: CombatantId,
        attack: &IncomingAttack,
        failed: Option<DefenseKind>,
        into: &mut Vec<Choice>,
    ) {
        let mut offer = |defense: Defense| {
            let legal = self.judge_defense(who, attack, failed, &defense).is_ok();
            if legal {
                into.push(Choice::Defend(defense));
            }
            legal
        };
        // The straightest way back comes first.
        let back = self.straight_back(who, attack.by);
        let sides = [0, 1, -1, 2, -2, 3].map(|turn| back.turned(turn));
        let spells = (0..self.sheet(who).spells.len() as u8).map(|spell| DefenseKind::Spell { spell });
        for kind in self.body_defenses(who).into_iter().chain(spells) {
            let plain = Defense::plain(kind);
            let possible = offer(plain);
            let mut retreated = None;
            for retreat in sides.map(|side| Defense { retreat: Some(side), ..plain }) {
                if offer(retreat) {
                    retreated = retreated.or(Some(retreat));
                }
            }
            if possible && kind == DefenseKind::Dodge {
                offer(Defense { acrobatic: true, ..plain });
                offer(Defense { drop: true, ..plain });
                if let Some(retreat) = retreated {
                    offer(Defense { acrobatic: true, ..retreat });
                }
            }
        }
        offer(Defense::NONE);
    }

    /// `DF-275` `DF-R84` Whether Dodge and Drop is possible.
    fn judge_drop(self, who: CombatantId, attack: &IncomingAttack, defense: &Defense) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !attack.ranged || defense.kind != DefenseKind::Dodge {
            return refuse(rule!("DF-275"), "Dodge and Drop is a Dodge against a ranged attack");
        }
        if self.is_grabbed(who) {
            return refuse(rule!("DF-R84"), "who is grabbed cannot drop");
        }
        if self.fighter(who).posture.is_lying() {
            return refuse(rule!("DF-275"), "already lying");
        }
        Ok(())
    }

    /// `DF-263` `DF-282` `DF-469` `DF-R129` Whether an attack can be blocked.
    pub(crate) fn judge_block(
        self,
        who: CombatantId,
        attack: &IncomingAttack,
        retreats_out: bool,
    ) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let covering = self.shield_against(who, attack.arc);
        if covering.is_none() && self.shield(who).is_none() {
            return refuse(rule!("DF-263"), "a Block needs a ready shield or cloak on a free arm");
        }
        if fighter.flags.has(Flags::BLOCKED) {
            return refuse(rule!("DF-263"), "one Block a turn: dodge or parry");
        }
        if self.mode(attack.by, attack.mode).is_some_and(|mode| mode.skill == Skill::Guns) {
            return refuse(rule!("DF-R129"), "nobody is quick enough to block a shot of a gun: dodge");
        }
        if attack.close && !retreats_out {
            return refuse(rule!("DF-469"), "no Block in close combat, except with a retreat out of it");
        }
        let Some((_, hand)) = covering else {
            return refuse(rule!("DF-282"), "the shield is on the other side");
        };
        if fighter.busy_hands & (1 << hand) != 0 {
            return refuse(rule!("DF-103"), "that arm attacked in the Move and Attack");
        }
        Ok(())
    }

    /// `DF-257` `DF-258` `DF-262` `DF-281` `DF-282` Whether that hand can parry that attack.
    pub(crate) fn judge_parry(
        self,
        who: CombatantId,
        attack: &IncomingAttack,
        hand: u8,
        retreats_out: bool,
    ) -> Result<(), Refusal> {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if attack.kind == IncomingKind::MissileSpell {
            return refuse(rule!("DF-440"), "a missile spell can be dodged or blocked, never parried");
        }
        if attack.ranged && attack.missile {
            return refuse(rule!("DF-281"), "only thrown weapons can be parried: dodge or block a missile");
        }
        if sheet.body.hands <= hand {
            return Err(Refusal::impossible(rule!("DF-257"), "there is no such hand"));
        }
        if fighter.busy_hands & (1 << hand) != 0 {
            return refuse(rule!("DF-103"), "the hand that attacked in a Move and Attack cannot parry");
        }
        let side = attack.arc;
        let item = fighter.hands[hand as usize];
        let two_handed = self.item(who, item).is_some_and(|item| item.hands == 2);
        if matches!(side, Arc::Left | Arc::Right) && self.side_of_hand(who, hand) != side && !two_handed {
            return refuse(rule!("DF-282"), "the hand on the other side cannot parry an attack from the side");
        }
        match self.item(who, item) {
            Some(weapon) => {
                if !weapon.can_parry() {
                    return refuse(rule!("DF-257"), "that item cannot parry");
                }
                if !self.is_ready(who, item) {
                    return refuse(rule!("DF-034"), "an item that is not ready cannot parry");
                }
                if weapon.unbalanced && fighter.attacked & fighter.bit(item) != 0 {
                    return refuse(
                        rule!("DF-262"),
                        "an unbalanced weapon that attacked cannot parry until the own next turn",
                    );
                }
                if attack.close && !retreats_out && !self.has_close_mode(who, item) {
                    return refuse(rule!("DF-469"), "in close combat only weapons of reach C parry");
                }
            }
            None => {
                if !self.is_free_hand(who, hand) && !self.holds_liftable(who, hand) {
                    return refuse(rule!("DF-494"), "a hand that holds or is held cannot parry");
                }
            }
        }
        // DF-R18: too heavy to be parried at all, be it with a weapon or with the bare hand.
        if let Some((_, other)) = self.striking_item(attack.by, attack.mode)
            && 10 * sheet.basic_lift * if two_handed { 2 } else { 1 } < other.weight
        {
            return refuse(rule!("DF-R18"), "a weapon heavier than the parrier's Basic Lift cannot be parried");
        }
        Ok(())
    }

    /// `DF-469` Whether an item has a mode of reach C.
    pub fn has_close_mode(self, who: CombatantId, item: ItemId) -> bool {
        self.modes_of(who, item).any(|(_, mode)| mode.reach & 1 != 0)
    }

    /// `DF-103` `DF-273` `DF-026` `DF-R55` `DF-R84` `DF-R99` Whether a combatant can retreat at all, whatever the side.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn can_retreat(self, who: CombatantId) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if fighter.flags.has(Flags::MOVED_AND_ATTACKED) {
            return refuse(rule!("DF-103"), "no Retreat after Move and Attack");
        }
        if fighter.retreated != NONE {
            return refuse(rule!("DF-273"), "one Retreat a turn");
        }
        if matches!(fighter.posture, Posture::Sitting | Posture::Kneeling) {
            return refuse(rule!("DF-R99"), "no Retreat while sitting or kneeling");
        }
        if fighter.posture.is_long() && !self.setup.options.lying_retreat {
            return refuse(rule!("DF-R99"), "no Retreat while lying or crawling");
        }
        if fighter.is_stunned() {
            return refuse(rule!("DF-370"), "no Retreat while stunned");
        }
        if self.is_grabbed(who) {
            return refuse(rule!("DF-R84"), "no Retreat while grabbed");
        }
        if self.is_rooted(who) {
            return refuse(rule!("DF-R55"), "no Retreat while a spell roots one to the spot");
        }
        self.judge_grips_on_movement(who)?;
        if self.move_points(who) < 1 {
            return refuse(rule!("DF-026"), "under such a load nobody moves: defend on the spot");
        }
        Ok(())
    }

    /// `DF-270` `DF-274` `DF-470` `DF-R47` `DF-R100` `DF-R104` Whether a Retreat by that side is possible.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_retreat(
        self,
        who: CombatantId,
        attack: &IncomingAttack,
        side: Facing,
        defense: &Defense,
    ) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if attack.ranged {
            return refuse(rule!("DF-270"), "a Retreat is an option against melee attacks");
        }
        if matches!(defense.kind, DefenseKind::Spell { .. }) {
            return refuse(rule!("DF-270"), "a Retreat goes with Dodge, Parry or Block");
        }
        self.can_retreat(who)?;
        let to = fighter.at.step(side);
        if !self.is_free(to, who) {
            return refuse(rule!("DF-R47"), "a Retreat needs a free, passable hex");
        }
        // DF-R100: a Retreat down a ledge is a fall, up a ledge it is impossible.
        self.judge_ground(fighter.at, to)?;
        // A combatant that takes its foe along does not leave close combat.
        if self.is_engaged(who) && !self.controls_side(who, side) {
            return refuse(rule!("DF-470"), "a Retreat out of close combat goes through a side that one controls");
        }
        // DF-470, DF-R104: not only straight away, but only from a foe in the same hex.
        if !self.share_hex(who, attack.by) && !self.leads_away(who, side, attack.by) {
            return refuse(rule!("DF-274"), "a Retreat leads farther from the attacker");
        }
        if !self.share_hex(who, attack.by) && self.has_straighter_retreat(who, side, attack.by) {
            return refuse(rule!("DF-R137"), "a Retreat leads straight away from the attacker where that hex is free");
        }
        Ok(())
    }
}

impl Scene<'_> {
    /// `DF-274` `DF-R137` Whether a Retreat by another side leads away more directly and is possible as well.
    fn has_straighter_retreat(self, who: CombatantId, side: Facing, other: CombatantId) -> bool {
        let (from, to) = self.nearest_hexes(other, who);
        let (q, r) = (i32::from(to.q) - i32::from(from.q), i32::from(to.r) - i32::from(from.r));
        // The scalar product, as in DF-R10: the greater, the nearer to the line from the attacker.
        let along = |side: Facing| {
            let (sq, sr) = (i32::from(side.vector().0), i32::from(side.vector().1));
            2 * (q * sq + r * sr) + q * sr + r * sq
        };
        let me = self.fighter(who);
        Facing::HEX.into_iter().filter(|&another| along(another) > along(side)).any(|another| {
            let to = me.at.step(another);
            self.is_free(to, who)
                && self.judge_ground(me.at, to).is_ok()
                && (!self.is_engaged(who) || self.controls_side(who, another))
                && self.leads_away(who, another, other)
        })
    }

    /// `DF-274` `DF-R97` Whether a step by that side leads farther from somebody: each from the nearer of its hexes.
    fn leads_away(self, who: CombatantId, side: Facing, other: CombatantId) -> bool {
        let (map, me, it) = (self.map(), self.fighter(who), self.fighter(other));
        let far = |from: Cell| {
            let first = map.distance(from, it.at);
            it.second_cell().map_or(first, |second| first.min(map.distance(from, second)))
        };
        let to = me.at.step(side);
        let (mut before, mut after) = (far(me.at), far(to));
        if let Some(second) = me.second_cell() {
            // It keeps its side where that is free, and trails otherwise: see `Fight::trail`.
            let keeps = to.step(Facing::hex(i32::from(me.second)));
            before = before.min(far(second));
            after = after.min(far(if self.is_free(keeps, who) { keeps } else { me.at }));
        }
        before < after
    }
}
