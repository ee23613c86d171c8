//! `wilderness scenarios`: lists the scenarios with their years and origin.

use crate::battles::content::Origin as BattleOrigin;
use crate::front::Origin as _;
use crate::options::content::ContentArg;
use crate::text::out;
use crate::text::style::{BOLD, DIM, paint};
use clap::Args as ClapArgs;
use serde::Serialize;
use std::process::ExitCode;
use wilderness_battles::GAME as BATTLES;
use wilderness_engine::content::Texts;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::ScriptSet as _;

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
    /// The game it belongs to.
    game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_year: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_year: Option<u16>,
    /// The length of a battle in game turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<u8>,
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
                game: wilderness_war::GAME,
                first_year: Some(scenario.first_year),
                last_year: Some(scenario.last_year),
                turns: None,
                from: origin(content, &wilderness_war::CATALOGUE.scenario(id)),
            }),
            Some(Err(more)) => faults.append(more),
            None => {}
        }
    }
    let battles = BattleOrigin::in_content_or_beside(args.content.root());
    match battles.load() {
        Ok(all) => listed.extend(all.iter().map(|battle| Listed {
            id: battle.id.clone(),
            name: battle.name.clone(),
            game: BATTLES,
            first_year: None,
            last_year: None,
            turns: Some(battle.turns),
            from: origin(all.sources(), &wilderness_battles::CATALOGUE.scenario(&battle.id)),
        })),
        Err(more) => faults.append(more),
    }
    if args.json {
        // Contains only text and numbers, so serialization cannot fail.
        out::line(&serde_json::to_string_pretty(&listed).unwrap_or_default())?;
    } else {
        out::print(&listed.iter().map(Listed::line).collect::<String>())?;
    }
    if faults.is_empty() { Ok(ExitCode::SUCCESS) } else { Err(faults.into()) }
}

/// Where the scenario of a name comes from: a file, or the built-in content.
fn origin(texts: &Texts, name: &str) -> String {
    let file = texts.get(name).map_or("", Source::name);
    if texts.is_from_program(name) { "program".into() } else { file.into() }
}

impl Listed {
    /// The scenario as text.
    fn line(&self) -> String {
        let Listed { id, name, first_year, last_year, turns, from, .. } = self;
        let length = match (first_year, last_year, turns) {
            (Some(first), Some(last), _) if first == last => first.to_string(),
            (Some(first), Some(last), _) => format!("{first}-{last}"),
            (.., turns) => format!("a battle of {} turns", turns.unwrap_or_default()),
        };
        let from = if from == "program" { "built in" } else { from };
        format!("{}  {name}, {length}\n      {}\n", paint(BOLD, format!("{id:<16}")), paint(DIM, from))
    }
}
