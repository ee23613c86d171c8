//! The questions that the rules put to scripts: conditions and modifiers. The rules ask them again and again, and a step
//! runs again with each answer; so within a step each question is told once, and scripts stop in it once.

use super::counts::Pace;
use std::collections::BTreeSet;

/// Where a script has stopped in a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionFrame {
    /// The question.
    pub question: String,
    /// How deep in functions.
    pub depth: usize,
}

/// A question that is being answered.
#[derive(Clone, PartialEq, Eq, Debug)]
struct OpenQuestion {
    question: String,
    statements: u64,
    calls: u64,
}

/// The questions of a step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StepQuestions {
    pace: Pace,
    answered: BTreeSet<String>,
    /// Those that are being answered, the outermost first.
    open: Vec<OpenQuestion>,
    /// Those that were being answered where the run before was halted.
    halted: Vec<OpenQuestion>,
    /// From where to go on to the next statement, if that is wanted.
    next: Option<QuestionFrame>,
}

impl StepQuestions {
    /// The step is run from its beginning.
    pub fn begin(&mut self, pace: &Pace) {
        self.open.clear();
        self.pace = pace.clone();
        if *pace != Pace::Live {
            *self = StepQuestions { pace: pace.clone(), ..StepQuestions::default() };
        }
    }

    /// The run has come to the end of the step, or to where it cannot go on.
    pub fn end(&mut self, is_done: bool) {
        match is_done {
            true => *self = StepQuestions::default(),
            false => self.halted = std::mem::take(&mut self.open),
        }
    }

    /// The next run goes on to the next statement of this function, or of one that called it; or to a breakpoint.
    pub fn go_on(&mut self, next: Option<QuestionFrame>) {
        self.next = next;
    }

    /// The rules ask something. Returns whether its answer is looked at.
    pub fn ask(&mut self, question: &str) -> bool {
        let is_looked_at = match &self.pace {
            Pace::Quiet | Pace::Until(_) => false,
            Pace::UntilIn(stopped, _) => stopped == question,
            Pace::Live => !self.answered.contains(question),
        };
        if is_looked_at {
            self.open.push(OpenQuestion { question: question.into(), statements: 0, calls: 0 });
        } else {
            self.answered.insert(question.into());
        }
        is_looked_at
    }

    /// The question that was asked last is answered. Returns whether the script is to stop at the next statement of what
    /// asked it.
    pub fn answer(&mut self) -> bool {
        let Some(OpenQuestion { question, .. }) = self.open.pop() else { return false };
        let was_next = self.next.take_if(|next| next.question == question).is_some();
        self.answered.insert(question);
        if let (true, Some(outer)) = (was_next, self.open.last()) {
            self.next = Some(QuestionFrame { question: outer.question.clone(), depth: usize::MAX });
            return false;
        }
        was_next
    }

    /// The question that is being answered.
    pub fn open(&self) -> Option<&str> {
        self.open.last().map(|open| open.question.as_str())
    }

    /// What was counted of the question that is being answered where the run before was halted.
    fn passed(&self) -> (u64, u64) {
        let open = self.open();
        let halted = self.halted.iter().find(|halted| Some(halted.question.as_str()) == open);
        halted.map_or((0, 0), |halted| (halted.statements, halted.calls))
    }

    /// A statement is about to be run. Returns its number if the script stops before it.
    pub fn statement(&mut self, depth: usize, breakpoint: bool) -> Option<u64> {
        let (passed, _) = self.passed();
        let open = self.open.last_mut()?;
        open.statements += 1;
        let is_next = self.next.as_ref().is_some_and(|next| next.question == open.question && depth <= next.depth);
        let stops = match self.pace {
            Pace::Quiet | Pace::Until(_) => false,
            Pace::UntilIn(_, number) => open.statements == number,
            Pace::Live => open.statements > passed && (breakpoint || is_next),
        };
        stops.then_some(open.statements)
    }

    /// A function of the script returns.
    pub fn returns(&mut self, depth: usize) {
        let (passed, _) = self.passed();
        let Some(open) = self.open.last().filter(|open| open.statements >= passed) else { return };
        if let Some(next) = self.next.as_mut().filter(|next| next.question == open.question && next.depth == depth) {
            next.depth = depth.saturating_sub(1);
        }
    }

    /// A call into the game has returned. Returns whether it has not been told.
    pub fn call(&mut self) -> bool {
        let (_, passed) = self.passed();
        let is_live = self.pace == Pace::Live;
        self.open.last_mut().is_some_and(|open| {
            open.calls += 1;
            is_live && open.calls > passed
        })
    }
}
