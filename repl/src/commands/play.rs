//! `wilderness play`: people and bots play a game at the prompt.

use crate::commands::games::{self, Opened, Resumable, Saved};
use crate::commands::opening::Opening;
use crate::commands::serve;
use crate::commands::welcome::{self, Wish};
use crate::front::{Front, Trouble};
use crate::options::content::ContentArg;
use crate::options::players::Players;
use crate::options::start::{New, Start, no_effect_on_a_record};
use crate::page::beside;
use crate::prompt::autosave::{Autosave, Slot};
use crate::prompt::conversation::{EndedTalk, talk};
use crate::prompt::input::Input;
use crate::prompt::session::{Session, Sharing};
use crate::prompt::unfinished::ResumeChoice;
use crate::prompt::{thinking, unfinished};
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;
use wilderness_engine::record::KnownRecords;

/// The game to play, and its players.
#[derive(ClapArgs, Default)]
pub struct Args {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    content: ContentArg,
    /// The seed of dice and cards: the same seed and choices give the same game. Random by default.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    players: Players,
    /// Resume the game in this file.
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// With several people at one terminal: show all hands, without a cover page between turns.
    #[arg(long)]
    open_hands: bool,
    /// Save the game to this file after every decision. At a terminal every game is saved, so that it can be resumed.
    #[arg(long, value_name = "FILE")]
    autosave: Option<PathBuf>,
    /// Let `--autosave` overwrite a file that is not a record of this game, or that holds more of it.
    #[arg(long, requires = "autosave")]
    force: bool,
}

impl Args {
    /// Whether no option names a game.
    fn names_no_game(&self) -> bool {
        let says = self.seed.is_some() || self.load.is_some() || self.autosave.is_some();
        !says && self.start == Start::default() && self.players.is_empty()
    }
}

/// Plays until the input ends. The exit code is 0 at a terminal, and 1 if a line of piped input was refused; a failed
/// autosave is an error.
pub fn run(args: &Args) -> miette::Result<ExitCode> {
    run_asking(args, false)
}

/// The same without any arguments: at a terminal, a person is asked what to do.
pub fn alone() -> miette::Result<ExitCode> {
    run_asking(&Args::default(), true)
}

fn run_asking(args: &Args, asks: bool) -> miette::Result<ExitCode> {
    if let Some(side) = args.players.given().next().filter(|_| args.open_hands) {
        return Err(miette!("`--open-hands` is for people at one screen, but `{side}` names a bot: leave it out"));
    }
    let mut given = args.start.given();
    given.extend(args.seed.map(|_| "--seed".to_string()));
    if args.load.is_some() && !given.is_empty() {
        return Err(no_effect_on_a_record(&given, "begin another game without `--load`"));
    }
    let opening = Opening {
        start: args.start.clone(),
        seed: args.seed,
        load: args.load.clone(),
        players: args.players.clone(),
        content: args.content.clone(),
        apart: false,
    };
    let mut table = Playing { args, opening, input: Input::open(), first: String::new() };
    let terminal = table.input.is_terminal();
    let offered = if terminal && args.names_no_game() { table.offered() } else { None };
    let (game, saved) = match offered {
        Some(found) => {
            let (game, saved, warning) = found.resume();
            tell(&warning);
            (game, saved)
        }
        None if asks && terminal => match welcome::ask(&mut table.input)? {
            Wish::Leave => return Ok(ExitCode::SUCCESS),
            Wish::Page => {
                drop(table);
                return serve::run(&serve::Args::default());
            }
            Wish::New(new, first) => {
                table.first = first;
                let game = other(&table.opening, &new, Players::default()).map_err(report)?;
                (game, Saved::Afresh)
            }
            Wish::Play(players, first) => {
                (table.opening.players, table.first) = (players, first);
                (table.opening.open(terminal)?, Saved::Afresh)
            }
        },
        None => (table.opening.open(terminal)?, Saved::Afresh),
    };
    table.converse(game, saved)
}

/// What is known before a game is on the table, and the person at it.
pub struct Playing<'a> {
    args: &'a Args,
    opening: Opening,
    input: Input,
    /// What is carried out before anything is shown; empty if nothing is.
    first: String,
}

/// Why a game could not begin.
fn report(trouble: Trouble) -> miette::Report {
    match trouble {
        Trouble::Plain(reason) | Trouble::Question(reason) | Trouble::Midway { reason, .. } => miette!("{reason}"),
        Trouble::Faults(faults) | Trouble::Reload { faults, .. } => faults.into(),
    }
}

fn tell(text: &str) {
    let _ = out::write(text);
}

/// The game that the arguments of `new` name, of whichever kind, with the bots at the table that have a side in it.
fn other(opening: &Opening, new: &str, players: Players) -> Result<Box<dyn Opened>, Trouble> {
    let new = New::read(new).map_err(Trouble::plain)?;
    let (game, start) = games::named(&new, &opening.content, true)?;
    let content = start.content().unwrap_or_else(|| opening.content.clone());
    let sides = game.sides(&content, None)?;
    let players = Players::new(sides.iter().filter_map(|side| Some((side.id.to_string(), players.of(side.id)?))));
    let opening = Opening { start, seed: new.seed, load: None, players, content, ..opening.clone() };
    Ok(game.open(&opening, false)?)
}

impl Playing<'_> {
    /// Lists the unfinished games, the latest first, until the person takes one or wants none.
    fn offered(&mut self) -> Option<Box<dyn Resumable>> {
        let mut games = thinking::with_sign(true, || self.unfinished());
        while !games.is_empty() {
            match games.as_slice() {
                [only] => tell(&format!("The unfinished game of {}\n", only.describe())),
                several => {
                    tell("The unfinished games:\n");
                    for (index, game) in several.iter().enumerate() {
                        tell(&format!("{:2} {}\n", index + 1, game.describe()));
                    }
                }
            }
            match unfinished::ask(&mut self.input, games.len(), tell)? {
                ResumeChoice::Resume(index) => return Some(games.swap_remove(index)),
                ResumeChoice::Drop(index) => {
                    if let Err(error) = games.remove(index).delete() {
                        tell(&format!("cannot remove it: {error}\n"));
                    }
                }
                ResumeChoice::None => break,
            }
        }
        None
    }

    /// The unfinished games that can be resumed.
    fn unfinished(&self) -> Vec<Box<dyn Resumable>> {
        let read = |slot: Slot| {
            let game = games::of_record(slot.record());
            game.and_then(|game| game.unfinished(slot, &self.opening.content)).map_err(|faults| {
                tell(&format!("{:?}\n", miette::Report::from(faults)));
                tell("This unfinished game cannot be resumed; it stays where it is.\n");
            })
        };
        Slot::unfinished().into_iter().filter_map(|slot| read(slot).ok()).collect()
    }

    /// The autosave of a game that is about to begin.
    pub(crate) fn autosave<F: Front>(&self, session: &Session<F>) -> miette::Result<Autosave> {
        let autosave = Autosave::new(self.input.is_terminal()).knowing(session.known());
        let autosave = match &self.args.autosave {
            Some(file) => autosave.in_file(file, &session.record(), self.args.force),
            None => Ok(autosave),
        };
        autosave.map_err(|unsaved| miette!("{unsaved}"))
    }

    /// Lets people play, one game after the other, until the input ends.
    fn converse(mut self, game: Box<dyn Opened>, saved: Saved) -> miette::Result<ExitCode> {
        let (mut refused, mut next) = (false, Some((game, saved)));
        while let Some((game, saved)) = next.take() {
            let ended = game.talk(&mut self, saved)?;
            refused |= ended.refused;
            next = ended.other;
        }
        Ok(if refused && !self.input.is_terminal() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Lets people play one game.
    pub(crate) fn play<F: Front>(
        &mut self,
        session: Session<F>,
        mut autosave: Autosave,
    ) -> miette::Result<EndedTalk<(Box<dyn Opened>, Saved)>> {
        let terminal = self.input.is_terminal();
        let sharing = match (self.args.open_hands, terminal) {
            (true, _) => Sharing::Open,
            (false, true) => Sharing::Covered,
            (false, false) => Sharing::Passed,
        };
        let mut session = session.share(sharing);
        session.set_interactive(terminal);
        let first = std::mem::take(&mut self.first);
        if !first.is_empty() {
            session.run(&first).map_err(report)?;
        }
        let (opening, input) = (&self.opening, &mut self.input);
        let elsewhere = |new: &str, players: Players| other(opening, new, players);
        let EndedTalk { refused, other } = match talk(&mut session, input, &mut autosave, &elsewhere, &beside::open) {
            Ok(ended) => ended,
            // If the reader of the output is gone (`| head`), nothing is left to do.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => EndedTalk { refused: false, other: None },
            Err(error) => return Err(miette!("cannot write to standard output: {error}")),
        };
        if let Some(other) = other {
            autosave.another(&KnownRecords::default());
            return Ok(EndedTalk { refused, other: Some((other, Saved::After(autosave))) });
        }
        autosave.at_end(|| session.snapshot());
        if terminal && autosave.has(&session.snapshot()) {
            tell(match self.args.autosave {
                None => "Game saved. Run `wilderness` to resume it.\n",
                Some(_) => "Game saved.\n",
            });
        }
        match autosave.failure() {
            Some(failure) => Err(miette!("{}", failure.trim_end())),
            None => Ok(EndedTalk { refused, other: None }),
        }
    }
}
