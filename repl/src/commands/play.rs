//! `wilderness play`: people and bots play a game at the prompt.

use crate::battles::content::Origin as BattleOrigin;
use crate::battles::start::battle_of;
use crate::front::{Front, Origin as _};
use crate::prompt::autosave::{Autosave, Slot};
use crate::prompt::conversation::talk;
use crate::prompt::input::Input;
use crate::prompt::player::Player;
use crate::prompt::session::{Session, Sharing};
use crate::prompt::unfinished::{Unfinished, Wanted};
use crate::prompt::{thinking, unfinished};
use crate::text::out;
use crate::war::content::{ContentArg, Origin as WarOrigin};
use crate::war::start::{Start, no_effect_on_a_record};
use clap::Args as ClapArgs;
use miette::miette;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_battles::{FrenchAndIndianWarBattles as Battle, GAME as BATTLES};
use wilderness_engine::Each;
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
    let table = Table { args, bots, origin, battles: BattleOrigin::in_content_or_beside(args.content.root()) };
    let mut input = Input::open();
    if input.is_terminal() && args.names_no_game() {
        if let Some(found) = table.offered(&mut input) {
            return found.resume(args, input);
        }
    }
    let terminal = input.is_terminal();
    if let Some(session) = thinking::with_sign(terminal, || table.battle())? {
        let autosave = table.autosave(&session, terminal)?;
        return converse(args, input, session, autosave);
    }
    let session = thinking::with_sign(terminal, || match &args.load {
        Some(file) => Session::<War>::load(file, table.bots, table.origin.clone()),
        None => Session::new(&args.start, args.seed, table.bots, table.origin.clone()),
    })?;
    let autosave = table.autosave(&session, terminal)?;
    converse(args, input, session, autosave)
}

/// What is known before a game is on the table.
struct Table<'a> {
    args: &'a Args,
    bots: Each<Option<Player>>,
    /// Where the cards and scenarios of the war come from.
    origin: WarOrigin,
    /// Where the battles come from.
    battles: BattleOrigin,
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

    fn resume(self, args: &Args, input: Input) -> miette::Result<ExitCode> {
        match self {
            Found::War(game) => resume(args, input, *game),
            Found::Battle(game) => resume(args, input, *game),
        }
    }
}

fn tell(text: &str) {
    let _ = out::write(text);
}

/// Resumes an unfinished game.
fn resume<F: Front>(args: &Args, input: Input, game: Unfinished<F>) -> miette::Result<ExitCode> {
    let (session, autosave, warning) = game.resume();
    tell(&warning);
    converse(args, input, session, autosave)
}

impl Table<'_> {
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
                true => Unfinished::read(slot, &self.battles).map(|game| Found::Battle(Box::new(game))),
                false => Unfinished::read(slot, &self.origin).map(|game| Found::War(Box::new(game))),
            };
            found.map_err(|faults| {
                tell(&format!("{:?}\n", miette::Report::from(faults)));
                tell("This unfinished game cannot be resumed; it stays where it is.\n");
            })
        };
        Slot::unfinished().into_iter().filter_map(|slot| read(slot).ok()).collect()
    }

    /// The battle that the options or the record name, if they name one.
    fn battle(&self) -> miette::Result<Option<Session<Battle>>> {
        let Args { load, start, seed, .. } = self.args;
        if let Some(file) = load {
            let is_battle = unfinished::game_named_in(file).is_some_and(|game| game == BATTLES);
            return is_battle
                .then(|| Session::load(file, self.bots, self.battles.clone()))
                .transpose()
                .map_err(Into::into);
        }
        if start.scenario.is_none() && start.position().is_none() {
            return Ok(None);
        }
        let battles = Rc::new(self.battles.load()?);
        let Some(id) = battle_of(start, &battles)? else { return Ok(None) };
        Ok(Some(Session::of_battle(start, &id, *seed, self.bots, self.battles.clone(), battles)?))
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
}

/// Lets people play until the input ends.
fn converse<F: Front>(
    args: &Args,
    mut input: Input,
    session: Session<F>,
    mut autosave: Autosave<F>,
) -> miette::Result<ExitCode> {
    let terminal = input.is_terminal();
    let sharing = match (args.open_hands, terminal) {
        (true, _) => Sharing::Open,
        (false, true) => Sharing::Covered,
        (false, false) => Sharing::Passed,
    };
    let mut session = session.share(sharing);
    session.set_interactive(terminal);
    let ended = talk(&mut session, &mut input, &mut autosave);
    autosave.at_end(|| session.snapshot());
    if terminal && autosave.has(&session.snapshot()) {
        tell(match args.autosave {
            None => "Game saved. Run `wilderness` to resume it.\n",
            Some(_) => "Game saved.\n",
        });
    }
    let refused = match ended {
        Ok(refused) => refused && !terminal,
        // If the reader of the output is gone (`| head`), nothing is left to do.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => false,
        Err(error) => return Err(miette!("cannot write to standard output: {error}")),
    };
    match autosave.failure() {
        Some(failure) => Err(miette!("{}", failure.trim_end())),
        None => Ok(if refused { ExitCode::FAILURE } else { ExitCode::SUCCESS }),
    }
}
