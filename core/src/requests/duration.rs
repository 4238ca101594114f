//! Durations in the form in which people write them.

use std::time::Duration;

use crate::board::error_text;

/// The text is not a duration, or the duration is too long for a [`Duration`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDurationError(String);

error_text!(ParseDurationError, |it, f| write!(
    f,
    "'{}' is not a duration; write a number and s, m or h, such as 90s, 5m or 1.5h",
    it.0
));

/// Reads a duration: a number, which may have a fraction, and `s` for seconds, `m` for minutes or
/// `h` for hours. Without a unit, the number is in seconds.
///
/// # Errors
///
/// If the text is something else, or if the duration is too long.
///
/// ```
/// # use othello_core::requests::parse_duration;
/// # use std::time::Duration;
/// assert_eq!(parse_duration("90s")?, Duration::from_secs(90));
/// assert_eq!(parse_duration("1.5h")?, Duration::from_secs(90 * 60));
/// assert_eq!(parse_duration("0.5")?, Duration::from_millis(500));
/// # Ok::<_, othello_core::requests::ParseDurationError>(())
/// ```
pub fn parse_duration(text: &str) -> Result<Duration, ParseDurationError> {
    duration(text).ok_or_else(|| ParseDurationError(text.to_owned()))
}

/// Without `f64`, which would accept signs and exponents, and whose tables are large in a browser.
fn duration(text: &str) -> Option<Duration> {
    let units = [('s', 1), ('m', 60), ('h', 3600)];
    let with_unit = |(unit, seconds)| Some((text.strip_suffix(unit)?, seconds));
    let (number, unit) = units.into_iter().find_map(with_unit).unwrap_or((text, 1));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if number.len() < 2 && whole.is_empty() || !fraction.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let seconds = format!("0{whole}").parse().ok()?;
    let nanoseconds = format!("{fraction:0<9}")[..9].parse().ok()?;
    Duration::new(seconds, nanoseconds).checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_and_a_unit() {
        for (text, milliseconds) in [
            ("0", 0),
            ("2", 2000),
            ("1.5", 1500),
            (".25s", 250),
            ("90s", 90_000),
            ("5m", 300_000),
            ("0.5m", 30_000),
            ("1h", 3_600_000),
            ("1.5h", 5_400_000),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let too_long = "9".repeat(30);
        for text in
            ["", ".", "s", "-1", "+1", "1 s", "1d", "1hm", "1e3", "inf", "nan", "1.2.3", &too_long]
        {
            assert_eq!(parse_duration(text), Err(ParseDurationError(text.to_owned())), "{text}");
        }
    }
}
