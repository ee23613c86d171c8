//! The lines that Wilderness War adds to the header of a record.

use super::{Header, rule_in};
use crate::components::Components;
use crate::content::{CATALOGUE, Content, DECK, SCRIPT};
use crate::position::Position;
use crate::scenario::Scenario;
use crate::script::Scripts;
use crate::sets::{CardId, CardSet};
use crate::settings::{self, Settings};
use crate::side::Side;
use crate::state::State;
use crate::table::{Dice, Seen, Windows};
use crate::war::{GAME, War};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::record::{self, Heading, Word};

impl record::Header<War> for Header {
    const GAME: &'static str = GAME;

    /// Records of this game are older than those of others, and do not name it.
    const WORDS: &'static [&'static str] = &[
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

    const FOR_EACH: &'static [&'static str] = &["hand", "hand-size"];

    const FAULTS: &'static [(&'static str, &'static [&'static str])] = &[
        ("settings::handicap", &["handicap"]),
        ("hand-french::", &["hand", "french"]),
        ("hand-british::", &["hand", "british"]),
        ("draw-pile::", &["draw-pile"]),
    ];

    fn read(&mut self, heading: &Heading<'_>) -> Result<(), Faults> {
        match (heading.first, heading.rest) {
            ("hand", [(who, at), cards @ ..]) => match Side::from_id(who) {
                Some(side) => self.hands[side] = Some(card_numbers(heading, cards)?),
                None => {
                    let message = format!("`{who}` is not a side");
                    return Err(heading.fault("side", message, at, "`french` or `british`").into());
                }
            },
            ("draw-pile", cards) => self.draw_pile = Some(card_numbers(heading, cards)?),
            (first, words) if settings::LINES.contains(&first) => {
                let texts: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                self.settings.read(first, &texts).map_err(|wanted| heading.no_value(wanted))?;
            }
            _ => return Err(heading.unfit("`hand`, a side, the numbers of cards").into()),
        }
        Ok(())
    }

    fn lines(&self, word: &str) -> Vec<String> {
        let cards = |cards: &[CardId]| cards.iter().map(|card| format!(" {}", card.0)).collect::<String>();
        match word {
            "hand" => {
                let hand = |side: Side| Some(format!("hand {}{}", side.id(), cards(self.hands[side].as_ref()?)));
                Side::BOTH.into_iter().filter_map(hand).collect()
            }
            "draw-pile" => self.draw_pile.iter().map(|pile| format!("draw-pile{}", cards(pile))).collect(),
            _ => self.settings.lines(word),
        }
    }

    fn enter(&self) -> Result<(), Faults> {
        Content::carried_components(&self.content, self.edition).map(Components::enter)
    }

    fn read_position(&mut self, source: &Source, span: Range<usize>) -> Result<(), Faults> {
        let entry = Position::read_one(source, span)?;
        self.position = Some(entry.position.clone());
        self.entry = Some(entry);
        Ok(())
    }

    fn position(&self) -> Option<String> {
        // A position always has a JSON form.
        self.position.as_ref().map(|position| serde_json::to_string(position).unwrap_or_default())
    }

    fn windows(&self) -> Windows {
        self.settings.windows.unwrap_or_default()
    }

    fn set_windows(&mut self, windows: Windows) {
        self.settings.windows = Some(windows);
    }

    fn dice(&self) -> Dice {
        self.settings.dice.unwrap_or_default()
    }

    fn set_dice(&mut self, dice: Dice) {
        self.settings.dice = Some(dice);
    }

    /// Optional rules that are not in force do not matter to the game.
    fn uses(&self, file: &str, _: &Scripts) -> bool {
        (file == DECK || file.ends_with(SCRIPT)) && rule_in(file).is_none_or(|id| self.rules.contains(&id))
    }

    /// All scripts are carried, and of the scenarios that of the game, with its setup.
    fn carries(&self, file: &str, scripts: &Scripts) -> bool {
        file == DECK
            || file.ends_with(SCRIPT)
            || file == CATALOGUE.scenario(&self.scenario)
            || Content::is_of_components(file)
            || scripts.content().is_setup_of(file, &self.scenario)
    }

    fn starting_from(&self, state: &State, seed: u64, scripts: &Scripts) -> Result<Header, Faults> {
        let scenario = Some(self.scenario.as_str());
        let mut header = Header::from_position(Position::from_state(state), scenario, seed, scripts)?;
        header.settings = Settings { handicap: None, dice: None, ..self.settings.clone() };
        header.content = self.content.fixed(&CATALOGUE);
        header.edition = self.edition;
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
    fn start(&self, scripts: Rc<Scripts>) -> Result<record::GameStart<War>, Faults> {
        self.check_rules(&scripts)?;
        if let Some(entry) = self.entry.as_ref().filter(|entry| self.position.as_ref() == Some(&entry.position)) {
            entry.check(&scripts, self.generator())?;
        }
        self.start_of_game(scripts)
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
