//! The engine under test: a process that is sent lines and says lines, and that need not behave.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use othello_core::progress::Progress;

use super::fault::Fault;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 16;
/// An engine that says more lines than this in answer to one question, or in all that nobody asked
/// for, floods.
const MOST_LINES: usize = 10_000;
/// An engine that takes longer than the limit is slow, and one that takes this many times as long is
/// silent.
const PATIENCE: u32 = 3;
/// The time in which a process whose output has ended should end too.
const TIME_TO_END: Duration = Duration::from_secs(1);

/// How often a wait for an answer looks whether it should stop.
const INTERVAL: Duration = Duration::from_millis(50);

/// A running engine. It is killed when this is dropped.
pub(super) struct Process<'a> {
    child: Child,
    input: ChildStdin,
    /// What it says, read as it comes.
    lines: Receiver<Line>,
    /// The last line on its standard error.
    last_words: Arc<Mutex<String>>,
    limit: Duration,
    question: String,
    asked: Instant,
    /// The lines of the answer so far.
    said: usize,
    /// The lines that nobody asked for.
    unasked: usize,
    progress: &'a dyn Progress,
}

impl<'a> Process<'a> {
    /// Starts an engine that has this much time for each answer, unless the listener stops the wait.
    pub(super) fn start(
        command: &[String],
        limit: Duration,
        progress: &'a dyn Progress,
    ) -> Result<Self, Fault> {
        let (name, args) = command.split_first().ok_or_else(|| Fault::no_start("no command"))?;
        let mut child = Command::new(name)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Fault::no_start(format!("{name}: {error}")))?;
        let piped = "all three streams are piped";
        let input = child.stdin.take().expect(piped);
        let (output, errors) =
            (child.stdout.take().expect(piped), child.stderr.take().expect(piped));
        let last_words = Arc::new(Mutex::new(String::new()));
        let (sender, lines) = mpsc::sync_channel(MOST_LINES + 1);
        // The threads end when the engine closes its streams or when nobody listens any more. They
        // are not waited for: children of the engine may keep the streams open.
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(line) = read_line(&mut output) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let heard = Arc::clone(&last_words);
        thread::spawn(move || {
            let mut errors = BufReader::new(errors);
            while let Some(line) = read_line(&mut errors) {
                if let Line::Whole(line) = line
                    && !line.is_empty()
                {
                    *heard.lock().expect("no thread panics with it") = line;
                }
            }
        });
        let (question, asked) = ("the start".to_owned(), Instant::now());
        let (said, unasked) = (0, 0);
        Ok(Self {
            child,
            input,
            lines,
            last_words,
            limit,
            question,
            asked,
            said,
            unasked,
            progress,
        })
    }

    /// Asks a question, a line. What the engine said before is no answer to it and is forgotten.
    pub(super) fn ask(&mut self, question: &str) -> Result<(), Fault> {
        self.unasked += self.lines.try_iter().count();
        self.check_flood()?;
        self.tell(question)?;
        self.said = 0;
        Ok(())
    }

    /// Sends a line that has no answer of its own.
    pub(super) fn tell(&mut self, line: &str) -> Result<(), Fault> {
        line.clone_into(&mut self.question);
        self.asked = Instant::now();
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended())
    }

    /// The end of the questions. An engine that has talked without being asked is listened to for a
    /// moment, because few and quick questions may end before a flood is one.
    pub(super) fn finish(&mut self) -> Result<(), Fault> {
        self.unasked += self.lines.try_iter().count();
        let began = Instant::now();
        while self.unasked > 0
            && let left = TIME_TO_END.saturating_sub(began.elapsed())
            && self.lines.recv_timeout(left).is_ok()
        {
            self.unasked += 1;
            self.check_flood()?;
        }
        self.check_flood()
    }

    /// The next line of the answer.
    pub(super) fn line(&mut self) -> Result<String, Fault> {
        let most = self.limit.saturating_mul(PATIENCE);
        let line = loop {
            let left = most.saturating_sub(self.asked.elapsed());
            match self.lines.recv_timeout(left.min(INTERVAL)) {
                Ok(line) => break line,
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout)
                    if left > INTERVAL && !self.progress.is_stopped() => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Fault::Silent { question: self.question.clone(), waited: most });
                }
            }
        };
        self.said += 1;
        self.check_flood()?;
        let Line::Whole(line) = line else { return Err(self.flood()) };
        let took = self.asked.elapsed();
        if took > self.limit {
            return Err(Fault::Slow { question: self.question.clone(), took, limit: self.limit });
        }
        Ok(line)
    }

    fn check_flood(&self) -> Result<(), Fault> {
        if self.said.max(self.unasked) > MOST_LINES { Err(self.flood()) } else { Ok(()) }
    }

    fn flood(&self) -> Fault {
        Fault::Floods { question: self.question.clone() }
    }

    /// How the engine ended, which has closed its output or its input.
    fn ended(&mut self) -> Fault {
        let began = Instant::now();
        let mut status = None;
        while status.is_none() && began.elapsed() < TIME_TO_END {
            status = self.child.try_wait().ok().flatten();
            thread::sleep(Duration::from_millis(5));
        }
        let how = status.map_or("it closed its streams".to_owned(), |status| status.to_string());
        let last_words = self.last_words.lock().expect("no thread panics with it").clone();
        Fault::Dies { question: self.question.clone(), how, last_words }
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line that an engine says.
#[derive(Debug)]
enum Line {
    /// The line without its end.
    Whole(String),
    /// More than any line has.
    TooLong,
}

/// The next line, or `None` at the end.
fn read_line(input: &mut impl BufRead) -> Option<Line> {
    let mut line = Vec::new();
    let read = input.take(LONGEST_LINE).read_until(b'\n', &mut line).ok()?;
    if read == 0 {
        return None;
    }
    let is_whole = line.last() == Some(&b'\n') || read as u64 != LONGEST_LINE;
    let text = || String::from_utf8_lossy(&line).trim().to_owned();
    Some(if is_whole { Line::Whole(text()) } else { Line::TooLong })
}
