//! Questions in plain words: what a line asks for is recognised, and answered by the command for it. If it may be meant in
//! two ways, both are answered, and others are named.

use super::{Reply, Session, Trouble};
use crate::prompt::command;
use crate::prompt::front::Front;
use crate::prompt::heard::Heard;
use crate::prompt::inquiry;
use crate::prompt::intents::{self, Intent};
use crate::prompt::questions;
use crate::prompt::slots::Slots;
use crate::text::columns::{line_width, wrap};
use crate::text::style::{DIM, paint};

/// How far behind the best reading one may be that is answered too: as logarithms of how much likelier that one is.
const CLOSE: f64 = 1.3;
/// How far behind one may be that is named.
const NEAR: f64 = 3.0;
/// From where on a line clearly asks.
const CLEAR: f64 = 2.0;
/// From where on it clearly wants something done.
const ORDERS: f64 = -2.0;
/// The most readings that are looked at.
const MOST_READINGS: usize = 4;
/// The most readings that are named.
const MOST_NAMED: usize = 2;
/// The most lines that two answers together have.
const MOST_LINES: usize = 28;

/// From where on an answer is hardly in doubt.
const SURE: f64 = 2.0;
/// From where on an answer is likelier than not.
const LIKELY: f64 = 0.5;

/// What is said of something that the open question does not take.
const NO_ANSWER: &str = "that is not an answer to";

/// What a line may ask for.
struct PossibleReading {
    /// What it is about.
    about: &'static str,
    /// The lines that answer it, with what is named in their slots.
    lines: Vec<String>,
    /// How far it is behind the best one.
    behind: f64,
}

/// What a line seems to be.
pub(super) struct LineReading {
    readings: Vec<PossibleReading>,
    /// What it may answer to the open question.
    pub(super) answers: &'static [String],
    /// By how much that is better than any other reading.
    sure: f64,
    /// By how much the best reading is better than that the line wants something done.
    asks: f64,
}

impl LineReading {
    /// Whether it asks for something rather than wants something done.
    pub(super) fn is_question(&self) -> bool {
        self.asks > 0.0
    }

    /// Whether it hardly means anything but one of the answers.
    pub(super) fn is_sure(&self) -> bool {
        self.sure > SURE
    }

    /// Whether it means one of the answers rather than anything else.
    pub(super) fn is_likely(&self) -> bool {
        self.sure > LIKELY
    }

    /// Whether it clearly asks, whatever its form.
    pub(super) fn clearly_asks(&self) -> bool {
        self.asks > CLEAR
    }

    /// Whether it clearly wants something done, whatever its form.
    pub(super) fn is_order(&self) -> bool {
        self.asks < ORDERS
    }
}

impl<F: Front> Session<F> {
    /// What a line may ask for, the most likely first.
    pub(super) fn read(&self, line: &str) -> LineReading {
        let heard = Heard::new(&self.game, None, &questions::spelt(&self.game, line));
        let ranked = intents::ranked(&self.game, &heard, line.contains('?'));
        let best = ranked.iter().find(|(intent, _)| !intent.is_order()).map_or(0.0, |(_, score)| *score);
        // All that is wanted counts together.
        let wanted = ranked.iter().filter(|(intent, _)| intent.is_order()).map(|(_, score)| (score - best).exp());
        let asks = if ranked.is_empty() { 0.0 } else { -wanted.sum::<f64>().ln() };
        let slots = Slots::new(&self.game, self.viewer(), &heard);
        let filled = |intent: &Intent| intent.lines.iter().filter_map(|line| slots.fill(line)).collect();
        let reading = |(intent, score): &(&'static Intent, f64)| PossibleReading {
            about: &intent.about,
            lines: filled(intent),
            behind: best - score,
        };
        let asked = ranked.iter().filter(|(intent, _)| !intent.is_order());
        let readings = asked.take(MOST_READINGS).map(reading).collect();
        let (answers, sure) = match ranked.as_slice() {
            [(first, best), (_, second), ..] if first.is_order() => (first.answers.as_slice(), best - second),
            _ => (&[][..], 0.0),
        };
        LineReading { readings, answers, sure, asks }
    }

    /// What answers a question in plain words; nothing if it is about nothing that is known.
    ///
    /// # Errors
    /// Why the game has no answer to it.
    pub(super) fn answer_question(&mut self, line: &str, read: &LineReading) -> Option<Result<String, String>> {
        // A number of the rules, as it stands behind a question.
        let mut words = line.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_ascii_digit()));
        if let Some(Reply::Text(told)) = words.find(|word| inquiry::is_rule(word)).and_then(|rule| self.help(rule).ok())
        {
            return Some(Ok(told));
        }
        let (mut shown, mut refused, mut named) = (String::new(), None, Vec::new());
        let (mut answers, mut first, mut used) = (0, 0.0, Vec::new());
        for reading in &read.readings {
            let behind = reading.behind - first;
            if answers > 0 && (behind > CLOSE || answers > 1) {
                named.extend(offer(reading).filter(|(line, _)| behind < NEAR && !used.contains(line)));
                continue;
            }
            match self.first_answer(&reading.lines) {
                Some(Ok((_, text))) if shown.contains(&text) => {}
                Some(Ok((line, text)))
                    if shown.is_empty() || shown.lines().count() + text.lines().count() <= MOST_LINES =>
                {
                    first = if answers == 0 { reading.behind } else { first };
                    shown = if shown.is_empty() { text } else { format!("{shown}\n{text}") };
                    answers += 1;
                    used.push(line);
                }
                Some(Ok(_)) => named.extend(offer(reading)),
                Some(Err(why)) if reading.behind < CLOSE => refused = refused.or(Some(why)),
                _ => {}
            }
        }
        // What is refused was asked for.
        if let Some(why) = refused {
            return Some(if shown.is_empty() { Err(why) } else { Ok(format!("{why}\n\n{shown}")) });
        }
        let mut named: Vec<String> = named.into_iter().map(|(line, about)| format!("`{line}` ({about})")).collect();
        named.truncate(MOST_NAMED);
        if answers > 0 && !named.is_empty() {
            let asked = wrap(&format!("Or do you mean {}?", named.join(", or ")), line_width());
            let asked: String = asked.into_iter().map(|line| paint(DIM, line) + "\n").collect();
            // What is less sure comes first.
            shown = if answers > 1 { format!("{asked}\n{shown}") } else { shown + asked.as_str() };
        }
        (answers > 0).then_some(Ok(shown))
    }

    /// What the first of these lines shows that can be carried out; otherwise why one that names something is refused.
    fn first_answer(&mut self, lines: &[String]) -> Option<Result<(String, String), String>> {
        let mut refused = None;
        for line in lines {
            let (mut text, mut is_whole) = (String::new(), true);
            for part in line.split(';') {
                match self.looked_up(part.trim()) {
                    Some(Ok(shown)) => text = if text.is_empty() { shown } else { format!("{text}\n{shown}") },
                    Some(Err(why)) => {
                        let names = part.trim().contains(' ') && !super::inquiry::is_about_words::<F>(part, &why);
                        refused = refused.or(Some(why).filter(|_| names));
                        is_whole = false;
                    }
                    None => is_whole = false,
                }
            }
            if is_whole && !text.is_empty() {
                return Some(Ok((first_part(line), text)));
            }
        }
        refused.map(Err)
    }

    /// What a command shows; nothing if the line is none that only looks at the game.
    fn looked_up(&mut self, line: &str) -> Option<Result<String, String>> {
        let command = command::parse::<F>(line, self.game.sides()).ok().filter(command::Command::only_looks)?;
        match self.obey(command) {
            // That something is no answer to the open question was hardly asked.
            Ok(Reply::Text(text)) if text.contains(NO_ANSWER) => None,
            Ok(Reply::Text(text)) => Some(Ok(text)),
            Err(Trouble::Plain(why)) => Some(Err(why)),
            _ => None,
        }
    }
}

/// The first of the lines that are shown together.
fn first_part(line: &str) -> String {
    line.split(';').next().unwrap_or(line).trim().to_string()
}

/// A reading as it is offered: the line that shows it, and what it is about.
fn offer(reading: &PossibleReading) -> Option<(String, &'static str)> {
    Some((first_part(reading.lines.first()?), reading.about))
}
