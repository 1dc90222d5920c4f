//! Injury: what a wound does, from lost HP to death.
//!
//! Rules `DF-329` to `DF-331` and `DF-360` to `DF-380`. All damage goes through [`Fight::take_damage`], which carries
//! out its consequences in the order of the ledger: HP, knockback, shock, crippling, knockdown, death.

use crate::Dfrpg;
use crate::body::location;
use crate::check::{Grade, THREE_DICE, grade};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{DamageType, Location, Sheet};
use crate::state::{Disturbed, Feinted, Fighter, Flags, Grabbed, Ignored, Posture};
use crate::strike::damage::{Protection, pierce, take_worn};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::{Sum, Tally};

/// Whom damage wounds, where and by what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wound {
    /// Who suffers.
    pub who: CombatantId,
    /// Where; `None` for the whole body (`DF-344`).
    pub location: Option<Location>,
    /// By what.
    pub kind: DamageType,
    /// `DF-R20` The knockdown rules treat it as over half HP.
    pub counts_as_major: bool,
    /// `DF-R21` A further penalty to the knockdown roll, for which any injury is enough then.
    pub knockdown_penalty: i32,
    /// `DF-R25` The points lost to the blow that threw its victim against something, and whether they count double: they
    /// are told with the shock, since they become shock after the push.
    pub thrown_by: (i32, bool),
}

impl Wound {
    /// A wound without the effects of a critical hit.
    pub const fn new(who: CombatantId, location: Option<Location>, kind: DamageType) -> Self {
        Self { who, location, kind, counts_as_major: false, knockdown_penalty: 0, thrown_by: (0, false) }
    }

    /// `DF-341` `DF-363` Whether its points count double for shock: crushing wounds of a male groin.
    fn is_at_male_groin(&self, sheet: &Sheet) -> bool {
        self.location == Some(Location::Groin) && sheet.body.male && self.kind == DamageType::Crushing
    }
}

/// `DF-341` `DF-361` `DF-362` `DF-363` `DF-364` The shock penalty, 0 to 8, by its parts: for points just lost and such lost
/// before in the period, each elsewhere and at a male groin by crushing.
///
/// ```
/// use affray_dfrpg::body::injury::shock_score;
/// use affray_kernel::tally::{Sum, Tally as _};
/// let shock = |hp, lost, before| shock_score::<Sum>(hp, lost, before).total();
/// assert_eq!(shock(13, [2, 0], [3, 0]), 4); // DF-E67: 3 and 2 more, capped
/// assert_eq!(shock(24, [7, 0], [0, 0]), 3); // an ogre feels every second point
/// assert_eq!(shock(20, [7, 0], [0, 0]), 4);
/// assert_eq!(shock(14, [0, 3], [0, 0]), 6); // a crushing blow to a male groin
/// assert_eq!(shock(14, [0, 3], [0, 2]), 8);
/// ```
pub fn shock_score<T: Tally>(hp: i32, [lost, at_groin]: [i32; 2], [before, at_groin_before]: [i32; 2]) -> T {
    let step = shock_step(hp);
    let mut shock = T::base(rule!("DF-361").named("HP lost"), lost);
    shock.add(rule!("DF-362").named("HP lost before, as far as they count"), before);
    if step > 1 {
        shock.becomes(rule!("DF-364").named("a point for each tenth of all HP"), shock.total() / step);
    }
    shock.at_most(rule!("DF-361").named("at most 4"), 4);
    let points = (at_groin + at_groin_before) / step;
    shock.add(rule!("DF-363").named("crushing wounds at the groin, twice"), 2 * points);
    shock.at_most(rule!("DF-363").named("at most 8"), 8);
    shock
}

/// HP that make up one point of shock (`DF-364`, `DF-R79`).
const fn shock_step(hp: i32) -> i32 {
    if hp > 20 { hp / 10 } else { 1 }
}

/// The result of damage, before any roll of its consequences. Damage rolls of the same result are one outcome to odds,
/// whatever the dice showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DamageResult {
    wound: Wound,
    /// HP lost, or FP by fatigue damage (`DF-343`), after the cap of a crippled part; 0 where nothing penetrated.
    lost: i32,
    /// The location is newly crippled.
    cripples: bool,
    /// The location is newly destroyed.
    destroys: bool,
    /// `DF-R25` Hexes by which it pushes.
    knockback: i32,
    told: Ignored<Option<Told>>,
}

/// The numbers of damage that are told and matter no more.
#[derive(Debug, Clone, Copy)]
struct Told {
    basic: i32,
    resisted: i32,
    penetrating: i32,
}

impl DamageResult {
    /// Whether anything penetrated.
    pub const fn penetrates(&self) -> bool {
        self.lost > 0
    }

    /// `DF-R25` Damage that pushes by so many hexes.
    #[must_use]
    pub const fn pushing(self, hexes: i32) -> Self {
        Self { knockback: hexes, ..self }
    }
}

/// How a knockdown roll ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Knockdown {
    Stands,
    Down,
    Out,
}

/// How a death roll ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Death {
    Lives,
    Mortal,
    Dead,
}

impl Knockdown {
    /// `DF-368` `DF-369` What a roll against such a number says.
    const fn of(number: i32, roll: i32) -> Self {
        match grade(number, roll) {
            Grade::CriticalSuccess | Grade::Success => Self::Stands,
            Grade::CriticalFailure => Self::Out,
            Grade::Failure if roll >= number + 5 => Self::Out,
            Grade::Failure => Self::Down,
        }
    }
}

impl Death {
    /// `DF-377` `DF-378` What a roll against HT says.
    const fn of(ht: i32, roll: i32, is_mortal: bool) -> Self {
        match grade(ht, roll) {
            Grade::CriticalSuccess | Grade::Success => Self::Lives,
            Grade::CriticalFailure => Self::Dead,
            Grade::Failure if roll >= ht + 3 => Self::Dead,
            // A second mortal wound is none.
            Grade::Failure if is_mortal => Self::Lives,
            Grade::Failure => Self::Mortal,
        }
    }
}

/// `DF-341` `DF-367` `DF-R94` The score of the knockdown roll after a wound at a location, be it a major one or not;
/// `due` tells of HT and of why the roll is due.
pub fn knockdown_score<T: Tally>(sheet: &Sheet, location: Option<Location>, major: bool, due: &'static str) -> T {
    let (place, by_location) = match location.map(|at| location::wounded_as(&sheet.body, at)) {
        _ if !major => ("", 0),
        Some(Location::Face) => ("face", -5),
        Some(Location::Vitals) => ("vitals", -5),
        Some(Location::Groin) if sheet.body.male => ("groin", -5),
        Some(Location::Skull) => ("skull", -10),
        Some(Location::RightEye | Location::LeftEye) => ("eye", -10),
        _ => ("", 0),
    };
    let mut score = T::base(rule!("DF-367").named(due), i32::from(sheet.ht));
    score.add(rule!("DF-367").named("High Pain Threshold"), if sheet.traits.high_pain_threshold { 3 } else { 0 });
    score.add(rule!("DF-367").named(place), by_location);
    score
}

impl Scene<'_> {
    /// `DF-R25` The damage that pushes a combatant by one hex: ST less 2, at least 1.
    fn damage_per_hex<T: Tally>(self, who: CombatantId) -> T {
        let mut damage = T::base(rule!("DF-R25").named("ST"), self.sheet(who).st.into());
        damage.add(rule!("DF-R25").named("by the rule"), -2);
        damage.at_least(rule!("DF-R25").named("at least"), 1);
        damage
    }

    /// `DF-R25` The hexes by which damage pushes a combatant.
    pub(crate) fn knockback<T: Tally>(self, who: CombatantId, mut damage: T) -> T {
        let hexes = damage.total() / self.damage_per_hex::<Sum>(who).total();
        damage.becomes(rule!("DF-R25").named("hexes: divided by the damage for one, without the fraction"), hexes);
        damage
    }

    /// `DF-328` `DF-329` `DF-330` `DF-342` `DF-344` The result of basic damage that meets DR, with the tally of the points
    /// lost.
    pub fn damage_result<T: Tally>(self, basic: T, protection: &Protection, wound: &Wound) -> (DamageResult, T) {
        let mut score = basic;
        let basic = score.total();
        let at = wound.location.unwrap_or(Location::Torso);
        take_worn(&mut score, self.sheet(wound.who), at, protection.chinks);
        score.add(rule!("DF-R55").named("DR by spells"), -self.spell_resistance(wound.who));
        score.add(rule!("DF-344").named("DR of cover"), -protection.cover);
        let dr = basic - score.total();
        let resisted = pierce(&mut score, dr, protection.divisor, protection.critical);
        let penetrating = score.total();
        let (result, score) = self.injury(score, wound);
        (DamageResult { told: Ignored(Some(Told { basic, resisted, penetrating })), ..result }, score)
    }

    /// `DF-010` `DF-330` `DF-331` `DF-371` `DF-372` `DF-374` `DF-R34` `DF-R76` `DF-R77` The result of penetrating damage,
    /// with the tally of the points lost.
    pub fn injury<T: Tally>(self, penetrating: T, wound: &Wound) -> (DamageResult, T) {
        let (mut score, told) = (penetrating, Ignored(None));
        let mut result = DamageResult { wound: *wound, lost: 0, cripples: false, destroys: false, knockback: 0, told };
        if score.total() <= 0 {
            return (result, score);
        }
        let (sheet, fighter) = (self.sheet(wound.who), self.fighter(wound.who));
        // DF-344: without a location only what holds for the body as a whole.
        let at = wound.location.unwrap_or(Location::Torso);
        let multiplier = location::multiplier(location::wounded_as(&sheet.body, at), wound.kind);
        if multiplier.is_told() {
            // Rounded down, and at least 1.
            score.becomes(location::multiplier_line(multiplier), multiplier.of(score.total()));
            score.at_least(rule!("DF-331"), 1);
        }
        result.lost = score.total();
        // DF-343: fatigue cripples nothing.
        if wound.kind != DamageType::Fatigue
            && let Some(least) = location::crippling_injury(at, i32::from(sheet.hp))
            && result.lost >= least
        {
            result.cripples = !fighter.is_useless(at);
            // DF-374, DF-R77.
            result.destroys = result.lost > 2 * least && (result.cripples || !fighter.destroyed.has(at));
            // DF-372, DF-R34: injury beyond the crippling point is lost, but not at the eye.
            if !matches!(at, Location::RightEye | Location::LeftEye) {
                score.at_most(rule!("DF-372"), least);
                result.lost = least;
            }
        }
        (result, score)
    }

    /// `DF-192` `DF-361` `DF-R32` The shock of the moment, 0 to 8.
    pub fn shock(self, who: CombatantId) -> i32 {
        self.fighter(who).shock_penalty(self.sheet(who))
    }
}

impl Fighter {
    /// `DF-361` `DF-R32` The shock of the moment, 0 to 8, by that sheet.
    fn shock_penalty(&self, sheet: &Sheet) -> i32 {
        let points = self.shock_points();
        if points == [0, 0] || sheet.traits.high_pain_threshold {
            return 0;
        }
        shock_score::<Sum>(sheet.hp.into(), [0, 0], points).total()
    }

    /// `DF-361` `DF-363` The points of which shock is counted, elsewhere and at the groin.
    fn shock_points(&self) -> [i32; 2] {
        [(self.shock, self.shock_later), (self.shock_groin, self.shock_groin_later)]
            .map(|(now, later)| i32::from(now) + i32::from(later))
    }

    /// `DF-361` `DF-362` `DF-R32` Adds to the points of which shock is counted, in a `groin` such as count double. Points
    /// beyond the cap never matter again, so they are not kept.
    fn add_shock(&mut self, sheet: &Sheet, lost: i32, groin: bool) {
        if sheet.traits.high_pain_threshold {
            return;
        }
        let most = 4 * shock_step(i32::from(sheet.hp));
        let shock = match (self.flags.has(Flags::ACTING), groin) {
            (false, false) => &mut self.shock,
            (false, true) => &mut self.shock_groin,
            // DF-361: until the end of the *next* turn, so what comes during the own turn is kept apart.
            (true, false) => &mut self.shock_later,
            (true, true) => &mut self.shock_groin_later,
        };
        *shock = (i32::from(*shock) + lost).min(most).min(255) as u8;
    }
}

/// `DF-378` At so many negative multiples of HP a combatant is dead.
pub(crate) const DEADLY: i32 = 5;

/// `DF-375` Full negative multiples of HP that a combatant is down.
pub const fn negative_multiples(hp: i32, max: i32) -> i32 {
    if hp < 0 { -hp / max } else { 0 }
}

/// `DF-378` Whether so few HP kill without a roll.
pub const fn is_deadly(hp: i32, max: i32) -> bool {
    negative_multiples(hp, max) >= DEADLY
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-360` A wound by so many points that penetrated, whatever the armor.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn wound(&mut self, wound: &Wound, penetrating: R::Tally) -> Result<(), R::Pause> {
        let (damage, injury) = self.scene().injury(penetrating, wound);
        self.take_damage(&damage, &injury, None)
    }

    /// `DF-171` `DF-329` `DF-330` `DF-344` `DF-360` Damage arrives and has its consequences, in the order of part 1.3 of the
    /// ledger: HP, knockback, shock, crippling, knockdown, death, concentration. `injury` is the tally of the points lost,
    /// `by` the combatant that pushes, where the damage can push.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn take_damage(
        &mut self,
        damage: &DamageResult,
        injury: &R::Tally,
        by: Option<CombatantId>,
    ) -> Result<(), R::Pause> {
        let DamageResult { wound, knockback, .. } = *damage;
        if let Some(Told { basic, resisted, penetrating }) = damage.told.0 {
            let location = wound.location.unwrap_or(Location::Torso);
            self.tell(Event::Damaged { who: wound.who, basic, kind: wound.kind, location, resisted, penetrating });
        }
        let who = wound.who;
        let was_mortal = self.state[who].flags.has(Flags::MORTALLY_WOUNDED);
        let is_fatigue = wound.kind == DamageType::Fatigue;
        if is_fatigue {
            self.lose_fp(who, injury)?;
        } else {
            self.lose_hp(who, injury, Some(damage));
        }
        if let Some(by) = by
            && knockback > 0
        {
            self.show_damage_per_hex(who);
            let basic = damage.told.0.map_or(0, |told| told.basic);
            let hexes = self.scene().knockback(who, R::Tally::base(rule!("DF-R25").named("basic damage"), basic));
            self.referee.show(Why::new(who, rule!("DF-R25"), "knockback"), &hexes);
            let thrown_by = (damage.lost, wound.is_at_male_groin(self.scene().sheet(who)));
            self.knock_back(by, who, knockback, thrown_by)?;
        }
        // DF-343: fatigue brings no shock, no crippling, no knockdown.
        if !damage.penetrates() || is_fatigue {
            return Ok(());
        }
        let sheet = &self.setup.combatants[who.index()].sheet;
        self.state[who].add_shock(sheet, damage.lost, wound.is_at_male_groin(sheet));
        // DF-R56: any injury wakes.
        self.wake_from_spell(who);
        let crippled = wound.location.filter(|_| damage.cripples || damage.destroys);
        if let Some(at) = crippled {
            self.cripple(who, at, damage.destroys);
        }
        match self.knockdown(damage)? {
            Knockdown::Stands => {}
            Knockdown::Down => {
                self.fall_prone(who);
                self.stun(who);
                self.drop_everything(who, false);
            }
            Knockdown::Out => self.fall_unconscious(who),
        }
        // DF-R34: a crippled leg or foot throws its owner down, whatever the knockdown roll says.
        if crippled.is_some_and(location::is_leg) {
            self.fall_prone(who);
        }
        // Part 1.3: a blow that threw its victim against something has its knockdown before all death rolls.
        if wound.thrown_by.0 == 0 {
            self.death_rolls(who)?;
        }
        // DF-R36: a further injury; the one that made the wound mortal is none.
        if was_mortal && self.state[who].flags.has(Flags::MORTALLY_WOUNDED) {
            self.mortal_wound_roll(who)?;
        }
        self.distract_by_injury(who)
    }

    /// Shows the [damage for each hex](Scene::damage_per_hex) of knockback.
    pub(crate) fn show_damage_per_hex(&mut self, who: CombatantId) {
        let damage: R::Tally = self.scene().damage_per_hex(who);
        self.referee.show(Why::new(who, rule!("DF-R25"), "damage for a hex of knockback"), &damage);
    }

    /// `DF-360` `DF-361` `DF-362` Takes HP away and says so, with the [shock](shock_score) that there is then if it is by
    /// `damage` (`DF-R91`). The consequences are up to the caller.
    pub fn lose_hp(&mut self, who: CombatantId, injury: &R::Tally, damage: Option<&DamageResult>) {
        self.referee.show(Why::new(who, rule!("DF-360"), "injury"), injury);
        let lost = injury.total();
        if lost <= 0 {
            return;
        }
        let fighter = &mut self.state[who];
        fighter.hp = (i32::from(fighter.hp) - lost).max(i32::from(i16::MIN)) as i16;
        let (sheet, hp) = (&self.setup.combatants[who.index()].sheet, i32::from(fighter.hp));
        if let Some(damage) = damage
            && !sheet.traits.high_pain_threshold
        {
            let at_groin = damage.wound.is_at_male_groin(sheet);
            let points = if at_groin { [0, damage.lost] } else { [damage.lost, 0] };
            let mut before = fighter.shock_points();
            let (thrown, thrown_at_groin) = damage.wound.thrown_by;
            before[usize::from(thrown_at_groin)] += thrown;
            let shock: R::Tally = shock_score(sheet.hp.into(), points, before);
            if shock.total() != lost {
                self.referee.show(Why::new(who, rule!("DF-361"), "shock"), &shock);
            }
        }
        self.referee.tell(|| {
            let mut shocked = self.state[who];
            if let Some(damage) = damage {
                let (lost, groin) = damage.wound.thrown_by;
                shocked.add_shock(sheet, lost, groin);
                shocked.add_shock(sheet, damage.lost, damage.wound.is_at_male_groin(sheet));
            }
            let push = damage.is_some_and(|damage| damage.knockback > 0);
            Event::Wounded { who, lost, hp, shock: shocked.shock_penalty(sheet), blow: damage.is_some(), push }
        });
    }

    /// `DF-371` `DF-374` `DF-R34` `DF-R122` Marks a part as crippled or destroyed; what a hand held drops, be it alone
    /// or with the other one.
    fn cripple(&mut self, who: CombatantId, at: Location, destroyed: bool) {
        let fighter = &mut self.state[who];
        fighter.crippled.insert(at);
        if !destroyed {
            self.tell(Event::Crippled { who, location: at });
        } else {
            self.state[who].destroyed.insert(at);
            self.tell(Event::Destroyed { who, location: at });
            let is_gone = |part| part == at || location::limb_of(part) == Some(at);
            self.let_slip(who, |grab| grab.grip.location().is_some_and(is_gone));
        }
        if let Some(hand) = hand_of(self.scene().sheet(who), at) {
            self.drop_from_hand(who, hand);
            self.let_go_with_hand(who, hand);
        }
        let fighter = &mut self.state[who];
        if fighter.is_useless(Location::RightEye) && fighter.is_useless(Location::LeftEye) {
            fighter.flags.set(Flags::BLIND);
        }
    }

    /// `DF-374` Ends such holds on somebody as there is nothing more to hold of.
    fn let_slip(&mut self, who: CombatantId, is_over: impl Fn(&Grabbed) -> bool) {
        if !self.scene().is_gripped(who) {
            return;
        }
        for by in self.state.ids() {
            for slot in 0..2 {
                let grab = self.state[by].grabs[slot];
                if grab.victim == who.0 && is_over(&grab) {
                    self.let_go(by, slot);
                }
            }
        }
    }

    /// `DF-366` `DF-367` `DF-368` `DF-369` `DF-378` `DF-R74` `DF-R78` `DF-R94` The knockdown roll, where damage calls
    /// for one: where several things call for one, there is one roll, with the worst modifier.
    fn knockdown(&mut self, damage: &DamageResult) -> Result<Knockdown, R::Pause> {
        let DamageResult { wound, lost, .. } = *damage;
        let (who, sheet) = (wound.who, self.scene().sheet(wound.who));
        // Knockback can have brought it down for good in the meantime; DF-378: so far down it dies without a roll.
        let (hp, max) = (i32::from(self.state[who].hp), i32::from(sheet.hp));
        if self.state[who].flags.any(Flags::DEAD.union(Flags::UNCONSCIOUS)) || is_deadly(hp, max) {
            return Ok(Knockdown::Stands);
        }
        // DF-R78: more than half, not exactly half.
        let major = wound.counts_as_major || lost > max / 2;
        let head_or_vitals = wound.location.is_some_and(|at| location::is_head_blow(at) || at == Location::Vitals);
        let due = match wound.location {
            _ if lost > max / 2 && damage.knockback > 0 => "HT, over half HP lost by the blow that pushed",
            _ if lost > max / 2 => "HT, over half HP lost",
            _ if wound.counts_as_major => "HT, as if over half HP were lost",
            _ if damage.cripples => "HT, part crippled",
            Some(Location::Vitals) => "HT, vitals hit",
            _ if head_or_vitals || wound.knockdown_penalty != 0 => "HT, head hit",
            _ => return Ok(Knockdown::Stands),
        };
        let mut score: R::Tally = knockdown_score(sheet, wound.location, major, due);
        score.add(rule!("DF-R21"), -wound.knockdown_penalty);
        let why = Why::new(who, rule!("DF-366"), "knockdown");
        self.referee.check(why, THREE_DICE, &score, |roll, score| Knockdown::of(score, roll))
    }

    /// `DF-370` Stuns a combatant; what it was in the middle of is over (`DF-422`).
    pub fn stun(&mut self, who: CombatantId) {
        if !self.state[who].flags.has(Flags::STUNNED) {
            self.state[who].flags.set(Flags::STUNNED);
            self.tell(Event::Stunned { who, mentally: false });
        }
        self.give_up_what_lasts(who);
    }

    /// `DF-380` Loses consciousness: lies down and drops everything.
    pub fn fall_unconscious(&mut self, who: CombatantId) {
        if !self.state[who].flags.has(Flags::UNCONSCIOUS) {
            self.tell(Event::FallsUnconscious { who });
            self.collapse(who);
        }
    }

    /// `DF-380` The consequences of unconsciousness and death.
    fn collapse(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        fighter.flags.set(Flags::UNCONSCIOUS);
        // It wakes much later: conditions that a turn or a roll would end are over.
        fighter.flags.clear(
            Flags::STUNNED
                .union(Flags::MENTALLY_STUNNED)
                .union(Flags::SURPRISED)
                .union(Flags::FRIGHTENED)
                .union(Flags::DAZED)
                .union(Flags::NEWLY_DAZED)
                .union(Flags::ASLEEP),
        );
        self.give_up_what_lasts(who);
        self.fall_prone(who);
        self.drop_everything(who, true);
        if self.state[who].holds_anybody() {
            self.release_all(who);
        }
    }

    /// Dies.
    pub fn die(&mut self, who: CombatantId) {
        if self.state[who].flags.has(Flags::DEAD) {
            return;
        }
        // Consciousness lost with life is not told.
        if !self.state[who].flags.has(Flags::UNCONSCIOUS) {
            self.collapse(who);
        }
        let fighter = &mut self.state[who];
        fighter.flags.set(Flags::DEAD);
        // No rule reads these of the dead: states that differ in nothing else are to be the same.
        fighter.flags.clear(Flags::MORTALLY_WOUNDED.union(Flags::STABILIZED).union(Flags::DEEPLY_UNCONSCIOUS));
        (fighter.shock, fighter.shock_groin) = (0, 0);
        (fighter.shock_later, fighter.shock_groin_later) = (0, 0);
        fighter.feints = [Feinted::NOBODY; 2];
        self.state.effects.retain(|effect| effect.on != who);
        self.tell(Event::Dies { who });
        // A corpse is no foe that holds anybody up (DF-503, DF-504).
        self.let_slip(who, |_| true);
    }

    /// `DF-375` `DF-376` `DF-377` `DF-378` `DF-379` One death roll for each negative multiple of HP that was reached
    /// and not yet rolled for; from the fifth multiple on death without a roll.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn death_rolls(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let sheet = self.scene().sheet(who);
        let (ht, max) = (i32::from(sheet.ht), i32::from(sheet.hp));
        let hp = i32::from(self.state[who].hp);
        let reached = negative_multiples(hp, max);
        if is_deadly(hp, max) {
            self.die(who);
        }
        if reached >= 10 && !self.state[who].flags.has(Flags::DESTROYED) {
            self.state[who].flags.set(Flags::DESTROYED);
            self.tell(Event::BodyDestroyed { who });
        }
        while i32::from(self.state[who].deaths) < reached.min(DEADLY - 1) && !self.state[who].flags.has(Flags::DEAD) {
            self.state[who].deaths += 1;
            let is_mortal = self.state[who].flags.has(Flags::MORTALLY_WOUNDED);
            const REACHED: [&str; DEADLY as usize - 1] = [
                "HT, for reaching -1 x HP",
                "HT, for reaching -2 x HP",
                "HT, for reaching -3 x HP",
                "HT, for reaching -4 x HP",
            ];
            let words = REACHED[usize::from(self.state[who].deaths - 1) % REACHED.len()];
            let score = R::Tally::base(rule!("DF-376").named(words), ht);
            let why = Why::new(who, rule!("DF-376"), "death");
            match self.referee.check(why, THREE_DICE, &score, |roll, ht| Death::of(ht, roll, is_mortal))? {
                Death::Lives => {}
                Death::Mortal => {
                    self.state[who].flags.set(Flags::MORTALLY_WOUNDED);
                    self.state[who].flags.clear(Flags::STABILIZED);
                    self.tell(Event::MortallyWounded { who });
                    self.fall_unconscious(who);
                }
                Death::Dead => self.die(who),
            }
        }
        Ok(())
    }

    /// `DF-R36` The HT roll of a mortally wounded combatant.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn mortal_wound_roll(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let score = R::Tally::base(rule!("DF-R36").named("HT"), i32::from(self.scene().sheet(who).ht));
        match self.check(who, rule!("DF-R36"), "mortal wound", &score)? {
            Grade::CriticalSuccess => self.become_stable(who),
            Grade::Success => {}
            Grade::Failure | Grade::CriticalFailure => self.die(who),
        }
        Ok(())
    }

    /// `DF-R36` `DF-R37` A mortal wound is mortal no more, and deep unconsciousness no longer kills.
    pub fn become_stable(&mut self, who: CombatantId) {
        self.state[who].flags.clear(Flags::MORTALLY_WOUNDED);
        self.state[who].flags.set(Flags::STABILIZED);
        self.tell(Event::Stabilized { who });
    }

    /// `DF-R12` Falls down where it stands: prone, with the second hex behind it or else on the next
    /// free side clockwise.
    pub fn fall_prone(&mut self, who: CombatantId) {
        if self.state[who].posture.is_lying() {
            return;
        }
        let second = self.scene().second_hex_for(who);
        let fighter = &mut self.state[who];
        fighter.posture = Posture::Prone;
        fighter.second = second;
        let second = self.state[who].second_cell();
        self.tell(Event::Falls { who, second });
        self.come_down(who);
        self.distract(who, Disturbed::Distracted);
    }
}

/// `DF-376` `DF-R37` Healing.
impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// Restores HP, up to the maximum, and returns how many. Multiples of HP that it climbs above are
    /// rolled for again when they are passed again; above -1 x HP deep unconsciousness and mortal
    /// wounds end. Nothing heals the dead.
    pub fn heal(&mut self, who: CombatantId, points: i32) -> i32 {
        let max = i32::from(self.scene().sheet(who).hp);
        let fighter = &mut self.state[who];
        let gained = points.min(max - i32::from(fighter.hp)).max(0);
        if gained == 0 || fighter.flags.has(Flags::DEAD) {
            return 0;
        }
        fighter.hp += gained as i16;
        let hp = i32::from(fighter.hp);
        fighter.deaths = fighter.deaths.min(negative_multiples(hp, max).min(255) as u8);
        if -max < hp {
            fighter.flags.clear(Flags::DEEPLY_UNCONSCIOUS.union(Flags::MORTALLY_WOUNDED).union(Flags::STABILIZED));
        }
        self.tell(Event::Healed { who, gained, hp });
        gained
    }
}

impl Scene<'_> {
    /// `DF-R34` Whether a foot is crippled: Move is halved then, and there is no sprint and no kick.
    pub fn has_crippled_foot(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        fighter.is_useless(Location::RightFoot) || fighter.is_useless(Location::LeftFoot)
    }
}

/// The arm that a hand belongs to.
pub const fn arm_of(sheet: &Sheet, hand: u8) -> Location {
    if hand.is_multiple_of(2) == sheet.body.left_handed { Location::LeftArm } else { Location::RightArm }
}

/// The hand that an arm or a hand location belongs to: hand 0 is the main one.
pub const fn hand_of(sheet: &Sheet, at: Location) -> Option<u8> {
    let main_is_left = sheet.body.left_handed;
    match at {
        Location::RightArm | Location::RightHand => Some(if main_is_left { 1 } else { 0 }),
        Location::LeftArm | Location::LeftHand => Some(if main_is_left { 0 } else { 1 }),
        _ => None,
    }
}

impl Fighter {
    /// Whether a hand can be used: there, and neither it nor its arm crippled.
    pub fn hand_works(&self, sheet: &Sheet, hand: u8) -> bool {
        hand < sheet.body.hands
            && (self.crippled.is_empty() && self.destroyed.is_empty()
                || !Location::ALL.iter().any(|&at| hand_of(sheet, at) == Some(hand) && self.is_useless(at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_negative_multiples() {
        assert_eq!(negative_multiples(0, 14), 0, "DF-E64");
        assert_eq!(negative_multiples(-13, 14), 0);
        assert_eq!(negative_multiples(-14, 14), 1, "DF-E64");
        assert_eq!(negative_multiples(-29, 14), 2, "DF-E65");
        assert_eq!(negative_multiples(-70, 14), 5, "DF-E66");
    }
}
