//! Watching: Wait and Opportunity Fire, and what they do to whoever comes.
//!
//! Rules `GR-051` to `GR-054`, `GR-085`, `GR-086`; rulings `GR-R46`, `GR-R47`.

use crate::Graded;
use crate::decision::{NONE, Watch};
use crate::scene::{Fight, Scene};
use affray_core::grid::Cell;
use affray_core::referee::{CombatantId, Referee, Refusal};

/// All hexes that can be watched: a bit each, see [`Scene::watched_hex`].
pub const ALL: u16 = u16::MAX;

/// The hexes that can be watched, by steps from the own hex in turns from the facing: the three forward ones,
/// those beyond them, and the own hex.
const HEXES: [&[i8]; 11] = [&[0], &[1], &[-1], &[0, 0], &[0, 1], &[0, -1], &[1, 1], &[-1, -1], &[1, 2], &[-1, -2], &[]];

impl Scene<'_> {
    /// `GR-R47` The bit of a hex that can be watched.
    pub fn watch_bit(self, who: CombatantId, at: Cell) -> Option<u16> {
        let fighter = self.fighter(who);
        let place = HEXES.iter().position(|steps| {
            steps.iter().fold(fighter.at, |cell, &turn| cell.step(fighter.facing.turned(turn))) == at
        })?;
        Some(1 << place)
    }
}

// Taken by B: Opportunity Fire; by A: Wait.
impl Scene<'_> {
    /// `GR-085` Whether somebody may wait so.
    pub(crate) fn judge_wait(self, _: CombatantId, _: u16, _: u8) -> Result<(), Refusal> {
        Err(Refusal::impossible(rule!("GR-085"), "no waiting yet"))
    }
    /// `GR-051` Whether somebody may watch so.
    pub(crate) fn judge_opportunity(self, _: CombatantId, _: Watch, _: u8) -> Result<(), Refusal> {
        Err(Refusal::impossible(rule!("GR-051"), "no opportunity fire yet"))
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-051` `GR-085` Who entered a hex is met by those who watch it.
    pub(crate) fn be_watched(&mut self, _: CombatantId, _: u8) -> Result<(), R::Pause> {
        Ok(())
    }

    /// Begins to watch.
    pub(crate) fn watch(&mut self, who: CombatantId, watch: Watch, with: u8) {
        self.stop_watching(who);
        if watch != Watch::None {
            self.state.watchers = self.state.watchers.saturating_add(1);
            self.state[who].watch = watch;
            self.state[who].watch_with = with;
        }
    }

    /// A watch lapses.
    pub(crate) fn stop_watching(&mut self, who: CombatantId) {
        if self.state[who].watch != Watch::None {
            self.state[who].watch = Watch::None;
            self.state[who].watch_with = NONE;
            self.state.watchers = self.state.watchers.saturating_sub(1);
        }
    }
}
