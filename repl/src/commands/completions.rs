//! `wilderness completions`: what a shell needs to complete the command line.

use super::command_of;
use crate::text::out;
use clap::Args as ClapArgs;
use clap_complete::{Shell, generate};
use std::process::ExitCode;

#[derive(ClapArgs)]
pub struct Args {
    /// The shell; by default the one in the environment variable SHELL, otherwise bash.
    shell: Option<Shell>,
    /// The game whose options it completes; by default, the first.
    #[arg(long, value_name = "GAME|FOLDER")]
    game: Option<String>,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let shell = args.shell.or_else(Shell::from_env).unwrap_or(Shell::Bash);
    let mut script = Vec::new();
    let mut command = command_of(args.game.as_deref())?;
    let name = command.get_name().to_string();
    generate(shell, &mut command, name, &mut script);
    out::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
