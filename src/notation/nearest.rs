//! Suggestions for what was mistyped.

/// The one of the `accepted` texts that is nearest to what was typed: the one with the fewest
/// letters wrong, missing, added or transposed (the Damerau–Levenshtein distance). `None` if
/// several are equally near, or if more than half of the letters would be wrong.
///
/// ```
/// # use othello_solver::notation::nearest;
/// let sizes = ["4x4", "6x6", "8x8"];
/// assert_eq!(nearest("4x44", sizes), Some("4x4"));
/// assert_eq!(nearest("9x9", sizes), None);
/// ```
pub fn nearest<T: AsRef<str>>(typed: &str, accepted: impl IntoIterator<Item = T>) -> Option<T> {
    let typed = typed.to_lowercase();
    let mut least = typed.chars().count() / 2 + 1;
    let mut found = None;
    for text in accepted {
        let distance = strsim::damerau_levenshtein(&typed, text.as_ref());
        if distance < least {
            least = distance;
            found = Some(text);
        } else if distance == least {
            found = None;
        }
    }
    found
}
