//! Answers to the open decision, one or several on a line.

use super::{Reply, Session, Trouble, plain};
use crate::answer::{self, Unclear};
use crate::menu::Menu;
use crate::names::fold;
use crate::say;
use wilderness_core::decision::Choice;
use wilderness_core::sets::PieceSet;

impl Session {
    /// Answers with everything a line names, one after the other; the numbers are those of the menu it was typed under.
    pub(super) fn answer(&mut self, text: &str) -> Result<Reply, Trouble> {
        let shown = Menu::of(&self.game);
        let mut made = 0;
        for part in parts(text) {
            let numeric = part.chars().all(|c| c.is_ascii_digit());
            let current = if numeric || made == 0 { None } else { Menu::of(&self.game) };
            let menu = current.as_ref().or(shown.as_ref());
            let result = self.turn().and_then(|()| match fold(part).as_str() {
                "all" => self.may_leave_line(None).and_then(|()| self.everybody(menu)),
                _ => answer::resolve(menu, &self.game, part).map_err(plain).and_then(|choice| {
                    self.may_leave_line(Some(choice))?;
                    self.game.choose(choice).map_err(plain)
                }),
            });
            match result {
                Ok(()) => made += 1,
                Err(trouble) if made == 0 => return Err(trouble),
                Err(Trouble::Plain(reason)) => return Err(Trouble::Midway { reason, now: self.situation() }),
                Err(other) => return Err(other),
            }
        }
        Ok(Reply::Moved(self.situation()))
    }

    /// Everybody who may join, as long as the same is asked.
    fn everybody(&mut self, menu: Option<&Menu>) -> Result<(), Trouble> {
        let asked = menu.map(|menu| (menu.decision.side, menu.decision.ask.clone()));
        let (side, ask) = asked.ok_or_else(|| plain(Unclear::Nothing))?;
        if !matches!(ask.kind(), "member" | "militia" | "sortie" | "inside") {
            return Err(plain(
                "`all` names everybody who goes with a force or joins a battle; there is no such choice now",
            ));
        }
        loop {
            let same = self.game.decision().filter(|decision| decision.side == side && decision.ask == ask);
            let state = self.game.state();
            match same.and_then(|decision| say::most_useful(state, &decision.choices, PieceSet::EMPTY)) {
                Some(piece) => self.game.choose(Choice::Piece(piece)).map_err(plain)?,
                None => return Ok(()),
            }
        }
    }
}

/// The answers of a line: divided by commas; numbers before a name or another number by blanks as well.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for mut part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        while let Some((first, rest)) = part.split_once(char::is_whitespace)
            && first.chars().all(|c| c.is_ascii_digit())
        {
            parts.push(first);
            part = rest.trim_start();
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
        assert_eq!(parts(","), [","]);
    }
}
