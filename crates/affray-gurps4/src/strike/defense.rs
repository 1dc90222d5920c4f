//! Active defenses: dodge, parry and block, and what may be added to each.
//!
//! Rules `G4-240` to `G4-256`, with what other chapters do to a defense; rulings `G4-R23` to `G4-R25`, `G4-R42`,
//! `G4-R44`, `G4-R53` and `G4-R60`. An attack comes here only after it hit without a critical.

use crate::Gurps4;
use crate::check::succeeds;
use crate::decision::{Choice, Defense, DefenseKind, IncomingAttack, NONE, Question};
use crate::event::{AimLoss, Effort, Event, Undefended};
use crate::movement::judge_side;
use crate::movement::posture::modifiers;
use crate::scene::{Fight, Scene};
use crate::sheet::{Flight, ItemId, Level, Skill, Traits};
use crate::state::{Flags, Focus, OUT, Posture};
use crate::strike::to_hit::deception;
use affray_grid::{Arc, Facing};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;
use arrayvec::ArrayVec;

/// `G4-029` A Parry of a skill, before the modifier of the weapon.
use affray_3d6::attributes::defense_score as base_score;

/// The results of the rolls before a defense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Before {
    /// `G4-250` Acrobatics, if it was rolled.
    pub acrobatics: Option<bool>,
    /// `G4-244` Blind Fighting succeeded.
    pub felt: bool,
}

/// Conditions that forbid every defense.
const HINDERED: Flags = OUT.union(Flags::ALL_OUT).union(Flags::UNAWARE);

impl Scene<'_> {
    /// `G4-240` `G4-130` `G4-396` Whether a figure can use any defense.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn can_defend(self, who: CombatantId, attack: &IncomingAttack) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        match self.hindrance(who, attack) {
            Undefended::Choice => Ok(()),
            Undefended::AllOut => {
                refuse(rule!("G4-130"), "no active defense until its next turn after an All-Out Attack")
            }
            Undefended::Frozen => refuse(rule!("G4-396"), "a frozen combatant cannot defend"),
            Undefended::Blind => refuse(rule!("G4-R44"), "a blind combatant cannot know of a ranged attack"),
            Undefended::Unaware => {
                refuse(rule!("G4-240"), "an attack that it does not know of cannot be defended against")
            }
            Undefended::Out => refuse(rule!("G4-240"), "one that is out of the fight cannot defend"),
        }
    }

    /// `G4-240` `G4-130` `G4-396` `G4-R44` What keeps a figure from every defense; its own choice, where nothing does,
    /// as in a Jump (`G4-154`).
    fn hindrance(self, who: CombatantId, attack: &IncomingAttack) -> Undefended {
        let fighter = self.fighter(who);
        if !fighter.flags.any(HINDERED) && fighter.frozen == 0 && !attack.unaware {
            Undefended::Choice
        } else if fighter.flags.any(OUT) {
            Undefended::Out
        } else if fighter.flags.has(Flags::ALL_OUT) {
            Undefended::AllOut
        } else if fighter.frozen != 0 {
            Undefended::Frozen
        } else if attack.unaware && self.is_blind(who) {
            Undefended::Blind
        } else {
            Undefended::Unaware
        }
    }

    /// The side on which a hand is: 0 is the main hand.
    #[inline]
    pub fn side_of_hand(self, who: CombatantId, hand: usize) -> Arc {
        if (hand == 0) == self.sheet(who).left_handed { Arc::Left } else { Arc::Right }
    }

    /// The shield, buckler or cloak that a figure holds, and the hand.
    #[inline]
    pub fn shield(self, who: CombatantId) -> Option<(ItemId, usize)> {
        let fighter = self.fighter(who);
        for hand in [1, 0] {
            let item = fighter.hands[hand];
            if self.arm(who, item).is_some_and(|item| item.is_shield()) && self.wields(who, item) {
                return Some((item, hand));
            }
        }
        None
    }

    /// `G4-246` `G4-248` `G4-249` `G4-R23` Whether something on that arm covers against an attack from there.
    #[inline]
    fn covers(self, who: CombatantId, hand: usize, arc: Arc) -> bool {
        match arc {
            Arc::Front => true,
            Arc::Rear => false,
            side => self.side_of_hand(who, hand) == side,
        }
    }

    /// `G4-247` The hand under which a parry is counted: the first of two that hold one weapon.
    #[inline]
    fn counted(self, who: CombatantId, hand: u8) -> usize {
        let [main, off] = self.fighter(who).hands;
        if main == off && main != ItemId::NONE { 0 } else { hand as usize & 1 }
    }

    /// `G4-252` The bonus of a Retreat to that defense.
    pub(crate) fn retreat_bonus(self, who: CombatantId, kind: DefenseKind) -> i32 {
        match kind {
            DefenseKind::Dodge => 3,
            DefenseKind::Parry(hand) => {
                let item = self.fighter(who).hands[hand as usize & 1];
                match self.arm(who, item) {
                    Some(weapon) if weapon.fencing => 3,
                    Some(_) => 1,
                    None => self.unarmed_parry(who, true).1,
                }
            }
            DefenseKind::Block | DefenseKind::None => 1,
        }
    }

    /// `G4-029` `G4-252` The skill with which a bare hand parries, and what a Retreat adds to it: in a Retreat the
    /// skill with the better sum.
    fn unarmed_parry(self, who: CombatantId, retreats: bool) -> (Level, i32) {
        let (best, trained) = (self.sheet(who).unarmed, self.sheet(who).unarmed_retreat);
        let beats = |one: Level, other: Level| base_score(one.score) + 3 > base_score(other.score) + 1;
        if trained == best || retreats && trained.score != 0 && beats(trained, best) { (trained, 3) } else { (best, 1) }
    }

    /// `G4-028` `G4-029` `G4-030` `G4-033` `G4-162` `G4-247` `G4-R66` The score of a defense as such, in a Retreat or not, earlier
    /// parries and an All-Out Defense counted.
    pub(crate) fn base_defense<T: Tally>(self, who: CombatantId, kind: DefenseKind, retreats: bool) -> T {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let reflexes = i32::from(sheet.is(Traits::COMBAT_REFLEXES));
        let mut score = match kind {
            DefenseKind::None => T::base(rule!("G4-240"), 0),
            DefenseKind::Dodge => self.dodge_score(who),
            DefenseKind::Parry(hand) => {
                let (mut score, parry, fencing): (T, _, _) = match self.arm(who, fighter.hands[hand as usize & 1]) {
                    Some(weapon) => (weapon.tally(rule!("G4-029")), weapon.parry.unwrap_or(0), weapon.fencing),
                    None => (self.unarmed_parry(who, retreats).0.tally(rule!("G4-029")), 0, false),
                };
                score.becomes(rule!("G4-029").named("half"), score.total().div_euclid(2));
                score.add(rule!("G4-029"), 3);
                score.add(rule!("G4-029").named("weapon's parry"), parry.into());
                score.add(rule!("G4-R66"), sheet.parry_bonus.into());
                score.add(rule!("G4-033"), reflexes);
                let earlier = i32::from(fighter.parries[self.counted(who, hand)]);
                score.add(rule!("G4-247"), if fencing { -2 * earlier } else { -4 * earlier });
                score
            }
            DefenseKind::Block => {
                let shield = self.shield(who).and_then(|(item, _)| self.arm(who, item));
                let mut score: T =
                    shield.map_or_else(|| T::base(rule!("G4-030"), 0), |shield| shield.tally(rule!("G4-030")));
                score.becomes(rule!("G4-030").named("half"), score.total().div_euclid(2));
                score.add(rule!("G4-030"), 3);
                score.add(rule!("G4-R66").named("shield's block"), shield.map_or(0, |shield| shield.block.into()));
                score.add(rule!("G4-R66"), sheet.block_bonus.into());
                score.add(rule!("G4-033"), reflexes);
                score
            }
        };
        let named = matches!(
            (fighter.focus, kind),
            (Focus::Dodge, DefenseKind::Dodge)
                | (Focus::Parry, DefenseKind::Parry(_))
                | (Focus::Block, DefenseKind::Block)
        );
        score.add(rule!("G4-162"), if named { 2 } else { 0 });
        score
    }

    /// `G4-241` `G4-242` `G4-243` `G4-244` `G4-249` `G4-252` `G4-255` The effective score of a defense, everything that changes
    /// it included.
    pub fn defense_score<T: Tally>(
        self,
        who: CombatantId,
        attack: &IncomingAttack,
        defense: &Defense,
        before: Before,
    ) -> T {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let mut score: T = self.base_defense(who, defense.kind, defense.retreat.is_some());
        if defense.kind == DefenseKind::None {
            return score;
        }
        // G4-282: a shield does nothing for a weapon that is gone for.
        if let Some((item, hand)) = self.shield(who)
            && attack.form.held().is_none()
            && self.covers(who, hand, attack.arc)
        {
            score.add(rule!("G4-249"), self.arm(who, item).map_or(0, |item| item.db.into()));
        }
        let wide = sheet.is(Traits::PERIPHERAL_VISION);
        match attack.arc {
            Arc::Front => {}
            Arc::Rear if attack.behind => score.add(rule!("G4-244"), if wide || before.felt { -2 } else { -4 }),
            Arc::Rear => score.add(rule!("G4-243"), if wide { 0 } else { -2 }),
            Arc::Left => score.add(rule!("G4-242").named("from the left"), if wide { 0 } else { -2 }),
            Arc::Right => score.add(rule!("G4-242").named("from the right"), if wide { 0 } else { -2 }),
        }
        score.add(rule!("G4-255").named(fighter.posture.in_words()), modifiers(fighter.posture).defense);
        score.add(rule!("G4-352"), if fighter.flags.has(Flags::STUNNED) { -4 } else { 0 });
        score.add(rule!("G4-R36").named("off balance"), if fighter.flags.has(Flags::OFF_BALANCE) { -2 } else { 0 });
        score.add(rule!("G4-R44"), if attack.flight.is_none() && self.is_blind(who) { -4 } else { 0 });
        score.add(deception(attack.flight.is_some()), -i32::from(attack.deceptive));
        score.add(rule!("G4-140"), if attack.telegraphic { 2 } else { 0 });
        score.add(rule!("G4-123"), -i32::from(attack.feint));
        score.add(rule!("G4-271"), if attack.dual { -1 } else { 0 });
        score.add(rule!("G4-252"), if defense.retreat.is_some() { self.retreat_bonus(who, defense.kind) } else { 0 });
        score.add(rule!("G4-250"), before.acrobatics.map_or(0, |success| if success { 2 } else { -2 }));
        score.add(rule!("G4-251"), if defense.dive { 3 } else { 0 });
        score.add(rule!("G4-254"), if defense.feverish { 2 } else { 0 });
        score
    }

    /// Whether a defense may be tried, with its options.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_defense(
        self,
        who: CombatantId,
        attack: &IncomingAttack,
        failed: Option<DefenseKind>,
        defense: &Defense,
    ) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Defense { kind, retreat, acrobatic, dive, feverish, blind_fighting } = *defense;
        if kind == DefenseKind::None {
            return if retreat.is_some() || acrobatic || dive || feverish || blind_fighting {
                refuse(rule!("G4-240"), "options go with a defense: choose one, or none of both")
            } else {
                Ok(())
            };
        }
        self.can_defend(who, attack)?;
        if let Some(first) = failed
            && std::mem::discriminant(&first) == std::mem::discriminant(&kind)
        {
            return refuse(rule!("G4-R53"), "the second defense has to be of another kind");
        }
        match kind {
            DefenseKind::None | DefenseKind::Dodge => {}
            DefenseKind::Parry(hand) => self.judge_parry(who, attack, hand)?,
            DefenseKind::Block => self.judge_block(who, attack)?,
        }
        if acrobatic {
            if kind != DefenseKind::Dodge {
                return refuse(rule!("G4-250"), "Acrobatic Dodge is a Dodge");
            }
            if self.sheet(who).skill(Skill::Acrobatics) == 0 {
                return refuse(rule!("G4-250"), "an Acrobatic Dodge takes the skill Acrobatics");
            }
        }
        if dive {
            if kind != DefenseKind::Dodge || attack.flight.is_none() {
                return refuse(rule!("G4-251"), "Dive! is a Dodge against a ranged attack");
            }
            if self.fighter(who).posture == Posture::Prone {
                return refuse(rule!("G4-251"), "it is prone already");
            }
        }
        if feverish {
            self.judge_effort(who, 1)?;
        }
        if blind_fighting
            && (attack.arc != Arc::Rear || !attack.behind || self.sheet(who).skill(Skill::BlindFighting) == 0)
        {
            return refuse(
                rule!("G4-244"),
                "Blind Fighting helps against who began its turn in the back, and takes the skill",
            );
        }
        match retreat {
            Some(side) => self.judge_retreat(who, attack, failed.is_some(), side),
            None => Ok(()),
        }
    }

    /// `G4-246` `G4-256` `G4-145` `G4-R23` `G4-R25` Whether that hand can parry that attack.
    pub(crate) fn judge_parry(self, who: CombatantId, attack: &IncomingAttack, hand: u8) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        if hand > 1 {
            return Err(Refusal::impossible(rule!("G4-246"), "there are two hands: 0 and 1"));
        }
        if fighter.flags.has(Flags::CHARGED) {
            return refuse(rule!("G4-145"), "no Parry after a Charge until its next turn: dodge or block");
        }
        if matches!(attack.flight, Some(Flight::Missile | Flight::Beam)) {
            return refuse(rule!("G4-256"), "only thrown weapons can be parried: dodge or block");
        }
        if attack.arc == Arc::Rear {
            return refuse(rule!("G4-246"), "no Parry against an attack from the back");
        }
        let item = fighter.hands[hand as usize];
        let both = fighter.hands[0] == fighter.hands[1];
        match self.arm(who, item) {
            Some(weapon) => {
                if weapon.parry.is_none() || weapon.is_shield() {
                    return refuse(rule!("G4-246"), "nothing in that hand parries");
                }
                self.judge_weapon(who, item, rule!("G4-246"))?;
                if attack.distance == 0 && weapon.reach & 1 == 0 {
                    return refuse(rule!("G4-R25"), "in the same hex only a weapon of reach C parries");
                }
                if !both && !self.covers(who, hand as usize, attack.arc) {
                    return refuse(rule!("G4-246"), "that weapon is on the other side");
                }
            }
            None => {
                if !sheet.has_hands() {
                    return refuse(rule!("G4-R68"), "its body has no hand that parries: dodge");
                }
                if !self.has_use_of(who, hand as usize) {
                    return refuse(rule!("G4-R34"), "that arm is crippled");
                }
                if sheet.unarmed.score == 0 {
                    return refuse(rule!("G4-029"), "a bare hand parries with Boxing, Brawling, Judo or Karate");
                }
            }
        }
        if attack.form.is_slam() { self.judge_heavy_parry(who, attack, hand) } else { Ok(()) }
    }

    /// `G4-248` `G4-256` `G4-282` `G4-R25` Whether an attack can be blocked.
    pub(crate) fn judge_block(self, who: CombatantId, attack: &IncomingAttack) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some((_, hand)) = self.shield(who) else {
            return refuse(rule!("G4-248"), "a Block needs a shield, buckler or cloak in hand");
        };
        if self.fighter(who).flags.has(Flags::BLOCKED) {
            return refuse(rule!("G4-248"), "one Block a round: dodge or parry");
        }
        if attack.flight == Some(Flight::Beam) {
            return refuse(rule!("G4-256"), "a beam cannot be blocked: dodge");
        }
        if attack.form.held().is_some() {
            return refuse(rule!("G4-282"), "an attack at a weapon cannot be blocked: dodge or parry");
        }
        if !self.covers(who, hand, attack.arc) {
            return refuse(rule!("G4-248"), "the shield is on the other side");
        }
        Ok(())
    }

    /// `G4-252` `G4-253` `G4-R24` Whether a figure can still retreat in this round, wherever to.
    #[inline]
    pub(crate) fn is_free_to_retreat(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        !fighter.flags.any(Flags::RETREATED.union(Flags::CHARGED).union(Flags::STUNNED))
            && matches!(fighter.posture, Posture::Standing | Posture::Crouch)
            && fighter.grappled_by == NONE
    }

    /// `G4-252` `G4-253` `G4-R24` `G4-R53` Whether a figure can retreat into the hex on that side.
    pub fn judge_retreat(
        self,
        who: CombatantId,
        attack: &IncomingAttack,
        second: bool,
        side: Facing,
    ) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        judge_side(side)?;
        if attack.flight.is_some() {
            return refuse(rule!("G4-252"), "a Retreat is from a melee attack");
        }
        if second {
            return refuse(
                rule!("G4-R53"),
                "the Retreat of the first defense serves the second as well, or there is none",
            );
        }
        if !self.is_free_to_retreat(who) {
            return if fighter.flags.has(Flags::RETREATED) {
                refuse(rule!("G4-252"), "one Retreat a round")
            } else if fighter.flags.has(Flags::CHARGED) {
                refuse(rule!("G4-253"), "no Retreat after a Charge")
            } else {
                refuse(rule!("G4-R24"), "a Retreat is made standing or crouching, not stunned and not grappled")
            };
        }
        let to = fighter.at.step(side);
        match self.judge_ground(fighter.at, to) {
            Err(refusal) if refusal.impossible => return Err(refusal),
            Ok(()) if !self.inside(to, who).any => {}
            _ => return refuse(rule!("G4-R24"), "that hex is not free"),
        }
        let from = self.fighter(attack.by).at;
        if self.map().distance(to, from) <= self.map().distance(fighter.at, from) {
            return refuse(rule!("G4-R24"), "a Retreat leads away from the attacker");
        }
        Ok(())
    }

    /// The side that leads straight away from somebody; from the same hex, that to which the other faces.
    pub(crate) fn straight_back(self, who: CombatantId, by: CombatantId) -> Facing {
        let (me, it) = (self.fighter(who), self.fighter(by));
        if me.at == it.at { it.facing } else { self.map().facing_towards(it.at, me.at) }
    }

    /// The sides to which a combatant could retreat, the straightest way back first.
    pub fn ways_back(self, who: CombatantId, attack: &IncomingAttack) -> impl Iterator<Item = Facing> {
        let back = self.straight_back(who, attack.by);
        let sides = [0, 1, -1, 2, -2, 3].into_iter().map(move |turn| back.turned(turn));
        sides.filter(move |&side| self.judge_retreat(who, attack, false, side).is_ok())
    }

    /// The defenses that a person would be shown: each with every Retreat; with a Retreat and something more, the
    /// straightest.
    pub fn defense_options(
        self,
        who: CombatantId,
        attack: &IncomingAttack,
        failed: Option<DefenseKind>,
        into: &mut Vec<Choice>,
    ) {
        let mut offer = |defense: Defense| {
            let possible = self.judge_defense(who, attack, failed, &defense).is_ok();
            if possible {
                into.push(Choice::Defend(defense));
            }
            possible
        };
        let ways: ArrayVec<Facing, 6> = self.ways_back(who, attack).filter(|_| failed.is_none()).collect();
        let back = ways.first().copied();
        for kind in [DefenseKind::Dodge, DefenseKind::Parry(0), DefenseKind::Parry(1), DefenseKind::Block] {
            let plain = Defense::plain(kind);
            if !offer(plain) {
                continue;
            }
            offer(Defense { feverish: true, ..plain });
            for &way in &ways {
                offer(Defense { retreat: Some(way), ..plain });
            }
            offer(Defense { acrobatic: true, ..plain });
            offer(Defense { dive: true, ..plain });
            offer(Defense { blind_fighting: true, ..plain });
            if back.is_some() {
                offer(Defense { retreat: back, feverish: true, ..plain });
                offer(Defense { retreat: back, acrobatic: true, ..plain });
            }
        }
        offer(Defense::NONE);
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-240` `G4-163` `G4-R53` Lets the target defend: once, or twice with a Double Defense. What stopped the attack,
    /// if anything did.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn defend(&mut self, who: CombatantId, attack: &IncomingAttack) -> Result<Option<DefenseKind>, R::Pause> {
        let undefended = |cause| Event::Undefended { who, by: attack.by, cause };
        let hindrance = self.scene().hindrance(who, attack);
        if hindrance != Undefended::Choice {
            self.tell(undefended(hindrance));
            return Ok(None);
        }
        let mut first: Option<Defense> = None;
        loop {
            let question = Question::Defend { who, attack: *attack, failed: first.map(|first| first.kind) };
            let Choice::Defend(mut defense) = self.ask(question)? else {
                return Ok(None);
            };
            if defense.kind == DefenseKind::None {
                if first.is_none() {
                    self.tell(undefended(Undefended::Choice));
                }
                return Ok(None);
            }
            // The Retreat of the first defense serves the second as well.
            defense.retreat = first.and_then(|first| first.retreat).or(defense.retreat);
            if self.try_defense(who, attack, &defense)? {
                return Ok(Some(defense.kind));
            }
            if first.is_some() || self.state[who].focus != Focus::Double || !self.state[who].is_up() {
                return Ok(None);
            }
            first = Some(defense);
        }
    }

    /// `G4-117` `G4-167` `G4-241` `G4-R41` One defense: what it costs, the rolls before it, the roll itself. Whether it stops the attack.
    fn try_defense(&mut self, who: CombatantId, attack: &IncomingAttack, defense: &Defense) -> Result<bool, R::Pause> {
        let with = match defense.kind {
            DefenseKind::Parry(hand) => Some((self.state[who].hands[hand as usize & 1], hand as usize)),
            DefenseKind::Block => self.scene().shield(who),
            DefenseKind::Dodge | DefenseKind::None => None,
        };
        if let Some((item, hand)) = with {
            self.tell(Event::Tries { who, defense: defense.kind, item, off: hand != 0 });
        }
        if defense.feverish {
            self.pay(who, Effort::FeverishDefense);
            if !self.state[who].is_up() {
                return Ok(false);
            }
        }
        let sheet = &self.setup.combatants[who.index()].sheet;
        let mut before = Before::default();
        if defense.blind_fighting {
            let score: R::Tally = sheet.level(Skill::BlindFighting).tally(rule!("G4-244"));
            before.felt = succeeds(self.referee, Why::new(who, rule!("G4-244"), "blind fighting"), &score)?;
        }
        if defense.acrobatic {
            // G4-R38: shock does not lower it.
            let score: R::Tally = sheet.level(Skill::Acrobatics).tally(rule!("G4-250"));
            before.acrobatics = Some(succeeds(self.referee, Why::new(who, rule!("G4-250"), "acrobatics"), &score)?);
        }
        let score: R::Tally = self.scene().defense_score(who, attack, defense, before);
        let (rule, what) = match defense.kind {
            DefenseKind::Parry(hand) => {
                let hand = self.scene().counted(who, hand);
                let parries = &mut self.state[who].parries[hand];
                *parries = parries.saturating_add(1);
                (rule!("G4-029"), "parry")
            }
            DefenseKind::Block => {
                self.state[who].flags.set(Flags::BLOCKED);
                (rule!("G4-030"), "block")
            }
            DefenseKind::Dodge | DefenseKind::None => (rule!("G4-028"), "dodge"),
        };
        if let Some(side) = defense.retreat {
            self.retreat(who, side);
        }
        let stops = succeeds(self.referee, Why::new(who, rule, what), &score)?;
        self.tell(Event::Defends { who, by: attack.by, defense: *defense, succeeds: stops });
        if defense.dive {
            self.take_posture(who, Posture::Prone);
        }
        if let DefenseKind::Parry(hand) = defense.kind
            && stops
            && attack.form.is_slam()
        {
            self.risk_weapon(who, attack, hand)?;
        }
        // G4-117 G4-167
        self.lose_aim(who, AimLoss::Defense);
        if self.state[who].task != NONE {
            self.keep_concentration(who)?;
        }
        Ok(stops)
    }

    /// `G4-252` `G4-R53` Steps back, once a round: the second of two defenses does not step again.
    fn retreat(&mut self, who: CombatantId, side: Facing) {
        if self.state[who].flags.has(Flags::RETREATED) {
            return;
        }
        self.state[who].flags.set(Flags::RETREATED);
        let to = self.state[who].at.step(side);
        if self.scene().map().ground(to).is_some() {
            self.state[who].at = to;
            self.tell(Event::Retreats { who, to });
            if self.state.any_grapple {
                self.settle_grapples();
            }
        }
    }
}
