//! Mounts and their riders.
//!
//! Rules `OB-206`, `OB-330` to `OB-339`, ruling `OB-R83`. The two stand at one place: a rider's footprint is
//! that of its mount. An attacker names rider or mount, as two targets (`OB-337`). The mounted charge stands
//! in [`charge`](crate::movement::charge), the height in [`score`](crate::strike::score).

use crate::Obss;
use crate::decision::{Action, Order, place};
use crate::dice::check::Check;
use crate::dice::pool::D6;
use crate::event::Event;
use crate::movement::InTheWay;
use crate::scene::{Fight, Footprint, Scene};
use crate::sheet::Skill;
use crate::state::{Fighter, Flags, NONE};
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;

/// `OB-334` The number of the Ride check.
const RIDE_DC: i32 = 15;

/// So far around a place a free square is looked for, in meters.
const FARTHEST: i16 = 40;

impl Fighter {
    /// Whether it sits on a mount.
    #[inline]
    pub const fn rides(&self) -> bool {
        self.mounted != NONE && !self.is_mount
    }
}

impl Scene<'_> {
    /// The one whose legs carry a combatant: its mount, or itself.
    #[inline]
    pub fn bearer(self, who: CombatantId) -> CombatantId {
        let fighter = self.fighter(who);
        if fighter.rides() { CombatantId(fighter.mounted) } else { who }
    }

    /// Whether these two share a place as rider and mount.
    #[inline]
    pub fn are_one_pair(self, one: CombatantId, other: CombatantId) -> bool {
        self.fighter(one).mounted == other.0
    }

    /// Neither Grappled nor Pinned nor Prone.
    fn judge_nimble(self, who: CombatantId) -> Result<(), Refusal> {
        let flags = self.fighter(who).flags;
        if flags.any(Flags::GRAPPLED.union(Flags::PINNED)) {
            return Err(Refusal::new(rule!("OB-263"), "not out of a hold: escape first"));
        }
        if flags.has(Flags::PRONE) {
            return Err(Refusal::new(rule!("OB-206"), "not from the ground: stand up first"));
        }
        Ok(())
    }

    /// `OB-206` Whether a combatant can mount.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_mount(self, who: CombatantId, mount: CombatantId) -> Result<(), Refusal> {
        if !self.exists(mount) || mount == who || !self.fighter(mount).is_mount || !self.fighter(mount).is_present() {
            return Err(Refusal::impossible(rule!("OB-206"), "that is no mount"));
        }
        let (rider, beast) = (self.fighter(who), self.fighter(mount));
        if rider.mounted != NONE || rider.is_mount || beast.mounted != NONE {
            return Err(Refusal::impossible(rule!("OB-206"), "one of the two is mounted already"));
        }
        if beast.is_helpless() || self.are_foes(who, mount) {
            return Err(Refusal::new(rule!("OB-206"), "a mount has to bear its rider"));
        }
        if self.blow_distance(who, mount) > 1 {
            return Err(Refusal::new(rule!("OB-206"), "the mount has to be adjacent"));
        }
        self.judge_nimble(who)?;
        self.judge_price(who, 2)
    }

    /// `OB-206` Whether a rider can dismount there.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_dismount(self, who: CombatantId, to: Cell) -> Result<(), Refusal> {
        if !self.fighter(who).rides() {
            return Err(Refusal::impossible(rule!("OB-206"), "only a rider dismounts"));
        }
        self.judge_nimble(who)?;
        let there = Footprint::of(self.sheet(who).size, to);
        if there.distance(self.footprint(who)) != 1 || !self.is_free(who, there) {
            return Err(Refusal::counted(rule!("OB-206"), "{},{} is not a free square beside the mount", place(to)));
        }
        if self.fighter(who).normal < 2 {
            return Err(Refusal::new(rule!("OB-206"), "dismounting takes 2 Actions"));
        }
        self.judge_price(who, 2)
    }

    /// Whether a footprint can be entered and is empty.
    pub fn is_free(self, who: CombatantId, there: Footprint) -> bool {
        there.cells().all(|cell| !self.floor(cell).solid) && self.in_the_way(who, there) == InTheWay::Nothing
    }

    /// `OB-335` The nearest free place for a combatant beside a footprint: of several the one with the lowest y,
    /// then x.
    pub fn nearest_free(self, who: CombatantId, around: Footprint) -> Option<Cell> {
        let size = self.sheet(who).size;
        let own = i16::from(size.side());
        (1..FARTHEST).find_map(|ring| {
            let top = around.at.r.saturating_sub(ring + own);
            let left = around.at.q.saturating_sub(ring + own);
            let across = 2 * (ring + own) + i16::from(around.side);
            let cells = (0..across).flat_map(|r| (0..across).map(move |q| (q, r)));
            cells
                .map(|(q, r)| Cell { q: left.saturating_add(q), r: top.saturating_add(r) })
                .filter(|&cell| Footprint::of(size, cell).distance(around) == ring as u16)
                .find(|&cell| self.is_free(who, Footprint::of(size, cell)))
        })
    }

    /// `OB-330` `OB-331` `OB-332` Whether a rider can have the mount do that.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_order(self, who: CombatantId, mount: CombatantId, order: &Order) -> Result<(), Refusal> {
        if !self.fighter(who).rides() || self.bearer(who) != mount {
            return Err(Refusal::impossible(rule!("OB-331"), "only its rider gives orders to a mount"));
        }
        self.judge_able(mount)?;
        if self.fighter(mount).flags.has(Flags::RAVING) {
            return Err(Refusal::new(rule!("OB-258"), "a Confused mount does not obey in this round"));
        }
        if self.fighter(mount).normal == 0 {
            return Err(Refusal::new(rule!("OB-330"), "a mount has 2 Actions a round, and they are spent"));
        }
        // A rider in a hold is not carried away.
        if !matches!(order, Order::Attack(_)) && self.fighter(who).flags.any(Flags::GRAPPLED.union(Flags::PINNED)) {
            return Err(Refusal::new(rule!("OB-263"), "the rider is in a hold: escape first"));
        }
        match order {
            Order::Move => self.judge_going(mount, false),
            Order::Run => self.judge_going(mount, true),
            Order::Disengage(way) => self.judge_disengage(mount, *way),
            Order::Attack(attack) if attack.precise || attack.pair => {
                Err(Refusal::new(rule!("OB-332"), "a mount makes one or two plain attacks"))
            }
            Order::Attack(attack) => {
                if attack.target == who {
                    return Err(Refusal::impossible(rule!("OB-332"), "not at its rider"));
                }
                self.judge_attack(mount, attack)
            }
        }
    }

    /// Lists the actions of a person with a mount.
    pub fn list_mounting(self, who: CombatantId, mut list: impl FnMut(Action)) {
        let fighter = self.fighter(who);
        if !fighter.rides() {
            if fighter.mounted == NONE && self.state.fighters.iter().any(|one| one.is_mount) {
                for mount in self.state.ids().filter(|&other| self.fighter(other).is_mount) {
                    list(Action::Mount { mount });
                }
            }
            return;
        }
        let mount = self.bearer(who);
        list(Action::Order { mount, order: Order::Move });
        list(Action::Order { mount, order: Order::Run });
        self.list_attacks(mount, |attack| list(Action::Order { mount, order: Order::Attack(attack) }));
        let mount = self.footprint(who);
        let (left, top) = (mount.at.q.saturating_sub(1), mount.at.r.saturating_sub(1));
        for r in 0..i16::from(mount.side) + 2 {
            for q in 0..i16::from(mount.side) + 2 {
                list(Action::Dismount { to: Cell { q: left.saturating_add(q), r: top.saturating_add(r) } });
            }
        }
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-206` `OB-333` Mounts.
    pub(crate) fn mount(&mut self, who: CombatantId, mount: CombatantId) {
        self.pay(who, 2);
        if !self.scene().exists(mount) {
            return;
        }
        self.state.pair(who, mount);
        self.tell(Event::Mounts { who, mount });
        // Its part of this activation begins in the middle of it.
        self.begin_mount(who);
    }

    /// `OB-206` Dismounts.
    pub(crate) fn dismount(&mut self, who: CombatantId, to: Cell) {
        self.pay(who, 2);
        self.leave_mount(who, to, false, false);
    }

    fn leave_mount(&mut self, who: CombatantId, to: Cell, falls: bool, checked: bool) {
        // Its part of the rider's activation is over.
        self.end_mount(who);
        if let Some(mount) = self.state.part(who) {
            self.tell(Event::Dismounts { who, mount, falls, checked });
        }
        self.put(who, to);
        // OB-R66
        self.break_hold_apart(who);
    }

    /// `OB-331` `OB-332` The mount does something, for nothing of the rider's.
    ///
    /// # Errors
    /// If an input is missing.
    pub(crate) fn order(&mut self, mount: CombatantId, order: &Order) -> Result<(), R::Pause> {
        if !self.scene().exists(mount) {
            return Ok(());
        }
        match order {
            Order::Move => self.go(mount, false),
            Order::Run => self.go(mount, true),
            Order::Attack(attack) => self.attack_in_sequence(mount, attack),
            Order::Disengage(way) => {
                self.disengage(mount, *way);
                Ok(())
            }
        }
    }

    /// `OB-334` A mount was hit: its rider stays on it by a Ride check, or is dismounted.
    ///
    /// # Errors
    /// If an input is missing.
    pub(crate) fn hold_the_saddle(&mut self, mount: CombatantId) -> Result<(), R::Pause> {
        let beast = &self.state[mount];
        if !beast.is_mount || beast.mounted == NONE {
            return Ok(());
        }
        let rider = CombatantId(beast.mounted);
        let check = self.scene().ride_check::<R::Tally>(rider);
        if !self.check(&check, |grade, _| grade.succeeded())? {
            self.unseat(rider, true)?;
        }
        Ok(())
    }

    /// `OB-335` Off the mount: Prone in the nearest free square, and a fall.
    ///
    /// # Errors
    /// If an input is missing.
    fn unseat(&mut self, rider: CombatantId, checked: bool) -> Result<(), R::Pause> {
        let around = self.scene().footprint(rider);
        let to = self.scene().nearest_free(rider, around).unwrap_or(around.at);
        self.leave_mount(rider, to, true, checked);
        self.fall_prone(rider);
        // OB-018: a plain die.
        let shown = self.referee.throw(Why::new(rider, rule!("OB-335"), "fall"), D6, |shown| shown)?;
        self.deal(rider, R::Tally::base(rule!("OB-335").named("fall"), shown), false)
    }

    /// `OB-339` `OB-R85` Dismounts a Helpless or Prone rider without a check, and the rider of a Prone mount. Every
    /// rule that can make a combatant Helpless or Prone calls it.
    ///
    /// # Errors
    /// If an input is missing.
    #[inline]
    pub(crate) fn unseat_if_down(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.state[who].mounted == NONE { Ok(()) } else { self.unseat_fallen(who) }
    }

    fn unseat_fallen(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let fighter = &self.state[who];
        let lies = fighter.flags.has(Flags::PRONE);
        if fighter.is_mount {
            let rider = CombatantId(fighter.mounted);
            return if lies && self.scene().exists(rider) { self.unseat(rider, false) } else { Ok(()) };
        }
        if lies || fighter.is_helpless() { self.unseat(who, false) } else { Ok(()) }
    }

    /// `OB-331` `OB-R83` The beginning of the rider's activation is that of the mount's too, once a round.
    pub(crate) fn begin_mount(&mut self, who: CombatantId) {
        if self.state[who].rides() {
            let mount = self.scene().bearer(who);
            if !self.state[mount].flags.any(Flags::RIDDEN.union(Flags::ACTING)) {
                self.begin_bookkeeping(mount);
            }
        }
    }

    /// The end of the rider's activation is that of the mount's too.
    pub(crate) fn end_mount(&mut self, who: CombatantId) {
        if self.state[who].rides() {
            let mount = self.scene().bearer(who);
            if self.state[mount].flags.has(Flags::ACTING) {
                self.end_bookkeeping(mount);
                self.state[mount].flags.set(Flags::RIDDEN);
            }
        }
    }

    /// `OB-R83` At the end of a round time passes for a mount without a rider too.
    pub(crate) fn pass_mounts(&mut self) {
        for who in self.state.ids() {
            let fighter = &mut self.state[who];
            if !fighter.is_mount {
                continue;
            }
            let ridden = fighter.flags.has(Flags::RIDDEN);
            fighter.flags.clear(Flags::RIDDEN);
            if !ridden && fighter.mounted == NONE && fighter.is_present() {
                if self.state[who].flags.has(Flags::DYING) && !self.state[who].flags.has(Flags::DEAD) {
                    self.tell(Event::PassesRiderless { who });
                }
                self.begin_bookkeeping(who);
                self.end_bookkeeping(who);
            }
        }
    }

    /// `OB-258` `OB-R83` The die decides the behavior of a Confused mount before its rider can give orders.
    pub(crate) fn confuse_mount(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.state[who].rides() {
            let mount = self.scene().bearer(who);
            let flags = self.state[mount].flags;
            if flags.has(Flags::CONFUSED) && self.state[mount].is_able() && !flags.has(Flags::RIDDEN) {
                self.confusion(mount)?;
            }
        }
        Ok(())
    }
}

impl Scene<'_> {
    /// `OB-334` The Ride check. It is no action: fright does not count (`OB-254`).
    pub fn ride_check<T: Tally>(self, rider: CombatantId) -> Check<T> {
        let why = Why::new(rider, rule!("OB-334"), "stay mounted");
        self.skill_check(why, Skill::Ride, 0, T::base(why.rule, RIDE_DC))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{Attack, Choice, Reaction};
    use crate::testing::{Duel, arn, bel, fen, horse};
    use affray_kernel::tally::Sum;

    /// Arn on a horse (the third), and somebody else at that distance.
    fn mounted(other: crate::files::sheet::Compiled, distance: i16) -> Duel {
        let mut duel = Duel::of(arn(), other).and_beside_first(horse());
        duel.state.fighters[0].mounted = 2;
        duel.state.fighters[2].mounted = 0;
        duel.state.fighters[2].is_mount = true;
        duel.state.fighters[2].normal = 2;
        duel.state.fighters[2].at = Cell::new(0, 0);
        duel.state.fighters[1].at = Cell::new(1 + distance, 0);
        duel
    }

    #[test]
    fn height_and_place() {
        let mut duel = mounted(fen(), 1);
        assert_eq!(duel.bonus(0, &duel.plain(0)).0, 11, "OB-E87");
        assert_eq!(duel.scene().distance(duel.ids[0], duel.ids[1]), 1, "OB-333: from the horse's squares");
        let judged = duel.scene().judge_action(duel.ids[0], &Action::Move);
        assert_eq!(judged.err().map(|refusal| refusal.rule), Some(rule!("OB-333")), "OB-I30");
        duel.state.fighters[0].normal = 1;
        let off = Action::Dismount { to: Cell::new(-1, 0) };
        let rule = |duel: &Duel, action| duel.scene().judge_action(duel.ids[0], &action).err().map(|one| one.rule);
        assert_eq!(rule(&duel, off), Some(rule!("OB-206")), "OB-I30");
        duel.state.fighters[2].normal = 0;
        assert_eq!(
            rule(&duel, Action::Order { mount: CombatantId(2), order: Order::Move }),
            Some(rule!("OB-330")),
            "OB-I30"
        );
        duel.refresh();
        duel.act(0, off, &[], &[]);
        assert_eq!(duel.state.fighters[0].at, Cell::new(-1, 0));
        assert_eq!((duel.state.fighters[0].normal, duel.state.fighters[2].mounted), (1, NONE));
        duel.refresh();
        duel.act(0, Action::Mount { mount: CombatantId(2) }, &[], &[]);
        assert_eq!((duel.state.fighters[0].at, duel.state.fighters[0].mounted), (Cell::new(0, 0), 2));
    }

    #[test]
    fn a_hit_on_the_mount() {
        // An arrow at the horse: +8 against 12, d8 2; then the Ride check at +1 against 15.
        for (dice, rides, lost) in [(&[4, 3, 1, 2, 5, 4, 6, 2][..], true, 0), (&[4, 3, 1, 2, 4, 4, 3, 4], false, 4)] {
            let mut duel = mounted(bel(), 10);
            let bow = duel.item(1, "longbow");
            let shot = Attack { way: crate::decision::Way::Ranged, ..Attack::melee(CombatantId(2), bow) };
            duel.act(1, Action::Attack(shot), dice, &[]);
            assert_eq!(duel.state.fighters[2].hp, 18, "d8 2");
            assert_eq!(duel.state.fighters[0].rides(), rides, "OB-E86");
            assert_eq!(duel.state.fighters[0].flags.has(Flags::PRONE), !rides, "OB-E86");
            assert_eq!(30 - duel.state.fighters[0].hp, lost, "OB-E86");
            // OB-335: around squares 0,0 to 1,1 the lowest y is -1, there the lowest x.
            let at = if rides { Cell::new(0, 0) } else { Cell::new(-1, -1) };
            assert_eq!(duel.state.fighters[0].at, at);
        }
    }

    #[test]
    fn a_rider_who_goes_down() {
        let mut duel = mounted(bel(), 10);
        duel.state.fighters[0].hp = 1;
        let bow = duel.item(1, "longbow");
        let shot = Attack { way: crate::decision::Way::Ranged, ..Attack::melee(CombatantId(0), bow) };
        // 8 + 9 against 17; d8 4: HP -3, and a fall of 2.
        duel.act(1, Action::Attack(shot), &[4, 3, 2, 4, 2], &[]);
        assert!(!duel.state.fighters[0].rides(), "OB-339");
        assert_eq!(duel.state.fighters[0].hp, -5, "OB-335");
    }

    #[test]
    fn a_mounted_charge_into_a_spear() {
        let mut duel = mounted(fen(), 12);
        let (arn, fen) = (duel.ids[0], duel.ids[1]);
        let spear = duel.item(1, "footman's spear");
        let answers =
            [Choice::React(Reaction::Set { item: spear }), Choice::Braced(Some(Attack::melee(CombatantId(2), spear)))];
        let dice = [4, 4, 5, 6, 4, 3, 5, 2, 5, 3, 4, 4, 6];
        assert_eq!(duel.scene().judge_action(arn, &Action::Charge(duel.plain(0))), Ok(()));
        duel.act(0, Action::Charge(duel.plain(0)), &dice, &answers);
        assert_eq!(duel.state.fighters[2].hp, 13, "OB-E100: the horse");
        assert_eq!(duel.state.fighters[1].hp, 7, "OB-E100: Fen");
        assert!(duel.state.fighters[0].rides(), "OB-E100");
        assert_eq!((duel.state.fighters[0].normal, duel.state.fighters[2].normal), (1, 0), "OB-338");
        assert_eq!(duel.scene().distance(arn, fen), 1, "OB-E100");
        let back = duel.scene().defense::<Sum>(fen, &duel.plain(1)).total();
        assert_eq!((back, duel.bonus(1, &duel.plain(1)).0), (13, 1), "OB-E100: 17 - 4, and a long weapon at 1 m");
        let at_horse = duel.scene().defense::<Sum>(fen, &Attack::melee(CombatantId(2), spear)).total();
        assert_eq!(at_horse, 8, "OB-338: the mount too");
        assert!(duel.scene().judge_action(arn, &Action::Charge(duel.plain(0))).is_err());
    }
}
