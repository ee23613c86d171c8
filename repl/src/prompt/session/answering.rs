//! Answers to the open decision, one or several on a line. Each part of a line answers the question that it was typed
//! for, and no other one that comes up meanwhile.

use super::run_on::{Last, Sort, same_kind};
use super::{Reply, Session, Trouble, plain};
use crate::prompt::answer::{self, Unclear};
use crate::prompt::menu::{Item, Menu};
use crate::text::names::{Name, fold};
use crate::war::say;
use std::collections::VecDeque;
use wilderness_war::decision::{Ask, Choice, Decision, Word};
use wilderness_war::sets::PieceSet;
use wilderness_war::table::{Answer, Forced};

/// The words that lead out of the question what to demolish.
const WAYS_OUT: [&str; 5] = ["none", "no", "nothing", "nobody", "cancel"];

/// A line on its way through the questions.
struct Line<'a> {
    /// The menu under which it was typed: its numbers are those of this menu.
    shown: Option<Menu>,
    /// The parts that are still to be done.
    rest: VecDeque<&'a str>,
    /// What its last part answered.
    last: Option<Last>,
    /// How much of the game was known after that.
    known: usize,
    /// How many of the choices that the rules have made without asking since then the line has named.
    named: usize,
}

impl Line<'_> {
    /// The choice of the menu that a number stands for.
    fn item(&self, number: &str) -> Option<&Item> {
        answer::numbered(self.shown.as_ref()?, number).ok()
    }

    /// Whether a part names a choice.
    fn names(&self, part: &str, choice: Choice) -> bool {
        match answer::is_number(part) {
            true => self.item(part).is_some_and(|item| item.choices.contains(&choice)),
            false => part == choice.token() || Name::new(&choice.to_string()).fits(part).is_some(),
        }
    }
}

impl Session {
    /// Answers with everything a line names, one after the other.
    pub(super) fn answer(&mut self, text: &str) -> Result<Reply, Trouble> {
        self.without_card = None;
        let before = self.game.answers();
        let shown = Menu::of(&self.game);
        let mut line = Line { shown, rest: parts(text).into(), last: None, known: before, named: 0 };
        while let Some(part) = line.rest.pop_front() {
            match self.answer_with(&mut line, part) {
                Err(Trouble::Plain(reason)) if self.game.answers() > before => {
                    return Err(Trouble::Midway { reason, now: self.situation() });
                }
                result => result?,
            }
        }
        Ok(Reply::Moved(self.situation()))
    }

    /// Answers with a part of a line; with the rest of it, if it lists who takes losses.
    fn answer_with(&mut self, line: &mut Line<'_>, part: &str) -> Result<(), Trouble> {
        if self.is_done_with(line, part)? {
            return Ok(());
        }
        self.turn()?;
        let current = Menu::of(&self.game);
        let open = current.as_ref().map(|menu| menu.decision.clone()).ok_or_else(|| plain(Unclear::Nothing))?;
        let menu = if answer::is_number(part) { line.shown.as_ref() } else { current.as_ref() };
        line.named = 0;
        let mut sort = Sort::Piece;
        if fold(part) == "all" {
            self.may_leave_line(None)?;
            self.everybody(&open)?;
            line.known = self.game.answers();
        } else if takes_losses(&open.ask) && !line.rest.is_empty() {
            self.may_leave_line(None)?;
            let parts = std::iter::once(part).chain(line.rest.drain(..)).collect();
            self.take_losses(line.shown.as_ref(), &open, parts)?;
        } else if open.ask == Ask::Demolish && WAYS_OUT.contains(&fold(part).as_str()) {
            self.do_not_demolish();
            sort = Sort::Word;
        } else {
            let choice = answer::resolve(menu, &self.game, part).map_err(plain)?;
            self.may_leave_line(Some(choice))?;
            line.known = self.game.answers() + 1;
            self.game.choose(choice).map_err(plain)?;
            sort = Sort::of(choice);
        }
        line.last = Some(Last { side: open.side, ask: open.ask, sort });
        Ok(())
    }

    /// Whether nothing is left to do for a part, because what it says has happened without being asked about, or
    /// because it ends a list that has ended.
    ///
    /// # Errors
    /// If it would answer a question that it was not typed for.
    fn is_done_with(&self, line: &mut Line<'_>, part: &str) -> Result<bool, Trouble> {
        let Some(last) = line.last.clone() else { return Ok(false) };
        let open = self.game.decision().filter(|open| open.side == last.side);
        let number = answer::is_number(part);
        let meant = match number {
            true => line.item(part).and_then(|item| item.choices.first().copied()),
            false => answer::resolve(Menu::of(&self.game).as_ref(), &self.game, part).ok(),
        };
        let ends = match meant {
            Some(Choice::Word(word)) => matches!(word, Word::Done | Word::Stop),
            _ => matches!(fold(part).as_str(), "done" | "stop"),
        };
        let goes_on = open.is_some_and(|open| same_kind(&open.ask, &last.ask) || last.names_a_leader(&open.ask));
        if ends && last.is_list() && !goes_on && !matches!(last.ask, Ask::Card) {
            return Ok(true);
        }
        let is_for_it = |open: &Decision| match &line.shown {
            Some(shown) if number => shown.decision.side == open.side && same_kind(&shown.decision.ask, &open.ask),
            _ => last.leads_on(&open.ask, meant.map(Sort::of)),
        };
        let for_it = open.is_some_and(is_for_it);
        let offered = open.is_some_and(|open| meant.is_some_and(|choice| open.choices.contains(&choice)));
        if for_it && (offered || self.is_yours().is_err()) {
            return Ok(false);
        }
        if self.has_happened(line, &last, part) {
            return Ok(true);
        }
        match for_it {
            true => Ok(false),
            false => Err(plain(left_over(line, part))),
        }
    }

    /// Whether the rules have chosen without asking what a part names: a choice may be the only one, or as good as
    /// others.
    fn has_happened(&self, line: &mut Line<'_>, last: &Last, part: &str) -> bool {
        let history = self.game.history();
        // What comes after a die or another answer belongs to another question.
        let at_once = |forced: &&Forced| {
            let since = history.get(line.known..forced.known).unwrap_or_default();
            since.iter().all(|answer| matches!(answer, Answer::Named { .. }))
        };
        let says = |forced: &Forced| {
            let asked = same_kind(&forced.ask, &last.ask) || last.names_a_leader(&forced.ask);
            forced.side == last.side && asked && line.names(part, forced.choice)
        };
        let found = self.game.forced_since(line.known).take_while(at_once).skip(line.named).position(says);
        line.named += found.map_or(0, |place| place + 1);
        found.is_some()
    }

    /// Everybody who may join, as long as the same is asked.
    fn everybody(&mut self, open: &Decision) -> Result<(), Trouble> {
        if !matches!(open.ask, Ask::Member(_) | Ask::Militia(_) | Ask::Sortie(_) | Ask::Inside(_)) {
            return Err(plain(
                "`all` names everybody who goes with a force or joins a battle; there is no such choice now",
            ));
        }
        loop {
            let same = self.game.decision().filter(|decision| decision.side == open.side && decision.ask == open.ask);
            let state = self.game.state();
            match same.and_then(|decision| say::most_useful(state, &decision.choices, PieceSet::EMPTY)) {
                Some(piece) => self.game.choose(Choice::Piece(piece)).map_err(plain)?,
                None => return Ok(()),
            }
        }
    }

    /// Goes back to the question before the one what to demolish.
    fn do_not_demolish(&mut self) {
        let demolishes =
            |answer: &Answer| matches!(answer, Answer::Choice { choice: Choice::Word(Word::Demolish), .. });
        if let Some(before) = self.game.history().iter().rposition(demolishes) {
            self.game.back_out(before);
            self.auto.asks_at = Some(self.game.answers());
        }
    }
}

/// Whether a question is which units are to lose steps or to die.
fn takes_losses(ask: &Ask) -> bool {
    matches!(ask, Ask::Loss(_) | Ask::RaidLoss(_) | Ask::Attrition(_))
}

/// Why a part is not done that no question was typed for.
fn left_over(line: &Line<'_>, part: &str) -> Unclear {
    match line.shown.as_ref().filter(|_| answer::is_number(part)).map(|menu| answer::numbered(menu, part)) {
        Some(Ok(item)) => Unclear::Gone { number: part.into(), text: item.full() },
        Some(Err(unclear)) => unclear,
        None => Unclear::LeftOver(part.into()),
    }
}

/// A part of a line without the sign for an answer.
fn bare(part: &str) -> &str {
    part.trim().trim_start_matches('=').trim_start()
}

/// The answers of a line: divided by commas; numbers before a name or another number by blanks as well. The sign that
/// marks an answer at the beginning of a line may stand before each of them.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for mut part in text.split(',').map(bare).filter(|part| !part.is_empty()) {
        while let Some((first, rest)) = part.split_once(char::is_whitespace)
            && answer::is_number(first)
        {
            parts.push(first);
            part = bare(rest);
        }
        parts.push(part);
    }
    if parts.is_empty() { vec![text] } else { parts }
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn several_answers_are_divided_by_commas_and_numbers_by_blanks_too() {
        assert_eq!(parts("hud north"), ["hud north"]);
        assert_eq!(parts("1 4, 7"), ["1", "4", "7"]);
        assert_eq!(parts("22nd, 27th, done"), ["22nd", "27th", "done"]);
        assert_eq!(parts("7 8, hud north, 2 done"), ["7", "8", "hud north", "2", "done"]);
        assert_eq!(parts("1, =2 =3, = hud north"), ["1", "2", "3", "hud north"]);
        assert_eq!(parts(","), [","]);
    }
}
