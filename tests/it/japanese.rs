//! Worksheets, reviews and plans in Japanese.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::{common::program::printed, rooms};

/// The words that people see in a page or a picture, and in the pictures of a page.
fn shown(page: &str) -> String {
    let decoded = form_urlencoded::parse(page.as_bytes());
    let text: String = decoded.flat_map(|(name, value)| [name, value]).collect();
    let parts = text.split("<style>").map(|part| part.rsplit("</style>").next().unwrap());
    let pieces = parts.flat_map(|part| part.split('<'));
    // A picture is in an attribute of the page, and its alternative text follows.
    let texts = pieces.filter_map(|piece| piece.split_once('>'));
    texts.map(|(_, text)| text.replace("alt=", "")).collect()
}

/// These commands use all texts but a few, such as the symmetries that no plan of 4x4 needs.
#[test]
fn no_english_is_left_in_japanese() {
    let folder = tempfile::tempdir().unwrap();
    let game = "(;GM[Othello]BO[4 -*---**--*O----- O]W[a1]B[a2];)";
    fs::write(folder.path().join("game.ggf"), game).unwrap();
    for command in [
        "worksheet 4x4 --count 12 --empties 3-9 --key --html PAGE",
        "worksheet 6x6 --count 1 --empties 14 --objective fewest --html PAGE",
        "review b1c1d1a1 --size 4x4 --time 10h --html PAGE --svg PICTURE",
        "review d3d4c4b4a3d2d1c1b1a1a2a4 --size 4x4 --time 10h --html PAGE",
        "review game.ggf --time 10h --score empties-to-winner --html PAGE",
        "review f5d6c3d3c4f4f6g6e6b3 --time 0s --html PAGE",
        "review b2a2 --size 4x6 --objective fewest --time 0s --html PAGE",
        "solve 4x4 --strategy --html PAGE --svg PICTURE",
        "solve 4x4 --strategy --side black --html PAGE --svg PICTURE",
    ] {
        let args: Vec<_> = command.split(' ').chain(["--language", "ja"]).collect();
        let mut texts = vec![printed(&args, &folder).replace("written", "")];
        for file in args.iter().filter(|arg| ["PAGE", "PICTURE"].contains(arg)) {
            let text = fs::read_to_string(folder.path().join(file)).unwrap();
            assert!(*file == "PICTURE" || text.contains("<html lang=\"ja\">"), "{text}");
            texts.push(shown(&text));
        }
        for text in texts {
            let english = text.split(|letter: char| !letter.is_ascii_lowercase());
            let english: Vec<_> = english.filter(|word| word.len() > 2).collect();
            assert!(english.is_empty() && text.contains('、'), "{command}: {english:?} {text}");
        }
    }
}

/// The table has the texts of the code as they are now.
#[test]
fn every_japanese_text_belongs_to_an_english_one() {
    let mut code = BTreeMap::new();
    rooms::read(Path::new("src"), Some("all"), &mut code);
    // Long texts are broken into several lines of code.
    let squeezed = |text: &str| text.replace("\\n", "").replace(['\\', ' ', '\n'], "");
    let code = squeezed(&code["all"]);
    let table = fs::read_to_string("src/results/japanese.json").unwrap();
    let table: BTreeMap<String, String> = serde_json::from_str(&table).unwrap();
    for english in table.keys().filter(|english| english.contains(['{', '.', ':'])) {
        assert!(code.contains(&squeezed(english)), "{english}");
    }
}
