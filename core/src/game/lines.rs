//! The lines of a game: whoever goes back in time loses nothing. The game plays along one line of answers and stands
//! somewhere on it; what comes after that place stays known, and agents are not asked there. Another answer leaves the
//! line, which is kept, and begins a new one. All lines together are a tree of answers.

mod kept;

use super::Game;
use crate::state::{Season, State, Step, Victory};
use crate::table::{Answer, Dice, Halt};
use std::collections::VecDeque;

/// The lines that were played, and the place on the present one.
pub(super) struct Lines {
    branches: Vec<Branch>,
    /// The index of the line that is being played. What the game knows counts for it, not its `tail`.
    current: usize,
    /// What comes after the present place.
    pub(super) ahead: VecDeque<Answer>,
    bookmarks: Vec<Bookmark>,
    /// Agents wait although nothing is ahead: somebody only looks how a line ends.
    looking: bool,
}

/// A line: a part that it shares with another one, and its own.
struct Branch {
    number: usize,
    parent: Option<usize>,
    /// How many answers it shares with its parent.
    from: usize,
    tail: Vec<Answer>,
    stands: Option<Stands>,
}

/// A place with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bookmark {
    /// Its name.
    pub name: String,
    /// The number of its line.
    pub line: usize,
    /// How many answers and results of chance come before it.
    pub at: usize,
    /// How many decisions were made before it.
    pub decisions: usize,
}

/// A year and a season.
pub type Date = (u16, Season);

/// Where a line leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stands {
    /// The season at its end.
    pub date: Date,
    /// Victory points: above 0 French, below 0 British (13.2).
    pub vp: i16,
    /// How it ended, if the game was played to its end.
    pub outcome: Option<Victory>,
}

/// What there is to say about a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number.
    pub number: usize,
    /// Where it leaves the present line: the season, and after how many decisions; nothing for the present line itself.
    pub forks: Option<(Date, usize)>,
    /// How many decisions were made in it, from the beginning of the game.
    pub decisions: usize,
    /// Where it leads, if it can be played through with the scripts of today.
    pub stands: Option<Stands>,
}

/// A place to go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal<'a> {
    /// So many decisions back, or as many as there are.
    Back(usize),
    /// So many decisions forward, or as many as there are.
    Step(usize),
    /// The first decision.
    Start,
    /// The end of the line.
    End,
    /// The beginning of a season, or of a year.
    Season(u16, Option<Season>),
    /// The place of this name.
    Bookmark(&'a str),
    /// The end of the line with this number.
    Line(usize),
}

/// Why the game did not get there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotThere {
    /// There is nothing before.
    #[error("this is the first decision of the game")]
    AtStart,
    /// There is nothing after.
    #[error("this is the end of the line")]
    AtEnd,
    /// The line does not come to that season.
    #[error("this line does not come to {0}")]
    NoSeason(String),
    /// Nothing has the name.
    #[error("no bookmark is called `{0}`")]
    NoBookmark(String),
    /// There is no such line.
    #[error("there is no branch {0}")]
    NoLine(usize),
    /// What was answered does not fit the scripts of today: the game stands where it last did.
    #[error("the line does not fit the scripts of today any further: {0}")]
    DoesNotFit(Halt),
}

impl Lines {
    pub(super) fn new() -> Lines {
        let first = Branch { number: 1, parent: None, from: 0, tail: Vec::new(), stands: None };
        Lines { branches: vec![first], current: 0, ahead: VecDeque::new(), bookmarks: Vec::new(), looking: false }
    }

    /// Whether agents wait.
    pub(super) fn hold(&self) -> bool {
        self.looking || !self.ahead.is_empty()
    }

    /// All answers of a line that is not the present one.
    fn path(&self, index: usize) -> Vec<Answer> {
        let branch = &self.branches[index];
        let mut path = branch.parent.map_or_else(Vec::new, |parent| self.path(parent));
        path.truncate(branch.from);
        path.extend(branch.tail.iter().cloned());
        path
    }

    /// Keeps the present line, whose answers are these, and begins another one that shares the first `at` of them.
    fn fork(&mut self, whole: Vec<Answer>, at: usize) {
        let mut parent = self.current;
        let from = self.branches[parent].from;
        self.branches[parent].tail = whole[from.min(whole.len())..].to_vec();
        self.branches[parent].stands = None;
        while let (Some(older), true) = (self.branches[parent].parent, at <= self.branches[parent].from) {
            parent = older;
        }
        let number = self.branches.iter().map(|branch| branch.number).max().unwrap_or(0) + 1;
        self.current = self.branches.len();
        self.branches.push(Branch { number, parent: Some(parent), from: at, tail: Vec::new(), stands: None });
        self.ahead.clear();
    }

    fn index(&self, number: usize) -> Option<usize> {
        self.branches.iter().position(|branch| branch.number == number)
    }
}

impl Game {
    /// Whether something that was played lies ahead.
    pub fn looks_back(&self) -> bool {
        !self.lines.ahead.is_empty()
    }

    /// How many decisions were made up to this place, and how many there are in the whole line.
    pub fn place(&self) -> (usize, usize) {
        let made = self.table.answers.iter().filter(|answer| self.is_decision(answer)).count();
        (made, made + self.lines.ahead.iter().filter(|answer| self.is_decision(answer)).count())
    }

    /// The number of the present line.
    pub fn line(&self) -> usize {
        self.lines.branches[self.lines.current].number
    }

    /// Goes to another place on the present line, or to another line. Nothing is lost, and agents do not choose anew:
    /// they play on at the end of a line only.
    ///
    /// # Errors
    /// Why the game did not get there. If there is no such place, it has not moved.
    pub fn go(&mut self, goal: Goal<'_>) -> Result<(), NotThere> {
        let current = self.lines.current;
        let whole = self.whole();
        let known = self.table.answers.len();
        let (line, at) = match goal {
            Goal::Back(times) => {
                let stops = self.stops(&whole[..known]);
                (current, nth(stops.into_iter().rev(), times).ok_or(NotThere::AtStart)?)
            }
            Goal::Step(_) if !self.looks_back() => return Err(NotThere::AtEnd),
            Goal::Step(times) => {
                let stops = self.stops(&whole).into_iter().filter(|stop| *stop > known);
                (current, nth(stops.chain([whole.len()]), times).unwrap_or(whole.len()))
            }
            Goal::Start => (current, self.stops(&whole).first().copied().unwrap_or(whole.len())),
            Goal::End => (current, whole.len()),
            Goal::Season(year, season) => (current, self.season(&whole, year, season)?),
            Goal::Bookmark(name) => {
                let found = self.lines.bookmarks.iter().find(|bookmark| bookmark.name == name);
                let found = found.ok_or_else(|| NotThere::NoBookmark(name.into()))?;
                (self.lines.index(found.line).ok_or(NotThere::NoLine(found.line))?, found.at)
            }
            Goal::Line(number) => {
                let index = self.lines.index(number).ok_or(NotThere::NoLine(number))?;
                (index, usize::MAX)
            }
        };
        self.seek(line, at).map_err(NotThere::DoesNotFit)
    }

    /// Gives the present place a name. A place that had it loses it.
    pub fn bookmark(&mut self, name: &str) {
        self.lines.bookmarks.retain(|bookmark| bookmark.name != name);
        let (line, at, decisions) = (self.line(), self.table.answers.len(), self.place().0);
        self.lines.bookmarks.push(Bookmark { name: name.into(), line, at, decisions });
    }

    /// The places with names, in the order in which they were given them.
    pub fn bookmarks(&self) -> &[Bookmark] {
        &self.lines.bookmarks
    }

    /// All lines, in the order in which they were begun. To see where they lead the game goes there and comes back.
    pub fn lines(&mut self) -> Vec<Line> {
        let (line, at) = (self.lines.current, self.table.answers.len());
        self.lines.looking = true;
        let mut others: Vec<usize> = (0..self.lines.branches.len()).filter(|index| *index != line).collect();
        // Those that leave last come first: then what comes before need not be played again.
        others.sort_by_key(|index| std::cmp::Reverse(self.lines.branches[*index].from));
        for index in others {
            if self.lines.branches[index].stands.is_none() && self.seek(index, usize::MAX).is_ok() {
                self.note_stand();
            }
        }
        if self.seek(line, usize::MAX).is_ok() {
            self.note_stand();
        }
        let whole = self.whole();
        let mut lines: Vec<Line> =
            (0..self.lines.branches.len()).map(|index| self.describe_line(index, &whole)).collect();
        lines.sort_by_key(|line| line.number);
        let _ = self.seek(line, at);
        self.lines.looking = false;
        lines
    }

    fn describe_line(&self, index: usize, whole: &[Answer]) -> Line {
        let branch = &self.lines.branches[index];
        let count = |answers: &[Answer]| answers.iter().filter(|answer| self.is_decision(answer)).count();
        if index == self.lines.current {
            return Line { number: branch.number, forks: None, decisions: count(whole), stands: branch.stands };
        }
        let path = self.lines.path(index);
        let shared = self.shared(&path, whole);
        let start = self.checkpoints.iter().rev().find(|start| start.answers <= shared);
        let date = start.map_or(date(&self.table.state), |start| date(&start.state));
        let forks = Some((date, count(&whole[..shared])));
        Line { number: branch.number, forks, decisions: count(&path), stands: branch.stands }
    }

    /// Remembers where the present line leads, at its end.
    fn note_stand(&mut self) {
        let (state, outcome) = (&self.table.state, self.outcome());
        let stands = Stands { date: date(state), vp: state.vp, outcome };
        self.lines.branches[self.lines.current].stands = Some(stands);
    }

    /// How many answers two lines have in common, up to a decision.
    fn shared(&self, path: &[Answer], whole: &[Answer]) -> usize {
        let same = path.iter().zip(whole).take_while(|(one, other)| one == other).count();
        match path.get(same) {
            Some(answer) if !self.is_decision(answer) => {
                path[..same].iter().rposition(|answer| self.is_decision(answer)).unwrap_or(0)
            }
            _ => same,
        }
    }

    /// Whether somebody had to decide; a die only if the players roll them.
    fn is_decision(&self, answer: &Answer) -> bool {
        match answer {
            Answer::Choice { .. } => true,
            Answer::Roll { .. } => self.table.dice == Dice::Table,
            Answer::Draw { .. } => false,
        }
    }

    /// Before which answers somebody had to decide.
    fn stops(&self, answers: &[Answer]) -> Vec<usize> {
        (0..answers.len()).filter(|&index| self.is_decision(&answers[index])).collect()
    }

    /// The present line from its beginning to its end.
    pub(super) fn whole(&self) -> Vec<Answer> {
        self.table.answers.iter().chain(&self.lines.ahead).cloned().collect()
    }

    /// The first decision of a season of the present line.
    fn season(&mut self, whole: &[Answer], year: u16, season: Option<Season>) -> Result<usize, NotThere> {
        let at = self.table.answers.len();
        let wanted = |state: &State| {
            let plays = matches!(state.step, Step::Setup | Step::Deal | Step::Action);
            plays && state.year == year && season.is_none_or(|season| state.season == season)
        };
        // What lies ahead is not played yet.
        let looking = std::mem::replace(&mut self.lines.looking, true);
        let reached = self.seek(self.lines.current, usize::MAX);
        let start = self.checkpoints.iter().find(|start| wanted(&start.state)).map(|start| start.answers);
        let back = self.seek(self.lines.current, at);
        self.lines.looking = looking;
        let Some(start) = start else {
            reached.and(back).map_err(NotThere::DoesNotFit)?;
            let season = season.map_or(String::new(), |season| format!("{season} "));
            return Err(NotThere::NoSeason(format!("{season}{year}")));
        };
        Ok(self.stops(whole).into_iter().find(|stop| *stop >= start).unwrap_or(whole.len()))
    }

    /// Goes to a place on a line, or to its end; or, if an answer does not fit any more, as far towards it as possible.
    pub(super) fn seek(&mut self, line: usize, at: usize) -> Result<(), Halt> {
        let path = self.switch(line);
        let mut at = at.min(path.len());
        let mut reason = None;
        loop {
            let same = path[..at].iter().zip(&self.table.answers).take_while(|(one, other)| one == other).count();
            self.table.answers.truncate(same);
            self.drop_checkpoints();
            self.table.answers.extend_from_slice(&path[same..at]);
            self.lines.ahead = path[at..].iter().cloned().collect();
            let result = self.proceed();
            let all_used = self.table.next >= at;
            match result {
                Ok(()) if all_used => return reason.map_or(Ok(()), Err),
                Ok(()) => reason = reason.or(Some(Halt::Misfit(Default::default()))),
                Err(halt) => reason = reason.or(Some(halt)),
            }
            let upto = (self.table.next + 1).min(at);
            match path[..upto].iter().rposition(|answer| self.is_decision(answer)) {
                Some(stop) => at = stop,
                None => return reason.map_or(Ok(()), Err),
            }
        }
    }

    /// Makes a line the present one, and returns its answers. What the game knows is still that of the other one.
    fn switch(&mut self, line: usize) -> Vec<Answer> {
        let whole = self.whole();
        if line == self.lines.current {
            return whole;
        }
        let ended = self.lines.ahead.is_empty() && self.broken.is_none();
        if ended {
            self.note_stand();
        }
        let current = &mut self.lines.branches[self.lines.current];
        current.tail = whole[current.from.min(whole.len())..].to_vec();
        self.lines.current = line;
        self.lines.path(line)
    }

    /// Keeps a line that is left, if it has more than the first `at` of its answers.
    pub(super) fn leave_line(&mut self, whole: Vec<Answer>, at: usize) {
        if whole.len() > at {
            self.lines.fork(whole, at);
        }
    }

    /// The next decision of the line, if one lies ahead. Returns whether the game moved.
    pub(super) fn forward(&mut self) -> bool {
        let known = self.table.answers.len();
        let rest = self.lines.ahead.iter().skip(1).position(|answer| self.is_decision(answer));
        let at = rest.map_or(usize::MAX, |rest| known + 1 + rest);
        if self.looks_back() {
            let _ = self.seek(self.lines.current, at);
        }
        self.table.answers.len() > known
    }
}

/// The one that comes as the `times`th, or else the last.
fn nth(stops: impl Iterator<Item = usize>, times: usize) -> Option<usize> {
    stops.take(times.max(1)).last()
}

fn date(state: &State) -> Date {
    (state.year, state.season)
}
