//! What a battle starts from: the header of its record.

use crate::battle::Battle;
use crate::content::GAME;
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::invariants;
use crate::position::{Entry, Position};
use crate::script::Battles;
use crate::state::{Options, State};
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::content::other_game;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::record::{self, FIRST_WORD, Heading, Start, VERSION};
use wilderness_engine::script::ScriptSet as _;
use wilderness_engine::{Dice, Seen, Windows};

/// What a battle starts from, and how it is played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// The battle, by its id.
    pub scenario: String,
    /// The seed of its dice.
    pub seed: u64,
    /// The optional rules in force.
    pub options: Options,
    /// Where it starts, if not with set-up.
    pub position: Option<Position>,
    /// Where dice come from.
    pub dice: Dice,
    /// The content with which it was played, and its fingerprints.
    content: Vec<(String, String)>,
}

impl Header {
    /// A battle from its set-up.
    pub fn new(scenario: &str, seed: u64, options: Options) -> Header {
        Header { scenario: scenario.to_string(), seed, options, ..Header::default() }
    }

    /// A battle from a position.
    pub fn from_position(position: Position, seed: u64) -> Header {
        Header { scenario: position.scenario.clone(), seed, position: Some(position), ..Header::default() }
    }

    /// The same with another seed.
    pub fn with_seed(&self, seed: u64) -> Header {
        Header { seed, ..self.clone() }
    }

    /// The state in which the battle begins.
    fn state(&self, battle: &Battle) -> Result<State, Faults> {
        if let Some(word) = self.options.words().find(|word| !battle.has_option(word)) {
            let message = format!("`{}` has no rules for `{word}`", battle.id);
            return Err(Fault::error("options::unknown", message).help("leave it out").into());
        }
        match &self.position {
            None => Ok(State::new(battle, self.options, self.seed)),
            Some(_) if self.options != Options::default() => {
                let fault = Fault::error("options::twice", "a position says itself which options are in force");
                Err(fault.help("leave out the line `options`").into())
            }
            Some(position) => {
                let state = Entry::new(position.clone()).check(battle, self.seed)?;
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
    const WORDS: &'static [&'static str] = &["game", "scenario", "seed", "options", "position", "dice"];
    const FOR_EACH: &'static [&'static str] = &[];
    const IN_JSON: &'static [&'static str] = &["position"];
    const FAULTS: &'static [(&'static str, &'static [&'static str])] =
        &[("record::unknown_scenario", &["scenario"]), ("options::", &["options"]), ("position::", &["position"])];

    fn read(&mut self, heading: &Heading<'_>) -> Result<(), Faults> {
        let wrong = |form: &str| {
            Err(heading.fault("form", format!("this is not a `{}`", heading.first), &heading.span, form).into())
        };
        match (heading.first, heading.rest) {
            ("game", [(game, at)]) if *game != GAME => {
                Err(other_game("record", game, GAME).at(heading.source, at.clone(), "another game").into())
            }
            ("game", [_]) => Ok(()),
            ("scenario", [(id, _)]) => {
                self.scenario = id.to_string();
                Ok(())
            }
            ("seed", [(seed, _)]) => match seed.parse() {
                Ok(seed) => {
                    self.seed = seed;
                    Ok(())
                }
                Err(_) => wrong("`seed`, a whole number from 0"),
            },
            ("options", words) => {
                for (word, at) in words {
                    let Some(option) = self.options.get_mut(word) else {
                        let fault = heading.fault("option", format!("there is no option `{word}`"), at, "unknown");
                        return Err(fault.did_you_mean(word, Options::WORDS).into());
                    };
                    *option = true;
                }
                Ok(())
            }
            ("position", [(_, at), ..]) => {
                let position = Position::read_within(heading.source, at.start..heading.span.end)?;
                self.position = Some(position);
                Ok(())
            }
            ("dice", [("table", _)]) => {
                self.dice = Dice::Table;
                Ok(())
            }
            _ => wrong("`scenario`, an id; `seed`, a number; `options`, their words; `position`, an object in JSON"),
        }
    }

    fn lacks(&self, source: &Source) -> Faults {
        if !self.scenario.is_empty() {
            return Faults::none();
        }
        let fault = Fault::error("record::no_scenario", "a record names its scenario");
        fault
            .at(source, 0..0, "before the first answer")
            .help("add a line with `scenario` and the id of a battle")
            .into()
    }

    fn add_script(&mut self, name: String, hash: String) {
        self.content.push((name, hash));
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn windows(&self) -> Windows {
        Windows::default()
    }

    fn dice(&self) -> Dice {
        self.dice
    }

    fn scripts(&self) -> &[(String, String)] {
        &self.content
    }

    /// The tables, the files of this battle, and the scripts of the optional rules in force.
    fn name_scripts(&mut self, battles: &Battles) {
        let mut rules: Vec<&str> = self.options.words().collect();
        rules.extend(self.position.iter().flat_map(|position| &position.options).map(String::as_str));
        let is_used =
            |name: &str| battles.is_part_of(name, &self.scenario) || battles.is_script_of(name, &self.scenario, &rules);
        let files = battles.fingerprints().iter().filter(|(name, _)| is_used(name));
        self.content = files.map(|(name, hash)| (name.clone(), hash.clone())).collect();
    }

    fn carry(&mut self, _: &Battles) {}

    fn without_scripts(&self) -> Header {
        Header { content: Vec::new(), ..self.clone() }
    }

    fn starting_from(&self, state: &State, seed: u64, battles: &Battles) -> Result<Header, Faults> {
        Ok(Header::from_position(Position::from_state(battles.find(&self.scenario)?, state)?, seed))
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

    fn start(&self, scripts: Rc<Battles>) -> Result<Start<Us>, Faults> {
        let scenario = scripts.find(&self.scenario)?.clone();
        let state = self.state(&scenario)?;
        Ok(Start { header: self.clone(), scenario, scripts, state })
    }

    fn write(&self) -> String {
        let mut text = format!("{FIRST_WORD} {VERSION}\ngame {GAME}\nscenario {}\nseed {}\n", self.scenario, self.seed);
        let options: Vec<&str> = self.options.words().collect();
        if !options.is_empty() {
            let _ = writeln!(text, "options {}", options.join(" "));
        }
        if let Some(position) = &self.position {
            // A position always has a JSON form.
            let _ = writeln!(text, "position {}", serde_json::to_string(position).unwrap_or_default());
        }
        if self.dice == Dice::Table {
            text.push_str("dice table\n");
        }
        for (name, hash) in &self.content {
            let _ = writeln!(text, "script {name} {hash}");
        }
        text
    }
}
