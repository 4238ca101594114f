//! How commands and file names distinguish a game from the usual one.

use crate::game::{Objective, Rules, Scoring, Start};

/// A start and rules. Its options and its name leave out what is usual: the diagonal start, most
/// discs win, and discs count as they lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// How the first four discs lie.
    pub start: Start,
    /// How games are scored.
    pub rules: Rules,
}

impl Variant {
    /// The options of the command line that are not the usual ones, with their values.
    fn parts(self) -> impl Iterator<Item = (&'static str, String)> {
        let Self { start, rules } = self;
        let usual = Self::default();
        let parts = [
            (start != usual.start).then(|| ("--start", start.to_string())),
            (rules.objective != Objective::Most)
                .then(|| ("--objective", rules.objective.to_string())),
            (rules.scoring != Scoring::Discs).then(|| ("--score", rules.scoring.to_string())),
        ];
        parts.into_iter().flatten()
    }

    /// As options of a command, each with a space before it: ` --start parallel`.
    pub fn options(self) -> String {
        self.parts().fold(String::new(), |text, (option, value)| text + " " + option + " " + &value)
    }

    /// As part of the name of a file, each word with a dash before it: `-parallel-fewest`.
    pub fn file_name(self) -> String {
        self.parts().fold(String::new(), |text, (_, value)| text + "-" + &value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_not_usual_is_named() {
        assert_eq!(Variant::default().options() + &Variant::default().file_name(), "");
        let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Fewest);
        let variant = Variant { start: Start::Parallel, rules };
        assert_eq!(
            variant.options(),
            " --start parallel --objective fewest --score empties-to-winner"
        );
        assert_eq!(variant.file_name(), "-parallel-fewest-empties-to-winner");
    }
}
