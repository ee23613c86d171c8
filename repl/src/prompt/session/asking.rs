//! Questions in plain words: what a line asks for is recognised, and answered by the command for it. If that is not
//! certain, others are named; if no reading is likelier than not, one numbered question lists what may be meant.

use super::{Reply, Session, Trouble};
use crate::prompt::command;
use crate::prompt::front::Front;
use crate::prompt::heard::Heard;
use crate::prompt::inquiry;
use crate::prompt::intents::{self, Intent};
use crate::prompt::questions;
use crate::prompt::slots::Slots;
use crate::prompt::which::Which;
use crate::text::columns::{line_width, wrap};
use crate::text::style::{DIM, paint};

/// From which chance on the best reading is answered alone. In a cross-validation over the examples, 93 of 100 such lines
/// were meant so.
const CERTAIN: f64 = 0.9;
/// From which chance on it is answered, and others are named: 3 of 4 lines between the two were meant so.
const LIKELY: f64 = 0.6;
/// From which chance on the questions in a line are answered one by one: what a short one means depends on the others.
const CLEAR_PART: f64 = 0.75;
/// The chance from which on a reading is offered, unless it is one of the first.
const POSSIBLE: f64 = 0.03;
/// How many of the first readings are offered, however unlikely.
const FIRST: usize = 6;
/// From where on a line clearly asks.
const CLEAR: f64 = 2.5;
/// From where on it clearly wants something done.
const ORDERS: f64 = -2.0;
/// The most readings that are looked at.
const MOST_READINGS: usize = 14;
/// The most readings that are named behind an answer.
const MOST_NAMED: usize = 3;
/// The most readings of a numbered question.
const MOST_OFFERED: usize = 6;
/// The most lines that two answers together have.
const MOST_LINES: usize = 44;

/// From where on an answer is hardly in doubt.
const SURE: f64 = 2.0;
/// From where on an answer is likelier than not.
const LIKELIER: f64 = 0.5;

/// What is said of something that the open question does not take.
const NO_ANSWER: &str = "that is not an answer to";

/// What a line may ask for.
#[derive(Clone)]
struct PossibleReading {
    /// What it is about.
    about: &'static str,
    /// The lines that answer it, with what is named in their slots.
    lines: Vec<String>,
    /// How likely it is, from 0 to 1, if the line asks something.
    chance: f64,
    /// Whether they do more than show something, as `undo` does: then they are only offered.
    acts: bool,
}

/// A reading that the game has an answer to.
struct Offer {
    /// The lines that are shown, with `;` between them.
    line: String,
    about: &'static str,
    text: String,
    chance: f64,
    acts: bool,
}

impl Offer {
    /// Whether another reading shows the same, or begins with it.
    fn is_like(&self, line: &str, text: &str) -> bool {
        self.text == text || first_part(&self.line) == first_part(line)
    }
}

/// What a line seems to be.
pub(super) struct LineReading {
    readings: Vec<PossibleReading>,
    /// The readings of each question, if there are several in the line.
    parts: Vec<Vec<PossibleReading>>,
    /// What it may answer to the open question.
    pub(super) answers: &'static [String],
    /// By how much that is better than any other reading.
    sure: f64,
    /// By how much the best reading is better than that the line wants something done.
    asks: f64,
}

impl LineReading {
    /// Whether it hardly means anything but one of the answers.
    pub(super) fn is_sure(&self) -> bool {
        self.sure > SURE
    }

    /// Whether it means one of the answers rather than anything else.
    pub(super) fn is_likely(&self) -> bool {
        self.sure > LIKELIER
    }

    /// Whether the questions in it seem to be about several things.
    fn asks_several(&self) -> bool {
        let mut first = self.parts.iter().filter_map(|part| Some(part.first()?.about));
        first.next().is_some_and(|about| first.any(|other| other != about))
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
        let (answers, sure) = match ranked.as_slice() {
            [(first, best), (_, second), ..] if first.is_order() => (first.answers.as_slice(), best - second),
            _ => (&[][..], 0.0),
        };
        let readings = self.filled(&ranked, &[&heard]);
        let part = |part: String| {
            let own = Heard::new(&self.game, None, &questions::spelt(&self.game, &part));
            let ranked = intents::ranked(&self.game, &own, line.contains('?'));
            self.filled(&ranked, &[&own, &heard])
        };
        let parts: Vec<_> = questions::apart(line).into_iter().map(part).filter(|part| !part.is_empty()).collect();
        LineReading { readings, parts, answers, sure, asks }
    }

    /// The most likely readings, with their slots filled from what is heard: from the first that names what belongs there.
    fn filled(&self, ranked: &[(&'static Intent, f64)], heard: &[&Heard<F::Choice>]) -> Vec<PossibleReading> {
        let slots: Vec<_> = heard.iter().map(|heard| Slots::new(&self.game, self.viewer(), heard)).collect();
        let commands = |intent: &'static Intent| -> Vec<String> {
            let is_command = |line: &&String| {
                let command = command::parse::<F>(line, self.game.sides());
                command.is_ok_and(|command| !matches!(command, command::Command::Answer(_)) && !command.only_looks())
            };
            intent.answers.iter().filter(is_command).cloned().collect()
        };
        let filled = |line: &String| slots.iter().find_map(|slots| slots.fill(line));
        let reading = |(intent, score): &(&'static Intent, f64)| {
            let acts = intent.is_order();
            let lines: Vec<String> =
                if acts { commands(intent) } else { intent.lines.iter().filter_map(filled).collect() };
            (!acts || !lines.is_empty())
                .then_some((PossibleReading { about: &intent.about, lines, chance: 0.0, acts }, *score))
        };
        let asked: Vec<(PossibleReading, f64)> = ranked.iter().filter_map(reading).collect();
        let Some((_, best)) = asked.first() else { return Vec::new() };
        let all: f64 = asked.iter().map(|(_, score)| (score - best).exp()).sum();
        let likely = |(reading, score): &(PossibleReading, f64)| PossibleReading {
            chance: (score - best).exp() / all,
            ..reading.clone()
        };
        asked.iter().take(MOST_READINGS).map(likely).collect()
    }

    /// What answers a question in plain words, or the question which of its readings is meant; nothing if it is about
    /// nothing that is known.
    ///
    /// # Errors
    /// That question; or why the game has no answer.
    pub(super) fn answer_question(&mut self, line: &str, read: &LineReading) -> Option<Result<Reply, Trouble>> {
        // A number of the rules, as it stands behind a question.
        let mut words = line.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_ascii_digit()));
        if let Some(Reply::Text(told)) = words.find(|word| inquiry::is_rule(word)).and_then(|rule| self.help(rule).ok())
        {
            return Some(Ok(Reply::Text(told)));
        }
        if let Some(both) = self.answer_each(read) {
            return Some(Ok(Reply::Text(both)));
        }
        let (offers, refused) = self.offers(&mixed(read));
        // What is refused was asked for.
        if let Some(why) = refused {
            let why: String = wrap(&why, line_width()).into_iter().map(|line| line + "\n").collect();
            return Some(Ok(Reply::Text(why + also(&offers).as_str())));
        }
        let (best, others) = offers.split_first()?;
        if best.acts && (best.chance >= LIKELY || others.is_empty()) {
            return Some(Err(self.ask_back(Some(Which::mended(best.line.clone())))));
        }
        if (best.chance < LIKELY || read.asks_several()) && !others.is_empty() {
            let list = offers.iter().take(MOST_OFFERED).map(|offer| (offer.line.clone(), offer.about));
            return Some(Err(self.ask_back(Some(Which::readings(list.collect())))));
        }
        let named = if best.chance < CERTAIN { also(others) } else { String::new() };
        Some(Ok(Reply::Text(format!("{}{named}", best.text))))
    }

    /// The answers to several questions in a line that are likelier understood than not, and what the others may mean.
    fn answer_each(&mut self, read: &LineReading) -> Option<String> {
        let is_likely =
            |part: &Vec<PossibleReading>| part.first().is_some_and(|first| first.chance >= CLEAR_PART && !first.acts);
        if read.parts.len() < 2 {
            return None;
        }
        let mut texts: Vec<(String, String)> = Vec::new();
        let mut unclear: Vec<Offer> = Vec::new();
        for part in &read.parts {
            if !is_likely(part) {
                let (offers, _) = self.offers(part);
                unclear.extend(offers.into_iter().take(MOST_NAMED));
                continue;
            }
            let (line, text) = self.first_answer(&part.first()?.lines)?.ok()?;
            if texts.iter().all(|(_, known)| *known != text) {
                texts.push((line, text));
            }
        }
        let (first, others) = texts.split_first()?;
        let mut shown = first.1.clone();
        for (line, text) in others {
            let is_short = shown.lines().count() + text.lines().count() <= MOST_LINES;
            shown = if is_short { format!("{shown}\n{text}") } else { format!("{shown}\n`{line}` tells the rest.\n") };
        }
        if !unclear.is_empty() {
            // What the line means as a whole may be what a part of it does not say.
            let (whole, _) = self.offers(&read.readings);
            unclear.retain(|offer| whole.iter().take(1).all(|first| !first.is_like(&offer.line, &offer.text)));
            unclear = whole.into_iter().take(1).chain(unclear).collect();
        }
        unclear.retain(|offer| !shown.contains(&offer.text));
        Some(shown + also(&unclear).as_str())
    }

    /// The readings that the game has an answer to, the most likely first, those with the same answer together. Why it has
    /// none to the first, if that is likely.
    fn offers(&mut self, readings: &[PossibleReading]) -> (Vec<Offer>, Option<String>) {
        let (mut offers, mut refused, mut unlikely) = (Vec::<Offer>::new(), None, None);
        for reading in readings {
            // The answer to what is certain needs no others.
            let is_certain = offers.first().is_some_and(|first| first.chance >= CERTAIN);
            if is_certain || reading.chance < POSSIBLE && offers.len() >= FIRST {
                break;
            }
            if reading.acts {
                let line = reading.lines.first().cloned().unwrap_or_default();
                offers.push(Offer {
                    line,
                    about: reading.about,
                    text: String::new(),
                    chance: reading.chance,
                    acts: true,
                });
                continue;
            }
            match self.first_answer(&reading.lines) {
                Some(Ok((line, text))) => match offers.iter_mut().find(|offer| offer.is_like(&line, &text)) {
                    Some(known) => known.chance += reading.chance,
                    None => {
                        offers.push(Offer { line, about: reading.about, text, chance: reading.chance, acts: false })
                    }
                },
                Some(Err(why)) if reading.chance >= LIKELY => refused = Some(why),
                Some(Err(why)) => unlikely = unlikely.or(Some(why)),
                None => {}
            }
        }
        offers.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        // That something is impossible is better than no answer.
        let refused = refused.or(unlikely.filter(|_| offers.is_empty()));
        (offers, refused)
    }

    /// What the first of these lines shows that can be carried out; otherwise why one that names something is refused.
    fn first_answer(&mut self, lines: &[String]) -> Option<Result<(String, String), String>> {
        let mut refused = None;
        for line in lines {
            match self.looked_up_all(line) {
                Some(Ok(text)) => return Some(Ok((line.clone(), text))),
                Some(Err(why)) => refused = refused.or(Some(why)),
                None => {}
            }
        }
        refused.map(Err)
    }

    /// What commands show that stand in a line with `;` between them; why one that names something is refused; nothing if
    /// they cannot all be carried out for another reason.
    pub(super) fn looked_up_all(&mut self, line: &str) -> Option<Result<String, String>> {
        let mut text = String::new();
        for part in line.split(';').map(str::trim) {
            match self.looked_up(part) {
                Some(Ok(shown)) => text = if text.is_empty() { shown } else { format!("{text}\n{shown}") },
                Some(Err(why)) => {
                    let names = part.contains(' ') && !super::inquiry::is_about_words::<F>(part, &why);
                    return names.then_some(Err(why));
                }
                None => return None,
            }
        }
        (!text.is_empty()).then_some(Ok(text))
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

/// The readings of a line and of the questions in it, each as likely as in all of them together.
fn mixed(read: &LineReading) -> Vec<PossibleReading> {
    let all: Vec<&Vec<PossibleReading>> = std::iter::once(&read.readings).chain(&read.parts).collect();
    let mut mixed: Vec<PossibleReading> = Vec::new();
    for reading in all.iter().flat_map(|readings| readings.iter()) {
        let share = reading.chance / all.len() as f64;
        match mixed.iter_mut().find(|known| known.lines == reading.lines) {
            Some(known) => known.chance += share,
            None => mixed.push(PossibleReading { chance: share, ..reading.clone() }),
        }
    }
    mixed.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    mixed
}

/// What else may be meant, in a sentence.
fn also(others: &[Offer]) -> String {
    let named: Vec<String> = others
        .iter()
        .take(MOST_NAMED)
        .map(|offer| format!("`{}` ({})", first_part(&offer.line), offer.about))
        .collect();
    if named.is_empty() {
        return String::new();
    }
    let asked = wrap(&format!("Or do you mean {}?", named.join(", or ")), line_width());
    asked.into_iter().map(|line| paint(DIM, line) + "\n").collect()
}

/// The first of the lines that are shown together.
fn first_part(line: &str) -> &str {
    line.split(';').next().unwrap_or(line).trim()
}
