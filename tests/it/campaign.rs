//! Boards solved by campaign: independent workers that are killed, leave torn files and answer the
//! same question twice.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use othello_core::answer::{self, Limits, Lines, Sources};
use othello_core::notation::read_position;
use othello_core::search::Oracle;
use othello_core::{Find, Position, Progress, Rules, Score, Solution, Start, TimeLimit, Turn};
use othello_solver::campaign::{
    Answer, Answers, Campaign, CampaignError, Plan, Question, Subject, work,
};
use othello_solver::clock::clock;
use othello_solver::results::{self, SolvedBoard};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::document::{check, check_file};
use crate::common::program::{Running, printed, program, run, stderr, wait_until};
use crate::common::size;

fn plan(campaign: &Campaign) -> Plan {
    campaign.plan(&campaign.answers().unwrap(), &()).unwrap()
}

/// Answers these questions with one worker, or with one worker per question if `alone`.
fn answer(campaign: &Campaign, questions: &[Question], alone: bool) {
    let share = if alone { 1 } else { questions.len().max(1) };
    for part in questions.chunks(share) {
        let part = part.iter().cloned().map(Ok);
        assert!(work(campaign, part, 1 << 20, Duration::MAX, &()).unwrap().complete);
    }
}

/// The result of a single search.
fn solved(position: Position, rules: Rules) -> SolvedBoard {
    let (find, lines) = (Find::BestMoves, Lines::One);
    let question = answer::Question { position, rules, find, lines, counts: true };
    let limits = Limits::single(1 << 20);
    let solved = results::solve(&question, &Sources::PROVED, &limits, true, None, &()).unwrap();
    solved.unwrap().board.of_start(position.which_start())
}

/// Plans and works until nothing is missing. The result must match the result of a search.
fn solve(folder: &Path, solved: &SolvedBoard, empties: u32) {
    let start = Subject { position: solved.position, rules: solved.rules() };
    let campaign = Campaign::create(folder, start, empties, None, &()).unwrap();
    check_file("campaign", &folder.join("campaign.json"));
    let (mut asked, mut known) = (HashSet::new(), None);
    loop {
        let plan = plan(&campaign);
        assert!(known.is_none() || plan.value == known, "a known value stays known");
        known = plan.value;
        assert!(plan.known < plan.needed || plan.questions.is_empty(), "{plan:?}");
        if plan.questions.is_empty() {
            assert_eq!(plan.known, plan.needed, "the proof is complete");
            let result = campaign.result(&plan, 1 << 20, &()).unwrap();
            let (command, positions, games) = (None, None, None);
            let (proof, solved) = (result.proof.clone(), solved.clone());
            assert_eq!(result, SolvedBoard { command, positions, games, proof, ..solved });
            return;
        }
        let refused = campaign.result(&plan, 1 << 20, &());
        assert!(matches!(refused, Err(CampaignError::Open(_))), "{refused:?}");
        for question in &plan.questions {
            check("campaign-question", &serde_json::to_value(question).unwrap());
            let Subject { position, rules } = question.subject;
            let question =
                (rules.scoring.to_string(), position.to_string(), i64::from(question.at_least));
            assert!(!asked.contains(&question), "{question:?} was already answered");
        }
        let answers = campaign.answers().unwrap().count;
        answer(&campaign, &plan.questions, false);
        assert!(campaign.answers().unwrap().count > answers);
        for line in lines(folder) {
            let line: Value = serde_json::from_str(&line).unwrap();
            check("campaign-answer", &line);
            let [score, position] =
                ["score", "position"].map(|key| line[key].as_str().unwrap().to_owned());
            asked.insert((score, position, line["at_least"].as_i64().unwrap()));
        }
    }
}

/// The answer files.
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
    for rules in Rules::ALL {
        for start in Start::ALL {
            let solved = solved(Position::start(size(4, 4), start), rules);
            for empties in [11, 8, 5] {
                solve(tempfile::tempdir().unwrap().path(), &solved, empties);
            }
        }
    }
    let boards =
        [(4, 5, Start::Diagonal, 16), (5, 4, Start::Parallel, 16), (4, 5, Start::Parallel, -14)];
    for (width, height, start, value) in boards {
        let solved = solved(Position::start(size(width, height), start), Rules::default());
        assert_eq!(solved.value, value);
        solve(tempfile::tempdir().unwrap().path(), &solved, 10);
    }
}

#[test]
fn a_campaign_of_5x5_ends_with_its_result() {
    let solved = solved(Position::start(size(5, 5), Start::Diagonal), Rules::default());
    assert_eq!(solved.value, 13);
    solve(tempfile::tempdir().unwrap().path(), &solved, 15);
}

/// A search finds the value, the best moves and the line. A campaign also finds the value if the
/// winner gets the empty squares, and takes little more.
#[test]
fn a_campaign_searches_at_most_1_6_times_the_positions_of_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let position = Position::start(size(5, 6), Start::Diagonal);
    let start = Subject { position, rules: Rules::default() };
    let campaign = Campaign::create(folder.path(), start, 22, None, &()).unwrap();
    // The first plan repeats the estimates that led to the guess, and counts them.
    fs::remove_file(folder.path().join("estimates.json")).unwrap();
    let mut nodes = 0;
    loop {
        let answers = campaign.answers().unwrap();
        let plan = campaign.plan(&answers, &()).unwrap();
        nodes += plan.nodes;
        if plan.questions.is_empty() {
            assert_eq!((plan.value, plan.value_empties_to_winner), (Some(10), Some(10)));
            nodes += answers.nodes;
            break;
        }
        let questions = plan.questions.into_iter().map(Ok);
        work(&campaign, questions, 64 << 20, Duration::MAX, &()).unwrap();
    }
    let search: Value = serde_json::from_slice(&fs::read("results/5x6.json").unwrap()).unwrap();
    let most = search["proof"]["nodes"].as_u64().unwrap() * 8 / 5;
    assert!(nodes <= most, "{nodes} of at most {most}");

    // A campaign for 6x6 takes minutes. Its first guess, a score of a full board, is the value; with
    // a guess of -3 it takes 2.6 times the positions.
    let position = Position::start(size(6, 6), Start::Diagonal);
    let start = Subject { position, rules: Rules::default() };
    let folder = tempfile::tempdir().unwrap();
    let campaign = Campaign::create(folder.path(), start, 26, None, &()).unwrap();
    assert_eq!(campaign.terms.guess, -4);
}

#[test]
fn the_first_plan_of_a_small_board_says_how_much_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let new = printed(&["campaign", "new", "5x6", "--folder", "c"], folder.path());
    assert!(new.contains("questions about positions with 22 empty squares"), "{new}");
    let plan = printed(&["campaign", "plan", "c"], folder.path());
    let missing = "guess      +10, of whose proof 0 of ";
    assert!(plan.contains(missing) && plan.contains(" answers are known (0 %)\n"), "{plan}");
}

/// Positions with a pass, and positions where the game ends before the frontier.
#[test]
fn campaigns_of_endgames_end_with_their_results() {
    let start = Position::start(size(4, 4), Start::Diagonal);
    let rules = Rules::default();
    let solution = Solution::new(start, rules).unwrap();
    let ends = solution.positions().filter(|(game, _)| game.empties() == 8);
    for (game, value) in ends.step_by(37) {
        let solved = solved(game, rules);
        assert_eq!(solved.value, value);
        solve(tempfile::tempdir().unwrap().path(), &solved, 4);
    }
}

/// A planned campaign for 4x5 in the subfolder `c`.
fn planned(folder: &Path) -> Campaign {
    let new = ["campaign", "new", "4x5", "--empties", "10", "--folder", "c"];
    assert!(run(&new, folder).status.success());
    assert!(run(&["campaign", "plan", "c"], folder).status.success());
    Campaign::open(&folder.join("c")).unwrap()
}

const WORK: [&str; 5] = ["campaign", "work", "c/questions/00001.jsonl", "--hash", "1M"];

/// Plans and works until the value is known, and returns the final output.
fn finish(folder: &Path) -> String {
    loop {
        let said = run(&["campaign", "plan", "c"], folder);
        assert!(said.status.success(), "{said:?}");
        if fs::read_dir(folder.join("c/questions")).unwrap().next().is_none() {
            return String::from_utf8(said.stdout).unwrap();
        }
        assert!(run(&WORK, folder).status.success());
    }
}

/// A campaign for 4x5 in the subfolder `c` of a temporary folder, with all answers.
fn finished() -> (TempDir, Campaign) {
    let folder = tempfile::tempdir().unwrap();
    let campaign = planned(folder.path());
    finish(folder.path());
    (folder, campaign)
}

#[test]
fn estimates_are_kept_and_wrong_ones_lead_to_no_wrong_value() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    planned(folder);
    let again = run(&["campaign", "plan", "c", "--format", "json"], folder);
    let again: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(again["nodes"], 0, "everything was estimated");
    // Omit most moves, and give every position the values of another.
    let file = folder.join("c/estimates.json");
    let mut wrong: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    for position in wrong[0].as_array_mut().unwrap() {
        position[1] = serde_json::json!(["a1", "z9"]);
    }
    for position in wrong[1].as_array_mut().unwrap() {
        let value = &mut position[1]["value"];
        *value = (-3 * value.as_i64().unwrap()).into();
    }
    fs::write(&file, wrong.to_string()).unwrap();
    assert!(run(&["campaign", "plan", "c"], folder).status.success());
    // A torn file is rebuilt.
    fs::write(&file, &wrong.to_string()[..1000]).unwrap();
    assert!(finish(folder).contains("value      +16 for Black"));
}

/// Estimates for all positions of the frontier, unrelated to their values.
fn misleading(start: Position, empties: u32, number: u64) -> Value {
    let (mut open, mut met, mut frontier) = (vec![start], HashSet::new(), Vec::new());
    while let Some(position) = open.pop().map(Position::after_forced_pass) {
        let form = position.canonical();
        let [own, opponent] = [form.side(), !form.side()].map(|side| form.discs(side).bits());
        if position.empties() == empties && position.turn() == Turn::Place {
            let noise = (own ^ opponent << 7 ^ number).wrapping_mul(0x9E37_79B9) >> 20;
            let value = Score::try_from(noise % 33).unwrap() - 16;
            frontier.push(json!([{"own": own, "opponent": opponent}, {"value": value, "cost": 1}]));
        } else if met.insert((own, opponent)) {
            open.extend(position.moves().iter().map(|square| position.play(square).unwrap()));
        }
    }
    json!([[], frontier])
}

#[test]
fn estimates_that_are_all_wrong_end_with_the_right_value() {
    let position = Position::start(size(4, 4), Start::Diagonal);
    let start = Subject { position, rules: Rules::default() };
    let mut surprises = 0;
    for number in 0..4 {
        let folder = tempfile::tempdir().unwrap();
        let campaign = Campaign::create(folder.path(), start, 7, Some(16), &()).unwrap();
        let estimates = folder.path().join("estimates.json");
        fs::write(estimates, misleading(position, 7, number).to_string()).unwrap();
        let mut asked = Vec::new();
        let value = loop {
            let plan = plan(&campaign);
            assert!(plan.nodes < 1 << 20, "no estimate was made");
            if let Some(value) = plan.bounds.value() {
                break value;
            }
            answer(&campaign, &plan.questions, true);
            asked.extend(plan.questions);
        };
        assert_eq!(value, -8);
        // The conclusions from the answers do not depend on the estimates.
        for other in 4..8 {
            let estimates = folder.path().join("estimates.json");
            fs::write(estimates, misleading(position, 7, other).to_string()).unwrap();
            assert_eq!(plan(&campaign).value, Some(-8), "{number}, {other}");
        }
        for line in lines(folder.path()) {
            let answer: Answer = serde_json::from_str(&line).unwrap();
            let is_answered = |question: &&Question| {
                (question.subject, question.at_least) == (answer.subject, answer.at_least)
            };
            let question = asked.iter().find(is_answered).unwrap();
            let is_surprise = (answer.bounds.lower >= answer.at_least) != question.likely;
            surprises += u32::from(is_surprise);
        }
    }
    assert!(surprises > 10, "{surprises}");
}

#[test]
fn workers_are_killed_files_are_torn_and_answers_are_doubled() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    planned(folder);
    let c = folder.join("c");
    for kill in 0..20 {
        // Kill the worker as soon as it runs, or when it has answered another question.
        let enough = lines(&c).len() + kill % 2;
        let mut worker = Running(program(&WORK, folder).stdout(Stdio::null()).spawn().unwrap());
        wait_until("a worker answers", || {
            lines(&c).len() >= enough || worker.0.try_wait().unwrap().is_some()
        });
    }
    let twice = lines(&c).join("\n") + "\n";
    fs::write(c.join("answers/torn.jsonl"), &twice[..twice.len() - 20]).unwrap();
    fs::write(c.join("answers/twice.jsonl"), twice).unwrap();
    assert!(finish(folder).contains("value      +16 for Black"));
    let status = String::from_utf8(run(&["campaign", "status", "c"], folder).stdout).unwrap();
    assert!(status.contains("torn       c/answers/torn.jsonl"), "{status}");
    assert!(!status.contains("unusable"), "{status}");
}

/// The answers without the time.
fn untimed(folder: &Path) -> Vec<String> {
    lines(folder).iter().map(|line| line.split(",\"at\"").next().unwrap().to_owned()).collect()
}

#[test]
fn a_worker_does_the_same_again() {
    let found = [(), ()].map(|()| {
        let folder = tempfile::tempdir().unwrap();
        planned(folder.path());
        assert!(run(&WORK, folder.path()).status.success());
        let found = untimed(&folder.path().join("c"));
        assert!(run(&WORK, folder.path()).status.success());
        assert_eq!(untimed(&folder.path().join("c")), found, "no question is asked twice");
        found
    });
    assert_eq!(found[0], found[1]);
    assert!(found[0].len() > 5);
}

#[test]
fn no_question_is_begun_after_the_time() {
    let folder = tempfile::tempdir().unwrap();
    planned(folder.path());
    let args: Vec<_> = WORK.into_iter().chain(["--time", "0s"]).collect();
    let said = run(&args, folder.path());
    assert!(said.status.success());
    assert!(String::from_utf8_lossy(&said.stdout).contains("the rest is left to others"));
    assert!(lines(&folder.path().join("c")).is_empty());
}

/// Apart from the proof, a campaign produces the same file as `solve`, and also a certificate.
#[test]
fn a_campaign_ends_with_a_result_and_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = |name: &str| folder.join(name);
    planned(folder);
    let merge = ["campaign", "merge", "c", "--output", "4x5.json"];
    for args in [&merge[..], &["certify", "--campaign", "c", "--output", "4x5.proof"]] {
        let refused = run(args, folder);
        assert_eq!(refused.status.code(), Some(1));
        assert!(stderr(&refused).contains(" questions are open; alternate `plan` and `work`"));
        assert!(!file("4x5.json").exists() && !file("4x5.proof").exists());
    }
    let plan = finish(folder);
    assert!(plan.contains("best       d3\nline       d3b4a3d4d5c1"), "{plan}");
    assert!(printed(&merge, folder).ends_with("written    4x5.json\n"));
    let read = |path: &Path| -> Value { serde_json::from_slice(&fs::read(path).unwrap()).unwrap() };
    let (mut merged, mut solved) = (read(&file("4x5.json")), read("results/4x5.json".as_ref()));
    assert_eq!(merged["proof"], json!({"method": "campaign"}));
    for document in [&mut merged, &mut solved] {
        document.as_object_mut().unwrap().retain(|key, _| key != "proof" && key != "command");
    }
    assert_eq!(merged, solved);
    let verified = printed(&["verify", "4x5.json"], folder);
    assert!(verified.contains("values, best moves and line; proof.method was not checked"));

    printed(&["certify", "--campaign", "c", "--output", "4x5.proof"], folder);
    let verified = printed(&["verify", "4x5.proof"], folder);
    assert!(verified.contains(", value +16: by "), "{verified}");
    for other in [&["4x4"][..], &["--objective", "fewest"], &["--moves", "b1"]] {
        let refused = run(&[&["certify", "--campaign", "c"], other].concat(), folder);
        assert_eq!(refused.status.code(), Some(2), "{other:?}");
    }
}

/// The same answer with different bounds.
fn forged(line: &str, at_least: Score, lower: Score, upper: Score) -> String {
    let mut answer: Value = serde_json::from_str(line).unwrap();
    answer["at_least"] = at_least.into();
    answer["lower"] = lower.into();
    answer["upper"] = upper.into();
    answer.to_string()
}

/// A bound in an answer.
fn bound(answer: &Value, name: &str) -> Score {
    Score::try_from(answer[name].as_i64().unwrap()).unwrap()
}

#[test]
fn forged_answers_are_named_and_nothing_is_concluded() {
    let (folder, _) = finished();
    let (folder, c) = (folder.path(), folder.path().join("c"));
    let file = &answer_files(&c)[0];
    let honest = fs::read_to_string(file).unwrap();
    let lines: Vec<_> = honest.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        let answer: Value = serde_json::from_str(line).unwrap();
        let bound = |name| bound(&answer, name);
        let says_yes = bound("lower") >= bound("at_least");
        let lie = if says_yes {
            forged(line, bound("lower"), -20, bound("lower") - 1)
        } else {
            forged(line, bound("upper") + 1, bound("upper") + 1, 20)
        };
        fs::write(c.join("answers/forged.jsonl"), lie + "\n").unwrap();
        for command in ["plan", "merge", "status"] {
            let said = run(&["campaign", command, "c"], folder);
            assert_eq!(said.status.code(), Some(1), "{command}");
            assert!(said.stdout.is_empty());
            let said = String::from_utf8(said.stderr).unwrap();
            let honest = format!("c/answers/{}:", file.file_name().unwrap().display());
            assert!(said.contains("c/answers/forged.jsonl:1"), "{number}: {said}");
            assert!(said.contains(&honest) || answer_files(&c).len() > 2, "{said}");
        }
        if number == 5 {
            break;
        }
    }
    fs::remove_file(c.join("answers/forged.jsonl")).unwrap();
}

/// Both scorings have the same winner, and the empty squares can only increase the margin, so answers
/// under different scorings can contradict each other.
#[test]
fn answers_under_the_other_scoring_can_contradict() {
    let (folder, _) = finished();
    let (folder, c) = (folder.path(), folder.path().join("c"));
    let all = lines(&c);
    let is_win = |line: &&String| {
        let answer: Value = serde_json::from_str(line).unwrap();
        answer["score"] == "discs" && answer["lower"].as_i64() > Some(0)
    };
    let win = all.iter().find(is_win).expect("some answer about a win");
    let lower = bound(&serde_json::from_str(win).unwrap(), "lower");
    let lie = forged(win, lower, -20, lower - 1).replace("\"discs\"", "\"empties-to-winner\"");
    fs::write(c.join("answers/forged.jsonl"), lie + "\n").unwrap();
    let said = run(&["campaign", "plan", "c"], folder);
    assert_eq!(said.status.code(), Some(1));
    assert!(stderr(&said).contains("c/answers/forged.jsonl:1"), "{}", stderr(&said));
}

/// The answers that change after a recheck of all questions.
fn wrong(answers: &Answers) -> Vec<String> {
    match answers.recheck(1.0, 1 << 20, &()) {
        Err(CampaignError::Wrong(wrong)) => wrong,
        found => panic!("{found:?}"),
    }
}

/// A false answer is found immediately if other answers cover the same position, and otherwise by
/// asking again.
#[test]
fn a_lie_in_place_of_the_truth_is_found() {
    let (folder, campaign) = finished();
    let c = folder.path().join("c");
    let (mut found, mut without) = (0, 0);
    for file in answer_files(&c) {
        let honest = fs::read_to_string(&file).unwrap();
        let lines: Vec<_> = honest.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let answer: Value = serde_json::from_str(line).unwrap();
            let at_least = bound(&answer, "at_least");
            let lie = if bound(&answer, "lower") >= at_least {
                forged(line, at_least, -20, at_least - 1)
            } else {
                forged(line, at_least, at_least, 20)
            };
            let mut all = lines.clone();
            all[number] = &lie;
            fs::write(&file, all.join("\n") + "\n").unwrap();
            let answers = campaign.answers().unwrap();
            let place = format!(":{}", number + 1);
            match campaign.plan(&answers, &()) {
                Err(CampaignError::Contradictions(named)) => {
                    assert!(
                        named
                            .iter()
                            .any(|it| it.contains(&format!("{place},")) || it.ends_with(&place))
                    );
                    found += 1;
                }
                Ok(_) => {
                    without += 1;
                    let wrong = wrong(&answers);
                    let is_found = wrong.iter().any(|wrong| wrong.ends_with(&place));
                    assert!(is_found, "asking again must find it");
                }
                Err(error) => panic!("{error}"),
            }
            if found + without > 25 {
                return;
            }
        }
        fs::write(&file, honest).unwrap();
    }
}

/// A recheck covers everything that is used: the bounds, not only the question.
#[test]
fn an_answer_that_exaggerates_is_found_by_asking_again() {
    let (folder, campaign) = finished();
    let c = folder.path().join("c");
    let mut found = 0;
    for file in answer_files(&c) {
        let honest = fs::read_to_string(&file).unwrap();
        let lines: Vec<_> = honest.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let answer: Value = serde_json::from_str(line).unwrap();
            let bound = |name| bound(&answer, name);
            // The question has the same answer, but the value is exaggerated.
            let (at_least, is_reached) = (bound("at_least"), bound("lower") >= bound("at_least"));
            let value = if is_reached { 20 } else { -20 };
            let position = read_position(size(4, 5), answer["position"].as_str().unwrap());
            let farther = if is_reached { 20 } else { -19 };
            let scoring = answer["score"].as_str().unwrap().parse().unwrap();
            let rules = Rules { scoring, ..Rules::default() };
            let oracle = Oracle::new(rules, 1 << 20, 10);
            let is_so = oracle.at_least(position.unwrap(), farther, &()).unwrap();
            if is_so == is_reached {
                continue;
            }
            let mut all = lines.clone();
            let lie = forged(line, at_least, value, value);
            all[number] = &lie;
            fs::write(&file, all.join("\n") + "\n").unwrap();
            let answers = campaign.answers().unwrap();
            if campaign.plan(&answers, &()).is_ok() {
                let wrong = wrong(&answers);
                let place = format!(":{}", number + 1);
                assert!(wrong.iter().any(|it| it.ends_with(&place)), "{wrong:?}");
                found += 1;
            }
            if found == 10 {
                return;
            }
        }
        fs::write(&file, honest).unwrap();
    }
    assert!(found > 0, "{found}");
}

#[test]
fn invalid_answers_are_reported_and_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, c) = (folder.path(), folder.path().join("c"));
    planned(folder);
    let before = finish(folder);
    let line = &lines(&c)[0];
    let mut start: Value = serde_json::from_str(line).unwrap();
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
    assert!(finish(folder).starts_with(&before));
    let status = String::from_utf8(run(&["campaign", "status", "c"], folder).stdout).unwrap();
    for number in 1..=unusable.len() {
        assert!(status.contains(&format!("unusable   c/answers/x.jsonl:{number}: ")), "{status}");
    }
}

/// Answers from a campaign with different rules, another size or an edited `campaign.json` are
/// reported, and nothing is concluded from them.
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
        let new = [&["campaign", "new"], own, &["--empties", "10", "--folder", "c"]].concat();
        let _ = fs::remove_dir_all(&c);
        assert!(run(&new, folder).status.success());
        assert!(run(&["campaign", "plan", "c"], folder).status.success());
        let before = finish(folder);
        let there = tempfile::tempdir().unwrap();
        let (there, named) = (there.path(), c.join("answers/other.jsonl"));
        let new = [&["campaign", "new"], other, &["--empties", "10", "--folder", "c"]].concat();
        assert!(run(&new, there).status.success());
        assert!(run(&["campaign", "plan", "c"], there).status.success());
        let questions = fs::read_to_string(there.join("c/questions/00001.jsonl")).unwrap();
        finish(there);
        fs::write(&named, lines(&there.join("c")).join("\n") + "\n").unwrap();
        let plan = finish(folder);
        assert!(plan.contains("unusable   c/answers/other.jsonl:1: "), "{plan}");
        assert!(plan.starts_with(before.lines().next().unwrap()), "{plan}");
        let merged = run(&["campaign", "merge", "c", "--format", "json"], folder);
        // Where empty squares go to the winner, the other campaign ends up asking about that score
        // too.
        let is_refused = |line: &&str| own.len() == 1 || line.contains("\"discs\"");
        let refused = fs::read_to_string(&named).unwrap().lines().filter(is_refused).count();
        assert_eq!(merged.status.code(), Some(1));
        assert_eq!(stderr(&merged), format!("error: {refused} lines were not used\n"));
        let merged: Value = serde_json::from_slice(&merged.stdout).unwrap();
        assert_eq!(merged["value"], 16);
        assert_eq!(merged["unusable"].as_array().unwrap().len(), refused);
        fs::remove_file(named).unwrap();
        fs::write(folder.join("other.jsonl"), questions).unwrap();
        let refused = run(&["campaign", "work", "other.jsonl", "--folder", "c"], folder);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains("other.jsonl:1: it"), "{}", stderr(&refused));
    }
    let terms = fs::read_to_string(c.join("campaign.json")).unwrap();
    for (from, to) in [("\"most\"", "\"fewest\""), ("\"4x5\"", "\"5x4\"")] {
        assert!(terms.contains(from));
        fs::write(c.join("campaign.json"), terms.replace(from, to)).unwrap();
        let merged = run(&["campaign", "merge", "c"], folder);
        assert_eq!(merged.status.code(), Some(2));
        assert!(stderr(&merged).contains("c/campaign.json cannot be used: it was edited"));
    }
    fs::write(c.join("campaign.json"), terms).unwrap();
    fs::remove_file(c.join("campaign.json")).unwrap();
    let again = ["campaign", "new", "4x5", "--empties", "10", "--folder", "c"];
    assert_eq!(run(&again, folder).status.code(), Some(2), "the folder has answers");
    assert!(!c.join("campaign.json").exists());
}

/// The document with one number replaced, possibly by one larger than any integer type.
fn with_number(line: &str, key: &str, number: &str) -> String {
    let mut document: Value = serde_json::from_str(line).unwrap();
    document[key] = "THE NUMBER".into();
    document.to_string().replace("\"THE NUMBER\"", number)
}

/// The limits of the integer types, and numbers beyond them.
const EXTREMES: [&str; 8] = [
    "2147483647",
    "-2147483648",
    "4294967295",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e300",
];

/// Numbers that no honest worker writes either are rejected, with file and line, or change no
/// conclusion. Other workers continue.
#[test]
fn extreme_numbers_do_not_block_other_workers() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, c) = (folder.path(), folder.path().join("c"));
    planned(folder);
    let question = fs::read_to_string(c.join("questions/00001.jsonl")).unwrap();
    let question = question.lines().next().unwrap();
    let before = finish(folder);
    let answer = &lines(&c)[0];
    let mut lies = Vec::new();
    for number in EXTREMES {
        for key in ["at_least", "lower", "upper", "nodes", "signature"] {
            lies.push(with_number(answer, key, number));
        }
    }
    fs::write(c.join("answers/lies.jsonl"), lies.join("\n") + "\n").unwrap();
    assert!(finish(folder).starts_with(&before));
    let merged = run(&["campaign", "merge", "c", "--recheck", "5%", "--format", "json"], folder);
    assert_eq!(merged.status.code(), Some(1), "{}", stderr(&merged));
    let merged: Value = serde_json::from_slice(&merged.stdout).unwrap();
    assert_eq!((&merged["value"], &merged["nodes"]), (&16.into(), &u64::MAX.into()));
    let is_named = |line: usize| {
        let place = format!("c/answers/lies.jsonl:{line}: ");
        merged["unusable"].as_array().unwrap().iter().any(|it| it.to_string().contains(&place))
    };
    for (line, lie) in (1..).zip(&lies) {
        let is_possible = serde_json::from_str::<Answer>(lie).is_ok_and(|it| {
            let answer: Answer = serde_json::from_str(answer).unwrap();
            (it.at_least, it.bounds) == (answer.at_least, answer.bounds)
        });
        assert_eq!(is_named(line), !is_possible, "{lie}");
    }

    for number in EXTREMES {
        let text = with_number(question, "at_least", number);
        fs::write(folder.join("x.jsonl"), text).unwrap();
        let refused = run(&["campaign", "work", "x.jsonl", "--folder", "c"], folder);
        assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
        assert!(stderr(&refused).starts_with("error: x.jsonl:1: "), "{}", stderr(&refused));
    }
}

#[test]
fn extreme_numbers_in_the_files_of_a_campaign_are_refused_or_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, c) = (folder.path(), folder.path().join("c"));
    planned(folder);
    let terms = fs::read_to_string(c.join("campaign.json")).unwrap();
    let estimates = fs::read_to_string(c.join("estimates.json")).unwrap();
    for number in EXTREMES {
        for key in ["guess", "empties"] {
            fs::write(c.join("campaign.json"), with_number(&terms, key, number)).unwrap();
            for command in ["plan", "merge", "status"] {
                let refused = run(&["campaign", command, "c"], folder);
                assert_eq!(refused.status.code(), Some(2), "{number}: {}", stderr(&refused));
                assert!(stderr(&refused).contains("c/campaign.json cannot be used: "));
            }
        }
        fs::write(c.join("campaign.json"), &terms).unwrap();
        let guess = format!("--guess={number}");
        let new = ["campaign", "new", "4x5", "--empties", "10", "--folder", "other", &guess];
        assert_eq!(run(&new, folder).status.code(), Some(2));
        assert!(!folder.join("other").exists());

        let mut document: Value = serde_json::from_str(&estimates).unwrap();
        for (at, position) in document[1].as_array_mut().unwrap().iter_mut().enumerate() {
            position[1][["value", "cost"][at % 2]] = "THE NUMBER".into();
        }
        let text = document.to_string().replace("\"THE NUMBER\"", number);
        fs::write(c.join("estimates.json"), text).unwrap();
        let planned = run(&["campaign", "plan", "c", "--jobs", "3"], folder);
        assert!(planned.status.success(), "{number}: {}", stderr(&planned));
    }
}

/// Reading a pipe among the answers would never finish.
#[test]
#[cfg(unix)]
fn only_regular_files_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    planned(folder);
    fs::create_dir(folder.join("c/answers")).unwrap();
    let pipe = folder.join("c/answers/pipe.jsonl");
    assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.join("c/answers/zero.jsonl")).unwrap();
    for command in ["plan", "status", "merge"] {
        assert!(run(&["campaign", command, "c"], folder).status.success());
    }
}

#[test]
fn questions_come_line_by_line_too() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    planned(folder);
    let questions = fs::read_to_string(folder.join("c/questions/00001.jsonl")).unwrap();
    let mut worker = program(&["campaign", "work", "-", "--folder", "c"], folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let first = questions.lines().next().unwrap();
    std::io::Write::write_all(&mut worker.stdin.take().unwrap(), first.as_bytes()).unwrap();
    assert!(worker.wait().unwrap().success());
    assert_eq!(lines(&folder.join("c")).len(), 1);
    let refused = run(&["campaign", "work", "-"], folder);
    assert_eq!(refused.status.code(), Some(2));
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
    let stopped = TimeLimit::new(&(), clock, Duration::ZERO);
    let folder = tempfile::tempdir().unwrap();
    let (path, position) = (folder.path().join("c"), Position::start(size(4, 4), Start::Diagonal));
    let start = Subject { position, rules: Rules::default() };
    let create =
        |guess, progress: &dyn Progress| Campaign::create(&path, start, 8, guess, progress);
    assert!(matches!(create(None, &stopped), Err(CampaignError::Stopped)));
    assert!(!path.exists());
    let campaign = create(Some(0), &stopped).unwrap();
    let plan = campaign.plan(&campaign.answers().unwrap(), &stopped);
    assert!(matches!(plan, Err(CampaignError::Stopped)));
}
