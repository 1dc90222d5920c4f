//! How a declaration answers the questions of an activation.
//!
//! Every question takes the next entry of its kind. Where there is none, the default of the declaration holds.

use super::declaration::{
    ActFile, ActTable, ActWord, AttackFile, AttackTable, CastFile, Declaration, DrawFile, DrawTable, EscapeFile,
    EscapeSkill, EscapeTable, FirstAidFile, FirstAidTable, HandName, InitiativeFile, InitiativeTable, InitiativeWord,
    ManeuverFile, ReactFile, ReactWord, SaveFile, SaveTable, StrikeFile,
};
use super::state_file::find_item;
use crate::Obss;
use crate::decision::{
    Action, Advance, Aim, Attack, Casting, Choice, Circumstances, Initiative, Maneuver, ManeuverKind, Order, Push,
    Question, Reaction, RestBy, Way,
};
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemKind, UNARMED};
use crate::state::{NONE, State};
use affray_files::{Diagnostic, Path};
use affray_grid::{Facing, Layout};
use affray_kernel::referee::CombatantId;
use affray_prove::cases::{self, LeftOver, Used};
use affray_session::names;

/// A declaration on its way through an activation.
#[derive(Debug, Clone)]
pub struct Script<'a> {
    said: &'a Declaration,
    used: Used,
    /// The action whose path is being walked, counted from 1.
    walking: usize,
    /// Steps taken of a piece such as `"4 E"`.
    steps: u16,
}

/// A piece of a path.
#[derive(Debug, Clone, PartialEq)]
enum Piece<'a> {
    Steps(u16, Facing),
    Draw(&'a str, Option<HandName>),
    Sheathe(&'a str),
    Overrun { way: Facing, acrobatics: bool, luck: u8 },
}

impl<'a> Script<'a> {
    /// Begins with a declaration.
    pub fn new(said: &'a Declaration) -> Self {
        Self { said, used: Used::default(), walking: 0, steps: 0 }
    }

    fn act(&mut self, scene: Scene<'_>, who: CombatantId) -> Result<Action, Diagnostic> {
        self.walking = 0;
        let Some((act, path)) = self.used.next("act", &self.said.act) else { return Ok(Action::End) };
        let table = match act {
            ActFile::Word(word) => {
                return Ok(match word {
                    ActWord::End => Action::End,
                    ActWord::PreparedDefense => Action::PreparedDefense,
                    ActWord::TotalDefense => Action::TotalDefense,
                    ActWord::Stand => Action::Stand,
                    ActWord::Acrobatics => Action::StandByAcrobatics { luck: 0 },
                    ActWord::Guard => Action::OffHandGuard,
                    ActWord::KeepHold => Action::KeepHold { luck: 0 },
                    ActWord::Release => Action::Release,
                    ActWord::DropProne => Action::DropProne,
                });
            }
            ActFile::Table(table) => &**table,
        };
        Ok(match table {
            ActTable::Attack(file) => Action::Attack(attack(scene, who, file, &path.key("attack"))?),
            ActTable::Shoot(file) => {
                let table = AttackTable { ranged: true, ..file.table() };
                Action::Attack(attack_of(scene, who, &table, None, &path.key("shoot"))?)
            }
            ActTable::PreciseStrike(file) => {
                let attack = attack(scene, who, file, &path.key("precise-strike"))?;
                Action::Attack(Attack { precise: true, ..attack })
            }
            ActTable::Charge(file) => Action::Charge(attack(scene, who, file, &path.key("charge"))?),
            ActTable::Move(_) | ActTable::Run(_) => {
                self.walk();
                if matches!(table, ActTable::Run(_)) { Action::Run } else { Action::Move }
            }
            ActTable::Disengage(way) => Action::Disengage(way.on(Layout::Square).unwrap_or(*way)),
            ActTable::Acrobatics { luck } => Action::StandByAcrobatics { luck: *luck },
            ActTable::Draw(file) => {
                let (item, hand) = file.find(scene, who, path.key("draw"))?;
                Action::Draw { item, hand }
            }
            ActTable::Sheathe(name) => Action::Sheathe { hand: holding(scene, who, name, path.key("sheathe"))? },
            ActTable::Drop(name) => Action::Drop { hand: holding(scene, who, name, path.key("drop"))? },
            ActTable::Disarm(file) => maneuver(scene, ManeuverKind::Disarm, file, &path.key("disarm"))?,
            ActTable::Feint(file) => maneuver(scene, ManeuverKind::Feint, file, &path.key("feint"))?,
            ActTable::BullRush(file) => maneuver(scene, ManeuverKind::BullRush, file, &path.key("bull-rush"))?,
            ActTable::Grapple(file) => maneuver(scene, ManeuverKind::Grapple, file, &path.key("grapple"))?,
            ActTable::Trip(file) => maneuver(scene, ManeuverKind::Trip, file, &path.key("trip"))?,
            ActTable::KeepHold { luck } => Action::KeepHold { luck: *luck },
            ActTable::Escape(file) => {
                let (by, luck) = match file {
                    EscapeFile::By(by) => (*by, 0),
                    EscapeFile::Table(EscapeTable { by, luck }) => (*by, *luck),
                };
                Action::Escape { acrobatics: by == EscapeSkill::Acrobatics, luck }
            }
            ActTable::Mount(name) => {
                Action::Mount { mount: names::known::<Obss>(scene.setup, name, path.key("mount"))? }
            }
            ActTable::Dismount(to) => Action::Dismount { to: *to },
            ActTable::RideMove(_) | ActTable::RideRun(_) => {
                self.walk();
                let order = if matches!(table, ActTable::RideRun(_)) { Order::Run } else { Order::Move };
                Action::Order { mount: scene.bearer(who), order }
            }
            ActTable::RideAttack(file) => {
                let mount = scene.bearer(who);
                let attack = attack(scene, mount, file, &path.key("ride-attack"))?;
                Action::Order { mount, order: Order::Attack(attack) }
            }
            ActTable::RideDisengage(way) => Action::Order {
                mount: scene.bearer(who),
                order: Order::Disengage(way.on(Layout::Square).unwrap_or(*way)),
            },
            ActTable::Cast(file) => Action::Cast(casting(scene, who, file, &path.key("cast"))?),
            ActTable::Search(file) => {
                let (item, hand) = file.find(scene, who, path.key("search"))?;
                Action::Search { item, hand }
            }
            ActTable::Belt(file) => {
                let (item, hand) = file.find(scene, who, path.key("belt"))?;
                Action::TakeFromBelt { item, hand }
            }
            ActTable::PickUp { item: name, owner, hand } => {
                let path = path.key("pick-up");
                let owner = match owner {
                    Some(owner) => names::known::<Obss>(scene.setup, owner, path.key("owner"))?,
                    None => who,
                };
                let (thing, free) = drawn(scene, owner, name, *hand, path.key("item"))?;
                let free = if owner == who { free } else { u8::from(scene.fighter(who).hands[0] != NONE) };
                let hand = hand.map_or(free, |hand| u8::from(hand == HandName::Off));
                Action::PickUp { owner, thing, hand }
            }
            ActTable::Drink(name) => Action::Drink { hand: holding(scene, who, name, path.key("drink"))? },
            ActTable::GiveDrink { potion, to } => Action::GiveDrink {
                hand: holding(scene, who, potion, path.key("give-drink"))?,
                to: names::known::<Obss>(scene.setup, to, path.key("give-drink"))?,
            },
            ActTable::FirstAid(file) => {
                let (name, luck) = match file {
                    FirstAidFile::For(name) => (name, 0),
                    FirstAidFile::Table(FirstAidTable { patient, luck }) => (patient, *luck),
                };
                let patient = names::known::<Obss>(scene.setup, name, path.key("first-aid"))?;
                Action::FirstAid { patient, luck }
            }
            ActTable::Power(name) => {
                let known = scene.sheet(who).powers.iter().map(|power| power.name.as_str());
                let missing = || format!("there is no power `{name}`");
                Action::UsePower { power: names::find(known, name, path.key("power"), missing)? as u8 }
            }
        })
    }

    /// The path of the last action is walked from now on.
    fn walk(&mut self) {
        (self.walking, self.steps) = (self.used.of("act"), 0);
        self.used.forget("move");
    }

    /// The pieces of the path that is being walked.
    fn path(&self) -> &'a [String] {
        let Some(at) = self.walking.checked_sub(1) else { return &[] };
        match &self.said.act[at] {
            ActFile::Table(table) => match &**table {
                ActTable::Move(path) | ActTable::Run(path) | ActTable::RideMove(path) | ActTable::RideRun(path) => path,
                _ => &[],
            },
            ActFile::Word(_) => &[],
        }
    }

    fn advance(&mut self, scene: Scene<'_>, who: CombatantId) -> Result<Advance, Diagnostic> {
        let Some((text, path)) = self.used.peek("move", self.path()) else { return Ok(Advance::Stop) };
        let path = Path::root().key("act").index(self.walking.saturating_sub(1)).join(&path);
        Ok(match piece(text, &path)? {
            Piece::Steps(steps, way) => {
                self.steps += 1;
                if self.steps >= steps {
                    self.used.one("move");
                    self.steps = 0;
                }
                Advance::Step(way)
            }
            Piece::Draw(name, hand) => {
                self.used.one("move");
                let (item, hand) = drawn(scene, who, name, hand, path)?;
                Advance::Draw { item, hand }
            }
            Piece::Overrun { way, acrobatics, luck } => {
                self.used.one("move");
                Advance::Overrun { way, acrobatics, luck }
            }
            Piece::Sheathe(name) => {
                self.used.one("move");
                Advance::Sheathe { hand: holding(scene, who, name, path)? }
            }
        })
    }

    fn react(&mut self, scene: Scene<'_>, who: CombatantId, to: CombatantId) -> Result<Reaction, Diagnostic> {
        let Some((next, path)) = self.used.peek("react", &self.said.react) else { return Ok(Reaction::Pass) };
        let table = match next {
            ReactFile::Word(word) => {
                self.used.one("react");
                return Ok(match word {
                    ReactWord::Pass => Reaction::Pass,
                    ReactWord::Strike => {
                        Reaction::Strike(attack_of(scene, who, &AttackTable::default(), Some(to), &path)?)
                    }
                    ReactWord::Acrobatics => Reaction::StandByAcrobatics { luck: 0 },
                });
            }
            ReactFile::Table(table) => &**table,
        };
        if let Some(name) = &table.who
            && names::known::<Obss>(scene.setup, name, path.key("who"))? != who
        {
            return Ok(Reaction::Pass);
        }
        self.used.one("react");
        if let Some(strike) = &table.strike {
            return Ok(Reaction::Strike(attack_of(scene, who, &strike.table(), Some(to), &path.key("strike"))?));
        }
        if let Some(name) = &table.set {
            return Ok(Reaction::Set { item: item(scene, who, name, path.key("set"))? });
        }
        if let Some(name) = &table.drink {
            return Ok(Reaction::Drink { hand: holding(scene, who, name, path.key("drink"))? });
        }
        if let Some(file) = &table.cast {
            return Ok(Reaction::Cast(casting(scene, who, file, &path.key("cast"))?));
        }
        if table.acrobatics {
            return Ok(Reaction::StandByAcrobatics { luck: table.luck });
        }
        Ok(Reaction::Pass)
    }

    fn braced(&mut self, scene: Scene<'_>, who: CombatantId, at: CombatantId) -> Result<Option<Attack>, Diagnostic> {
        let (table, path) = match self.used.next("braced", &self.said.braced) {
            Some((StrikeFile::With(word), _)) if word == "pass" => return Ok(None),
            Some((file, path)) => (file.table(), path),
            None => (AttackTable::default(), Path::root().key("braced")),
        };
        let set = scene.brace_weapon(who);
        let attack = attack_of(scene, who, &table, Some(at), &path)?;
        Ok(Some(if table.with.is_none() { Attack { item: set.unwrap_or(attack.item), ..attack } } else { attack }))
    }

    fn push(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId, most: u8) -> Push {
        let away = scene.straight_away(who, target);
        match self.used.next("push", &self.said.push) {
            Some((file, _)) => {
                let way = file.way.and_then(|way| way.on(Layout::Square));
                Push { way: way.unwrap_or(away), squares: file.squares.unwrap_or(most), follow: file.follow }
            }
            None => Push { way: away, squares: most, follow: false },
        }
    }

    fn save(&mut self, setup: &Setup, who: CombatantId) -> Result<u8, Diagnostic> {
        let Some((next, path)) = self.used.peek("save", &self.said.save) else { return Ok(0) };
        let luck = match next {
            SaveFile::Luck(luck) => *luck,
            SaveFile::Table(SaveTable { who: name, luck }) => {
                if names::known::<Obss>(setup, name, path.key("who"))? != who {
                    return Ok(0);
                }
                *luck
            }
        };
        self.used.one("save");
        Ok(luck)
    }

    fn rest(&mut self, setup: &Setup, who: CombatantId) -> Result<Option<RestBy>, Diagnostic> {
        let path = Path::root().key("rest");
        let mut found = None;
        for (name, by) in &self.said.rest {
            if names::known::<Obss>(setup, name, path.key(name))? == who {
                found = Some(*by);
            }
        }
        if found.is_some() {
            self.used.one("rest");
        }
        Ok(found)
    }

    fn initiative(&mut self, setup: &Setup, who: CombatantId) -> Result<Initiative, Diagnostic> {
        let path = Path::root().key("initiative");
        for (name, file) in &self.said.initiative {
            if names::known::<Obss>(setup, name, path.key(name))? == who {
                self.used.one("initiative");
                return Ok(match file {
                    InitiativeFile::Word(word) => Initiative { int: *word == InitiativeWord::Int, luck: 0 },
                    InitiativeFile::Table(InitiativeTable { int, luck }) => Initiative { int: *int, luck: *luck },
                });
            }
        }
        Ok(Initiative::default())
    }
}

impl cases::Script<Obss> for Script<'_> {
    fn answer(&mut self, setup: &Setup, state: &State, question: &Question) -> Result<Choice, Diagnostic> {
        let scene = Scene { setup, state };
        Ok(match *question {
            Question::Initiative { who } => Choice::Initiative(self.initiative(setup, who)?),
            Question::Act { who } => Choice::Act(self.act(scene, who)?),
            Question::Advance { who, .. } => Choice::Advance(self.advance(scene, who)?),
            Question::React { who, to, .. } => Choice::React(self.react(scene, who, to)?),
            Question::Braced { who, at } => Choice::Braced(self.braced(scene, who, at)?),
            Question::Push { who, target, most } => Choice::Push(self.push(scene, who, target, most)),
            Question::Save { who, .. } => Choice::Save { luck: self.save(setup, who)? },
            Question::Rest { who } => Choice::Rest(self.rest(setup, who)?),
        })
    }

    fn left_over(&self) -> Vec<LeftOver> {
        let mut left = self.used.left_over(&[
            ("act", self.said.act.len()),
            ("move", self.path().len()),
            ("react", self.said.react.len()),
            ("braced", self.said.braced.len()),
            ("push", self.said.push.len()),
            ("save", self.said.save.len()),
            ("rest", self.said.rest.len()),
            ("initiative", self.said.initiative.len()),
        ]);
        if let Some(path) = left.iter_mut().find(|left| left.list == "move") {
            path.below = Path::root().key("act").index(self.walking.saturating_sub(1));
        }
        left
    }

    fn restart(&mut self) {
        *self = Self::new(self.said);
    }
}

impl DrawFile {
    fn find(&self, scene: Scene<'_>, who: CombatantId, path: Path) -> Result<(u8, u8), Diagnostic> {
        let (name, hand) = match self {
            Self::Item(item) => (item, None),
            Self::Table(DrawTable { item, hand }) => (item, Some(*hand)),
        };
        drawn(scene, who, name, hand, path)
    }
}

impl AttackFile {
    fn table(&self) -> AttackTable {
        match self {
            Self::At(target) => AttackTable { target: Some(target.clone()), ..AttackTable::default() },
            Self::Table(table) => (**table).clone(),
        }
    }
}

impl StrikeFile {
    fn table(&self) -> AttackTable {
        match self {
            Self::With(weapon) => AttackTable { with: Some(weapon.clone()), ..AttackTable::default() },
            Self::Table(table) => (**table).clone(),
        }
    }
}

/// A maneuver as it is declared.
fn maneuver(scene: Scene<'_>, kind: ManeuverKind, file: &ManeuverFile, path: &Path) -> Result<Action, Diagnostic> {
    let (name, weapon, by_dex, luck) = match file {
        ManeuverFile::At(name) => (name, None, false, 0),
        ManeuverFile::Table(table) => (&table.target, table.weapon.as_ref(), table.by_dex, table.luck),
    };
    let target = names::known::<Obss>(scene.setup, name, path.clone())?;
    let item = match weapon {
        Some(name) => item(scene, target, name, path.key("weapon"))?,
        None if kind == ManeuverKind::Disarm => scene.fighter(target).hands[0],
        None => 0,
    };
    Ok(Action::Maneuver(Maneuver { kind, target, by_dex, item, luck }))
}

/// Reads a piece of a path.
fn piece<'a>(text: &'a str, path: &Path) -> Result<Piece<'a>, Diagnostic> {
    let wrong = || {
        Diagnostic::new(path.clone(), format!("`{text}` is no piece of a path"))
            .hint("`E`, `4 NE`, `draw ITEM`, `draw ITEM off`, `sheathe ITEM`, `overrun E` or `overrun E acrobatics`")
    };
    let trimmed = text.trim();
    if let Some(item) = trimmed.strip_prefix("draw ") {
        return Ok(match (item.strip_suffix(" off"), item.strip_suffix(" main")) {
            (Some(item), _) => Piece::Draw(item, Some(HandName::Off)),
            (_, Some(item)) => Piece::Draw(item, Some(HandName::Main)),
            _ => Piece::Draw(item, None),
        });
    }
    if let Some(item) = trimmed.strip_prefix("sheathe ") {
        return Ok(Piece::Sheathe(item));
    }
    if let Some(over) = trimmed.strip_prefix("overrun ") {
        let (over, luck) = match over.split_once(" luck ") {
            Some((over, luck)) => (over, luck.trim().parse().map_err(|_| wrong())?),
            None => (over, 0),
        };
        let (way, acrobatics) = match over.strip_suffix(" acrobatics") {
            Some(way) => (way, true),
            None => (over.strip_suffix(" athletics").unwrap_or(over), false),
        };
        let way = Facing::SQUARE.into_iter().find(|facing| facing.name().eq_ignore_ascii_case(way.trim()));
        return Ok(Piece::Overrun { way: way.ok_or_else(wrong)?, acrobatics, luck });
    }
    let (steps, way) = match trimmed.split_once(' ') {
        Some((steps, way)) => (steps.parse().ok().filter(|steps| (1..=200).contains(steps)).ok_or_else(wrong)?, way),
        None => (1, trimmed),
    };
    let way = Facing::SQUARE.into_iter().find(|facing| facing.name().eq_ignore_ascii_case(way.trim()));
    Ok(Piece::Steps(steps, way.ok_or_else(wrong)?))
}

/// The item of a name, on that combatant's sheet.
pub(super) fn item(scene: Scene<'_>, who: CombatantId, name: &str, path: Path) -> Result<u8, Diagnostic> {
    find_item(scene.sheet(who), name, path)
}

/// The hand that holds an item of that name.
fn holding(scene: Scene<'_>, who: CombatantId, name: &str, path: Path) -> Result<u8, Diagnostic> {
    let item = item(scene, who, name, path)?;
    // A third hand, where none holds it, is refused by the rules.
    let hands = scene.fighter(who).hands;
    Ok(hands.iter().position(|&held| held == item).unwrap_or(2) as u8)
}

/// An item and the hand into which it is drawn.
pub(super) fn drawn(
    scene: Scene<'_>,
    who: CombatantId,
    name: &str,
    hand: Option<HandName>,
    path: Path,
) -> Result<(u8, u8), Diagnostic> {
    let item = item(scene, who, name, path)?;
    let shield = matches!(scene.sheet(who).items[item as usize].kind, ItemKind::Shield { .. });
    let hand = match hand {
        Some(HandName::Main) => 0,
        Some(HandName::Off) => 1,
        None => u8::from(shield || (scene.fighter(who).hands[0] != NONE && scene.hands_of(who, item) == 1)),
    };
    Ok((item, hand))
}

/// A spell as it is declared.
fn casting(scene: Scene<'_>, who: CombatantId, file: &CastFile, path: &Path) -> Result<Casting, Diagnostic> {
    let known = scene.sheet(who).spells.iter().map(|spell| spell.name.as_str());
    let missing = || format!("there is no spell `{}`", file.spell);
    let spell = names::find(known, &file.spell, path.key("spell"), missing)? as u8;
    let aim = match (&file.target, file.at) {
        (Some(name), None) => Aim::Whom(names::known::<Obss>(scene.setup, name, path.key("target"))?),
        (None, Some(at)) => Aim::At(at),
        _ => {
            let message = "a spell is for somebody or for a place";
            return Err(Diagnostic::new(path.clone(), message).hint("one of `target` and `at`"));
        }
    };
    Ok(Casting {
        spell,
        aim,
        luck: file.luck,
        circumstances: Circumstances {
            from_behind: file.from_behind,
            cover: file.cover,
            ar: file.ar,
            dice: file.dice,
            def: file.def,
        },
    })
}

fn attack(scene: Scene<'_>, who: CombatantId, file: &AttackFile, path: &Path) -> Result<Attack, Diagnostic> {
    attack_of(scene, who, &file.table(), None, path)
}

/// An attack as it is declared. `at` is the target of an attack out of turn.
fn attack_of(
    scene: Scene<'_>,
    who: CombatantId,
    file: &AttackTable,
    at: Option<CombatantId>,
    path: &Path,
) -> Result<Attack, Diagnostic> {
    let target = match (&file.target, at) {
        (Some(name), _) => names::known::<Obss>(scene.setup, name, path.clone())?,
        (None, Some(at)) => at,
        (None, None) => {
            return Err(Diagnostic::new(path.clone(), "an attack is at somebody").hint("target = \"...\""));
        }
    };
    let way = if file.ranged { Way::Ranged } else { Way::Melee };
    let (item, off) = match &file.with {
        Some(name) => {
            let item = item(scene, who, name, path.clone())?;
            let hands = scene.fighter(who).hands;
            (item, item != UNARMED && hands[0] != item && hands[1] == item)
        }
        None => {
            let fits = |&(item, _): &(u8, bool)| {
                let kind = scene.sheet(who).weapon(item).kind;
                if file.ranged { kind.flies() } else { kind.strikes() }
            };
            scene.weapons_at_hand(who).find(fits).unwrap_or((UNARMED, false))
        }
    };
    Ok(Attack {
        target,
        item,
        off_hand: file.off_hand.unwrap_or(off),
        way,
        by_dex: file.by_dex,
        nonlethal: file.nonlethal,
        touch: file.touch,
        precise: false,
        pair: file.pair,
        luck: file.luck,
        circumstances: Circumstances {
            from_behind: file.from_behind,
            cover: file.cover,
            ar: file.ar,
            dice: file.dice,
            def: file.def,
        },
    })
}
