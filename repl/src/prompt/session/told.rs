//! What is told of the game: the prompt, the news, and what is to be decided.

use super::{Reply, Session, Trouble, plain};
use crate::interrupt;
use crate::prompt::command::Topic;
use crate::prompt::editor::Prompt;
use crate::prompt::stopped;
use crate::text::columns::{WIDTH, wrap};
use crate::text::style::{self, DIM, paint};
use crate::war::describe;
use crate::war::lexicon::Lexicon;
use crate::war::news;
use crate::war::show;
use wilderness_war::Side;
use wilderness_war::log::Happened;

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
        let hint = if !self.origin.places().is_program() { " (`watch on` takes up what you change)" } else { "" };
        let what = if self.origin.places().root.is_some() { "Cards and scenarios are" } else { "The cards are" };
        format!("{what} {}{hint}.\n", self.origin)
    }

    /// The word before the cursor: who decides.
    pub fn prompt(&self) -> String {
        if let Some(stop) = self.game.stop() {
            return format!("{}> ", stop.place);
        }
        if let Some(prompt) = self.cover_prompt() {
            return prompt;
        }
        let place = self.looking_back_briefly();
        self.game.decision().map_or(format!("{place}> "), |decision| format!("{}{place}> ", decision.side))
    }

    /// What stands before the cursor of a person at a terminal: date, victory points, who decides what.
    pub fn typed_prompt(&self) -> Prompt {
        if let Some(text) = self.cover_prompt() {
            // The lines of the other player are nothing for the next one.
            return Prompt { forgets: true, ..Prompt::plain(&text) };
        }
        let state = self.game.state();
        let lexicon = Lexicon::of(&self.game);
        let Some(decision) = self.game.decision() else {
            return Prompt { text: self.prompt(), style: DIM, lexicon, forgets: false };
        };
        let season = state.season.to_string();
        let season = season.split(' ').next().unwrap_or_default();
        let (when, vp) = (format!("{season} {}", state.year), describe::vp(state));
        let place = self.looking_back_briefly();
        let about = if self.sees_decision() { describe::question(&decision.ask) } else { "" };
        let text = format!("{when}, {vp} | {}", [&decision.side.to_string(), about].join(" ").trim_end());
        let text = format!("{text}{place}> ");
        Prompt { text, style: style::side(decision.side), lexicon, forgets: false }
    }

    /// What has happened since this was last asked, and what is to be decided now.
    pub fn situation(&mut self) -> String {
        self.tutorial_plays();
        self.answer_by_itself();
        self.pass_keyboard();
        if let Some(page) = self.page() {
            return page.into();
        }
        let mut text = self.unheard();
        self.note_told();
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
        text + show::choices(&self.game).as_str() + self.rest_note().as_str() + self.instruction().as_str()
    }

    /// What has happened since this was last told.
    pub(super) fn unheard(&mut self) -> String {
        let log = self.game.log();
        let from = self.told.min(log.len());
        let fresh = &log[from..];
        let skipped = fresh.len().saturating_sub(MOST_NEWS);
        let mut text = String::new();
        if skipped > 0 {
            text.push_str(&format!("{}\n", paint(DIM, format!("… {skipped} entries before (`log {}`)", fresh.len()))));
        }
        // How the game ended is said below.
        let ended = usize::from(fresh.last().is_some_and(|entry| matches!(entry.what, Happened::GameOver { .. })));
        let (from, upto) = (from + skipped, from + fresh.len() - ended);
        text.push_str(&self.news(from, upto));
        text
    }

    /// Why the machines chose as they did since the last answer.
    pub(super) fn explain(&self) -> String {
        let reasons = self.game.reasons();
        if reasons.is_empty() {
            return "No machine has given a reason since your last answer.\n".into();
        }
        let line = |(side, reason): &(Side, String)| wrap(&format!("{side}: {reason}"), WIDTH - 2).join("\n  ") + "\n";
        reasons.iter().map(line).collect()
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

    /// Shows something, as far as those who look may see it.
    pub(super) fn show(&self, topic: &Topic) -> Result<Reply, Trouble> {
        if let (Topic::Choices, Some(stop)) = (topic, self.game.stop()) {
            return Ok(Reply::Text(stopped::render(stop)));
        }
        let shown: Vec<Side> = Side::BOTH.into_iter().filter(|side| self.game.is_shown(*side)).collect();
        let viewer = self.viewer();
        // With open hands, it is the hand of the one who decides.
        let hands = if self.game.decision().is_some() && shown.len() > 1 { vec![viewer] } else { shown };
        show::show(&self.game, topic, viewer, &hands).map(Reply::Text).map_err(plain)
    }

    /// A line about the state of the game, for the end of the session.
    pub fn farewell(&self) -> String {
        format!("{} {}, {}\n", self.game.state().season, self.game.state().year, describe::vp(self.game.state()))
    }
}
