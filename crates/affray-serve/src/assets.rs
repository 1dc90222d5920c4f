//! The files of the page.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Response, StatusCode};

/// A file of the page.
struct Asset {
    name: &'static str,
    bytes: &'static [u8],
    /// What changes with it.
    tag: &'static str,
}

const ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file of the page as an answer; nothing if there is none of that name.
pub(crate) fn answer(name: &str, headers: &HeaderMap) -> Option<Response<Body>> {
    let kind = match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    let answer = Response::builder().header(CONTENT_TYPE, kind).header(CACHE_CONTROL, "no-cache");
    if let Some(bytes) = from_disk(name) {
        return answer.body(bytes.into()).ok();
    }
    let asset = ASSETS.iter().find(|asset| asset.name == name)?;
    let answer = answer.header(ETAG, asset.tag);
    match headers.get(IF_NONE_MATCH).is_some_and(|tag| tag == asset.tag) {
        true => answer.status(StatusCode::NOT_MODIFIED).body(Body::empty()).ok(),
        false => answer.body(asset.bytes.into()).ok(),
    }
}

/// Whoever works on the page sees each change at once.
fn from_disk(name: &str) -> Option<Vec<u8>> {
    let is_plain = !name.starts_with('.') && !name.contains(['/', '\\']);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
    (cfg!(debug_assertions) && is_plain).then(|| std::fs::read(format!("{path}/{name}")).ok())?
}
