//! The lines of the header of a record.

use super::content_lines::{self, CONTENT};
use super::{Header, rule_in};
use crate::position::Position;
use crate::record::{FIRST_WORD, VERSION};
use crate::scenario::Scenario;
use crate::script::Scripts;
use crate::sets::{CardId, CardSet};
use crate::settings::{self, Settings};
use crate::side::Side;
use crate::state::State;
use crate::table::{Dice, Seen, Windows};
use crate::war::GAME;
use crate::war::War;
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::content::other_game;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::record::file_name;
use wilderness_engine::record::{self, Heading, Word};

/// The word of the line that names the game.
const GAME_LINE: &str = "game";

impl record::Header<War> for Header {
    const WORDS: &'static [&'static str] = &[
        GAME_LINE,
        CONTENT,
        "scenario",
        "seed",
        "position",
        "hand",
        "draw-pile",
        "rules",
        "windows",
        "hand-size",
        "first-side",
        "handicap",
        "dice",
        "draws",
    ];

    const FOR_EACH: &'static [&'static str] = &["hand", "hand-size", CONTENT];

    const IN_JSON: &'static [&'static str] = &["position", CONTENT];

    const FAULTS: &'static [(&'static str, &'static [&'static str])] = &[
        ("record::unknown_scenario", &["scenario"]),
        ("rules::", &["rules"]),
        ("settings::handicap", &["handicap"]),
        ("position::", &["position"]),
        ("hand-french::", &["hand", "french"]),
        ("hand-british::", &["hand", "british"]),
        ("draw-pile::", &["draw-pile"]),
    ];

    fn read(&mut self, heading: &Heading<'_>) -> Result<(), Faults> {
        let fault = |code: &str, message: String, at, label: &str| Err(heading.fault(code, message, at, label).into());
        match (heading.first, heading.rest) {
            ("scenario", [(id, _)]) => self.scenario = id.to_string(),
            (GAME_LINE, [(game, at)]) => {
                if *game != GAME {
                    let fault = other_game("record", game, GAME);
                    return Err(fault.at(heading.source, at.clone(), "another game").into());
                }
            }
            (CONTENT, [(_, at), ..]) => {
                let span = at.start..heading.span.end;
                content_lines::read(&mut self.content, heading.source, span).map_err(|fault| Faults::from(*fault))?;
            }
            ("seed", [(seed, at)]) => match seed.parse() {
                Ok(seed) => self.seed = seed,
                Err(_) => return fault("seed", format!("`{seed}` is not a seed"), at, "a whole number from 0"),
            },
            ("position", [(_, at), ..]) => {
                let span = at.start..heading.span.end;
                let entry = Position::read_one(heading.source, span)?;
                self.position = Some(entry.position.clone());
                self.entry = Some(entry);
            }
            ("hand", [(who, at), cards @ ..]) => match Side::from_id(who) {
                Some(side) => self.hands[side] = Some(card_numbers(heading, cards)?),
                None => return fault("side", format!("`{who}` is not a side"), at, "`french` or `british`"),
            },
            ("draw-pile", cards) => self.draw_pile = Some(card_numbers(heading, cards)?),
            ("rules", words) => self.rules = words.iter().map(|(word, _)| word.to_string()).collect(),
            (first, words) if settings::LINES.contains(&first) => {
                let texts: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                if let Err(wanted) = self.settings.read(first, &texts) {
                    let message = format!("`{}` is not a value for `{first}`", texts.join(" "));
                    return fault("setting", message, &heading.span, wanted);
                }
            }
            (first, _) => {
                let form = match first {
                    "scenario" => "`scenario`, an id",
                    "seed" => "`seed`, a whole number from 0",
                    "position" => "`position`, an object in JSON",
                    GAME_LINE => "`game`, the id of the game",
                    CONTENT => "`content`, the name of a file, its text in quotation marks",
                    _ => "`hand`, a side, the numbers of cards",
                };
                return fault("form", format!("this is not a valid `{first}`"), &heading.span, form);
            }
        }
        Ok(())
    }

    fn lacks(&self, source: &Source) -> Faults {
        match self.scenario.is_empty() {
            false => Faults::none(),
            true => Fault::error("record::no_scenario", "a record names its scenario")
                .at(source, 0..0, "before the first answer")
                .help("add a line such as `scenario annus-mirabilis`")
                .into(),
        }
    }

    fn add_script(&mut self, name: String, hash: String) {
        self.scripts.push((name, hash));
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn windows(&self) -> Windows {
        self.settings.windows.unwrap_or_default()
    }

    fn dice(&self) -> Dice {
        self.settings.dice.unwrap_or_default()
    }

    fn scripts(&self) -> &[(String, String)] {
        &self.scripts
    }

    /// Optional rules that are not in force do not matter to the game: their scripts are not named.
    fn name_scripts(&mut self, scripts: &Scripts) {
        let matters = |name: &str| rule_in(name).is_none_or(|id| self.rules.contains(&id));
        let scripts = scripts.hashes().filter(|(name, _)| matters(name));
        self.scripts = scripts.map(|(name, hash)| (name.to_string(), hash.to_string())).collect();
    }

    /// The scenario stays that with which the game began.
    fn carry(&mut self, scripts: &Scripts) {
        self.content = self.content.of(&self.scenario, scripts.content(), scripts.beyond_program());
    }

    fn without_scripts(&self) -> Header {
        Header { scripts: Vec::new(), content: self.content.only_scenario(), ..self.clone() }
    }

    fn starting_from(&self, state: &State, seed: u64, scripts: &Scripts) -> Result<Header, Faults> {
        let scenario = Some(self.scenario.as_str());
        let mut header = Header::from_position(Position::from_state(state), scenario, seed, scripts)?;
        header.settings = Settings { handicap: None, dice: None, ..self.settings.clone() };
        header.content = self.content.only_scenario();
        header.with_rules(self.rules.iter().map(String::as_str), scripts)
    }

    fn scenario_with(&self, state: &State, seen: &Seen<'_>, scripts: &Scripts) -> Result<Arc<Scenario>, Faults> {
        let drawn: CardSet = state.draw_pile.iter().copied().collect();
        let used = drawn | state.hands.french | state.hands.british | state.discard | state.removed;
        let mut faults = Faults::none();
        for card in (used - scripts.deck().numbers()).iter() {
            let name = seen.scripts.deck().card(card).map_or("?", |card| card.name.as_str());
            let message = format!("card {} ({name}) is in this game, but no longer in the deck", card.0);
            faults.push(Fault::error("reload::card_in_game", message));
        }
        faults.into_result(())?;
        scripts.chosen_rules(self.rules.iter().map(String::as_str))?;
        // A game continues with the scenario that it began with.
        Ok(seen.scenario.clone())
    }

    /// Faults of the position point at the text of the record.
    fn start(&self, scripts: Rc<Scripts>) -> Result<record::Start<War>, Faults> {
        let scripts = self.completed(scripts)?;
        self.check_rules(&scripts)?;
        if let Some(entry) = self.entry.as_ref().filter(|entry| self.position.as_ref() == Some(&entry.position)) {
            entry.check(&scripts, self.seed)?;
        }
        self.start_of_game(scripts)
    }

    fn write(&self) -> String {
        let mut text = format!("{FIRST_WORD} {VERSION}\nscenario {}\nseed {}\n", self.scenario, self.seed);
        let cards = |cards: &[CardId]| cards.iter().map(|card| format!(" {}", card.0)).collect::<String>();
        if let Some(position) = &self.position {
            // A position always has a JSON form.
            let json = serde_json::to_string(position).unwrap_or_default();
            let _ = writeln!(text, "position {json}");
        }
        for side in Side::BOTH {
            if let Some(hand) = &self.hands[side] {
                let _ = writeln!(text, "hand {}{}", side.id(), cards(hand));
            }
        }
        if let Some(pile) = &self.draw_pile {
            let _ = writeln!(text, "draw-pile{}", cards(pile));
        }
        if !self.rules.is_empty() {
            let _ = writeln!(text, "rules {}", self.rules.join(" "));
        }
        for line in self.settings.lines() {
            let _ = writeln!(text, "{line}");
        }
        text.push_str(&content_lines::write(&self.content));
        for (name, hash) in &self.scripts {
            let _ = writeln!(text, "script {} {hash}", file_name::as_word(name));
        }
        text
    }
}

/// The numbers of cards in a line.
fn card_numbers(heading: &Heading<'_>, words: &[Word<'_>]) -> Result<Vec<CardId>, Faults> {
    let mut faults = Faults::none();
    let mut cards = Vec::new();
    for (word, at) in words {
        match word.parse() {
            Ok(number) => cards.push(CardId(number)),
            Err(_) => {
                let message = format!("`{word}` is not the number of a card");
                faults.push(heading.fault("card", message, at, "not a number"));
            }
        }
    }
    faults.into_result(cards)
}
