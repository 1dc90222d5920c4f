//! Active defenses: dodge, parry, block, and what may be added to each.
//!
//! Rules `DF-255` to `DF-285`. An attack comes here only after it hit without a critical. Read
//! [`Scene::defense_score`] for the modifiers and [`Fight::defend`] for the order of the rolls.

use crate::Dfrpg;
use crate::check::{Grade, THREE_DICE, grade};
use crate::decision::{Choice, Defense, DefenseKind, IncomingAttack, NONE, Question};
use crate::event::{Event, Unreadied};
use crate::movement::posture;
use crate::scene::{Fight, Scene};
use crate::sheet::{Item, ItemId, ItemKind, Level, Skill, SpellScore};
use crate::state::{DefenseFocus, Flags, ItemFlags};
use crate::strike::Outcome;
use affray_files::value::{Schema, ToValue};
use affray_grid::Arc;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

/// `DF-R15` What a parry with bare hands is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnarmedParry {
    /// The skill, or DX.
    pub skill: Level,
    /// What a weapon takes from it, 0 or -3.
    pub against_weapon: i32,
    /// What a Retreat adds, 0 without one.
    pub retreat: i32,
}

/// `DF-257` `DF-263` What a parry or block takes of a skill, rounded down.
const fn half(skill: i32) -> i32 {
    skill.div_euclid(2)
}

impl UnarmedParry {
    /// What the skill comes to, before the 3 of every parry.
    pub const fn total(self) -> i32 {
        half(self.skill.score as i32) + self.against_weapon + self.retreat
    }
}

/// Why nothing can be tried against an attack that hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum NoDefense {
    /// `DF-R61` The attack is not seen.
    Unseen,
    /// `DF-280` `DF-R75` Unconscious or asleep.
    Unconscious,
    /// `DF-280` Unaware.
    Unaware,
    /// `DF-065` After an All-Out Attack.
    AllOut,
    /// `DF-093` The movement of an All-Out Attack was taken for a Wait.
    WaitMoved,
    /// `DF-R10` The attack comes from the rear.
    Rear,
    /// `DF-R90` Pinned.
    Pinned,
}

impl NoDefense {
    /// The refusal of a defense.
    fn refusal(self) -> Refusal {
        let (rule, message) = match self {
            Self::Unseen => (rule!("DF-R61"), "no active defense against an attack that is not seen"),
            Self::Unconscious => (rule!("DF-280"), "who is unconscious cannot defend"),
            Self::Unaware => (rule!("DF-280"), "who is unaware of the attack cannot defend"),
            Self::AllOut => (rule!("DF-065"), "no active defense until the own next turn after an All-Out Attack"),
            Self::WaitMoved => (rule!("DF-093"), "who took the movement of an All-Out Attack for a Wait cannot defend"),
            Self::Rear => (rule!("DF-R10"), "no active defense against an attack from the rear"),
            Self::Pinned => (rule!("DF-R90"), "a pinned figure has no active defense"),
        };
        Refusal::new(rule, message)
    }
}

/// What every defense of a combatant against an attack depends on.
#[derive(Debug, Clone, Copy)]
pub struct Defender<'a> {
    /// The combatant.
    pub who: CombatantId,
    /// `DF-264` `DF-265` The shield or cloak that counts against the attack.
    pub shield: Option<&'a Item>,
    /// The weapon that the attack is made with.
    pub weapon: Option<&'a Item>,
    /// `DF-279` A foe holds its body.
    pub is_grabbed: bool,
    /// `DF-R35` The encumbrance level, lifted foes included.
    pub load: i32,
}

impl<'a> Scene<'a> {
    /// What the defenses of a combatant against an attack depend on.
    pub fn defender(self, who: CombatantId, attack: &IncomingAttack) -> Defender<'a> {
        Defender {
            who,
            shield: self.shield_against(who, attack.arc).and_then(|(item, _)| self.item(who, item)),
            weapon: self.striking_item(attack.by, attack.mode).map(|(_, item)| item),
            is_grabbed: self.is_grabbed(who),
            load: i32::from(self.encumbrance_with_foes(who, false).min(4)),
        }
    }
}

impl Scene<'_> {
    /// `DF-065` `DF-093` `DF-280` `DF-R10` `DF-R75` `DF-R90` Why a combatant has no active defense against an attack;
    /// `None` if it has.
    pub fn without_defense(self, who: CombatantId, attack: &IncomingAttack) -> Option<NoDefense> {
        let fighter = self.fighter(who);
        if !fighter.is_conscious() {
            Some(NoDefense::Unconscious)
        } else if fighter.flags.has(Flags::UNAWARE) {
            Some(NoDefense::Unaware)
        } else if fighter.flags.has(Flags::ALL_OUT) {
            Some(NoDefense::AllOut)
        } else if fighter.flags.has(Flags::WAIT_MOVED) {
            Some(NoDefense::WaitMoved)
        } else if attack.arc == Arc::Rear && !self.share_hex(who, attack.by) {
            Some(NoDefense::Rear)
        } else {
            self.is_pinned(who).then_some(NoDefense::Pinned)
        }
    }

    /// `DF-280` `DF-R75` Whether a combatant can use any active defense against an attack.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn can_defend(self, who: CombatantId, attack: &IncomingAttack) -> Result<(), Refusal> {
        self.without_defense(who, attack).map_or(Ok(()), |why| Err(why.refusal()))
    }

    /// `DF-067` `DF-223` `DF-285` `DF-R68` The effective score of a defense, before the roll for an Acrobatic Dodge.
    /// Penalties of feint and deception add up; load reduces only fencing parries.
    pub fn defense_score<T: Tally>(self, defender: &Defender<'_>, attack: &IncomingAttack, defense: &Defense) -> T {
        let who = defender.who;
        let (mut score, focus): (T, _) = match defense.kind {
            DefenseKind::None => return T::base(rule!("DF-255"), 0),
            DefenseKind::Spell { spell } => {
                return self.blocking_spell_score(who, spell, attack, i32::from(defense.situational));
            }
            DefenseKind::Dodge => (self.dodge_score(defender, attack, defense), DefenseFocus::Dodge),
            DefenseKind::Parry { hand } => (self.parry_score(defender, attack, defense, hand), DefenseFocus::Parry),
            DefenseKind::Block | DefenseKind::BlockWithFoe => {
                (self.block_score(defender, attack, defense), DefenseFocus::Block)
            }
        };
        let is_dodge = defense.kind == DefenseKind::Dodge;
        if defender.is_grabbed {
            score.add(rule!("DF-279"), if is_dodge { -1 } else { -2 });
        }
        self.add_defender_state(&mut score, defender, attack);
        score.add(rule!("DF-067"), if self.fighter(who).focus == focus { 2 } else { 0 });
        // DF-223: at range only the Dodge suffers from deception.
        score.add(rule!("DF-222"), if is_dodge || !attack.ranged { -i32::from(attack.deceptive) } else { 0 });
        score.add(rule!("DF-071"), -i32::from(attack.feint));
        score.add(rule!("DF-216"), -i32::from(attack.dual));
        score.add(rule!("DF-284"), if attack.above { -2 } else { 0 });
        score.add(rule!("DF-012"), i32::from(defense.situational));
        score
    }

    /// `DF-273` Whether a Retreat counts: the one that goes with the defense, or an earlier one from that attacker.
    fn retreats(self, who: CombatantId, attack: &IncomingAttack, defense: &Defense) -> bool {
        !attack.ranged && (defense.retreat.is_some() || self.fighter(who).retreated == attack.by.0)
    }

    /// `DF-273` `DF-R16` Adds what a Retreat adds to a defense, by that rule; one that was made before has words of its own.
    fn add_retreat<T: Tally>(
        self,
        score: &mut T,
        (who, attack, defense): (CombatantId, &IncomingAttack, &Defense),
        (rule, bonus): (RuleId, i32),
    ) {
        if self.retreats(who, attack, defense) {
            let rule = match rule.as_str() {
                _ if defense.retreat.is_some() => rule,
                "DF-260" => rule.named("Retreat made before, fencing"),
                "DF-272" => rule.named("Retreat made before"),
                _ => rule!("DF-273").named("Retreat made before"),
            };
            score.add(rule, bonus);
        }
    }

    /// `DF-256` The part of a Dodge that no other defense has.
    fn dodge_score<T: Tally>(self, defender: &Defender<'_>, attack: &IncomingAttack, defense: &Defense) -> T {
        let who = defender.who;
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let (speed, load) = (i32::from(sheet.speed_quarters.div_euclid(4)), i32::from(sheet.encumbrance.min(4)));
        let bonus = i32::from(sheet.traits.defense_bonus);
        let whole = sheet.speed_quarters % 4 == 0;
        let words = if whole { "Basic Speed" } else { "Basic Speed without its fraction" };
        let mut score = T::base(rule!("DF-256").named(words), speed);
        score.add(rule!("DF-256").named("for a Dodge"), 3);
        score.add(rule!("DF-R108"), bonus);
        let stated = i32::from(sheet.dodge) + load - score.total();
        score.add(rule!("DF-256").named("Dodge that the sheet states"), stated);
        score.add(rule!("DF-027").named("encumbrance"), -load);
        // DF-R35: a lifted foe is a load like any other.
        score.add(rule!("DF-R35"), load - defender.load);
        // DF-R132: toward 0, as the source has 1 for 4.
        score.add(rule!("DF-R132"), self.spells_on_dx(who) / 4);
        self.halve(&mut score, who);
        self.add_retreat(&mut score, (who, attack, defense), (rule!("DF-271"), 3));
        let drops = defense.drop || attack.ranged && fighter.dropped == attack.by.0;
        score.add(rule!("DF-275"), if drops { 3 } else { 0 });
        score
    }

    /// `DF-263` `DF-268` The part of a block, with a shield or with a lifted foe, that no other defense has.
    fn block_score<T: Tally>(self, defender: &Defender<'_>, attack: &IncomingAttack, defense: &Defense) -> T {
        let who = defender.who;
        let sheet = self.sheet(who);
        let (rule, mut score, stated): (_, T, _) = match defender.shield {
            Some(shield) if defense.kind == DefenseKind::Block => {
                (rule!("DF-263"), self.skill_score(who, shield.skill), shield.score)
            }
            _ => {
                let skill = sheet.best_level(&[Skill::Wrestling]);
                (rule!("DF-268"), skill.tally(rule!("DF-002")), skill.score)
            }
        };
        let (dx, stated) = (self.spells_on_dx(who), half(stated.into()) - half(score.total()));
        score.add(rule!("DF-R132"), dx);
        score.becomes(rule.named("half"), half(score.total()));
        score.add(rule.named("for a Block"), 3);
        score.add(rule!("DF-263").named("Block that the sheet states"), stated);
        score.add(rule!("DF-R108"), i32::from(sheet.traits.defense_bonus));
        score.add(
            rule!("DF-263").named("weapon that is blocked"),
            defender.weapon.map_or(0, |weapon| i32::from(weapon.blockable)),
        );
        self.add_retreat(&mut score, (who, attack, defense), (rule!("DF-271"), 1));
        score
    }

    /// `DF-257` `DF-258` `DF-259` `DF-260` `DF-261` `DF-271` `DF-272` `DF-R125` The part of a parry, with a weapon or the bare
    /// hand, that no other defense has.
    fn parry_score<T: Tally>(self, defender: &Defender<'_>, attack: &IncomingAttack, defense: &Defense, hand: u8) -> T {
        let (who, incoming) = (defender.who, defender.weapon);
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let weapon = self.item(who, fighter.hands[hand as usize & 3]);
        let retreats = self.retreats(who, attack, defense);
        let (mut score, (rule, retreat)): (T, _) = match weapon {
            Some(weapon) => {
                let mut score: T = self.skill_score(who, weapon.skill);
                score.add(rule!("DF-033"), i32::from(weapon.score) - score.total());
                score.add(rule!("DF-R132"), self.spells_on_dx(who));
                score.becomes(rule!("DF-257").named("half"), half(score.total()));
                score.add(rule!("DF-257").named("for a Parry"), 3);
                score.add(rule!("DF-257").named("parry of the weapon"), i32::from(weapon.parry.unwrap_or(0)));
                let retreat = match weapon.skill {
                    // DF-272 is not added to DF-260.
                    _ if weapon.fencing => (rule!("DF-260"), 3),
                    Skill::MainGauche | Skill::Rapier | Skill::Saber | Skill::Smallsword => (rule!("DF-272"), 3),
                    _ => (rule!("DF-271"), 1),
                };
                (score, retreat)
            }
            None => {
                let parry = self.unarmed_parry(who, incoming.is_some(), retreats);
                let mut score: T = parry.skill.tally(rule!("DF-002"));
                score.add(rule!("DF-R132"), self.spells_on_dx(who));
                score.becomes(rule!("DF-257").named("half"), half(score.total()));
                score.add(rule!("DF-257").named("for a Parry"), 3);
                score.add(rule!("DF-R15"), parry.against_weapon);
                (score, (if parry.retreat == 3 { rule!("DF-272") } else { rule!("DF-271") }, parry.retreat))
            }
        };
        score.add(rule!("DF-R108"), i32::from(sheet.traits.defense_bonus));
        score.add(rule!("DF-R125"), i32::from(sheet.traits.parry_bonus));
        let thrown = attack.ranged && !attack.missile;
        score.add(rule!("DF-R92"), if thrown { -1 } else { 0 });
        score.add(
            rule!("DF-257").named("weapon that is parried"),
            incoming.map_or(0, |weapon| i32::from(weapon.parryable)),
        );
        let earlier = i32::from(fighter.parries[self.hand_that_counts(who, hand)]);
        if weapon.is_some_and(|weapon| weapon.fencing) {
            score.add(rule!("DF-259"), -2 * earlier);
            // DF-261: only this defense is reduced by the load (DF-R68).
            score.add(rule!("DF-261"), -defender.load);
        } else {
            score.add(rule!("DF-258"), -4 * earlier);
        }
        self.add_retreat(&mut score, (who, attack, defense), (rule, retreat));
        score
    }

    /// `DF-258` The hand whose parries count for a parry with that one: a two-handed weapon parries with both, and is
    /// counted once.
    fn hand_that_counts(self, who: CombatantId, hand: u8) -> usize {
        let item = self.fighter(who).hands[hand as usize & 3];
        self.hand_with(who, item).map_or(hand as usize & 3, usize::from)
    }

    /// What changes every active defense alike: shield, posture, stun, arc, spells.
    #[inline]
    pub fn add_defender_state<T: Tally>(self, score: &mut T, defender: &Defender<'_>, attack: &IncomingAttack) {
        let fighter = self.fighter(defender.who);
        if let Some(shield) = defender.shield {
            let worn = if shield.kind == ItemKind::Cloak { "cloak" } else { "shield" };
            score.add(rule!("DF-264").named(worn), i32::from(shield.db));
        }
        score.add(rule!("DF-277"), posture::defense_modifier(fighter.posture));
        score.add(rule!("DF-278"), if fighter.is_stunned() { -4 } else { 0 });
        let behind = || self.arc_to(defender.who, attack.by) == Arc::Rear;
        match attack.arc {
            Arc::Left if behind() => score.add(rule!("DF-R10").named("from behind, went there this turn: left"), -2),
            Arc::Right if behind() => score.add(rule!("DF-R10").named("from behind, went there this turn: right"), -2),
            Arc::Left => score.add(rule!("DF-282").named("from the left"), -2),
            Arc::Right => score.add(rule!("DF-282").named("from the right"), -2),
            Arc::Front | Arc::Rear => {}
        }
        score.add(rule!("DF-R19").named("off balance"), if fighter.flags.has(Flags::OFF_BALANCE) { -2 } else { 0 });
        self.add_spell_effects(score, defender.who, SpellScore::Defense);
    }

    /// `DF-269` The score of the roll before an Acrobatic Dodge. It is no active defense, which shock would spare
    /// (`DF-365`).
    pub fn acrobatics_score<T: Tally>(self, who: CombatantId) -> T {
        let sheet = self.sheet(who);
        let trained = sheet.is_trained(Skill::Acrobatics);
        let untrained = Level { score: sheet.dx - 6, name: "DX-6 for Acrobatics" };
        let skill = if trained { sheet.level(Skill::Acrobatics).or(untrained) } else { untrained };
        let mut score: T = skill.tally(rule!("DF-269"));
        self.add_dx_modifiers(&mut score, who);
        score
    }

    /// `DF-265` Whether a shield on that arm counts against an attack from there.
    pub(crate) fn shield_covers(self, who: CombatantId, hand: u8, arc: Arc) -> bool {
        match arc {
            Arc::Front => true,
            Arc::Rear => false,
            side => self.side_of_hand(who, hand) == side,
        }
    }

    /// The side on which a hand is: hand 0 is the main hand.
    pub fn side_of_hand(self, who: CombatantId, hand: u8) -> Arc {
        if (hand.is_multiple_of(2)) == self.sheet(who).body.left_handed { Arc::Left } else { Arc::Right }
    }

    /// `DF-R15` `DF-272` A parry with bare hands by the skill that serves best against a weapon or a bare limb, with a
    /// Retreat or without; by DX where no skill does better.
    pub fn unarmed_parry(self, who: CombatantId, armed: bool, retreat: bool) -> UnarmedParry {
        let sheet = self.sheet(who);
        let by = |skill: Option<Skill>| UnarmedParry {
            skill: skill.map_or(sheet.dx_level(), |skill| sheet.level(skill)),
            against_weapon: if armed && !matches!(skill, Some(Skill::Judo | Skill::Karate)) { -3 } else { 0 },
            retreat: match skill {
                _ if !retreat => 0,
                Some(Skill::Boxing | Skill::Judo | Skill::Karate) => 3,
                _ => 1,
            },
        };
        [Skill::Karate, Skill::Judo, Skill::Boxing, Skill::Brawling]
            .into_iter()
            .filter(|&skill| sheet.is_trained(skill))
            .map(|skill| by(Some(skill)))
            .fold(by(None), |best, next| if best.total() <= next.total() { next } else { best })
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-186` `DF-255` `DF-068` `DF-268` Has the defender try to stop an attack that hit: what became of the attack.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn defend(&mut self, who: CombatantId, attack: &IncomingAttack, unseen: bool) -> Result<Outcome, R::Pause> {
        // DF-280, DF-R61: not even asked where no defense is possible.
        let without = if unseen { Some(NoDefense::Unseen) } else { self.scene().without_defense(who, attack) };
        if let Some(why) = without {
            self.tell(Event::Undefended { who, why });
            return Ok(Outcome::Hit);
        }
        let tries = if self.state[who].focus == DefenseFocus::Double { 2 } else { 1 };
        let mut failed = None;
        for _ in 0..tries {
            let question = Question::Defend { who, attack: *attack, failed };
            let Choice::Defend(defense) = self.ask(question)? else { break };
            if defense.kind == DefenseKind::None {
                if failed.is_none() {
                    self.show_declined(who, attack);
                    self.tell(Event::Declines { who });
                }
                break;
            }
            if self.try_defense(who, attack, &defense)? {
                return Ok(match (defense.kind, self.scene().lifted(who)) {
                    (DefenseKind::Dodge, _) => Outcome::Dodged,
                    (DefenseKind::BlockWithFoe, Some(foe)) => Outcome::Redirected(foe),
                    _ => Outcome::Stopped,
                });
            }
            failed = Some(defense.kind);
            if !self.state[who].is_conscious() {
                break;
            }
        }
        Ok(Outcome::Hit)
    }

    /// Shows with what scores an attack could be defended against that is not defended against.
    fn show_declined(&mut self, who: CombatantId, attack: &IncomingAttack) {
        let scene = Scene { setup: self.setup, state: self.state };
        // Bare hands that parry alike are told once.
        let mut bare = None;
        for kind in scene.body_defenses(who) {
            let (rule, what) = match kind {
                DefenseKind::Dodge => (rule!("DF-256"), "dodge, not tried"),
                DefenseKind::Parry { .. } => (rule!("DF-257"), "parry, not tried"),
                _ => (rule!("DF-263"), "block, not tried"),
            };
            let defense = Defense::plain(kind);
            if scene.judge_defense(who, attack, None, &defense).is_ok() {
                let score: R::Tally = scene.defense_score(&scene.defender(who, attack), attack, &defense);
                if let DefenseKind::Parry { hand } = kind
                    && self.state[who].hands[hand as usize & 3] == ItemId::NONE
                    && bare.replace(score.total()) == Some(score.total())
                {
                    continue;
                }
                self.referee.show(Why::new(who, rule, what), &score);
            }
        }
    }

    /// `DF-256` `DF-257` `DF-263` `DF-283` One defense: its options, its roll, its cost; whether it succeeds.
    fn try_defense(&mut self, who: CombatantId, attack: &IncomingAttack, defense: &Defense) -> Result<bool, R::Pause> {
        let item = match defense.kind {
            DefenseKind::Parry { hand } => self.state[who].hands[hand as usize & 3],
            _ => ItemId::NONE,
        };
        self.tell(Event::Defends { who, kind: defense.kind, item });
        if let DefenseKind::Spell { spell } = defense.kind {
            return self.cast_blocking(who, spell, attack, i32::from(defense.situational));
        }
        let scene = self.scene();
        let mut score: R::Tally = scene.defense_score(&scene.defender(who, attack), attack, defense);
        if defense.acrobatic {
            self.acrobatic_dodge(who, &mut score)?;
        }
        self.spend_for_defense(who, attack, defense);
        let (rule, what) = match defense.kind {
            DefenseKind::Dodge => (rule!("DF-256"), "dodge"),
            DefenseKind::Parry { .. } => (rule!("DF-257"), "parry"),
            _ => (rule!("DF-263"), "block"),
        };
        let grade =
            self.referee.check(Why::new(who, rule, what), THREE_DICE, &score, |roll, score| grade(score, roll))?;
        if grade.succeeded() {
            self.tell(Event::Stopped { who, kind: defense.kind });
            // DF-283: against a melee attack the attacker rolls on the critical miss table.
            if grade == Grade::CriticalSuccess && !attack.ranged {
                self.tell(Event::Backlash { who: attack.by, failed: false, lies: false });
                self.critical_miss_by_defense(attack)?;
            }
            // Part 1.3 has breakage last.
            if let DefenseKind::Parry { hand } = defense.kind {
                self.parry_breakage(who, attack, hand)?;
            }
        } else if grade == Grade::CriticalFailure {
            self.critical_failure_of_defense(who, attack, defense)?;
        }
        if defense.drop {
            self.fall_prone(who);
        }
        self.distract_by_defense(who);
        Ok(grade.succeeded())
    }

    /// `DF-269` The roll before an Acrobatic Dodge: +2 or -2.
    fn acrobatic_dodge(&mut self, who: CombatantId, score: &mut R::Tally) -> Result<(), R::Pause> {
        let acrobatics: R::Tally = self.scene().acrobatics_score(who);
        let good = self.succeeds(who, rule!("DF-269"), "acrobatics", &acrobatics)?;
        score.add(
            rule!("DF-269").named(if good { "acrobatics made" } else { "acrobatics failed" }),
            if good { 2 } else { -2 },
        );
        Ok(())
    }

    /// What a defense uses up, whether it succeeds or not; the movement of a Retreat.
    fn spend_for_defense(&mut self, who: CombatantId, attack: &IncomingAttack, defense: &Defense) {
        let item = match defense.kind {
            DefenseKind::Parry { hand } => self.state[who].hands[hand as usize & 3],
            _ => ItemId::NONE,
        };
        let unbalanced = self.scene().item(who, item).is_some_and(|item| item.unbalanced);
        let counted = match defense.kind {
            DefenseKind::Parry { hand } => self.scene().hand_that_counts(who, hand),
            _ => 0,
        };
        let fighter = &mut self.state[who];
        match defense.kind {
            DefenseKind::Parry { .. } => {
                let parries = &mut fighter.parries[counted];
                *parries = parries.saturating_add(1);
                // DF-262: it matters only for unbalanced weapons.
                if unbalanced {
                    fighter.parried |= fighter.bit(item);
                    self.waste_feint(who, item);
                }
            }
            DefenseKind::Block | DefenseKind::BlockWithFoe => fighter.flags.set(Flags::BLOCKED),
            _ => {}
        }
        if defense.drop {
            self.state[who].dropped = attack.by.0;
        }
        if let Some(side) = defense.retreat {
            self.state[who].retreated = attack.by.0;
            let shared = self.scene().share_hex(who, attack.by);
            let came_in = self.scene().who_came_in(who, attack.by);
            self.retreat(who, side);
            if shared && !self.scene().share_hex(who, attack.by) {
                // DF-471: the attacker may follow through until the end of its turn.
                self.note_retreat_out(who, came_in);
            }
        }
    }

    /// `DF-074` `DF-R06` A parry with an unbalanced weapon wastes the feint made with it.
    fn waste_feint(&mut self, who: CombatantId, item: ItemId) {
        let item = self.state[who].in_byte(item);
        for slot in 0..2 {
            let feint = self.state[who].feints[slot];
            if feint.foe != NONE && feint.item == item {
                self.state[who].feints[slot] = crate::state::Feinted::NOBODY;
                self.tell(Event::FeintWasted { who, foe: CombatantId(feint.foe) });
            }
        }
    }

    /// `DF-283` What a critical failure of a defense costs.
    fn critical_failure_of_defense(
        &mut self,
        who: CombatantId,
        attack: &IncomingAttack,
        defense: &Defense,
    ) -> Result<(), R::Pause> {
        if matches!(defense.kind, DefenseKind::Dodge | DefenseKind::Block | DefenseKind::Parry { .. }) {
            let lies = defense.kind == DefenseKind::Dodge && self.state[who].posture.is_lying();
            self.tell(Event::Backlash { who, failed: true, lies });
        }
        match defense.kind {
            DefenseKind::Dodge => self.fall_prone(who),
            DefenseKind::Block => {
                if let Some((item, _)) = self.scene().shield_against(who, attack.arc) {
                    self.state.set_item(who, item, ItemFlags::UNREADY);
                    self.tell(Event::Unready { who, item, why: Unreadied::Block });
                }
            }
            DefenseKind::Parry { hand } => self.critical_miss_of_parry(who, hand)?,
            _ => {}
        }
        Ok(())
    }
}
