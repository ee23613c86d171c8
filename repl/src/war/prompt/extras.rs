//! The view of this game's own commands, and how the prompt uses them.

use super::command::{self, Command, Topic};
use super::{revealed, run_on};
use crate::front::{Extras, Last, Lexicon, Line, Reply, Session, Trouble, UsageError, Use};
use crate::text::names::fold;
use crate::war::lexicon::Vocabulary;
use crate::war::say::{self, AskedBack, Rest};
use crate::war::workshop::Workshop;
use crate::war::{help, names, show};
use std::sync::Arc;
use wilderness_war::{Answer, Ask, Cards as _, Choice, Decision, Game, PieceSet, Side, View, War, Word};

/// The view of this game's own commands between lines.
#[derive(Clone, Default)]
pub struct WarPrompt {
    /// The unfinished part of the last sentence.
    pub(super) rest: Option<Rest>,
    /// The last sentence, if something was asked back about it.
    pub(super) asked_back: Option<AskedBack>,
    /// How far the designer's tutorial is.
    pub(in crate::war) workshop: Option<Workshop>,
}

/// The words that leave the question what to demolish.
const WAYS_OUT: [&str; 5] = ["none", "no", "nothing", "nobody", "cancel"];

impl Extras<War> for WarPrompt {
    type Command = Command;

    fn uses() -> &'static [Use] {
        &command::USES
    }

    fn read(line: &str) -> Option<Result<Command, UsageError>> {
        command::read(line)
    }

    fn goes_on(line: &str) -> bool {
        say::goes_on(line)
    }

    fn answers(command: &Command) -> bool {
        matches!(command, Command::Say(_))
    }

    fn is_for_pages(command: &Command) -> bool {
        use Command as C;
        matches!(command, C::Show(_) | C::Why(_) | C::Say(_))
    }

    fn waits(command: &Command) -> bool {
        matches!(command, Command::Say(_) | Command::Why(_))
    }

    fn obey(session: &mut Session<War>, command: Command) -> Result<Reply, Trouble> {
        match command {
            Command::Show(topic) => session.show(&topic),
            Command::Why(text) => {
                session.is_yours()?;
                say::why(session.game(), &text).map(Reply::Text).map_err(Trouble::Plain)
            }
            Command::Say(line) => session.as_one(|session| session.say(&line)),
        }
    }

    fn carried_out(session: &mut Session<War>, line: &str, reply: Result<Reply, Trouble>) -> Result<Reply, Trouble> {
        session.with_workshop(line, reply)
    }

    fn go_on(session: &mut Session<War>, line: &str) -> Result<Reply, Trouble> {
        session.say(line)
    }

    fn answer(session: &mut Session<War>, line: &str) -> Result<Reply, Trouble> {
        session.say_or_answer(line)
    }

    fn verbs() -> Vec<&'static str> {
        say::VERBS.iter().map(|(verb, _)| *verb).collect()
    }

    fn part(
        session: &mut Session<War>,
        line: &mut Line<'_, War>,
        open: &Decision,
        part: &str,
    ) -> Result<Option<Choice>, Trouble> {
        // Both questions take units.
        let units = || open.choices.iter().copied().find(|choice| choice.piece().is_some());
        if fold(part) == "all" {
            session.may_leave_line(None)?;
            session.everybody(open)?;
            line.known = session.game().answers();
            return Ok(units());
        }
        let takes_losses = matches!(open.ask, Ask::Loss(_) | Ask::RaidLoss(_) | Ask::Attrition(_));
        if takes_losses && !line.rest.is_empty() {
            session.may_leave_line(None)?;
            let parts = std::iter::once(part).chain(line.rest.drain(..)).collect();
            session.take_losses(line.shown(), open, parts)?;
            return Ok(units());
        }
        if open.ask == Ask::Demolish && WAYS_OUT.contains(&fold(part).as_str()) {
            session.do_not_demolish();
            return Ok(Some(Choice::Word(Word::Demolish)));
        }
        Ok(None)
    }

    fn may_continue(last: &Last<War>, ask: &Ask, named: Option<Choice>) -> bool {
        run_on::may_continue(last, ask, named)
    }

    fn belongs(last: &Last<War>, ask: &Ask) -> bool {
        run_on::names_a_leader(last, ask)
    }

    fn ends_list(last: &Last<War>, part: &str, named: Option<Choice>) -> bool {
        run_on::ends_list(last, part, named)
    }

    /// The word that declines differs from question to question; `no` and its synonyms decline all of them. Passing may
    /// also mean naming nobody, but not ending a list that has been begun.
    fn declining(decision: &Decision, typed: &str) -> Option<Choice> {
        let ask = &decision.ask;
        let begun = matches!(ask, Ask::Member(_) | Ask::Activate(_) | Ask::Drop(_));
        let word = match fold(typed).as_str() {
            "no" | "none" | "nobody" | "nothing" if !matches!(ask, Ask::March(_)) => {
                [Word::Done, Word::Pass, Word::Stop]
            }
            "pass" if !begun => [Word::Pass, Word::Done, Word::Done],
            _ => return None,
        };
        word.into_iter().map(Choice::Word).find(|word| decision.choices.contains(word))
    }

    fn ending(decision: &Decision) -> Option<Choice> {
        let words = [Word::Stop, Word::Done, Word::Pass].into_iter().map(Choice::Word);
        words.into_iter().find(|word| decision.choices.contains(word))
    }

    fn find(game: &Game, typed: &str) -> Vec<Choice> {
        names::find_things(game, typed)
    }

    fn names() -> Vec<&'static str> {
        names::all_names()
    }

    fn moved(&mut self) {
        self.rest = None;
    }

    fn note(session: &mut Session<War>) -> String {
        session.rest_note()
    }

    fn reloaded(session: &mut Session<War>) -> String {
        let next = session.extras.workshop.as_mut().and_then(Workshop::saved);
        next.unwrap_or_default()
    }

    fn has_shown(game: &mut Game, known: usize) -> bool {
        !game.cards_shown_since(known).is_empty()
    }

    fn most_revealing(session: &Session<War>, start: usize, index: usize) -> usize {
        revealed::most_revealing(session, start, index)
    }

    fn told_by(game: &Game, answer: &Answer) -> Option<String> {
        revealed::told_by(game, answer)
    }

    fn help(game: &Game, topic: &str) -> Result<String, String> {
        help::help(game, topic)
    }

    fn lexicon(game: &Game) -> Arc<dyn Lexicon> {
        Arc::new(Vocabulary::of(game))
    }
}

impl Session<War> {
    /// Shows a topic, as far as the viewers may see it.
    fn show(&self, topic: &Topic) -> Result<Reply, Trouble> {
        let shown: Vec<Side> = Side::BOTH.into_iter().filter(|side| self.game().is_shown(*side)).collect();
        let viewer = self.viewer();
        // With open hands, `hand` shows the hand of the deciding side.
        let hands = if self.game().decision().is_some() && shown.len() > 1 { vec![viewer] } else { shown };
        show::show(self.game(), topic, viewer, &hands).map(Reply::Text).map_err(Trouble::plain)
    }

    /// Names all pieces that may join, while the same question is asked.
    fn everybody(&mut self, open: &Decision) -> Result<(), Trouble> {
        if !matches!(open.ask, Ask::Member(_) | Ask::Militia(_) | Ask::Sortie(_) | Ask::Inside(_)) {
            return Err(Trouble::plain(
                "`all` names all pieces that go with a force or join a battle; that is not asked now",
            ));
        }
        loop {
            let same = self.game.decision().filter(|decision| decision.side == open.side && decision.ask == open.ask);
            let view = &View::public(&self.game);
            match same.and_then(|decision| say::most_useful(view, &decision.choices, PieceSet::EMPTY)) {
                Some(piece) => self.game.choose(Choice::Piece(piece)).map_err(Trouble::plain)?,
                None => return Ok(()),
            }
        }
    }

    /// Returns from the question what to demolish to the previous one.
    fn do_not_demolish(&mut self) {
        let demolishes =
            |answer: &Answer| matches!(answer, Answer::Choice { choice: Choice::Word(Word::Demolish), .. });
        if let Some(before) = self.game.history().iter().rposition(demolishes) {
            self.game.back_out(before);
            self.asks_at = Some(self.game.answers());
        }
    }
}
