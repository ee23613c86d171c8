//! Sentences at the prompt, of the patterns that a folder gives: `march from greyford to millcross`.

use super::front::names;
use crate::front::{Asked, Extent, Meaning, Next, Plan, SentenceGoal, Sentences, Unclear};
use crate::prompt::answer::{self, AnswerError};
use crate::prompt::command::uses;
use crate::prompt::lexicon::{Candidate, Lexicon, Words};
use crate::prompt::menu::Menu;
use crate::text::names::{Name, find, fold};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::plain::Choice;
use wilderness_engine::{Choice as _, Decision, Game, Question as _, Word};
use wilderness_tabletop::{Folder, NamedAnswers, SentencePattern, Tabletop};

/// The sentences of folders.
pub struct FolderSentences;

/// What a sentence wants.
#[derive(Clone, Debug)]
pub struct FolderGoal {
    /// What is named for each question, and not yet answered.
    named: Vec<NamedQuestion>,
    /// The answers to questions that it does not name.
    answers: Vec<(Word, String)>,
}

/// A question, and what the sentence names for it.
#[derive(Clone, Debug)]
struct NamedQuestion {
    question: Word,
    left: VecDeque<String>,
    /// The only thing that is named for it, which is the answer as often as the sentence asks.
    only: Option<String>,
}

impl FolderGoal {
    fn new(pattern: &SentencePattern, reading: Vec<NamedAnswers>) -> FolderGoal {
        let named = reading.into_iter().map(|(question, left)| {
            let only = left.front().filter(|_| left.len() == 1).cloned();
            NamedQuestion { question, left, only }
        });
        FolderGoal { named: named.collect(), answers: pattern.answers.clone() }
    }

    fn is_reached(&self) -> bool {
        self.named.iter().all(|named| named.left.is_empty())
    }

    /// Crosses off what the rules have chosen without asking.
    ///
    /// # Errors
    /// When they have chosen something else.
    fn note_forced(&mut self, game: &Game<Tabletop>, since: usize) -> Result<(), String> {
        let data = &game.scripts().data;
        for forced in game.why().forced_since(since) {
            let kind = forced.ask.kind();
            let Some(named) = self.named.iter_mut().find(|named| named.question.as_str() == kind) else { continue };
            let Some(name) = named.left.front() else { continue };
            let known = names(data, kind, forced.choice);
            if known.fits(name).is_none() && forced.choice.token() != *name {
                return Err(format!("{}: the only answer is {}", forced.ask.prompt(), data.called(&forced.choice)));
            }
            named.left.pop_front();
        }
        Ok(())
    }

    /// What it says to a question, if anything.
    fn said(&mut self, kind: &str) -> Option<String> {
        let is_reached = self.is_reached();
        let named = self.named.iter_mut().find(|named| named.question.as_str() == kind);
        if let Some(name) = named.and_then(|named| named.left.pop_front()) {
            return Some(name);
        }
        if let Some(index) = self.answers.iter().position(|(question, _)| question.as_str() == kind) {
            // Behind everything that is named, an answer is given once.
            return Some(if is_reached { self.answers.remove(index).1 } else { self.answers[index].1.clone() });
        }
        let again = self.named.iter().find(|named| named.question.as_str() == kind).filter(|_| !is_reached)?;
        again.only.clone()
    }
}

impl SentenceGoal<Tabletop> for FolderGoal {
    fn next(&mut self, game: &Game<Tabletop>, decision: &Decision<Tabletop>, since: usize) -> Next<Tabletop> {
        if let Err(reason) = self.note_forced(game, since) {
            return Next::Refuse(reason);
        }
        let Some(name) = self.said(decision.ask.kind()) else {
            return if self.is_reached() { Next::Done } else { Next::Wait };
        };
        let Some(menu) = Menu::of(game) else { return Next::Wait };
        match choice(game, &menu, &name) {
            Ok(choice) => Next::Choose(choice),
            Err(reason) => Next::Refuse(reason.to_string()),
        }
    }

    fn text(&self) -> Option<String> {
        let left: Vec<&str> = self.named.iter().flat_map(|named| &named.left).map(String::as_str).collect();
        (!left.is_empty()).then(|| left.join(", "))
    }
}

/// The answer with a name; of several pieces of a kind, the first.
fn choice(game: &Game<Tabletop>, menu: &Menu<Tabletop>, name: &str) -> Result<Choice, AnswerError> {
    if answer::is_number(name) {
        // A number means what it is called: the numbers of later questions have not been seen.
        let is_called = |choice: &&Choice| choice.name() == name;
        if let Some(choice) = menu.decision.choices.iter().find(is_called) {
            return Ok(*choice);
        }
    }
    answer::resolve(Some(menu), game, name).or_else(|error| {
        let stem = |choice: &Choice| choice.name().rsplit_once('-').map(|(stem, _)| stem.to_string());
        let is_it =
            |choice: &&Choice| names(&game.scripts().data, menu.decision.ask.kind(), **choice).fits(name).is_some();
        let found: Vec<Choice> = menu.decision.choices.iter().filter(is_it).copied().collect();
        let kinds: Vec<Option<String>> = found.iter().map(stem).collect();
        let are_alike = kinds.windows(2).all(|pair| pair[0] == pair[1]) && kinds.iter().all(Option::is_some);
        found.first().copied().filter(|_| are_alike).ok_or(error)
    })
}

/// The sentences that the prompt never understands, since they begin with the word of a command.
pub fn check(folder: &Folder) -> Faults {
    let commands: BTreeSet<&str> = uses::<Tabletop>().map(|(word, ..)| *word).collect();
    let mut faults = Faults::none();
    for pattern in &folder.data.sentences {
        for verb in pattern.verbs().iter().filter(|verb| commands.contains(verb.as_str())) {
            let message = format!("game.toml: the sentence `{}` begins with the command `{verb}`", pattern.shown);
            let fault = Fault::error("tabletop::sentence", message);
            faults.push(fault.help("a command is understood first: begin the sentence with another word"));
        }
    }
    faults
}

/// The sentences of the folder that begin with a word.
fn beginning<'g>(game: &'g Game<Tabletop>, line: &str) -> Vec<&'g SentencePattern> {
    let first = fold(line.split_whitespace().next().unwrap_or_default());
    game.scripts().data.sentences.iter().filter(|pattern| pattern.verbs().contains(&first)).collect()
}

/// Whether a sentence goes with the open question: its first question, or one that it answers by itself.
fn is_about(asked: &Asked<'_, Tabletop>, pattern: &SentencePattern) -> bool {
    let kind = asked.menu.decision.ask.kind();
    let first = pattern.questions().first().copied();
    let all = pattern.answers.iter().map(|(question, _)| *question).chain(first);
    all.into_iter().any(|question| question.as_str() == kind)
}

/// What a text means as a sentence: of several ways to read it, the first whose first name is an answer.
fn goal(asked: &Asked<'_, Tabletop>, pattern: &SentencePattern, text: &str) -> Option<FolderGoal> {
    let goals = pattern.readings(text).into_iter().map(|reading| FolderGoal::new(pattern, reading));
    let goals: Vec<FolderGoal> = goals.collect();
    let is_answer = |goal: &&FolderGoal| {
        let said = (*goal).clone().said(asked.menu.decision.ask.kind());
        said.is_some_and(|name| choice(asked.game, asked.menu, &name).is_ok())
    };
    goals.iter().find(is_answer).or(goals.first()).cloned()
}

impl Sentences<Tabletop> for FolderSentences {
    type Goal = FolderGoal;

    /// A sentence is as little of the line as fits a pattern; what stands behind its comma is a line of its own.
    fn understand<'a>(asked: &Asked<'_, Tabletop>, line: &'a str) -> Result<Meaning<'a, Tabletop>, Unclear> {
        let patterns = beginning(asked.game, line);
        if asked.is_answer || patterns.is_empty() {
            return Ok(Meaning::Answers(line.into()));
        }
        let ends = line.match_indices([',', ';']).map(|(end, _)| end);
        for end in ends.chain([line.len()]) {
            let goals = patterns.iter().filter_map(|pattern| Some((pattern, goal(asked, pattern, &line[..end])?)));
            let goals: Vec<_> = goals.collect();
            let Some((pattern, goal)) = goals.iter().find(|(pattern, _)| is_about(asked, pattern)).or(goals.first())
            else {
                continue;
            };
            if !is_about(asked, pattern) {
                let question = &asked.menu.wording().question;
                let shown = &pattern.shown;
                return Err(Unclear::Refused(format!("`{shown}` does not answer \"{question}\": answer that first")));
            }
            let after = line[end..].trim_start_matches([',', ';', ' ']);
            return Ok(Meaning::Plan(Plan::new(asked.menu.decision.side, [goal.clone()], Extent::Whole), after));
        }
        // The word can begin an answer, too.
        if asked.begins_with_answer {
            return Ok(Meaning::Answers(line.into()));
        }
        let forms: Vec<String> = patterns.iter().map(|pattern| format!("`{}`", pattern.shown)).collect();
        Err(Unclear::Refused(format!("a sentence that begins like this is {}", forms.join(", or "))))
    }

    /// The place, card or kind with a name, as an answer to the open question.
    fn find(game: &Game<Tabletop>, typed: &str) -> Vec<Choice> {
        let Some(decision) = game.decision() else { return Vec::new() };
        let (data, kind) = (&game.scripts().data, decision.ask.kind());
        let places = data.board.places.iter().map(|facts| (facts.place.name.to_string(), facts.place.id));
        let cards = data.cards.iter().map(|card| (card.name.to_string(), card.id));
        let things = places.chain(cards).chain(data.kinds.iter().map(|kind| (kind.name.clone(), kind.id)));
        let things: Vec<(Name, Word)> = things.map(|(name, id)| (Name::new(&name).also(id.as_str()), id)).collect();
        let found = find(typed, things.iter().map(|(name, id)| (name, *id)));
        found.into_iter().filter_map(|id| Choice::from_token(&format!("{kind}:{id}"))).collect()
    }

    fn lexicon(game: &Game<Tabletop>) -> Arc<dyn Lexicon> {
        let patterns = game.scripts().data.sentences.iter();
        let verbs = patterns.filter_map(|pattern| Some(Candidate::new(pattern.verbs().first()?, &pattern.shown)));
        Arc::new(Words::of(game).and(verbs))
    }
}
