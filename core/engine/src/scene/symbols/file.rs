//! The file of the symbols of a game, `symbols.toml`: how its board is drawn, as data.

use super::colour::{Colour, colour_of};
use super::{Conditions, Emblem, Figure, Motif, Paint, SideColours, Soil, Stroke, Surface, Symbol, Symbols};
use crate::faults::{Fault, Faults, Source, Spanned, read_toml};
use crate::harmless::is_harmful;
use crate::word::Word;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

/// The family of faults of the file.
const FAMILY: &str = "symbols";
/// The longest label, in characters.
const LONGEST_LABEL: usize = 60;

/// A [`Paint`] in the file: `clear`, `ink`, `side`, `pale`, or a colour.
impl<'de> Deserialize<'de> for Paint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Paint, D::Error> {
        let text = String::deserialize(deserializer)?;
        let named = [("clear", Paint::Clear), ("ink", Paint::Ink), ("side", Paint::Side), ("pale", Paint::Pale)];
        let named = named.into_iter().find(|(name, _)| *name == text).map(|(_, paint)| paint);
        let no_paint = || D::Error::custom(format!("`{text}` is not `clear`, `ink`, `side`, `pale`, or `#rrggbb`"));
        named.or_else(|| colour_of(&text).map(|colour| Paint::Colour(colour.to_string()))).ok_or_else(no_paint)
    }
}

/// An entry of the file, which has an id.
trait SymbolForm: Sized {
    /// How it is drawn.
    type Shape;

    fn id(&self) -> &Spanned<String>;

    /// Its label, its key and its letter, with how it is drawn.
    fn parts(self) -> (Named, Self::Shape);
}

/// What is written beside a symbol.
#[derive(Default)]
struct Named {
    label: String,
    key: Option<String>,
    letter: Option<char>,
}

#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct SurfaceForm {
    id: Spanned<String>,
    colour: Colour,
    #[serde(default)]
    bare: bool,
}

#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct SoilForm {
    id: Spanned<String>,
    #[serde(default)]
    label: String,
    key: Option<String>,
    letter: Option<char>,
    colour: Colour,
    #[serde(default = "circle")]
    figure: Figure,
    #[serde(default)]
    spreads: bool,
    strewn: Option<StrewnForm>,
}

/// What is strewn over a ground.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct StrewnForm {
    motif: Motif,
    number: usize,
}

fn circle() -> Figure {
    Figure::Circle
}

#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct EmblemForm {
    id: Spanned<String>,
    #[serde(default)]
    label: String,
    key: Option<String>,
    letter: Option<char>,
    figure: Figure,
    fill: Paint,
    edge: Paint,
    #[serde(default)]
    broken: bool,
}

#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct StrokeForm {
    id: Spanned<String>,
    #[serde(default)]
    label: String,
    key: Option<String>,
    letter: Option<char>,
    colour: Colour,
    width: f32,
    dashes: Option<(f32, f32)>,
    #[serde(default)]
    round: bool,
    inner: Option<Colour>,
    #[serde(default)]
    bend: f32,
    #[serde(default)]
    faint: bool,
}

/// `symbols.toml`, or a file of entries that replace those of the same id in another.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct SymbolsFile {
    backdrop: Option<Colour>,
    wilds: Option<String>,
    conditions: Option<Conditions>,
    #[serde(default, rename = "surface")]
    surfaces: Vec<SurfaceForm>,
    #[serde(default)]
    terrain: Vec<SoilForm>,
    #[serde(default, rename = "work")]
    works: Vec<EmblemForm>,
    #[serde(default, rename = "feature")]
    features: Vec<EmblemForm>,
    #[serde(default, rename = "way")]
    ways: Vec<StrokeForm>,
    #[serde(default, rename = "hexside")]
    hexsides: Vec<StrokeForm>,
}

impl SymbolForm for SurfaceForm {
    type Shape = Surface;

    fn id(&self) -> &Spanned<String> {
        &self.id
    }

    fn parts(self) -> (Named, Surface) {
        (Named::default(), Surface { colour: self.colour.0.to_string(), bare: self.bare })
    }
}

impl SymbolForm for SoilForm {
    type Shape = Soil;

    fn id(&self) -> &Spanned<String> {
        &self.id
    }

    fn parts(self) -> (Named, Soil) {
        let SoilForm { label, key, letter, colour, figure, spreads, strewn, .. } = self;
        let strewn = strewn.map(|strewn| (strewn.motif, strewn.number));
        (Named { label, key, letter }, Soil { figure, colour: colour.0.to_string(), spreads, strewn })
    }
}

impl SymbolForm for EmblemForm {
    type Shape = Emblem;

    fn id(&self) -> &Spanned<String> {
        &self.id
    }

    fn parts(self) -> (Named, Emblem) {
        let EmblemForm { label, key, letter, figure, fill, edge, broken, .. } = self;
        (Named { label, key, letter }, Emblem { figure, fill, edge, broken })
    }
}

impl SymbolForm for StrokeForm {
    type Shape = Stroke;

    fn id(&self) -> &Spanned<String> {
        &self.id
    }

    fn parts(self) -> (Named, Stroke) {
        let StrokeForm { label, key, letter, colour, width, dashes, round, inner, bend, faint, .. } = self;
        let inner = inner.map(|inner| inner.0.to_string());
        (
            Named { label, key, letter },
            Stroke { colour: colour.0.to_string(), width, dashes, round, inner, bend, faint },
        )
    }
}

impl SymbolsFile {
    /// Reads such a file; nothing if it has faults.
    pub fn read(source: &Source, faults: &mut Faults) -> Option<SymbolsFile> {
        let file: SymbolsFile = read_toml(FAMILY, source, faults)?;
        let mut wrong = Faults::none();
        check(source, &file.surfaces, &mut wrong);
        check(source, &file.terrain, &mut wrong);
        check(source, &file.works, &mut wrong);
        check(source, &file.features, &mut wrong);
        check(source, &file.ways, &mut wrong);
        check(source, &file.hexsides, &mut wrong);
        let is_sound = wrong.is_empty();
        faults.append(wrong);
        is_sound.then_some(file)
    }

    /// The file with the entries of another in the place of its own of the same ids, or behind them.
    #[must_use]
    pub fn under(mut self, over: SymbolsFile) -> SymbolsFile {
        self.backdrop = over.backdrop.or(self.backdrop);
        self.wilds = over.wilds.or(self.wilds);
        self.conditions = over.conditions.or(self.conditions);
        replace(&mut self.surfaces, over.surfaces);
        replace(&mut self.terrain, over.terrain);
        replace(&mut self.works, over.works);
        replace(&mut self.features, over.features);
        replace(&mut self.ways, over.ways);
        replace(&mut self.hexsides, over.hexsides);
        self
    }

    /// The symbols, for sides with these colours; of those that have none, the usual ones.
    pub fn symbols(self, sides: impl IntoIterator<Item = Option<SideColours>>) -> Symbols {
        let colours = |(side, own): (usize, Option<SideColours>)| own.unwrap_or(SideColours::usual(side));
        Symbols {
            backdrop: self.backdrop.map_or_else(|| "#ffffff".into(), |colour| colour.0.to_string()),
            wilds: self.wilds.and_then(|id| Word::name(&id).ok()),
            surfaces: table(self.surfaces),
            terrain: table(self.terrain),
            works: table(self.works),
            features: table(self.features),
            ways: table(self.ways),
            hexsides: table(self.hexsides),
            conditions: self.conditions.unwrap_or_default(),
            sides: sides.into_iter().enumerate().map(colours).collect(),
        }
    }
}

/// Ids are words, and given once; labels can be shown.
fn check<F: SymbolForm + Clone>(source: &Source, forms: &[F], faults: &mut Faults) {
    for (number, form) in forms.iter().enumerate() {
        let id = form.id();
        let mut fault = |code: &str, message: String| {
            faults.push(Fault::error(format!("{FAMILY}::{code}"), message).at(source, id.span(), "here"));
        };
        if let Err(reason) = Word::name(id.get_ref()) {
            fault("bad_id", format!("this cannot be an id: {reason}"));
        }
        if forms[..number].iter().any(|other| other.id().get_ref() == id.get_ref()) {
            fault("given_twice", format!("`{}` is given twice", id.get_ref()));
        }
        let Named { label, key, letter } = form.clone().parts().0;
        let is_bad = |text: &str| text.chars().count() > LONGEST_LABEL || text.contains(is_harmful);
        if is_bad(&label) || key.is_some_and(|key| is_bad(&key)) || letter.is_some_and(is_harmful) {
            let longest = format!("longer than {LONGEST_LABEL} characters, or with one that controls the screen");
            fault("bad_label", format!("the label, key or letter of `{}` is {longest}", id.get_ref()));
        }
    }
}

fn replace<F: SymbolForm>(own: &mut Vec<F>, over: Vec<F>) {
    for form in over {
        match own.iter_mut().find(|known| known.id().get_ref() == form.id().get_ref()) {
            Some(known) => *known = form,
            None => own.push(form),
        }
    }
}

fn table<F: SymbolForm>(forms: Vec<F>) -> Vec<Symbol<F::Shape>> {
    let symbol = |form: F| {
        let id = Word::name(form.id().get_ref()).ok()?;
        let (Named { label, key, letter }, shape) = form.parts();
        let key = key.unwrap_or_else(|| label.clone());
        Some(Symbol { id, label, key, glyph: letter, shape })
    };
    forms.into_iter().filter_map(symbol).collect()
}
