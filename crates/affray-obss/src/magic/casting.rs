//! Spells: casting, the Magic Check, and effects.
//!
//! Rules `OB-243`, `OB-255`, `OB-310` to `OB-325`, rulings `OB-R71`, `OB-R80`, `OB-R81`, `OB-R82`.
//!
//! Section J of the ledger is about weapons: increments, threat, a fight around the target and creatures on the way do
//! not change the attack roll of a spell (`OB-R96`). Cover of the target's square does, where it is cast over a distance.

use crate::Obss;
use crate::decision::{Aim, Attack, Casting, Way};
use crate::dice::check::Check;
use crate::dice::pool::{Grade, PoolDice, SingleDice};
use crate::event::Event;
use crate::scene::{Fight, Footprint, Scene};
use crate::sheet::{Spell, SpellCost, SpellMode, UNARMED};
use crate::state::{Flags, NONE};
use crate::strike::AttackRoll;
use crate::strike::declare::Sequence;
use crate::strike::dice::{DamageDice, Struck};
use crate::strike::score::Score;
use crate::turn::react::Trigger;
use affray_files::value::{Schema, ToValue};
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};
use arrayvec::ArrayVec;

/// What distracts a caster (`OB-255`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
#[value(rename_all = "lowercase")]
pub enum Distraction {
    /// The condition of that name.
    Condition,
    /// A Run since the activation began.
    Run,
    /// A hold.
    Hold,
    /// A weapon attack of the same activation.
    Attack,
    /// An able enemy that threatens the caster.
    Threat,
}

/// The targets of a spell.
type Targets = ArrayVec<CombatantId, 64>;

/// Points that are shown for an area, at the most.
const MOST_POINTS: usize = 32;

/// A point for an area, and whom it reaches, a bit for each.
#[derive(Debug, Clone, Copy)]
struct Point {
    at: Cell,
    /// Those whom the spell is meant for.
    meant: u64,
    /// The others.
    others: u64,
}

impl Point {
    /// Whether it reaches all that the other is meant for, and no more of the rest.
    const fn is_as_good(self, other: Self) -> bool {
        other.meant & !self.meant == 0 && self.others & !other.others == 0
    }
}

impl SpellMode {
    /// `OB-318` Whether it takes an attack roll.
    pub const fn attacks(self) -> bool {
        matches!(self, Self::Attack | Self::TouchAttack)
    }
}

impl<'a> Scene<'a> {
    /// A spell on a sheet.
    pub fn spell(self, who: CombatantId, spell: u8) -> Option<&'a Spell> {
        self.sheet(who).spells.get(spell as usize)
    }

    /// `OB-057` `OB-255` `OB-R71` What distracts a combatant, if anything does.
    pub fn distraction(self, who: CombatantId) -> Option<Distraction> {
        let flags = self.fighter(who).flags;
        let by_flags = [
            (Flags::DISTRACTED, Distraction::Condition),
            (Flags::RAN, Distraction::Run),
            (Flags::GRAPPLED.union(Flags::PINNED), Distraction::Hold),
            (Flags::ATTACKED, Distraction::Attack),
        ];
        let by_flags = by_flags.into_iter().find(|(any, _)| flags.any(*any)).map(|(_, what)| what);
        by_flags.or_else(|| self.is_threatened(who).then_some(Distraction::Threat))
    }

    /// `OB-255` Whether a combatant is Distracted.
    pub fn is_distracted(self, who: CombatantId) -> bool {
        self.distraction(who).is_some()
    }

    /// `OB-310` `OB-318` The number that the targets of spells have to save against.
    pub fn spell_dc<T: Tally>(self, who: CombatantId) -> T {
        let sheet = self.sheet(who);
        let mut against = T::base(rule!("OB-320").named("base"), 10);
        against.add(rule!("OB-320").named("caster level"), i32::from(sheet.cl));
        against.add(rule!("OB-320").named(sheet.cast_ability.name()), sheet.ability(sheet.cast_ability));
        against.add(rule!("OB-320").named("adept"), i32::from(sheet.adept));
        against
    }

    /// `OB-324` Whether a hand is free for casting: an empty one, or an off hand with a light weapon.
    pub fn has_casting_hand(self, who: CombatantId) -> bool {
        let off = self.fighter(who).hands[1];
        let light = || self.sheet(who).item(off).and_then(crate::sheet::Item::weapon).is_some_and(|one| one.light);
        self.free_hands(who) != 0 || (off != NONE && light())
    }

    /// Where a spell is aimed.
    fn aimed_at(self, aim: Aim) -> Footprint {
        match aim {
            Aim::Whom(target) => self.footprint(target),
            Aim::At(at) => Footprint { at, side: 1 },
        }
    }

    /// Whether a spell can be cast. `own` says that it is the own activation.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_cast(self, who: CombatantId, casting: &Casting, own: bool) -> Result<(), Refusal> {
        let Some(spell) = self.spell(who, casting.spell) else {
            return Err(Refusal::impossible(rule!("OB-310"), "there is no such spell on the sheet"));
        };
        match casting.aim {
            Aim::Whom(target) if !self.exists(target) || !self.fighter(target).is_present() => {
                return Err(Refusal::impossible(rule!("OB-314"), "the target is not there"));
            }
            Aim::Whom(target) if spell.mode.attacks() && target == who => {
                return Err(Refusal::impossible(rule!("OB-318"), "an attack needs somebody else as its target"));
            }
            Aim::At(_) if spell.radius == 0 => {
                return Err(Refusal::impossible(rule!("OB-314"), "that spell is for somebody, not for a place"));
            }
            Aim::Whom(_) | Aim::At(_) => {}
        }
        if self.sheet(who).cl == 0 {
            return Err(Refusal::new(rule!("OB-310"), "without caster levels there is no magic"));
        }
        match (spell.cost, own) {
            (SpellCost::Actions(price), true) => self.judge_price(who, price)?,
            (SpellCost::Actions(_), false) => {
                return Err(Refusal::new(rule!("OB-243"), "out of turn only a spell of cost Immediate can be cast"));
            }
            (SpellCost::Immediate, _) => self.judge_immediate(who)?,
        }
        self.judge_magic(who, spell, own)?;
        self.judge_spell_range(who, casting, spell)?;
        if !self.has_casting_hand(who) {
            return Err(Refusal::new(rule!("OB-324"), "casting takes a free hand: drop or sheathe something"));
        }
        if spell.level == 0 && self.fighter(who).flags.has(Flags::PINNED) {
            return Err(Refusal::new(rule!("OB-324"), "a Pinned caster casts only spells that take a Magic Check"));
        }
        self.judge_spell_attack(who, casting, spell, own)
    }

    /// `OB-312` `OB-313` `OB-R80` Magic points, and one real spell an activation.
    fn judge_magic(self, who: CombatantId, spell: &Spell, own: bool) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let needed = i16::from(spell.level.max(1));
        if fighter.mp < needed {
            let numbers = [i32::from(needed), i32::from(fighter.mp)];
            return Err(Refusal::counted(rule!("OB-312"), "that takes {} MP, and {} are left", numbers));
        }
        if own && spell.level != 0 && fighter.flags.has(Flags::CAST) {
            return Err(Refusal::new(
                rule!("OB-313"),
                "one spell of level 1 or higher an activation: level 0 is still possible",
            ));
        }
        Ok(())
    }

    /// `OB-081` `OB-314` Range, touch, and a line that no wall blocks.
    fn judge_spell_range(self, who: CombatantId, casting: &Casting, spell: &Spell) -> Result<(), Refusal> {
        let (from, to) = (self.footprint(who), self.aimed_at(casting.aim));
        let (distance, range) = (from.distance(to), u16::from(spell.range).max(self.touch_distance(who)));
        if distance > range {
            let numbers = [i32::from(distance), i32::from(range)];
            return Err(Refusal::counted(rule!("OB-314"), "that is {} m away, the range is {} m", numbers));
        }
        if distance > 1 && self.is_line_blocked(from, to) {
            return Err(Refusal::new(rule!("OB-314"), "a wall is on the line"));
        }
        match casting.aim {
            Aim::Whom(target) if spell.mode == SpellMode::Heal && self.fighter(target).flags.has(Flags::DEAD) => {
                Err(Refusal::new(rule!("OB-295"), "nothing helps the dead"))
            }
            _ => Ok(()),
        }
    }

    /// `OB-150` `OB-153` `OB-155` `OB-R89` `OB-109` The attack of a spell in the sequence, its luck and circumstances.
    fn judge_spell_attack(self, who: CombatantId, casting: &Casting, spell: &Spell, own: bool) -> Result<(), Refusal> {
        if !spell.mode.attacks() {
            // OB-316: nothing else here has points to trade.
            return self.judge_luck(rule!("OB-316"), casting.luck, 0, 0);
        }
        let sheet = self.sheet(who);
        let ability = sheet.ability(sheet.cast_ability);
        self.judge_luck(rule!("OB-013"), casting.luck, i32::from(sheet.cl), ability)?;
        casting.circumstances.judge()?;
        let Some(attack) = self.spell_as_attack(casting, spell).filter(|_| own) else { return Ok(()) };
        let sequence = self.next_in_sequence(who, &attack);
        if self.fighter(who).flags.has(Flags::LOW_PAIR) {
            return Err(Refusal::new(rule!("OB-155"), "the Low Level Option is two plain attacks with weapons"));
        }
        sequence.judge_limit(self.setup.options.attack_limit, || {
            let plain = Casting { luck: 0, ..*casting };
            self.spell_score::<Sum>(who, &plain, spell, sequence).bonus.total() + sequence.penalty()
        })
    }

    /// A spell's attack as the sums of section F and G know attacks.
    fn spell_as_attack(self, casting: &Casting, spell: &Spell) -> Option<Attack> {
        let Aim::Whom(target) = casting.aim else { return None };
        let way = if spell.range == 0 { Way::Melee } else { Way::Ranged };
        let touch = spell.mode == SpellMode::TouchAttack;
        let circumstances = casting.circumstances;
        Some(Attack { way, touch, luck: casting.luck, circumstances, ..Attack::melee(target, UNARMED) })
    }

    /// The attack that a spell is for its Defense.
    pub(crate) fn spell_attack(self, casting: &Casting, spell: &Spell, target: CombatantId) -> Attack {
        let plain = Attack { way: Way::Ranged, ..Attack::melee(target, UNARMED) };
        self.spell_as_attack(casting, spell).unwrap_or(plain)
    }

    /// `OB-318` The bonus of a spell's attack roll and its dice.
    pub fn spell_score<T: Tally>(
        self,
        who: CombatantId,
        casting: &Casting,
        spell: &Spell,
        sequence: Sequence,
    ) -> Score<T> {
        let mut bonus = self.plain_spell_bonus::<T>(who);
        let mut dice = PoolDice::three();
        if let Some(attack) = self.spell_as_attack(casting, spell) {
            // The fists stand for 'no weapon': nothing of section F hangs on them.
            let fists = self.sheet(who).weapon(UNARMED);
            self.situation(who, &attack, fists, sequence, &mut bonus, &mut dice);
            self.sequence_penalty(&attack, fists, sequence, &mut bonus);
        }
        bonus.add(rule!("OB-012"), -4 * i32::from(casting.luck));
        dice.add(rule!("OB-012"), i32::from(casting.luck));
        Score { bonus, dice }
    }

    /// `OB-318` The bonus of a spell's attack roll before its circumstances.
    pub(crate) fn plain_spell_bonus<T: Tally>(self, who: CombatantId) -> T {
        let sheet = self.sheet(who);
        let mut bonus = T::base(rule!("OB-318").named("caster level"), i32::from(sheet.cl));
        bonus.add(rule!("OB-318").named(sheet.cast_ability.name()), sheet.ability(sheet.cast_ability));
        bonus.add(rule!("OB-074"), i32::from(sheet.skill_ar));
        bonus
    }

    /// `OB-316` `OB-R81` The Magic Check of a spell: 3 dice and one for each two caster levels begun, against
    /// 10 + 2 a level + 4 a critical hit suffered this round. There are no points to trade for luck.
    pub fn magic_check<T: Tally>(self, who: CombatantId, spell: &Spell) -> Check<T> {
        let mut dice = PoolDice::three();
        dice.add(rule!("OB-316").named("half of the caster level"), (i32::from(self.sheet(who).cl) + 1) / 2);
        dice.add(rule!("OB-254"), self.fright_dice(who));
        let mut against = T::base(rule!("OB-316").named("base"), 10);
        against.add(rule!("OB-316").named("level of the spell, twice"), 2 * i32::from(spell.level));
        against.add(rule!("OB-316").named("critical hits taken"), 4 * i32::from(self.fighter(who).criticals));
        Check {
            why: Why::new(who, rule!("OB-316"), "Magic Check"),
            bonus: T::base(rule!("OB-316").named("bonus"), 0),
            dice,
            against,
            whose: Some(who),
            tie: None,
            graded: true,
        }
    }

    /// `OB-322` Everybody in an area, friend or foe, without a wall between it and its point; of a spell without
    /// an area its target.
    pub(crate) fn affected(self, casting: &Casting, spell: &Spell) -> Targets {
        let here = |who: &CombatantId| !self.fighter(*who).flags.any(Flags::DEAD.union(Flags::GONE));
        if let (Aim::Whom(target), 0) = (casting.aim, spell.radius) {
            return [target].into_iter().filter(here).collect();
        }
        let within = |who: &CombatantId| self.is_filled(casting.aim, spell, self.footprint(*who));
        self.state.ids().filter(here).filter(within).take(64).collect()
    }

    /// `OB-322` Whether a spell around a point reaches a place.
    fn is_filled(self, aim: Aim, spell: &Spell, place: Footprint) -> bool {
        let point = Footprint { at: self.aimed_at(aim).at, side: 1 };
        let distance = place.distance(point);
        distance <= u16::from(spell.radius) && (distance <= 1 || !self.is_line_blocked(point, place))
    }

    /// `OB-322` The squares of the map that a spell with a radius fills.
    pub(crate) fn filled(self, aim: Aim, spell: &Spell) -> impl Iterator<Item = Cell> {
        let around = self.map().within(self.aimed_at(aim).at, u16::from(spell.radius));
        around.filter(move |&at| !self.floor(at).screen && self.is_filled(aim, spell, Footprint { at, side: 1 }))
    }

    /// Spells that could be cast now, with the targets that a person would be shown: enemies for harm, friends for
    /// help, and points for areas that spare those for whom they are not meant.
    pub fn castings(self, who: CombatantId, mut list: impl FnMut(Casting)) {
        for number in 0..self.sheet(who).spells.len() as u8 {
            self.castings_of(who, number, &mut list);
        }
    }

    /// Lists the castings of one spell.
    pub(crate) fn castings_of(self, who: CombatantId, number: u8, mut list: impl FnMut(Casting)) {
        let Some(spell) = self.spell(who, number) else { return };
        let casting = |aim| Casting { spell: number, aim, luck: 0, circumstances: Default::default() };
        if spell.radius != 0 {
            for point in self.points(who, spell) {
                list(casting(Aim::At(point)));
            }
            return;
        }
        for other in self.state.ids() {
            if self.is_meant(who, spell, other) {
                list(casting(Aim::Whom(other)));
            }
        }
    }

    /// Whether a spell is meant for somebody: harm for enemies, help for friends.
    fn is_meant(self, who: CombatantId, spell: &Spell, other: CombatantId) -> bool {
        !self.fighter(other).flags.any(Flags::DEAD.union(Flags::GONE)) && spell.helps() != self.are_foes(who, other)
    }

    /// `OB-322` The points that a person would be shown for an area: of those that reach the same, the one nearest to
    /// somebody whom the spell is meant for, and none where another reaches all of these and fewer of the rest.
    fn points(self, who: CombatantId, spell: &Spell) -> ArrayVec<Cell, MOST_POINTS> {
        let mut seen: ArrayVec<u64, { 2 * MOST_POINTS }> = ArrayVec::new();
        let mut found: ArrayVec<Point, MOST_POINTS> = ArrayVec::new();
        let radius = i16::from(spell.radius);
        let bits = |all: &mut dyn Iterator<Item = CombatantId>| all.fold(0u64, |bits, one| bits | 1 << (one.0 & 63));
        let meant = bits(&mut self.state.ids().filter(|&other| self.is_meant(who, spell, other)));
        let there = |one: &CombatantId| !self.fighter(*one).flags.any(Flags::DEAD.union(Flags::GONE));
        for far in 0..=radius {
            for other in self.state.ids().filter(|&other| self.is_meant(who, spell, other)) {
                let middle = self.footprint(other).at;
                let around = (-far..=far).flat_map(|r| (-far..=far).map(move |q| (q, r)));
                for (q, r) in around.filter(|(q, r)| q.abs().max(r.abs()) == far) {
                    let at = Cell::new(middle.q.saturating_add(q), middle.r.saturating_add(r));
                    let place = Footprint { at, side: 1 };
                    let near = |one: &CombatantId| self.footprint(*one).distance(place) <= u16::from(spell.radius);
                    let roughly = bits(&mut self.state.ids().filter(there).filter(near));
                    if seen.contains(&roughly) || self.map().ground(at).is_none() || seen.is_full() || found.is_full() {
                        continue;
                    }
                    let casting = Casting { spell: 0, aim: Aim::At(at), luck: 0, circumstances: Default::default() };
                    if self.judge_spell_range(who, &casting, spell).is_err() {
                        continue;
                    }
                    let reached = bits(&mut self.affected(&casting, spell).into_iter());
                    let point = Point { at, meant: reached & meant, others: reached & !meant };
                    // What walls cut off may be reached from another point yet.
                    if reached == roughly {
                        seen.push(roughly);
                    }
                    if point.meant != 0 && !found.iter().any(|one| one.is_as_good(point)) {
                        found.retain(|one| !point.is_as_good(*one));
                        found.push(point);
                    }
                }
            }
        }
        found.into_iter().map(|point| point.at).collect()
    }

    /// `OB-243` Whether a combatant has a potion in hand or a spell that costs the Immediate.
    pub fn has_quick_use(self, who: CombatantId) -> bool {
        let mut found = (0..2).any(|hand| self.judge_drink_out_of_turn(who, hand).is_ok());
        for (number, spell) in (0..).zip(&self.sheet(who).spells) {
            if !found && spell.cost == SpellCost::Immediate {
                self.castings_of(who, number, |casting| {
                    found = found || self.judge_cast(who, &casting, false).is_ok();
                });
            }
        }
        found
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-310` to `OB-317` Casts a spell: paid, perhaps interrupted and checked, carried out.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn cast(&mut self, who: CombatantId, casting: &Casting, own: bool) -> Result<(), R::Pause> {
        let setup = self.setup;
        let number = casting.spell;
        let Some(spell) = setup.combatants[who.index()].sheet.spells.get(number as usize) else { return Ok(()) };
        let distraction = if spell.level != 0 { self.scene().distraction(who) } else { None };
        match spell.cost {
            SpellCost::Actions(price) => self.pay(who, price),
            SpellCost::Immediate => self.spend_immediate(who),
        }
        let fighter = &mut self.state[who];
        let cost = fighter.mp.min(i16::from(spell.level)).max(0);
        fighter.mp -= cost;
        if own && spell.level != 0 {
            fighter.flags.set(Flags::CAST);
        }
        let mp = i32::from(self.state[who].mp);
        self.tell(Event::Casts { who, spell: number, aim: casting.aim, cost: cost.into(), mp });
        if spell.level != 0 {
            // W3
            self.window(who, Trigger::Casts)?;
            if !self.state[who].is_able() {
                self.tell(Event::SpellFails { who, spell: number, critical: false });
                return Ok(());
            }
        }
        if let Some(by) = distraction {
            self.tell(Event::Distracted { who, by });
            if !self.keeps_spell(who, number, spell, own)? {
                return Ok(());
            }
        }
        self.tell(Event::SpellWorks { who, spell: number });
        self.spell_effect(who, casting, spell, own)
    }

    /// `OB-315` `OB-317` The Magic Check. Says whether the spell works. `own` says that it is the own activation:
    /// out of turn there are no Actions of it that could be lost.
    fn keeps_spell(&mut self, who: CombatantId, number: u8, spell: &Spell, own: bool) -> Result<bool, R::Pause> {
        let check = self.scene().magic_check::<R::Tally>(who, spell);
        let grade = self.check(&check, |grade, _| grade)?;
        match grade {
            Grade::Success => return Ok(true),
            Grade::CriticalSuccess => {
                // A point comes back, but the spell still costs one.
                if spell.level > 1 {
                    self.state[who].mp += 1;
                    let mp = i32::from(self.state[who].mp);
                    self.tell(Event::MagicReturns { who, mp });
                }
                return Ok(true);
            }
            Grade::Failure | Grade::CriticalFailure => {}
        }
        let critical = grade == Grade::CriticalFailure;
        self.tell(Event::SpellFails { who, spell: number, critical });
        if critical {
            let actions = self.state[who].normal;
            if own && actions != 0 {
                self.state[who].normal = 0;
                self.tell(Event::ForfeitsActions { who, actions });
            }
            let damage = R::Tally::base(rule!("OB-317").named("spell level"), i32::from(spell.level));
            self.referee.show(Why::new(who, rule!("OB-317"), "injury"), &damage);
            self.take_damage(who, damage.total(), false)?;
        }
        Ok(false)
    }

    /// The effect of a spell.
    fn spell_effect(&mut self, who: CombatantId, casting: &Casting, spell: &Spell, own: bool) -> Result<(), R::Pause> {
        if spell.mode.attacks() {
            return self.spell_attack(who, casting, spell, own);
        }
        let targets = self.scene().affected(casting, spell);
        if spell.mode == SpellMode::Heal {
            if let Some(dice) = spell.dice {
                let rule = rule!("OB-323");
                let why = Why::new(who, rule, "spell");
                self.roll_healing(why, dice, |scene, sum| scene.add_spell_plus(sum, who, spell, rule), &targets)?;
            }
            return self.bring_spell_condition(&targets, spell);
        }
        let harm = self.spell_damage(who, spell, &targets)?;
        if matches!(spell.mode, SpellMode::SaveHalf | SpellMode::SaveNegates) && !targets.is_empty() {
            self.show_spell_dc(who);
        }
        for &target in &targets {
            self.suffer_spell(who, target, spell, harm)?;
        }
        self.spell_is_over(who, &targets)
    }

    /// W5 for all targets of a spell (`OB-235`), in the order of initiative (`OB-236`).
    fn spell_is_over(&mut self, who: CombatantId, targets: &[CombatantId]) -> Result<(), R::Pause> {
        if let [target] = *targets {
            return if target == who { Ok(()) } else { self.window_of(target, who, Trigger::Resolved) };
        }
        for place in 0..self.state.fighters.len() {
            if let Some(target) = self.state.in_order(place)
                && target != who
                && targets.contains(&target)
            {
                self.window_of(target, who, Trigger::Resolved)?;
            }
        }
        Ok(())
    }

    /// The damage dice of a spell that takes no attack roll, once for all: `None` if it has none.
    fn spell_damage(&mut self, who: CombatantId, spell: &Spell, targets: &Targets) -> Result<Option<i32>, R::Pause> {
        let Some(dice) = spell.dice.filter(|_| !targets.is_empty()) else { return Ok(None) };
        let why = Why::new(who, rule!("OB-320"), "spell damage");
        self.referee.pool(why, &SingleDice(dice), &[], |sum| sum).map(Some)
    }

    /// `OB-320` The number that the saves against a spell have to reach, once for all of them.
    fn show_spell_dc(&mut self, who: CombatantId) {
        let against = self.scene().spell_dc::<R::Tally>(who);
        self.referee.show(Why::new(who, rule!("OB-320"), "save DC"), &against);
    }

    /// `OB-320` A spell of one target without an attack roll: the save, the damage, the condition.
    fn suffer_spell(
        &mut self,
        who: CombatantId,
        target: CombatantId,
        spell: &Spell,
        dice: Option<i32>,
    ) -> Result<(), R::Pause> {
        let saved = match spell.mode {
            SpellMode::SaveHalf | SpellMode::SaveNegates => {
                let against = self.scene().spell_dc::<R::Tally>(who);
                self.roll_save(Why::new(target, rule!("OB-320"), "save"), spell.save, against, None)?
            }
            _ => false,
        };
        if let Some(dice) = dice.filter(|_| !saved || spell.mode == SpellMode::SaveHalf) {
            let mut damage = R::Tally::base(rule!("OB-320").named("dice"), dice);
            self.scene().add_spell_plus(&mut damage, who, spell, rule!("OB-320"));
            damage.at_least(rule!("OB-320").named("at least 1"), 1);
            if saved {
                let half = (damage.total() / 2).max(1);
                damage.becomes(rule!("OB-320").named("half"), half);
            }
            self.deal(target, damage, false)?;
        }
        if !saved {
            self.bring_spell_condition(&[target], spell)?;
        }
        Ok(())
    }

    fn bring_spell_condition(&mut self, whom: &[CombatantId], spell: &Spell) -> Result<(), R::Pause> {
        let Some((condition, rounds)) = spell.condition else { return Ok(()) };
        for &who in whom {
            if !self.state[who].flags.has(Flags::DEAD) {
                self.bring_condition(who, condition, rounds);
                self.unseat_if_down(who)?;
            }
        }
        Ok(())
    }

    /// `OB-318` `OB-319` The attack roll of a spell and the effects of its hit. Out of turn it is no part of the
    /// sequence (`OB-R46`).
    fn spell_attack(&mut self, who: CombatantId, casting: &Casting, spell: &Spell, own: bool) -> Result<(), R::Pause> {
        let scene = self.scene();
        let Some(attack) = scene.spell_as_attack(casting, spell) else { return Ok(()) };
        let target = attack.target;
        self.tell_line(who, &attack);
        let scene = self.scene();
        let sequence = if own { scene.next_in_sequence(who, &attack) } else { Sequence::REACTION };
        let roll = AttackRoll {
            who,
            target,
            rule: rule!("OB-318"),
            score: scene.spell_score(who, casting, spell, sequence),
            defense: scene.defense(who, &attack),
            precise: false,
            // OB-319: spell dice never explode.
            damage: spell.dice.map(DamageDice::of_spell),
        };
        if own {
            let fighter = &mut self.state[who];
            fighter.attacks = fighter.attacks.saturating_add(1);
        }
        if let Struck::Hit { dice, .. } = self.roll_attack(&roll)? {
            if roll.damage.is_some() {
                let mut damage = R::Tally::base(rule!("OB-319").named("dice"), dice);
                self.scene().add_spell_plus(&mut damage, who, spell, rule!("OB-319"));
                self.deal(target, damage, false)?;
            }
            self.bring_spell_condition(&[target], spell)?;
            self.hold_the_saddle(target)?;
        }
        self.appear(who);
        self.window_of(target, who, Trigger::Resolved)
    }
}

impl Scene<'_> {
    /// Adds to the dice of a spell what it adds to them: a number of its own, the ability of its caster.
    pub(crate) fn add_spell_plus<T: Tally>(self, sum: &mut T, who: CombatantId, spell: &Spell, rule: RuleId) {
        let (sheet, by) = (self.sheet(who), self.sheet(who).cast_ability);
        sum.add(rule.named("spell"), spell.plus.into());
        sum.add(rule.named(by.name()), if spell.plus_ability { sheet.ability(by) } else { 0 });
    }

    /// The number that is added to the dice of a spell.
    pub fn spell_plus(self, who: CombatantId, spell: &Spell) -> i32 {
        let mut plus = Sum::of(0);
        self.add_spell_plus(&mut plus, who, spell, rule!("OB-320"));
        plus.total()
    }

    /// `OB-171` Whether a wall or an obstacle to sight stands on the line between two places.
    pub fn is_line_blocked(self, from: Footprint, to: Footprint) -> bool {
        let (from, to): (Cell, Cell) = crate::movement::threat::line_of_fire(from, to);
        self.map().line(from, to).any(|cell| self.floor(cell).screen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::pool::pool_size;
    use crate::strike::declare::Number;
    use crate::testing::{Duel, bel, eli};

    fn casting(duel: &Duel, spell: &str) -> Casting {
        let spells = &duel.setup.combatants[0].sheet.spells;
        let spell = spells.iter().position(|one| one.name == spell).expect("a spell of that name") as u8;
        Casting { spell, aim: Aim::Whom(duel.ids[1]), luck: 0, circumstances: Default::default() }
    }

    #[test]
    fn the_numbers_of_a_caster() {
        let duel = Duel::of(eli(), bel());
        let spark = casting(&duel, "Spark");
        let spell = duel.scene().spell(duel.ids[0], spark.spell).expect("it is there");
        let sequence = Sequence { number: Number::Of(1), charge: false, braced: false, pair: false };
        let score = duel.scene().spell_score::<Sum>(duel.ids[0], &spark, spell, sequence);
        assert_eq!((score.bonus.total(), score.dice.more()), (10, 1), "OB-E83");
        assert_eq!(duel.scene().spell_dc::<Sum>(duel.ids[0]).total(), 22, "OB-E84");
    }

    /// `OB-322` Bel stands 10 m off, and Arn, a friend, 2 m before her: an area of 3 m is laid behind Bel, where Arn is 4 m
    /// from its middle.
    #[test]
    fn an_area_is_laid_where_friends_are_spared() {
        let mut duel = Duel::of(eli(), bel()).and_beside_first(crate::testing::arn());
        duel.state.fighters[1].at = Cell::new(10, 0);
        duel.state.fighters[2].at = Cell::new(8, 0);
        let blast = casting(&duel, "Blast").spell;
        let mut listed = Vec::new();
        duel.scene().castings_of(duel.ids[0], blast, |casting| listed.push(casting.aim));
        let [Aim::At(point)] = listed[..] else { panic!("one point: {listed:?}") };
        let place = Footprint { at: point, side: 1 };
        let far = |who: u8| duel.scene().footprint(CombatantId(who)).distance(place);
        assert!(far(1) <= 3 && far(2) > 3 && far(0) > 3, "{point:?}");
        // Away from her friend it is laid upon Bel.
        duel.state.fighters[2].at = Cell::new(0, 1);
        listed.clear();
        duel.scene().castings_of(duel.ids[0], blast, |casting| listed.push(casting.aim));
        assert_eq!(listed, [Aim::At(Cell::new(10, 0))]);
        // OB-314: 26 m off she is out of range, 24 m, but not out of an area of 3 m around a point within it.
        duel.state.fighters[1].at = Cell::new(26, 0);
        listed.clear();
        duel.scene().castings_of(duel.ids[0], blast, |casting| listed.push(casting.aim));
        let [Aim::At(point)] = listed[..] else { panic!("one point: {listed:?}") };
        assert!((23..=24).contains(&point.q), "{point:?}");
        // Two at once, if one point reaches both.
        let mut duel = Duel::of(eli(), bel()).and(bel());
        duel.state.fighters[1].at = Cell::new(10, 0);
        duel.state.fighters[2].at = Cell::new(14, 0);
        listed.clear();
        duel.scene().castings_of(duel.ids[0], blast, |casting| listed.push(casting.aim));
        let [Aim::At(point)] = listed[..] else { panic!("one point: {listed:?}") };
        assert!((11..=13).contains(&point.q), "{point:?}");
    }

    #[test]
    fn magic_checks() {
        let mut duel = Duel::of(eli(), bel());
        let against = |duel: &Duel, name: &str| {
            let spell = duel.scene().spell(duel.ids[0], casting(duel, name).spell).expect("it is there");
            let check = duel.scene().magic_check::<Sum>(duel.ids[0], spell);
            (pool_size(check.dice.more()), check.against.total())
        };
        assert_eq!(against(&duel, "Bolt"), (6, 12), "OB-E81");
        assert_eq!(against(&duel, "Blast"), (6, 16), "OB-E82");
        duel.state.fighters[0].criticals = 1;
        assert_eq!(against(&duel, "Bolt"), (6, 16), "OB-E81");
        duel.state.fighters[0].flags.set(Flags::FRIGHTENED);
        assert_eq!(against(&duel, "Bolt"), (5, 16), "OB-254");
    }
}
