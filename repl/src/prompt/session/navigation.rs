//! Navigation: `back`, `step`, `goto`, `bookmark`, `branches`, `branch`.

use super::{Reply, Session, Trouble, plain};
use crate::prompt::autosave::AutosaveRequest;
use crate::prompt::front::Front;
use crate::prompt::unfinished;
use crate::text::columns::beside;
use crate::text::names::fold;
use crate::text::style::{DIM, paint};
use wilderness_engine::record::Bookmark;
use wilderness_engine::{Branch, Goal, NotThere};

/// A navigation command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Navigation<F: Front> {
    /// To a point from which another branch may begin, whatever has been revealed since.
    Forced(Box<Navigation<F>>),
    /// Back by this many decisions.
    Back(usize),
    /// Forward by this many, along the branch.
    Step(usize),
    /// To a point.
    Goto(Destination<F>),
    /// Name this point, or list the bookmarks.
    Bookmark(Option<String>),
    /// List the branches.
    Branches,
    /// Switch to a branch.
    Branch(usize),
    /// Show or change autosave.
    Autosave(Option<AutosaveRequest>),
}

/// A destination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination<F: Front> {
    /// The first decision.
    Start,
    /// The end of the branch.
    End,
    /// A date of the game.
    Time(F::Time),
    /// A bookmark.
    Named(String),
}

impl<F: Front> Navigation<F> {
    /// The names of these commands.
    pub const WORDS: [&str; 7] = ["back", "step", "goto", "bookmark", "branches", "branch", "autosave"];

    /// Parses such a command; nothing if the arguments are wrong.
    pub fn read(word: &str, rest: &str) -> Option<Navigation<F>> {
        let forced = rest.strip_suffix("--force").filter(|_| matches!(word, "back" | "goto" | "branch"));
        if let Some(rest) = forced {
            return Navigation::read(word, rest.trim_end()).map(|to| Navigation::Forced(Box::new(to)));
        }
        let times = || if rest.is_empty() { Some(1) } else { rest.parse().ok().filter(|times| *times > 0) };
        match word {
            "back" => times().map(Navigation::Back),
            "step" => times().map(Navigation::Step),
            "goto" => place(rest).map(Navigation::Goto),
            "bookmark" if rest.is_empty() => Some(Navigation::Bookmark(None)),
            // A name must not be another destination of `goto`, or a comment in a record.
            "bookmark" => match place::<F>(rest) {
                Some(Destination::Named(name)) if !name.contains('#') => Some(Navigation::Bookmark(Some(name))),
                _ => None,
            },
            "branches" if rest.is_empty() => Some(Navigation::Branches),
            "branch" if rest.is_empty() => Some(Navigation::Branches),
            "branch" => rest.parse().ok().map(Navigation::Branch),
            "autosave" => match fold(rest).as_str() {
                "" => Some(Navigation::Autosave(None)),
                "on" => Some(Navigation::Autosave(Some(AutosaveRequest::On))),
                "off" => Some(Navigation::Autosave(Some(AutosaveRequest::Off))),
                "now" => Some(Navigation::Autosave(Some(AutosaveRequest::Now))),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A name with normalized spaces, so that it is found again.
fn name(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn place<F: Front>(rest: &str) -> Option<Destination<F>> {
    let words: Vec<String> = rest.split_whitespace().map(fold).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Some(match words.as_slice() {
        [] => return None,
        ["start"] => Destination::Start,
        ["end"] => Destination::End,
        words => F::read_time(words).map_or_else(|| Destination::Named(name(rest)), Destination::Time),
    })
}

impl<F: Front> Session<F> {
    /// The players and the origin of the content, for resuming.
    pub(super) fn seats(&self) -> String {
        unfinished::write_seats::<F>(self.game.sides(), &self.bots, &self.origin)
    }

    /// Whether the players may go back to look: not two of them at one game who sit apart.
    pub fn may_browse(&self) -> bool {
        !(self.is_apart() && self.several_people())
    }

    /// The branches of the game in words, as far as the players may go to them.
    pub fn branch_list(&mut self) -> Vec<String> {
        if !self.may_browse() {
            return Vec::new();
        }
        let branches = self.game.past_mut().branches();
        branches.iter().map(|branch| self.describe(branch)).collect()
    }

    /// Runs a navigation command.
    ///
    /// # Errors
    /// Why the destination cannot be reached.
    pub(super) fn travel(&mut self, time: &Navigation<F>) -> Result<Reply, Trouble> {
        if !self.may_browse() {
            return Err(plain("the other player sits at the same game: the film of the game shows what has been"));
        }
        match time {
            Navigation::Forced(to) => {
                let reply = self.travel(to)?;
                self.keyboard.forced = Some((self.game.past().branch(), self.game.past().answers()));
                Ok(reply)
            }
            Navigation::Back(times) => {
                let gone = self.game.past_mut().go(Goal::Back(*times)).and_then(|()| self.back_to_learner());
                self.arrived(gone, usize::MAX)
            }
            Navigation::Step(times) => {
                // The destination of a step is reported as news.
                let told = self.game.log().len();
                let gone = self.game.past_mut().go(Goal::Step(*times));
                self.arrived(gone, told)
            }
            Navigation::Goto(Destination::Start) => self.go(Goal::Start),
            Navigation::Goto(Destination::End) => self.go(Goal::End),
            Navigation::Goto(Destination::Time(time)) => self.go(Goal::Time(*time)),
            Navigation::Goto(Destination::Named(name)) => self.go(Goal::Bookmark(name)),
            Navigation::Branch(number) => self.go(Goal::Branch(*number)),
            Navigation::Bookmark(Some(name)) => {
                self.game.past_mut().bookmark(name);
                Ok(Reply::Text(format!("`goto {name}` leads back to here\n")))
            }
            Navigation::Bookmark(None) => Ok(Reply::Text(self.bookmarks())),
            Navigation::Branches => Ok(Reply::Text(self.branches())),
            Navigation::Autosave(wish) => Ok(Reply::Autosave(*wish)),
        }
    }

    fn go(&mut self, goal: Goal<'_, F>) -> Result<Reply, Trouble> {
        if matches!(goal, Goal::Branch(_) | Goal::Bookmark(_)) {
            // The commands of one branch cannot be undone on another.
            self.begun.clear();
        }
        let gone = self.game.past_mut().go(goal);
        self.arrived(gone, usize::MAX)
    }

    /// Reports the position; log entries before `told` are not news.
    fn arrived(&mut self, gone: Result<(), NotThere<F>>, told: usize) -> Result<Reply, Trouble> {
        let moved = matches!(gone, Ok(()) | Err(NotThere::DoesNotFit(_)));
        if moved {
            self.forget_sentences();
            self.asks_at = Some(self.game.past().answers());
            let known = self.game.past().answers();
            self.begun.retain(|begun| *begun < known);
            self.told = told.min(self.game.log().len());
            self.keyboard.browsing = self.game.past().looks_back();
            self.undone = false;
        }
        match gone {
            Ok(()) => Ok(Reply::Moved(self.situation())),
            Err(reason) if moved => Err(Trouble::Midway { reason: reason.to_string(), now: self.situation() }),
            Err(reason @ NotThere::NoBookmark(_)) => Err(plain(format!("{reason}; `bookmark` lists them{}", F::TIMES))),
            Err(reason @ NotThere::NoBranch(_)) => Err(plain(format!("{reason}; `branches` lists them"))),
            Err(reason) => Err(plain(reason)),
        }
    }

    /// The position on the branch, if there is more of it.
    pub(super) fn looking_back(&self) -> String {
        if !self.game.past().looks_back() || self.undone {
            return String::new();
        }
        let (made, all) = self.game.past().place();
        let place = format!("looking back: decision {} of {all}", made + 1);
        let hint = if self.sees_decision() { ", a different choice begins a branch" } else { "" };
        format!("{} (`step` goes on{hint})\n", paint(DIM, place))
    }

    /// The same for the prompt.
    pub(super) fn looking_back_briefly(&self) -> String {
        let (made, all) = self.game.past().place();
        if self.game.past().looks_back() && !self.undone { format!(" ({} of {all})", made + 1) } else { String::new() }
    }

    fn bookmarks(&self) -> String {
        if self.game.past().bookmarks().is_empty() {
            return "there are no bookmarks; `bookmark NAME` sets one\n".into();
        }
        let line =
            |mark: &Bookmark| format!("{}: branch {}, decision {}\n", mark.name, mark.branch, mark.decisions + 1);
        self.game.past().bookmarks().iter().map(line).collect()
    }

    fn branches(&mut self) -> String {
        let branches = self.game.past_mut().branches();
        let mut text = String::new();
        for branch in &branches {
            let mark = if branch.forks.is_none() { '*' } else { ' ' };
            text.push_str(&beside(&format!("{mark} {}", branch.number), 6, &self.describe(branch)));
            text.push('\n');
        }
        match branches.len() {
            1 => text + "a different choice at an earlier point (`back`, `goto`) begins a branch\n",
            _ => text + "`branch N` switches to one\n",
        }
    }

    /// "forks from this branch at decision 41 (Early Season 1757); 97 decisions, to Late Season 1757, VP French 4"
    fn describe(&self, branch: &Branch<F>) -> String {
        let forks = branch.forks.map_or("this branch".into(), |(when, made)| {
            format!("forks from this branch at decision {} ({})", made + 1, when)
        });
        let many = if branch.decisions == 1 { "" } else { "s" };
        let ends = match branch.stands {
            None => "; it no longer fits the current scripts".to_string(),
            Some(stands) => match stands.outcome {
                Some(outcome) => format!(", to its end in {}: {}", stands.time, F::result(outcome)),
                None => format!(", to {}, {}", stands.time, F::scores(&stands.scores.pairs(self.game.sides()))),
            },
        };
        let bookmarks = self.game.past().bookmarks();
        let here = bookmarks.iter().filter(|mark| mark.branch == branch.number);
        let marks: Vec<String> = here.map(|mark| format!("`{}`", mark.name)).collect();
        let marks = if marks.is_empty() { String::new() } else { format!("; bookmarks {}", marks.join(", ")) };
        format!("{forks}; {} decision{many}{ends}{marks}", branch.decisions)
    }
}
