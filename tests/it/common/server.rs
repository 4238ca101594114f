//! Runs the program as a server, with a plain HTTP client.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{ExitStatus, Stdio};

use serde_json::Value;

use super::document::{check, check_lines, fault};
use super::program::{Running, WATCHDOG, program, wait_until};

/// Gives a server timeouts and turns that take a tenth of the usual time.
pub(crate) const HASTY: [(&str, &str); 1] = [("OTHELLO_SOLVER_HASTE", "10")];

/// A server that is stopped when the test ends.
pub(crate) struct Server {
    running: Running,
    pub(crate) address: SocketAddr,
}

/// The response to a request.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: String,
}

impl Server {
    /// A server with little memory, in this folder, with additional options.
    pub(crate) fn new(options: &[&str], folder: &Path) -> Self {
        Self::with(options, folder, &[])
    }

    /// The same, with these environment variables.
    pub(crate) fn with(options: &[&str], folder: &Path, variables: &[(&str, &str)]) -> Self {
        let args = [&["serve", "--port", "0", "--hash", "4M", "--quiet"], options].concat();
        let mut program = program(&args, folder);
        program.envs(variables.iter().copied()).stdout(Stdio::piped());
        let mut running = Running(program.spawn().unwrap());
        let mut said = String::new();
        BufReader::new(running.0.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        let address = said.trim().strip_prefix("listening on http://");
        let address = address.and_then(|url| url.strip_suffix('/')?.parse().ok());
        let mut address: SocketAddr = address.unwrap_or_else(|| panic!("no address: {said}"));
        if address.ip().is_unspecified() {
            address.set_ip([127, 0, 0, 1].into());
        }
        Self { running, address }
    }

    /// A server with two threads, in an empty folder.
    pub(crate) fn alone() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::new(&["--threads", "2"], folder.path())
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(WATCHDOG)).unwrap();
        stream.set_write_timeout(Some(WATCHDOG)).unwrap();
        stream
    }

    /// Sends the head of a request, including these additional lines.
    pub(crate) fn begin(&self, method: &str, target: &str, lines: &str) -> TcpStream {
        let mut stream = self.connect();
        let host = self.address;
        let head = format!("{method} {target} HTTP/1.1\r\nHost: {host}\r\n{lines}\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        stream
    }

    pub(crate) fn get(&self, target: &str) -> Answer {
        self.get_with(target, "")
    }

    /// Repeats a question until it is answered, and returns the answer.
    #[track_caller]
    pub(crate) fn solved(&self, target: &str) -> Answer {
        let mut answer = self.get(target);
        wait_until(target, || {
            let is_open = answer.status == 202;
            if is_open {
                answer = self.get(target);
            }
            !is_open
        });
        assert_eq!(answer.status, 200, "{target}: {answer:?}");
        answer
    }

    pub(crate) fn get_with(&self, target: &str, lines: &str) -> Answer {
        answer(self.begin("GET", target, &format!("Connection: close\r\n{lines}")))
    }

    pub(crate) fn post(&self, target: &str, media: &str, body: &str) -> Answer {
        let length = body.len();
        let lines =
            format!("Connection: close\r\nContent-Type: {media}\r\nContent-Length: {length}\r\n");
        let mut stream = self.begin("POST", target, &lines);
        // A server that rejects the body may not read it.
        let _ = stream.write_all(body.as_bytes());
        answer(stream)
    }

    pub(crate) fn health(&self) -> Value {
        self.get("/health").json()
    }

    /// Waits until the server's health is as expected.
    #[track_caller]
    pub(crate) fn wait_until(&self, expected: impl Fn(&Value) -> bool) {
        wait_until("the health of the server", || expected(&self.health()));
    }

    /// Waits until no search is running or waiting.
    pub(crate) fn wait_until_idle(&self) {
        self.wait_until(|health| health["running"] == 0 && health["waiting"] == 0);
    }

    /// The memory in use, in bytes. Zero where there is no /proc.
    pub(crate) fn memory(&self) -> u64 {
        let path = format!("/proc/{}/statm", self.running.0.id());
        let Ok(text) = std::fs::read_to_string(path) else { return 0 };
        text.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
    }

    /// The peak memory use, in bytes. Zero where there is no /proc.
    pub(crate) fn most_memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.running.0.id());
        let Ok(text) = std::fs::read_to_string(path) else { return 0 };
        let most = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        most.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
    }

    /// Sends a signal, such as `TERM`.
    pub(crate) fn signal(&self, name: &str) {
        self.running.signal(name);
    }

    /// Waits until the program exits.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        self.running.ended()
    }
}

/// Reads a response until the connection closes.
pub(crate) fn answer(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // Even if the connection is reset after the response, the response is read.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text}"));
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines.map(|line| {
        let (name, value) = line.split_once(": ").unwrap();
        (name.to_lowercase(), value.to_owned())
    });
    let headers: BTreeMap<_, _> = headers.collect();
    let is_chunked = headers.get("transfer-encoding").is_some_and(|coding| coding == "chunked");
    let body = if is_chunked { joined(body) } else { body.to_owned() };
    Answer { status, headers, body }
}

/// Joins the chunks of a body.
fn joined(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((length, chunk)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        body += &chunk[..length];
        rest = chunk[length..].trim_start_matches("\r\n");
    }
    body
}

/// The schemas of documents that make up a whole body.
const WHOLE: &str = "plan review serve-bounds serve-error serve-forecast serve-health serve-index \
    serve-read serve-results solve";

impl Answer {
    /// The body as JSON, which must match a schema or be the description of the API.
    pub(crate) fn json(&self) -> Value {
        let document: Value =
            serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        let mut faults = WHOLE.split(' ').map(|schema| fault(schema, &document));
        let is_described = document.get("openapi").is_some() || faults.any(|it| it.is_none());
        assert!(is_described, "no schema describes {document}");
        document
    }

    /// The body as a problem document (RFC 9457).
    #[track_caller]
    pub(crate) fn problem(&self) -> Value {
        assert_eq!(self.headers["content-type"], "application/problem+json", "{self:?}");
        let problem = self.json();
        assert_eq!(
            (&problem["type"], &problem["status"]),
            (&"about:blank".into(), &self.status.into())
        );
        problem
    }

    /// Each line of the body as JSON.
    pub(crate) fn lines(&self) -> Vec<Value> {
        check_lines("serve-line", &self.body);
        self.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The events of a stream: their names and documents.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        let events = self.body.split_terminator("\n\n").map(|event| {
            let (name, data) = event.split_once('\n').unwrap();
            let name = name.strip_prefix("event: ").unwrap();
            let data = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
            let schema = if name == "solved" { "solve" } else { &format!("serve-{name}") };
            check(schema, &data);
            (name.to_owned(), data)
        });
        events.collect()
    }
}
