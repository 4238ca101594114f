//! `pictures`: the results as pictures.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use othello_solver::files::{FileError, write_atomically};
use othello_solver::results::SolvedBoard;
use othello_solver::{AllArrangements, Board4x4, Position, Rules, Solution, Start, pictures};

use super::failure::Failure;
use super::output::print;
use super::size::Size;

/// Draw the results as pictures in SVG
#[derive(Debug, Args)]
#[command(after_help = "\
For each solved board X.json there is X-line.svg, its line of best play, and, where its games were
counted, X-games.svg, how they end. 4x4-reachable.svg tells how many positions are won,
and 4x4-all.svg the same of every arrangement of discs.

Examples:
  othello-solver pictures
  othello-solver pictures --output /tmp/pictures")]
pub(crate) struct Pictures {
    /// The folder with the results
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    results: PathBuf,

    /// The folder for the pictures [default: that with the results]
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl Pictures {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let folder = self.output.as_ref().unwrap_or(&self.results);
        let write = |name: String, picture: String| {
            let path = folder.join(name);
            write_atomically(&path, picture.as_bytes()).map_err(Failure::failed)?;
            print(&format!("written    {}\n", path.display()))
        };
        for (name, document) in documents(&self.results)? {
            if let Ok(solved) = serde_json::from_slice::<SolvedBoard>(&document) {
                let size: Size = solved.size.parse().map_err(Failure::Failed)?;
                let line = pictures::line(&solved, size.start(Start::Diagonal));
                let line =
                    line.ok_or_else(|| Failure::failed(format!("{name}.json has no line")))?;
                write(format!("{name}-line.svg"), line)?;
                if let Some(endings) = pictures::endings(&solved) {
                    write(format!("{name}-games.svg"), endings)?;
                }
            } else if let Ok(all) = serde_json::from_slice::<AllArrangements>(&document) {
                let heading = format!("Every arrangement of discs on {}", all.size);
                write(format!("{name}.svg"), pictures::outcomes(&heading, &all.by_empties))?;
            }
        }
        let start = Position::<Board4x4>::start(Start::Diagonal);
        let values = Solution::new(start, Rules::default()).by_empties();
        let heading = "Positions of 4x4 that can be reached, up to symmetry";
        write("4x4-reachable.svg".to_owned(), pictures::outcomes(heading, &values))
    }
}

/// The JSON documents of a folder, by the names of their files without `.json`.
fn documents(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let mut documents = BTreeMap::new();
    let read = |error| Failure::failed(FileError::of("read", folder)(error));
    for entry in fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        let name = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".json"));
        let Some(name) = name else { continue };
        let text =
            fs::read(&path).map_err(FileError::of("read", &path)).map_err(Failure::failed)?;
        documents.insert(name.to_owned(), text);
    }
    Ok(documents)
}
