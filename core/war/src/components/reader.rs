//! Reads the files of components, layer over layer, and reports everything that is wrong with them at its place.

mod country;
mod map;
mod pieces;

use super::entries::ALONE;
use super::side::PerSide;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use wilderness_engine::SideWords;
use wilderness_engine::faults::{Fault, Faults, Source, SourcePlace, Spanned, read_toml, read_toml_items};
use wilderness_engine::harmless::is_harmful;
use wilderness_engine::scene::{SideColours, Symbols, SymbolsFile};

/// A word of a file.
type Text = Spanned<String>;

/// Reads files of components.
#[derive(Default)]
pub(super) struct ComponentReader {
    pub(super) faults: Faults,
}

/// An entry, with the file that it is in.
struct Placed<T> {
    entry: T,
    source: Source,
}

impl<T> Placed<T> {
    fn at(&self, span: Range<usize>) -> SourcePlace {
        SourcePlace { source: self.source.clone(), span }
    }

    fn spot<V>(&self, value: &Spanned<V>) -> SourcePlace {
        self.at(value.span())
    }
}

impl ComponentReader {
    /// A layer has the keys of its file, and no others.
    fn check_form<F: DeserializeOwned>(&mut self, family: &str, source: &Source) {
        let _: Option<F> = read_toml(family, source, &mut self.faults);
    }

    /// The entries of a list in all layers: a later one replaces the one with the same key in an earlier file, in its
    /// place; within a file no key is given twice.
    fn layered<T: DeserializeOwned>(
        &mut self,
        family: &str,
        layers: &[Source],
        list: &str,
        key: impl Fn(&T) -> Spanned<String>,
    ) -> Vec<Placed<T>> {
        let mut entries: Vec<Placed<T>> = Vec::new();
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        for source in layers {
            if stands_alone(source) {
                entries.clear();
                numbers.clear();
            }
            let mut here: BTreeMap<String, Range<usize>> = BTreeMap::new();
            for entry in read_toml_items::<T>(family, source, list, &mut self.faults) {
                let at = key(&entry);
                let placed = Placed { source: source.clone(), entry };
                if let Some(first) = here.insert(at.get_ref().clone(), at.span()) {
                    let message = format!("the {list} `{}` is given twice", at.get_ref());
                    let fault = Fault::error(format!("{family}::given_twice"), message);
                    let fault = fault.spot(&placed.spot(&at), "here again").spot(&placed.at(first), "already here");
                    self.faults.push(fault.help("to change an entry, write it in a layer above, in another directory"));
                    continue;
                }
                match numbers.get(at.get_ref()) {
                    Some(number) => entries[*number] = placed,
                    None => {
                        numbers.insert(at.into_inner(), entries.len());
                        entries.push(placed);
                    }
                }
            }
        }
        entries
    }

    /// An id: lower-case letters, digits and hyphens, and not too long for a token.
    fn check_id(&mut self, family: &str, placed: &Placed<impl Sized>, id: &Text) {
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let word = id.get_ref();
        if word.is_empty() || word.len() > LONGEST_ID || !word.chars().all(is_word) {
            let fault = Fault::error(format!("{family}::bad_id"), format!("`{word}` cannot be an id"));
            let label = format!("not 1 to {LONGEST_ID} lower-case letters, digits and hyphens");
            self.faults.push(fault.spot(&placed.spot(id), label));
        }
    }

    /// A name that can be shown.
    fn check_name(&mut self, family: &str, placed: &Placed<impl Sized>, name: &Text) {
        let text = name.get_ref();
        if text.trim().is_empty() || text.contains(is_harmful) || text.chars().count() > LONGEST_NAME {
            let fault = Fault::error(format!("{family}::bad_name"), "this cannot be a name");
            let label = format!("empty, longer than {LONGEST_NAME} characters, or with one that controls the screen");
            self.faults.push(fault.spot(&placed.spot(name), label));
        }
    }

    /// The number of entries: those beyond the limit are reported at the first.
    fn check_number<T>(&mut self, family: &str, what: &str, all: &[Placed<T>], most: usize, id: fn(&T) -> &Text) {
        if let Some(first) = all.get(most) {
            let fault = Fault::error(format!("{family}::too_many"), format!("there are {} {what}", all.len()));
            self.faults.push(fault.spot(&first.spot(id(&first.entry)), format!("at most {most} are possible")));
        }
    }

    /// What the sides are called: in each layer, those that it names.
    pub(super) fn sides(&mut self, layers: &[Source]) -> PerSide<SideWords> {
        let mut sides = PerSide { french: SideWords::of("French"), british: SideWords::of("British") };
        for source in layers {
            let Some(file) = read_toml::<SidesFile>("sides", source, &mut self.faults) else { continue };
            sides.french = file.french.unwrap_or(sides.french);
            sides.british = file.british.unwrap_or(sides.british);
        }
        sides
    }

    /// How the map is drawn: in each layer, the entries that it gives.
    pub(super) fn symbols(&mut self, layers: &[Source], sides: [Option<SideColours>; 2]) -> Option<Arc<Symbols>> {
        let files = layers.iter().filter_map(|source| SymbolsFile::read(source, &mut self.faults));
        Some(Arc::new(files.reduce(SymbolsFile::under)?.symbols(sides)))
    }
}

/// The longest id: a token must fit into a line of a record.
const LONGEST_ID: usize = 40;
/// The longest name, in characters.
const LONGEST_NAME: usize = 60;

/// `sides.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SidesFile {
    french: Option<SideWords>,
    british: Option<SideWords>,
}

/// Whether nothing of the layers below a file counts.
fn stands_alone(source: &Source) -> bool {
    #[derive(Deserialize)]
    struct Alone {
        #[serde(default)]
        alone: bool,
    }
    source.text().contains(ALONE)
        && read_toml::<Alone>("map", source, &mut Faults::none()).is_some_and(|file| file.alone)
}

/// A list whose entries are read one by one.
type Unread = Vec<IgnoredAny>;
