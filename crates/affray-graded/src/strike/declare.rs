//! The declaration of an attack: which ones are legal, and which a person is shown.
//!
//! Rules `GR-011`, `GR-039`, `GR-044`, `GR-046`, `GR-066`, `GR-074`, `GR-082`, `GR-087`, `GR-090`, `GR-156`, `GR-212`,
//! `GR-216`; rulings `GR-R37`, `GR-R38`, `GR-R54`, `GR-R62`, `GR-R63`, `GR-R77`, `GR-R81`, `GR-R83`, `GR-R90`, `GR-R116`.

use crate::body::location::Location;
use crate::decision::{Blow, Choice, Declared, Fist, From, Mode, NONE, Plan, Posture};
use crate::scene::Scene;
use crate::sheet::{Item, UNARMED};
use crate::state::{Flags, ItemFlags};
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Refusal};

/// `GR-R116` The greatest difference in height over which a melee attack reaches, in feet.
const HIGHEST: i32 = 9;

/// `GR-R81` The greatest difference in height over which a weapon without reach 2 gets, in feet.
const HIGH: i32 = 6;

impl Scene<'_> {
    /// `GR-R81` `GR-R116` Whether a blow of that reach gets over the difference in height between two hexes.
    pub(crate) fn reaches_over(self, from: Cell, to: Cell, reach: u32) -> bool {
        let most = if reach < 2 { HIGH } else { HIGHEST };
        !self.setup.any_height || self.map().elevation_difference(from, to).abs() <= most
    }

    /// Lists the attacks that a person would be shown.
    pub fn attack_options(self, who: CombatantId, plan: &Plan, into: &mut Vec<Choice>) {
        let mut offer = |blow: Blow| {
            if self.judge_attack(who, plan, &blow).is_ok() {
                into.push(Choice::Attack(Some(blow)));
            }
        };
        let meant = |one: CombatantId| self.are_foes(who, one) && self.fighter(one).is_up() || plan.only == one.0;
        for target in self.state.ids().filter(|&one| meant(one)) {
            self.each_mode(who, plan, |with, mode| {
                let blow = Blow { with, mode, target, at: None, declared: Declared::default() };
                offer(blow);
                // GR-R62: called shots are allowed wherever they are not forbidden.
                if !matches!(plan.from, From::Feint | From::ChargeFeint | From::Wild) {
                    for at in Location::ALL.into_iter().skip(1) {
                        offer(Blow { at: Some(at), ..blow });
                    }
                }
            });
        }
        into.push(Choice::Attack(None));
    }

    /// Every way in which a combatant could strike under a plan, by item and mode.
    pub fn each_mode(self, who: CombatantId, plan: &Plan, mut call: impl FnMut(u8, Mode)) {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let mut before = NONE;
        for with in fighter.hands {
            if with == NONE || with == before {
                continue;
            }
            before = with;
            let Some(item) = sheet.item(with) else { continue };
            if plan.from.is_ranged() {
                if item.ranged.is_some() {
                    call(with, Mode::Shoot);
                }
            } else if plan.from == From::Bash {
                if item.shield.is_some() {
                    call(with, Mode::Bash);
                }
            } else {
                for (column, mode) in [Mode::Crush, Mode::Cut, Mode::Impale].into_iter().enumerate() {
                    if item.is_melee() && item.damage[column].is_some() {
                        call(with, mode);
                    }
                }
            }
        }
        if !plan.from.is_ranged() && plan.from != From::Bash && plan.from != From::TwoWeapons {
            for fist in self.fists(who) {
                call(UNARMED, Mode::Punch(fist));
                call(UNARMED, Mode::Kick(fist));
            }
            call(UNARMED, Mode::Bite);
        }
    }

    /// The skills for fist and foot, the best first.
    fn fists(self, who: CombatantId) -> [Fist; 3] {
        match self.sheet(who).best_unarmed().1 {
            "Boxing" => [Fist::Boxing, Fist::Brawling, Fist::Dx],
            "Brawling" => [Fist::Brawling, Fist::Boxing, Fist::Dx],
            _ => [Fist::Dx, Fist::Boxing, Fist::Brawling],
        }
    }

    /// Whether an attack may be made so.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_attack(self, who: CombatantId, plan: &Plan, blow: &Blow) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let target = self.fighter(blow.target);
        self.judge_declared(&blow.declared)?;
        if blow.target == who {
            return Err(Refusal::impossible(rule!("GR-R63"), "an attack takes another combatant as its target"));
        }
        if fighter.flags.has(Flags::INCAPACITATED) {
            return refuse(rule!("GR-R90"), "an incapacitated combatant cannot attack");
        }
        if target.flags.any(Flags::DEAD.union(Flags::GONE)) {
            return refuse(rule!("GR-R63"), "the target is dead");
        }
        if plan.only != NONE && plan.only != blow.target.0 {
            let rule = match plan.from {
                From::Rapid => rule!("GR-044"),
                From::TwoWeapons => rule!("GR-067"),
                _ => rule!("GR-R34"),
            };
            return refuse(rule, "this attack is at one target only");
        }
        if plan.with != NONE && plan.with != blow.with {
            return refuse(rule!("GR-R62"), "this attack is made with another weapon");
        }
        let ranged = plan.from.is_ranged();
        if ranged != (blow.mode == Mode::Shoot) {
            return refuse(rule!("GR-R62"), "shots and throws go with missile maneuvers, blows with the others");
        }
        if (plan.from == From::Bash) != (blow.mode == Mode::Bash) {
            return refuse(rule!("GR-082"), "a shield strikes in a Shield Bash, and nothing else does");
        }
        if plan.from == From::Unarmed && !blow.mode.is_unarmed() {
            return refuse(rule!("GR-090"), "an Unarmed Attack is made with fist, foot or teeth");
        }
        if plan.from == From::TwoWeapons {
            self.judge_two_weapons(who, blow)?;
        }
        if matches!(plan.from, From::Feint | From::ChargeFeint) && !self.is_seen_by(who, blow.target) {
            return refuse(rule!("GR-074"), "a feint takes a target that sees it");
        }
        if blow.mode.is_unarmed() {
            self.judge_unarmed(who, plan, blow)?;
        } else {
            self.judge_armed(who, blow)?;
        }
        if blow.at.is_some() {
            if plan.from == From::Wild {
                return refuse(rule!("GR-066"), "a wild swing has no called location");
            }
            if plan.from == From::Rapid && plan.number != 0 {
                return refuse(rule!("GR-046"), "only the first shot is called");
            }
            if plan.from == From::Rapid && sheet.item(blow.with).is_some_and(Item::is_crossbow) {
                return refuse(rule!("GR-039"), "a hasty crossbow shot is not called");
            }
        }
        if !self.sees(who, blow.target) {
            return refuse(rule!("GR-R63"), "the target is out of sight: move to where it is seen");
        }
        if ranged {
            return self.judge_shot(who, plan, blow);
        }
        if fighter.posture == Posture::Lying && !blow.mode.is_unarmed() {
            return refuse(rule!("GR-R83"), "a lying combatant cannot strike with a weapon");
        }
        let apart = self.apart(who, blow.target);
        let reach = match blow.mode {
            Mode::Bite => 0,
            Mode::Punch(_) | Mode::Kick(_) if fighter.posture == Posture::Lying => 0,
            Mode::Punch(_) | Mode::Kick(_) | Mode::Bash => 1,
            _ => sheet.item(blow.with).map_or(1, |item| u32::from(item.reach)),
        };
        if apart > reach {
            return refuse(rule!("GR-R38"), "the target is out of reach");
        }
        let (at, to) = (fighter.at, self.fighter(blow.target).at);
        if !self.reaches_over(at, to, reach) {
            return if reach < 2 {
                refuse(rule!("GR-R81"), "more than six feet of height take a longer weapon")
            } else {
                refuse(rule!("GR-R116"), "no weapon reaches over more than nine feet of height")
            };
        }
        if plan.from != From::Wild && !self.has_in_front(who, blow.target) {
            return refuse(rule!("GR-R37"), "the target is not in front: that would be a wild swing");
        }
        Ok(())
    }

    /// `GR-011` `GR-R61` Whether an item can be struck or shot with so.
    fn judge_armed(self, who: CombatantId, blow: &Blow) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        let Some(item) = self.item(who, blow.with) else {
            return Err(Refusal::impossible(rule!("GR-011"), "there is no such weapon"));
        };
        if !fighter.holds(blow.with) {
            return refuse(rule!("GR-087"), "that weapon is not in hand: ready it");
        }
        let flags = fighter.items[blow.with as usize].flags;
        if flags.has(ItemFlags::BROKEN) {
            return refuse(rule!("GR-212"), "that weapon is broken");
        }
        if flags.has(ItemFlags::UNREADY) {
            let rule = if item.unsteady { rule!("GR-032") } else { rule!("GR-216") };
            return refuse(rule, "that weapon has to be readied first");
        }
        let possible = match blow.mode {
            Mode::Shoot => item.ranged.is_some(),
            Mode::Bash => item.shield.is_some(),
            mode => item.is_melee() && mode.column().is_some_and(|column| item.damage[column].is_some()),
        };
        if !possible {
            return Err(Refusal::impossible(rule!("GR-011"), "that weapon does no such damage"));
        }
        if blow.mode == Mode::Bash && fighter.flags.has(Flags::ENTANGLED) {
            return refuse(rule!("GR-156"), "the shield is not ready");
        }
        if fighter.held != 0 && self.is_grabbed(who, blow.with) {
            return refuse(rule!("GR-R54"), "a held arm or weapon does not attack");
        }
        Ok(())
    }

    /// `GR-R77` Whether what is declared is within its ranges.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_declared(self, declared: &Declared) -> Result<(), Refusal> {
        if *declared == Declared::default() {
            return Ok(());
        }
        let fits = (-4..=0).contains(&declared.hearing)
            && (-9..=0).contains(&declared.darkness)
            && (-2..=0).contains(&declared.footing)
            && (-5..=0).contains(&declared.obstruction)
            && declared.erratic <= 4
            && declared.persons <= 9
            && declared.speed <= 3000;
        if fits {
            Ok(())
        } else {
            let message = "hearing -4 to 0, darkness -9 to 0, footing -2 to 0, obstruction -5 to 0, erratic 0 to 4, \
                           persons 0 to 9, speed 0 to 3000";
            Err(Refusal::new(rule!("GR-R77"), message))
        }
    }
}
