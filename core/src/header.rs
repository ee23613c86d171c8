//! The header of a game: what it started from, and how it is played.

use crate::faults::{Fault, Faults};
use crate::game::Game;
use crate::invariants;
use crate::position::Position;
use crate::record::{FIRST_WORD, VERSION};
use crate::scenario::Scenario;
use crate::script::Scripts;
use crate::sets::{CardId, CardSet};
use crate::side::{PerSide, Side};
use crate::state::State;
use crate::table::Windows;
use std::fmt::Write as _;
use std::rc::Rc;

/// What a game started from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// The id of the scenario.
    pub scenario: String,
    /// The seed of the generator.
    pub seed: u64,
    /// Where everything stands at the start, if not as in the scenario; as JSON on one line.
    pub position: Option<Position>,
    /// Starting hands, if they are set.
    pub hands: PerSide<Option<Vec<CardId>>>,
    /// Cards on top of the draw pile, the last drawn first, if they are set.
    pub draw_pile: Option<Vec<CardId>>,
    /// When windows for responses open.
    pub windows: Windows,
    /// The fingerprint of each script the game began with.
    pub scripts: Vec<(String, String)>,
}

impl Header {
    /// The header of a game of a scenario from its setup.
    pub fn new(scenario: &str, seed: u64, scripts: &Scripts) -> Header {
        let scripts = scripts.hashes().map(|(name, hash)| (name.to_string(), hash.to_string())).collect();
        Header { scenario: scenario.into(), seed, scripts, ..Header::default() }
    }

    /// The header of a game that starts from a position. Without a scenario it is the first that has all of its cards,
    /// and its year.
    ///
    /// # Errors
    /// A position that fits no scenario.
    pub fn from_position(
        position: Position,
        scenario: Option<&str>,
        seed: u64,
        scripts: &Scripts,
    ) -> Result<Header, Faults> {
        let named = scenario.map(str::to_string);
        let mut fitting = Scenario::ids().filter_map(|id| Scenario::embedded(id, scripts.deck())?.ok());
        let id = named.or_else(|| fitting.find(|scenario| fits(&position, scenario)).map(|scenario| scenario.id));
        let Some(id) = id else {
            let message = format!("no scenario has the year {} and the cards of the position", position.year);
            return Err(Fault::error("position::no_scenario", message).into());
        };
        Ok(Header { position: Some(position), ..Header::new(&id, seed, scripts) })
    }

    /// The game that begins so; nothing has happened in it yet.
    ///
    /// # Errors
    /// An unknown scenario, a position that cannot be, cards that are not in the game.
    pub fn begin(&self, scripts: Rc<Scripts>) -> Result<Game, Faults> {
        let scenario = Scenario::embedded(&self.scenario, scripts.deck()).unwrap_or_else(|| {
            let fault = Fault::error("record::unknown_scenario", format!("no scenario `{}`", self.scenario));
            Err(Faults::from(fault.did_you_mean(&self.scenario, Scenario::ids())))
        })?;
        let mut state = match &self.position {
            Some(position) => position.check(&scripts, self.seed)?.0,
            None => scenario.start(scripts.deck(), self.seed),
        };
        if let Some(fault) = invariants::broken(&state) {
            // Such a position can be looked at, but not played.
            return Err(Fault::error("position::unsettled", format!("no game can start from it: {fault}")).into());
        }
        self.set_cards(&mut state)?;
        Ok(Game::new(self.clone(), Rc::new(scenario), scripts, state))
    }

    /// Gives the sides the hands, and the draw pile the top, that the header sets.
    fn set_cards(&self, state: &mut State) -> Result<(), Faults> {
        let mut take = |card: CardId| match state.draw_pile.iter().position(|&other| other == card) {
            Some(index) => Ok(state.draw_pile.remove(index)),
            None => Err(Faults::from(Fault::error(
                "record::card_not_there",
                format!("card {} is not in the draw pile, or is named twice", card.0),
            ))),
        };
        for side in Side::BOTH {
            if let Some(cards) = &self.hands[side] {
                let hand: CardSet = cards.iter().map(|&card| take(card)).collect::<Result<_, _>>()?;
                state.hands[side] |= hand;
            }
        }
        if let Some(cards) = &self.draw_pile {
            let top = cards.iter().map(|&card| take(card)).collect::<Result<Vec<_>, _>>()?;
            state.draw_pile.extend(top);
        }
        Ok(())
    }

    /// The header as the first lines of a record.
    pub(crate) fn write(&self) -> String {
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
        if self.windows == Windows::Open {
            text.push_str("windows open\n");
        }
        for (name, hash) in &self.scripts {
            let _ = writeln!(text, "script {name} {hash}");
        }
        text
    }
}

/// Whether a position can come from a scenario: its year, and no card that is not in the scenario.
fn fits(position: &Position, scenario: &Scenario) -> bool {
    let listed =
        [&position.hands.french, &position.hands.british, &position.draw_pile, &position.discard, &position.removed];
    let known = |card: &i64| u8::try_from(*card).is_ok_and(|number| scenario.cards.contains(CardId(number)));
    (scenario.first_year..=scenario.last_year).contains(&position.year)
        && listed.iter().all(|cards| cards.iter().all(known))
}
