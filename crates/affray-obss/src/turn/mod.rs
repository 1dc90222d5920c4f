//! The order of an activation, readable from top to bottom.
//!
//! Ledger 1.5; rules `OB-040`, `OB-042`, `OB-284`, `OB-285`. Each action is carried out by the chapter that
//! holds its rules; here is only their order.

pub mod economy;
pub mod initiative;
pub mod react;

use crate::Obss;
use crate::decision::{Action, Choice, Question};
use crate::event::{Event, HoldEnd};
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Flags, NONE, State};
use affray_kernel::referee::{CombatantId, Referee};

/// So many answers end an activation: more than anybody can have a use for, so that a source of endless
/// free actions comes to an end.
const MOST_ACTIONS: usize = 64;

/// Puts a state between two activations into its canonical form: what no rule reads any more is forgotten.
pub(crate) fn canonicalize(setup: &Setup, state: &mut State) {
    let scene = Scene { setup, state };
    let (settled, magic) = (scene.is_order_settled(), scene.has_casters());
    for fighter in &mut state.fighters {
        // OB-025: no place in the order changes any more.
        if settled {
            fighter.initiative = 0;
        }
        // OB-316: only Magic Checks go by them.
        if !magic {
            fighter.criticals = 0;
        }
        // OB-150: attacks are counted anew in each activation.
        (fighter.attacks, fighter.paid) = (0, 0);
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// One whole activation, the turn of this game, with whatever others do in the middle of it.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        self.begin_activation(who);
        let confused = self.state[who].flags.has(Flags::CONFUSED) && self.state[who].is_able();
        // OB-258: the die may leave nothing else to do.
        if !confused || self.confusion(who)? {
            self.confuse_mount(who)?;
            for acts in 0..MOST_ACTIONS {
                // OB-285: going down ends it.
                if !self.state[who].is_able() {
                    break;
                }
                if !self.next_action(who)? {
                    if acts == 0 {
                        self.tell(Event::Acts { who, action: Action::End });
                    }
                    break;
                }
            }
        }
        self.end_activation(who);
        Ok(())
    }

    /// `OB-042` Asks for the next action, which may be an Immediate, and carries it out. Says whether the activation goes on.
    fn next_action(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        match self.ask(Question::Act { who })? {
            Choice::Act(action) if action != Action::End => {
                self.act(who, &action)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The beginning of an activation: stances end, the dying bleed.
    fn begin_activation(&mut self, who: CombatantId) {
        let unable = self.state[who].unable();
        self.tell(Event::Activation { who, unable });
        self.begin_bookkeeping(who);
        self.begin_mount(who);
    }

    /// Ends everything that lasts until the next activation.
    pub(crate) fn begin_bookkeeping(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        fighter.flags.clear(Flags::UNTIL_ACTIVATION.union(Flags::WITHIN_ACTIVATION));
        fighter.flags.set(Flags::ACTING);
        fighter.attacks = 0;
        fighter.paid = 0;
        fighter.braced = NONE;
        fighter.hold.kept = false;
        self.bleed(who, 1);
    }

    /// `OB-030` `OB-185` One action: told, paid, carried out, before the next is declared.
    pub(crate) fn act(&mut self, who: CombatantId, action: &Action) -> Result<(), R::Pause> {
        self.begin_act(who, *action);
        match *action {
            Action::End => {}
            Action::Attack(attack) => self.attack_in_sequence(who, &attack)?,
            Action::Move => self.go(who, false)?,
            Action::Run => self.go(who, true)?,
            Action::Charge(attack) => self.charge(who, &attack)?,
            Action::PreparedDefense => self.take_stance(who, false),
            Action::TotalDefense => self.take_stance(who, true),
            Action::Disengage(way) => self.disengage(who, way),
            Action::Stand => self.stand(who),
            Action::StandByAcrobatics { luck } => self.stand_by_acrobatics(who, luck)?,
            Action::Draw { item, hand } => self.take_for(who, item, hand, 1),
            Action::Sheathe { hand } => {
                self.pay(who, 1);
                self.sheathe(who, hand, 1);
            }
            Action::Drop { hand } => self.drop_item(who, hand),
            Action::OffHandGuard => self.state[who].flags.set(Flags::OFF_HAND_GUARD),
            Action::Maneuver(maneuver) => self.maneuver(who, &maneuver)?,
            Action::KeepHold { luck } => self.keep_hold(who, luck)?,
            Action::Escape { acrobatics, luck } => self.escape(who, acrobatics, luck)?,
            Action::Release => self.end_hold(who, HoldEnd::LetGo),
            Action::DropProne => self.drop_prone(who),
            Action::Mount { mount } => self.mount(who, mount),
            Action::Dismount { to } => self.dismount(who, to),
            Action::Order { mount, order } => self.order(mount, &order)?,
            Action::Cast(casting) => self.cast(who, &casting, true)?,
            Action::Search { item, hand } => self.take_for(who, item, hand, 2),
            Action::TakeFromBelt { item, hand } => self.take_for(who, item, hand, 1),
            Action::PickUp { owner, thing, hand } => self.pick_up(who, owner, thing, hand),
            Action::Drink { hand } => self.drink(who, hand)?,
            Action::GiveDrink { hand, to } => self.give_drink(who, hand, to)?,
            Action::FirstAid { patient, luck } => self.first_aid(who, patient, luck)?,
            Action::UsePower { power } => self.use_power(who, power),
        }
        Ok(())
    }

    /// Conditions count down, feints expire.
    pub(crate) fn end_activation(&mut self, who: CombatantId) {
        self.state.interrupts = affray_kernel::interrupt::Interrupts::default();
        self.end_mount(who);
        self.end_bookkeeping(who);
        self.tell(Event::ActivationEnds { who });
    }

    /// Counts conditions, feints and holds down at the end of an activation.
    pub(crate) fn end_bookkeeping(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        fighter.flags.clear(Flags::ACTING.union(Flags::WITHIN_ACTIVATION));
        fighter.expire_feints();
        self.let_hold_lapse(who);
        self.count_down(who, 1);
    }
}
