//! The socket over which a seat is told how everything is, as soon as it is so.

use crate::desk::Denied;
use crate::hall::Hall;
use crate::http::refuse;
use crate::seats::Key;
use axum::body::Body;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

/// So long somebody may take to say who it is, or to take a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// A sign of life every so often.
const BEAT: Duration = Duration::from_secs(15);

/// Whoever gave no sign of life for so long has gone.
const SILENCE: Duration = Duration::from_secs(50);

/// The longest message that is read.
const MOST_BYTES: usize = 16 * 1024;

/// Why a socket is closed: the link is not known, no key came, too many windows, the server or the table stops.
const UNKNOWN: u16 = 4401;
const NO_KEY: u16 = 4408;
const TOO_MANY: u16 = 4429;
const GOES_AWAY: u16 = 1001;

/// Opens one.
pub(crate) async fn open(
    State(hall): State<Hall>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response<Body> {
    match upgrade {
        Ok(upgrade) => {
            upgrade.max_message_size(MOST_BYTES).max_frame_size(MOST_BYTES).on_upgrade(|mut socket| async move {
                let (code, why) = serve(&hall, &mut socket).await;
                // It may have gone by itself.
                let _ = say(&mut socket, json!({ "is": "closed", "why": why }).to_string()).await;
                let frame = CloseFrame { code, reason: "".into() };
                let _ = timeout(PATIENCE, socket.send(Message::Close(Some(frame)))).await;
            })
        }
        Err(wrong) => {
            let status = wrong.into_response().status();
            let status = if status.is_client_error() { status } else { StatusCode::BAD_REQUEST };
            refuse(status, "this is for WebSockets: see docs/serve.md")
        }
    }
}

/// Sends a message, as long as it is taken.
async fn say(socket: &mut WebSocket, text: String) -> Result<(), ()> {
    match timeout(PATIENCE, socket.send(Message::text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}

/// Tells a seat everything up to the end, and why that came.
async fn serve(hall: &Hall, socket: &mut WebSocket) -> (u16, String) {
    let gone = || (GOES_AWAY, "the connection is gone".to_owned());
    let Some(key) = read_key(socket).await else { return (NO_KEY, r#"send {"key":"..."} first"#.to_owned()) };
    let Key { table, hash: key } = key;
    let owner = match hall.table(&table) {
        Ok(owner) => owner,
        Err(denied) => return told(denied),
    };
    let Some(_place) = owner.socket() else { return (TOO_MANY, "too many are connected: try again later".to_owned()) };
    let asked = key.clone();
    let _window = match owner.ask(move |desk| desk.who(&asked).and_then(|who| desk.window(who))).await {
        Ok(window) => window,
        Err(denied) => return told(denied),
    };
    let mut news = owner.news();
    let mut beat = interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    beat.tick().await;
    let mut heard = Instant::now();
    news.mark_changed();
    let mut known = None;
    loop {
        tokio::select! {
            changed = news.changed() => {
                if changed.is_err() {
                    return (GOES_AWAY, "the table is closed".to_owned());
                }
                let closed = news.borrow_and_update().closed.clone();
                if let Some(why) = closed {
                    return (GOES_AWAY, why.to_string());
                }
                let key = key.clone();
                match owner.ask(move |desk| desk.who(&key).map(|who| (desk.view(who), desk.is_master(who)))).await {
                    // What changed is not always the business of this seat: then it does not hear that anything did.
                    Ok((view, false)) if known.as_ref() == Some(&view) => {}
                    Ok((view, _)) => {
                        if say(socket, view.to_string()).await.is_err() {
                            return gone();
                        }
                        known = Some(view);
                    }
                    Err(Denied::TooMuch) => { news.mark_changed(); tokio::time::sleep(Duration::from_millis(50)).await }
                    Err(denied) => return told(denied),
                }
            }
            _ = beat.tick() => {
                if heard.elapsed() > SILENCE {
                    return gone();
                }
                let pinged = timeout(PATIENCE, socket.send(Message::Ping(Default::default()))).await;
                if !matches!(pinged, Ok(Ok(()))) || say(socket, r#"{"is":"ping"}"#.to_owned()).await.is_err() {
                    return gone();
                }
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return gone(),
                Some(Ok(_)) => heard = Instant::now(),
            }
        }
    }
}

/// The key that comes first.
async fn read_key(socket: &mut WebSocket) -> Option<Key> {
    let read = async {
        loop {
            match socket.recv().await?.ok()? {
                Message::Text(text) => {
                    let value: Value = serde_json::from_str(&text).ok()?;
                    return Some(Key::of(value.get("key")?.as_str()?));
                }
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Binary(_) | Message::Close(_) => return None,
            }
        }
    };
    timeout(PATIENCE, read).await.ok().flatten()
}

/// Why somebody is not told any more.
fn told(denied: Denied) -> (u16, String) {
    match denied {
        Denied::Stranger => {
            (UNKNOWN, "this link is not known here, or its table is not open now: ask the game master".to_owned())
        }
        Denied::TooMuch => (TOO_MANY, "too many windows show this seat: close one".to_owned()),
        Denied::Stopped(why) => (GOES_AWAY, why),
        _ => (GOES_AWAY, "the program made a mistake".to_owned()),
    }
}
