//! Spells and Talents: preparing, casting, what they do, and how they are lost.
//!
//! Rules `DQ-214` to `DQ-218`, `DQ-355`, `DQ-356`, `DQ-509`; rulings `DQ-R20` to `DQ-R22`. A spell takes a Pass
//! to prepare and the Cast action of a later pulse; a Talent takes neither and goes beside the action.

pub mod breath;

use crate::DragonQuest;
use crate::body::damage::{Damage, check_of};
use crate::decision::{Choice, Question, Talent};
use crate::event::Event;
use crate::scene::{D10, Fight, Scene};
use crate::sheet::{Resist, Spell};
use crate::state::{Flags, HELPLESS, Ignored, NONE};
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

/// `DQ-509` `DQ-510` `DQ-R21` The points of a magical damage check, by its D10 and what a rule adds: at least 1 before it
/// is halved, where a rule says so, and after.
pub(crate) fn magic_points<T: Tally>(roll: i32, rule: RuleId, added: i32, halved: Option<RuleId>) -> T {
    let mut points: T = check_of(roll, rule, added);
    if let Some(rule) = halved {
        points.becomes(rule.named("halved by resistance"), points.total() / 2);
        points.at_least(rule!("DQ-501"), 1);
    }
    points
}

impl Scene<'_> {
    /// `DQ-217` `DQ-R22` Whether a figure can prepare a spell.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_preparing(self, who: CombatantId, spell: u8) -> Result<(), Refusal> {
        let Some(spell) = self.sheet(who).spells.get(spell as usize) else {
            return Err(Refusal::impossible(rule!("DQ-R22"), "there is no such spell"));
        };
        if spell.talent {
            return Err(Refusal::new(rule!("DQ-356"), "a Talent needs no preparation"));
        }
        if self.in_close_combat(who) {
            return Err(Refusal::new(rule!("DQ-217"), "no spell is prepared in close combat"));
        }
        Ok(())
    }

    /// `DQ-R21` The chance of a Passive Resistance: WP and 20, unless the sheet states another.
    pub(crate) fn resistance<T: Tally>(self, who: CombatantId) -> T {
        let (wp, stated) = (i32::from(self.sheet(who).wp), i32::from(self.sheet(who).resistance));
        if stated != wp + 20 {
            return T::base(rule!("DQ-R21"), stated);
        }
        let mut chance = T::base(rule!("DQ-R21").named("WP"), wp);
        chance.add(rule!("DQ-R21"), 20);
        chance
    }

    /// `DQ-217` `DQ-R22` Whether a figure can cast its spell at another.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_cast(self, who: CombatantId, target: CombatantId) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(spell) = self.sheet(who).spells.get(fighter.spell as usize) else {
            return Err(Refusal::impossible(rule!("DQ-R22"), "no spell is prepared: that takes a Pass"));
        };
        self.judge_somebody(who, target)?;
        if self.in_close_combat(who) {
            return refuse(rule!("DQ-217"), "no spell is cast in close combat");
        }
        // DQ-R29: a mount that has moved in this pulse is moving.
        if fighter.mount != NONE && fighter.flags.has(Flags::MOVED) && self.sheet(who).horsemanship < 5 {
            return refuse(rule!("DQ-723"), "casting from a moving mount needs a Horsemanship Rank of 5");
        }
        if fighter.ft < spell.cost {
            return refuse(rule!("DQ-R22"), "there is too little Fatigue left for that spell");
        }
        self.judge_magic_target(who, spell, target)
    }

    /// `DQ-509` The points of a spell's damage check that get through to a target: past armor if it is purely magical.
    fn spell_points<T: Tally>(
        self,
        target: CombatantId,
        roll: i32,
        added: i32,
        halved: Option<RuleId>,
        magical: bool,
    ) -> T {
        let mut points = magic_points(roll, rule!("DQ-R22"), added, halved);
        if !magical {
            self.subtract_protection(&mut points, target);
        }
        points
    }

    /// `DQ-218` `DQ-356` `DQ-R22` Whether a figure can use a Talent.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_talent(self, who: CombatantId, talent: Talent) -> Result<(), Refusal> {
        let Some(spell) = self.sheet(who).spells.get(talent.spell as usize) else {
            return Err(Refusal::impossible(rule!("DQ-R22"), "there is no such Talent"));
        };
        self.judge_somebody(who, talent.target)?;
        if !spell.talent {
            return Err(Refusal::new(rule!("DQ-R22"), "that is a spell: it has to be prepared and cast"));
        }
        if self.fighter(who).flags.any(HELPLESS.union(Flags::STUNNED)) {
            return Err(Refusal::new(rule!("DQ-R22"), "no Talent while stunned or helpless"));
        }
        self.judge_magic_target(who, spell, talent.target)
    }

    fn judge_somebody(self, who: CombatantId, target: CombatantId) -> Result<(), Refusal> {
        if target.index() >= self.state.fighters.len() || target == who {
            return Err(Refusal::impossible(rule!("DQ-R24"), "there is no such target"));
        }
        Ok(())
    }

    /// Whether a spell can be meant for somebody, as far as it does not hang on the line.
    fn judge_magic_target(self, who: CombatantId, spell: &Spell, target: CombatantId) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if self.fighter(target).flags.any(Flags::DEAD.union(Flags::GONE)) {
            return refuse(rule!("DQ-R24"), "the target is dead or gone");
        }
        if !self.are_foes(who, target) {
            return refuse(rule!("DQ-R24"), "one's own side is no target");
        }
        if self.apart(who, target) > i32::from(spell.range) {
            return refuse(rule!("DQ-R22"), "the target is beyond the spell's range");
        }
        Ok(())
    }

    /// Whether a figure has a Talent that it could use now.
    pub fn has_talent(self, who: CombatantId) -> bool {
        self.sheet(who).talented
            && !self
                .fighter(who)
                .flags
                .any(HELPLESS.union(Flags::STUNNED).union(Flags::LOSE_ACTION).union(Flags::MUST_PASS))
    }

    /// `DQ-214` `DQ-216` Whether an engaged caster may face that way once the cast check is made.
    ///
    /// # Errors
    /// That it stands in a melee zone.
    pub fn judge_facing_after_cast(self, who: CombatantId, facing: Facing) -> Result<(), Refusal> {
        if facing != self.fighter(who).facing && self.is_held(who) {
            return Err(Refusal::new(rule!("DQ-214"), "within a melee zone a caster neither moves nor turns"));
        }
        Ok(())
    }

    /// Lists the Talents that a person would be shown, none of them last.
    pub fn talent_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        for spell in 0..self.sheet(who).spells.len() as u8 {
            for target in self.foes(who) {
                let talent = Talent { spell, target };
                if self.judge_talent(who, talent).is_ok() {
                    into.push(Choice::Talent(Some(talent)));
                }
            }
        }
        into.push(Choice::Talent(None));
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-R22` Prepares a spell; another that was prepared is given up.
    pub fn prepare_spell(&mut self, who: CombatantId, spell: u8) {
        if (spell as usize) < self.scene().sheet(who).spells.len() {
            self.state[who].spell = spell;
        }
    }

    /// `DQ-R20` `DQ-R22` A prepared spell is lost. No Fatigue is spent.
    pub fn lose_spell(&mut self, who: CombatantId) {
        if self.state[who].spell != NONE {
            self.state[who].spell = NONE;
            self.tell(Event::LosesSpell { who });
        }
    }

    /// `DQ-215` `DQ-355` `DQ-R20` The concentration check of one who was attacked with a spell prepared, hit or
    /// not. Who was stunned or worse has lost it already.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn distract(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.state[who].spell == NONE {
            return Ok(());
        }
        let mut target = R::Tally::base(rule!("DQ-R20").named("WP"), i32::from(self.scene().sheet(who).wp));
        target.becomes(rule!("DQ-R20").named("x 3"), 3 * target.total());
        if !self.succeeds(who, rule!("DQ-355"), "concentration", &target)? {
            self.lose_spell(who);
        }
        Ok(())
    }

    /// `DQ-214` `DQ-216` `DQ-315` `DQ-R22` The Cast action: no movement; for the engaged outside all melee zones a turn
    /// once the check is made. Where the line is blocked the action is spent, and the spell is not.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn cast(&mut self, who: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        let spell = self.state[who].spell;
        if !self.has_line_for_magic(who, target) {
            self.tell(Event::Blocked { who, target });
            return Ok(());
        }
        let cost = self.scene().sheet(who).spells.get(spell as usize).map_or(0, |spell| spell.cost);
        let engaged = self.scene().is_engaged(who);
        self.state[who].ft = self.state[who].ft.saturating_sub(cost);
        self.state[who].spell = NONE;
        self.spell_works(who, target, spell, cost)?;
        // DQ-315: a figure that is not engaged does not turn, as with Fire.
        if !engaged {
            return Ok(());
        }
        let question = Question::FaceAfterCast { who };
        if let Choice::Face(facing) = self.ask(question)? {
            self.turn_to(who, facing);
        }
        Ok(())
    }

    /// `DQ-218` `DQ-356` `DQ-R22` A Talent beside the action, if its owner likes. Whether it was used.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn use_talent(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        let question = Question::Talent { who };
        let Choice::Talent(Some(talent)) = self.ask(question)? else {
            return Ok(false);
        };
        if talent.target.index() < self.state.fighters.len() {
            if self.has_line_for_magic(who, talent.target) {
                self.spell_works(who, talent.target, talent.spell, 0)?;
            } else {
                self.tell(Event::Blocked { who, target: talent.target });
            }
        }
        Ok(true)
    }

    /// `DQ-R22` The line of a spell is that of Fire; within one hex none is needed.
    fn has_line_for_magic(&self, who: CombatantId, target: CombatantId) -> bool {
        let scene = self.scene();
        scene.share_hex(who, target) || scene.has_line(who, scene.aim_at(who, target))
    }

    /// `DQ-R22` The cast check, and what the spell does for the Fatigue that was spent on it.
    fn spell_works(&mut self, who: CombatantId, target: CombatantId, spell: u8, cost: u8) -> Result<(), R::Pause> {
        let setup = self.setup;
        let Some(own) = setup.combatants[who.index()].sheet.spells.get(spell as usize) else { return Ok(()) };
        let left = self.state[who].ft;
        let hexes = self.scene().apart(who, target);
        self.tell(Event::Casts { who, target, spell, hexes, cost, left });
        let chance = R::Tally::base(rule!("DQ-R22").named("cast chance"), i32::from(own.chance));
        if !self.succeeds(who, rule!("DQ-R22"), "cast", &chance)? {
            self.tell(Event::Fizzles { who });
            return self.distract(target);
        }
        let resisted = own.resist != Resist::None && self.resists(target)?;
        if !(resisted && own.resist == Resist::Negates) {
            if let Some(added) = own.damage {
                self.magic_damage(who, target, i32::from(added), resisted, own.magical)?;
            }
            if own.stuns && self.state[target].is_up() {
                self.stun(target)?;
            }
        }
        self.distract(target)?;
        self.settle_seats()?;
        // DQ-R10: at once, as an action may follow.
        self.settle_close()
    }

    /// `DQ-511` `DQ-R21` A Passive Resistance.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn resists(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        let target: R::Tally = self.scene().resistance(who);
        let resisted = self.succeeds(who, rule!("DQ-R21"), "resist", &target)?;
        if resisted {
            self.tell(Event::Resists { who });
        }
        Ok(resisted)
    }

    /// `DQ-509` `DQ-R22` The damage of a spell: D10 and so much, halved where it was resisted.
    fn magic_damage(
        &mut self,
        who: CombatantId,
        target: CombatantId,
        added: i32,
        halved: bool,
        magical: bool,
    ) -> Result<(), R::Pause> {
        let scene = Scene { setup: self.setup, state: self.state };
        let halved = halved.then_some(rule!("DQ-R21"));
        let rule = if magical { rule!("DQ-509") } else { rule!("DQ-R22") };
        let why = Why::new(who, rule, "damage");
        let read = |roll| (scene.spell_points::<Sum>(target, roll, added, halved, magical).total(), Ignored(roll));
        let (_, Ignored(roll)) = self.referee.throw(why, D10, read)?;
        let points = self.scene().spell_points(target, roll, added, halved, magical);
        self.hurt(who, target, Damage::magic(points))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_magic() {
        // DQ-E68, DQ-E69, DQ-E92
        let points = |roll, added, halved: bool| {
            let rule = rule!("DQ-510");
            magic_points::<Sum>(roll, rule, added, halved.then_some(rule)).total()
        };
        assert_eq!([points(6, 2, false), points(6, 2, true)], [8, 4]);
        assert_eq!([points(7, 10, true), points(5, -6, false), points(5, -6, true)], [8, 1, 1]);
    }
}
