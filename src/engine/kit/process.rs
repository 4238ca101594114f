//! The engine under test: a process that reads and writes lines, and that may misbehave.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{iter, thread};

use othello_core::Progress;
use thiserror::Error;

/// The maximum length of a line, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 16;
/// An engine floods its output if it writes more lines than this in answer to one question, or
/// unasked during the whole test.
const MAX_LINES: usize = 10_000;
/// An engine is slow if it exceeds the time limit, and silent if it exceeds this multiple of it.
const SILENT_FACTOR: u32 = 3;
/// The time in which a process should exit after its output has ended.
const EXIT_TIME: Duration = Duration::from_secs(1);

/// How often the kit checks during a wait whether the test has been stopped.
const STOP_CHECK: Duration = Duration::from_millis(50);

/// The reason why the test of an engine ended early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The engine cannot be started.
    #[error("cannot be started: {0}")]
    NoStart(String),
    /// The engine does not answer at all.
    #[error("is silent: no answer to '{question}' in {} s", waited.as_secs_f64())]
    Silent {
        /// The question.
        question: String,
        /// How long the kit waited for the answer.
        waited: Duration,
    },
    /// The engine answers too late.
    #[error(
        "is slow: it answered '{question}' after {:.1} s; the limit is {} s",
        took.as_secs_f64(),
        limit.as_secs_f64()
    )]
    Slow {
        /// The question.
        question: String,
        /// The time until the answer.
        took: Duration,
        /// The time limit.
        limit: Duration,
    },
    /// The engine exits early.
    #[error("crashes after '{question}': {how}{}", after_colon(last_words))]
    Dies {
        /// The question.
        question: String,
        /// How it ended, such as its exit status.
        how: String,
        /// The last line on its standard error.
        last_words: String,
    },
    /// The engine writes far too much.
    #[error("floods its output after '{question}': no answer is that long")]
    Floods {
        /// The question.
        question: String,
    },
}

fn after_colon(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(": {words}") }
}

/// A running engine. It is killed when this is dropped.
pub(super) struct Process<'a> {
    child: Child,
    input: ChildStdin,
    /// Its output, read as it arrives.
    lines: Receiver<EngineLine>,
    /// The last line on its standard error.
    last_words: Arc<Mutex<String>>,
    limit: Duration,
    question: String,
    asked: Instant,
    /// The number of lines of the answer so far.
    said: usize,
    /// The number of unasked lines.
    unasked: usize,
    progress: &'a dyn Progress,
}

impl<'a> Process<'a> {
    /// Starts an engine with this time limit for each answer. The listener can stop the wait.
    pub(super) fn start(
        command: &[String],
        limit: Duration,
        progress: &'a dyn Progress,
    ) -> Result<Self, Fault> {
        let (name, args) =
            command.split_first().ok_or_else(|| Fault::NoStart("no command".to_owned()))?;
        let mut child = Command::new(name)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Fault::NoStart(format!("{name}: {error}")))?;
        let piped = "all three streams are piped";
        let input = child.stdin.take().expect(piped);
        let mut output = read_lines(child.stdout.take().expect(piped));
        let errors = read_lines(child.stderr.take().expect(piped));
        let last_words = Arc::new(Mutex::new(String::new()));
        let (sender, lines) = mpsc::sync_channel(MAX_LINES + 1);
        // The threads end when the engine closes its streams or the receiver is dropped. They are not
        // joined, because children of the engine may keep the streams open.
        thread::spawn(move || output.try_for_each(|line| sender.send(line)));
        let heard = Arc::clone(&last_words);
        thread::spawn(move || {
            for line in errors {
                if let EngineLine::Whole(line) = line
                    && !line.is_empty()
                {
                    *heard.lock().expect("no thread panics with it") = line;
                }
            }
        });
        Ok(Self {
            child,
            input,
            lines,
            last_words,
            limit,
            question: "the start".to_owned(),
            asked: Instant::now(),
            said: 0,
            unasked: 0,
            progress,
        })
    }

    /// Asks a question of one line. Earlier output does not belong to the answer and is discarded.
    pub(super) fn ask(&mut self, question: &str) -> Result<(), Fault> {
        self.unasked += self.lines.try_iter().count();
        self.check_flood()?;
        self.send(question)?;
        self.said = 0;
        Ok(())
    }

    /// Sends a line that has no answer.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        line.clone_into(&mut self.question);
        self.asked = Instant::now();
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended())
    }

    /// Checks for a flood after the last question. If there was any unasked output, it waits a moment
    /// for more, because a few quick questions may be over before the limit is reached.
    pub(super) fn finish(&mut self) -> Result<(), Fault> {
        self.unasked += self.lines.try_iter().count();
        let began = Instant::now();
        while self.unasked > 0
            && let left = EXIT_TIME.saturating_sub(began.elapsed())
            && self.lines.recv_timeout(left).is_ok()
        {
            self.unasked += 1;
            self.check_flood()?;
        }
        self.check_flood()
    }

    /// The next line of the answer.
    pub(super) fn line(&mut self) -> Result<String, Fault> {
        let most = self.limit.saturating_mul(SILENT_FACTOR);
        let line = loop {
            let left = most.saturating_sub(self.asked.elapsed());
            match self.lines.recv_timeout(left.min(STOP_CHECK)) {
                Ok(line) => break line,
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout)
                    if left > STOP_CHECK && !self.progress.is_stopped() => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Fault::Silent { question: self.question.clone(), waited: most });
                }
            }
        };
        self.said += 1;
        self.check_flood()?;
        let EngineLine::Whole(line) = line else { return Err(self.flood()) };
        let took = self.asked.elapsed();
        if took > self.limit {
            return Err(Fault::Slow { question: self.question.clone(), took, limit: self.limit });
        }
        Ok(line)
    }

    fn check_flood(&self) -> Result<(), Fault> {
        if self.said.max(self.unasked) > MAX_LINES { Err(self.flood()) } else { Ok(()) }
    }

    fn flood(&self) -> Fault {
        Fault::Floods { question: self.question.clone() }
    }

    /// Describes how the engine ended, after it has closed its input or output.
    fn ended(&mut self) -> Fault {
        let began = Instant::now();
        let mut status = None;
        while status.is_none() && began.elapsed() < EXIT_TIME {
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

/// A line that an engine writes.
#[derive(Debug)]
enum EngineLine {
    /// The line without its end.
    Whole(String),
    /// The line exceeds the maximum length.
    TooLong,
}

/// The lines of a stream.
fn read_lines(stream: impl Read) -> impl Iterator<Item = EngineLine> {
    let mut input = BufReader::new(stream);
    iter::from_fn(move || {
        let mut line = Vec::new();
        let read = (&mut input).take(MAX_LINE_BYTES).read_until(b'\n', &mut line).ok()?;
        if read == 0 {
            return None;
        }
        let is_whole = line.last() == Some(&b'\n') || read as u64 != MAX_LINE_BYTES;
        let text = || String::from_utf8_lossy(&line).trim().to_owned();
        Some(if is_whole { EngineLine::Whole(text()) } else { EngineLine::TooLong })
    })
}
