//! The engine under test: a process that reads and writes lines, and that may misbehave.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use othello_core::Progress;

use super::probe::Trouble;
use super::{EngineVerdict, Test};

/// The maximum length of a line, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 16;
/// An engine floods its output if it writes more lines than this in answer to one question, or
/// unasked during the whole test.
const MAX_LINES: usize = 10_000;
/// The time in which a process should exit after it has closed its input or output.
const EXIT_TIME: Duration = Duration::from_secs(5);
/// After this pause, an engine that writes unasked is taken to have ended.
const PAUSE: Duration = Duration::from_secs(1);
/// How often the kit checks during a wait whether the test has been stopped.
const STOP_CHECK: Duration = Duration::from_millis(50);

/// A running engine. It is killed when this is dropped, with all processes that it has started.
pub(super) struct Process<'a> {
    child: Child,
    input: ChildStdin,
    /// Its output, read as it arrives.
    lines: Receiver<Option<String>>,
    errors: Receiver<Option<String>>,
    /// The lines sent for the current probe.
    pub(super) sent: Vec<String>,
    asked: Instant,
    /// The number of lines of the answer so far.
    said: usize,
    /// The number of lines that were not asked for.
    unasked: usize,
    limit: Duration,
    progress: &'a dyn Progress,
    /// Whether it passes by itself where it must, and refuses to be told.
    pub(super) takes_no_passes: bool,
    /// Whether NBoard's greeting was sent.
    pub(super) is_greeted: bool,
    /// Whether it has said in NBoard's protocol that it waits for a command.
    pub(super) says_waiting: bool,
}

impl<'a> Process<'a> {
    /// Starts the engine of a test. The listener can stop the wait for an answer.
    pub(super) fn start(test: &Test, progress: &'a dyn Progress) -> Result<Self, Trouble> {
        let missing = |error: &dyn Display| {
            Trouble::Fault(EngineVerdict::Missing, format!("cannot be started: {error}"))
        };
        let (name, args) = test.command.split_first().ok_or_else(|| missing(&"no command"))?;
        let mut command = Command::new(name);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Processes that the engine starts belong to its group, so that they can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let started = command.spawn();
        let mut child = started.map_err(|error| missing(&format!("{name}: {error}")))?;
        let piped = "all three streams are piped";
        Ok(Self {
            input: child.stdin.take().expect(piped),
            lines: lines(child.stdout.take().expect(piped)),
            errors: lines(child.stderr.take().expect(piped)),
            child,
            sent: Vec::new(),
            asked: Instant::now(),
            said: 0,
            unasked: 0,
            limit: test.time,
            progress,
            takes_no_passes: false,
            is_greeted: false,
            says_waiting: false,
        })
    }

    /// Asks a question of one line. Earlier output does not belong to the answer and is discarded.
    pub(super) fn ask(&mut self, question: &str) -> Result<(), Trouble> {
        self.unasked += self.lines.try_iter().take(MAX_LINES + 1).count();
        self.check_flood()?;
        self.said = 0;
        self.errors.try_iter().for_each(drop);
        self.send(question)
    }

    /// Sends a line that has no answer.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Trouble> {
        self.sent.push(line.to_owned());
        self.asked = Instant::now();
        self.input.write_all(format!("{line}\n").as_bytes()).map_err(|_| self.ended())
    }

    /// Checks for a flood after the last question. If there was any unasked output, it waits for more
    /// until there is a pause, because a few quick questions may be over before the limit is reached.
    pub(super) fn finish(&mut self) -> Result<(), Trouble> {
        self.unasked += self.lines.try_iter().take(MAX_LINES + 1).count();
        while self.unasked > 0 && matches!(self.line_within(PAUSE), Ok(Some(_))) {}
        self.check_flood()
    }

    /// The next line of the answer.
    pub(super) fn line(&mut self) -> Result<String, Trouble> {
        let line = self.line_within(self.limit)?;
        line.ok_or_else(|| {
            let (question, seconds) = (self.question(), self.limit.as_secs_f64());
            let reason = format!("is silent: no answer to '{question}' in {seconds} s");
            Trouble::Fault(EngineVerdict::Silent, reason)
        })
    }

    /// The next line of the answer if it comes within this time from now, and before the time for the
    /// answer is up.
    pub(super) fn line_within(&mut self, time: Duration) -> Result<Option<String>, Trouble> {
        let time = time.min(self.limit.saturating_sub(self.asked.elapsed()));
        let began = Instant::now();
        loop {
            let left = time.saturating_sub(began.elapsed());
            match self.lines.recv_timeout(left.min(STOP_CHECK)) {
                Ok(line) => {
                    self.said += if line.is_some() { 1 } else { MAX_LINES + 1 };
                    return self.check_flood().map(|()| line);
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

    fn check_flood(&self) -> Result<(), Trouble> {
        if self.said.max(self.unasked) <= MAX_LINES {
            return Ok(());
        }
        let question = self.question();
        let reason = format!("floods its output after '{question}': no answer is that long");
        Err(Trouble::Fault(EngineVerdict::Flooding, reason))
    }

    /// Describes how the engine ended, after it has closed its input or output.
    fn ended(&mut self) -> Trouble {
        let began = Instant::now();
        let left = || EXIT_TIME.saturating_sub(began.elapsed());
        let mut words = String::new();
        while let Ok(line) = self.errors.recv_timeout(left()) {
            if let Some(line) = line.filter(|line| !line.is_empty()) {
                words = format!(": {line}");
            }
        }
        let mut how = "it closed its streams".to_owned();
        while !left().is_zero() {
            if let Ok(Some(status)) = self.child.try_wait() {
                how = status.to_string();
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        Trouble::Fault(
            EngineVerdict::Dead,
            format!("crashes after '{}': {how}{words}", self.question()),
        )
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        // It may have ended already.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of a stream without their ends, as they arrive; `None` for a line that exceeds the
/// maximum length. The thread that reads them ends with the stream, or with the receiver. It is not
/// joined, because children of the engine may keep the stream open.
fn lines(stream: impl Read + Send + 'static) -> Receiver<Option<String>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let (mut input, mut line) = (BufReader::new(stream), Vec::new());
        while (&mut input)
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut line)
            .is_ok_and(|read| read > 0)
        {
            let is_whole = line.ends_with(b"\n") || (line.len() as u64) < MAX_LINE_BYTES;
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            if sender.send(if is_whole { Some(text) } else { None }).is_err() {
                return;
            }
            line.clear();
        }
    });
    receiver
}
