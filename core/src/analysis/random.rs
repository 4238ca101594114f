//! Pseudo-random numbers that depend only on a seed.

/// Sebastiano Vigna's `SplitMix64`.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The numbers that follow from a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`, each as likely as another, or 0 if there is none.
    #[allow(clippy::cast_possible_truncation)]
    pub fn below(&mut self, limit: u32) -> u32 {
        // The upper half of the product is below the limit.
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u32
    }
}
