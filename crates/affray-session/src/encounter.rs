//! The encounter file: what it holds in every game, and what a game adds to it.

use crate::ruleset::Rules;
use crate::scenario::Scenario;
use crate::secrets::{self, SecrecyFile};
use crate::sorting::sort_by_key;
use crate::{groups, names, orders};
use affray_files::sheets::{SheetRef, SheetText};
use affray_files::value::{
    self, FromValue, NoNames, Partial, Patch, Prose, ReadKeys, Schema, Value, from_value, try_value,
};
use affray_files::{Diagnostic, Diagnostics, FileError, FileResolver, Path, Source, complain, tree};
use affray_grid::{Cell, Facing, Layout, Map, MapFile};
use affray_kernel::referee::{CombatantId, Game};
use std::ops::IndexMut;

/// A game whose encounters are files.
pub trait EncounterFormat: Rules {
    /// Its id: `dfrpg`.
    const ID: &'static str;
    /// How its maps are divided.
    const LAYOUT: Layout;
    /// Lists of an encounter that belong to its map: a scene with a map of its own does not share them.
    const OF_THE_MAP: &'static [&'static str] = &[];
    /// Types that it shares with other games, each with its words that this game does not have.
    const FOREIGN_WORDS: &'static [(&'static str, &'static [&'static str])] = &[];
    /// A sheet as a file has it.
    type SheetFile: SheetText;
    /// The state of a combatant as a file has it. Keys that are left out leave the state as it is.
    type CombatantState: StateText<Self>;
    /// Further keys of an encounter.
    type SceneKeys: ReadKeys;
    /// Further keys of a side.
    type SideKeys: ReadKeys;
    /// Further keys of a combatant.
    type CombatantKeys: ReadKeys;

    /// Makes the fight of those who take part, on their map. What is wrong with further keys is noted in `reading`.
    ///
    /// # Errors
    /// What is wrong with other files that are named.
    fn stage(
        file: &EncounterFile<Self>,
        cast: Cast<<Self::SheetFile as SheetText>::Sheet>,
        reading: &mut Reading<'_>,
    ) -> Result<(Self::Setup, Self::State), FileError>;

    /// Lays an item of a sheet on the ground; whether there is such an item.
    fn lay(setup: &Self::Setup, state: &mut Self::State, owner: CombatantId, item: &str, at: Cell) -> bool {
        let _ = (setup, state, owner, item, at);
        false
    }

    /// Notes what is wrong with an encounter as it begins, and not with a case, each step of which can set it anew.
    fn inspect(setup: &Self::Setup, state: &Self::State, reading: &mut Reading<'_>) {
        let _ = (setup, state, reading);
    }

    /// Brings the state of a combatant some keys of which were set within what its sheet allows, and carries out what
    /// follows from them.
    fn fit(setup: &Self::Setup, state: &mut Self::State, who: CombatantId, stated: &mut Stated<'_, Self::State>) {
        let _ = (setup, state, who, stated);
    }

    /// Puts into a scene what rests on the states of the combatants, besides the items on the ground.
    fn complete(file: &EncounterFile<Self>, setup: &Self::Setup, state: &mut Self::State, reading: &mut Reading<'_>) {
        let _ = (file, setup, state, reading);
    }
}

/// The state of a combatant as a file has it.
pub trait StateText<G: Game>: FromValue + Default {
    /// Puts what it says of a combatant into a state. Keys that are left out leave the state as it is.
    ///
    /// # Errors
    /// Everything that cannot be, with its place below the table; the state may be half changed then.
    fn apply(&self, setup: &G::Setup, state: &mut G::State, who: CombatantId) -> Result<(), Vec<Diagnostic>>;
}

impl<G, T> StateText<G> for Partial<T>
where
    G: EncounterFormat<State: IndexMut<CombatantId, Output = T>>,
    T: Patch + Schema + Clone,
{
    fn apply(&self, setup: &G::Setup, state: &mut G::State, who: CombatantId) -> Result<(), Vec<Diagnostic>> {
        let at = self.keys().get("at").and_then(|at| from_value::<Cell>(at, &NoNames, None).ok());
        if at.is_some_and(|at| G::map(setup).ground(at).is_none()) {
            let hint = if G::LAYOUT == Layout::Hex { "a hex of the map" } else { "a square of the map" };
            return Err(vec![Diagnostic::new(Path::root().key("at"), "that is off the map").hint(hint)]);
        }
        let (before, mut changed) = (state.clone(), state[who].clone());
        let wrongs = self.patch(&mut changed, &G::names(setup, Some(state)), Some(who));
        state[who] = changed;
        let mut stated = Stated { keys: self.keys(), before: &before, wrongs };
        G::fit(setup, state, who, &mut stated);
        if stated.wrongs.is_empty() { Ok(()) } else { Err(stated.wrongs) }
    }
}

/// What was set of a combatant.
#[derive(Debug)]
pub struct Stated<'a, S> {
    keys: &'a value::Map,
    /// The state before.
    pub before: &'a S,
    /// Everything that is wrong with it so far.
    pub wrongs: Vec<Diagnostic>,
}

impl<S> Stated<'_, S> {
    /// The value of a key, if it was given.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.keys.get(key)
    }
    /// Whether a key was given.
    pub fn has(&self, key: &str) -> bool {
        self.keys.contains_key(key)
    }
    /// Notes what is wrong with the value of a key.
    pub fn wrong(&mut self, key: &str, message: impl Into<String>, hint: impl Into<String>) {
        self.wrongs.push(Diagnostic::new(Path::root().key(key), message).hint(hint));
    }
    /// Notes of a number that was given that it is not within these limits, if it is not.
    pub fn within(&mut self, key: &str, least: impl Into<i64>, most: impl Into<i64>) {
        let (least, most) = (least.into(), most.into());
        if let Some(number) = self.get(key).and_then(Value::as_i64).filter(|number| !(least..=most).contains(number)) {
            self.wrong(key, format!("{number} is out of range"), format!("{least} to {most}"));
        }
    }
}

/// The JSON Schema of what a file of a game holds: facings and cells are those of its maps, and shared types have only
/// the words of this game.
pub fn schema_of<G: EncounterFormat, T: Schema>(title: &str) -> Value {
    let mut schema = value::schema_of::<T>(title);
    G::LAYOUT.put_into(&mut schema);
    for (name, words) in G::FOREIGN_WORDS {
        if let Some(Value::Array(variants)) = schema.pointer_mut(&format!("/$defs/{name}/anyOf")) {
            variants.retain(|one| !one["const"].as_str().is_some_and(|word| words.contains(&word)));
        }
    }
    schema
}

/// Who takes part, and where.
#[derive(Debug)]
pub struct Cast<S> {
    /// The map.
    pub map: Map,
    /// The sides, listed ones first.
    pub sides: Vec<Side>,
    /// The combatants, in the order of the file.
    pub combatants: Vec<Combatant<S>>,
}

/// What never changes in a fight, in games that add nothing to it.
#[derive(Debug, Clone)]
pub struct Setup<S> {
    /// The map.
    pub map: Map,
    /// The combatants.
    pub combatants: Vec<Combatant<S>>,
    /// The sides.
    pub sides: Vec<Side>,
    /// The fight ends as a draw after so many rounds.
    pub round_limit: u32,
}

/// The further keys of an encounter, in games that add none but this.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct RoundLimit {
    /// The fight ends as a draw after so many rounds, 1 to 100000. Default: 100.
    #[value(default = 100, range = 1..=100_000)]
    pub round_limit: u32,
}

/// An encounter: who fights whom, where, and in what state.
#[derive(FromValue)]
#[value(no_bounds)]
pub struct EncounterFile<G: EncounterFormat> {
    /// The ruleset.
    pub ruleset: String,
    /// A title.
    pub title: Option<String>,
    /// What it is about.
    pub description: Option<Prose>,
    /// The map. Default: an open field.
    pub map: Option<MapFile>,
    /// What the game adds.
    #[value(flatten)]
    pub own: G::SceneKeys,
    /// The sides. Those that only combatants name need not be listed.
    #[value(default)]
    pub side: Vec<SideFile<G>>,
    /// The combatants, 1 to 64.
    pub combatant: Vec<CombatantFile<G>>,
    /// Items on the ground.
    #[value(default)]
    pub ground: Vec<GroundFile>,
}

/// A side.
#[derive(FromValue)]
#[value(no_bounds)]
pub struct SideFile<G: EncounterFormat> {
    /// Its name.
    pub name: String,
    /// What its combatants are told to do, such as `hold` or `nerve = 30, spare the fallen`: see the manual of play.
    pub orders: Option<String>,
    /// What the game adds.
    #[value(flatten)]
    pub own: G::SideKeys,
}

/// A combatant.
#[derive(FromValue)]
#[value(no_bounds)]
pub struct CombatantFile<G: EncounterFormat> {
    /// The name, unique in the encounter.
    pub name: String,
    /// The side. Default: a side of its own.
    pub side: Option<String>,
    /// The sheet: the name of one that the program has, a file beside the encounter (ending in `.toml`), or the sheet
    /// itself as a table.
    pub sheet: SheetRef<G::SheetFile>,
    /// The cell, as `[q, r]`.
    pub at: Cell,
    /// How many of them there are, 1 to 64: 2 and more are named `NAME 1`, `NAME 2` ..., and all but the first stand in the
    /// free cells next to it. Default: 1.
    #[value(default = 1, range = 1..=64)]
    pub count: u8,
    /// The facing, in games that have one. Default: east.
    pub facing: Option<Facing>,
    /// The sides that do not see it, until it acts against one of them or the game master reveals it.
    #[value(default)]
    pub hidden_from: Vec<String>,
    /// How much other sides are told of it: `open`, `bands` (its points in words, no other number) or `closed`.
    #[value(default)]
    pub secrecy: SecrecyFile,
    /// What it is told to do, such as `protect = Mage`, on top of the orders of its side.
    pub orders: Option<String>,
    /// What the game adds.
    #[value(flatten)]
    pub own: G::CombatantKeys,
    /// The state, where it is not fresh.
    #[value(default)]
    pub state: G::CombatantState,
}

impl<G: EncounterFormat> CombatantFile<G> {
    /// The way that it faces on that map.
    pub fn faces(&self, map: &Map) -> Facing {
        self.facing.and_then(|facing| map.facing(facing)).unwrap_or(Facing::E)
    }
}

impl<G: EncounterFormat> EncounterFile<G> {
    /// The changing parts of the combatants as they begin, each from its entry and its sheet.
    pub fn fighters<S, F>(&self, cast: &[Combatant<S>], begins: impl Fn(&CombatantFile<G>, &S) -> F) -> Vec<F> {
        self.combatant.iter().zip(cast).map(|(one, known)| begins(one, &known.sheet)).collect()
    }

    /// Reads an encounter.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(source: &Source, beside: FileResolver<'_>) -> Result<Scenario<G>, FileError> {
        Self::load_tree(source, tree(source)?, beside)
    }

    /// Reads an encounter from its tree of values, in which some may be others than in the text.
    ///
    /// # Errors
    /// Everything that is wrong with it, at its place in the text.
    pub fn load_tree(source: &Source, mut table: Value, beside: FileResolver<'_>) -> Result<Scenario<G>, FileError> {
        let mut places = Places::top();
        let crowded = groups::spread(&mut table, G::LAYOUT, &mut places);
        let (file, mut wrongs) = try_value::<Self>(&table);
        wrongs.extend(crowded);
        let mut reading = Reading { limits: wrongs, ..Reading::new(source, &places, beside) };
        let Some(file) = file else { return Err(reading.wrong_so_far()) };
        let (setup, mut state) = file.stage(&mut reading)?;
        G::inspect(&setup, &state, &mut reading);
        file.complete(&setup, &mut state, &mut reading)?;
        Ok(Scenario::new(file.title.clone().unwrap_or_default(), setup, state))
    }

    /// The fight that the file states, without what rests on the states of its combatants: see
    /// [`complete`](Self::complete).
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn stage(&self, reading: &mut Reading<'_>) -> Result<(G::Setup, G::State), FileError> {
        reading.ruleset(&self.ruleset, G::ID);
        reading.names(self.combatant.iter().map(|one| one.name.as_str()));
        let open = MapFile { layout: G::LAYOUT, ..MapFile::default() };
        let map = reading.map(self.map.as_ref().unwrap_or(&open), G::LAYOUT)?;
        let mut sides = reading.sides(self.side.iter().map(|side| side.name.as_str()));
        let mut combatants = Vec::new();
        for (at, one) in self.combatant.iter().enumerate() {
            let path = Path::root().key("combatant").index(at);
            let Some(sheet) = reading.sheet(&one.sheet, &path.key("sheet"))? else { continue };
            reading.stands(&map, one.at, one.facing, &path);
            combatants.push(Combatant {
                name: one.name.clone(),
                side: sides.of(one.side.as_deref(), &one.name),
                sheet,
            });
        }
        reading.so_far()?;
        let (setup, mut state) = G::stage(
            self,
            Cast { map, sides: sides.0.into_iter().map(|name| Side { name }).collect(), combatants },
            reading,
        )?;
        reading.so_far()?;
        for (at, one) in self.combatant.iter().enumerate() {
            if let Err(found) = one.state.apply(&setup, &mut state, CombatantId(at as u8)) {
                let path = Path::root().key("combatant").index(at).key("state");
                reading.wrongs.extend(found.into_iter().map(|one| one.below(&path)));
            }
            let who = CombatantId(at as u8);
            if let Err((entry, wrong)) = secrets::hide::<G>(&setup, &mut state, who, &one.hidden_from) {
                let path = Path::root().key("combatant").index(at).key(secrets::HIDDEN_FROM).index(entry);
                reading.wrong(path, wrong, "the name of a side");
            }
            secrets::tell::<G>(&mut state, who, one.secrecy);
        }
        let sides = self.side.iter().map(|side| (&side.name, &side.orders)).enumerate();
        let combatants = self.combatant.iter().map(|one| (&one.name, &one.orders)).enumerate();
        let listed = sides.map(|one| ("side", one)).chain(combatants.map(|one| ("combatant", one)));
        for (list, (at, (name, line))) in listed {
            if let Some(Err(wrong)) = line.as_ref().map(|line| orders::give::<G>(&setup, &mut state, name, line)) {
                let path = Path::root().key(list).index(at).key(orders::ORDERS);
                reading.wrong(path, wrong, "`hold`, or several orders with commas between them");
            }
        }
        reading.so_far()?;
        Ok((setup, state))
    }

    /// Puts into the fight what rests on the states of its combatants: items on the ground, and what the game adds.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn complete(&self, setup: &G::Setup, state: &mut G::State, reading: &mut Reading<'_>) -> Result<(), FileError> {
        for (at, lying) in self.ground.iter().enumerate() {
            let path = Path::root().key("ground").index(at);
            let owner = names::known::<G>(setup, &lying.owner, path.key("owner"));
            let Some(owner) = reading.ok(owner) else { continue };
            let laid = G::lay(setup, state, owner, &lying.item, lying.at);
            let message = format!("there is no item `{}`", lying.item);
            reading.check(laid, path.key("item"), message, "an item of the sheet");
        }
        G::complete(self, setup, state, reading);
        reading.so_far()?;
        if reading.limits.is_empty() { Ok(()) } else { Err(reading.wrong_so_far()) }
    }
}

impl<G: EncounterFormat> Scenario<G> {
    /// Reads an encounter.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(source: &Source, beside: FileResolver<'_>) -> Result<Self, FileError> {
        EncounterFile::load(source, beside)
    }
}

/// The most combatants of one encounter.
pub const MOST_COMBATANTS: usize = 64;

/// One who fights.
#[derive(Debug, Clone)]
pub struct Combatant<S> {
    /// The name, unique in the encounter.
    pub name: String,
    /// The side, as a place in the list of sides.
    pub side: u8,
    /// The sheet.
    pub sheet: S,
}

/// What each combatant has by its sheet alone: it is made once for those with equal sheets.
pub fn by_sheet<S: PartialEq, T: Clone>(combatants: &[Combatant<S>], of: impl Fn(&S) -> T) -> Vec<T> {
    let mut all: Vec<T> = Vec::new();
    for (at, who) in combatants.iter().enumerate() {
        let same = combatants[..at].iter().position(|other| other.sheet == who.sheet);
        let own = same.map_or_else(|| of(&who.sheet), |same| all[same].clone());
        all.push(own);
    }
    all
}

/// The order of turns by that key, lowest first; equals in the order of the encounter.
pub fn in_order<S, K: Ord>(combatants: &[Combatant<S>], key: impl Fn(&S) -> K) -> Vec<CombatantId> {
    let mut order: Vec<CombatantId> = (0..combatants.len() as u8).map(CombatantId).collect();
    sort_by_key(&mut order, |who| key(&combatants[who.index()].sheet));
    order
}

/// One party of a fight, in games that know no more of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// The name.
    pub name: String,
}

/// An item on the ground, as files say it.
#[derive(Debug, Clone, PartialEq, Eq, FromValue)]
pub struct GroundFile {
    /// On whose sheet it stands.
    pub owner: String,
    /// The item.
    pub item: String,
    /// Where it lies.
    pub at: Cell,
}

/// Where the parts of an encounter's table stand in a file in which they are not one table: the scene of a case is
/// in part the file's and in part the case's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Each stage leads places on to others, one stage after the other: from the table at last to the file. In each the
    /// longest part that a place begins with counts.
    stages: Vec<Vec<(Path, Path)>>,
}

impl Places {
    /// All parts stand at the top of the file.
    pub const fn top() -> Self {
        Self { stages: Vec::new() }
    }

    /// All parts stand at the top of another table, whose parts stand in the file as `file` says.
    pub fn within(file: &Self) -> Self {
        Self { stages: std::iter::once(Vec::new()).chain(file.stages.iter().cloned()).collect() }
    }

    /// Entry `i` of one of the table's lists is the one that was entry `numbers[i]` before.
    pub fn renumber(&mut self, list: &str, numbers: &[usize]) {
        self.stages.insert(0, Vec::new());
        for (at, &before) in numbers.iter().enumerate() {
            self.put(Path::root().key(list).index(at), Path::root().key(list).index(before));
        }
    }

    /// A part of the table stands there, with all that is below it.
    pub fn put(&mut self, part: Path, there: Path) {
        match self.stages.first_mut() {
            Some(stage) => stage.push((part, there)),
            None => self.stages.push(vec![(part, there)]),
        }
    }

    /// Entries of one of the table's lists, from that one on, are those entries of the list of that name below `there`.
    pub fn pick(&mut self, list: &str, from: usize, there: &Path, picked: impl IntoIterator<Item = usize>) {
        for (at, picked) in picked.into_iter().enumerate() {
            self.put(Path::root().key(list).index(from + at), there.key(list).index(picked));
        }
    }

    /// What is wrong with a value of the table, with its place in the file.
    pub fn place(&self, wrong: Diagnostic) -> Diagnostic {
        Diagnostic { path: self.of(wrong.path), ..wrong }
    }

    /// Where in the file a value of the table stands. Of parts within each other the inner one counts.
    pub fn of(&self, path: Path) -> Path {
        self.stages.iter().fold(path, |path, parts| of_parts(parts, path))
    }
}

/// Where a value stands. Of parts within each other the inner one counts.
fn of_parts(parts: &[(Path, Path)], path: Path) -> Path {
    let within = |part: &Path| path.steps.starts_with(&part.steps);
    let found = parts.iter().filter(|(part, _)| within(part)).max_by_key(|(part, _)| part.steps.len());
    match found {
        Some((part, there)) => there.join(&Path { steps: path.steps[part.steps.len()..].to_vec() }),
        None => path,
    }
}

/// An encounter's table that is being read, and everything that was found wrong so far. Places are those in the
/// table.
pub struct Reading<'a> {
    /// The file.
    pub source: &'a Source,
    /// Where the parts of the table stand in it.
    pub places: &'a Places,
    /// Reads the files beside it.
    pub beside: FileResolver<'a>,
    /// What is wrong.
    pub wrongs: Diagnostics,
    /// Numbers beyond their limits, which do not keep anybody from looking further.
    pub limits: Diagnostics,
}

impl<'a> Reading<'a> {
    /// Begins to read.
    pub fn new(source: &'a Source, places: &'a Places, beside: FileResolver<'a>) -> Self {
        Self { source, places, beside, wrongs: Diagnostics::default(), limits: Diagnostics::default() }
    }

    /// Notes something that is wrong.
    pub fn wrong(&mut self, path: Path, message: impl Into<String>, hint: impl Into<String>) {
        self.wrongs.add(path, message, hint);
    }

    /// Notes something that is wrong, unless it is right.
    pub fn check(&mut self, right: bool, path: Path, message: impl Into<String>, hint: impl Into<String>) {
        self.wrongs.check(right, path, message, hint);
    }

    /// What was read well; what was not is noted, and the default stands for it.
    pub fn ok<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        self.wrongs.ok(result)
    }

    /// The file has to be of that ruleset.
    pub fn ruleset(&mut self, found: &str, id: &str) {
        let path = Path::root().key("ruleset");
        self.check(found == id, path, format!("this is no encounter of `{found}`"), format!("ruleset = \"{id}\""));
    }

    /// The map, which has to have that layout.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn map(&mut self, file: &MapFile, layout: Layout) -> Result<Map, FileError> {
        let path = Path::root().key("map").key("layout");
        let (message, hint) = match layout {
            Layout::Hex => ("this game is played on hexes", "layout = \"hex\""),
            Layout::Square => ("this game is played on squares", "layout = \"square\""),
        };
        self.check(file.layout == layout, path, message, hint);
        file.build()
            .map_err(|complaints| complain(self.source, complaints.into_iter().map(|one| self.places.place(one))))
    }

    /// A combatant stands where one can stand, and faces a way that there is.
    pub fn stands(&mut self, map: &Map, at: Cell, facing: Option<Facing>, path: &Path) {
        let (cell, facings) = match map.layout() {
            Layout::Hex => ("a passable hex of the map", "E, NE, NW, W, SW, SE or 0 to 5"),
            Layout::Square => ("a passable square of the map", "E, NE, N, NW, W, SW, S, SE or 0 to 7"),
        };
        let passable = map.ground(at).is_some_and(|ground| !ground.impassable);
        self.check(passable, path.key("at"), "nobody can stand there", cell);
        let faces = facing.is_none_or(|facing| map.facing(facing).is_some());
        self.check(faces, path.key("facing"), "there is no such side here", facings);
    }

    /// Every combatant has a name of its own, and there are neither none nor too many.
    pub fn names<'n>(&mut self, names: impl ExactSizeIterator<Item = &'n str> + Clone) {
        let number = names.len();
        let fits = (1..=MOST_COMBATANTS).contains(&number);
        let combatants = Path::root().key("combatant");
        self.check(fits, combatants.clone(), format!("{number} combatants"), format!("1 to {MOST_COMBATANTS}"));
        for (at, name) in names.clone().enumerate() {
            let path = combatants.index(at).key("name");
            let fits = !name.trim().is_empty() && name.chars().count() <= 60 && !name.eq_ignore_ascii_case("nobody");
            self.check(fits, path.clone(), "not a name", "1 to 60 characters, and not `nobody`");
            if names.clone().take(at).any(|other| other.eq_ignore_ascii_case(name)) {
                let message = format!("there is a combatant `{name}` already");
                self.wrong(path, message, "every combatant has a name of its own");
            }
        }
    }

    /// The sides that are listed, each with a name of its own.
    pub fn sides<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) -> Sides {
        let mut sides = Sides(Vec::new());
        for (at, name) in names.into_iter().enumerate() {
            if sides.0.iter().any(|other| other == name) {
                let path = Path::root().key("side").index(at).key("name");
                self.wrong(path, format!("there is a side `{name}` already"), "every side has a name of its own");
            }
            sides.0.push(name.to_owned());
        }
        sides
    }

    /// The sheet of a combatant; `None` if something is wrong with it.
    ///
    /// # Errors
    /// If another file is named, what is wrong with that.
    pub fn sheet<F: SheetText>(&mut self, sheet: &SheetRef<F>, path: &Path) -> Result<Option<F::Sheet>, FileError> {
        sheet.read(path, self.beside, &mut self.wrongs)
    }

    /// Whether all was right so far.
    ///
    /// # Errors
    /// Everything that was not.
    pub fn so_far(&mut self) -> Result<(), FileError> {
        if self.wrongs.is_empty() { Ok(()) } else { Err(self.wrong_so_far()) }
    }

    /// The error of everything that was wrong so far.
    pub fn wrong_so_far(&mut self) -> FileError {
        let limits = std::mem::take(&mut self.limits).0;
        let wrongs = limits.into_iter().chain(std::mem::take(&mut self.wrongs).0);
        complain(self.source, wrongs.map(|one| self.places.place(one)))
    }
}

/// The names of the sides, listed ones first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sides(pub Vec<String>);

impl Sides {
    /// The place of a combatant's side. Who names none is on a side of its own.
    pub fn of(&mut self, side: Option<&str>, name: &str) -> u8 {
        let wanted = side.unwrap_or(name);
        let at = self.0.iter().position(|known| known == wanted).unwrap_or_else(|| {
            self.0.push(wanted.to_owned());
            self.0.len() - 1
        });
        at as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_scene_stand_where_the_case_or_the_file_has_them() {
        let (top, case) = (Path::root(), Path::root().key("case").index(2));
        let combatant = |at: usize| top.key("combatant").index(at);
        let mut places = Places::top();
        places.put(combatant(0), top.key("combatant").index(3));
        places.put(combatant(1), case.key("combatant").index(0));
        places.put(combatant(1).key("at"), case.key("state").key("Bo").key("at"));
        for (path, expected) in [
            (top.key("map"), "map"),
            (combatant(0).key("sheet").key("st"), "combatant[3].sheet.st"),
            (combatant(1).key("sheet"), "case[2].combatant[0].sheet"),
            (combatant(1).key("at").index(0), "case[2].state.Bo.at[0]"),
            (combatant(10), "combatant[10]"),
        ] {
            assert_eq!(places.of(path.clone()).to_string(), expected, "{path}");
        }
    }
}
