//! `wilderness play`: people and bots play a game at the prompt.

use crate::prompt::autosave::Autosave;
use crate::prompt::conversation::talk;
use crate::prompt::input::Input;
use crate::prompt::player::Player;
use crate::prompt::session::{Session, Sharing};
use crate::prompt::{thinking, unfinished};
use crate::text::out;
use crate::war::content::ContentArg;
use crate::war::start::{Start, no_effect_on_a_record};
use clap::Args as ClapArgs;
use miette::miette;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;
use wilderness_engine::side::Each;
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
    /// Let the machine play the French.
    #[arg(long, value_name = "WHO")]
    french: Option<Player>,
    /// Let the machine play the British.
    #[arg(long, value_name = "WHO")]
    british: Option<Player>,
    /// Take up the game in this file.
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
    let mut input = Input::open();
    let sharing = match (args.open_hands, input.is_terminal()) {
        (true, _) => Sharing::Open,
        (false, true) => Sharing::Covered,
        (false, false) => Sharing::Passed,
    };
    let ask = input.is_terminal() && args.names_no_game();
    let tell = |text: &str| drop(out::write(text));
    let terminal = input.is_terminal();
    let offered = match ask {
        true => thinking::with_sign(terminal, || unfinished::offer(&mut input, &origin, tell)),
        false => None,
    };
    let (session, mut autosave): (Session<War>, Autosave<War>) = match offered {
        Some((session, autosave, warning)) => {
            tell(&warning);
            (session, autosave)
        }
        None => {
            let session = thinking::with_sign(terminal, || match &args.load {
                Some(file) => Session::load(file, bots, origin),
                None => Session::new(&args.start, args.seed, bots, origin),
            })?;
            let autosave = Autosave::new(terminal).knowing(session.known());
            let autosave = match &args.autosave {
                Some(file) => autosave.in_file(file, &session.record(), args.force),
                None => Ok(autosave),
            };
            (session, autosave.map_err(|unsaved| miette!("{unsaved}"))?)
        }
    };
    let mut session = session.share(sharing);
    session.somebody_types(terminal);
    let ended = talk(&mut session, &mut input, &mut autosave);
    autosave.at_the_end(|| session.kept());
    if input.is_terminal() && autosave.has(&session.kept()) {
        tell(match args.autosave {
            None => "The game is kept: `wilderness` offers to go on with it.\n",
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
