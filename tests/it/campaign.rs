//! Boards solved by campaign: independent workers that are killed, leave torn files and answer the
//! same question twice.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use othello_core::answer::{self, Limits, Lines, Sources};
use othello_core::notation::read_position;
use othello_core::search::Oracle;
use othello_core::{
    Find, Position, Progress, Rules, Score, Scoring, Solution, Start, TimeLimit, Turn,
};
use othello_solver::campaign::{
    Campaign, CampaignError, Case, QuestionLine, Standing, Worked, work,
};
use othello_solver::clock::clock;
use othello_solver::results::{self, AnswerDocument};
use othello_solver::storage::shown;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::document::{check, check_file};
use crate::common::program::{Running, printed, program, run, stderr, wait_until};
use crate::common::{extremes, is_thorough, size};
use crate::oracle::Oracle as Minimax;

fn start(width: u32, height: u32, start: Start) -> Case {
    Case { position: Position::start(size(width, height), start), rules: Rules::default() }
}

fn plan(campaign: &Campaign) -> Standing {
    campaign.plan(&()).unwrap()
}

fn answer(campaign: &Campaign, questions: &[QuestionLine]) -> Worked {
    work(campaign, questions, 1 << 20, Duration::MAX, &()).unwrap()
}

/// The result of a single search.
fn solved(Case { position, rules }: Case) -> AnswerDocument {
    let (find, lines) = (Find::BestMoves, Lines::One);
    let question = answer::Question { position, rules, find, lines, counts: true };
    let limits = Limits::single(1 << 20);
    let solved = results::solve(&question, &Sources::PROVED, &limits, true, None, &()).unwrap();
    solved.unwrap().board.of_start(position.which_start())
}

/// Plans and works until nothing is missing. The result must match the result of a search, and the
/// answers must match minimax on an array of cells. Returns the number of these answers.
fn solve(start: Case, empties: u32, value: Option<Score>) -> usize {
    let (folder, expected) = (tempfile::tempdir().unwrap(), solved(start));
    assert!(value.is_none_or(|value| Some(value) == expected.value));
    let campaign = Campaign::create(folder.path(), start, empties, None, &()).unwrap();
    check_file("campaign", &folder.path().join("campaign.json"));
    let (mut asked, mut known) = (HashSet::new(), None);
    let last = loop {
        let plan = plan(&campaign);
        assert!(known.is_none() || plan.value == known, "a known value stays known");
        known = plan.value;
        if plan.questions.is_empty() {
            break plan;
        }
        assert!(plan.known < plan.needed, "{plan:?}");
        let refused = campaign.result(&plan, 1 << 20, &());
        assert!(matches!(refused, Err(CampaignError::Open(_))), "{refused:?}");
        for question in &plan.questions {
            check("campaign-question", &serde_json::to_value(question).unwrap());
            assert!(!asked.contains(&(question.case, question.at_least)), "{question:?}");
        }
        let answered = answer(&campaign, &plan.questions).answered;
        assert!(answered > 0);
        asked.extend(plan.questions[..answered].iter().map(|it| (it.case, it.at_least)));
    };
    let (mut minimax, mut compared) = (Minimax::default(), 0);
    for answer in lines(folder.path()).iter().map(|line| parsed(line)) {
        check("campaign-answer", &answer);
        let cells = answer["position"].as_str().unwrap();
        let position = read_position(start.position.size(), cells).unwrap();
        if position.empties() > if is_thorough() { 10 } else { 6 } {
            continue;
        }
        let scoring = answer["score"].as_str().unwrap().parse().unwrap();
        let value = minimax.value(position, Rules { scoring, ..start.rules });
        let range = bound(&answer, "lower")..=bound(&answer, "upper");
        assert!(range.contains(&value), "{value}: {answer}");
        compared += 1;
    }
    assert_eq!(last.known, last.needed, "the proof is complete");
    let result = campaign.result(&last, 1 << 20, &()).unwrap();
    let (command, positions, games, proof) = (None, None, None, result.proof.clone());
    assert_eq!(result, AnswerDocument { command, positions, games, proof, ..expected });
    compared
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

/// The answer files of a campaign.
fn answer_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder.join("answers")) else { return Vec::new() };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The lines of all answer files.
fn lines(folder: &Path) -> Vec<String> {
    let texts = answer_files(folder).into_iter().map(|file| fs::read_to_string(file).unwrap());
    texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn campaigns_of_small_boards_end_with_their_results() {
    let mut compared = 0;
    for (rules, kind) in Rules::ALL.into_iter().flat_map(|it| Start::ALL.map(|kind| (it, kind))) {
        for empties in [11, 8, 5] {
            compared += solve(Case { rules, ..start(4, 4, kind) }, empties, None);
        }
        for (width, height) in if is_thorough() { &[(3, 5), (5, 3), (5, 4)][..] } else { &[] } {
            compared += solve(Case { rules, ..start(*width, *height, kind) }, 7, None);
        }
    }
    assert!(!is_thorough() || compared >= 2_000, "{compared}");
    solve(start(4, 5, Start::Diagonal), 10, Some(16));
    solve(start(5, 4, Start::Parallel), 10, Some(16));
    solve(start(4, 5, Start::Parallel), 10, Some(-14));
}

#[test]
fn a_campaign_of_5x5_ends_with_its_result() {
    solve(start(5, 5, Start::Diagonal), 15, Some(13));
}

/// Positions with a pass, and positions where the game ends before the frontier.
#[test]
fn campaigns_of_endgames_end_with_their_results() {
    let Case { position, rules } = start(4, 4, Start::Diagonal);
    let solution = Solution::new(position, rules).unwrap();
    let ends = solution.positions().filter(|(game, _)| game.empties() == 8);
    for (position, value) in ends.step_by(37) {
        solve(Case { position, rules }, 4, Some(value));
    }
}

/// A search finds the value, the best moves and the line. A campaign also finds the value if the
/// winner gets the empty squares, and takes little more.
#[test]
fn a_campaign_searches_at_most_1_6_times_the_positions_of_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let (path, start) = (folder.path(), start(5, 6, Start::Diagonal));
    let campaign = Campaign::create(path, start, 22, None, &()).unwrap();
    // The first plan repeats the estimates that led to the guess, and counts them.
    fs::remove_file(path.join("estimates.json")).unwrap();
    let mut nodes = 0;
    loop {
        let plan = plan(&campaign);
        nodes += plan.estimate_nodes;
        if plan.questions.is_empty() {
            let result = campaign.result(&plan, 1 << 20, &()).unwrap();
            assert_eq!((plan.value, result.value_empties_to_winner), (Some(10), Some(10)));
            break;
        }
        nodes += work(&campaign, &plan.questions, 64 << 20, Duration::MAX, &()).unwrap().nodes;
    }
    let search = parsed(&fs::read_to_string("results/5x6.json").unwrap());
    let most = search["proof"]["nodes"].as_u64().unwrap() * 8 / 5;
    assert!(nodes <= most, "{nodes} of at most {most}");
}

/// A campaign for 6x6 takes minutes. Its first guess, a score of a full board, is the value; with a
/// guess of -3 it takes 2.6 times the positions.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn the_guess_for_6x6_is_right_and_the_number_of_threads_changes_nothing() {
    let plans = [1, 4].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let start = start(6, 6, Start::Diagonal);
        let plan = pool.install(|| {
            let campaign = Campaign::create(folder.path(), start, 26, None, &()).unwrap();
            assert_eq!(campaign.guess, -4);
            plan(&campaign)
        });
        (plan, fs::read_to_string(folder.path().join("estimates.json")).unwrap())
    });
    assert!(!plans[0].0.questions.is_empty());
    assert_eq!(plans[0], plans[1]);
}

#[test]
fn the_first_plan_of_a_small_board_says_how_much_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let new = printed(&["campaign", "new", "5x6", "--folder", "c"], folder.path());
    assert!(new.contains("questions about positions with 22 empty squares"), "{new}");
    let plan = printed(&["campaign", "plan", "c"], folder.path());
    assert!(plan.contains("guess      +10\nproof      0 of "), "{plan}");
}

const NEW: [&str; 7] = ["campaign", "new", "4x5", "--empties", "10", "--folder", "c"];
const PLAN: [&str; 3] = ["campaign", "plan", "c"];
const WORK: [&str; 5] = ["campaign", "work", "c/questions/00001.jsonl", "--hash", "1M"];
const MERGE: [&str; 3] = ["campaign", "merge", "c"];

/// A temporary folder with a planned campaign for 4x5 in the subfolder `c`.
fn planned() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    printed(&NEW, &folder);
    printed(&PLAN, &folder);
    let c = folder.path().join("c");
    (folder, c)
}

/// Plans and works until no question is open, and returns the final output.
fn finish(folder: &Path) -> String {
    loop {
        let plan = printed(&PLAN, folder);
        if fs::read_dir(folder.join("c/questions")).unwrap().next().is_none() {
            return plan;
        }
        printed(&WORK, folder);
    }
}

/// The same, with all answers.
fn finished() -> (TempDir, PathBuf) {
    let (folder, c) = planned();
    finish(folder.path());
    (folder, c)
}

#[test]
fn estimates_are_kept_and_wrong_ones_lead_to_no_wrong_value() {
    let (folder, c) = planned();
    let plan = [&PLAN[..], &["--format", "json"]].concat();
    let again = parsed(&printed(&plan, &folder));
    assert_eq!(again["estimate_nodes"], 0, "everything was estimated");
    // Omit most moves, and give every position the values of another.
    let file = c.join("estimates.json");
    let mut wrong = parsed(&fs::read_to_string(&file).unwrap());
    for position in wrong.as_array_mut().unwrap() {
        position[1]["moves"] = json!(["a1", "z9"]);
        let value = &mut position[1]["value"];
        *value = (-3 * value.as_i64().unwrap()).into();
    }
    fs::write(&file, wrong.to_string()).unwrap();
    printed(&PLAN, &folder);
    // A torn file is made again.
    fs::write(&file, &wrong.to_string()[..1000]).unwrap();
    assert!(finish(folder.path()).contains("value      +16 for Black"));
}

/// Estimates for all positions of the frontier, unrelated to their values.
fn misleading(start: Position, empties: u32, number: u64) -> String {
    let (mut open, mut met, mut frontier) = (vec![start], HashSet::new(), Vec::new());
    while let Some(position) = open.pop().map(Position::after_forced_pass) {
        let form = position.canonical();
        let [own, opponent] = [form.side(), !form.side()].map(|side| form.discs(side).bits());
        if position.empties() == empties && position.turn() == Turn::Place {
            let noise = (own ^ opponent << 7 ^ number).wrapping_mul(0x9E37_79B9) >> 20;
            let value = Score::try_from(noise % 33).unwrap() - 16;
            let estimate = json!({"moves": [], "value": value, "cost": 1});
            frontier.push(json!([{"own": own, "opponent": opponent}, estimate]));
        } else if met.insert((own, opponent)) {
            open.extend(position.after_moves());
        }
    }
    json!(frontier).to_string()
}

#[test]
fn estimates_that_are_all_wrong_end_with_the_right_value() {
    let (start, mut surprises) = (start(4, 4, Start::Diagonal), 0);
    for number in 0..4 {
        let folder = tempfile::tempdir().unwrap();
        let campaign = Campaign::create(folder.path(), start, 7, Some(16), &()).unwrap();
        let estimates = folder.path().join("estimates.json");
        fs::write(&estimates, misleading(start.position, 7, number)).unwrap();
        loop {
            let plan = plan(&campaign);
            assert!(plan.estimate_nodes < 1 << 20, "no estimate was made");
            if let Some(value) = plan.value {
                assert_eq!(value, -8);
                break;
            }
            let Worked { answered, settled, .. } = answer(&campaign, &plan.questions);
            surprises += u32::from(answered + settled < plan.questions.len());
        }
        // The conclusions from the answers do not depend on the estimates.
        for other in 4..8 {
            fs::write(&estimates, misleading(start.position, 7, other)).unwrap();
            assert_eq!(plan(&campaign).value, Some(-8), "{number}, {other}");
        }
    }
    assert!(surprises > 10, "{surprises}");
}

#[test]
fn workers_are_killed_files_are_torn_and_answers_are_doubled() {
    let (folder, c) = planned();
    for kill in 0..20 {
        // Kill the worker as soon as it runs, or when it has answered another question.
        let enough = lines(&c).len() + kill % 2;
        let mut worker = Running(program(&WORK, &folder).stdout(Stdio::null()).spawn().unwrap());
        wait_until("a worker answers", || {
            lines(&c).len() >= enough || worker.0.try_wait().unwrap().is_some()
        });
        drop(worker);
        printed(&PLAN, &folder);
    }
    assert!(lines(&c).len() >= 3);
    let twice = lines(&c).join("\n") + "\n";
    fs::write(c.join("answers/torn.jsonl"), &twice[..twice.len() - 20]).unwrap();
    fs::write(c.join("answers/twice.jsonl"), twice).unwrap();
    let end = finish(folder.path());
    assert!(end.contains("value      +16 for Black"), "{end}");
    assert!(!end.contains("unusable"), "{end}");
}

#[test]
fn a_worker_does_the_same_again() {
    let found = [(), ()].map(|()| {
        let (folder, c) = planned();
        printed(&WORK, &folder);
        let found = lines(&c);
        assert!(!found.is_empty());
        let again = printed(&[&WORK[..], &["--time", "0s"]].concat(), &folder);
        assert!(again.contains("the rest is left to the next plan"), "{again}");
        assert_eq!(lines(&c), found, "no question is begun after the time");
        found
    });
    assert_eq!(found[0], found[1]);
    let (folder, c) = finished();
    let (answers, questions) = (lines(&c), folder.path().join("all.jsonl"));
    let question = |line: &String| with_number(line, "cost", "1").replace('}', ",\"likely\":true}");
    fs::write(&questions, answers.iter().map(question).collect::<Vec<_>>().join("\n")).unwrap();
    let again = printed(&["campaign", "work", "all.jsonl", "--folder", "c"], &folder);
    assert!(again.contains(&format!("{} already settled", answers.len())), "{again}");
    assert_eq!(lines(&c), answers, "no question is answered twice");
}

/// Apart from the proof, a campaign produces the same file as `solve`, and also a certificate.
#[test]
fn a_campaign_ends_with_a_result_and_a_certificate() {
    let (folder, _) = planned();
    let folder = folder.path();
    let merge = [&MERGE[..], &["--output", "4x5.json"]].concat();
    let certify = ["certify", "--campaign", "c", "--output", "4x5.proof"];
    for args in [&merge[..], &certify] {
        let refused = run(args, folder);
        assert_eq!(refused.status.code(), Some(1));
        assert!(stderr(&refused).contains(" questions are open; alternate `plan` and `work`"));
        assert!(!folder.join(args.last().unwrap()).exists());
    }
    finish(folder);
    assert!(printed(&merge, folder).ends_with("written    4x5.json\n"));
    let read = |path: &Path| parsed(&fs::read_to_string(path).unwrap());
    let mut merged = read(&folder.join("4x5.json"));
    let mut solved = read("results/4x5.json".as_ref());
    assert_eq!(merged["proof"], json!({"method": "campaign"}));
    for document in [&mut merged, &mut solved] {
        document.as_object_mut().unwrap().retain(|key, _| key != "proof" && key != "command");
    }
    assert_eq!(merged, solved);
    let verified = printed(&["verify", "4x5.json"], folder);
    assert!(verified.contains("values, best moves and line; proof.method was not checked"));

    printed(&certify, folder);
    let verified = printed(&["verify", "4x5.proof"], folder);
    assert!(verified.contains(", value +16: by "), "{verified}");
    for other in [&["4x4"][..], &["--objective", "fewest"], &["--moves", "b1"]] {
        let refused = run(&[&["certify", "--campaign", "c"], other].concat(), folder);
        assert_eq!(refused.status.code(), Some(2), "{other:?}");
    }
}

/// The same answer with different bounds.
fn forged(line: &str, at_least: Score, lower: Score, upper: Score) -> String {
    let mut answer = parsed(line);
    answer["at_least"] = at_least.into();
    answer["lower"] = lower.into();
    answer["upper"] = upper.into();
    answer.to_string()
}

/// A bound in an answer.
fn bound(answer: &Value, name: &str) -> Score {
    Score::try_from(answer[name].as_i64().unwrap()).unwrap()
}

/// The opposite of an answer.
fn denied(line: &str) -> String {
    let answer = parsed(line);
    let [at_least, lower, upper] = ["at_least", "lower", "upper"].map(|name| bound(&answer, name));
    if lower >= at_least {
        forged(line, lower, -20, lower - 1)
    } else {
        forged(line, upper + 1, upper + 1, 20)
    }
}

#[test]
fn forged_answers_are_named_and_nothing_is_concluded() {
    let (folder, c) = finished();
    let honest = format!("c/answers/{}:", answer_files(&c)[0].file_name().unwrap().display());
    let mut lies: Vec<_> = lines(&c)[..6].iter().map(|line| denied(line)).collect();
    // Both scorings have the same winner, and the empty squares can only increase the margin, so
    // answers under different scorings can contradict each other.
    let is_win = |line: &&String| line.contains("\"discs\"") && bound(&parsed(line), "lower") > 0;
    let (all, other) = (lines(&c), "\"empties-to-winner\"");
    lies.push(denied(all.iter().find(is_win).unwrap()).replace("\"discs\"", other));
    for lie in lies {
        fs::write(c.join("answers/forged.jsonl"), lie + "\n").unwrap();
        for command in ["plan", "merge", "status"] {
            let refused = run(&["campaign", command, "c"], &folder);
            assert_eq!(refused.status.code(), Some(1), "{command}");
            assert!(refused.stdout.is_empty());
            let refused = stderr(&refused);
            assert!(refused.contains("c/answers/forged.jsonl:1"), "{refused}");
            assert!(refused.contains(&honest) || answer_files(&c).len() > 2, "{refused}");
        }
    }
}

/// A false answer is found immediately if other answers cover the same position, and otherwise by a
/// second search, even if it only exaggerates.
#[test]
fn a_lie_in_place_of_the_truth_is_found() {
    let (_folder, c) = finished();
    let campaign = Campaign::open(&c).unwrap();
    let (mut denials, mut exaggerations) = (0, 0);
    for file in answer_files(&c) {
        let honest = fs::read_to_string(&file).unwrap();
        let lines: Vec<_> = honest.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let answer = parsed(line);
            let (at_least, is_reached) =
                (bound(&answer, "at_least"), bound(&answer, "lower") >= bound(&answer, "at_least"));
            let exaggerated = if is_reached { 20 } else { -20 };
            let farthest = if is_reached { 20 } else { -19 };
            let position = read_position(size(4, 5), answer["position"].as_str().unwrap());
            let scoring: Scoring = answer["score"].as_str().unwrap().parse().unwrap();
            let oracle = Oracle::new(Rules { scoring, ..Rules::default() }, 1 << 20, 10);
            let is_so = oracle.at_least(position.unwrap(), farthest, &()).unwrap() == is_reached;
            for lie in [denied(line), forged(line, at_least, exaggerated, exaggerated)] {
                let is_denial = lie == denied(line);
                if is_so && !is_denial {
                    continue;
                }
                let mut all = lines.clone();
                all[number] = &lie;
                fs::write(&file, all.join("\n") + "\n").unwrap();
                let found = match campaign.plan(&()) {
                    Ok(plan) => plan.answers.recheck(1.0, 1 << 20, &()).map(|_| ()),
                    Err(error) => Err(error),
                };
                let Err(CampaignError::Contradiction(answers)) = found else {
                    panic!("{lie}: {found:?}")
                };
                let place = format!("{}:{}", shown(&file), number + 1);
                assert!(answers.iter().any(|it| it.starts_with(&place)), "{place}: {answers:?}");
                denials += i32::from(is_denial);
                exaggerations += i32::from(!is_denial);
            }
            fs::write(&file, &honest).unwrap();
            if denials >= 20 && exaggerations >= 10 {
                return;
            }
        }
    }
    assert!(denials > 0 && exaggerations > 0, "{denials}, {exaggerations}");
}

#[test]
fn invalid_answers_are_reported_and_not_used() {
    let (folder, c) = finished();
    let value = "value      +16 for Black";
    let line = &lines(&c)[0];
    let mut start = parsed(line);
    start["position"] = "---------OX--XO--------- X".into();
    let unusable = [
        "nonsense".to_owned(),
        "{}".to_owned(),
        forged(line, 5, 8, 4),
        forged(line, 5, -20, 20),
        forged(line, 5, 5, 21),
        start.to_string(),
    ];
    fs::write(c.join("answers/x.jsonl"), unusable.join("\n") + "\n").unwrap();
    let plan = printed(&PLAN, &folder);
    assert!(plan.starts_with(value), "{plan}");
    for number in 1..=unusable.len() {
        assert!(plan.contains(&format!("unusable   c/answers/x.jsonl:{number}: ")), "{plan}");
    }
}

/// Answers from a campaign with different rules or another size are reported, and nothing is concluded
/// from them. If `campaign.json` was edited, the questions are different, and nothing is concluded
/// from answers to the old ones either.
#[test]
fn answers_and_questions_of_other_campaigns_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, c) = (folder.path(), folder.path().join("c"));
    let others: [[&[&str]; 2]; 3] = [
        [&["4x5", "--score", "empties-to-winner"], &["4x5"]],
        [&["4x5"], &["4x5", "--objective", "fewest"]],
        [&["4x5"], &["5x4"]],
    ];
    for [own, other] in others {
        let _ = fs::remove_dir_all(&c);
        let new = |board| [&NEW[..2], board, &NEW[3..]].concat();
        printed(&new(own), folder);
        let before = finish(folder);
        let there = tempfile::tempdir().unwrap();
        let (there, named) = (there.path(), c.join("answers/other.jsonl"));
        printed(&new(other), there);
        printed(&PLAN, there);
        let questions = fs::read_to_string(there.join("c/questions/00001.jsonl")).unwrap();
        finish(there);
        fs::write(&named, lines(&there.join("c")).join("\n") + "\n").unwrap();
        let plan = finish(folder);
        assert!(plan.contains("unusable   c/answers/other.jsonl:1: "), "{plan}");
        assert!(plan.starts_with(before.lines().next().unwrap()), "{plan}");
        let merged = run(&[&MERGE[..], &["--format", "json"]].concat(), folder);
        // Where empty squares go to the winner, the other campaign ends up asking about that score
        // too.
        let is_refused = |line: &&str| own.len() == 1 || line.contains("\"discs\"");
        let refused = fs::read_to_string(&named).unwrap().lines().filter(is_refused).count();
        assert_eq!(merged.status.code(), Some(1));
        assert_eq!(stderr(&merged), format!("error: {refused} lines were not used\n"));
        let merged = parsed(&String::from_utf8(merged.stdout).unwrap());
        assert_eq!(merged["value"], 16);
        assert_eq!(merged["unusable"].as_array().unwrap().len(), refused);
        fs::remove_file(named).unwrap();
        fs::write(folder.join("other.jsonl"), questions).unwrap();
        let refused = run(&["campaign", "work", "other.jsonl", "--folder", "c"], folder);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains("other.jsonl:1: it"), "{}", stderr(&refused));
    }
    let file = fs::read_to_string(c.join("campaign.json")).unwrap();
    // On 5x4, the cells are another position, where Black passes and White's only move ends the game.
    let edits = [
        ("\"most\"", "\"fewest\"", [-20, 20, 0]),
        ("\"4x5\"", "\"5x4\"", [-3, -3, 0]),
        (" 10", " 9", [-20, 20, 0]),
    ];
    for (from, to, expected) in edits {
        assert!(file.contains(from));
        fs::write(c.join("campaign.json"), file.replacen(from, to, 1)).unwrap();
        let merged = run(&[&MERGE[..], &["--format", "json"]].concat(), folder);
        assert_eq!(merged.status.code(), Some(1), "{to}");
        let merged = parsed(&String::from_utf8(merged.stdout).unwrap());
        assert_eq!([&merged["lower"], &merged["upper"], &merged["known"]], expected, "{to}");
    }
    fs::remove_file(c.join("campaign.json")).unwrap();
    assert_eq!(run(&NEW, folder).status.code(), Some(2), "the folder has answers");
    assert!(!c.join("campaign.json").exists());
}

/// The document with one number replaced, possibly by one larger than any integer type.
fn with_number(line: &str, key: &str, number: &str) -> String {
    let mut document = parsed(line);
    document[key] = "THE NUMBER".into();
    document.to_string().replace("\"THE NUMBER\"", number)
}

/// Numbers that no honest worker writes either are rejected, with file and line, or change no
/// conclusion. Other workers continue.
#[test]
fn extreme_numbers_do_not_block_other_workers() {
    let (folder, c) = planned();
    let question = fs::read_to_string(c.join("questions/00001.jsonl")).unwrap();
    let question = question.lines().next().unwrap();
    let before = finish(folder.path());
    let answer = &lines(&c)[0];
    let mut lies = Vec::new();
    for number in extremes(8) {
        for key in ["at_least", "lower", "upper", "nodes", "signature"] {
            lies.push((key, number, with_number(answer, key, number)));
        }
    }
    let text: String = lies.iter().flat_map(|(.., lie)| [lie, "\n"]).collect();
    fs::write(c.join("answers/lies.jsonl"), text).unwrap();
    assert_eq!(finish(folder.path()).lines().next(), before.lines().next());
    let recheck = [&MERGE[..], &["--recheck", "5%", "--format", "json"]].concat();
    let merged = run(&recheck, &folder);
    assert_eq!(merged.status.code(), Some(1), "{}", stderr(&merged));
    let merged = parsed(&String::from_utf8(merged.stdout).unwrap());
    assert_eq!((&merged["value"], &merged["nodes"]), (&16.into(), &u64::MAX.into()));
    let unusable = merged["unusable"].as_array().unwrap();
    for (line, (key, number, lie)) in (1..).zip(&lies) {
        let place = format!("c/answers/lies.jsonl:{line}: ");
        let is_named = unusable.iter().any(|it| it.as_str().unwrap().starts_with(&place));
        let is_possible = ["nodes", "signature"].contains(key) && number.parse::<u64>().is_ok();
        assert_eq!(is_named, !is_possible, "{lie}");
    }
    for number in extremes(8) {
        let text = with_number(question, "at_least", number);
        fs::write(folder.path().join("x.jsonl"), text).unwrap();
        let refused = run(&["campaign", "work", "x.jsonl", "--folder", "c"], &folder);
        assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
        assert!(stderr(&refused).starts_with("error: x.jsonl:1: "), "{}", stderr(&refused));
    }
}

#[test]
fn extreme_numbers_in_the_files_of_a_campaign_are_refused_or_left_out() {
    let (folder, c) = planned();
    let campaign = fs::read_to_string(c.join("campaign.json")).unwrap();
    let estimates = fs::read_to_string(c.join("estimates.json")).unwrap();
    let is_refused = |key: &str, number: &str| {
        fs::write(c.join("campaign.json"), with_number(&campaign, key, number)).unwrap();
        let refused = run(&PLAN, &folder);
        assert_eq!(refused.status.code(), Some(2), "{number}: {}", stderr(&refused));
        assert!(stderr(&refused).contains("c/campaign.json cannot be used: "));
        fs::write(c.join("campaign.json"), &campaign).unwrap();
    };
    for (key, number) in [("guess", "21"), ("guess", "-21"), ("empties", "0"), ("empties", "16")] {
        is_refused(key, number);
    }
    for number in extremes(8) {
        is_refused("guess", number);
        is_refused("empties", number);
        let guess = format!("--guess={number}");
        let new = [&NEW[..6], &["other", &guess]].concat();
        assert_eq!(run(&new, &folder).status.code(), Some(2));
        assert!(!folder.path().join("other").exists());

        let mut document = parsed(&estimates);
        for (at, position) in document.as_array_mut().unwrap().iter_mut().enumerate() {
            position[1][["value", "cost"][at % 2]] = "THE NUMBER".into();
        }
        let text = document.to_string().replace("\"THE NUMBER\"", number);
        fs::write(c.join("estimates.json"), text).unwrap();
        printed(&[&PLAN[..], &["--jobs", "3"]].concat(), &folder);
    }
}

/// Reading a pipe among the answers would never finish.
#[test]
#[cfg(unix)]
fn only_regular_files_are_read() {
    let (folder, c) = planned();
    assert!(Command::new("mkfifo").arg(c.join("answers/pipe.jsonl")).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", c.join("answers/zero.jsonl")).unwrap();
    for command in ["plan", "status", "merge"] {
        printed(&["campaign", command, "c"], &folder);
    }
}

#[test]
fn questions_are_dealt_to_files_and_come_from_a_pipe_too() {
    let (folder, c) = planned();
    let read =
        |number| fs::read_to_string(c.join(format!("questions/0000{number}.jsonl"))).unwrap();
    let all = read(1);
    printed(&[&PLAN[..], &["--jobs", "3"]].concat(), &folder);
    let dealt = [1, 2, 3].map(read);
    let number = |text: &str| text.lines().count();
    assert!(dealt.iter().all(|it| it.lines().all(|line| all.contains(line))));
    assert_eq!(dealt.iter().map(|it| number(it)).sum::<usize>(), number(&all));
    let mut worker = program(&["campaign", "work", "-", "--folder", "c"], &folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let first = all.lines().next().unwrap();
    worker.stdin.take().unwrap().write_all(first.as_bytes()).unwrap();
    assert!(worker.wait().unwrap().success());
    assert_eq!(lines(&c).len(), 1);
    assert_eq!(run(&["campaign", "work", "-"], &folder).status.code(), Some(2));
}

#[test]
fn bad_input_changes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let code = |args: &str| {
        let args: Vec<_> = ["campaign"].into_iter().chain(args.split(' ')).collect();
        run(&args, folder).status.code()
    };
    assert_eq!(code("new 4x4 --empties 12 --folder c"), Some(2));
    assert_eq!(code("new 4x4 --empties 0 --folder c"), Some(2));
    assert_eq!(code("new 4x4 --empties 8 --guess 17 --folder c"), Some(2));
    assert!(!folder.join("c").exists());
    assert_eq!(code("plan c"), Some(2));
    assert_eq!(code("new 4x4 --empties 8 --folder c"), Some(0));
    assert_eq!(code("new 4x4 --empties 8 --folder c"), Some(2));
    assert_eq!(code("merge c --recheck 1"), Some(2));
    fs::create_dir(folder.join("c/questions")).unwrap();
    fs::write(folder.join("c/questions/1.jsonl"), "nonsense\n").unwrap();
    assert_eq!(code("work c/questions/1.jsonl"), Some(2));
    fs::write(folder.join("c/campaign.json"), "{}").unwrap();
    assert_eq!(code("plan c"), Some(2));
}

#[test]
fn a_search_for_estimates_can_be_stopped() {
    let stopped = TimeLimit::new(&(), &clock, Duration::ZERO);
    let folder = tempfile::tempdir().unwrap();
    let (path, start) = (folder.path().join("c"), start(4, 4, Start::Diagonal));
    let create =
        |guess, progress: &dyn Progress| Campaign::create(&path, start, 8, guess, progress);
    assert!(matches!(create(None, &stopped), Err(CampaignError::Stopped)));
    assert!(!path.exists());
    let campaign = create(Some(0), &stopped).unwrap();
    assert!(matches!(campaign.plan(&stopped), Err(CampaignError::Stopped)));
}

/// The campaign that is kept in scale/6x8/ can be continued: it is unpacked, its answers are used, the
/// next questions are written, and an answer becomes another part. The questions take minutes, so this
/// answer is made up.
#[test]
#[cfg_attr(windows, ignore = "runs shell scripts")]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn the_campaign_for_6x8_can_be_continued() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, parts) = (folder.path(), folder.path().join("parts"));
    let script = |name: &str, args: [&str; 2]| {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scale").join(name);
        let output = Command::new(script).args(args).current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    };
    let report = |args: &[&str]| parsed(&printed(&[args, &["--format", "json"]].concat(), folder));
    let contents = |path: &Path| {
        let files = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        let read = |file: PathBuf| (file.file_name().unwrap().to_owned(), fs::read(file).unwrap());
        files.map(read).collect::<BTreeMap<_, _>>()
    };
    let kept = contents("scale/6x8".as_ref());
    assert!(kept.values().map(Vec::len).sum::<usize>() <= 8 << 20);
    fs::create_dir(&parts).unwrap();
    for (name, bytes) in &kept {
        fs::write(parts.join(name), bytes).unwrap();
    }

    script("unpack.sh", ["parts", "c"]);
    let before = report(&PLAN);
    assert_eq!(before["unusable"], json!([]));
    assert!(before["known"].as_u64() >= Some(200), "{before}");
    assert_eq!(before["estimate_nodes"], 0, "all estimates are kept");
    let questions = fs::read_to_string(folder.join("c/questions/00001.jsonl")).unwrap();
    let question = questions.lines().next().unwrap();
    let (likely, at_least) = (&parsed(question)["likely"], bound(&parsed(question), "at_least"));
    let (lower, upper) = if likely == true { (at_least, 48) } else { (-48, at_least - 1) };
    let mut answer = parsed(&forged(question, at_least, lower, upper));
    answer["nodes"] = 1.into();
    answer["signature"] = 1.into();
    fs::write(folder.join("c/answers/new.jsonl"), format!("{answer}\n")).unwrap();
    let after = report(&["campaign", "status", "c"]);
    let count = |report: &Value| report["answers"].as_u64().unwrap();
    assert_eq!(count(&after), count(&before) + 1);
    assert_eq!(after["unusable"], json!([]));

    script("pack.sh", ["c", "parts"]);
    let more = contents(&parts);
    assert_eq!(more.len(), kept.len() + 1);
    assert!(kept.iter().all(|(name, bytes)| more[name] == *bytes), "a part was changed");
    script("unpack.sh", ["parts", "again"]);
    let again = report(&["campaign", "status", "again"]);
    for key in ["answers", "nodes", "known", "needed", "lower", "upper"] {
        assert_eq!(again[key], after[key], "{key}");
    }
    script("pack.sh", ["again", "parts"]);
    assert_eq!(contents(&parts), more, "there are no new answers");
}
