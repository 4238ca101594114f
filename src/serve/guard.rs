//! Who may ask.
//!
//! A browser lets a page ask any server that it names. A page from elsewhere whose name was made to
//! lead to this machine (DNS rebinding) names itself as the host; one that is honest names its
//! origin. Both are refused, as other programs with a page on the local machine do.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, HOST,
    ORIGIN, VARY,
};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::problem::Problem;

/// What is allowed.
#[derive(Debug)]
pub(super) struct Guard {
    /// Whether only names of this machine are accepted as hosts.
    pub(super) is_local: bool,
    /// An origin whose pages may ask.
    pub(super) origin: Option<HeaderValue>,
}

/// Answers only what is allowed.
pub(super) async fn guard(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let allowed = match guard.check(&request) {
        Ok(allowed) => allowed,
        Err(problem) => return problem.into_response(),
    };
    let is_preflight = request.method() == Method::OPTIONS && allowed.is_some();
    let mut response =
        if is_preflight { StatusCode::NO_CONTENT.into_response() } else { next.run(request).await };
    if let Some(origin) = allowed {
        let allow = [
            (ACCESS_CONTROL_ALLOW_ORIGIN, origin),
            (ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST")),
            (ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type")),
        ];
        response.headers_mut().extend(allow.map(|(name, value)| (Some(name), value)));
        response.headers_mut().append(VARY, HeaderValue::from_static("origin"));
    }
    response
}

impl Guard {
    /// The origin to be named in the answer, or why there is none.
    fn check(&self, request: &Request) -> Result<Option<HeaderValue>, Problem> {
        let refused = |error: String| Problem::new(StatusCode::FORBIDDEN, error);
        let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
        if self.is_local && !host.is_some_and(is_of_this_machine) {
            let error = format!("the host '{}' is not this machine", host.unwrap_or_default());
            return Err(refused(error).accepted("localhost, 127.0.0.1, [::1]"));
        }
        let Some(origin) = request.headers().get(ORIGIN) else { return Ok(None) };
        let name = origin.to_str().unwrap_or_default();
        let own = name.split_once("://").map(|(_, own)| own);
        if own.is_some() && own == host {
            return Ok(None);
        }
        if self.origin.as_ref().is_some_and(|allowed| allowed == origin || allowed == "*") {
            return Ok(self.origin.clone());
        }
        let accepted = "an origin that --allow-origin names";
        Err(refused(format!("pages of {name} may not ask here")).accepted(accepted))
    }
}

fn is_of_this_machine(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    let name = authority.host().trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_names_are_of_this_machine() {
        for host in ["localhost", "localhost:8464", "127.0.0.1:1", "127.9.9.9", "[::1]:8464"] {
            assert!(is_of_this_machine(host), "{host}");
        }
        for host in ["", "example.org", "localhost.example.org:8464", "10.0.0.1", "[::2]", "a b"] {
            assert!(!is_of_this_machine(host), "{host}");
        }
    }
}
