//! The viewers of a game. An answer that is hidden from the other side, such as a passed window, is not a point in the
//! past for viewers from that side: the game does not stop there, and does not count it.

use super::Game;
use super::faces::{Now, Past, PastMut};
use crate::record::Header as _;
use crate::rules::{Hidden, Rules};
use crate::side::Each;
use crate::table::{Answer, Dice, Halt, Misfit, Windows};

impl<R: Rules> Game<R> {
    /// Looks at points in the past, and returns to where the game is, with the reasons that agents gave on the way. The
    /// second result is whether the answers still lead there.
    fn look_back<T>(&mut self, look: impl FnOnce(&mut Game<R>) -> T) -> (T, Result<(), Halt<R>>) {
        let (end, rewritten) = (self.table.known().count(), self.rewritten);
        let reasons = self.table.live().reasons.clone();
        let looking = self.look(true);
        let seen = look(self);
        let returned = self.seek_here(end);
        self.look(looking);
        self.table.live_mut().reasons = reasons;
        self.rewritten = rewritten;
        (seen, returned)
    }

    /// Whether nothing is hidden from the viewers.
    pub(super) fn shows_everything(&self) -> bool {
        self.sides().iter().all(|side| self.now().is_shown(side))
    }

    /// Why known answers lead no further, without the answers that are hidden from the viewers.
    pub(super) fn discreet(&self, halt: Halt<R>) -> Halt<R> {
        let hides = match self.table.known().answers.get(self.table.known().next) {
            Some(Answer::Choice { side, .. }) => !self.now().is_shown(*side),
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

    /// Whether an answer is a point in the past for the viewers. A side's choice of a card from its hand for an event
    /// is not: the question alone would tell that it holds several.
    pub(super) fn is_point(&self, answer: &Answer<R>) -> bool {
        match answer {
            Answer::Choice { side, ask, choice } => {
                self.now().is_shown(*side) || !(R::Hidden::is_asked_unseen(ask, *choice) || answer.passes_a_window())
            }
            Answer::Roll { .. } => self.table.live().dice == Dice::Table,
            Answer::Named { .. } | Answer::Draw { .. } => false,
        }
    }
}

/// Whether a side learns something from an answer or a result of chance.
pub(super) fn tells<R: Rules>(answer: &Answer<R>, to: R::Side) -> bool {
    match answer {
        Answer::Choice { side, ask, choice } => {
            *side != to && !answer.passes_a_window() && !R::Hidden::is_asked_unseen(ask, *choice)
        }
        Answer::Named { side, .. } => *side != to,
        Answer::Roll { .. } | Answer::Draw { .. } => true,
    }
}

impl<R: Rules> PastMut<'_, R> {
    /// From the next step on, opens windows whether or not the side could respond, so that waiting reveals nothing: two
    /// people play where a bot did. The record notes it. Returns whether that changes anything.
    pub fn open_windows(self) -> bool {
        let game = self.game;
        if !game.header.has_windows() || game.header.windows() == Windows::Open || game.opened.is_some() {
            return false;
        }
        let known = game.table.known().count();
        game.opened = Some(known);
        game.rewritten += 1;
        // A step that has just begun begins again.
        if game.checkpoints.last().is_some_and(|start| start.answers == known) {
            let _ = game.run();
        }
        true
    }

    /// Sets the seats whose hidden information the viewers see; by default, all. It affects only the points in the
    /// past: where [`PastMut::go`] and [`PastMut::redo`] stop, and what is counted.
    pub fn show_to(self, seats: impl Into<Each<bool>>) {
        self.game.shown = seats.into();
    }

    /// The last answer after the first `known` of the side asked there whose result depended on what is hidden from it:
    /// taken back, the side would keep what it has learned.
    pub fn last_look_since(self, known: usize) -> Option<usize> {
        let game = self.game;
        if !<R::Hidden as Hidden<R>>::HIDES {
            return None;
        }
        let side = game.past().asked(known);
        let answers = game.table.known().answers.clone();
        let depends = |game: &mut Game<R>, index: usize| match &answers[index] {
            Answer::Choice { side: by, choice, .. } if *by == side => {
                let copy = game.seek_here(index).ok().and_then(|()| game.copies().suppose(side));
                copy.is_some_and(|mut copy| {
                    let _ = copy.choose(*choice);
                    matches!(copy.now().broken(), Some(Halt::Hidden))
                })
            }
            _ => false,
        };
        let (found, _) = game.look_back(|game| (known..answers.len()).rev().find(|index| depends(game, *index)));
        found
    }

    /// Looks at the game from the end of the branch, and returns to where it is.
    pub fn from_end<T>(self, look: impl FnOnce(&mut Game<R>) -> T) -> T {
        let look = |game: &mut Game<R>| {
            let _ = game.seek_here(usize::MAX);
            look(game)
        };
        self.game.look_back(look).0
    }

    /// What is to be learned from what a side saw after the first `known` answers; `None` if the answers no longer fit
    /// the scripts.
    pub fn view_at<T>(self, known: usize, side: R::Side, look: impl FnOnce(R::View<'_>) -> T) -> Option<T> {
        let look = |game: &mut Game<R>| {
            let gone = game.seek_here(known);
            gone.map(|()| look(game.view(side)))
        };
        let (learned, returned) = self.game.look_back(look);
        returned.and(learned).ok()
    }
}

impl<R: Rules> Now<'_, R> {
    /// Whether the viewers see everything of a side: its hand, and its choices.
    pub fn is_shown(self, side: R::Side) -> bool {
        self.game.shown[self.game.now().seat(side)]
    }
}

impl<R: Rules> Past<'_, R> {
    /// Whether the viewers know that the answer with this number was given.
    pub fn is_known(self, index: usize) -> bool {
        self.game.table.known().answers.get(index).is_some_and(|answer| self.game.is_point(answer))
    }

    /// The side that chose the answer with this number; `None` if it is a result of chance.
    pub fn chose(self, index: usize) -> Option<R::Side> {
        match self.game.table.known().answers.get(index) {
            Some(Answer::Choice { side, .. }) => Some(*side),
            _ => None,
        }
    }

    /// Whether a choice is the known answer to the open decision, where the game looks back.
    pub fn is_ahead(self, choice: R::Choice) -> bool {
        matches!(self.game.branches.ahead.front(), Some(Answer::Choice { choice: known, .. }) if *known == choice)
    }

    /// The other sides of which the answers ahead contain a choice, other than to pass a window.
    pub fn answer_ahead(self, side: R::Side) -> Vec<R::Side> {
        let told = |answer: &&Answer<R>| tells(answer, side);
        let chose: Vec<R::Side> = self.game.branches.ahead.iter().filter(told).filter_map(Answer::chooser).collect();
        self.game.sides().others(side).filter(|other| chose.contains(other)).collect()
    }

    /// The last answer or result of chance after the first `known` that told something to the side asked there: a die
    /// or a card, unless a person typed it, or a choice of the enemy. A window that the enemy passed tells nothing.
    pub fn last_told_since(self, known: usize) -> Option<usize> {
        let side = self.game.past().asked(known);
        (known..self.game.table.known().count()).rev().find(|&index| {
            let answer = &self.game.table.known().answers[index];
            tells(answer, side) && !(answer.is_chance() && self.game.past().is_persons(index))
        })
    }

    /// The side that was asked after the first `known` answers.
    pub fn asked(self, known: usize) -> R::Side {
        match self.game.table.known().answers.get(known) {
            Some(Answer::Choice { side, .. }) => *side,
            // The active side types the dice that the players roll.
            _ => {
                let start = self.game.checkpoints.iter().rev().find(|start| start.answers <= known);
                R::active(start.map_or(&self.game.table.state, |start| &start.state))
            }
        }
    }
}
