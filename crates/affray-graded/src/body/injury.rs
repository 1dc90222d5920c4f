//! What a hit does to the body: wounds, crippling, knockout, stun, knockback. Incapacitation and death are in
//! `collapse`.
//!
//! Rules `GR-006`, `GR-007`, `GR-139`, `GR-140`, `GR-224`, `GR-230` to `GR-246`; rulings `GR-R17`, `GR-R84`, `GR-R85`,
//! `GR-R87`, `GR-R88`, `GR-R94` to `GR-R99`, `GR-R108`. Read [`Fight::wound`] first.

use crate::Graded;
use crate::body::location::Location;
use crate::check::margin;
use crate::decision::{NONE, Posture};
use crate::event::{Event, Fall, Stun};
use crate::movement::arcs::towards;
use crate::scene::{D1, D3, Fight, Options, Scene};
use crate::sheet::DamageType;
use crate::state::{Flags, Ignored, LEGS, Parts};
use crate::strike::critical::Row;
use crate::strike::damage::{DamageProfile, Grade, graded_by, injury};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

/// `GR-230` `GR-231` `GR-R95` Whether so many points of one blow cripple the limb at a location.
pub(crate) fn cripples(at: Location, points: i32, ht: i32, options: &Options) -> bool {
    let least = at.crippling_damage(ht);
    options.location_wounds && least.is_some_and(|least| points >= least && points > 0)
}

/// `GR-239` `GR-240` Whether a blow that costs so many HP is hard enough for a Will roll against stun.
pub(crate) fn is_hard_blow(at: Location, lost: i32, ht: i32) -> bool {
    2 * lost > ht || at.is_head() && 3 * lost > ht
}

/// `GR-243` Whether a blow that costs so many HP is hard enough for a HT roll against knockout.
pub(crate) fn is_knockout_blow(at: Location, lost: i32, ht: i32) -> bool {
    at.is_head() && 2 * lost >= ht
}

impl Scene<'_> {
    /// Whether so many points of one blow [cripple](cripples) the limb at a location.
    fn cripples(self, target: CombatantId, at: Location, points: i32) -> bool {
        cripples(at, points, self.sheet(target).ht, &self.setup.options)
    }

    /// What the victim of a blow that may knock out rolls on, by that rule: HT.
    fn knockout_score<T: Tally>(self, who: CombatantId, rule: RuleId) -> T {
        T::base(rule.named("HT"), self.sheet(who).ht)
    }

    /// What the victim of a blow that may stun rolls on, by that rule: Will.
    fn stun_score<T: Tally>(self, who: CombatantId, rule: RuleId) -> T {
        T::base(rule.named("Will"), self.sheet(who).will)
    }
}

/// `GR-244` `GR-245` `GR-R99` How many hexes a crushing hit drives back: six inches a point, less what a braced
/// combatant takes off by the margin of its ST roll, a yard being 36.
fn knockback<T: Tally>(lost: i32, brace: Option<i32>) -> T {
    let mut hexes = T::base(rule!("GR-244").named("inches, 6 for each HP lost"), 6 * lost);
    if let Some(margin) = brace {
        hexes.add(rule!("GR-245").named("inches, 12 for each success"), -12 * margin.max(0));
        hexes.at_least(rule!("GR-245").named("at least 0"), 0);
    }
    hexes.becomes(rule!("GR-R99").named("in yards of 36 inches"), hexes.total() / 36);
    hexes
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// Part 1.4, steps 8 and 9: a hit of that grade does its damage at a location, with what a row of the critical hit
    /// table adds, and has its effects.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn wound(
        &mut self,
        who: CombatantId,
        by: CombatantId,
        profile: DamageProfile<R::Tally>,
        grade: Grade,
        row: Option<Row>,
        at: Location,
    ) -> Result<(), R::Pause> {
        // Step 8. GR-006, GR-R15, GR-R17: the cap is for hits that are not critical, and multiples are those of the potential.
        let (scene, kind) = (self.scene(), profile.kind);
        // GR-212: of a blow at oneself the table gives the fraction.
        let rule = if who == by { rule!("GR-212") } else { rule!("GR-004") };
        let mut damage = graded_by(rule, profile.potential.clone(), grade, kind);
        if row.is_none() {
            damage.at_most(rule!("GR-006"), profile.cap);
        }
        let lames = matches!(row, Some(Row::Lame | Row::LameOrDouble)) && {
            let plain = scene.through(Sum::of(damage.total()), who, at, kind, false);
            !scene.cripples(who, at, injury(plain, kind, at, &self.setup.options).total())
        };
        let (words, times) = match row {
            Some(Row::Triple) => ("x 3", 3),
            Some(Row::Double | Row::Disarm) => ("x 2", 2),
            Some(Row::LameOrDouble) if !lames => ("x 2", 2),
            _ => ("", 1),
        };
        if times != 1 {
            damage.at_least(rule!("GR-221").named(words), times * profile.potential.total());
        }
        let through = scene.through(damage, who, at, kind, row == Some(Row::Bypass));
        let penetrated = through.total();
        if row == Some(Row::Disarm) {
            self.drop_from_hand(who, 0);
        }
        let (at, points) = if profile.narrow && kind == DamageType::Impaling && at.is_eye() {
            self.pierce_eye(who, at, through, kind)?
        } else {
            (at, injury(through, kind, at, &self.setup.options))
        };
        let (lost, cripples) = self.lose_hp(who, at, points, kind, row.is_some());

        // Step 9. GR-R108: crippling, knockout, stun, knockback, incapacitation, death.
        if lames {
            self.lame(who, at);
        }
        if (cripples || lames)
            && let Some((part, _)) = at.limb()
        {
            self.settle_limb(who, part);
        }
        if row == Some(Row::Knockout) {
            self.state[who].flags.set(Flags::KNOCKED_OUT);
            self.lose_consciousness(who);
        }
        if row == Some(Row::Stun) && self.state[who].is_up() {
            self.stun(who, Flags::STUN_WILL, Stun::Critical);
        }
        if penetrated > 0 {
            self.knock_out(who, at, lost, kind)?;
        }
        if self.setup.options.damage_effects {
            self.roll_for_stun(who, at, lost, penetrated, row.is_some())?;
            if kind == DamageType::Crushing && who != by {
                self.knock_back(who, by, lost)?;
            }
        }
        self.weaken(who, lost)
    }

    /// `GR-233` `GR-R96` What is narrow and impales may go on from the eye into the brain. Where it hits, and the points that it costs
    /// there.
    fn pierce_eye(
        &mut self,
        who: CombatantId,
        at: Location,
        through: R::Tally,
        kind: DamageType,
    ) -> Result<(Location, R::Tally), R::Pause> {
        let options = &self.setup.options;
        let points = injury(through.clone(), kind, at, options);
        if points.total() < 2 || !options.location_wounds {
            return Ok((at, points));
        }
        let why = Why::new(who, rule!("GR-233"), "eye to brain");
        if self.referee.throw(why, D1, |face| face <= 3)? {
            return Ok((at, points));
        }
        self.blind(who, at);
        Ok((Location::Brain, injury(through, kind, Location::Brain, options)))
    }

    /// `GR-230` to `GR-232` `GR-R94` `GR-R95` HP are lost, a limb or an eye with them. How many HP, and whether a limb was
    /// crippled.
    fn lose_hp(
        &mut self,
        who: CombatantId,
        at: Location,
        points: R::Tally,
        kind: DamageType,
        critical: bool,
    ) -> (i32, bool) {
        let why = Why::new(who, rule!("GR-007"), "injury");
        let mut loss = points;
        let points = loss.total();
        if points <= 0 {
            self.referee.show(why, &loss);
            self.tell(Event::Protected { who });
            return (0, false);
        }
        let wounds = self.setup.options.location_wounds;
        let ht = self.setup.combatants[who.index()].sheet.ht;
        let cripples = self.scene().cripples(who, at, points);
        // GR-R94: a cut of twice the threshold takes the limb off.
        let severs = kind == DamageType::Cutting && at.limb().is_some_and(|(_, share)| points * share >= 2 * ht);
        let vital = matches!(at, Location::Vital | Location::Heart | Location::Brain);
        let fighter = &mut self.state[who];
        if cripples && severs {
            fighter.flags.set(Flags::NEEDS_PHYSICIAN.union(Flags::MAIMED));
        }
        if critical && vital {
            fighter.flags.set(Flags::NEEDS_PHYSICIAN);
        }
        // GR-230, GR-231, GR-R95: what a limb suffers beyond its crippling is lost.
        if let Some((_, share)) = at.limb().filter(|_| wounds) {
            let most = if share == 2 { "most that an arm or leg loses" } else { "most that a hand or foot loses" };
            loss.at_most(rule!("GR-R95").named(most), at.crippling_damage(ht).unwrap_or(points));
        }
        self.referee.show(why, &loss);
        let lost = loss.total();
        let fighter = &mut self.state[who];
        fighter.hp = fighter.hp.saturating_sub(lost as i16);
        fighter.taken = fighter.taken.saturating_add(lost as u16);
        let left = i32::from(fighter.hp);
        self.tell(Event::Wounded { who, points: lost, left, at });
        if cripples && let Some((part, _)) = at.limb() {
            self.state[who].crippled.set(part);
            self.state[who].flags.set(Flags::LAME);
            self.tell(Event::Crippled { who, at, rounds: None, points: Some(points) });
        }
        if wounds && at.is_eye() && lost >= 2 {
            self.blind(who, at);
        }
        (lost, cripples)
    }

    /// `GR-232` An eye is blinded.
    fn blind(&mut self, who: CombatantId, at: Location) {
        let flag = if at == Location::EyeNear { Flags::BLIND_NEAR } else { Flags::BLIND_FAR };
        if !self.state[who].flags.has(flag) {
            self.state[who].flags.set(flag);
            self.tell(Event::Blinded { who, at });
        }
    }

    /// `GR-224` A limb is crippled for six rounds.
    fn lame(&mut self, who: CombatantId, at: Location) {
        let Some((part, _)) = at.limb() else { return };
        let place = Parts::NAMES.iter().position(|&(_, one)| one == part).unwrap_or(0);
        let fighter = &mut self.state[who];
        fighter.lamed[place] = 6;
        fighter.flags.set(Flags::LAME.union(Flags::TICKING));
        self.tell(Event::Crippled { who, at, rounds: Some(6), points: None });
    }

    /// `GR-188` `GR-189` `GR-R84` `GR-R85` What a crippled part brings about at once.
    fn settle_limb(&mut self, who: CombatantId, part: Parts) {
        if LEGS.has(part) {
            self.fall(who, Fall::Limb);
            return;
        }
        let near = part == Parts::ARM_NEAR || part == Parts::HAND_NEAR;
        self.drop_from_hand(who, usize::from(!near));
        let hold = self.state[who].hold;
        if hold.target != NONE && hold.hands & if near { 1 } else { 2 } != 0 {
            self.let_go(who);
        }
    }

    /// `GR-236` `GR-243` `GR-R97` Blows to brain, head and heart: HT or unconscious; a brain blow stuns a
    /// victim that stays awake. A heart suffers so from what impales only.
    fn knock_out(&mut self, who: CombatantId, at: Location, lost: i32, kind: DamageType) -> Result<(), R::Pause> {
        let ht = self.setup.combatants[who.index()].sheet.ht;
        let options = &self.setup.options;
        let rule = match at {
            Location::Brain if options.location_wounds => rule!("GR-236"),
            Location::Heart if options.location_wounds && kind == DamageType::Impaling => rule!("GR-R97"),
            at if options.damage_effects && is_knockout_blow(at, lost, ht) => rule!("GR-243"),
            _ => return Ok(()),
        };
        if !self.state[who].is_up() {
            return Ok(());
        }
        let score: R::Tally = self.scene().knockout_score(who, rule);
        if !self.succeeds(who, rule, "knockout", &score)? {
            self.state[who].flags.set(Flags::KNOCKED_OUT);
            self.lose_consciousness(who);
        } else if at == Location::Brain && options.location_wounds {
            self.stun(who, Flags::STUNNED, Stun::Brain);
            self.state[who].flags.set(Flags::SLAMMED);
        }
        Ok(())
    }

    /// `GR-239` `GR-240` `GR-241` `GR-242` `GR-R88` `GR-R95` One Will roll for a hard hit, or stunned.
    fn roll_for_stun(
        &mut self,
        who: CombatantId,
        at: Location,
        lost: i32,
        through: i32,
        critical: bool,
    ) -> Result<(), R::Pause> {
        let ht = self.setup.combatants[who.index()].sheet.ht;
        let hard = through > 0 && is_hard_blow(at, lost, ht);
        let firm = self.state[who].flags.has(Flags::STUN_WILL)
            || self.state[who].flags.has(Flags::SLAMMED) && self.state[who].flags.has(Flags::STUNNED);
        if !(hard || critical) || !self.state[who].is_up() {
            return Ok(());
        }
        if firm {
            self.tell(Event::StaysStunned { who });
            return Ok(());
        }
        let rule = if critical {
            rule!("GR-241")
        } else if at.is_head() {
            rule!("GR-240")
        } else {
            rule!("GR-239")
        };
        let score: R::Tally = self.scene().stun_score(who, rule);
        if !self.succeeds(who, rule, "stun", &score)? {
            self.stun(who, Flags::STUNNED, Stun::Blow);
        }
        Ok(())
    }

    /// `GR-242` `GR-R87` Stuns: for a time (which a new stun extends), or until a Will roll. Aims are lost, and
    /// holds are let go (`GR-R42`, `GR-R54`).
    pub(crate) fn stun(&mut self, who: CombatantId, how: Flags, why: Stun) {
        let flags = &mut self.state[who].flags;
        flags.set(how);
        if how.has(Flags::STUNNED) {
            flags.clear(Flags::STUN_OLD.union(Flags::SLAMMED));
        }
        self.lose_aim(who);
        self.let_go(who);
        self.tell(Event::Stunned { who, why });
    }

    /// `GR-244` `GR-245` `GR-246` `GR-139` `GR-140` `GR-R99` `GR-R116` A crushing hit drives back: six inches a point, less what
    /// the braced take off, a yard being 36.
    fn knock_back(&mut self, who: CombatantId, by: CombatantId, lost: i32) -> Result<(), R::Pause> {
        // GR-R99: too light a hit to move anybody calls for no roll.
        if knockback::<Sum>(lost, None).total() == 0 {
            return Ok(());
        }
        // GR-R108: the body of who was knocked out is driven back as well, without a roll.
        let rolls = self.state[who].is_up();
        let braced = rolls && self.state[who].flags.has(Flags::BRACED);
        let mut brace = None;
        if braced {
            let st = self.strength(who, rule!("GR-139").named("ST"));
            let why = Why::new(who, rule!("GR-245"), "brace");
            let hexes = |margin| knockback::<Sum>(lost, Some(margin)).total();
            let read = |roll, st| (hexes(margin(st, roll)), Ignored(margin(st, roll)));
            let (_, Ignored(margin)) = self.referee.check(why, D3, &st, read)?;
            brace = Some(margin);
        }
        let distance: R::Tally = knockback(lost, brace);
        self.referee.show(Why::new(who, rule!("GR-244"), "knockback"), &distance);
        let hexes = distance.total() as u8;
        if hexes == 0 {
            return Ok(());
        }
        let (from, fighter) = (self.state[by].at, &self.state[who]);
        let away = match towards(fighter.at, fighter.facing, from) {
            Some(way) => way.opposite(),
            // GR-R99: out of the attacker's own hex.
            None => {
                self.tell(Event::DrivenAhead { who, by });
                self.state[by].facing
            }
        };
        let mut moved = 0;
        while moved < hexes {
            let to = self.state[who].at.step(away);
            // GR-R116: a ledge stops it as a wall does.
            let free = self.scene().is_open(self.state[who].at, to) && self.scene().bodies(to).next().is_none();
            if !free {
                break;
            }
            self.state[who].at = to;
            self.state[who].entered = NONE;
            moved += 1;
        }
        self.lose_aim(who);
        if moved != 0 {
            self.let_go(who);
            self.break_holds_on(who);
            let to = self.state[who].at;
            self.tell(Event::DrivenBack { who, hexes: moved, to });
            self.check_aims(who);
        }
        if moved < hexes {
            let at = self.state[who].at.step(away);
            let by = self.scene().bodies(at).next();
            self.tell(Event::DrivenAgainst { who, hexes: hexes - moved, at, by });
        }
        if rolls && self.state[who].posture != Posture::Lying {
            let rule = if braced { rule!("GR-140") } else { rule!("GR-246") };
            let mut dx = self.dexterity(who, rule.named("DX"));
            dx.add(rule!("GR-246"), if braced { 0 } else { -3 });
            if !self.succeeds(who, rule, "keep standing", &dx)? {
                self.fall(who, Fall::Knockback);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knockbacks() {
        for (lost, brace, hexes) in [
            // GR-R99: 30 inches are less than a yard.
            (5, None, 0),
            (6, None, 1),
            // GR-E89.
            (7, None, 1),
            (7, Some(2), 0),
            (12, None, 2),
            // GR-245: a failed roll takes nothing off.
            (12, Some(-3), 2),
        ] {
            assert_eq!(knockback::<Sum>(lost, brace).total(), hexes, "{lost} HP, braced {brace:?}");
        }
    }
}
