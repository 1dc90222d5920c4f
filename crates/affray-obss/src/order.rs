//! Initiative and rounds.
//!
//! Rules `OB-020` to `OB-031`, rulings `OB-R01`, `OB-R13`, `OB-R14`, `OB-R15`.

use crate::Obss;
use crate::decision::{Choice, Initiative, Question};
use crate::event::Event;
use crate::pool::{OpenDice, pool_size};
use crate::scene::{Fight, Scene};
use crate::sheet::Ability;
use crate::state::Flags;
use affray_core::referee::{CombatantId, Referee, Refusal, Why};
use affray_core::tally::Tally;

/// Which sides have anybody who may still fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// None.
    Nobody,
    /// Only this one.
    Only(u8),
    /// Two or more: the fight goes on.
    Several,
}

impl Scene<'_> {
    /// Who can still fight.
    pub fn standing(self) -> Standing {
        let mut standing = Standing::Nobody;
        for (one, fighter) in self.setup.combatants.iter().zip(&self.state.fighters) {
            if fighter.stands() && !fighter.is_mount {
                match standing {
                    Standing::Nobody => standing = Standing::Only(one.side),
                    Standing::Only(other) if other == one.side => {}
                    Standing::Only(_) | Standing::Several => return Standing::Several,
                }
            }
        }
        standing
    }

    /// `OB-022` `OB-025` The bonus of an initiative roll.
    pub fn initiative_bonus<T: Tally>(self, who: CombatantId, initiative: Initiative) -> T {
        let ability = if initiative.int { Ability::Int } else { Ability::Dex };
        let mut bonus = T::base(rule!("OB-022"), self.ability_now(who, ability));
        bonus.add(rule!("OB-022"), i32::from(self.sheet(who).skill_init));
        if self.fighter(who).flags.has(Flags::DEAFENED) {
            bonus.add(rule!("OB-025"), -4);
        }
        bonus.add(rule!("OB-012"), -4 * i32::from(initiative.luck));
        bonus
    }

    /// Whether initiative can be rolled so.
    ///
    /// # Errors
    /// If there are too few points for the luck.
    pub fn judge_initiative(self, who: CombatantId, initiative: Initiative) -> Result<(), Refusal> {
        let ability = if initiative.int { Ability::Int } else { Ability::Dex };
        self.judge_luck(rule!("OB-014"), initiative.luck, 0, self.ability_now(who, ability))
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-022` `OB-024` Everybody rolls; the highest total comes first.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn roll_initiative(&mut self) -> Result<(), R::Pause> {
        self.state.order.clear();
        for who in self.state.ids() {
            // OB-331: a mount acts with its rider.
            if self.state[who].is_mount {
                continue;
            }
            let question = Question::Initiative { who };
            let initiative = match self.referee.ask(self.setup, self.state, question)? {
                Choice::Initiative(initiative) => initiative,
                _ => Initiative::default(),
            };
            let bonus = self.scene().initiative_bonus::<R::Tally>(who, initiative);
            let why = Why::new(who, rule!("OB-022"), "initiative");
            let dice = OpenDice(pool_size(i32::from(initiative.luck)));
            let rolled = self.referee.pool(why, &dice, Some(&bonus), |rolled| rolled.total)?;
            let total = rolled + bonus.total();
            let fighter = &mut self.state[who];
            fighter.initiative = total as i16;
            fighter.flags.put(Flags::INT_INITIATIVE, initiative.int);
            self.state.order.push(who);
            self.tell(Event::Initiative { who, total });
        }
        self.sort_order();
        self.state.turn = 0;
        if let Some(&first) = self.state.order.first() {
            self.tell(Event::OrderSettled { first });
        }
        self.reset_budgets();
        self.critical_initiative();
        self.state.first_round = true;
        Ok(())
    }

    /// `OB-024` `OB-R13` By total, the chosen ability, BAB, and the order of the encounter.
    pub fn sort_order(&mut self) {
        let (setup, fighters) = (self.setup, &self.state.fighters);
        let key = |who: CombatantId| {
            let (fighter, sheet) = (&fighters[who.index()], &setup.combatants[who.index()].sheet);
            let int = fighter.flags.has(Flags::INT_INITIATIVE);
            let ability = sheet.ability(if int { Ability::Int } else { Ability::Dex });
            (fighter.initiative, ability, sheet.bab)
        };
        self.state.order.sort_by(|&one, &other| key(other).cmp(&key(one)).then(one.cmp(&other)));
    }

    /// `OB-026` `OB-027` What a lead over the second brings the fastest in the first round.
    fn critical_initiative(&mut self) {
        let &[first, second, ..] = &self.state.order[..] else { return };
        let lead = self.state[first].initiative - self.state[second].initiative;
        if lead < 8 || !self.state[first].is_able() {
            return;
        }
        let fighter = &mut self.state[first];
        fighter.token += 1;
        if 16 <= lead {
            fighter.normal += 1;
        }
        self.tell(Event::CriticalInitiative { who: first, action: 16 <= lead });
    }

    /// `OB-020` The next activation of the fight, and the end of the round behind the last.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn next_turn(&mut self) -> Result<(), R::Pause> {
        if self.state.order.is_empty() {
            self.roll_initiative()?;
        }
        let Some(&who) = self.state.order.get(self.state.turn as usize) else {
            return Ok(());
        };
        // OB-295: the dead are out of the order.
        if !self.state[who].flags.any(Flags::DEAD.and(Flags::GONE)) {
            self.activation(who)?;
        }
        self.state.turn += 1;
        if self.state.order.len() <= self.state.turn as usize {
            self.end_round();
        }
        Ok(())
    }

    /// `OB-021` `OB-028` `OB-031` `OB-039` The end of a round and the budgets of the next.
    pub fn end_round(&mut self) {
        self.state.turn = 0;
        self.state.round.0 += 1;
        if self.state.first_round {
            self.state.first_round = false;
            for fighter in &mut self.state.fighters {
                fighter.flags.clear(Flags::SURPRISED);
            }
        }
        self.reset_budgets();
        let round = self.state.round.0;
        self.tell(Event::RoundEnds { round });
    }
}
