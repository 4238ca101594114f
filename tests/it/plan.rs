//! Plans secure their scores according to the mailbox rules, and stay small.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use othello_core::analysis::{Plan, PlanError, random_endgames};
use othello_core::{Color, Mailbox, Objective, Position, Rules, Scoring, Solution, Start};

use crate::common::program::{run, stderr, stdout};
use crate::common::{LONG, is_thorough, searched_value, start};

/// Plays every line of the opponent against a plan, using only the positions and moves of its steps.
/// Returns the number of different positions where the player moved.
fn play_all(plan: &Plan) -> usize {
    let (width, height) = (plan.position.size().width(), plan.position.size().height());
    let board = |position: Position| {
        Mailbox::parse(width as usize, height as usize, &position.to_string()).unwrap()
    };
    // The board after the player's move, for every image of every step.
    let mut moves = HashMap::new();
    for step in &plan.steps {
        let before = board(step.position);
        let square = step.square.row() * width + step.square.column();
        let after = before.play(square as usize).unwrap();
        moves.extend(before.images().into_iter().zip(after.images()));
    }
    let mut waiting = vec![board(plan.position)];
    let (mut seen, mut used) = (HashSet::new(), HashSet::new());
    while let Some(board) = waiting.pop() {
        if !seen.insert(board) {
        } else if board.is_over() {
            let score = plan.player.sees(board.score(plan.rules), board.side());
            assert!(score >= plan.secures, "{board}: {score}");
        } else if let Some(passed) = board.pass() {
            waiting.push(passed);
        } else if board.side() == plan.player {
            used.insert(board.images().iter().map(Mailbox::to_string).min());
            waiting.push(*moves.get(&board).unwrap_or_else(|| panic!("{board} has no move")));
        } else {
            waiting.extend(board.moves().map(|(_, after)| after));
        }
    }
    used.len()
}

fn check(start: Position, rules: Rules, value: i32) -> [Plan; 2] {
    Color::ALL.map(|player| {
        let plan = Plan::new(start, rules, Some(player), &()).unwrap();
        assert_eq!(plan.secures, player.sees(value, start.side()));
        assert_eq!(play_all(&plan), plan.steps.len(), "{player} has steps that are not needed");
        assert!(plan.at_least.is_none_or(|fewest| fewest <= plan.steps.len()));
        plan
    })
}

#[test]
fn every_line_against_a_plan_gets_its_score_on_4x4() {
    for opening in Start::ALL {
        for rules in Rules::ALL {
            let start = start(4, 4, opening);
            let value = Solution::new(start, rules).unwrap().value(start).unwrap();
            check(start, rules, value);
        }
    }
}

#[test]
fn the_plans_of_4x4_are_the_smallest() {
    let plans = check(start(4, 4, Start::Diagonal), Rules::default(), -8);
    let sizes = plans.map(|plan| (plan.steps.len(), plan.at_least));
    assert_eq!(sizes, [(49, Some(49)), (26, Some(26))]);
    // An integer programming solver found that 126 is optimal here.
    let [_, white] = check(start(4, 4, Start::Parallel), Rules::default(), -3);
    assert_eq!((white.steps.len(), white.at_least), (126, Some(125)));
}

#[test]
fn every_line_against_a_plan_gets_its_score_on_larger_boards() {
    check(start(4, 5, Start::Diagonal), Rules::default(), 16);
    if is_thorough() {
        let plans = check(start(5, 5, Start::Diagonal), Rules::default(), 13);
        assert!(plans.iter().all(|plan| plan.steps.len() < 40_000));
    }
}

#[test]
fn endgames_of_8x8_have_plans() {
    let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
    let empties = if is_thorough() { 9..=11 } else { 7..=8 };
    for position in random_endgames(6, empties, 5, 20) {
        check(position, rules, searched_value(position, rules));
    }
}

#[test]
fn a_plan_is_drawn_written_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let all = "solve 4x4 --strategy --output 4x4-white-plan.json --svg plan.svg --html plan.html";
    let output = run(&all.split(' ').collect::<Vec<_>>(), folder);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.starts_with("4x4 Othello: White wins by at least 8\n\n26 positions"), "{text}");
    let svg = fs::read_to_string(folder.join("plan.svg")).unwrap();
    // One for each step and one for the start.
    assert_eq!(svg.matches("<use ").count(), 27);
    let html = fs::read_to_string(folder.join("plan.html")).unwrap();
    assert_eq!(html.matches("<img ").count(), 1);
    let verify = |file: &str| run(&["verify", file, "--budget", LONG], folder);
    assert!(stdout(&verify("4x4-white-plan.json")).starts_with("proved "));

    let plan = fs::read_to_string(folder.join("4x4-white-plan.json")).unwrap();
    for (old, new) in [
        ("\"secures\": 8", "\"secures\": 9"),
        ("\"secures\": 8", "\"secures\": 7"),
        ("\"positions\": 26", "\"positions\": 25"),
        ("\"least_possible\": 26", "\"least_possible\": 27"),
        ("\"side\": \"white\"", "\"side\": \"black\""),
        ("\"turned\": \"diagonal\"", "\"turned\": \"half-turn\""),
        ("\"move\": \"a1\"", "\"move\": \"c1\""),
        ("\"step\": 5", "\"step\": 6"),
        ("\"reply\": \"a2\"", "\"reply\": \"b4\""),
        ("\"start\": \"diagonal\"", "\"start\": \"parallel\""),
        ("\"objective\": \"most\"", "\"objective\": \"fewest\""),
        ("-----OX--XO----- X", "-----OX--XO----- O"),
    ] {
        assert!(plan.contains(old), "{old}");
        fs::write(folder.join("forged.json"), plan.replacen(old, new, 1)).unwrap();
        let output = verify("forged.json");
        assert_eq!(output.status.code(), Some(1), "{old} to {new}: {}", stdout(&output));
    }
    // Without a claim that the plan is small, nothing is compared with the plan of this program.
    let free = plan.replacen("  \"least_possible\": 26,\n", "", 1);
    fs::write(folder.join("weak.json"), free.replacen("\"secures\": 8", "\"secures\": -2", 1))
        .unwrap();
    // The replies of the document name the scores, so only the secured one is weaker.
    let said = stdout(&run(&["verify", "weak.json", "--budget", LONG, "--verbose"], folder));
    assert!(said.starts_with("proved "), "{said}");
    assert!(said.contains("White secures at least -2"), "{said}");
    assert!(said.contains("; the value is +8 for White") && !said.contains("value -2"), "{said}");
    for impossible in ["17", "-100", "-2147483648"] {
        let forged = free.replacen("\"secures\": 8", &format!("\"secures\": {impossible}"), 1);
        fs::write(folder.join("forged.json"), forged).unwrap();
        let output = run(&["verify", "forged.json", "weak.json"], folder);
        let said = stdout(&output);
        let is_wrong = said.contains("secures: no game ends with the value");
        assert_eq!((output.status.code(), is_wrong), (Some(1), true), "{said}");
    }
    // A bound that the plan itself refutes needs no search.
    let too_small = plan.replacen("\"least_possible\": 26", "\"least_possible\": 999999", 1);
    fs::write(folder.join("forged.json"), too_small).unwrap();
    let output = run(&["verify", "forged.json", "--budget", "0s"], folder);
    assert!(stdout(&output).contains("least_possible: the plan has only 26 positions"));
    // A claim that was not checked is not called proved.
    let output = run(&["verify", "4x4-white-plan.json", "--budget", "0s"], folder);
    assert!(stdout(&output).starts_with("consistent "), "{}", stdout(&output));
    fs::write(folder.join("4x4-black-plan.json"), plan).unwrap();
    assert_eq!(verify("4x4-black-plan.json").status.code(), Some(1));
}

#[test]
fn the_committed_plans_are_made_by_their_command() {
    for side in ["black", "white"] {
        let output =
            run(&["solve", "4x4", "--strategy", "--side", side, "--output", "-"], Path::new("."));
        let file = format!("results/4x4-{side}-plan.json");
        assert_eq!(stdout(&output), fs::read_to_string(file).unwrap());
    }
}

#[test]
fn a_plan_that_is_too_large_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["solve", "5x5", "--strategy", "--svg", "plan.svg"], folder.path());
    let error =
        "error: the plan has 10,152 positions, and at most 1,000 are drawn; --output writes all\n";
    assert_eq!((output.status.code(), &*stderr(&output)), (Some(1), error));
    assert!(!folder.path().join("plan.svg").exists());
    let output = run(&["solve", "5x4", "--explain"], folder.path());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

/// White has to pass so often that Black's moves could be listed in millions of orders.
#[test]
fn a_plan_with_too_many_replies_is_refused() {
    let start = start(8, 3, Start::Diagonal);
    let plan = Plan::new(start, Rules::default(), Some(Color::White), &());
    assert!(
        matches!(plan, Err(PlanError::TooManyReplies(_))),
        "{:?}",
        plan.map(|it| it.steps.len())
    );
}
