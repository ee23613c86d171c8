//! What a battle starts from: the header of its record.

use crate::battle::Battle;
use crate::content::GAME;
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::invariants;
use crate::position::{Position, PositionEntry};
use crate::script::Battles;
use crate::state::{Options, State};
use std::ops::{Deref, DerefMut, Range};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::record::{self, Common, GameStart, Heading};
use wilderness_engine::{Dice, Seen, Windows};

/// The word for the option of special tactics (18.0).
const TACTICS: &str = "tactics";

/// What a battle starts from, and how it is played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// What every game has: the battle, the seed of its dice, and the content of its own.
    pub common: Common,
    /// The optional rules in force.
    pub options: Options,
    /// Where it starts, if not with set-up.
    pub position: Option<Position>,
    /// When a side that has markers is asked whether it plays one (18.1).
    pub windows: Windows,
    /// Where dice come from.
    pub dice: Dice,
}

impl Deref for Header {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

impl DerefMut for Header {
    fn deref_mut(&mut self) -> &mut Common {
        &mut self.common
    }
}

impl Header {
    /// A battle from its set-up.
    pub fn new(scenario: &str, seed: u64, options: Options) -> Header {
        Header { common: Common::new(scenario, seed), options, ..Header::default() }
    }

    /// A battle from a position.
    pub fn from_position(position: Position, seed: u64) -> Header {
        Header { common: Common::new(&position.scenario, seed), position: Some(position), ..Header::default() }
    }

    /// The same with another seed.
    pub fn with_seed(&self, seed: u64) -> Header {
        let mut header = self.clone();
        header.seed = seed;
        header
    }

    /// The optional rules in force, those of its position among them.
    fn words(&self) -> impl Iterator<Item = &str> {
        let of_position = self.position.iter().flat_map(|position| &position.options);
        self.options.words().chain(of_position.map(String::as_str))
    }

    /// The state in which the battle begins.
    fn state(&self, battle: &Battle) -> Result<State, Faults> {
        let mut of_rulebook = self.options.words().filter(|word| Options::WORDS.contains(word));
        if let Some(word) = of_rulebook.find(|word| !battle.has_option(word)) {
            let message = format!("`{}` has no rules for `{word}`", battle.id);
            return Err(Fault::error("options::unknown", message).help("leave it out").into());
        }
        match &self.position {
            None => Ok(State::new(battle, &self.options, self.generator())),
            Some(_) if !self.options.is_empty() => {
                let fault = Fault::error("options::twice", "a position says itself which options are in force");
                Err(fault.help("leave out the line `options`").into())
            }
            Some(position) => {
                let state = PositionEntry::new(position.clone()).check(battle, self.generator())?;
                match invariants::broken_in_play(battle, &state) {
                    None => Ok(state),
                    // Such a position can be looked at, but not played.
                    Some(broken) => {
                        let message = format!("no battle can start from it: {broken}");
                        Err(Fault::error("position::unsettled", message).into())
                    }
                }
            }
        }
    }
}

impl record::Header<Us> for Header {
    const GAME: &'static str = GAME;
    const WORDS: &'static [&'static str] = &["game", "scenario", "seed", "options", "position", "windows", "dice"];
    const FAULTS: &'static [(&'static str, &'static [&'static str])] = &[("options::", &["options"])];

    fn read(&mut self, heading: &Heading<'_>) -> Result<(), Faults> {
        // Which rules of its own the content has is known when the battle begins.
        heading.rest.iter().for_each(|(word, _)| self.options.set(word, true));
        Ok(())
    }

    fn lines(&self, _: &str) -> Vec<String> {
        let options: Vec<&str> = self.options.words().collect();
        if options.is_empty() { Vec::new() } else { vec![format!("options {}", options.join(" "))] }
    }

    fn read_position(&mut self, source: &Source, span: Range<usize>) -> Result<(), Faults> {
        self.position = Some(Position::read_within(source, span)?);
        Ok(())
    }

    fn position(&self) -> Option<String> {
        // A position always has a JSON form.
        self.position.as_ref().map(|position| serde_json::to_string(position).unwrap_or_default())
    }

    /// Only special tactics ask a side about what it holds in secret (18.0).
    fn has_windows(&self) -> bool {
        self.words().any(|word| word == TACTICS)
    }

    fn windows(&self) -> Windows {
        self.windows
    }

    fn set_windows(&mut self, windows: Windows) {
        self.windows = windows;
    }

    fn dice(&self) -> Dice {
        self.dice
    }

    fn set_dice(&mut self, dice: Dice) {
        self.dice = dice;
    }

    fn uses(&self, file: &str, battles: &Battles) -> bool {
        let options: Vec<&str> = self.words().collect();
        battles.is_part_of(file, &self.scenario, &options)
    }

    fn starting_from(&self, state: &State, seed: u64, battles: &Battles) -> Result<Header, Faults> {
        let position = Position::from_state(battles.find(&self.scenario)?, state)?;
        let mut header = Header::from_position(position, seed);
        header.edition = self.edition;
        Ok(header)
    }

    /// Figures may change; who takes part, and the map's size, may not.
    fn scenario_with(&self, _: &State, seen: &Seen<'_, Us>, battles: &Battles) -> Result<Arc<Battle>, Faults> {
        let battle = battles.find(&self.scenario)?;
        match battle.difference(seen.scenario) {
            None => Ok(battle.clone()),
            Some(what) => {
                let fault = Fault::error("reload::other_battle", format!("{what} differ from those of this battle"));
                Err(fault.help("start the battle anew").into())
            }
        }
    }

    fn start(&self, scripts: Rc<Battles>) -> Result<GameStart<Us>, Faults> {
        let scenario = scripts.find(&self.scenario)?.clone();
        self.options.words().try_for_each(|word| scripts.check_option(word))?;
        let mut of_position = self.position.iter().flat_map(|position| &position.options);
        if let Some(word) = of_position.find(|word| !scripts.is_option(word)) {
            let fault = Fault::error("position::option", format!("there is no option `{word}`"));
            return Err(fault.did_you_mean(word, scripts.options()).into());
        }
        let state = self.state(&scenario)?;
        Ok(GameStart { header: self.clone(), scenario, scripts, state })
    }
}
