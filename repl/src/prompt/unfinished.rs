//! The unfinished games: reading them with their players, listing them, and asking which to resume.

use crate::prompt::autosave::Slot;
use crate::prompt::editor::LinePrompt;
use crate::prompt::front::{Front, Origin as _};
use crate::prompt::input::{Input, InputEvent};
use crate::prompt::session::{Session, seen_by_one};
use crate::text::columns::beside;
use crate::text::names::fold;
use crate::text::out::{harmless, plain};
use std::path::Path;
use std::time::Duration;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::record::{Header as _, Record};
use wilderness_engine::{Each, Game, Side, Sides};
use wilderness_lab::Player;

/// An unfinished game that can be resumed.
pub struct Unfinished<F: Front> {
    slot: Slot,
    seats: String,
    game: Game<F>,
    record: Record<F>,
    origin: F::Origin,
    warning: String,
}

/// What the person wants to do with the unfinished games.
pub enum ResumeChoice {
    /// Resume the game with this index.
    Resume(usize),
    /// Delete the game with this index.
    Drop(usize),
    /// Leave them all.
    None,
}

/// The game that a record names, if any.
pub fn game_named_in(record: &Path) -> Option<String> {
    let source = Source::read(record).ok()?;
    let named = source.text().lines().find_map(|line| line.trim().strip_prefix("game "));
    named.map(|id| id.trim().to_string())
}

impl<F: Front> Unfinished<F> {
    /// Reads the unfinished game of a slot.
    ///
    /// # Errors
    /// Why it cannot be resumed.
    pub fn read(mut slot: Slot, origin: &F::Origin) -> Result<Unfinished<F>, Faults> {
        let seats = slot.seats();
        let origin = F::Origin::from_lines(&seats).unwrap_or_else(|| origin.clone());
        let (mut game, record, warning) = read::<F>(&slot, &origin)?;
        let bots = bots(&seats, game.sides());
        let seen = seen_by_one(game.sides(), &bots);
        game.past_mut().show_to(seen);
        Ok(Unfinished { slot, seats, game, record, origin, warning })
    }

    /// Resumes it: the session, the slot in which it is saved, and a warning.
    pub fn resume(self) -> (Session<F>, Slot, String) {
        let bots = bots(&self.seats, self.game.sides());
        let session = Session::resuming(self.game, &self.record, bots, self.origin);
        (session, self.slot, self.warning)
    }

    /// Deletes it.
    ///
    /// # Errors
    /// When its file cannot be removed.
    pub fn delete(&mut self) -> std::io::Result<()> {
        self.slot.clear()
    }

    /// The game, its date and when it was saved, and in a second line what happened last.
    pub fn describe(&self) -> String {
        let saved = self.slot.saved().and_then(|time| time.elapsed().ok()).map(ago);
        let saved = saved.map(|ago| format!(", saved {ago}")).unwrap_or_default();
        format!("{}{saved}:{}", describe(&self.game, &self.seats), last(&self.game))
    }
}

/// What happened last, on a line of its own.
fn last<F: Front>(game: &Game<F>) -> String {
    let log = game.log();
    let is_event = |index: &usize| F::chapters(game, *index..index + 1).is_empty() && !F::tells_the_end(&log[*index]);
    let Some(index) = (0..log.len()).rev().find(is_event) else { return String::new() };
    let news = plain(&F::news(game, index..index + 1));
    format!("\n{}", beside("", 4, &format!("last: {}", news.split_whitespace().collect::<Vec<_>>().join(" "))))
}

/// A time that has passed: `3 hours ago`.
pub fn ago(passed: Duration) -> String {
    let minutes = passed.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return "just now".into(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

/// Asks what to do with this many unfinished games until the answer is understood; nothing at the end of the input.
pub fn ask(input: &mut Input, count: usize, say: impl Fn(&str)) -> Option<ResumeChoice> {
    let question = match count {
        1 => "resume it? [Y/n/drop] ".to_string(),
        _ => format!("resume which? [1-{count}/n/drop N] "),
    };
    loop {
        match input.read(|| LinePrompt::plain(&question)) {
            InputEvent::Line(line) => match wanted(&line, count) {
                Some(wanted) => return Some(wanted),
                None if count == 1 => {
                    say("`y` resumes it, `n` leaves it for another time, `drop` deletes it.\n");
                }
                None => say("A number resumes that game, `n` leaves them all, `drop 2` deletes the second.\n"),
            },
            InputEvent::ScriptsChanged | InputEvent::Page(_) | InputEvent::Told(_) | InputEvent::TooLong => {}
            InputEvent::Dropped | InputEvent::End => return None,
        }
    }
}

/// What an answer means, with this many games to choose from. Alone, `y` and `drop` mean the only game; an empty line
/// means the first.
pub fn wanted(line: &str, count: usize) -> Option<ResumeChoice> {
    let folded = fold(line);
    let words: Vec<&str> = folded.split_whitespace().collect();
    let index = |number: &str| number.parse::<usize>().ok()?.checked_sub(1).filter(|index| *index < count);
    match words.as_slice() {
        [] => Some(ResumeChoice::Resume(0)),
        ["y" | "yes"] if count == 1 => Some(ResumeChoice::Resume(0)),
        ["drop"] if count == 1 => Some(ResumeChoice::Drop(0)),
        ["n" | "no"] => Some(ResumeChoice::None),
        ["drop", number] => index(number).map(ResumeChoice::Drop),
        [number] => index(number).map(ResumeChoice::Resume),
        _ => None,
    }
}

/// Says that the last line of a save was not written to its end.
pub(crate) fn torn_line(line: &str) -> String {
    format!(
        "warning: the last line of the save, `{}`, is incomplete and was dropped: check your last answer\n",
        harmless(line)
    )
}

/// The game, its record, and a warning if it was played with other scripts.
fn read<F: Front>(slot: &Slot, origin: &F::Origin) -> Result<(Game<F>, Record<F>, String), Faults> {
    let scripts = origin.load()?;
    let (record, torn) = Record::<F>::parse_torn(&Source::read(slot.record())?)?;
    let scripts = record.header.completed(scripts)?;
    let changed = record.changed_scripts(&scripts);
    let mut warning = torn.map_or_else(String::new, |line| torn_line(&line));
    if !changed.is_empty() {
        let list = changed.join(", ");
        warning.push_str(&format!("warning: since this game was played, these scripts have changed: {list}\n"));
    }
    let (game, misfits) = record.take_up(scripts)?;
    if !misfits.is_empty() {
        let list: Vec<String> = misfits.iter().map(usize::to_string).collect();
        warning.push_str(&format!("warning: branches cut short where they do not fit: {}\n", list.join(", ")));
    }
    Ok((game, record, warning))
}

/// "Annus Mirabilis against a bot, Late 1757, VP French 4, 41 decisions"
fn describe<F: Front>(game: &Game<F>, seats: &str) -> String {
    let bots = bots(seats, game.sides());
    let against = match game.sides().iter().filter(|side| bots[*side].is_some()).count() {
        0 => "",
        1 => " against a bot",
        _ => " between bots",
    };
    let count = game.past().place().1;
    let many = if count == 1 { "" } else { "s" };
    format!("{}{against}, {}, {count} decision{many}", F::name(game), F::briefly(game))
}

/// The players and the origin of the content, as lines such as `british random` and `scripts DIR`.
pub fn write_seats<F: Front>(sides: Sides<F::Side>, bots: &Each<Option<Player>>, origin: &F::Origin) -> String {
    let mut text = String::new();
    for side in sides {
        if let Some(player) = bots[side] {
            text.push_str(&format!("{} {player}\n", side.id()));
        }
    }
    text + origin.to_lines().as_str()
}

fn value<'a>(seats: &'a str, word: &str) -> Option<&'a str> {
    seats.lines().find_map(|line| line.strip_prefix(word)?.strip_prefix(' '))
}

fn bots<S: Side>(seats: &str, sides: Sides<S>) -> Each<Option<Player>> {
    Each::new(sides, |side| value(seats, side.id()).and_then(|name| name.parse().ok()))
}
