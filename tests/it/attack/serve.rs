//! Hostile clients. After each attack, the server answers as before and uses no more memory than
//! before.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, from_str};
use socket2::{Domain, Socket, Type};

use crate::common::server::{HASTY, Server, answer};
use crate::keys::{query, questions, value};
use crate::serve::long;

/// The extra memory that a server may use after an attack, in bytes, retained by its allocator.
const MORE: u64 = 24 << 20;

/// Attacks a server, which must be as before once it has noticed that all clients have
/// disconnected.
fn attack(attack: impl FnOnce(&Server)) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(&["--threads", "1"], folder.path(), &HASTY);
    let ask = || loop {
        let answer = server.get("/api/v1/solve?size=4x4&wait=10");
        if answer.status != 202 {
            break (answer.status, answer.body);
        }
    };
    let (before, memory) = (ask(), server.memory());
    assert_eq!(before.0, 200);
    attack(&server);
    server.wait_until_idle();
    assert_eq!(ask(), before);
    let now = server.memory();
    assert!(now <= memory + MORE, "{now} bytes, and {memory} before");
}

#[test]
fn a_thousand_connections_that_send_nothing() {
    attack(|server| {
        // Beyond the limit, the system lets some connections wait and the others fail.
        let patience = Duration::from_millis(20);
        let connect = |_| TcpStream::connect_timeout(&server.address, patience);
        let connections: Vec<_> = (0..1000).map(connect).collect();
        assert!(connections.iter().flatten().count() >= 500);
        // They are closed one by one, so other clients get a turn in between.
        assert_eq!(server.health()["status"], "ok");
    });
}

#[test]
fn heads_and_bodies_that_arrive_slowly() {
    attack(|server| {
        let body = "Content-Type: application/json\r\nContent-Length: 1000000\r\n";
        let slow: Vec<_> = (0..16)
            .map(|number| {
                if number % 2 == 0 {
                    return server.begin("POST", "/api/v1/solve", body);
                }
                let mut stream = server.connect();
                stream.write_all(b"GET /health HTTP/1.1\r\nHost: local").unwrap();
                stream
            })
            .collect();
        for (number, mut stream) in slow.into_iter().enumerate() {
            let mut bytes = [0; 1000];
            let mut is_over = false;
            while !is_over {
                let _ = stream.write_all(b" ");
                stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
                is_over = stream.read(&mut bytes).is_ok();
            }
            let said = String::from_utf8_lossy(&bytes);
            let expected = if number % 2 == 0 { "HTTP/1.1 408 " } else { "" };
            assert!(said.starts_with(expected), "{said}");
        }
    });
}

#[test]
fn bodies_without_end() {
    attack(|server| {
        let lines = [
            "Transfer-Encoding: chunked\r\n",
            "Content-Length: 1000000000000\r\n",
            "Content-Length: 18446744073709551615\r\n",
        ];
        thread::scope(|scope| {
            for (number, lines) in lines.iter().cycle().take(24).enumerate() {
                scope.spawn(move || {
                    let target = ["/api/v1/solve", "/api/v1/review"][number % 2];
                    let lines = format!("Content-Type: application/json\r\n{lines}");
                    let mut stream = server.begin("POST", target, &lines);
                    let chunk = format!("10000\r\n{}\r\n", " ".repeat(1 << 16));
                    let sent = (0..256).take_while(|_| stream.write_all(chunk.as_bytes()).is_ok());
                    assert!(sent.count() < 256, "16 MiB were accepted");
                });
            }
        });
    });
}

#[test]
fn heads_of_64_kilobytes() {
    attack(|server| {
        let long = "x".repeat(1 << 16);
        let many = "X: y\r\n".repeat(1 << 13);
        for (target, lines) in [
            ("/health", format!("X: {long}\r\n")),
            ("/health", many),
            (&*format!("/api/v1/solve?moves={long}"), String::new()),
        ] {
            let mut stream = server.connect();
            let head = format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n");
            let _ = stream.write_all(head.as_bytes());
            let mut said = Vec::new();
            let _ = stream.read_to_end(&mut said);
            let said = String::from_utf8_lossy(&said);
            let is_refused =
                ["HTTP/1.1 431 ", "HTTP/1.1 414 "].iter().any(|begin| said.starts_with(begin));
            // As the guide says, this answer has no body.
            assert!(said.is_empty() || is_refused && said.ends_with("\r\n\r\n"), "{said}");
        }
    });
}

#[test]
fn two_hundred_questions_of_which_all_but_ten_go_away() {
    attack(|server| {
        let ask = |number: usize| {
            let is_stream = number < 190 && number.is_multiple_of(3);
            let events = if is_stream { "Accept: text/event-stream\r\n" } else { "" };
            let lines = format!("Connection: close\r\n{events}");
            server.begin("GET", &format!("{}&wait=0.2s", long(number)), &lines)
        };
        let mut asked: Vec<_> = (0..200).map(ask).collect();
        let stay = asked.split_off(190);
        drop(asked);
        for stream in stay {
            let answer = answer(stream);
            assert!([202, 429].contains(&answer.status), "{answer:?}");
        }
    });
}

/// A browser sends these requests for pages of other sites. They may open only our page.
#[test]
fn pages_of_other_sites_that_ask_without_cors() {
    let foreign = |server: &Server, is_allowed: &dyn Fn(&str, &str, &str) -> bool| {
        let solve = format!("{}&wait=0", long(3));
        for site in ["cross-site", "same-site"] {
            for (mode, dest) in [
                ("no-cors", "image"),
                ("no-cors", "script"),
                ("no-cors", "empty"),
                ("cors", "empty"),
                ("navigate", "document"),
                ("navigate", "iframe"),
                ("nested-navigate", "document"),
                ("websocket", "websocket"),
            ] {
                for target in
                    ["/", &solve, "/api/v1", "/api/v1/", "/api/v1/results", "/health", "/x"]
                {
                    let lines = format!(
                        "Connection: close\r\nSec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\n\
                         Sec-Fetch-Dest: {dest}\r\n"
                    );
                    let answer = answer(server.begin("GET", target, &lines));
                    let is_refused = answer.status == 403;
                    assert_ne!(is_refused, is_allowed(target, mode, dest), "{target} {lines}");
                }
            }
        }
    };
    attack(|server| {
        let begun = server.health()["begun"].clone();
        let is_visit = |target: &str, mode: &str, dest: &str| {
            (target, mode, dest) == ("/", "navigate", "document")
        };
        foreign(server, &is_visit);
        let posted = "Connection: close\r\nSec-Fetch-Site: cross-site\r\n\
            Content-Type: application/json\r\nContent-Length: 2\r\n";
        for target in ["/", "/api/v1/solve", "/api/v1/review"] {
            assert_eq!(answer(server.begin("POST", target, posted)).status, 403, "{target}");
        }
        assert_eq!(server.health()["begun"], begun);
        // Requests from the page itself, and from a user typing the address.
        for site in ["same-origin", "none"] {
            let lines = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: cors\r\n");
            assert_eq!(server.get_with("/api/v1/results", &lines).status, 200, "{site}");
        }
        // Allowing an origin requires naming it, unless all origins are allowed.
        let folder = tempfile::tempdir().unwrap();
        let allowing = |origin| Server::new(&["--allow-origin", origin], folder.path());
        let named = allowing("https://example.org");
        foreign(&named, &is_visit);
        let lines = "Sec-Fetch-Site: cross-site\r\nOrigin: https://example.";
        for (end, status) in [("org", 200), ("com", 403), ("org:8443", 403)] {
            let answer = named.get_with("/api/v1/results", &format!("{lines}{end}\r\n"));
            assert_eq!(answer.status, status, "{end}");
        }
        foreign(&allowing("*"), &|_, _, _| true);
    });
}

/// The maximum memory of a server on top of `--hash`, in bytes, as stated in docs/api.md.
const MOST: u64 = 128 << 20;

/// Sends a request and reads nothing. The server cannot control how much the client's system
/// buffers; here it is little.
fn unread(server: &Server, request: &str) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(2 << 10).unwrap();
    socket.connect(&server.address.into()).unwrap();
    let mut stream = TcpStream::from(socket);
    let _ = stream.write_all(request.as_bytes());
    stream
}

/// Everything that uses memory, all at the same time.
#[test]
fn the_memory_has_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let (server, hash) = (Server::with(&["--threads", "4"], folder.path(), &HASTY), 4 << 20);
    // A board's weights are unpacked for its first forecast, and stay in memory.
    let boards = "6x5 5x6 6x6 7x5 5x7 7x6 6x7 7x7 8x5 5x8 8x6 6x8 8x8 12x4 4x12";
    let mut forecasts = 0;
    for board in boards.split(' ') {
        let target = format!("/api/v1/solve?size={board}&moves=");
        let events = server.begin("GET", &target, "Accept: text/event-stream\r\n");
        let mut lines = BufReader::new(events).lines().map_while(Result::ok);
        // A board that is solved quickly needs no forecast.
        forecasts += u32::from(lines.any(|line| line.contains("\"forecast\"")));
    }
    assert!(forecasts >= 5, "{forecasts}");
    // Some clients never read their responses.
    let host = server.address;
    let get =
        |target: &&str| unread(&server, &format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    let targets =
        ["/", "/api/v1/openapi.json", "/api/v1/results", "/api/v1/solve?size=4x4&wait=10s"];
    let pages: Vec<_> = targets.iter().cycle().take(390).map(get).collect();
    // The answer is three times as long as the text: a game with a hundred thousand tags.
    let letter = |number: u32| char::from(b'A' + u8::try_from(number % 26).unwrap());
    let name = |it: u32| [it / 17576, it / 676, it / 26, it].map(letter).iter().collect::<String>();
    let tags: String = (0..100_000).flat_map(|number| [name(number), "[b]".to_owned()]).collect();
    let text = format!("(;GM[Othello]BO[4 -----O*--*O----- *]{tags};)");
    let body = format!("{{\"text\": \"{text}\"}}");
    let read = format!(
        "POST /api/v1/read HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    // Large bodies take a long time to answer.
    let line = format!("{{\"size\": \"8x8\", \"wait\": \"10s\"}}{}\n", " ".repeat(1000));
    let body = line.repeat(1000);
    let lines = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    thread::scope(|scope| {
        let reading: Vec<_> = (0..60)
            .map(|_| {
                scope.spawn(|| {
                    let mut stream = unread(&server, &read);
                    // The answer begins, or is refused.
                    let _ = stream.read(&mut [0]);
                    stream
                })
            })
            .collect();
        for _ in 0..20 {
            scope.spawn(|| {
                let mut stream = server.begin("POST", "/api/v1/solve", &lines);
                let _ = stream.write_all(body.as_bytes());
            });
        }
        for _ in 0..4 {
            scope.spawn(|| {
                let game = "{\"game\": \"f5d6c3d3c4f4f6f3e6e7\", \"time\": \"0.5s\"}";
                server.post("/api/v1/review", "application/json", game)
            });
        }
        let _open: Vec<_> = reading.into_iter().map(|thread| thread.join().unwrap()).collect();
    });
    let most = server.most_memory();
    assert!(most <= MOST + hash, "{} MiB", most >> 20);
    drop(pages);
}

/// Input that is not HTTP ends its connection, and has no other effect.
#[test]
fn bytes_of_any_kind() {
    attack(|server| {
        let mut number = 1_u64;
        let mut random = || {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            number.to_be_bytes()[0]
        };
        let answer = |bytes: &[u8]| {
            let mut stream = server.connect();
            // The server may refuse the first bytes before it is sent the last.
            let _ = stream.write_all(bytes).and_then(|()| stream.shutdown(Shutdown::Write));
            let mut said = String::new();
            let _ = stream.read_to_string(&mut said);
            said
        };
        for length in 1..200 {
            let bytes: Vec<_> = (0..length * 5).map(|_| random()).collect();
            let said = answer(&bytes);
            let has_no_body = said.ends_with("\r\n\r\n");
            assert!(said.starts_with("HTTP/1.1 400 Bad Request\r\n") && has_no_body, "{said}");
        }
        for unfinished in ["", "GET", "GET / HTTP/1.1\r\nHost: localhost\r\n"] {
            assert_eq!(answer(unfinished.as_bytes()), "", "{unfinished}");
        }
        for wrong in ["GET / HTTP/9.9\r\n\r\n", "\0\0\0\0", "POST /api/v1/solve\r\n\r\n"] {
            let said = answer(wrong.as_bytes());
            assert!(said.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{wrong}: {said}");
        }
    });
}

/// Ends a test that hangs.
const WATCHDOG: Duration = Duration::from_mins(15);

/// Requests a small board, and returns the status.
fn quick(server: &Server) -> u16 {
    server.get("/api/v1/solve?size=4x5&moves=a2&objective=fewest&wait=10s").status
}

#[test]
fn streams_of_years_delay_others_and_do_not_stop_them() {
    attack(|server| {
        // More requests than places, and no client disconnects.
        let events = "Accept: text/event-stream\r\n";
        let ask = |number| server.begin("GET", &long(number), events);
        let streams: Vec<_> = (0..40).map(ask).collect();
        let began = Instant::now();
        loop {
            match quick(server) {
                200 => break,
                status => assert!([202, 429].contains(&status), "{status}"),
            }
            assert!(began.elapsed() < WATCHDOG, "{}", server.health());
            thread::sleep(Duration::from_millis(50));
        }
        drop(streams);
    });
}

/// Three clients for each question: one disconnects partway, one reads byte by byte, and one sends the
/// request twice on the same connection.
#[test]
fn streams_whose_clients_stop_read_slowly_or_send_twice() {
    attack(|server| {
        let asked = questions(&[12, 16, 24], 1);
        for (number, question) in asked.into_iter().enumerate() {
            let target = query(question);
            let events = "Accept: text/event-stream\r\n";
            let ask = |more: &str| server.begin("GET", &target, &format!("{events}{more}"));
            let mut slow = ask("Connection: close\r\n");
            let (mut twice, mut stops) = (ask(""), ask(""));
            let _ = stops.read(&mut vec![0; number % 400]);
            drop(stops);
            let host = server.address;
            let again = format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
            write!(twice, "{again}{events}\r\n").unwrap();
            let (mut slowly, mut byte) = (Vec::new(), [0]);
            while slow.read(&mut byte).unwrap() > 0 {
                slowly.extend(byte);
            }
            let mut both = String::new();
            twice.read_to_string(&mut both).unwrap();
            for (said, count) in [(String::from_utf8(slowly).unwrap(), 1), (both, 2)] {
                let answers = said.split("event: solved\ndata: ").skip(1);
                let found = answers.map(|it| {
                    from_str::<Value>(it.lines().next().unwrap()).unwrap()["value"].as_i64()
                });
                let expected = vec![Some(i64::from(value(question))); count];
                assert_eq!(found.collect::<Vec<_>>(), expected, "{target}: {said}");
            }
        }
    });
}

#[test]
fn a_search_stops_whose_client_reads_nothing() {
    attack(|server| {
        let target = "/api/v1/solve?size=8x8&moves=f5d6c3d3c4f4f6f3e6e7";
        let (host, lines) = (server.address, "Accept: text/event-stream\r\n");
        let head = format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n{lines}\r\n");
        let stream = unread(server, &head);
        server.wait_until(|health| health["running"] == 1);
        server.wait_until_idle();
        drop(stream);
    });
}
