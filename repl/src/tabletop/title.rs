//! Folders for the commands.

use super::{sentences, tables};
use crate::commands::check::Trial;
use crate::commands::games::{Beginning, Listed, Title};
use crate::front::{Files, ListedRule, Origin as _, check_tutorial};
use crate::options::content::ContentArg;
use crate::options::game_option::{DICE, GameOption, POSITION, RULES, SCENARIO, WINDOWS};
use crate::options::series::Wanted;
use crate::options::start::{Start, unknown};
use crate::replayed::Replayed;
use include_dir::{Dir, include_dir};
use serde_json::Map;
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_engine::Game;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::plain::{Begins as _, Header, Side};
use wilderness_lab::series::SeriesStart;
use wilderness_tabletop::{Folder, Named, Tabletop, TabletopPosition};

/// The folder that one's own begins with.
static STARTER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../scenarios/new-folder");

impl Replayed for Tabletop {
    type Position = TabletopPosition;

    fn start_from(header: &mut Header<Tabletop>, file: &Source) -> Result<(), Faults> {
        header.position = Some(TabletopPosition::read(file)?.json().into());
        Ok(())
    }

    fn position(game: &Game<Tabletop>, side: Option<Side>) -> TabletopPosition {
        let everything = || game.view(game.scripts().data.sides.first()).of_everything();
        side.map_or_else(everything, |side| game.view(side)).position()
    }

    fn unsettled(game: &Game<Tabletop>) -> Option<String> {
        let view = game.view(game.scripts().data.sides.first());
        (game.outcome().is_none() && view.is_within_phase()).then(|| format!("the phase `{}` has begun", view.phase()))
    }
}

impl Title for Tabletop {
    fn origin(content: &ContentArg, beside: bool) -> Files<Folder> {
        Files::named(content, beside)
    }

    fn options() -> &'static [&'static GameOption] {
        &[&SCENARIO, &POSITION, &RULES, &WINDOWS, &DICE]
    }

    fn scenario_ids(origin: &Files<Folder>) -> Result<Vec<String>, Faults> {
        // What no folder is named for has none: each folder is a game by its own name.
        if origin.is_program() && origin.folder().is_none() {
            return Ok(Vec::new());
        }
        Ok(origin.load()?.data.scenarios.iter().map(|scenario| scenario.id.to_string()).collect())
    }

    /// With a scenario and optional rules of the folder.
    fn header(start: &Start, begins: &Beginning, folder: &Rc<Folder>) -> Result<Header<Tabletop>, Faults> {
        let data = &folder.data;
        let ids = data.scenarios.iter().map(|scenario| scenario.id.as_str());
        let scenario = match start.scenario() {
            Some(id) if !ids.clone().any(|known| known == id) => return Err(unknown(id, ids)),
            Some(id) => id.to_string(),
            None => data.scenarios.first().map(|scenario| scenario.id.to_string()).unwrap_or_default(),
        };
        let mut header = start.clone().without(&SCENARIO).header::<Tabletop>(begins.seed(None), begins.windows)?;
        header.scenario = scenario;
        if let Some(file) = start.position() {
            Tabletop::start_from(&mut header, &Source::read_positions(file)?)?;
        }
        header.rules = match start.rules().as_deref() {
            None => Vec::new(),
            Some(["all"]) => data.options.iter().map(|option| option.id.to_string()).collect(),
            Some(words) => words.iter().map(|word| tables::option(data, word)).collect::<Result<_, _>>()?,
        };
        Ok(header)
    }

    fn plan(wanted: &Wanted<'_>, folder: &Rc<Folder>) -> miette::Result<SeriesStart<Header<Tabletop>>> {
        let data = &folder.data;
        if wanted.random_rules && data.options.is_empty() {
            return Err(miette::miette!("{} has no optional rules to draw", data.name));
        }
        let header = Self::header(wanted.start, &Beginning::with_seed(wanted.seed), folder)?;
        Game::<Self>::begin(&header, folder.clone())?;
        let all = data.scenarios.iter().filter(|_| wanted.all_scenarios);
        let scenarios = all.map(|scenario| scenario.id.to_string()).collect();
        Ok(SeriesStart { scenarios, random_rules: wanted.random_rules, ..header.into() })
    }

    fn listed(origin: &Files<Folder>, folder: &Rc<Folder>) -> (Vec<Listed>, Faults) {
        let data = &folder.data;
        let from = || origin.files().first().map(|file| file.display().to_string());
        let listed = |scenario: &Named| {
            let is_only = data.scenarios.len() == 1;
            let title = if is_only { data.name.clone() } else { format!("{}, {}", data.name, scenario.name) };
            let sides = data.sides.count();
            Listed {
                id: origin.folder().filter(|_| is_only).map_or_else(|| scenario.id.to_string(), str::to_string),
                name: title,
                game: origin.folder().unwrap_or(Tabletop::GAME),
                length: format!("for {sides} sides"),
                made_by: data.made_by.clone(),
                facts: Map::from_iter([("sides".to_string(), sides.into())]),
                from: from(),
            }
        };
        (data.scenarios.iter().map(listed).collect(), Faults::none())
    }

    fn is_set_up(game: &Game<Tabletop>) -> bool {
        game.now().time().0 > 0
    }

    fn cards(args: &crate::commands::cards::Args) -> Option<miette::Result<ExitCode>> {
        Some(super::cards::run(args))
    }

    fn merged_cards(rows: &crate::commands::merge::MergedCards<'_>) -> Option<miette::Result<ExitCode>> {
        Some(super::cards::merged(rows))
    }

    fn rules(folder: &Folder) -> Result<String, Faults> {
        let rules: String = tables::listed(&folder.data, |_| "").iter().map(ListedRule::render).collect();
        Ok(if rules.is_empty() {
            format!("{} has no optional rules.\n", folder.data.name)
        } else {
            format!("{}:\n{rules}", folder.data.name)
        })
    }

    fn try_out(folder: &Rc<Folder>, trial: &mut Trial<'_>) -> Faults {
        let Trial { seed, goes_on } = trial;
        let mut faults = sentences::check(folder);
        faults.append(check_tutorial::<Tabletop>(Files::default(), folder));
        faults.append(wilderness_tabletop::trial::trial(folder, *seed, &mut |progress| {
            goes_on(progress.done, progress.parts)
        }));
        faults
    }

    fn starter() -> Option<&'static Dir<'static>> {
        Some(&STARTER)
    }
}
