//! `wilderness play`: people and bots play a game at the prompt.

use crate::battles::content::Origin as BattleOrigin;
use crate::battles::start::{battle_named, battle_of};
use crate::board::pictured::Pictured;
use crate::commands::opening::{Opened, Opening};
use crate::front::{Front, Origin as _, Trouble};
use crate::options::content::ContentArg;
use crate::options::start::{New, Start, no_effect_on_a_record};
use crate::page::beside;
use crate::prompt::autosave::{Autosave, Slot};
use crate::prompt::conversation::{Ended, talk};
use crate::prompt::input::Input;
use crate::prompt::player::Player;
use crate::prompt::session::{Session, Sharing};
use crate::prompt::unfinished::{Unfinished, Wanted};
use crate::prompt::{thinking, unfinished};
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_battles::{FrenchAndIndianWarBattles as Battle, GAME as BATTLES};
use wilderness_engine::Each;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_war::{PerSide, Side, War};

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
    /// Let a bot play the French.
    #[arg(long, value_name = "WHO")]
    french: Option<Player>,
    /// Let a bot play the British.
    #[arg(long, value_name = "WHO")]
    british: Option<Player>,
    /// Resume the game in this file.
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// With two people at one terminal: show both hands, without a cover page between turns.
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
        !says && self.start == Start::default() && self.french.is_none() && self.british.is_none()
    }
}

/// Plays until the input ends. The exit code is 0 at a terminal, and 1 if a line of piped input was refused; a failed
/// autosave is an error.
pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let bots = Each::from(PerSide { french: args.french, british: args.british });
    let origin = args.content.named_or_beside();
    if let Some(side) = Side::BOTH.into_iter().find(|side| args.open_hands && bots[*side].is_some()) {
        return Err(miette!(
            "`--open-hands` is for two people at one screen, but a bot plays the {side}: leave it out"
        ));
    }
    let mut given = args.start.given();
    given.extend(args.seed.map(|_| "--seed"));
    if args.load.is_some() && !given.is_empty() {
        return Err(no_effect_on_a_record(&given, "begin another game without `--load`"));
    }
    let battles = BattleOrigin::in_content_or_beside(args.content.root());
    let (start, load) = (args.start.clone(), args.load.clone());
    let table = Table { args, opening: Opening { start, seed: args.seed, load, bots, origin, battles, apart: false } };
    let mut input = Input::open();
    let offered = if input.is_terminal() && args.names_no_game() { table.offered(&mut input) } else { None };
    let begun = match offered {
        Some(found) => found.resume(),
        None => table.begun(input.is_terminal())?,
    };
    table.converse(input, begun)
}

/// What is known before a game is on the table.
struct Table<'a> {
    args: &'a Args,
    opening: Opening,
}

/// A game with its autosave.
enum Begun {
    War(Box<Session<War>>, Box<Autosave<War>>),
    Battle(Box<Session<Battle>>, Box<Autosave<Battle>>),
}

/// An unfinished game of either kind.
enum Found {
    War(Box<Unfinished<War>>),
    Battle(Box<Unfinished<Battle>>),
}

impl Found {
    fn describe(&self) -> String {
        match self {
            Found::War(game) => game.describe(),
            Found::Battle(game) => game.describe(),
        }
    }

    fn delete(&mut self) -> std::io::Result<()> {
        match self {
            Found::War(game) => game.delete(),
            Found::Battle(game) => game.delete(),
        }
    }

    fn resume(self) -> Begun {
        match self {
            Found::War(game) => {
                let (session, autosave, warning) = game.resume();
                tell(&warning);
                Begun::War(Box::new(session), Box::new(autosave))
            }
            Found::Battle(game) => {
                let (session, autosave, warning) = game.resume();
                tell(&warning);
                Begun::Battle(Box::new(session), Box::new(autosave))
            }
        }
    }
}

fn tell(text: &str) {
    let _ = out::write(text);
}

impl Table<'_> {
    /// The game that the options name.
    fn begun(&self, terminal: bool) -> miette::Result<Begun> {
        Ok(match self.opening.open(terminal)? {
            Opened::War(session) => {
                let autosave = self.autosave(&session, terminal)?;
                Begun::War(session, Box::new(autosave))
            }
            Opened::Battle(session) => {
                let autosave = self.autosave(&session, terminal)?;
                Begun::Battle(session, Box::new(autosave))
            }
        })
    }

    /// The game that the arguments of `new` name, of whichever kind.
    fn other(&self, new: &str, bots: Each<Option<Player>>) -> Result<Opened, Trouble> {
        let new = New::read(new).map_err(Trouble::plain)?;
        let battles = Rc::new(self.opening.battles.load()?);
        let battle = match new.scenario() {
            Some(word) => battle_named(word, &battles),
            None => battle_of(new.options(), &battles)?,
        };
        if let Some(id) = battle {
            let session =
                Session::of_battle(new.options(), &id, new.seed, bots, self.opening.battles.clone(), battles)?;
            return Ok(Opened::Battle(Box::new(session)));
        }
        let scripts = self.opening.origin.load()?;
        if let Some(word) = new.scenario().filter(|_| new.is_elsewhere(scripts.content())) {
            let ids = scripts.content().scenario_ids().chain(battles.iter().map(|battle| battle.id.as_str()));
            let ids: Vec<&str> = ids.collect();
            let fault = Fault::error("scenario::unknown", format!("there is no scenario `{word}`"));
            let known = format!("there are {}; or name a file", ids.join(", "));
            return Err(Faults::from(fault.help(known).did_you_mean(word, ids)).into());
        }
        let start = new.start(scripts.content(), None)?;
        Ok(Opened::War(Box::new(Session::new(&start, new.seed, bots, self.opening.origin.clone())?)))
    }

    /// Lists the unfinished games, the latest first, until the person takes one or wants none.
    fn offered(&self, input: &mut Input) -> Option<Found> {
        let mut games = thinking::with_sign(true, || self.unfinished());
        while !games.is_empty() {
            match games.as_slice() {
                [only] => tell(&format!("The unfinished game of {}\n", only.describe())),
                several => {
                    tell("The unfinished games:\n");
                    let line = |(index, game): (usize, &Found)| tell(&format!("{:2} {}\n", index + 1, game.describe()));
                    several.iter().enumerate().for_each(line);
                }
            }
            match unfinished::ask(input, games.len(), tell)? {
                Wanted::Resume(index) => return Some(games.swap_remove(index)),
                Wanted::Drop(index) => {
                    if let Err(error) = games.remove(index).delete() {
                        tell(&format!("cannot remove it: {error}\n"));
                    }
                }
                Wanted::None => break,
            }
        }
        None
    }

    /// The unfinished games that can be resumed.
    fn unfinished(&self) -> Vec<Found> {
        let read = |slot: Slot| {
            let is_battle = unfinished::game_named_in(slot.record()).is_some_and(|game| game == BATTLES);
            let found = match is_battle {
                true => Unfinished::read(slot, &self.opening.battles).map(|game| Found::Battle(Box::new(game))),
                false => Unfinished::read(slot, &self.opening.origin).map(|game| Found::War(Box::new(game))),
            };
            found.map_err(|faults| {
                tell(&format!("{:?}\n", miette::Report::from(faults)));
                tell("This unfinished game cannot be resumed; it stays where it is.\n");
            })
        };
        Slot::unfinished().into_iter().filter_map(|slot| read(slot).ok()).collect()
    }

    /// The autosave of a game that is about to begin.
    fn autosave<F: Front>(&self, session: &Session<F>, terminal: bool) -> miette::Result<Autosave<F>> {
        let autosave = Autosave::new(terminal).knowing(session.known());
        let autosave = match &self.args.autosave {
            Some(file) => autosave.in_file(file, &session.record(), self.args.force),
            None => Ok(autosave),
        };
        autosave.map_err(|unsaved| miette!("{unsaved}"))
    }

    /// Lets people play, one game after the other, until the input ends.
    fn converse(&self, mut input: Input, begun: Begun) -> miette::Result<ExitCode> {
        let (mut refused, mut next) = (false, Some(begun));
        while let Some(begun) = next.take() {
            let ended = match begun {
                Begun::War(session, autosave) => self.play(&mut input, *session, *autosave)?,
                Begun::Battle(session, autosave) => self.play(&mut input, *session, *autosave)?,
            };
            refused |= ended.refused;
            next = ended.other;
        }
        Ok(if refused && !input.is_terminal() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Lets people play one game.
    fn play<F: Pictured>(
        &self,
        input: &mut Input,
        session: Session<F>,
        mut autosave: Autosave<F>,
    ) -> miette::Result<Ended<Begun>> {
        let terminal = input.is_terminal();
        let sharing = match (self.args.open_hands, terminal) {
            (true, _) => Sharing::Open,
            (false, true) => Sharing::Covered,
            (false, false) => Sharing::Passed,
        };
        let mut session = session.share(sharing);
        session.set_interactive(terminal);
        let Ended { refused, other } =
            match talk(&mut session, input, &mut autosave, &|new, bots| self.other(new, bots), &beside::open) {
                Ok(ended) => ended,
                // If the reader of the output is gone (`| head`), nothing is left to do.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => Ended { refused: false, other: None },
                Err(error) => return Err(miette!("cannot write to standard output: {error}")),
            };
        if let Some(other) = other {
            let begun = match other {
                Opened::War(session) => Begun::War(session, Box::new(autosave.of_another_kind())),
                Opened::Battle(session) => Begun::Battle(session, Box::new(autosave.of_another_kind())),
            };
            return Ok(Ended { refused, other: Some(begun) });
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
            None => Ok(Ended { refused, other: None }),
        }
    }
}
