//! Concentrating: a spell from its first second to the roll at the end of its last.
//!
//! Rules `DF-105`, `DF-420`, `DF-424` to `DF-432`, `DF-436`, `DF-439`, `DF-447` to `DF-450`, rulings
//! `DF-R50`, `DF-R52` and `DF-R93`, decisions `DF-D12`. Read [`Fight::concentrate`] first.

use crate::Dfrpg;
use crate::decision::{Cast as Begun, Choice, Concentrate, Maneuver, NONE};
use crate::event::Event;
use crate::magic::effects::spell_damage;
use crate::magic::{Cast, casting_seconds, price, search_penalty};
use crate::scene::{Fight, Scene};
use crate::sheet::{Spell, SpellClass, SpellEffect};
use crate::state::{Casting, Disturbed, Doing, Flags, HeldSpell, Trigger};
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::tally::{Sum, Tally};

/// The greatest radius of an area, in hexes.
pub const MOST_RADIUS: u16 = 50;

/// What a game master let pass when a second of casting began.
#[derive(Debug, Clone, Copy)]
struct Allowed {
    /// A roll below 3 (`DF-002`).
    hopeless: bool,
    /// A hand that cannot hold the spell (`DF-439`).
    full_hand: bool,
}

/// A casting as it begins, before its first second.
fn begun(cast: &Begun, class: SpellClass) -> Casting {
    let radius = match class {
        SpellClass::Area => cast.radius.clamp(1, MOST_RADIUS) as u8,
        SpellClass::Information => search_penalty(cast.radius).unwrap_or(2),
        _ => 1,
    };
    Casting {
        spell: cast.spell,
        seconds: 0,
        target: if class == SpellClass::Regular { cast.target } else { NONE },
        energy: cast.energy,
        pointed: cast.point,
        hp: cast.hp,
        cell: cast.cell,
        radius,
        hand: cast.hand,
        ignoring: cast.ignoring,
        situational: cast.situational,
        disturbed: Disturbed::Not,
    }
}

impl Scene<'_> {
    /// `DF-105` `DF-420` Whether that can be concentrated on.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_concentrate(self, who: CombatantId, what: &Concentrate) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if self.is_grabbed(who) {
            return refuse(rule!("DF-505"), "who is grabbed cannot concentrate: break free first");
        }
        if self.holds_loosely(who) {
            return refuse(rule!("DF-503"), "who holds a foe cannot concentrate: pin the foe or let go");
        }
        match *what {
            Concentrate::Think => Ok(()),
            Concentrate::Cast(ref cast) => self.judge_cast(who, cast),
            Concentrate::Enlarge { hand, energy } => self.judge_enlarge(who, hand, energy),
            Concentrate::GoOn | Concentrate::GoOnAt { .. } => {
                let Doing::Casting(mut casting) = fighter.doing else {
                    return refuse(rule!("DF-420"), "no spell is being cast: begin one");
                };
                let Some(spell) = self.spell(who, casting.spell) else {
                    return Err(Refusal::impossible(rule!("DF-420"), "there is no such spell on the sheet"));
                };
                if let Concentrate::GoOnAt { target, cell } = *what {
                    if casting.pointed {
                        return refuse(
                            rule!("DF-427"),
                            "the target of a spell with baton or staff is fixed: go on, or give the spell up",
                        );
                    }
                    if spell.class == SpellClass::Regular {
                        self.judge_target(target)?;
                        casting.target = target;
                    } else {
                        self.judge_center(spell, cell)?;
                        casting.cell = cell;
                    }
                }
                if casting.seconds + 1 < casting_seconds(spell) {
                    return Ok(());
                }
                if matches!(spell.class, SpellClass::Melee | SpellClass::Missile) {
                    self.judge_holding_hand(who, spell, casting.hand)?;
                }
                self.judge_casting_score(who, &casting)
            }
        }
    }

    /// `DF-002` `DF-R02` A casting roll below 3 is not attempted. The Step of the maneuver may still
    /// bring the target one hex nearer.
    fn judge_casting_score(self, who: CombatantId, casting: &Casting) -> Result<(), Refusal> {
        if self.is_hopeless(who, casting) {
            return Err(Refusal::new(
                rule!("DF-002"),
                "the effective score is below 3: go nearer, point a staff, or pay less in HP",
            ));
        }
        Ok(())
    }

    /// Whether a casting roll is out of reach even after a Step towards the target.
    fn is_hopeless(self, who: CombatantId, casting: &Casting) -> bool {
        let score = self.casting_score::<Sum>(who, casting).total();
        let class = self.spell(who, casting.spell).map_or(SpellClass::Regular, |spell| spell.class);
        let far = self.casting_distance(who, casting, class) > 0;
        score + i32::from(far) < 3
    }

    fn judge_target(self, target: u8) -> Result<(), Refusal> {
        match self.state.fighters.get(target as usize) {
            None => Err(Refusal::impossible(rule!("DF-420"), "the spell needs a target: name one of the combatants")),
            Some(fighter) if !fighter.is_present() => {
                Err(Refusal::new(rule!("DF-420"), "the target is not there any more"))
            }
            Some(_) => Ok(()),
        }
    }

    fn judge_center(self, spell: &Spell, cell: affray_grid::Cell) -> Result<(), Refusal> {
        if spell.class == SpellClass::Area && !self.map().contains(cell) {
            return Err(Refusal::impossible(rule!("DF-432"), "the center of the area is not on the map"));
        }
        Ok(())
    }

    /// Whether a spell can be begun like that.
    fn judge_cast(self, who: CombatantId, cast: &Begun) -> Result<(), Refusal> {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(spell) = self.spell(who, cast.spell) else {
            return Err(Refusal::impossible(rule!("DF-420"), "there is no such spell on the sheet"));
        };
        if !(-10..=10).contains(&cast.situational) {
            return refuse(rule!("DF-R60"), "a situational modifier is from -10 to +10");
        }
        if self.is_forgotten(who, cast.spell) {
            return refuse(rule!("DF-R53"), "the spell is forgotten for the rest of the encounter");
        }
        if let Doing::Casting(old) = fighter.doing
            && old.pointed
            && old.spell == cast.spell
        {
            return refuse(
                rule!("DF-427"),
                "the target of a spell with baton or staff is fixed: go on, or give the spell up first",
            );
        }
        let (least, most) = energy_range(spell, sheet.traits.magery);
        match spell.class {
            SpellClass::Blocking => return refuse(rule!("DF-441"), "a Blocking spell is cast as a defense"),
            SpellClass::Missile if !(least..=most).contains(&cast.energy) => {
                return refuse(rule!("DF-R52"), "a missile takes 1 energy up to the caster's Magery in each second");
            }
            _ if !(least..=most).contains(&cast.energy) => {
                return refuse(rule!("DF-R50"), "the energy is not within what the spell takes");
            }
            SpellClass::Regular => self.judge_target(cast.target)?,
            SpellClass::Area => {
                if !(1..=MOST_RADIUS).contains(&cast.radius) {
                    return Err(Refusal::impossible(rule!("DF-R50"), "the radius of an area is from 1 to 50 hexes"));
                }
                self.judge_center(spell, cast.cell)?;
            }
            SpellClass::Information => {
                if search_penalty(cast.radius).is_none() {
                    return refuse(rule!("DF-448"), "a search reaches 300 tiles at most");
                }
            }
            SpellClass::Melee | SpellClass::Missile => self.judge_holding_hand(who, spell, cast.hand)?,
        }
        if cast.point {
            if !matches!(spell.class, SpellClass::Regular | SpellClass::Area) {
                return refuse(
                    rule!("DF-427"),
                    "only at the target of a Regular or Area spell is a baton or staff pointed",
                );
            }
            if self.spell_focus(who) == 0 {
                return refuse(rule!("DF-427"), "pointing needs a ready baton or staff that holds no spell itself");
            }
        }
        let casting = begun(cast, spell.class);
        if price::<Sum>(spell, cast.energy, casting.radius).total() < i32::from(cast.hp) {
            return refuse(rule!("DF-R50"), "no more HP can be spent than the spell costs");
        }
        if casting_seconds(spell) <= 1 { self.judge_casting_score(who, &casting) } else { Ok(()) }
    }

    /// `DF-437` `DF-439` Whether a hand can hold a new spell: a missile a free hand, a melee spell also a
    /// staff.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_holding_hand(self, who: CombatantId, spell: &Spell, hand: u8) -> Result<(), Refusal> {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        if sheet.body.hands.min(4) <= hand {
            return Err(Refusal::impossible(rule!("DF-439"), "there is no such hand"));
        }
        let holds = fighter.held.iter().any(|held| held.spell != NONE && held.hand == hand);
        let item = fighter.hands[hand as usize];
        let staff = spell.class == SpellClass::Melee
            && self.item(who, item).is_some_and(|item| item.spell_focus == 2)
            && self.is_ready(who, item);
        if holds || !(staff || self.is_free_hand(who, hand)) {
            return Err(Refusal::new(
                rule!("DF-439"),
                "a missile spell needs a free hand, a melee spell a free hand or a staff that holds none",
            ));
        }
        if fighter.held.iter().all(|held| held.spell != NONE) {
            return Err(Refusal::new(rule!("DF-439"), "two spells are held already: use one or dissipate it"));
        }
        Ok(())
    }

    /// `DF-439` Whether the hand that is to hold a spell can do so; there is nothing to hold of other spells.
    fn can_hold_it(self, who: CombatantId, casting: &Casting) -> bool {
        self.spell(who, casting.spell).is_none_or(|spell| {
            !matches!(spell.class, SpellClass::Melee | SpellClass::Missile)
                || self.judge_holding_hand(who, spell, casting.hand).is_ok()
        })
    }

    /// `DF-436` `DF-R52` `DF-R93` Whether a held missile can be enlarged.
    fn judge_enlarge(self, who: CombatantId, hand: u8, energy: u8) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(held) = self.held_spell(who, hand) else {
            return Err(Refusal::impossible(rule!("DF-436"), "that hand holds no spell"));
        };
        match held.seconds {
            0 => {
                return refuse(
                    rule!("DF-R93"),
                    "the spell grows no more: it was complete, or its caster was disturbed or busy",
                );
            }
            1 | 2 => {}
            _ => return refuse(rule!("DF-R52"), "a missile grows for three seconds at most"),
        }
        if energy == 0 || self.sheet(who).traits.magery < energy {
            return refuse(rule!("DF-R52"), "a missile takes 1 energy up to the caster's Magery in each second");
        }
        Ok(())
    }

    /// The things to concentrate on that a person would be shown.
    pub fn concentrate_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        let mut offer = |what: Concentrate| {
            if self.judge_concentrate(who, &what).is_ok() {
                into.push(Choice::Maneuver(Maneuver::Concentrate(what)));
            }
        };
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        if let Doing::Casting(_) = fighter.doing {
            offer(Concentrate::GoOn);
        }
        for held in fighter.held.iter().filter(|held| held.spell != NONE) {
            for energy in (1..=sheet.traits.magery).rev() {
                offer(Concentrate::Enlarge { hand: held.hand, energy });
            }
        }
        let point = self.spell_focus(who) > 0;
        for (number, spell) in sheet.spells.iter().enumerate() {
            let (least, most) = energy_range(spell, sheet.traits.magery);
            let cast = Begun {
                spell: number as u8,
                target: NONE,
                energy: most,
                hp: 0,
                point: false,
                hand: 0,
                cell: fighter.at,
                radius: 1,
                ignoring: 0,
                situational: 0,
            };
            match spell.class {
                SpellClass::Blocking => {}
                SpellClass::Information => offer(Concentrate::Cast(Begun { radius: 25, ..cast })),
                SpellClass::Melee | SpellClass::Missile => {
                    let hand =
                        (0..sheet.body.hands.min(4)).find(|&hand| self.judge_holding_hand(who, spell, hand).is_ok());
                    for energy in (least..=most).rev() {
                        offer(Concentrate::Cast(Begun { energy, hand: hand.unwrap_or(0), ..cast }));
                    }
                }
                SpellClass::Regular => {
                    for target in self.state.ids().filter(|&other| self.is_meant_for(who, spell, other)) {
                        for energy in (least..=most).rev() {
                            offer(Concentrate::Cast(Begun {
                                target: target.0,
                                energy,
                                point: point && target != who,
                                ..cast
                            }));
                        }
                    }
                }
                SpellClass::Area => {
                    let centers = || {
                        let meant = self.state.ids().filter(|&other| self.is_meant_for(who, spell, other));
                        meant.map(|target| self.fighter(target).at)
                    };
                    for (number, cell) in centers().enumerate() {
                        // Two who share a hex are one center.
                        if centers().take(number).any(|before| before == cell) {
                            continue;
                        }
                        for radius in 1..=3 {
                            offer(Concentrate::Cast(Begun { cell, radius, point, ..cast }));
                        }
                    }
                }
            }
        }
    }

    /// Whether a person would think of casting that spell at somebody: harm at foes that stand, help at
    /// friends.
    fn is_meant_for(self, who: CombatantId, spell: &Spell, other: CombatantId) -> bool {
        let fighter = self.fighter(other);
        if !fighter.is_present() || fighter.flags.has(Flags::DEAD) {
            return false;
        }
        let foe = self.are_foes(who, other);
        match spell.effect {
            SpellEffect::Heal { .. } => !foe && fighter.hp < self.sheet(other).hp,
            ref effect if crate::magic::is_harmful(effect) => foe && fighter.is_conscious(),
            _ => !foe,
        }
    }

    /// `DF-432` Whether a combatant is in an area, with any of its hexes. A radius of 1 is one hex.
    pub fn is_in_area(self, who: CombatantId, center: affray_grid::Cell, radius: u8) -> bool {
        let (map, fighter) = (self.map(), self.fighter(who));
        [Some(fighter.at), fighter.second_cell()]
            .into_iter()
            .flatten()
            .any(|cell| map.distance(cell, center) < u32::from(radius.max(1)))
    }
}

/// The energy that a spell takes, least and most: of a missile in one second.
pub fn energy_range(spell: &Spell, magery: u8) -> (u8, u8) {
    match spell.class {
        SpellClass::Missile => (spell.cost.max(1), magery),
        _ => (spell.cost, spell.most_cost.max(spell.cost)),
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-105` Concentrate: a mental action or one second of casting, and a Step.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn concentrate(&mut self, who: CombatantId, what: Concentrate) -> Result<(), R::Pause> {
        if let Concentrate::Cast(cast) = what {
            self.begin_casting(who, &cast);
        }
        let full_hand =
            matches!(self.state[who].doing, Doing::Casting(casting) if !self.scene().can_hold_it(who, &casting));
        match what {
            Concentrate::Cast(_) => {
                self.checkpoint(who, Trigger::Casts)?;
                self.settle_distractions()?;
            }
            Concentrate::GoOnAt { target, cell } => {
                if let Doing::Casting(casting) = &mut self.state[who].doing {
                    if casting.target != NONE {
                        casting.target = target;
                    }
                    casting.cell = cell;
                }
            }
            Concentrate::Think | Concentrate::GoOn | Concentrate::Enlarge { .. } => {}
        }
        // A roll that was below 3 before the Step was let pass by the game master.
        let hopeless =
            matches!(self.state[who].doing, Doing::Casting(casting) if self.scene().is_hopeless(who, &casting));
        let allowed = Allowed { hopeless, full_hand };
        let stepped = if self.can_go_on(who) { self.step(who, false)? } else { true };
        if self.can_go_on(who) {
            match what {
                Concentrate::Think => {}
                Concentrate::Enlarge { hand, energy } => self.enlarge(who, hand, energy)?,
                _ => self.casting_second(who, allowed)?,
            }
            self.settle_distractions()?;
        }
        self.step_if_able(who, stepped)
    }

    /// `DF-420` `DF-427` Declares a spell.
    fn begin_casting(&mut self, who: CombatantId, cast: &Begun) {
        let Some(class) = self.scene().spell(who, cast.spell).map(|spell| spell.class) else { return };
        let casting = begun(cast, class);
        self.state[who].doing = Doing::Casting(casting);
        self.tell(Event::Casts { who, spell: cast.spell, target: casting.target, pointed: cast.point });
        if cast.point {
            self.tell(Event::SpellPointed { who, spell: cast.spell, target: casting.target });
        }
    }

    /// `DF-420` One second of casting; the roll comes at the end of the last.
    fn casting_second(&mut self, who: CombatantId, allowed: Allowed) -> Result<(), R::Pause> {
        let setup = self.setup;
        let Doing::Casting(casting) = &mut self.state[who].doing else { return Ok(()) };
        let Some(spell) = setup.combatants[who.index()].sheet.spells.get(casting.spell as usize) else { return Ok(()) };
        casting.seconds = casting.seconds.saturating_add(1);
        let casting = *casting;
        if casting.seconds < casting_seconds(spell) {
            self.tell(Event::Concentrates { who, spell: casting.spell, seconds: casting.seconds });
            return Ok(());
        }
        self.state[who].doing = Doing::Nothing;
        self.finish_casting(who, spell, &casting, allowed)
    }

    /// `DF-420` `DF-450` `DF-R07` The casting roll, its price and its results, with the Waits for it.
    fn finish_casting(
        &mut self,
        who: CombatantId,
        spell: &Spell,
        casting: &Casting,
        allowed: Allowed,
    ) -> Result<(), R::Pause> {
        let number = casting.spell;
        let gone = spell.class == SpellClass::Regular
            && !self.state.fighters.get(casting.target as usize).is_some_and(crate::state::Fighter::is_present);
        let score: R::Tally = self.scene().casting_score(who, casting);
        // DF-002: no roll without a target, nor below 3.
        if gone || (score.total() < 3 && !allowed.hopeless) {
            self.tell(Event::SpellFails { who, spell: number });
            return Ok(());
        }
        let margins = match (spell.resisted, spell.class) {
            (Some(with), SpellClass::Regular) => Some(self.scene().margins_against(CombatantId(casting.target), with)),
            // Each target has its own.
            (Some(_), SpellClass::Area) => Some((i32::MIN, i32::MAX)),
            _ => None,
        };
        let cast = self.casting_roll(who, spell, &score, margins)?;
        self.pay_for_casting(who, price(spell, casting.energy, casting.radius), i32::from(casting.hp), cast)?;
        // What was paid is no wound (DF-R91).
        let before = self.look_at_everybody();
        self.come_of_casting(who, spell, casting, allowed, (score.total(), cast))?;
        if !before.is_empty() {
            self.settle_distractions()?;
        }
        for before in before {
            self.checkpoint_changes(before)?;
        }
        Ok(())
    }

    /// `DF-420` What comes of a casting roll, with its score.
    fn come_of_casting(
        &mut self,
        who: CombatantId,
        spell: &Spell,
        casting: &Casting,
        allowed: Allowed,
        (score, cast): (i32, Cast),
    ) -> Result<(), R::Pause> {
        let number = casting.spell;
        let margin = match cast {
            Cast::Failure => {
                self.tell(Event::SpellFails { who, spell: number });
                return Ok(());
            }
            Cast::CriticalFailure => {
                self.tell(Event::SpellFails { who, spell: number });
                return self.backfire(who, number, casting.energy, casting.target);
            }
            // DF-R89: a critical success cannot be resisted.
            Cast::Critical => None,
            Cast::Success(margin) => Some(margin),
        };
        match spell.class {
            SpellClass::Regular => self.reach_target(who, spell, casting, CombatantId(casting.target), margin),
            SpellClass::Area => self.fill_area(who, spell, casting, score, margin),
            SpellClass::Melee | SpellClass::Missile => {
                self.hold_spell(who, spell, casting, allowed);
                Ok(())
            }
            SpellClass::Information => self.apply_spell(who, number, casting.energy, 1, who),
            SpellClass::Blocking => Ok(()),
        }
    }

    /// `DF-428` A spell comes to its target, which may resist. `margin` is the caster's against this
    /// target; `None` where it cannot be resisted.
    fn reach_target(
        &mut self,
        who: CombatantId,
        spell: &Spell,
        casting: &Casting,
        on: CombatantId,
        margin: Option<i32>,
    ) -> Result<(), R::Pause> {
        if let (Some(with), Some(margin)) = (spell.resisted, margin)
            && self.resists(who, casting.spell, with, on, margin)?
        {
            return Ok(());
        }
        self.apply_spell(who, casting.spell, casting.energy, casting.radius, on)
    }

    /// `DF-432` One roll, and everybody in the area compares with it, each under the limit of `DF-429`.
    /// From one that damages they may dive first (`DF-276`); cover that is reached so helps.
    fn fill_area(
        &mut self,
        who: CombatantId,
        spell: &Spell,
        casting: &Casting,
        score: i32,
        margin: Option<i32>,
    ) -> Result<(), R::Pause> {
        let mut dived = [0u64; 4];
        if matches!(spell.effect, SpellEffect::Damage { .. }) {
            for on in self.state.ids() {
                if self.is_affected(on, casting) && self.dive(on, who, casting.cell)? {
                    dived[on.index() / 64] |= 1 << (on.index() % 64);
                }
            }
        }
        for on in self.state.ids() {
            if !self.is_affected(on, casting) {
                continue;
            }
            let limit = self.scene().limit_against(spell, on.0).unwrap_or(score).min(score);
            let margin = margin.map(|margin| margin - (score - limit));
            if margin.is_some_and(|margin| margin < 0) {
                // Under the limit the roll was a failure against this one (DF-009).
                self.tell(Event::Resists { who: on, spell: casting.spell });
                continue;
            }
            if let (Some(with), Some(margin)) = (spell.resisted, margin)
                && self.resists(who, casting.spell, with, on, margin)?
            {
                continue;
            }
            let ground = self.scene().map().at(self.state[on].at);
            let behind_cover = ground.cover && dived[on.index() / 64] & (1 << (on.index() % 64)) != 0;
            match spell.effect {
                SpellEffect::Damage { damage, per_energy, kind } => {
                    self.tell(Event::SpellWorks { who, spell: casting.spell, on, energy: casting.energy });
                    let damage = spell_damage(damage, per_energy, casting.energy);
                    self.damage_whole_body(
                        who,
                        on,
                        damage,
                        kind,
                        if behind_cover { i32::from(ground.cover_dr) } else { 0 },
                    )?;
                }
                _ => self.apply_spell(who, casting.spell, casting.energy, casting.radius, on)?,
            }
        }
        Ok(())
    }

    /// Whether an area has somebody in it.
    fn is_affected(&self, on: CombatantId, casting: &Casting) -> bool {
        let fighter = &self.state[on];
        fighter.is_present()
            && !fighter.flags.has(Flags::DEAD)
            && self.scene().is_in_area(on, casting.cell, casting.radius)
    }

    /// `DF-434` `DF-435` `DF-437` `DF-439` A melee or missile spell is ready in the hand, unless its caster has
    /// lost hold of it, or that hand was crippled or filled in the meantime.
    fn hold_spell(&mut self, who: CombatantId, spell: &Spell, casting: &Casting, allowed: Allowed) {
        let (number, energy, hand) = (casting.spell, casting.energy, casting.hand & 3);
        let can = self.state[who].is_conscious() && (allowed.full_hand || self.scene().can_hold_it(who, casting));
        match self.state[who].held.iter_mut().find(|held| held.spell == NONE) {
            Some(place) if can => {
                *place =
                    HeldSpell { spell: number, energy, hand, seconds: u8::from(spell.class == SpellClass::Missile) };
                self.tell(Event::SpellHeld { who, spell: number, energy });
            }
            _ => self.tell(Event::SpellDissipates { who, spell: number }),
        }
    }

    /// `DF-436` `DF-R52` Adds energy to a held missile, at full price and without a roll.
    fn enlarge(&mut self, who: CombatantId, hand: u8, energy: u8) -> Result<(), R::Pause> {
        // A reaction may have disturbed the caster since the maneuver was chosen (DF-R93).
        let Some(held) =
            self.state[who].held.iter_mut().find(|held| held.spell != NONE && held.hand == hand && held.seconds != 0)
        else {
            return Ok(());
        };
        held.energy = held.energy.saturating_add(energy);
        held.seconds = held.seconds.saturating_add(1);
        let (spell, all) = (held.spell, held.energy);
        self.tell(Event::SpellEnlarged { who, spell, energy: all });
        self.lose_fp(who, &R::Tally::base(rule!("DF-R52").named("energy"), i32::from(energy)))?;
        Ok(())
    }
}
