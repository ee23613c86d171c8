//! Offers unfinished games to be resumed, with their players.

use crate::front::{Front, Origin as _};
use crate::prompt::autosave::{Autosave, Slot};
use crate::prompt::editor::Prompt;
use crate::prompt::input::{Input, InputEvent};
use crate::prompt::player::Player;
use crate::prompt::session::{Session, seen_by_one};
use crate::text::names::fold;
use std::path::Path;
use std::rc::Rc;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::record::Record;
use wilderness_engine::{Each, Game, Side};

/// The answer to the offer of an unfinished game.
pub enum Offer<F: Front> {
    /// The person takes it: the session, its autosave, and a warning.
    Taken(Box<Session<F>>, Box<Autosave<F>>, String),
    /// The person declines it, or it cannot be resumed.
    Next,
    /// The input has ended.
    End,
}

/// The game that a record names, if any.
pub fn game_named_in(record: &Path) -> Option<String> {
    let source = Source::read(record).ok()?;
    let named = source.text().lines().find_map(|line| line.trim().strip_prefix("game "));
    named.map(|id| id.trim().to_string())
}

/// Offers an unfinished game.
pub fn offer<F: Front>(mut slot: Slot, input: &mut Input, origin: &F::Origin, say: impl Fn(&str)) -> Offer<F> {
    let seats = slot.seats();
    let bots = bots::<F::Side>(&seats);
    let origin = F::Origin::from_lines(&seats).unwrap_or_else(|| origin.clone());
    let (mut game, record, warning) = match read::<F>(&slot, &origin) {
        Ok(read) => read,
        Err(faults) => {
            say(&format!("{:?}\n", miette::Report::from(faults)));
            say("This unfinished game cannot be resumed; it stays where it is.\n");
            return Offer::Next;
        }
    };
    game.show_to(seen_by_one::<F::Side>(&bots));
    say(&format!("The unfinished game of {}:\n", describe(&game, &seats)));
    match ask(input, "resume it? [Y/n/drop] ", &say) {
        Some(Wanted::Yes) => {
            let session = Session::resuming(game, &record, bots, origin);
            return Offer::Taken(Box::new(session), Box::new(Autosave::resuming(slot)), warning);
        }
        Some(Wanted::No) => {}
        Some(Wanted::Drop) => {
            if let Err(error) = slot.clear() {
                say(&format!("cannot remove it: {error}\n"));
            }
        }
        None => return Offer::End,
    }
    Offer::Next
}

enum Wanted {
    Yes,
    No,
    Drop,
}

/// Asks until the answer is understood; nothing at the end of the input.
fn ask(input: &mut Input, question: &str, say: &impl Fn(&str)) -> Option<Wanted> {
    loop {
        match input.read(|| Prompt::plain(question)) {
            InputEvent::Line(line) => match fold(line.trim()).as_str() {
                "" | "y" | "yes" => return Some(Wanted::Yes),
                "n" | "no" => return Some(Wanted::No),
                "drop" => return Some(Wanted::Drop),
                _ => say("`y` resumes it, `n` leaves it for another time, `drop` deletes it.\n"),
            },
            InputEvent::ScriptsChanged | InputEvent::TooLong => {}
            InputEvent::Dropped | InputEvent::End => return None,
        }
    }
}

/// The game, its record, and a warning if it was played with other scripts.
fn read<F: Front>(slot: &Slot, origin: &F::Origin) -> Result<(Game<F>, Record<F>, String), Faults> {
    let scripts = Rc::new(origin.load()?);
    let record = Record::<F>::parse(&Source::read(slot.record())?)?;
    let scripts = F::complete(&record.header, scripts)?;
    let changed = record.changed_scripts(&scripts);
    let mut warning = String::new();
    if !changed.is_empty() {
        warning = format!("warning: since this game was played, these scripts have changed: {}\n", changed.join(", "));
    }
    let (game, misfits) = record.take_up(scripts)?;
    if !misfits.is_empty() {
        let list: Vec<String> = misfits.iter().map(usize::to_string).collect();
        warning.push_str(&format!("warning: branches cut short where they do not fit: {}\n", list.join(", ")));
    }
    Ok((game, record, warning))
}

/// "Annus Mirabilis against a bot, Late Season 1757, 41 decisions"
fn describe<F: Front>(game: &Game<F>, seats: &str) -> String {
    let bots = bots::<F::Side>(seats);
    let against = match F::Side::BOTH.into_iter().filter(|side| bots[*side].is_some()).count() {
        0 => "",
        1 => " against a bot",
        _ => " between bots",
    };
    let count = game.place().1;
    let many = if count == 1 { "" } else { "s" };
    format!("{}{against}, {}, {count} decision{many}", F::name(game), game.time())
}

/// The players and the origin of the content, as lines such as `british random` and `scripts DIR`.
pub fn write_seats<F: Front>(bots: &Each<Option<Player>>, origin: &F::Origin) -> String {
    let mut text = String::new();
    for side in F::Side::BOTH {
        if let Some(player) = bots[side] {
            text.push_str(&format!("{} {player}\n", side.id()));
        }
    }
    text + origin.to_lines().as_str()
}

fn value<'a>(seats: &'a str, word: &str) -> Option<&'a str> {
    seats.lines().find_map(|line| line.strip_prefix(word)?.strip_prefix(' '))
}

fn bots<S: Side>(seats: &str) -> Each<Option<Player>> {
    Each::new(|side: S| value(seats, side.id()).and_then(|name| name.parse().ok()))
}
