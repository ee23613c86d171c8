//! The battles on the list of games.

use super::content::Origin;
use super::shelf::BattlesShelf;
use super::{inspect, rules, start};
use crate::commands::check::Trial;
use crate::commands::games::{Beginning, Listed, Title};
use crate::commands::inspect::Inspect;
use crate::front::{Front as _, Origin as _};
use crate::lsp::Shelf;
use crate::options::content::ContentArg;
use crate::options::game_option::{DICE, GameOption, POSITION, RULES, SCENARIO};
use crate::options::start::Start;
use crate::text::entry::entry;
use crate::text::out;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::LazyLock;
use wilderness_battles::{Battles, FrenchAndIndianWarBattles as Battle, GAME, Game, Header};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::document::{self, Reference};

impl Title for Battle {
    fn options() -> &'static [&'static GameOption] {
        static OPTIONS: [&GameOption; 4] = [&SCENARIO, &POSITION, &RULES, &DICE];
        &OPTIONS
    }

    fn origin(content: &ContentArg, beside: bool) -> Origin {
        match beside {
            true => Origin::in_content_or_beside(content.root()),
            false => Origin::in_content(content.root()),
        }
    }

    fn scenario_ids(origin: &Origin) -> Result<Vec<String>, Faults> {
        Ok(origin.read()?.ids())
    }

    fn scenario(game: &Game) -> String {
        game.header().scenario.clone()
    }

    /// A battle is fought on a map, with counters.
    fn claims_scenario(source: &Source) -> bool {
        ["map", "units"].iter().all(|key| source.text().lines().any(|line| line.starts_with(&format!("{key} ="))))
    }

    /// A position says of which battle it is.
    fn claims_position(position: &Value) -> bool {
        let all = position.get("positions").unwrap_or(position);
        let is_named =
            |entry: &Value| entry.get("position").unwrap_or(entry).get("scenario").is_some_and(Value::is_string);
        all.as_array().map_or_else(|| is_named(all), |entries| entries.iter().any(is_named))
    }

    fn header(start: &Start, begins: &Beginning, battles: &Rc<Battles>) -> Result<Header, Faults> {
        start::header(start, begins, battles)
    }

    fn listed(origin: &Origin, battles: &Battles) -> (Vec<Listed>, Faults) {
        let from =
            origin.directory().map(|directory| std::path::absolute(directory).unwrap_or_else(|_| directory.into()));
        let listed = battles.iter().map(|battle| Listed {
            id: battle.id.clone(),
            name: battle.name.clone(),
            game: GAME,
            length: format!("a battle of {} turns", battle.turns),
            facts: Map::from_iter([("turns".to_string(), battle.turns.into())]),
            from: from.as_ref().map(|directory| directory.display().to_string()),
        });
        (listed.collect(), Faults::none())
    }

    fn rules(battles: &Battles) -> Result<String, Faults> {
        let title = format!("{} (`--rules LIST` with the scenario of a battle):\n", Battle::NAME);
        let rules = rules::list(battles).into_iter();
        Ok(rules.fold(title, |text, rule| text + entry(&rule.name, &rule.sign, &rule.about).as_str()))
    }

    fn maps(origin: &Origin) -> Vec<String> {
        let battles = origin.load();
        battles.map(|battles| battles.iter().map(|battle| battle.map.id.clone()).collect()).unwrap_or_default()
    }

    fn inspect(asked: &Inspect<'_>) -> miette::Result<()> {
        let battles = Self::origin(asked.content, false).load()?;
        if let Some(map) = asked.map {
            out::line(&inspect::lines_of_sight(map, &battles)?.to_string())?;
            return Ok(());
        }
        let answers = inspect::answers(asked.positions()?, &battles)?;
        let pretty = || serde_json::to_string_pretty(&answers).unwrap_or_default();
        out::line(&if asked.json { answers.to_string() } else { pretty() })?;
        Ok(())
    }

    fn claims(path: &Path) -> bool {
        origin_of(path).is_some()
    }

    fn check(paths: &[PathBuf], _: Option<Trial<'_>>) -> Faults {
        let mut faults = Faults::none();
        let mut origins: Vec<Origin> = paths.iter().filter_map(|path| origin_of(path)).collect();
        origins.dedup();
        if paths.is_empty() {
            origins.push(Origin::default());
        }
        origins.iter().filter_map(|origin| origin.load().err()).for_each(|more| faults.append(more));
        faults
    }

    fn reference() -> &'static Reference {
        static REFERENCE: LazyLock<Reference> = LazyLock::new(document::reference::<Battle>);
        &REFERENCE
    }

    fn shelf(file: &Path) -> Option<Box<dyn Shelf>> {
        Some(Box::new(BattlesShelf::new(origin_of(file)?)))
    }
}

/// The directories of battles in a content directory, and of their scripts.
const WITHIN: [&str; 3] = ["scripts/battles", "scenarios/battles", "battles"];

/// The battles that a path belongs to: those of a content directory that has some, those of a directory with tables, or
/// those that a file or directory is part of.
fn origin_of(path: &Path) -> Option<Origin> {
    if path.is_dir() {
        let content = Origin::in_content(Some(path));
        if !content.is_program() {
            return Some(content);
        }
        if path.join("tables.toml").is_file() {
            return Some(Origin::of_directory(path));
        }
    }
    let content = path.ancestors().find_map(|dir| {
        let root = WITHIN
            .iter()
            .filter(|within| dir.ends_with(within))
            .find_map(|within| dir.ancestors().nth(Path::new(within).components().count()))?;
        Some(if root.as_os_str().is_empty() { Path::new(".") } else { root })
    });
    if let Some(content) = content.map(|root| Origin::in_content(Some(root))).filter(|origin| !origin.is_program()) {
        return Some(content);
    }
    let tables = path.ancestors().skip(1).take(3).find(|dir| dir.join("tables.toml").is_file());
    tables.map(Origin::of_directory)
}
