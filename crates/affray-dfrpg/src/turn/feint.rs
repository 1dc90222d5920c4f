//! Feint: a contest whose margin the foe lacks in its defenses.
//!
//! Rules `DF-070` to `DF-074`, rulings `DF-R04` to `DF-R06` and `DF-R134`.

use crate::Dfrpg;
use crate::check::{Contestant, THREE_DICE};
use crate::decision::{Choice, FeintAt, NONE, Question};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemId, ItemKind, Level, Skill, SpellScore};
use crate::state::{Feinted, Flags};
use affray_grid::Arc;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::{Sum, Tally};

impl Scene<'_> {
    /// `DF-070` `DF-R134` The best of DX, any ready melee weapon, the unarmed skills, cloak and shield: the skill, and the
    /// weapon that has it ([`ItemId::NONE`] for the body, a cloak or a shield).
    pub fn feint_skill(self, who: CombatantId) -> (Level, ItemId) {
        let sheet = self.sheet(who);
        let mut best = (sheet.dx_level(), ItemId::NONE);
        if self.free_hands(who) != 0 {
            best.0 = best.0.or(sheet.best_level(&[Skill::Judo, Skill::SumoWrestling, Skill::Wrestling]));
        }
        if let Some((item, _)) = self.shield(who) {
            let cloak = self.item(who, item).is_some_and(|item| item.kind == ItemKind::Cloak);
            best.0 = best.0.or(sheet.level(if cloak { Skill::Cloak } else { Skill::Shield }));
        }
        for (number, mode) in self.modes(who) {
            let level = mode.level();
            // Of equals the weapon in hand stands before a shield or the body.
            let armed = |item| self.item(who, item).is_some_and(|item| !item.kind.is_strapped());
            let is_equal = best.0.score == level.score && best.1 == ItemId::NONE && mode.item.is_some_and(armed);
            if (best.0.score < level.score || is_equal) && !mode.kind.is_ranged() && self.is_mode_ready(who, number) {
                best = (level, mode.item.unwrap_or(ItemId::NONE));
            }
        }
        best
    }

    /// The weapon with which a feint is made that names none; [`ItemId::NONE`] for the body, a cloak or a shield.
    pub fn best_feint_item(self, who: CombatantId) -> ItemId {
        self.feint_skill(who).1
    }

    /// Whether what a mode needs is ready.
    pub fn is_mode_ready(self, who: CombatantId, mode: u16) -> bool {
        let Some(means) = self.means(who, mode, NONE) else { return false };
        // Any free hand punches.
        if means.kind == Some(crate::sheet::ModeKind::Punch) && means.item.is_none() {
            return self.free_hands(who) != 0;
        }
        self.judge_means(who, &means).is_ok()
    }

    /// `DF-070` `DF-072` `DF-R04` What somebody rolls in a feint, on either side.
    pub fn feint_score<T: Tally>(self, who: CombatantId, situational: i32) -> T {
        let mut score: T = self.feint_skill(who).0.tally(rule!("DF-070"));
        score.add(rule!("DF-072").named("shock"), -self.shock(who));
        score.add(rule!("DF-072").named("grabbed"), if self.is_grabbed(who) { -4 } else { 0 });
        self.add_spell_effects(&mut score, who, SpellScore::Dx);
        score.add(rule!("DF-012"), situational);
        score
    }

    /// `DF-070` Whether a combatant could attack them in melee right now.
    pub fn could_attack_in_melee(self, who: CombatantId, target: CombatantId) -> bool {
        let (from, to) = self.hexes_of_blow(who, target);
        self.arc_to(who, target) == Arc::Front
            && self.modes(who).any(|(mode, of)| {
                !of.kind.is_ranged() && self.reaches_between(who, mode, from, to) && self.is_mode_ready(who, mode)
            })
            && self.judge_line(who, target).is_ok()
    }

    /// `DF-070` Whether that feint may be tried.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_feint(self, who: CombatantId, only: u8, feint: &FeintAt) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if feint.target == who {
            return Ok(()); // No feint after all.
        }
        if self.state.fighters.len() <= feint.target.index() || !self.fighter(feint.target).is_present() {
            return Err(Refusal::impossible(rule!("DF-070"), "a feint needs a foe that is there"));
        }
        if !(-10..=10).contains(&feint.situational) {
            return refuse(rule!("DF-R60"), "a situational modifier is from -10 to +10");
        }
        if only != NONE && only != feint.target.0 {
            return refuse(rule!("DF-061"), "the feint has to be at the same foe");
        }
        if feint.item != ItemId::NONE {
            if self.item(who, feint.item).is_none() {
                return Err(Refusal::impossible(rule!("DF-070"), "there is no such item"));
            }
            let mut modes = self.modes_of(who, feint.item);
            let ready = modes.any(|(mode, of)| !of.kind.is_ranged() && self.is_mode_ready(who, mode));
            if !ready {
                return refuse(rule!("DF-070"), "a feint is made with a ready melee weapon");
            }
        }
        if self.is_grabbed(who) {
            return refuse(rule!("DF-505"), "who is grabbed cannot feint");
        }
        if self.holds_loosely(who) {
            return refuse(rule!("DF-503"), "no feint while one holds a foe who is neither pinned nor released");
        }
        if !self.could_attack_in_melee(who, feint.target) {
            return refuse(
                rule!("DF-070"),
                "a feint is at a foe whom one could attack in melee right now: step closer first",
            );
        }
        if self.feint_score::<Sum>(who, i32::from(feint.situational)).total() < 3 {
            return refuse(rule!("DF-002"), "an effective skill below 3 cannot be tried");
        }
        Ok(())
    }

    /// The foes that can be feinted, and last none at all.
    pub fn feint_options(self, who: CombatantId, only: u8, into: &mut Vec<Choice>) {
        for target in
            self.state.ids().filter(|&target| self.are_foes(who, target) && self.fighter(target).is_conscious())
        {
            let feint = FeintAt { target, item: ItemId::NONE, situational: 0 };
            if self.judge_feint(who, only, &feint).is_ok() {
                into.push(Choice::Feint(feint));
            }
        }
        into.push(Choice::Feint(FeintAt { target: who, item: ItemId::NONE, situational: 0 }));
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-070` `DF-073` `DF-R05` Asks for the foe of a feint and carries it out, between the Step before
    /// it and the Step after it or right before the attack of an All-Out Attack; the foe, or `None` if none was named.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn feint(&mut self, who: CombatantId, only: u8) -> Result<Option<CombatantId>, R::Pause> {
        let Choice::Feint(feint) = self.ask(Question::Feint { who, only })? else {
            return Ok(None);
        };
        if feint.target == who {
            return Ok(None);
        }
        self.carry_out_feint(who, &feint)?;
        Ok(Some(feint.target))
    }

    /// `DF-071` The Quick Contest and what it leaves behind.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn carry_out_feint(&mut self, who: CombatantId, feint: &FeintAt) -> Result<(), R::Pause> {
        let foe = feint.target;
        let mine = Contestant {
            who,
            what: "feint",
            score: self.scene().feint_score::<R::Tally>(who, i32::from(feint.situational)),
        };
        let theirs =
            Contestant { who: foe, what: "against the feint", score: self.scene().feint_score::<R::Tally>(foe, 0) };
        // DF-006: all failures of a feint are one outcome.
        let roll = Why::new(mine.who, rule!("DF-070"), mine.what);
        let margin = self.referee.check(roll, THREE_DICE, &mine.score, |roll, score| score - roll)?;
        let roll = Why::new(theirs.who, rule!("DF-070"), theirs.what);
        let margin =
            self.referee.check(roll, THREE_DICE, &theirs.score, |roll, score| (margin - (score - roll)).max(0))?;
        if margin == 0 {
            self.tell(Event::FeintFails { who, foe });
            return Ok(());
        }
        // DF-074 asks later which weapon it was: the one that was named, or else the one that was rolled for.
        let item = if feint.item == ItemId::NONE { self.scene().best_feint_item(who) } else { feint.item };
        self.keep_feint(who, foe, margin.min(i32::from(u8::MAX)) as u8, item);
        self.tell(Event::Feinted { who, foe, penalty: margin });
        Ok(())
    }

    /// `DF-071` `DF-R04` Stores a feint until the end of the feinter's next turn. Feints at one foe do
    /// not add up: the larger penalty stays, and where it ends sooner, the other one goes on after it.
    fn keep_feint(&mut self, who: CombatantId, foe: CombatantId, penalty: u8, item: ItemId) {
        let fighter = &mut self.state[who];
        // The end of the running turn is one more to outlast.
        let turns = if fighter.flags.has(Flags::ACTING) { 2 } else { 1 };
        let new = Feinted { foe: foe.0, penalty, item: fighter.in_byte(item), turns };
        let stands = |old: &Feinted| old.foe == foe.0;
        if fighter.feints.iter().any(|old| stands(old) && penalty < old.penalty && turns <= old.turns) {
            return;
        }
        for old in &mut fighter.feints {
            if stands(old) && old.penalty <= penalty && old.turns <= turns {
                *old = Feinted::NOBODY;
            }
        }
        // The one that ends first makes room, at another foe rather than at this one; an empty place has no turns.
        let ends = |slot: usize| (fighter.feints[slot].turns, stands(&fighter.feints[slot]));
        let slot = usize::from(ends(1) < ends(0));
        fighter.feints[slot] = new;
    }
}
