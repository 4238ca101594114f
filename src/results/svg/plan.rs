//! Plans as sheets of small boards.

use std::iter;

use ::svg::node::element::{Circle, Group, Style, Text};
use itertools::Itertools;
use othello_core::Position;
use othello_core::analysis::{Plan, Reply, Step, Then};

use super::board::{CELL, GAP, Grid, MARGIN, PAPER, centre};
use super::{picture, picture_text};
use crate::results::Language;

/// The room for the caption below each board, in pixels, like all lengths here.
const CAPTION: u32 = 20;
/// The room for the heading, and for each line of notes.
const HEADING: u32 = 30;
const NOTE: u32 = 18;
/// The width of a sheet, and its height on paper.
const WIDTH: u32 = 890;
const HEIGHT: u32 = 1170;

/// The marks of the symmetries, in the order of their indices.
const MARKS: [&str; 8] = ["", "↔", "↕", "180°", "╲", "↺", "↻", "╱"];
/// The meanings of the marks.
pub const TURNS: [&str; 8] = [
    "",
    "left and right swapped",
    "top and bottom swapped",
    "turned around",
    "mirrored in the diagonal from a1",
    "turned left",
    "turned right",
    "mirrored in the other diagonal",
];

/// A plan as one picture. Each board shows the position after a move of the player, which is marked
/// with a dot. A number on an empty square is the next board if the opponent plays there.
pub fn plan(plan: &Plan, language: Language) -> String {
    sheets(plan, usize::MAX, &notes(plan, language), language).concat()
}

/// The same as several pictures without notes, each for one sheet of paper.
pub fn plan_sheets(plan: &Plan, language: Language) -> Vec<String> {
    let [_, down, columns] = layout(Grid(plan.position.size()));
    let rows = (HEIGHT / down).max(1);
    sheets(plan, (columns * rows) as usize, &[], language)
}

/// The space for a board, across and down, and the number of boards side by side.
fn layout(grid: Grid) -> [u32; 3] {
    let (across, down) = (MARGIN + grid.width() + GAP, MARGIN + grid.height() + CAPTION);
    [across, down, (WIDTH / across).max(1)]
}

/// Pictures with at most this number of boards each, and with a title if there are notes.
fn sheets(plan: &Plan, most: usize, notes: &[String], language: Language) -> Vec<String> {
    let grid = Grid(plan.position.size());
    let [across, down, columns] = layout(grid);
    let mut boards = Vec::new();
    match &plan.opening[..] {
        // The player begins.
        [reply] if reply.game.moves().is_empty() => {}
        replies => {
            let caption = language.say("{side} begins", &[&plan.position.side()]);
            boards.push((plan.position, None, replies, caption));
        }
    }
    for (number, Step { position, square, replies }) in (1..).zip(&plan.steps) {
        let after = position.play(*square).expect("a plan has legal moves");
        boards.push((after, Some(*square), &replies[..], format!("{number}:  {square}")));
    }
    let mut sheets = Vec::new();
    for boards in boards.chunks(most) {
        let lines: u32 = notes.iter().map(|_| 1).sum();
        let top = if notes.is_empty() { GAP } else { HEADING + NOTE * lines + GAP };
        let count: u32 = boards.iter().map(|_| 1).sum();
        let height = top + count.div_ceil(columns) * down;
        let title = title(plan, language);
        let drawing = picture(columns * across, height, &title, &notes.join(" "));
        let mut sheet = grid.define(drawing).add(Style::new(PAPER));
        if !notes.is_empty() {
            let heading = Text::new(&*title).set("x", GAP).set("y", 20);
            sheet = sheet.add(heading.set("class", "heading"));
        }
        for (y, note) in (HEADING + NOTE / 2..).step_by(NOTE as usize).zip(notes) {
            sheet = sheet.add(Text::new(note).set("x", GAP).set("y", y).set("class", "small left"));
        }
        for (place, (position, square, replies, caption)) in (0..).zip(boards) {
            let left = MARGIN + place % columns * across;
            let top = top + MARGIN + place / columns * down;
            let mut board = small_board(grid, *position, replies)
                .set("transform", format!("translate({left} {top})"));
            if let Some(square) = square {
                let (x, y) = centre(*square);
                let dot = Circle::new().set("cx", x).set("cy", y).set("r", CELL / 10);
                board = board.add(dot.set("class", plan.player.choose("white", "black")));
            }
            let asides = replies.iter().filter_map(|it| aside(it, language));
            let caption = Text::new(iter::once(caption.clone()).chain(asides).join(";  "));
            let caption = caption.set("x", 0).set("y", grid.height() + 16).set("class", "left");
            sheet = sheet.add(board.add(caption));
        }
        sheets.push(picture_text(&sheet));
    }
    sheets
}

/// A title: `4x4 Othello: White wins by at least 8`.
pub fn title(plan: &Plan, language: Language) -> String {
    let title = match plan.secures {
        1.. => "{size} Othello: {player} wins by at least {discs}",
        0 => "{size} Othello: {player} does not lose",
        _ => "{size} Othello: {player} loses by at most {discs}",
    };
    language.say(title, &[&plan.position.size(), &plan.player, &plan.secures.abs()])
}

/// An explanation of the boards.
pub fn notes(plan: &Plan, language: Language) -> Vec<String> {
    let shown = "Each board shows the position after {player}'s move, which has a dot.";
    let numbers = "A number on a square: if {opponent} plays there, go on with that board. With a sign: \
                   the game is over, and that is {player}'s score.";
    let mut notes = vec![
        language.say(shown, &[&plan.player]),
        language.say(numbers, &[&!plan.player, &plan.player]),
    ];
    let replies = plan.steps.iter().flat_map(|step| &step.replies).chain(&plan.opening);
    let marks = replies.filter_map(|reply| match reply.then {
        Then::Step(_, symmetry) if symmetry.index() > 0 => Some(usize::from(symmetry.index())),
        _ => None,
    });
    let marks = marks.sorted().dedup().collect_vec();
    if !marks.is_empty() {
        let marks = marks.iter().map(|&it| format!("{} {}", MARKS[it], language.text(TURNS[it])));
        let marks = marks.format(language.text(", "));
        notes.push(language.say("With a mark, turn that board first: {marks}.", &[&marks]));
    }
    notes
}

/// The board, with a label for each reply of one move.
fn small_board(grid: Grid, position: Position, replies: &[Reply]) -> Group {
    let mut board = grid.discs(position, &[], 1);
    for reply in replies {
        let &[square] = reply.game.moves() else { continue };
        let (x, y) = centre(square);
        let (label, mark) = label(reply.then);
        let label = Text::new(label).set("x", x).set("class", "on-felt");
        board = board.add(label.set("y", if mark.is_empty() { y + 5 } else { y }));
        if !mark.is_empty() {
            board = board.add(Text::new(mark).set("x", x).set("y", y + 13).set("class", "on-felt"));
        }
    }
    board
}

/// The number of the next step with the mark of its symmetry, or the final score.
fn label(then: Then) -> (String, &'static str) {
    match then {
        Then::Over(score) => (format!("{score:+}"), ""),
        Then::Step(step, symmetry) => {
            ((step + 1).to_string(), MARKS[usize::from(symmetry.index())])
        }
    }
}

/// A reply with a pass, as part of the caption.
fn aside(reply: &Reply, language: Language) -> Option<String> {
    let (label, mark) = label(reply.then);
    match reply.game.moves() {
        [_] => None,
        [] if matches!(reply.then, Then::Over(_)) => Some(language.say("over, {label}", &[&label])),
        [] => Some(language.say("pass → {label} {mark}", &[&label, &mark])),
        _ => Some(format!("{} → {label} {mark}", reply.game)),
    }
}
