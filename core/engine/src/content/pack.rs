//! A pack: a game that is a folder, or what content of one's own adds to a game, in a single file that can be sent.

use super::texts::{Files, Text};
use super::{Carried, Catalogue, Edition, Texts, carried_lines, other_game};
use crate::faults::{Fault, Faults, Source, Spanned};
use crate::harmless::one_line;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

/// The ending of the names of packs.
const ENDING: &str = "pack";
/// The word that a pack begins with, and its format.
const FIRST: &str = "wilderness-pack";
const FORMAT: &str = "1";
/// The most bytes of a pack.
const LARGEST: u64 = 8 << 20;

/// Who made content, and what others may do with it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Credits {
    /// Its name.
    pub name: String,
    /// Who made it.
    pub author: String,
    /// The licence, as its name or in a sentence.
    pub licence: String,
}

impl std::fmt::Display for Credits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Credits { name, author, licence } = self;
        write!(f, "{name}, by {author} ({licence})")
    }
}

/// What the keys of credits in a file are: the file has others besides.
#[derive(Deserialize)]
struct Form {
    name: Option<Spanned<String>>,
    author: Option<Spanned<String>>,
    licence: Option<Spanned<String>>,
}

impl Credits {
    /// What a file says: the first of a game that is a folder, or `content.toml`.
    ///
    /// # Errors
    /// The keys that it lacks.
    pub fn read(source: &Source) -> Result<Credits, Faults> {
        let form: Form = toml::from_str(source.text()).map_err(|error| {
            let fault = Fault::error("pack::syntax", error.message().to_string());
            Faults::from(fault.at(source, error.span().unwrap_or(0..0), "here"))
        })?;
        let mut faults = Faults::none();
        let mut text = |key: &str, example: &str, given: Option<Spanned<String>>| match given {
            Some(given) if !given.get_ref().trim().is_empty() => one_line(given.get_ref()).into_owned(),
            _ => {
                let fault = Fault::error("pack::credits", format!("a pack states its {key}"));
                let fault = fault.at(source, 0..0, "this file does not");
                faults.push(fault.help(format!("add a line such as `{key} = \"{example}\"` before the first table")));
                String::new()
            }
        };
        let name = text("name", "The race", form.name);
        let author = text("author", "A. Maker", form.author);
        let licence = text("licence", "CC-BY-4.0", form.licence);
        faults.into_result(Credits { name, author, licence })
    }
}

/// A pack.
pub struct Pack {
    /// The id of the game.
    pub game: String,
    /// Who made it.
    pub credits: Credits,
    texts: Carried,
}

impl Pack {
    /// A pack of the texts that differ from the built-in ones.
    pub fn new(texts: &Texts, credits: Credits) -> Pack {
        let mut own = Carried::default();
        texts.beyond().iter().for_each(|(name, source)| own.insert(name, source.clone()));
        Pack { game: texts.catalogue().game.into(), credits, texts: own }
    }

    /// Whether a file seems to be a pack, by its name.
    pub fn is_called(path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending == ENDING)
    }

    /// The id of the game of a pack.
    ///
    /// # Errors
    /// A file that is no pack.
    pub fn game_of(path: &Path) -> Result<String, Faults> {
        let source = Source::read_up_to(path, LARGEST)?;
        let mut lines = PackLines::new(&source)?;
        let named = lines.find_map(|(line, _)| line.strip_prefix("game ").map(str::to_string));
        named.ok_or_else(|| lines.fault(0..0, "game", "the pack does not name its game".into(), "no line `game`"))
    }

    /// Reads a pack of this game.
    ///
    /// # Errors
    /// Everything wrong with it, or that it is one of another game.
    pub fn read(path: &Path, catalogue: &'static Catalogue) -> Result<Pack, Faults> {
        let source = Source::read_up_to(path, LARGEST)?;
        let game = Pack::game_of(path)?;
        if game != catalogue.game {
            return Err(other_game("pack", &game, catalogue.game).into());
        }
        let mut pack = Pack { game, credits: Credits::default(), texts: Carried::default() };
        let mut lines = PackLines::new(&source)?;
        while let Some((line, span)) = lines.next() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let begins = span.end - rest.len();
            let text = || {
                let text = serde_json::from_str::<String>(rest).map(|text| one_line(&text).into_owned());
                let message = format!("`{word}` is a text");
                text.map_err(|_| lines.fault(begins..span.end, "text", message, "not in quotation marks"))
            };
            match word {
                "game" => {}
                "name" => pack.credits.name = text()?,
                "author" => pack.credits.author = text()?,
                "licence" => pack.credits.licence = text()?,
                "content" => {
                    carried_lines::read(&mut pack.texts, Some(catalogue), &source, begins..span.end, "pack")?;
                }
                _ => {
                    let message = format!("a pack has no line `{}`", one_line(word));
                    return Err(lines.fault(span, "line", message, "unknown"));
                }
            }
        }
        Ok(pack)
    }

    /// Its texts over the built-in ones.
    pub(super) fn over(&self, catalogue: &'static Catalogue) -> Texts {
        let built_in = Texts::built_in(catalogue);
        let mut files: Files = built_in.files().clone();
        for (name, source) in self.texts.iter() {
            let has_parts = catalogue.family(name).is_some_and(|family| family.used.parts().is_some());
            let mut layers = if has_parts { built_in.layers(name).to_vec() } else { Vec::new() };
            layers.push(source.clone());
            files.insert(name.into(), Text { layers, beside: BTreeMap::new() });
        }
        Texts::new(catalogue, false, Edition::Present, files)
    }

    /// The names of its files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|(name, _)| name)
    }

    /// A name for a file with it: `the-race.pack`.
    pub fn file_name(&self) -> String {
        let letters = self.credits.name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' });
        let words: String = letters.collect();
        format!("{}.{ENDING}", words.split_whitespace().collect::<Vec<_>>().join("-"))
    }
}

/// The lines of a pack behind the first, with where they stand.
struct PackLines<'a> {
    source: &'a Source,
    at: usize,
}

impl<'a> PackLines<'a> {
    fn new(source: &'a Source) -> Result<PackLines<'a>, Faults> {
        let mut lines = PackLines { source, at: 0 };
        match lines.next() {
            Some((line, _)) if line == format!("{FIRST} {FORMAT}") => Ok(lines),
            _ => {
                let label = format!("a pack begins with `{FIRST} {FORMAT}`");
                Err(lines.fault(0..lines.at, "format", "this is not a pack".into(), &label))
            }
        }
    }

    fn fault(&self, span: Range<usize>, code: &str, message: String, label: &str) -> Faults {
        Fault::error(format!("pack::{code}"), message).at(self.source, span, label).into()
    }
}

impl<'a> Iterator for PackLines<'a> {
    type Item = (&'a str, Range<usize>);

    fn next(&mut self) -> Option<(&'a str, Range<usize>)> {
        loop {
            let rest = self.source.text().get(self.at..).filter(|rest| !rest.is_empty())?;
            let (whole, begins) = (rest.split_inclusive('\n').next()?, self.at);
            self.at += whole.len();
            let line = whole.trim_end();
            if !line.is_empty() {
                return Some((line, begins..begins + line.len()));
            }
        }
    }
}

impl std::fmt::Display for Pack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Credits { name, author, licence } = &self.credits;
        writeln!(f, "{FIRST} {FORMAT}\ngame {}", self.game)?;
        for (word, text) in [("name", name), ("author", author), ("licence", licence)] {
            writeln!(f, "{word} {}", serde_json::Value::from(text.as_str()))?;
        }
        f.write_str(&carried_lines::write(&self.texts))
    }
}
