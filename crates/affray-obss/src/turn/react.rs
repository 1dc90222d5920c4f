//! Acts in the middle of others' acts: windows, opportunity attacks, weapons set against a charge.
//!
//! Rules `OB-041`, `OB-235` to `OB-244`, `OB-208`. Every act that can be interrupted calls
//! [`window`](Fight::window) at the moment at which it can be: before a step (W1), after a shot or spell was
//! declared (W2, W3), after a charge was (W4), after an attack, spell or maneuver was resolved (W5). What is
//! done there opens no window of its own ([`Interrupts`](affray_kernel::interrupt::Interrupts)).

use crate::Obss;
use crate::decision::{Action, Attack, Choice, Question, Reaction, Way};
use crate::event::Event;
use crate::options::Opportunity;
use crate::scene::{Fight, Scene};
use crate::sheet::ItemKind;
use crate::state::NONE;
use crate::strike::declare::Sequence;
use affray_files::value::{Schema, ToValue};
use affray_kernel::referee::{CombatantId, Referee, Refusal};

/// The moment of an interruption (`OB-235`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Schema, ToValue)]
pub enum Trigger {
    /// W1: a step out of a threatened square.
    Leaves,
    /// W2: a shot or throw.
    Shoots,
    /// W3: a spell of level 1 or higher.
    Casts,
    /// W4: a charge, for its target.
    Charges,
    /// W5: an attack, spell or maneuver is over, for its target: Immediates only.
    Resolved,
}

impl Scene<'_> {
    /// `OB-237` `OB-244` Whether a combatant may make an opportunity attack at that moment.
    #[inline]
    pub fn may_strike_out(self, who: CombatantId, at: CombatantId) -> bool {
        self.state.interrupts.may_ask(who)
            && self.are_foes(who, at)
            && self.has_opportunities(who)
            && self.threatens(who, at)
    }

    /// `OB-237` Whether a combatant can make opportunity attacks at all.
    pub fn has_opportunities(self, who: CombatantId) -> bool {
        self.fighter(who).can_react()
            // OB-R33
            && (self.setup.options.opportunity == Opportunity::All || self.sheet(who).opportunist)
    }

    /// `OB-235` Whether a combatant has anything to do in a window.
    pub fn may_interrupt(self, who: CombatantId, to: CombatantId, trigger: Trigger) -> bool {
        match trigger {
            Trigger::Leaves | Trigger::Shoots | Trigger::Casts => self.may_strike_out(who, to),
            Trigger::Charges => self.fighter(who).can_react() && self.brace_weapon(who).is_some(),
            Trigger::Resolved => self.may_use_immediate(who),
        }
    }

    /// `OB-243` Whether a combatant has a use for its Immediate after an attack on it.
    pub fn may_use_immediate(self, who: CombatantId) -> bool {
        self.fighter(who).has_immediate()
            && (self.may_stand_by_acrobatics(who) || self.sheet(who).has_quick && self.has_quick_use(who))
    }

    /// `OB-240` The weapon that a combatant could set against a charge.
    pub fn brace_weapon(self, who: CombatantId) -> Option<u8> {
        let sheet = self.sheet(who);
        self.fighter(who).hands.into_iter().find(|&item| {
            item != NONE && sheet.item(item).and_then(crate::sheet::Item::weapon).is_some_and(|weapon| weapon.brace)
        })
    }

    /// Whether a reaction answers its window.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_reaction(
        self,
        who: CombatantId,
        to: CombatantId,
        trigger: Trigger,
        reaction: &Reaction,
    ) -> Result<(), Refusal> {
        match (trigger, reaction) {
            (_, Reaction::Pass) => Ok(()),
            (Trigger::Leaves | Trigger::Shoots | Trigger::Casts, Reaction::Strike(attack)) => {
                self.judge_strike_out(who, to, attack)
            }
            (Trigger::Charges, Reaction::Set { item }) => {
                let set = self.fighter(who).holds(*item)
                    && matches!(self.sheet(who).item(*item).map(|item| &item.kind),
                        Some(ItemKind::Weapon(weapon)) if weapon.brace);
                if set {
                    Ok(())
                } else {
                    Err(Refusal::impossible(rule!("OB-240"), "only a held weapon made for it is set"))
                }
            }
            (Trigger::Resolved, Reaction::StandByAcrobatics { luck }) => self.judge_stand_by_acrobatics(who, *luck),
            (Trigger::Resolved, Reaction::Drink { hand }) => self.judge_drink_out_of_turn(who, *hand),
            (Trigger::Resolved, Reaction::Cast(casting)) => self.judge_cast(who, casting, false),
            _ => Err(Refusal::impossible(rule!("OB-235"), "that cannot be done in this window")),
        }
    }

    /// `OB-237` `OB-239` One melee attack at the provoker.
    fn judge_strike_out(self, who: CombatantId, to: CombatantId, attack: &Attack) -> Result<(), Refusal> {
        if !self.exists(attack.target) {
            return Err(Refusal::impossible(rule!("OB-237"), "the target of an opportunity attack is not there"));
        }
        // OB-337: rider and mount move as one, and either can be named.
        if attack.target != to && !self.are_one_pair(attack.target, to) {
            return Err(Refusal::new(
                rule!("OB-237"),
                "an opportunity attack is at the combatant that gives the opportunity",
            ));
        }
        if attack.way != Way::Melee || attack.precise || attack.pair {
            return Err(Refusal::new(rule!("OB-237"), "an opportunity attack is one plain melee attack"));
        }
        self.judge_weapon(who, attack)
    }

    /// Whether the free attack of a set weapon is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_braced(self, who: CombatantId, at: CombatantId, attack: Option<&Attack>) -> Result<(), Refusal> {
        let Some(attack) = attack else { return Ok(()) };
        // A missing target or item is refused first, as no game master can allow it.
        let fits = self.judge_weapon(who, attack);
        if fits.as_ref().is_err_and(|refusal| refusal.impossible) {
            return fits;
        }
        let mount = self.fighter(at).mounted;
        if attack.target != at && attack.target.0 != mount {
            return Err(Refusal::new(rule!("OB-241"), "the free attack is at the charger"));
        }
        let set = self.brace_weapon(who);
        if attack.way != Way::Melee || attack.precise || attack.pair || Some(attack.item) != set {
            return Err(Refusal::new(rule!("OB-241"), "the free attack is a plain one with the weapon that was set"));
        }
        fits
    }

    /// Lists the reactions of a person in a window.
    pub fn reaction_options(self, who: CombatantId, to: CombatantId, trigger: Trigger, into: &mut Vec<Choice>) {
        into.push(Choice::React(Reaction::Pass));
        match trigger {
            Trigger::Leaves | Trigger::Shoots | Trigger::Casts => self.list_attacks(who, |attack| {
                let reaction = Reaction::Strike(attack);
                let pair = attack.target == to || self.are_one_pair(attack.target, to);
                if pair && self.judge_reaction(who, to, trigger, &reaction).is_ok() {
                    into.push(Choice::React(reaction));
                }
            }),
            Trigger::Charges => {
                into.extend(self.brace_weapon(who).map(|item| Choice::React(Reaction::Set { item })));
            }
            Trigger::Resolved => {
                if self.judge_stand_by_acrobatics(who, 0).is_ok() {
                    into.push(Choice::React(Reaction::StandByAcrobatics { luck: 0 }));
                }
                for hand in 0..2 {
                    if self.judge_drink_out_of_turn(who, hand).is_ok() {
                        into.push(Choice::React(Reaction::Drink { hand }));
                    }
                }
                self.castings(who, |casting| {
                    if self.judge_cast(who, &casting, false).is_ok() {
                        into.push(Choice::React(Reaction::Cast(casting)));
                    }
                });
            }
        }
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-236` `OB-R68` A window for everybody, in initiative order.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn window(&mut self, to: CombatantId, trigger: Trigger) -> Result<(), R::Pause> {
        if !self.state.interrupts.are_possible() {
            return Ok(());
        }
        for place in 0..self.state.fighters.len() {
            let Some(who) = self.state.in_order(place) else { break };
            if who == to || !self.scene().may_interrupt(who, to, trigger) {
                continue;
            }
            self.state.interrupts.ask(who);
            self.ask_reaction(who, to, trigger)?;
            // OB-239: nothing is left to interrupt.
            if self.state[to].is_helpless() {
                break;
            }
        }
        Ok(())
    }

    /// A window for one combatant alone: the target of a charge, attack, spell or maneuver.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn window_of(&mut self, who: CombatantId, to: CombatantId, trigger: Trigger) -> Result<(), R::Pause> {
        if self.state.interrupts.are_possible() && self.scene().may_interrupt(who, to, trigger) {
            self.ask_reaction(who, to, trigger)?;
        }
        Ok(())
    }

    fn ask_reaction(&mut self, who: CombatantId, to: CombatantId, trigger: Trigger) -> Result<(), R::Pause> {
        let question = Question::React { who, to, trigger };
        let Choice::React(reaction) = self.ask(question)? else {
            return Ok(());
        };
        if reaction == Reaction::Pass {
            return Ok(());
        }
        self.tell(Event::Reacts { who, to, trigger });
        self.state.interrupts.open();
        match reaction {
            Reaction::Pass => {}
            Reaction::Strike(attack) => {
                self.spend_reaction(who);
                self.attack(who, &attack, Sequence::REACTION, None)?;
            }
            Reaction::Set { item } => {
                self.spend_reaction(who);
                self.state[who].braced = to.0;
                self.tell(Event::Sets { who, against: to, item });
            }
            Reaction::StandByAcrobatics { luck } => {
                self.tell(Event::Acts { who, action: Action::StandByAcrobatics { luck } });
                self.stand_by_acrobatics(who, luck)?;
            }
            Reaction::Drink { hand } => self.drink(who, hand)?,
            Reaction::Cast(casting) => self.cast(who, &casting, false)?,
        }
        self.state.interrupts.close();
        Ok(())
    }

    /// `OB-241` `OB-242` `OB-R69` `OB-R95` The free attack of a weapon that was set, if the charger has come within reach.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn meet_charge(&mut self, charger: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        let setter = &self.state[target];
        if setter.braced != charger.0 || !setter.is_able() {
            return Ok(());
        }
        let scene = self.scene();
        let reach = scene.brace_weapon(target).map_or(0, |item| u16::from(scene.sheet(target).weapon(item).reach));
        if scene.blow_distance(target, charger) > reach || scene.is_blocked(target, charger) {
            return Ok(());
        }
        self.state[target].braced = NONE;
        let question = Question::Braced { who: target, at: charger };
        let Choice::Braced(Some(attack)) = self.ask(question)? else {
            return Ok(());
        };
        self.state.interrupts.open();
        self.attack(target, &attack, Sequence::BRACED, None)?;
        self.state.interrupts.close();
        Ok(())
    }

    /// `OB-037` `OB-026` Spends a Reaction, or the extra token where none is left.
    pub fn spend_reaction(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        spend(&mut fighter.reaction, &mut fighter.token);
    }

    /// `OB-036` `OB-026` Spends an Immediate, or the extra token where none is left.
    pub fn spend_immediate(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        spend(&mut fighter.immediate, &mut fighter.token);
    }
}

/// `OB-026` Takes one off a budget, or off the extra token where nothing is left of it.
const fn spend(left: &mut u8, token: &mut u8) {
    if *left != 0 {
        *left -= 1;
    } else {
        *token = token.saturating_sub(1);
    }
}
