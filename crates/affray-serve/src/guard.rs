//! What every request has to keep to, and what every answer tells the browser.

use crate::hall::Hall;
use crate::http::refuse;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    CONNECTION, CONTENT_SECURITY_POLICY, HOST, HeaderValue, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method, Response, StatusCode};
use axum::middleware::Next;
use std::net::IpAddr;

/// Scripts, styles and connections from here alone, and nobody frames the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src \
    'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Lets a request in that comes from this very page, or from no page at all.
pub(crate) async fn guard(State(hall): State<Hall>, request: Request, next: Next) -> Response<Body> {
    let mut answer = match judge(request.method(), request.headers(), hall.way().names()) {
        Ok(()) => next.run(request).await,
        Err((status, wrong)) => refuse(status, wrong),
    };
    let is_socket = answer.status() == StatusCode::SWITCHING_PROTOCOLS;
    let headers = answer.headers_mut();
    // A browser whose device has slept would ask over a connection that it kept and that is dead, without a word.
    if !is_socket {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    answer
}

/// A name that somebody else may point at this machine is no host of ours; and who posts or opens a socket comes from
/// the same host.
fn judge(method: &Method, headers: &HeaderMap, names: &[String]) -> Result<(), (StatusCode, &'static str)> {
    let mut hosts = headers.get_all(HOST).iter();
    let (Some(host), None) = (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) else {
        return Err((StatusCode::BAD_REQUEST, "say which host you mean: one header `Host`"));
    };
    if !is_ours(host, names) {
        return Err((
            StatusCode::MISDIRECTED_REQUEST,
            "open the table by its address in numbers, as localhost or by the name of its machine",
        ));
    }
    let comes_from_elsewhere = headers.get_all(ORIGIN).iter().any(|origin| {
        let origin = origin.to_str().unwrap_or_default();
        let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        !from.is_some_and(|from| from.eq_ignore_ascii_case(host))
    });
    let is_safe = matches!(*method, Method::GET | Method::HEAD) && !headers.contains_key("upgrade");
    if comes_from_elsewhere && !is_safe {
        return Err((StatusCode::FORBIDDEN, "that comes from another page"));
    }
    Ok(())
}

/// Whether a host is an address in numbers or this machine, which has those names.
fn is_ours(host: &str, names: &[String]) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((name, port)) if port.is_empty() || is_port(port) => {
                return name.parse::<std::net::Ipv6Addr>().is_ok();
            }
            _ => return false,
        },
        None => match host.find(':') {
            Some(at) if is_port(&host[at..]) => &host[..at],
            Some(_) => return false,
            None => host,
        },
    };
    let is_named = |own: &str| name.eq_ignore_ascii_case(own);
    is_named("localhost") || names.iter().any(|own| is_named(own)) || name.parse::<IpAddr>().is_ok()
}

/// Whether that is a port with its colon.
fn is_port(text: &str) -> bool {
    text.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_an_address_or_this_machine() {
        let names = ["den".to_owned(), "den.local".to_owned()];
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "192.168.1.7:4774",
            "localhost",
            "LOCALHOST:1",
            "[::1]",
            "[fe80::1]:80",
            "Den",
            "den.local:4774",
        ] {
            assert!(is_ours(host, &names), "{host}");
        }
        for host in [
            "",
            "den.evil.example",
            "lair.local",
            "local",
            "evil.example",
            "evil.example:80",
            "127.0.0.1.evil.example",
            "::1",
            "[::1",
            "[::1]x",
            "localhost:x",
            "a@localhost",
            "localhost:99999",
            "[127.0.0.1]",
        ] {
            assert!(!is_ours(host, &names), "{host}");
        }
    }
}
