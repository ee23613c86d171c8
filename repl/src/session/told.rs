//! What is told of the game: the prompt, the news, and what is to be decided.

use super::{Reply, Session, Trouble, plain};
use crate::columns::{WIDTH, wrap};
use crate::command::Topic;
use crate::describe;
use crate::editor::Prompt;
use crate::interrupt;
use crate::lexicon::Lexicon;
use crate::menu::Menu;
use crate::news;
use crate::show;
use crate::stopped;
use crate::style::{self, DIM, paint};
use wilderness_core::Side;

/// So many entries are told after a choice; more than that happens only when the machine plays both sides.
const MOST_NEWS: usize = 60;

/// What is said when machines that play among themselves were stopped.
const MACHINES_WAIT: &str =
    "The machines have stopped: `go on` lets them play on, and `bot french off`\ngives you the French.\n";

impl Session {
    /// What is being played, and with which seed.
    pub fn title(&self) -> String {
        let scenario = self.game.scenario();
        let years = match (scenario.first_year, scenario.last_year) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}-{last}"),
        };
        let seed = paint(DIM, format!("seed {}", self.game.header().seed));
        format!("{}, {years} ({seed})\n", scenario.name)
    }

    /// Which scripts are played with.
    pub fn origin(&self) -> String {
        let hint = if self.cards.directory().is_some() { " (`watch on` takes up what you change)" } else { "" };
        format!("The cards are {}{hint}.\n", self.cards)
    }

    /// The word before the cursor: who decides.
    pub fn prompt(&self) -> String {
        if let Some(stop) = self.game.stop() {
            return format!("{}> ", stop.place);
        }
        let place = self.looking_back_briefly();
        self.game.decision().map_or(format!("{place}> "), |decision| format!("{}{place}> ", decision.side))
    }

    /// What stands before the cursor of a person at a terminal: date, victory points, who decides what.
    pub fn typed_prompt(&self) -> Prompt {
        let state = self.game.state();
        let lexicon = Lexicon::of(&self.game);
        let Some(decision) = self.game.decision() else {
            return Prompt { text: self.prompt(), style: DIM, lexicon };
        };
        let season = state.season.to_string();
        let season = season.split(' ').next().unwrap_or_default();
        let (when, vp) = (format!("{season} {}", state.year), describe::vp(state));
        let place = self.looking_back_briefly();
        let text = format!("{when}, {vp} | {} {}{place}> ", decision.side, decision.ask.kind());
        Prompt { text, style: style::side(decision.side), lexicon }
    }

    /// What has happened since this was last asked, and what is to be decided now.
    pub fn situation(&mut self) -> String {
        self.tutorial_plays();
        let log = self.game.log();
        let from = self.told.min(log.len());
        let fresh = &log[from..];
        let skipped = fresh.len().saturating_sub(MOST_NEWS);
        let mut text = String::new();
        if skipped > 0 {
            text.push_str(&format!("{}\n", paint(DIM, format!("… {skipped} entries before (`log {}`)", fresh.len()))));
        }
        // How the game ended is said below.
        let ended =
            usize::from(self.game.outcome().is_some() && fresh.last().is_some_and(|entry| entry.rule == "13.1"));
        let (from, upto) = (from + skipped, from + fresh.len() - ended);
        text.push_str(&self.news(from, upto));
        self.told = self.game.log().len();
        if let Some(halt) = self.game.broken() {
            text.push_str(&format!("the game cannot go on: {halt}\n`undo` takes the last choice back.\n"));
            return text;
        }
        if let Some(stop) = self.game.stop() {
            return text + stopped::render(stop).as_str();
        }
        if self.machines_wait() {
            interrupt::take();
            return text + "\n" + MACHINES_WAIT;
        }
        text.push_str(&self.looking_back());
        text.push('\n');
        text + self.choices().as_str() + self.rest_note().as_str() + self.instruction().as_str()
    }

    /// Why the machines chose as they did since the last answer.
    pub(super) fn explain(&self) -> String {
        let reasons = self.game.reasons();
        if reasons.is_empty() {
            return "No machine has given a reason since your last answer.\n".into();
        }
        let line = |(side, reason): &(Side, String)| wrap(&format!("{side}: {reason}"), WIDTH).join("\n  ") + "\n";
        reasons.iter().map(line).collect()
    }

    fn choices(&self) -> String {
        Menu::of(&self.game).map_or_else(|| show::over(&self.game), |menu| menu.render(&self.game))
    }

    /// News of the log from one entry up to another, with what scripts have called in between.
    fn news(&mut self, from: usize, upto: usize) -> String {
        let traced = self.game.take_traced();
        let (log, mut from, mut text) = (self.game.log(), from, String::new());
        for call in traced {
            let next = call.log.clamp(from, upto.max(from));
            text.push_str(&news::render(&log[from..next]));
            text.push_str(&stopped::line(&call));
            from = next;
        }
        text + news::render(&log[from..upto.max(from)]).as_str()
    }

    /// Whether the machines, who play among themselves, have been stopped.
    pub(super) fn machines_wait(&self) -> bool {
        let machine = self.game.decision().is_some_and(|decision| self.game.has_agent(decision.side));
        machine && !self.game.looks_back()
    }

    /// Two people share the screen: they see the hand of the side that decides. At the end they see their own.
    pub(super) fn show(&self, topic: &Topic) -> Result<Reply, Trouble> {
        if let (Topic::Choices, Some(stop)) = (topic, self.game.stop()) {
            return Ok(Reply::Text(stopped::render(stop)));
        }
        let people = |side: &Side| self.bots[self.game.state().seat(*side)].is_none();
        let hands: Vec<Side> = match self.game.decision() {
            Some(decision) => vec![decision.side],
            None => Side::BOTH.into_iter().collect(),
        };
        let hands: Vec<Side> = hands.into_iter().filter(people).collect();
        show::show(&self.game, topic, &hands).map(Reply::Text).map_err(plain)
    }

    /// A line about the state of the game, for the end of the session.
    pub fn farewell(&self) -> String {
        format!("{} {}, {}\n", self.game.state().season, self.game.state().year, describe::vp(self.game.state()))
    }
}
