//! `wilderness play`: the loop that reads lines, lets the session do what they say, and prints what it returns.

use crate::interrupt;
use crate::prompt::autosave::Autosave;
use crate::prompt::input::{Input, LONGEST_LINE, Read};
use crate::prompt::player::Player;
use crate::prompt::session::{Reply, Session, Sharing, Trouble};
use crate::prompt::thinking;
use crate::prompt::unfinished;
use crate::prompt::watch::Watcher;
use crate::text::columns::{WIDTH, wrap};
use crate::text::out::{self, write as say};
use crate::text::style::{BOLD, ERROR, paint};
use crate::war::content::{ContentArg, Lookout};
use crate::war::start::{Start, no_effect_on_a_record};
use clap::Args as ClapArgs;
use miette::miette;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;
use wilderness_engine::harmless::lines;
use wilderness_war::{PerSide, Side};

/// What to play, and who plays.
#[derive(ClapArgs, Default)]
pub struct Args {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    content: ContentArg,
    /// The seed of dice and cards: the same seed and choices give the same game. A new one if none is given.
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
    /// Of two people at one terminal: leave both hands open, without a cover page between the turns.
    #[arg(long)]
    open_hands: bool,
    /// Keep the game in this file after every decision. At a terminal it is kept in any case, to go on another time.
    #[arg(long, value_name = "FILE")]
    autosave: Option<PathBuf>,
    /// Let `--autosave` replace a file that is not a record of this game, or holds more of it.
    #[arg(long, requires = "autosave")]
    force: bool,
}

impl Args {
    /// Whether nothing says which game to play.
    fn names_no_game(&self) -> bool {
        let says = self.seed.is_some() || self.load.is_some() || self.autosave.is_some();
        !says && self.start == Start::default() && self.french.is_none() && self.british.is_none()
    }
}

/// Plays until the input ends. A person leaves with 0; a script with 1 if one of its lines was refused; and either gets an
/// error if the game is not kept as it should be.
pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let bots = PerSide { french: args.french, british: args.british };
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
    let (session, mut autosave) = match offered {
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
            Some(_) => "The game is kept.\n",
        });
    }
    let refused = match ended {
        Ok(refused) => refused && !terminal,
        // Whoever reads the output may go away (`| head`): then there is nothing left to do.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => false,
        Err(error) => return Err(miette!("the standard output cannot be written to: {error}")),
    };
    match autosave.failure() {
        Some(failure) => Err(miette!("{}", failure.trim_end())),
        None => Ok(if refused { ExitCode::FAILURE } else { ExitCode::SUCCESS }),
    }
}

/// When so many lines of a script were refused one after the other, it is no script for this game.
const MOST_IN_VAIN: u32 = 100;

/// The conversation. Returns whether a line was refused.
fn talk(session: &mut Session, input: &mut Input, autosave: &mut Autosave) -> std::io::Result<bool> {
    let mut refused = false;
    // How many lines in a row came to nothing.
    let mut in_vain = 0;
    let mut watch = Watch::Off;
    let greeting = format!("{} — {}{}", paint(BOLD, "Wilderness War"), session.title(), session.origin());
    say(&format!(
        "{greeting}`help` explains how to answer, `tutorial` plays a season with you.\n{}",
        session.situation()
    ))?;
    loop {
        if in_vain == MOST_IN_VAIN && !input.is_terminal() {
            complain(Trouble::Plain(format!("{MOST_IN_VAIN} lines in a row were refused: the rest are not read")))?;
            return Ok(refused);
        }
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
            Read::TooLong => {
                refused = true;
                in_vain += 1;
                complain(Trouble::Plain(format!("a line has at most {LONGEST_LINE} bytes; this one is not read")))?;
                continue;
            }
            Read::Dropped if session.is_stopped() => {
                match session.run("undo") {
                    Ok(Reply::Moved(text)) => say(&text)?,
                    Ok(_) => {}
                    Err(trouble) => complain(trouble)?,
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
            say(&format!("{prompt}{}\n", lines(&line)))?;
        }
        let empty = line.trim().is_empty() && input.is_terminal();
        let line = if empty { "show" } else { &line };
        let reply = thinking::with_sign(input.is_terminal(), || session.run(line));
        in_vain = if reply.is_ok() { 0 } else { in_vain + 1 };
        if matches!(reply, Ok(Reply::Begun(_))) {
            autosave.another(session.known());
        }
        // It is kept before anybody is told.
        let unkept = autosave.after_a_line(|| session.kept()).unwrap_or_default();
        if session.take_wipe() {
            input.wipe()?;
        }
        match reply {
            Ok(Reply::Text(text) | Reply::Moved(text) | Reply::Begun(text)) => say(&text)?,
            Ok(Reply::Autosave(wish)) => say(&autosave.wish(wish, &session.kept()))?,
            Ok(Reply::Save(file, force)) => match autosave.save(&file, &session.record(), force) {
                Ok(()) => say(&format!("saved in {}\n", file.display()))?,
                Err(unsaved) => {
                    refused = true;
                    complain(Trouble::Plain(unsaved.to_string()))?;
                }
            },
            Ok(Reply::Edit(file)) => {
                if let Err(reason) = edit(&file) {
                    refused = true;
                    complain(Trouble::Plain(reason))?;
                    continue;
                }
                match session.scripts_changed() {
                    Ok(text) => say(&text.unwrap_or_else(|| "no script has changed\n".into()))?,
                    Err(trouble) => {
                        refused = true;
                        complain(trouble)?;
                    }
                }
            }
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
        say(&unkept)?;
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
    let (places, known) = session.watched()?;
    match (on, input.reporter()) {
        (false, _) => Ok(Watch::Off),
        (true, None) => Ok(Watch::EachLine(Lookout::new(places, known))),
        (true, Some(report)) => match Watcher::start(places, known, report) {
            Ok(watcher) => Ok(Watch::Always { _watcher: watcher }),
            Err(error) => Err(Trouble::Plain(format!("the scripts cannot be watched: {error}"))),
        },
    }
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
            let listed = faults.iter().map(|fault| format!("{:?}\n", miette::Report::new(fault.clone())));
            let more = faults.more().map_or(String::new(), |more| format!("{more}\n"));
            let then = format!("{} {then}\n", paint(ERROR, "no:"));
            (String::new(), listed.chain([more, then]).collect())
        }
    }
}

fn complain(trouble: Trouble) -> std::io::Result<()> {
    let (now, text) = complaint(trouble);
    say(&now)?;
    out::warn(&text);
    Ok(())
}

/// Opens a file in the person's editor, and waits until it is closed.
fn edit(file: &std::path::Path) -> Result<(), String> {
    let named = ["VISUAL", "EDITOR"].into_iter().find_map(|name| std::env::var(name).ok());
    let editor = named.filter(|editor| !editor.trim().is_empty()).unwrap_or_else(|| "vi".into());
    let mut words = editor.split_whitespace();
    let mut command = std::process::Command::new(words.next().unwrap_or("vi"));
    let status = command.args(words).arg(file).status();
    // Ctrl-C was meant for the editor.
    interrupt::take();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("the editor (`{editor}`) gave up on {}", file.display())),
        Err(error) => Err(format!("the editor (`{editor}`, from EDITOR) cannot be started: {error}")),
    }
}
