//! The engine under test: a process that reads and writes lines, and that may misbehave.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use std::{iter, thread};

use othello_core::Progress;

use super::question::Trouble;
use super::report::{EngineVerdict, Test};

/// An engine floods its output if it writes more bytes than this in answer to one question, or after
/// the last one.
const MAX_BYTES: u64 = 1 << 16;
/// The number of lines that are read ahead.
const LINES_AHEAD: usize = 1 << 10;
/// The time in which a process should exit after it has closed its output.
const EXIT_TIME: Duration = Duration::from_secs(5);
/// After this pause, an engine that has written unasked, or may have written its whole answer, is taken
/// to have ended.
pub(super) const PAUSE: Duration = Duration::from_secs(1);
/// How often the kit checks during a wait whether the test has been stopped.
const STOP_CHECK: Duration = Duration::from_millis(50);

/// A running engine. It is killed when this is dropped, with all processes that it has started.
pub(super) struct Process<'a> {
    /// The process, but for the engines in unit tests.
    pub(super) child: Option<Child>,
    /// Takes lines for its input.
    pub(super) input: Box<dyn FnMut(&str) + 'a>,
    /// Its output, read as it arrives.
    pub(super) output: Receiver<String>,
    /// The last line on its standard error, when that is closed.
    pub(super) last_words: Receiver<String>,
    pub(super) limit: Duration,
    pub(super) progress: &'a dyn Progress,
    /// The lines sent for the current question.
    pub(super) sent: Vec<String>,
    pub(super) asked: Instant,
    /// The bytes of the answer so far.
    pub(super) said: u64,
    pub(super) writes_unasked: bool,
    /// Whether it passes by itself where it must, and refuses to be told.
    pub(super) takes_no_passes: bool,
    /// Whether it has said in NBoard's protocol that it waits for a command.
    pub(super) says_waiting: bool,
}

impl<'a> Process<'a> {
    /// Starts the engine of a test. The listener can stop the wait for an answer.
    pub(super) fn start(test: &Test, progress: &'a dyn Progress) -> Result<Self, Trouble> {
        let name = test.command.first().map_or("", String::as_str);
        let mut command = Command::new(name);
        command.args(test.command.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Processes that the engine starts belong to its group, so that they can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            let reason = format!("cannot be started: {name}: {error}");
            Trouble::Fault(EngineVerdict::Missing, reason)
        })?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(stderr)) = streams else {
            unreachable!("all three streams are piped");
        };
        let (questions, input) = mpsc::channel::<String>();
        let (answers, output) = mpsc::sync_channel(LINES_AHEAD);
        let (words, last_words) = mpsc::channel();
        // The threads end when the engine closes its streams or this is dropped. They are not joined,
        // because children of the engine may keep the streams open. An engine that does not read must
        // not stop the test, so a thread writes its input.
        thread::spawn(move || input.iter().try_for_each(|line| writeln!(stdin, "{line}")));
        thread::spawn(move || lines(stdout).try_for_each(|line| answers.send(line)));
        thread::spawn(move || words.send(lines(stderr).last()?).ok());
        Ok(Self {
            child: Some(child),
            // If it has closed its input, that shows when its answer is awaited.
            input: Box::new(move |line| drop(questions.send(line.to_owned()))),
            output,
            last_words,
            limit: test.time,
            progress,
            sent: Vec::new(),
            asked: Instant::now(),
            said: 0,
            writes_unasked: false,
            takes_no_passes: false,
            says_waiting: false,
        })
    }

    /// Asks a question of one line. Earlier output does not belong to the answer and is discarded.
    pub(super) fn ask(&mut self, question: &str) {
        self.writes_unasked |= self.output.try_iter().take(LINES_AHEAD).count() > 0;
        self.said = 0;
        self.send(question);
    }

    /// Sends a line that has no answer.
    pub(super) fn send(&mut self, line: &str) {
        self.sent.push(line.to_owned());
        self.asked = Instant::now();
        (self.input)(line);
    }

    /// Checks for a flood after the last question, if the engine has written unasked.
    pub(super) fn finish(&mut self) -> Result<(), Trouble> {
        while self.writes_unasked {
            match self.line_within(PAUSE) {
                Ok(Some(_)) => {}
                Err(flood @ Trouble::Fault(EngineVerdict::Flooding, _)) => return Err(flood),
                _ => break,
            }
        }
        Ok(())
    }

    /// The next line of the answer.
    pub(super) fn line(&mut self) -> Result<String, Trouble> {
        let seconds = self.limit.as_secs_f64();
        self.line_within(self.limit)?.ok_or_else(|| {
            let reason = format!("is silent: no answer to '{}' in {seconds} s", self.question());
            Trouble::Fault(EngineVerdict::Silent, reason)
        })
    }

    /// The next line of the answer if it comes within this time from now, and before the time for the
    /// answer is up.
    pub(super) fn line_within(&mut self, time: Duration) -> Result<Option<String>, Trouble> {
        let began = Instant::now();
        loop {
            let answer_time = self.limit.saturating_sub(self.asked.elapsed());
            let left = time.saturating_sub(began.elapsed()).min(answer_time);
            match self.output.recv_timeout(left.min(STOP_CHECK)) {
                Ok(line) => {
                    self.said += line.len() as u64;
                    if self.said <= MAX_BYTES {
                        return Ok(Some(line.trim().to_owned()));
                    }
                    let reason = format!("floods its output after '{}'", self.question());
                    return Err(Trouble::Fault(EngineVerdict::Flooding, reason));
                }
                Err(Disconnected) => return Err(self.ended()),
                Err(Timeout) if left > STOP_CHECK && !self.progress.is_stopped() => {}
                Err(Timeout) => return Ok(None),
            }
        }
    }

    fn question(&self) -> &str {
        self.sent.last().map_or("the start", String::as_str)
    }

    /// Describes how the engine ended, after it has closed its output.
    fn ended(&mut self) -> Trouble {
        let last_words = self.last_words.recv_timeout(EXIT_TIME);
        let (mut how, began) = ("it closed its output".to_owned(), Instant::now());
        while let Some(child) = &mut self.child
            && began.elapsed() < EXIT_TIME
        {
            if let Ok(Some(status)) = child.try_wait() {
                how = status.to_string();
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let words = last_words.map_or(String::new(), |words| format!(": {}", words.trim()));
        let reason = format!("crashes after '{}': {how}{words}", self.question());
        Trouble::Fault(EngineVerdict::Dead, reason)
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        let Some(child) = &mut self.child else { return };
        // It may have ended already.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(child),
            rustix::process::Signal::KILL,
        );
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The lines of a stream, as they arrive. A line that is too long comes in parts.
fn lines(stream: impl Read) -> impl Iterator<Item = String> {
    let mut input = BufReader::new(stream);
    iter::from_fn(move || {
        let mut line = Vec::new();
        let read = (&mut input).take(MAX_BYTES + 1).read_until(b'\n', &mut line);
        if read.ok()? == 0 { None } else { Some(String::from_utf8_lossy(&line).into_owned()) }
    })
}
