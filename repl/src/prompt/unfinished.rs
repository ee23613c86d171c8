//! The unfinished games that somebody may go on with, and who sits at them.

use crate::front::{Front, Origin as _};
use crate::prompt::autosave::{Autosave, Slot};
use crate::prompt::editor::Prompt;
use crate::prompt::input::{Input, Read};
use crate::prompt::player::Player;
use crate::prompt::session::{Session, seen_by_one};
use crate::text::names::fold;
use std::rc::Rc;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::game::Game;
use wilderness_engine::record::Record;
use wilderness_engine::side::{Each, Side};

/// Offers the unfinished games, the latest first, until the person takes one or wants none. Returns the session, how it
/// is kept, and what is to be said about it.
pub fn offer<F: Front>(
    input: &mut Input,
    origin: &F::Origin,
    say: impl Fn(&str),
) -> Option<(Session<F>, Autosave<F>, String)> {
    for mut slot in Slot::unfinished() {
        let seats = slot.seats();
        let bots = bots::<F::Side>(&seats);
        let origin = F::Origin::from_lines(&seats).unwrap_or_else(|| origin.clone());
        let (mut game, record, warning) = match read::<F>(&slot, &origin) {
            Ok(read) => read,
            Err(faults) => {
                say(&format!("{:?}\n", miette::Report::from(faults)));
                say("This unfinished game cannot be taken up; it stays where it is.\n");
                continue;
            }
        };
        game.show_to(seen_by_one::<F::Side>(&bots));
        say(&format!("The unfinished game of {}:\n", describe(&game, &seats)));
        match ask(input, "go on? [Y/n/drop] ", &say)? {
            Wanted::Yes => {
                return Some((Session::going_on(game, &record, bots, origin), Autosave::going_on(slot), warning));
            }
            Wanted::No => {}
            Wanted::Drop => {
                if let Err(error) = slot.clear() {
                    say(&format!("it cannot be removed: {error}\n"));
                }
            }
        }
    }
    None
}

enum Wanted {
    Yes,
    No,
    Drop,
}

/// Asks until the answer is understood; nothing if there is nobody to answer any more.
fn ask(input: &mut Input, question: &str, say: &impl Fn(&str)) -> Option<Wanted> {
    loop {
        match input.read(|| Prompt::plain(question)) {
            Read::Line(line) => match fold(line.trim()).as_str() {
                "" | "y" | "yes" => return Some(Wanted::Yes),
                "n" | "no" => return Some(Wanted::No),
                "drop" => return Some(Wanted::Drop),
                _ => say("`y` goes on with it, `n` leaves it for another time, `drop` throws it away.\n"),
            },
            Read::ScriptsChanged | Read::TooLong => {}
            Read::Dropped | Read::End => return None,
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
        warning.push_str(&format!("warning: branches that do not fit them to their ends: {}\n", list.join(", ")));
    }
    Ok((game, record, warning))
}

/// "Annus Mirabilis against a machine, Late Season 1757, 41 decisions"
fn describe<F: Front>(game: &Game<F>, seats: &str) -> String {
    let bots = bots::<F::Side>(seats);
    let against = match F::Side::BOTH.into_iter().filter(|side| bots[*side].is_some()).count() {
        0 => "",
        1 => " against the machine",
        _ => " between machines",
    };
    let count = game.place().1;
    let many = if count == 1 { "" } else { "s" };
    format!("{}{against}, {}, {count} decision{many}", F::name(game), game.time())
}

/// Who plays, and with which scripts, in lines such as `british random` and `scripts DIR`.
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
