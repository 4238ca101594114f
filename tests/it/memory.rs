//! Memory for a search: if the system refuses it, the program reports that clearly.

use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{fs, panic};

use othello_core::answer::{Limits, Question, Sources, answer};
use othello_core::{Progress, Rules, Start};

use crate::common::program::{self, Running, program, stderr, wait_until};
use crate::common::start;

/// The program's output when its memory is limited to this number of KiB.
fn limited(kib: u32, args: &str, folder: &Path) -> Output {
    let args: Vec<_> = args.split(' ').collect();
    program::limited(&format!("ulimit -v {kib}"), &args, folder)
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs ulimit -v")]
fn refused_memory_gives_a_message() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["solve 6x6", "analyze", "certify 6x6", "wipeouts"] {
        let refused = limited(400_000, &format!("{command} --hash 1G"), folder.path());
        assert_eq!(refused.status.code(), Some(2), "{command}");
        let reason = "invalid value '1G' for '--hash <MEMORY>': the system cannot provide that \
                      much memory";
        assert!(stderr(&refused).contains(reason), "{refused:?}");
    }

    // The default amount is allocated only where it is needed.
    let small = limited(200_000, "solve 4x4 --output -", folder.path());
    assert!(small.status.success(), "{small:?}");
    let missed = limited(200_000, "solve 6x6 --output -", folder.path());
    assert_eq!(missed.status.code(), Some(1));
    assert!(stderr(&missed).contains("the system cannot provide "), "{missed:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// A system without large pages cannot provide them.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads /proc")]
fn the_system_is_asked_for_large_pages_for_the_table() {
    if !Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let solve = &mut program(&["solve", "8x8", "--output", "-"], folder.path());
    let running = Running(solve.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let maps = format!("/proc/{}/smaps", running.0.id());
    wait_until("the program asks for large pages", || {
        let maps = fs::read_to_string(&maps).unwrap();
        let mut advice = maps.lines().filter_map(|line| line.strip_prefix("VmFlags: "));
        advice.any(|flags| flags.split(' ').any(|flag| flag == "hg"))
    });
}

/// Panics once, in the first thread to report positions.
#[derive(Default)]
struct Panics(AtomicBool);

impl Progress for Panics {
    fn advance(&self, _: u64) {
        assert!(self.0.swap(true, Relaxed), "a test of panics");
    }
}

/// Without the panic, the search would take years.
#[test]
fn a_panic_in_one_thread_ends_a_search_by_several() {
    let question = Question::usual(start(8, 8, Start::Diagonal), Rules::default());
    for threads in [1, 2, 4] {
        let limits = Limits::new(1 << 20, threads);
        let search = || answer(&question, &Sources::SEARCH, &limits, &Panics::default());
        panic::catch_unwind(search).unwrap_err();
    }
}
