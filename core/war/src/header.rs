//! The header of a game: what it started from, and how it is played.

mod idle_rules;
mod lines;
mod settings_effect;

use crate::content::Content;
use crate::game::Game;
use crate::invariants;
use crate::position::{Position, PositionEntry};
use crate::scenario::Scenario;
use crate::script::{Scripts, fingerprint};
use crate::sets::{CardId, CardSet};
use crate::settings::Settings;
use crate::side::{PerSide, Side};
use crate::state::{State, Until};
use crate::war::War;
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::record::{self, Common, Header as _};

/// The most victory points in a handicap; 11 points win the game (13.11).
const MOST_HANDICAP: i16 = 10;

/// What a game started from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// What every game has: scenario, seed, optional rules (14.0), scripts, and the content of its own.
    pub common: Common,
    /// The position at the start, if not the scenario's; as JSON on one line.
    pub position: Option<Position>,
    /// That position where a record gives it.
    pub entry: Option<PositionEntry>,
    /// Starting hands, if they are set.
    pub hands: PerSide<Option<Vec<CardId>>>,
    /// Cards on top of the draw pile, the last drawn first, if they are set.
    pub draw_pile: Option<Vec<CardId>>,
    /// How it is played.
    pub settings: Settings,
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
    /// The header of a game of a scenario from its setup.
    pub fn new(scenario: &str, seed: u64, scripts: &Scripts) -> Header {
        let mut header = Header { common: Common::new(scenario, seed), ..Header::default() };
        header.name_scripts(scripts);
        header
    }

    /// The same, with these optional rules, named by number or id.
    ///
    /// # Errors
    /// Words that name no rule, and rules that exclude each other.
    pub fn with_rules<'a>(
        mut self,
        words: impl IntoIterator<Item = &'a str>,
        scripts: &Scripts,
    ) -> Result<Header, Faults> {
        self.rules = scripts.chosen_rules(words)?.into_iter().map(|rule| rule.id.clone()).collect();
        if !self.scripts.is_empty() {
            self.name_scripts(scripts);
        }
        Ok(self)
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
        let ids = scripts.content().scenario_ids();
        let mut fitting = ids.filter_map(|id| scripts.scenario(id)?.ok());
        let mut first = || Some(fitting.find(|scenario| fits(&position, scenario))?.id.clone());
        let id = named.or_else(&mut first);
        let Some(id) = id else {
            let message = format!("no scenario has the year {} and the cards of the position", position.year);
            return Err(Fault::error("position::no_scenario", message).into());
        };
        Ok(Header { position: Some(position), ..Header::new(&id, seed, scripts) })
    }

    /// The game that begins so; nothing has happened in it yet.
    ///
    /// # Errors
    /// An unknown scenario, an impossible position, cards that are not in the game.
    pub fn begin(&self, scripts: Rc<Scripts>) -> Result<Game, Faults> {
        Game::begin(self, scripts)
    }

    /// How the game begins.
    fn start_of_game(&self, scripts: Rc<Scripts>) -> Result<record::GameStart<War>, Faults> {
        scripts.enter();
        let scenario = self.scenario(&scripts)?;
        let required = scripts.chosen_rules(scenario.requires.iter().map(String::as_str))?;
        let mut rules = self.check_rules(&scripts)?;
        for rule in required {
            if !rules.contains(&rule.id) {
                rules.push(rule.id.clone());
            }
        }
        let mut state = match &self.position {
            Some(position) => position.check(&scripts, self.generator())?.state,
            None => scenario.start(scripts.deck(), self.generator()),
        };
        if let Some(fault) = invariants::broken(&state) {
            // Such a position can be looked at, but not played.
            return Err(Fault::error("position::unsettled", format!("no game can start from it: {fault}")).into());
        }
        let handicap = self.settings.handicap.unwrap_or_default();
        if !(-MOST_HANDICAP..=MOST_HANDICAP).contains(&handicap) {
            let message = format!("a handicap of {handicap} victory points decides the game before it begins (13.11)");
            let fault = Fault::error("settings::handicap", message);
            return Err(fault.help(format!("use a number from -{MOST_HANDICAP} to {MOST_HANDICAP}")).into());
        }
        state.vp = state.vp.saturating_add(handicap);
        for rule in &rules {
            Arc::make_mut(&mut state.markers).insert(Arc::from(rule.as_str()), Until::Game);
        }
        self.set_cards(&mut state)?;
        let mut header = self.clone();
        // Those that the scenario requires are named like those that were chosen.
        if std::mem::replace(&mut header.rules, rules) != header.rules && !header.scripts.is_empty() {
            header.name_scripts(&scripts);
        }
        Ok(record::GameStart { header, scenario, scripts, state })
    }

    /// The scenario, with what the settings change of it.
    ///
    /// # Errors
    /// If neither the header nor the content has it, or it does not fit the deck.
    pub(crate) fn scenario(&self, scripts: &Scripts) -> Result<Arc<Scenario>, Faults> {
        let carried = Content::carried_scenario(&self.content, self.edition, &self.scenario);
        let Some(text) = carried.or_else(|| scripts.content().scenario(&self.scenario)) else {
            return Err(scripts.content().unknown_scenario("record::unknown_scenario", &self.scenario).into());
        };
        let mut scenario = scripts.read_scenario(&text)?;
        for side in Side::BOTH {
            if let Some(size) = self.settings.hand_size[side] {
                Arc::make_mut(&mut scenario).hand_size[side] = size;
            }
        }
        if let Some(side) = self.settings.first_side {
            Arc::make_mut(&mut scenario).first_side = side;
        }
        if let Some(draws) = self.settings.draws {
            Arc::make_mut(&mut scenario).draws = draws;
        }
        Ok(scenario)
    }

    /// The optional rules exist, go together, and are those that the game was made with, if the header says which they
    /// were: it names their scripts. Returns their ids.
    pub(crate) fn check_rules(&self, scripts: &Scripts) -> Result<Vec<String>, Faults> {
        let chosen = scripts.chosen_rules(self.rules.iter().map(String::as_str))?;
        let ids: Vec<String> = chosen.into_iter().map(|rule| rule.id.clone()).collect();
        let named: BTreeSet<String> = self.scripts.iter().filter_map(|(name, _)| rule_in(name)).collect();
        let rules: BTreeSet<String> = ids.iter().cloned().collect();
        if !self.scripts.is_empty() && named != rules {
            let list = |rules: &BTreeSet<String>| match rules.is_empty() {
                true => "no optional rules".to_string(),
                false => rules.iter().cloned().collect::<Vec<_>>().join(", "),
            };
            let message = format!("the game was made with {}, not with {}", list(&named), list(&rules));
            let fault = Fault::error("rules::differ", message);
            return Err(fault.help("rules are fixed once the first card is dealt; the game can be begun anew").into());
        }
        Ok(ids)
    }

    /// Gives the sides the hands, and the draw pile the top, that the header sets.
    fn set_cards(&self, state: &mut State) -> Result<(), Faults> {
        let mut take = |card: CardId, code| match state.draw_pile.iter().position(|&other| other == card) {
            Some(index) => Ok(state.draw_pile.remove(index)),
            None => {
                let message = format!("card {} is not in the draw pile, or is named twice", card.0);
                Err(Faults::from(Fault::error(code, message)))
            }
        };
        let codes = PerSide { french: "hand-french::card_not_there", british: "hand-british::card_not_there" };
        for side in Side::BOTH {
            if let Some(cards) = &self.hands[side] {
                let hand: CardSet = cards.iter().map(|&card| take(card, codes[side])).collect::<Result<_, _>>()?;
                state.hands[side] |= hand;
            }
        }
        if let Some(cards) = &self.draw_pile {
            let code = "draw-pile::card_not_there";
            let top = cards.iter().map(|&card| take(card, code)).collect::<Result<Vec<_>, _>>()?;
            state.draw_pile.extend(top);
        }
        Ok(())
    }

    /// A fingerprint of how games are set up that differ only by seed and scenario: the position they start from,
    /// hands, settings, optional rules, and all content.
    pub fn setup(&self, content: &Content) -> String {
        let mut rest = self.without_scripts();
        (rest.scenario, rest.seed) = (String::new(), 0);
        fingerprint(&(rest.write() + content.fingerprint().as_str()))
    }
}

/// The id of the optional rule in a file of scripts, if one is in it.
fn rule_in(name: &str) -> Option<String> {
    Some(name.strip_prefix("optional/")?.strip_suffix(".rhai")?.replace('_', "-"))
}

/// Whether a position can come from a scenario: its year, and no card that is not in the scenario.
fn fits(position: &Position, scenario: &Scenario) -> bool {
    let listed =
        [&position.hands.french, &position.hands.british, &position.draw_pile, &position.discard, &position.removed];
    let known = |card: &i64| u8::try_from(*card).is_ok_and(|number| scenario.cards.contains(CardId(number)));
    (scenario.first_year..=scenario.last_year).contains(&position.year)
        && listed.iter().all(|cards| cards.iter().all(known))
}
