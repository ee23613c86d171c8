//! Who plays which side: an option for each side of the games, and `--seat SIDE=WHO` for any side.

use super::offered::{self, SideWord};
use crate::text::list::list;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::fmt;
use std::str::FromStr;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::{Each, Side};
use wilderness_lab::{CONTESTANTS, Contestant, PLAYERS, Player};

/// The name of the option for any side.
const SEAT: &str = "seat";

/// The bots that are named for sides: those of the program, or in series of games, [`Contestant`]s too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Players<P = Player>(Vec<(String, P)>);

/// The bots of two games that are compared: each option can be given twice, first for A, then for B.
#[derive(Clone, Default)]
pub struct PlayersPair(Vec<(String, Vec<Contestant>)>);

/// A bot that can be named for a side.
pub trait NamedBot: FromStr<Err = String> + fmt::Display + Clone + Send + Sync + 'static {
    /// Those that can be named.
    const KNOWN: &'static str;
}

impl NamedBot for Player {
    const KNOWN: &'static str = PLAYERS;
}

impl NamedBot for Contestant {
    const KNOWN: &'static str = CONTESTANTS;
}

impl<P> Default for Players<P> {
    fn default() -> Players<P> {
        Players(Vec::new())
    }
}

/// Adds an option for each side of the games in scope.
fn augment<P: NamedBot>(command: Command, twice: bool) -> Command {
    let seat = Arg::new(SEAT)
        .long(SEAT)
        .value_name("SIDE=WHO")
        .help("Who plays a side, named by its word")
        .action(ArgAction::Append)
        .value_parser(seat::<P>);
    let side = |(side, is_shown): (SideWord, bool)| {
        let action = if twice { ArgAction::Append } else { ArgAction::Set };
        Arg::new(side.id)
            .long(side.id)
            .value_name("WHO")
            .help(format!("Who plays the {}: {}", side.name, P::KNOWN))
            .action(action)
            .value_parser(P::from_str)
            .hide(!is_shown)
    };
    let sides = offered::sides().into_iter().map(side);
    sides.chain([seat]).fold(command, |command, arg| command.arg(arg))
}

/// `SIDE=WHO`.
fn seat<P: NamedBot>(text: &str) -> Result<(String, P), String> {
    let wanted = || "a side and who plays it, such as `SIDE=greedy`".to_string();
    let (side, player) = text.split_once('=').ok_or_else(wanted)?;
    Ok((side.trim().to_string(), player.parse()?))
}

/// What is given for each side, in order.
fn given<P: NamedBot>(matches: &ArgMatches) -> Vec<(String, Vec<P>)> {
    let of = |(side, _): (SideWord, bool)| {
        let players = matches.try_get_many::<P>(side.id).ok().flatten()?;
        Some((side.id.to_string(), players.cloned().collect::<Vec<_>>()))
    };
    let mut all: Vec<_> = offered::sides().into_iter().filter_map(of).collect();
    for (side, player) in matches.get_many::<(String, P)>(SEAT).into_iter().flatten() {
        match all.iter_mut().find(|(other, _)| other == side) {
            Some((_, players)) => players.push(player.clone()),
            None => all.push((side.clone(), vec![player.clone()])),
        }
    }
    all
}

impl<P: NamedBot> Args for Players<P> {
    fn augment_args(command: Command) -> Command {
        augment::<P>(command, false)
    }

    fn augment_args_for_update(command: Command) -> Command {
        augment::<P>(command, false)
    }
}

impl<P: NamedBot> FromArgMatches for Players<P> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Players<P>, clap::Error> {
        let each = |(side, players): (String, Vec<P>)| match &players[..] {
            [player] => Ok((side, player.clone())),
            _ => {
                let message = format!("the player of the side `{side}` is named twice\n");
                Err(clap::Error::raw(clap::error::ErrorKind::ArgumentConflict, message))
            }
        };
        given(matches).into_iter().map(each).collect::<Result<_, _>>().map(Players)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Players::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for PlayersPair {
    fn augment_args(command: Command) -> Command {
        augment::<Contestant>(command, true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        augment::<Contestant>(command, true)
    }
}

impl FromArgMatches for PlayersPair {
    fn from_arg_matches(matches: &ArgMatches) -> Result<PlayersPair, clap::Error> {
        Ok(PlayersPair(given(matches)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = PlayersPair::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<P: Clone> Players<P> {
    /// These players for these sides, by their words.
    pub fn new(players: impl IntoIterator<Item = (String, P)>) -> Players<P> {
        Players(players.into_iter().collect())
    }

    /// Whether none is named.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The options given, as typed.
    pub fn given(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(side, _)| format!("--{side}"))
    }

    /// The bot of a side, by the side's word.
    pub fn of(&self, side: &str) -> Option<P> {
        self.0.iter().find(|(other, _)| other == side).map(|(_, player)| player.clone())
    }

    /// The bot of each of these sides.
    ///
    /// # Errors
    /// A side that is none of them.
    pub fn at<S: Side>(&self, sides: &[S]) -> Result<Each<Option<P>>, Faults> {
        let mut bots = Each::default();
        for (word, player) in &self.0 {
            bots[side(word, sides)?] = Some(player.clone());
        }
        Ok(bots)
    }
}

impl PlayersPair {
    /// The options, with what was given for each.
    pub fn given(&self) -> Vec<(&str, Vec<String>)> {
        let texts = |players: &Vec<Contestant>| players.iter().map(Contestant::to_string).collect();
        self.0.iter().map(|(side, players)| (side.as_str(), texts(players))).collect()
    }

    /// The players of A or B: 0 is A, 1 is B.
    pub fn of(&self, which: usize) -> Players<Contestant> {
        let one = |(side, players): &(String, Vec<Contestant>)| {
            let player = players.get(which).or(players.last())?;
            Some((side.clone(), player.clone()))
        };
        Players(self.0.iter().filter_map(one).collect())
    }
}

/// The side with this word.
///
/// # Errors
/// There is none.
pub fn side<S: Side>(word: &str, sides: &[S]) -> Result<S, Faults> {
    sides.iter().copied().find(|side| side.id() == word).ok_or_else(|| {
        let words = sides.iter().map(|side| side.id());
        let fault = Fault::error("options::unknown_side", format!("this game has no side `{word}`"));
        let known = format!("its sides are {}", list(words.clone().map(|word| format!("`{word}`"))));
        fault.help(known).did_you_mean(word, words).into()
    })
}
