//! Writing positions and games in any notation.

use std::fmt::Write;

use crate::board::{Color, SquareSet, Turn};
use crate::game::{Game, Objective, Position, Rules, Score, Scoring, Start};

use super::ggf::TAGS;
use super::{Notation, Note, PositionEntry, to_hex};

/// A record in some notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The record, which ends with a newline.
    pub text: String,
    /// What the notation has no room for: `players`, `evaluations` and so on.
    pub left_out: Vec<&'static str>,
}

/// Writes a record. Notations of positions have the position after the last move. Transcripts have
/// no size, and neither have positions; a position other than the diagonal start comes before its
/// moves.
///
/// A finished game gets its result if it has none and the most discs win. A WTHOR database cannot be
/// written; its games are written as transcripts.
pub fn write(entry: &PositionEntry, to: Notation) -> Written {
    use Notation::{Cells, Csv, Ggf, Hex, Obf, Pgn, Sgf, Transcript, Wthor};
    let entry = &finished(entry);
    let (end, game) = (entry.position(), &entry.game);
    let text = match to {
        Cells => end.to_string(),
        Hex => to_hex(end),
        Obf => obf(entry),
        Ggf => ggf(entry),
        Sgf => sgf(entry),
        Pgn => pgn(entry),
        Csv => csv(entry),
        Transcript | Wthor => match start(game) {
            None if !transcript(game).is_empty() => transcript(game),
            _ => format!("{} {}", game.start(), transcript(game)).trim_end().to_owned(),
        },
    };
    let is_note =
        |part: fn(&Note) -> &String| entry.notes.iter().any(|note| !part(note).is_empty());
    let has_score = entry.score.is_some() && entry.scores.is_empty();
    let with_score: &[_] = match end.turn() {
        Turn::Over => &[Ggf, Sgf, Pgn, Csv],
        Turn::Pass => &[Obf, Csv],
        Turn::Place => &[Csv],
    };
    let has_players = entry.players.iter().any(Option::is_some);
    // Each kind of information, whether the entry has it, and the notations with room for it.
    let parts: [(_, _, &[_]); 9] = [
        ("moves", !game.moves().is_empty(), &[Transcript, Ggf, Sgf, Pgn, Csv]),
        ("scores of moves", !entry.scores.is_empty(), &[Obf, Csv]),
        ("scores", has_score, with_score),
        ("bounds", entry.bounds.is_some(), &[Csv]),
        ("which objective", entry.objective.is_some(), &[Ggf, Sgf, Pgn, Csv]),
        ("players", has_players, &[Ggf, Sgf, Pgn, Csv]),
        ("evaluations", is_note(|note| &note.evaluation), &[Ggf, Sgf, Pgn]),
        ("thinking times", is_note(|note| &note.time), &[Ggf, Pgn]),
        ("comments", is_note(|note| &note.comment), &[Sgf, Pgn]),
    ];
    let left_out = parts.into_iter().filter(|(_, has, room)| *has && !room.contains(&to));
    let mut left_out: Vec<_> = left_out.map(|(name, ..)| name).collect();
    let has_others = entry.tags.iter().any(|(name, _)| !has_room(to, name));
    left_out.extend(has_others.then_some("other properties"));
    Written { text: text + "\n", left_out }
}

/// The entry with the result of a finished game, counted as in tournaments.
fn finished(entry: &PositionEntry) -> PositionEntry {
    let end = entry.position();
    let has_result = entry.score.is_some() || entry.tag("Result").is_some();
    let is_finished = !entry.game.moves().is_empty() && end.turn() == Turn::Over;
    let mut entry = entry.clone();
    if is_finished && !has_result && entry.objective != Some(Objective::Fewest) {
        entry.score = Some(end.score(Rules::new(Scoring::EmptiesToWinner, Objective::Most)));
    }
    entry
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
    let is_known = TAGS.iter().any(|(.., pgn)| *pgn == name);
    match to {
        Notation::Ggf | Notation::Sgf => is_property || is_known,
        Notation::Pgn => name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_'),
        Notation::Csv => ["Event", "Site", "Date", "Result"].contains(&name),
        _ => false,
    }
}

/// The initial position of a game, unless it is the diagonal start.
fn start(game: &Game) -> Option<Position> {
    Some(game.start()).filter(|start| start.which_start() != Some(Start::Diagonal))
}

/// The moves and passes of a game, also a pass at the end: the mover, the move, and the note about it.
fn turns(entry: &PositionEntry) -> Vec<(Color, String, Note)> {
    let mut player = entry.game.start().side();
    let mut turns = Vec::new();
    let pass = |player| (player, String::new(), Note::default());
    for (index, (before, square)) in entry.game.turns().enumerate() {
        turns.extend((before.side() != player).then(|| pass(player)));
        player = !before.side();
        let note = entry.notes.get(index).cloned().unwrap_or_default();
        turns.push((before.side(), square.to_string(), note));
    }
    turns.extend((entry.position().side() != player).then(|| pass(player)));
    turns
}

/// The moves without separators, with a pass at the end if there is one.
fn transcript(game: &Game) -> String {
    let turns = turns(&PositionEntry::from_game(game.clone()));
    let ends_with_pass = turns.last().is_some_and(|(_, square, _)| square.is_empty());
    format!("{game}{}", if ends_with_pass { "pa" } else { "" })
}

/// The result of a finished game, seen by Black.
fn result(entry: &PositionEntry) -> Option<Score> {
    let end = entry.position();
    let score = entry.score.filter(|_| end.turn() == Turn::Over)?;
    Some(Color::Black.sees(score, end.side()))
}

/// Writes the line `-X…O X; a2:+38; b1:+2;`.
fn obf(entry: &PositionEntry) -> String {
    let position = entry.position();
    let mut text = format!("{position};");
    for (square, score) in &entry.scores {
        text += &format!(" {square}:{score:+};");
    }
    if let Some(score) = entry.score.filter(|_| position.turn() == Turn::Pass) {
        text += &format!(" PS:{score:+};");
    }
    text
}

/// The players, and the tags that a format has as properties, by its own names.
fn properties(entry: &PositionEntry, is_ggf: bool, escaped: fn(&str) -> String) -> String {
    let mut text = String::new();
    for (name, player) in ["PB", "PW"].iter().zip(&entry.players) {
        if let Some(player) = player {
            let _ = write!(text, "{name}[{}]", escaped(player));
        }
    }
    let is_written = |name: &str| has_room(Notation::Ggf, name) && name != "TY";
    for (name, value) in entry.tags.iter().filter(|(name, _)| is_written(name)) {
        let known = TAGS.iter().find(|(.., pgn)| pgn == name);
        let name = known.map_or(name.as_str(), |(ggf, sgf, _)| if is_ggf { ggf } else { sgf });
        let _ = write!(text, "{name}[{}]", escaped(value));
    }
    text
}

pub(super) fn ggf(entry: &PositionEntry) -> String {
    // The format has no way to write a closing bracket in a value.
    let escaped = |text: &str| text.replace(']', ")").replace('\n', " ");
    let start = entry.game.start();
    // A square board is written as a number. The format has no other boards.
    let size = start.size();
    let size = if size.is_square() { size.width().to_string() } else { size.to_string() };
    let mut text = "(;GM[Othello]".to_owned() + &properties(entry, true, escaped);
    if let Some(result) = result(entry) {
        let _ = write!(text, "RE[{result:+}.000]");
    }
    let anti = if entry.objective == Some(Objective::Fewest) { "a" } else { "" };
    let board = start.to_string().replace('X', "*");
    let kind = entry.tag("TY").map_or_else(|| format!("{size}{anti}"), escaped);
    let _ = write!(text, "TY[{kind}]BO[{size} {board}]");
    for (mover, square, note) in turns(entry) {
        let _ = write!(text, "{}[", mover.choose('B', 'W'));
        text += if square.is_empty() { "pa" } else { &square };
        if !note.evaluation.is_empty() || !note.time.is_empty() {
            text += &escaped(&format!("/{}", note.evaluation));
        }
        if !note.time.is_empty() {
            text += &escaped(&format!("/{}", note.time));
        }
        text.push(']');
    }
    text + ";)"
}

fn sgf(entry: &PositionEntry) -> String {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace(']', "\\]");
    let size = entry.game.start().size();
    let size_text = size.to_string().replace('x', ":");
    let size_text = if size.is_square() { size.width().to_string() } else { size_text };
    let mut text = format!("(;FF[4]CA[UTF-8]GM[2]SZ[{size_text}]");
    text += &properties(entry, false, escaped);
    if entry.objective == Some(Objective::Fewest) {
        text += "RU[fewest]";
    }
    match result(entry) {
        Some(0) => text += "RE[0]",
        Some(result) => {
            let winner = if result > 0 { 'B' } else { 'W' };
            let _ = write!(text, "RE[{winner}+{}]", result.abs());
        }
        None => {}
    }
    if let Some(position) = start(&entry.game) {
        let usual = Position::start(size, Start::Diagonal);
        let [black, white] = Color::ALL.map(|color| position.discs(color));
        let centre = Color::ALL.map(|color| usual.discs(color).bits());
        let removed = (centre[0] | centre[1]) & !(black.bits() | white.bits());
        let removed = SquareSet::of(size, removed);
        for (name, squares) in [("AB", black), ("AW", white), ("AE", removed)] {
            if !squares.is_empty() {
                text += name;
                squares.into_iter().for_each(|square| text += &format!("[{square}]"));
            }
        }
        let _ = write!(text, "PL[{}]", position.side().choose('B', 'W'));
    }
    for (mover, square, note) in turns(entry) {
        let _ = write!(text, ";{}[{square}]", mover.choose('B', 'W'));
        for (name, value) in [("V", note.evaluation), ("C", note.comment)] {
            if !value.is_empty() {
                let _ = write!(text, "{name}[{}]", escaped(&value));
            }
        }
    }
    text + ")"
}

/// The discs of a result, Black's first, with the empty squares given to the winner.
fn discs(entry: &PositionEntry) -> Option<String> {
    let (result, squares) = (result(entry)?, entry.position().size().squares().cast_signed());
    Some(format!("{}-{}", i32::midpoint(squares, result), i32::midpoint(squares, -result)))
}

fn pgn(entry: &PositionEntry) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    let game = &entry.game;
    let finished = discs(entry);
    let result = finished.as_deref().or(entry.tag("Result")).unwrap_or("*");
    for name in ["Event", "Site", "Date"] {
        tag(name, entry.tag(name).unwrap_or("?"));
    }
    for (name, player) in ["Black", "White"].iter().zip(&entry.players) {
        tag(name, player.as_deref().unwrap_or("?"));
    }
    tag("Result", result);
    let written = ["Event", "Site", "Date", "Result"];
    let others = entry.tags.iter().filter(|(name, _)| !written.contains(&name.as_str()));
    for (name, value) in others.filter(|(name, _)| has_room(Notation::Pgn, name)) {
        tag(name, value);
    }
    let size = game.start().size();
    if size != crate::board::Size::STANDARD {
        tag("Size", &size.to_string());
    }
    if let Some(objective) = entry.objective {
        tag("Objective", &objective.to_string());
    }
    if let Some(start) = start(game) {
        tag("SetUp", "1");
        tag("FEN", &start.to_string());
    }
    text.push('\n');
    let (mut words, first) = (Vec::new(), game.start().side());
    for (index, (mover, square, note)) in turns(entry).into_iter().enumerate() {
        if mover == first {
            words.push(format!("{}.", index / 2 + 1));
        }
        words.push(if square.is_empty() { "--".to_owned() } else { square });
        let mut comment = Vec::new();
        if !note.evaluation.is_empty() {
            comment.push(format!("[%eval {}]", note.evaluation));
        }
        if !note.time.is_empty() {
            comment.push(format!("[%emt {}]", note.time));
        }
        comment.extend((!note.comment.is_empty()).then_some(note.comment));
        if !comment.is_empty() {
            words.push(format!("{{{}}}", comment.join(" ").replace('}', ")")));
        }
    }
    let is_result = |text: &str| {
        let is_digit = |it: char| it.is_ascii_digit();
        let pair = text.split_once('-');
        pair.is_some_and(|(one, other)| {
            [one, other].iter().all(|it| !it.is_empty() && it.chars().all(is_digit))
        })
    };
    words.push(if is_result(result) { result } else { "*" }.to_owned());
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
    let (game, end) = (&entry.game, entry.position());
    let quoted = |field: &str| {
        if field.contains([',', '"', '\n']) {
            format!("\"{}\"", field.replace('"', "\"\"").replace('\n', " "))
        } else {
            field.to_owned()
        }
    };
    let optional = |score: Option<Score>| score.map_or(String::new(), |score| format!("{score:+}"));
    let [lower, upper] = entry.bounds.map_or([None; 2], |bounds| bounds.map(Some));
    let scores = entry.scores.iter().map(|(square, score)| format!("{square}:{score:+}"));
    let tag = |name| quoted(entry.tag(name).unwrap_or_default());
    let player = |index: usize| quoted(entry.players[index].as_deref().unwrap_or_default());
    let has_moves = !transcript(game).is_empty();
    let fields = [
        end.size().to_string(),
        start(game).filter(|_| has_moves).map_or(String::new(), |start| start.to_string()),
        transcript(game),
        end.to_string(),
        entry.objective.map_or(String::new(), |objective| objective.to_string()),
        player(0),
        player(1),
        tag("Event"),
        tag("Site"),
        tag("Date"),
        tag("Result"),
        optional(entry.score),
        optional(lower),
        optional(upper),
        scores.collect::<Vec<_>>().join(" "),
    ];
    fields.join(",")
}
