//! One call that proves everything of a ruleset.

use crate::encounters::Stock;
use crate::table::Sitting;
use crate::{agreement, memory, play, random, shipped, table};
use affray_prove::cases::CaseFormat;
use affray_session::catalog::DynRules;
use affray_session::scenario::Scenario;

/// What the proofs have to know of a ruleset.
pub struct Ruleset<G: CaseFormat> {
    /// The folder of its crate, which holds `cases/`.
    pub folder: &'static str,
    /// The parts of an encounter's schema whose keys the starter explains, too.
    pub starter_parts: &'static [&'static str],
    /// No question has more options.
    pub most_options: usize,
    /// Questions to which chance gives the first answer most of the time, since it would go on for ever.
    pub rarely: fn(&G::Question) -> bool,
    /// An encounter without `options` in which each option matters; empty for a ruleset that has none.
    pub options_scene: &'static str,
    /// What random encounters are made of.
    pub stock: Stock<G>,
}

impl<G: CaseFormat<Setup: Clone> + DynRules + Default> Ruleset<G> {
    /// Every case holds; code and cases cite the whole ledger and nothing else; what is shipped can be read, and the
    /// starter explains every key. On each encounter that is shipped: everything that is listed is legal, can be done and
    /// is read as it is written; fights end; the cache of turns changes none; simulation, table and odds agree; simulated
    /// turns allocate nothing; tables are exact, and so are their logs and undo. With each value of each option, too, the
    /// readers agree, and every option matters. On random encounters: opponents choose
    /// what is legal, fights end and are those of simulations, logs replay, and the order of listing favors no side.
    ///
    /// # Panics
    /// With what does not hold.
    pub fn holds(&self) {
        let ruleset = G::default();
        crate::every_case_holds::<G>(self.folder);
        crate::the_ledger_is_whole(ruleset.reference(), crate::extent(ruleset.reference()));
        shipped::encounters_can_be_read(&ruleset);
        shipped::the_starter_explains_every_key(&ruleset, self.starter_parts);
        for (name, text) in ruleset.encounters() {
            let encounter: Scenario<G> = crate::load(name, text);
            play::anything_that_is_listed_can_be_done::<G>(&encounter, 0..20, 150, self.most_options, self.rarely);
            play::fights_end::<G>(name, &encounter, 50, 10);
            play::the_cache_changes_no_fight::<G>(name, &encounter, 50);
            agreement::simulation_table_and_odds_agree::<G>(name, &encounter, 5);
            memory::warm_turns_allocate_nothing(name, &encounter, 20);
            let names: Vec<&str> = G::figures(encounter.setup()).map(|(name, _)| name).collect();
            let sitting = Sitting { ruleset: ruleset.id(), text, names: &names };
            table::holds::<G>(&sitting, &[]);
        }
        let without = agreement::options::<G>().is_empty();
        assert_eq!(self.options_scene.is_empty(), without, "`options_scene` is for the options of the ruleset");
        agreement::readers_agree_with_each_option::<G>(self.options_scene, 1);
        agreement::each_option_matters::<G>(self.options_scene, 100);
        random::encounters_end(&self.stock, 0..200);
        random::the_order_of_listing_favors_nobody(&self.stock, 0..50, 20);
    }
}
