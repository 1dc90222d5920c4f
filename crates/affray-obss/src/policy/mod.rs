//! How opponents play.
//!
//! A first tactician: it fights what is nearest, charges when it pays, strikes as often as the sum of
//! expected damage rises, trades points for luck and attacks for a Precise Strike where that does more, and
//! guards with what is left. Shooters and casters keep clear of blades, long weapons keep their distance, and
//! spears wait for those who have to come. Whom it fights is settled once an activation.

mod odds;
mod spells;
mod tactics;

use crate::Obss;
use crate::attack::{Number, Sequence, most_luck};
use crate::decision::{Action, Advance, Attack, Choice, Initiative, Path, Push, Question, Reaction, RestBy, Way};
use crate::movement::InTheWay;
use crate::react::Trigger;
use crate::scene::{Footprint, Scene, Setup};
use crate::sheet::{Ability, ItemKind, Save, Skill};
use crate::state::{Flags, NONE, State};
use affray_core::grid::{Facing, Flood, PathStep};
use affray_core::referee::{CombatantId, Policy};
use affray_core::tally::{Sum, Tally};

/// The game's own policy.
#[derive(Debug, Default)]
pub struct Tactician {
    /// Whom the one whose activation runs fights; [`None`] before that is settled.
    target: Option<(CombatantId, CombatantId)>,
    flood: Flood,
    path: Vec<PathStep>,
}

impl Policy<Obss> for Tactician {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        match *question {
            Question::Initiative { who } => {
                let sheet = scene.sheet(who);
                let int = sheet.ability(Ability::Dex) < sheet.ability(Ability::Int);
                Choice::Initiative(Initiative { int, luck: 0 })
            }
            Question::Act { who } => Choice::Act(self.act(scene, who)),
            Question::Advance { who, path } => Choice::Advance(self.advance(scene, who, &path)),
            Question::React { who, to, trigger } => Choice::React(react(scene, who, to, trigger)),
            Question::Braced { who, at } => Choice::Braced(braced(scene, who, at)),
            // Straight away, as far as it goes, and after it.
            Question::Push { who, target, most } => {
                Choice::Push(Push { way: scene.straight_away(who, target), squares: most, follow: true })
            }
            Question::Save { who, save, against } => Choice::Save { luck: lucky_save(scene, who, save, against) },
            Question::Rest { who } => {
                let by = if scene.rest_hp(who, RestBy::Bab) < scene.rest_hp(who, RestBy::Cl) {
                    RestBy::Cl
                } else {
                    RestBy::Bab
                };
                Choice::Rest(Some(by).filter(|_| scene.judge_rest(who, Some(by)).is_ok()))
            }
        }
    }

    fn restart(&mut self) {
        self.target = None;
    }
}

/// An attack and what is to be expected of it.
type Valued = (f32, Attack);

impl Tactician {
    fn act(&mut self, scene: Scene<'_>, who: CombatantId) -> Action {
        let fighter = scene.fighter(who);
        if fighter.hold.with != NONE
            && let Some(action) = tactics::in_hold(scene, who)
        {
            return action;
        }
        if fighter.flags.has(Flags::PRONE)
            && let Some(up) = stand(scene, who)
        {
            return up;
        }
        if fighter.normal == 0 && fighter.paid < 3 {
            return Action::End;
        }
        let Some(target) = self.target(scene, who) else { return Action::End };
        if let Some(back) = tactics::step_back(scene, who, target) {
            return back;
        }
        if let Some(spell) = spells::best(scene, who) {
            return spell;
        }
        if fighter.rides() {
            let order = tactics::ride(scene, who, target, |mount| {
                scene.judge_going(mount, false).is_ok() && self.route(scene, mount, target).is_some()
            });
            if scene.distance(who, target) <= scene.threat_reach(who).max(1)
                && let Some(attack) = best_attack(scene, who, target)
            {
                return attack;
            }
            if let Some(action) = charge(scene, who, target).or(order) {
                return action;
            }
        }
        if let Some(attack) = best_attack(scene, who, target) {
            return attack;
        }
        if fighter.normal == 0 {
            return Action::End;
        }
        if !strikes(scene, who)
            && !spells::has_magic(scene, who)
            && let Some(draw) = draw(scene, who)
        {
            return draw;
        }
        // Attacks were made, and no more are worth it: guard.
        let near = scene.threat_reach(who) >= scene.distance(who, target);
        let cast = fighter.flags.has(Flags::CAST);
        if fighter.attacks != 0 || near || cast || tactics::holds_the_line(scene, who, target) {
            return guard(scene, who);
        }
        if !tactics::skirmishes(scene, who)
            && let Some(charge) = charge(scene, who, target)
        {
            return charge;
        }
        if scene.judge_going(who, false).is_ok() && self.route(scene, who, target).is_some() {
            return Action::Move;
        }
        guard(scene, who)
    }

    /// Whom to fight: the nearest enemy that still stands; of several the one that is hurt most.
    fn target(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
        let stands = |foe: CombatantId| scene.fighter(foe).stands();
        if let Some((_, target)) = self.target.filter(|&(own, target)| own == who && stands(target))
            && scene.fighter(who).attacks != 0
        {
            return Some(target);
        }
        let target = scene
            .foes(who)
            .filter(|&foe| stands(foe))
            .min_by_key(|&foe| (scene.distance(who, foe), scene.fighter(foe).hp, foe))?;
        self.target = Some((who, target));
        Some(target)
    }

    /// The next step towards a square from which the weapon in hand reaches the target.
    fn route(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Facing> {
        let size = scene.sheet(who).size;
        let (from, goal) = (scene.fighter(who).at, scene.footprint(target));
        let reach = scene.threat_reach(who).max(1);
        // Straight on, where nothing is in the way.
        let way = scene.map().facing_towards(from, scene.fighter(target).at);
        if let Ok((_, InTheWay::Nothing)) = scene.step_cost(who, from, way)
            && Footprint::of(size, from.step(way)).distance(goal) < Footprint::of(size, from).distance(goal)
        {
            if Footprint::of(size, from.step(way)).distance(goal) == reach && 2 < scene.state.fighters.len() {
                return Some(tactics::flanking_step(scene, who, target, way));
            }
            return Some(way);
        }
        let Self { flood, path, .. } = self;
        flood.cells(scene.map(), from, 60, |from, to| scene.passing_cost(who, from, to));
        let free = |cell| scene.in_the_way(who, Footprint::of(size, cell)) == InTheWay::Nothing;
        let end = flood
            .reached()
            .iter()
            .filter(|reached| free(reached.cell))
            .min_by_key(|reached| (Footprint::of(size, reached.cell).distance(goal).max(reach), reached.cost))?;
        flood.path(end.cell, end.facing, path);
        path.first().map(|step| step.facing)
    }

    fn advance(&mut self, scene: Scene<'_>, who: CombatantId, path: &Path) -> Advance {
        let stop = if scene.judge_advance(who, path, &Advance::Stop).is_ok() { Some(Advance::Stop) } else { None };
        let Some(target) = self.target(scene, who) else { return stop.unwrap_or(Advance::Stop) };
        let far = tactics::shoots(scene, who) || tactics::skirmishes(scene, who);
        let reach = if far && !scene.is_blocked(who, target) {
            u16::from(scene.sheet(who).weapon(scene.fighter(who).hands[0]).range)
        } else {
            scene.threat_reach(who).max(1)
        };
        if scene.distance(who, target) <= reach
            && let Some(stop) = stop
        {
            return stop;
        }
        if let Some(way) = self.route(scene, who, target)
            && scene.judge_step(who, path, way).is_ok()
        {
            return Advance::Step(way);
        }
        stop.or_else(|| {
            // In somebody's square: any way out.
            let out = Facing::SQUARE.into_iter().find(|&way| scene.judge_step(who, path, way).is_ok());
            out.map(Advance::Step)
        })
        .unwrap_or(Advance::Stop)
    }
}

/// Whether a weapon that strikes or shoots is at hand.
fn strikes(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.weapons_at_hand(who).any(|(item, _)| item != crate::sheet::UNARMED)
}

/// The expected damage of an attack with the luck that serves it best, and that luck.
fn value(scene: Scene<'_>, who: CombatantId, attack: &Attack, sequence: Sequence) -> (f32, u8) {
    let score = scene.attack_score::<Sum>(who, attack, sequence);
    let defense = scene.defense::<Sum>(who, attack).total();
    let (sheet, target) = (scene.sheet(who), scene.sheet(attack.target));
    let weapon = sheet.weapon(attack.item);
    let fixed = if attack.off_hand { weapon.off_hand_damage } else { weapon.damage };
    // A d4 is 2.5 points on average.
    let needed = defense - score.bonus.total() - if attack.precise { 2 } else { 0 };
    let with =
        |luck: i32| odds::damage(score.dice + luck, needed + 4 * luck, weapon.dice, i32::from(fixed), target.reduction);
    let most = most_luck(i32::from(sheet.bab), sheet.ability(scene.attack_ability(attack)));
    let mut best = (with(0), 0);
    for luck in 1..=most.min(3) {
        let worth = with(luck);
        if best.0 < worth {
            best = (worth, luck as u8);
        }
    }
    best
}

/// Against whom and with what an attack is best: of shooters at any enemy, of others at the target.
fn best_attack(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Action> {
    let mut best: Option<Valued> = None;
    if tactics::shoots(scene, who) {
        for foe in scene.foes(who).filter(|&foe| scene.fighter(foe).stands()) {
            best = better(best, best_at(scene, who, foe));
        }
    } else {
        best = best_at(scene, who, target);
    }
    let (worth, attack) = best?;
    // A blow that does nothing is worth less than a guard.
    if worth <= LEAST {
        return None;
    }
    if let Some(precise) = precise(scene, who, &attack, worth) {
        return Some(Action::Attack(precise));
    }
    Some(Action::Attack(attack))
}

/// An attack that does less is not worth its Action.
const LEAST: f32 = 0.25;

fn better(one: Option<Valued>, other: Option<Valued>) -> Option<Valued> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if one.0 < other.0 { other } else { one }),
        (one, other) => one.or(other),
    }
}

/// The best attack at one enemy.
fn best_at(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Valued> {
    let mut best: Option<Valued> = None;
    let distance = scene.distance(who, target);
    for (item, off_hand) in scene.weapons_at_hand(who) {
        let weapon = scene.sheet(who).weapon(item);
        if item == crate::sheet::UNARMED && best.is_some() {
            continue;
        }
        let by_dex = weapon.versatile && weapon.known && scene.is_better_by_dex(who);
        let plain = Attack { off_hand, by_dex, ..Attack::melee(target, item) };
        let attack = if weapon.kind.strikes() && distance <= u16::from(weapon.reach) {
            plain
        } else if weapon.kind.flies()
            && (!weapon.kind.strikes() || (distance <= u16::from(weapon.range) && tactics::has_spare(scene, who)))
        {
            Attack { way: Way::Ranged, by_dex: false, ..plain }
        } else {
            continue;
        };
        if scene.judge_attack(who, &attack).is_err() {
            continue;
        }
        let (worth, luck) = value(scene, who, &attack, scene.next_in_sequence(who, &attack));
        best = better(best, Some((worth, Attack { luck, ..attack })));
    }
    best
}

/// A Precise Strike, where what it gains is more than the last attack that its second Action could pay.
fn precise(scene: Scene<'_>, who: CombatantId, attack: &Attack, worth: f32) -> Option<Attack> {
    let fighter = scene.fighter(who);
    if fighter.normal < 2 || 2 < fighter.paid || attack.way != Way::Melee {
        return None;
    }
    let precise = Attack { precise: true, luck: 0, ..*attack };
    if scene.judge_attack(who, &precise).is_err() {
        return None;
    }
    let (gain, luck) = value(scene, who, &precise, scene.next_in_sequence(who, &precise));
    let last = Sequence { number: Number::Of(fighter.attacks + fighter.normal), ..scene.next_in_sequence(who, attack) };
    let plain = Attack { luck: 0, ..*attack };
    let forgone = match scene.judge_limit(who, &plain, last) {
        Ok(()) => value(scene, who, &plain, last).0,
        // A guard instead.
        Err(_) => LEAST,
    };
    (forgone.max(LEAST) < gain - worth).then_some(Attack { luck, ..precise })
}

fn charge(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Action> {
    let item =
        scene.weapons_at_hand(who).map(|(item, _)| item).find(|&item| scene.sheet(who).weapon(item).kind.strikes())?;
    let weapon = scene.sheet(who).weapon(item);
    let by_dex = weapon.versatile && weapon.known && scene.is_better_by_dex(who);
    let attack = Attack { by_dex, ..Attack::melee(target, item) };
    scene.judge_charge(who, &attack).is_ok().then_some(Action::Charge(attack))
}

/// The cheapest way to get up.
fn stand(scene: Scene<'_>, who: CombatantId) -> Option<Action> {
    let by_acrobatics = Action::StandByAcrobatics { luck: 0 };
    let check = scene.skill_check::<Sum>(who, Skill::Acrobatics, 0);
    if scene.judge_action(who, &by_acrobatics).is_ok() && odds::reach(check.dice, 13 - check.bonus.total()) > 0.4 {
        return Some(by_acrobatics);
    }
    scene.judge_stand(who).is_ok().then_some(Action::Stand)
}

fn guard(scene: Scene<'_>, who: CombatantId) -> Action {
    let able = |total| scene.judge_stance(who, total).is_ok();
    if scene.fighter(who).attacks == 0 && able(true) {
        Action::TotalDefense
    } else if able(false) {
        Action::PreparedDefense
    } else {
        Action::End
    }
}

/// A sheathed weapon, into a free hand.
fn draw(scene: Scene<'_>, who: CombatantId) -> Option<Action> {
    let mut found = None;
    scene.drawable(who, |item, hand| {
        if found.is_none() && matches!(scene.sheet(who).items[item as usize].kind, ItemKind::Weapon(_)) {
            found = Some(Action::Draw { item, hand });
        }
    });
    found.filter(|draw| scene.judge_action(who, draw).is_ok())
}

fn react(scene: Scene<'_>, who: CombatantId, to: CombatantId, trigger: Trigger) -> Reaction {
    let reaction = match trigger {
        Trigger::Leaves | Trigger::Shoots | Trigger::Casts => best_blow(scene, who, to).map(Reaction::Strike),
        Trigger::Charges => scene.brace_weapon(who).map(|item| Reaction::Set { item }),
        Trigger::Resolved => {
            let check = scene.skill_check::<Sum>(who, Skill::Acrobatics, 0);
            let up = scene.may_stand_by_acrobatics(who) && odds::reach(check.dice, 13 - check.bonus.total()) > 0.4;
            // Half dead, a potion in hand is worth more.
            let hurt = 2 * i32::from(scene.fighter(who).hp) <= scene.max_hp(who);
            let potion = (0..2).find(|&hand| hurt && scene.judge_drink(who, hand).is_ok());
            let drink = potion.map(|hand| Reaction::Drink { hand });
            drink.or(up.then_some(Reaction::StandByAcrobatics { luck: 0 }))
        }
    };
    reaction.filter(|reaction| scene.judge_reaction(who, to, trigger, reaction).is_ok()).unwrap_or(Reaction::Pass)
}

/// The best melee attack out of turn.
fn best_blow(scene: Scene<'_>, who: CombatantId, at: CombatantId) -> Option<Attack> {
    let mut best: Option<Valued> = None;
    for (item, off_hand) in scene.weapons_at_hand(who) {
        let weapon = scene.sheet(who).weapon(item);
        let by_dex = weapon.versatile && weapon.known && scene.is_better_by_dex(who);
        let attack = Attack { off_hand, by_dex, ..Attack::melee(at, item) };
        if scene.judge_weapon(who, &attack).is_err() {
            continue;
        }
        let (worth, luck) = value(scene, who, &attack, Sequence::REACTION);
        best = better(best, Some((worth, Attack { luck, ..attack })));
    }
    best.map(|(_, attack)| attack)
}

/// The luck with which a save is likeliest to succeed: only the desperate gain by it.
fn lucky_save(scene: Scene<'_>, who: CombatantId, save: Save, against: i32) -> u8 {
    let needed = against - scene.save_bonus::<Sum>(who, save, 0).total();
    let chance = |luck: u8| odds::reach(i32::from(luck), needed + 4 * i32::from(luck));
    let mut best = 0;
    for luck in (1..8).take_while(|&luck| scene.judge_save(who, save, luck).is_ok()) {
        if chance(best) < chance(luck) {
            best = luck;
        }
    }
    best
}

fn braced(scene: Scene<'_>, who: CombatantId, at: CombatantId) -> Option<Attack> {
    let item = scene.brace_weapon(who)?;
    let off_hand = scene.fighter(who).hands[0] != item;
    let attack = Attack { off_hand, ..Attack::melee(at, item) };
    scene.judge_braced(who, at, Some(&attack)).is_ok().then_some(attack)
}
