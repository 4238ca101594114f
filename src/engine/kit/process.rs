//! The engine under test: a process that reads and writes lines, and that may misbehave.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use std::{iter, thread};

use othello_core::Progress;
#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};

use super::{EngineVerdict, Test};

/// An engine floods its output if it writes more bytes than this in answer to one question.
const MAX_BYTES: usize = 1 << 20;
/// The number of lines that are read ahead.
const LINES_AHEAD: usize = 64;
/// After this pause, an engine whose input has ended is taken to say no more.
const PAUSE: Duration = Duration::from_secs(1);
/// How often the kit checks during a wait whether the test has been stopped.
const STOP_CHECK: Duration = Duration::from_millis(50);
/// The time in which an engine should close its standard error after its output.
const EXIT_TIME: Duration = Duration::from_secs(5);

/// The answer of an engine as in the plain protocol, or else in its own words.
pub(super) type EngineReply = Result<String, Trouble>;

/// Why an engine does not answer a question, worded to follow *the engine*. Unless it is only mute, it
/// has to be stopped.
pub(super) type Trouble = (EngineVerdict, String);

/// The engine is mute about a question.
pub(super) fn no_answer(reason: &str) -> EngineReply {
    Err((EngineVerdict::Mute, reason.to_owned()))
}

/// A running engine. It is killed when this is dropped, with all processes that it has started.
pub(super) struct Process<'a> {
    /// The process, but for the engines in unit tests.
    pub(super) child: Option<Child>,
    /// Takes lines for its input.
    pub(super) input: Sender<String>,
    /// Its output, read as it arrives.
    pub(super) output: Receiver<String>,
    /// The last line on its standard error, when that is closed.
    pub(super) words: Receiver<String>,
    pub(super) test: &'a Test,
    pub(super) progress: &'a dyn Progress,
    /// The lines sent for the current question.
    pub(super) sent: Vec<String>,
    pub(super) asked: Instant,
    /// The bytes read since the last question.
    pub(super) said: usize,
    /// Whether it passes by itself where it must, and refuses to be told.
    pub(super) skips_passes: bool,
}

impl<'a> Process<'a> {
    /// Starts the engine of a test. The listener can stop the wait for an answer.
    pub(super) fn start(test: &'a Test, progress: &'a dyn Progress) -> Result<Self, Trouble> {
        let name = test.command.first().map_or("", String::as_str);
        let mut command = Command::new(name);
        command.args(test.command.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Processes that the engine starts belong to its group, so that they can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            (EngineVerdict::Missing, format!("cannot be started: {name}: {error}"))
        })?;
        let mut stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        let (input, questions) = mpsc::channel::<String>();
        let (answers, output) = mpsc::sync_channel(LINES_AHEAD);
        let (last_words, words) = mpsc::channel();
        // The threads end when the engine closes its streams or this is dropped. They are not joined,
        // because children of the engine may keep the streams open. An engine that does not read must
        // not stop the test, so a thread writes its input.
        thread::spawn(move || questions.iter().try_for_each(|line| writeln!(stdin, "{line}")));
        thread::spawn(move || lines(stdout).try_for_each(|line| answers.send(line)));
        thread::spawn(move || last_words.send(lines(stderr).last().unwrap_or_default()));
        let (child, sent, asked) = (Some(child), Vec::new(), Instant::now());
        let (said, skips_passes) = (0, false);
        Ok(Self { child, input, output, words, test, progress, sent, asked, said, skips_passes })
    }

    /// Asks a question of one line. Earlier output does not belong to the answer and is discarded.
    pub(super) fn ask(&mut self, question: &str) {
        let _ = self.output.try_iter().take(LINES_AHEAD).count();
        (self.asked, self.said) = (Instant::now(), 0);
        self.sent.push(question.to_owned());
        // If it has closed its input, that shows when its answer is awaited.
        let _ = self.input.send(question.to_owned());
    }

    /// The next line of the answer.
    pub(super) fn line(&mut self) -> EngineReply {
        while self.asked.elapsed() < self.test.time {
            match self.output.recv_timeout(STOP_CHECK) {
                Ok(line) => return self.heard(&line),
                Err(RecvTimeoutError::Disconnected) => return self.ended(),
                Err(_) if self.progress.is_stopped() => return no_answer("was stopped"),
                Err(_) => {}
            }
        }
        let time = format!(" in {} s", self.test.time.as_secs_f64());
        self.fault(EngineVerdict::Silent, "is silent: no answer to", &time)
    }

    /// A line without spaces at its ends, unless the engine floods its output.
    fn heard(&mut self, line: &str) -> EngineReply {
        self.said += line.len();
        if self.said <= MAX_BYTES {
            return Ok(line.trim().to_owned());
        }
        self.fault(EngineVerdict::Flooding, "floods its output after", "")
    }

    /// Ends the engine's input after the last question, and checks whether it floods its output. Most
    /// engines end with their input.
    pub(super) fn finish(&mut self) -> Result<(), Trouble> {
        self.input = mpsc::channel().0;
        while let Ok(line) = self.output.recv_timeout(PAUSE) {
            self.heard(&line)?;
        }
        Ok(())
    }

    /// A fault in the answer to the last question, in words before and after the question.
    fn fault(&self, verdict: EngineVerdict, before: &str, after: &str) -> EngineReply {
        let question = self.sent.last().map_or("", String::as_str);
        Err((verdict, format!("{before} '{question}'{after}")))
    }

    /// Describes how the engine ended, after it has closed its output.
    fn ended(&mut self) -> EngineReply {
        let words = self.words.recv_timeout(EXIT_TIME).unwrap_or_default();
        // A process that exits has a status before its streams are closed, so this does not change it.
        let status = self.kill().map_or(String::new(), |status| status.to_string());
        let how = format!(": {status}: {}", words.trim());
        self.fault(EngineVerdict::Dead, "crashes after", how.trim_end_matches(": "))
    }

    fn kill(&mut self) -> Option<ExitStatus> {
        let mut child = self.child.take()?;
        // It may have ended already.
        #[cfg(unix)]
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        let _ = child.kill();
        child.wait().ok()
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The lines of a stream, as they arrive. A line that is too long comes in parts.
fn lines(stream: impl Read) -> impl Iterator<Item = String> {
    let mut input = BufReader::new(stream);
    iter::from_fn(move || {
        let mut line = Vec::new();
        let read = (&mut input).take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut line);
        if read.ok()? == 0 { None } else { Some(String::from_utf8_lossy(&line).into_owned()) }
    })
}
