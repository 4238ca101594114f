//! The same cells on different boards, under different rules and with different questions, one
//! after another through every interface of the program. Each answer is compared with minimax on an
//! array of cells, which has no memory between questions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::iter::zip;
use std::panic::catch_unwind;
use std::thread;
use std::time::Duration;

use othello_core::analysis::review;
use othello_core::answer::{self, Limits, Sources, answer};
use othello_core::notation::read_position;
use othello_core::search::Oracle;
use othello_core::{
    Color, Find, Game, Objective, Position, Rules, Score, Scoring, Size, Solution, Square, Start,
    Turn,
};
use othello_solver::campaign::{Campaign, CampaignError, Case, work};
use othello_solver::tables::{ValueTable, tabulate};
use serde_json::{Value, from_str, json};

use crate::attack::selective::game;
use crate::common::program::{printed, run, stderr, stdout, talk};
use crate::common::server::Server;
use crate::common::{is_thorough, mailbox_of, minimax, searched_answer, size, squares_on};
use crate::oracle::Oracle as Minimax;

/// A position, and the rules for its value.
pub(crate) type Question = (Position, Rules);

/// Questions about boards with these numbers of squares. The same cells are placed on every board
/// with that number of squares, with either side to move and under all rules, before moving on to
/// the next cells. A thorough test asks each interface at least 2,500 questions.
pub(crate) fn questions(squares: &[u32], cells: u64) -> Vec<Question> {
    let mut questions = Vec::new();
    let boards = Size::all().filter(|size| squares.contains(&size.squares())).count();
    let enough = 2500_u64.div_ceil(8 * u64::try_from(boards).unwrap());
    let cells = if is_thorough() { cells.max(enough) } else { cells };
    for (&squares, number) in squares.iter().flat_map(|of| (0..cells).map(move |it| (of, it))) {
        let cells = some_cells(squares, number);
        for side in ['X', 'O'] {
            let text = format!("{cells} {side}");
            for rules in Rules::ALL {
                let boards = Size::all().filter(|size| size.squares() == squares);
                let on = |size| (read_position(size, &text).unwrap(), rules);
                questions.extend(boards.map(on));
            }
        }
    }
    questions
}

/// Random cells, up to six of them empty.
fn some_cells(squares: u32, number: u64) -> String {
    let mut state = u64::from(squares) << 32 | number;
    let mut below = |limit: u32| {
        state = (state ^ 0x5851_F42D).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        usize::try_from(state % u64::from(limit)).unwrap()
    };
    let mut cells: Vec<_> = (0..squares).map(|_| ['X', 'O'][below(2)]).collect();
    for _ in 0..=below(6) {
        cells[below(squares)] = '-';
    }
    cells.into_iter().collect()
}

/// The value of a position.
pub(crate) fn value((position, rules): Question) -> Score {
    minimax(&mailbox_of(position), rules)
}

/// Each legal move with its value.
fn move_values((position, rules): Question) -> BTreeMap<Square, Score> {
    let after = |square| -value((position.play(square).unwrap(), rules));
    position.moves().iter().map(|square| (square, after(square))).collect()
}

/// The moves that keep the value.
fn best_moves(question: Question) -> Vec<Square> {
    let values = move_values(question);
    let best = values.values().max().copied();
    values.into_iter().filter(|&(_, value)| Some(value) == best).map(|(square, _)| square).collect()
}

/// Small boards with few and with many shapes, larger ones, and the largest.
const SQUARES: [u32; 7] = [6, 12, 15, 16, 24, 36, 64];

/// Otherwise these tests would not detect a mix-up.
#[test]
fn the_same_cells_have_other_values_on_other_boards_and_under_other_rules() {
    let questions = questions(&SQUARES, 4);
    let mut values = HashMap::<_, Vec<_>>::new();
    for &question in &questions {
        values.entry(question.0.to_string()).or_default().push(value(question));
    }
    let differ = values.values().filter(|of| of.iter().any(|value| *value != of[0])).count();
    assert!(2 * differ > values.len(), "{differ} of {}", values.len());
}

#[test]
fn searches() {
    for question in questions(&SQUARES, 4) {
        let (position, rules) = question;
        for find in [Find::Value, Find::AllMoves, Find::BestMove, Find::BestMoves] {
            let found = searched_answer(position, rules, find, 1 << 16);
            assert_eq!(found.value(), Some(value(question)), "{question:?}, {find:?}");
            let best = if position.turn() == Turn::Place { best_moves(question) } else { vec![] };
            match find {
                Find::Value => {}
                Find::BestMove => assert!(found.best_move().iter().all(|it| best.contains(it))),
                _ => assert_eq!(found.best_moves(), Some(best)),
            }
            if find == Find::AllMoves && position.turn() == Turn::Place {
                let moves = found.moves().iter();
                let moves = moves.map(|of| (of.square(), of.value().unwrap())).collect();
                assert_eq!(move_values(question), moves, "{question:?}");
            }
        }
    }
}

/// An oracle keeps its table from one question to the next.
#[test]
fn oracles() {
    let mut oracles = HashMap::new();
    for question in questions(&SQUARES, 8) {
        let (position, rules) = question;
        let oracle = oracles
            .entry((position.size(), rules))
            .or_insert_with(|| Oracle::new(rules, 1 << 16, 10));
        let value = value(question);
        let at_least = |bound| oracle.at_least(position, bound, &());
        assert_eq!([value, value + 1].map(at_least), [Some(true), Some(false)], "{question:?}");
    }
}

/// The keys of its table cover only the discs.
#[test]
fn an_oracle_refuses_a_second_board() {
    for pair in questions(&[12, 36], 1).windows(2) {
        let [(one, rules), (other, _)] = pair else { panic!("a pair") };
        if one.size() != other.size() {
            let refused = catch_unwind(|| {
                let oracle = Oracle::new(*rules, 1 << 16, 10);
                oracle.at_least(*one, 0, &()).unwrap();
                oracle.at_least(*other, 0, &())
            });
            let panic = refused.expect_err("it answers");
            let said = panic.downcast_ref::<String>().expect("a message");
            assert!(said.contains(&other.size().to_string()), "{said}");
        }
    }
}

/// Solutions know only their own board, and what is looked up belongs to the question.
#[test]
fn solutions_and_lookups() {
    for question in questions(&[12, 15], 12) {
        let (position, rules) = question;
        let solution = Solution::new(position, rules).unwrap();
        assert_eq!(solution.value(position), Some(value(question)), "{question:?}");
        for size in Size::all().filter(|size| *size != position.size()) {
            if size.squares() == position.size().squares() {
                let elsewhere = read_position(size, &position.to_string()).unwrap();
                assert_eq!(solution.value(elsewhere), None, "{question:?} on {size}");
            }
        }
        for of in Rules::ALL {
            let asked = answer::Question::usual(position, of);
            let found = answer(&asked, &Sources::LOOKUPS, &Limits::single(0), &()).unwrap();
            let expected = (position, of);
            assert_eq!(found.value(), Some(value(expected)), "{expected:?}");
            assert_eq!(found.best_moves(), Some(best_moves(expected)), "{expected:?}");
        }
    }
}

#[test]
fn reviews() {
    for question in questions(&[12, 16, 24], 6) {
        let (position, rules) = question;
        let Some(square) = position.moves().iter().next() else { continue };
        let mut game = Game::new(position);
        game.play(square).unwrap();
        let found = review(&game, rules, &()).unwrap();
        let found = [found.moves[0].best_value, found.moves[0].value];
        assert_eq!(found, [value(question), move_values(question)[&square]], "{question:?}");
    }
}

/// Tables for all boards with twelve squares, under all rules, in the library and in the program.
#[test]
fn value_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (mut tables, mut cells) = (Vec::new(), BTreeSet::new());
    let starts = || Start::ALL.into_iter().take(if is_thorough() { 2 } else { 1 });
    for (rules, kind) in Rules::ALL.into_iter().flat_map(|it| starts().map(move |kind| (it, kind)))
    {
        for size in Size::all().filter(|size| size.squares() == 12) {
            let path = folder.path().join(tables.len().to_string());
            tabulate(size, kind, rules, &path, &()).unwrap().unwrap();
            let start = Position::start(size, kind);
            let solution = Solution::new(start, rules).unwrap();
            cells.extend(solution.positions().map(|(position, _)| position.to_string()));
            tables.push((ValueTable::open(&path).unwrap(), solution, path));
        }
    }
    let (mut minimax, mut reached) = (Minimax::default(), 0);
    for cells in &cells {
        for (table, solution, _) in &tables {
            let position = read_position(table.size, cells).unwrap();
            let value = table.value(position).unwrap();
            assert_eq!(value, solution.value(position), "{position:?}");
            if let Some(value) = value {
                assert_eq!(value, minimax.value(position, table.rules), "{position:?}");
                reached += 1;
            }
            let (other, ..) = tables.iter().find(|(of, ..)| of.size != table.size).unwrap();
            assert!(other.value(position).is_err(), "{position:?}");
        }
    }
    let all: usize = tables.iter().map(|(_, solution, _)| solution.positions().count()).sum();
    assert!(reached >= all && (!is_thorough() || all >= 2_000), "{reached} of {all}");
    // Cells are read on the table's board; no other board can be given.
    let few = cells.iter().step_by(if is_thorough() { 1 } else { 20 });
    let lines: String = few.clone().flat_map(|cells| [cells, "\n"]).collect();
    for (table, _, path) in &tables {
        let path = path.to_str().unwrap();
        let found =
            stdout(&talk(&["lookup", "--table", path, "--format=json", "--file=-"], ".", &lines));
        assert_eq!(found.lines().count(), few.clone().count());
        for (found, cells) in zip(found.lines(), few.clone()) {
            let value = table.value(read_position(table.size, cells).unwrap()).unwrap();
            let found: Value = from_str(found).unwrap();
            assert_eq!(found["value"].as_i64(), value.map(i64::from), "{found}");
            if value.is_some() {
                assert_eq!(found["objective"], table.rules.objective.to_string());
            }
        }
        let named = run(&["lookup", "--table", path, "--size", "3x4", "b1"], ".");
        assert_eq!(named.status.code(), Some(2));
    }
}

/// A position as a game record without moves, which names the board.
fn ggf(position: Position) -> String {
    let text = position.to_string().replace('X', "*");
    format!("(;GM[Othello]BO[{} {text}];)", position.size())
}

/// The same record in SGF.
fn sgf(position: Position) -> String {
    let (size, text) = (position.size(), position.to_string());
    // Empty squares are listed too, because otherwise the discs of the start would stay.
    let discs = zip(text.chars(), squares_on(size)).map(|(disc, square)| match disc {
        'X' => format!("AB[{square}]"),
        'O' => format!("AW[{square}]"),
        _ => format!("AE[{square}]"),
    });
    let discs = discs.collect::<Vec<_>>().concat();
    format!("(;GM[2]SZ[{}:{}]{discs}PL[{}])\n", size.width(), size.height(), letter(position))
}

/// The side to move in a game record.
fn letter(position: Position) -> char {
    if position.side() == Color::Black { 'B' } else { 'W' }
}

/// The command-line options for these rules.
fn options(rules: Rules) -> [String; 2] {
    [format!("--objective={}", rules.objective), format!("--score={}", rules.scoring)]
}

/// The questions under these rules, for a program whose rules are fixed.
fn under(rules: Rules, squares: &[u32], cells: u64) -> Vec<Question> {
    questions(squares, cells).into_iter().filter(|&(_, of)| of == rules).collect()
}

/// The board changes with every line of a conversation.
#[test]
fn engines() {
    for rules in Rules::ALL {
        let [objective, score] = &options(rules);
        let of_rules = under(rules, &SQUARES, 3);
        let engine = |protocol, lines: String| {
            let args = ["engine", "--protocol", protocol, "--time=10h", objective, score];
            let output = talk(&args, ".", &lines);
            assert!(output.status.success(), "{}", stderr(&output));
            String::from_utf8(output.stdout).unwrap()
        };
        let json = of_rules.iter().map(|&(position, _)| ggf(position) + "\n").collect();
        let json = engine("json", json);
        let plain = |&(position, _): &Question| format!("value {} {position}\n", position.size());
        let plain = engine("plain", of_rules.iter().map(plain).collect());
        let nboard = |&(position, _): &Question| format!("set game {}\nhint 64\n", ggf(position));
        let nboard = engine("nboard", of_rules.iter().map(nboard).collect());
        let mut nboard = nboard.split_inclusive("status waiting\n");
        let mut count = 0;
        for ((json, plain), &question) in zip(zip(json.lines(), plain.lines()), &of_rules) {
            let (position, value) = (question.0, value(question));
            let found: Value = from_str(json).unwrap();
            assert_eq!(found["value"], value, "{question:?}: {json}");
            assert_eq!(found["position"], position.to_string());
            assert_eq!(plain, value.to_string(), "{question:?}");
            let of_moves = move_values(question);
            let mut found = BTreeMap::new();
            for line in nboard.next().unwrap().lines() {
                let words: Vec<_> = line.split(' ').collect();
                // A forced pass is not a move with a value.
                if let ["search", square, value, ..] = words[..]
                    && square != "PA"
                {
                    let value = value.strip_suffix(".00").unwrap().parse().unwrap();
                    found.insert(square.parse().unwrap(), value);
                }
            }
            assert_eq!(found, of_moves, "{question:?}");
            count += 1;
        }
        assert_eq!(count, of_rules.len());
    }
}

/// The board changes with every game of a session, and the games are repeated in another order.
#[test]
fn gtp() {
    let boards = [(3, 4), (4, 3), (2, 6), (6, 2), (4, 4), (2, 8), (8, 2), (5, 3), (3, 5), (6, 6)];
    let mut asked = 0;
    for rules in Rules::ALL {
        let games = (0..if is_thorough() { 1500 } else { 20 }).map(|number| {
            let (width, height) = boards[number % 10];
            game(width, height, 2 + u32::try_from(number / 10 % 5).unwrap(), number)
        });
        let mut games: Vec<_> = games.filter(|it| it.end().turn() == Turn::Place).collect();
        let [objective, score] = &options(rules);
        let ask = |games: &[Game]| -> Vec<Square> {
            let mut lines = String::new();
            for game in games {
                lines += &format!("boardsize {}\n", game.start().size());
                for (position, square) in game.turns() {
                    lines += &format!("play {} {square}\n", letter(position));
                }
                lines += &format!("reg_genmove {}\n", letter(game.end()));
            }
            let args = ["engine", "--protocol=gtp", "--time=10h", objective, score];
            let said = stdout(&talk(&args, ".", &lines));
            assert!(!said.contains('?'), "{said}");
            said.lines().filter_map(|line| line.strip_prefix("= ")?.parse().ok()).collect()
        };
        let mut found = ask(&games);
        assert_eq!(found.len(), games.len());
        for (square, game) in zip(&found, &games) {
            assert!(best_moves((game.end(), rules)).contains(square), "{game}, {rules}: {square}");
        }
        asked += games.len();
        games.reverse();
        found.reverse();
        assert_eq!(ask(&games), found, "in another order");
    }
    assert!(!is_thorough() || asked >= 2_000, "{asked}");
}

/// The games in a file can be on several boards.
#[test]
fn files_of_many_boards() {
    let folder = tempfile::tempdir().unwrap();
    for rules in Rules::ALL {
        let [objective, score] = &options(rules);
        for (command, squares) in
            [("solve", &SQUARES[..]), ("solve --all-moves", &SQUARES), ("lookup", &[12, 15, 16])]
        {
            let of_rules = under(rules, squares, 2);
            let games: String = of_rules.iter().map(|&(position, _)| sgf(position)).collect();
            fs::write(folder.path().join("all.sgf"), games).unwrap();
            let all = ["--file=all.sgf", "--format=json", objective, score];
            let args: Vec<_> = command.split(' ').chain(all).collect();
            let said = printed(&args, folder.path());
            assert_eq!(said.lines().count(), of_rules.len());
            for (line, &question) in zip(said.lines(), &of_rules) {
                let found: Value = from_str(line).unwrap();
                assert_eq!(found["value"], value(question), "{question:?}: {line}");
            }
        }
    }
}

/// The API address of a question.
pub(crate) fn query((position, rules): Question) -> String {
    let (size, cells) = (position.size(), position.to_string().replace(' ', "+"));
    let Rules { objective, scoring } = rules;
    format!("/api/v1/solve?size={size}&position={cells}&objective={objective}&score={scoring}")
}

/// Three clients ask one server the same questions at the same time, in two different orders.
#[test]
fn servers() {
    let questions = questions(&[12, 16, 24], 2);
    let starts = ["4x4", "2x8", "8x2", "3x5", "5x3"].into_iter().flat_map(|size| {
        let start = Position::start(size.parse().unwrap(), Start::Diagonal);
        let cells = start.to_string().replace(' ', "+");
        let parallel = format!("/api/v1/solve?size={size}&start=parallel");
        let named = format!("/api/v1/solve?size={size}");
        [format!("{named}&position={cells}"), named, parallel]
    });
    let finds =
        ["", "&find=value", "&find=best-move", "&find=best-moves", "&lines=true", "&census=true"];
    let asked: Vec<_> =
        questions.iter().flat_map(|&question| finds.map(|find| (question, find))).collect();
    let of_question = |&(question, find): &(Question, &str)| query(question) + find;
    let targets: Vec<_> = starts.chain(asked.iter().map(of_question)).collect();
    let server = Server::alone();
    let forth: Vec<_> = (0..targets.len()).collect();
    let orders = [forth.clone(), forth.iter().rev().copied().collect(), forth];
    let answers = thread::scope(|scope| {
        let (server, targets) = (&server, &targets);
        let ask = |order: Vec<usize>| {
            scope.spawn(move || {
                let answers = order.into_iter().map(|at| (at, server.solved(&targets[at]).body));
                answers.collect::<BTreeMap<_, _>>()
            })
        };
        let asked = orders.map(ask);
        asked.map(|thread| thread.join().unwrap())
    });
    let again = server.solved(&targets[0]).body;
    let [one, other, third] = answers;
    assert_eq!((&one, &one[&0]), (&other, &again), "in another order");
    assert_eq!(one, third);

    let begins = targets.len() - asked.len();
    assert_ne!(one[&0], one[&1], "only a start requested by name is reported as a start");
    for (body, &(question, find)) in zip(one.values().skip(begins), &asked) {
        let (found, (position, rules)) = (from_str::<Value>(body).unwrap(), question);
        assert_eq!(found["value"], value(question), "{question:?}");
        assert_eq!(found["size"], position.size().to_string());
        assert_eq!(found["position"], position.to_string());
        assert_eq!(found["objective"], rules.objective.to_string());
        assert_eq!(found["score"], rules.scoring.to_string());
        let has_all_moves = !find.starts_with("&find");
        assert_eq!(found.get("moves").is_some(), has_all_moves, "{question:?}{find}: {body}");
        if has_all_moves && position.turn() == Turn::Place {
            let moves = found["moves"].as_array().unwrap().iter();
            let moves = moves.map(|of| {
                let square = of["move"].as_str().unwrap().parse::<Square>().unwrap();
                (square, Score::try_from(of["value"].as_i64().unwrap()).unwrap())
            });
            assert_eq!(moves.collect::<BTreeMap<_, _>>(), move_values(question), "{question:?}");
        }
    }
    // A fresh server gives the same answer.
    for (at, target) in targets.iter().enumerate().step_by(targets.len() / 10) {
        assert_eq!(Server::alone().solved(target).body, one[&at], "{target}");
    }
}

#[test]
fn reviews_of_a_server() {
    let server = Server::alone();
    for question in questions(&[12, 24], 1) {
        let (position, rules) = question;
        let Some(square) = position.moves().iter().next() else { continue };
        let game = ggf(position).replace("];", &format!("]{}[{square}];", letter(position)));
        let Rules { objective, scoring } = rules;
        let body = json!({ "game": game, "objective": objective, "score": scoring, "time": "60s" });
        let found = server.post("/api/v1/review", "application/json", &body.to_string());
        assert_eq!(found.status, 200, "{found:?}");
        let made = &found.json()["moves"][0];
        assert_eq!(made["best_value"], value(question), "{question:?}");
        assert_eq!(made["value"], move_values(question)[&square], "{question:?}");
    }
}

/// The library rejects another campaign's questions, just as the program rejects its files in
/// `campaign.rs`.
#[test]
fn campaigns() {
    let folder = tempfile::tempdir().unwrap();
    let begin = |name: &str, size, rules| {
        let position = Position::start(size, Start::Diagonal);
        let (folder, start) = (folder.path().join(name), Case { position, rules });
        Campaign::create(&folder, start, 6, Some(0), &()).unwrap()
    };
    let fewest = Rules::new(Scoring::Discs, Objective::Fewest);
    let campaigns = [
        begin("4x3", size(4, 3), Rules::default()),
        begin("3x4", size(3, 4), Rules::default()),
        begin("rules", size(4, 3), fewest),
    ];
    for (own, campaign) in campaigns.iter().enumerate() {
        let plan = campaign.plan(&()).unwrap();
        assert!(!plan.questions.is_empty(), "{own}");
        for (other, elsewhere) in campaigns.iter().enumerate().filter(|&(other, _)| other != own) {
            let worked = work(elsewhere, &plan.questions, 1 << 16, Duration::MAX, &());
            assert!(matches!(worked, Err(CampaignError::Input(_))), "{own} {other}: {worked:?}");
        }
    }
    // The conclusions cover only the campaign's own board.
    let [campaign, elsewhere, ..] = &campaigns;
    loop {
        let plan = campaign.plan(&()).unwrap();
        if plan.questions.is_empty() {
            break;
        }
        work(campaign, &plan.questions, 1 << 16, Duration::MAX, &()).unwrap();
    }
    let known = campaign.conclusion(&()).unwrap();
    let [start, other] = [campaign, elsewhere].map(|of| of.start.position);
    assert_eq!(known.at_least(start, known.value), Some(true));
    assert_eq!(known.at_least(start, known.value + 1), Some(false));
    assert_eq!(known.at_least(other, known.value), None);
}
