//! What is kept from a seat is not seen from it, in whatever way it looks.

use crate::table::Sitting;
use affray_kernel::dice::Stream;
use affray_kernel::hidden::Hidden;
use affray_kernel::referee::{CombatantId, Policy, Sampler};
use affray_session::encounter::EncounterFormat;
use affray_session::{Command, DiceFrom, Seat, Session, Table, Wanted};
use serde_json::{Value, json};

/// All that has to hold of what is kept from seats.
///
/// # Panics
/// With what is wrong.
pub fn holds<G: EncounterFormat>(sitting: &Sitting<'_>)
where
    G::Setup: Clone,
{
    for seed in 0..2 {
        kept::<G>(sitting, seed, &["hidden_from"]);
        kept::<G>(sitting, seed, &["secrecy"]);
    }
    opponents_do_not_see_who_is_hidden::<G>(sitting);
}

/// Decides as the game's own policy, and notes whom it acts against.
struct Watched<G: EncounterFormat>(G::Own);

impl<G: EncounterFormat> Policy<G> for Watched<G> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        let choice = self.0.decide(setup, state, question);
        let who = G::asked(question);
        let unseen = G::target(&choice).filter(|&target| G::hidden(state).hides(target, G::side(setup, who)));
        assert!(unseen.is_none(), "{who:?} acts against somebody whom it does not see: {choice:?}");
        choice
    }

    fn restart(&mut self) {
        self.0.restart();
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
    for number in 0..6 {
        let mut state = loaded.start().clone();
        let mut hidden = Hidden::default();
        hidden.hide(last, others.iter().copied());
        G::hide(&mut state, hidden);
        let mut sampler = Sampler::new(Stream::new(23, number), Watched::<G>(G::Own::default()));
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
    for words in asked {
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
        all.push(format!("{:?}", found.as_ref().map_err(|wrong| wrong.replace(&name, "NAME"))));
        all.extend(found.into_iter().flat_map(|who| table.look(who)));
    }
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
        assert!(wrong.contains(keys[0]) || wrong.contains(&side), "{wrong}");
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
        if one.decide(&choice).is_err() | other.decide(&choice).is_err() {
            break;
        }
    }
}
