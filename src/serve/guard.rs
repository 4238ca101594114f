//! Refuses requests from foreign pages.
//!
//! A browser lets any page send requests to any server. If the name of a foreign page resolves to
//! this machine (DNS rebinding), the request gives that name as its host. For all other foreign pages
//! the browser sends `Origin` or, for requests without CORS, only `Sec-Fetch-Site`. All of these
//! requests are refused, as is usual for programs that serve a page on the local machine.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::response::{HttpProblem, Result};

/// The requests that are allowed.
#[derive(Debug)]
pub(super) struct Guard {
    /// Whether the host must be a name of this machine.
    is_local: bool,
    /// An origin whose pages may make requests, or `*` for all origins.
    origin: Option<HeaderValue>,
}

/// Middleware that answers only requests that are allowed.
pub(super) async fn guard(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Result<Response> {
    let allowed = guard.check(&request)?;
    let mut response = next.run(request).await;
    if let Some(origin) = allowed {
        response.headers_mut().extend([
            (header::ACCESS_CONTROL_ALLOW_ORIGIN, origin),
            (header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST")),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type")),
            (header::VARY, HeaderValue::from_static("origin")),
        ]);
    }
    Ok(response)
}

impl Guard {
    /// The requests that are allowed on this address.
    pub(super) fn new(address: IpAddr, origin: Option<HeaderValue>) -> Self {
        Self { is_local: is_loopback(address), origin }
    }

    /// The origin to name in the response, if it is an allowed one, or the reason for refusing.
    fn check(&self, request: &Request) -> Result<Option<HeaderValue>> {
        let refused = |detail: String| HttpProblem::new(StatusCode::FORBIDDEN, detail);
        let host = host(request)?;
        if self.is_local && !is_this_machine(&host) {
            let detail = format!("the host '{host}' is not this machine");
            return Err(refused(detail).accepted("localhost, 127.0.0.1, [::1]"));
        }
        let origin = request.headers().get(header::ORIGIN);
        if let Some(allowed) = &self.origin
            && (allowed == "*" || Some(allowed) == origin)
        {
            return Ok(Some(allowed.clone()));
        }
        let page = match origin {
            None if !is_foreign(request) => return Ok(None),
            None => "other sites",
            Some(origin) => origin.to_str().unwrap_or_default(),
        };
        if page.split_once("://").is_some_and(|(_, own)| host == *own) {
            return Ok(None);
        }
        let detail = format!("requests from pages on {page} are not allowed");
        Err(refused(detail).accepted("an origin that --allow-origin names"))
    }
}

/// The host of a request: in its target, if that is a whole URL, or else in `Host`.
fn host(request: &Request) -> Result<Authority> {
    let hosts: Vec<_> = request.headers().get_all(header::HOST).iter().collect();
    if let [host] = hosts[..]
        && let Ok(host) = Authority::try_from(host.as_bytes())
        && !host.as_str().contains('@')
    {
        return Ok(request.uri().authority().cloned().unwrap_or(host));
    }
    let detail = "the request does not name its host, or names several";
    Err(HttpProblem::new(StatusCode::BAD_REQUEST, detail).accepted("one header `Host`"))
}

/// Whether a page of another site or port sent the request, unless it only opens our page.
fn is_foreign(request: &Request) -> bool {
    let is = |name, value| request.headers().get(name).is_some_and(|found| found == value);
    let is_visit = request.uri().path() == "/"
        && is("sec-fetch-mode", "navigate")
        && is("sec-fetch-dest", "document");
    !is_visit && (is("sec-fetch-site", "cross-site") || is("sec-fetch-site", "same-site"))
}

fn is_this_machine(host: &Authority) -> bool {
    let name = host.host().trim_start_matches('[').trim_end_matches(']');
    // A final dot stands for the root of the domain names.
    let name = name.strip_suffix('.').unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(is_loopback)
}

/// Whether only this machine has the address, even if it is an address of IPv4 in IPv6.
fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_names_are_this_machine() {
        let is_this_machine = |host: &str| is_this_machine(&host.parse().unwrap());
        for host in [
            "localhost",
            "localhost:8464",
            "LocalHost.:1",
            "127.0.0.1:1",
            "127.9.9.9",
            "[::1]:8464",
            "[::ffff:127.0.0.1]:8464",
        ] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in
            ["example.org", "localhost.example.org:8464", "localhost..", "10.0.0.1", "[::2]"]
        {
            assert!(!is_this_machine(host), "{host}");
        }
        for (address, is_local) in [
            ("127.0.0.1", true),
            ("::1", true),
            ("::ffff:127.0.0.1", true),
            ("::ffff:10.0.0.1", false),
            ("0.0.0.0", false),
        ] {
            assert_eq!(Guard::new(address.parse().unwrap(), None).is_local, is_local, "{address}");
        }
    }
}
