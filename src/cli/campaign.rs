//! `campaign`: a board solved by many processes, on any machines, through a folder.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::{Args, Subcommand};
use indicatif::HumanCount;
use othello_solver::campaign::{
    self, Answers, Bounds, CampaignError, Plan, Question, Recheck, WorkOptions, recheck,
};
use othello_solver::notation::parse_duration;
use othello_solver::search::SIGNATURE;
use othello_solver::storage::{FileError, folder_of};
use othello_solver::{Progress, Score};
use serde::Serialize;

use super::args::{BOARD_8X8, BoardArgs, Format, FormatArgs, HashArgs, QuietArgs, RulesArgs};
use super::color;
use super::failure::Failure;
use super::output::{counted, is_stdout, print, print_json};
use super::progress::{Bar, catch_ctrl_c};

/// Solve a board with many processes that share nothing but a folder
///
/// `new` begins a campaign; `plan` writes the questions whose answers would settle the
/// value if the guesses were right; `work` answers questions, in any number of processes,
/// which may be killed at any moment; `merge` says what follows from the answers. Repeat `plan` and
/// `work` until `plan` gives the value. scale/ has scripts that do so with GNU parallel and Slurm.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
#[command(after_help = "\
Examples:
  othello-solver campaign new 4x5 --empties 10 --folder 4x5.campaign
  othello-solver campaign plan 4x5.campaign --jobs 2
  othello-solver campaign work 4x5.campaign/questions/00001.jsonl
  othello-solver campaign status 4x5.campaign
  othello-solver campaign merge 4x5.campaign --recheck 10%")]
pub(crate) struct Campaign {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, Subcommand)]
enum Step {
    New(New),
    Plan(PlanArgs),
    Work(Work),
    Status(Status),
    Merge(Merge),
}

impl Campaign {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.step {
            Step::New(new) => new.run(),
            Step::Plan(plan) => plan.run(),
            Step::Work(work) => work.run(),
            Step::Status(status) => status.run(),
            Step::Merge(merge) => merge.run(),
        }
    }
}

/// Begin a campaign in a new folder
#[derive(Debug, Args)]
struct New {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Ask about positions with N empty squares [default: 6 fewer than at the start]
    #[arg(long, value_name = "N")]
    empties: Option<u32>,

    /// The folder of the campaign
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,

    /// The value that is expected, seen by the side to move [default: by estimates]
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    guess: Option<Score>,

    #[command(flatten)]
    print: FormatArgs,

    #[command(flatten)]
    quiet: QuietArgs,
}

impl New {
    fn run(self) -> Result<(), Failure> {
        let game = self.board.game(BOARD_8X8)?;
        let empties = self.empties.unwrap_or(game.empties().saturating_sub(PLIES));
        let most = game.size().squares().cast_signed();
        if self.guess.is_some_and(|guess| !(-most..=most).contains(&guess)) {
            return Err(Failure::usage(format!(
                "--guess: a value lies between -{most} and +{most}"
            )));
        }
        let rules = self.rules.into();
        catch_ctrl_c();
        let (folder, guess, bar) = (&self.folder, self.guess, Bar::new(self.quiet.quiet));
        let campaign = campaign::Campaign::create(folder, game, rules, empties, guess, &bar)
            .map_err(failure)?;
        drop(bar);
        if self.print.format == Format::Json {
            return print_json(campaign.terms());
        }
        print(&format!(
            "{} Othello, {}: questions about positions with {empties} empty squares\n\
             guess      {} for {}, who is to move\n\
             written    {}\n",
            game.size(),
            rules,
            color::value(campaign.terms().guess, 0),
            game.side(),
            self.folder.join("campaign.json").display()
        ))
    }
}

/// The default number of plies between the start and the frontier.
const PLIES: u32 = 6;

/// Write the questions that are missing to FOLDER/questions
#[derive(Debug, Args)]
struct PlanArgs {
    /// The folder of the campaign
    folder: PathBuf,

    /// Spread the questions over N files that take about equally long
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=99_999))]
    jobs: u32,

    #[command(flatten)]
    print: FormatArgs,

    #[command(flatten)]
    quiet: QuietArgs,
}

/// What `plan --format json` prints.
#[derive(Serialize)]
struct Planned {
    #[serde(flatten)]
    bounds: Bounds,
    guess: Score,
    questions: usize,
    files: Vec<PathBuf>,
    nodes: u64,
}

impl PlanArgs {
    fn run(self) -> Result<(), Failure> {
        let (campaign, answers) = open(&self.folder)?;
        let mut estimates = campaign.read_estimates();
        catch_ctrl_c();
        let bar = Bar::new(self.quiet.quiet);
        let plan = campaign.plan(&answers, &mut estimates, &bar);
        drop(bar);
        // Those that were made before Ctrl-C too.
        campaign.write_estimates(&estimates)?;
        let plan = plan.map_err(failure)?;
        let files = campaign.write_questions(&plan.questions, self.jobs as usize)?;
        let (bounds, questions) = (plan.bounds, plan.questions.len());
        if self.print.format == Format::Json {
            return print_json(&Planned {
                bounds,
                guess: plan.guess,
                questions,
                files,
                nodes: plan.nodes,
            });
        }
        let mut text = known(&campaign, &plan);
        if bounds.value().is_none() {
            let questions = counted(questions, "question", "questions");
            let files = counted(files.len(), "file", "files");
            let folder = campaign.questions_folder();
            text += &format!("written    {questions} in {files} in {}\n", folder.display());
        }
        print(&text)
    }
}

/// Answer questions, and append the answers to FOLDER/answers/HOST-PID.jsonl
///
/// Each answer is written as soon as it is found. Questions that are already answered or no longer
/// needed are skipped. A process uses one thread; start one for each processor.
#[derive(Debug, Args)]
struct Work {
    /// A file that `plan` has written; - reads lines of such a file from standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder of the campaign [default: the one that the file is in]
    #[arg(long, value_name = "FOLDER", required_if_eq("file", "-"))]
    folder: Option<PathBuf>,

    /// Begin no question after this time: 90s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    print: FormatArgs,

    #[command(flatten)]
    quiet: QuietArgs,
}

impl Work {
    fn run(self) -> Result<(), Failure> {
        let folder = self.folder.as_deref();
        let folder = folder.unwrap_or_else(|| folder_of(folder_of(&self.file)));
        let campaign = campaign::Campaign::open(folder).map_err(failure)?;
        let bar = Bar::new(self.quiet.quiet);
        let mut questions: Box<dyn Iterator<Item = Result<Question, CampaignError>>> =
            if is_stdout(&self.file) {
                Box::new((1..).zip(io::stdin().lines()).map(|(number, line)| {
                    let line = line.map_err(FileError::of("read", "-".as_ref()))?;
                    campaign.read_question(&line, &format!("standard input:{number}"))
                }))
            } else {
                let questions = campaign.read_questions(&self.file).map_err(failure)?;
                bar.begin("questions", Some(questions.len() as u64));
                Box::new(questions.into_iter().map(Ok))
            };
        catch_ctrl_c();
        let time = self.time.unwrap_or(Duration::MAX);
        let options = WorkOptions { hash: self.hash.hash, time };
        let worked = campaign::work(&campaign, &mut questions, options, &bar).map_err(failure)?;
        let is_stopped = bar.is_stopped();
        drop(bar);
        if self.print.format == Format::Json {
            print_json(&worked)?;
        } else {
            let end = if worked.complete { "" } else { "; the rest is left to others" };
            print(&format!(
                "answered   {} questions by {} positions; {} were settled, {} not needed{end}\n",
                worked.answered,
                HumanCount(worked.nodes),
                worked.settled,
                worked.needless
            ))?;
        }
        if is_stopped { Err(Failure::failed("stopped; all answers are kept")) } else { Ok(()) }
    }
}

/// Say how far a campaign is
#[derive(Debug, Args)]
struct Status {
    /// The folder of the campaign
    folder: PathBuf,

    /// Show a progress bar until the questions of the plan are answered
    #[arg(long)]
    watch: bool,

    #[command(flatten)]
    print: FormatArgs,
}

/// What `status --format json` and `merge --format json` print.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    bounds: Bounds,
    guess: Score,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    answers: u64,
    questions: usize,
    nodes: u64,
    planned: usize,
    open: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    answers_per_hour: Option<u64>,
    torn: Vec<PathBuf>,
    unusable: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rechecked: Option<u64>,
}

impl Status {
    fn run(self) -> Result<(), Failure> {
        let (campaign, mut answers) = open(&self.folder)?;
        if self.watch {
            watch(&campaign, &mut answers)?;
        }
        let plan = campaign.plan(&answers, &mut campaign.read_estimates(), &()).map_err(failure)?;
        let report = report(&campaign, &answers, &plan)?;
        if self.print.format == Format::Json {
            return print_json(&report);
        }
        let mut text = known(&campaign, &plan) + &told(&answers);
        let _ = writeln!(text, "open       {} of {} questions", report.open, report.planned);
        if let Some(rate) = report.answers_per_hour.filter(|rate| *rate > 0) {
            let minutes = (report.open as u64 * 60).div_ceil(rate);
            let _ = write!(text, "speed      {} answers an hour", HumanCount(rate));
            if report.open > 0 {
                let _ = write!(text, ", {}:{:02} h for the rest", minutes / 60, minutes % 60);
            }
            text.push('\n');
        }
        print(&text)
    }
}

/// Shows a bar until no question is open.
fn watch(campaign: &campaign::Campaign, answers: &mut Answers) -> Result<(), Failure> {
    catch_ctrl_c();
    let bar = Bar::new(false);
    let mut shown = 0;
    let (all, _) = campaign.open_questions(answers).map_err(failure)?;
    bar.begin("questions", Some(all as u64));
    loop {
        answers.read_on(campaign)?;
        let (all, open) = campaign.open_questions(answers).map_err(failure)?;
        let done = (all - open) as u64;
        bar.advance(done.saturating_sub(shown));
        shown = shown.max(done);
        if open == 0 || bar.is_stopped() {
            return Ok(());
        }
        thread::sleep(Duration::from_secs(1));
    }
}

/// Say what follows from the answers: the value and a line, or its bounds so far
///
/// If answers contradict one another, they are named, nothing is concluded, and the exit code is 1.
#[derive(Debug, Args)]
struct Merge {
    /// The folder of the campaign
    folder: PathBuf,

    /// Ask this share of the questions again, with another search and an empty table: 1%
    #[arg(long, value_name = "SHARE", value_parser = share)]
    recheck: Option<f64>,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    print: FormatArgs,

    #[command(flatten)]
    quiet: QuietArgs,
}

impl Merge {
    fn run(self) -> Result<(), Failure> {
        let (campaign, answers) = open(&self.folder)?;
        let plan = campaign.plan(&answers, &mut campaign.read_estimates(), &()).map_err(failure)?;
        let rechecked = self.recheck.map(|share| {
            catch_ctrl_c();
            let bar = Bar::new(self.quiet.quiet);
            bar.begin("asking again", None);
            recheck(&campaign, &answers, share, self.hash.hash, &bar)
        });
        if let Some(Recheck { wrong, .. }) = &rechecked
            && !wrong.is_empty()
        {
            let list: Vec<_> = wrong.iter().map(|source| format!("\n  {source}")).collect();
            let list = list.concat();
            return Err(Failure::Failed(format!("asked again, the answer is different:{list}")));
        }
        if rechecked.as_ref().is_some_and(|recheck| !recheck.complete) {
            return Err(Failure::failed("stopped"));
        }
        let asked = rechecked.map(|recheck| recheck.asked);
        if self.print.format == Format::Json {
            let report = report(&campaign, &answers, &plan)?;
            return print_json(&Report { rechecked: asked, ..report });
        }
        let mut text = known(&campaign, &plan) + &told(&answers);
        if let Some(asked) = asked {
            let _ = writeln!(text, "rechecked  {}", counted_u64(asked, "answer", "answers"));
        }
        print(&text)
    }
}

/// Reads a share: `1%`.
fn share(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').and_then(|number| number.parse::<f64>().ok());
    percent
        .map(|percent| percent / 100.0)
        .filter(|share| *share > 0.0 && *share <= 1.0)
        .ok_or_else(|| "write a percentage above 0% and up to 100%, such as 1%".to_owned())
}

/// The campaign in a folder, and its answers.
fn open(folder: &Path) -> Result<(campaign::Campaign, Answers), Failure> {
    let campaign = campaign::Campaign::open(folder).map_err(failure)?;
    let answers = Answers::read(&campaign)?;
    Ok((campaign, answers))
}

/// What is known about the value.
fn known(campaign: &campaign::Campaign, plan: &Plan) -> String {
    let who = format!("for {}, who is to move", campaign.start().side());
    let Bounds { lower, upper } = plan.bounds;
    match (plan.bounds.value(), &plan.line) {
        (Some(value), Some(line)) => {
            format!("value      {} {who}\nline       {line}\n", color::value(value, 0))
        }
        _ => format!(
            "value      between {lower:+} and {upper:+} {who}; the guess is {:+}\n",
            plan.guess
        ),
    }
}

/// What was answered, and what the files contain that is not an answer.
fn told(answers: &Answers) -> String {
    let mut text = format!(
        "answers    {} to {}, by {} positions\n",
        HumanCount(answers.count),
        counted(answers.questions(), "question", "questions"),
        HumanCount(answers.nodes)
    );
    for (signature, count) in &answers.signatures {
        if *signature != SIGNATURE {
            let count = counted_u64(*count, "answer is", "answers are");
            let _ = writeln!(text, "version    {count} of a search with signature {signature}");
        }
    }
    for file in answers.torn() {
        let _ = writeln!(text, "torn       {}: its last line is left out", file.display());
    }
    for (source, reason) in &answers.unusable {
        let _ = writeln!(text, "unusable   {source}: {reason}");
    }
    text
}

fn counted_u64(number: u64, one: &str, many: &str) -> String {
    counted(usize::try_from(number).unwrap_or(usize::MAX), one, many)
}

fn report(
    campaign: &campaign::Campaign,
    answers: &Answers,
    plan: &Plan,
) -> Result<Report, Failure> {
    let (planned, open) = campaign.open_questions(answers).map_err(failure)?;
    Ok(Report {
        bounds: plan.bounds,
        guess: plan.guess,
        line: plan.line.as_ref().map(ToString::to_string),
        answers: answers.count,
        questions: answers.questions(),
        nodes: answers.nodes,
        planned,
        open,
        answers_per_hour: answers.per_hour(),
        torn: answers.torn().map(Path::to_owned).collect(),
        unusable: answers.unusable.iter().map(|(at, why)| format!("{at}: {why}")).collect(),
        rechecked: None,
    })
}

/// The failure for an error: the options that were typed are wrong, or the files are.
fn failure(error: CampaignError) -> Failure {
    match error {
        CampaignError::NoFrontier { .. } => Failure::usage(format!("--empties: {error}")),
        CampaignError::Exists(_)
        | CampaignError::Question { .. }
        | CampaignError::Damaged { .. } => Failure::input(error),
        _ => Failure::failed(error),
    }
}
