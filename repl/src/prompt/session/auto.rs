//! `auto`: questions that are answered automatically, with a list for each side.

use super::{Reply, Session, Trouble, plain};
use crate::prompt::front::{Front, Habit, Tables};
use crate::text::columns::beside;
use crate::text::names::fold;
use wilderness_engine::record::AutoLines;
use wilderness_engine::{Each, Game, Side as _, Sides};

/// What a game supplies as automatic answers.
type HabitOf<F> = <<F as Front>::Tables as Tables<F>>::Habit;

/// The lists of all sides.
pub(super) struct Auto<F: Front>(Each<Option<Vec<HabitOf<F>>>>);

impl<F: Front> Default for Auto<F> {
    fn default() -> Auto<F> {
        Auto(Each::default())
    }
}

impl<F: Front> Clone for Auto<F> {
    fn clone(&self) -> Auto<F> {
        Auto(self.0.clone())
    }
}

impl<F: Front> Auto<F> {
    /// The list of a side.
    fn list(&self, side: F::Side) -> Vec<HabitOf<F>> {
        self.0[side].clone().unwrap_or_else(HabitOf::<F>::first)
    }

    /// The lists for a record, of each side that has changed its own.
    pub fn lines(&self, sides: Sides<F::Side>) -> AutoLines {
        let changed = sides.into_iter().filter(|side| self.list(*side) != HabitOf::<F>::first());
        changed.map(|side| (side.id().into(), self.list(side).iter().map(Habit::token).collect())).collect()
    }

    /// Restores the lists from a record.
    pub fn take_over(&mut self, lines: &AutoLines, sides: Sides<F::Side>) {
        for (id, tokens) in lines {
            if let Some(side) = sides.into_iter().find(|side| side.id() == id) {
                self.0[side] = Some(tokens.iter().filter_map(|token| HabitOf::<F>::read(token)).collect());
            }
        }
    }

    /// The automatic answer to the open decision of a game, if any.
    pub fn answer(&self, game: &Game<F>) -> Option<F::Choice> {
        let open = game.decision()?;
        let choice = HabitOf::<F>::answer(&self.list(open.side), game, open)?;
        Some(choice).filter(|choice| open.choices.contains(choice))
    }
}

/// A parsed `auto` command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// List the automatic answers.
    None,
    /// Answer such questions automatically.
    Add(String),
    /// Ask them again.
    Remove(String),
}

impl Change {
    /// Parses the arguments of `auto`.
    pub fn read<F: Front>(rest: &str) -> Option<Change> {
        let (first, what) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let what = what.trim();
        match fold(first).as_str() {
            "" => Some(Change::None),
            "pass" => Some(Change::Add(what.into())),
            "never" if !what.is_empty() => Some(Change::Add(format!("never {what}"))),
            "ask" if !what.is_empty() => Some(Change::Remove(what.into())),
            word if what.is_empty() && HabitOf::<F>::read(word).is_some() => Some(Change::Add(word.into())),
            _ => None,
        }
    }
}

impl<F: Front> Session<F> {
    /// Shows or changes the list of the deciding side.
    ///
    /// # Errors
    /// When no decision is open, or no question has this name.
    pub(super) fn change_auto(&mut self, change: &Change) -> Result<Reply, Trouble> {
        self.turn()?;
        let side = self.game.decision().ok_or_else(|| plain("no decision is open"))?.side;
        let named = |what: &str| HabitOf::<F>::named(&self.game, what).map_err(plain);
        let mut list = self.auto.list(side);
        let (habits, add) = match change {
            Change::None => return Ok(Reply::Text(self.auto_list(side))),
            Change::Add(what) => (named(what)?, true),
            Change::Remove(what) if fold(what) == "all" => (list.clone(), false),
            Change::Remove(what) => (named(what)?, false),
        };
        list.retain(|habit| !habits.iter().any(|other| Habit::<F>::is_about_the_same(other, habit)));
        if add {
            list.extend(habits);
            list.sort_unstable();
        }
        self.auto.0[side] = Some(list);
        let text = self.auto_list(side);
        self.asks_at = None;
        self.as_one(|session| {
            let before = session.game.past().answers();
            session.answer_automatically();
            match session.game.past().answers() == before {
                true => Ok(Reply::Text(text)),
                false => Ok(Reply::Moved(text + session.situation().as_str())),
            }
        })
    }

    fn auto_list(&self, side: F::Side) -> String {
        let off = if self.is_interactive() { "" } else { " (not for piped input)" };
        let list = self.auto.list(side);
        let side = self.in_sentences(side);
        let mut text = match list.is_empty() {
            true => format!("No questions of {side} are answered automatically.\n"),
            false => format!("Questions of {side} that are answered automatically{off}:\n"),
        };
        list.iter().for_each(|habit| text.push_str(&(beside("  ", 4, &habit.describe(&self.game)) + "\n")));
        text + HabitOf::<F>::USAGE
    }
}
