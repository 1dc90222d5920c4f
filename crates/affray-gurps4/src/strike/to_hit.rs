//! The roll to hit: everything that changes it.
//!
//! Rules `G4-200` to `G4-223`, with the modifiers of maneuvers and options where they are stated; rulings
//! `G4-R20`, `G4-R21`, `G4-R51`, `G4-R54`, `G4-R57` and `G4-R60`.

use crate::decision::{AllOut, FeintUse, Form, From, NONE, Plan, Strike, Trade};
use crate::movement::posture::modifiers;
use crate::scene::Scene;
use crate::sheet::{Flight, Mode, Ranged, Traits};
use affray_3d6::location::Location;
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

/// `G4-204` `G4-R20` The modifier for yards of range and yards a round of speed together.
pub use affray_3d6::ranged::speed_range;

/// `G4-204` `G4-R20` The row of the table that gives a modifier, as sums name it.
#[rustfmt::skip]
fn speed_range_row(modifier: i32) -> &'static str {
    const ROWS: [&str; 21] = [
        "range + speed 0-2", "range + speed 3", "range + speed 4-5", "range + speed 6-7", "range + speed 8-10",
        "range + speed 11-15", "range + speed 16-20", "range + speed 21-30", "range + speed 31-50",
        "range + speed 51-70", "range + speed 71-100", "range + speed 101-150", "range + speed 151-200",
        "range + speed 201-300", "range + speed 301-500", "range + speed 501-700", "range + speed 701-1000",
        "range + speed 1001-1500", "range + speed 1501-2000", "range + speed 2001-3000", "range + speed 3001-5000",
    ];
    ROWS.get(-modifier as usize).copied().unwrap_or("range + speed beyond 5000")
}

/// `G4-R20` Beyond this sum of range and speed nothing is shot at.
pub const FARTHEST: i32 = 5000;

/// `G4-314` `G4-320` `G4-322` `G4-323` `G4-324` `G4-325` `G4-327` `G4-328` The modifier of a location, and its name.
#[rustfmt::skip]
pub const fn location_modifier(at: Location) -> (i32, &'static str) {
    match at {
        Location::Skull                           => (-7, "skull"),
        Location::RightEye | Location::LeftEye    => (-9, "eye"),
        Location::Face                            => (-5, "face"),
        Location::Neck                            => (-5, "neck"),
        Location::Vitals                          => (-3, "vitals"),
        Location::Groin                           => (-3, "groin"),
        Location::RightArm | Location::LeftArm    => (-2, "arm"),
        Location::RightLeg | Location::LeftLeg    => (-2, "leg"),
        Location::RightHand | Location::LeftHand  => (-4, "hand"),
        Location::RightFoot | Location::LeftFoot  => (-4, "foot"),
        _                                         => (0, "torso"),
    }
}

/// `G4-137` The line of a Deceptive Attack, which at range is leading the target.
pub(crate) const fn deception(ranged: bool) -> RuleId {
    rule!("G4-137").named(if ranged { "Lead the Target" } else { "Deceptive Attack" })
}

/// `G4-280` The modifier of an attack at a weapon, by its longest reach.
pub const fn weapon_modifier(longest_reach: u32) -> i32 {
    match longest_reach {
        0 => -5,
        1 => -4,
        _ => -3,
    }
}

/// `G4-272` `G4-273` The modifier of each blow of a Rapid Strike.
pub const fn rapid_penalty(master: bool, flurry: bool) -> i32 {
    let penalty = if master { 3 } else { 6 };
    -(if flurry { penalty / 2 } else { penalty })
}

/// `G4-131` `G4-137` `G4-140` `G4-145` The modifiers of the maneuver and of the options that it offers.
#[inline]
fn add_maneuver<T: Tally>(score: &mut T, strike: &Strike, plan: &Plan, ranged: bool) {
    match plan.from {
        From::AllOut(AllOut::Determined) => score.add(rule!("G4-131"), if ranged { 1 } else { 4 }),
        // G4-146, G4-R14: in melee and at range alike. G4-295: a Slam in a Charge has none of its penalties.
        From::Charge { heroic: false } if !strike.form.is_slam() => score.add(rule!("G4-145"), -4),
        // G4-147: for FP nobody has the penalty of a Charge.
        From::Attack | From::AllOut(_) | From::Charge { .. } => {}
    }
    if strike.telegraphic {
        score.add(rule!("G4-140"), 4);
    }
    score.add(deception(ranged), strike.deceptive.into());
}

impl Scene<'_> {
    /// Whether a strike is made with a ranged mode.
    #[inline]
    pub fn is_ranged(self, who: CombatantId, strike: &Strike) -> bool {
        !strike.form.is_bodily() && self.mode(who, strike.mode).is_some_and(|mode| mode.ranged.is_some())
    }

    /// `G4-200` `G4-201` `G4-R57` The effective skill of a strike, all its modifiers included.
    pub fn attack_score<T: Tally>(self, who: CombatantId, strike: &Strike, plan: &Plan, trade: Trade) -> T {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let mode = if strike.form.is_bodily() { None } else { self.mode(who, strike.mode) };
        let ranged = mode.and_then(|mode| mode.ranged);
        let mut score: T = match mode {
            Some(mode) => mode.tally(if ranged.is_some() { rule!("G4-201") } else { rule!("G4-200") }),
            // G4-R43: a grapple is rolled as a Slam is.
            None if strike.form == Form::Grapple => sheet.slam.tally(rule!("G4-R43")),
            None => sheet.slam.tally(rule!("G4-296")),
        };
        add_maneuver(&mut score, strike, plan, ranged.is_some());
        self.add_hands(&mut score, who, mode, strike, trade);
        self.add_aim(&mut score, who, mode, strike);
        if strike.feint == FeintUse::Skill && fighter.feint.foe == strike.target.0 {
            score.add(rule!("G4-123"), fighter.feint.margin.into());
        }
        self.add_wounds(&mut score, who);
        self.add_situation(&mut score, who, strike, ranged.is_some());
        match ranged {
            None => {
                // G4-032
                score.add(rule!("G4-202"), i32::from(self.sheet(strike.target).sm - sheet.sm));
                score.add(rule!("G4-101").named(fighter.posture.in_words()), modifiers(fighter.posture).melee);
            }
            Some(ranged) => self.add_range(&mut score, who, strike, ranged),
        }
        if let From::Charge { heroic: false } = plan.from
            && !strike.form.is_slam()
        {
            score.at_most(rule!("G4-145").named("most in a Charge"), 9);
        }
        score
    }

    /// `G4-205` `G4-270` `G4-272` `G4-273` `G4-R60` The modifiers of two blows for one, and of the off hand.
    #[inline]
    fn add_hands<T: Tally>(self, score: &mut T, who: CombatantId, mode: Option<&Mode>, strike: &Strike, trade: Trade) {
        let (sheet, hands) = (self.sheet(who), self.fighter(who).hands);
        match trade {
            Trade::None => {}
            Trade::Dual { off: true, .. } if !sheet.is(Traits::AMBIDEXTERITY) => score.add(rule!("G4-270"), -8),
            Trade::Dual { .. } => score.add(rule!("G4-270"), -4),
            Trade::Rapid => {
                let master = self.is_master(who);
                let penalty = rapid_penalty(master, false);
                score.add(rule!("G4-272"), penalty);
                score.add(rule!("G4-273"), rapid_penalty(master, strike.flurry) - penalty);
            }
        }
        // G4-R60
        let off_hand = mode.is_some_and(|mode| hands[1] == mode.item && hands[0] != mode.item);
        if off_hand && !matches!(trade, Trade::Dual { .. }) && !sheet.is(Traits::AMBIDEXTERITY) {
            score.add(rule!("G4-205"), -4);
        }
    }

    /// `G4-276` `G4-277` `G4-280` `G4-281` `G4-314` `G4-R27` The modifier of what is struck at: a location, a weak spot of
    /// armor, a weapon.
    #[inline]
    fn add_aim<T: Tally>(self, score: &mut T, who: CombatantId, mode: Option<&Mode>, strike: &Strike) {
        match strike.form {
            Form::Blow if !strike.armor => {
                let (modifier, place) = location_modifier(strike.at);
                score.add(rule!("G4-314").named(place), modifier);
            }
            Form::Blow if strike.at == Location::Torso => score.add(rule!("G4-276"), -8),
            // G4-R27
            Form::Blow => score.add(rule!("G4-277"), -10),
            Form::Disarm(held) | Form::Break(held) => {
                let reach = self.arm(strike.target, held).map_or(0, |item| item.longest_reach());
                score.add(rule!("G4-280"), weapon_modifier(reach));
                let fencing = mode.and_then(|mode| self.arm(who, mode.item)).is_some_and(|item| item.fencing);
                if matches!(strike.form, Form::Disarm(_)) && !fencing {
                    score.add(rule!("G4-281"), -2);
                }
            }
            Form::Slam | Form::ShieldRush | Form::Grapple | Form::BreakFree => {}
        }
    }

    /// `G4-101` `G4-115` `G4-116` `G4-203` `G4-204` `G4-222` The modifiers of a ranged attack: size, posture, aim, range,
    /// bulk.
    #[inline]
    fn add_range<T: Tally>(self, score: &mut T, who: CombatantId, strike: &Strike, ranged: Ranged) {
        let (fighter, target) = (self.fighter(who), strike.target);
        score.add(rule!("G4-203"), self.sheet(target).sm.into());
        score.add(rule!("G4-101").named(fighter.posture.in_words()), modifiers(fighter.posture).ranged);
        if fighter.aims() && fighter.aim.mode == strike.mode && fighter.aim.target == target.0 {
            score.add(rule!("G4-115"), ranged.acc.into());
            score.add(rule!("G4-116"), self.aim_of(who) - i32::from(ranged.acc));
        }
        let modifier = speed_range(self.range_and_speed::<Sum>(who, target).total());
        score.add(rule!("G4-204").named(speed_range_row(modifier)), modifier);
        if self.distance(who, target) == 0 || self.in_close_combat(who) {
            score.add(rule!("G4-222"), ranged.bulk.into());
        }
    }

    /// `G4-204` `G4-R20` The yards to a target and those that it moved in its latest turn.
    pub(crate) fn range_and_speed<T: Tally>(self, who: CombatantId, target: CombatantId) -> T {
        let mut yards = T::base(rule!("G4-204").named("distance in yards"), self.distance(who, target));
        yards.add(rule!("G4-R20").named("for yards that the target moved"), self.fighter(target).moved.into());
        yards
    }

    /// `G4-272` Whether a Rapid Strike comes easier to it.
    #[inline]
    pub(crate) fn is_master(self, who: CombatantId) -> bool {
        self.sheet(who).traits.any(Traits::TRAINED_BY_A_MASTER.union(Traits::WEAPON_MASTER))
    }

    /// `G4-208` to `G4-223` `G4-R66` The modifiers of place, light and game master. All that apply add up.
    #[inline]
    fn add_situation<T: Tally>(self, score: &mut T, who: CombatantId, strike: &Strike, ranged: bool) {
        let (fighter, target) = (self.fighter(who), strike.target);
        let said = &strike.situation;
        if self.setup.any_terrain {
            self.add_terrain(score, fighter.at, self.fighter(target).at, ranged);
        }
        score.add(rule!("G4-209"), said.distraction.into());
        score.add(rule!("G4-210"), said.cover.into());
        if self.is_blind(who) {
            score.add(rule!("G4-212"), -10);
        } else {
            let light = if self.setup.any_terrain { self.map().light(self.fighter(target).at) } else { 0 };
            let scene = i32::from(self.setup.options.darkness).min(light).max(-9);
            let dark = scene.min(said.darkness.into());
            score.add(rule!("G4-211"), dark);
            score.add(rule!("G4-R66").named("sight in the dark"), i32::from(self.sheet(who).dark_sight).min(-dark));
        }
        if ranged && said.behind_cover {
            score.add(rule!("G4-213"), -2);
        }
        if self.state.fighters.len() > 2 {
            self.add_bystanders(score, who, target);
        }
        if fighter.grappled_by != NONE {
            score.add(rule!("G4-215"), -4);
        }
        if self.setup.any_awkward {
            self.add_awkwardness(score, who, strike);
        }
        score.add(rule!("G4-223"), said.other.into());
    }

    /// `G4-216` `G4-219` The modifiers of awkward things in hand.
    #[cold]
    pub(crate) fn add_awkwardness<T: Tally>(self, score: &mut T, who: CombatantId, strike: &Strike) {
        let hands = self.fighter(who).hands;
        if hands.iter().any(|&held| self.arm(who, held).is_some_and(|item| item.large)) {
            score.add(rule!("G4-216"), -2);
        }
        if let Some(mode) = self.mode(who, strike.mode)
            && !strike.form.is_bodily()
        {
            score.add(rule!("G4-219"), self.arm(who, mode.item).map_or(0, |item| item.improvised.into()));
        }
    }

    /// `G4-208` `G4-217` `G4-220` `G4-221` `G4-R54` The ground under the attacker, and the difference in height.
    #[cold]
    fn add_terrain<T: Tally>(self, score: &mut T, from: Cell, to: Cell, ranged: bool) {
        if self.map().at(from).footing.is_some() {
            score.add(rule!("G4-208"), -2);
        }
        let above = self.map().elevation_difference(to, from);
        if above > 0 {
            if ranged { score.add(rule!("G4-220"), 1) } else { score.add(rule!("G4-217"), -2) }
        } else if above < 0 && ranged {
            score.add(rule!("G4-221"), -1);
        }
    }

    /// `G4-214` `G4-218` Others in the target's hex, and enemies on the way.
    fn add_bystanders<T: Tally>(self, score: &mut T, who: CombatantId, target: CombatantId) {
        let to = self.fighter(target).at;
        let beside = |(place, other): (usize, &crate::state::Fighter)| {
            other.at == to && place != target.index() && place != who.index() && other.is_up()
        };
        if self.state.fighters.iter().enumerate().any(beside) {
            score.add(rule!("G4-214"), -2);
        }
        if self.enemies_between(who, target) {
            score.add(rule!("G4-218"), -4);
        }
    }

    /// `G4-218` `G4-R21` Whether the line crosses a hex with a standing enemy of the attacker.
    pub(crate) fn enemies_between(self, who: CombatantId, target: CombatantId) -> bool {
        let (map, from, to) = (self.map(), self.fighter(who).at, self.fighter(target).at);
        let distance = map.distance(from, to);
        distance > 1
            && self.foes(who).map(|foe| self.fighter(foe)).any(|foe| {
                let place = map.distance(from, foe.at);
                // A line is a shortest way. Before this test, lines took 10 % of the time of `party-and-raiders`.
                let near = place != 0 && place < distance && place + map.distance(foe.at, to) == distance;
                near && !foe.is_down()
                    && crate::strike::line::between(map, from, to).nth(place as usize - 1) == Some(foe.at)
            })
    }

    /// The flight of a ranged strike.
    #[inline]
    pub fn flight(self, who: CombatantId, strike: &Strike) -> Option<Flight> {
        if strike.form.is_bodily() {
            return None;
        }
        Some(self.mode(who, strike.mode)?.ranged?.flight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_and_range() {
        for (yards, modifier) in [
            (2, 0),
            (3, -1),
            (5, -2),
            (6, -3),
            (10, -4),
            (11, -5),
            (30, -7),
            (31, -8),
            (700, -15),
            (1000, -16),
            (1500, -17),
            (2000, -18),
            (3000, -19),
            (5000, -20),
        ] {
            assert_eq!(speed_range(yards), modifier, "G4-E49: {yards}");
        }
    }

    #[test]
    fn rapid_strikes() {
        assert_eq!(rapid_penalty(false, false), -6, "G4-E73");
        assert_eq!(rapid_penalty(true, false), -3, "G4-E73");
        assert_eq!(rapid_penalty(false, true), -3, "G4-E73");
        assert_eq!(rapid_penalty(true, true), -1, "G4-E73");
    }
}
