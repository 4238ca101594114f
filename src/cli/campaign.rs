//! `campaign`: solves a board with many processes, on any machines, through a shared folder.

use std::{fs, io};

use othello_solver::campaign::{Campaign, CampaignError, Case, Standing, Worked, work};
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
    Step: New(NewArgs) Plan(PlanArgs) Work(WorkArgs) #[command(visible_alias = "status")] Merge(MergeArgs)
}

/// If the start has at most this number of empty squares, the default frontier is closer to it.
const SMALL: u32 = 28;

/// Start a campaign in a new folder
#[derive(Debug, Args)]
pub(crate) struct NewArgs {
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

impl NewArgs {
    fn run(self) -> Result {
        let position = self.board.position(Size::STANDARD)?;
        // More plies keep more workers busy, but take more positions in total. A question with 24 empty
        // squares takes a second.
        let plies = if position.empties() > SMALL { 6 } else { 4 };
        let empties = self.empties.unwrap_or(position.empties().saturating_sub(plies));
        let start = Case { position, rules: self.rules.or_default() };
        let bar = self.print.quiet.bar();
        let campaign = Campaign::create(&self.folder, start, empties, self.guess, &bar)?;
        drop(bar);
        self.print.format.answer(&campaign, || {
            format!(
                "{} Othello, {}: questions about positions with {empties} empty squares\n\
                 guess      {}\n{}",
                position.size(),
                start.rules,
                value_for(campaign.guess, position),
                written(&self.folder.join("campaign.json")),
            )
        })
    }
}

/// Write the missing questions to FOLDER/questions
#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    /// The folder of the campaign
    folder: PathBuf,

    /// Distribute the questions over N files that take about equally long
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=99_999))]
    jobs: u32,

    #[command(flatten)]
    print: OutputArgs,
}

impl PlanArgs {
    fn run(self) -> Result {
        let campaign = Campaign::open(&self.folder)?;
        let plan = campaign.plan(&self.print.quiet.bar())?;
        campaign.write_questions(&plan.questions, self.jobs as usize)?;
        self.print.format.answer(&plan, || report(&plan) + &written(&self.folder.join("questions")))
    }
}

/// Answer questions, and append the answers to FOLDER/answers/HOST-PID.jsonl
///
/// Each answer is written as soon as it is found. Questions that have been answered are skipped. After
/// an unexpected answer, the rest is left to the next plan. A process uses one thread; start one for
/// each processor.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
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

impl WorkArgs {
    fn run(self) -> Result {
        let text = if is_standard_stream(&self.file) {
            io::read_to_string(io::stdin().lock())
        } else {
            fs::read_to_string(&self.file)
        };
        let text = text.map_err(FileError::of("read", &self.file))?;
        let above = folder_of(folder_of(&self.file));
        let campaign = Campaign::open(self.folder.as_deref().unwrap_or(above))?;
        let questions = campaign.questions(&text, &self.file)?;
        let (hash, time) = (self.hash.hash, self.time.unwrap_or(Duration::MAX));
        let worked = work(&campaign, &questions, hash, time, &self.print.quiet.bar())?;
        self.print.format.answer(&worked, || {
            let Worked { answered, settled, nodes } = worked;
            let is_complete = answered + settled == questions.len();
            let end = if is_complete { "" } else { "; the rest is left to the next plan" };
            let (answered, nodes) = (counted(answered, "question", "questions"), grouped(nodes));
            format!(
                "answered   {answered}, {nodes} positions searched; {settled} already settled{end}\n"
            )
        })?;
        ensure(!is_interrupted(), || Failure::failed("stopped; all answers are kept"))
    }
}

/// Draw the conclusions from the answers: the value, or bounds so far; at the end, write the result
///
/// If answers contradict each other, they are listed, no conclusion is drawn, and the exit code is 1.
/// Lines that are not answers of the campaign are listed and ignored; the exit code is then 1 too.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The folder of the campaign
    folder: PathBuf,

    /// Search this share of the answers again, by a different method and with an empty table: 1%
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

impl MergeArgs {
    fn run(self) -> Result {
        let campaign = Campaign::open(&self.folder)?;
        let bar = self.print.quiet.bar();
        let standing = campaign.plan(&bar)?;
        let mut text = report(&standing);
        if let Some(share) = self.recheck {
            let rechecked = standing.answers.recheck(share, self.hash.hash, &bar)?;
            text += &format!("rechecked  {}\n", counted(rechecked, "answer", "answers"));
        }
        if let Some(path) = self.output {
            check_writable(&path)?;
            let result = campaign.result(&standing, self.hash.hash, &bar)?;
            write_whole(&path, to_json(&result).as_bytes())?;
            text += &written(&path);
        }
        drop(bar);
        self.print.format.answer(&standing, || text)?;
        ensure(standing.answers.unusable.is_empty(), || {
            let unusable = counted(standing.answers.unusable.len(), "line was", "lines were");
            Failure::Failed(unusable + " not used")
        })
    }
}

/// Parses a share, such as `1%`.
fn share(text: &str) -> Result<f64, String> {
    match text.strip_suffix('%').map(str::parse::<f64>) {
        Some(Ok(percent)) if percent > 0.0 && percent <= 100.0 => Ok(percent / 100.0),
        _ => Err("write a percentage above 0% and up to 100%, such as 1%".to_owned()),
    }
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

/// The value as far as the answers prove it, how much of the proof is missing, and the answers.
fn report(standing: &Standing) -> String {
    let Standing { position, bounds, value, guess, needed, known, answers, .. } = standing;
    let (lower, upper, side) = (bounds.lower, bounds.upper, position.side());
    let mut text = match value {
        Some(value) => format!("value      {}\n", value_for(*value, *position)),
        None => format!(
            "value      between {lower:+} and {upper:+} for {side}, who is to move\n\
             guess      {guess:+}\n"
        ),
    };
    let (share, nodes) = (100 * known / (*needed).max(1), grouped(answers.nodes));
    text += &format!("proof      {known} of {needed} answers are known ({share} %)\n");
    text += &format!("answers    {}, {nodes} positions searched\n", answers.answers);
    for line in &answers.unusable {
        text += &format!("unusable   {line}\n");
    }
    text
}
