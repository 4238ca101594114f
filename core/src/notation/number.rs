//! Numbers for people to read.

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
    fn numbers_have_their_thousands_apart() {
        assert_eq!([0, 999, 1000, 43_046_721].map(grouped), ["0", "999", "1,000", "43,046,721"]);
    }
}
