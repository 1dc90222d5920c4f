//! Free actions: dropping, releasing, crouching and rising, giving spells up, Fast-Draw.
//!
//! Rules `DF-108`, `DF-158`, `DF-159`, `DF-437`, `DF-468` and `DF-511`, rulings `DF-R98` and `DF-R101`. On the own turn
//! they are asked for before the maneuver; letting go, dropping and rising are possible at any time
//! and come unasked (`Fight::free_action`).

use crate::Dfrpg;
use crate::check::Grade;
use crate::decision::{Choice, Free, NONE, Question};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemId, ItemKind};
use crate::state::{Doing, Flags, Place, Posture};
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::tally::Tally;

/// `DF-R101` A combatant so many hexes away cannot be followed.
const FAR_AWAY: i32 = 20;

impl Scene<'_> {
    /// `DF-108` `DF-158` Whether a free action is possible on the own turn.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_free(self, who: CombatantId, free: &Free) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        match *free {
            Free::Done => Ok(()),
            Free::Drop(_) | Free::Release(_) | Free::Rise => self.judge_free_at_any_time(who, free),
            Free::Crouch => {
                if fighter.posture != Posture::Standing {
                    return refuse(rule!("DF-158"), "only who stands can crouch as a free action");
                }
                if fighter.flags.has(Flags::CROUCHED) {
                    return refuse(rule!("DF-158"), "one crouch at the start of a turn");
                }
                Ok(())
            }
            Free::FastDraw { item, hand } => self.judge_fast_draw(who, item, hand),
            Free::Leave => self.judge_leaving_the_fight(who),
            Free::CancelCasting => match fighter.doing {
                Doing::Casting(_) => Ok(()),
                _ => refuse(rule!("DF-108"), "no spell is being cast"),
            },
            Free::Dissipate { hand } => {
                if fighter.held.iter().any(|held| held.spell != NONE && held.hand == hand) {
                    Ok(())
                } else {
                    Err(Refusal::impossible(rule!("DF-437"), "that hand holds no spell"))
                }
            }
        }
    }

    /// `DF-108` `DF-159` `DF-511` What may be done at any time, not only on the own turn: drop an item,
    /// release a foe, leave a crouch.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_free_at_any_time(self, who: CombatantId, free: &Free) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !fighter.is_conscious() {
            return refuse(rule!("DF-380"), "who is unconscious does nothing");
        }
        match *free {
            Free::Drop(hand) => {
                let held = fighter.hands.get(hand as usize).and_then(|&item| self.item(who, item));
                let spell = fighter.held.iter().any(|held| held.spell != NONE && held.hand == hand);
                match held {
                    Some(thing) if matches!(thing.kind, ItemKind::Shield | ItemKind::Cloak) => {
                        refuse(rule!("DF-108"), "what is strapped to an arm comes off with a Ready maneuver")
                    }
                    None if !spell => Err(Refusal::impossible(rule!("DF-108"), "that hand holds nothing")),
                    _ => Ok(()),
                }
            }
            Free::Release(foe) => {
                if fighter.grabs.iter().any(|grab| grab.victim == foe.0 && grab.victim != NONE) {
                    Ok(())
                } else {
                    Err(Refusal::impossible(rule!("DF-511"), "that figure is not held"))
                }
            }
            Free::Rise => {
                if fighter.posture == Posture::Crouching {
                    Ok(())
                } else {
                    refuse(
                        rule!("DF-159"),
                        "only a crouch is left as a free action: use Change Posture, or a Step from kneeling",
                    )
                }
            }
            _ => refuse(rule!("DF-108"), "at any time one may only drop an item, release a foe or leave a crouch"),
        }
    }

    /// `DF-R101` Whether a combatant can leave the fight: at the edge of the map, or far from every foe that
    /// could follow; neither held nor holding anybody.
    ///
    /// # Errors
    /// What keeps it.
    pub fn judge_leaving_the_fight(self, who: CombatantId) -> Result<(), Refusal> {
        let (map, fighter) = (self.map(), self.fighter(who));
        let refuse = |message: &'static str| Err(Refusal::new(rule!("DF-R101"), message));
        self.judge_leaving(who)?;
        if fighter.grabs.iter().any(|grab| grab.victim != NONE) || self.grips_on(who).next().is_some() {
            return refuse("who holds a foe or is held does not leave: release it, or break free");
        }
        let at_edge =
            !map.is_open() && Facing::all(map.layout()).iter().any(|&side| !map.contains(fighter.at.step(side)));
        let far = |foe: CombatantId| {
            !self.are_foes(who, foe) || !self.fighter(foe).is_conscious() || self.distance(who, foe) >= FAR_AWAY
        };
        if !at_edge && !self.state.ids().all(far) {
            return refuse(
                "one leaves the fight at the edge of the map, or 20 hexes and more from every conscious foe",
            );
        }
        Ok(())
    }

    /// `DF-R98` Whether a Fast-Draw can be tried.
    fn judge_fast_draw(self, who: CombatantId, item: ItemId, hand: u8) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(thing) = self.item(who, item) else {
            return Err(Refusal::impossible(rule!("DF-R98"), "there is no such item"));
        };
        if self.is_pinned(who) {
            return refuse(rule!("DF-498"), "who is pinned can only break free, and let go of things");
        }
        if thing.fast_draw.is_none() {
            return refuse(rule!("DF-R98"), "Fast-Draw for that kind of item is not known: use a Ready maneuver");
        }
        if fighter.flags.has(Flags::FAST_DRAW_FAILED) {
            return refuse(rule!("DF-R98"), "a Fast-Draw failed this turn already: use a Ready maneuver");
        }
        if self.item_state(who, item).place != Place::Sheathed {
            return refuse(rule!("DF-R98"), "only what is carried ready to be drawn can be drawn");
        }
        self.judge_hands_for(who, item, hand)
    }

    /// The free actions that can be taken, `Done` first.
    pub fn free_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        into.push(Choice::Free(Free::Done));
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let mut offer = |free: Free| {
            if self.judge_free(who, &free).is_ok() {
                into.push(Choice::Free(free));
            }
        };
        offer(Free::Rise);
        offer(Free::Crouch);
        for item in self.items(who) {
            if let Some(hand) = (0..sheet.body.hands).find(|&hand| self.judge_fast_draw(who, item, hand).is_ok()) {
                offer(Free::FastDraw { item, hand });
            }
        }
        for grab in fighter.grabs.iter().filter(|grab| grab.victim != NONE) {
            offer(Free::Release(CombatantId(grab.victim)));
        }
        offer(Free::CancelCasting);
        offer(Free::Leave);
        for held in fighter.held.iter().filter(|held| held.spell != NONE) {
            offer(Free::Dissipate { hand: held.hand });
        }
        for hand in 0..sheet.body.hands {
            // A two-handed item is offered once.
            let item = fighter.hands[hand as usize];
            if fighter.hands[..hand as usize].contains(&item) && item != ItemId::NONE {
                continue;
            }
            offer(Free::Drop(hand));
        }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-108` Asks for free actions before the maneuver, one at a time, until there are no more.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn free_actions(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        // DF-107: a combatant that can only do nothing takes no action of any kind.
        while self.state[who].is_conscious() && !self.must_do_nothing(who) {
            match self.ask(Question::Free { who })? {
                Choice::Free(Free::FastDraw { item, hand }) => self.fast_draw(who, item, hand)?,
                Choice::Free(free) if free != Free::Done => self.carry_out_free(who, free),
                _ => break,
            }
        }
        Ok(())
    }

    /// A free action that needs no dice.
    fn carry_out_free(&mut self, who: CombatantId, free: Free) {
        match free {
            Free::Done | Free::FastDraw { .. } => {}
            Free::Drop(hand) => {
                if hand < 4 {
                    self.drop_from_hand(who, hand);
                }
            }
            Free::Release(foe) => self.release(who, foe),
            Free::Rise => self.take_posture(who, Posture::Standing),
            Free::Crouch => {
                self.state[who].flags.set(Flags::CROUCHED);
                self.take_posture(who, Posture::Crouching);
            }
            Free::Leave => {
                // DF-R101: what it was in the middle of ends; lasting spells run on.
                self.give_up_what_lasts(who);
                self.state[who].flags.set(Flags::FLED);
                let is_out =
                    |other: CombatantId| !self.scene().are_foes(who, other) && !self.state[other].is_conscious();
                let out = self.state.ids().filter(|&other| other != who && is_out(other)).count() as u32;
                self.tell(Event::Leaves { who, out });
                self.settle_close_combat();
            }
            Free::CancelCasting => {
                if let Doing::Casting(casting) = self.state[who].doing {
                    self.state[who].doing = Doing::Nothing;
                    self.tell(Event::SpellLost { who, spell: casting.spell });
                }
            }
            Free::Dissipate { hand } => self.dissipate(who, hand),
        }
    }

    /// `DF-R98` `DF-468` `DF-508` Fast-Draw: its own roll, and in close combat a DX roll after it; a grabbed combatant
    /// drops the item if that fails.
    fn fast_draw(&mut self, who: CombatantId, item: ItemId, hand: u8) -> Result<(), R::Pause> {
        let Some(skill) = self.scene().item(who, item).and_then(|item| item.fast_draw) else {
            return Ok(());
        };
        let mut score = R::Tally::base(rule!("DF-R98").named("Fast-Draw"), i32::from(skill));
        self.scene().add_dx_modifiers(&mut score, who);
        let grade = self.check(who, rule!("DF-R98"), "Fast-Draw", &score)?;
        let mut drawn = grade.succeeded();
        let grabbed = self.scene().is_grabbed(who);
        let mut dropped = grade == Grade::CriticalFailure;
        if drawn && (grabbed || self.scene().in_close_combat(who)) {
            drawn = self.dx_roll_to_ready(who, if grabbed { rule!("DF-508") } else { rule!("DF-468") })?;
            dropped = grabbed && !drawn;
        }
        if drawn {
            self.take_in_hand(who, item, hand);
            return Ok(());
        }
        self.state[who].flags.set(Flags::FAST_DRAW_FAILED);
        if dropped {
            self.drop_item(who, item, self.state[who].at);
        }
        Ok(())
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-108` `DF-159` `DF-511` Carries out what a combatant does unasked, on anybody's turn.
    ///
    /// # Errors
    /// The rule that it breaks; the state is then as it was.
    pub(crate) fn free_action(&mut self, who: CombatantId, choice: &Choice) -> Result<(), Refusal> {
        let Choice::Free(free) = choice else {
            return Err(Refusal::impossible(rule!("DF-108"), "only free actions come unasked"));
        };
        if !self.scene().exists(who) {
            return Err(Refusal::impossible(rule!("DF-108"), "there is no such combatant"));
        }
        self.scene().judge_free_at_any_time(who, free)?;
        self.carry_out_free(who, *free);
        Ok(())
    }
}
