//! The judge: which answer to a question is legal, and the list that a person is shown.
//!
//! It only finds the chapter that holds the rules: each chapter judges its own answers.

use crate::Obss;
use crate::body::aftermath::after_options;
use crate::decision::{
    Action, Advance, After, Attack, Choice, Initiative, NONE, Order, Push, Question, Reaction, RestBy,
};
use crate::scene::{Fight, Scene};
use crate::turn::react::Trigger;
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Referee, Refusal};

/// Whether a choice answers a question legally.
///
/// # Errors
/// The rule that it breaks, and the way out.
pub fn judge(scene: Scene<'_>, question: &Question, choice: &Choice) -> Result<(), Refusal> {
    match (question, choice) {
        (Question::Initiative { who }, Choice::Initiative(initiative)) => scene.judge_initiative(*who, *initiative),
        (Question::Act { who }, Choice::Act(action)) => scene.judge_action(*who, action),
        (Question::Advance { who, path }, Choice::Advance(advance)) => scene.judge_advance(*who, path, advance),
        (Question::React { who, to, trigger }, Choice::React(reaction)) => {
            scene.judge_reaction(*who, *to, *trigger, reaction)
        }
        (Question::Braced { who, at }, Choice::Braced(attack)) => scene.judge_braced(*who, *at, attack.as_ref()),
        (Question::Push { who, target, most }, Choice::Push(push)) => scene.judge_push(*who, *target, *most, push),
        (Question::Save { who, save, .. }, Choice::Save(luck)) => scene.judge_save(*who, *save, *luck),
        (Question::Rest { who }, Choice::Rest(by)) => scene.judge_rest(*who, *by),
        (Question::After { .. }, Choice::After(after)) => scene.judge_after(*after),
        _ => Err(Refusal::impossible(rule!("OB-041"), "that is no answer to this question: each decision at its time")),
    }
}

/// Lists the legal choices that a person would be shown.
pub fn options(scene: Scene<'_>, question: &Question, into: &mut Vec<Choice>) {
    match question {
        Question::Initiative { .. } => {
            into.extend([false, true].map(|int| Choice::Initiative(Initiative { int, luck: 0 })));
        }
        Question::Act { who } => scene.action_options(*who, into),
        Question::Advance { who, path } => scene.advance_options(*who, path, into),
        Question::Push { who, target, most } => scene.push_options(*who, *target, *most, into),
        Question::React { who, to, trigger } => scene.reaction_options(*who, *to, *trigger, into),
        Question::Braced { who, at } => {
            into.push(Choice::Braced(None));
            scene.list_attacks(*who, |attack| {
                let pair = attack.target == *at || scene.are_one_pair(attack.target, *at);
                if pair && scene.judge_braced(*who, *at, Some(&attack)).is_ok() {
                    into.push(Choice::Braced(Some(attack)));
                }
            });
        }
        Question::Save { who, save, .. } => {
            let lucky = (0..=u8::MAX).take_while(|&luck| scene.judge_save(*who, *save, luck).is_ok());
            into.extend(lucky.map(Choice::Save));
        }
        Question::Rest { who } => {
            // Without caster levels CL is never the better one.
            let casts = (scene.sheet(*who).cl != 0).then_some(Some(RestBy::Cl));
            let all = [None, Some(RestBy::Bab)].into_iter().chain(casts);
            into.extend(all.filter(|by| scene.judge_rest(*who, *by).is_ok()).map(Choice::Rest));
        }
        Question::After { .. } => after_options(into),
    }
}

/// Adds answers that a person might expect, whether they are legal or not: in a window what its moment is for, with either
/// hand. Guards, and a plain attack on each combatant, are tried without this.
pub fn expected(scene: Scene<'_>, question: &Question, into: &mut Vec<Choice>) {
    match *question {
        Question::React { who, to, trigger: Trigger::Leaves | Trigger::Shoots | Trigger::Casts } => {
            scene.list_attacks(who, |attack| {
                if attack.target == to {
                    into.push(Choice::React(Reaction::Strike(attack)));
                }
            });
        }
        Question::React { who, trigger: Trigger::Charges, .. } => {
            let held = scene.fighter(who).hands.into_iter().filter(|&item| item != NONE);
            into.extend(held.map(|item| Choice::React(Reaction::Set { item })));
        }
        Question::React { trigger: Trigger::Resolved, .. } => {
            let drinks = [0, 1].map(|hand| Reaction::Drink { hand });
            into.extend([Reaction::StandByAcrobatics { luck: 0 }].into_iter().chain(drinks).map(Choice::React));
        }
        _ => {}
    }
}

/// The default answer, which changes nothing.
pub fn default_choice(scene: Scene<'_>, question: &Question) -> Choice {
    match *question {
        Question::Initiative { .. } => Choice::Initiative(Initiative::default()),
        Question::Act { .. } => Choice::Act(Action::End),
        Question::Advance { .. } => Choice::Advance(Advance::Stop),
        Question::React { .. } => Choice::React(Reaction::Pass),
        Question::Braced { .. } => Choice::Braced(None),
        Question::Push { who, target, .. } => {
            Choice::Push(Push { way: scene.straight_away(who, target), squares: 1, follow: false })
        }
        Question::Save { .. } => Choice::Save(0),
        Question::Rest { .. } => Choice::Rest(None),
        Question::After { .. } => Choice::After(After::Over),
    }
}

impl Scene<'_> {
    /// `OB-040` Whether an action is legal now. There is none to delay or to ready oneself (`OB-032`, `OB-R16`).
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_action(self, who: CombatantId, action: &Action) -> Result<(), Refusal> {
        if *action == Action::End {
            return Ok(());
        }
        self.judge_able(who)?;
        match action {
            Action::End => Ok(()),
            Action::Attack(attack) => self.judge_attack(who, attack),
            Action::Move => self.judge_going(who, false),
            Action::Run => self.judge_going(who, true),
            Action::Charge(attack) => self.judge_charge(who, attack),
            Action::PreparedDefense => self.judge_stance(who, false),
            Action::TotalDefense => self.judge_stance(who, true),
            Action::Disengage(way) => self.judge_disengage(who, *way),
            Action::Stand => self.judge_stand(who),
            Action::StandByAcrobatics { luck } => self.judge_stand_by_acrobatics(who, *luck),
            Action::Draw { item, hand } => {
                self.judge_draw(who, *item, *hand)?;
                self.judge_price(who, 1)
            }
            Action::Sheathe { hand } => {
                self.judge_sheathe(who, *hand)?;
                self.judge_price(who, 1)
            }
            Action::Drop { hand } => self.judge_holding(who, *hand),
            Action::OffHandGuard => self.judge_guard(who),
            Action::Maneuver(maneuver) => self.judge_maneuver(who, maneuver),
            Action::KeepHold { luck } => self.judge_keep_hold(who, *luck),
            Action::Escape { acrobatics, luck } => self.judge_escape(who, *acrobatics, *luck),
            Action::Release => self.judge_holder(who),
            Action::DropProne => self.judge_drop_prone(who),
            Action::Mount { mount } => self.judge_mount(who, *mount),
            Action::Dismount { to } => self.judge_dismount(who, *to),
            Action::Order { mount, order } => self.judge_order(who, *mount, order),
            Action::Cast(casting) => self.judge_cast(who, casting, true),
            Action::Search { item, hand } => self.judge_search(who, *item, *hand),
            Action::TakeFromBelt { item, hand } => self.judge_take_from_belt(who, *item, *hand),
            Action::PickUp { owner, thing, hand } => self.judge_pick_up(who, *owner, *thing, *hand),
            Action::Drink { hand } => self.judge_drink(who, *hand),
            Action::GiveDrink { hand, to } => self.judge_give_drink(who, *hand, *to),
            Action::FirstAid { patient, luck } => self.judge_first_aid(who, *patient, *luck),
            Action::UsePower { power } => self.judge_power(who, *power),
        }
    }

    /// Lists the actions that a person would be shown.
    pub fn action_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        let mut offer = |action: Action| {
            if self.judge_action(who, &action).is_ok() {
                into.push(Choice::Act(action));
            }
        };
        let mut attacks: Vec<Attack> = Vec::new();
        self.list_attacks(who, |attack| attacks.push(attack));
        for &attack in &attacks {
            offer(Action::Attack(attack));
        }
        for &attack in &attacks {
            offer(Action::Attack(Attack { precise: true, ..attack }));
            offer(Action::Attack(Attack { pair: true, ..attack }));
            offer(Action::Charge(attack));
        }
        for action in [
            Action::Move,
            Action::Run,
            Action::PreparedDefense,
            Action::TotalDefense,
            Action::Stand,
            Action::StandByAcrobatics { luck: 0 },
            Action::OffHandGuard,
            Action::KeepHold { luck: 0 },
            Action::Escape { acrobatics: false, luck: 0 },
            Action::Escape { acrobatics: true, luck: 0 },
            Action::Release,
            Action::DropProne,
        ] {
            offer(action);
        }
        self.list_maneuvers(who, |maneuver| offer(Action::Maneuver(maneuver)));
        self.list_mounting(who, &mut offer);
        if self.is_threatened(who) {
            for way in Facing::SQUARE {
                offer(Action::Disengage(way));
                if self.fighter(who).rides() {
                    offer(Action::Order { mount: self.bearer(who), order: Order::Disengage(way) });
                }
            }
        }
        self.drawable(who, |item, hand| offer(Action::Draw { item, hand }));
        for hand in 0..2 {
            offer(Action::Sheathe { hand });
            offer(Action::Drop { hand });
        }
        self.castings(who, |casting| offer(Action::Cast(casting)));
        self.carried_options(who, &mut offer);
        for patient in self.state.ids() {
            offer(Action::FirstAid { patient, luck: 0 });
        }
        for power in 0..self.sheet(who).powers.len() as u8 {
            offer(Action::UsePower { power });
        }
        offer(Action::End);
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-041` What a combatant does unasked: it drops an item from its hand.
    ///
    /// # Errors
    /// The rule that it breaks; the state is then as it was.
    pub(crate) fn free_action(&mut self, who: CombatantId, choice: &Choice) -> Result<(), Refusal> {
        let Choice::Act(Action::Drop { hand }) = *choice else {
            return Err(Refusal::impossible(
                rule!("OB-041"),
                "between decisions a combatant can only drop an item from its hand",
            ));
        };
        let scene = self.scene();
        if !scene.exists(who) {
            return Err(Refusal::impossible(rule!("OB-041"), "there is no such combatant"));
        }
        scene.judge_able(who)?;
        scene.judge_holding(who, hand)?;
        self.drop_item(who, hand);
        Ok(())
    }
}
