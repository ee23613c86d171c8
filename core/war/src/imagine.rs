//! Imagined games: what a side can think through. Such a game is as the one on the table for all that the side knows; what
//! it does not know, the other hand, the draw pile and the dice to come, is drawn anew. The field calls this determinization.

use crate::agents::Agent;
use crate::decision::Choice;
use crate::position::Position;
use crate::rules;
use crate::run::{Imagine, Live, Seen};
use crate::scenario::Scenario;
use crate::script::Scripts;
use crate::sets::{CardId, CardSet};
use crate::side::{PerSide, Side};
use crate::state::{State, Step};
use crate::table::{Answer, Draw, Known, Table, Windows};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::chance::{Purpose, Stream, scattered};

/// How a game stands when a side decides. Nothing but imagined games can be got out of it, so it may be handed to anybody
/// who plays that side, in another thread too.
#[derive(Clone)]
pub struct Situation {
    side: Side,
    /// The start of the step.
    start: Arc<State>,
    /// What was chosen, rolled and drawn since, but for what the enemy chose in secret.
    answers: Vec<Answer>,
    /// Cards of which the side knows where they are, now or at the start of the step.
    known: CardSet,
    scenario: Arc<Scenario>,
    windows: Windows,
    /// How many answers were known in the game.
    count: usize,
    /// Whether the players have exchanged sides.
    exchanged: bool,
}

impl Situation {
    /// How the game stands for a side; nothing if no step has begun.
    pub(crate) fn new(seen: Seen<'_>, known: &Known, side: Side) -> Option<Situation> {
        let (start, before) = seen.start.cloned()?;
        let (now, enemy) = (seen.state, side.enemy());
        // Wherever else a card lies, or if it is being played, the side has seen it.
        let pile: CardSet = now.draw_pile.iter().copied().collect();
        let hidden = pile | (now.hands[enemy] - now.known_cards(enemy));
        let dealt: CardSet = start.draw_pile.iter().copied().collect();
        let mut located = (dealt | start.hands[enemy]) - hidden;
        located |= start.hands[side] | start.discard | start.removed | start.known_cards(enemy);
        let since = known.used_since(before);
        for answer in since {
            match answer {
                Answer::Choice { choice: Choice::Card(card), .. } => located.insert(*card),
                Answer::Draw { draw: Draw::Hand, drawn: Choice::Card(card) } => located.insert(*card),
                _ => {}
            }
        }
        let hides =
            |answer: &Answer| matches!(answer, Answer::Choice { side: who, ask, .. } if ask.is_secret_from(*who, side));
        Some(Situation {
            side,
            answers: since.iter().filter(|answer| !hides(answer)).cloned().collect(),
            count: before + since.len(),
            known: located,
            scenario: seen.scenario.clone(),
            windows: seen.windows,
            exchanged: now.exchanged,
            start,
        })
    }

    /// How many answers and results of chance are known in the game.
    pub fn answers(&self) -> usize {
        self.count
    }

    /// The last year of the scenario.
    pub fn last_year(&self) -> u16 {
        self.scenario.last_year
    }

    /// The start of the step as it might have been, for all that the side knows now: hidden cards are dealt anew, and
    /// with them goes which card lies where another one lay.
    fn redealt_start(&self, seed: u64) -> (State, Redealt) {
        // Neighbouring seeds have similar dice.
        let seed = scattered(seed);
        let mut state = State::clone(&self.start);
        state.dice = Stream::new(seed, Purpose::Dice);
        state.deck = Stream::new(seed, Purpose::Deck);
        let cards = self.redealt(&mut Stream::new(seed, Purpose::Imagined));
        let enemy = self.side.enemy();
        state.hands[enemy] = state.hands[enemy].iter().map(|card| cards.of(card)).collect();
        state.draw_pile.iter_mut().for_each(|card| *card = cards.of(*card));
        (state, cards)
    }

    /// The position at the start of the step as it might have been, for all that the side knows now. The same seed
    /// gives the same one, wherever the hidden cards really are.
    pub fn position(&self, seed: u64) -> Position {
        Position::from_state(&self.redealt_start(seed).0)
    }

    /// A game that goes on from here as this one might. The same seed gives the same game.
    pub fn imagine(&self, scripts: &Rc<Scripts>, seed: u64) -> Imagined {
        let (state, cards) = self.redealt_start(seed);
        let start = Arc::new(state.clone());
        let mut answers = Vec::with_capacity(self.answers.len() + 256);
        answers.extend(self.answers.iter().map(|answer| match answer {
            Answer::Draw { draw: Draw::Deal, drawn: Choice::Card(card) } => {
                Answer::Draw { draw: Draw::Deal, drawn: Choice::Card(cards.of(*card)) }
            }
            known => known.clone(),
        }));
        let run = Imagine::new(Live::new(Known::new(answers)), self.side);
        let mut table = Table::new(state, self.scenario.clone(), scripts.clone()).with_run(run);
        table.start = Some((start, 0));
        table.windows = self.windows;
        Imagined { table, exchanged: self.exchanged }
    }

    /// Which card lies where another one lies: cards that the side cannot see are dealt anew. What comes out does not
    /// depend on where they really are.
    fn redealt(&self, chance: &mut Stream) -> Redealt {
        let hidden = |card: &CardId| !self.known.contains(*card);
        let lying: Vec<CardId> = self.start.hands[self.side.enemy()].iter().filter(hidden).collect();
        let lying: Vec<CardId> =
            lying.into_iter().chain(self.start.draw_pile.iter().copied().filter(|card| hidden(card))).collect();
        let mut dealt = lying.clone();
        dealt.sort_unstable();
        chance.shuffle(&mut dealt);
        Redealt(lying.into_iter().zip(dealt).collect())
    }
}

/// Pairs of a card and the one that lies there instead.
struct Redealt(Vec<(CardId, CardId)>);

impl Redealt {
    fn of(&self, card: CardId) -> CardId {
        self.0.iter().find(|(lying, _)| *lying == card).map_or(card, |(_, instead)| *instead)
    }
}

/// A game that goes on as the real one might.
pub struct Imagined {
    table: Table,
    /// Whether the players have exchanged sides where it goes on.
    exchanged: bool,
}

impl Imagined {
    /// Lets agents, each of which plays a side, go on for so many steps of the sequence of play and to the next action
    /// phase, or until the game is over. Nothing if what is known cannot have happened with these cards, or if a script
    /// failed.
    pub fn play(mut self, agents: PerSide<Box<dyn Agent>>, steps: usize) -> Option<State> {
        let PerSide { french, british } = agents;
        let (first, second) = if self.exchanged { (british, french) } else { (french, british) };
        self.table.live_mut().agents = PerSide { french: Some(first), british: Some(second) };
        for number in 1.. {
            rules::step(&mut self.table).ok()?;
            match self.table.state.step {
                Step::Over(_) => break,
                Step::Action if number >= steps => break,
                _ => {}
            }
            let start = Arc::new(self.table.state.clone());
            self.table.start = Some((start, self.table.known().next));
        }
        Some(self.table.state)
    }
}
