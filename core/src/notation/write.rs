//! Writing positions and games in any notation.

use crate::board::{Color, Size, SquareSet, Turn};
use crate::game::{Game, Objective, Position, Rules, Score, Scoring, Start};

use super::pgn::winner;
use super::tree::Dialect;
use super::{Notation, Note, PositionEntry, to_hex};

/// A record in some notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The record, which ends with a newline.
    pub text: String,
    /// The parts that the notation has no room for: `players`, `evaluations` and so on.
    pub left_out: Vec<&'static str>,
}

/// Writes a record. Notations for positions show the position after the last move. Neither they nor
/// transcripts state the size of the board. In a transcript, a position other than the diagonal start
/// comes before its moves.
///
/// A finished game gets its result if it has none and the most discs win. A WTHOR database cannot be
/// written; its games are written as transcripts.
pub fn write(entry: &PositionEntry, to: Notation) -> Written {
    use Notation::{Cells, Csv, Ggf, Hex, Obf, Pgn, Sgf, Transcript, Wthor};
    let (end, game) = (entry.position(), &entry.game);
    let text = match to {
        Cells => end.to_string(),
        Hex => to_hex(end),
        Obf => obf(entry),
        Ggf => ggf(entry),
        Sgf => sgf(entry),
        Pgn => pgn(entry),
        Csv => csv(entry),
        Transcript | Wthor => {
            let moves = transcript(game);
            match unusual_start(game) {
                None if !moves.is_empty() => moves,
                _ => format!("{} {moves}", game.start()).trim_end().to_owned(),
            }
        }
    };
    let with_score: &[_] = match end.turn() {
        Turn::Over => &[Ggf, Sgf, Pgn, Csv],
        Turn::Pass => &[Obf, Csv],
        Turn::Place => &[Csv],
    };
    let (notes, with_facts) = (&entry.notes, &[Ggf, Sgf, Pgn, Csv][..]);
    // Each kind of information, whether the entry has it, and the notations with room for it.
    let parts: [(_, _, &[_]); 9] = [
        ("moves", !game.moves().is_empty(), &[Transcript, Ggf, Sgf, Pgn, Csv]),
        ("scores of moves", !entry.scores.is_empty(), &[Obf, Csv]),
        ("scores", entry.score.is_some() && entry.scores.is_empty(), with_score),
        ("bounds", entry.bounds.is_some(), &[Csv]),
        ("which objective", entry.objective.is_some(), with_facts),
        ("players", entry.players.iter().any(Option::is_some), with_facts),
        ("evaluations", notes.iter().any(|note| !note.evaluation.is_empty()), &[Ggf, Sgf, Pgn]),
        ("thinking times", notes.iter().any(|note| !note.time.is_empty()), &[Ggf, Pgn]),
        ("comments", notes.iter().any(|note| !note.comment.is_empty()), &[Sgf, Pgn]),
    ];
    let missing = parts.iter().filter(|(_, is_there, room)| *is_there && !room.contains(&to));
    let mut left_out: Vec<_> = missing.map(|(name, ..)| *name).collect();
    if entry.tags.iter().any(|(name, _)| !has_room(to, name)) {
        left_out.push("other properties");
    }
    Written { text: text + "\n", left_out }
}

/// The first row of a table.
pub const CSV_HEADER: &str = "size,start,moves,position,objective,black,white,event,site,date,\
                              result,score,lower,upper,scores\n";

/// The properties of GGF and SGF that say what the game is and how it went.
const RESERVED: [&str; 19] = [
    "AB", "AE", "AW", "B", "BO", "CA", "FF", "GM", "HA", "KB", "KM", "KW", "PB", "PL", "PW", "RE",
    "SZ", "V", "W",
];

/// Whether a notation has room for a tag.
fn has_room(to: Notation, name: &str) -> bool {
    let is_property = (1..=2).contains(&name.len())
        && name.bytes().all(|it| it.is_ascii_uppercase())
        && !RESERVED.contains(&name);
    match to {
        Notation::Ggf | Notation::Sgf => is_property || Dialect::Ggf.property_of(name).is_some(),
        Notation::Pgn => name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_'),
        Notation::Csv => ["Event", "Site", "Date", "Result"].contains(&name),
        _ => false,
    }
}

/// The initial position of a game, unless it is the diagonal start.
fn unusual_start(game: &Game) -> Option<Position> {
    let start = game.start();
    if start.which_start() == Some(Start::Diagonal) { None } else { Some(start) }
}

/// A move or a pass, whose square is empty.
struct Ply {
    mover: Color,
    square: String,
    note: Note,
}

/// The moves and passes of a game, including a pass at the end.
fn plies(entry: &PositionEntry) -> Vec<Ply> {
    let (mut mover, mut plies) = (entry.game.start().side(), Vec::new());
    for (index, (before, square)) in entry.game.turns().enumerate() {
        if before.side() != mover {
            plies.push(Ply { mover, square: String::new(), note: Note::default() });
        }
        let (side, square) = (before.side(), square.to_string());
        plies.push(Ply { mover: side, square, note: entry.note(index) });
        mover = !side;
    }
    if entry.position().side() != mover {
        plies.push(Ply { mover, square: String::new(), note: Note::default() });
    }
    plies
}

/// The moves without separators, with a pass at the end if there is one.
fn transcript(game: &Game) -> String {
    let next = game.turns().last().map_or(game.start().side(), |(before, _)| !before.side());
    let pass = if game.end().side() == next { "" } else { "pa" };
    format!("{game}{pass}")
}

/// The score in the record. If it has none and the game is finished, the final score, with the empty
/// squares given to the winner, unless the fewest discs win or the record has another result.
fn score(entry: &PositionEntry) -> Option<Score> {
    let end = entry.position();
    let is_finished = !entry.game.moves().is_empty() && end.is_over();
    let is_usual = entry.objective != Some(Objective::Fewest) && entry.tag("Result").is_none();
    if entry.score.is_none() && is_finished && is_usual {
        return Some(end.score(Rules::new(Scoring::EmptiesToWinner, Objective::Most)));
    }
    entry.score
}

/// The score of a finished game as game records give it, seen by Black.
pub fn recorded_result(end: Position) -> Option<Score> {
    if !end.is_over() {
        return None;
    }
    let score = end.score(Rules::new(Scoring::EmptiesToWinner, Objective::Most));
    Some(Color::Black.sees(score, end.side()))
}

/// The result of a finished game, seen by Black.
fn result_for_black(entry: &PositionEntry) -> Option<Score> {
    let end = entry.position();
    if end.is_over() { Some(Color::Black.sees(score(entry)?, end.side())) } else { None }
}

/// Writes the line `-X…O X; a2:+38; b1:+2;`.
fn obf(entry: &PositionEntry) -> String {
    let position = entry.position();
    let mut text = format!("{position};");
    for (square, score) in &entry.scores {
        text += &format!(" {square}:{score:+};");
    }
    if position.turn() == Turn::Pass
        && let Some(score) = entry.score
    {
        text += &format!(" PS:{score:+};");
    }
    text
}

/// Writes a property of GGF, which has no way to write a closing bracket in a value, or of SGF.
fn push(text: &mut String, dialect: Dialect, name: &str, value: &str) {
    let value = match dialect {
        Dialect::Ggf => value.replace(']', ")").replace('\n', " "),
        Dialect::Sgf => value.replace('\\', "\\\\").replace(']', "\\]"),
    };
    *text += &format!("{name}[{value}]");
}

/// Writes the players, and the tags that GGF or SGF has as properties.
fn push_properties(text: &mut String, dialect: Dialect, entry: &PositionEntry) {
    for (name, player) in ["PB", "PW"].iter().zip(&entry.players) {
        if let Some(player) = player {
            push(text, dialect, name, player);
        }
    }
    for (tag, value) in &entry.tags {
        if has_room(Notation::Sgf, tag) && tag != "TY" {
            push(text, dialect, dialect.property_of(tag).unwrap_or(tag), value);
        }
    }
}

/// The size of a board in GGF and SGF: a number if it is square.
fn size_text(size: Size) -> String {
    if size.is_square() { size.width().to_string() } else { size.to_string() }
}

/// Writes a game in the Generic Game Format on one line, with its passes. The result is seen by Black,
/// with the empty squares given to the winner.
pub fn to_ggf(game: &Game, result: Option<Score>) -> String {
    let mut entry = PositionEntry::from_game(game.clone());
    entry.tags.extend(result.map(|result| ("Result".to_owned(), format!("{result:+}.000"))));
    ggf(&entry)
}

fn ggf(entry: &PositionEntry) -> String {
    let start = entry.game.start();
    let mut text = "(;GM[Othello]".to_owned();
    push_properties(&mut text, Dialect::Ggf, entry);
    if let Some(result) = result_for_black(entry) {
        text += &format!("RE[{result:+}.000]");
    }
    // The format itself only has square boards.
    let size = size_text(start.size());
    let anti = if entry.objective == Some(Objective::Fewest) { "a" } else { "" };
    match entry.tag("TY") {
        Some(kind) => push(&mut text, Dialect::Ggf, "TY", kind),
        None => text += &format!("TY[{size}{anti}]"),
    }
    text += &format!("BO[{size} {}]", start.to_string().replace('X', "*"));
    for Ply { mover, square, note } in plies(entry) {
        let mut value = if square.is_empty() { "pa".to_owned() } else { square };
        if !note.evaluation.is_empty() || !note.time.is_empty() {
            value += &format!("/{}", note.evaluation);
        }
        if !note.time.is_empty() {
            value += &format!("/{}", note.time);
        }
        push(&mut text, Dialect::Ggf, mover.choose("B", "W"), &value);
    }
    text + ";)"
}

fn sgf(entry: &PositionEntry) -> String {
    let size = entry.game.start().size();
    let mut text = format!("(;FF[4]CA[UTF-8]GM[2]SZ[{}]", size_text(size).replace('x', ":"));
    push_properties(&mut text, Dialect::Sgf, entry);
    if entry.objective == Some(Objective::Fewest) {
        text += "RU[fewest]";
    }
    text += &match result_for_black(entry) {
        None => String::new(),
        Some(0) => "RE[0]".to_owned(),
        Some(result) => format!("RE[{}+{}]", if result > 0 { 'B' } else { 'W' }, result.abs()),
    };
    if let Some(position) = unusual_start(&entry.game) {
        let usual = Position::start(size, Start::Diagonal);
        let [black, white] = Color::ALL.map(|color| position.discs(color));
        let centre = usual.own().bits() | usual.opponent().bits();
        let removed = SquareSet::of(size, centre & !(black.bits() | white.bits()));
        for (name, squares) in [("AB", black), ("AW", white), ("AE", removed)] {
            text += if squares.is_empty() { "" } else { name };
            text.extend(squares.into_iter().map(|square| format!("[{square}]")));
        }
        text += &format!("PL[{}]", position.side().choose('B', 'W'));
    }
    for Ply { mover, square, note } in plies(entry) {
        text += &format!(";{}[{square}]", mover.choose('B', 'W'));
        for (name, value) in [("V", note.evaluation), ("C", note.comment)] {
            if !value.is_empty() {
                push(&mut text, Dialect::Sgf, name, &value);
            }
        }
    }
    text + ")"
}

/// The discs of a result, Black's first, with the empty squares given to the winner.
fn discs(entry: &PositionEntry) -> Option<String> {
    let result = result_for_black(entry)?;
    let squares = entry.position().size().squares().cast_signed();
    Some(format!("{}-{}", i32::midpoint(squares, result), i32::midpoint(squares, -result)))
}

/// Writes a tag of PGN on a line.
fn push_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
    *text += &format!("[{name} \"{value}\"]\n");
}

fn pgn(entry: &PositionEntry) -> String {
    let (mut text, game) = (String::new(), &entry.game);
    let finished = discs(entry);
    let result = finished.as_deref().or(entry.tag("Result")).unwrap_or("*");
    for name in ["Event", "Site", "Date"] {
        push_tag(&mut text, name, entry.tag(name).unwrap_or("?"));
    }
    for (name, player) in ["Black", "White"].iter().zip(&entry.players) {
        push_tag(&mut text, name, player.as_deref().unwrap_or("?"));
    }
    push_tag(&mut text, "Result", result);
    for (name, value) in &entry.tags {
        if !has_room(Notation::Csv, name) && has_room(Notation::Pgn, name) {
            push_tag(&mut text, name, value);
        }
    }
    let size = game.start().size();
    if size != Size::STANDARD {
        push_tag(&mut text, "Size", &size.to_string());
    }
    if let Some(objective) = entry.objective {
        push_tag(&mut text, "Objective", &objective.to_string());
    }
    if let Some(start) = unusual_start(game) {
        push_tag(&mut text, "SetUp", "1");
        push_tag(&mut text, "FEN", &start.to_string());
    }
    text.push('\n');
    let mut words = Vec::new();
    for (index, Ply { mover, square, note }) in plies(entry).into_iter().enumerate() {
        if mover == game.start().side() {
            words.push(format!("{}.", index / 2 + 1));
        }
        words.push(if square.is_empty() { "--".to_owned() } else { square });
        let commands = [("eval", note.evaluation), ("emt", note.time)];
        let said = commands.into_iter().filter(|(_, value)| !value.is_empty());
        let mut comment: Vec<_> = said.map(|(name, value)| format!("[%{name} {value}]")).collect();
        if !note.comment.is_empty() {
            comment.push(note.comment);
        }
        if !comment.is_empty() {
            words.push(format!("{{{}}}", comment.join(" ").replace('}', ")")));
        }
    }
    words.push(if winner(result).is_some() { result } else { "*" }.to_owned());
    let mut width = 0;
    for word in words {
        if width > 0 {
            let is_full = width + 1 + word.len() > 79;
            text.push(if is_full { '\n' } else { ' ' });
            width = if is_full { 0 } else { width + 1 };
        }
        width += word.len();
        text += &word;
    }
    text + "\n"
}

fn csv(entry: &PositionEntry) -> String {
    let (moves, [black, white]) = (transcript(&entry.game), &entry.players);
    let start = if moves.is_empty() { None } else { unusual_start(&entry.game) };
    let scores = entry.scores.iter().map(|(square, score)| format!("{square}:{score:+}"));
    let fields = [
        Some(entry.position().size().to_string()),
        start.map(|start| start.to_string()),
        Some(moves),
        Some(entry.position().to_string()),
        entry.objective.map(|objective| objective.to_string()),
        black.as_deref().map(csv_field),
        white.as_deref().map(csv_field),
        entry.tag("Event").map(csv_field),
        entry.tag("Site").map(csv_field),
        entry.tag("Date").map(csv_field),
        entry.tag("Result").map(csv_field),
        score(entry).map(|score| format!("{score:+}")),
        entry.bounds.map(|[lower, _]| format!("{lower:+}")),
        entry.bounds.map(|[_, upper]| format!("{upper:+}")),
        Some(scores.collect::<Vec<_>>().join(" ")),
    ];
    fields.map(Option::unwrap_or_default).join(",")
}

/// A field, in quotes where necessary.
fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\"").replace('\n', " "))
    } else {
        text.to_owned()
    }
}
