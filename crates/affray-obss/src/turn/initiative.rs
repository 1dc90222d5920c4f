//! Initiative and rounds.
//!
//! Rules `OB-020` to `OB-031`, rulings `OB-R01`, `OB-R13`, `OB-R14`, `OB-R15`, `OB-R91`.

use crate::Obss;
use crate::decision::{Choice, Initiative, Question};
use crate::dice::pool::{OpenDice, PoolDice};
use crate::event::{Event, HoldEnd};
use crate::scene::{Fight, Scene};
use crate::sheet::Ability;
use crate::state::{Fighter, Flags};
use affray_grid::Cell;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::roll_off::roll_off;
use affray_kernel::tally::Tally;
use affray_kernel::turns::SidesLeft;
use std::cmp::Reverse;

impl Scene<'_> {
    /// `OB-D19` The sides that can still fight.
    pub fn sides_left(self) -> SidesLeft {
        // OB-023: later arrivals count.
        let fights = |fighter: &Fighter| (fighter.stands() || fighter.arrives != 0) && !fighter.is_mount;
        let fighters = &self.state.fighters[..];
        let all = (0..fighters.len()).filter(|&at| fights(&fighters[at]));
        SidesLeft::of(all.map(|at| self.setup.combatants[at].side))
    }

    /// `OB-022` `OB-025` The bonus of an initiative roll.
    pub fn initiative_bonus<T: Tally>(self, who: CombatantId, initiative: Initiative) -> T {
        let ability = if initiative.int { Ability::Int } else { Ability::Dex };
        let mut bonus = T::base(rule!("OB-022").named(ability.name()), self.sheet(who).ability(ability));
        bonus.add(rule!("OB-262"), self.entanglement(who, ability));
        bonus.add(rule!("OB-022").named("skill"), i32::from(self.sheet(who).skill_init));
        if self.fighter(who).flags.has(Flags::DEAFENED) {
            bonus.add(rule!("OB-025"), -4);
        }
        bonus.add(rule!("OB-012"), -4 * i32::from(initiative.luck));
        bonus
    }

    /// `OB-024` What the order goes by: the total, the chosen ability, BAB.
    fn rank(self, who: CombatantId) -> (i16, i32, i8) {
        let (fighter, sheet) = (self.fighter(who), self.sheet(who));
        let int = fighter.flags.has(Flags::INT_INITIATIVE);
        (fighter.initiative, sheet.ability(if int { Ability::Int } else { Ability::Dex }), sheet.bab)
    }

    /// `OB-023` `OB-025` Whether the order of activations is fixed for the rest of the fight: no arrival is due, and no
    /// combatant can become Deafened or cease to be.
    pub fn is_order_settled(self) -> bool {
        let changes = Flags::DEAFENED.union(Flags::DEAF_COUNTED);
        !self.state.order.is_empty()
            && !self.setup.has_deafening
            && self.state.fighters.iter().all(|fighter| fighter.arrives == 0 && !fighter.flags.any(changes))
    }

    /// Whether anybody in the fight knows a spell.
    pub fn has_casters(self) -> bool {
        self.setup.combatants.iter().any(|one| !one.sheet.spells.is_empty())
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
    /// If an input is missing.
    pub fn roll_initiative(&mut self) -> Result<(), R::Pause> {
        self.state.order.clear();
        for who in self.state.ids() {
            // OB-331: a mount acts with its rider.
            if self.state[who].is_mount || !self.state[who].is_present() {
                continue;
            }
            self.roll_initiative_of(who)?;
            self.state.order.push(who);
        }
        self.place_newcomers(0)?;
        self.state.turn = 0;
        self.tell_order();
        if let Some(&first) = self.state.order.first() {
            self.tell(Event::OrderSettled { first });
        }
        self.reset_budgets();
        self.critical_initiative();
        self.state.first_round = true;
        Ok(())
    }

    /// `OB-R13` Those in the order from a place on have rolled: equals among them roll off, and they come behind their
    /// equals of before.
    fn place_newcomers(&mut self, from: usize) -> Result<(), R::Pause> {
        self.sort_order(from);
        let mut first = from;
        while first < self.state.order.len() {
            let (scene, order) = (self.scene(), &self.state.order[first..]);
            let equals = order.iter().take_while(|&&who| scene.rank(who) == scene.rank(order[0])).count();
            let Self { state, referee, .. } = self;
            roll_off(&mut state.order[first..first + equals], rule!("OB-R13"), Dice::d6(1), *referee)?;
            first += equals;
        }
        self.sort_order(0);
        Ok(())
    }

    /// `OB-024` `OB-R13` Sorts the order from a place on; equals stay as they are.
    fn sort_order(&mut self, from: usize) {
        let mut order = std::mem::take(&mut self.state.order);
        let scene = self.scene();
        order[from..].sort_by_key(|&who| Reverse(scene.rank(who)));
        self.state.order = order;
    }

    /// `OB-024` Tells everybody's place in the order, with what it goes by.
    fn tell_order(&mut self) {
        for at in 0..self.state.order.len() {
            let who = self.state.order[at];
            let (total, ability, bab) = self.scene().rank(who);
            let (total, int, bab) = (total.into(), self.state[who].flags.has(Flags::INT_INITIATIVE), bab.into());
            self.tell(Event::Place { who, place: at as u8 + 1, total, int, ability, bab });
        }
    }

    /// `OB-026` `OB-027` `OB-029` `OB-R14` The extras of the fastest in the first round, by its lead over the second.
    fn critical_initiative(&mut self) {
        let &[first, second, ..] = &self.state.order[..] else { return };
        let lead = self.state[first].initiative - self.state[second].initiative;
        if lead < 8 || !self.state[first].is_able() {
            return;
        }
        let fighter = &mut self.state[first];
        fighter.token += 1;
        if lead >= 16 {
            fighter.normal += 1;
        }
        self.tell(Event::CriticalInitiative { who: first, lead: lead.into(), action: lead >= 16 });
    }

    /// `OB-020` `OB-R01` Initiative, or the next activation of the fight and the end of the round behind the last.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn next_turn(&mut self) -> Result<(), R::Pause> {
        if self.state.order.is_empty() {
            self.roll_initiative()?;
            // OB-R91: everybody is yet to come.
            return if self.state.order.is_empty() { self.end_round() } else { Ok(()) };
        }
        let Some(&who) = self.state.order.get(self.state.turn as usize) else {
            return Ok(());
        };
        // OB-295: the dead are out of the order.
        if !self.state[who].flags.any(Flags::DEAD.union(Flags::GONE)) {
            self.turn(who)?;
        }
        self.state.turn += 1;
        if self.state.turn as usize >= self.state.order.len() {
            self.end_round()?;
        }
        Ok(())
    }

    /// `OB-021` `OB-028` `OB-031` `OB-039` The end of a round and the budgets of the next.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn end_round(&mut self) -> Result<(), R::Pause> {
        self.state.turn = 0;
        self.state.rounds.0 += 1;
        if self.state.first_round {
            self.state.first_round = false;
            for fighter in &mut self.state.fighters {
                // OB-R15
                fighter.flags.clear(Flags::SURPRISED);
            }
        }
        self.pass_mounts();
        let there = self.state.order.len();
        let arrived = self.let_arrive()?;
        let deafened = self.shift_deafened();
        if arrived || deafened {
            self.place_newcomers(there)?;
            self.tell_order();
        }
        self.reset_budgets();
        self.pass_dawn(1);
        let round = self.state.rounds.0;
        self.tell(Event::RoundEnds { round });
        Ok(())
    }

    /// `OB-025` `OB-260` Lowers or raises the initiative of combatants that became or ceased to be Deafened. Says
    /// whether any did.
    fn shift_deafened(&mut self) -> bool {
        let mut changed = false;
        for who in self.state.ids() {
            let fighter = &mut self.state[who];
            let (deaf, counted) = (fighter.flags.has(Flags::DEAFENED), fighter.flags.has(Flags::DEAF_COUNTED));
            if deaf != counted {
                fighter.initiative += if deaf { -4 } else { 4 };
                fighter.flags.put(Flags::DEAF_COUNTED, deaf);
                changed = true;
            }
        }
        changed
    }

    /// `OB-023` Who joins the fight has no place in the order before it arrives.
    pub fn enlist(&mut self, _: CombatantId) {}

    /// `OB-023` It arrives at the end of the round.
    pub fn join(&mut self, who: CombatantId, at: Cell) {
        self.state[who].at = at;
        self.state[who].arrives = 1;
    }

    /// `OB-226` `OB-333` Nobody holds it, and it holds nobody and neither rides nor is ridden.
    pub fn quit(&mut self, who: CombatantId) {
        self.end_hold(who, HoldEnd::Gone);
        self.state.part(who);
        self.state[who].arrives = 0;
    }

    /// `OB-023` `OB-R91` The arrivals of this round roll for initiative and join the order of the next one. Says whether
    /// anybody came.
    fn let_arrive(&mut self) -> Result<bool, R::Pause> {
        let mut arrived = false;
        for who in self.state.ids() {
            let fighter = &mut self.state[who];
            if fighter.arrives == 0 {
                continue;
            }
            fighter.arrives -= 1;
            if fighter.arrives != 0 {
                continue;
            }
            fighter.flags.clear(Flags::GONE);
            arrived = true;
            let scene = self.scene();
            let place = scene.footprint(who);
            let at = if scene.is_free(who, place) { Some(place.at) } else { scene.nearest_free(who, place) };
            let at = at.unwrap_or(place.at);
            if at != place.at {
                self.put(who, at);
            }
            self.tell(Event::Arrives { who, at });
            if !self.state[who].is_mount {
                self.roll_initiative_of(who)?;
                if !self.state.order.contains(&who) {
                    self.state.order.push(who);
                }
            }
        }
        Ok(arrived)
    }

    /// `OB-022` `OB-025` One rolls for initiative.
    fn roll_initiative_of(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let question = Question::Initiative { who };
        let initiative = match self.ask(question)? {
            Choice::Initiative(initiative) => initiative,
            _ => Initiative::default(),
        };
        let bonus = self.scene().initiative_bonus::<R::Tally>(who, initiative);
        let why = Why::new(who, rule!("OB-022"), "initiative");
        let mut dice = PoolDice::three();
        dice.add(rule!("OB-012"), initiative.luck.into());
        let dice = OpenDice(self.show_dice(who, &dice));
        let rolled = self.referee.pool(why, &dice, &[&bonus], |rolled| rolled.total)?;
        let total = rolled + bonus.total();
        let fighter = &mut self.state[who];
        fighter.initiative = total as i16;
        fighter.flags.put(Flags::INT_INITIATIVE, initiative.int);
        let deaf = self.state[who].flags.has(Flags::DEAFENED);
        self.state[who].flags.put(Flags::DEAF_COUNTED, deaf);
        self.tell(Event::Initiative { who, total });
        Ok(())
    }
}
