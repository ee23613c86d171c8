//! `wilderness man`: the manual pages.

use super::command_of;
use crate::text::out;
use clap::{Args as ClapArgs, Command};
use clap_mangen::Man;
use miette::{IntoDiagnostic, WrapErr, miette};
use std::path::PathBuf;
use std::process::ExitCode;
use wilderness_engine::files::{FileForm, Output};

#[derive(ClapArgs)]
pub struct Args {
    /// The game whose options it describes; by default, the first.
    #[arg(long, value_name = "GAME|FOLDER")]
    game: Option<String>,
    /// Write the page of the program and one for each command to this directory. Only earlier pages in it are replaced.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Let `--out` overwrite other files in it.
    #[arg(long, requires = "out")]
    force: bool,
}

/// Identifies a manual page.
const FORM: FileForm = FileForm { what: "a manual page", is: |text| text.starts_with(".ie \\n(.g .ds Aq") };

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let mut command = command_of(args.game.as_deref())?.disable_help_subcommand(true);
    command.build();
    let Some(directory) = &args.out else {
        out::print(&page(command)?)?;
        return Ok(ExitCode::SUCCESS);
    };
    std::fs::create_dir_all(directory)
        .into_diagnostic()
        .wrap_err_with(|| format!("cannot create `{}`", directory.display()))?;
    // A subcommand is called by its whole name: `wilderness-play`.
    let commands: Vec<Command> = std::iter::once(command.clone()).chain(command.get_subcommands().cloned()).collect();
    for command in commands {
        let name = command.get_display_name().unwrap_or(command.get_name()).to_string();
        let text = page(command)?;
        let path = directory.join(format!("{name}.1"));
        let output = Output::claim(&path, FORM, &[], args.force).map_err(|refused| miette!("{refused}"))?;
        output.write(&text).map_err(|refused| miette!("{refused}"))?;
        out::line(&output.path().display().to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The page of a command.
fn page(command: Command) -> miette::Result<String> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).into_diagnostic()?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
