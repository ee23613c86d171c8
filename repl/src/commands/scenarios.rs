//! `wilderness scenarios`: lists the scenarios with their years and origin.

use crate::front::Origin as _;
use crate::text::out;
use crate::text::style::{BOLD, DIM, paint};
use crate::war::content::ContentArg;
use clap::Args as ClapArgs;
use serde::Serialize;
use std::process::ExitCode;
use wilderness_engine::faults::Faults;
use wilderness_war::content::Content;

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    content: ContentArg,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A scenario in the list.
#[derive(Serialize)]
struct Listed {
    id: String,
    name: String,
    first_year: u16,
    last_year: u16,
    /// The file, or that it is built in.
    from: String,
}

/// Lists the scenarios. Faults are reported after the list, and the exit code is then 2.
pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let scripts = args.content.named_or_beside().load()?;
    let content = scripts.content();
    let (mut listed, mut faults) = (Vec::new(), Faults::none());
    for id in content.scenario_ids() {
        match scripts.scenario(id) {
            Some(Ok(scenario)) => listed.push(Listed {
                id: id.to_string(),
                name: scenario.name.clone(),
                first_year: scenario.first_year,
                last_year: scenario.last_year,
                from: origin(content, id),
            }),
            Some(Err(more)) => faults.append(more),
            None => {}
        }
    }
    if args.json {
        // Contains only text and numbers, so serialization cannot fail.
        out::line(&serde_json::to_string_pretty(&listed).unwrap_or_default())?;
    } else {
        out::print(&listed.iter().map(Listed::line).collect::<String>())?;
    }
    if faults.is_empty() { Ok(ExitCode::SUCCESS) } else { Err(faults.into()) }
}

/// Where a scenario comes from: a file, or the built-in content.
fn origin(content: &Content, id: &str) -> String {
    let file = content.file_of_scenario(id).unwrap_or_default();
    if content.is_scenario_of_program(id) { "program".into() } else { file.into() }
}

impl Listed {
    /// The scenario as text.
    fn line(&self) -> String {
        let Listed { id, name, first_year, last_year, from } = self;
        let years = if first_year == last_year { first_year.to_string() } else { format!("{first_year}-{last_year}") };
        let from = if from == "program" { "built in" } else { from };
        format!("{}  {name}, {years}\n      {}\n", paint(BOLD, format!("{id:<16}")), paint(DIM, from))
    }
}
