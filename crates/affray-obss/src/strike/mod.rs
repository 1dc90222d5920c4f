//! Strikes: one attack from its declaration to the wound, step by step.
//!
//! Rules `OB-077` to `OB-079`, `OB-125`, `OB-145`, `OB-152`, `OB-154`, `OB-174`, and the pipeline of ledger 1.6. Read
//! [`Fight::attack`] first: it calls each step by its name.
//!
//! | step | file |
//! | --- | --- |
//! | declaration, place in the sequence (I) | [`declare`] |
//! | bonus and dice of the attack roll (E, F, J) | [`score`] |
//! | Defense (G) | [`defense`] |
//! | attack roll, criticals, damage dice (A, H) | [`dice`] |
//! | a shot that goes astray (J) | [`shots`] |
//! | damage, unconsciousness, death (H, O) | [`life`](crate::body::life) |

pub mod declare;
pub mod defense;
pub mod dice;
pub mod flank;
pub mod score;
pub mod shots;

use crate::Obss;
use crate::decision::{Attack, Way};
use crate::event::{Event, Fall};
use crate::scene::{Fight, Scene};
use crate::sheet::Kind;
use crate::state::{Condition, Flags};
use crate::turn::react::Trigger;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;
use declare::Sequence;
use dice::{DamageDice, Strike, Struck};
use score::Score;

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-152` `OB-154` An attack of the own activation: paid, counted, carried out.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn attack_in_sequence(&mut self, who: CombatantId, attack: &Attack) -> Result<(), R::Pause> {
        let price = self.scene().attack_price(who, attack);
        self.pay(who, price);
        let sequence = self.scene().next_in_sequence(who, attack);
        let fighter = &mut self.state[who];
        fighter.attacks = fighter.attacks.saturating_add(1);
        if attack.precise {
            // OB-196: it opens no free further attack.
        } else if price == 1 {
            fighter.paid += 1;
        }
        if attack.pair {
            fighter.flags.set(Flags::LOW_PAIR);
        }
        fighter.flags.put(Flags::OFF_HAND_ATTACKED, fighter.flags.has(Flags::OFF_HAND_ATTACKED) || attack.off_hand);
        fighter.flags.set(Flags::ATTACKED);
        // A Precise Strike tells its price itself.
        self.attack(who, attack, sequence, (!attack.precise).then_some(price))
    }

    /// `OB-078` `OB-R02` `OB-R26` The pipeline of one attack (ledger 1.6), in turn or out of it. `price` is what it costs
    /// by itself, if anything.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn attack(
        &mut self,
        who: CombatantId,
        attack: &Attack,
        sequence: Sequence,
        price: Option<u8>,
    ) -> Result<(), R::Pause> {
        let target = attack.target;
        let meters = (attack.way == Way::Ranged).then(|| self.scene().distance(who, target));
        self.tell(Event::Attacks { who, target, item: attack.item, reaction: sequence.is_free(), price, meters });
        if attack.way == Way::Ranged {
            // W2: enemies that threaten the shooter may strike first.
            self.window(who, Trigger::Shoots)?;
            if !self.state[who].is_able() {
                return Ok(());
            }
        }
        self.tell_line(who, attack);
        let scene = self.scene();
        let dice = scene.damage_dice(who, attack);
        let roll = AttackRoll {
            who,
            target,
            rule: rule!("OB-077"),
            score: scene.attack_score(who, attack, sequence),
            defense: scene.defense(who, attack),
            precise: attack.precise,
            damage: (!attack.touch).then_some(dice),
        };
        match self.roll_attack(&roll)? {
            Struck::Fumbled if attack.way == Way::Ranged => self.go_astray(who, attack)?,
            Struck::Missed | Struck::Fumbled => {}
            Struck::Hit { dice, .. } => {
                if !attack.touch {
                    self.strike_wounds(who, attack, target, dice)?;
                }
                self.hold_the_saddle(target)?;
            }
        }
        self.appear(who);
        if attack.way == Way::Ranged {
            self.let_fly(who, attack);
        }
        // W5: Immediates of the target.
        self.window_of(target, who, Trigger::Resolved)
    }

    /// `OB-077` `OB-078` The attack roll against Defense, and on a hit the damage dice.
    ///
    /// # Errors
    /// If an input is missing.
    pub(crate) fn roll_attack(&mut self, roll: &AttackRoll<R::Tally>) -> Result<Struck, R::Pause> {
        let AttackRoll { who, target, .. } = *roll;
        let strike = Strike {
            who,
            target,
            pool: self.show_dice(who, &roll.score.dice),
            bonus: roll.score.bonus.total(),
            defense: roll.defense.total(),
            precise: roll.precise,
            blinded: self.state[who].flags.has(Flags::BLINDED),
            damage: roll.damage,
        };
        let why = Why::new(who, roll.rule, "attack");
        self.referee.show(Why::new(target, rule!("OB-110"), "Defense"), &roll.defense);
        // OB-011: with no dice the total is the bonus alone, but for the d4 of a Precise Strike; the damage dice are no
        // part of it.
        let has_dice = strike.pool != 0;
        if !has_dice {
            self.referee.show(why, &roll.score.bonus);
        }
        let targets: &[&R::Tally] = if has_dice { &[&roll.score.bonus] } else { &[] };
        let struck = self.referee.pool(why, &strike, targets, |struck| struck)?;
        match struck {
            Struck::Missed | Struck::Fumbled => self.tell(Event::Misses { who, target }),
            Struck::Hit { critical, .. } => {
                self.tell(Event::Hits { who, target, critical });
                self.state[target].criticals += u8::from(critical);
            }
        }
        Ok(struck)
    }

    /// `OB-267` An attack ends the invisibility that ends so, once its effects are told.
    pub(crate) fn appear(&mut self, who: CombatantId) {
        if self.state[who].flags.has(Flags::INVISIBLE.union(Flags::ENDS_ON_ATTACK)) {
            self.end_condition(who, Condition::Invisible);
        }
    }

    /// `OB-125` The damage of a weapon whose dice show that sum, dealt to whomever it hit.
    pub(crate) fn strike_wounds(
        &mut self,
        who: CombatantId,
        attack: &Attack,
        target: CombatantId,
        dice: i32,
    ) -> Result<(), R::Pause> {
        let sheet = self.scene().sheet(who);
        let weapon = sheet.weapon(attack.item);
        let nonlethal = attack.nonlethal || weapon.nonlethal;
        self.deal(target, sheet.damage(weapon, attack.off_hand, dice), nonlethal)
    }

    /// `OB-174` A thrown weapon leaves the hand and lies in the target's square.
    fn let_fly(&mut self, who: CombatantId, attack: &Attack) {
        let weapon = self.scene().sheet(who).weapon(attack.item);
        // OB-R25
        if weapon.kind == Kind::Thrown && !weapon.stays && self.state[who].holds(attack.item) {
            let at = self.state[attack.target].at;
            self.fall_from_hand(who, attack.item, at, Fall::Thrown);
        }
    }
}

/// An attack roll that is due, with a weapon or by a spell.
#[derive(Debug, Clone)]
pub(crate) struct AttackRoll<T> {
    pub(crate) who: CombatantId,
    pub(crate) target: CombatantId,
    /// The rule that wants it.
    pub(crate) rule: RuleId,
    /// The bonus, and the dice of the pool.
    pub(crate) score: Score<T>,
    /// The Defense that it meets.
    pub(crate) defense: T,
    /// `OB-195` A Precise Strike.
    pub(crate) precise: bool,
    /// The damage dice of a hit.
    pub(crate) damage: Option<DamageDice>,
}

impl Scene<'_> {
    /// `OB-125` The damage dice of an attack with a weapon.
    pub(crate) fn damage_dice(self, who: CombatantId, attack: &Attack) -> DamageDice {
        let weapon = self.sheet(who).weapon(attack.item);
        DamageDice::new(weapon.dice, weapon.explodes)
    }
}
