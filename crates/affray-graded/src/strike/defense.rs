//! Active defenses: whether they may be tried, what they are rolled on, and what they leave of an attack.
//!
//! Rules `GR-080`, `GR-083`, `GR-130` to `GR-136`, `GR-138`, `GR-144` to `GR-172`, `GR-197` to `GR-199`,
//! `GR-201`, `GR-202`; rulings `GR-R06`, `GR-R09`, `GR-R10`, `GR-R57`, `GR-R58`, `GR-R60`, `GR-R61`, `GR-R65`
//! to `GR-R71`. Read `Fight::defend` first.

use crate::Graded;
use crate::check::{fails_critically, margin, succeeded};
use crate::decision::{Choice, Defense, From, IncomingAttack, ManeuverKind, Mode, NONE, Posture, Question, Side};
use crate::event::{Event, Fall};
use crate::movement::arcs::height_penalty;
use crate::scene::{D3, Fight, Scene};
use crate::sheet::{Class, Item, ItemTraits, Size, Traits, UNARMED};
use crate::state::{Fighter, Flags, Ignored, MOST_PARRIED, Marks, STUN};
use crate::strike::damage::Grade;
use affray_files::value::{Schema, ToValue};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::{Sum, Tally};

/// Why there is no active defense against an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Bar {
    /// `GR-R65` It comes from behind.
    Behind,
    /// `GR-118` It is a tackle from behind.
    TackleBehind,
    /// `GR-062` An All Out Attack.
    AllOut,
    /// `GR-077` An All Out Charge.
    Charge,
    /// `GR-048` Ranged Rapid Attack.
    RapidFire,
    /// `GR-R68` Unconscious, surprised or unaware.
    Helpless,
    /// `GR-R68` Pinned.
    Pinned,
}

/// What an active defense leaves of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DefenseResult {
    /// The defense that was tried.
    pub defense: Defense,
    /// The grade that is left of the attack; `None` if the defense took all of its margin.
    pub left: Option<Grade>,
    /// The defense failed.
    pub failed: bool,
}

impl DefenseResult {
    /// No defense against an attack of that margin.
    pub(crate) const fn none(margin: i32) -> Self {
        Self { defense: Defense::None, left: Grade::of(margin), failed: false }
    }
}

/// What a defense roll came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reading {
    /// The grade that is left of the attack.
    left: Option<Grade>,
    /// The defense failed.
    failed: bool,
    /// A critical failure.
    fumble: bool,
    /// `GR-162` A block on the target number.
    exact: bool,
}

/// `GR-153` `GR-161` `GR-168` `GR-172` The margin that the roll of a defense leaves of an attack.
fn margin_left<T: Tally>(score: i32, roll: i32, attack: i32, defense: Defense) -> T {
    let mut left = T::base(rule!("GR-R01").named("margin of the attack"), attack);
    let success = succeeded(score, roll);
    let (rule, words) = match defense {
        Defense::None => return left,
        Defense::Parry(_) => (rule!("GR-153"), "parry"),
        Defense::Block => (rule!("GR-161"), "block"),
        Defense::Dodge => (rule!("GR-168"), "dodge"),
        Defense::Acrobatic => (rule!("GR-172"), "acrobatic dodge"),
    };
    match defense {
        Defense::Acrobatic if !success => left.add(rule.named("failed acrobatic dodge"), 2),
        Defense::Acrobatic => {}
        _ if success => left.add(rule.named(words), -2),
        _ => {}
    }
    if success {
        left.add(rule.named("its margin"), -margin(score, roll));
    }
    left
}

/// Reads a defense roll against an attack of that margin.
fn read(score: i32, roll: i32, attack: i32, defense: Defense) -> Reading {
    let success = succeeded(score, roll);
    let fumbles = !matches!(defense, Defense::Acrobatic | Defense::None);
    Reading {
        left: Grade::of(margin_left::<Sum>(score, roll, attack, defense).total()),
        failed: !success,
        fumble: fumbles && !success && fails_critically(score, roll),
        exact: defense == Defense::Block && success && roll == score,
    }
}

/// Everything that takes all active defenses.
const HELPLESS: Flags = Flags::UNCONSCIOUS.union(Flags::DEAD).union(Flags::SURPRISED).union(Flags::NO_DEFENSE);

impl Scene<'_> {
    /// `GR-R09` `GR-R65` `GR-R68` Whether a combatant has any active defense against an attack.
    pub fn can_defend(self, who: CombatantId, incoming: &IncomingAttack) -> bool {
        self.judge_defending(who, incoming).is_ok()
            && (self.judge_dodge(who).is_ok()
                || self.judge_block(who, incoming).is_ok()
                || self.parries(who, incoming)
                || self.judge_acrobatic(who, incoming).is_ok())
    }

    /// Whether a combatant can parry an attack with anything.
    fn parries(self, who: CombatantId, incoming: &IncomingAttack) -> bool {
        let hands = self.fighter(who).hands;
        [hands[0], hands[1], UNARMED]
            .into_iter()
            .any(|with| with != NONE && self.judge_parry(who, incoming, with).is_ok())
    }

    /// What forbids every active defense.
    pub(crate) fn bar(self, who: CombatantId, incoming: &IncomingAttack) -> Option<Bar> {
        let fighter = self.fighter(who);
        if incoming.side == Side::Rear {
            return Some(if incoming.from == From::Tackle { Bar::TackleBehind } else { Bar::Behind });
        }
        if fighter.flags.any(HELPLESS) {
            return Some(match fighter.maneuver {
                _ if !fighter.flags.has(Flags::NO_DEFENSE) => Bar::Helpless,
                ManeuverKind::Charge => Bar::Charge,
                ManeuverKind::RapidFire => Bar::RapidFire,
                _ => Bar::AllOut,
            });
        }
        (fighter.held != 0 && self.is_pinned(who)).then_some(Bar::Pinned)
    }

    fn judge_defending(self, who: CombatantId, incoming: &IncomingAttack) -> Result<(), Refusal> {
        let all_out = "the maneuver leaves no active defense until the next own turn";
        let (rule, message) = match self.bar(who, incoming) {
            None => return Ok(()),
            Some(Bar::Behind) => (rule!("GR-R65"), "there is no defense against an attack from behind"),
            Some(Bar::TackleBehind) => (rule!("GR-118"), "a tackle from behind cannot be dodged"),
            Some(Bar::AllOut) => (rule!("GR-062"), all_out),
            Some(Bar::Charge) => (rule!("GR-077"), all_out),
            Some(Bar::RapidFire) => (rule!("GR-048"), all_out),
            Some(Bar::Helpless) => (rule!("GR-R68"), "the unconscious, surprised and unaware cannot defend"),
            Some(Bar::Pinned) => (rule!("GR-R68"), "a pinned combatant cannot defend"),
        };
        Err(Refusal::new(rule, message))
    }

    fn judge_dodge(self, who: CombatantId) -> Result<(), Refusal> {
        if self.fighter(who).flags.has(Flags::BRACED) {
            return Err(Refusal::new(rule!("GR-138"), "a braced combatant can only block"));
        }
        Ok(())
    }

    fn judge_acrobatic(self, who: CombatantId, incoming: &IncomingAttack) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        if self.sheet(who).acrobatics.is_none() {
            return refuse(rule!("GR-170"), "that takes Acrobatics");
        }
        if incoming.from.is_ranged() {
            return refuse(rule!("GR-170"), "acrobatics help against melee attacks only");
        }
        if fighter.marks.has(Marks::ACROBATIC) {
            return refuse(rule!("GR-170"), "once a round");
        }
        if fighter.posture != Posture::Standing || fighter.held != 0 {
            return refuse(rule!("GR-R69"), "an acrobatic dodge takes a standing combatant that nobody holds");
        }
        self.judge_dodge(who)
    }

    /// `GR-156` to `GR-160` `GR-R71` Whether an attack can be blocked.
    fn judge_block(self, who: CombatantId, incoming: &IncomingAttack) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        if self.ready_shield(who).is_none() {
            return refuse(rule!("GR-156"), "a block takes a ready shield");
        }
        if fighter.blocks >= self.block_limit(who, incoming) {
            return refuse(rule!("GR-157"), "no further block in this round");
        }
        if fighter.marks.has(Marks::LOOSED) {
            return refuse(rule!("GR-R71"), "the shield hand held the bow");
        }
        // GR-158, GR-159, GR-160: a bash is a thrust, and a swing counts before a thrust.
        if fighter.marks.has(Marks::SWING) && !matches!(incoming.side, Side::Front | Side::ShieldFront) {
            return refuse(rule!("GR-158"), "after a swing only the front and the shield hex are blocked");
        }
        if fighter.marks.has(Marks::THRUST) && !incoming.side.is_forward() {
            return refuse(rule!("GR-159"), "after a thrust only the forward hexes are blocked");
        }
        Ok(())
    }

    /// Whether that foe is the one of a Single Foe Defense, or any is meant (`GR-R60`).
    fn is_all_out_against(self, who: CombatantId, by: CombatantId) -> bool {
        let fighter = self.fighter(who);
        match fighter.maneuver {
            ManeuverKind::MultipleDefense => true,
            ManeuverKind::SingleDefense => fighter.foe == by.0,
            _ => false,
        }
    }

    /// `GR-157` `GR-R57` `GR-R60` How many blocks a round has against that foe.
    fn block_limit(self, who: CombatantId, incoming: &IncomingAttack) -> u8 {
        if self.is_all_out_against(who, incoming.by) { 2 } else { 1 }
    }

    /// `GR-131` `GR-135` `GR-146` `GR-147` `GR-R57` `GR-R60` `GR-R61` How many parries a round has against
    /// that foe, this one being made with that skill.
    fn parry_limit(self, who: CombatantId, incoming: &IncomingAttack, class: Class) -> u8 {
        let fighter = self.fighter(who);
        let all_out = self.is_all_out_against(who, incoming.by);
        let advanced = self.sheet(who).traits.has(Traits::ADVANCED_DEFENSE);
        let other = Marks::PARRIED_OTHER;
        let alone = match class {
            Class::Fencing => !fighter.marks.any(other.union(Marks::PARRIED_STAFF)),
            Class::Quarterstaff => !fighter.marks.any(other.union(Marks::PARRIED_FENCING)),
            _ => false,
        };
        if all_out && class == Class::Fencing && alone {
            return NONE;
        }
        let mut limit = if alone { 2 } else { 1 };
        if all_out {
            limit = if advanced { 3 } else { 2 };
        }
        limit
    }

    /// `GR-152` `GR-R66` `GR-R67` Whether an attack can be parried with that item.
    fn judge_parry(self, who: CombatantId, incoming: &IncomingAttack, with: u8) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        if fighter.flags.has(Flags::BRACED) {
            return refuse(rule!("GR-138"), "a braced combatant can only block");
        }
        let class = if with == UNARMED {
            if !self.has_fist(who) {
                return refuse(rule!("GR-R66"), "a bare-handed parry takes a free hand");
            }
            Class::Bare
        } else {
            let Some(item) = self.item(who, with) else {
                return Err(Refusal::impossible(rule!("GR-R61"), "there is no such weapon"));
            };
            if item.parry.is_none() || !fighter.wields(with) {
                return refuse(rule!("GR-R61"), "that weapon is not ready to parry");
            }
            item.class
        };
        if fighter.held != 0 && self.is_grabbed(who, with) {
            return refuse(rule!("GR-R54"), "a held arm or weapon does not parry");
        }
        if fighter.parries >= self.parry_limit(who, incoming, class) {
            let rule =
                if fighter.maneuver == ManeuverKind::MultipleDefense { rule!("GR-147") } else { rule!("GR-146") };
            return refuse(rule, "no further parry in this round");
        }
        if incoming.from == From::Stray {
            return refuse(rule!("GR-R93"), "a stray missile is dodged or blocked");
        }
        if incoming.mode == Mode::Shoot && !self.item(incoming.by, incoming.with).is_some_and(Item::is_thrown) {
            return refuse(rule!("GR-152"), "arrows, bolts and stones cannot be parried");
        }
        if with == UNARMED && incoming.mode == Mode::Shoot {
            return refuse(rule!("GR-R66"), "bare hands parry melee attacks");
        }
        let large = self.item(who, with).is_some_and(|item| item.size >= Size::Medium);
        if incoming.mode == Mode::Bash && !large {
            return refuse(rule!("GR-083"), "a bash is parried with a medium or large weapon");
        }
        Ok(())
    }

    /// Whether a defense may be tried.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_defense(self, who: CombatantId, incoming: &IncomingAttack, defense: Defense) -> Result<(), Refusal> {
        if let Defense::Parry(with) = defense
            && with != UNARMED
            && self.item(who, with).is_none()
        {
            return Err(Refusal::impossible(rule!("GR-R61"), "there is no such weapon"));
        }
        if defense == Defense::None {
            return Ok(());
        }
        // GR-160, GR-166: the two that the source names, and the rest by analogy.
        if incoming.side == Side::Rear && matches!(defense, Defense::Block | Defense::Dodge) {
            let rule = if defense == Defense::Block { rule!("GR-160") } else { rule!("GR-166") };
            return Err(Refusal::new(rule, "there is no defense against an attack from behind"));
        }
        self.judge_defending(who, incoming)?;
        match defense {
            _ if incoming.from == From::Tackle && defense != Defense::Dodge => {
                Err(Refusal::new(rule!("GR-118"), "a tackle is dodged, or not"))
            }
            Defense::None => Ok(()),
            Defense::Parry(with) => self.judge_parry(who, incoming, with),
            Defense::Block => self.judge_block(who, incoming),
            Defense::Dodge => self.judge_dodge(who),
            Defense::Acrobatic => self.judge_acrobatic(who, incoming),
        }
    }

    /// The chances that a defense takes all of an attack's margin, and that it only makes a lesser hit of it, in
    /// percent.
    pub fn percent_to_defend(self, who: CombatantId, incoming: &IncomingAttack, defense: Defense) -> (f64, f64) {
        let score = self.defense_score::<Sum>(who, incoming, defense).total();
        let attack = incoming.margin;
        let left = |roll: i32| read(score, roll, attack, defense).left;
        let stops = D3.percent(|roll| left(roll).is_none());
        (stops, D3.percent(|roll| left(roll).is_some_and(|left| Some(left) < Grade::of(attack))))
    }

    /// Lists the defenses that a person would be shown.
    pub fn defense_options(self, who: CombatantId, incoming: &IncomingAttack, into: &mut Vec<Choice>) {
        let all = self.kinds_of_defense(who).chain([Defense::None]);
        into.extend(all.filter(|&one| self.judge_defense(who, incoming, one).is_ok()).map(Choice::Defense));
    }

    /// The defenses that one might think of, legal or not: a parry with each hand, and all others.
    pub fn kinds_of_defense(self, who: CombatantId) -> impl Iterator<Item = Defense> {
        let [main, off] = self.fighter(who).hands;
        let off = if off == main { NONE } else { off };
        let parries = [main, off, UNARMED].into_iter().filter(|&with| with != NONE).map(Defense::Parry);
        parries.chain([Defense::Block, Defense::Dodge, Defense::Acrobatic])
    }

    /// `GR-155` `GR-164` `GR-165` `GR-171` `GR-R115` What an active defense is rolled on.
    pub fn defense_score<T: Tally>(self, who: CombatantId, incoming: &IncomingAttack, defense: Defense) -> T {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let scores = self.scores(who);
        let mut score = match defense {
            Defense::None => T::base(rule!("GR-R09"), 0),
            Defense::Parry(with) => self.parry_base::<T>(who, incoming, with),
            Defense::Block => {
                let mut score = T::base(rule!("GR-155").named("shield"), sheet.shield);
                score.add(rule!("GR-R31"), -scores.loss);
                score
            }
            Defense::Dodge => {
                let level = i32::from(sheet.encumbrance);
                let mut score: T = self.attribute(who, rule!("GR-164").named("DX"), |scores| scores.dx);
                score.becomes(rule!("GR-164").named("halved"), scores.dodge + level);
                score.add(rule!("GR-164").named("encumbrance"), -level);
                if fighter.hp > 0 && fighter.hp <= 3 && !fighter.is_halved() {
                    score.becomes(rule!("GR-204"), score.total().div_euclid(2));
                }
                // GR-165, GR-R115: against fists and thrusts.
                let reads_arm = incoming.mode.is_thrust();
                score.add(rule!("GR-165"), if reads_arm { self.boxing_tenth(who) } else { 0 });
                let charge = matches!(incoming.from, From::Charge | From::ChargeStrong | From::ChargeSlam);
                score.add(rule!("GR-080"), if charge { 2 } else { 0 });
                score
            }
            Defense::Acrobatic => {
                let mut score = T::base(rule!("GR-171").named("Acrobatics"), sheet.acrobatics.unwrap_or(0));
                score.add(rule!("GR-171").named("Acrobatic Dodge"), -1);
                score.add(rule!("GR-R31"), -scores.loss);
                score
            }
        };
        self.add_situation(&mut score, who, incoming);
        score
    }

    /// `GR-141` `GR-149` `GR-202` What every defense suffers or gains from how things stand. Bad footing is not among it (`GR-175`).
    fn add_situation<T: Tally>(self, score: &mut T, who: CombatantId, incoming: &IncomingAttack) {
        let fighter = self.fighter(who);
        score.add(rule!("GR-197"), if incoming.side.is_side() { -2 } else { 0 });
        let posture = rule!("GR-201").named(fighter.posture.word());
        match fighter.posture {
            Posture::Kneeling => score.add(posture, -2),
            Posture::Lying => score.add(posture, -3),
            _ => {}
        }
        if fighter.flags.any(STUN.union(Flags::OFF_BALANCE)) {
            score.add(rule!("GR-194"), self.stun_penalty(who));
            score.add(rule!("GR-215"), if fighter.flags.has(Flags::OFF_BALANCE) { -2 } else { 0 });
        }
        // GR-141, GR-149, GR-202: one and the same bonus.
        score.add(rule!("GR-141"), if fighter.marks.has(Marks::STEPPED_BACK) { 3 } else { 0 });
        // GR-134, GR-R60: the first defense against the named foe.
        let first = fighter.maneuver == ManeuverKind::SingleDefense
            && fighter.foe == incoming.by.0
            && !fighter.marks.has(Marks::DEFENDED);
        score.add(rule!("GR-134"), if first { 4 } else { 0 });
        let attacker = self.fighter(incoming.by);
        // GR-072: a feint of the turn before.
        if attacker.feint.foe == who.0 && !attacker.marks.has(Marks::FEINT_FRESH) {
            let rule = if attacker.feint.amount < 0 { rule!("GR-073") } else { rule!("GR-072") };
            score.add(rule, -i32::from(attacker.feint.amount));
        }
        if self.setup.any_height && !incoming.from.is_ranged() {
            score.add(rule!("GR-199"), height_penalty(self.feet_above(incoming.by, who)));
        }
    }

    /// `GR-131` `GR-144` `GR-145` `GR-148` `GR-150` `GR-151` `GR-R58` What a parry starts from.
    fn parry_base<T: Tally>(self, who: CombatantId, incoming: &IncomingAttack, with: u8) -> T {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let loss = self.scores(who).loss;
        let mut score = match sheet.item(with) {
            None => {
                let (skill, name) = sheet.best_unarmed();
                let mut score = T::base(rule!("GR-R66").named(name), skill);
                score.add(rule!("GR-R31"), -loss);
                score.becomes(rule!("GR-R66").named("halved"), (skill - loss).div_euclid(2));
                score
            }
            Some(item) => {
                let foes = if fighter.maneuver == ManeuverKind::MultipleDefense && item.class == Class::Fencing {
                    self.parried_place(fighter, incoming.by)
                } else {
                    0
                };
                let skill = item.skill - loss - foes;
                let (rule, words, value) = if item.parries_by_thirds() {
                    (rule!("GR-145"), "cut to two thirds", (2 * skill).div_euclid(3))
                } else {
                    (rule!("GR-144"), "halved", skill.div_euclid(2))
                };
                let mut score = T::base(rule.named(item.class.name()), item.skill);
                score.add(rule!("GR-R31"), -loss);
                score.add(rule!("GR-131"), -foes);
                score.becomes(rule.named(words), value);
                let tiny = item.class == Class::Knife || item.size == Size::VerySmall;
                score.add(rule!("GR-148"), if tiny { -1 } else { 0 });
                score
            }
        };
        match incoming.mode {
            Mode::Bash => score.add(rule!("GR-083"), -2),
            Mode::Shoot => {
                let knife = self.item(incoming.by, incoming.with).and_then(|item| item.ranged).is_some_and(|r| r.knife);
                let rule = rule!("GR-150");
                if knife {
                    score.add(rule.named("against a thrown knife"), -2);
                } else {
                    score.add(rule, -1);
                }
            }
            _ => {
                let flail =
                    self.item(incoming.by, incoming.with).is_some_and(|item| item.traits.has(ItemTraits::FLAIL));
                score.add(rule!("GR-151"), if flail && !incoming.mode.is_unarmed() { -4 } else { 0 });
            }
        }
        score
    }

    /// `GR-131` `GR-R58` Which distinct foe of the round it is, counted from 1.
    fn parried_place(self, fighter: &Fighter, by: CombatantId) -> i32 {
        let known = fighter.parried.iter().position(|&one| one == by.0);
        let count = fighter.parried.iter().filter(|&&one| one != NONE).count();
        known.unwrap_or(count) as i32 + 1
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-R01` `GR-R09` `GR-D11` The active defense against an attack. A retreat's step comes before it.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn defend(&mut self, who: CombatantId, incoming: &IncomingAttack) -> Result<DefenseResult, R::Pause> {
        self.state[who].marks.clear(Marks::STEPPED_BACK);
        if self.state[who].flags.has(Flags::RETREATING) {
            self.step_back(who, incoming.by)?;
            // A watcher of that hex may have felled him.
            if !self.scene().can_defend(who, incoming) {
                return Ok(DefenseResult::none(incoming.margin));
            }
        }
        let question = Question::Defend { who, incoming: *incoming };
        match self.ask(question)? {
            Choice::Defense(defense) if defense != Defense::None => {
                let reading = self.roll_defense(who, incoming, defense)?;
                Ok(DefenseResult { defense, left: reading.left, failed: reading.failed })
            }
            _ => {
                self.state[who].marks.clear(Marks::STEPPED_BACK);
                self.tell(Event::Declines { who });
                Ok(DefenseResult::none(incoming.margin))
            }
        }
    }

    /// `GR-153` `GR-161` `GR-168` `GR-172` `GR-R06` `GR-R10` The roll of an active defense, and what it brings about
    /// at once.
    fn roll_defense(
        &mut self,
        who: CombatantId,
        incoming: &IncomingAttack,
        defense: Defense,
    ) -> Result<Reading, R::Pause> {
        let score: R::Tally = self.scene().defense_score(who, incoming, defense);
        let (rule, what) = match defense {
            Defense::Parry(_) => (rule!("GR-153"), "parry"),
            Defense::Block => (rule!("GR-161"), "block"),
            Defense::Acrobatic => (rule!("GR-172"), "acrobatic dodge"),
            Defense::Dodge | Defense::None if incoming.from == From::Tackle => (rule!("GR-118"), "dodge"),
            Defense::Dodge | Defense::None => (rule!("GR-168"), "dodge"),
        };
        let read = |roll, score| (read(score, roll, incoming.margin, defense), Ignored(roll));
        let (reading, Ignored(roll)) = self.referee.check(Why::new(who, rule, what), D3, &score, read)?;
        let left: R::Tally = margin_left(score.total(), roll, incoming.margin, defense);
        if incoming.from != From::Tackle && left.total() != incoming.margin {
            self.referee.show(Why::new(incoming.by, rule!("GR-R01"), "margin"), &left);
        }
        self.note_defense(who, incoming.by, defense);
        let (success, critical) = (!reading.failed, reading.fumble);
        self.tell(Event::Defends { who, by: incoming.by, defense, success, critical });
        if reading.exact {
            self.test_shield(who)?;
        }
        if reading.fumble {
            self.fumble_defense(who, defense)?;
        }
        if self.state[who].casting.spell != NONE {
            self.keep_casting(who)?;
        }
        Ok(reading)
    }

    /// Tells why there is no active defense against an attack.
    pub(crate) fn tell_bar(&mut self, who: CombatantId, incoming: &IncomingAttack) {
        if let Some(why) = self.scene().bar(who, incoming) {
            self.tell(Event::Undefended { who, why });
        }
    }

    /// `GR-118` `GR-R50` The one Dodge that a tackle leaves, a plain success roll: whether it succeeds; `None` if
    /// it is not tried. Nobody retreats from it: the tackler is in his hex already.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn dodge_tackle(
        &mut self,
        who: CombatantId,
        incoming: &IncomingAttack,
    ) -> Result<Option<bool>, R::Pause> {
        self.state[who].marks.clear(Marks::STEPPED_BACK);
        if self.scene().judge_defense(who, incoming, Defense::Dodge).is_err() {
            self.tell_bar(who, incoming);
            return Ok(None);
        }
        let question = Question::Defend { who, incoming: *incoming };
        if self.ask(question)? != Choice::Defense(Defense::Dodge) {
            self.tell(Event::Declines { who });
            return Ok(None);
        }
        let reading = self.roll_defense(who, incoming, Defense::Dodge)?;
        Ok(Some(!reading.failed))
    }

    /// What a defense uses up.
    fn note_defense(&mut self, who: CombatantId, by: CombatantId, defense: Defense) {
        let setup = self.setup;
        let fighter = &mut self.state[who];
        fighter.marks.clear(Marks::STEPPED_BACK);
        fighter.marks.set(Marks::TIRING);
        if fighter.maneuver != ManeuverKind::SingleDefense || fighter.foe == by.0 {
            fighter.marks.set(Marks::DEFENDED);
        }
        match defense {
            Defense::Parry(with) => {
                let class = setup.combatants[who.index()].sheet.item(with).map(|item| item.class);
                fighter.parries = fighter.parries.saturating_add(1);
                fighter.marks.set(match class {
                    Some(Class::Fencing) => Marks::PARRIED_FENCING,
                    Some(Class::Quarterstaff) => Marks::PARRIED_STAFF,
                    _ => Marks::PARRIED_OTHER,
                });
                if !fighter.parried.contains(&by.0)
                    && let Some(free) = fighter.parried[..MOST_PARRIED].iter_mut().find(|one| **one == NONE)
                {
                    *free = by.0;
                }
            }
            Defense::Block => fighter.blocks = fighter.blocks.saturating_add(1),
            Defense::Acrobatic => fighter.marks.set(Marks::ACROBATIC),
            Defense::Dodge | Defense::None => {}
        }
    }

    /// `GR-162` `GR-R70` A block on the target number tests the shield, which breaks if its HT roll fails.
    fn test_shield(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let scene = self.scene();
        let Some(item) = scene.ready_shield(who) else { return Ok(()) };
        let ht = scene.item(who, item).and_then(|item| item.shield).map_or(10, |shield| shield.ht);
        if !self.rolls(who, rule!("GR-162").named("HT of the shield"), "shield", ht)? {
            self.break_item(who, item);
        }
        Ok(())
    }

    /// `GR-154` `GR-163` `GR-169` What a critical failure of a defense costs.
    fn fumble_defense(&mut self, who: CombatantId, defense: Defense) -> Result<(), R::Pause> {
        match defense {
            Defense::Parry(with) => self.critical_miss(who, with, None),
            Defense::Block => {
                self.state[who].flags.set(Flags::ENTANGLED);
                self.tell(Event::Entangled { who });
                Ok(())
            }
            Defense::Dodge => {
                self.fall(who, Fall::Dodge);
                Ok(())
            }
            Defense::Acrobatic | Defense::None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `GR-E16` to `GR-E22`, `GR-E25`
    #[test]
    fn what_defenses_leave() {
        let left = |score, roll, attack, defense| read(score, roll, attack, defense).left.map(Grade::percent);
        let parry = Defense::Parry(0);
        assert_eq!(left(6, 5, 4, parry), Some(50));
        assert_eq!(left(6, 6, 4, parry), Some(75));
        assert_eq!(left(6, 7, 4, parry), Some(100));
        assert_eq!(left(6, 5, 2, parry), None);
        assert_eq!(left(6, 5, 3, parry), Some(25));
        assert_eq!(left(11, 8, 4, Defense::Acrobatic), Some(50));
        assert_eq!(left(11, 11, 4, Defense::Acrobatic), Some(100));
        assert_eq!(read(11, 12, 4, Defense::Acrobatic).left, Some(Grade::Critical));
        assert!(read(13, 13, 4, Defense::Block).exact && !read(13, 12, 4, Defense::Block).exact);
        assert!(!read(3, 4, 4, Defense::Block).exact);
        assert!(read(5, 15, 4, Defense::Dodge).fumble && !read(5, 14, 4, Defense::Dodge).fumble);
    }
}
