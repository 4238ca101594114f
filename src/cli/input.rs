//! Lines of standard input and of files.

use std::io::{self, BufRead, Read};

/// The most bytes of a line. Games with comments on every move are far shorter.
const LONGEST: u64 = 1 << 16;

/// A line without its end, or what is wrong with it.
pub(crate) type Line = Result<String, String>;

/// Reads the next line, if there is one. Of one that is too long, the rest is skipped. Characters
/// that are not UTF-8, as in the names of players in old games, are replaced.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    input.take(LONGEST + 1).read_until(b'\n', &mut line)?;
    if line.len() as u64 > LONGEST && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("the line is longer than {LONGEST} bytes"))));
    }
    let text = String::from_utf8_lossy(&line);
    Ok((!line.is_empty()).then(|| Ok(text.trim_end_matches(['\n', '\r']).to_owned())))
}
