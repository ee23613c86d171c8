//! `wilderness rules`: lists the optional rules and the presets of the games.

use crate::commands::games;
use crate::options::content::ContentArg;
use crate::text::out;
use clap::Args as ClapArgs;
use std::process::ExitCode;

#[derive(ClapArgs)]
pub struct Args {
    /// The game; by default, all of them.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    content: ContentArg,
}

/// Lists the optional rules and the presets.
pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let texts: Vec<String> = games::wanted(args.game.as_deref())?
        .into_iter()
        .map(|game| game.rules(&args.content))
        .collect::<Result<_, _>>()?;
    out::print(&texts.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}
