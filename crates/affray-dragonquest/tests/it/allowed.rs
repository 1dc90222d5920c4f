//! A game master may allow whatever the rules refuse: what cannot be carried out at all is refused for
//! good, and everything else is carried out without a panic.

use affray_core::dice::{Dice, Stream};
use affray_core::files::{FileError, Source};
use affray_core::grid::{Cell, Facing};
use affray_core::referee::{CombatantId, Game, Referee, Why};
use affray_core::ruleset::Playable;
use affray_core::tally::Sum;
use affray_dragonquest::DragonQuest;
use affray_dragonquest::decision::{
    Action, Attack, Blow, Blows, Choice, Kind, Moving, Question, Spoil, Stance, Step, Talent, Task,
};
use affray_dragonquest::event::Event;
use affray_dragonquest::ruleset::Loaded;
use affray_dragonquest::scene::{Scene, Setup};
use affray_dragonquest::state::{Flags, ItemFlags, Lying, NONE, State};
use std::convert::Infallible;

/// Answers whatever comes to mind, and allows it unless it cannot be.
struct Lenient<'a> {
    setup: &'a Setup,
    stream: Stream,
    options: Vec<Choice>,
}

impl Lenient<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.stream.below(bound)
    }
    fn number(&mut self) -> u8 {
        [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 255][self.below(12)]
    }
    fn figure(&mut self) -> CombatantId {
        CombatantId([0, 1, 2, 3, 4, 5, 6, 200][self.below(8)])
    }
    fn facing(&mut self) -> Facing {
        Facing::HEX[self.below(6)]
    }
    fn blow(&mut self) -> Blow {
        let (with, target) = (self.number(), self.figure());
        let some = |figure: CombatantId| figure.0.is_multiple_of(2).then_some(figure);
        let kind = match self.below(8) {
            0 => Kind::Trip,
            1 => Kind::Entangle,
            2 => Kind::Restrain { helper: some(self.figure()), second: some(self.figure()) },
            3 => Kind::Knockout,
            4 => Kind::Rush,
            5 => Kind::Disarm { held: self.number() },
            _ => Kind::Plain,
        };
        Blow { with, target, kind, modifier: [0, 0, 50, 100, -100][self.below(5)] }
    }

    fn action(&mut self) -> Action {
        match self.below(16) {
            0 => Action::Nothing,
            1 => Action::Attack { move_after: self.below(2) == 0 },
            2 => Action::Evade,
            3 => Action::Withdraw([Stance::Offensive, Stance::Defensive, Stance::Open, Stance::Break][self.below(4)]),
            4 => Action::Pass,
            5 => Action::Move,
            6 => Action::Charge { with: self.number(), target: self.figure() },
            7 => Action::Retreat,
            8 => Action::Grapple,
            9 => Action::Close { target: self.figure() },
            10 => Action::ChargeClose { target: self.figure() },
            11 | 12 => Action::Fire { moving: [Moving::No, Moving::Before, Moving::After][self.below(3)] },
            13 => Action::Breathe { target: self.figure() },
            _ => Action::Cast { target: self.figure() },
        }
    }

    fn task(&mut self) -> Task {
        let item = self.number();
        match self.below(16) {
            0 => Task::Nothing,
            1 => Task::Prepare(item),
            2 => Task::Store(item),
            3 => Task::PickUp(item),
            4 => Task::StandUp,
            5 => Task::Crawl,
            6 => Task::LieDown,
            7 => Task::Mount(self.figure()),
            8 => Task::Dismount,
            9 => Task::Disentangle,
            10 => Task::Load(item),
            11 => Task::Poison { item, poison: self.number() },
            12 => Task::Remove { from: self.figure(), owner: self.figure(), item },
            13 => Task::Bandage(self.figure()),
            _ => Task::Spell(item),
        }
    }

    /// Something that could be said to a question; now and then to another one.
    fn anything(&mut self, state: &State, question: &Question) -> Choice {
        let at = |who: CombatantId| state.fighters[who.index()].at;
        match question {
            _ if self.below(40) == 0 => Choice::Figure(self.figure()),
            Question::Act { .. } => Choice::Act(self.action()),
            Question::Walk { .. } => Choice::Step(match self.below(5) {
                0 => Step::Stop,
                1 => Step::Turn(self.facing()),
                2 => Step::Jump { way: self.facing(), hexes: self.number() },
                _ => Step::To(self.facing()),
            }),
            Question::Attack { .. } => {
                let blows = [self.blow(), self.blow(), self.blow()];
                let count = 2 + self.below(2);
                match self.below(4) {
                    0 => Choice::Attack(Blows::new(&blows[..count]).map_or(Attack::Forgo, Attack::Several)),
                    _ => Choice::Attack(Attack::One(blows[0])),
                }
            }
            Question::Task { .. } => Choice::Task(self.task()),
            Question::Parry { .. } => Choice::Parry(Some(self.number())),
            Question::Spare { .. } => Choice::Spoil([Spoil::Armor, Spoil::Shield][self.below(2)]),
            Question::Face { .. } | Question::FaceAfterCast { .. } => Choice::Face(self.facing()),
            Question::Away { who } => {
                let from = at(*who);
                let near = |by: usize| by as i16 - 2;
                Choice::Hex(Cell { q: from.q + near(self.below(5)), r: from.r + near(self.below(5)) })
            }
            Question::Talent { .. } => Choice::Talent(Some(Talent { spell: self.number(), target: self.figure() })),
            Question::FirstSide { .. } => Choice::Side(self.number()),
            Question::Roller { .. } | Question::Next { .. } => Choice::Figure(self.figure()),
            Question::First { .. } | Question::Repulse { .. } | Question::Hold { .. } | Question::Loose { .. } => {
                Choice::Yes(self.below(3) != 0)
            }
        }
    }
}

impl Referee<DragonQuest> for Lenient<'_> {
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

    fn ask(&mut self, setup: &Setup, state: &mut State, question: Question) -> Result<Choice, Infallible> {
        if self.below(2) == 0 {
            for _ in 0..20 {
                let choice = self.anything(state, &question);
                match DragonQuest::judge(setup, state, &question, &choice) {
                    Err(refusal) if refusal.impossible => {}
                    _ => return Ok(choice),
                }
            }
        }
        self.options.clear();
        let mut options = std::mem::take(&mut self.options);
        DragonQuest::options(setup, state, &question, &mut options);
        let choice = match options.len() {
            0 => DragonQuest::harmless(setup, state, &question),
            count => options[self.below(count)],
        };
        self.options = options;
        Ok(choice)
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        let _ = DragonQuest::event_json(self.setup, &event());
    }
}

/// What can never be, whatever was allowed.
fn possible(setup: &Setup, state: &State) {
    let scene = Scene { setup, state };
    for who in state.ids() {
        let (fighter, one) = (&state[who], &setup.combatants[who.index()]);
        assert!(fighter.en <= one.sheet.en && fighter.ft <= one.sheet.ft, "{} has more points than the most", one.name);
        for &item in fighter.hands.iter().filter(|&&item| item != NONE) {
            assert!(item < one.sheet.items, "{} holds what is not on the sheet", one.name);
            let away = fighter.items[item as usize].flags.has(ItemFlags::AWAY);
            assert!(!away, "{} holds {}, which is elsewhere", one.name, one.sheet.arms[item as usize].name);
        }
        assert!(!fighter.flags.has(Flags::ACTING), "the turn of {} never ended", one.name);
        if fighter.flags.has(Flags::CLOSE) {
            assert!(scene.foes(who).any(|foe| scene.share_hex(who, foe)), "{} grapples with nobody", one.name);
        }
        if fighter.mount != NONE {
            let mount = &state.fighters[fighter.mount as usize];
            assert_eq!(mount.rider, who.0, "{} sits on a mount that carries another", one.name);
            assert_eq!(
                (mount.at, mount.facing),
                (fighter.at, fighter.facing),
                "{} is not where the mount is",
                one.name
            );
        }
        if fighter.restrains != NONE {
            let held = &state.fighters[fighter.restrains as usize];
            assert!(held.flags.has(Flags::RESTRAINED), "{} restrains one who is free", one.name);
        }
    }
    for (at, lying) in state.ground.iter().enumerate() {
        let same = |other: &Lying| other.owner == lying.owner && other.item == lying.item;
        assert!(!state.ground[at + 1..].iter().any(same), "an item lies in two places");
    }
}

/// Archers, casters, poisoners, throwers, a monster that breathes, a horse to mount.
const PARTY: &str = "
ruleset = 'dragonquest'
begun = true
pulse_limit = 30
map = { area = [{ cells = [[3, 2], [4, 1]], terrain = 'tree' }, { cells = [[2, 3]], obscured = true }] }
[[combatant]]
name = 'Mage'
side = 'a'
at = [0, 0]
[combatant.sheet]
name = 'Mage'
ps = 9
md = 13
ag = 26
en = 12
wp = 20
pc = 9
poisons = ['weak venom', 'sleep venom']
weapon = [{ name = 'dagger', poison = 'strong venom' }, { name = 'short bow', barbed = true }]
spell = [{ name = 'Energy Bolt', chance = 95 }, { name = 'Numbing Touch', chance = 95 }, { name = 'Spark' }]
[[combatant]]
name = 'Bolt'
side = 'a'
at = [0, 3]
[combatant.sheet]
name = 'Bolt'
ps = 20
md = 16
ag = 14
en = 16
wp = 12
pc = 9
unarmed = 4
weapon = [{ name = 'heavy crossbow', rank = 3, shots = 4 }, { name = 'grenado' }, { name = 'net' }, { name = 'whip' }]
[[combatant]]
name = 'Drake'
side = 'b'
at = [5, 0]
facing = 'W'
[combatant.sheet]
name = 'Drake'
ps = 40
md = 12
ag = 14
en = 40
wp = 14
pc = 12
size = 'large'
hexes = 4
monster = true
natural = [{ name = 'bite', chance = 60, damage = 4, class = 'A' }]
breath = { damage = 4 }
[[combatant]]
name = 'Javelins'
side = 'b'
at = [5, 3]
facing = 'W'
[combatant.sheet]
name = 'Javelins'
ps = 17
md = 16
ag = 15
en = 18
wp = 14
pc = 8
armor = 'leather'
weapon = [{ name = 'javelin', rank = 4 }, { name = 'other javelin', as = 'javelin', ready = true }, { name = 'broadsword' }]
[[combatant]]
name = 'Horse'
side = 'b'
at = [7, 2]
sheet = { name = 'Horse', ps = 28, md = 10, ag = 13, en = 24, wp = 9, pc = 10, tmr = 8, mount = true, size = 'large', natural = [{ name = 'hooves', chance = 40, damage = 2, class = 'C' }] }
[[combatant]]
name = 'Cyra'
side = 'b'
sheet = 'cyra'
at = [6, 1]
facing = 'W'
[[combatant]]
name = 'Garm'
side = 'a'
sheet = 'garm'
at = [1, 1]
";

/// The party, read.
pub(crate) fn party() -> Loaded {
    let none = |name: &str| -> Result<Source, FileError> { Err(FileError::whole(name, "there is none")) };
    Loaded::read(&Source::new("party.toml", PARTY), &none).unwrap_or_else(|error| panic!("{error}"))
}

fn carry_out_whatever(loaded: &Loaded, fights: u64) {
    for number in 0..fights {
        let mut state = loaded.start().clone();
        let setup = loaded.setup();
        let mut referee = Lenient { setup, stream: Stream::new(3, number), options: Vec::new() };
        let mut turns = 0;
        while DragonQuest::ending(setup, &state).is_none() && turns < 400 {
            let Ok(()) = DragonQuest::next_turn(setup, &mut state, &mut referee);
            turns += 1;
            possible(setup, &state);
            for who in state.ids() {
                let _ = DragonQuest::status(setup, &state, who);
            }
        }
    }
}

#[test]
fn whatever_is_allowed_is_carried_out() {
    carry_out_whatever(&party(), 100);
}

/// Riders, and figures of several hexes.
#[test]
fn whatever_is_allowed_is_carried_out_by_monsters_and_riders() {
    for name in ["cavalry", "the-serpent", "the-dragon"] {
        let text = affray_dragonquest::content::ENCOUNTERS.get(name).expect("it comes with it");
        carry_out_whatever(&affray_proof::load(name, text), 30);
    }
}
