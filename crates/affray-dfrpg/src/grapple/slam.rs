//! Shoves and slams: attacks with the whole body that push or throw down.
//!
//! Rules `DF-228` and `DF-229`, ruling `DF-R26`.

use crate::Dfrpg;
use crate::body::injury::Wound;
use crate::decision::{Aim, AllOut, AttackFrom, AttackPlan, Grapple, IncomingKind};
use crate::event::Event;
use crate::grapple::Contact;
use crate::movement::Went;
use crate::scene::{Fight, Scene};
use crate::sheet::{Damage, DamageType, Location, Skill};
use crate::state::{Motion, Posture};
use crate::strike::damage::{Blow, Bonus, CriticalHit, Protection};
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

/// `DF-R26` The bonus for each die of a slam at that speed, in hexes.
///
/// ```
/// assert_eq!(affray_dfrpg::grapple::slam::speed_bonus(5), 2); // DF-E53
/// ```
pub const fn speed_bonus(hexes: u8) -> i16 {
    match hexes {
        ..=2 => 0,
        3 => 1,
        4..=5 => 2,
        6..=7 => 3,
        8..=10 => 4,
        11..=15 => 5,
        16..=20 => 6,
        _ => 7,
    }
}

/// `DF-R26` The line of the bonus of a slam at that speed.
pub(crate) const fn speed_line(hexes: u8) -> RuleId {
    rule!("DF-R26").named(match hexes {
        ..=3 => "3 hexes forward, 1 for each die",
        4 => "4 hexes forward, 2 for each die",
        5 => "5 hexes forward, 2 for each die",
        6 => "6 hexes forward, 3 for each die",
        7 => "7 hexes forward, 3 for each die",
        8 => "8 hexes forward, 4 for each die",
        9 => "9 hexes forward, 4 for each die",
        10 => "10 hexes forward, 4 for each die",
        11..=15 => "11 to 15 hexes forward, 5 for each die",
        16..=20 => "16 to 20 hexes forward, 6 for each die",
        _ => "21 hexes forward and more, 7 for each die",
    })
}

/// `DF-228` The dice of a shove: thr, at -1 per die with fewer than two hands.
pub const fn shove_damage(thrust: Damage, hands: u8) -> Damage {
    let less = if hands.count_ones() < 2 { thrust.dice.number as i16 } else { 0 };
    Damage { dice: thrust.dice, add: thrust.add - less }
}

/// `DF-R26` What the two damage totals do to the feet of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clash {
    /// The target is thrown down.
    TargetFalls,
    /// The target rolls DX or falls.
    TargetRolls,
    /// The slammer is thrown down.
    SlammerFalls,
    /// Both stand.
    BothStand,
}

/// `DF-R26` Compares the totals, before DR.
pub const fn clash(slammer: i32, target: i32) -> Clash {
    if 2 * target <= slammer {
        Clash::TargetFalls
    } else if target <= slammer {
        Clash::TargetRolls
    } else if 2 * slammer <= target {
        Clash::SlammerFalls
    } else {
        Clash::BothStand
    }
}

impl Scene<'_> {
    /// `DF-228` The effective skill of a shove: the better of DX and Sumo Wrestling.
    pub fn shove_score<T: Tally>(self, who: CombatantId, with: &Grapple, plan: &AttackPlan) -> T {
        let mut score: T = self.sheet(who).best_level(&[Skill::SumoWrestling]).tally(rule!("DF-228"));
        self.add_unarmed(&mut score, who, with, plan);
        let geometry = self.attack_geometry(who, with.target);
        self.add_target_modifiers(&mut score, who, with.target, Aim::At(Location::Torso), false, &geometry);
        if plan.from == AttackFrom::MoveAndAttack {
            score.at_most(rule!("DF-100").named("limit of a Move and Attack"), 9);
        }
        score
    }

    /// `DF-R26` `DF-100` The effective skill of a slam: the best of DX, Brawling and Sumo Wrestling,
    /// without the penalty and the cap of a Move and Attack.
    pub fn slam_score<T: Tally>(self, who: CombatantId, with: &Grapple, plan: &AttackPlan) -> T {
        let best = self.sheet(who).best_level(&[Skill::Brawling, Skill::SumoWrestling]);
        let mut score: T = best.tally(rule!("DF-R26"));
        let geometry = self.attack_geometry(who, with.target);
        self.add_attacker_state(&mut score, who, false, geometry.closed_in);
        if plan.from == AttackFrom::AllOut(AllOut::Determined) {
            score.add(rule!("DF-059"), 4);
        }
        self.add_target_modifiers(&mut score, who, with.target, Aim::At(Location::Torso), false, &geometry);
        score.add(rule!("DF-012"), i32::from(with.situational));
        score
    }

    /// `DF-228` `DF-172` `DF-173` `DF-R107` Whether a shove can be made: hands free, the target in reach.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_shove(self, who: CombatantId, with: &Grapple, plan: &AttackPlan) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        self.judge_hands(who, with.hands).map_err(|refusal| Refusal { rule: rule!("DF-228"), ..refusal })?;
        let distance = self.blow_distance_ahead(who, with.target);
        if distance > 1 {
            return refuse(rule!("DF-172"), "a shove reaches the own hex and the ones next to it");
        }
        if !self.is_in_front(who, with.target) {
            return refuse(rule!("DF-173"), "the target has to be in the front arc");
        }
        if distance == 1 && self.fighter(who).posture == Posture::Crawling {
            return refuse(rule!("DF-157"), "a crawling figure attacks at reach C only");
        }
        if distance == 1 && self.is_grabbed(who) {
            return refuse(rule!("DF-507"), "who is grabbed attacks with reach C only");
        }
        if self.shove_score::<Sum>(who, with, plan).total() < 3 {
            return refuse(rule!("DF-002"), "an effective score below 3 may not be tried");
        }
        Ok(())
    }

    /// `DF-229` `DF-R26` `DF-R107` Whether a slam can be made: on the move, into a foe right in front.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_slam(self, who: CombatantId, with: &Grapple, plan: &AttackPlan) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if plan.from == AttackFrom::Attack {
            return refuse(rule!("DF-229"), "a slam is a Move and Attack or an All-Out Attack");
        }
        if self.blow_distance_ahead(who, with.target) != 1 {
            return refuse(rule!("DF-R26"), "a slam ends next to its target");
        }
        if !self.is_in_front(who, with.target) {
            return refuse(rule!("DF-173"), "the target has to be in the front arc");
        }
        match self.fighter(who).posture {
            Posture::Crawling => return refuse(rule!("DF-157"), "a crawling figure attacks at reach C only"),
            Posture::Prone | Posture::FaceUp | Posture::Sitting => {
                return refuse(rule!("DF-R26"), "who lies or sits does not run into anybody");
            }
            Posture::Standing | Posture::Crouching | Posture::Kneeling => {}
        }
        if self.is_grabbed(who) {
            return refuse(rule!("DF-507"), "who is grabbed attacks with reach C only");
        }
        if self.slam_score::<Sum>(who, with, plan).total() < 3 {
            return refuse(rule!("DF-002"), "an effective score below 3 may not be tried");
        }
        Ok(())
    }
}

impl Scene<'_> {
    /// `DF-028` A shove or slam as a blow: thrust, and what the rule `adds` takes from it.
    fn push_blow(self, who: CombatantId, target: CombatantId, damage: Damage, adds: RuleId, bonus: Bonus) -> Blow {
        Blow {
            by: who,
            target,
            damage,
            strength: (rule!("DF-028").named("thrust"), self.sheet(who).thrust.add),
            adds,
            bonus,
            kind: DamageType::Crushing,
            divisor: (1, 1),
            aim: Aim::At(Location::Torso),
            halved: false,
            critical: false,
            from_behind: false,
            knocks_back: false,
        }
    }

    /// `DF-R26` What either of the two does to the other in a slam over so many hexes: thr-2, and the bonus of that speed.
    fn slam_blow(self, who: CombatantId, target: CombatantId, speed: u8, bonus: Bonus) -> Blow {
        let thrust = self.sheet(who).thrust;
        let damage = Damage { add: thrust.add - 2, ..thrust };
        self.push_blow(who, target, damage, rule!("DF-R26").named("slam"), Bonus { speed, ..bonus })
    }

    /// `DF-228` `DF-R25` The hexes by which a shove pushes when its dice show so many pips.
    fn shove<T: Tally>(self, blow: &Blow, critical: CriticalHit, pips: i32) -> T {
        let mut damage: T = blow.basic(critical, pips);
        damage.becomes(rule!("DF-228").named("twice"), 2 * damage.total());
        self.knockback(blow.target, damage)
    }
}

/// The combatant that a shove or slam struck, and how.
struct Struck {
    target: CombatantId,
    contact: Contact,
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-228` `DF-R35` Pushes without hurting: knockback as of a blow of twice the total.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn shove(&mut self, who: CombatantId, with: &Grapple, plan: &AttackPlan) -> Result<(), R::Pause> {
        self.spend_hands(who, with.hands, plan);
        let (_, struck) = self.contact_or_astray(who, with, IncomingKind::Shove, plan)?;
        match struck {
            Some(Struck { target, contact }) => self.push_away(who, &Grapple { target, ..*with }, plan, contact),
            None => Ok(()),
        }
    }

    /// `DF-474` `DF-R117` The rolls of a shove or slam, which can go astray like any other attack into close combat: how
    /// it met its target, or that another combatant stopped it; and the combatant that it struck, if any.
    fn contact_or_astray(
        &mut self,
        who: CombatantId,
        with: &Grapple,
        kind: IncomingKind,
        plan: &AttackPlan,
    ) -> Result<(Contact, Option<Struck>), R::Pause> {
        let score = |scene: Scene<'_>, with: &Grapple| -> R::Tally {
            match kind {
                IncomingKind::Shove => scene.shove_score(who, with, plan),
                _ => scene.slam_score(who, with, plan),
            }
        };
        let geometry = self.scene().attack_geometry(who, with.target);
        let mut bystanders = self.scene().bystanders(who, with.target, &geometry);
        let first = self.make_contact(who, with, kind, &score(self.scene(), with))?;
        if let Some(struck) = self.whom_it_struck(with.target, first) {
            return Ok((first, Some(Struck { target: struck, contact: first })));
        }
        let mut contact = first;
        // DF-R117: a critical miss strikes no other combatant.
        while contact != Contact::Stopped
            && first != Contact::CriticalMiss
            && self.can_go_on(who)
            && let Some(target) = self.next_bystander(who, &mut bystanders)?
        {
            let with = Grapple { target, ..*with };
            let mut score = score(self.scene(), &with);
            score.at_most(rule!("DF-474"), 9);
            self.tell(Event::Strays { who, target });
            contact = self.roll_contact(who, &with, kind, "stray attack", &score)?;
            if let Some(struck) = self.whom_it_struck(target, contact) {
                return Ok((first, Some(Struck { target: struck, contact })));
            }
        }
        Ok((if contact == Contact::Stopped { contact } else { first }, None))
    }

    /// `DF-R35` The combatant that a shove or slam struck: its target, or the lifted foe that was put in its way.
    fn whom_it_struck(&mut self, target: CombatantId, contact: Contact) -> Option<CombatantId> {
        match contact {
            Contact::Critical | Contact::Hit => Some(target),
            Contact::Redirected(foe) => {
                self.tell(Event::Shields { who: target, foe });
                Some(foe)
            }
            Contact::Dodged | Contact::Stopped | Contact::Missed | Contact::CriticalMiss => None,
        }
    }

    /// `DF-228` `DF-R25` The effect of a shove that struck.
    fn push_away(
        &mut self,
        who: CombatantId,
        with: &Grapple,
        plan: &AttackPlan,
        contact: Contact,
    ) -> Result<(), R::Pause> {
        let damage = shove_damage(self.scene().sheet(who).thrust, with.hands);
        let (adds, bonus) = (rule!("DF-228").named("one hand"), Bonus::of_strong(plan, damage));
        let blow = self.scene().push_blow(who, with.target, damage, adds, bonus);
        let blow = Blow { critical: contact == Contact::Critical, ..blow };
        let critical = self.roll_critical_hit(&blow)?.at(Location::Torso);
        self.show_damage_per_hex(with.target);
        let why = Why::new(who, rule!("DF-228"), "shove");
        let push = |scene: Scene<'_>, pips| scene.shove::<Sum>(&blow, critical, pips).total();
        self.tell_critical_hit(&blow, critical);
        let pips = self.throw_damage(why, blow.damage.dice, critical, push)?;
        let hexes: R::Tally = self.scene().shove(&blow, critical, pips);
        self.referee.show(Why::new(with.target, rule!("DF-R25"), "knockback"), &hexes);
        let hexes = hexes.total();
        if hexes > 0 {
            self.knock_back(who, with.target, hexes, (0, false))?;
        }
        if critical == CriticalHit::Drops {
            self.drop_everything(with.target, false);
        }
        Ok(())
    }

    /// `DF-R26` `DF-R35` `DF-474` Runs a foe down, or bounces off; into close combat it can go astray. Whether it ran
    /// past its target.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn slam(&mut self, who: CombatantId, with: &Grapple, plan: &AttackPlan) -> Result<bool, R::Pause> {
        let towards = self.scene().map().facing_towards(self.state[who].at, self.state[with.target].at);
        let (first, struck) = self.contact_or_astray(who, with, IncomingKind::Slam, plan)?;
        if let Some(Struck { target, contact }) = struck {
            self.clash(who, target, plan, contact)?;
            return Ok(false);
        }
        if first == Contact::Dodged {
            self.run_past(who, towards, plan)?;
        }
        Ok(first == Contact::Dodged)
    }

    /// `DF-R07` `DF-R26` `DF-R100` `DF-124` `DF-237` `DF-504` A dodge lets the slammer run through its target's hex
    /// into the one beyond, if that is free and no ledge rises on the way, with the foes that it holds; a combatant
    /// kept in place by grips or spells stays there. Both are hexes of its move: it has to keep its feet in each, and
    /// each can trigger a Wait.
    fn run_past(&mut self, who: CombatantId, towards: Facing, plan: &AttackPlan) -> Result<(), R::Pause> {
        let start = self.state[who].at;
        let middle = start.step(towards);
        let beyond = middle.step(towards);
        let scene = self.scene();
        let is_open = scene.judge_ground(start, middle).is_ok() && scene.judge_ground(middle, beyond).is_ok();
        let can_leave = scene.judge_leaving(who).is_ok() && scene.move_points(who) > 0;
        if !self.state[who].is_conscious() || !can_leave || !is_open || !self.scene().is_free(beyond, who) {
            return Ok(());
        }
        let hurry = if plan.from == AttackFrom::MoveAndAttack { -2 } else { 0 };
        for to in [middle, beyond] {
            let from = self.state[who].at;
            let company = self.move_with_company(who, to, towards, false);
            let fighter = &mut self.state[who];
            fighter.moved = fighter.moved.saturating_add(1);
            fighter.motion.set(Motion::FAR);
            self.tell_move(who, to, None, company);
            let before = self.before(who);
            self.fall_over_ledge(who, from, to)?;
            self.company_falls(company, from, to)?;
            self.footing(who, hurry)?;
            self.checkpoint_hex(who, from)?;
            self.checkpoint_company(company, from, to)?;
            let lies = self.state[who].posture.is_lying();
            if lies || self.state[who].at != to || self.after_interruption(who, before) != Went::On {
                break;
            }
        }
        if self.scene().met_a_foe(who) {
            self.enter_close_combat(who, towards);
        }
        Ok(())
    }

    /// `DF-R26` Both take damage; the totals before DR decide which one falls.
    fn clash(
        &mut self,
        who: CombatantId,
        target: CombatantId,
        plan: &AttackPlan,
        contact: Contact,
    ) -> Result<(), R::Pause> {
        let bonus = Bonus::of_strong(plan, self.scene().sheet(who).thrust);
        let blow = self.scene().slam_blow(who, target, plan.straight, bonus);
        let blow = Blow { critical: contact == Contact::Critical, ..blow };
        let answer = self.scene().slam_blow(target, who, plan.straight, Bonus::default());
        let critical = self.roll_critical_hit(&blow)?.at(Location::Torso);
        let why = Why::new(who, rule!("DF-325"), "damage");
        let read = |_: Scene<'_>, pips| blow.basic::<Sum>(critical, pips).total();
        self.tell_critical_hit(&blow, critical);
        let pips = self.throw_damage(why, blow.damage.dice, critical, read)?;
        let mine: R::Tally = blow.basic(critical, pips);
        let total = mine.total();
        let why = Why::new(target, rule!("DF-R26"), "damage");
        let torso = |who| Wound::new(who, Some(Location::Torso), DamageType::Crushing);
        let wound = Wound { counts_as_major: critical == CriticalHit::Major, ..torso(target) };
        let read = |scene: Scene<'_>, pips| {
            let theirs = answer.basic::<Sum>(CriticalHit::Normal, pips);
            (clash(total, theirs.total()), scene.damage_result(theirs, &Protection::PLAIN, &torso(who)).0)
        };
        let pips = self.throw_damage(why, answer.damage.dice, CriticalHit::Normal, read)?;
        let theirs: R::Tally = answer.basic(CriticalHit::Normal, pips);
        let result = clash(total, theirs.total());
        self.tell(Event::Clashes { who, foe: target, damage: total, answer: theirs.total() });
        let scene = self.scene();
        let my_damage = scene.damage_result(theirs, &Protection::PLAIN, &torso(who));
        let its_damage = scene.damage_result(mine, &Protection { critical, ..Protection::PLAIN }, &wound);
        match result {
            Clash::TargetFalls => self.fall_prone(target),
            Clash::TargetRolls => {
                let score: R::Tally = self.scene().dx_score(target, rule!("DF-R26"));
                if !self.succeeds(target, rule!("DF-R26"), "stay up", &score)? {
                    self.fall_prone(target);
                }
            }
            Clash::SlammerFalls => self.fall_prone(who),
            Clash::BothStand => {}
        }
        self.take_damage(&its_damage.0, &its_damage.1, None)?;
        self.take_damage(&my_damage.0, &my_damage.1, None)?;
        if critical == CriticalHit::Drops {
            self.drop_everything(target, false);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_kernel::dice::Dice;

    fn damage(number: u8, add: i16) -> Damage {
        Damage { dice: Dice::d6(number), add }
    }

    #[test]
    fn speed_of_a_slam() {
        for (hexes, bonus) in [
            (0, 0),
            (2, 0),
            (3, 1),
            (4, 2),
            (6, 3),
            (7, 3),
            (8, 4),
            (10, 4),
            (11, 5),
            (15, 5),
            (16, 6),
            (20, 6),
            (30, 7),
        ] {
            assert_eq!(speed_bonus(hexes), bonus, "DF-R26: {hexes} hexes");
        }
    }

    #[test]
    fn dice_of_a_shove() {
        assert_eq!(shove_damage(damage(2, -1), 0b11), damage(2, -1), "DF-E52: both hands");
        assert_eq!(shove_damage(damage(2, -1), 0b10), damage(2, -3), "DF-E52: one hand");
    }

    #[test]
    fn who_falls() {
        for (slammer, target, expected) in [
            (4, 2, Clash::TargetFalls),
            (4, 3, Clash::TargetRolls),
            (4, 4, Clash::TargetRolls),
            (4, 5, Clash::BothStand),
            (4, 7, Clash::BothStand),
            (4, 8, Clash::SlammerFalls),
            (0, 1, Clash::SlammerFalls),
            (1, 0, Clash::TargetFalls),
        ] {
            assert_eq!(clash(slammer, target), expected, "DF-R26: {slammer} against {target}");
        }
    }
}
