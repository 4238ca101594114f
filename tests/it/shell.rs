//! Shell conveniences: completions, manual pages, colours, and suggestions for misspelt words.

use std::fs;
use std::process::Command;

use itertools::Itertools;

use crate::common::program::{self, printed, run};

fn stdout(args: &[&str]) -> String {
    printed(args, ".")
}

/// The error message for a command line.
fn stderr(args: &[&str]) -> String {
    let output = run(args, ".");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    program::stderr(&output)
}

/// The commands listed in the program's help.
fn commands() -> Vec<String> {
    let help = stdout(&["--help"]);
    let list = help.lines().skip_while(|&line| line != "Commands:").skip(1);
    let names = list.take_while(|line| !line.is_empty()).filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty() && name != "help").then(|| name.to_owned())
    });
    names.collect()
}

#[test]
fn the_help_of_each_command_has_examples_of_it() {
    for command in commands() {
        let help = stdout(&[&command, "-h"]);
        assert!(help.contains(&format!("\n  othello-solver {command}")), "{help}");
    }
}

#[test]
fn the_short_help_of_each_command_fits_a_screen() {
    for command in commands() {
        let help = stdout(&[&command, "-h"]);
        assert!(help.lines().count() <= 32, "{help}");
        let mut examples = help.lines().skip_while(|&line| line != "Examples:");
        assert!(examples.all(|line| line.chars().count() <= 80), "{help}");
    }
}

/// A row of its table names commands, and what their options do.
#[test]
fn the_short_help_has_every_option_that_the_readme_names() {
    let readme = fs::read_to_string("README.md").unwrap();
    let readme = readme.replace("cargo run --release --", "othello-solver");
    let (commands, mut options) = (commands(), 0);
    let has_options = |line: &&str| line.starts_with("| `") || line.contains("othello-solver ");
    for line in readme.lines().filter(has_options) {
        let words = line.split(|letter: char| letter != '-' && !letter.is_ascii_lowercase());
        let named = commands.iter().filter(|command| words.clone().contains(&command.as_str()));
        let helps: String = named.map(|command| stdout(&[command, "-h"])).collect();
        let help = if helps.is_empty() { stdout(&["analyze", "-h"]) } else { helps };
        for option in words.filter(|word| word.starts_with("--") && word.len() > 2) {
            assert!(help.contains(&format!("{option} ")), "{option} in {line}");
            options += 1;
        }
    }
    assert!(options > 10);
}

#[test]
fn options_without_a_command_go_to_analyze() {
    let options = ["--size", "4", "--depth", "1", "--format", "json"];
    let untimed = |args: &[&str]| {
        let text = stdout(args);
        text.lines().filter(|line| !line.contains("seconds")).map(str::to_owned).collect::<Vec<_>>()
    };
    let analyzed = untimed(&[&["analyze"], &options[..]].concat());
    for color in [&[][..], &["--color", "never"], &["--color=never"]] {
        assert_eq!(untimed(&[color, &options].concat()), analyzed, "{color:?}");
    }
    for (args, begin) in [
        (&["-h"][..], "Exact Othello solver"),
        (&["--version"], "othello-solver "),
        (&["--color", "never", "perft", "4", "--depth", "1"], "depth "),
    ] {
        let said = stdout(args);
        assert!(said.starts_with(begin), "{said}");
    }
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = stdout(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        assert!(script.contains("objective"), "the options are missing for {shell}");
    }
}

/// Completes `$1` in bash, and also prints the script's calls of `compopt`, which affect file
/// names.
const BASH: &str = "\
    source ./_othello-solver
    compopt() { echo \"compopt $*\"; }
    COMP_WORDS=($1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _othello__solver othello-solver \"${COMP_WORDS[-1]}\" \"${COMP_WORDS[-2]}\"
    echo \"${COMPREPLY[@]}\"";

/// Types `$1`, a tab and a return in a second zsh, and prints what it displays.
const ZSH: &str = r#"
    zmodload zsh/zpty; zpty other env PS1=prompt: zsh -f -i
    zpty -r other out '*prompt:*'
    zpty -w other 'stty rows 100 cols 200; fpath=($PWD $fpath); autoload -Uz compinit; '\
        'compinit -u -D; othello-solver() { print "typed $* end" }; print rea""dy'
    zpty -r other out '*ready*prompt:*'
    zpty -w other "$1"$'\t'
    zpty -r other out '* end*'; print -r -- "$out""#;

/// Completes `$argv` in fish.
const FISH: &str = "source ./_othello-solver; complete -C \"$argv\"";

/// The completions that a shell offers for the last word of a line, if that shell is installed.
fn offered(shell: &str, line: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("_othello-solver"), stdout(&["completions", shell])).unwrap();
    let args = match shell {
        "bash" => &["--norc", "-c", BASH, shell][..],
        "zsh" => &["-f", "-c", ZSH, shell],
        _ => &["--no-config", "-c", FISH],
    };
    let mut running = Command::new(shell);
    running.args(args).arg(line).env("HOME", folder.path()).current_dir(folder.path());
    Some(String::from_utf8_lossy(&running.output().ok()?.stdout).into_owned())
}

#[test]
fn shells_complete_options_and_commands() {
    for shell in ["bash", "zsh", "fish"] {
        for (line, expected) in [
            ("othello-solver sol", "solve"),
            ("othello-solver solve --st", "--start"),
            ("othello-solver solve --start pa", "parallel"),
            ("othello-solver verify _", "_othello-solver"),
        ] {
            // Bash completes file names itself.
            let expected = if shell == "bash" && line.contains('_') { "\n" } else { expected };
            if let Some(offered) = offered(shell, line) {
                assert!(offered.contains(expected), "{shell}: {line}: {offered}");
            }
        }
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    stdout(&["man", "--output", folder.path().to_str().unwrap()]);
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(page("othello-solver.1").contains("SUBCOMMANDS"));
    let commands = commands();
    assert!(commands.iter().any(|command| command == "solve"), "{commands:?}");
    for command in commands {
        let page = page(&format!("othello-solver-{command}.1"));
        assert!(
            page.contains(&format!("othello\\-solver {}", command.replace('-', "\\-"))),
            "{page}"
        );
        for option in page.split("\n.TP\n").skip(1) {
            let text = option.lines().nth(1).unwrap();
            assert!(!text.starts_with('.'), "{command}: {option} has no description");
        }
        assert_eq!(stdout(&["man", &command]), page);
    }
    assert!(stderr(&["man", "nothing"]).contains("there is no command 'nothing'"));
}

#[test]
fn colours_are_used_when_they_are_asked_for() {
    const ESCAPE: char = '\u{1b}';
    let wrong = ["--moves", "5f"];
    for (color, expected) in [("auto", false), ("always", true), ("never", false)] {
        let color = ["--color", color];
        let complaints = [
            stderr(&[&color[..], &["solve", "8"], &wrong].concat()), // detected by us
            stderr(&[&color[..], &["solve", "9x9"]].concat()),       // detected by the parser
        ];
        for complaint in complaints {
            assert_eq!(complaint.contains(ESCAPE), expected, "{color:?}: {complaint}");
        }
        let answer = stdout(&[&["solve", "--position", "XXXXOOOOXXXXOO-- X"], &color[..]].concat());
        assert_eq!(answer.contains(ESCAPE), expected, "{color:?}: {answer}");
    }
}

#[test]
fn misspelt_words_are_put_right() {
    for (args, meant) in [
        (&["solv", "8"][..], "'solve'"),
        (&["solve", "8", "--strat", "parallel"], "'--start'"),
        (&["solve", "8", "--start", "paralel"], "'parallel'"),
    ] {
        let complaint = stderr(args);
        assert!(complaint.contains(meant), "{args:?}: {complaint}");
    }
}
