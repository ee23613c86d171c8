//! The sentences of a game: what a line means, and the words that lines are made of. A parser returns a meaning; only the
//! session carries it out.

use crate::prompt::front::Front;
use crate::prompt::heard::Heard;
use crate::prompt::lexicon::{Lexicon, Words};
use crate::prompt::line::{Last, LineLink};
use crate::prompt::menu::Closing;
use crate::prompt::plan::{Asked, Meaning, NoGoal, SentenceGoal, Unclear};
use std::sync::Arc;
use wilderness_engine::{Choice as _, Decision, Game};

/// What the lines of a game mean.
pub trait Sentences<F: Front<Sentences = Self>>: 'static {
    /// What its sentences want; [`NoGoal`] without sentences.
    type Goal: SentenceGoal<F>;

    /// What a line means at the open decision: answers, which the menu resolves, or a plan, which the session carries
    /// out. Where several answers are on a line, each time the rest of it.
    ///
    /// # Errors
    /// What is wrong with it, or what is asked back.
    fn understand<'a>(_asked: &Asked<'_, F>, line: &'a str) -> Result<Meaning<'a, F>, Unclear> {
        Ok(Meaning::Answers(line.into()))
    }

    /// Other ways to put a line that is not understood, the most likely first. Each has to keep every word that matters:
    /// what it leaves out, the game would do without being told.
    fn rephrased(_game: &Game<F>, _line: &str) -> Vec<String> {
        Vec::new()
    }

    /// Sentences that a line may mean which is not understood, made of what is heard in it, the most likely first. Each is
    /// asked about: it may leave out what it cannot say.
    fn guesses(_game: &Game<F>, _heard: &Heard<F::Choice>) -> Vec<String> {
        Vec::new()
    }

    /// What the rules say against what a line wants, where no sentence can say that: `with two forces by one card`.
    fn objections(_game: &Game<F>, _heard: &Heard<F::Choice>) -> Vec<String> {
        Vec::new()
    }

    /// The word with which a line goes on to something that this sentence leaves for later: `siege it and then storm it`.
    fn later(_heard: &Heard<F::Choice>, _sentence: &str) -> Option<usize> {
        None
    }

    /// The verbs of this game's sentences.
    fn verbs() -> Vec<&'static str> {
        Vec::new()
    }

    /// How a question relates to the last answer of a line; `named` is what the next part of the line names there, if
    /// anything.
    fn link(last: &Last<F>, ask: &F::Question, _named: Option<F::Choice>) -> LineLink {
        if last.is_like(ask) { LineLink::Same } else { LineLink::None }
    }

    /// Whether the last answer began a list that this choice ends.
    fn ends_list(_last: &Last<F>, _part: &str, _named: Option<F::Choice>) -> bool {
        false
    }

    /// The choices that end or decline a question.
    fn closing(decision: &Decision<F>) -> Closing<F::Choice> {
        let pass = Some(F::Choice::PASS).filter(|pass| decision.choices.contains(pass));
        Closing { end: pass, no: pass, pass }
    }

    /// The thing of the game with this name, whether it is an answer or not.
    fn find(_game: &Game<F>, _typed: &str) -> Vec<F::Choice> {
        Vec::new()
    }

    /// The names of everything in the game.
    fn names() -> Vec<&'static str> {
        Vec::new()
    }

    /// What can be typed at the current decision.
    fn lexicon(game: &Game<F>) -> Arc<dyn Lexicon> {
        Arc::new(Words::of(game))
    }
}

/// A game without sentences: lines are answers.
impl<F: Front<Sentences = ()>> Sentences<F> for () {
    type Goal = NoGoal;
}
