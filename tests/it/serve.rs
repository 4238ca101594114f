//! `serve`: the real program, tested over real connections.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread;

use othello_core::notation::read_game;
use othello_core::{Game, Position, Rules, Size, Start};
use othello_solver::tables::tabulate;
use serde_json::{Value, json};

use crate::common::program::{printed, run, stderr};
use crate::common::server::{Answer, HASTY, Server, answer};
use crate::common::start;

const EVENTS: &str = "Accept: text/event-stream\r\n";

/// A position that would take years to search.
const LONG: &str = "/api/v1/solve?size=8x8";

/// Moves after which it still would.
const OPENING: &str = "f5d6c3d3c4f4f6f3e6e7";

/// One of forty requests that would take years.
pub(crate) fn long(number: usize) -> String {
    let (plies, rules) = (number % 10, number / 10 % 4);
    let objective = ["most", "fewest"][rules % 2];
    let score = ["discs", "empties-to-winner"][rules / 2];
    format!("{LONG}&moves={}&objective={objective}&score={score}", &OPENING[..2 * plies])
}

/// Opens a stream, and waits for the first event.
fn stream(server: &Server, target: &str) -> BufReader<TcpStream> {
    let mut stream = BufReader::new(server.begin("GET", target, EVENTS));
    let mut line = String::new();
    while !line.starts_with("event: ") {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "{target}: the stream has ended");
    }
    stream
}

#[test]
fn the_page_and_its_health() {
    let server = Server::alone();
    let page = server.get("/");
    assert_eq!((page.status, &*page.headers["content-type"]), (200, "text/html; charset=utf-8"));
    assert!(page.body.contains("data-api=\"/api/v1\""));
    let policy = &page.headers["content-security-policy"];
    assert!(policy.starts_with("default-src 'self' data:; "), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    let health = server.health();
    assert_eq!(health["status"], "ok");
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn a_position_is_answered_by_the_document_of_solve() {
    let server = Server::alone();
    let position = "--position=-----OX--XO----- X";
    for (query, options) in [
        ("size=4x4", &["4x4"][..]),
        (
            "size=4&start=parallel&objective=fewest",
            &["4", "--start=parallel", "--objective=fewest"],
        ),
        ("moves=b1a1&score=empties-to-winner", &["--moves=b1a1", "--score=empties-to-winner"]),
        ("size=4x5&moves=b1&wait=10", &["4x5", "--moves=b1"]),
        ("position=-----OX--XO-----+X", &[position]),
    ] {
        // One thread would also count the positions.
        let always = ["solve", "--all-moves", "--format", "json", "--threads", "2"];
        let expected = printed(&[&always[..], options].concat(), ".");
        let answer = finished(&server, &format!("/api/v1/solve?{query}&lines=true&census=true"));
        assert_eq!(answer.body, expected, "{query}");
    }
}

/// The final answer. Until then, each answer only adds to the previous one.
fn finished(server: &Server, target: &str) -> Answer {
    loop {
        let answer = server.get(target);
        if answer.status != 202 {
            assert_eq!(answer.status, 200, "{answer:?}");
            return answer;
        }
    }
}

#[test]
fn long_searches_report_bounds_and_continue_for_a_while() {
    let server = Server::alone();
    let target = format!("{LONG}&moves=f5&wait=0.2s");
    let first = server.get(&target);
    assert_eq!((first.status, &*first.headers["cache-control"]), (202, "no-store"));
    assert_eq!(first.headers["retry-after"], "1");
    let first = first.json();
    assert_eq!(first["schema"], "othello-solver/answer/1");
    assert_eq!((&first["lower"], &first["upper"]), (&json!(-64), &json!(64)));
    let moves: Vec<_> = first["moves"].as_array().unwrap().iter().map(|of| &of["move"]).collect();
    assert_eq!(moves, ["f4", "d6", "f6"]);

    server.wait_until(|health| health["running"] == 1);
    let second = server.get(&target).json();
    assert_eq!(server.health()["begun"], 1, "it is the same search");
    assert!(second["seconds"].as_f64() >= first["seconds"].as_f64());
}

#[test]
fn slow_searches_have_a_forecast() {
    let server = Server::alone();
    let target = format!("{LONG}&moves={OPENING}");
    let _stream = stream(&server, &target);
    let ask = || server.get(&format!("{target}&wait=0")).json();
    server.wait_until(|_| ask()["forecast"].is_object());
    let forecast = ask()["forecast"].clone();
    assert!(forecast["usual_error"].as_f64() > Some(1.0));
    assert!(forecast["depth"].as_i64() >= Some(1));
    let bounds = ask();
    let moves = |of: &Value| {
        let moves = of["moves"].as_array().unwrap().iter();
        moves.map(|of| of["move"].as_str().unwrap().to_owned()).collect::<BTreeSet<_>>()
    };
    assert_eq!(moves(&forecast), moves(&bounds));
    let line = format!("{OPENING}{}", forecast["line"].as_str().unwrap());
    let line = read_game(start(8, 8, Start::Diagonal), &line).unwrap();
    assert_eq!(line.moves()[OPENING.len() / 2].to_string(), forecast["moves"][0]["move"]);
}

#[test]
fn a_stream_only_narrows_the_bounds_and_ends_with_the_answer() {
    let server = Server::alone();
    // The reply b4 is a mistake, so nothing is known beforehand.
    let target = "/api/v1/solve?size=5x5&moves=d3b4";
    let answer = server.get_with(target, EVENTS);
    assert_eq!((answer.status, &*answer.headers["content-type"]), (200, "text/event-stream"));
    let mut events = answer.events();
    let (name, solved) = events.pop().unwrap();
    assert_eq!(name, "solved");
    assert_eq!(solved, finished(&server, target).json());
    assert_eq!(server.health()["begun"], 1);

    let values = solved["moves"].as_array().unwrap();
    let bound = |of: &Value, name: &str| of[name].as_i64().unwrap();
    let mut window = (-25, 25);
    assert!(!events.is_empty(), "the first bounds come at once");
    for (name, bounds) in &events {
        assert_eq!(name, "bounds");
        let (lower, upper) = (bound(bounds, "lower"), bound(bounds, "upper"));
        assert!(window.0 <= lower && upper <= window.1, "{bounds}");
        assert!((lower..=upper).contains(&bound(&solved, "value")), "{bounds}");
        window = (lower, upper);
        for of in bounds["moves"].as_array().unwrap() {
            let solved = values.iter().find(|solved| solved["move"] == of["move"]).unwrap();
            let range = bound(of, "lower")..=bound(of, "upper");
            assert!(range.contains(&bound(solved, "value")), "{of} {solved}");
        }
    }
}

/// FFO 41 takes seconds for the value, and much longer for all moves.
#[test]
fn a_stream_has_what_is_proved_during_the_search() {
    let server = Server::alone();
    let position = "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-+X";
    let mut events = stream(&server, &format!("/api/v1/solve?position={position}"));
    next(&mut events, |bounds| bounds["lower"].as_i64() > Some(-64));
    next(&mut events, |bounds| {
        let mut moves = bounds["moves"].as_array().unwrap().iter();
        moves.any(|of| of["lower"] == of["upper"])
    });
}

#[test]
fn a_search_stops_when_its_client_goes_away() {
    let server = Server::alone();
    let streams = [LONG, "/api/v1/solve?size=8x8&start=parallel"].map(|of| stream(&server, of));
    server.wait_until(|health| health["running"] == 2);
    drop(streams);
    server.wait_until_idle();
    // A client keeps waiting when another one disconnects.
    let (stays, goes) = (stream(&server, LONG), stream(&server, LONG));
    drop(goes);
    server.wait_until(|health| health["running"] == 1);
    drop(stays);
    server.wait_until_idle();
    assert_eq!(server.health()["begun"], 3);
}

#[test]
fn equal_questions_are_searched_once() {
    let server = Server::alone();
    // Two ways to specify the same position.
    let targets = [LONG, "/api/v1/solve?size=8&start=diagonal&moves="];
    let streams: Vec<_> = thread::scope(|scope| {
        let server = &server;
        let ask = |target| scope.spawn(move || stream(server, target));
        let asked: Vec<_> = targets.into_iter().cycle().take(40).map(ask).collect();
        asked.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    server.wait_until(|health| health["running"] == 1 && health["begun"] != 0);
    assert_eq!(server.health()["begun"], 1);
    drop(streams);
}

#[test]
fn lines_are_answered_by_lines() {
    let server = Server::alone();
    let body = "{\"size\": \"4x4\", \"moves\": \"b1\", \"wait\": \"10s\"}\n\n\
        {\"sise\": \"4x4\"}\n\
        {\"size\": \"4x4\", \"moves\": \"a1\"}\n\
        {\"size\": \"8x8\", \"wait\": \"0s\"}\n\
        {\"size\": \"4x4\", \"size\": \"5x5\"}\n\
        {\"position\": \"-----OX--XO----- X\", \"wait\": \"10s\"}";
    let answer = server.post("/api/v1/solve", "Application/X-NDJSON; Charset=UTF-8", body);
    assert_eq!((answer.status, &*answer.headers["content-type"]), (200, "application/x-ndjson"));
    let lines = answer.lines();
    let numbers: Vec<_> = lines.iter().map(|line| line["file_line"].as_i64().unwrap()).collect();
    assert_eq!(numbers, [1, 3, 4, 5, 6, 7]);
    let mut first = lines[0].clone();
    first.as_object_mut().unwrap().remove("file_line");
    assert_eq!(first, finished(&server, "/api/v1/solve?size=4x4&moves=b1").json());
    let problem = json!({
        "file_line": 3,
        "type": "about:blank",
        "title": "Bad Request",
        "status": 400,
        "detail": "there is no parameter 'sise'",
        "field": "sise",
        "accepted": "size, start, moves, position, objective, score, find, lines, census, wait",
    });
    assert_eq!(lines[1], problem);
    assert_eq!((&lines[2]["status"], &lines[2]["field"]), (&json!(400), &json!("moves")));
    assert_eq!(lines[3]["schema"], "othello-solver/answer/1");
    assert_eq!(lines[4]["detail"], "the parameter 'size' is repeated");
    assert_eq!(lines[5]["value"], -8);
    server.wait_until_idle();
}

/// A review that has had its turn waits while a question is answered, and then goes on.
#[test]
fn a_review_makes_room_for_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(&["--threads", "1"], folder.path(), &HASTY);
    let body = json!({"game": OPENING, "time": "60s"}).to_string();
    let lines = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    let mut review = server.begin("POST", "/api/v1/review", &lines);
    review.write_all(body.as_bytes()).unwrap();
    server.wait_until(|health| health["running"] == 1);
    finished(&server, "/api/v1/solve?size=4x5&moves=a2&objective=fewest&wait=10s");
    server.wait_until(|health| health["running"] == 1);
    review.set_nonblocking(true).unwrap();
    let error = review.peek(&mut [0]).expect_err("the review is not finished");
    assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock);
    drop(review);
    server.wait_until_idle();
}

#[test]
fn a_table_that_is_truncated_does_not_end_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("t.table");
    let size = Size::new(3, 3).unwrap();
    tabulate(size, Start::Diagonal, Rules::default(), &table, &()).unwrap();
    let server = Server::new(&["--table", "t.table"], folder.path());
    fs::File::options().write(true).open(table).unwrap().set_len(0).unwrap();
    let failed = server.get("/api/v1/solve?size=3x3");
    assert_eq!((failed.status, &failed.problem()["title"]), (500, &json!("Internal Server Error")));
    assert_eq!(server.health()["status"], "ok");
}

#[test]
fn a_game_is_reviewed_as_by_the_program() {
    let server = Server::alone();
    let game = "d3d4c4b4a3d2d1c1b1a1a2a4";
    let body = json!({"game": game, "size": "4x4", "time": "60s"}).to_string();
    let answer = server.post("/api/v1/review", "application/json", &body);
    let folder = tempfile::tempdir().unwrap();
    let args = ["review", game, "--size", "4x4", "--time", "60s", "--format", "json"];
    assert_eq!(answer.body, printed(&args, folder.path()));
    let ggf = "(;GM[Othello]TY[4]BO[4 -----O*--*O----- *]B[b1]W[a1];)";
    let body = json!({"game": ggf}).to_string();
    let answer = server.post("/api/v1/review", "application/json; charset=utf-8", &body);
    assert_eq!(answer.json()["moves"].as_array().unwrap().len(), 2);
    let body = json!({"game": ggf, "time": "61s"}).to_string();
    let answer = server.post("/api/v1/review", "application/json", &body);
    assert_eq!((answer.status, &answer.json()["field"]), (400, &json!("time")));
    assert_eq!(answer.json()["accepted"], "a time of at most 60s, such as 2.5s");
}

#[test]
fn a_plan_is_made_as_by_the_program() {
    let server = Server::alone();
    for (query, options) in [
        ("size=4x4", &["4x4"][..]),
        ("size=4x4&side=black", &["4x4", "--side=black"]),
        ("size=4x4&moves=b1&objective=fewest", &["4x4", "--moves=b1", "--objective=fewest"]),
    ] {
        let expected =
            printed(&[&["solve", "--strategy", "--format", "json"], options].concat(), ".");
        assert_eq!(server.get(&format!("/api/v1/plan?{query}")).body, expected, "{query}");
        let pairs = query.split('&').map(|pair| pair.split_once('=').unwrap());
        let body = json!(pairs.collect::<BTreeMap<_, _>>()).to_string();
        let answer = server.post("/api/v1/plan", "application/json", &body);
        assert_eq!((answer.status, answer.body), (200, expected), "{query}");
    }
    let wrong = server.get("/api/v1/plan?size=4x4&side=red");
    assert_eq!((wrong.status, &wrong.json()["field"]), (400, &json!("side")));
    let large = server.get("/api/v1/plan?size=6x6");
    assert_eq!((large.status, &large.problem()["title"]), (422, &json!("Unprocessable Content")));
    assert_eq!(large.json()["detail"], "a plan from 32 empty squares on would be too large");
}

/// A plan stops when its client disconnects, and meanwhile the server answers others, even with one
/// thread.
#[test]
fn a_plan_blocks_nothing() {
    let server = Server::new(&["--threads", "1"], Path::new("."));
    // FFO 41, whose plan takes much longer than its value.
    let position = "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-+X";
    let long = server.begin("GET", &format!("/api/v1/plan?position={position}"), "");
    server.wait_until(|health| health["running"] == 1);
    assert_eq!(finished(&server, "/api/v1/solve?size=4x4&wait=10s").json()["value"], -8);
    assert_eq!(server.health()["running"], 1, "the plan is still being made");
    drop(long);
    server.wait_until_idle();
    assert_eq!(server.get("/api/v1/plan?size=4x4").json()["positions"], 26);
}

#[test]
fn solved_boards_are_known_in_an_empty_folder() {
    let server = Server::alone();
    let list = server.get("/api/v1/results").json();
    let list = list["results"].as_array().unwrap();
    let of = |name: &str| list.iter().find(|of| of["name"] == name).unwrap();
    assert_eq!((&of("6x6")["value"], &of("6x6-fewest")["value"]), (&json!(-4), &json!(2)));
    for mv in list {
        let name = mv["name"].as_str().unwrap();
        let file = fs::read_to_string(format!("results/{name}.json")).unwrap();
        assert_eq!(server.get(&format!("/api/v1/results/{name}")).body, file);
    }
    for name in ["7x8", "6x6-empties-to-winner", "nonsense"] {
        assert_eq!(server.get(&format!("/api/v1/results/{name}")).status, 404, "{name}");
    }
    // All moves lead to reflections of one position, so all values are known.
    let solved = server.get("/api/v1/solve?size=6x6&wait=0");
    assert_eq!(solved.status, 200);
    let solved = solved.json();
    assert_eq!((&solved["value"], solved["moves"].as_array().unwrap().len()), (&json!(-4), 4));
    assert_eq!(solved["proof"]["method"], "table");
    // On the line of best play, the value is known before the search has finished.
    let bounds = server.get("/api/v1/solve?size=6x7&moves=c2&wait=0").json();
    assert_eq!((&bounds["value"], &bounds["best_move"]), (&json!(0), &json!("b4")));
    server.wait_until(|health| health["begun"] == 1);
}

/// In the opening of 6x6, no answer waits for a search, and every move has a value.
#[test]
fn every_position_of_the_opening_is_answered_whole() {
    let server = Server::alone();
    let mut positions = HashSet::from([Game::new(start(6, 6, Start::Diagonal)).end()]);
    let (mut asked, mut layers) = (0, Vec::new());
    for _ in 0..=6 {
        layers.push(positions.clone());
        let next = positions.iter().flat_map(|position| position.after_moves());
        positions = next.map(Position::canonical).collect();
    }
    // Some positions from each layer, and all from the first ones.
    for position in layers.iter().flat_map(|layer| layer.iter().take(60)) {
        let text = position.to_string().replace(' ', "%20");
        let answer = server.get(&format!("/api/v1/solve?size=6x6&position={text}&wait=0"));
        assert_eq!(answer.status, 200, "{position}");
        let answer = answer.json();
        let moves = answer["moves"].as_array().unwrap();
        let squares = moves.iter().map(|mv| mv["move"].as_str().unwrap().to_owned());
        let squares: BTreeSet<_> = squares.collect();
        let legal = position.moves().into_iter().map(|square| square.to_string());
        assert_eq!(squares, legal.collect(), "{position}");
        let best = moves.iter().map(|mv| mv["value"].as_i64().unwrap()).max();
        assert_eq!(answer["value"].as_i64(), best, "{position}");
        asked += 1;
    }
    assert!(asked > 150, "{asked}");
    assert_eq!(server.health()["begun"], 0);
}

/// The request determines what is searched for, and the answer contains no more than that.
#[test]
fn the_answer_has_what_was_asked_for() {
    let server = Server::alone();
    let keys = ["best_move", "best_moves", "moves", "games", "value_empties_to_winner"];
    let asked = |target: &str| {
        let answer = finished(&server, &format!("/api/v1/solve?{target}&wait=10s")).json();
        keys.map(|key| answer.get(key).is_some())
    };
    for board in ["size=4x4&moves=b1", "size=4x5&moves=b1"] {
        let answers = |find: &str| asked(&format!("{board}&find={find}"));
        assert_eq!(answers("value")[1..4], [false; 3], "{board}");
        assert_eq!(answers("best-move"), [true, false, false, false, false], "{board}");
        assert_eq!(answers("best-moves"), [true, true, false, false, false], "{board}");
        assert_eq!(answers("all-moves"), [true, true, true, false, false], "{board}");
        assert_eq!(asked(board), answers("all-moves"), "{board}");
    }
    let census = asked("size=4x4&moves=b1&census=true");
    assert_eq!(census, [true; 5]);
    let answer = |lines: &str| {
        finished(&server, &format!("/api/v1/solve?size=4x5&lines={lines}&wait=10s")).json()
    };
    let has_lines = |lines| {
        let answer = answer(lines);
        answer["moves"].as_array().unwrap().iter().all(|mv| mv["line"].is_string())
    };
    assert!(has_lines("true") && !has_lines("false"));
    let wrong = server.get("/api/v1/solve?size=4x4&find=everything");
    assert_eq!((wrong.status, &wrong.json()["field"]), (400, &json!("find")));
}

#[test]
fn final_answers_can_be_kept() {
    let server = Server::alone();
    let target = "/api/v1/solve?size=4x4&wait=10s";
    let first = finished(&server, target);
    assert_eq!(first.headers["cache-control"], "public, max-age=86400");
    assert_eq!(first.headers["vary"], "accept");
    let tag = &first.headers["etag"];
    let again = server.get_with(target, &format!("If-None-Match: \"other\", {tag}\r\n"));
    assert_eq!((again.status, &*again.body, &again.headers["etag"]), (304, "", tag));
    let other = server.get_with(target, "If-None-Match: \"other\"\r\n");
    assert_eq!((other.status, other.body), (200, first.body));
    assert_eq!(server.health()["begun"], 1, "the answer was cached here, too");
}

#[test]
fn errors_say_what_was_wrong_and_what_is_accepted() {
    let server = Server::alone();
    for (query, field, problem) in [
        ("size=1x1", "size", "'1x1': a size is"),
        ("size=9x9", "size", "'9x9': "),
        ("start=middle", "start", "'middle': accepted are diagonal, parallel"),
        ("objective=least", "objective", "'least': accepted are most, fewest"),
        ("score=stones", "score", "'stones': accepted are discs, empties-to-winner"),
        ("moves=a1", "moves", "move 1: a1 is not a legal move"),
        ("moves=b1&position=x", "position", "name either a position, or moves"),
        ("position=XO", "position", "column 3: "),
        ("position=", "position", "no position or game found"),
        ("wait=11", "wait", "'11' is too long"),
        ("wait=soon", "wait", "'soon' is not a duration"),
        ("size=4x4&foo=1", "foo", "there is no parameter 'foo'"),
        ("size=4x4&Size=4x4", "Size", "there is no parameter 'Size'"),
        ("wait=1&size=4x4&wait=1", "wait", "the parameter 'wait' is repeated"),
    ] {
        let answer = server.get(&format!("/api/v1/solve?{query}"));
        let problem_found = answer.problem();
        assert_eq!((answer.status, &problem_found["field"]), (400, &json!(field)), "{query}");
        let detail = problem_found["detail"].as_str().unwrap();
        assert!(detail.starts_with(problem), "{query}: {detail}");
        let is_said = problem_found["accepted"].is_string() || query.contains("&position");
        assert!(is_said, "{query}: {problem_found}");
    }
    let unknown = server.get("/api/v1/solve?foo=1").problem();
    assert_eq!(
        unknown["accepted"],
        "size, start, moves, position, objective, score, find, lines, census, wait"
    );
    assert_eq!(unknown["title"], "Bad Request");
    let not_text = server.get("/api/v1/results/%ff");
    assert_eq!((not_text.status, &not_text.problem()["field"]), (400, &json!("name")));
    assert_eq!(server.get("/api/v1/%ff").problem()["status"], 404);

    let json = "application/json";
    let many = "{}\n".repeat(1001);
    let blank = format!("{}{{}}", "\n".repeat(1000));
    for (target, media, body, status) in [
        ("/api/v1/solve", "text/plain", "{}", 415),
        ("/api/v1/solve", json, "", 400),
        ("/api/v1/solve", json, &many, 413),
        ("/api/v1/solve", json, &blank, 413),
        ("/api/v1/plan", json, "{\"size\": \"4x4\", \"size\": \"5x5\"}", 400),
        ("/api/v1/solve", json, &" ".repeat((1 << 20) + 1), 413),
        ("/api/v1/review", json, "{}", 400),
        ("/api/v1/review", json, "{\"game\": \"\"}", 400),
        ("/api/v1/review", json, "{\"game\": \"f5\", \"time\": \"1h\"}", 400),
        ("/api/v1/review", json, "{\"game\": \"f5\", \"wait\": \"1s\"}", 400),
        ("/api/v1/review", json, "{\"game\": 5}", 400),
        ("/api/v1/review", json, "nonsense", 400),
        ("/api/v1/review", "application/x-www-form-urlencoded", "game=f5", 415),
        ("/health", json, "{}", 405),
        ("/api/v1/results", json, "{}", 405),
    ] {
        let answer = server.post(target, media, body);
        assert_eq!(answer.status, status, "{target} {body:.50}");
        answer.problem();
    }
}

#[test]
fn no_path_leads_to_a_file() {
    let server = Server::new(&["--threads", "1"], Path::new("."));
    for path in [
        "/Cargo.toml",
        "/results/4x4.json",
        "/../Cargo.toml",
        "/api/v1/results/../../../Cargo.toml",
        "/api/v1/results/..%2FCargo",
        "/api/v1/results/%2e%2e%2fCargo.toml",
        "/api/v1/results/4x4-all",
        "/api/v1/results/README.md",
        "//etc/passwd",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        answer.problem();
    }
}

#[test]
fn only_this_machine_may_ask_unless_it_is_allowed() {
    let server = Server::alone();
    let ask_for = |target: &str, server: &Server, host: &str, lines: &str| {
        let request = format!("GET {target} HTTP/1.1\r\n{host}Connection: close\r\n{lines}\r\n");
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).unwrap();
        answer(stream)
    };
    let ask = |server: &Server, host: &str, lines: &str| ask_for("/health", server, host, lines);
    for (host, status) in [
        ("", 400),
        ("Host: \r\n", 400),
        ("Host: a b\r\n", 400),
        ("Host: example.org@localhost\r\n", 400),
        ("Host: localhost\r\nHost: localhost\r\n", 400),
        ("Host: localhost\r\nHost: example.org\r\n", 400),
        ("Host: example.org\r\n", 403),
        ("Host: localhost..\r\n", 403),
        ("Host: 10.0.0.1:8464\r\n", 403),
    ] {
        let refused = ask(&server, host, "");
        assert_eq!(refused.status, status, "{host}");
        assert!(refused.problem()["accepted"].is_string());
    }
    let local = "Host: localhost:8464\r\n";
    for host in ["[::1]:8464", "LOCALHOST", "localhost.", "LocalHost:1", "127.0.0.1.:80"] {
        assert_eq!(ask(&server, &format!("Host: {host}\r\n"), "").status, 200, "{host}");
    }
    // A request target that is a full URL also names the host.
    for (url, status) in [
        ("http://example.org/health", 403),
        ("https://example.org:8464/health", 403),
        ("http://LocalHost:8464/health", 200),
    ] {
        assert_eq!(ask_for(url, &server, local, "").status, status, "{url}");
    }
    assert_eq!(ask(&server, local, "Origin: http://localhost:8464\r\n").status, 200);
    let foreign = "Origin: https://example.org\r\n";
    let refused = ask(&server, local, foreign);
    assert_eq!(refused.status, 403);
    assert!(!refused.headers.contains_key("access-control-allow-origin"));

    let folder = tempfile::tempdir().unwrap();
    let allow = ["--threads", "1", "--allow-origin", "https://example.org"];
    let allowing = Server::new(&allow, folder.path());
    let allowed = ask(&allowing, local, foreign);
    let named = &allowed.headers["access-control-allow-origin"];
    assert_eq!((allowed.status, &**named), (200, "https://example.org"));
    assert_eq!(ask(&allowing, local, "Origin: https://example.com\r\n").status, 403);
    let before =
        allowing.begin("OPTIONS", "/api/v1/solve", &format!("Connection: close\r\n{foreign}"));
    let before = answer(before);
    assert_eq!(
        (before.status, &*before.headers["access-control-allow-methods"]),
        (204, "GET, POST")
    );
    let reply = ask(&server, local, "Origin: http://LOCALHOST:8464\r\n");
    assert_eq!(reply.status, 200);

    let open = Server::new(&["--threads", "1", "--listen", "0.0.0.0"], folder.path());
    assert_eq!(ask(&open, "Host: example.org\r\n", "").status, 200);
}

#[test]
fn a_full_queue_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(&["--threads", "1"], folder.path());
    let mut streams = Vec::new();
    let refused = loop {
        assert!(streams.len() < 40, "the queue has no limit");
        let lines = format!("Connection: close\r\n{EVENTS}");
        let asked = server.begin("GET", &long(streams.len()), &lines);
        let mut status = [0; 12];
        while asked.peek(&mut status).unwrap() < status.len() {}
        if status == *b"HTTP/1.1 429" {
            break answer(asked);
        }
        assert_eq!(status, *b"HTTP/1.1 200");
        streams.push(asked);
    };
    // On a slow machine, one may have left the queue already.
    assert!(streams.len() > 32, "{}", streams.len());
    assert_eq!(refused.headers["retry-after"], "5");
    refused.problem();
    drop(streams);
    server.wait_until_idle();
    assert_eq!(finished(&server, "/api/v1/solve?size=4x4").json()["value"], -8);
}

/// The next document of a stream that satisfies a condition.
fn next(stream: &mut BufReader<TcpStream>, condition: impl Fn(&Value) -> bool) -> Value {
    for line in stream.lines().map(Result::unwrap) {
        let Some(data) = line.strip_prefix("data: ") else { continue };
        let document: Value = serde_json::from_str(data).unwrap();
        if condition(&document) {
            return document;
        }
    }
    panic!("the stream has ended");
}

/// With one thread, a very long search makes room after a turn, and keeps what it has found.
#[test]
fn a_search_makes_room_for_another_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(&["--threads", "1"], folder.path(), &HASTY);
    let [mut one, mut other] = [8, 18].map(|number| stream(&server, &long(number)));
    next(&mut one, |bounds| bounds["searching"] == true);
    next(&mut other, |bounds| bounds["searching"] == true);
    let paused = next(&mut one, |bounds| bounds["searching"] == false);
    assert!(paused["seconds"].as_f64() >= Some(0.5), "{paused}");
    drop(other);
    let again = next(&mut one, |bounds| bounds["searching"] == true);
    assert!(again["forecast"].is_object(), "{again}");
    assert_eq!(again["forecast"], paused["forecast"]);
    assert_eq!(server.health()["begun"], 2, "it is the same search");
    drop(one);
    server.wait_until_idle();
}

#[test]
#[cfg_attr(windows, ignore = "sends a signal")]
fn signals_end_the_server_and_its_searches() {
    for signal in ["TERM", "INT"] {
        let mut server = Server::alone();
        let events = stream(&server, LONG);
        let review = json!({"game": OPENING, "time": "60s"}).to_string();
        let lines =
            format!("Content-Type: application/json\r\nContent-Length: {}\r\n", review.len());
        let mut third = server.begin("POST", "/api/v1/review", &lines);
        third.write_all(review.as_bytes()).unwrap();
        let idle = server.connect();
        server.wait_until(|health| health["running"] == 2);
        let waiting = server.begin("GET", "/api/v1/solve?size=8x8&moves=f5&wait=10", "");
        server.wait_until(|health| health["running"] == 2 && health["waiting"] == 1);
        server.signal(signal);
        assert_eq!(server.ended().code(), Some(0), "{signal}");
        let rest: Vec<_> = events.lines().map_while(Result::ok).collect();
        let stopped = answer(waiting);
        let problem = stopped.problem();
        assert_eq!((stopped.status, &problem["detail"]), (503, &json!("the server is stopping")));
        let at = rest.iter().position(|line| line == "event: error").unwrap();
        let event = rest[at + 1].strip_prefix("data: ").unwrap();
        assert_eq!(serde_json::from_str::<Value>(event).unwrap(), problem);
        drop((third, idle));
    }
}

#[test]
fn the_address_may_be_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(&["--listen", "localhost"], folder.path());
    assert!(server.address.ip().is_loopback(), "{}", server.address);
}

#[test]
fn an_address_that_is_of_no_use_is_named() {
    let server = Server::alone();
    let port = server.address.port().to_string();
    let failed = run(&["serve", "--port", &port], ".");
    assert_eq!(failed.status.code(), Some(1));
    let said = stderr(&failed);
    assert!(said.starts_with(&format!("error: cannot listen on 127.0.0.1:{port}: ")), "{said}");
    assert!(said.contains("--port 0"), "{said}");
    // This address is reserved for documentation, so no machine has it.
    let failed = run(&["serve", "--port", "0", "--listen", "192.0.2.1"], ".");
    assert_eq!(failed.status.code(), Some(1));
    assert!(stderr(&failed).contains("--listen takes an address of this machine"));
    for wrong in [["--listen", "here"], ["--port", "65536"], ["--port", "x"]] {
        let failed = run(&["serve", wrong[0], wrong[1]], ".");
        assert_eq!(failed.status.code(), Some(2), "{wrong:?}");
        assert!(stderr(&failed).contains(wrong[1]));
    }
}

/// The browser's opener is given the address; whether it succeeds is not checked.
#[test]
#[cfg(target_os = "linux")]
fn the_browser_is_opened_at_the_address() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (opener, said) = (folder.path().join("xdg-open"), folder.path().join("said"));
    fs::write(&opener, format!("#!/bin/sh\nprintf '%s' \"$*\" > '{}'\n", said.display())).unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let opening = ["--threads", "1", "--open"];
    let server = Server::with(&opening, folder.path(), &[("PATH", &path)]);
    server.wait_until(|_| fs::read_to_string(&said).is_ok_and(|said| said.ends_with('/')));
    assert_eq!(fs::read_to_string(&said).unwrap(), format!("http://{}/", server.address));
}

/// Calls every path and method in the description with its examples.
#[test]
fn the_description_is_true() {
    let server = Server::new(&["--threads", "2"], Path::new("."));
    let api = server.get("/api/v1/openapi.json").json();
    let mut called = 0;
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, of) in methods.as_object().unwrap() {
            let (mut target, mut query) = (path.clone(), String::new());
            for parameter in of["parameters"].as_array().into_iter().flatten() {
                let name = parameter["name"].as_str().unwrap();
                let Some(example) = parameter["example"].as_str() else { continue };
                match parameter["in"].as_str().unwrap() {
                    "path" => target = target.replace(&format!("{{{name}}}"), example),
                    _ => query += &format!("&{name}={example}"),
                }
            }
            let target = format!("{target}?{}", query.trim_start_matches('&'));
            let answer = match of["requestBody"]["content"].as_object() {
                None => server.get(&target),
                Some(content) => {
                    let (media, content) = content.iter().next().unwrap();
                    let example = &content["example"];
                    let body = example.as_str().map_or(example.to_string(), str::to_owned);
                    server.post(&target, media, &body)
                }
            };
            assert_eq!(answer.status, 200, "{method} {target}: {}", answer.body);
            let media = &answer.headers["content-type"];
            let schema = &of["responses"]["200"]["content"][media]["schema"];
            assert!(schema.is_object(), "{method} {path}: {media} has no schema");
            let first = answer.body.lines().next().unwrap();
            let document = if media.contains("ndjson") {
                serde_json::from_str(first).unwrap()
            } else {
                answer.json()
            };
            let schema = match schema["$ref"].as_str().or(schema["oneOf"][0]["$ref"].as_str()) {
                Some(name) => api.pointer(name.trim_start_matches('#')).unwrap(),
                None => schema,
            };
            for field in schema["required"].as_array().into_iter().flatten() {
                assert!(document.get(field.as_str().unwrap()).is_some(), "{path}: {field}");
            }
            called += 1;
        }
    }
    assert_eq!(called, 12);
}

/// Every path in the description is in the index, and reports its methods.
#[test]
fn the_api_lists_its_paths_and_they_their_methods() {
    let server = Server::alone();
    let index = server.get("/api/v1").json();
    assert_eq!(server.get("/api/v1/").json(), index);
    let api = server.get("/api/v1/openapi.json").json();
    let mut listed = BTreeMap::<_, BTreeSet<_>>::new();
    for of in index["resources"].as_array().unwrap() {
        let [method, path, summary] =
            ["method", "path", "summary"].map(|key| of[key].as_str().unwrap());
        assert_eq!(api["paths"][path][method.to_lowercase()]["summary"], summary);
        listed.entry(path.replace("{name}", "6x6")).or_default().insert(method.to_owned());
    }
    assert_eq!(listed.len(), api["paths"].as_object().unwrap().len());
    listed.insert("/".into(), ["GET".into()].into());
    listed.insert("/api/v1/".into(), ["GET".into()].into());
    let ask =
        |method: &str, path: &str| answer(server.begin(method, path, "Connection: close\r\n"));
    for (path, mut methods) in listed {
        if methods.contains("GET") {
            methods.insert("HEAD".into());
            let (got, head) = (server.get(&path), ask("HEAD", &path));
            assert_eq!((head.status, &*head.body), (got.status, ""), "{path}");
            let length = head.headers["content-length"].parse().ok();
            assert!(path == "/health" || length == Some(got.body.len()), "{path}");
        }
        for (method, status) in [("OPTIONS", 204), ("DELETE", 405)] {
            let answer = ask(method, &path);
            assert_eq!(answer.status, status, "{method} {path}");
            let allowed = answer.headers["allow"].split(',').map(str::to_owned);
            assert_eq!(allowed.collect::<BTreeSet<_>>(), methods, "{method} {path}");
        }
        assert_eq!(ask("DELETE", &path).problem()["title"], "Method Not Allowed");
    }
    assert_eq!(ask("OPTIONS", "/nothing").status, 404);
}

/// The words of a command, some of them quoted.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    let words = parts.flat_map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// The response to a `curl` command.
fn curl(server: &Server, command: &str) -> Answer {
    let (mut target, mut media, mut lines, mut body) = (None, None, String::new(), None);
    let mut words = words(command).into_iter();
    while let Some(word) = words.next() {
        match &*word {
            "curl" => {}
            "-H" => {
                let line = words.next().unwrap();
                media = media.or(line.strip_prefix("Content-Type: ").map(str::to_owned));
                lines += &format!("{line}\r\n");
            }
            "--data-binary" => body = words.next(),
            url => target = url.strip_prefix("http://127.0.0.1:8464").map(str::to_owned),
        }
    }
    let target = target.unwrap_or_else(|| panic!("{command}: no URL"));
    match body {
        Some(body) => server.post(&target, &media.unwrap(), &body),
        None => server.get_with(&target, &lines),
    }
}

#[test]
fn the_examples_of_the_guide_are_true() {
    let server = Server::alone();
    let guide = fs::read_to_string("docs/api.md").unwrap();
    let examples: Vec<_> = guide.split("```console\n$ ").skip(1).collect();
    assert!(examples.len() > 5);
    for example in examples {
        let (command, expected) = example.split("```").next().unwrap().split_once('\n').unwrap();
        let answer = curl(&server, command);
        let kind = answer.headers["content-type"].as_str();
        match kind {
            "application/x-ndjson" => drop(answer.lines()),
            "text/event-stream" => drop(answer.events()),
            _ => drop(answer.json()),
        }
        let said = answer.body;
        let mut rest = &*said;
        for (number, part) in expected.split("...\n").enumerate() {
            let begins = rest.find(part).unwrap_or_else(|| panic!("{command}\n{part}\n{said}"));
            assert!(number > 0 || begins == 0, "{command}\n{said}");
            rest = &rest[begins + part.len()..];
        }
        assert!(rest.is_empty() || expected.ends_with("...\n"), "{command}\n{said}");
    }
}
