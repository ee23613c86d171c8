//! Counting: a step that is run again passes the statements at which it has been stopped, and the calls that were
//! told, by their number. Whatever comes after them is new.

/// How a step is run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Pace {
    /// It stops nowhere and tells nothing: it only leads to where the game stood.
    #[default]
    Quiet,
    /// It stops at this statement, where it stood before.
    Until(u64),
    /// It stops at this statement of the answer to this question, where it stood before.
    UntilIn(String, u64),
    /// What is new in it stops at breakpoints, and is told.
    Live,
}

/// Where a statement is run: in which calls of the rules into scripts, one within the other, and how deep in functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallFrame {
    acts: Vec<u64>,
    depth: usize,
}

/// What is counted in a step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pace: Pace,
    /// In the present run.
    statements: u64,
    calls: u64,
    /// The calls of the rules into scripts that are running, by number.
    acts: Vec<u64>,
    acted: u64,
    /// In the run before.
    passed: u64,
    told: u64,
    /// From where to go on to the next statement, if that is wanted.
    next: Option<CallFrame>,
}

impl Counts {
    /// The step is run from its beginning.
    pub fn begin(&mut self, pace: Pace) {
        let is_live = pace == Pace::Live;
        *self = Counts { pace, passed: self.passed, told: self.told, next: self.next.take(), ..Counts::default() };
        if !is_live {
            self.next = None;
        }
    }

    /// The run has come to where it cannot go on.
    pub fn halt(&mut self) {
        self.passed = self.statements;
        self.told = self.calls;
    }

    /// The step is over.
    pub fn done(&mut self) {
        *self = Counts::default();
    }

    /// The next run goes on to the next statement of this function, or of one that called it; or to a breakpoint.
    pub fn go_on(&mut self, next: Option<CallFrame>) {
        self.next = next;
    }

    /// The rules call a script.
    pub fn enter(&mut self) {
        self.acted += 1;
        self.acts.push(self.acted);
    }

    /// That script has ended.
    pub fn leave(&mut self) {
        if self.is_new()
            && let Some(next) = self.next.as_mut().filter(|next| next.acts == self.acts)
        {
            next.acts.pop();
            next.depth = usize::MAX;
            self.next.take_if(|next| next.acts.is_empty());
        }
        self.acts.pop();
    }

    /// A function of the script returns.
    pub fn returns(&mut self, depth: usize) {
        if self.is_new()
            && let Some(next) = self.next.as_mut().filter(|next| next.acts == self.acts && next.depth == depth)
        {
            next.depth = depth.saturating_sub(1);
        }
    }

    /// A statement is about to be run. Returns its number if the script stops before it.
    pub fn statement(&mut self, depth: usize, breakpoint: bool) -> Option<u64> {
        self.statements += 1;
        let stops = match self.pace {
            Pace::Quiet | Pace::UntilIn(..) => false,
            Pace::Until(number) => self.statements == number,
            Pace::Live => self.statements > self.passed && (breakpoint || self.is_next(depth)),
        };
        stops.then_some(self.statements)
    }

    /// A call into the game has returned. Returns whether it has not been told.
    pub fn call(&mut self) -> bool {
        self.calls += 1;
        self.pace == Pace::Live && self.calls > self.told
    }

    /// The next run goes on to the next statement of the script that acts, if one does: a question that it asked is answered.
    pub fn go_on_acting(&mut self) {
        self.next = (!self.acts.is_empty()).then(|| self.frame(usize::MAX));
    }

    /// Where the run is.
    pub fn frame(&self, depth: usize) -> CallFrame {
        CallFrame { acts: self.acts.clone(), depth }
    }

    /// Whether the run has come as far as the one before.
    fn is_new(&self) -> bool {
        self.pace == Pace::Live && self.statements >= self.passed
    }

    fn is_next(&self, depth: usize) -> bool {
        self.next.as_ref().is_some_and(|next| {
            next.acts.starts_with(&self.acts) && (self.acts.len() < next.acts.len() || depth <= next.depth)
        })
    }
}
