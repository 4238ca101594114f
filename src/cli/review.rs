//! `review`: how many discs each move of a game gave away.

use std::collections::BTreeMap;

use othello_core::analysis::{Basis, GivenAway, Players, Review, ReviewedMove, review};
use othello_core::answer::{Limits, each_in_order};
use othello_core::notation::PositionEntry;
use othello_core::{Objective, TimeLimit};
use othello_solver::clock::clock;
use othello_solver::results::review::{basis, change, move_of, why};
use othello_solver::results::{html, svg};

use super::file::{FileLine, Problems, read_names};
use super::prelude::*;

/// Find how many discs each move of a game gave away, and where the winner changed
///
/// Half of the time is spent on exact values, from the end of the game backwards. Earlier moves are
/// judged by forecasts: the score that the trained evaluation expects, looking some plies ahead. On a
/// board without an evaluation, discs are counted some plies ahead, which is not a forecast. Forecasts
/// are off by about 6 discs, so a forecast counts as a loss only if another move is better by more
/// than that. On solved boards, values along the line of best play are exact too, and so are values in
/// the first plies of 6x6.
///
/// In a file of games, each thread reviews a different game, with up to 64 MB of memory.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver review d3d4c4b4a3d2d1c1b1a1a2a4 --size 4x4
  othello-solver review f5d6c3d3c4f4f6 --time 20s --html review.html
  othello-solver review games.ggf --format json
  othello-solver review games.pgn --game 3 --html review.html
  othello-solver review games.ggf --empties 20    losses of each player")]
pub(crate) struct ReviewArgs {
    /// A game in any notation, or a file of games; - is standard input
    #[arg(value_name = "GAME|FILE")]
    game: String,

    /// Which game of a file, counted from 1 [default: all, or the only one]
    #[arg(long = "game", value_name = "N")]
    number: Option<usize>,

    #[command(flatten)]
    board: StartArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Time for each game, such as 20s or 5m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    time: Duration,

    /// Write a chart of the value after each move to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write a page with the chart, the turning points and better lines to this HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Total each player's losses in moves with at most N empty squares, for a file of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    empties: Option<u32>,

    /// The player names of a WTHOR database: a file such as WTHOR.JOU
    #[arg(long, value_name = "FILE", requires = "empties", hide_short_help = true)]
    players: Option<PathBuf>,

    /// Language of the review
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = language())]
    #[arg(conflicts_with = "empties", hide_short_help = true)]
    language: Language,

    #[command(flatten)]
    output: OutputArgs,
}

impl ReviewArgs {
    pub(crate) fn run(self) -> Result {
        let lines = RecordStream::open_argument(&self.game, self.board.reader(Size::STANDARD))?;
        if let Some(empties) = self.empties {
            if lines.is_text || self.number.is_some() {
                return Err(Failure::input("--empties requires a file of games"));
            }
            return self.losses(lines, empties);
        }
        let has_picture = self.svg.is_some() || self.html.is_some();
        if lines.is_text || self.number.is_some() || has_picture {
            return self.one_game(lines);
        }
        let problems = self.for_each_game(lines, with_moves, |number, _, review| {
            let text = review_text(&review, self.language) + "\n";
            self.output.format.line(number, &review, &text).map(drop)
        })?;
        problems.check()
    }

    /// Reviews the game with the given number, or the only one.
    fn one_game(&self, mut lines: RecordStream) -> Result {
        let entry = lines.nth_entry(self.number)?;
        let problem = match with_moves(&entry) {
            Err(problem) => problem,
            Ok(_) if self.number.is_none() && lines.next().is_some() => {
                "there are several games; --game N chooses one".to_owned()
            }
            Ok(_) => return self.answer(&entry),
        };
        Err(Failure::Input(format!("{}: {problem}", lines.name)))
    }

    /// Totals the losses of the players in a file, in moves with at most `empties` empty squares.
    fn losses(&self, lines: RecordStream, empties: u32) -> Result {
        let names = read_names(self.players.as_deref())?;
        let mut losses = Losses { empties, ..Losses::default() };
        let last = |entry: &PositionEntry| Ok(last_moves(&entry.game, empties));
        let problems = self.for_each_game(lines, last, |_, entry, review| {
            losses.add(entry.clone().with_names(&names, &[]).players, &review);
            Ok(())
        })?;
        self.output.format.answer(&losses, || losses.text())?;
        problems.check()
    }

    /// Reviews the part of each game of a file that is `wanted`, and hands it to `each`, in order.
    fn for_each_game(
        &self,
        lines: RecordStream,
        wanted: impl Fn(&PositionEntry) -> Result<Game, String> + Sync,
        mut each: impl FnMut(usize, &PositionEntry, Review) -> Result,
    ) -> Result<Problems> {
        let mut problems = Problems { file: lines.name.clone(), ..Problems::default() };
        let mut is_empty = true;
        // The totals of --empties are a single JSON document, without the errors.
        let prints_errors = self.empties.is_none() || self.output.format == Format::Text;
        // Each review has its own table.
        let (bar, limits) = (self.output.quiet.bar(), Limits::new(0, available_threads()));
        let (shares, cost) = ((&limits, false), |_: &FileLine| 0);
        let work = |(_, entry): &FileLine, _: &Limits, progress: &dyn Progress| {
            let entry = entry.as_ref().map_err(String::clone)?;
            Ok::<_, String>(self.review(&wanted(entry)?, entry.objective, progress))
        };
        for batch in lines.batches() {
            each_in_order(&batch?, shares, &bar, cost, work, |(number, entry), reviewed| {
                is_empty = false;
                match (entry, reviewed) {
                    (Ok(entry), Ok(review)) => {
                        let review = review?;
                        return bar.above(|| each(*number, entry, review));
                    }
                    (_, Err(error)) if prints_errors => {
                        bar.above(|| self.output.format.error(*number, &error))?;
                    }
                    _ => {}
                }
                problems.unreadable.push(*number);
                Ok(())
            })?;
        }
        if is_empty {
            return Err(Failure::Input(format!("{}: no game found", problems.file)));
        }
        Ok(problems)
    }

    fn review(
        &self,
        game: &Game,
        objective: Option<Objective>,
        progress: &dyn Progress,
    ) -> Result<Review> {
        let rules = self.rules.for_record(Scoring::Discs, objective);
        let limit = TimeLimit::new(progress, &clock, self.time);
        let review = review(game, rules, &limit).map_err(Failure::failed)?;
        let is_complete = review.moves.len() >= game.moves().len();
        ensure(is_complete, || Failure::failed("stopped")).map(|()| review)
    }

    /// Reviews a single game.
    fn answer(&self, entry: &PositionEntry) -> Result {
        let review = self.review(&entry.game, entry.objective, &self.output.quiet.bar())?;
        self.output.format.answer(&review, || review_text(&review, self.language))?;
        self.output.format.write_to(self.svg.as_ref(), || svg::course(&review, self.language))?;
        self.output.format.write_to(self.html.as_ref(), || html::review(&review, self.language))
    }
}

/// The end of a game, from the first move with at most this many empty squares.
fn last_moves(game: &Game, empties: u32) -> Game {
    let mut turns = game.turns().skip_while(|(before, _)| before.empties() > empties).peekable();
    let start = turns.peek().map_or(game.end(), |(before, _)| *before);
    let mut last = Game::new(start);
    for (_, square) in turns {
        last.play(square).expect("the moves of a game are legal");
    }
    last
}

/// The game, which must have moves.
fn with_moves(entry: &PositionEntry) -> Result<Game, String> {
    if entry.game.moves().is_empty() {
        return Err("the game has no moves".to_owned());
    }
    Ok(entry.game.clone())
}

/// The review for people to read.
pub(super) fn review_text(review: &Review, language: Language) -> String {
    let mut text = language.say("{size} Othello, {rules}\n\n", &[&review.size, &review.rules]);
    text += language.text("move         value  lost  best       known\n");
    for mv in &review.moves {
        let ReviewedMove { number, square, best_move, .. } = mv;
        let side = language.say("{side}", &[&mv.side]);
        let basis = basis(mv, language);
        let [value, best_value] = [mv.value, mv.best_value].map(|it| value(it, 5));
        let lost = if mv.lost > 0 { mv.lost.to_string() } else { String::new() };
        text += &format!(
            "{number:>3}  {side:<5} {square:<3}{value} {lost:>5}  {best_move:<3} {best_value}  {basis}\n"
        );
    }
    text += language.text("\nValues are seen by the player who moves.\n");
    for mv in &review.moves {
        let Some(words) = why(mv, language) else { continue };
        text += &format!("{}. {words}\n", mv.number);
    }
    for mv in review.moves.iter().filter(|mv| mv.is_turning_point()) {
        let turn = match mv.basis {
            Basis::Exact => "turning point: {move}, {change}",
            _ => "probably a turning point: {move}, {change}",
        };
        let turn = language.say(turn, &[&move_of(mv, language), &change(mv, language)]);
        text += &(bold(&turn) + "\n");
    }
    let Players { black, white } = review.players;
    for (side, lost) in [(Color::Black, black), (Color::White, white)] {
        let GivenAway { lost_exact, lost_estimated } = lost;
        let sum = lost_exact + lost_estimated;
        let totals = "{side} gave away {sum}: {exact} by exact values, {estimated} by estimates\n";
        text += &language.say(totals, &[&side, &sum, &lost_exact, &lost_estimated]);
    }
    text
}

/// The losses of the players in a file of games, in moves with few empty squares.
#[derive(Debug, Default, Serialize, schemars::JsonSchema)]
pub(super) struct Losses {
    /// Moves count if there are at most this many empty squares before them.
    empties: u32,
    /// The number of games.
    count: usize,
    /// The losses of each player, by name.
    players: BTreeMap<String, Total>,
}

/// A player's losses, in discs.
#[derive(Clone, Copy, Debug, Default, Serialize, schemars::JsonSchema)]
struct Total {
    /// The number of games.
    count: u32,
    /// The discs lost by moves whose values are exact.
    lost_exact: Score,
    /// The discs lost by the other moves.
    lost_estimated: Score,
}

impl Total {
    fn lost(&self) -> Score {
        self.lost_exact + self.lost_estimated
    }

    fn per_game(&self) -> f64 {
        f64::from(self.lost()) / f64::from(self.count)
    }
}

impl Losses {
    /// Adds a game. Players without names are counted by colour.
    fn add(&mut self, [black, white]: [Option<String>; 2], review: &Review) {
        self.count += 1;
        for (name, color, lost) in [
            (black, Color::Black, &review.players.black),
            (white, Color::White, &review.players.white),
        ] {
            let GivenAway { lost_exact, lost_estimated } = lost;
            let total = self.players.entry(name.unwrap_or_else(|| color.to_string())).or_default();
            total.count += 1;
            total.lost_exact += lost_exact;
            total.lost_estimated += lost_estimated;
        }
    }

    /// A table, starting with the most accurate player.
    fn text(&self) -> String {
        let mut rows: Vec<_> = self.players.iter().collect();
        rows.sort_by(|(_, one), (_, other)| one.per_game().total_cmp(&other.per_game()));
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!("{:<width$}  games  lost  per game\n", "player");
        for (name, total) in rows {
            let Total { count, lost_estimated, .. } = total;
            let (lost, per_game) = (total.lost(), total.per_game());
            text += &format!("{name:<width$}  {count:>5}  {lost:>4}  {per_game:>8.1}");
            if *lost_estimated > 0 {
                text += &format!("  {lost_estimated} of these by forecasts");
            }
            text.push('\n');
        }
        let Self { count, empties, .. } = self;
        text + &format!("\nDiscs given away with at most {empties} empty squares; games: {count}\n")
    }
}
