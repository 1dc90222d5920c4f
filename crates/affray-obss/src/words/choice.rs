//! Questions and answers in words, with the odds of the interesting ones.

use super::{Names, cell};
use crate::Obss;
use crate::body::time::{HOUR, MINUTE};
use crate::decision::{
    Action, Advance, After, Aim, Attack, Casting, Choice, Circumstances, Cover, Maneuver, ManeuverKind, Order,
    Question, Reaction, RestBy, Way,
};
use crate::dice::pool::{chance_to_reach, pool_size};
use crate::files::choices::answer;
use crate::scene::{Scene, Setup};
use crate::sheet::{Save, Skill, SpellMode};
use crate::state::Flags;
use crate::strike::declare::Sequence;
use crate::turn::react::Trigger;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Game as _};
use affray_kernel::tally::{Sum, Tally};
use affray_session::choices::{Asked as _, entry};
use affray_session::narrate::{capitalized, count};

/// A question put to a person, in one line.
pub fn prompt(scene: Scene<'_>, question: &Question) -> String {
    let names = Names(scene.setup);
    let who = names.of(question.who());
    match *question {
        Question::Initiative { .. } => format!("{who}: initiative by DEX or by INT?"),
        Question::Act { who: id } => {
            let fighter = scene.fighter(id);
            format!("{who}: what next? {} left.", count(fighter.normal.into(), "Action"))
        }
        Question::Advance { path, .. } => {
            format!("{who}: where to? {} m left.", path.budget.saturating_sub(path.spent))
        }
        Question::React { to, trigger, .. } => {
            let to = names.of(to);
            match trigger {
                Trigger::Leaves => {
                    format!("{who}: {to} leaves a square that you threaten ({}). React?", rule!("OB-238"))
                }
                Trigger::Shoots => format!("{who}: {to} shoots within your reach. React?"),
                Trigger::Casts => format!("{who}: {to} casts within your reach. React?"),
                Trigger::Charges => format!("{who}: {to} charges at you. Set a weapon against it?"),
                Trigger::Resolved => format!("{who}: {to} is done with you. Use the Immediate?"),
            }
        }
        Question::Push { target, most, .. } => {
            let squares = count(most.into(), "square");
            format!("{who}: push {} up to {squares}: where to? Follow?", names.of(target))
        }
        Question::Save { save, against, who: id } => {
            let bonus = scene.save_bonus::<Sum>(id, save, 0).total();
            let chance = percent(chance_to_reach(3, against - bonus));
            format!("{who}: save by {} at {bonus:+} against {against}, {chance}. Luck?", save.name())
        }
        Question::Rest { .. } => format!("{who}: rest for eight hours?"),
        Question::After { rounds: 0, .. } => "After the battle: what next?".to_owned(),
        Question::After { rounds, .. } => format!("{} after the battle: what next?", time(rounds)),
        Question::Braced { at, .. } => format!("{who}: {} comes within reach of the set weapon. Attack?", names.of(at)),
    }
}

/// An option in words, with its odds where they are of interest.
pub fn label(scene: Scene<'_>, question: &Question, choice: &Choice) -> String {
    let who = question.who();
    let text = super::choice(scene.setup, who, choice);
    let odds = match choice {
        Choice::Act(Action::Attack(attack)) => {
            Some(attack_odds(scene, who, attack, scene.next_in_sequence(who, attack)))
        }
        Choice::Act(Action::Charge(attack)) => Some(attack_odds(scene, who, attack, scene.charge_sequence(who))),
        Choice::Act(Action::Maneuver(one)) if scene.exists(one.target) => {
            Some(percent(scene.maneuver_chance(who, one)))
        }
        Choice::Act(Action::Cast(casting)) => spell_odds(scene, who, casting, true),
        Choice::React(Reaction::Cast(casting)) => spell_odds(scene, who, casting, false),
        Choice::Act(Action::FirstAid { patient, luck }) if scene.exists(*patient) => {
            let check = scene.first_aid_check::<Sum>(who, *patient, *luck);
            Some(percent(chance_to_reach(pool_size(check.dice.more()), check.needed())))
        }
        Choice::Rest(Some(by)) => Some(format!("up to {} HP", scene.rest_hp(who, *by))),
        Choice::After(After::PassTime { .. } | After::Rest) => bleeding(scene),
        Choice::React(Reaction::Strike(attack)) => Some(attack_odds(scene, who, attack, Sequence::REACTION)),
        Choice::Braced(Some(attack)) => Some(attack_odds(scene, who, attack, Sequence::BRACED)),
        Choice::Advance(Advance::Step(way)) => Some(format!("to {}", cell(scene.fighter(who).at.step(*way)))),
        _ => None,
    };
    odds.map_or(text.clone(), |odds| format!("{text} ({odds})"))
}

/// `OB-284` A warning of those who bleed while time passes.
fn bleeding(scene: Scene<'_>) -> Option<String> {
    let dying = scene.state.ids().filter(|&who| {
        let flags = scene.fighter(who).flags;
        flags.has(Flags::DYING) && !flags.any(Flags::DEAD.union(Flags::GONE))
    });
    let names: Vec<&str> = dying.map(|who| Names(scene.setup).of(who)).collect();
    let rule = rule!("OB-284");
    (!names.is_empty()).then(|| format!("dying, 1 HP less a round: {}; {rule}", names.join(", ")))
}

/// The chance that an attack hits.
pub(crate) fn chance(scene: Scene<'_>, question: &Question, choice: &Choice) -> Option<f64> {
    let who = question.who();
    let (attack, sequence) = match choice {
        Choice::Act(Action::Attack(attack)) => (attack, scene.next_in_sequence(who, attack)),
        Choice::Act(Action::Charge(attack)) => (attack, scene.charge_sequence(who)),
        _ => return None,
    };
    scene.exists(attack.target).then(|| rolled(scene, who, attack, sequence).3)
}

/// The chance of a hit, in percent.
fn attack_odds(scene: Scene<'_>, who: CombatantId, attack: &Attack, sequence: Sequence) -> String {
    if !scene.exists(attack.target) {
        return "at nobody".to_owned();
    }
    let (pool, bonus, defense, chance) = rolled(scene, who, attack, sequence);
    format!("{pool}d6{bonus:+} against {defense}: {}", percent(chance))
}

/// The dice of an attack, their bonus, the Defense against them, and the chance of a hit.
fn rolled(scene: Scene<'_>, who: CombatantId, attack: &Attack, sequence: Sequence) -> (u8, i32, i32, f64) {
    let score = scene.attack_score::<Sum>(who, attack, sequence);
    let defense = scene.defense::<Sum>(who, attack).total();
    let bonus = score.bonus.total();
    let pool = pool_size(score.dice.more());
    let aims: &[i32] = if attack.precise { &[1, 2, 3, 4] } else { &[0] };
    let chance: f64 =
        aims.iter().map(|aim| chance_to_reach(pool, defense - bonus - aim)).sum::<f64>() / aims.len() as f64;
    let blind = if scene.fighter(who).flags.has(Flags::BLINDED) { 0.5 } else { 1.0 };
    (pool, bonus, defense, chance * blind)
}

/// `OB-318` `OB-320` `OB-322` What a spell may come to: the chance to hit, or that each one meant by it saves.
fn spell_odds(scene: Scene<'_>, who: CombatantId, casting: &Casting, own: bool) -> Option<String> {
    let spell = scene.spell(who, casting.spell)?;
    if spell.mode.attacks() {
        let Aim::Whom(target) = casting.aim else { return None };
        let attack = scene.spell_attack(casting, spell, target);
        let sequence = if own { scene.next_in_sequence(who, &attack) } else { Sequence::REACTION };
        let score = scene.spell_score::<Sum>(who, casting, spell, sequence);
        let (bonus, pool) = (score.bonus.total(), pool_size(score.dice.more()));
        let defense = scene.defense::<Sum>(who, &attack).total();
        let chance = chance_to_reach(pool, defense - bonus);
        return Some(format!("{pool}d6{bonus:+} against {defense}: {}", percent(chance)));
    }
    let against = scene.spell_dc::<Sum>(who).total();
    let on = |target: &CombatantId| {
        let name = Names(scene.setup).of(*target);
        match spell.mode {
            SpellMode::SaveHalf | SpellMode::SaveNegates => {
                let bonus = scene.save_bonus::<Sum>(*target, spell.save, 0).total();
                let chance = if scene.fighter(*target).is_helpless() && spell.save == Save::Ref {
                    0.0
                } else {
                    chance_to_reach(3, against - bonus)
                };
                format!("{name} saves {}", percent(chance))
            }
            _ => name.to_owned(),
        }
    };
    let meant: Vec<String> = scene.affected(casting, spell).iter().map(on).collect();
    (spell.radius != 0 || spell.mode != SpellMode::Heal && spell.mode != SpellMode::Auto).then(|| meant.join(", "))
}

/// A chance in percent. What is not certain is not told as if it were.
fn percent(chance: f64) -> String {
    match 100.0 * chance {
        odds if (99.5..100.0).contains(&odds) => "over 99 %".to_owned(),
        odds if odds > 0.0 && odds < 0.5 => "under 1 %".to_owned(),
        odds => format!("{odds:.0} %"),
    }
}

/// A choice in words, without odds.
pub(crate) fn choice(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
    capitalized(&in_words(setup, who, choice))
}

fn in_words(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
    let names = Names(setup);
    match choice {
        Choice::Initiative(initiative) => {
            format!("by {}{}", if initiative.int { "INT" } else { "DEX" }, luck(initiative.luck))
        }
        Choice::Act(action) => act(names, who, action),
        Choice::Advance(advance) => match advance {
            Advance::Step(way) => way.name().to_owned(),
            Advance::Draw { item, hand } => format!("draw {} into the {}", names.item(who, *item), hand_name(*hand)),
            Advance::Sheathe { hand } => format!("sheathe what the {} holds", hand_name(*hand)),
            Advance::Stop => "stop".to_owned(),
            Advance::Overrun { way, acrobatics, luck: dice } => {
                format!("overrun {} by {}{}", way.name(), Skill::of_body(*acrobatics).name(), luck(*dice))
            }
        },
        Choice::React(reaction) => match reaction {
            Reaction::Pass => "pass".to_owned(),
            Reaction::Strike(one) => attack(names, who, "strike", one),
            Reaction::StandByAcrobatics { luck: dice } => format!("stand up by Acrobatics{}", luck(*dice)),
            Reaction::Set { item } => format!("set {}", names.item(who, *item)),
            Reaction::Drink { hand } => format!("drink what the {} holds", hand_name(*hand)),
            Reaction::Cast(casting) => cast(names, who, casting),
        },
        Choice::Push(push) => {
            let follow = if push.follow { " and follow" } else { "" };
            format!("push {} {} squares{follow}", push.way.name(), push.squares)
        }
        Choice::Braced(None) => "let it pass".to_owned(),
        Choice::Save(0) => "save".to_owned(),
        Choice::Save(dice) => format!("save{}", luck(*dice)),
        Choice::Rest(None) => "no rest".to_owned(),
        Choice::Rest(Some(RestBy::Bab)) => "rest by BAB".to_owned(),
        Choice::Rest(Some(RestBy::Cl)) => "rest by CL".to_owned(),
        Choice::Braced(Some(one)) => attack(names, who, "attack", one),
        Choice::After(After::Over) => "over".to_owned(),
        Choice::After(After::Round) => "round: everybody acts up to its end".to_owned(),
        Choice::After(After::PassTime { rounds, hours }) => format!("let {} pass", time(hours * HOUR + rounds)),
        Choice::After(After::Rest) => "rest: eight hours for all".to_owned(),
    }
}

/// A time in words: `2 hours, 1 minute, 3 rounds`.
fn time(rounds: u32) -> String {
    let parts = [(rounds / HOUR, "hour"), (rounds % HOUR / MINUTE, "minute"), (rounds % MINUTE, "round")];
    let told = parts.into_iter().filter(|&(number, _)| number != 0).map(|(number, unit)| count(number.into(), unit));
    told.collect::<Vec<_>>().join(", ")
}

fn act(names: Names<'_>, who: CombatantId, action: &Action) -> String {
    match action {
        Action::End => "end".to_owned(),
        Action::Attack(one) if one.precise => attack(names, who, "precise strike at", one),
        Action::Attack(one) if one.way == Way::Ranged => attack(names, who, "shoot at", one),
        Action::Attack(one) => attack(names, who, "attack", one),
        Action::Move => "move".to_owned(),
        Action::Run => "run".to_owned(),
        Action::Charge(one) => attack(names, who, "charge", one),
        Action::PreparedDefense => "prepared defense".to_owned(),
        Action::TotalDefense => "total defense".to_owned(),
        Action::Disengage(way) => format!("disengage {}", way.name()),
        Action::Stand => "stand up".to_owned(),
        Action::StandByAcrobatics { luck: dice } => format!("stand up by Acrobatics{}", luck(*dice)),
        Action::Draw { item, hand } => format!("draw {} into the {}", names.item(who, *item), hand_name(*hand)),
        Action::Sheathe { hand } => format!("sheathe what the {} holds", hand_name(*hand)),
        Action::Drop { hand } => format!("drop what the {} holds", hand_name(*hand)),
        Action::OffHandGuard => "guard with the off hand".to_owned(),
        Action::Maneuver(one) => maneuver(names, one),
        Action::KeepHold { luck: dice } => format!("keep the hold{}", luck(*dice)),
        Action::Escape { acrobatics, luck: dice } => {
            format!("escape by {}{}", Skill::of_body(*acrobatics).name(), luck(*dice))
        }
        Action::Release => "release".to_owned(),
        Action::DropProne => "drop prone".to_owned(),
        Action::Mount { mount } => format!("mount {}", names.of(*mount)),
        Action::Dismount { to } => format!("dismount to {}", cell(*to)),
        Action::Order { mount, order } => match order {
            Order::Move => "mount: move".to_owned(),
            Order::Run => "mount: run".to_owned(),
            Order::Attack(one) => attack(names, *mount, "mount: attack", one),
            Order::Disengage(way) => format!("mount: disengage {}", way.name()),
        },
        Action::Cast(casting) => cast(names, who, casting),
        Action::Search { item, hand } => {
            format!("search the backpack for {} with the {}", names.item(who, *item), hand_name(*hand))
        }
        Action::TakeFromBelt { item, hand } => {
            format!("take {} from the belt into the {}", names.item(who, *item), hand_name(*hand))
        }
        Action::PickUp { owner, thing, hand } => {
            format!("pick up {} with the {}", names.item(*owner, *thing), hand_name(*hand))
        }
        Action::Drink { hand } => format!("drink what the {} holds", hand_name(*hand)),
        Action::GiveDrink { hand, to } => format!("give {} to drink from the {}", names.of(*to), hand_name(*hand)),
        Action::FirstAid { patient, luck: dice } => format!("first aid for {}{}", names.of(*patient), luck(*dice)),
        Action::UsePower { power } => format!("use {}", names.power(who, *power)),
    }
}

fn cast(names: Names<'_>, who: CombatantId, casting: &Casting) -> String {
    let spell = names.spell(who, casting.spell);
    let text = match casting.aim {
        Aim::Whom(target) => format!("cast {spell} at {}", names.of(target)),
        Aim::At(at) => format!("cast {spell} at {}", cell(at)),
    };
    text + &declared(&casting.circumstances) + &luck(casting.luck)
}

fn attack(names: Names<'_>, who: CombatantId, verb: &str, attack: &Attack) -> String {
    let mut text = format!("{verb} {} with {}", names.of(attack.target), names.item(who, attack.item));
    for (holds, words) in [
        (attack.off_hand, " in the off hand"),
        (attack.by_dex, " by DEX"),
        (attack.nonlethal, ", nonlethal"),
        (attack.touch, ", only to touch"),
        (attack.pair, ", one of a pair"),
    ] {
        if holds {
            text += words;
        }
    }
    text + &declared(&attack.circumstances) + &luck(attack.luck)
}

/// The game master's word on an attack.
fn declared(given: &Circumstances) -> String {
    let mut text = String::new();
    if given.from_behind {
        text += ", from behind";
    }
    text += match given.cover {
        None | Some(Cover::None) => "",
        Some(Cover::Light) => ", light cover",
        Some(Cover::Medium) => ", medium cover",
        Some(Cover::Complete) => ", complete cover",
    };
    for (what, number) in [("ar", given.ar), ("dice", given.dice), ("def", given.def)] {
        if number != 0 {
            text += &format!(", {what} {number:+}");
        }
    }
    text
}

fn maneuver(names: Names<'_>, one: &Maneuver) -> String {
    let target = names.of(one.target);
    let mut text = match one.kind {
        ManeuverKind::Disarm => format!("disarm {target} of {}", names.item(one.target, one.item)),
        kind => format!("{} {target}", super::maneuver_name(kind)),
    };
    if one.by_dex {
        text += " by DEX";
    }
    text + &luck(one.luck)
}

fn luck(dice: u8) -> String {
    if dice == 0 { String::new() } else { format!(", luck {dice}") }
}

fn hand_name(hand: u8) -> &'static str {
    if hand == 0 { "main hand" } else { "off hand" }
}

/// The words that can be typed behind an attack.
const BEHIND: &str = "`nonlethal`, `touch`, `from behind`, `light cover`, `ar -2`, `dice 1`, `def 2`, `luck 1`";

/// The words that were typed behind an option, each after a comma: dice of luck, ways of an attack that are not listed,
/// and the game master's word on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Behind {
    luck: u8,
    nonlethal: bool,
    touch: bool,
    by_dex: Option<bool>,
    circumstances: Circumstances,
}

impl Behind {
    /// Takes known words off the end of those that were typed. Returns the rest.
    fn take<'w>(&mut self, mut words: &'w str) -> Result<&'w str, String> {
        loop {
            words = words.trim_end();
            let (before, last) = words.rsplit_once(',').unwrap_or(("", words));
            if !before.is_empty() && self.note(last.trim())? {
                words = before;
            } else if let Some((before, dice)) = words.rsplit_once(" luck ")
                && self.note(&format!("luck {dice}"))?
            {
                // Luck needs no comma.
                words = before;
            } else if let Some(before) = words.strip_suffix(" by str") {
                (self.by_dex, words) = (Some(false), before);
            } else {
                return Ok(words);
            }
        }
    }

    /// Notes one thing; whether it is known.
    fn note(&mut self, thing: &str) -> Result<bool, String> {
        let given = &mut self.circumstances;
        match thing {
            "nonlethal" => self.nonlethal = true,
            "touch" | "only to touch" => self.touch = true,
            "by str" => self.by_dex = Some(false),
            "by dex" => self.by_dex = Some(true),
            "from behind" => given.from_behind = true,
            "light cover" => given.cover = Some(Cover::Light),
            "medium cover" => given.cover = Some(Cover::Medium),
            "complete cover" => given.cover = Some(Cover::Complete),
            _ => {
                let Some((what, number)) = thing.split_once(' ') else { return Ok(false) };
                let number = || {
                    let wrong = || format!("type a whole number behind `{what}`");
                    number.trim().parse::<i8>().map_err(|_| wrong())
                };
                match what {
                    "luck" => {
                        let dice = u8::try_from(number()?);
                        self.luck = dice.map_err(|_| "type the number of dice behind `luck`".to_owned())?;
                    }
                    "ar" => given.ar = number()?,
                    "dice" => given.dice = number()?,
                    "def" => given.def = number()?,
                    _ => return Ok(false),
                }
            }
        }
        Ok(true)
    }

    /// Whether anything but luck was typed.
    fn is_about_attacks(&self) -> bool {
        *self != Self { luck: self.luck, ..Self::default() }
    }

    fn on_attack(&self, attack: Attack) -> Attack {
        Attack {
            nonlethal: attack.nonlethal || self.nonlethal,
            touch: attack.touch || self.touch,
            by_dex: self.by_dex.unwrap_or(attack.by_dex),
            circumstances: self.circumstances,
            ..attack
        }
    }

    /// The choice with all of it.
    fn on(&self, choice: Choice) -> Result<Choice, String> {
        let changed = match choice {
            _ if !self.is_about_attacks() => choice,
            Choice::Act(Action::Attack(one)) => Choice::Act(Action::Attack(self.on_attack(one))),
            Choice::Act(Action::Charge(one)) => Choice::Act(Action::Charge(self.on_attack(one))),
            Choice::Act(Action::Order { mount, order: Order::Attack(one) }) => {
                Choice::Act(Action::Order { mount, order: Order::Attack(self.on_attack(one)) })
            }
            Choice::React(Reaction::Strike(one)) => Choice::React(Reaction::Strike(self.on_attack(one))),
            Choice::Braced(Some(one)) => Choice::Braced(Some(self.on_attack(one))),
            Choice::Act(Action::Cast(casting)) => {
                Choice::Act(Action::Cast(Casting { circumstances: self.circumstances, ..casting }))
            }
            Choice::React(Reaction::Cast(casting)) => {
                Choice::React(Reaction::Cast(Casting { circumstances: self.circumstances, ..casting }))
            }
            _ => return Err("only behind an attack one can say more than `luck`".to_owned()),
        };
        Ok(with_luck(changed, self.luck))
    }
}

/// A choice typed in words: those of an option, or how they begin where that is clear; behind a comma more about it,
/// such as `from behind` or `luck 1`. Else the words of a declaration, which the rules may refuse.
///
/// # Errors
/// The words that could be typed instead.
pub fn typed(scene: Scene<'_>, question: &Question, words: &str) -> Result<Choice, String> {
    let mut options = Vec::new();
    Obss::options(scene.setup, scene.state, question, &mut options);
    let wanted = words.trim().to_lowercase();
    let said = |choice: &Choice| super::choice(scene.setup, question.who(), choice).to_lowercase();
    if let Some(exact) = options.iter().find(|choice| said(choice) == wanted) {
        return Ok(*exact);
    }
    if wanted.starts_with(['{', '"', '\'']) {
        return in_a_case(scene, question, words);
    }
    // A side of a square is a step, and never how some other option begins.
    if Facing::SQUARE.iter().any(|side| side.name().eq_ignore_ascii_case(&wanted)) {
        return in_a_case(scene, question, words);
    }
    if let Some(casting) = casting_at(scene, question, &wanted) {
        return Ok(casting);
    }
    // As files name it.
    let wanted = wanted.replace(" with unarmed", " with bare hands");
    let mut behind = Behind::default();
    let wanted = behind.take(&wanted)?;
    let near = options.iter().filter(|choice| said(choice).starts_with(wanted));
    // Of several the one that all others begin with.
    let Some(found) = near.clone().min_by_key(|choice| said(choice).len()) else {
        // What can be said behind an attack helps those who tried to say one.
        let verb = wanted.split_whitespace().next().unwrap_or_default();
        let nonlethal = Behind { nonlethal: true, ..Behind::default() };
        let is_attack = options.iter().any(|&choice| said(&choice).starts_with(verb) && nonlethal.on(choice).is_ok());
        return in_a_case(scene, question, words).map_err(|wrong| match is_attack {
            true => format!("`{words}` is none of the options: attacks take {BEHIND}. As in a case, {wrong}"),
            false => wrong,
        });
    };
    let plain = said(found);
    if !near.clone().all(|choice| said(choice).starts_with(&plain)) {
        return Err(format!("`{words}` could be several options: say more"));
    }
    behind.on(*found)
}

/// `OB-322` A spell for an area that is cast at any square: `cast blast at 9,4`.
fn casting_at(scene: Scene<'_>, question: &Question, words: &str) -> Option<Choice> {
    let who = question.who();
    let (spell, at) = words.strip_prefix("cast ")?.rsplit_once(' ')?;
    let spell = spell.strip_suffix(" at").unwrap_or(spell).trim();
    let (q, r) = at.split_once(',')?;
    let aim = Aim::At(Cell::new(q.trim().parse().ok()?, r.trim().parse().ok()?));
    let spells = &scene.sheet(who).spells;
    let found = spells.iter().position(|one| one.radius != 0 && one.name.to_lowercase().starts_with(spell))?;
    let casting = Casting { spell: found as u8, aim, luck: 0, circumstances: Circumstances::default() };
    match question {
        Question::Act { .. } => Some(Choice::Act(Action::Cast(casting))),
        Question::React { .. } => Some(Choice::React(Reaction::Cast(casting))),
        _ => None,
    }
}

/// The answer to a question as a declaration has it.
fn in_a_case(scene: Scene<'_>, question: &Question, words: &str) -> Result<Choice, String> {
    answer(scene, question, &entry(words.trim())).map_err(|wrong| match wrong.hint {
        Some(_) => wrong.to_string(),
        None => format!("{wrong}; type {}", question.example()),
    })
}

fn with_luck(choice: Choice, dice: u8) -> Choice {
    let lucky = |attack: Attack| Attack { luck: dice, ..attack };
    match choice {
        _ if dice == 0 => choice,
        Choice::Initiative(initiative) => Choice::Initiative(crate::decision::Initiative { luck: dice, ..initiative }),
        Choice::Act(Action::Attack(attack)) => Choice::Act(Action::Attack(lucky(attack))),
        Choice::Act(Action::Charge(attack)) => Choice::Act(Action::Charge(lucky(attack))),
        Choice::Act(Action::StandByAcrobatics { .. }) => Choice::Act(Action::StandByAcrobatics { luck: dice }),
        Choice::Act(Action::Maneuver(one)) => Choice::Act(Action::Maneuver(Maneuver { luck: dice, ..one })),
        Choice::Act(Action::KeepHold { .. }) => Choice::Act(Action::KeepHold { luck: dice }),
        Choice::Act(Action::Escape { acrobatics, .. }) => Choice::Act(Action::Escape { acrobatics, luck: dice }),
        Choice::Act(Action::Order { mount, order: Order::Attack(attack) }) => {
            Choice::Act(Action::Order { mount, order: Order::Attack(lucky(attack)) })
        }
        Choice::Advance(Advance::Overrun { way, acrobatics, .. }) => {
            Choice::Advance(Advance::Overrun { way, acrobatics, luck: dice })
        }
        Choice::React(Reaction::Strike(attack)) => Choice::React(Reaction::Strike(lucky(attack))),
        Choice::React(Reaction::StandByAcrobatics { .. }) => Choice::React(Reaction::StandByAcrobatics { luck: dice }),
        Choice::Braced(Some(attack)) => Choice::Braced(Some(lucky(attack))),
        Choice::Save(_) => Choice::Save(dice),
        Choice::Act(Action::FirstAid { patient, .. }) => Choice::Act(Action::FirstAid { patient, luck: dice }),
        Choice::Act(Action::Cast(casting)) => Choice::Act(Action::Cast(Casting { luck: dice, ..casting })),
        Choice::React(Reaction::Cast(casting)) => Choice::React(Reaction::Cast(Casting { luck: dice, ..casting })),
        other => other,
    }
}

/// A free action between decisions, typed in words.
///
/// # Errors
/// The words that could be typed instead.
pub fn free_action_in_words(scene: Scene<'_>, who: CombatantId, words: &str) -> Result<Choice, String> {
    let _ = (scene, who);
    match words.trim().to_lowercase().as_str() {
        "drop" | "drop main hand" => Ok(Choice::Act(Action::Drop { hand: 0 })),
        "drop off hand" => Ok(Choice::Act(Action::Drop { hand: 1 })),
        _ => Err("unasked, one can `drop main hand` or `drop off hand`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Duel, bel, fen};

    /// What Bel is understood to do to Fen, told back.
    fn told(words: &str) -> Result<String, String> {
        let mut duel = Duel::of(bel(), fen());
        let (bow, sword) = (duel.item(0, "longbow"), duel.item(0, "short sword"));
        duel.state.fighters[0].hands = [sword, crate::state::NONE];
        duel.state.fighters[0].places[sword as usize] = crate::sheet::Place::Held;
        duel.state.fighters[0].places[bow as usize] = crate::sheet::Place::Sheathed;
        let question = Question::Act { who: duel.ids[0] };
        let (_, foe) = (duel.scene().name(duel.ids[0]), duel.scene().name(duel.ids[1]).to_lowercase());
        let choice = typed(duel.scene(), &question, &words.replace("fen", &foe))?;
        Ok(super::choice(&duel.setup, duel.ids[0], &choice).to_lowercase().replace(&foe, "fen"))
    }

    #[test]
    fn what_is_said_behind_an_attack() {
        let plain = "attack fen with short sword by dex";
        for (words, understood) in [
            ("attack fen with short sword", plain.to_owned()),
            ("attack fen with short sword, nonlethal", format!("{plain}, nonlethal")),
            ("attack fen with short sword, only to touch", format!("{plain}, only to touch")),
            ("attack fen with short sword by STR, from behind", "attack fen with short sword, from behind".to_owned()),
            (
                "attack fen with short, light cover, ar -2, dice 1, def +3, luck 1",
                format!("{plain}, light cover, ar -2, dice +1, def +3, luck 1"),
            ),
            ("attack fen with short sword luck 1", format!("{plain}, luck 1")),
        ] {
            assert_eq!(told(words), Ok(understood), "{words}");
        }
        for words in ["attack fen with short sword, ar much", "run, nonlethal", "attack fen with short sword, kindly"] {
            assert!(told(words).is_err(), "{words}");
        }
    }

    #[test]
    fn what_can_be_said_behind_an_attack_is_recommended_to_who_tried_one() {
        for (words, recommended) in [("attack nobody", true), ("belt torch", false), ("trip fen softly", false)] {
            let wrong = told(words).unwrap_err();
            assert_eq!(wrong.contains("nonlethal"), recommended, "{words}: {wrong}");
        }
        // Nobody to attack within reach.
        let mut duel = Duel::of(fen(), bel());
        duel.state.fighters[1].at = affray_grid::Cell::new(99, 0);
        let wrong = typed(duel.scene(), &Question::Act { who: duel.ids[0] }, "attack other").unwrap_err();
        assert!(!wrong.contains("nonlethal"), "{wrong}");
    }

    /// `OB-006` `OB-019` `OB-322` A spell for an area is cast at any square; a chance that is not certain is not told as 100 %.
    #[test]
    fn areas_and_chances() {
        let duel = Duel::of(crate::testing::eli(), fen());
        let question = Question::Act { who: duel.ids[0] };
        let spell = duel.setup.combatants[0].sheet.spells.iter().position(|one| one.name == "Blast").unwrap() as u8;
        let casting =
            Casting { spell, aim: Aim::At(Cell::new(9, -4)), luck: 0, circumstances: Circumstances::default() };
        for words in ["cast Blast at 9,-4", "cast blast 9,-4"] {
            assert_eq!(typed(duel.scene(), &question, words), Ok(Choice::Act(Action::Cast(casting))));
        }
        // A 2 is reached by all but three ones, of 216 throws.
        assert_eq!(percent(chance_to_reach(3, 2)), "over 99 %");
        assert_eq!([percent(1.0), percent(0.994), percent(0.004), percent(0.0)], ["100 %", "99 %", "under 1 %", "0 %"]);
    }

    #[test]
    fn one_action_is_one() {
        let mut duel = Duel::of(bel(), fen());
        let question = Question::Act { who: duel.ids[0] };
        for (left, told) in [(0, "0 Actions left."), (1, "1 Action left."), (3, "3 Actions left.")] {
            duel.state.fighters[0].normal = left;
            assert_eq!(prompt(duel.scene(), &question), format!("One: what next? {told}"));
        }
    }

    #[test]
    fn the_words_of_a_case_answer_every_question() {
        let duel = Duel::of(bel(), fen());
        let (who, foe) = (duel.ids[0], duel.ids[1]);
        let typed = |question: Question, words: &str| typed(duel.scene(), &question, words);
        let initiative = crate::decision::Initiative { int: true, luck: 1 };
        let luck = typed(Question::Initiative { who }, "{ int = true, luck = 1 }");
        assert_eq!(luck, Ok(Choice::Initiative(initiative)));
        let attack = typed(Question::Act { who }, "{ attack = { target = 'Other', with = 'unarmed' } }");
        assert_eq!(attack, Ok(Choice::Act(Action::Attack(Attack::melee(foe, crate::sheet::UNARMED)))));
        let path = crate::decision::Path::begin(duel.scene().fighter(who).at, 9, false);
        let overrun = typed(Question::Advance { who, path }, "overrun E acrobatics luck 1");
        let way = affray_grid::Facing::SQUARE[0];
        assert_eq!(overrun, Ok(Choice::Advance(Advance::Overrun { way, acrobatics: true, luck: 1 })));
        let wrong = typed(Question::Push { who, target: foe, most: 2 }, "{ square = 1 }").unwrap_err();
        assert!(wrong.contains("did you mean `squares`?"), "{wrong}");
    }
}
