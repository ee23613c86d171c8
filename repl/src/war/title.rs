//! The war on the list of games.

use super::checked::WarChecked;
use super::content::Origin;
use super::series;
use super::{cards, check, inspect, options, rules, start};
use crate::commands::check::Trial;
use crate::commands::games::{Beginning, Listed, Title};
use crate::commands::inspect::Inspect;
use crate::front::{ListedRule, Origin as _};
use crate::lsp::CheckedContent;
use crate::options::content::ContentArg;
use crate::options::game_option::GameOption;
use crate::options::series::Wanted;
use crate::options::start::Start;
use crate::text::entry::entry;
use include_dir::{Dir, include_dir};
use serde_json::Map;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_engine::faults::Faults;
use wilderness_lab::series::SeriesStart;
use wilderness_war::{CATALOGUE, GAME, Header, Scripts, War};

impl Title for War {
    fn options() -> &'static [&'static GameOption] {
        &options::OPTIONS
    }

    fn origin(content: &ContentArg, beside: bool) -> Origin {
        Origin::named(content, beside)
    }

    fn starter() -> Option<&'static Dir<'static>> {
        static STARTER: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/starters/war");
        Some(&STARTER)
    }

    fn with_scenario_file(origin: Origin, start: &Start) -> Result<Origin, Faults> {
        origin.for_start(start)
    }

    fn scenario_ids(origin: &Origin) -> Result<Vec<String>, Faults> {
        Ok(origin.read()?.scenario_ids().map(str::to_string).collect())
    }

    fn header(start: &Start, begins: &Beginning, scripts: &Rc<Scripts>) -> Result<Header, Faults> {
        start::header(start, begins, scripts)
    }

    fn plan(wanted: &Wanted<'_>, scripts: &Rc<Scripts>) -> miette::Result<SeriesStart<Header>> {
        series::plan(wanted, scripts)
    }

    fn listed(_: &Origin, scripts: &Rc<Scripts>) -> (Vec<Listed>, Faults) {
        let content = scripts.content();
        let (mut listed, mut faults) = (Vec::new(), Faults::none());
        for id in content.scenario_ids() {
            match scripts.scenario(id) {
                Some(Ok(scenario)) => {
                    let (first, last) = (scenario.first_year, scenario.last_year);
                    let length = if first == last { first.to_string() } else { format!("{first}-{last}") };
                    let facts = [("first_year", first), ("last_year", last)];
                    let facts = facts.map(|(name, year)| (name.to_string(), year.into()));
                    let file = CATALOGUE.scenario(id);
                    let from = content.get(&file).filter(|_| !content.is_from_program(&file));
                    let from = from.map(|source| source.name().to_string());
                    let (id, name) = (id.to_string(), scenario.name.clone());
                    listed.push(Listed {
                        id,
                        name,
                        game: GAME,
                        length,
                        made_by: String::new(),
                        facts: Map::from_iter(facts),
                        from,
                    });
                }
                Some(Err(more)) => faults.append(more),
                None => {}
            }
        }
        (listed, faults)
    }

    fn rules(scripts: &Scripts) -> Result<String, Faults> {
        let rules = rules::list(scripts, |_| "", &BTreeMap::new());
        let mut text: String = rules.iter().map(ListedRule::render).collect();
        let exclusive = rules::exclusions(scripts);
        if !exclusive.is_empty() {
            text.push_str(&format!("\nmutually exclusive: {exclusive}\n"));
        }
        text.push_str("\nPresets (`--preset NAME`):\n");
        for name in scripts.content().preset_names() {
            let preset = scripts.content().preset(name)?;
            text.push_str(&entry(name, "", &preset.about));
        }
        Ok(text)
    }

    fn cards(args: &crate::commands::cards::Args) -> Option<miette::Result<ExitCode>> {
        Some(cards::run(args))
    }

    fn merged_cards(rows: &crate::commands::merge::MergedCards<'_>) -> Option<miette::Result<ExitCode>> {
        Some(cards::merged(rows))
    }

    fn inspect(asked: &Inspect<'_>) -> miette::Result<()> {
        inspect::run(asked)
    }

    fn takes(path: &Path) -> Result<(), Faults> {
        check::places_of(path).map(drop)
    }

    fn check(paths: &[PathBuf], trial: Option<Trial<'_>>) -> Faults {
        check::check(paths, trial)
    }

    fn shelf(file: &Path) -> Option<Box<dyn CheckedContent>> {
        Some(Box::new(WarChecked::of(file)?))
    }
}
