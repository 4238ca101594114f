//! Variants of the game in commands and file names.

use crate::{Objective, Rules, Scoring, Size, Start};

/// A start and rules. Options and names omit the defaults: the diagonal start, most discs win, and
/// discs count as they lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// How the first four discs lie.
    pub start: Start,
    /// How games are scored.
    pub rules: Rules,
}

impl Variant {
    /// The command-line options that differ from the defaults, with their values.
    fn parts(self) -> impl Iterator<Item = (&'static str, String)> {
        let Self { start, rules: Rules { scoring, objective } } = self;
        let parts = [
            (start != Start::default()).then(|| ("--start", start.to_string())),
            (objective != Objective::Most).then(|| ("--objective", objective.to_string())),
            (scoring != Scoring::Discs).then(|| ("--score", scoring.to_string())),
        ];
        parts.into_iter().flatten()
    }

    /// As options of a command, each with a space before it: ` --start parallel`.
    pub fn options(self) -> String {
        self.parts().fold(String::new(), |text, (option, value)| text + " " + option + " " + &value)
    }

    /// The board and the variant at the beginning of a file name: `6x6-parallel-fewest`.
    pub fn of_file(name: &str) -> Option<(Size, Self)> {
        let (size, rest) = name.split_at(name.find('-').unwrap_or(name.len()));
        let mut all =
            Start::ALL.into_iter().flat_map(|start| Rules::ALL.map(|rules| Self { start, rules }));
        let variant = all.find(|variant| variant.file_name() == rest)?;
        size.parse().ok().filter(|it: &Size| it.to_string() == size).map(|size| (size, variant))
    }

    /// As part of a file name, each word with a dash before it: `-parallel-fewest`.
    pub fn file_name(self) -> String {
        self.parts().fold(String::new(), |text, (_, value)| text + "-" + &value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_omitted() {
        assert_eq!(Variant::default().options() + &Variant::default().file_name(), "");
        let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Fewest);
        let variant = Variant { start: Start::Parallel, rules };
        assert_eq!(
            variant.options(),
            " --start parallel --objective fewest --score empties-to-winner"
        );
        assert_eq!(variant.file_name(), "-parallel-fewest-empties-to-winner");
        let size = Size::new(6, 5).unwrap();
        assert_eq!(Variant::of_file("6x5"), Some((size, Variant::default())));
        let name = format!("6x5{}", variant.file_name());
        assert_eq!(Variant::of_file(&name), Some((size, variant)));
        for wrong in ["", "6", "6x", "06x5", "6x5-", "6x5-fewest-parallel", "-fewest"] {
            assert_eq!(Variant::of_file(wrong), None, "{wrong}");
        }
    }
}
