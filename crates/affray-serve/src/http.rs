//! What can be asked over HTTP.

use crate::act::Request;
use crate::assets;
use crate::bring;
use crate::desk::{Denied, Desk, DoorAct, SeatAct, Shared, Thought};
use crate::guard;
use crate::hall::Hall;
use crate::seats::Key;
use crate::{socket, start};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, RawQuery, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Response, StatusCode};
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// The longest body that is read.
const MOST_BYTES: usize = 16 * 1024;

/// A body has to be there within this time.
const BODY: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 10 });

/// Fights that are fought before other thoughts get their turn.
const FIGHTS_AT_ONCE: u32 = 5;

/// The most fights of a win chance.
const MOST_FIGHTS: u32 = 100_000;

/// As long as this a win chance is fought out.
const LONGEST_WIN: Duration = Duration::from_secs(20);

/// As long as this a question waits until others are answered.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// All that is answered.
pub(crate) fn router(hall: Hall) -> Router {
    let api = Router::new()
        .route("/table", get(table))
        .route("/ws", get(socket::open))
        .route("/view", get(view))
        .route("/log", get(log))
        .route("/act", post(act))
        .route("/plan", post(plan))
        .route("/odds", post(odds))
        .route("/reach", post(reach))
        .route("/typed", post(typed))
        .route("/look", get(look))
        .route("/measure", get(measure))
        .route("/threat", get(threat))
        .route("/win", post(win))
        .route("/follows", get(follows))
        .route("/rule", get(rule))
        .route("/past", get(past))
        .route("/picture", get(picture))
        .route("/written", get(written))
        .route("/seats", get(seats).post(change_seats))
        .route("/door", post(door))
        .route("/knock", get(let_in).post(knock))
        .nest("/start", start::routes());
    Router::new()
        .nest("/api", api)
        .route("/", get(page))
        .route("/{name}", get(file))
        .fallback(|| async { refuse(StatusCode::NOT_FOUND, "there is nothing here") })
        .method_not_allowed_fallback(|| async {
            refuse(StatusCode::METHOD_NOT_ALLOWED, "not in this way: see docs/serve.md")
        })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(hall.clone(), guard::guard))
        .with_state(hall)
}

/// A refusal in JSON.
pub(crate) fn refuse(status: StatusCode, error: &str) -> Response<Body> {
    answer(status, json!({ "error": error }).to_string())
}

/// JSON that nobody keeps.
pub(crate) fn answer(status: StatusCode, body: String) -> Response<Body> {
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
    (status, headers, body).into_response()
}

impl IntoResponse for Denied {
    fn into_response(self) -> Response<Body> {
        let wrong = |status, error: &str| refuse(status, error);
        match self {
            Self::Malformed(error) => wrong(StatusCode::BAD_REQUEST, &error),
            Self::Stranger => wrong(
                StatusCode::UNAUTHORIZED,
                "this link is not known here, or its table is not open now: ask the game master",
            ),
            Self::Forbidden(error) => wrong(StatusCode::FORBIDDEN, &error),
            Self::Missing(error) => wrong(StatusCode::NOT_FOUND, &error),
            Self::Outdated(revision, view) => {
                let view = view_of(&view);
                let error = "the fight has gone on meanwhile";
                let body = json!({ "error": error, "revision": revision, "view": view });
                answer(StatusCode::CONFLICT, body.to_string())
            }
            Self::Refused(why) => {
                let mut body = json!(why);
                body["error"] = why.to_string().into();
                answer(StatusCode::UNPROCESSABLE_ENTITY, body.to_string())
            }
            Self::TooMuch => {
                let mut answer = wrong(StatusCode::TOO_MANY_REQUESTS, "too much at a time: wait a second");
                answer.headers_mut().insert(RETRY_AFTER, 1.into());
                answer
            }
            Self::Broken => {
                wrong(StatusCode::INTERNAL_SERVER_ERROR, "the program made a mistake here; the fight is as it was")
            }
            Self::Stopped(error) => wrong(StatusCode::SERVICE_UNAVAILABLE, &error),
        }
    }
}

/// The view in a message.
fn view_of(message: &Shared) -> Value {
    serde_json::from_str::<Value>(message).map(|mut message| message["view"].take()).unwrap_or_default()
}

impl<S: Sync> FromRequestParts<S> for Key {
    type Rejection = Response<Body>;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let given = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let key = given.and_then(|value| value.strip_prefix("Bearer ")).map(str::trim);
        let wrong = || refuse(StatusCode::UNAUTHORIZED, "send the key of your link: `Authorization: Bearer KEY`");
        key.map(Self::of).ok_or_else(wrong)
    }
}

/// A body in JSON.
pub(crate) struct Json<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Response<Body>;

    async fn from_request(request: axum::extract::Request, state: &S) -> Result<Self, Self::Rejection> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "send JSON: `Content-Type: application/json`"));
        }
        let Ok(bytes) = timeout(BODY, Bytes::from_request(request, state)).await else { return Err(slow()) };
        let bytes = bytes.map_err(|wrong| {
            let status = wrong.status();
            match status {
                StatusCode::PAYLOAD_TOO_LARGE => {
                    refuse(status, "that is too long: 16 kB at the most, an encounter 256 kB")
                }
                _ => refuse(StatusCode::BAD_REQUEST, "the body cannot be read"),
            }
        })?;
        let read = serde_json::from_slice(&bytes);
        read.map(Self).map_err(|wrong| refuse(StatusCode::BAD_REQUEST, &format!("the body cannot be read: {wrong}")))
    }
}

/// A body that stopped arriving.
pub(crate) fn slow() -> Response<Body> {
    refuse(StatusCode::REQUEST_TIMEOUT, "the body did not come: send it again")
}

/// What stands behind the `?` of an address.
pub(crate) struct Query(Vec<(String, String)>);

impl<S: Sync + Send> FromRequestParts<S> for Query {
    type Rejection = Response<Body>;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let RawQuery(text) = RawQuery::from_request_parts(parts, state).await.unwrap_or(RawQuery(None));
        let text = text.unwrap_or_default();
        let pairs = form_urlencoded::parse(text.as_bytes());
        Ok(Self(pairs.map(|(key, value)| (key.into_owned(), value.into_owned())).collect()))
    }
}

impl Query {
    /// All values of a key.
    pub(crate) fn all(&self, key: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.all(key).next()
    }

    pub(crate) fn text(&self, key: &str) -> Result<String, Denied> {
        let missing = || Denied::Malformed(format!("`{key}` is missing: `?{key}=...`"));
        self.get(key).map(str::to_owned).ok_or_else(missing)
    }

    fn number(&self, key: &str) -> Result<Option<u64>, Denied> {
        let wrong = |_| Denied::Malformed(format!("`{key}` is a whole number"));
        self.get(key).map(|value| value.parse().map_err(wrong)).transpose()
    }
}

/// Words about which something is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    words: String,
}

/// Words that are to be tried out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Planned {
    words: String,
    #[serde(default)]
    all: bool,
}

pub(crate) type Answer = Result<Response<Body>, Denied>;

/// Asks the table for a value.
async fn value(
    hall: &Hall,
    Key { table, hash: key }: Key,
    question: impl FnOnce(&mut Desk, usize) -> Result<Value, Denied> + Send + 'static,
) -> Answer {
    let value = hall.table(&table)?.ask(move |desk| desk.asks(&key).and_then(|who| question(desk, who))).await?;
    Ok(answer(StatusCode::OK, value.to_string()))
}

async fn page(headers: HeaderMap) -> Response<Body> {
    assets::answer("index.html", &headers).unwrap_or_else(|| refuse(StatusCode::NOT_FOUND, "there is no page"))
}

async fn file(
    name: Result<Path<String>, axum::extract::rejection::PathRejection>,
    headers: HeaderMap,
) -> Response<Body> {
    let found = name.ok().and_then(|Path(name)| assets::answer(&name, &headers));
    found.unwrap_or_else(|| refuse(StatusCode::NOT_FOUND, "there is nothing here"))
}

async fn table(State(hall): State<Hall>, key: Key) -> Answer {
    value(&hall, key, |desk, who| Ok(desk.terms(who))).await
}

/// A picture that nobody keeps.
pub(crate) fn image((kind, bytes): (&'static str, Vec<u8>)) -> Response<Body> {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], bytes).into_response()
}

/// The picture under the map.
async fn picture(State(hall): State<Hall>, Key { table, hash: key }: Key) -> Answer {
    let path = hall.table(&table)?.ask(move |desk| desk.asks(&key).and_then(|_| desk.picture_file())).await?;
    let found = tokio::task::spawn_blocking(move || bring::picture(&path)).await;
    Ok(image(found.unwrap_or(Err(Denied::Broken))?))
}

async fn view(State(hall): State<Hall>, Key { table, hash: key }: Key) -> Answer {
    let view = hall.table(&table)?.ask(move |desk| desk.asks(&key).map(|who| desk.view(who))).await?;
    Ok(answer(StatusCode::OK, view.to_string()))
}

async fn log(State(hall): State<Hall>, key: Key, query: Query) -> Answer {
    let from = query.number("from")?.unwrap_or(0);
    let seat = query.get("seat").map(str::to_owned);
    value(&hall, key, move |desk, who| {
        let reader = seat.map_or(Ok(who), |seat| desk.in_place_of(who, &seat))?;
        Ok(desk.log(reader, from))
    })
    .await
}

async fn act(State(hall): State<Hall>, Key { table, hash: key }: Key, Json(request): Json<Request>) -> Answer {
    let done = hall.table(&table)?.ask(move |desk| desk.act(&key, request)).await?;
    Ok(answer(StatusCode::OK, json!({ "revision": done.revision, "taken": done.taken }).to_string()))
}

/// Asks something of the moment as the seat knows it, beside the thread of the table, so that nobody there waits for the answer.
async fn thought(
    hall: &Hall,
    Key { table, hash: key }: Key,
    question: impl FnOnce(&Thought) -> Result<Value, Denied> + Send + 'static,
) -> Answer {
    let thought = hall.table(&table)?.ask(move |desk| desk.asks(&key).and_then(|who| desk.thought(who))).await?;
    let (turn, thinkers) = (thought.turn(), hall.thinkers());
    let places = async { (turn.acquire_owned().await, thinkers.acquire_owned().await) };
    let Ok(places) = timeout(LONGEST_WAIT, places).await else { return Err(Denied::TooMuch) };
    let think = move || {
        let answer = question(&thought);
        drop(places);
        answer
    };
    let told = tokio::task::spawn_blocking(think).await.unwrap_or(Err(Denied::Broken))?;
    Ok(answer(StatusCode::OK, told.to_string()))
}

async fn plan(State(hall): State<Hall>, key: Key, Json(Planned { words, all }): Json<Planned>) -> Answer {
    thought(&hall, key, move |thought| thought.plan(&words, all)).await
}

async fn odds(State(hall): State<Hall>, key: Key, Json(Words { words }): Json<Words>) -> Answer {
    thought(&hall, key, move |thought| thought.odds(&words)).await
}

async fn reach(State(hall): State<Hall>, key: Key, Json(Words { words }): Json<Words>) -> Answer {
    thought(&hall, key, move |thought| thought.reach(&words)).await
}

async fn typed(State(hall): State<Hall>, key: Key, Json(Words { words }): Json<Words>) -> Answer {
    let Key { table, hash } = key.clone();
    let meant = hall.table(&table)?.ask(move |desk| desk.asks(&hash).and_then(|who| desk.typed(who, &words))).await?;
    match meant["suggest"] == true {
        true => thought(&hall, key, Thought::suggest).await,
        false => Ok(answer(StatusCode::OK, meant.to_string())),
    }
}

async fn look(State(hall): State<Hall>, key: Key, query: Query) -> Answer {
    let name = query.text("who")?;
    value(&hall, key, move |desk, who| desk.look(who, &name)).await
}

async fn threat(State(hall): State<Hall>, key: Key, query: Query) -> Answer {
    let name = query.text("who")?;
    value(&hall, key, move |desk, who| desk.threat(who, &name)).await
}

async fn measure(State(hall): State<Hall>, key: Key, query: Query) -> Answer {
    let (from, to) = (query.text("from")?, query.text("to")?);
    value(&hall, key, move |desk, who| desk.measure(who, &from, &to)).await
}

async fn follows(State(hall): State<Hall>, key: Key, query: Query) -> Answer {
    let line = query.number("line")?;
    value(&hall, key, move |desk, who| desk.follows(who, line)).await
}

async fn rule(State(hall): State<Hall>, key: Key, query: Query) -> Answer {
    value(&hall, key, move |desk, _| desk.rule(query.get("id"), query.get("words"))).await
}

async fn past(State(hall): State<Hall>, key: Key, query: Query) -> Answer {
    let line = query.number("line")?.ok_or_else(|| Denied::Malformed("say which line: `?line=12`".to_owned()))?;
    value(&hall, key, move |desk, who| desk.past(who, line)).await
}

async fn written(State(hall): State<Hall>, Key { table, hash: key }: Key) -> Answer {
    let log = hall.table(&table)?.ask(move |desk| desk.asks(&key).and_then(|who| desk.written(who))).await?;
    let headers = [(CONTENT_TYPE, "application/jsonl"), (CACHE_CONTROL, "no-store")];
    Ok((StatusCode::OK, headers, log).into_response())
}

async fn seats(State(hall): State<Hall>, key: Key) -> Answer {
    value(&hall, key, |desk, who| desk.seats(who)).await
}

async fn change_seats(State(hall): State<Hall>, Key { table, hash: key }: Key, Json(act): Json<SeatAct>) -> Answer {
    let value = hall.table(&table)?.ask(move |desk| desk.change_seats(&key, act)).await?;
    Ok(answer(StatusCode::OK, value.to_string()))
}

async fn door(State(hall): State<Hall>, Key { table, hash: key }: Key, Json(act): Json<DoorAct>) -> Answer {
    let value = hall.table(&table)?.ask(move |desk| desk.door(&key, act)).await?;
    Ok(answer(StatusCode::OK, value.to_string()))
}

/// Somebody who has a code and no link.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Knocks {
    code: String,
    name: String,
}

/// From which address somebody asks; nothing is known where a request came over no network.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(parts.extensions.get().copied().unwrap_or(Self(Ipv4Addr::UNSPECIFIED.into())))
    }
}

async fn knock(State(hall): State<Hall>, Peer(from): Peer, Json(Knocks { code, name }): Json<Knocks>) -> Answer {
    hall.may_knock(from)?;
    for (_, owner) in hall.all() {
        let (code, name) = (code.clone(), name.clone());
        if let Some(ticket) = owner.ask(move |desk| desk.knock(&code, &name)).await? {
            return Ok(answer(StatusCode::OK, json!({ "ticket": ticket }).to_string()));
        }
    }
    Err(Denied::refused("no table here has that code: ask for it again".to_owned()))
}

async fn let_in(State(hall): State<Hall>, query: Query) -> Answer {
    let Key { table, hash } = Key::of(&query.text("ticket")?);
    let told = hall.table(&table)?.ask(move |desk| Ok(desk.is_let_in(&hash))).await?;
    Ok(answer(StatusCode::OK, told.to_string()))
}

/// Fights that a win chance is to be told of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fights {
    fights: u32,
}

/// A few fights at a time, so that other thoughts get their turn in between.
async fn win(State(hall): State<Hall>, Key { table, hash: key }: Key, Json(Fights { fights }): Json<Fights>) -> Answer {
    if !(1..=MOST_FIGHTS).contains(&fights) {
        return Err(Denied::Malformed(format!("`fights` is 1 to {MOST_FIGHTS}")));
    }
    let future = move |desk: &mut Desk| desk.asks(&key).and_then(|who| desk.future(who));
    let mut thought = hall.table(&table)?.ask(future).await?;
    let (start, revision, mut fought, mut begun) = (Instant::now(), thought.revision(), 0, 0);
    let mut all: Vec<(String, u32)> = Vec::new();
    while begun < fights && start.elapsed() < LONGEST_WIN {
        let Ok(place) = timeout(LONGEST_WAIT, hall.thinkers().acquire_owned()).await else { break };
        let (seed, many) = (u64::from(begun), FIGHTS_AT_ONCE.min(fights - begun));
        let fight = move || {
            let part = thought.win(seed, many);
            drop(place);
            (thought, part)
        };
        let part;
        (thought, part) = tokio::task::spawn_blocking(fight).await.map_err(|_| Denied::Broken)?;
        match all.is_empty() {
            true => all = part.wins,
            false => all.iter_mut().zip(part.wins).for_each(|(sum, (_, wins))| sum.1 += wins),
        }
        (begun, fought) = (begun + many, fought + part.fights);
    }
    if fought == 0 {
        return Err(Denied::TooMuch);
    }
    let one = |(side, wins): (String, u32)| {
        let share = affray_arena::Share::of(wins.into(), fought.into());
        json!({ "side": side, "wins": wins, "share": share.share, "low": share.low, "high": share.high })
    };
    let wins: Vec<Value> = all.into_iter().map(one).collect();
    Ok(answer(StatusCode::OK, json!({ "revision": revision, "fights": fought, "wins": wins }).to_string()))
}
