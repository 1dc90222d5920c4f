//! Values that follow from sheet and state: modified characteristics, strike chance, defense.
//!
//! Rules `DQ-003`, `DQ-107`, `DQ-401`, `DQ-402`, `DQ-408` to `DQ-412`, `DQ-602`, `DQ-605`; rulings
//! `DQ-R08`, `DQ-R12`, `DQ-R14`, `DQ-R33`, `DQ-R35`, `DQ-R48`, `DQ-R54`.

use crate::arms::stuck::hindrance;
use crate::body::injury::row_names;
use crate::decision::{Blow, From, Kind};
use crate::movement::zones::distance;
use crate::scene::Scene;
use crate::sheet::{Arm, Group, HANDS, Handedness, Item, ItemKind, Shield};
use crate::state::{ARMS_AND_EYES, Bond, Flags, HELPLESS, Injuries, NONE};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};
use arrayvec::ArrayVec;

/// `DQ-R19` What an injury of eye, face or a beast's limb takes off the strike chance.
pub(crate) const PER_INJURY: i32 = 10;

/// `DQ-401` The line of each Rank.
const RANKS: [&str; 11] = [
    "Rank 0 x 4",
    "Rank 1 x 4",
    "Rank 2 x 4",
    "Rank 3 x 4",
    "Rank 4 x 4",
    "Rank 5 x 4",
    "Rank 6 x 4",
    "Rank 7 x 4",
    "Rank 8 x 4",
    "Rank 9 x 4",
    "Rank 10 x 4",
];

impl Scene<'_> {
    /// `DQ-003` modAG: after armor, stuck weapons and injuries, at least 1.
    #[inline(always)]
    pub fn mod_ag(self, who: CombatantId) -> i32 {
        self.modified_ag::<Sum>(who, rule!("DQ-003")).total()
    }

    /// `DQ-003` modAG, line by line, as a score that begins with it by that rule.
    #[inline(always)]
    pub(crate) fn modified_ag<T: Tally>(self, who: CombatantId, rule: RuleId) -> T {
        let (fighter, sheet) = (self.fighter(who), self.sheet(who));
        let (ag, stuck) = (i32::from(sheet.mod_ag), i32::from(fighter.stuck));
        let ribs = if fighter.injuries.has(Injuries::RIBS) { 3 } else { 0 };
        let mut score = T::base(rule.named("AG"), sheet.ag.into());
        score.add(rule!("DQ-R32"), ag - i32::from(sheet.ag));
        if stuck != 0 {
            let poles = self.stuck_poles(who).min(stuck);
            score.add(rule!("DQ-621"), poles - stuck);
            score.add(rule!("DQ-622"), -poles);
        }
        score.add(rule!("DQ-R19").named("broken ribs"), -ribs);
        score.add(rule!("DQ-003").named("never below 1"), (1 - (ag - stuck - ribs)).max(0));
        score
    }

    /// `DQ-622` What is taken off modAG by the pole weapons that are stuck in a figure, of all that is.
    fn stuck_poles(self, who: CombatantId) -> i32 {
        let stuck = self.state.lodged.iter().filter(|one| one.target == who && one.bond == Bond::Stuck);
        let arms = stuck.filter_map(|one| self.arm(one.owner, Arm::own(one.item)));
        arms.map(hindrance).filter(|(rule, _)| *rule == rule!("DQ-622")).map(|(_, points)| i32::from(points)).sum()
    }

    /// `DQ-003` `DQ-R33` modMD: after prepared shields and injuries, at least 1.
    #[inline]
    pub fn mod_md(self, who: CombatantId) -> i32 {
        let mut md = Sum::of(self.sheet(who).md.into());
        self.modify_md(&mut md, who);
        md.total()
    }

    /// `DQ-003` `DQ-R33` Makes modMD of the MD that a score holds, line by line.
    #[inline]
    fn modify_md<T: Tally>(self, score: &mut T, who: CombatantId) {
        let md = i32::from(self.sheet(who).md);
        let shields = self.shields(who).iter().map(|(_, shield)| i32::from(shield.md_penalty)).sum::<i32>();
        let concussion = if self.fighter(who).injuries.has(Injuries::CONCUSSION) { 3 } else { 0 };
        score.add(rule!("DQ-R33").named("shield in hand"), -shields);
        score.add(rule!("DQ-R19").named("concussion"), -concussion);
        score.add(rule!("DQ-003").named("never below 1"), (1 - (md - shields - concussion)).max(0));
    }

    /// `DQ-003` `DQ-R33` modMD, line by line.
    pub(crate) fn modified_md<T: Tally>(self, who: CombatantId) -> T {
        let mut score = T::base(rule!("DQ-003").named("MD"), self.sheet(who).md.into());
        self.modify_md(&mut score, who);
        score
    }

    /// `DQ-R07` Three times modAG.
    pub(crate) fn thrice_ag<T: Tally>(self, who: CombatantId, rule: RuleId) -> T {
        let mut score: T = self.modified_ag(who, rule!("DQ-003"));
        score.becomes(rule.named("x 3"), 3 * score.total());
        score
    }

    /// `DQ-406` Three times modMD.
    pub(crate) fn thrice_md<T: Tally>(self, who: CombatantId, rule: RuleId) -> T {
        let mut score: T = self.modified_md(who);
        score.becomes(rule.named("x 3"), 3 * score.total());
        score
    }

    /// `DQ-R19` Perception: an eye costs 4, down to 1.
    #[inline]
    pub fn perception(self, who: CombatantId) -> i32 {
        self.perception_score::<Sum>(who, rule!("DQ-R19").named("PC")).total()
    }

    /// `DQ-R19` Perception, line by line, as a score that begins with it by that rule.
    pub(crate) fn perception_score<T: Tally>(self, who: CombatantId, rule: RuleId) -> T {
        let mut pc = T::base(rule, self.sheet(who).pc.into());
        if self.fighter(who).injuries.has(Injuries::EYE) && self.sheet(who).has_hands {
            pc.add(rule!("DQ-R19").named("an eye"), -4);
            pc.at_least(rule!("DQ-R19").named("never below 1"), 1);
        }
        pc
    }

    /// The prepared shields of a figure, whole ones only.
    #[inline]
    pub fn shields(self, who: CombatantId) -> ArrayVec<(Arm, Shield), 2> {
        let hands = self.fighter(who).hands;
        let mut shields = ArrayVec::new();
        for (hand, item) in hands.into_iter().enumerate() {
            if item != Arm::NONE
                && let Some(shield) = self.arm(who, item).and_then(|arm| arm.shield)
                && !(hand == 1 && hands[0] == item)
                && !self.is_broken(who, item)
            {
                shields.push((item, shield));
            }
        }
        shields
    }

    /// `DQ-107` The weapon whose Rank counts for initiative, repulse and parry: the first prepared one,
    /// else a natural attack, else bare hands.
    pub fn prepared_weapon(self, who: CombatantId) -> Arm {
        let is_weapon = |&item: &Arm| self.arm(who, item).is_some_and(|arm| arm.kind == ItemKind::Weapon);
        let weapon = self.fighter(who).hands.into_iter().find(is_weapon);
        weapon.or_else(|| self.sheet(who).naturals().next()).unwrap_or(HANDS)
    }

    /// `DQ-R09` The Rank with the prepared weapon, 0 for unranked.
    #[inline]
    pub fn prepared_rank(self, who: CombatantId) -> i32 {
        self.arm(who, self.prepared_weapon(who)).map_or(0, Item::rank_or_zero)
    }

    /// `DQ-R14` `DQ-R19` The penalty of injuries on the strike chance, a positive number: 10 for eye and face, without
    /// hands for each row of arms and eyes.
    #[inline]
    pub fn injury_penalty(self, who: CombatantId) -> i32 {
        PER_INJURY * self.injuries_that_weaken(who).count(Injuries::ALL)
    }

    /// `DQ-R19` The injuries that cost strike chance.
    #[inline]
    fn injuries_that_weaken(self, who: CombatantId) -> Injuries {
        let injuries = self.fighter(who).injuries;
        if injuries.is_empty() {
            return injuries;
        }
        let weak = if self.sheet(who).has_hands { Injuries::EYE } else { ARMS_AND_EYES };
        injuries.of(weak.union(Injuries::FACE))
    }

    /// `DQ-R19` The names of the injuries that cost strike chance.
    #[inline]
    pub(crate) fn names_of_weakening(self, who: CombatantId) -> impl Iterator<Item = &'static str> {
        let injuries = self.injuries_that_weaken(who);
        let names = row_names(self.sheet(who).has_hands);
        (0..).zip(names).filter(move |&(row, _)| injuries.has(Injuries::of_row(row))).map(|(_, name)| *name)
    }

    /// `DQ-R19` Takes the [penalty of injuries](Self::injury_penalty) off a strike chance, a line for each injury.
    #[inline]
    pub(crate) fn add_injuries<T: Tally>(self, score: &mut T, who: CombatantId) {
        if !self.fighter(who).injuries.is_empty() {
            for name in self.names_of_weakening(who) {
                score.add(rule!("DQ-R19").named(name), -PER_INJURY);
            }
        }
    }

    /// `DQ-401` `DQ-402` `DQ-602` `DQ-605` The strike chance with an arm, before anything that the
    /// attack itself brings.
    #[inline(always)]
    pub fn strike_chance<T: Tally>(self, who: CombatantId, with: Arm, base: Option<T>) -> T {
        let sheet = self.sheet(who);
        let Some(arm) = sheet.arms.get(with.index()).or_else(|| self.arm(who, with)) else {
            return T::base(rule!("DQ-402"), 0);
        };
        if arm.kind == ItemKind::Natural {
            return T::base(rule!("DQ-R34"), i32::from(arm.base));
        }
        let mut score = match (base, arm.kind) {
            (Some(base), _) => base,
            (None, ItemKind::Unarmed) => {
                let mut score: T = self.modified_ag(who, rule!("DQ-003"));
                score.becomes(rule!("DQ-605").named("x 2"), 2 * score.total());
                score.add(rule!("DQ-605").named("PS above 15"), i32::from(sheet.ps.saturating_sub(15)));
                score
            }
            (None, _) if arm.rank.is_some() => T::base(rule!("DQ-R31").named("base chance"), i32::from(arm.base)),
            (None, _) => T::base(rule!("DQ-402"), i32::from(arm.base)),
        };
        let md = match arm.rank {
            Some(rank) => {
                let before = score.total();
                score.add(rule!("DQ-401").named("MD"), sheet.md.into());
                self.modify_md(&mut score, who);
                let md = score.total() - before;
                let words = RANKS.get(usize::from(rank)).copied().unwrap_or("Rank x 4");
                score.add(rule!("DQ-401").named(words), 4 * i32::from(rank));
                md
            }
            None => self.mod_md(who),
        };
        score.add(rule!("DQ-602"), -5 * (i32::from(arm.md) - md).max(0));
        score
    }

    /// `DQ-408` `DQ-409` `DQ-R33` `DQ-R48` Adds the defense by shields against an attack, and takes off what does not count.
    fn add_shields<T: Tally>(self, defense: &mut T, who: CombatantId, by: CombatantId, ranged: bool) {
        let close = self.fighter(who).flags.has(Flags::CLOSE);
        for (item, shield) in self.shields(who) {
            let adds = self.arm(who, item).map_or(0, |arm| i32::from(arm.defense));
            defense.add(rule!("DQ-R33"), adds);
            let rear = || if ranged { !self.in_ranged_zone(who, self.fighter(by).at) } else { self.is_behind(by, who) };
            if close {
                // DQ-R10: no facing, no rear, whoever attacks from where.
                defense.add(rule!("DQ-R10").named("shield in close combat"), if shield.close { 0 } else { -adds });
            } else if rear() {
                defense.add(rule!("DQ-408").named("attacked from the rear"), -adds);
            } else if self.setup.options.shield_arc && !self.in_shield_arc(who, item, by) {
                defense.add(rule!("DQ-409").named("attacked outside the arc of the shield"), -adds);
            }
        }
    }

    /// `DQ-409` `DQ-R48` Whether an attack comes from straight ahead or from the front hex on the side of
    /// the shield.
    fn in_shield_arc(self, who: CombatantId, item: Arm, by: CombatantId) -> bool {
        let fighter = self.fighter(who);
        // The off hand is the left one, unless the figure is left-handed.
        let off_is_left = self.sheet(who).handedness != Handedness::Left;
        let on_left = (fighter.hands[1] == item) == off_is_left;
        let from = self.fighter(by).at;
        let covered = |cell| {
            crate::movement::zones::direction(fighter.at, cell).is_some_and(|way| {
                let turn = (way + 6 - fighter.facing.index()) % 6;
                turn == 0 || turn == if on_left { 1 } else { 5 }
            })
        };
        if from == fighter.at || covered(from) {
            return true;
        }
        let (last, twin) = self.last_of_line(by, who);
        covered(last) || twin.is_some_and(covered)
    }

    /// `DQ-412` `DQ-R35` The defense of a figure against an attack.
    #[inline(always)]
    pub fn defense<T: Tally>(self, who: CombatantId, by: CombatantId, ranged: bool) -> T {
        let fighter = self.fighter(who);
        if fighter.flags.has(Flags::STUNNED) {
            return T::base(rule!("DQ-410").named("stunned"), 0);
        }
        if fighter.flags.any(HELPLESS) {
            return T::base(rule!("DQ-411").named("incapacitated"), 0);
        }
        let mut defense: T = self.modified_ag(who, rule!("DQ-R35"));
        if fighter.hands != [Arm::NONE; 2] {
            self.add_shields(&mut defense, who, by, ranged);
        }
        if fighter.flags.any(crate::state::GUARDS) {
            defense.add(
                rule!("DQ-R12").named("evading"),
                if fighter.flags.has(Flags::EVADING) { self.evasion(who) } else { 0 },
            );
            defense.add(rule!("DQ-210"), if fighter.flags.has(Flags::WITHDRAWING) { 20 } else { 0 });
        }
        defense
    }

    /// `DQ-R12` The defense by evading: more with a prepared melee weapon or shield.
    pub fn evasion(self, who: CombatantId) -> i32 {
        let fighter = self.fighter(who);
        let guarded = fighter.hands.into_iter().any(|item| {
            self.arm(who, item).is_some_and(|arm| arm.shield.is_some() || arm.uses.has(crate::sheet::Uses::MELEE))
                && self.wields(who, item)
        });
        if guarded { 20 } else { 10 }
    }

    /// `DQ-R14` The modified strike chance of an attack at a figure in the hex `at`, with the defense that the figure has.
    #[inline]
    pub fn modified_chance<T: Tally>(self, who: CombatantId, blow: &Blow, from: From, at: Cell) -> T {
        let defense: Sum = self.defense(blow.target, who, from == From::Fire);
        self.chance_against(who, blow, from, at, defense.total())
    }

    /// `DQ-R14` The modified strike chance of an attack at a figure in the hex `at`: the strike chance, the attack type,
    /// the situation, less the defense, at least 1.
    #[inline]
    pub(crate) fn chance_against<T: Tally>(
        self,
        who: CombatantId,
        blow: &Blow,
        from: From,
        at: Cell,
        defense: i32,
    ) -> T {
        let (fighter, target) = (self.fighter(who), self.fighter(blow.target));
        let ranged = from == From::Fire;
        let mut chance: T = self.strike_chance(who, blow.with, self.base_of_kind(who, blow));
        let grapple = fighter.flags.has(Flags::CLOSE);
        let prone = target.flags.has(Flags::PRONE);
        let mut add = |rule, applies: bool, modifier: i32| {
            if applies {
                chance.add(rule, modifier);
            }
        };
        add(rule!("DQ-444"), blow.kind == Kind::Knockout, -15);
        add(rule!("DQ-451"), matches!(blow.kind, Kind::Disarm { .. }), -20);
        add(rule!("DQ-449"), blow.kind == Kind::Rush && from == From::Charge, 20);
        add(rule!("DQ-208"), from == From::Withdrawal, -20);
        add(
            rule!("DQ-R14").named("distance"),
            ranged,
            if ranged { self.distance_modifier(who, blow.with, at) } else { 0 },
        );
        add(rule!("DQ-422"), ranged && self.map().ground(at).is_some_and(|ground| ground.obscured), -20);
        add(rule!("DQ-R14").named("prone target"), ranged && prone, -10);
        // A Grapple is no melee attack.
        add(rule!("DQ-R14").named("prone target"), !ranged && prone && !grapple, 10);
        add(rule!("DQ-R14").named("from the rear"), !ranged && self.is_behind(who, blow.target), 15);
        add(rule!("DQ-R14").named("entangled"), fighter.flags.has(Flags::ENTANGLED), -20);
        // DQ-E45: a shield with which one rushes is no off-hand weapon.
        add(rule!("DQ-R14").named("off hand"), blow.kind != Kind::Rush && self.is_off_hand(who, blow.with), -20);
        self.add_injuries(&mut chance, who);
        chance.add(rule!("DQ-R14").named("game master"), i32::from(blow.modifier));
        chance.add(rule!("DQ-412"), -defense);
        chance.at_least(rule!("DQ-R14").named("at least 1"), 1);
        chance
    }

    /// `DQ-R14` -1 for each full 4 hexes with a missile weapon, -3 for each hex beyond 2 with a thrown one.
    pub(crate) fn distance_modifier(self, who: CombatantId, with: Arm, at: Cell) -> i32 {
        let hexes = distance(self.fighter(who).at, at);
        let missile = self.arm(who, with).is_some_and(|arm| arm.group == Group::Missile);
        if missile { -(hexes / 4) } else { -3 * (hexes - 2).max(0) }
    }

    /// `DQ-R14` Whether a weapon is held in the off hand alone, by one who is not ambidextrous.
    #[inline(always)]
    pub(crate) fn is_off_hand(self, who: CombatantId, with: Arm) -> bool {
        let hands = self.fighter(who).hands;
        hands[1] == with && hands[0] != with && with != Arm::NONE && self.sheet(who).handedness != Handedness::Ambi
    }

    /// The protection of armor and hide.
    #[inline(always)]
    pub fn protection(self, who: CombatantId) -> i32 {
        let mut open = Sum::of(0);
        self.add_protection(&mut open, who, 1);
        open.total()
    }

    /// The protection of armor, as grievous injuries left it.
    pub(crate) fn worn_protection(self, who: CombatantId) -> i32 {
        self.sheet(who).armor.saturating_sub(self.fighter(who).armor_damage).into()
    }

    /// `DQ-R54` Adds armor and hide, so many times.
    #[inline(always)]
    fn add_protection<T: Tally>(self, points: &mut T, who: CombatantId, times: i32) {
        points.add(rule!("DQ-R54").named("armor"), times * self.worn_protection(who));
        points.add(rule!("DQ-R54").named("natural armor"), times * i32::from(self.sheet(who).natural_armor));
    }

    /// Takes armor and hide off the points of a damage check.
    pub(crate) fn subtract_protection<T: Tally>(self, points: &mut T, who: CombatantId) {
        self.add_protection(points, who, -1);
        points.at_least(rule!("DQ-R54").named("at least 0"), 0);
    }

    /// `DQ-301` `DQ-R19` `DQ-R30` TMR as injuries leave it; of a rider that of the mount.
    pub fn tmr_score<T: Tally>(self, who: CombatantId) -> T {
        let mount = self.fighter(who).mount;
        let (one, rule) = match mount {
            NONE => (who, rule!("DQ-301").named("TMR")),
            mount => (CombatantId(mount), rule!("DQ-R30").named("TMR of the mount")),
        };
        let injuries = self.fighter(one).injuries;
        let mut tmr = T::base(rule, i32::from(self.sheet(one).tmr));
        if injuries.is_empty() {
            return tmr;
        }
        let [thigh, leg, broken] = if self.sheet(one).has_hands {
            ["half for a pierced thigh", "half for a cut in the leg", "a broken leg"]
        } else {
            ["half for a pierced muscle", "half for a crippling cut", "a crippling fracture"]
        };
        for (leg, rule) in
            [(Injuries::THIGH, rule!("DQ-R19").named(thigh)), (Injuries::LEG, rule!("DQ-R19").named(leg))]
        {
            if injuries.has(leg) {
                tmr.becomes(rule, (tmr.total() / 2).max(1));
            }
        }
        if injuries.has(Injuries::BROKEN_LEG) {
            tmr.becomes(rule!("DQ-R19").named(broken), 1);
        }
        tmr
    }

    /// TMR as it is now.
    pub fn tmr(self, who: CombatantId) -> i32 {
        self.tmr_score::<Sum>(who).total()
    }

    /// `DQ-R08` Half TMR, at least 1.
    pub fn half_tmr_score<T: Tally>(self, who: CombatantId) -> T {
        let mut points: T = self.tmr_score(who);
        points.becomes(rule!("DQ-R08").named("half"), (points.total() / 2).max(1));
        points
    }

    /// Half TMR as it is now.
    pub fn half_tmr(self, who: CombatantId) -> i32 {
        self.half_tmr_score::<Sum>(who).total()
    }

    /// `DQ-107` `DQ-R19` The plain initiative value in an engagement.
    #[inline]
    pub fn initiative<T: Tally>(self, who: CombatantId) -> T {
        let (pc, seen) = (i32::from(self.sheet(who).pc), self.perception(who));
        let mut value: T = self.modified_ag(who, rule!("DQ-107"));
        value.add(rule!("DQ-107").named("PC"), pc);
        value.add(rule!("DQ-R19").named("an eye"), seen - pc);
        value.add(rule!("DQ-107").named("Rank"), self.prepared_rank(who));
        value
    }
}
