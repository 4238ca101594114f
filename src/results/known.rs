//! What a folder of results tells without a search.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::Path;

use super::{EXHAUSTIVE_SQUARES, Proof, SolvedBoard, Variant};
use crate::board::{Color, Symmetry};
use crate::game::{Game, MoveValue, Position, Rules, Start};
use crate::search::{ValuedMove, classes};
use crate::tables::{Opening, PositionRow};

/// The most bytes of a file that is read. Those of solved boards have some thousands, and those of
/// openings some hundred thousands.
const LONGEST_FILE: u64 = 16 << 20;

/// The boards that are solved in a folder of results, and the tables of openings there.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// By the names of their files without `.json`.
    boards: BTreeMap<String, SolvedBoard>,
    openings: Vec<Opening>,
}

impl Known {
    /// Reads the results of solved boards and openings in this folder. Whatever else is there, or
    /// cannot be read, is left out; where there is no folder, nothing is known.
    pub fn read(folder: &Path) -> Self {
        let mut known = Self::default();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (file, name) = (entry.metadata(), entry.file_name());
            let is_read = |file: &Metadata| file.is_file() && file.len() <= LONGEST_FILE;
            if file.is_ok_and(|file| is_read(&file))
                && let Some(name) = name.to_str()
            {
                known.add(name, &entry.path());
            }
        }
        known
    }

    /// Reads a file, if its name is that of a solved board or of an opening.
    fn add(&mut self, name: &str, path: &Path) -> Option<()> {
        if let Some(name) = name.strip_suffix(".json") {
            let board: SolvedBoard = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
            let is_start = board.position.which_start() == board.start && board.start.is_some();
            if is_start && board.name() == name {
                self.boards.insert(name.to_owned(), board);
            }
        } else if let Some(name) = name.strip_suffix("-opening.csv") {
            let (size, Variant { start, rules }) = Variant::of_file(name)?;
            let text = fs::read_to_string(path).ok()?;
            self.openings.push(Opening::parse(Position::start(size, start), rules, &text).ok()?);
        }
        Some(())
    }

    /// All boards with their names, in the order of names.
    pub fn boards(&self) -> impl ExactSizeIterator<Item = (&String, &SolvedBoard)> {
        self.boards.iter()
    }

    /// The board of this name, such as `6x6-parallel`.
    pub fn board(&self, name: &str) -> Option<&SolvedBoard> {
        self.boards.get(name)
    }

    /// The board that begins here.
    fn from(&self, begin: Position, start: Start, rules: Rules) -> Option<&SolvedBoard> {
        let name = format!("{}{}", begin.size(), Variant { start, rules }.file_name());
        self.board(&name).filter(|board| (board.position, board.rules()) == (begin, rules))
    }

    /// The position as a solved board with the value of every move, if all of that is known. The
    /// document names the `start` if the position was asked for as one.
    pub fn solved(
        &self,
        position: Position,
        start: Option<Start>,
        rules: Rules,
    ) -> Option<SolvedBoard> {
        let board = self.from(position, position.which_start()?, rules)?;
        // Of the others more is known soon.
        let is_large = position.size().squares() > EXHAUSTIVE_SQUARES;
        // All moves lead to mirror images of one position, and so all are best.
        let [moves] = &classes(position)[..] else { return None };
        let (square, value) = (*board.line.moves().first()?, board.value);
        let first = ValuedMove { square, value, line: board.line.clone() };
        let moves = moves.iter().map(|&square| first.image(square)).collect();
        let proof = board.proof.clone().map(|proof| Proof { nodes: None, ..proof });
        is_large.then(|| SolvedBoard { start, ..board.clone() }.with(Some(moves), proof))
    }

    /// The positions of the line of best play of the board that begins here, and all mirror images
    /// and rotations of them, each with a best move and its value. None if it is not solved.
    pub fn line_of(&self, begin: Position, rules: Rules) -> BTreeMap<Position, MoveValue> {
        let board = begin.which_start().and_then(|start| self.from(begin, start, rules));
        board.into_iter().flat_map(SolvedBoard::on_the_line).collect()
    }

    /// What is known of the positions of a game without a search: each with a best move and its
    /// value.
    pub fn of_game(&self, game: &Game, rules: Rules) -> BTreeMap<Position, MoveValue> {
        let mut known = self.line_of(game.start(), rules);
        let positions = game.turns().map(|(position, _)| position).chain([game.end()]);
        known.extend(positions.filter_map(|position| {
            let best = self.row(position, rules)?.best()?;
            Some((position, best))
        }));
        known
    }

    /// The value of a position and of each of its moves, if it is in the opening of a board.
    pub fn row(&self, position: Position, rules: Rules) -> Option<PositionRow> {
        let mut openings = self.openings.iter().filter(|opening| opening.rules() == rules);
        openings.find_map(|opening| opening.find(position))
    }

    /// A best move of a position and its value, if the position is on the line of best play of a
    /// solved board.
    pub fn best_move(&self, position: Position, rules: Rules) -> Option<MoveValue> {
        Start::ALL.into_iter().find_map(|start| {
            let begin = Position::start(position.size(), start);
            let board = self.from(begin, start, rules)?;
            board.on_the_line().find(|&(at, _)| at == position).map(|(_, best)| best)
        })
    }
}

impl SolvedBoard {
    /// The positions of the line of best play, each with the move that is made there and its value,
    /// and all mirror images and rotations of them.
    pub fn on_the_line(&self) -> impl Iterator<Item = (Position, MoveValue)> {
        let (size, begin) = (self.position.size(), self.position.side());
        let value = move |side: Color| side.sees(self.value, begin);
        Symmetry::all(size).flat_map(move |symmetry| {
            self.line.turns().map(move |(at, square)| {
                let square = square.transformed(size, symmetry);
                (at.transformed(symmetry), MoveValue { square, value: value(at.side()) })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn a_start_whose_moves_are_mirror_images_is_known_with_all_of_them() {
        let known = Known::read(Path::new("results"));
        assert!(known.boards().len() > 100);
        let size = Size::new(6, 6).unwrap();
        let position = Position::start(size, Start::Diagonal);
        let solved = known.solved(position, Some(Start::Diagonal), Rules::default()).unwrap();
        let moves = solved.moves.as_deref().unwrap();
        assert_eq!((solved.value, moves.len()), (-4, 4));
        assert!(moves.iter().all(|of| of.value == -4 && of.line.moves()[0] == of.square));
        assert_eq!(moves.iter().map(|of| of.square).collect::<Vec<_>>(), solved.best_moves);
        let command = "othello-solver solve 6x6 --all-moves";
        assert_eq!(solved.command.as_deref(), Some(command));

        let after = position.play("c2".parse().unwrap()).unwrap();
        assert_eq!(known.solved(after, None, Rules::default()), None);
        let best = known.best_move(after, Rules::default()).unwrap();
        assert_eq!((best.square.to_string(), best.value), ("b4".to_owned(), 4));
        assert_eq!(Known::read(Path::new("nowhere")).boards().len(), 0);
    }
}
