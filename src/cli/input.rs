//! Standard input, line by line.

use std::io::{self, BufRead, ErrorKind, Read};
use std::iter;

/// The most bytes of a line. Games with comments on every move are far shorter.
const LONGEST: u64 = 1 << 16;

/// The lines of standard input, without their ends. A line that is too long is an error of the kind
/// [`ErrorKind::InvalidData`], and the next line can be read after it. Characters that are not
/// UTF-8, as in the names of players in old games, are replaced.
pub(crate) fn lines() -> impl Iterator<Item = io::Result<String>> {
    iter::from_fn(|| next_line(&mut io::stdin().lock()).transpose())
}

/// The next line, if there is one.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.take(LONGEST + 1).read_until(b'\n', &mut line)?;
    if line.len() as u64 > LONGEST && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        let problem = format!("the line is longer than {LONGEST} bytes");
        return Err(io::Error::new(ErrorKind::InvalidData, problem));
    }
    let text = String::from_utf8_lossy(&line);
    Ok((!line.is_empty()).then(|| text.trim_end_matches(['\n', '\r']).to_owned()))
}
