//! Who looks at a game. What a side answered without the other side's knowing, such as a window that it passed, is not
//! a point in the past for those who look on from the other side: nothing goes there, and nothing counts it.

use super::Game;
use crate::decision::{Ask, Choice, Word};
use crate::sets::CardSet;
use crate::side::{PerSide, Side};
use crate::table::{Answer, Dice, Halt, Misfit};

impl Game {
    /// Says which seats those who look at the game know everything of; at first, both. It changes nothing but the
    /// points in the past: where [`Game::go`] and [`Game::redo`] stop, and what is counted.
    pub fn show_to(&mut self, seats: PerSide<bool>) {
        self.shown = seats;
    }

    /// Whether those who look at the game know everything of a side: its hand, and what it can choose.
    pub fn is_shown(&self, side: Side) -> bool {
        self.shown[self.state().seat(side)]
    }

    /// Whether nothing is hidden from those who look at the game.
    pub(super) fn shows_everything(&self) -> bool {
        Side::BOTH.iter().all(|side| self.is_shown(*side))
    }

    /// Why known answers lead no further, without those that are hidden from those who look.
    pub(super) fn discreet(&self, halt: Halt) -> Halt {
        let hides = match self.table.known().answers.get(self.table.known().next) {
            Some(Answer::Choice { side, .. }) => !self.is_shown(*side),
            Some(Answer::Named { .. } | Answer::Roll { .. }) | None => false,
            Some(Answer::Draw { .. }) => !self.shows_everything(),
        };
        match halt {
            Halt::Misfit(_) if hides => {
                let (expected, found) = ("another one".into(), "an answer that is hidden from you".into());
                Halt::Misfit(Misfit { expected, found, ..Misfit::default() })
            }
            other => other,
        }
    }

    /// Whether those who look at the game know that the answer with this number was given.
    pub fn is_known(&self, index: usize) -> bool {
        self.table.known().answers.get(index).is_some_and(|answer| self.is_point(answer))
    }

    /// Whether an answer is a point in the past for those who look. Which card of its hand a side picked for an event
    /// is not one: the side is only asked if it holds several.
    pub(super) fn is_point(&self, answer: &Answer) -> bool {
        match answer {
            Answer::Choice { side, ask, choice } => {
                let picks_a_card = matches!((ask, choice), (Ask::Event(_), Choice::Card(_)));
                self.is_shown(*side) || !(picks_a_card || is_passed_window(ask, *choice))
            }
            Answer::Roll { .. } => self.table.live().dice == Dice::Table,
            Answer::Named { .. } | Answer::Draw { .. } => false,
        }
    }

    /// Who chose the answer with this number; nobody if it is a result of chance.
    pub fn chose(&self, index: usize) -> Option<Side> {
        match self.table.known().answers.get(index) {
            Some(Answer::Choice { side, .. }) => Some(*side),
            _ => None,
        }
    }

    /// Whether a choice is what the open decision was answered with, where the game looks back.
    pub fn is_ahead(&self, choice: Choice) -> bool {
        matches!(self.lines.ahead.front(), Some(Answer::Choice { choice: known, .. }) if *known == choice)
    }

    /// Whether the enemy of a side has chosen something in what lies ahead, other than to pass a window.
    pub fn enemy_answers_ahead(&self, side: Side) -> bool {
        self.lines.ahead.iter().any(|answer| !answer.is_chance() && tells(answer, side))
    }

    /// The last of the answers and results of chance since so many were known that told the side which answered first
    /// something: a die or a card, unless a person typed it, or what the enemy chose. A window that the enemy passed
    /// tells nothing.
    pub fn last_told_since(&self, known: usize) -> Option<usize> {
        let side = self.asked(known);
        (known..self.table.known().len()).rev().find(|&index| {
            let answer = &self.table.known().answers[index];
            tells(answer, side) && !(answer.is_chance() && self.is_persons(index))
        })
    }

    /// The cards of the enemy's hand that the side which answered first since so many answers were known has seen
    /// since, whether or not an answer told them: of a single card, nobody is asked which.
    pub fn cards_shown_since(&mut self, known: usize) -> CardSet {
        let (side, end) = (self.asked(known), self.table.known().len());
        let now = self.state().clone();
        let looking = self.look(true);
        let gone = self.seek_here(known);
        let then = &self.table.state;
        let hidden = then.hands[side.enemy()] - then.known_cards(side.enemy());
        let returned = self.seek_here(end);
        self.look(looking);
        match gone.and(returned) {
            Ok(()) => hidden & (now.discard | now.removed | now.hands[side] | now.known_cards(side.enemy())),
            Err(_) => CardSet::EMPTY,
        }
    }

    /// Who was asked when so many answers were known.
    pub(super) fn asked(&self, known: usize) -> Side {
        match self.table.known().answers.get(known) {
            Some(Answer::Choice { side, .. }) => *side,
            // Dice that the players roll are typed by the side whose action phase it is.
            _ => {
                let start = self.checkpoints.iter().rev().find(|start| start.answers <= known);
                start.map_or(self.state(), |start| &start.state).active
            }
        }
    }
}

/// Whether a side learns something from an answer or a result of chance.
pub(super) fn tells(answer: &Answer, to: Side) -> bool {
    match answer {
        Answer::Choice { side, ask, choice } => *side != to && !is_passed_window(ask, *choice),
        Answer::Named { side, .. } => *side != to,
        Answer::Roll { .. } | Answer::Draw { .. } => true,
    }
}

fn is_passed_window(ask: &Ask, choice: Choice) -> bool {
    matches!(ask, Ask::Respond(_)) && choice == Choice::Word(Word::Pass)
}
