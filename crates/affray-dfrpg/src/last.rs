//! The blow with which an action ends, as those go through it who want its exact odds.
//!
//! Everything that its dice can come to is listed at once, and of blows that do the same but for the HP that they take
//! one is carried out: see [`Last`].

use crate::Dfrpg;
use crate::attack::Outcome;
use crate::check::THREE_DICE;
use crate::damage::{Blow, CRITICAL_HIT_ROWS, CriticalHit, Impact, Landed, Met, critical_row};
use crate::injury::{Harm, negative_multiples};
use crate::location::is_head_blow;
use crate::scene::{Fight, Scene, Setup};
use crate::sheet::Location;
use crate::state::State;
use affray_core::referee::{Last, Referee};

/// A blow at a location that hit, and what comes after it.
pub(crate) struct LastBlow<'a, E> {
    pub(crate) setup: &'a Setup,
    pub(crate) blow: &'a Blow,
    /// Where it was aimed.
    pub(crate) at: Location,
    /// Nothing comes after it unless it pushes.
    pub(crate) is_quiet: bool,
    /// What comes after it.
    pub(crate) end: E,
}

/// What the dice of such a blow hang on: what they do of any, and whether something comes after it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LastMet(Met, bool);

/// What they come to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LastLanded {
    kind: u64,
    /// The HP that it takes.
    lost: i32,
    landed: Landed,
}

impl PartialEq for LastLanded {
    fn eq(&self, other: &Self) -> bool {
        self.landed == other.landed
    }
}

impl<E> LastBlow<'_, E> {
    fn at(&self, scene: Scene<'_>) -> Location {
        scene.landing(self.blow, self.at)
    }

    /// `DF-361` `DF-366` `DF-376` A number that is the same for blows which do the same but for the HP that they take,
    /// and call for the same rolls, of who has so many HP of so many. Blows that push are alike only if they take as
    /// much, as what they push into may hurt once more; so are those that take FP, and those after which something
    /// comes.
    fn kind(&self, (hp, max_hp): (i32, i32), landed: &Landed, harm: &Harm) -> u64 {
        let after = match landed.after() {
            CriticalHit::Drops => 1,
            CriticalHit::Dazed => 2,
            _ => 0,
        };
        let pushed = (landed.knockback().min(510) as u64) << 54;
        let Some(hurt) = landed.hurt() else { return after | pushed };
        let lost = hurt.lost_hp();
        let reached = negative_multiples(hp - lost, max_hp).min(10);
        let felt = harm.felt(lost).min(0xfff);
        let is_alone = !self.is_quiet || landed.pushes() || lost != hurt.lost;
        let alone = if is_alone { 1 + u64::from(hurt.lost as u16) } else { 0 };
        after
            | 1 << 2
            | hurt.but_for_hp().glance() << 3
            | (reached as u64) << 21
            | (felt as u64) << 25
            | alone << 37
            | pushed
    }
}

impl<R, E> Last<Dfrpg, R> for LastBlow<'_, E>
where
    R: Referee<Dfrpg>,
    E: FnMut(&mut Fight<'_, R>) -> Result<Outcome, R::Pause>,
{
    type Key = LastMet;
    type Value = LastLanded;
    type End = Outcome;

    fn key(&self, state: &State) -> LastMet {
        let scene = Scene { setup: self.setup, state };
        LastMet(scene.met(self.blow, self.at(scene)), self.is_quiet)
    }

    fn throw(&mut self, referee: &mut R, state: &State) -> Result<LastLanded, R::Pause> {
        let scene = Scene { setup: self.setup, state };
        let landed = scene.roll_damage(referee, self.blow, self.at(scene), &mut None)?;
        Ok(LastLanded { kind: 0, lost: landed.lost_hp(), landed })
    }

    /// `DF-171` `DF-196` `DF-303` `DF-325`
    fn each(&self, state: &State, mut into: impl FnMut(LastLanded, f64)) {
        let (scene, blow) = (Scene { setup: self.setup, state }, self.blow);
        let (at, dice) = (self.at(scene), blow.damage.dice);
        let plain = scene.impact(blow, at, CriticalHit::Normal);
        let hp = (i32::from(scene.fighter(blow.target).hp), i32::from(scene.sheet(blow.target).hp));
        let mut land = |impact: &Impact, critical: CriticalHit, chance: f64| {
            let (first, ways) = match critical {
                CriticalHit::Maximum => (dice.highest(), &[1][..]),
                _ => (dice.lowest(), dice.weights()),
            };
            let way = chance / ways.iter().sum::<u64>() as f64;
            for (pips, &ways) in (first..).zip(ways) {
                let landed = Landed::new(at, critical, impact.dealt(blow, pips));
                let kind = self.kind(hp, &landed, &impact.harm);
                into(LastLanded { kind, lost: landed.lost_hp(), landed }, ways as f64 * way);
            }
        };
        if !blow.critical {
            return land(&plain, CriticalHit::Normal, 1.0);
        }
        let feeling = scene.feeling(blow, plain.dr == 0);
        let mut from = THREE_DICE.lowest();
        for last in CRITICAL_HIT_ROWS.into_iter().chain([THREE_DICE.highest()]) {
            let place = |roll: i32| (roll - THREE_DICE.lowest()) as usize;
            let ways: u64 = THREE_DICE.weights()[place(from)..=place(last)].iter().sum();
            let chance = ways as f64 / THREE_DICE.ways() as f64;
            let critical = feeling.felt(critical_row(is_head_blow(at), from));
            let impact = scene.impact_of_row(&plain, blow, at, critical);
            land(&impact, critical, chance);
            from = last + 1;
        }
    }

    fn kind(value: &LastLanded) -> u64 {
        value.kind
    }

    fn carry_out(&mut self, referee: &mut R, state: &mut State, value: &LastLanded) -> Result<Outcome, R::Pause> {
        let mut fight = Fight { setup: self.setup, state, referee };
        fight.take_blow(self.blow, &value.landed)?;
        if self.is_quiet && !value.landed.pushes() { Ok(Outcome::Hit) } else { (self.end)(&mut fight) }
    }

    fn instead(&self, state: &mut State, carried_out: &LastLanded, other: &LastLanded) {
        state[self.blow.target].hp -= (other.lost - carried_out.lost) as i16;
    }
}
