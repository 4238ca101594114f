//! The engine under test: a process that reads and writes lines, and that may misbehave.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{iter, thread};

use othello_core::Progress;

use super::{EngineVerdict, Test};

/// The maximum length of a line, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 16;
/// An engine floods its output if it writes more lines than this in answer to one question, or
/// unasked during the whole test.
const MAX_LINES: usize = 10_000;
/// The time in which a process should exit after its output has ended.
const EXIT_TIME: Duration = Duration::from_secs(10);

/// If an engine writes nothing for this long, it has stopped writing unasked lines.
const PAUSE: Duration = Duration::from_secs(1);

/// How often the kit checks during a wait whether the test has been stopped.
const STOP_CHECK: Duration = Duration::from_millis(50);

/// The reason why the test of an engine ended early.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) verdict: EngineVerdict,
    /// The reason in words that follow *the engine*.
    pub(super) reason: String,
}

/// A running engine. It is killed when this is dropped, with all processes that it has started.
pub(super) struct Process<'a> {
    child: Child,
    /// Lines for its input. Another thread writes them, because an engine that does not read must not
    /// stop the test.
    input: Sender<String>,
    /// Its output, read as it arrives.
    lines: Receiver<Option<String>>,
    /// The last line on its standard error.
    last_words: Arc<Mutex<String>>,
    /// Reads its standard error.
    errors: JoinHandle<()>,
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
    /// Starts the engine of a test. The listener can stop the wait for an answer.
    pub(super) fn start(test: &Test, progress: &'a dyn Progress) -> Result<Self, Fault> {
        let missing = |error: &str| Fault {
            verdict: EngineVerdict::Missing,
            reason: format!("cannot be started: {error}"),
        };
        let (name, args) = test.command.split_first().ok_or_else(|| missing("no command"))?;
        let mut command = Command::new(name);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Processes that the engine starts belong to its group, so that they can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| missing(&format!("{name}: {error}")))?;
        let piped = "all three streams are piped";
        let mut stdin = child.stdin.take().expect(piped);
        let mut output = read_lines(child.stdout.take().expect(piped));
        let errors = read_lines(child.stderr.take().expect(piped));
        let last_words = Arc::new(Mutex::new(String::new()));
        let (input, questions) = mpsc::channel::<String>();
        let (sender, lines) = mpsc::sync_channel(MAX_LINES + 1);
        // The threads end when the engine closes its streams or this is dropped. They are not joined,
        // because children of the engine may keep the streams open.
        thread::spawn(move || {
            questions.iter().try_for_each(|line| stdin.write_all(line.as_bytes()))
        });
        thread::spawn(move || output.try_for_each(|line| sender.send(line)));
        let heard = Arc::clone(&last_words);
        let errors = thread::spawn(move || {
            for line in errors.flatten().filter(|line| !line.is_empty()) {
                *heard.lock().expect("no thread panics with it") = line;
            }
        });
        Ok(Self {
            child,
            input,
            lines,
            last_words,
            errors,
            limit: test.time,
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
        self.input.send(format!("{line}\n")).map_err(|_| self.ended())
    }

    /// Checks for a flood after the last question. If there was any unasked output, it waits for more
    /// until there is a pause, because a few quick questions may be over before the limit is reached.
    pub(super) fn finish(&mut self) -> Result<(), Fault> {
        self.unasked += self.lines.try_iter().count();
        let began = Instant::now();
        while self.unasked > 0
            && began.elapsed() < self.limit
            && self.lines.recv_timeout(PAUSE).is_ok()
        {
            self.unasked += 1;
            self.check_flood()?;
        }
        self.check_flood()
    }

    /// The next line of the answer.
    pub(super) fn line(&mut self) -> Result<String, Fault> {
        let line = self.line_within(self.limit)?;
        line.ok_or_else(|| {
            let (question, seconds) = (&self.question, self.limit.as_secs_f64());
            let reason = format!("is silent: no answer to '{question}' in {seconds} s");
            Fault { verdict: EngineVerdict::Silent, reason }
        })
    }

    /// The next line of the answer if it comes within this time from now, and before the time for the
    /// answer is up.
    pub(super) fn line_within(&mut self, time: Duration) -> Result<Option<String>, Fault> {
        let time = time.min(self.limit.saturating_sub(self.asked.elapsed()));
        let began = Instant::now();
        let line = loop {
            let left = time.saturating_sub(began.elapsed());
            match self.lines.recv_timeout(left.min(STOP_CHECK)) {
                Ok(line) => break line,
                Err(Disconnected) => return Err(self.ended()),
                Err(Timeout) if left > STOP_CHECK && !self.progress.is_stopped() => {}
                Err(Timeout) => return Ok(None),
            }
        };
        self.said += 1;
        self.check_flood()?;
        line.map(Some).ok_or_else(|| self.flood())
    }

    fn check_flood(&self) -> Result<(), Fault> {
        if self.said.max(self.unasked) > MAX_LINES { Err(self.flood()) } else { Ok(()) }
    }

    fn flood(&self) -> Fault {
        let question = &self.question;
        let reason = format!("floods its output after '{question}': no answer is that long");
        Fault { verdict: EngineVerdict::Flooding, reason }
    }

    /// Describes how the engine ended, after it has closed its input or output.
    fn ended(&mut self) -> Fault {
        let began = Instant::now();
        let mut status = None;
        while (status.is_none() || !self.errors.is_finished()) && began.elapsed() < EXIT_TIME {
            status = self.child.try_wait().ok().flatten();
            thread::sleep(Duration::from_millis(5));
        }
        let how = status.map_or("it closed its streams".to_owned(), |status| status.to_string());
        let mut reason = format!("crashes after '{}': {how}", self.question);
        let last_words = self.last_words.lock().expect("no thread panics with it");
        if !last_words.is_empty() {
            reason += &format!(": {last_words}");
        }
        Fault { verdict: EngineVerdict::Dead, reason }
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

/// The lines of a stream without their ends; `None` for a line that exceeds the maximum length.
fn read_lines(stream: impl Read) -> impl Iterator<Item = Option<String>> {
    let mut input = BufReader::new(stream);
    iter::from_fn(move || {
        let mut line = Vec::new();
        let read = (&mut input).take(MAX_LINE_BYTES).read_until(b'\n', &mut line).ok()?;
        if read == 0 {
            return None;
        }
        let is_whole = line.last() == Some(&b'\n') || read as u64 != MAX_LINE_BYTES;
        Some(is_whole.then(|| String::from_utf8_lossy(&line).trim().to_owned()))
    })
}
