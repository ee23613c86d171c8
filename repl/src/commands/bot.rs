//! `wilderness bot`: a bot of this build, played by another build as a child process. It follows the game by its record.

use crate::commands::games::{self, Title};
use crate::front::Origin as _;
use crate::options::content::ContentArg;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::{IntoDiagnostic, miette};
use serde::Serialize;
use std::io::{BufRead as _, stdin};
use std::process::ExitCode;
use std::sync::Arc;
use wilderness_engine::faults::Source;
use wilderness_engine::record::{Header as _, Record};
use wilderness_engine::{Agent, Choice as _, Game, Side as _};
use wilderness_lab::outside::protocol::{
    Answered, BotQuestion, BotWants, GameBegins, Ready, RecordPart, ToBot, VERSION,
};
use wilderness_lab::{PLAYERS, Player};

/// Answer for a side of a game that another build plays, as one JSON object a line: what `exec:` starts in `arena`,
/// `simulate` and `compare`. It reads the whole record, and is for measuring only.
#[derive(ClapArgs)]
pub struct Args {
    /// Who answers.
    #[arg(default_value = "greedy", value_name = "WHO", help = format!("Who answers: {PLAYERS}"))]
    player: Player,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let Some(ToBot::Begin(begins)) = heard()? else {
        return Err(miette!("a game begins with a line such as `{{\"type\": \"begin\", \"protocol\": {VERSION}, …}}`"));
    };
    let mut games = games::all().iter();
    let Some(game) = games.find(|game| game.word() == begins.game) else {
        return complain(&format!("this build has no game `{}`", begins.game));
    };
    say(&Ready { protocol: VERSION, wants: BotWants::Record })?;
    game.bot(args, &begins)
}

/// Answers for a seat until the game ends.
pub fn play<F: Title>(args: &Args, begins: &GameBegins) -> miette::Result<ExitCode> {
    let mut follower: Option<Follower<F>> = None;
    while let Some(ToBot::Choose(asked)) = heard()? {
        match answer(args, begins, &mut follower, *asked) {
            Ok(token) => say(&Answered::Token(token))?,
            Err(report) => return complain(&report.to_string()),
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A game that is followed by its record, and the bot that answers in it.
struct Follower<F: Title> {
    game: Game<F>,
    agent: Box<dyn Agent<F>>,
}

/// The token of the answer to a question.
fn answer<F: Title>(
    args: &Args,
    begins: &GameBegins,
    follower: &mut Option<Follower<F>>,
    asked: BotQuestion,
) -> miette::Result<String> {
    let part = asked.record.ok_or_else(|| miette!("the question comes without the record"))?;
    let follower = match follower {
        Some(follower) => {
            let followed = follower.game.follow(part.lines.iter().map(String::as_str));
            followed.map_err(|halt| miette!("this build does not play the game in the same way: {halt}"))?;
            follower
        }
        None => follower.insert(Follower::begin(args, begins, part)?),
    };
    let Follower { game, agent } = follower;
    let Some(decision) = game.decision().filter(|decision| decision.side.id() == asked.side) else {
        return Err(miette!("this build asks nothing of `{}` here", asked.side));
    };
    let chosen = agent.choose(&game.view(decision.side), decision);
    Ok(chosen.token())
}

impl<F: Title> Follower<F> {
    /// The game up to the first question.
    fn begin(args: &Args, begins: &GameBegins, part: RecordPart) -> miette::Result<Follower<F>> {
        let record = Record::<F>::parse(&Source::new("record", part.record))?;
        let scripts = record.header.completed(F::origin(&ContentArg::default(), false).load()?)?;
        let played = record.play_through(scripts, None, true)?;
        let game = match played.fault {
            None => played.game.without_log(),
            Some(fault) => return Err(miette!("this build does not play the game in the same way: {}", fault.line())),
        };
        let seat = game.sides().into_iter().find(|side| side.id() == begins.side);
        let seat = seat.ok_or_else(|| miette!("this build has no side `{}`", begins.side))?;
        let agent = args.player.agent(game.header().seed, seat, 1, Arc::default());
        Ok(Follower { game, agent })
    }
}

/// The next message; nothing at the end of the input.
fn heard() -> miette::Result<Option<ToBot>> {
    let mut line = String::new();
    if stdin().lock().read_line(&mut line).into_diagnostic()? == 0 {
        return Ok(None);
    }
    let message = serde_json::from_str(&line);
    message.map(Some).map_err(|error| miette!("this is not a message of the protocol: {error}"))
}

fn say(message: &impl Serialize) -> miette::Result<()> {
    out::line(&serde_json::to_string(message).into_diagnostic()?)
}

/// Tells the other build why there is no answer.
fn complain(why: &str) -> miette::Result<ExitCode> {
    say(&Answered::Error(why.into()))?;
    Ok(ExitCode::FAILURE)
}
