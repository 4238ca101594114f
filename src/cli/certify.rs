//! `certify`: a proof of a value, for `verify` and others to check.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use othello_solver::files::{FileError, Workplace, write_atomically};
use othello_solver::proof::{Certificate, CoqFile};
use othello_solver::{
    AnyGame, Progress, Rules, Score, SearchMonitor, SearchOptions, Shape, search_resumable,
};
use serde::Serialize;

use super::args::{BoardArgs, ResourceArgs, RulesArgs, variant};
use super::failure::Failure;
use super::output::{print, print_json};
use super::progress::{Bar, catch_ctrl_c};
use super::prove::Prove;
use super::size::{ForShape, Size};

/// Write a proof of the value of a position, which `verify` checks without the solver
#[derive(Debug, Args)]
#[command(after_help = "\
The proof goes to results/certificates/SIZE[-parallel][-fewest].proof. If this is interrupted, the
same command goes on where it was.

Examples:
  othello-solver certify 4x4
  othello-solver certify 6x6 --leaves 10 --hash 2G
  othello-solver certify 8 --position '…' --output endgame.proof
  othello-solver certify 5x5 --format coq

With --format coq the proof is written as files for the proof assistant Coq, which go to formal/data/.")]
pub(crate) struct Certify {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Leave positions with so many empty squares or fewer to the checker
    /// [default: 0 up to 24 squares, 8 above; for Coq 6 up to 25 squares, 8 above]
    #[arg(long, value_name = "N")]
    leaves: Option<u32>,

    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// What is written, and what is printed on standard output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Print nothing on standard error but errors
    #[arg(long)]
    quiet: bool,

    #[command(flatten)]
    resources: ResourceArgs,
}

/// What is written, and how it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A proof for `verify`, told to people
    Text,
    /// A proof for `verify`, told by one JSON document
    Json,
    /// A proof for Coq, as files for `formal/`, told to people
    Coq,
}

impl Certify {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let size = self.board.size()?;
        let path = self.file(size)?;
        let rules = Rules::from(self.rules);
        let game = self.board.transcript(size.start(self.board.start.into()))?.end();
        let leaves = self.leaves.unwrap_or(match (self.format, size.squares()) {
            (Format::Coq, ..=25) => 6,
            (Format::Text | Format::Json, ..=24) => 0,
            _ => 8,
        });
        catch_ctrl_c();
        let bar = Bar::new(self.quiet);

        let drafts = Drafts::enter(&path)?;
        let draft = match drafts.load(&Certificate::draft(game, rules, 0, leaves))? {
            Some(draft) => draft,
            None => Certificate::draft(
                game,
                rules,
                self.value(size, game, &drafts.0.path("search"), &bar)?,
                leaves,
            ),
        };
        drafts.save(&draft)?;
        let mut failure = Failure::failed("stopped; the same command goes on from here");
        let mut keep = |draft: &Certificate| match drafts.save(draft) {
            Ok(()) if !bar.stopped() => ControlFlow::Continue(()),
            Ok(()) => ControlFlow::Break(()),
            Err(error) => {
                failure = error;
                ControlFlow::Break(())
            }
        };
        let hash = self.resources.hash;
        let prove = Prove { game, rules, draft, hash, keep: &mut keep, progress: &bar };
        let Some(certificate) = size.dispatch(prove) else { return Err(failure) };
        if self.format == Format::Coq {
            let files = write_coq(size, game, &certificate, &path)?;
            drafts.leave()?;
            return print(&files);
        }
        let bytes = certificate.to_bytes();
        write_atomically(&path, &bytes).map_err(Failure::failed)?;
        drafts.leave()?;

        let (bytes, value) = (bytes.len(), certificate.claim.value);
        match self.format {
            Format::Text | Format::Coq => print(&format!(
                "claim      {value:+} for {}, who is to move\nwritten    {}, {} bytes\n",
                game.side(),
                path.display(),
                HumanCount(bytes as u64)
            )),
            Format::Json => {
                let position = certificate.claim.position;
                print_json(&Written { file: path, bytes, position, value, leaves })
            }
        }
    }

    fn file(&self, size: Size) -> Result<PathBuf, Failure> {
        match &self.output {
            Some(path) if path == Path::new("-") => {
                Err(Failure::usage("a proof is binary and is not written to standard output"))
            }
            Some(path) => Ok(path.clone()),
            None if self.board.is_start() => {
                let name = variant(self.board.start.into(), self.rules.into()).file_name();
                if self.format == Format::Coq {
                    return Ok(format!("formal/data/C{size}{}.v", name.replace('-', "_")).into());
                }
                Ok(format!("results/certificates/{size}{name}.proof").into())
            }
            None => Err(Failure::usage("where to? Name a file by --output")),
        }
    }

    /// The value of the position, by search.
    fn value(&self, size: Size, game: AnyGame, state: &Path, bar: &Bar) -> Result<Score, Failure> {
        let options = SearchOptions {
            rules: self.rules.into(),
            hash: self.resources.hash,
            threads: self.resources.threads_or_all(),
            ..SearchOptions::default()
        };
        let monitor = SearchMonitor::default();
        let mut value = Ok(None);
        bar.watch("solving", &monitor, &mut || {
            value = size.dispatch(Value { game, options: &options, monitor: &monitor, state });
        });
        value?.ok_or_else(|| Failure::failed("stopped before the value was known"))
    }
}

/// The value of a position, unless the search is stopped.
struct Value<'a> {
    game: AnyGame,
    options: &'a SearchOptions,
    monitor: &'a SearchMonitor,
    /// Where the state of the search is kept.
    state: &'a Path,
}

impl ForShape for Value<'_> {
    type Output = Result<Option<Score>, Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let Some(game) = self.game.game::<S>() else { return Ok(None) };
        search_resumable(game.position(), self.options, self.monitor, self.state)
            .map(|result| result.value())
            .map_err(Failure::of_state)
    }
}

/// Writes the files for Coq, of which the main one has the given path, and says
/// which they are.
fn write_coq(
    size: Size,
    game: AnyGame,
    certificate: &Certificate,
    path: &Path,
) -> Result<String, Failure> {
    let name = path.file_stem().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| Failure::usage("the name of the file is no name for Coq"))?;
    let files = size.dispatch(ToCoq { game, certificate, name });
    let files = files.ok_or_else(|| {
        Failure::failed("Coq's part is for at most 62 squares, scored by discs as they lie")
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    for file in &files {
        write_atomically(&folder.join(&file.name), file.text.as_bytes())
            .map_err(Failure::failed)?;
    }
    let claim = &certificate.claim;
    Ok(format!(
        "claim      {:+} for {}, who is to move\nwritten    {}, {} bytes in {} files\n",
        claim.value,
        game.side(),
        path.display(),
        HumanCount(files.iter().map(|file| file.text.len() as u64).sum()),
        files.len(),
    ))
}

/// The files of a certificate for Coq.
struct ToCoq<'a> {
    game: AnyGame,
    certificate: &'a Certificate,
    name: &'a str,
}

impl ForShape for ToCoq<'_> {
    type Output = Option<Vec<CoqFile>>;

    fn run<S: Shape>(self) -> Self::Output {
        self.certificate.to_coq(self.game.game::<S>()?.position(), self.name)
    }
}

#[derive(Serialize)]
struct Written {
    file: PathBuf,
    bytes: usize,
    position: String,
    value: Score,
    leaves: u32,
}

/// What has been made of a proof, in a folder beside its file.
struct Drafts(Workplace);

impl Drafts {
    fn enter(path: &Path) -> Result<Self, Failure> {
        Workplace::beside(path).map(Self).map_err(Failure::failed)
    }

    /// The draft that an interrupted run has left, if it is of the same proof
    /// as `wanted`, whatever its value.
    fn load(&self, wanted: &Certificate) -> Result<Option<Certificate>, Failure> {
        let path = self.0.path("draft");
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::failed(FileError::of("read", &path)(error))),
        };
        let refuse = |reason: String| {
            Failure::failed(format!("{} {reason}; remove it to begin again", path.display()))
        };
        let draft = Certificate::from_bytes(&bytes)
            .map_err(|error| refuse(format!("cannot be used: {error}")))?;
        let mut claim = draft.claim.clone();
        claim.value = wanted.claim.value;
        if (claim, draft.leaves) != (wanted.claim.clone(), wanted.leaves) {
            return Err(refuse("is of another proof".to_owned()));
        }
        Ok(Some(draft))
    }

    fn save(&self, draft: &Certificate) -> Result<(), Failure> {
        write_atomically(&self.0.path("draft"), &draft.to_bytes()).map_err(Failure::failed)
    }

    fn leave(self) -> Result<(), Failure> {
        self.0.leave().map_err(Failure::failed)
    }
}
