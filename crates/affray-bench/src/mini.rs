//! The simplified duel written as rules over the referee: it guards the shape of all the others.

use crate::hand::{DEFENSE, DR, HP, SKILL};
use affray_core::dice::Dice;
use affray_core::referee::{CombatantId, Game, Policy, Referee, Refusal, Why};
use affray_core::rules::RuleId;
use affray_core::tally::Tally;

/// The game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mini;

/// Its state.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// Hit points of both.
    pub(crate) hp: [i32; 2],
}

/// Its events.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Event {
    /// Hit points are lost.
    Wounded {
        /// Who.
        who: CombatantId,
        /// How many.
        lost: i32,
    },
}

impl Game for Mini {
    type Setup = ();
    type State = State;
    type Question = CombatantId;
    type Choice = bool;
    type Event = Event;

    fn glance(state: &State) -> u64 {
        affray_core::state::glance(state.hp.iter().map(|&hp| hp as u64))
    }

    fn judge(_: &(), _: &State, _: &CombatantId, _: &bool) -> Result<(), Refusal> {
        Ok(())
    }
    fn options(_: &(), _: &State, _: &CombatantId, into: &mut Vec<bool>) {
        into.extend([true, false]);
    }
    fn set(_: &(), _: &mut State, _: &str, _: &serde_json::Value) -> Result<(), String> {
        Err(String::from("nothing can be set"))
    }
    fn interject((): &(), _: &mut State, _: CombatantId, _: &bool, _: &mut dyn FnMut(Event)) -> Result<(), Refusal> {
        Err(Refusal::impossible(RULE, "there are no free actions"))
    }
}

/// Always defends.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Defends;

impl Policy<Mini> for Defends {
    fn decide(&mut self, _: &(), _: &State, _: &CombatantId) -> bool {
        true
    }
}

const RULE: RuleId = RuleId::new("MINI");

#[derive(Clone, Copy, PartialEq)]
enum ToHit {
    Critical,
    Hit,
    Miss,
}

/// One attack.
///
/// # Errors
/// What the referee lacks.
pub(crate) fn attack<R: Referee<Mini>>(state: &mut State, who: usize, referee: &mut R) -> Result<(), R::Pause> {
    let (me, foe) = (CombatantId(who as u8), CombatantId(1 - who as u8));
    let skill = R::Tally::base(RULE, SKILL);
    let hit = referee.check(Why::new(me, RULE, "attack"), Dice::d6(3), &skill, |roll, skill| match roll {
        ..=4 => ToHit::Critical,
        17.. => ToHit::Miss,
        _ if roll <= skill => ToHit::Hit,
        _ => ToHit::Miss,
    })?;
    if hit == ToHit::Miss {
        return Ok(());
    }
    if hit == ToHit::Hit && referee.ask(&(), state, foe)? {
        let defense = R::Tally::base(RULE, DEFENSE);
        let stopped = referee
            .check(Why::new(foe, RULE, "defense"), Dice::d6(3), &defense, |roll, score| roll <= score && roll < 17)?;
        if stopped {
            return Ok(());
        }
    }
    let lost = referee.throw(Why::new(me, RULE, "damage"), Dice::d6(2), |pips| {
        let through = pips - DR;
        if 0 < through { (through * 3 / 2).max(1) } else { 0 }
    })?;
    if 0 < lost {
        state.hp[1 - who] -= lost;
        referee.tell(|| Event::Wounded { who: foe, lost });
    }
    Ok(())
}

/// A whole duel: the number of attacks, and whether the first won.
///
/// # Errors
/// What the referee lacks.
pub(crate) fn duel<R: Referee<Mini>>(state: &mut State, referee: &mut R) -> Result<(u64, bool), R::Pause> {
    let mut attacks = 0;
    let mut attacker = 0;
    loop {
        attacks += 1;
        attack(state, attacker, referee)?;
        if state.hp[1 - attacker] <= 0 {
            return Ok((attacks, attacker == 0));
        }
        attacker = 1 - attacker;
    }
}

/// The state at the start.
pub(crate) const fn start() -> State {
    State { hp: [HP; 2] }
}
