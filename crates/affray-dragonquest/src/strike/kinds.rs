//! Attack types: tripping, entangling, restraining, knocking out, rushing with a shield, disarming; blows
//! with two weapons, and sweeps.
//!
//! Rules `DQ-425` to `DQ-452`, `DQ-606`; rulings `DQ-R17`, `DQ-R18`, `DQ-R34`, `DQ-R47`, `DQ-R49`, `DQ-R50`,
//! `DQ-R58`.

use crate::DragonQuest;
use crate::decision::{Blow, Blows, From, Kind, MOST_BLOWS, NONE, Plan};
use crate::event::{DropCause, Event, Faint, LandCause, ReleaseCause};
use crate::movement::zones::direction;
use crate::scene::{D10, Fight, Scene};
use crate::sheet::{Arm, Bonus, Class, HANDS, Item, ItemKind, KICK, Size, Traits, Uses};
use crate::state::{Bond, Flags, GUARDS, HELPLESS, Lodged};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;
use arrayvec::ArrayVec;

/// `DQ-430` The Rank that a sweep needs.
const SWEEP_RANK: u8 = 4;

/// `DQ-429` `DQ-R17` Whether the hexes of a melee zone, one bit each from one side to the other, are an
/// unbroken run.
const fn is_unbroken(hexes: u32) -> bool {
    if hexes == 0 {
        return true;
    }
    let run = hexes >> hexes.trailing_zeros();
    run & (run + 1) == 0
}

impl Scene<'_> {
    /// `DQ-432` `DQ-440` `DQ-448` `DQ-R47` The base chance that an attack type has of its own.
    pub(crate) fn base_of_kind<T: Tally>(self, who: CombatantId, blow: &Blow) -> Option<T> {
        match blow.kind {
            Kind::Trip => Some(T::base(rule!("DQ-432"), 40)),
            Kind::Rush => Some(T::base(rule!("DQ-448"), 40)),
            Kind::Restrain { helper, second } => {
                let might = |one: CombatantId| match self.setup.combatants.get(one.index()) {
                    Some(combatant) => (i32::from(combatant.sheet.ps), self.mod_ag(one)),
                    None => (0, 0),
                };
                let (ps, ag) = might(who);
                let mut base = T::base(rule!("DQ-R47").named("PS"), ps);
                base.add(rule!("DQ-R47").named("modAG"), ag);
                for one in [helper, second].into_iter().flatten() {
                    let (ps, ag) = might(one);
                    base.add(rule!("DQ-442").named("PS of a helper"), ps);
                    base.add(rule!("DQ-442").named("modAG of a helper"), ag);
                }
                let (ps, ag) = might(blow.target);
                base.add(rule!("DQ-R47").named("PS of the target"), -ps);
                base.add(rule!("DQ-R47").named("modAG of the target"), -ag);
                base.becomes(rule!("DQ-440").named("x 3"), 3 * base.total());
                Some(base)
            }
            Kind::Plain | Kind::Entangle | Kind::Knockout | Kind::Disarm { .. } => None,
        }
    }

    /// `DQ-432` `DQ-436` `DQ-448` `DQ-512` `DQ-515` `DQ-601` `DQ-605` `DQ-R47` What a blow adds to the D10 of its damage
    /// check. Where the attack type names the damage, shortfall and bonus of the weapon still count.
    pub(crate) fn add_damage<T: Tally>(self, check: &mut T, who: CombatantId, arm: &Item, kind: Kind, ranged: bool) {
        let (damage, bonus) = if ranged { (arm.ranged_damage, arm.ranged_bonus) } else { (arm.damage, arm.bonus) };
        let (shortfall, bonus) = (i32::from(arm.shortfall), i32::from(bonus));
        let plain = i32::from(damage) + shortfall - bonus;
        match kind {
            Kind::Trip => {}
            Kind::Entangle => check.add(rule!("DQ-436"), -4),
            Kind::Rush => check.add(rule!("DQ-448"), -2),
            _ if arm.kind == ItemKind::Unarmed => {
                check.add(rule!("DQ-605"), plain);
                check.add(
                    rule!("DQ-605").named("a third of PS above 15"),
                    i32::from(self.sheet(who).ps.saturating_sub(15) / 3),
                );
            }
            _ if arm.kind == ItemKind::Natural => check.add(rule!("DQ-R34"), plain),
            _ => check.add(rule!("DQ-R31"), plain),
        }
        check.add(rule!("DQ-601"), -shortfall);
        check.add(if arm.mode == Bonus::Ps { rule!("DQ-512") } else { rule!("DQ-515") }, bonus);
    }

    /// `DQ-R49` Whether a blow's type goes with its weapon, its target and the action.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_kind(self, who: CombatantId, plan: &Plan, blow: &Blow) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(arm) = self.arm(who, blow.with) else {
            return Err(Refusal::impossible(rule!("DQ-R15"), "there is no such weapon"));
        };
        if arm.kind == ItemKind::Natural && blow.kind != Kind::Plain {
            return refuse(rule!("DQ-R49"), "natural attacks have no attack types");
        }
        if plan.from == From::Withdrawal && blow.kind != Kind::Plain {
            return refuse(rule!("DQ-R42"), "the blow of a withdrawal is a plain one");
        }
        let close = self.in_close_combat(who);
        let large = self.sheet(blow.target).size > Size::Human;
        match blow.kind {
            Kind::Plain => Ok(()),
            Kind::Trip if close => refuse(rule!("DQ-431"), "one trips in melee, not in close combat"),
            Kind::Trip if blow.with != KICK && !arm.traits.has(Traits::TRIPS) => {
                refuse(rule!("DQ-431"), "one trips with glaive, halberd, poleaxe, quarterstaff or spear, or by a kick")
            }
            Kind::Trip if large => refuse(rule!("DQ-434"), "only targets of human size or smaller are tripped"),
            Kind::Entangle if !arm.traits.has(Traits::ENTANGLES) => {
                refuse(rule!("DQ-435"), "one entangles with net, whip or bola")
            }
            Kind::Trip | Kind::Entangle => Ok(()),
            Kind::Restrain { .. } if !close => refuse(rule!("DQ-439"), "one restrains in a Grapple"),
            Kind::Restrain { .. } if blow.with != HANDS => refuse(rule!("DQ-R47"), "one restrains with bare hands"),
            Kind::Restrain { helper, second } => self.judge_helpers(who, helper, second),
            Kind::Knockout if blow.with != HANDS && !arm.traits.has(Traits::KNOCKS_OUT) => {
                refuse(rule!("DQ-443"), "nobody is knocked out with that")
            }
            Kind::Knockout if large => refuse(rule!("DQ-446"), "only targets of human size or smaller are knocked out"),
            Kind::Knockout => Ok(()),
            Kind::Rush if !arm.shield.is_some_and(|shield| shield.rush) => {
                refuse(rule!("DQ-447"), "one rushes with a shield, but not with a main-gauche or tower shield")
            }
            Kind::Rush => Ok(()),
            Kind::Disarm { .. } if blow.with != HANDS && !arm.uses.any(Uses::MELEE.union(Uses::CLOSE)) => {
                refuse(rule!("DQ-451"), "one disarms with a weapon for melee or close combat")
            }
            Kind::Disarm { .. } if blow.with == KICK => refuse(rule!("DQ-R49"), "nobody is disarmed by a kick"),
            Kind::Disarm { held } if !self.fighter(blow.target).holds(held) => {
                refuse(rule!("DQ-452"), "the target does not hold that")
            }
            Kind::Disarm { .. } => Ok(()),
        }
    }

    /// `DQ-442` `DQ-R18` Whether those who help to restrain can: they share the hex and have their action still.
    fn judge_helpers(
        self,
        who: CombatantId,
        helper: Option<CombatantId>,
        second: Option<CombatantId>,
    ) -> Result<(), Refusal> {
        if second.is_some() && (helper == second || helper.is_none()) {
            return Err(Refusal::impossible(rule!("DQ-442"), "each helper is named once"));
        }
        for one in [helper, second].into_iter().flatten() {
            if !self.can_help(who, one) {
                let message = "a helper is of the same side, in the same hex, and has its action of this pulse still";
                return Err(Refusal::new(rule!("DQ-R18"), message));
            }
        }
        Ok(())
    }

    /// `DQ-R18` Whether another can help a figure to restrain somebody.
    pub(crate) fn can_help(self, who: CombatantId, one: CombatantId) -> bool {
        let fighter = self.fighter(one);
        let busy = HELPLESS
            .union(Flags::STUNNED)
            .union(Flags::ACTED)
            .union(Flags::LOSE_ACTION)
            .union(Flags::MUST_PASS)
            .union(Flags::SURPRISED);
        one != who
            && !self.are_foes(who, one)
            && self.share_hex(who, one)
            && self.sheet(one).has_hands
            && !fighter.flags.any(busy)
            && fighter.restrains == NONE
    }

    /// `DQ-425` to `DQ-430` `DQ-R17` `DQ-R34` Whether several blows make one attack. Each of them is judged by
    /// itself as well.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_several(self, who: CombatantId, plan: &Plan, blows: &Blows) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let blows = blows.all();
        let several = matches!(plan.from, From::Melee | From::Grapple | From::Fire)
            && plan.only == NONE
            && plan.with == Arm::NONE;
        if !several {
            return refuse(rule!("DQ-425"), "a charge, a riposte and coming to grips bring one blow");
        }
        let first = blows[0].with;
        if blows.iter().all(|blow| blow.with == first) {
            return self.judge_sweep(who, plan, blows);
        }
        let once = (1..blows.len()).all(|at| blows[..at].iter().all(|blow| blow.with != blows[at].with));
        if !once {
            return refuse(rule!("DQ-425"), "each weapon attacks once");
        }
        if blows.iter().all(|blow| blow.with.is_natural()) {
            return Ok(());
        }
        let [one, other] = blows else { return refuse(rule!("DQ-425"), "two weapons, two blows") };
        let hands = self.fighter(who).hands;
        if (one.with, other.with) == (HANDS, KICK) {
            return if hands == [Arm::NONE; 2] {
                Ok(())
            } else {
                refuse(rule!("DQ-R17"), "fist and kick are two attacks of empty hands")
            };
        }
        let used = match plan.from {
            From::Grapple => Uses::CLOSE,
            From::Fire => Uses::RANGED,
            _ => Uses::MELEE,
        };
        let of_other_type = |with: Arm| self.arm(who, with).is_some_and(|arm| !arm.uses.has(used));
        if hands.contains(&one.with)
            && hands.contains(&other.with)
            && (of_other_type(one.with) || of_other_type(other.with))
        {
            return refuse(rule!("DQ-426"), "both attacks are of one type: grapple, melee or fire");
        }
        if hands == [other.with, one.with] {
            return refuse(rule!("DQ-R17"), "the weapon hand strikes first");
        }
        if hands != [one.with, other.with] || self.arm(who, other.with).is_some_and(|arm| arm.kind != ItemKind::Weapon)
        {
            return refuse(rule!("DQ-425"), "two blows need two prepared weapons, one in each hand");
        }
        Ok(())
    }

    /// `DQ-427` to `DQ-430` `DQ-R17` Whether blows with one weapon make a sweep.
    fn judge_sweep(self, who: CombatantId, plan: &Plan, blows: &[Blow]) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let with = blows[0].with;
        let fighter = self.fighter(who);
        let arm = self.arm(who, with);
        if plan.from != From::Melee || fighter.hands != [with; 2] || arm.is_none_or(|arm| arm.class != Class::B) {
            return refuse(rule!("DQ-427"), "one sweeps in a Melee Attack, with a class B weapon in both hands");
        }
        if arm.is_none_or(|arm| arm.rank < Some(SWEEP_RANK)) {
            return refuse(rule!("DQ-430"), "a sweep needs Rank 4 with the weapon");
        }
        if (1..blows.len()).any(|at| blows[..at].iter().any(|blow| blow.target == blows[at].target)) {
            return refuse(rule!("DQ-428"), "each target once");
        }
        if blows.iter().any(|blow| std::mem::discriminant(&blow.kind) != std::mem::discriminant(&blows[0].kind)) {
            return refuse(rule!("DQ-R49"), "one attack has one attack type");
        }
        let mut hexes = 0;
        for blow in blows {
            for &cell in self.body(blow.target).iter().filter(|&&cell| self.faces(who, cell)) {
                let way = direction(fighter.at, cell).unwrap_or_default();
                // From the right front hex on to the left.
                hexes |= 1 << ((way + 7 - fighter.facing.index()) % 6);
            }
        }
        // DQ-R17: rider and mount in one hex are no targets in neighboring hexes.
        if !is_unbroken(hexes) || hexes.count_ones() < 2 {
            return refuse(rule!("DQ-429"), "the targets of a sweep stand in two or three neighboring hexes");
        }
        Ok(())
    }
}

impl Scene<'_> {
    /// Whether a figure could strike at another where both are: in its hex in close combat, else in its melee zone.
    fn reaches(self, who: CombatantId, target: CombatantId) -> bool {
        if self.in_close_combat(who) { self.share_hex(who, target) } else { self.faces_figure(who, target) }
    }
}

/// Lists for people.
impl Scene<'_> {
    /// The attack types that could be tried against a target, the plain one first.
    pub(crate) fn kinds_against(self, who: CombatantId, target: CombatantId, mut each: impl FnMut(Kind)) {
        [Kind::Plain, Kind::Trip, Kind::Entangle, Kind::Knockout, Kind::Rush].into_iter().for_each(&mut each);
        let [one, other] = self.fighter(target).hands;
        for held in [one, if other == one { Arm::NONE } else { other }] {
            if held != Arm::NONE {
                each(Kind::Disarm { held });
            }
        }
        if !self.in_close_combat(who) {
            return;
        }
        each(Kind::Restrain { helper: None, second: None });
        for one in self.state.ids().filter(|&one| self.can_help(who, one)) {
            each(Kind::Restrain { helper: Some(one), second: None });
            for other in self.state.ids().filter(|&other| one < other && self.can_help(who, other)) {
                each(Kind::Restrain { helper: Some(one), second: Some(other) });
            }
        }
    }

    /// `DQ-438` `DQ-R18` The entangled figure that could be freed by a Pass: itself, or else its mount.
    pub(crate) fn entangled(self, who: CombatantId) -> Option<CombatantId> {
        let caught = |one: CombatantId| self.fighter(one).flags.has(Flags::ENTANGLED);
        if caught(who) { Some(who) } else { self.mount_of(who).filter(|&mount| caught(mount)) }
    }

    /// Plain attacks of several blows: with two weapons or natural attacks at one target, sweeps at two targets
    /// and more.
    pub(crate) fn several_options(self, who: CombatantId, mut each: impl FnMut(Blows)) {
        let plain = |with, target| Blow { with, target, kind: Kind::Plain, modifier: 0 };
        let [main, off] = self.fighter(who).hands;
        let pair = if [main, off] == [Arm::NONE; 2] { [HANDS, KICK] } else { [main, off] };
        let naturals: ArrayVec<Arm, MOST_BLOWS> = self.sheet(who).naturals().take(MOST_BLOWS).collect();
        for target in self.foes(who) {
            if pair[0] != pair[1]
                && let Some(blows) = Blows::new(&pair.map(|with| plain(with, target)))
            {
                each(blows);
            }
            let all: ArrayVec<Blow, MOST_BLOWS> = naturals.iter().map(|&with| plain(with, target)).collect();
            if let Some(blows) = Blows::new(&all) {
                each(blows);
            }
        }
        if main == Arm::NONE || main != off {
            return;
        }
        let reached = self.foes(who).filter(|&foe| self.body(foe).iter().any(|&cell| self.faces(who, cell)));
        let near: ArrayVec<CombatantId, MOST_BLOWS> = reached.take(MOST_BLOWS).collect();
        // Every set of two of them and more.
        for set in 0u32..1 << near.len() {
            let chosen = near.iter().enumerate().filter(|(at, _)| set >> at & 1 != 0);
            let all: ArrayVec<Blow, MOST_BLOWS> = chosen.map(|(_, &target)| plain(main, target)).collect();
            if let Some(blows) = Blows::new(&all) {
                each(blows);
            }
        }
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-425` `DQ-427` `DQ-R17` Several blows, one after the other. Who lost a weapon strikes with it no more;
    /// who died, or was thrown out of reach, is not struck again.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn strike_several(&mut self, who: CombatantId, blows: &Blows, from: From) -> Result<(), R::Pause> {
        let had = self.state[who].hands;
        if blows.all().iter().all(|blow| blow.with == blows.all()[0].with) {
            self.tell(Event::Sweeps { who });
        }
        let stood: ArrayVec<_, MOST_BLOWS> = blows.all().iter().map(|blow| self.state[blow.target].at).collect();
        for (blow, stood) in blows.all().iter().zip(stood) {
            let lost = had.contains(&blow.with) && blow.with != Arm::NONE && !self.scene().wields(who, blow.with);
            if !self.can_go_on(who) || self.is_felled(who) && from != From::Fire {
                break;
            }
            if lost || self.state[blow.target].flags.any(Flags::DEAD.union(Flags::GONE)) {
                continue;
            }
            // Thrown from the saddle by the blow before, it may be out of reach.
            let thrown = stood != self.state[blow.target].at;
            if thrown && from != From::Fire && !self.scene().reaches(who, blow.target) {
                continue;
            }
            self.strike(who, blow, from)?;
            self.settle_seats()?;
        }
        Ok(())
    }

    /// `DQ-R49` The effect of an attack type, once the damage is done.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn take_effect(&mut self, who: CombatantId, blow: &Blow) -> Result<(), R::Pause> {
        let target = blow.target;
        match blow.kind {
            Kind::Plain => {}
            Kind::Trip => self.keep_footing(target, rule!("DQ-433"))?,
            Kind::Rush => self.keep_footing(target, rule!("DQ-450"))?,
            Kind::Entangle => {
                self.keep_footing(target, rule!("DQ-437"))?;
                self.entangle(who, blow.with, target);
            }
            Kind::Restrain { helper, second } => self.restrain(who, target, [helper, second]),
            Kind::Knockout => {
                // DQ-445, DQ-R50: for the game master's eyes only.
                let why = Why::new(who, rule!("DQ-445"), "knockout").hidden();
                let roll = self.referee.throw(why, D10, |roll| roll)?;
                let minutes = R::Tally::base(rule!("DQ-445").named("rolled"), roll).plus(rule!("DQ-445"), 5);
                self.referee.show(Why::new(target, rule!("DQ-445"), "minutes unconscious").hidden(), &minutes);
                self.knock_out(target, minutes.total(), Faint::Knockout);
                self.settle_close()?;
            }
            // DQ-452
            Kind::Disarm { held } => {
                if self.state[target].holds(held) {
                    self.drop_item(target, held, DropCause::Disarm);
                }
            }
        }
        Ok(())
    }

    /// `DQ-437` `DQ-R18` The target is entangled, and the weapon stays with it.
    fn entangle(&mut self, who: CombatantId, with: Arm, target: CombatantId) {
        if !self.state[target].is_present() || self.state[target].flags.has(Flags::DEAD) {
            return;
        }
        self.state[target].flags.set(Flags::ENTANGLED);
        // DQ-R12: nobody evades in a net.
        self.state[target].flags.clear(GUARDS.union(Flags::HALF_FREE));
        self.tell(Event::Entangled { who: target });
        if let Some((owner, item)) = crate::arms::hands::part_with(self.state, who, with) {
            self.state.lodged.push(Lodged { target, owner, item, bond: Bond::Entangles });
            self.tell(Event::StaysWith { who: target, owner, item });
        }
    }

    /// `DQ-438` One of two Passes in a row that free a figure, or the mount under it; what entangled it then lies in
    /// its hex.
    pub(crate) fn disentangle(&mut self, who: CombatantId) {
        let Some(who) = self.scene().entangled(who) else { return };
        if !self.state[who].flags.has(Flags::HALF_FREE) {
            self.state[who].flags.set(Flags::HALF_FREE);
            self.tell(Event::HalfFree { who });
            return;
        }
        self.state[who].flags.clear(Flags::HALF_FREE.union(Flags::ENTANGLED));
        self.tell(Event::Disentangled { who });
        let at = self.state[who].at;
        while let Some(place) =
            self.state.lodged.iter().position(|one| one.target == who && one.bond == Bond::Entangles)
        {
            let Lodged { owner, item, .. } = self.state.lodged.remove(place);
            self.lay_down(owner, Arm::own(item), at, LandCause::Disentangled);
        }
    }

    /// `DQ-441` `DQ-442` `DQ-R18` The target is held by all who took part, whose action is spent.
    fn restrain(&mut self, who: CombatantId, target: CombatantId, helpers: [Option<CombatantId>; 2]) {
        // A restrained figure restrains nobody.
        self.let_loose(target, ReleaseCause::Restrained);
        self.state[target].flags.set(Flags::RESTRAINED);
        self.state[target].flags.clear(GUARDS);
        for one in helpers.into_iter().flatten().chain([who]) {
            if one.index() < self.state.fighters.len() {
                self.state[one].restrains = target.0;
            }
        }
        let [helper, second] = helpers;
        self.tell(Event::Restrained { who: target, by: who, helper, second });
    }

    /// `DQ-442` Those who help to restrain spend their action on it, whether it succeeds or not.
    pub(crate) fn spend_helpers(&mut self, who: CombatantId, kind: Kind) {
        let Kind::Restrain { helper, second } = kind else { return };
        for one in [helper, second].into_iter().flatten() {
            if one.index() < self.state.fighters.len() {
                self.state[one].flags.set(Flags::ACTED);
                self.state[one].flags.clear(GUARDS);
                self.stop_all(one);
                self.tell(Event::Helps { who: one, by: who });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{Action, Attack, Choice, Step};
    use crate::files::Scenario;
    use affray_files::{FileError, Source};
    use affray_kernel::referee::{Input, Nothing, Record, Tape};
    use affray_session::ruleset::Rules as _;

    /// `DQ-445` `DQ-R50` The length of a knockout is for the game master's eyes, who is told how it came about: 3 and 5 are
    /// 8 minutes of twelve pulses.
    #[test]
    fn knockouts_are_rolled_in_secret() {
        let none = |name: &str| -> std::result::Result<Source, FileError> { Err(FileError::whole(name, "none")) };
        let text = "ruleset = 'dragonquest'\nbegun = true\n\
            [[combatant]]\nname = 'Aldric'\nsheet = 'aldric'\nat = [0, 0]\nfacing = 0\n\
            [[combatant]]\nname = 'Elwin'\nsheet = 'elwin'\nat = [1, 0]\nfacing = 3\n";
        let loaded = Scenario::read(&Source::new("a.toml", text), &none).unwrap_or_else(|error| panic!("{error}"));
        let says = |choice| Input::Choice { choice, allowed: false };
        let rolls = |total| Input::Roll { total, forced: false };
        let blow = Blow { with: Arm::own(0), target: CombatantId(1), kind: Kind::Knockout, modifier: 0 };
        let inputs = [
            says(Choice::Act(Action::Attack { move_after: false })),
            says(Choice::Step(Step::Stop)),
            says(Choice::Attack(Attack::One(blow))),
            rolls(54),
            rolls(3),
        ];
        let mut state = loaded.start().clone();
        let mut tape = Tape::new(&inputs, Nothing);
        let done = Fight { setup: loaded.setup(), state: &mut state, referee: &mut tape }.turn(CombatantId(0));
        assert_eq!(done, Ok(()));
        assert_eq!(state[CombatantId(1)].asleep, 96);
        let secret = tape.records.iter().filter(|record| match record {
            Record::Roll(roll) => roll.why.hidden,
            Record::Score { why, .. } => why.hidden,
            _ => false,
        });
        let told: Vec<String> = secret.filter_map(|record| DragonQuest::narrate(loaded.setup(), record)).collect();
        assert_eq!(
            told,
            [
                "Aldric, knockout (DQ-445), in secret: 1d10 for 3.",
                "Elwin, minutes unconscious: 3 rolled (DQ-445) +5 knockout (DQ-445) = 8.",
            ]
        );
    }

    #[test]
    fn runs_of_hexes() {
        // From the right front hex on: right, ahead, left.
        for (hexes, unbroken) in [(0b001, true), (0b011, true), (0b110, true), (0b111, true), (0b101, false)] {
            assert_eq!(is_unbroken(hexes), unbroken, "{hexes:b}");
        }
    }
}
