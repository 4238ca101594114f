//! Files of positions and games: from bytes in any encoding to records.
//!
//! The contents of a file decide what it is. Its name is only consulted where the contents leave
//! that open.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use othello_core::notation::{
    Extent, ReadError, ReadErrorKind, Reader, Record, quoted, read_wthor,
};

/// The beginnings of compressed files, and the programs that write them and read them.
const COMPRESSED: [(&[u8], &str, &str); 4] = [
    (b"\x1f\x8b", "gzip", "gunzip"),
    (b"BZh", "bzip2", "bunzip2"),
    (b"\xfd7zXZ", "xz", "unxz"),
    (b"\x28\xb5\x2f\xfd", "zstd", "unzstd"),
];

/// The beginnings of other files that hold no text, what they are, and how to get at their contents.
const BINARY: [(&[u8], &str, &str); 5] = [
    (b"PK\x03\x04", "a zip archive", "extract its files with unzip"),
    (b"7z\xbc\xaf", "a 7z archive", "extract its files with 7z x"),
    (b"%PDF", "a PDF document", "copy the text out of it"),
    (b"\x89PNG", "a picture", "type the position"),
    (b"\xff\xd8\xff", "a picture", "type the position"),
];

/// The records in a file of this name.
///
/// # Errors
///
/// If it is not a file of positions or games at all. A record that cannot be read has its own error.
pub fn read_file(
    file: &[u8],
    name: &str,
    reader: Reader,
    extent: Extent,
) -> Result<Vec<Record>, ReadError> {
    if is_wthor(file) || has_ending(name, ".wtb") {
        let problem = |problem| ReadError::new(ReadErrorKind::File, problem);
        return read_wthor(file, extent).map_err(problem);
    }
    let records = reader.line_by_line();
    let records = if has_ending(name, ".sgf") { records.skipping_text() } else { records };
    Ok(records.all(&file_text(file)?))
}

fn has_ending(name: &str, ending: &str) -> bool {
    let begin = name.len().saturating_sub(ending.len());
    name.get(begin..).is_some_and(|end| end.eq_ignore_ascii_case(ending))
}

/// The bytes of a header and of each game in a WTHOR database.
const WTHOR: [usize; 2] = [16, 68];

/// Whether a file is a database by its contents: a date, and a number of games that matches the
/// length.
fn is_wthor(file: &[u8]) -> bool {
    let [header, bytes_of_game] = WTHOR;
    let Some(games) = file.len().checked_sub(header) else { return false };
    let [century, year, month, day] = [file[0], file[1], file[2], file[3]];
    let number = u32::from_le_bytes([file[4], file[5], file[6], file[7]]) as usize;
    let has_date = (15..=29).contains(&century) && year < 100 && month <= 12 && day <= 31;
    has_date && number.checked_mul(bytes_of_game) == Some(games)
}

/// Whether a file that begins like this must be read to its end before any of it is understood: it
/// is not plain text, or its encoding is declared within.
pub fn needs_all(begin: &[u8]) -> bool {
    let has = |part: &[u8]| begin.windows(part.len()).any(|it| it == part);
    let is_cut = has(b"(;") && !begin.trim_ascii_end().ends_with(b")");
    let is_utf_16 = Encoding::for_bom(begin).is_some_and(|(encoding, _)| encoding != UTF_8);
    let is_binary = COMPRESSED.iter().chain(&BINARY).any(|(magic, ..)| begin.starts_with(magic));
    let is_text =
        begin.iter().all(|byte| *byte >= b' ' || byte.is_ascii_whitespace() || *byte == 0x1b);
    is_cut || has(b"CA[") || is_utf_16 || is_binary || !is_text
}

/// The text of a line in UTF-8, or otherwise in Windows-1252.
pub fn line(line: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(line) {
        Ok(text) => text.into(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(line).0,
    }
}

/// The text in a file: UTF-8, UTF-16, the encoding that an SGF file declares by `CA`, or otherwise
/// Windows-1252, which contains Latin-1.
///
/// # Errors
///
/// If there is no text in it, or the declared encoding is unknown.
pub fn file_text(file: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    let wrong = |problem| Err(ReadError::new(ReadErrorKind::File, problem));
    if let Some((_, writer, reader)) = COMPRESSED.iter().find(|(magic, ..)| file.starts_with(magic))
    {
        let pipe = format!("{writer} -dc FILE | othello-solver … -");
        let how = format!("decompress it with {reader}, or: {pipe}");
        return wrong(format!("the file is compressed by {writer}; {how}"));
    }
    if let Some((_, what, how)) = BINARY.iter().find(|(magic, ..)| file.starts_with(magic)) {
        return wrong(format!("the file is {what}; {how}"));
    }
    if let Some((encoding, length)) = Encoding::for_bom(file) {
        return Ok(encoding.decode_without_bom_handling(&file[length..]).0);
    }
    // Text in UTF-16 without a byte order mark has a zero in almost every second byte.
    let begin = &file[..file.len().min(256)];
    let zeros = |odd: usize| begin.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    for (encoding, odd) in [(UTF_16LE, 1), (UTF_16BE, 0)] {
        if begin.len() >= 4 && zeros(odd) * 4 > begin.len() && zeros(1 - odd) == 0 {
            return Ok(encoding.decode_without_bom_handling(file).0);
        }
    }
    if begin.contains(&0) {
        let kinds = "accepted: text (positions, OBF, GGF, SGF, PGN, CSV) and WTHOR databases";
        return wrong(format!("the file is neither text nor a whole WTHOR database; {kinds}"));
    }
    let mut decoded = Cow::from("");
    for (label, part) in parts(file) {
        let encoding = match label {
            None => None,
            Some(label) => Some(Encoding::for_label(label).ok_or_else(|| {
                let label = quoted(&String::from_utf8_lossy(label));
                let problem = format!("CA: {label} is not a known encoding, such as UTF-8");
                ReadError::new(ReadErrorKind::Unsupported, problem)
            })?),
        };
        let part = match (encoding, str::from_utf8(part)) {
            // A file that was converted may still declare its old encoding.
            (Some(known), Ok(text)) if known.decode_without_bom_handling(part).1 => text.into(),
            (Some(known), _) if known != UTF_8 => known.decode_without_bom_handling(part).0,
            _ => line(part),
        };
        if decoded.is_empty() { decoded = part } else { decoded += part }
    }
    Ok(decoded)
}

/// The parts of a file whose games declare different encodings, each with its `CA`.
fn parts(file: &[u8]) -> Vec<(Option<&[u8]>, &[u8])> {
    let (mut parts, mut begin, mut label): (Vec<_>, _, Option<&[u8]>) = (Vec::new(), 0, None);
    let (mut at, mut game) = (0, 0);
    while at < file.len() {
        if file[at..].starts_with(b"(;") {
            game = at;
        } else if file[at..].starts_with(b"CA[")
            && !at.checked_sub(1).is_some_and(|before| file[before].is_ascii_alphabetic())
            && let Some(end) = file[at..].iter().take(40).position(|byte| *byte == b']')
        {
            let here = file[at + 3..at + end].trim_ascii();
            if label.is_some_and(|label| !label.eq_ignore_ascii_case(here)) && game > begin {
                parts.push((label, &file[begin..game]));
                begin = game;
            }
            label = Some(here);
        }
        at += 1;
    }
    parts.push((label, &file[begin..]));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_declared_or_evident() {
        let read = |file: &[u8]| file_text(file).unwrap().into_owned();
        // In Shift_JIS the second byte of 十 is a backslash.
        assert_eq!(read(b"(;CA[Shift_JIS]PB[\x8f\x5c])"), "(;CA[Shift_JIS]PB[十])");
        assert_eq!(read(b"(;CA[ISO-8859-1]PB[Ren\xe9])"), "(;CA[ISO-8859-1]PB[René])");
        let two = b"(;CA[Shift_JIS]PB[\x8f\x5c])\n(;CA[ISO-8859-1]PB[Ren\xe9])";
        assert_eq!(read(two), "(;CA[Shift_JIS]PB[十])\n(;CA[ISO-8859-1]PB[René])");
        // Converted to UTF-8, which is not valid Shift_JIS.
        assert_eq!(read("(;CA[Shift_JIS]PB[é— 2])".as_bytes()), "(;CA[Shift_JIS]PB[é— 2])");
        assert_eq!(read(b"\xff\xfef\x005\x00"), "f5");
        assert_eq!(read(b"f\x005\x00d\x006\x00"), "f5d6");
        assert_eq!(read(b"\x00f\x005\x00d\x006"), "f5d6");
        assert_eq!(read(b"\xef\xbb\xbff5"), "f5");
        assert_eq!(read(b"PB[Ren\xe9]"), "PB[René]");
    }

    #[test]
    fn files_without_text_are_named() {
        let problem = |file: &[u8]| file_text(file).unwrap_err().problem;
        assert!(problem(b"\x1f\x8b\x08").contains("gunzip"));
        assert!(problem(b"BZh91AY").contains("bunzip2"));
        assert!(problem(b"(;CA[klingon])").contains("'klingon' is not a known encoding"));
        assert!(problem(b"\x01\x02\x00\x03").contains("neither text nor a whole WTHOR"));
    }
}
