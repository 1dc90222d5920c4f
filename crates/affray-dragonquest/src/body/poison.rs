//! Poison: on blades, in bodies, and on the fingers of those who handle it.
//!
//! Rules `DQ-611` to `DQ-615`, ruling `DQ-R25`.

use crate::DragonQuest;
use crate::body::damage::{Cause, Pool};
use crate::event::{Event, Faint};
use crate::scene::{Fight, Scene};
use crate::sheet::{Arm, Class, Group};
use crate::state::{Dose, Flags, NONE, State};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;

/// `DQ-615` The pulses of six hours.
pub const GOOD_FOR: u16 = 4320;

/// The effect of a poison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// D10 and this, at least 1, off Endurance at the end of each pulse.
    Harms(i32),
    /// At the end of the last pulse a check, or unconscious for so many pulses.
    Sleep(u16),
}

/// A poison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Poison {
    name: &'static str,
    effect: Effect,
    /// Pulses, that of the wound being the first.
    pulses: u8,
}

const fn poison(name: &'static str, effect: Effect, pulses: u8) -> Poison {
    Poison { name, effect, pulses }
}

/// `DQ-R25` The poisons; their places are the numbers of [`Dose::poison`] and [`Fighter::poisons`](crate::state::Fighter::poisons).
const POISONS: [Poison; 3] = [
    poison("weak venom", Effect::Harms(-7), 3),
    poison("strong venom", Effect::Harms(-4), 5),
    poison("sleep venom", Effect::Sleep(60), 2),
];

/// The names of the poisons.
pub const NAMES: [&str; 3] = [POISONS[0].name, POISONS[1].name, POISONS[2].name];

/// The dose on a weapon: the owner among whose doses it is, and its place there.
pub(crate) fn dose_on(state: &State, who: CombatantId, item: Arm) -> Option<(CombatantId, usize)> {
    let (owner, item) = item.thing(who)?;
    let [one, other] = &state.fighters.get(owner.index())?.doses;
    if one.item == item {
        Some((owner, 0))
    } else if other.item == item {
        Some((owner, 1))
    } else {
        None
    }
}

impl Scene<'_> {
    /// `DQ-611` Whether a figure can put a poison on a weapon.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_poisoning(self, who: CombatantId, item: Arm, poison: u8) -> Result<(), Refusal> {
        let Some(arm) = self.arm(who, item) else {
            return Err(Refusal::impossible(rule!("DQ-R36"), "there is no such item"));
        };
        if poison as usize >= NAMES.len() || !self.sheet(who).has_poison(poison) {
            return Err(Refusal::impossible(rule!("DQ-R25"), "the figure carries no such poison"));
        }
        if !matches!(arm.class, Class::A | Class::B) {
            return Err(Refusal::new(rule!("DQ-611"), "poison goes on weapons of class A or B alone"));
        }
        if !self.is_poisoned(who, item) && self.room_for_dose(who, item).is_none() {
            let message = "two weapons of that owner are poisoned already: no more";
            return Err(Refusal::impossible(rule!("DQ-R25"), message));
        }
        Ok(())
    }

    /// `DQ-611` Whether there is poison on a weapon.
    pub(crate) fn is_poisoned(self, who: CombatantId, item: Arm) -> bool {
        dose_on(self.state, who, item).is_some()
    }

    /// A free place for a dose on a weapon: with its owner.
    fn room_for_dose(self, who: CombatantId, item: Arm) -> Option<(CombatantId, usize)> {
        let (owner, _) = item.thing(who)?;
        Some((owner, self.fighter(owner).doses.iter().position(|dose| dose.item == NONE)?))
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-613` `DQ-614` The check of who handles a poisoned weapon and is no assassin: applies the poison,
    /// stores or prepares the weapon. Who fails it is poisoned; the dose stays where it is.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn handle_poison(&mut self, who: CombatantId, item: Arm) -> Result<(), R::Pause> {
        let Some((owner, at)) = dose_on(self.state, who, item) else { return Ok(()) };
        if self.scene().sheet(who).assassin {
            return Ok(());
        }
        let target: R::Tally = self.scene().thrice_md(who, rule!("DQ-613"));
        if !self.succeeds(who, rule!("DQ-613"), "handle poison", &target)? {
            self.tell(Event::Nicked { who });
            let poison = self.state[owner].doses[at].poison;
            self.enter_body(who, poison);
        }
        Ok(())
    }

    /// `DQ-611` `DQ-614` Puts poison on a weapon.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn apply_poison(&mut self, who: CombatantId, item: Arm, poison: u8) -> Result<(), R::Pause> {
        let place = dose_on(self.state, who, item).or_else(|| self.scene().room_for_dose(who, item));
        let (Some((owner, place)), Some((_, number))) = (place, item.thing(who)) else { return Ok(()) };
        // The pulse that is running does not count: what is applied in pulse 3 is spent after 4323.
        self.state[owner].doses[place] = Dose { item: number, poison, pulses: GOOD_FOR + 1 };
        let prepared = self.state[who].holds(item);
        self.handle_poison(who, item)?;
        // A weapon in hand is prepared with the poison at once: two checks before it attacks either way.
        if prepared { self.handle_poison(who, item) } else { Ok(()) }
    }

    /// `DQ-612` `DQ-615` An effective wound by a poisoned weapon: the poison goes over.
    pub fn envenom(&mut self, by: CombatantId, item: Arm, target: CombatantId) {
        let Some((owner, place)) = dose_on(self.state, by, item) else { return };
        let poison = self.state[owner].doses[place].poison;
        self.enter_body(target, poison);
        let loosed = self.scene().arm(by, item).is_some_and(|arm| arm.group == Group::Missile);
        self.wipe(by, item, loosed);
    }

    /// The dose on a weapon is gone, with a missile that was loosed (`DQ-R25`) or without.
    pub fn wipe(&mut self, who: CombatantId, item: Arm, loosed: bool) {
        if let Some((owner, place)) = dose_on(self.state, who, item) {
            self.state[owner].doses[place] = Dose::NONE;
            self.tell(Event::Cleaned { who, item, loosed });
        }
    }

    /// `DQ-R25` A poison gets into a body; another dose of the same does not add up.
    fn enter_body(&mut self, who: CombatantId, poison: u8) {
        let Some(kind) = POISONS.get(poison as usize) else { return };
        if self.state[who].flags.has(Flags::DEAD) {
            return;
        }
        let left = &mut self.state[who].poisons[poison as usize];
        *left = kind.pulses.max(*left);
        let pulses = *left;
        self.tell(Event::Envenomed { who, poison, pulses });
    }

    /// `DQ-R25` `DQ-R60` Poison at the end of a pulse: past armor and Fatigue, without stun.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn sicken(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        for (at, poison) in POISONS.iter().enumerate() {
            let fighter = &mut self.state[who];
            if fighter.poisons[at] == 0 || fighter.flags.has(Flags::DEAD) {
                continue;
            }
            fighter.poisons[at] -= 1;
            let last = fighter.poisons[at] == 0;
            match poison.effect {
                Effect::Harms(added) => {
                    let why = Why::new(who, rule!("DQ-R25"), "poison");
                    let points = self.check_points(why, rule!("DQ-R25").named(poison.name), added)?;
                    self.lose(who, Pool::Endurance, points, Cause::Poison);
                    self.settle_endurance(who);
                }
                Effect::Sleep(pulses) if last => {
                    let mut target = R::Tally::base(rule!("DQ-R25").named("Endurance"), self.state[who].en.into());
                    target.becomes(rule!("DQ-R25").named("x 3"), 3 * target.total());
                    if !self.succeeds(who, rule!("DQ-R25"), "stay awake", &target)? {
                        self.faint(who, Faint::Poison);
                        // The pulse that ends now is not one of them.
                        self.state[who].asleep = self.state[who].asleep.max(pulses + 1);
                    }
                }
                Effect::Sleep(_) => {}
            }
            if last && self.state[who].is_up() {
                self.tell(Event::WearsOff { who, poison: at as u8 });
            }
        }
        Ok(())
    }

    /// `DQ-615` Doses on weapons grow old.
    pub fn age_doses(&mut self, who: CombatantId) {
        for place in 0..2 {
            let dose = &mut self.state[who].doses[place];
            if dose.item != NONE {
                dose.pulses = dose.pulses.saturating_sub(1);
                if dose.pulses == 0 {
                    let item = Arm::own(dose.item);
                    self.wipe(who, item, false);
                }
            }
        }
    }
}
