//! `wilderness rules`: lists the optional rules and the presets of the games.

use crate::commands::games;
use crate::options::content::ContentArg;
use crate::text::out;
use clap::Args as ClapArgs;
use std::process::ExitCode;
use wilderness_engine::faults::Faults;

#[derive(ClapArgs)]
pub struct Args {
    // Before `game`, which it looks at.
    #[command(flatten)]
    content: ContentArg,
    /// The game; by default, all of them.
    #[arg(long, value_name = "GAME|FOLDER")]
    game: Option<String>,
}

/// Lists the optional rules and the presets. Faults are reported after the list, and the exit code is then 2.
pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let (mut texts, mut faults) = (Vec::new(), Faults::none());
    for game in games::wanted(args.game.as_deref())? {
        match game.rules(&args.content) {
            Ok(text) => texts.push(text),
            Err(wrong) => faults.append(wrong),
        }
    }
    out::print(&texts.join("\n"))?;
    if faults.is_empty() { Ok(ExitCode::SUCCESS) } else { Err(faults.into()) }
}
