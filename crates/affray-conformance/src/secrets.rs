//! What is kept from a seat is not seen from it, in whatever way it looks.

use crate::often;
use crate::table::Sitting;
use affray_kernel::dice::Stream;
use affray_kernel::hidden::Hidden;
use affray_kernel::referee::{CombatantId, Input, Need, Policy, Sampler};
use affray_session::encounter::EncounterFormat;
use affray_session::position::UNSEEN;
use affray_session::{Command, DiceFrom, LogEntry, LogLine, Pause, Seat, Session, Table, Wanted};
use serde_json::{Value, json};

/// All that has to hold of what is kept from seats.
///
/// # Panics
/// With what is wrong.
pub fn holds<G: EncounterFormat>(sitting: &Sitting<'_>)
where
    G::Setup: Clone,
{
    for seed in 0..often(2, 1) {
        kept::<G>(sitting, seed, &["hidden_from"]);
        kept::<G>(sitting, seed, &["secrecy"]);
    }
    let taken: usize = (0..often(6, 2)).map(|seed| what_is_listed_can_be_done::<G>(sitting, seed)).sum();
    assert!(taken as u64 > often(40, 10) || sitting.names.len() < 3, "{taken} choices were taken");
    opponents_do_not_see_who_is_hidden::<G>(sitting);
}

/// Where somebody is hidden from the beginning, the others can take whatever is listed, plan it and ask for its odds. Only what
/// the rules refuse because of who is hidden is refused, and says no more than that. Says how many choices were taken.
fn what_is_listed_can_be_done<G: EncounterFormat>(sitting: &Sitting<'_>, seed: u64) -> usize
where
    G::Setup: Clone,
{
    let loaded = sitting.load::<G>();
    let (setup, mut start) = (loaded.setup(), loaded.start().clone());
    let side = G::side(setup, CombatantId(0));
    let all = (0..G::figures(setup).len() as u8).map(CombatantId);
    let (mine, others): (Vec<CombatantId>, Vec<CombatantId>) = all.partition(|&who| G::side(setup, who) == side);
    let Some(&unseen) = others.last() else { return 0 };
    let mut hidden = Hidden::default();
    hidden.hide(unseen, [side]);
    G::hide(&mut start, hidden);
    let mine: Vec<usize> = mine.iter().map(|who| who.index()).collect();
    let hands: Vec<&str> = match seed % 2 {
        0 => mine.iter().map(|&at| sitting.names[at]).collect(),
        _ => sitting.names.to_vec(),
    };
    let terms = sitting.terms(seed, 0, DiceFrom::Drawn, &hands);
    let mut table = Session::<G>::new(setup.clone(), start, terms).unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut whims = Stream::new(seed, 18);
    let mut taken = 0;
    for step in 0..often(40, 20) {
        table.sit("", Seat::GameMaster);
        let view = table.view();
        let name = table.standing()[unseen.index()].name.clone();
        if !G::hidden(table.state()).hides(unseen, side) && whims.below(2) == 0 {
            table.act(Command::Hide { who: name.clone(), from: None }).unwrap_or_else(|wrong| panic!("{wrong}"));
            continue;
        }
        let Some(asked) = view.asked else { break };
        if mine.iter().any(|&at| view.figures[at].name == asked) {
            table.sit("Ann", Seat::Player(mine.clone()));
        }
        let Some(Wanted::Choice { options, .. }) = table.view().wanted else { break };
        let number = whims.below(options.len().max(1));
        let words = (number + 1).to_string();
        let told = |what: &str, wrong: &str| {
            let known = wrong == UNSEEN || !wrong.contains(" due") && !wrong.contains('{') && !wrong.contains(&name);
            assert!(known, "seed {seed}, step {step}, {what}: {wrong}");
            wrong == UNSEEN
        };
        if options.is_empty() {
            let done = table.act(Command::Choose { words: "none".to_owned(), allow: false });
            done.unwrap_or_else(|wrong| panic!("seed {seed}, step {step}: {wrong}"));
            continue;
        }
        let offer = &options[number];
        // The hidden one is nobody to them.
        if G::hidden(table.state()).hides(unseen, side) && mine.iter().any(|&at| view.figures[at].name == asked) {
            for one in [name.as_str(), "xyzzy"] {
                for words in [format!("to {one}"), format!("attack {one}"), one.to_owned()] {
                    let wrong = table.plan(&words, false).expect_err("nobody is called so");
                    let known = wrong.message.replace(&words, "").replace(one, "");
                    assert!(
                        wrong.message != UNSEEN && !known.contains(&name),
                        "seed {seed}, step {step}, {words}: {wrong}"
                    );
                }
            }
        }
        if step % often(4, 10) == 0
            && let Err(wrong) = table.odds(&words)
        {
            told("odds", &wrong.message);
        }
        if let Err(wrong) = table.plan(&words, false) {
            assert!(told("plan", &wrong.message), "seed {seed}, step {step}, plan {}: {wrong}", offer.words);
        }
        let stands = table.state().clone();
        match table.decide(std::slice::from_ref(&offer.id)) {
            Ok(_) => taken += 1,
            Err(wrong) => {
                assert!(told("decide", &wrong.message), "seed {seed}, step {step}, {}: {wrong}", offer.words);
                assert_eq!(table.state(), &stands);
                table.sit("", Seat::GameMaster);
                let at = table.position();
                let who = at.asked().expect("a decision is due");
                let choice = G::read_choice(table.setup(), table.state(), who, &offer.id).expect("it was offered");
                assert!(at.judge(&choice).is_err(), "seed {seed}, step {step}, {}: {wrong}", offer.words);
                let choice = table.options()[0];
                table.push(Input::Choice { choice, allowed: false }).unwrap_or_else(|wrong| panic!("{wrong}"));
            }
        }
    }
    taken
}

/// A duel with a foe whose sheet is one or the other of two, which differ in armor, defense and skill. Where its numbers are
/// kept secret, the other side cannot tell which, as long as the same happens.
///
/// # Panics
/// If it can, or has hardly anything to look at.
pub fn numbers_are_kept<G: EncounterFormat>(
    ruleset: &str,
    further: &str,
    mine: &str,
    foes: [&str; 2],
    facings: [&str; 2],
) where
    G::Setup: Clone,
{
    let encounter = |foe: &str| {
        let [own, other] = facings;
        let sheet = foe.replace("\n[[", "\n[[combatant.sheet.").replace("\n[", "\n[combatant.sheet.");
        let sheet = sheet.replace("[combatant.sheet.[", "[[");
        format!(
            "ruleset = \"{ruleset}\"\n{further}\n[[combatant]]\nname = \"Mine\"\nside = \"A\"\nsheet = \"{mine}\"\nat = [0, 0]\n{own}\n\
             [[combatant]]\nname = \"Foe\"\nside = \"B\"\nat = [1, 0]\nsecrecy = \"closed\"\n{other}\n[combatant.sheet]\n{sheet}"
        )
    };
    let texts = foes.map(encounter);
    let seat = Seat::Player(vec![0]);
    let (mut rolls, mut choices) = (0, 0);
    for seed in 0..often(6, 2) {
        let table = |text: &str| {
            let sitting = Sitting { ruleset, text, names: &["Mine", "Foe"] };
            sitting.session::<G>(seed, 0, DiceFrom::Typed, sitting.names)
        };
        let [mut one, mut other] = [table(&texts[0]), table(&texts[1])];
        let mut whims = Stream::new(seed, 19);
        for step in 0..40 {
            let pauses = [&one, &other].map(|table| match table.pause() {
                Pause::Over(_) => String::new(),
                Pause::Need(Need::Choice(question)) => format!("{:?}", G::asked(question)),
                Pause::Need(Need::Roll { why, dice, .. }) => format!("{why:?} {dice}"),
            });
            // What the numbers bring about is seen: a blow that is parried at one of the tables only.
            if pauses[0] != pauses[1]
                || pauses[0].is_empty()
                || happened(&mut one, &seat) != happened(&mut other, &seat)
            {
                break;
            }
            let (this, that) = (told(&mut one, &seat), told(&mut other, &seat));
            let at = this.bytes().zip(that.bytes()).take_while(|(this, that)| this == that).count();
            let around = |text: &str| text.chars().skip(at.saturating_sub(160)).take(320).collect::<String>();
            assert!(this == that, "seed {seed}, step {step}, one can tell:\n{}\n{}", around(&this), around(&that));
            let done = match one.pause() {
                Pause::Need(Need::Roll { dice, .. }) => {
                    rolls += 1;
                    let roll = Command::Roll { words: dice.draw(&mut whims).to_string() };
                    [one.act(roll.clone()), other.act(roll)]
                }
                _ => {
                    choices += 1;
                    let is_mine = one.position().asked() == Some(CombatantId(0));
                    let words = if is_mine { "attack foe" } else { "attack mine" };
                    if whims.below(3) != 0 && [&one, &other].iter().all(|table| table.plan(words, false).is_ok()) {
                        let attack = || Command::Choose { words: words.to_owned(), allow: false };
                        assert_eq!(
                            [one.act(attack()), other.act(attack())],
                            [Ok(()), Ok(())],
                            "seed {seed}, step {step}"
                        );
                        continue;
                    }
                    let ids = |table: &Session<G>| match table.wanted() {
                        Wanted::Choice { options, .. } => options.into_iter().map(|offer| offer.id).collect(),
                        _ => Vec::new(),
                    };
                    let (ours, theirs): (Vec<Value>, Vec<Value>) = (ids(&one), ids(&other));
                    let both: Vec<Value> = ours.into_iter().filter(|id| theirs.contains(id)).collect();
                    if both.is_empty() {
                        break;
                    }
                    let choice = [both[whims.below(both.len())].clone()];
                    [one.decide(&choice).map(|_| ()), other.decide(&choice).map(|_| ())]
                }
            };
            assert_eq!(done, [Ok(()), Ok(())], "seed {seed}, step {step}");
        }
    }
    assert!(rolls > often(10, 3) && choices > often(20, 6), "{rolls} rolls and {choices} choices were looked at");
}

/// What numbers stand in that a seat is told: its view, the log, what an attack leads to, its odds, the foe's sheet.
fn told<G: EncounterFormat>(table: &mut Session<G>, seat: &Seat) -> String {
    table.sit("somebody", seat.clone());
    let mut all = vec![serde_json::to_string(&table.view()).expect("a view is JSON")];
    all.extend((0..table.written().len()).filter_map(|line| table.read(line as u64)).map(|line| line.to_json()));
    let plan = table.plan("attack foe", false).map(|plan| serde_json::to_string(&plan).expect("a plan is JSON"));
    all.push(format!("{plan:?} {:?} {:?}", table.odds("1"), table.suggest()));
    all.extend(table.look(1));
    table.sit("", Seat::GameMaster);
    all.join("\n")
}

/// What happened, as a seat may read it, without the numbers, and how that left the seat's own combatant.
fn happened<G: EncounterFormat>(table: &mut Session<G>, seat: &Seat) -> Vec<String> {
    table.sit("", seat.clone());
    let own = format!("{:?}", table.view().figures[0]);
    let lines: Vec<LogLine> = (0..table.written().len()).filter_map(|line| table.read(line as u64)).collect();
    table.sit("", Seat::GameMaster);
    let events = lines.into_iter().filter(|line| !matches!(line.entry, LogEntry::Roll(_)));
    let told = events.filter_map(|line| line.text);
    std::iter::once(own).chain(told.map(|text| text.replace(|letter: char| letter.is_ascii_digit(), ""))).collect()
}

/// Decides as the game's own policy, and notes whom it acts against.
struct Watched<G: EncounterFormat> {
    own: G::Own,
    /// Somebody who acts against a foe wherever that is possible.
    bold: Option<CombatantId>,
}

impl<G: EncounterFormat> Policy<G> for Watched<G> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        let mut choice = self.own.decide(setup, state, question);
        let who = G::asked(question);
        if self.bold == Some(who) {
            let mut options = Vec::new();
            G::options(setup, state, question, &mut options);
            let foe = |one: &G::Choice| G::target(one).is_some_and(|at| G::side(setup, at) != G::side(setup, who));
            choice = options.into_iter().find(foe).unwrap_or(choice);
        }
        let unseen = G::target(&choice).filter(|&target| G::hidden(state).hides(target, G::side(setup, who)));
        assert!(unseen.is_none(), "{who:?} acts against somebody whom it does not see: {choice:?}");
        choice
    }

    fn restart(&mut self) {
        self.own.restart();
    }
}

/// Opponents never act against who is hidden from them, and who is hidden is seen once it acts against a foe.
fn opponents_do_not_see_who_is_hidden<G: EncounterFormat>(sitting: &Sitting<'_>)
where
    G::Setup: Clone,
{
    let loaded = sitting.load::<G>();
    let setup = loaded.setup();
    let last = CombatantId(G::figures(setup).len() as u8 - 1);
    let others = (0..G::sides(setup).len() as u8).filter(|&side| side != G::side(setup, last));
    let others: Vec<u8> = others.collect();
    let mut seen = 0;
    for number in 0..12 {
        // Where nobody has come out of hiding by itself, it does as soon as it can.
        let bold = (number >= 6).then_some(last);
        if bold.is_some() && seen > 0 {
            break;
        }
        let mut state = loaded.start().clone();
        let mut hidden = Hidden::default();
        hidden.hide(last, others.iter().copied());
        G::hide(&mut state, hidden);
        let mut sampler = Sampler::new(Stream::new(23, number), Watched::<G> { own: G::Own::default(), bold });
        while G::ending(setup, &state).is_none() && G::rounds(&state) < 60 {
            let Ok(()) = G::next_turn(setup, &mut state, &mut sampler);
        }
        seen += usize::from(!G::hidden(&state).hides_anywhere(last));
    }
    assert!(seen > 0, "nobody ever came out of hiding");
}

fn set(path: String, value: Value) -> Command {
    Command::Set { path, value }
}

/// Everything that a seat can get out of a table, as text.
fn seen<G: EncounterFormat>(table: &mut Session<G>, seat: &Seat) -> String {
    table.sit("somebody", seat.clone());
    let view = table.view();
    let mut all = vec![serde_json::to_string(&view).expect("a view is JSON")];
    all.extend((0..table.written().len()).filter_map(|line| table.read(line as u64)).map(|line| line.to_json()));
    let mut asked: Vec<String> = vec![String::new(), "move".to_owned(), "attack".to_owned(), "nonsense".to_owned()];
    asked.extend(view.figures.iter().flat_map(|one| [format!("attack {}", one.name), format!("to {}", one.name)]));
    asked.extend(table.standing().iter().map(|one| format!("attack {}", one.name)));
    if let Some(Wanted::Choice { options, .. }) = &view.wanted {
        asked.extend((1..=options.len().min(6)).map(|number| number.to_string()));
    }
    for words in asked.into_iter().take(often(99, 4) as usize) {
        all.push(format!(
            "{:?}",
            table.plan(&words, false).map(|plan| serde_json::to_string(&plan).expect("a plan is JSON"))
        ));
        all.push(format!("{:?}", table.reachable(&words)));
    }
    for words in ["1", "attack"] {
        all.push(format!("{:?}", table.odds(words)));
    }
    for name in table.standing().iter().map(|one| one.name.clone()) {
        let found = table.find(&name);
        all.push(format!("{:?}", found.as_ref().map_err(|wrong| wrong.message.replace(&name, "NAME"))));
        if let Ok(who) = found {
            all.extend(table.look(who));
            all.push(format!("{:?} {:?}", table.measure(0, who), table.threatened(who)));
        }
    }
    all.extend(view.figures.iter().flat_map(|one| one.cells.clone()).flat_map(|cell| table.look_at(cell)));
    table.sit("", Seat::GameMaster);
    all.join("\n")
}

/// Two fights that differ only in what is kept from the side of the first combatant look alike from its seat, and from
/// where somebody only looks on.
fn kept<G: EncounterFormat>(sitting: &Sitting<'_>, seed: u64, keys: &[&str])
where
    G::Setup: Clone,
{
    let tables = || sitting.session::<G>(seed, 0, DiceFrom::Drawn, sitting.names);
    let (mut one, mut other) = (tables(), tables());
    let standing = one.standing();
    let side = standing[0].side.clone();
    let Some(at) = standing.iter().rposition(|figure| figure.side != side) else { return };
    let (who, max) = (standing[at].name.clone(), standing[at].fate.max_hp);
    let hides = keys.contains(&"hidden_from");
    for table in [&mut one, &mut other] {
        let command = match hides {
            true => set(format!("{who}.hidden_from"), json!([side])),
            false => set(format!("{who}.secrecy"), json!("bands")),
        };
        table.act(command).unwrap_or_else(|wrong| panic!("{wrong}"));
        let nonsense = if hides { json!(["nobody"]) } else { json!("perhaps") };
        let wrong = table.act(set(format!("{who}.{}", keys[0]), nonsense)).expect_err("nobody is called so");
        assert!(wrong.message.contains(keys[0]) || wrong.message.contains(&side), "{wrong}");
    }
    // Points within one band, and another place where nobody is.
    let points = |points: i32| set(format!("{who}.{}", G::POINTS), points.into());
    one.act(points(max - 1)).unwrap_or_else(|wrong| panic!("{wrong}"));
    other.act(points(max - 2)).unwrap_or_else(|wrong| panic!("{wrong}"));
    if hides {
        let cells = one.view().figures[at].cells.clone();
        if let Some(cell) = cells.first() {
            let moved = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1)]
                .into_iter()
                .any(|(q, r)| other.act(set(format!("{who}.at"), json!([cell.q + q, cell.r + r]))).is_ok());
            // As much was written at either table.
            let stays = set(format!("{who}.at"), json!([cell.q, cell.r]));
            assert!(!moved || one.act(stays).is_ok());
        }
    }
    let mut whims = Stream::new(seed, 17);
    let mine: Vec<usize> = (0..standing.len()).filter(|&at| standing[at].side == side).collect();
    for _ in 0..2 {
        let seats = [Seat::Player(mine.clone()), Seat::Player(mine[..1].to_vec()), Seat::Spectator];
        for seat in seats {
            let (this, that) = (seen(&mut one, &seat), seen(&mut other, &seat));
            let at = this.bytes().zip(that.bytes()).take_while(|(this, that)| this == that).count();
            let around = |text: &str| text.chars().skip(at.saturating_sub(120)).take(240).collect::<String>();
            assert!(this == that, "{seat:?} can tell:\n{}\n{}", around(&this), around(&that));
            let view = &this[..this.find('\n').unwrap_or(this.len())];
            assert!(!hides || !view.contains(&format!("\"{who}\"")), "{seat:?} sees {who}");
        }
        // The fight goes on alike, as far as somebody of the side is asked.
        one.sit("Ann", Seat::Player(mine.clone()));
        other.sit("Ann", Seat::Player(mine.clone()));
        let Some(Wanted::Choice { options, .. }) = one.view().wanted else { break };
        if options.is_empty() {
            break;
        }
        let choice = [options[whims.below(options.len())].id.clone()];
        let done = [one.decide(&choice), other.decide(&choice)];
        // Who is hidden can stand in the way at one of the tables.
        if hides && done.contains(&Err(UNSEEN.into())) {
            break;
        }
        assert_eq!(done, [Ok(1), Ok(1)], "{choice:?}");
    }
}
