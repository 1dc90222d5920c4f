//! One call that proves everything of a ruleset.

use crate::encounters::Stock;
use crate::interference::Setting;
use crate::table::Sitting;
use crate::{agreement, interference, load, memory, often, play, random, secrets, shipped, table};
use affray_prove::cases::CaseFormat;
use affray_session::catalog::DynRules;
use affray_session::scenario::Scenario;
use affray_session::{Command, DiceFrom};
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;

/// A table, and what a game master does at it.
pub type Scripted = (Sitting<'static>, fn() -> Vec<Command>);

/// A part of the proof: its name, and what it proves.
type Part<T> = (&'static str, fn(&T));

/// What the proofs have to know of a ruleset.
pub struct Ruleset<G: CaseFormat> {
    /// The folder of its crate, which holds `cases/`.
    pub folder: &'static str,
    /// How many rules, rulings, examples, decisions and invalid inputs its ledger has.
    pub extent: [usize; 5],
    /// The parts of an encounter's schema whose keys the starter explains, too.
    pub starter_parts: &'static [&'static str],
    /// The fewest examples of odds in `examples/odds`, of a ruleset with manuals in `docs/`; `None` for one without them.
    pub documented: Option<usize>,
    /// Brawls in which everybody does anything that is listed.
    pub brawls: fn() -> Vec<Brawl<G>>,
    /// How many fights of a shipped encounter are fought for which proof.
    pub fights: fn(encounter: &str) -> Fights,
    /// A scene that is played at a table, with commands of its own; `None` for each encounter that is shipped.
    pub sitting: Option<Scripted>,
    /// What a game master sets at combatants of that scene while somebody is asked.
    pub settings: &'static [Setting],
    /// Two foes that differ in numbers that are kept from the other side.
    pub secret: Option<Secret>,
    /// An encounter without `options` in which each option matters; empty for a ruleset that has none.
    pub options_scene: &'static str,
    /// How many fights with each value of each option the readers play.
    pub option_fights: u64,
    /// What random encounters are made of; `None` for a ruleset whose random encounters `affray-fuzz` has.
    pub stock: Option<Stock<G>>,
}

/// A scene in which everybody does anything that is listed.
pub struct Brawl<G: CaseFormat> {
    /// Its encounter.
    pub text: String,
    /// The numbers of its fights.
    pub numbers: Range<u64>,
    /// The most turns of each.
    pub turns: u32,
    /// No question has more options.
    pub most_options: usize,
    /// Questions to which chance gives the first answer most of the time, since it would go on for ever.
    pub rarely: fn(&G::Question) -> bool,
}

/// Numbers of fights; 0 for a proof that another encounter gives.
#[derive(Debug, Clone, Copy)]
pub struct Fights {
    /// Fights that end, but for that share of them, in percent.
    pub ended: (u64, u64),
    /// Fights with the cache of turns and without it.
    pub cached: u64,
    /// Fights that simulation, table and odds play.
    pub agreed: u64,
}

/// A duel of a combatant and one of two foes: what [`secrets::numbers_are_kept`] is told.
pub struct Secret {
    /// Further keys of the encounter.
    pub further: &'static str,
    /// The sheet of the combatant who looks.
    pub mine: &'static str,
    /// The sheet of the foe.
    pub foe: &'static str,
    /// Parts of that sheet, and what stands there in the sheet of the other foe.
    pub changed: [(&'static str, &'static str); 2],
    /// Further keys of either combatant.
    pub keys: [&'static str; 2],
}

impl<G: CaseFormat<Setup: Clone> + DynRules + Default> Ruleset<G> {
    /// Every case holds; code and cases cite the whole ledger and nothing else; what is shipped can be read, the
    /// starter explains every key, and the manuals hold. Everything that is listed is legal, can be done and
    /// is read as it is written; fights end; the cache of turns changes none; simulation, table and odds agree; simulated
    /// turns allocate nothing; tables are exact, and so are their logs and undo; rules look again after a question in which
    /// the game master changed the state. With each value of each option, too, the
    /// readers agree, and every option matters. On random encounters: opponents choose
    /// what is legal, fights end and are those of simulations, logs replay, and the order of listing favors no side.
    ///
    /// The proofs run side by side; `PROOFS=table cargo test` runs only those whose name has that word in it.
    ///
    /// # Panics
    /// With what does not hold.
    pub fn holds(&self) {
        let all: [Part<Self>; 11] = [
            ("cases", |this| crate::every_case_holds::<G>(this.folder)),
            ("ledger", |this| crate::the_ledger_is_whole(G::default().reference(), this.extent)),
            ("shipped", Self::what_is_shipped_can_be_read),
            ("brawls", Self::anything_can_be_done),
            ("cache", Self::fights_end_with_and_without_the_cache),
            ("readers", Self::readers_agree),
            ("memory", |_| memory::warm_turns_of_all_allocate_nothing::<G>(G::default().encounters())),
            ("table", Self::tables_are_exact),
            ("interference", Self::rules_look_again),
            ("options", Self::options_matter),
            ("random", Self::random_encounters_end),
        ];
        let wanted = std::env::var("PROOFS").unwrap_or_default();
        thread::scope(|scope| {
            let started = all.into_iter().filter(|(name, _)| name.contains(&wanted)).map(|(name, proof)| {
                let named = thread::Builder::new().name(name.to_owned());
                named.spawn_scoped(scope, move || proof(self)).expect("a thread starts")
            });
            let ended: Vec<_> = started.collect::<Vec<_>>().into_iter().map(|proof| proof.join()).collect();
            assert!(!ended.is_empty(), "no proof is called `{wanted}`");
            if let Some(Err(panic)) = ended.into_iter().find(Result::is_err) {
                resume_unwind(panic);
            }
        });
    }

    /// The encounters that are shipped.
    fn shipped() -> impl Iterator<Item = (&'static str, &'static str, Scenario<G>)> {
        G::default().encounters().iter().map(|&(name, text)| (name, text, load(name, text)))
    }

    fn what_is_shipped_can_be_read(&self) {
        let ruleset = G::default();
        match self.documented {
            None => shipped::shipped(&ruleset, self.starter_parts),
            Some(least) => {
                let examples = shipped::shipped_and_documented(&ruleset, self.starter_parts);
                assert!(examples >= least, "{examples} examples of odds");
            }
        }
    }

    fn anything_can_be_done(&self) {
        for (number, brawl) in (self.brawls)().into_iter().enumerate() {
            let Brawl { text, numbers, turns, most_options, rarely } = brawl;
            let scene: Scenario<G> = load(&format!("brawl {number}"), &text);
            play::anything_that_is_listed_can_be_done(&scene, numbers, turns, most_options, rarely);
        }
    }

    fn fights_end_with_and_without_the_cache(&self) {
        for (name, _, encounter) in Self::shipped() {
            let Fights { ended: (ended, percent), cached, .. } = (self.fights)(name);
            play::fights_end(name, &encounter, ended, percent);
            play::the_cache_changes_no_fight(name, &encounter, cached);
        }
    }

    fn readers_agree(&self) {
        let mut agreed = 0;
        for (name, _, encounter) in Self::shipped() {
            let fights = (self.fights)(name).agreed;
            if fights > 0 {
                agreement::simulation_table_and_odds_agree(name, &encounter, fights);
            }
            agreed += fights;
        }
        assert_ne!(agreed, 0, "no encounter is played by all readers");
    }

    fn tables_are_exact(&self) {
        match &self.sitting {
            Some((sitting, own)) => table::holds::<G>(sitting, &own()),
            None => self.at_each_table(|sitting| table::holds::<G>(sitting, &[])),
        }
        if let Some(Secret { further, mine, foe, changed, keys }) = &self.secret {
            let other = changed.iter().fold((*foe).to_owned(), |sheet, (here, there)| sheet.replace(here, there));
            secrets::numbers_are_kept::<G>(G::default().id(), further, mine, [foe, &other], *keys);
        }
    }

    fn rules_look_again(&self) {
        let holds = |sitting: &Sitting<'_>| {
            let begin = |seed| sitting.session::<G>(seed, 0, DiceFrom::Drawn, sitting.names);
            interference::rules_look_again(begin, self.settings, 0..40);
        };
        match &self.sitting {
            Some((sitting, _)) => holds(sitting),
            None => self.at_each_table(holds),
        }
    }

    /// Each encounter that is shipped, at a table.
    fn at_each_table(&self, proof: impl Fn(&Sitting<'_>)) {
        for (_, text, encounter) in Self::shipped() {
            let names: Vec<&str> = G::figures(encounter.setup()).map(|(name, _)| name).collect();
            proof(&Sitting { ruleset: G::default().id(), text, names: &names });
        }
    }

    fn options_matter(&self) {
        let without = agreement::options::<G>().is_empty();
        assert_eq!(self.options_scene.is_empty(), without, "`options_scene` is for the options of the ruleset");
        agreement::readers_agree_with_each_option::<G>(self.options_scene, self.option_fights);
        agreement::each_option_matters::<G>(self.options_scene, 100);
    }

    fn random_encounters_end(&self) {
        if let Some(stock) = &self.stock {
            random::encounters_end(stock, 0..often(200, 40));
            random::the_order_of_listing_favors_nobody(stock, 0..often(50, 12), 20);
        }
    }
}
