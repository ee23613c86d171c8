//! The view of this game's own commands, and how the prompt uses them.

use super::command::{self, Command, ShowTopic};
use super::{revealed, run_on, sentences};
use crate::front::{
    Asked, Closing, Extras, Last, Lexicon, LineLink, Meaning, Reply, Session, Trouble, Unclear, UsageError, Use,
};
use crate::prompt::help::{Explained, Manual};
use crate::war::lexicon::Vocabulary;
use crate::war::say::{self, Goal};
use crate::war::workshop::Workshop;
use crate::war::{help, names, show};
use std::sync::Arc;
use wilderness_war::{Answer, Ask, Cards as _, Choice, Decision, Game, Side, War, Word};

/// The view of this game's own commands between lines.
#[derive(Clone, Default)]
pub struct WarPrompt {
    /// How far the designer's tutorial is.
    pub(in crate::war) workshop: Option<Workshop>,
}

impl Extras<War> for WarPrompt {
    type Command = Command;
    type Goal = Goal;

    fn uses() -> &'static [Use] {
        &command::USES
    }

    fn read(line: &str) -> Option<Result<Command, UsageError>> {
        command::read(line)
    }

    fn is_for_pages(command: &Command) -> bool {
        use Command as C;
        matches!(command, C::Show(_) | C::Why(_))
    }

    fn waits(command: &Command) -> bool {
        matches!(command, Command::Why(_))
    }

    fn obey(session: &mut Session<War>, command: Command) -> Result<Reply, Trouble> {
        match command {
            Command::Show(topic) => session.show(&topic),
            Command::Why(text) => {
                session.is_yours()?;
                say::why(session.game(), &text).map(Reply::Text).map_err(Trouble::Plain)
            }
        }
    }

    fn carried_out(session: &mut Session<War>, line: &str, reply: Result<Reply, Trouble>) -> Result<Reply, Trouble> {
        session.with_workshop(line, reply)
    }

    fn understand<'a>(asked: &Asked<'_, War>, line: &'a str) -> Result<Meaning<'a, War>, Unclear> {
        sentences::understand(asked, line)
    }

    fn rephrased(_: &Game, line: &str) -> Vec<String> {
        say::rephrased(line)
    }

    fn verbs() -> Vec<&'static str> {
        say::VERBS.iter().map(|(verb, _)| *verb).collect()
    }

    fn link(last: &Last<War>, ask: &Ask, named: Option<Choice>) -> LineLink {
        run_on::link(last, ask, named)
    }

    fn ends_list(last: &Last<War>, part: &str, named: Option<Choice>) -> bool {
        run_on::ends_list(last, part, named)
    }

    /// The word that declines differs from question to question; `no` and its synonyms decline all of them. Passing may
    /// also mean naming nobody, but not ending a list that has been begun.
    fn closing(decision: &Decision) -> Closing<Choice> {
        let ask = &decision.ask;
        let first = |words: [Word; 3]| words.into_iter().map(Choice::Word).find(|word| decision.choices.contains(word));
        let begun = matches!(ask, Ask::Member(_) | Ask::Activate(_) | Ask::Drop(_));
        Closing {
            end: first([Word::Stop, Word::Done, Word::Pass]),
            no: first([Word::Done, Word::Pass, Word::Stop]).filter(|_| !matches!(ask, Ask::March(_))),
            pass: first([Word::Pass, Word::Done, Word::Done]).filter(|_| !begun),
        }
    }

    fn find(game: &Game, typed: &str) -> Vec<Choice> {
        names::find_things(game, typed)
    }

    fn names() -> Vec<&'static str> {
        names::all_names()
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

    fn manual() -> &'static Manual {
        &help::MANUAL
    }

    fn explained(game: &Game) -> Vec<Explained> {
        help::cards(game)
    }

    fn lexicon(game: &Game) -> Arc<dyn Lexicon> {
        Arc::new(Vocabulary::of(game))
    }
}

impl Session<War> {
    /// Shows a topic, as far as the viewers may see it.
    fn show(&self, topic: &ShowTopic) -> Result<Reply, Trouble> {
        let shown: Vec<Side> = Side::BOTH.into_iter().filter(|side| self.game().now().is_shown(*side)).collect();
        let viewer = self.viewer();
        // With open hands, `hand` shows the hand of the deciding side.
        let hands = if self.game().decision().is_some() && shown.len() > 1 { vec![viewer] } else { shown };
        show::show(self.game(), topic, viewer, &hands).map(Reply::Text).map_err(Trouble::plain)
    }
}
