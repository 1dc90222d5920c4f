//! What is told of a fight is what happens in it: every sum, every loss, every hit.

use affray_conformance::encounters::Stock;
use affray_conformance::load;
use affray_conformance::told::{Change, points_go_by_what_is_told};
use affray_dragonquest::DragonQuest;
use affray_dragonquest::decision::{Choice, Question};
use affray_dragonquest::event::Event;
use affray_dragonquest::files::Scenario;
use affray_dragonquest::policy::Tactician;
use affray_dragonquest::scene::{D10, Setup};
use affray_dragonquest::state::State;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{CombatantId, Game as _, Live, Policy, Record, Tape};
use affray_kernel::tally::Tally as _;
use affray_kernel::turns::TurnRules as _;
use affray_session::catalog::DynRules as _;
use affray_session::ruleset::Rules as _;
use std::collections::HashSet;

/// A reader with a pencil: the points of each figure, and what was told last.
#[derive(Debug, Default)]
struct Reader {
    /// By figure: Fatigue and Endurance.
    points: Vec<(i32, i32)>,
    /// The last D10.
    rolled: i32,
    /// The injury that was shown and not dealt yet.
    injury: Option<(CombatantId, i32)>,
    /// The defense that was shown last.
    defense: i32,
    /// Whose strike was rolled last: the roll, and the chance.
    strike: Option<(CombatantId, i32, i32)>,
    /// By figure: what it adds to a roll for initiative.
    initiative: Vec<i32>,
    /// The injuries that were dealt.
    injuries: u32,
    /// Who has been told to be out of close combat.
    left_grips: Vec<CombatantId>,
    /// The points of the movement that goes on.
    movement: Option<i32>,
}

impl Reader {
    fn of(state: &State) -> Self {
        let points = state.fighters.iter().map(|one| (one.ft.into(), one.en.into())).collect();
        Self { points, initiative: vec![0; state.fighters.len()], ..Self::default() }
    }

    fn read(&mut self, record: &Record<DragonQuest>) {
        match record {
            Record::Roll(roll) => {
                if roll.dice == D10 {
                    self.rolled = roll.total;
                }
                if matches!(roll.why.what, "strike" | "trample") {
                    let chance = roll.target.as_ref().expect("a strike has a chance");
                    let taken = chance.lines().iter().filter(|line| line.rule.as_str() == "DQ-412");
                    assert_eq!(taken.map(|line| line.value).sum::<i32>(), -self.defense, "the defense in {chance}");
                    self.strike = Some((roll.why.who, roll.total, chance.total()));
                }
            }
            Record::Score { why, score } if why.what == "injury" => {
                let first = score.lines()[0];
                if first.rule.words() == "rolled" {
                    assert_eq!(first.value, self.rolled, "the die of {score}");
                }
                assert_eq!(self.injury, None, "an injury that nobody suffered, before {score}");
                self.injury = Some((why.who, score.total()));
            }
            Record::Score { why, score } if why.what == "defense" => self.defense = score.total(),
            Record::Score { why, score } if why.what == "movement points" => self.movement = Some(score.total()),
            Record::Score { why, score } if why.what == "stun" => assert!(score.total() > 0, "{score} stuns nobody"),
            Record::Score { why, score } if why.what == "initiative" => {
                self.initiative[why.who.index()] = score.total();
            }
            Record::Event(event) => self.hear(*event),
            _ => {}
        }
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Wounded { who, points, endurance, left } => self.lose(who, points, endurance, left),
            Event::Bleeds { who, points, left }
            | Event::Sickens { who, points, left }
            | Event::Festers { who, points, left } => self.lose(who, points, true, left),
            Event::Protected { who } => assert!(self.injury.take().is_none_or(|injury| injury == (who, 0))),
            Event::Casts { who, cost, left, .. } => {
                let fatigue = &mut self.points[who.index()].0;
                *fatigue -= i32::from(cost);
                assert_eq!(*fatigue, i32::from(left), "Fatigue after a spell");
            }
            Event::Hits { who, endurance, .. } => {
                let (by, roll, chance) = self.strike.take().expect("a hit has a strike");
                assert!(by == who && roll <= chance && roll < 99, "{roll} hits at {chance}");
                assert!(!endurance || 100 * roll <= 15 * chance, "{roll} is no endurance blow at {chance}");
            }
            Event::Misses { who, .. } => {
                let (by, roll, chance) = self.strike.take().expect("a miss has a strike");
                assert!(by == who && (roll > chance || roll >= 99), "{roll} misses at {chance}");
            }
            Event::Arrives { of, .. } => assert_eq!(self.movement, Some(of), "the sum of the movement points"),
            Event::LeavesGrips { who } => {
                assert!(!self.left_grips.contains(&who), "{who:?} is out of close combat twice in a turn");
                self.left_grips.push(who);
            }
            Event::SideInitiative { who, die, added, total } => {
                assert_eq!((die, added, total), (self.rolled, self.initiative[who.index()], die + added));
            }
            _ => {}
        }
    }

    fn lose(&mut self, who: CombatantId, points: i32, endurance: bool, left: i32) {
        assert_eq!(self.injury.take(), Some((who, points)), "the sum before {points} points lost");
        let (fatigue, own) = &mut self.points[who.index()];
        let pool = if endurance { own } else { fatigue };
        *pool -= points;
        assert_eq!(*pool, left, "what is left after {points} points lost");
        self.injuries += 1;
    }
}

/// A tactician who sees to it that no two options read alike to a person.
#[derive(Debug, Default)]
struct Shown(Tactician);

impl Policy<DragonQuest> for Shown {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let mut options = Vec::new();
        DragonQuest::options(setup, state, question, &mut options);
        let labels: HashSet<String> =
            options.iter().map(|option| DragonQuest::label(setup, state, question, option)).collect();
        assert_eq!(labels.len(), options.len(), "options that read alike among {options:?}");
        self.0.decide(setup, state, question)
    }
}

/// A fight at the table, read turn by turn; the injuries that were dealt.
fn read(setup: &Setup, start: &State, number: u64) -> u32 {
    let (mut state, mut stream, mut injuries) = (start.clone(), Stream::new(17, number), 0);
    while DragonQuest::ending(setup, &state).is_none() {
        let mut reader = Reader::of(&state);
        let mut tape = Tape::new(&[], Live { stream, policy: Shown::default() });
        assert_eq!(DragonQuest::next_turn(setup, &mut state, &mut tape), Ok(()));
        tape.records.iter().for_each(|record| reader.read(record));
        assert_eq!(reader.injury, None, "an injury that nobody suffered");
        for (who, fighter) in state.fighters.iter().enumerate() {
            assert_eq!(reader.points[who], (fighter.ft.into(), fighter.en.into()), "Fatigue and Endurance of {who}");
        }
        injuries += reader.injuries;
        stream = tape.source.stream;
    }
    injuries
}

#[test]
fn points_and_hits_are_those_of_the_lines() {
    // Between people who knock each other out there is no injury.
    let injuries = DragonQuest.encounters().iter().map(|(name, text)| {
        let encounter: Scenario = load(name, text);
        (0..15).map(|number| read(encounter.setup(), encounter.start(), number)).sum::<u32>()
    });
    let injuries: u32 = injuries.sum();
    assert!(injuries > 500, "{injuries} injuries");
}

/// Spells, a Talent, poison, barbs and claws.
#[test]
fn points_of_magic_and_poison_are_those_of_the_lines() {
    let text = "ruleset = 'dragonquest'\npulse_limit = 60\n\
        [[combatant]]\nname = 'E'\nside = 'a'\nsheet = 'elwin'\nat = [0, 0]\n\
        [[combatant]]\nname = 'P'\nside = 'a'\nat = [0, 2]\n\
        sheet = { name = 'P', ps = 14, md = 22, ag = 16, en = 15, ft = 20, wp = 14, pc = 9, armor = 'leather', \
        assassin = true, poisons = ['strong venom'], \
        weapon = [{ name = 'rapier', rank = 4, poison = 'strong venom' }] }\n\
        [[combatant]]\nname = 'B'\nside = 'b'\nsheet = 'bear'\nat = [9, 0]\nfacing = 'W'\n\
        [[combatant]]\nname = 'H'\nside = 'b'\nat = [9, 2]\nfacing = 'W'\n\
        sheet = { name = 'H', ps = 15, md = 20, ag = 16, en = 15, ft = 20, wp = 14, pc = 9, armor = 'leather', \
        weapon = [{ name = 'javelin', rank = 4, barbed = true }, { name = 'dagger', rank = 2 }] }\n";
    let encounter: Scenario = load("magic and poison", text);
    let injuries: u32 = (0..40).map(|number| read(encounter.setup(), encounter.start(), number)).sum();
    assert!(injuries > 200, "{injuries} injuries");
}

/// `DQ-003` `DQ-401` `DQ-410` `DQ-412` `DQ-524` `DQ-R33` Hale, MD 17, has 2 less behind a shield, which gives 3 x 3 of defense;
/// stunned he has no defense, and recovers on 2 x (12 + 10).
#[test]
fn a_look_at_the_well_and_the_stunned() {
    let hale = |state: &str| {
        "ruleset = 'dragonquest'\n[[combatant]]\nname = 'Hale'\nsheet = 'hale'\nat = [0, 0]\nfacing = 'E'\n".to_owned()
            + state
    };
    affray_conformance::table::look_tells::<DragonQuest>(
        &hale(""),
        &[
            ("modMD: 17 MD", " = 15"),
            ("modAG: 15 AG (DQ-003) -1 armor (DQ-R32)", " = 14"),
            ("TMR: ", "5"),
            ("Body: human size, ", "1 hex, right-handed"),
            ("Initiative in an engagement: 15 AG (DQ-107) -1 armor (DQ-R32) ", "+8 PC (DQ-107) +2 Rank (DQ-107) = 24"),
            ("Defense against a blow from ahead: 15 AG (DQ-R35) -1 armor (DQ-R32) ", "+9 shield (DQ-R33) = 23"),
            ("Armor: 4 off each hit", ""),
            ("short sword: Rank 2, strike chance 45 ", " = 68, damage D10+3, class A, melee"),
            ("small round: Rank 3", "defense 3 x 3 = 9 (DQ-R33)"),
            ("PS 15, MD 17, AG 15, ", "PC 8"),
            ("Magic resistance: 12 WP (DQ-R21) +20 ", " = 32"),
        ],
    );
    affray_conformance::table::look_tells::<DragonQuest>(
        &hale("state = { ft = 10, conditions = { stunned = true } }\n"),
        &[
            ("Initiative in an engagement: last, ", "stunned (DQ-112)"),
            ("Defense against a blow from ahead: ", "0 stunned (DQ-410)"),
            ("Stunned: its only action is to recover: 12 WP", ": 44"),
        ],
    );
}

/// What a sheet has that comes up in a fight only now and then: poison (`DQ-611`), barbs (`DQ-625`), a second weapon (`DQ-R14`), a
/// bonus (`DQ-512` `DQ-513`: each +1 by PS lets it break from 6 % earlier), resistance (`DQ-R22`), what is stuck (`DQ-622`), options (`DQ-D01`).
#[test]
fn a_look_at_what_is_rare() {
    let weapons = "weapon = [{ name = 'rapier', rank = 4, poison = 'strong venom' }, \
        { name = 'javelin', rank = 2, barbed = true }, { name = 'dagger', rank = 2 }, \
        { name = 'short sword', rank = 1, bonus = 'ps' }]";
    let encounter = format!(
        "ruleset = 'dragonquest'\nbegun = true\noptions = {{ damage_bonus = true, facing_cost = 1, shield_arc = true }}\n\
        [[side]]\nname = 'a'\nleader = 'P'\n[[side]]\nname = 'b'\n\
        [[combatant]]\nname = 'P'\nside = 'a'\nat = [0, 0]\n\
        sheet = {{ name = 'P', ps = 16, md = 22, ag = 16, en = 15, ft = 20, wp = 14, pc = 9, armor = 'leather', \
        poisons = ['strong venom', 'weak venom'], {weapons}, \
        spell = [{{ name = 'Energy Bolt', chance = 50 }}] }}\n\
        state = {{ hands = ['rapier', 'dagger'], armor_damage = 2, stuck = [{{ owner = 'Dorn', item = 'spear' }}] }}\n\
        [[combatant]]\nname = 'Dorn'\nside = 'b'\nsheet = 'dorn'\nat = [3, 0]\nfacing = 'W'\n"
    );
    affray_conformance::table::look_tells::<DragonQuest>(
        &encounter,
        &[
            ("Poisons: weak venom, strong venom (DQ-R25)", ""),
            ("rapier: Rank 4, ", "melee, strong venom on it (DQ-612)"),
            ("javelin: Rank 2, ", "barbed (DQ-625), range 12, not in hand"),
            ("dagger: Rank 2, ", "in the off hand: -20 to strike (DQ-R14), range 8"),
            ("short sword: Rank 1, ", "melee, may break from 93 on (DQ-513), not in hand"),
            ("Energy Bolt: cast chance 50, ", "resistance halves the damage (DQ-R22), armor does not count (DQ-509)"),
            ("Armor: 2 off each hit (DQ-R54), that of the armor 4 less 2 (DQ-507)", ""),
            ("Leads a (DQ-104)", ""),
            (
                "Options in force: shields count only ahead and on their side (DQ-409); damage bonuses of weapons that are ",
                "declared with one (DQ-516); a change of facing costs 1 movement point (DQ-302)",
            ),
            ("Stuck in it: Dorn's spear, modAG -5 (DQ-622), until it is removed", ""),
        ],
    );
}

/// `DQ-R14` A missile weapon loses 1 % for each full 4 hexes.
#[test]
fn a_measure_for_shots() {
    affray_conformance::table::look_tells::<DragonQuest>(
        "ruleset = 'dragonquest'\n\
        [[combatant]]\nname = 'Cyra'\nside = 'a'\nsheet = 'cyra'\nat = [0, 0]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Hale'\nside = 'b'\nsheet = 'hale'\nat = [9, 0]\nfacing = 'W'\n",
        &[("short bow: -2 % for 9 hexes (DQ-R14)", "")],
    );
}

/// Every change of Endurance and Fatigue of random encounters is told, with its number and its sum.
#[test]
fn points_go_by_what_is_told_in_random_encounters() {
    const EN: usize = 0;
    const FT: usize = 1;
    let room = |sheet: &str| match sheet {
        "young-dragon" => 9,
        "giant-serpent" => 3,
        _ => 1,
    };
    let reader = affray_conformance::told::Reader::<DragonQuest> {
        points: |state, who| vec![state[who].en.into(), state[who].ft.into()],
        changes: |event| {
            Some(match *event {
                Event::Wounded { who, points, endurance, left } => {
                    Change::lost(who, if endurance { EN } else { FT }, points, left, Some("injury"))
                }
                Event::Bleeds { who, points, left }
                | Event::Sickens { who, points, left }
                | Event::Festers { who, points, left } => Change::lost(who, EN, points, left, Some("injury")),
                Event::Casts { who, cost, left, .. } => Change::lost(who, FT, cost.into(), left.into(), None),
                _ => return None,
            })
        },
    };
    let changes = points_go_by_what_is_told(
        &Stock::plain(affray_dragonquest::sheets::SHEETS, &["pulse_limit = 60\nbegun = true"], room),
        0..60,
        &reader,
    );
    assert!(changes > 300, "{changes} changes");
}
