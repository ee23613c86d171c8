//! The content of a game as `check`, `scenarios` and an editor see it, where the game does not say more.

use super::title::catalogue;
use super::{Beginning, Listed, Title};
use crate::commands::check::Trial;
use crate::front::Origin as _;
use crate::front::sides;
use crate::lsp::{CheckedContent, ContentNames, OpenTexts};
use crate::options::content::ContentArg;
use crate::options::start::Start;
use serde_json::Map;
use std::marker::PhantomData;
use std::ops::Range;
use std::rc::Rc;
use wilderness_engine::content::{Catalogue, DataFiles, Edition, Places, Texts};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::language::{Language as _, Operand, Value};
use wilderness_engine::script::document::Reference;
use wilderness_engine::script::{self, Compile as _, Receiver, ScriptSet, compiled_once};
use wilderness_engine::{Game, Rules, Side as _};

/// What the scripts of a game can say.
type LanguageOf<F> = <<F as Rules>::Scripts as ScriptSet>::Language;

/// The content of a game in some places.
pub struct CheckedGame<F: Title> {
    places: Places,
    /// The texts, as they were when they were checked last.
    texts: Option<Texts>,
    /// The sides, as they were then.
    sides: Vec<String>,
    /// What scripts could call, answer and define then.
    reference: Rc<Reference>,
    /// The content itself as it was when nothing was wrong with it, or that of the program.
    scripts: Option<Rc<F::Scripts>>,
    game: PhantomData<fn() -> F>,
}

impl<F: Title> CheckedGame<F> {
    /// The content in these places.
    pub fn new(places: Places) -> CheckedGame<F> {
        CheckedGame {
            places,
            texts: None,
            sides: Vec::new(),
            reference: Rc::default(),
            scripts: None,
            game: PhantomData,
        }
    }

    /// Checks the content, and then, if nothing is wrong with it, tries it.
    pub fn check_and_try(&mut self, trial: Option<&mut Trial<'_>>) -> Faults {
        let mut faults = self.check(&|_| None);
        let tried = trial.filter(|_| !faults.has_errors() && !self.places.is_built_in());
        if let Some((trial, scripts)) = tried.zip(self.scripts.clone()) {
            faults.append(F::try_out(&scripts, trial));
        }
        faults
    }

    fn read(&mut self, open: OpenTexts<'_>) -> Result<Faults, Faults> {
        let built_in = F::origin(&ContentArg::default(), false).read()?;
        let Some(catalogue) = catalogue::<F>() else { return Ok(Faults::none()) };
        let texts = self.texts.insert(self.places.read(catalogue)?.overlaid(open));
        let (scripts, faults) = script::check::<F::Scripts>(&built_in.made_of(texts.clone()));
        // Until the content is sound once, what is saved stands for it, or else what the program has.
        let saved = || self.places.read(catalogue).ok().map(|texts| built_in.made_of(texts));
        let first = || saved().and_then(|saved| compiled_once(&saved).ok()).or_else(|| compiled_once(&built_in).ok());
        let known = || if self.scripts.is_none() { first() } else { None };
        if let Some(scripts) = scripts.map(Rc::new).or_else(known) {
            self.reference = scripts.reference().into();
            self.sides = sides::<F>(&scripts).iter().map(|side| side.id().to_uppercase()).collect();
            self.scripts = Some(scripts);
        }
        Ok(faults)
    }
}

impl<F: Title> CheckedContent for CheckedGame<F> {
    fn key(&self) -> String {
        format!("{} {:?}", F::GAME, self.places)
    }

    fn check(&mut self, open: OpenTexts<'_>) -> Faults {
        self.read(open).unwrap_or_else(|faults| faults)
    }

    fn faults(&self, open: OpenTexts<'_>) -> Faults {
        let read = || {
            let built_in = F::origin(&ContentArg::default(), false).read()?;
            let Some(catalogue) = catalogue::<F>() else { return Ok(Faults::none()) };
            let texts = self.places.read(catalogue)?.overlaid(open);
            Ok(script::check::<F::Scripts>(&built_in.made_of(texts)).1)
        };
        read().unwrap_or_else(|faults: Faults| faults)
    }

    fn data_files(&self) -> Vec<DataFiles> {
        catalogue::<F>().map_or_else(Vec::new, Catalogue::data_files)
    }

    fn receiver(&self, text: &str, word: Range<usize>) -> Option<Receiver> {
        self.scripts.as_ref()?.host()?.receiver(text, word)
    }

    fn variables(&self, source: &Source) -> Vec<(Range<usize>, Option<String>)> {
        self.scripts.as_ref().and_then(|scripts| scripts.host()).map_or_else(Vec::new, |host| host.variables(source))
    }

    fn sources(&self) -> Vec<Source> {
        self.texts.iter().flat_map(Texts::sources).cloned().collect()
    }

    fn reference(&self) -> Rc<Reference> {
        self.reference.clone()
    }

    fn sides(&self) -> Vec<String> {
        self.sides.clone()
    }

    fn named_by(&self, function: &str) -> Option<ContentNames> {
        let named = LanguageOf::<F>::named_by(self.scripts.as_ref()?.host()?.deck(), function)?;
        Some(ContentNames { what: named.what.into(), names: named.names.iter().map(ToString::to_string).collect() })
    }

    fn compared(&self, property: &str, of: Option<&str>) -> Option<ContentNames> {
        let deck = self.scripts.as_ref()?.host()?.deck();
        let value = LanguageOf::<F>::value(deck, &Operand::Property { name: property, of });
        match value.or_else(|| LanguageOf::<F>::value(deck, &Operand::Returned(property)))? {
            Value::Words(what, words) => {
                Some(ContentNames { what: what.into(), names: words.into_iter().map(str::to_string).collect() })
            }
            _ => None,
        }
    }
}

/// What is wrong with the earlier editions of the built-in content, with which games that began in them go on.
pub fn check_earlier_editions<F: Title>() -> Faults {
    let built_in = match F::origin(&ContentArg::default(), false).read() {
        Ok(built_in) => built_in,
        Err(faults) => return faults,
    };
    let mut faults = Faults::none();
    for number in 1..=catalogue::<F>().map_or(0, Catalogue::editions) {
        if let Some(texts) = built_in.texts().and_then(|texts| texts.in_edition(Edition::Earlier(number))) {
            faults.append(script::check::<F::Scripts>(&built_in.made_of(texts)).1);
        }
    }
    faults
}

/// The scenario of a game that has one, as it is listed.
///
/// # Errors
/// Why no game of it begins.
pub fn only_one<F: Title>(origin: &F::Origin, scripts: &Rc<F::Scripts>) -> Result<Listed, Faults> {
    let header = F::header(&Start::default(), &Beginning::with_seed(1), scripts)?;
    let game = Game::<F>::begin(&header, scripts.clone())?;
    let sides = game.sides().count();
    Ok(Listed {
        id: F::scenario(&game),
        name: F::title(&game),
        game: F::GAME,
        length: format!("for {sides} sides"),
        made_by: F::made_by(scripts),
        facts: Map::from_iter([("sides".to_string(), sides.into())]),
        from: origin.files().first().map(|file| file.display().to_string()),
    })
}
