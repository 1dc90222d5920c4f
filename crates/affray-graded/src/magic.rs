//! Spells: casting, keeping a casting, what lasts.
//!
//! Rules `GR-020`, `GR-198`; ruling `GR-R33`.

use crate::Graded;
use crate::decision::NONE;
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::state::{Casting, Lasting};
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::tally::Tally;

impl Scene<'_> {
    /// `GR-R33` Whether a spell can be cast, or cast on, so.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_cast(self, who: CombatantId, spell: u8, target: CombatantId) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        if spell as usize >= self.sheet(who).spells.len() {
            return Err(Refusal::impossible(rule!("GR-R33"), "there is no such spell"));
        }
        if self.apart(who, target) > 1 || self.are_foes(who, target) {
            return Err(Refusal::new(rule!("GR-R33"), "a spell is for oneself or a touched ally"));
        }
        let casting = fighter.casting.spell != NONE;
        if casting && (fighter.casting.spell, fighter.casting.target) != (spell, target.0) {
            return Err(Refusal::new(rule!("GR-R33"), "another casting is under way: it would be broken"));
        }
        if fighter.fp < self.sheet(who).spells[spell as usize].fp {
            return Err(Refusal::new(rule!("GR-R33"), "not enough FP"));
        }
        Ok(())
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-R33` A turn of casting; at the end of the last one the skill is rolled.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn cast(&mut self, who: CombatantId, spell: u8, target: CombatantId) -> Result<(), R::Pause> {
        let setup = self.setup;
        let Some(data) = setup.combatants[who.index()].sheet.spells.get(spell as usize) else { return Ok(()) };
        let fighter = &mut self.state[who];
        if (fighter.casting.spell, fighter.casting.target) != (spell, target.0) {
            fighter.casting = Casting { spell, target: target.0, turns: 0 };
        }
        fighter.casting.turns = fighter.casting.turns.saturating_add(1);
        let turn = fighter.casting.turns;
        if turn < data.turns {
            self.tell(Event::Casts { who, spell, turn, of: data.turns });
            return Ok(());
        }
        self.end_casting(who);
        let mut skill = R::Tally::base(rule!("GR-R33").named("skill with the spell"), data.skill);
        skill.add(rule!("GR-194"), self.scene().stun_penalty(who));
        if !self.succeeds(who, rule!("GR-R33"), "spell", &skill)? {
            self.tell(Event::SpellFails { who, spell });
            self.tire(who, rule!("GR-R33").named("failed spell"), 1);
            return Ok(());
        }
        let lasting = Lasting { by: who.0, spell, rounds: data.rounds };
        let slots = &mut self.state[target].spells;
        let same = slots.iter().position(|one| one.by == who.0 && one.spell == spell);
        let free = slots.iter().position(|one| one.by == NONE);
        let shortest = if slots[0].rounds <= slots[1].rounds { 0 } else { 1 };
        slots[same.or(free).unwrap_or(shortest)] = lasting;
        self.tell(Event::Enchants { who, target, spell });
        self.tire(who, rule!("GR-R33").named("spell"), i32::from(data.fp));
        Ok(())
    }

    /// `GR-R33` `GR-R23` A round of the spells of a caster is over, on whomever they are: its own turn begins, or a round in
    /// which it has none.
    pub(crate) fn run_spells_down(&mut self, who: CombatantId) {
        for target in self.state.ids() {
            for at in 0..self.state[target].spells.len() {
                let lasting = &mut self.state[target].spells[at];
                if lasting.by != who.0 {
                    continue;
                }
                lasting.rounds = lasting.rounds.saturating_sub(1);
                if lasting.rounds == 0 {
                    let Lasting { spell, .. } = std::mem::replace(lasting, Lasting::NONE);
                    self.tell(Event::Fades { who, target, spell });
                }
            }
        }
    }

    /// Nothing is being cast any more.
    pub(crate) fn end_casting(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        fighter.casting = Casting::NONE;
    }

    /// `GR-198` A caster who defended rolls Will-3 or loses the casting.
    pub(crate) fn keep_casting(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let mut will = R::Tally::base(rule!("GR-198").named("Will"), self.will(who));
        will.add(rule!("GR-198").named("casting"), -3);
        if !self.succeeds(who, rule!("GR-198"), "keep casting", &will)? {
            self.end_casting(who);
            self.tell(Event::CastingLost { who });
        }
        Ok(())
    }
}
