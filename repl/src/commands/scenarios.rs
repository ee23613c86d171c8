//! `wilderness scenarios`: the scenarios that can be played, with their years and where they come from.

use crate::front::Origin as _;
use crate::text::out;
use crate::text::style::{BOLD, DIM, paint};
use crate::war::content::ContentArg;
use clap::Args as ClapArgs;
use serde::Serialize;
use std::process::ExitCode;
use wilderness_engine::faults::Faults;
use wilderness_war::Content;

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
    /// The file, or that it is part of the program.
    from: String,
}

/// Lists them. Those with faults are reported behind the list, and the exit code is 2.
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
        // Texts and numbers and nothing else: it always has a JSON form.
        out::line(&serde_json::to_string_pretty(&listed).unwrap_or_default())?;
    } else {
        out::print(&listed.iter().map(Listed::line).collect::<String>())?;
    }
    if faults.is_empty() { Ok(ExitCode::SUCCESS) } else { Err(faults.into()) }
}

/// Where a scenario comes from: a file, or the program.
fn origin(content: &Content, id: &str) -> String {
    let file = content.file_of_scenario(id).unwrap_or_default();
    if content.is_scenario_of_program(id) { "program".into() } else { file.into() }
}

impl Listed {
    /// The scenario for people.
    fn line(&self) -> String {
        let Listed { id, name, first_year, last_year, from } = self;
        let years = if first_year == last_year { first_year.to_string() } else { format!("{first_year}-{last_year}") };
        let from = if from == "program" { "part of the program" } else { from };
        format!("{}  {name}, {years}\n      {}\n", paint(BOLD, format!("{id:<16}")), paint(DIM, from))
    }
}
