//! Numbers in the form in which people read them.

/// A number with commas between the thousands: `60,060`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let thousands = digits.as_bytes().rchunks(3).rev();
    thousands.map(String::from_utf8_lossy).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!([0, 999, 1000, 43_046_721].map(grouped), ["0", "999", "1,000", "43,046,721"]);
    }
}
