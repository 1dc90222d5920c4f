//! The evening's start: what can be fought and gone on with, what is put together, what is begun.
//!
//! It is for the game master alone, by a link of its own. Files are those of one folder, by plain names.

use crate::bring::{self, Brought};
use crate::desk::Denied;
use crate::draft;
use crate::hall::{Hall, MASTER, Places};
use crate::http::{Answer, Json, Query, answer, image, slow};
use crate::seats::{Key, Kind};
use affray_files::{FileError, Source, tree};
use affray_grid::{Facing, PICTURE_ENDINGS};
use affray_session::catalog::DynRules;
use affray_session::{Save, Table};
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};
use tokio::time::timeout;

/// What the key of the start begins with, in place of the id of a table.
pub(crate) const START: &str = "start";

/// A file has to be there within this time.
const BODY: Duration = Duration::from_secs(120);

/// The longest body with an encounter.
const MOST_BYTES: usize = 256 * 1024;

/// Files of a folder that are looked at.
const MOST_FILES: usize = 500;

/// The end of a log in which its last line is looked for, and the longest first one that is read.
const TAIL: u64 = 64 * 1024;
const HEAD: u64 = 4 * 1024 * 1024;

/// The longest name of a file, without its ending.
const MOST_NAME: usize = 60;

/// How a fight is to be played, where it differs from how the server was started.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The sides that people play; the program plays the others. Without it: as the server was started.
    #[serde(default)]
    pub sides: Option<Vec<String>>,
    /// Where dice come from: `drawn`, `typed` or `typed-all`. Without it: as the server was started.
    #[serde(default)]
    pub dice: Option<String>,
}

/// How fights are begun and gone on with.
pub trait Fights: Send {
    /// The folder with encounters, sheets and saved fights.
    fn folder(&self) -> &Path;
    /// Whether questions are asked that nearly always have one sensible answer.
    fn ask_all(&self) -> bool;
    /// Begins a fight of an encounter: one that comes with the program, by its name, or a file.
    ///
    /// # Errors
    /// What is wrong with it, with the place in the file.
    fn begin(&self, encounter: &Path, wish: &Wish) -> Result<(Box<dyn Table + Send>, Save), String>;
    /// Goes on with a saved fight. Where its log comes to something else than it says, `from_here` goes on from that place, in a new file.
    ///
    /// # Errors
    /// Why that cannot be.
    fn resume(&self, log: &Path, from_here: bool) -> Result<(Box<dyn Table + Send>, Save), NotResumed>;
}

/// Why a saved fight is not gone on with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotResumed {
    /// What is wrong.
    pub why: String,
    /// A new fight can go on from the place where its log comes to something else.
    pub from_here: bool,
}

/// The start of an evening.
pub(crate) struct Start {
    fights: Box<dyn Fights>,
}

type Made<T> = Result<T, Denied>;

impl Start {
    pub(crate) fn new(fights: Box<dyn Fights>) -> Self {
        Self { fights }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.fights.folder()
    }

    /// Writes a file of the folder: a new one, or what was written by the page before.
    pub(crate) fn write(&self, file: &str, bytes: &[u8]) -> Made<()> {
        let path = self.folder().join(file);
        let write = |path: &Path, options: &mut OpenOptions| {
            let mut out = options.write(true).open(path)?;
            out.write_all(bytes).and_then(|()| out.sync_all())
        };
        let written = match path.exists() {
            true => {
                let new = self.folder().join(format!(".{file}.new"));
                write(&new, OpenOptions::new().create(true).truncate(true)).and_then(|()| fs::rename(&new, &path))
            }
            // Who was quicker keeps the name.
            false => write(&path, OpenOptions::new().create_new(true)),
        };
        written.map_err(|error| Denied::refused(format!("`{file}` cannot be written: {error}")))
    }

    /// Files of the folder with that ending, by their names.
    fn files(&self, ending: &str) -> Vec<(String, PathBuf)> {
        let entries = fs::read_dir(self.fights.folder()).into_iter().flatten().flatten();
        let name = |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).map(str::to_owned);
        // Errors name files as people do.
        let plain = |path: PathBuf| path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path);
        let mut files: Vec<(String, PathBuf)> = entries
            .filter_map(|entry| Some((name(&entry.path())?, plain(entry.path()))))
            .filter(|(name, path)| name.ends_with(ending) && !name.starts_with('.') && path.is_file())
            .take(MOST_FILES)
            .collect();
        files.sort();
        files
    }

    /// A file of the folder by its plain name.
    fn file(&self, name: &str, ending: &str) -> Made<PathBuf> {
        let found = self.files(ending).into_iter().find(|(known, _)| known == name);
        found.map(|(_, path)| path).ok_or_else(|| Denied::Missing(format!("there is no file `{name}` here")))
    }

    /// Encounters, sheets and saved fights that are there.
    fn list(&self) -> Value {
        let folder = fs::canonicalize(self.fights.folder()).unwrap_or_else(|_| self.fights.folder().to_owned());
        let mut stock = Vec::new();
        for ruleset in affray_games::all() {
            for (name, text) in ruleset.encounters() {
                let told = described(&Source::new(*name, *text)).ok().flatten();
                stock.push(with(told.unwrap_or_default(), [("name", (*name).into())]));
            }
        }
        let mut own = Vec::new();
        for (name, path) in self.files(".toml") {
            let read = Source::read(&path);
            let made = read.as_ref().is_ok_and(|source| draft::is_made_here(&source.text));
            match read.and_then(|source| described(&source)) {
                Ok(Some(told)) => own.push(with(told, [("file", name.into()), ("made", made.into())])),
                Ok(None) => {}
                Err(error) => own.push(json!({ "file": name, "error": error.to_string() })),
            }
        }
        let saved = self.files(".save.jsonl").into_iter().filter_map(|(name, path)| saved(&name, &path));
        let mut saved: Vec<Value> = saved.collect();
        saved.sort_by_key(|one| std::cmp::Reverse(one["changed"].as_u64()));
        let rulesets = affray_games::all().iter().map(|one| json!({ "id": one.id(), "title": one.title() }));
        json!({
            "folder": folder.display().to_string(),
            "rulesets": rulesets.collect::<Vec<_>>(),
            "stock": stock,
            "own": own,
            "saved": saved,
        })
    }

    /// What an encounter of a ruleset is put together from.
    fn stock_of(&self, id: &str) -> Made<Value> {
        let ruleset = ruleset(id)?;
        let layout = draft::layout_of(ruleset);
        let facings: Vec<&str> = Facing::all(layout).iter().map(|facing| facing.name()).collect();
        let sheet = |(name, text): &(&str, &str)| json!({ "sheet": name, "title": title_of_sheet(name, text) });
        let mut own = Vec::new();
        for (name, path) in self.files(".toml") {
            let Ok(source) = Source::read(&path) else { continue };
            let Ok(table) = tree(&source) else { continue };
            if table.get("combatant").is_some() || table.get("case").is_some() || table.get("name").is_none() {
                continue;
            }
            // Whose sheet it is the ruleset says that can read it.
            let alone = json!({ "ruleset": id, "combatant": [{ "name": "x", "sheet": name, "at": [0, 0] }] });
            let text = draft::written(&alone).map_err(Denied::refused)?;
            if ruleset.load(&Source::new("", text), &self.beside()).is_ok() {
                own.push(json!({ "sheet": name, "title": title_of_sheet(&name, &source.text) }));
            }
        }
        Ok(json!({
            "id": ruleset.id(),
            "title": ruleset.title(),
            "layout": if layout == affray_grid::Layout::Square { "square" } else { "hex" },
            "facings": facings,
            "sheets": ruleset.sheets().iter().map(sheet).collect::<Vec<_>>(),
            "own": own,
            "pictures": PICTURE_ENDINGS
                .iter()
                .flat_map(|ending| self.files(&format!(".{ending}")))
                .map(|(name, _)| name)
                .collect::<Vec<_>>(),
        }))
    }

    /// Reads the files that an encounter of the folder names: they lie in it or below it.
    pub(crate) fn beside(&self) -> impl Fn(&str) -> Result<Source, FileError> + use<> {
        let folder = self.fights.folder().to_owned();
        move |name: &str| {
            let path = Path::new(name);
            let is_below = path.components().all(|one| matches!(one, Component::Normal(_)));
            if !is_below {
                return Err(FileError::whole(name, "name a file of this folder"));
            }
            Source::read(folder.strip_prefix(".").unwrap_or(&folder).join(path))
        }
    }

    /// An encounter to work at.
    fn draft(&self, stock: Option<&str>, file: Option<&str>) -> Made<Value> {
        let (ruleset, source) = match (stock, file) {
            (Some(name), None) => affray_games::encounter(name)
                .ok_or_else(|| Denied::Missing(format!("no encounter `{name}` comes with the program")))?,
            (None, Some(name)) => {
                let source = Source::read(self.file(name, ".toml")?).map_err(refused)?;
                (affray_games::of_source(&source).map_err(refused)?, source)
            }
            _ => return Err(Denied::Malformed("say which: `?stock=bridge` or `?file=tonight.toml`".to_owned())),
        };
        let made = file.is_some() && draft::is_made_here(&source.text);
        let draft = draft::draft_of(&source, draft::layout_of(ruleset)).map_err(refused)?;
        Ok(json!({ "draft": draft, "made": made }))
    }

    /// What the engine says of a draft.
    fn judge(&self, draft: &Value) -> Made<Value> {
        let ruleset = ruleset(draft["ruleset"].as_str().unwrap_or_default())?;
        let text = draft::written(draft).map_err(Denied::Malformed)?;
        let mut told = draft::judged(ruleset, &Source::new("the encounter", text), &self.beside());
        told["palette"] = draft::palette(&draft["map"]);
        Ok(told)
    }

    /// Writes a draft. A file that is there already is only replaced if the page made it, nobody changed it since, and whoever
    /// asks wants that.
    fn save(&self, draft: &Value, name: &str, replace: bool) -> Made<Value> {
        let name = name.trim();
        let plain = name.strip_suffix(".toml").unwrap_or(name);
        check_name(plain).map_err(Denied::refused)?;
        let told = self.judge(draft)?;
        if told["figures"].is_null() {
            return Err(Denied::refused("something is wrong with it still: see the list".to_owned()));
        }
        let text = draft::written(draft).map_err(Denied::Malformed)?;
        let file = format!("{plain}.toml");
        let path = self.fights.folder().join(&file);
        if let Ok(found) = fs::symlink_metadata(&path) {
            let is_ours = found.is_file() && fs::read_to_string(&path).is_ok_and(|text| draft::is_made_here(&text));
            if !is_ours {
                let error = format!("`{file}` is there already, and was not made here: give it another name");
                return Err(Denied::refused(error));
            }
            if !replace {
                return Err(Denied::refused(format!("there is an encounter `{file}` already: give it another name")));
            }
        }
        self.write(&file, text.as_bytes())?;
        Ok(json!({ "file": file }))
    }
}

/// A name of a file that is one in every system.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    let fits = |one: char| one.is_alphanumeric() || matches!(one, ' ' | '-' | '_' | '\'' | ',');
    let count = name.chars().count();
    if !(1..=MOST_NAME).contains(&count)
        || !name.chars().all(fits)
        || !name.starts_with(char::is_alphanumeric)
        || name.ends_with(' ')
    {
        return Err(format!("a file has a name of 1 to {MOST_NAME} letters, digits, blanks and hyphens"));
    }
    let lower = name.to_ascii_lowercase();
    let is_device = ["con", "prn", "aux", "nul"].contains(&lower.as_str())
        || ["com", "lpt"].iter().any(|device| {
            lower
                .strip_prefix(device)
                .is_some_and(|rest| rest.len() == 1 && rest.chars().all(|one| one.is_ascii_digit()))
        });
    if is_device { Err(format!("`{name}` is a device in some systems: give it another name")) } else { Ok(()) }
}

pub(crate) fn refused(error: FileError) -> Denied {
    Denied::refused(error.to_string())
}

pub(crate) fn ruleset(id: &str) -> Made<&'static dyn DynRules> {
    affray_games::find(id).ok_or_else(|| Denied::refused(format!("there is no ruleset `{id}`")))
}

pub(crate) fn with<const N: usize>(mut value: Value, more: [(&str, Value); N]) -> Value {
    for (key, one) in more {
        value[key] = one;
    }
    value
}

/// An encounter in short; nothing for what is none.
fn described(source: &Source) -> Result<Option<Value>, FileError> {
    let table = tree(source)?;
    let Some(combatants) = table.get("combatant").and_then(Value::as_array).filter(|_| table.get("case").is_none())
    else {
        return Ok(None);
    };
    let mut sides: Vec<(String, u64)> = Vec::new();
    for one in combatants {
        let side = one["side"].as_str().or(one["name"].as_str()).unwrap_or_default();
        let count = one["count"].as_u64().unwrap_or(1);
        match sides.iter_mut().find(|(known, _)| known == side) {
            Some((_, number)) => *number += count,
            None => sides.push((side.to_owned(), count)),
        }
    }
    let text = |key: &str| table[key].as_str().unwrap_or_default().trim().to_owned();
    let lines =
        |value: &Value| value.as_array().map(|all| all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "));
    let description = lines(&table["description"]).unwrap_or_else(|| text("description"));
    Ok(Some(json!({
        "ruleset": text("ruleset"),
        "title": text("title"),
        "description": description,
        "sides": sides.iter().map(|(name, count)| json!({ "name": name, "count": count })).collect::<Vec<_>>(),
    })))
}

fn title_of_sheet(name: &str, text: &str) -> String {
    let comment = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
    if comment.is_empty() { name.to_owned() } else { comment.to_owned() }
}

/// A saved fight in short; nothing for what is none.
fn saved(name: &str, path: &Path) -> Option<Value> {
    let mut file = fs::File::open(path).ok()?;
    let changed = file.metadata().ok()?.modified().ok()?;
    let changed = changed.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let mut first = String::new();
    BufReader::new(&file).take(HEAD).read_line(&mut first).ok()?;
    let header: Value = serde_json::from_str(&first).ok().filter(|header: &Value| header["is"] == "header")?;
    let length = file.seek(SeekFrom::End(0)).ok()?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL))).ok()?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail).ok()?;
    let tail = String::from_utf8_lossy(&tail);
    let mut lines = tail.lines().rev().filter_map(|line| serde_json::from_str::<Value>(line).ok()).peekable();
    let over = lines.peek().is_some_and(|line| line["is"] == "ending");
    let round = lines.find_map(|line| line["round"].as_u64());
    Some(json!({
        "file": name,
        "title": header["title"],
        "ruleset": header["ruleset"],
        "round": round,
        "over": over,
        "changed": changed,
    }))
}

/// What the page of the start asks.
pub(crate) fn routes() -> Router<Hall> {
    let long = DefaultBodyLimit::max(MOST_BYTES);
    Router::new()
        .route("/", get(list))
        .route("/ruleset", get(stock))
        .route("/draft", get(work_at))
        .route("/judge", post(judge).layer(long))
        .route("/save", post(save).layer(long))
        .route("/begin", post(begin))
        .route("/resume", post(resume))
        .route("/table", post(table))
        .route("/picture", get(picture))
        .route("/import", post(bring).layer(DefaultBodyLimit::disable()))
}

/// Something that may take a while, of the start, for whoever has its key.
async fn of<T: Send + 'static>(
    hall: &Hall,
    key: Key,
    question: impl FnOnce(&Start) -> Made<T> + Send + 'static,
) -> Made<T> {
    if key.table != START || !hall.opens_start(&key.hash) {
        return Err(Denied::Stranger);
    }
    let hall = hall.clone();
    let done = tokio::task::spawn_blocking(move || question(&*hall.start().ok_or(Denied::Stranger)?));
    done.await.unwrap_or(Err(Denied::Broken))
}

fn told(value: Value) -> Answer {
    Ok(answer(StatusCode::OK, value.to_string()))
}

async fn list(State(hall): State<Hall>, key: Key) -> Answer {
    let mut list = of(&hall, key, |start| Ok(start.list())).await?;
    let mut tables = Vec::new();
    for (id, owner) in hall.all() {
        if let Ok(told) = owner.ask(|desk| Ok(desk.in_short())).await {
            tables.push(with(told, [("table", id.into())]));
        }
    }
    list["tables"] = tables.into();
    told(list)
}

async fn stock(State(hall): State<Hall>, key: Key, query: Query) -> Answer {
    let id = query.text("id")?;
    told(of(&hall, key, move |start| start.stock_of(&id)).await?)
}

async fn work_at(State(hall): State<Hall>, key: Key, query: Query) -> Answer {
    told(of(&hall, key, move |start| start.draft(query.get("stock"), query.get("file"))).await?)
}

/// A draft.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    draft: Value,
}

/// A draft that is to be written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    draft: Value,
    file: String,
    #[serde(default)]
    replace: bool,
}

async fn judge(State(hall): State<Hall>, key: Key, Json(Draft { draft }): Json<Draft>) -> Answer {
    told(of(&hall, key, move |start| start.judge(&draft)).await?)
}

async fn save(State(hall): State<Hall>, key: Key, Json(Saved { draft, file, replace }): Json<Saved>) -> Answer {
    told(of(&hall, key, move |start| start.save(&draft, &file, replace)).await?)
}

/// A picture of the folder.
async fn picture(State(hall): State<Hall>, key: Key, query: Query) -> Answer {
    let name = query.text("file")?;
    let found = of(&hall, key, move |start| {
        let is_plain = Path::new(&name).components().all(|one| matches!(one, Component::Normal(_)));
        match is_plain && !name.contains(['/', '\\']) {
            true => bring::picture(&start.folder().join(name)),
            false => Err(Denied::Missing("name a picture of this folder".to_owned())),
        }
    });
    Ok(image(found.await?))
}

/// A character or a map of another tool, as the body: what becomes of it, and with `save` written.
async fn bring(State(hall): State<Hall>, key: Key, query: Query, request: Request) -> Answer {
    // Nobody else may send so much.
    if key.table != START || !hall.opens_start(&key.hash) {
        return Err(Denied::Stranger);
    }
    let cells = query.get("cells").map_or(Ok(1), str::parse::<u32>).ok().filter(|cells| (1..=8).contains(cells));
    let brought = Brought {
        name: query.text("name")?,
        ruleset: query.text("ruleset")?,
        cells: cells.ok_or_else(|| Denied::Malformed("`cells` is 1 to 8".to_owned()))?,
        file: query.get("file").map(str::to_owned),
        beside: query.all("beside").map(beside).collect::<Result<_, _>>()?,
        save: query.get("save").is_some(),
    };
    let body = timeout(BODY, to_bytes(request.into_body(), bring::MOST_BYTES)).await;
    let Ok(bytes) = body else { return Ok(slow()) };
    let bytes = bytes.map_err(|_| {
        Denied::refused(format!("that is too much: a map has {} MB at the most", bring::MOST_BYTES >> 20))
    })?;
    told(of(&hall, key, move |start| start.bring(&brought, bytes.into())).await?)
}

/// A file that is brought with a map: `812:ground.tsx`.
fn beside(text: &str) -> Result<(usize, String), Denied> {
    let read = text.split_once(':').and_then(|(size, name)| Some((size.parse().ok()?, name.to_owned())));
    read.ok_or_else(|| {
        Denied::Malformed("`beside` is a number of bytes and a name: `beside=812:ground.tsx`".to_owned())
    })
}

/// A fight that is to begin.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Begun {
    #[serde(default)]
    stock: Option<String>,
    #[serde(default)]
    file: Option<String>,
    #[serde(default)]
    wish: Wish,
}

async fn begin(State(hall): State<Hall>, key: Key, Json(begun): Json<Begun>) -> Answer {
    let there = hall.clone();
    let begin = move |start: &Start| {
        let encounter = match (&begun.stock, &begun.file) {
            (Some(name), None) if affray_games::encounter(name).is_some() => PathBuf::from(name),
            (None, Some(file)) => start.file(file, ".toml")?,
            _ => return Err(Denied::Malformed("say which: `stock`, or `file`".to_owned())),
        };
        let (table, save) = start.fights.begin(&encounter, &begun.wish).map_err(Denied::refused)?;
        seated(&there, table, save, Places { ask_all: start.fights.ask_all(), ..Places::default() })
    };
    told(of(&hall, key, begin).await?)
}

/// A saved fight that is to go on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resumed {
    file: String,
    #[serde(default)]
    from_here: bool,
}

async fn resume(State(hall): State<Hall>, key: Key, Json(Resumed { file, from_here }): Json<Resumed>) -> Answer {
    let there = hall.clone();
    let resume = move |start: &Start| {
        let path = start.file(&file, ".save.jsonl")?;
        Ok(match start.fights.resume(&path, from_here) {
            Ok((table, save)) => Ok(seated(&there, table, save, Places { goes_on: true, ..Places::default() })?),
            Err(stuck) => Err(stuck),
        })
    };
    match of(&hall, key, resume).await? {
        Ok(begun) => told(begun),
        Err(NotResumed { why, from_here }) => {
            let body = json!({ "error": why, "from_here": from_here });
            Ok(answer(StatusCode::UNPROCESSABLE_ENTITY, body.to_string()))
        }
    }
}

/// Hosts a fight: the link of the game master.
fn seated(hall: &Hall, table: Box<dyn Table + Send>, save: Save, places: Places) -> Made<Value> {
    let (id, links) = hall.host(table, save, &places).map_err(|error| Denied::refused(error.to_string()))?;
    Ok(json!({ "table": id, "link": links.first().map(|one| one.link.as_str()) }))
}

/// What is done with a table that is open.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum TableAct {
    /// A link of the game master.
    Open(String),
    /// Closes it.
    Close(String),
}

async fn table(State(hall): State<Hall>, key: Key, Json(act): Json<TableAct>) -> Answer {
    of(&hall, key, |_| Ok(())).await?;
    match act {
        TableAct::Open(id) => {
            let link = hall.table(&id)?.ask(|desk| desk.one_more_key(MASTER, Kind::Master)).await?;
            told(json!({ "table": id, "link": link }))
        }
        TableAct::Close(id) => {
            hall.close(&id).await?;
            told(json!({}))
        }
    }
}
