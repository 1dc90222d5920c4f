//! Injury: what a wound does, from lost HP to death.
//!
//! Rules `DF-360` to `DF-380`. [`Fight::wound`] is the one way to lose HP to a blow; it carries the
//! consequences out in the order of the ledger: HP, shock, crippling, knockdown, death.

use crate::Dfrpg;
use crate::check::{Grade, THREE_DICE, grade, grade_ends};
use crate::event::Event;
use crate::location;
use crate::scene::{Fight, Scene};
use crate::sheet::{DamageType, Location, Sheet};
use crate::state::{Feinted, Fighter, Flags, Grabbed, Posture, Unread};
use affray_core::referee::{CombatantId, Pool, Pools, Referee, Remembered, Thrower, Why};
use affray_core::tally::Tally;
use arrayvec::ArrayVec;
use std::convert::Infallible;

/// What got through at a location.
#[derive(Debug, Clone, Copy)]
pub struct Wound {
    /// Who suffers.
    pub who: CombatantId,
    /// Points that penetrated, at least 1.
    pub penetrating: i32,
    /// Where; `None` for the whole body (`DF-344`).
    pub location: Option<Location>,
    /// By what.
    pub kind: DamageType,
    /// `DF-R20` The knockdown rules treat it as over half HP.
    pub counts_as_major: bool,
    /// `DF-R21` A further penalty to the knockdown roll, for which any injury is enough then.
    pub knockdown_penalty: i32,
}

/// `DF-010` `DF-331` `DF-R76` The injury before any cap: rounded down, at least 1.
pub const fn injury(penetrating: i32, multiplier: (i32, i32)) -> i32 {
    let injury = penetrating * multiplier.0 / multiplier.1;
    if injury < 1 { 1 } else { injury }
}

/// `DF-341` `DF-361` `DF-362` `DF-363` `DF-364` The shock penalty, 0 to 8, for points lost in the period.
///
/// ```
/// use affray_dfrpg::injury::shock_penalty;
/// assert_eq!(shock_penalty(13, 5, 0), 4); // DF-E67: 3 and 2 more, capped
/// assert_eq!(shock_penalty(24, 7, 0), 3); // an ogre feels every second point
/// assert_eq!(shock_penalty(20, 7, 0), 4);
/// assert_eq!(shock_penalty(14, 0, 3), 6); // a crushing blow to a male groin
/// assert_eq!(shock_penalty(14, 0, 5), 8);
/// ```
pub fn shock_penalty(hp: i32, lost: i32, lost_groin: i32) -> i32 {
    let per = shock_step(hp);
    ((lost / per).min(4) + 2 * (lost_groin / per)).min(8)
}

impl Sheet {
    /// `DF-361` Points lost beyond so many are not felt.
    pub(crate) const fn most_shock(&self) -> i32 {
        if self.traits.high_pain_threshold { 0 } else { 4 * shock_step(self.hp as i32) }
    }
}

/// HP that make up one point of shock (`DF-364`, `DF-R79`).
const fn shock_step(hp: i32) -> i32 {
    if 20 < hp { hp / 10 } else { 1 }
}

/// What a wound is going to do, before any roll of its consequences. Wounds that do the same are one
/// outcome, however they came about, so rules that roll damage ask for this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hurt {
    /// HP lost, or FP where `fatigue` is set, the cap of a crippled part worked in.
    pub lost: i32,
    /// FP are lost instead of HP (`DF-343`).
    fatigue: bool,
    /// A part that is newly crippled or newly destroyed.
    cripples: Option<Location>,
    /// That part is destroyed.
    destroyed: bool,
    /// The shock of it counts double (`DF-363`).
    double_shock: bool,
    /// The modifier of the knockdown roll, where one is due (`DF-366`).
    knockdown: Option<i32>,
}

impl Hurt {
    /// The HP lost.
    pub(crate) const fn lost_hp(&self) -> i32 {
        if self.fatigue { 0 } else { self.lost }
    }

    /// All the rest.
    pub(crate) const fn but_for_hp(self) -> Self {
        Self { lost: self.lost - self.lost_hp(), ..self }
    }

    /// All but the points that are lost, packed into 18 bits.
    pub(crate) fn glance(&self) -> u64 {
        let knockdown = self.knockdown.map_or(0, |modifier| modifier.clamp(-255, 255) + 256);
        let cripples = self.cripples.map_or(0, |at| 1 + at as u64);
        knockdown as u64
            | cripples << 9
            | u64::from(self.destroyed) << 15
            | u64::from(self.double_shock) << 16
            | u64::from(self.fatigue) << 17
    }
}

/// What wounds of one kind at one place do, as far as it stands before their points are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Harm {
    place: Location,
    /// Points that penetrate are multiplied by this fraction.
    multiplier: (i32, i32),
    fatigue: bool,
    /// The least injury that cripples the place.
    crippling: Option<i32>,
    is_useless: bool,
    is_destroyed: bool,
    double_shock: bool,
    /// So many HP at the most are felt as shock.
    felt: i32,
    /// The least injury that is a major wound.
    major: i32,
    /// `None` for who is out already.
    knocks_down: Option<KnocksDown>,
}

/// When a wound calls for a knockdown roll: a major or crippling one always does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct KnocksDown {
    /// Every wound there does.
    always: bool,
    /// The modifier for one that is not major.
    minor: i32,
    /// The modifier for a major one.
    major: i32,
}

impl Harm {
    /// What of so many HP lost is felt as shock.
    pub(crate) fn felt(&self, lost: i32) -> i32 {
        lost.min(self.felt)
    }

    /// `DF-331` `DF-343` `DF-371` `DF-372` `DF-374` `DF-R77` `DF-R78` What so many points that penetrated do.
    #[inline]
    pub fn of(&self, penetrating: i32) -> Hurt {
        let uncapped = injury(penetrating, self.multiplier);
        let mut hurt = Hurt {
            lost: uncapped,
            fatigue: self.fatigue,
            cripples: None,
            destroyed: false,
            double_shock: false,
            knockdown: None,
        };
        if hurt.fatigue {
            return hurt;
        }
        let mut newly_crippled = false;
        if let Some(least) = self.crippling
            && least <= uncapped
        {
            newly_crippled = !self.is_useless;
            // DF-374, DF-R77.
            hurt.destroyed = 2 * least < uncapped;
            if newly_crippled || (hurt.destroyed && !self.is_destroyed) {
                hurt.cripples = Some(self.place);
            }
            // DF-372, DF-R34: what is beyond the crippling injury is lost, but not at the eye.
            if !matches!(self.place, Location::RightEye | Location::LeftEye) {
                hurt.lost = least;
            }
            hurt.destroyed &= hurt.cripples.is_some();
        }
        hurt.double_shock = self.double_shock;
        if let Some(knocks_down) = self.knocks_down {
            let major = self.major <= hurt.lost;
            if major || newly_crippled || knocks_down.always {
                hurt.knockdown = Some(if major { knocks_down.major } else { knocks_down.minor });
            }
        }
        hurt
    }
}

/// Who pushes somebody and how far (`DF-R25`).
#[derive(Debug, Clone, Copy)]
pub struct Push {
    /// Who pushes.
    pub by: CombatantId,
    /// How many hexes.
    pub hexes: i32,
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

/// What the rolls say that a wound calls for, all together. Whom they kill falls by it or not: that is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fate {
    knockdown: Knockdown,
    /// How the last death rolls went.
    death: Death,
    /// How many there were.
    deaths: u8,
}

impl Fate {
    const NONE: Self = Self { knockdown: Knockdown::Stands, death: Death::Lives, deaths: 0 };

    /// All of it, packed.
    pub(crate) const fn glance(self) -> u64 {
        self.knockdown as u64 | (self.death as u64) << 2 | (self.deaths as u64) << 4
    }

    /// What of it is told apart of who fights a duel. With whom it puts an end to the fight, so that it ends the last
    /// thing that is done in it, all is the same but whether it is dead.
    const fn in_a_duel(self, ends: bool) -> u64 {
        match (self.death, self.knockdown) {
            (Death::Dead, _) => u64::MAX,
            (Death::Mortal, _) | (_, Knockdown::Out) if ends => u64::MAX - 1,
            _ => self.glance(),
        }
    }
}

/// All rolls of a fate, thrown as one: simulations of a duel remember them so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Rolls {
    /// The number to roll against knockdown, where that roll is due.
    knockdown: Option<i32>,
    /// HT, for each death roll.
    ht: i32,
    deaths: u8,
    is_mortal: bool,
}

impl Rolls {
    /// Whether there is one, whatever it shows.
    fn are_one(&self) -> bool {
        u8::from(self.knockdown.is_some()) + self.deaths == 1
    }

    /// Makes the rolls.
    fn fate<E>(&self, mut roll: impl FnMut() -> Result<i32, E>) -> Result<Fate, E> {
        let mut fate = Fate::NONE;
        if let Some(number) = self.knockdown {
            fate.knockdown = Knockdown::of(number, roll()?);
        }
        while fate.deaths < self.deaths && fate.death != Death::Dead {
            fate.deaths += 1;
            match Death::of(self.ht, roll()?, self.is_mortal || fate.death == Death::Mortal) {
                Death::Lives => {}
                death => fate.death = death,
            }
        }
        if fate.death != Death::Lives {
            fate.knockdown = Knockdown::Stands;
        }
        Ok(fate)
    }
}

impl Pool<Dfrpg> for Rolls {
    type Outcome = Fate;

    fn throw<T: Thrower<Dfrpg>>(&self, why: Why, by: &mut T) -> Result<Fate, T::Pause> {
        self.fate(|| by.throw(why, THREE_DICE))
    }

    fn outcomes(&self, mut each: impl FnMut(u64, f64)) {
        // Sums that say the same of whatever is rolled for, each for the first of them, with their chance.
        let says = |sum: i32| {
            let knockdown = self.knockdown.map(|number| Knockdown::of(number, sum));
            (knockdown, Death::of(self.ht, sum, false))
        };
        let mut runs: ArrayVec<(i32, f64), 16> = ArrayVec::new();
        for (sum, &ways) in (THREE_DICE.lowest()..).zip(THREE_DICE.weights()) {
            let chance = ways as f64 / THREE_DICE.ways() as f64;
            match runs.iter_mut().find(|(first, _)| says(*first) == says(sum)) {
                Some((_, chances)) => *chances += chance,
                None => runs.push((sum, chance)),
            }
        }
        // All that the rolls can show, one after another: one that is missing shows all that it can say.
        fn rolls_on(
            rolls: &Rolls,
            runs: &[(i32, f64)],
            shown: &mut ArrayVec<i32, 16>,
            chance: f64,
            each: &mut impl FnMut(u64, f64),
        ) {
            let mut left = shown.iter();
            if let Ok(fate) = rolls.fate(|| left.next().copied().ok_or(())) {
                return each(fate.glance(), chance);
            }
            for &(sum, share) in runs {
                shown.push(sum);
                rolls_on(rolls, runs, shown, chance * share, each);
                shown.pop();
            }
        }
        let mut chances: ArrayVec<(u64, f64), 64> = ArrayVec::new();
        let mut add = |code, chance| match chances.iter_mut().find(|(known, _)| *known == code) {
            Some((_, chances)) => *chances += chance,
            None => chances.push((code, chance)),
        };
        rolls_on(self, &runs, &mut ArrayVec::new(), 1.0, &mut add);
        for (code, chance) in chances {
            each(code, chance);
        }
    }

    fn outcome(code: u64) -> Fate {
        let knockdown = [Knockdown::Stands, Knockdown::Down, Knockdown::Out][(code & 3) as usize % 3];
        let death = [Death::Lives, Death::Mortal, Death::Dead][(code >> 2 & 3) as usize % 3];
        Fate { knockdown, death, deaths: (code >> 4) as u8 }
    }

    fn place(&self, why: Why, pools: &mut Pools<Dfrpg>) -> Option<u32> {
        pools.place_of(self, why)
    }
}

impl Remembered<Dfrpg> for Rolls {
    fn code(fate: Fate) -> u64 {
        fate.glance()
    }
}

impl Knockdown {
    /// `DF-368` `DF-369` What a roll against such a number says.
    const fn of(number: i32, roll: i32) -> Self {
        match grade(number, roll) {
            Grade::CriticalSuccess | Grade::Success => Self::Stands,
            Grade::CriticalFailure => Self::Out,
            Grade::Failure if number + 5 <= roll => Self::Out,
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
            Grade::Failure if ht + 3 <= roll => Self::Dead,
            // Who is mortally wounded already cannot become it again.
            Grade::Failure if is_mortal => Self::Lives,
            Grade::Failure => Self::Mortal,
        }
    }
}

/// What those rolls hang on.
#[derive(Debug, Clone, Copy)]
struct Doom {
    who: CombatantId,
    /// The modifier of the knockdown roll, where one is due.
    knockdown: Option<i32>,
    /// So many death rolls are due.
    deaths: u8,
    is_mortal: bool,
}

/// What death rolls alone hang on: whose they are, how many, and whether it is mortally wounded before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Deaths(CombatantId, u8, bool);

/// What a knockdown roll hangs on: whose it is, and its modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct KnocksWhom(CombatantId, i32);

impl Scene<'_> {
    /// What a wound is going to do.
    pub fn hurt(self, wound: &Wound) -> Hurt {
        self.harm(wound).of(wound.penetrating)
    }

    /// What wounds there are going to do, however many points penetrate.
    pub fn harm(self, wound: &Wound) -> Harm {
        let (sheet, fighter) = (self.sheet(wound.who), self.fighter(wound.who));
        // DF-344: without a location only what holds for the body as a whole.
        let place = wound.location.unwrap_or(Location::Torso);
        let hp = i32::from(sheet.hp);
        Harm {
            place,
            multiplier: location::multiplier(place, wound.kind),
            fatigue: wound.kind == DamageType::Fatigue,
            crippling: location::crippling_injury(place, hp),
            is_useless: fighter.is_useless(place),
            is_destroyed: fighter.destroyed.has(place),
            // DF-341
            double_shock: place == Location::Groin
                && sheet.body.male
                && wound.kind == DamageType::Crushing
                && !sheet.traits.high_pain_threshold,
            felt: sheet.most_shock(),
            // DF-R78: more than half, not exactly half.
            major: if wound.counts_as_major { 0 } else { hp / 2 + 1 },
            knocks_down: if fighter.flags.any(Flags::DEAD.and(Flags::UNCONSCIOUS)) {
                None
            } else {
                Some(self.knockdown_modifiers(wound))
            },
        }
    }

    /// `DF-366` `DF-367` `DF-R74` `DF-R94` When a wound calls for a knockdown roll and with which modifiers.
    /// Where several things call for one, there is one roll, with the worst modifier.
    fn knockdown_modifiers(self, wound: &Wound) -> KnocksDown {
        let sheet = self.sheet(wound.who);
        let head_or_vitals = wound.location.is_some_and(|at| location::is_head_blow(at) || at == Location::Vitals);
        let place = match wound.location {
            Some(Location::Face | Location::Vitals) => -5,
            // DF-341: male groin.
            Some(Location::Groin) if sheet.body.male => -5,
            Some(Location::Skull | Location::RightEye | Location::LeftEye) => -10,
            _ => 0,
        };
        let bonus = if sheet.traits.high_pain_threshold { 3 } else { 0 };
        let minor = bonus - wound.knockdown_penalty;
        KnocksDown { always: head_or_vitals || wound.knockdown_penalty != 0, minor, major: place + minor }
    }

    /// `DF-378` The rolls that are due of who has a wound with such a knockdown roll, and so many HP then: none of whom
    /// that kills at once.
    fn doom(self, who: CombatantId, knockdown: Option<i32>, hp: i32) -> Doom {
        let fighter = self.fighter(who);
        let reached = negative_multiples(hp, i32::from(self.sheet(who).hp));
        let dies = DEADLY <= reached;
        let deaths = if dies || fighter.flags.has(Flags::DEAD) { 0 } else { reached.min(4) as u8 };
        let deaths = deaths.saturating_sub(fighter.deaths);
        let knockdown = knockdown.filter(|_| !dies);
        Doom { who, knockdown, deaths, is_mortal: fighter.flags.has(Flags::MORTALLY_WOUNDED) }
    }

    /// `DF-366` `DF-376` Makes the rolls that a wound calls for, before anything of what they say is carried out. Of
    /// whom the death rolls kill nobody asks whether it falls.
    fn roll_fate<R: Referee<Dfrpg>>(self, referee: &mut R, doom: Doom) -> Result<Fate, R::Pause> {
        let (who, mut death, mut deaths) = (doom.who, Death::Lives, 0);
        if doom.deaths != 0 {
            let key = || Deaths(who, doom.deaths, doom.is_mortal);
            (death, deaths) = referee.combine_by(key, |referee| {
                let (mut death, mut deaths) = (Death::Lives, 0);
                while deaths < doom.deaths && death != Death::Dead {
                    deaths += 1;
                    match self.roll_death(referee, who, doom.is_mortal || death == Death::Mortal)? {
                        Death::Lives => {}
                        other => death = other,
                    }
                }
                Ok((death, deaths))
            })?;
        }
        let knockdown = match doom.knockdown {
            Some(modifier) if death == Death::Lives => {
                let key = || KnocksWhom(who, modifier);
                referee.combine_by(key, |referee| self.roll_knockdown(referee, who, modifier))?
            }
            _ => Knockdown::Stands,
        };
        Ok(Fate { knockdown, death, deaths })
    }

    /// The same in the order in which the dice fall, as one throw.
    fn throw_fate<R: Referee<Dfrpg>>(self, referee: &mut R, doom: Doom, is_last: bool) -> Result<Fate, R::Pause> {
        if doom.knockdown.is_none() && doom.deaths == 0 {
            return Ok(Fate::NONE);
        }
        let ht = i32::from(self.sheet(doom.who).ht);
        let Doom { who, knockdown, deaths, is_mortal } = doom;
        let rolls = Rolls { knockdown: knockdown.map(|modifier| ht + modifier), ht, deaths, is_mortal };
        let ends = is_last && !self.fighter(who).flags.has(Flags::ACTING);
        let why = Why::new(who, rule!("DF-366"), "knockdown and death");
        let read = |fate: Fate| (fate.in_a_duel(ends), Unread(fate));
        let (_, Unread(fate)) = if rolls.are_one() {
            referee.roll(why, THREE_DICE, None, |sum| {
                let Ok(fate) = rolls.fate(|| Ok::<_, Infallible>(sum));
                read(fate)
            })?
        } else {
            referee.pool(why, &rolls, None, read)?
        };
        Ok(fate)
    }

    /// The same ahead of a wound that does not push.
    pub(crate) fn roll_fate_of<R: Referee<Dfrpg>>(
        self,
        referee: &mut R,
        who: CombatantId,
        hurt: &Hurt,
    ) -> Result<Option<Fate>, R::Pause> {
        if hurt.fatigue {
            return Ok(None);
        }
        let hp = i32::from(self.fighter(who).hp) - hurt.lost;
        self.roll_fate(referee, self.doom(who, hurt.knockdown, hp)).map(Some)
    }

    /// `DF-366` `DF-367` `DF-368` `DF-369` The knockdown roll.
    fn roll_knockdown<R: Referee<Dfrpg>>(
        self,
        referee: &mut R,
        who: CombatantId,
        modifier: i32,
    ) -> Result<Knockdown, R::Pause> {
        let mut score = R::Tally::base(rule!("DF-367"), i32::from(self.sheet(who).ht));
        score.add(rule!("DF-367"), modifier);
        let number = score.total();
        let ends = || {
            let [one, other, third, fourth, fifth] = grade_ends(number);
            [one, other, third, fourth, fifth, number + 4]
        };
        let why = Why::new(who, rule!("DF-366"), "knockdown");
        referee.roll_in_runs(why, THREE_DICE, Some(&score), ends, |roll| Knockdown::of(number, roll))
    }

    /// `DF-376` `DF-377` `DF-378` One death roll.
    fn roll_death<R: Referee<Dfrpg>>(
        self,
        referee: &mut R,
        who: CombatantId,
        is_mortal: bool,
    ) -> Result<Death, R::Pause> {
        let score = R::Tally::base(rule!("DF-376"), i32::from(self.sheet(who).ht));
        let why = Why::new(who, rule!("DF-376"), "death");
        let number = score.total();
        let ends = || {
            let [one, other, third, fourth, fifth] = grade_ends(number);
            [one, other, third, fourth, fifth, number + 2]
        };
        referee.roll_in_runs(why, THREE_DICE, Some(&score), ends, |roll| Death::of(number, roll, is_mortal))
    }

    /// Whether a wound calls for rolls.
    #[inline]
    pub(crate) fn calls_for_rolls(self, who: CombatantId, hurt: &Hurt) -> bool {
        let hp = i32::from(self.fighter(who).hp) - hurt.lost;
        !hurt.fatigue && (hurt.knockdown.is_some() || hp <= -i32::from(self.sheet(who).hp))
    }

    /// What the death rolls of somebody hang on who loses so many HP at the most: nothing where that leaves it far
    /// from death.
    pub(crate) fn near_death_after(self, who: CombatantId, lost: i32) -> Option<(i16, u8, bool, bool)> {
        let fighter = self.fighter(who);
        let flags = fighter.flags;
        let is_near = i32::from(fighter.hp) - lost <= -i32::from(self.sheet(who).hp);
        is_near.then_some((fighter.hp, fighter.deaths, flags.has(Flags::MORTALLY_WOUNDED), flags.has(Flags::DEAD)))
    }

    /// `DF-376` Whether a figure has sunk to a negative multiple of its HP.
    #[inline]
    fn is_near_death(self, who: CombatantId) -> bool {
        self.fighter(who).hp <= -self.sheet(who).hp
    }

    /// `DF-378` Whether a figure has sunk so far that it dies without a roll.
    fn is_beyond_rolls(self, who: CombatantId) -> bool {
        let (hp, max) = (self.fighter(who).hp, self.sheet(who).hp);
        DEADLY <= negative_multiples(i32::from(hp), i32::from(max))
    }

    /// `DF-192` `DF-361` `DF-R32` The shock of the moment, 0 to 8.
    #[inline]
    pub fn shock(self, who: CombatantId) -> i32 {
        let fighter = self.fighter(who);
        let lost = fighter.shock | fighter.shock_later | fighter.shock_groin | fighter.shock_groin_later;
        if lost == 0 { 0 } else { self.felt_shock(who) }
    }

    fn felt_shock(self, who: CombatantId) -> i32 {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        if sheet.traits.high_pain_threshold {
            return 0;
        }
        shock_penalty(
            i32::from(sheet.hp),
            i32::from(fighter.shock) + i32::from(fighter.shock_later),
            i32::from(fighter.shock_groin) + i32::from(fighter.shock_groin_later),
        )
    }
}

/// `DF-378` Who is down by so many multiples of its HP is dead.
pub(crate) const DEADLY: i32 = 5;

/// `DF-375` Full negative multiples of HP that a figure is down.
pub const fn negative_multiples(hp: i32, max: i32) -> i32 {
    if hp < 0 { -hp / max } else { 0 }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-360` Carries a wound out, with all its consequences, and returns the HP or FP lost.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn wound(&mut self, wound: &Wound) -> Result<i32, R::Pause> {
        let hurt = self.scene().hurt(wound);
        self.suffer(wound.who, &hurt, None)?;
        Ok(hurt.lost)
    }

    /// Carries out what [`Scene::hurt`] foresaw, in the order of part 1.3 of the ledger: HP, then
    /// knockback, shock, crippling, knockdown, death, concentration.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn suffer(&mut self, who: CombatantId, hurt: &Hurt, push: Option<Push>) -> Result<(), R::Pause> {
        self.referee.changes(who.index(), -hurt.lost_hp());
        self.suffer_as_said(who, hurt, push, None)
    }

    /// The same where the dice have told the referee already how HP change, and the rolls that the wound calls for may
    /// have been made ahead ([`Referee::looks_ahead`]).
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn suffer_as_said(
        &mut self,
        who: CombatantId,
        hurt: &Hurt,
        push: Option<Push>,
        fate: Option<Fate>,
    ) -> Result<(), R::Pause> {
        let was_mortal = self.state[who].flags.has(Flags::MORTALLY_WOUNDED);
        if hurt.fatigue {
            // DF-343: no shock, no crippling, no knockdown.
            self.lose_fp(who, hurt.lost)?;
        } else {
            self.take_hp(who, hurt.lost);
        }
        if let Some(push) = push {
            self.knock_back(push.by, who, push.hexes)?;
        }
        if hurt.fatigue {
            return Ok(());
        }
        self.add_shock(who, hurt);
        // DF-R56: any injury wakes.
        self.wake_from_spell(who);
        if let Some(at) = hurt.cripples {
            self.cripple(who, at, hurt.destroyed);
        }
        self.go_down(who, hurt, fate)?;
        // DF-R36: a further injury; the one that made the wound mortal is none.
        if was_mortal && self.state[who].flags.has(Flags::MORTALLY_WOUNDED) {
            self.mortal_wound_roll(who)?;
        }
        self.distract_by_injury(who)
    }

    /// What a wound does to the whole figure: knockdown, a leg that gives way, death.
    fn go_down(&mut self, who: CombatantId, hurt: &Hurt, fate: Option<Fate>) -> Result<(), R::Pause> {
        // Knockback can have brought it down for good in the meantime.
        let out = self.state[who].flags.any(Flags::DEAD.and(Flags::UNCONSCIOUS));
        let knockdown = hurt.knockdown.filter(|_| !out && !self.scene().is_beyond_rolls(who));
        let scene = Scene { setup: self.setup, state: self.state };
        let doom = || scene.doom(who, knockdown, i32::from(scene.fighter(who).hp));
        let fate = match (fate, self.referee.remembers()) {
            (None, _) if self.referee.looks_ahead() => Some(scene.roll_fate(self.referee, doom())?),
            (None, Some(is_last)) if self.setup.likeness.is_duel_with_blades() => {
                Some(scene.throw_fate(self.referee, doom(), is_last)?)
            }
            _ => fate,
        };
        match (fate, knockdown) {
            (Some(fate), _) => self.fall_by(who, fate.knockdown),
            (None, Some(modifier)) => self.knockdown(who, modifier)?,
            (None, None) => {}
        }
        if let Some(at) = hurt.cripples {
            self.fall_for_crippled(who, at);
        }
        match fate {
            Some(fate) if self.scene().is_near_death(who) => {
                self.sink(who);
                self.state[who].deaths += fate.deaths;
                self.die_by(who, fate.death);
                Ok(())
            }
            Some(_) => Ok(()),
            None => self.death_rolls(who),
        }
    }

    /// `DF-361` `DF-362` `DF-R32` Adds to the points of which shock is counted. Points beyond the cap
    /// never matter again, so they are not kept.
    fn add_shock(&mut self, who: CombatantId, hurt: &Hurt) {
        let most = self.scene().sheet(who).most_shock();
        self.state[who].feel(hurt, most);
    }

    /// `DF-360` Takes HP away and says so. What follows is up to the caller.
    pub fn lose_hp(&mut self, who: CombatantId, lost: i32) {
        self.referee.changes(who.index(), -lost);
        self.take_hp(who, lost);
    }

    fn take_hp(&mut self, who: CombatantId, lost: i32) {
        let fighter = &mut self.state[who];
        fighter.hp = (i32::from(fighter.hp) - lost).max(i32::from(i16::MIN)) as i16;
        let hp = i32::from(fighter.hp);
        self.tell(Event::Wounded { who, lost, hp });
    }

    /// `DF-371` `DF-374` `DF-R34` `DF-R122` Marks a part as crippled or destroyed; what a hand held drops, be it alone or with
    /// the other one.
    fn cripple(&mut self, who: CombatantId, at: Location, destroyed: bool) {
        let fighter = &mut self.state[who];
        fighter.crippled.insert(at);
        self.tell(Event::Crippled { who, location: at });
        if destroyed {
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

    /// `DF-R34` A crippled leg or foot throws its owner down, whatever the knockdown roll says.
    fn fall_for_crippled(&mut self, who: CombatantId, at: Location) {
        if matches!(at, Location::RightLeg | Location::LeftLeg | Location::RightFoot | Location::LeftFoot) {
            self.fall_prone(who);
        }
    }

    /// `DF-366` `DF-367` `DF-368` `DF-369` The knockdown roll.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn knockdown(&mut self, who: CombatantId, modifier: i32) -> Result<(), R::Pause> {
        let scene = Scene { setup: self.setup, state: self.state };
        let result = scene.roll_knockdown(self.referee, who, modifier)?;
        self.fall_by(who, result);
        Ok(())
    }

    /// `DF-368` `DF-369` What a knockdown roll does.
    fn fall_by(&mut self, who: CombatantId, result: Knockdown) {
        match result {
            Knockdown::Stands => {}
            Knockdown::Down => {
                self.fall_prone(who);
                self.stun(who);
                self.drop_everything(who, false);
            }
            Knockdown::Out => self.fall_unconscious(who),
        }
    }

    /// `DF-370` Stuns a figure; what it was in the middle of is over (`DF-422`).
    pub fn stun(&mut self, who: CombatantId) {
        self.state[who].flags.set(Flags::STUNNED);
        self.tell(Event::Stunned { who, mentally: false });
        self.give_up_what_lasts(who);
    }

    /// `DF-380` Loses consciousness: lies down and drops everything.
    pub fn fall_unconscious(&mut self, who: CombatantId) {
        if !self.state[who].flags.has(Flags::UNCONSCIOUS) {
            self.tell(Event::FallsUnconscious { who });
            self.collapse(who);
        }
    }

    /// `DF-380` What comes of it for who falls unconscious or dies.
    fn collapse(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        fighter.flags.set(Flags::UNCONSCIOUS);
        // It does nothing any more and wakes much later: what a turn or a roll would end is over.
        fighter.flags.clear(
            Flags::STUNNED
                .and(Flags::MENTALLY_STUNNED)
                .and(Flags::SURPRISED)
                .and(Flags::FRIGHTENED)
                .and(Flags::DAZED)
                .and(Flags::NEWLY_DAZED)
                .and(Flags::ASLEEP),
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
        // Nobody is told of consciousness lost with life.
        if !self.state[who].flags.has(Flags::UNCONSCIOUS) {
            self.collapse(who);
        }
        let fighter = &mut self.state[who];
        fighter.flags.set(Flags::DEAD);
        // No rule reads these of the dead: states that differ in nothing else are to be the same.
        fighter.flags.clear(Flags::MORTALLY_WOUNDED.and(Flags::STABILIZED).and(Flags::DEEPLY_UNCONSCIOUS));
        (fighter.shock, fighter.shock_groin) = (0, 0);
        (fighter.shock_later, fighter.shock_groin_later) = (0, 0);
        fighter.feints = [Feinted::NOBODY; 2];
        self.state.effects.retain(|effect| effect.on != who);
        self.tell(Event::Dies { who });
        // A corpse is no foe that holds anybody up (DF-503, DF-504).
        self.let_slip(who, |_| true);
    }

    /// `DF-376` `DF-377` `DF-378` `DF-379` One death roll for each negative multiple of HP that was
    /// reached and not yet rolled for.
    ///
    /// # Errors
    /// What the referee lacks.
    #[inline]
    pub fn death_rolls(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.scene().is_near_death(who) { self.roll_for_death(who) } else { Ok(()) }
    }

    fn roll_for_death(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let reached = self.sink(who);
        while i32::from(self.state[who].deaths) < reached.min(4) && !self.state[who].flags.has(Flags::DEAD) {
            self.state[who].deaths += 1;
            let scene = Scene { setup: self.setup, state: self.state };
            let death = scene.roll_death(self.referee, who, self.state[who].flags.has(Flags::MORTALLY_WOUNDED))?;
            self.die_by(who, death);
        }
        Ok(())
    }

    /// `DF-375` `DF-379` The negative multiples of HP that are reached, and what they do without a roll.
    fn sink(&mut self, who: CombatantId) -> i32 {
        let max = i32::from(self.scene().sheet(who).hp);
        let reached = negative_multiples(i32::from(self.state[who].hp), max);
        if DEADLY <= reached {
            self.die(who);
        }
        if 10 <= reached && !self.state[who].flags.has(Flags::DESTROYED) {
            self.state[who].flags.set(Flags::DESTROYED);
            self.tell(Event::BodyDestroyed { who });
        }
        reached
    }

    /// What a death roll does.
    fn die_by(&mut self, who: CombatantId, death: Death) {
        match death {
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

    /// `DF-R36` The HT roll of a mortally wounded figure.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn mortal_wound_roll(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let score = R::Tally::base(rule!("DF-R36"), i32::from(self.scene().sheet(who).ht));
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
        self.tell(Event::Falls { who });
        self.come_down(who);
        self.distract(who);
    }
}

/// `DF-376` `DF-R37` Healing.
impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// Restores HP, up to the maximum, and returns how many. Multiples of HP that it climbs above are
    /// rolled for again when they are passed again; above -1 x HP deep unconsciousness and mortal
    /// wounds end. Nothing heals the dead.
    pub fn heal(&mut self, who: CombatantId, points: i32) -> i32 {
        let max = i32::from(self.scene().sheet(who).hp);
        self.referee.reads(who.index());
        let fighter = &mut self.state[who];
        let gained = points.min(max - i32::from(fighter.hp)).max(0);
        if gained == 0 || fighter.flags.has(Flags::DEAD) {
            return 0;
        }
        self.referee.changes(who.index(), gained);
        fighter.hp += gained as i16;
        let hp = i32::from(fighter.hp);
        fighter.deaths = fighter.deaths.min(negative_multiples(hp, max).min(255) as u8);
        if -max < hp {
            fighter.flags.clear(Flags::DEEPLY_UNCONSCIOUS.and(Flags::MORTALLY_WOUNDED).and(Flags::STABILIZED));
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
    /// `DF-361` Adds to the points of which shock is counted, of which so many are felt.
    pub(crate) fn feel(&mut self, hurt: &Hurt, most: i32) {
        if most == 0 {
            return;
        }
        let shock = match (self.flags.has(Flags::ACTING), hurt.double_shock) {
            (false, false) => &mut self.shock,
            (false, true) => &mut self.shock_groin,
            // DF-361: until the end of the *next* turn, so what comes during the own turn is kept apart.
            (true, false) => &mut self.shock_later,
            (true, true) => &mut self.shock_groin_later,
        };
        *shock = (i32::from(*shock) + hurt.lost).min(most).min(255) as u8;
    }

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
    fn rolls_of_a_wound_have_the_chances_of_their_dice() {
        // HT 10: lives by 10 or less (half), mortally wounded on 11 and 12, dead on 13 or more (56 ways of 216).
        let one = Rolls { knockdown: None, ht: 10, deaths: 1, is_mortal: false };
        let chance = |rolls: &Rolls, says: &dyn Fn(Fate) -> bool| {
            let mut sum = 0.0;
            rolls.outcomes(|code, chance| sum += if says(Rolls::outcome(code)) { chance } else { 0.0 });
            sum
        };
        let dead = |fate: Fate| fate.death == Death::Dead;
        let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one}, {other}");
        near(chance(&one, &|_| true), 1.0);
        near(chance(&one, &|fate| fate.death == Death::Lives), 0.5);
        near(chance(&one, &dead), 56.0 / 216.0);
        // Two rolls: it dies of the first or else of the second.
        let two = Rolls { deaths: 2, ..one };
        near(chance(&two, &dead), 56.0 / 216.0 * (2.0 - 56.0 / 216.0));
        // A knockdown roll against 10, and four of them: unconscious on 15 or more (20 ways) if it lives through all.
        let all = Rolls { knockdown: Some(10), deaths: 4, ..one };
        near(chance(&all, &|_| true), 1.0);
        near(chance(&all, &|fate| fate.knockdown == Knockdown::Out), 20.0 / 216.0 / 16.0);
    }

    #[test]
    fn injuries_round_down_but_never_to_nothing() {
        assert_eq!(injury(5, (3, 2)), 7, "DF-E09");
        assert_eq!(injury(1, (1, 2)), 1, "DF-E100");
        assert_eq!(injury(5, (4, 1)), 20, "DF-E14");
    }

    #[test]
    fn full_negative_multiples() {
        assert_eq!(negative_multiples(0, 14), 0, "DF-E64");
        assert_eq!(negative_multiples(-13, 14), 0);
        assert_eq!(negative_multiples(-14, 14), 1, "DF-E64");
        assert_eq!(negative_multiples(-29, 14), 2, "DF-E65");
        assert_eq!(negative_multiples(-70, 14), 5, "DF-E66");
    }
}
