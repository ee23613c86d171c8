//! `wilderness scenarios`: lists the scenarios with their length and origin.

use crate::commands::games::{self, Listed};
use crate::options::content::ContentArg;
use crate::text::out;
use crate::text::style::{BOLD, DIM, paint};
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
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Lists the scenarios. Faults are reported after the list, and the exit code is then 2.
pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let (mut listed, mut faults) = (Vec::new(), Faults::none());
    for game in games::wanted(args.game.as_deref())? {
        let (more, wrong) = game.scenarios(&args.content);
        listed.extend(more);
        faults.append(wrong);
    }
    if args.json {
        // Contains only text and numbers, so serialization cannot fail.
        out::line(&serde_json::to_string_pretty(&listed).unwrap_or_default())?;
    } else {
        out::print(&listed.iter().map(line).collect::<String>())?;
    }
    if faults.is_empty() { Ok(ExitCode::SUCCESS) } else { Err(faults.into()) }
}

/// The scenario as text.
fn line(listed: &Listed) -> String {
    let Listed { id, name, length, made_by, from, .. } = listed;
    let made_by = if made_by.is_empty() { String::new() } else { format!(", {made_by}") };
    let from = from.as_deref().unwrap_or("built in");
    format!("{}  {name}, {length}{made_by}\n      {}\n", paint(BOLD, format!("{id:<16}")), paint(DIM, from))
}
