//! A game master may allow whatever the rules refuse: what cannot be at all is refused for good, everything else
//! is carried out without a panic.

use affray_grid::{Cell, Facing};
use affray_gurps4::Gurps4;
use affray_gurps4::decision::{
    Act, Advance, After, AllOut, Attack, Choice, Defense, DefenseKind, FeintAt, FeintUse, Form, Maneuver, ManeuverKind,
    Question, Ready, Situation, Step, Strike, Trigger, Wait,
};
use affray_gurps4::event::Event;
use affray_gurps4::scene::{Scene, Setup};
use affray_gurps4::sheet::ItemId;
use affray_gurps4::state::{Focus, NONE, Posture, State};
use affray_kernel::dice::{Dice, Stream};
use affray_kernel::referee::{CombatantId, FromDice, Game, Pool, Referee, Why};
use affray_kernel::tally::Sum;
use affray_kernel::turns::TurnRules;
use affray_session::catalog::DynRules as _;
use affray_session::ruleset::{Rules as _, Words as _};
use std::convert::Infallible;

/// Says anything, and allows it unless it cannot be.
struct Anything<'a> {
    setup: &'a Setup,
    stream: Stream,
    options: Vec<Choice>,
}

impl Anything<'_> {
    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.stream.below(all.len())]
    }
    fn chance(&mut self, of: usize) -> bool {
        self.stream.below(of) == 0
    }
    fn number(&mut self) -> u8 {
        self.one_of(&[0, 0, 0, 1, 1, 2, 3, 4, 7, 8, 15, 254, NONE])
    }
    /// A mode, its own, another's or none that exists.
    fn mode(&mut self) -> u16 {
        u16::from(self.number()) | self.one_of(&[0, 0, 0, 0x100, 0x200, 0xFF00])
    }
    /// An item, its own, another's or none that exists.
    fn item(&mut self) -> ItemId {
        ItemId(self.mode())
    }
    fn figure(&mut self) -> CombatantId {
        CombatantId(self.one_of(&[0, 1, 2, 3, 4, 5, 6, 64, 255]))
    }
    fn side(&mut self) -> Facing {
        self.one_of(&Facing::HEX)
    }
    fn posture(&mut self) -> Posture {
        self.one_of(&[Posture::Standing, Posture::Crouch, Posture::Kneel, Posture::Sit, Posture::Prone])
    }

    fn strike(&mut self) -> Strike {
        let held = self.item();
        let form = self.one_of(&[
            Form::Blow,
            Form::Blow,
            Form::Blow,
            Form::Disarm(held),
            Form::Break(held),
            Form::Slam,
            Form::ShieldRush,
            Form::Grapple,
            Form::BreakFree,
        ]);
        let situation =
            Situation { darkness: self.one_of(&[0, 0, -3, -10]), unaware: self.chance(8), ..Situation::default() };
        Strike {
            at: self.one_of(&affray_3d6::location::Location::ALL),
            form,
            deceptive: self.one_of(&[0, 0, -2, -4, 3]),
            telegraphic: self.chance(4),
            armor: self.chance(4),
            mighty: self.chance(3),
            flurry: self.chance(3),
            recover: self.chance(4),
            recover_after: self.chance(4),
            feint: self.one_of(&[FeintUse::Skill, FeintUse::Defense]),
            situation,
            ..Strike::plain(self.mode(), self.figure())
        }
    }

    fn act(&mut self) -> Act {
        let (item, mode, target, task) = (self.item(), self.mode(), self.figure(), self.number());
        let ready = self.one_of(&[
            Ready::Item(item),
            Ready::Reload(item),
            Ready::PickUp(item),
            Ready::Use(item),
            Ready::Store(item),
        ]);
        let form = self.one_of(&[AllOut::Determined, AllOut::Strong, AllOut::Double, AllOut::Feint]);
        let (yes, posture) = (self.chance(2), self.posture());
        let focus = self.one_of(&[Focus::None, Focus::Dodge, Focus::Parry, Focus::Block, Focus::Double]);
        self.one_of(&[
            Act::Ready(ready),
            Act::Aim { mode, target },
            Act::Feint,
            Act::Attack { giant: yes },
            Act::Attack { giant: yes },
            Act::AllOut { form, slam: yes },
            Act::Charge { heroic: yes },
            Act::ChangePosture(posture),
            Act::Jump,
            Act::Move,
            Act::Defense(focus),
            Act::Concentrate(task),
        ])
    }

    fn maneuver(&mut self) -> Maneuver {
        let by = self.one_of(&[0, 1, 2, NONE, 200]);
        let at = Cell::new(self.one_of(&[-1, 0, 1, 2]), self.one_of(&[-1, 0, 1, 2]));
        let on = self.one_of(&[
            Trigger::Within { by, hexes: 3 },
            Trigger::Attacks { by, on: NONE },
            Trigger::Enters { by, at },
            Trigger::Declares { by, what: ManeuverKind::Attack },
        ]);
        let then = self.act();
        match self.stream.below(8) {
            0 => Maneuver::Nothing,
            1 | 2 => Maneuver::Wait(Wait { on, then }),
            _ => Maneuver::Do(then),
        }
    }

    fn defense(&mut self) -> Defense {
        let hand = self.number();
        let side = self.side();
        let kind = self.one_of(&[
            DefenseKind::None,
            DefenseKind::Dodge,
            DefenseKind::Parry(hand),
            DefenseKind::Parry(0),
            DefenseKind::Block,
        ]);
        Defense {
            kind,
            retreat: self.one_of(&[None, Some(side)]),
            acrobatic: self.chance(3),
            dive: self.chance(4),
            feverish: self.chance(3),
            blind_fighting: self.chance(4),
        }
    }

    /// Something that could be said to a question; now and then to another one.
    fn anything(&mut self, question: &Question) -> Choice {
        let (side, other) = (self.side(), self.side());
        match question {
            _ if self.chance(40) => Choice::Second(true),
            Question::Maneuver { .. } => Choice::Maneuver(self.maneuver()),
            Question::Step { .. } => {
                let steps = [Step::Stay, Step::Rise, Step::Face(side), Step::To { side, facing: other }];
                Choice::Step(self.one_of(&steps))
            }
            Question::Advance { .. } => {
                let hexes = self.number();
                let pieces = [
                    Advance::Forward(side),
                    Advance::Sidestep(side),
                    Advance::Turn(side),
                    Advance::Jump(hexes),
                    Advance::Stop,
                ];
                Choice::Advance(self.one_of(&pieces))
            }
            Question::Finish { .. } => Choice::Face(side),
            Question::Feint { .. } => {
                let feint = FeintAt { with: self.item(), target: self.figure() };
                Choice::Feint(Some(feint))
            }
            Question::Attack { .. } => {
                let (one, two) = (self.strike(), self.strike());
                let attacks =
                    [Attack::None, Attack::One(one), Attack::One(two), Attack::Dual(one, two), Attack::Rapid(one, two)];
                Choice::Attack(self.one_of(&attacks))
            }
            Question::Defend { .. } => Choice::Defend(self.defense()),
            Question::Second { .. } => Choice::Second(self.chance(2)),
            Question::Wait { .. } => Choice::Wait(self.chance(2)),
            Question::After { .. } => Choice::After(After::Over),
        }
    }
}

impl Referee<Gurps4> for Anything<'_> {
    type Pause = Infallible;
    type Tally = Sum;

    fn roll<F: Copy + PartialEq>(
        &mut self,
        _: Why,
        dice: Dice,
        _: Option<&Sum>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Infallible> {
        Ok(read(dice.draw(&mut self.stream)))
    }

    fn pool<P: Pool<Gurps4>, F: Copy + PartialEq>(
        &mut self,
        why: Why,
        pool: &P,
        _: &[&Sum],
        read: impl Fn(P::Outcome) -> F,
    ) -> Result<F, Infallible> {
        pool.throw(why, &mut FromDice(&mut self.stream)).map(read)
    }

    fn ask(&mut self, setup: &Setup, state: &mut State, question: Question) -> Result<Choice, Infallible> {
        for _ in 0..10 {
            if self.chance(3) {
                break;
            }
            let choice = self.anything(&question);
            match Gurps4::judge(setup, state, &question, &choice) {
                Err(refusal) if refusal.impossible => {}
                _ => return Ok(choice),
            }
        }
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        Gurps4::options(setup, state, &question, &mut options);
        let choice = match options.as_slice() {
            [] => Gurps4::default_choice(setup, state, &question),
            some => self.one_of(some),
        };
        self.options = options;
        Ok(choice)
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        let event = event();
        let _ = (Gurps4::describe_event(self.setup, &event), Gurps4::event_json(self.setup, &event));
    }

    fn show(&mut self, _: Why, _: &Sum) {}
}

/// What can never be, whatever was allowed.
fn possible(setup: &Setup, state: &State) {
    for who in state.ids() {
        let (fighter, one) = (&state[who], &setup.combatants[who.index()]);
        assert!(fighter.hp <= one.sheet.hp && fighter.fp <= one.sheet.fp, "{} has more than the most", one.name);
        for &item in fighter.hands.iter().filter(|&&item| item != ItemId::NONE) {
            let scene = Scene { setup, state };
            assert!(scene.item(who, item).is_some(), "{} holds what is no item", one.name);
            assert!(scene.has(who, item), "{} holds what is elsewhere", one.name);
        }
        assert!(setup.map.ground(fighter.at).is_some(), "{} left the map", one.name);
    }
}

#[test]
fn whatever_is_allowed_is_carried_out() {
    for (name, text) in Gurps4.encounters() {
        let loaded = affray_conformance::load::<Gurps4>(name, text);
        for number in 0..40 {
            let (setup, mut state) = (loaded.setup(), loaded.start().clone());
            let mut referee = Anything { setup, stream: Stream::new(7, number), options: Vec::new() };
            for _ in 0..120 {
                if Gurps4::ending(setup, &state).is_some() {
                    break;
                }
                let Ok(()) = Gurps4::next_turn(setup, &mut state, &mut referee);
                possible(setup, &state);
                for who in state.ids() {
                    let _ = Gurps4::status(setup, &state, who);
                }
            }
        }
    }
}
