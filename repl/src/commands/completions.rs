//! `wilderness completions`: what a shell needs to complete the command line.

use super::Cli;
use crate::text::out;
use clap::{Args as ClapArgs, CommandFactory};
use clap_complete::{Shell, generate};
use std::process::ExitCode;

#[derive(ClapArgs)]
pub struct Args {
    /// The shell; by default the one in the environment variable SHELL, otherwise bash.
    shell: Option<Shell>,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let shell = args.shell.or_else(Shell::from_env).unwrap_or(Shell::Bash);
    let mut script = Vec::new();
    let mut command = Cli::command();
    let name = command.get_name().to_string();
    generate(shell, &mut command, name, &mut script);
    out::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
