//! Going back and forth in time: `back`, `step`, `goto`, `bookmark`, `branches`, `branch`.

use super::{Reply, Session, Trouble, plain};
use crate::front::{Extras as _, Front};
use crate::prompt::autosave::Wish;
use crate::prompt::unfinished;
use crate::text::columns::beside;
use crate::text::names::fold;
use crate::text::style::{DIM, paint};
use wilderness_engine::game::{Goal, Line, NotThere};
use wilderness_engine::record::Bookmark;

/// A command about time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Time<F: Front> {
    /// So many decisions back.
    Back(usize),
    /// So many forward, along the line.
    Step(usize),
    /// To a place.
    Goto(Place<F>),
    /// Name this place, or list the names.
    Bookmark(Option<String>),
    /// List the lines.
    Branches,
    /// Return to a line.
    Branch(usize),
    /// Say whether the game is written to a file all the time, or change it.
    Autosave(Option<Wish>),
}

/// Where to go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place<F: Front> {
    /// The first decision.
    Start,
    /// The end of the line.
    End,
    /// A time of the game.
    Time(F::Time),
    /// A bookmark.
    Named(String),
}

impl<F: Front> Time<F> {
    /// The words with which such commands begin.
    pub const WORDS: [&str; 7] = ["back", "step", "goto", "bookmark", "branches", "branch", "autosave"];

    /// Reads such a command; nothing if the arguments do not fit.
    pub fn read(word: &str, rest: &str) -> Option<Time<F>> {
        let times = || if rest.is_empty() { Some(1) } else { rest.parse().ok().filter(|times| *times > 0) };
        match word {
            "back" => times().map(Time::Back),
            "step" => times().map(Time::Step),
            "goto" => place(rest).map(Time::Goto),
            "bookmark" if rest.is_empty() => Some(Time::Bookmark(None)),
            // What `goto` takes for another place, or a record for a remark, is no name.
            "bookmark" => match place::<F>(rest) {
                Some(Place::Named(name)) if !name.contains('#') => Some(Time::Bookmark(Some(name))),
                _ => None,
            },
            "branches" if rest.is_empty() => Some(Time::Branches),
            "branch" if rest.is_empty() => Some(Time::Branches),
            "branch" => rest.parse().ok().map(Time::Branch),
            "autosave" => match fold(rest).as_str() {
                "" => Some(Time::Autosave(None)),
                "on" => Some(Time::Autosave(Some(Wish::On))),
                "off" => Some(Time::Autosave(Some(Wish::Off))),
                "now" => Some(Time::Autosave(Some(Wish::Now))),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A name in one spacing, so that it is found again.
fn name(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn place<F: Front>(rest: &str) -> Option<Place<F>> {
    let words: Vec<String> = rest.split_whitespace().map(fold).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Some(match words.as_slice() {
        [] => return None,
        ["start"] => Place::Start,
        ["end"] => Place::End,
        words => F::read_time(words).map_or_else(|| Place::Named(name(rest)), Place::Time),
    })
}

impl<F: Front> Session<F> {
    /// Who plays, and with which scripts, for the one who takes the game up.
    pub(super) fn seats(&self) -> String {
        unfinished::write_seats::<F>(&self.bots, &self.origin)
    }

    /// Does what a command about time says.
    ///
    /// # Errors
    /// Why the game does not get there.
    pub(super) fn travel(&mut self, time: &Time<F>) -> Result<Reply, Trouble> {
        match time {
            Time::Back(times) => {
                let gone = self.game.go(Goal::Back(*times)).and_then(|()| self.back_to_the_learner());
                self.arrived(gone, usize::MAX)
            }
            Time::Step(times) => {
                // What a step leads to is news.
                let told = self.game.log().len();
                let gone = self.game.go(Goal::Step(*times));
                self.arrived(gone, told)
            }
            Time::Goto(Place::Start) => self.go(Goal::Start),
            Time::Goto(Place::End) => self.go(Goal::End),
            Time::Goto(Place::Time(time)) => self.go(Goal::Time(*time)),
            Time::Goto(Place::Named(name)) => self.go(Goal::Bookmark(name)),
            Time::Branch(number) => self.go(Goal::Line(*number)),
            Time::Bookmark(Some(name)) => {
                self.game.bookmark(name);
                Ok(Reply::Text(format!("`goto {name}` leads back to here\n")))
            }
            Time::Bookmark(None) => Ok(Reply::Text(self.bookmarks())),
            Time::Branches => Ok(Reply::Text(self.branches())),
            Time::Autosave(wish) => Ok(Reply::Autosave(*wish)),
        }
    }

    fn go(&mut self, goal: Goal<'_, F>) -> Result<Reply, Trouble> {
        if matches!(goal, Goal::Line(_) | Goal::Bookmark(_)) {
            // The commands of this line are not those of another.
            self.begun.clear();
        }
        let gone = self.game.go(goal);
        self.arrived(gone, usize::MAX)
    }

    /// Tells where the game stands; what stood in the log before `told` is no news.
    fn arrived(&mut self, gone: Result<(), NotThere<F>>, told: usize) -> Result<Reply, Trouble> {
        let moved = matches!(gone, Ok(()) | Err(NotThere::DoesNotFit(_)));
        if moved {
            self.extras.moved();
            self.asks_at = Some(self.game.answers());
            let known = self.game.answers();
            self.begun.retain(|begun| *begun < known);
            self.told = told.min(self.game.log().len());
            self.keyboard.browsing = self.game.looks_back();
        }
        match gone {
            Ok(()) => Ok(Reply::Moved(self.situation())),
            Err(reason) if moved => Err(Trouble::Midway { reason: reason.to_string(), now: self.situation() }),
            Err(reason @ NotThere::NoBookmark(_)) => Err(plain(format!("{reason}; `bookmark` lists them{}", F::TIMES))),
            Err(reason @ NotThere::NoLine(_)) => Err(plain(format!("{reason}; `branches` lists them"))),
            Err(reason) => Err(plain(reason)),
        }
    }

    /// Says where the game stands on its line, if there is more of it.
    pub(super) fn looking_back(&self) -> String {
        if !self.game.looks_back() {
            return String::new();
        }
        let (made, all) = self.game.place();
        let place = format!("looking back: decision {} of {all}", made + 1);
        let hint = if self.sees_decision() { ", another choice branches off" } else { "" };
        format!("{} (`step` goes on{hint})\n", paint(DIM, place))
    }

    /// The same for the prompt.
    pub(super) fn looking_back_briefly(&self) -> String {
        let (made, all) = self.game.place();
        if self.game.looks_back() { format!(" ({} of {all})", made + 1) } else { String::new() }
    }

    fn bookmarks(&self) -> String {
        if self.game.bookmarks().is_empty() {
            return "there are no bookmarks; `bookmark NAME` sets one\n".into();
        }
        let line = |mark: &Bookmark| format!("{}: branch {}, decision {}\n", mark.name, mark.line, mark.decisions + 1);
        self.game.bookmarks().iter().map(line).collect()
    }

    fn branches(&mut self) -> String {
        let lines = self.game.lines();
        let mut text = String::new();
        for line in &lines {
            let mark = if line.forks.is_none() { '*' } else { ' ' };
            text.push_str(&beside(&format!("{mark} {}", line.number), 6, &self.describe(line)));
            text.push('\n');
        }
        match lines.len() {
            1 => text + "another choice where you look back (`back`, `goto`) begins a branch\n",
            _ => text + "`branch N` leads to the end of one\n",
        }
    }

    /// "leaves this line at decision 41 (Early Season 1757); 97 decisions, to Late Season 1757, VP French 4"
    fn describe(&self, line: &Line<F>) -> String {
        let forks = line
            .forks
            .map_or("this line".into(), |(when, made)| format!("leaves this line at decision {} ({})", made + 1, when));
        let many = if line.decisions == 1 { "" } else { "s" };
        let ends = match line.stands {
            None => "; it does not fit the scripts of today".to_string(),
            Some(stands) => match stands.outcome {
                Some(outcome) => format!(", to its end in {}: {}", stands.time, F::result(outcome)),
                None => format!(", to {}, {}", stands.time, F::score(stands.vp)),
            },
        };
        let bookmarks = self.game.bookmarks();
        let here = bookmarks.iter().filter(|mark| mark.line == line.number);
        let marks: Vec<String> = here.map(|mark| format!("`{}`", mark.name)).collect();
        let marks = if marks.is_empty() { String::new() } else { format!("; bookmarks {}", marks.join(", ")) };
        format!("{forks}; {} decision{many}{ends}{marks}", line.decisions)
    }
}
