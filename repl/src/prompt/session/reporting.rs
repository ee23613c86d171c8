//! The reports of a session: the prompt, the news, and the open decision.

use super::Session;
use crate::interrupt;
use crate::prompt::editor::LinePrompt;
use crate::prompt::front::{Front, Origin as _, Sentences};
use crate::prompt::menu::Menu;
use crate::prompt::stopped;
use crate::text::names::capital;
use crate::text::style::{BOLD, DIM, paint};
use wilderness_engine::content::Edition;
use wilderness_engine::{Game, Side as _};

/// The maximum number of entries reported after a choice; only bots that play each other produce more.
const MOST_NEWS: usize = 60;

impl<F: Front> Session<F> {
    /// The scenario and the seed; the edition of the content, if it is an earlier one.
    pub fn title(&self) -> String {
        let edition = match self.game.header().edition {
            Edition::Present => String::new(),
            Edition::Earlier(number) => format!(", edition {number} of the content, as when the game began"),
        };
        let facts = paint(DIM, format!("seed {}{edition}", self.game.header().seed));
        format!("{} ({facts})\n", F::title(&self.game))
    }

    /// The content in use.
    pub fn origin(&self) -> String {
        let hint = if !self.origin.is_program() { " (`watch on` picks up your changes)" } else { "" };
        let made_by = F::made_by(self.game.scripts());
        let comma = if made_by.is_empty() { "" } else { ", " };
        format!("{}{comma}{made_by}{hint}.\n", self.origin.sentence())
    }

    /// The prompt for piped input: the deciding side.
    pub fn prompt(&self) -> String {
        if let Some(stop) = self.game.debugger().stop() {
            return format!("{}> ", stop.place);
        }
        if let Some(prompt) = self.cover_prompt() {
            return prompt;
        }
        let place = self.looking_back_briefly();
        self.game.decision().map_or(format!("{place}> "), |decision| format!("{}{place}> ", decision.side))
    }

    /// The prompt at a terminal: date, victory points, deciding side and question.
    pub fn typed_prompt(&self) -> LinePrompt {
        if let Some(text) = self.cover_prompt() {
            // The history of one player is not offered to the other.
            return LinePrompt { forgets: true, ..LinePrompt::plain(&text) };
        }
        let lexicon = F::Sentences::lexicon(&self.game);
        let Some(decision) = self.game.decision() else {
            return LinePrompt { text: self.prompt(), style: DIM, lexicon, typed: String::new(), forgets: false };
        };
        let place = self.looking_back_briefly();
        let about = if self.sees_decision() { F::topic(&decision.ask) } else { "" };
        let asked = [&decision.side.to_string(), about].join(" ");
        let text = format!("{} | {}{place}> ", F::briefly(&self.game), asked.trim_end());
        LinePrompt { text, style: F::style(decision.side), lexicon, typed: String::new(), forgets: false }
    }

    /// The news since the last call, and the open decision.
    pub fn situation(&mut self) -> String {
        self.tutorial_plays();
        let end = self.lesson_end();
        self.answer_automatically();
        self.pass_keyboard();
        if let Some(page) = self.page() {
            return page.into();
        }
        let mut text = self.fresh_news();
        self.note_told();
        if let Some(halt) = self.game.now().broken() {
            text.push_str(&format!("the game cannot continue: {halt}\n`undo` undoes the last choice.\n"));
            return text;
        }
        if let Some(stop) = self.game.debugger().stop() {
            return text + stopped::render(stop).as_str();
        }
        if self.bots_stopped() {
            interrupt::take();
            return text + "\n" + bots_stopped(&self.game).as_str();
        }
        text.push_str(&self.looking_back());
        text.push('\n');
        text + self.briefing().as_str()
            + choices(&self.game).as_str()
            + self.still_to_do().as_str()
            + self.instruction().as_str()
            + end.as_str()
    }

    /// What the deciding side should know where its turn begins, if the viewer may see it.
    fn briefing(&self) -> String {
        let open = self.game.decision().filter(|_| self.sees_decision() && !self.game.past().looks_back());
        open.map(|decision| F::briefing(&self.game, decision)).unwrap_or_default()
    }

    /// The news since the last report.
    pub(super) fn fresh_news(&mut self) -> String {
        let log = self.game.log();
        let from = self.told.min(log.len());
        let fresh = &log[from..];
        let skipped = fresh.len().saturating_sub(MOST_NEWS);
        let mut text = String::new();
        if skipped > 0 {
            text.push_str(&F::chapters(&self.game, from..from + skipped));
            text.push_str(&format!("{}\n", paint(DIM, format!("… {skipped} earlier entries (`log {}`)", fresh.len()))));
        }
        // The ending is reported below.
        let ended = usize::from(fresh.last().is_some_and(F::tells_the_end));
        let (from, upto) = (from + skipped, from + fresh.len() - ended);
        text.push_str(&self.news(from, upto));
        text
    }

    /// News for a range of log entries, with the script calls in between.
    fn news(&mut self, from: usize, upto: usize) -> String {
        let traced = self.game.debugger_mut().take_traced();
        let (mut from, mut text) = (from, String::new());
        for call in traced {
            let next = call.log.clamp(from, upto.max(from));
            text.push_str(&F::news(&self.game, from..next));
            text.push_str(&stopped::line(&call));
            from = next;
        }
        text + F::news(&self.game, from..upto.max(from)).as_str()
    }

    /// Whether bots that play each other have been stopped.
    pub(crate) fn bots_stopped(&self) -> bool {
        let bot = self.game.decision().is_some_and(|decision| self.game.now().has_agent(decision.side));
        bot && !self.game.past().looks_back()
    }

    /// The open decision with its choices, or the stopped script.
    pub(crate) fn shown(&self) -> String {
        self.game.debugger().stop().map_or_else(|| choices(&self.game), stopped::render)
    }

    /// The state of the game in a line, for the end of the session.
    pub fn farewell(&self) -> String {
        format!("{}\n", F::standing(&self.game))
    }
}

/// The message when bots that play each other were stopped.
fn bots_stopped<F: Front>(game: &Game<F>) -> String {
    let first = game.sides().first();
    let id = first.id();
    format!("The bots have stopped: `go on` lets them play on, and `bot {id} off`\ngives you the {first}.\n")
}

/// The open decision with its choices, if the viewer may see them.
fn choices<F: Front>(game: &Game<F>) -> String {
    match Menu::of(game) {
        None => over(game),
        Some(menu) if game.now().is_shown(menu.decision.side) => menu.with_chances(game).render(game),
        // In the past, the outcome reveals the question anyway; an open question may reveal a card.
        Some(menu) => {
            let question = if game.past().looks_back() { menu.question() } else { String::new() };
            let side = F::in_sentences(game.scripts(), menu.decision.side);
            format!("{}{question}It is for {side} to decide.\n", menu.heading(game))
        }
    }
}

/// The message when the game is over.
fn over<F: Front>(game: &Game<F>) -> String {
    let result = game.outcome().map_or_else(|| "the game cannot continue".to_string(), F::result);
    let (result, score) = (capital(&result), capital(&F::scores(&game.now().scores())));
    let then = "`undo` undoes the last choice, `new` begins another game.";
    format!("{}{}\n{score}. {then}\n", F::ending(game), paint(BOLD, result + "."))
}
