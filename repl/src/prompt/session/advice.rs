//! Advice: what a bot would answer here, why the bots answered as they did, and what decided the game.

use super::{Reply, Session, Trouble, plain};
use crate::interrupt;
use crate::options::series::threads;
use crate::progress::{Progress, shown};
use crate::prompt::analysed;
use crate::prompt::front::Front;
use crate::prompt::menu::Menu;
use crate::text::columns::beside;
use std::sync::Arc;
use wilderness_engine::analysis::{Analysis, AnalysisOptions, Depth};
use wilderness_engine::{Agent, Explanation, Game};
use wilderness_lab::Player;

/// The most answers of a hint.
const MOST: usize = 10;
/// The most reasons of an explanation.
const MOST_REASONS: usize = 3;

impl<F: Front> Session<F> {
    /// What the greedy bot would answer here, with the answers that follow, and why.
    ///
    /// # Errors
    /// When no question is open to the viewer.
    pub(super) fn hint(&self) -> Result<String, Trouble> {
        self.advised().map(|(text, _)| text)
    }

    /// The same, and the answer.
    ///
    /// # Errors
    /// When no question is open to the viewer.
    pub fn advised(&self) -> Result<(String, F::Choice), Trouble> {
        self.is_yours()?;
        let menu = Menu::of(&self.game).ok_or_else(|| plain("no question is open"))?;
        let side = menu.decision.side;
        let mut bot = Player::Greedy.agent::<F>(self.game.header().seed, side, 1, Arc::default());
        let choice = bot.choose(&self.game.view(side), &menu.decision);
        let item = menu.items.iter().find(|item| item.choices.contains(&choice));
        let number = item.map(|item| item.number.as_str()).unwrap_or_default();
        let reason = bot.explain(self.game.scripts(), self.game.scenario()).map(|why| why.sentence);
        let mut advice = Advice { answers: vec![menu.named(&self.game, choice)], reason };
        if let Some(copy) = self.game.copies().suppose(side) {
            advice.follow(copy, &mut *bot, choice);
        }
        let answers = advice.answers.join(", ");
        let reason = advice.reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        let text = beside("hint: ", 6, format!("{number} {answers}{reason}").trim_start());
        Ok((format!("{text}\n"), choice))
    }

    /// Why the bots answered as they did in the last turn in which they gave a reason, as a sentence.
    pub(super) fn explain(&self) -> String {
        let reasons = self.game.why().reasons_of_last_step();
        let Some(first) = reasons.first() else { return "No bot has given a reason.\n".into() };
        let mut clauses: Vec<&str> = Vec::new();
        for reason in reasons.iter().filter(|reason| reason.side == first.side) {
            let Explanation { sentence, openly } = &reason.explanation;
            let clause = if self.game.now().is_shown(reason.side) { sentence } else { openly };
            if !clauses.contains(&clause.as_str()) {
                clauses.push(clause);
            }
        }
        let more = match clauses.len().saturating_sub(MOST_REASONS) {
            0 => "",
            1 => "; and so on for 1 more choice",
            more => &format!("; and so on for {more} more choices"),
        };
        clauses.truncate(MOST_REASONS);
        beside("", 0, &format!("{}: {}{more}", first.side, clauses.join("; "))) + "\n"
    }

    /// What decided the game up to here: with all cards open if it is over, and otherwise as the viewer saw it. Ctrl-C
    /// ends it with what is known so far.
    ///
    /// # Errors
    /// Where nothing has happened yet, or where the viewer would see what another player holds.
    pub(super) fn analyse(&self, depth: Depth) -> Result<String, Trouble> {
        self.is_yours()?;
        if self.game.past().answers() == 0 {
            return Err(plain("nothing has happened yet that could be analysed"));
        }
        let seer = Some(self.viewer()).filter(|_| self.game.outcome().is_none());
        if seer.is_some_and(|seer| !self.game.now().is_shown(seer)) {
            return Err(plain("no side is played here, and the game can be analysed for all once it is over"));
        }
        let steps = Progress::of_steps(self.game.past().step_count() as u64);
        let (analysis, _) = shown(&steps, threads(None), |threads| {
            let (stop, tick) = (&threads.stop, threads.tick);
            Analysis::of(&self.game, &AnalysisOptions { depth, seer, threads: threads.count, stop, tick })
        });
        Ok(analysed::text(&self.game, &analysis))
    }

    /// Lets the greedy bot answer for the viewer's side until the viewer's first decision in the next turn, or
    /// until Ctrl-C.
    ///
    /// # Errors
    /// When no question is open to the viewer.
    pub(super) fn until_next_time(&mut self) -> Result<Reply, Trouble> {
        self.is_yours()?;
        let side = self.game.decision().map(|open| open.side).ok_or_else(|| plain("no question is open"))?;
        self.may_leave_line(None)?;
        let (seat, now) = (self.game.now().seat(side), self.game.now().time());
        let mut bot = Player::Greedy.agent::<F>(self.game.header().seed, side, 1, Arc::default());
        while self.game.now().time() == now
            && !interrupt::take()
            && let Some(open) = self.game.decision().filter(|open| self.game.now().seat(open.side) == seat).cloned()
        {
            let choice = bot.choose(&self.game.view(side), &open);
            self.game.choose(choice).map_err(plain)?;
        }
        self.forget_sentences();
        Ok(Reply::Moved(self.situation()))
    }
}

/// What a bot would do.
struct Advice {
    answers: Vec<String>,
    /// The reason of the first one that has any.
    reason: Option<String>,
}

impl Advice {
    /// Adds what the bot answers after a choice, as long as its side is asked within the same step of the game and
    /// nothing is left to chance.
    fn follow<F: Front>(&mut self, mut copy: Game<F>, bot: &mut dyn Agent<F>, choice: F::Choice) {
        let Some(side) = copy.decision().map(|open| open.side) else { return };
        let mut next = choice;
        while copy.choose(next).is_ok() && copy.now().broken().is_none() && !copy.past().history_of_step().is_empty() {
            let Some(menu) = Menu::of(&copy).filter(|menu| menu.decision.side == side) else { break };
            if self.answers.len() == MOST {
                self.answers.push("…".into());
                break;
            }
            next = bot.choose(&copy.view(side), &menu.decision);
            self.answers.push(menu.named(&copy, next));
            self.reason =
                self.reason.take().or_else(|| bot.explain(copy.scripts(), copy.scenario()).map(|why| why.sentence));
        }
    }
}
