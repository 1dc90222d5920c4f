//! The scores of grabs and of the contests that follow them.
//!
//! Rules `DF-486` to `DF-510`.

use super::{grab_modifier, grab_size, hands_beyond_two};
use crate::body::location::is_leg;
use crate::decision::{AllOut, AttackFrom, AttackPlan, Grapple, IncomingAttack, IncomingKind, NO_MODE, NONE, Strike};
use crate::movement::posture;
use crate::scene::Scene;
use crate::sheet::{Level, Location, Skill};
use crate::state::Grabbed;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::Tally;

impl Scene<'_> {
    /// `DF-485` The best of DX, Judo, Sumo Wrestling and Wrestling.
    pub fn grappling_skill(self, who: CombatantId) -> Level {
        self.sheet(who).best_level(&[Skill::Judo, Skill::SumoWrestling, Skill::Wrestling])
    }

    /// `DF-R48` What the maneuver and the hands do to an unarmed attack; the cap comes last.
    pub fn add_unarmed<T: Tally>(self, score: &mut T, who: CombatantId, with: &Grapple, plan: &AttackPlan) {
        self.add_attacker_state(score, who, false, self.in_close_combat(who));
        match plan.from {
            AttackFrom::AllOut(AllOut::Determined) => score.add(rule!("DF-059"), 4),
            AttackFrom::MoveAndAttack => score.add(rule!("DF-100"), -4),
            _ => {}
        }
        if with.hands != 0 && with.hands & 1 == 0 && !self.sheet(who).traits.ambidexterity {
            score.add(rule!("DF-035"), -4);
        }
        score.add(rule!("DF-012"), i32::from(with.situational));
    }

    /// `DF-485` `DF-486` `DF-487` The effective skill of a grab; no part means an item.
    pub fn grab_score<T: Tally>(
        self,
        who: CombatantId,
        with: &Grapple,
        part: Option<Location>,
        plan: &AttackPlan,
    ) -> T {
        let it = self.fighter(with.target);
        let mut score: T = self.grappling_skill(who).tally(rule!("DF-485"));
        let place = part.map_or("item that is grabbed", Location::name);
        score.add(rule!("DF-486").named(place), part.map_or(-4, |part| grab_modifier(part).unwrap_or(0)));
        score.add(rule!("DF-486").named("hands beyond two"), hands_beyond_two(with.hands));
        score.add(rule!("DF-487"), grab_size(self.sheet(who).sm, self.sheet(with.target).sm));
        if let Some(part) = part {
            score.add(rule!("DF-153"), posture::target_modifier(it.posture, part));
        }
        self.add_light(&mut score, who, with.target);
        self.add_unarmed(&mut score, who, with, plan);
        if plan.from == AttackFrom::MoveAndAttack {
            score.at_most(rule!("DF-100").named("limit of a Move and Attack"), 9);
        }
        score
    }

    /// `DF-500` What a contest on DX or a skill loses: shock, being grabbed, spells.
    fn add_contest_dx<T: Tally>(self, score: &mut T, who: CombatantId) {
        score.add(rule!("DF-361"), -self.shock(who));
        if self.is_grabbed(who) {
            score.add(rule!("DF-500"), -4);
        }
        self.add_spell_effects(score, who, crate::sheet::SpellScore::Dx);
    }

    /// `DF-495` `DF-491` The score of one side of a takedown: the best of ST, DX and grappling skill.
    pub fn takedown_score<T: Tally>(self, who: CombatantId, foe: CombatantId, attacks: bool) -> T {
        let mut skill: T = self.grappling_skill(who).tally(rule!("DF-495"));
        self.add_contest_dx(&mut skill, who);
        let mut score = self.st_score::<T>(who).or(skill);
        if attacks && self.holds_on(who, foe).any(|(_, grab)| grab.grip.location().is_some_and(is_leg)) {
            score.add(rule!("DF-491"), 3);
        }
        score
    }

    /// ST in a contest: halved at low FP (`DF-412`).
    pub(crate) fn st_score<T: Tally>(self, who: CombatantId) -> T {
        let st = i32::from(self.sheet(who).st);
        let mut score = T::base(rule!("DF-020").named("ST"), st);
        let now = self.st_for_rolls(who);
        if now != st {
            score.becomes(rule!("DF-412"), now);
        }
        score
    }

    /// `DF-497` The scores of a pin: ST, +3 for each step of size to the larger, +3 to the side with
    /// more free hands.
    pub fn pin_scores<T: Tally>(self, who: CombatantId, foe: CombatantId) -> (T, T) {
        let mut mine: T = self.together(who, foe, true, |one| self.st_score(one));
        let mut theirs: T = self.st_score(foe);
        let size = i32::from(self.sheet(who).sm) - i32::from(self.sheet(foe).sm);
        mine.add(rule!("DF-497").named("size"), 3 * size.max(0));
        theirs.add(rule!("DF-497").named("size"), 3 * (-size).max(0));
        let (my_hands, their_hands) = (self.hands_together(who, foe), self.free_hands(foe).count_ones());
        mine.add(rule!("DF-497").named("more free hands"), if their_hands < my_hands { 3 } else { 0 });
        theirs.add(rule!("DF-497").named("more free hands"), if my_hands < their_hands { 3 } else { 0 });
        (mine, theirs)
    }

    /// `DF-499` The scores of strangling: ST with the hands that hold, against the better of ST and HT.
    pub fn strangle_scores<T: Tally>(self, who: CombatantId, foe: CombatantId) -> (T, T) {
        let hands = self.strangling_grip(who, foe).map_or(0, |(_, grab)| grab.hands);
        let mut mine: T = self.st_score(who);
        mine.add(rule!("DF-499").named("one hand"), if hands.count_ones() < 2 { -5 } else { 0 });
        mine.add(rule!("DF-499").named("hands beyond two"), hands_beyond_two(hands));
        let (st, ht) = (self.st_score::<T>(foe), T::base(rule!("DF-499").named("HT"), i32::from(self.sheet(foe).ht)));
        (mine, st.or(ht))
    }

    /// The hold with which to strangle: at the neck, or whatever there is.
    pub(super) fn strangling_grip(self, who: CombatantId, foe: CombatantId) -> Option<(usize, Grabbed)> {
        self.holds_on(who, foe)
            .find(|(_, grab)| grab.grip.location() == Some(Location::Neck))
            .or_else(|| self.holds_on(who, foe).next())
    }

    /// `DF-509` `DF-510` `DF-R70` The score of the grabber against an attempt to break free.
    pub fn holding_score<T: Tally>(self, who: CombatantId, foe: CombatantId) -> T {
        let mut score: T = self.st_score(who);
        let hands = self.holds_on(who, foe).fold(0, |hands, (_, grab)| hands | grab.hands);
        score.add(rule!("DF-509").named("stun"), if self.fighter(who).is_stunned() { -4 } else { 0 });
        // DF-R71: exactly the hands that hold count.
        score.add(rule!("DF-509").named("two hands"), if hands.count_ones() >= 2 { 5 } else { 0 });
        score.add(rule!("DF-509").named("hands beyond two"), hands_beyond_two(hands));
        let pins = self.holds_on(who, foe).any(|(_, grab)| grab.how & Grabbed::PINNED != 0);
        score.add(rule!("DF-510"), if pins { 5 } else { 0 });
        score
    }

    /// An attack without a weapon as its defender sees it.
    pub fn unarmed_incoming(self, who: CombatantId, with: &Grapple, kind: IncomingKind) -> IncomingAttack {
        let by_hand = with.hands != 0 && !self.sheet(who).grips_with_body();
        let hand = if !by_hand { NONE } else { with.hands.trailing_zeros() as u8 };
        IncomingAttack {
            kind,
            mode: NO_MODE,
            hand,
            ranged: false,
            missile: false,
            ..self.incoming(who, &Strike::plain(NO_MODE, with.target), false, &self.attack_geometry(who, with.target))
        }
    }
}
