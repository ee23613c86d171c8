//! `wilderness play`: the loop that reads lines, lets the session do what they say, and prints what it returns.

use crate::cards::{CardsArg, Lookout};
use crate::columns::{WIDTH, wrap};
use crate::input::{Input, Read, state_file};
use crate::session::{Reply, Session, Trouble};
use crate::simulate::Player;
use crate::start::Start;
use crate::style::{BOLD, ERROR, paint};
use crate::watch::Watcher;
use clap::Args as ClapArgs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use wilderness_core::PerSide;

/// What to play, and who plays.
#[derive(ClapArgs, Default)]
pub struct Args {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    cards: CardsArg,
    /// The seed of dice and cards: the same seed and choices give the same game. A new one if none is given.
    #[arg(long, value_name = "N", conflicts_with = "load")]
    seed: Option<u64>,
    /// Let the machine play the French.
    #[arg(long, value_name = "WHO")]
    french: Option<Player>,
    /// Let the machine play the British.
    #[arg(long, value_name = "WHO")]
    british: Option<Player>,
    /// Take up the game in this file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "preset", "position", "rules", "windows", "hand_size", "first_side", "handicap", "dice"])]
    load: Option<PathBuf>,
}

/// Plays until the input ends. A person always leaves with 0; a script with 1 if one of its lines was refused.
pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let bots = PerSide { french: args.french, british: args.british };
    let cards = args.cards.named_or_beside();
    let mut session = match &args.load {
        Some(file) => Session::load(file, bots, cards)?,
        None => Session::new(&args.start, args.seed, bots, cards)?,
    };
    let mut input = Input::open();
    // Whoever reads the output may go away (`| head`): then there is nothing left to do.
    let ended = talk(&mut session, &mut input);
    if input.is_terminal() {
        let _ = say(&keep(&session));
    }
    let refused = ended.unwrap_or(false) && !input.is_terminal();
    Ok(if refused { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Keeps the game of a person who leaves, so that a slip of the finger costs nothing. Says where, if it could be done.
fn keep(session: &Session) -> String {
    let kept = state_file("last.record").filter(|file| session.keep(file).unwrap_or(false));
    kept.map_or(String::new(), |file| format!("The game is kept: wilderness play --load {}\n", file.display()))
}

/// The conversation. Returns whether a line was refused.
fn talk(session: &mut Session, input: &mut Input) -> std::io::Result<bool> {
    let mut refused = false;
    let mut watch = Watch::Off;
    let greeting = format!("{} — {}{}", paint(BOLD, "Wilderness War"), session.title(), session.origin());
    say(&format!(
        "{greeting}`help` explains how to answer, `tutorial` plays a season with you.\n{}",
        session.situation()
    ))?;
    loop {
        let line = match input.read(|| session.typed_prompt()) {
            Read::Line(line) => line,
            Read::ScriptsChanged => {
                // The half-typed line stays under what is told.
                let (now, wrong) = match session.scripts_changed() {
                    Ok(text) => (text.unwrap_or_default(), String::new()),
                    Err(trouble) => complaint(trouble),
                };
                let text = now + wrong.as_str();
                if !text.is_empty() && !input.print_above(&text) {
                    say(&text)?;
                }
                continue;
            }
            Read::Dropped => {
                say("`quit` leaves; `save FILE` first if you want to go on another day.\n")?;
                continue;
            }
            Read::End => {
                // The cursor still stands behind the prompt.
                say(if input.is_terminal() { "\n" } else { "" })?;
                return Ok(refused);
            }
        };
        if let Watch::EachLine(lookout) = &mut watch
            && lookout.has_changed()
        {
            match session.scripts_changed() {
                Ok(text) => say(&text.unwrap_or_default())?,
                Err(trouble) => {
                    refused = true;
                    complain(trouble)?;
                }
            }
        }
        if !input.is_terminal() {
            let prompt = session.prompt();
            // What was piped in is written where a person would have typed it, so that the output reads as a session.
            say(&format!("{prompt}{line}\n"))?;
        }
        let empty = line.trim().is_empty() && input.is_terminal();
        match session.run(if empty { "show" } else { &line }) {
            Ok(Reply::Text(text)) => say(&text)?,
            Ok(Reply::Moved(text)) => say(&text)?,
            Ok(Reply::Watch(on)) => match watching(session, input, on) {
                Ok(begun) => {
                    watch = begun;
                    say(watch.describe())?;
                }
                Err(trouble) => {
                    refused = true;
                    complain(trouble)?;
                }
            },
            Ok(Reply::Quit) => {
                say(&session.farewell())?;
                return Ok(refused);
            }
            Err(trouble) => {
                refused = true;
                complain(trouble)?;
            }
        }
    }
}

/// How changes of the scripts are noticed.
enum Watch {
    /// Not at all.
    Off,
    /// Before each line that is piped in.
    EachLine(Lookout),
    /// All the time, while a person types.
    Always { _watcher: Watcher },
}

impl Watch {
    fn describe(&self) -> &'static str {
        match self {
            Watch::Off => "changes of the scripts wait for `reload`\n",
            Watch::EachLine(_) => "changes of the scripts are taken up before each line\n",
            Watch::Always { .. } => "changes of the scripts are taken up when they are saved\n",
        }
    }
}

/// Begins or ends to watch the scripts.
fn watching(session: &Session, input: &Input, on: bool) -> Result<Watch, Trouble> {
    let (directory, known) = session.watched()?;
    match (on, input.reporter()) {
        (false, _) => Ok(Watch::Off),
        (true, None) => Ok(Watch::EachLine(Lookout::new(directory, known))),
        (true, Some(report)) => match Watcher::start(directory, known, report) {
            Ok(watcher) => Ok(Watch::Always { _watcher: watcher }),
            Err(error) => Err(Trouble::Plain(format!("the scripts cannot be watched: {error}"))),
        },
    }
}

fn say(text: &str) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// A refusal, in lines that fit.
fn refusal(message: &str) -> String {
    let lines = message.lines().flat_map(|line| match line.starts_with(' ') {
        true => vec![line.to_string()],
        false => wrap(line, WIDTH - 4),
    });
    format!("{} {}\n", paint(ERROR, "no:"), lines.collect::<Vec<_>>().join("\n"))
}

/// What to say of a trouble: where the game stands now, if it has moved, and what is wrong.
fn complaint(trouble: Trouble) -> (String, String) {
    match trouble {
        Trouble::Midway { reason, now } => (now, refusal(&reason)),
        Trouble::Plain(message) => (String::new(), refusal(&message)),
        Trouble::Faults(faults) => (String::new(), format!("{:?}\n", miette::Report::from(faults))),
        Trouble::Reload { faults, then } => {
            let faults = faults.iter().map(|fault| format!("{:?}\n", miette::Report::new(fault.clone())));
            let then = format!("{} {then}\n", paint(ERROR, "no:"));
            (String::new(), faults.chain([then]).collect())
        }
    }
}

fn complain(trouble: Trouble) -> std::io::Result<()> {
    let (now, text) = complaint(trouble);
    say(&now)?;
    let mut out = anstream::stderr().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
