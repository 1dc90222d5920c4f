//! Declaring an attack: with what, at whom, of which type.
//!
//! Rules `DQ-201`, `DQ-309`, `DQ-310`, `DQ-417`; rulings `DQ-R14`, `DQ-R15`, `DQ-R46`, `DQ-R49`.

use crate::DragonQuest;
use crate::decision::{Attack, Blow, Choice, Deed, From, Kind, NONE, Plan, Question};
use crate::event::{Event, NoAttack};
use crate::scene::{Fight, Scene};
use crate::sheet::{Arm, ItemKind, KICK, Uses};
use crate::state::{Flags, HELPLESS};
use affray_kernel::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// `DQ-604` `DQ-R15` `DQ-R58` Whether a figure can strike with an arm: in close combat if that is where it is, else in melee.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn judge_arm(self, who: CombatantId, with: Arm) -> Result<(), Refusal> {
        let close = self.in_close_combat(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(arm) = self.arm(who, with) else {
            return Err(Refusal::impossible(rule!("DQ-R15"), "there is no such weapon"));
        };
        match arm.kind {
            ItemKind::Natural => Ok(()),
            ItemKind::Unarmed if with == KICK => {
                if self.can_kick(who) {
                    Ok(())
                } else {
                    refuse(rule!("DQ-606"), "a kick needs an Unarmed Rank of 3")
                }
            }
            ItemKind::Unarmed => {
                if self.has_free_hand(who) {
                    Ok(())
                } else {
                    refuse(rule!("DQ-R58"), "no hand is free")
                }
            }
            ItemKind::Weapon => {
                self.judge_prepared(who, with)?;
                if close && !arm.uses.has(Uses::CLOSE) {
                    return refuse(rule!("DQ-222"), "that is no weapon for close combat");
                }
                if !close && !arm.uses.has(Uses::MELEE) {
                    return refuse(rule!("DQ-R31"), "that is no weapon for melee");
                }
                self.judge_seat(who, with)
            }
            ItemKind::Shield => refuse(rule!("DQ-447"), "one strikes with a shield by rushing"),
            _ => Err(Refusal::impossible(rule!("DQ-R15"), "that is no weapon")),
        }
    }

    /// `DQ-R15` Whether a weapon is in hand and whole.
    ///
    /// # Errors
    /// Why it is not.
    pub(crate) fn judge_prepared(self, who: CombatantId, with: Arm) -> Result<(), Refusal> {
        if !self.fighter(who).holds(with) {
            return Err(Refusal::new(rule!("DQ-R15"), "that weapon is not prepared"));
        }
        if self.is_broken(who, with) {
            return Err(Refusal::new(rule!("DQ-R15"), "that weapon is broken"));
        }
        Ok(())
    }

    /// `DQ-447` Whether a figure has a shield ready to rush with. Which shields serve for it is told by the kind.
    ///
    /// # Errors
    /// Why it has not.
    pub(crate) fn judge_shield(self, who: CombatantId, with: Arm) -> Result<(), Refusal> {
        match self.arm(who, with) {
            None => Err(Refusal::impossible(rule!("DQ-R15"), "there is no such shield")),
            Some(_) if self.wields(who, with) => Ok(()),
            Some(_) => Err(Refusal::new(rule!("DQ-447"), "a shield rush needs a prepared, whole shield")),
        }
    }

    /// Whether an attack is legal.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_attack(self, who: CombatantId, plan: &Plan, attack: &Attack) -> Result<(), Refusal> {
        let blows = match attack {
            Attack::Forgo => return Ok(()),
            Attack::One(blow) => std::slice::from_ref(blow),
            Attack::Several(blows) => blows.all(),
        };
        blows.iter().try_for_each(|blow| self.judge_possible(who, plan, blow))?;
        if let Attack::Several(several) = attack {
            if blows.iter().any(|blow| blow.with != blows[0].with) {
                self.judge_riding_two(who)?;
            }
            self.judge_several(who, plan, several)?;
        }
        blows.iter().try_for_each(|blow| self.judge_blow(who, plan, blow))
    }

    /// Whether a blow can be carried out at all: with what is at hand, at another. Not even a game master can
    /// allow anything else.
    fn judge_possible(self, who: CombatantId, plan: &Plan, blow: &Blow) -> Result<(), Refusal> {
        if blow.target.index() >= self.state.fighters.len() || blow.target == who {
            return Err(Refusal::impossible(rule!("DQ-R24"), "there is no such target"));
        }
        let Some(arm) = self.arm(who, blow.with) else {
            return Err(Refusal::impossible(rule!("DQ-R15"), "there is no such weapon"));
        };
        let item = matches!(arm.kind, ItemKind::Weapon | ItemKind::Shield | ItemKind::Gear);
        if !item && plan.from == From::Fire {
            return Err(Refusal::impossible(rule!("DQ-R45"), "that cannot leave the hand"));
        }
        if item && !self.has(who, blow.with) {
            return Err(Refusal::impossible(rule!("DQ-R15"), "that is not at hand"));
        }
        Ok(())
    }

    fn judge_blow(self, who: CombatantId, plan: &Plan, blow: &Blow) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !(-50..=50).contains(&blow.modifier) {
            return refuse(rule!("DQ-R14"), "the game master's modifier is from -50 to +50");
        }
        self.judge_kind(who, plan, blow)?;
        match (plan.from, blow.kind) {
            (From::Fire, _) => self.judge_shot(who, blow)?,
            (_, Kind::Rush) => self.judge_shield(who, blow.with)?,
            _ => self.judge_arm(who, blow.with)?,
        }
        let target = self.fighter(blow.target);
        if target.flags.any(Flags::DEAD.union(Flags::GONE)) {
            return refuse(rule!("DQ-R24"), "the target is dead or gone");
        }
        if !self.are_foes(who, blow.target) {
            return refuse(rule!("DQ-R24"), "one's own side is no target");
        }
        if plan.only != NONE && blow.target.0 != plan.only {
            return match plan.from {
                From::Riposte => refuse(rule!("DQ-R13"), "the free attack is at the attacker that was parried"),
                _ => refuse(rule!("DQ-R46"), "the charge is at the declared target"),
            };
        }
        if plan.with != Arm::NONE && blow.with != plan.with {
            return refuse(rule!("DQ-R46"), "the attack is made with the weapon that was declared");
        }
        if self.in_close_combat(who) {
            return if !matches!(plan.from, From::Grapple | From::Riposte) {
                refuse(rule!("DQ-223"), "in close combat one grapples: that is no melee attack")
            } else if !self.share_hex(who, blow.target) {
                refuse(rule!("DQ-223"), "one grapples with an opponent in the same hex")
            } else {
                Ok(())
            };
        }
        if plan.from == From::Grapple {
            return refuse(rule!("DQ-223"), "one grapples in close combat");
        }
        if self.fighter(who).flags.has(Flags::PRONE) {
            return refuse(rule!("DQ-R44"), "a prone figure does not attack in melee");
        }
        self.judge_across(who, blow)?;
        if plan.from == From::Fire {
            return Ok(());
        }
        if !self.faces_figure(who, blow.target) {
            return refuse(rule!("DQ-R04"), "the target is not in the melee zone");
        }
        Ok(())
    }

    /// Lists the attacks that a person would be shown, none of them last.
    pub fn attack_options(self, who: CombatantId, plan: &Plan, into: &mut Vec<Choice>) {
        let mut offer = |attack: Attack| {
            if self.judge_attack(who, plan, &attack).is_ok() {
                into.push(Choice::Attack(attack));
            }
        };
        for with in self.arms(who) {
            for target in self.state.ids() {
                self.kinds_against(who, target, |kind| offer(Attack::One(Blow { with, target, kind, modifier: 0 })));
            }
        }
        self.several_options(who, |blows| offer(Attack::Several(blows)));
        into.push(Choice::Attack(Attack::Forgo));
    }

    /// What keeps a figure that can attack nobody from it: of all arms and foes that which is nearest to an attack.
    fn no_attack(self, who: CombatantId, plan: &Plan) -> Option<NoAttack> {
        let fires = plan.from == From::Fire;
        if fires && self.is_engaged(who) {
            return Some(NoAttack::Engaged);
        }
        let serves = |&with: &Arm| {
            (plan.with == Arm::NONE || plan.with == with) && (!fires || self.judge_missile(who, with).is_ok())
        };
        let foes = || self.setup.foes[who.index()].iter().filter(|foe| plan.only == NONE || plan.only == foe.0);
        let blow = |with, &target: &CombatantId| Attack::One(Blow { with, target, kind: Kind::Plain, modifier: 0 });
        let attacks = self.arms(who).filter(serves).flat_map(|with| foes().map(move |foe| blow(with, foe)));
        let refused = attacks.filter_map(|attack| self.judge_attack(who, plan, &attack).err());
        refused.map(|refusal| NoAttack::of(refusal.rule)).min()
    }

    /// `DQ-R13` Whether a figure can parry with an arm.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn judge_parry(self, who: CombatantId, with: Arm) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !fighter.flags.has(Flags::EVADING) || fighter.flags.any(HELPLESS.union(Flags::STUNNED)) {
            return refuse(rule!("DQ-413"), "only an evading figure parries");
        }
        if fighter.flags.has(Flags::SURPRISED) {
            return refuse(rule!("DQ-008"), "a surprised figure does not parry");
        }
        let Some(arm) = self.arm(who, with) else {
            return Err(Refusal::impossible(rule!("DQ-R13"), "there is no such weapon"));
        };
        let close = fighter.flags.has(Flags::CLOSE);
        if arm.kind != ItemKind::Weapon {
            return refuse(rule!("DQ-R13"), "one parries with a prepared weapon, not with bare hands or a shield");
        }
        if !fighter.holds(with) {
            return refuse(rule!("DQ-R13"), "that weapon is not prepared: one takes it in hand with a Pass");
        }
        if self.is_broken(who, with) {
            return refuse(rule!("DQ-R13"), "that weapon is broken: another has to be prepared with a Pass");
        }
        if !arm.uses.has(if close { Uses::CLOSE } else { Uses::MELEE }) {
            let (near, far) =
                ("in close combat one parries with a weapon for it", "one parries with a weapon for melee");
            return refuse(rule!("DQ-R13"), if close { near } else { far });
        }
        Ok(())
    }

    /// The arms with which a figure can parry.
    pub fn parrying_arms(self, who: CombatantId) -> impl Iterator<Item = Arm> {
        let hands = self.fighter(who).hands;
        hands.into_iter().enumerate().filter_map(move |(hand, item)| {
            (!(hand == 1 && hands[0] == item) && self.judge_parry(who, item).is_ok()).then_some(item)
        })
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// Tells that an attack is not made, and whether it could have been.
    fn forgo(&mut self, who: CombatantId, plan: &Plan, deed: Deed) {
        let scene = Scene { setup: self.setup, state: self.state };
        self.referee.tell(|| {
            let mut options = Vec::new();
            scene.attack_options(who, plan, &mut options);
            let chosen = options.iter().any(|option| *option != Choice::Attack(Attack::Forgo));
            let why = if chosen { None } else { scene.no_attack(who, plan) };
            Event::Wasted { who, deed, chosen, why }
        });
    }

    /// An attack: declared, then carried out. Whether one was made.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn attack(&mut self, who: CombatantId, plan: Plan) -> Result<bool, R::Pause> {
        let question = Question::Attack { who, plan };
        match self.ask(question)? {
            Choice::Attack(Attack::One(blow)) | Choice::Riposte(Attack::One(blow)) => {
                self.strike(who, &blow, plan.from)?
            }
            Choice::Attack(Attack::Several(blows)) | Choice::Riposte(Attack::Several(blows)) => {
                self.strike_several(who, &blows, plan.from)?
            }
            _ => {
                match plan.from {
                    From::Riposte => {}
                    // DQ-R30: a mount's attack comes on top of its rider's.
                    From::Melee if self.state[who].rider != NONE => {}
                    From::Fire => self.forgo(who, &plan, Deed::Fire),
                    _ => self.forgo(who, &plan, Deed::Attack),
                }
                return Ok(false);
            }
        }
        self.settle_seats()?;
        Ok(true)
    }
}
