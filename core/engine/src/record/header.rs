//! The header of a record: what a game starts from, and its settings. The lines that every game can have are read and
//! written here; a game adds its own.

use super::{FIRST_WORD, Heading};
use crate::content::carried_lines::{self, CONTENT};
use crate::content::{Carried, Catalogue, Edition, file_name, other_game};
use crate::faults::{Fault, Faults, Source};
use crate::generator::{Generator, RecordFormat};
use crate::rules::Rules;
use crate::script::{Compile, ScriptSet, compiled_once};
use crate::table::{Dice, Seen, Windows};
use std::fmt::{Debug, Write as _};
use std::ops::{DerefMut, Range};
use std::rc::Rc;
use std::sync::Arc;

/// The words of the lines that every game can have, besides `content` and `script`.
const GAME: &str = "game";
const SCENARIO: &str = "scenario";
const SEED: &str = "seed";
const POSITION: &str = "position";
const RULES: &str = "rules";
const WINDOWS: &str = "windows";
const DICE: &str = "dice";
/// The word of the line with the edition of the content, which every game can have.
const EDITION: &str = "edition";

/// The words whose lines contain JSON, and so no comments.
pub(super) const IN_JSON: [&str; 2] = [POSITION, CONTENT];

/// The lines that faults without a place point at: the beginning of the fault's code, and the first words of the line.
type FaultsOfLines = &'static [(&'static str, &'static [&'static str])];
const FAULTS: FaultsOfLines =
    &[("record::unknown_scenario", &[SCENARIO]), ("rules::", &[RULES]), ("position::", &[POSITION])];

/// What the headers of all games have.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Common {
    /// The id of the scenario.
    pub scenario: String,
    /// The seed of dice and draws.
    pub seed: u64,
    /// The version of the record's format, which a game keeps for ever.
    pub format: RecordFormat,
    /// The edition of the built-in content, which a game keeps likewise.
    pub edition: Edition,
    /// The optional rules in force, by id, where a game keeps them so.
    pub rules: Vec<String>,
    /// The fingerprint of each script that the game began with.
    pub scripts: Vec<(String, String)>,
    /// The texts that the game is played with and that differ from the built-in ones.
    pub content: Carried,
}

impl Common {
    /// A scenario from its beginning.
    pub fn new(scenario: &str, seed: u64) -> Common {
        Common { scenario: scenario.to_string(), seed, ..Common::default() }
    }

    /// The generator with which the game begins.
    pub fn generator(&self) -> Generator {
        Generator::new(self.format, self.seed)
    }
}

/// The header of a record. It holds what all games have, to which it dereferences, and what its game adds.
pub trait Header<R: Rules>:
    Clone + PartialEq + Debug + Default + Send + Sync + 'static + DerefMut<Target = Common>
{
    /// The id of the game, as records name it.
    const GAME: &'static str;

    /// The first words of its lines, in the order in which they are written. The engine reads and writes `game`,
    /// `scenario`, `seed`, `position`, `rules`, `windows` and `dice`, as far as they are among them; `game` is always
    /// read. `content` and `script` follow them for every game.
    const WORDS: &'static [&'static str];

    /// Those of its own words whose lines may be repeated with a different second word, such as a side.
    const FOR_EACH: &'static [&'static str] = &[];

    /// The lines of its own that faults without a place point at: the beginning of the fault's code, and the first
    /// words of the line.
    const FAULTS: &'static [(&'static str, &'static [&'static str])] = &[];

    /// Reads a line that begins with one of its own words.
    ///
    /// # Errors
    /// What is wrong with it, with its place.
    fn read(&mut self, heading: &Heading<'_>) -> Result<(), Faults> {
        Err(heading.unfit("nothing").into())
    }

    /// Makes the names of the content that the header carries those that this thread goes by: see [`Rules::enter`].
    /// Called before the first answer of a record is looked at.
    ///
    /// # Errors
    /// What is wrong with that content.
    fn enter(&self) -> Result<(), Faults> {
        Ok(())
    }

    /// The lines that begin with one of its own words.
    fn lines(&self, _word: &str) -> Vec<String> {
        Vec::new()
    }

    /// Reads the position from which the game starts: an object in JSON that covers this span.
    ///
    /// # Errors
    /// What is wrong with it, with its place.
    fn read_position(&mut self, _source: &Source, _span: Range<usize>) -> Result<(), Faults> {
        Ok(())
    }

    /// The position from which the game starts, in JSON.
    fn position(&self) -> Option<String> {
        None
    }

    /// Whether anything is asked of a side only because of what it holds in secret.
    fn has_windows(&self) -> bool {
        Self::WORDS.contains(&WINDOWS)
    }

    /// When a window for responses opens.
    fn windows(&self) -> Windows {
        Windows::default()
    }

    /// Sets when a window for responses opens.
    fn set_windows(&mut self, _windows: Windows) {}

    /// The source of dice.
    fn dice(&self) -> Dice {
        Dice::default()
    }

    /// Sets the source of dice.
    fn set_dice(&mut self, _dice: Dice) {}

    /// Whether a file of the content matters to the game, so that its fingerprint is recorded.
    fn uses(&self, _file: &str, _scripts: &R::Scripts) -> bool {
        true
    }

    /// Whether a file of the content that differs from the built-in one is carried: one that the game uses.
    fn carries(&self, file: &str, scripts: &R::Scripts) -> bool {
        self.uses(file, scripts)
    }

    /// The header of a game with the same rules and settings that starts from a state.
    ///
    /// # Errors
    /// If a rule is missing from the scripts; if games cannot start from a state.
    fn starting_from(&self, state: &R::State, seed: u64, scripts: &R::Scripts) -> Result<Self, Faults>;

    /// The scenario of a running game with other scripts. The current step began at `state`.
    ///
    /// # Errors
    /// Why the scripts cannot be used in this game.
    fn scenario_with(
        &self,
        state: &R::State,
        seen: &Seen<'_, R>,
        scripts: &R::Scripts,
    ) -> Result<Arc<R::Scenario>, Faults>;

    /// How a game begins with it. The scripts have been completed with what it carries.
    ///
    /// # Errors
    /// What does not fit together.
    fn start(&self, scripts: Rc<R::Scripts>) -> Result<GameStart<R>, Faults>;

    /// Names the scripts that the game is played with.
    fn name_scripts(&mut self, scripts: &R::Scripts) {
        let is_for_bots = |name: &str| catalogue::<R>().is_some_and(|catalogue| catalogue.is_for_bots(name));
        let used = scripts.fingerprints().iter();
        let used = used.filter(|(name, _)| !is_for_bots(name) && self.uses(name, scripts));
        self.scripts = used.map(|(name, hash)| (name.clone(), hash.clone())).collect();
    }

    /// Carries the content of the game that is not built in.
    fn carry(&mut self, scripts: &R::Scripts) {
        if let Some(texts) = scripts.sources().texts() {
            let is_value = |file: &str| texts.catalogue().is_value_of(file, &self.scenario);
            let carries = |file: &str| is_value(file) || self.carries(file, scripts);
            self.content = self.content.of(&self.scenario, texts, &carries);
        }
    }

    /// The header without the scripts that it names and carries, which may be exchanged during a game.
    fn without_scripts(&self) -> Self {
        let mut header = self.clone();
        header.scripts = Vec::new();
        header.content = catalogue::<R>().map_or_else(Carried::default, |catalogue| self.content.fixed(catalogue));
        header
    }

    /// The scripts in the edition of the game.
    ///
    /// # Errors
    /// Everything wrong with it.
    fn in_edition(&self, scripts: Rc<R::Scripts>) -> Result<Rc<R::Scripts>, Faults> {
        match scripts.sources().texts().and_then(|texts| texts.in_edition(self.edition)) {
            Some(texts) => compiled_once(&scripts.sources().made_of(texts)),
            None => Ok(scripts),
        }
    }

    /// The scripts in the edition of the game, with what the header carries besides.
    ///
    /// # Errors
    /// Everything wrong with what is carried.
    fn completed(&self, scripts: Rc<R::Scripts>) -> Result<Rc<R::Scripts>, Faults> {
        let Some(texts) = scripts.sources().texts() else { return Ok(scripts) };
        let edition = texts.in_edition(self.edition);
        let completed = self.content.complete(edition.as_ref().unwrap_or(texts))?;
        match completed.or(edition) {
            Some(texts) => compiled_once(&scripts.sources().made_of(texts)),
            None => Ok(scripts),
        }
    }

    /// The number of the edition of the built-in content, if it is not the first: without it, a record is of that.
    fn later_edition(&self) -> Option<u32> {
        Some(self.edition.number(catalogue::<R>())).filter(|number| *number > 1)
    }

    /// The header as the first lines of a record.
    fn write(&self) -> String {
        let mut text = format!("{FIRST_WORD} {}\n", self.format.number());
        for word in Self::WORDS {
            let lines = line::<R, Self>(self, word).map(|line| line.into_iter().collect());
            for line in lines.unwrap_or_else(|| self.lines(word)) {
                let _ = writeln!(text, "{line}");
            }
        }
        if let Some(number) = self.later_edition() {
            let _ = writeln!(text, "{EDITION} {number}");
        }
        text.push_str(&carried_lines::write(&self.content));
        for (name, hash) in &self.scripts {
            let _ = writeln!(text, "script {} {hash}", file_name::as_word(name));
        }
        text
    }
}

/// The line of the engine that begins with a word, if it is written; nothing if the word is the game's own.
fn line<R: Rules, H: Header<R>>(header: &H, word: &str) -> Option<Option<String>> {
    let line = match word {
        GAME => Some(format!("{GAME} {}", H::GAME)),
        SCENARIO => Some(format!("{SCENARIO} {}", header.scenario)),
        SEED => Some(format!("{SEED} {}", header.seed)),
        POSITION => header.position().map(|json| format!("{POSITION} {json}")),
        RULES => (!header.rules.is_empty()).then(|| format!("{RULES} {}", header.rules.join(" "))),
        WINDOWS => (header.windows() == Windows::Open).then(|| format!("{WINDOWS} open")),
        DICE => (header.dice() == Dice::Table).then(|| format!("{DICE} table")),
        _ => return None,
    };
    Some(line)
}

/// Whether a line of a header begins with a word.
pub(super) fn has_word<R: Rules>(word: &str) -> bool {
    [FIRST_WORD, GAME, EDITION, CONTENT].contains(&word) || R::Header::WORDS.contains(&word)
}

/// The words with which the lines of a header begin.
pub(super) fn words<R: Rules>() -> impl Iterator<Item = &'static str> {
    let own = R::Header::WORDS.iter().copied().filter(|word| *word != GAME);
    [FIRST_WORD, GAME].into_iter().chain(own).chain([EDITION, CONTENT, "script"])
}

/// Whether lines with this word may be repeated with a different second word.
pub(super) fn is_for_each<R: Rules>(word: &str) -> bool {
    word == CONTENT || R::Header::FOR_EACH.contains(&word)
}

/// Reads a line of a header.
pub(super) fn read<R: Rules>(header: &mut R::Header, heading: &Heading<'_>) -> Result<(), Faults> {
    let fault = |code: &str, message: String, at, label: &str| Err(heading.fault(code, message, at, label).into());
    match (heading.first, heading.rest) {
        (FIRST_WORD, [(version, at)]) => {
            match RecordFormat::ALL.into_iter().find(|known| *version == known.number().to_string()) {
                Some(known) => header.format = known,
                None => {
                    let message = format!("unknown format version {version}");
                    return fault("version", message, at, "this program reads versions 1 and 2");
                }
            }
        }
        (FIRST_WORD, _) => return Err(heading.unfit("`wilderness-record 2`").into()),
        (GAME, [(game, _)]) if *game == R::Header::GAME => {}
        (GAME, [(game, at)]) => {
            let fault = other_game("record", game, R::Header::GAME);
            return Err(fault.at(heading.source, at.clone(), "another game").into());
        }
        (GAME, _) => return Err(heading.unfit("`game`, the id of the game").into()),
        (EDITION, [(number, at)]) => {
            let known = number.parse().ok().and_then(|number| Edition::numbered(number, catalogue::<R>()));
            let Some(known) = known else { return Err(unknown_edition::<R>(heading, number, at).into()) };
            header.edition = known;
        }
        (EDITION, _) => return Err(heading.unfit("`edition`, a number from 1").into()),
        (SCENARIO, [(id, _)]) => header.scenario = id.to_string(),
        (SCENARIO, _) => return Err(heading.unfit("`scenario`, an id").into()),
        (SEED, [(seed, at)]) => match seed.parse() {
            Ok(seed) => header.seed = seed,
            Err(_) => return fault("seed", format!("`{seed}` is not a seed"), at, "a whole number from 0"),
        },
        (SEED, _) => return Err(heading.unfit("`seed`, a whole number from 0").into()),
        (POSITION, [(_, at), ..]) => header.read_position(heading.source, at.start..heading.span.end)?,
        (POSITION, []) => return Err(heading.unfit("`position`, an object in JSON").into()),
        (RULES, words) => header.rules = words.iter().map(|(word, _)| word.to_string()).collect(),
        (WINDOWS, [("open", _)]) => header.set_windows(Windows::Open),
        (WINDOWS, [("holder", _)]) => header.set_windows(Windows::Holder),
        (WINDOWS, _) => return Err(heading.no_value("`open` or `holder`").into()),
        (DICE, [("table", _)]) => header.set_dice(Dice::Table),
        (DICE, [("generator", _)]) => header.set_dice(Dice::Generator),
        (DICE, _) => return Err(heading.no_value("`generator` or `table`").into()),
        (CONTENT, [(_, at), ..]) => {
            let span = at.start..heading.span.end;
            carried_lines::read(&mut header.content, catalogue::<R>(), heading.source, span, "record")?;
        }
        (CONTENT, []) => {
            return Err(heading.unfit("`content`, the name of a file, its text in quotation marks").into());
        }
        _ => header.read(heading)?,
    }
    Ok(())
}

/// The edition of records that name none.
pub(super) fn first_edition<R: Rules>() -> Edition {
    Edition::numbered(1, catalogue::<R>()).unwrap_or_default()
}

/// This program does not have the edition that a record names.
fn unknown_edition<R: Rules>(heading: &Heading<'_>, number: &str, at: &Range<usize>) -> Fault {
    let label = match Edition::Present.number(catalogue::<R>()) {
        1 => "this program has only edition 1".to_string(),
        present => format!("this program has the editions 1 to {present}"),
    };
    let fault = heading.fault("edition", format!("unknown edition `{number}` of the content"), at, &label);
    fault.help("open the record with the version of the program that wrote it, or with a later one")
}

/// What a header lacks after the whole record has been read.
pub(super) fn lacks<R: Rules>(header: &R::Header, source: &Source) -> Faults {
    if !header.scenario.is_empty() || !R::Header::WORDS.contains(&SCENARIO) {
        return Faults::none();
    }
    let fault = Fault::error("record::no_scenario", "a record names its scenario");
    fault.at(source, 0..0, "before the first answer").help("add a line with `scenario` and the id of a scenario").into()
}

/// The lines that faults without a place point at.
pub(crate) fn faults_of_lines<R: Rules>() -> impl Iterator<Item = &'static (&'static str, &'static [&'static str])> {
    R::Header::FAULTS.iter().chain(FAULTS)
}

fn catalogue<R: Rules>() -> Option<&'static Catalogue> {
    <R::Scripts as ScriptSet>::Sources::catalogue()
}

/// How a game begins, with nothing missing: what [`Header::start`] makes of a header.
pub struct GameStart<R: Rules> {
    /// The header as the record of the game has it.
    pub header: R::Header,
    /// What is played.
    pub scenario: Arc<R::Scenario>,
    /// The scripts with which it is played.
    pub scripts: Rc<R::Scripts>,
    /// Where everything stands; it satisfies the invariants of the game.
    pub state: R::State,
}

impl<R: Rules> GameStart<R> {
    /// How the game of a header begins: with what the header carries, and carrying what the scripts have.
    ///
    /// # Errors
    /// What does not fit together.
    pub(crate) fn new(header: &R::Header, scripts: Rc<R::Scripts>) -> Result<GameStart<R>, Faults> {
        let mut start = header.start(header.completed(scripts)?)?;
        start.header.carry(&start.scripts);
        Ok(start)
    }
}
