//! `campaign`: solves a board with many processes, on any machines, through a shared folder.

use std::fmt::Write;
use std::{fs, io};

use othello_core::search::SIGNATURE;
use othello_solver::campaign::{
    self, Answers, Campaign, CampaignError, ScoreBounds, Subject, Worked,
};
use othello_solver::storage::folder_of;

use super::prelude::*;

commands! {
    /// Solve a board with many processes that share only a folder
    ///
    /// `new` starts a campaign. `plan` writes the questions whose answers would settle the value if the
    /// guesses are right, and later the best moves and the line. `work` answers questions: run any number
    /// of these processes; they can be killed at any time. `merge` draws the conclusions and writes the
    /// result. Alternate `plan` and `work` until `plan` writes no questions. The scripts in scale/ do this
    /// with GNU parallel and Slurm.
    #[command(disable_help_subcommand = true)]
    #[command(after_help = "\
Examples:
  othello-solver campaign new 4x5 --empties 10 --folder 4x5.campaign
  othello-solver campaign plan 4x5.campaign --jobs 2
  othello-solver campaign work 4x5.campaign/questions/00001.jsonl
  othello-solver campaign status 4x5.campaign
  othello-solver campaign merge 4x5.campaign --recheck 10% --output 4x5.json")]
    Step: New(New) Plan(Plan) Work(Work) Status(Status) Merge(Merge)
}

/// If the start has at most this number of empty squares, the default frontier is closer to it.
const SMALL: u32 = 28;

/// Start a campaign in a new folder
#[derive(Debug, Args)]
pub(crate) struct New {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Ask about positions with N empty squares [default: 6 fewer than at the start, or 4 fewer if it has
    /// at most 28]
    #[arg(long, value_name = "N")]
    empties: Option<u32>,

    /// The folder of the campaign
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,

    /// The expected value, seen by the side to move [default: estimated]
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    guess: Option<Score>,

    #[command(flatten)]
    print: OutputArgs,
}

impl New {
    fn run(self) -> Result {
        let position = self.board.position(BOARD_8X8)?;
        // More plies keep more workers busy, but take more positions in total. A question with 24 empty
        // squares takes a second.
        let plies = if position.empties() > SMALL { 6 } else { 4 };
        let empties = self.empties.unwrap_or(position.empties().saturating_sub(plies));
        let start = Subject { position, rules: self.rules.or_default() };
        let bar = self.print.quiet.bar();
        let campaign = Campaign::create(&self.folder, start, empties, self.guess, &bar)?;
        drop(bar);
        self.print.format.answer(&campaign.terms, || {
            format!(
                "{} Othello, {}: questions about positions with {empties} empty squares\n\
                 guess      {}\n\
                 written    {}\n",
                position.size(),
                start.rules,
                value_for(campaign.terms.guess, position),
                self.folder.join("campaign.json").display(),
            )
        })
    }
}

/// Write the missing questions to FOLDER/questions
#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// The folder of the campaign
    folder: PathBuf,

    /// Distribute the questions over N files that take about equally long
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=99_999))]
    jobs: u32,

    #[command(flatten)]
    print: OutputArgs,
}

impl Plan {
    fn run(self) -> Result {
        let campaign = Campaign::open(&self.folder)?;
        let answers = campaign.answers()?;
        let plan = campaign.plan(&answers, &self.print.quiet.bar())?;
        let files = campaign.write_questions(&plan.questions, self.jobs as usize)?;
        let (questions, nodes, unusable) = (plan.questions.len(), plan.nodes, answers.unusable);
        let written = WrittenPlan { plan, questions, files, nodes, unusable };
        self.print.format.answer(&written, || written.text(&self.folder.join("questions")))
    }
}

/// Answer questions, and append the answers to FOLDER/answers/HOST-PID.jsonl
///
/// Each answer is written as soon as it is found. Questions that have been answered or are no longer
/// needed are skipped. A process uses one thread; start one for each processor.
#[derive(Debug, Args)]
pub(crate) struct Work {
    /// A file written by `plan`; - reads the lines of such a file from standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder of the campaign [default: the one that contains the file]
    #[arg(long, value_name = "FOLDER", required_if_eq("file", "-"))]
    folder: Option<PathBuf>,

    /// Start no new question after this time: 90s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    print: OutputArgs,
}

impl Work {
    fn run(self) -> Result {
        if !is_standard_stream(&self.file) {
            // Otherwise the error would be about a campaign in a folder that was never named.
            fs::metadata(&self.file).map_err(FileError::of("read", &self.file))?;
        }
        let above = folder_of(folder_of(&self.file));
        let campaign = Campaign::open(self.folder.as_deref().unwrap_or(above))?;
        let bar = self.print.quiet.bar();
        let questions: Box<dyn Iterator<Item = _>> = if is_standard_stream(&self.file) {
            bar.begin("answering", None);
            Box::new(campaign.questions("standard input".as_ref(), io::stdin().lock()))
        } else {
            let questions = campaign.read_questions(&self.file)?;
            bar.begin("answering", Some(questions.len() as u64));
            Box::new(questions.into_iter().map(Ok))
        };
        let time = self.time.unwrap_or(Duration::MAX);
        let worked = campaign::work(&campaign, questions, self.hash.hash, time, &bar)?;
        drop(bar);
        let Worked { answered, settled, unneeded, complete, nodes } = worked;
        self.print.format.answer(&worked, || {
            let end = if complete { "" } else { "; the rest is left to others" };
            let (answered, nodes) = (counted(answered, "question", "questions"), grouped(nodes));
            format!(
                "answered   {answered}, {nodes} positions searched; skipped {settled} already \
                 settled, {unneeded} no longer needed{end}\n"
            )
        })?;
        ensure(!is_interrupted(), || Failure::failed("stopped; all answers are kept"))
    }
}

/// Show a campaign's progress
#[derive(Debug, Args)]
pub(crate) struct Status {
    /// The folder of the campaign
    folder: PathBuf,

    #[command(flatten)]
    print: OutputArgs,
}

impl Status {
    fn run(self) -> Result {
        let report = StatusReport::new(&Campaign::open(&self.folder)?)?;
        let StatusReport { open, questions, .. } = report;
        let open = format!("open       {open} of {questions} questions\n");
        self.print.format.answer(&report, || report.text() + &open)
    }
}

/// Draw the conclusions from the answers: the value and a line, or bounds so far
///
/// If answers contradict each other, they are listed, no conclusion is drawn, and the exit code is 1.
/// Lines that are not answers of the campaign are listed and ignored; the exit code is then 1 too.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The folder of the campaign
    folder: PathBuf,

    /// Search this share of the bounds again, by a different method and with an empty table: 1%
    #[arg(long, value_name = "SHARE", value_parser = share)]
    recheck: Option<f64>,

    /// Write the result to this file, as `solve` does; all questions must have been answered
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    print: OutputArgs,
}

impl Merge {
    fn run(self) -> Result {
        let campaign = Campaign::open(&self.folder)?;
        let mut report = StatusReport::new(&campaign)?;
        let bar = self.print.quiet.bar();
        if let Some(share) = self.recheck {
            report.rechecked = Some(report.answers.recheck(share, self.hash.hash, &bar)?);
        }
        if let Some(path) = self.output {
            check_writable(&path)?;
            let result = campaign.result(&report.plan, self.hash.hash, &bar)?;
            write_whole(&path, to_json(&result).as_bytes())?;
            report.file = Some(path);
        }
        drop(bar);
        self.print.format.answer(&report, || report.text())?;
        let unusable = report.answers.unusable.len();
        let failure = || Failure::Failed(counted(unusable, "line was", "lines were") + " not used");
        ensure(unusable == 0, failure)
    }
}

/// Parses a share, such as `1%`.
fn share(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').and_then(|number| number.parse::<f64>().ok());
    let share = percent.map(|percent| percent / 100.0).filter(|it| *it > 0.0 && *it <= 1.0);
    share.ok_or_else(|| "write a percentage above 0% and up to 100%, such as 1%".to_owned())
}

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::File(error) => error.into(),
            CampaignError::Input(_) => Self::input(error),
            _ => Self::failed(error),
        }
    }
}

/// The report of `status` and `merge`.
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct StatusReport {
    #[serde(flatten)]
    plan: campaign::Plan,
    #[serde(flatten)]
    answers: Answers,
    /// The number of questions in the last plan.
    questions: usize,
    /// The number of those that are not answered yet.
    open: usize,
    /// The number of bounds that were searched again.
    #[serde(skip_serializing_if = "Option::is_none")]
    rechecked: Option<usize>,
    /// The file with the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
}

impl StatusReport {
    /// The conclusions from the answers in the folder of a campaign.
    fn new(campaign: &Campaign) -> Result<Self> {
        let answers = campaign.answers()?;
        let plan = campaign.plan(&answers, &())?;
        let (questions, open) = campaign.open_questions(&answers)?;
        Ok(Self { plan, answers, questions, open, rechecked: None, file: None })
    }

    /// The conclusions and what they are based on.
    fn text(&self) -> String {
        let Answers { count, nodes, signatures, torn, .. } = &self.answers;
        let mut text = conclusion(&self.plan);
        let _ = writeln!(text, "answers    {count}, {} positions searched", grouped(*nodes));
        for (signature, &count) in signatures.iter().filter(|(it, _)| **it != SIGNATURE) {
            let count = counted(count, "answer is", "answers are");
            let _ = writeln!(text, "version    {count} from a search with signature {signature}");
        }
        for file in torn {
            let _ = writeln!(text, "torn       {}: its last line is ignored", file.display());
        }
        text += &unusable_lines(&self.answers.unusable);
        if let Some(rechecked) = self.rechecked {
            let _ = writeln!(text, "rechecked  {}", counted(rechecked, "bound", "bounds"));
        }
        text + &self.file.as_deref().map_or(String::new(), written)
    }
}

/// A plan whose questions have been written.
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct WrittenPlan {
    #[serde(flatten)]
    plan: campaign::Plan,
    /// The number of questions written.
    questions: usize,
    /// The files with the questions.
    files: Vec<PathBuf>,
    /// The number of positions searched to rank moves and to estimate values.
    nodes: u64,
    /// Lines that are not answers to questions of the campaign, and why.
    unusable: Vec<String>,
}

impl WrittenPlan {
    fn text(&self, folder: &Path) -> String {
        let mut text = conclusion(&self.plan) + &unusable_lines(&self.unusable);
        if !self.files.is_empty() {
            let questions = counted(self.questions, "question", "questions");
            let files = counted(self.files.len(), "file", "files");
            let _ = writeln!(text, "written    {questions} in {files} in {}", folder.display());
        }
        text
    }
}

fn unusable_lines(lines: &[String]) -> String {
    lines.iter().flat_map(|line| ["unusable   ", line, "\n"]).collect()
}

/// The value as far as the answers prove it, and how much of the proof is missing.
fn conclusion(plan: &campaign::Plan) -> String {
    let &campaign::Plan { guess, needed, known, .. } = plan;
    let share = 100 * known / needed.max(1);
    let Some(value) = plan.value else {
        let ScoreBounds { lower, upper } = plan.bounds;
        let side = plan.position.side();
        return format!(
            "value      between {lower:+} and {upper:+} for {side}, who is to move\n\
             guess      {guess:+}, of whose proof {known} of {needed} answers are known ({share} %)\n"
        );
    };
    let value = value_for(value, plan.position);
    match (&plan.best_moves, &plan.line) {
        (Some(best), Some(line)) => {
            format!("value      {value}\nbest       {}\nline       {line}\n", listed(best))
        }
        _ => format!(
            "value      {value}; of the proof with the best moves and the line, {known} of {needed} \
             answers are known ({share} %)\n"
        ),
    }
}
