//! Plans: what a sentence comes to, as data. The parser of a game makes a plan of a line, and never touches the session;
//! the session carries it out, decision by decision. What a goal answers depends on dice and on the other sides, so each
//! goal is asked again at every decision that comes up.

use super::answer;
use super::line::{self, Last};
use super::menu::Menu;
use super::which::Which;
use crate::prompt::front::{Front, Sentences};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt::Debug;
use wilderness_engine::{Decision, Game, Refused};

/// No sentence needs more answers; a plan that exceeded this would be in a loop.
const MOST_ANSWERS: usize = 200;

/// What the parser of a game is given besides the line.
pub struct Asked<'a, F: Front> {
    /// The game.
    pub game: &'a Game<F>,
    /// The menu of the open decision.
    pub menu: &'a Menu<F>,
    /// The menu at which the line was typed, to which its numbers refer.
    pub shown: &'a Menu<F>,
    /// The answer that the line has given before this part; none at its start.
    pub last: Option<&'a Last<F>>,
    /// What is left of the last sentence.
    pub unfinished: Option<&'a Plan<F>>,
    /// Whether the whole line names a choice of the open decision.
    pub is_answer: bool,
    /// Whether its first part does.
    pub begins_with_answer: bool,
}

impl<'a, F: Front> Asked<'a, F> {
    /// What is known of a line at its start.
    pub fn at(game: &'a Game<F>, menu: &'a Menu<F>, line: &str) -> Asked<'a, F> {
        let names = |part: &str| answer::choice(menu, game, part).is_some();
        let first = line.split(',').next().unwrap_or(line).trim();
        Asked {
            game,
            menu,
            shown: menu,
            last: None,
            unfinished: None,
            is_answer: names(line),
            begins_with_answer: !first.is_empty() && names(first),
        }
    }
}

/// What a line, or the rest of one, comes to.
pub enum Meaning<'a, F: Front> {
    /// Answers, which the menu resolves: written as it knows them.
    Answers(Cow<'a, str>),
    /// A plan, and the part of the line that answers the questions after it.
    Plan(Plan<F>, &'a str),
}

/// Why a line has no meaning. Nothing has changed.
pub enum Unclear {
    /// It is wrong.
    Refused(String),
    /// It has several, and the next line may say which.
    Asks(Which),
}

/// The goals of a side; after a run, those that remain.
#[derive(Clone, Debug)]
pub struct Plan<F: Front> {
    /// The side.
    pub side: F::Side,
    /// What it wants, in order.
    pub goals: VecDeque<GoalOf<F>>,
    /// How it relates to the line.
    pub extent: Extent<F>,
}

/// What a plan is to its line, and what happens if a goal cannot be reached.
#[derive(Clone, Debug)]
pub enum Extent<F: Front> {
    /// A sentence that may stop half-way: what it did stands, and what is left waits until this question is asked.
    Sentence {
        /// Whether what is left lapses at this question.
        lapses: fn(&F::Question) -> bool,
    },
    /// A sentence that is carried out as a whole, or undone.
    Whole,
    /// One or several parts of a line of answers, as if this choice had been named.
    Part(F::Choice),
}

/// The goals of a game.
pub type GoalOf<F> = <<F as Front>::Sentences as Sentences<F>>::Goal;

/// Something that a sentence wants. It answers the decisions that belong to it, while they are asked.
pub trait SentenceGoal<F: Front>: Clone + Debug + 'static {
    /// What to do at a decision of its side. Choices made without a question since the last answer of the plan are those
    /// after `since` known answers.
    fn next(&mut self, game: &Game<F>, decision: &Decision<F>, since: usize) -> Next<F>;

    /// What to do while no decision of its side is open.
    fn meanwhile(&mut self, _game: &Game<F>, _since: usize) -> Next<F> {
        Next::Wait
    }

    /// The goal as text, for a report of what has not been carried out; nothing if that needs no words.
    fn text(&self) -> Option<String> {
        None
    }

    /// An answer as the report of what a sentence came to has it.
    fn in_words(game: &Game<F>, choice: F::Choice) -> String {
        F::named(game.scripts(), game.scenario(), choice, true)
    }
}

/// What a goal does at a decision.
pub enum Next<F: Front> {
    /// This is the answer, and more may follow.
    Choose(F::Choice),
    /// The same; the answers after it name these.
    ChooseNaming(F::Choice, Vec<Vec<F::Choice>>),
    /// This is the answer, and the goal is reached.
    Last(F::Choice),
    /// The goal is to be where this many answers are known.
    Back(usize),
    /// The goal is reached already, or by a forced choice.
    Done,
    /// A different question comes first.
    Wait,
    /// It is impossible.
    Refuse(String),
}

/// The goals of a game without sentences.
#[derive(Clone, Copy, Debug)]
pub enum NoGoal {}

impl<F: Front> SentenceGoal<F> for NoGoal {
    fn next(&mut self, _: &Game<F>, _: &Decision<F>, _: usize) -> Next<F> {
        match *self {}
    }
}

/// The result of running a plan.
pub struct PlanRun {
    /// The answers given, as text.
    pub made: Vec<String>,
    /// How the run ended.
    pub ended: RunEnd,
}

/// How the run of a plan ended.
pub enum RunEnd {
    /// All goals are reached.
    Done,
    /// A different question comes first.
    Waiting,
    /// A rule forbids it.
    Refused(String),
    /// The game refused an answer.
    Failed(Refused),
}

impl<F: Front> Plan<F> {
    /// The goals of the side that decides.
    pub fn new(side: F::Side, goals: impl IntoIterator<Item = GoalOf<F>>, extent: Extent<F>) -> Plan<F> {
        Plan { side, goals: goals.into_iter().collect(), extent }
    }

    /// The remaining goals as text; empty if there are none.
    pub fn text(&self) -> String {
        self.goals.iter().filter_map(SentenceGoal::text).collect::<Vec<_>>().join(", ")
    }

    /// Whether what is left of it lapses at this question.
    pub fn lapses_at(&self, ask: &F::Question) -> bool {
        match self.extent {
            Extent::Sentence { lapses } => lapses(ask),
            Extent::Whole | Extent::Part(_) => true,
        }
    }

    /// Drops the goals that are reached already, or can no longer be.
    pub fn drop_reached(&mut self, game: &Game<F>) {
        let Some(open) = game.decision().filter(|open| open.side == self.side) else { return };
        // A goal that has an answer stays as it is: it has not given it.
        while let Some(mut goal) = self.goals.front().cloned()
            && matches!(goal.next(game, open, game.past().answers()), Next::Done)
        {
            self.goals.pop_front();
        }
    }

    /// Answers the decisions of the side, until the plan is done or has no answer. The remaining goals stay in it.
    pub fn run(&mut self, game: &mut Game<F>) -> PlanRun {
        let (mut made, mut since) = (Vec::new(), game.past().answers());
        let ended = loop {
            let Some(goal) = self.goals.front_mut() else { break RunEnd::Done };
            let open = game.decision().filter(|open| open.side == self.side);
            let next = match open {
                Some(open) => goal.next(game, open, since),
                None => goal.meanwhile(game, since),
            };
            if matches!(next, Next::Last(_) | Next::Done | Next::Back(_)) {
                self.goals.pop_front();
            }
            let (choice, naming) = match next {
                Next::Choose(choice) | Next::Last(choice) => (choice, Vec::new()),
                Next::ChooseNaming(choice, naming) => (choice, naming),
                Next::Back(known) => {
                    game.past_mut().back_out(known);
                    continue;
                }
                Next::Done => continue,
                Next::Wait if self.text().is_empty() => break RunEnd::Done,
                Next::Wait => break RunEnd::Waiting,
                Next::Refuse(reason) => break RunEnd::Refused(reason),
            };
            let text = GoalOf::<F>::in_words(game, choice);
            since = game.past().answers() + 1;
            if let Err(refused) = game.beforehand().choose_naming(choice, naming) {
                break RunEnd::Failed(refused);
            }
            made.push(text);
            if made.len() >= MOST_ANSWERS {
                break RunEnd::Waiting;
            }
        };
        PlanRun { made, ended }
    }
}

/// The answer that a line of one word gives to the open decision, if it is one.
pub fn answer_of<F: Front>(game: &Game<F>, menu: &Menu<F>, word: &str) -> Option<F::Choice> {
    match F::Sentences::understand(&Asked::at(game, menu, word), word) {
        Ok(Meaning::Answers(text)) if line::parts(&text) == [text.as_ref()] => answer::choice(menu, game, &text),
        _ => None,
    }
}
