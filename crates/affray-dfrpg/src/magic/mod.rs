//! Spells: the casting roll, its cost, resistance, failures.
//!
//! Rules `DF-424` to `DF-433`, `DF-441` to `DF-450`, rulings `DF-R50`, `DF-R53`, `DF-R89` and `DF-R91`.
//! Read [`Scene::casting_score`] first. How seconds of concentration become a spell is the subject of
//! [`casting`], held spells that of [`missile`], what a spell leaves
//! behind that of [`effects`].

pub mod casting;
pub mod concentration;
pub mod effects;
pub mod missile;

use crate::Dfrpg;
use crate::body::injury::Wound;
use crate::check::{Grade, THREE_DICE, grade};
use crate::decision::{Choice, Concentrate, DefenseKind, IncomingAttack, IncomingKind, Maneuver, NONE, Question};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{DamageType, ResistedBy, Spell, SpellClass, SpellEffect, SpellScore};
use crate::state::{Casting, Disturbed, Effect, Flags};
use affray_files::value::{Schema, ToValue};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::{Sum, Tally};

/// `DF-R50` What a high skill takes off the cost of a spell. The skill counts without modifiers.
///
/// ```
/// use affray_dfrpg::magic::cost_reduction;
/// assert_eq!([14, 15, 19, 20, 24, 25].map(cost_reduction), [0, 1, 1, 2, 2, 3]);
/// ```
pub const fn cost_reduction(skill: i32) -> i32 {
    if skill < 15 { 0 } else { (skill - 10) / 5 }
}

/// `DF-R50` `DF-442` Energy that a successful casting takes. An area costs its energy times its radius,
/// and skill does not make Blocking spells cheaper.
pub fn price<T: Tally>(spell: &Spell, energy: u8, radius: u8) -> T {
    let energy = i32::from(energy);
    let mut price = T::base(rule!("DF-R50").named("energy"), energy);
    if spell.class == SpellClass::Area && radius > 1 {
        price.becomes(rule!("DF-R50").named("times the radius"), energy * i32::from(radius));
    }
    if spell.class != SpellClass::Blocking {
        price.add(rule!("DF-R50").named("high skill"), -cost_reduction(i32::from(spell.score)));
        price.at_least(rule!("DF-R50").named("at least"), 0);
    }
    price
}

/// `DF-R50` Seconds of concentration: halved, rounded up, from skill 20 on, but not for spells that
/// are thrown, touch or block.
pub const fn casting_seconds(spell: &Spell) -> u16 {
    let seconds = if spell.seconds == 0 { 1 } else { spell.seconds };
    match spell.class {
        SpellClass::Missile | SpellClass::Melee | SpellClass::Blocking => seconds,
        _ if spell.score >= 20 => seconds.div_ceil(2),
        _ => seconds,
    }
}

/// `DF-448` The penalty for the range of a search, 0 to 2; `None` beyond 300 tiles.
pub const fn search_penalty(tiles: u16) -> Option<u8> {
    match tiles {
        ..=25 => Some(0),
        26..=150 => Some(1),
        151..=300 => Some(2),
        _ => None,
    }
}

/// The hand whose missile a maneuver enlarges, or [`NONE`].
pub const fn enlarged_hand(maneuver: &Maneuver) -> u8 {
    match maneuver {
        Maneuver::Concentrate(Concentrate::Enlarge { hand, .. }) => *hand,
        _ => NONE,
    }
}

/// Whether a spell harms its target (`DF-R53`, roll 3).
pub const fn is_harmful(effect: &SpellEffect) -> bool {
    match effect {
        SpellEffect::Damage { .. } | SpellEffect::Condition { .. } => true,
        SpellEffect::Modifier { by, .. } => *by < 0,
        _ => false,
    }
}

/// `DF-R53` What a critical failure of a casting does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Backfire {
    /// The caster takes 1d of injury.
    Injury,
    /// The caster is mentally stunned.
    Stun,
    /// Somebody else within five hexes is struck.
    Astray,
    /// A loud noise.
    Noise,
    /// The caster loses two more FP.
    Drain,
    /// The spell is forgotten for the rest of the encounter.
    Forgotten,
}

/// `DF-R53` The table.
pub const fn backfire(die: i32) -> Backfire {
    match die {
        ..=1 => Backfire::Injury,
        2 => Backfire::Stun,
        3 => Backfire::Astray,
        4 => Backfire::Noise,
        5 => Backfire::Drain,
        _ => Backfire::Forgotten,
    }
}

/// `DF-R50` `DF-R89` How a casting roll came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cast {
    /// Nobody can resist.
    Critical,
    /// By that margin; 0 where the spell is not resisted, so that margins do not matter.
    Success(i32),
    /// Failed.
    Failure,
    /// Failed critically: the table.
    CriticalFailure,
}

impl<'a> Scene<'a> {
    /// A spell of a sheet.
    pub fn spell(self, who: CombatantId, spell: u8) -> Option<&'a Spell> {
        self.sheet(who).spells.get(spell as usize)
    }

    /// `DF-R53` Whether a spell is forgotten for the rest of the encounter.
    pub fn is_forgotten(self, who: CombatantId, spell: u8) -> bool {
        self.state
            .effects
            .iter()
            .any(|effect| effect.by == who && effect.spell == spell && effect.seconds == Effect::FORGOTTEN)
    }

    /// `DF-425` `DF-426` `DF-439` What a baton or staff in a hand cancels of the distance: ready, and
    /// holding no spell itself.
    pub fn spell_focus(self, who: CombatantId) -> i32 {
        let fighter = self.fighter(who);
        (0..4u8)
            .filter(|&hand| !fighter.held.iter().any(|held| held.spell != NONE && held.hand == hand))
            .filter_map(|hand| {
                let item = fighter.hands[hand as usize];
                let focus = self.item(who, item)?.spell_focus;
                (focus != 0 && self.is_ready(who, item)).then_some(i32::from(focus))
            })
            .max()
            .unwrap_or(0)
    }

    /// `DF-424` Hexes from the caster to the target, or to the nearest hex of the area.
    pub fn casting_distance(self, who: CombatantId, casting: &Casting, class: SpellClass) -> i32 {
        let map = self.map();
        match class {
            SpellClass::Regular if (casting.target as usize) < self.state.fighters.len() => {
                self.distance(who, CombatantId(casting.target))
            }
            SpellClass::Area => {
                let me = self.fighter(who);
                let nearest = [Some(me.at), me.second_cell()]
                    .into_iter()
                    .flatten()
                    .map(|from| map.distance(from, casting.cell) as i32)
                    .min()
                    .unwrap_or(0);
                (nearest - (i32::from(casting.radius.max(1)) - 1)).max(0)
            }
            _ => 0,
        }
    }

    /// `DF-R50` What a caster's spells that last take off the score: 1 each, be they for a time or until something ends
    /// them, 3 for one that needs concentration. An area on many is one spell.
    pub(crate) fn add_maintained<T: Tally>(self, score: &mut T, who: CombatantId) {
        for (place, effect) in self.state.effects.iter().enumerate() {
            if effect.by != who || effect.seconds == Effect::FORGOTTEN {
                continue;
            }
            let Some(spell) = self.spell(who, effect.spell) else { continue };
            let seen = spell.class == SpellClass::Area
                && self.state.effects[..place].iter().any(|other| other.by == who && other.spell == effect.spell);
            if seen {
                continue;
            }
            if spell.needs_concentration {
                score.add(rule!("DF-R50").named("own spell that takes concentration"), -3);
            } else {
                score.add(rule!("DF-R50").named("own spell that lasts"), -1);
            }
        }
    }

    /// `DF-420` The score of a casting roll, every modifier included.
    pub fn casting_score<T: Tally>(self, who: CombatantId, casting: &Casting) -> T {
        let Some(spell) = self.spell(who, casting.spell) else { return T::base(rule!("DF-420"), 0) };
        let sheet = self.sheet(who);
        let mut score = T::base(rule!("DF-420").named("skill in the spell"), i32::from(spell.score));
        // Spells are based on IQ.
        score.add(rule!("DF-361"), -self.shock(who));
        let distance = self.casting_distance(who, casting, spell.class);
        score.add(rule!("DF-424"), -distance);
        if casting.pointed {
            let focus = self.spell_focus(who);
            score.add(if focus == 1 { rule!("DF-425") } else { rule!("DF-426") }, focus.min(distance));
        }
        if spell.healing && casting.target == who.0 {
            score.add(rule!("DF-433"), -i32::from(sheet.hp - self.fighter(who).hp).max(0));
        }
        if spell.class == SpellClass::Information {
            score.add(rule!("DF-447"), -i32::from(casting.ignoring));
            score.add(rule!("DF-448"), -i32::from(casting.radius));
        }
        self.add_maintained(&mut score, who);
        // DF-R50: energy out of the caster's own body.
        score.add(rule!("DF-R50").named("HP as energy"), -i32::from(casting.hp));
        score.add(rule!("DF-012"), i32::from(casting.situational));
        if spell.class == SpellClass::Regular
            && let Some(limit) = self.limit_against(spell, casting.target)
        {
            score.at_most(rule!("DF-429"), limit);
        }
        score
    }

    /// `DF-429` The most that a resisted spell counts against a target: 16, or what it resists with if
    /// that is more. `None` for spells that are not resisted, and for targets neither alive nor of IQ 6.
    pub fn limit_against(self, spell: &Spell, target: u8) -> Option<i32> {
        let with = spell.resisted?;
        if self.setup.combatants.len() <= target as usize {
            return None;
        }
        let target = CombatantId(target);
        let sheet = self.sheet(target);
        if sheet.traits.unliving && sheet.iq < 6 {
            return None;
        }
        Some(self.resistance_score::<Sum>(target, with).total().max(16))
    }

    /// `DF-428` The score with which a target resists. Shock touches DX and IQ only (`DF-365`).
    pub fn resistance_score<T: Tally>(self, who: CombatantId, with: ResistedBy) -> T {
        let sheet = self.sheet(who);
        let base = |name, value: i16| T::base(rule!("DF-428").named(name), i32::from(value));
        match with {
            ResistedBy::Will => base("Will", sheet.will),
            ResistedBy::Per => base("Per", sheet.per),
            ResistedBy::Ht => base("HT", sheet.ht),
            ResistedBy::St => {
                let mut score = base("ST", sheet.st);
                let st = self.st_for_rolls(who);
                if st != i32::from(sheet.st) {
                    score.becomes(rule!("DF-412"), st);
                }
                score
            }
            ResistedBy::Iq => {
                let mut score = base("IQ", sheet.iq);
                score.add(rule!("DF-361"), -self.shock(who));
                score
            }
            ResistedBy::Dx => {
                let mut score = base("DX", sheet.dx);
                score.add(rule!("DF-361"), -self.shock(who));
                score.add(rule!("DF-500"), if self.is_grabbed(who) { -4 } else { 0 });
                self.add_spell_effects(&mut score, who, SpellScore::Dx);
                score
            }
        }
    }

    /// The margins of a casting roll that matter to a target: at the lower every roll of its resists, at
    /// the upper none does.
    pub fn margins_against(self, who: CombatantId, with: ResistedBy) -> (i32, i32) {
        let score = self.resistance_score::<Sum>(who, with).total();
        (score - 18, score - 2)
    }

    /// `DF-430` `DF-431` `DF-I45` Whether a target may answer so to a spell that it could resist.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_resist_spell(self, who: CombatantId, resists: bool) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        if resists {
            return Ok(());
        }
        if !fighter.is_conscious() || fighter.flags.has(Flags::UNAWARE) {
            return Err(Refusal::new(rule!("DF-430"), "who is unconscious or unaware always resists"));
        }
        if !fighter.flags.has(Flags::WILLING) {
            return Err(Refusal::new(rule!("DF-431"), "only a willing target may decline to resist"));
        }
        Ok(())
    }

    /// The answers to a spell that could be resisted.
    pub fn resist_spell_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        into.push(Choice::Resist(true));
        if self.judge_resist_spell(who, false).is_ok() {
            into.push(Choice::Resist(false));
        }
    }

    /// `DF-441` The score of a Blocking spell. It is an active defense, so what is said of all active
    /// defenses counts, shield and posture among it, and shock does not (`DF-365`); what is said of Dodge, Parry or
    /// Block alone does not.
    pub fn blocking_spell_score<T: Tally>(
        self,
        who: CombatantId,
        spell: u8,
        attack: &IncomingAttack,
        situational: i32,
    ) -> T {
        let Some(known) = self.spell(who, spell) else { return T::base(rule!("DF-441"), 0) };
        let mut score = T::base(rule!("DF-441").named("skill in the spell"), i32::from(known.score));
        self.add_maintained(&mut score, who);
        self.add_defender_state(&mut score, &self.defender(who, attack), attack);
        // DF-223: at range only the Dodge suffers from deception.
        score.add(rule!("DF-222"), if attack.ranged { 0 } else { -i32::from(attack.deceptive) });
        score.add(rule!("DF-071"), -i32::from(attack.feint));
        score.add(rule!("DF-216"), -i32::from(attack.dual));
        score.add(rule!("DF-284"), if attack.above { -2 } else { 0 });
        score.add(rule!("DF-012"), situational);
        score
    }

    /// `DF-441` `DF-443` `DF-I33` Whether a spell can be cast against an attack. That none may be after
    /// an All-Out Attack (`DF-446`) is judged with all defenses, and against a critical hit nobody is
    /// asked (`DF-445`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_blocking_spell(self, who: CombatantId, spell: u8, attack: &IncomingAttack) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(known) = self.spell(who, spell) else {
            return Err(Refusal::impossible(rule!("DF-441"), "there is no such spell on the sheet"));
        };
        if known.class != SpellClass::Blocking {
            return refuse(rule!("DF-441"), "only a Blocking spell is cast as a defense");
        }
        if self.is_forgotten(who, spell) {
            return refuse(rule!("DF-R53"), "the spell is forgotten for the rest of the encounter");
        }
        if self.fighter(who).flags.has(Flags::BLOCKING_SPELL) {
            return refuse(rule!("DF-443"), "one Blocking spell a turn: dodge, parry or block");
        }
        if known.effect == SpellEffect::StopAttack && attack.kind != IncomingKind::Strike {
            return refuse(rule!("DF-R56"), "it stops a blow, shot or throw: defend otherwise against this");
        }
        Ok(())
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-420` `DF-449` The casting roll. The margin is read only where somebody resists, and no finer
    /// than `margins` has it: beyond them it makes no difference.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn casting_roll(
        &mut self,
        who: CombatantId,
        spell: &Spell,
        score: &R::Tally,
        margins: Option<(i32, i32)>,
    ) -> Result<Cast, R::Pause> {
        let why = match spell.class {
            SpellClass::Information => Why::new(who, rule!("DF-449"), "casting").hidden(),
            SpellClass::Blocking => Why::new(who, rule!("DF-441"), "casting"),
            _ => Why::new(who, rule!("DF-420"), "casting"),
        };
        self.referee.check(why, THREE_DICE, score, |roll, score| match grade(score, roll) {
            Grade::CriticalSuccess => Cast::Critical,
            Grade::Success => Cast::Success(margins.map_or(0, |(least, most)| (score - roll).clamp(least, most))),
            Grade::Failure => Cast::Failure,
            Grade::CriticalFailure => Cast::CriticalFailure,
        })
    }

    /// `DF-450` `DF-R50` Pays for a casting: nothing for a critical success, one point for a failure if it
    /// would have cost anything, else the price. HP are spent last (`DF-R91`: they are no wound).
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn pay_for_casting(
        &mut self,
        who: CombatantId,
        price: R::Tally,
        from_hp: i32,
        cast: Cast,
    ) -> Result<(), R::Pause> {
        let (full, mut due) = (price.total(), price);
        match cast {
            Cast::Critical => due.at_most(rule!("DF-R50").named("critical success"), 0),
            Cast::Failure => due.at_most(rule!("DF-R50").named("failure"), 1),
            Cast::Success(_) | Cast::CriticalFailure => {}
        }
        let in_hp = due.total() - due.total().min((full - from_hp).max(0));
        due.add(rule!("DF-R50").named("paid in HP"), -in_hp);
        self.lose_fp(who, &due)?;
        if in_hp > 0 {
            self.lose_hp(who, &R::Tally::base(rule!("DF-R50").named("HP as energy"), in_hp), None);
            self.death_rolls(who)?;
        }
        Ok(())
    }

    /// `DF-428` `DF-430` `DF-431` `DF-432` Whether a target resists a spell that was cast with that margin
    /// against it. A tie goes to the target (`DF-009`), and a roll to resist is a distraction (`DF-421`).
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn resists(
        &mut self,
        by: CombatantId,
        spell: u8,
        with: ResistedBy,
        who: CombatantId,
        margin: i32,
    ) -> Result<bool, R::Pause> {
        if self.ask(Question::ResistSpell { who, by })? == Choice::Resist(false) {
            return Ok(false);
        }
        self.holds_out(spell, with, who, margin)
    }

    /// `DF-428` `DF-430` The roll to resist: whether it holds out against a spell that was cast with that margin.
    fn holds_out(&mut self, spell: u8, with: ResistedBy, who: CombatantId, margin: i32) -> Result<bool, R::Pause> {
        let score: R::Tally = self.scene().resistance_score(who, with);
        // Automatic results have no part in contests (DF-R89).
        let holds =
            self.referee.check(Why::new(who, rule!("DF-428"), "resist"), THREE_DICE, &score, |roll, score| {
                margin <= score - roll
            })?;
        self.distract(who, Disturbed::Distracted);
        if holds {
            self.tell(Event::Resists { who, spell });
        }
        Ok(holds)
    }

    /// `DF-441` `DF-442` `DF-444` Casts a Blocking spell against an attack: whether it stops it.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn cast_blocking(
        &mut self,
        who: CombatantId,
        spell: u8,
        attack: &IncomingAttack,
        situational: i32,
    ) -> Result<bool, R::Pause> {
        let setup = self.setup;
        let Some(known) = setup.combatants[who.index()].sheet.spells.get(spell as usize) else { return Ok(false) };
        self.state[who].flags.set(Flags::BLOCKING_SPELL);
        self.tell(Event::Casts { who, spell, target: who.0, pointed: false });
        let score: R::Tally = self.scene().blocking_spell_score(who, spell, attack, situational);
        let cast = self.casting_roll(who, known, &score, None)?;
        self.pay_for_casting(who, price(known, known.cost, 1), 0, cast)?;
        // DF-444: it is an active defense like any other.
        self.distract_by_defense(who);
        match cast {
            Cast::Critical | Cast::Success(_) => {
                if known.effect == SpellEffect::StopAttack {
                    self.tell(Event::Stopped { who, kind: DefenseKind::Spell { spell } });
                    return Ok(true);
                }
                self.apply_spell(who, spell, known.cost, 1, who)?;
            }
            Cast::Failure => self.tell(Event::SpellFails { who, spell }),
            Cast::CriticalFailure => {
                self.tell(Event::SpellFails { who, spell });
                self.backfire(who, spell, known.cost, who.0)?;
            }
        }
        Ok(false)
    }

    /// `DF-R53` The table for critical failures. `target` is the intended target, or [`NONE`].
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn backfire(&mut self, who: CombatantId, spell: u8, energy: u8, target: u8) -> Result<(), R::Pause> {
        let how =
            self.referee.throw(Why::new(who, rule!("DF-R53"), "critical spell failure"), Dice::d6(1), backfire)?;
        self.tell(Event::SpellBackfires { who, spell, how });
        match how {
            Backfire::Injury => {
                let why = Why::new(who, rule!("DF-R53"), "injury");
                let penetrating = self.referee.throw(why, Dice::d6(1), |die| die)?;
                // An injury as it stands: no armor, no location.
                let penetrating = R::Tally::base(rule!("DF-R53").named("rolled"), penetrating);
                self.wound(&Wound::new(who, None, DamageType::Crushing), penetrating)?;
            }
            Backfire::Stun => self.stun_mentally(who),
            Backfire::Astray => self.go_astray(who, spell, energy, target)?,
            Backfire::Noise => {}
            Backfire::Drain => self.lose_fp(who, &R::Tally::base(rule!("DF-R53"), 2))?,
            Backfire::Forgotten => {
                self.state.effects.push(Effect {
                    on: who,
                    by: who,
                    spell,
                    energy,
                    radius: 0,
                    seconds: Effect::FORGOTTEN,
                });
            }
        }
        Ok(())
    }

    /// `DF-R53` `DF-R133` Roll 3: the spell strikes some other combatant within five hexes of the caster, who is one
    /// of them if it harms. Drawn in the order of the encounter, by a die with as many faces (`DF-R87`). A spell that is
    /// resisted is resisted by whom it strikes, as if the casting roll had been made by 0.
    fn go_astray(&mut self, who: CombatantId, spell: u8, energy: u8, target: u8) -> Result<(), R::Pause> {
        let setup = self.setup;
        let Some(known) = setup.combatants[who.index()].sheet.spells.get(spell as usize) else { return Ok(()) };
        let harmful = is_harmful(&known.effect);
        let strays = |scene: Scene<'_>, other: CombatantId| {
            let fighter = scene.fighter(other);
            other.0 != target
                && (harmful || other != who)
                && fighter.is_present()
                && !fighter.flags.has(Flags::DEAD)
                && scene.distance(who, other) <= 5
        };
        let count = self.state.ids().filter(|&other| strays(self.scene(), other)).count();
        let drawn = match count {
            0 => return Ok(()),
            1 => 0,
            _ => {
                let mut place = 0;
                for other in self.state.ids() {
                    if strays(self.scene(), other) {
                        place += 1;
                        self.tell(Event::MayBeStruck { who: other, place });
                    }
                }
                let die = Dice { number: 1, sides: count.min(100) as u8 };
                self.referee.throw(Why::new(who, rule!("DF-R53"), "whom it strikes"), die, |die| die as usize - 1)?
            }
        };
        let struck = self.state.ids().filter(|&other| strays(self.scene(), other)).nth(drawn);
        match struck {
            Some(other) => match known.resisted {
                Some(with) if self.holds_out(spell, with, other, 0)? => Ok(()),
                _ => self.apply_spell(who, spell, energy, 1, other),
            },
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs() {
        assert_eq!(cost_reduction(17), 1, "DF-E72");
        assert_eq!(cost_reduction(18), 1, "DF-E76");
        assert_eq!(cost_reduction(30), 4, "DF-R50: each further 5");
    }

    #[test]
    fn searches() {
        assert_eq!(search_penalty(25), Some(0), "DF-448");
        assert_eq!(search_penalty(150), Some(1), "DF-E77");
        assert_eq!(search_penalty(300), Some(2), "DF-448");
        assert_eq!(search_penalty(301), None, "DF-I47");
    }
}
