//! The languages of pages, pictures and texts for people.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::LazyLock;

/// The Japanese for each English text. The words are the ones of the page in `web/texts/ja.mjs`.
static JAPANESE: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("japanese.json")).expect("a test reads the table")
});

/// A language for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Language {
    /// A text in this language, which the code has in English.
    pub fn text(self, english: &str) -> &str {
        match self {
            Self::English => english,
            Self::Japanese => JAPANESE.get(english).map_or(english, String::as_str),
        }
    }

    /// A text with things in it. The English text names them in braces, in their order. Things that are
    /// words, such as colours, are in this language too.
    ///
    /// ```
    /// # use othello_core::Color;
    /// # use othello_solver::results::Language;
    /// let said = |language: Language| language.say("{side} begins", &[&Color::White]);
    /// assert_eq!(said(Language::English), "White begins");
    /// assert_eq!(said(Language::Japanese), "開始、白の手番");
    /// ```
    pub fn say(self, english: &str, things: &[&dyn Display]) -> String {
        let mut text = self.text(english).to_owned();
        let names = english.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        for (name, thing) in names.zip(things) {
            text = text.replace(&format!("{{{name}}}"), self.text(&thing.to_string()));
        }
        text
    }
}
