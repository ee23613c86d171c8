//! The battles on the list of games.

use super::content::Origin;
use super::series;
use super::{inspect, rules, start};
use crate::commands::check::Trial;
use crate::commands::games::{Beginning, Listed, Title};
use crate::commands::inspect::Inspect;
use crate::front::{Front as _, Origin as _};
use crate::options::content::ContentArg;
use crate::options::game_option::{DICE, GameOption, POSITION, RULES, SCENARIO, WINDOWS};
use crate::options::series::Wanted;
use crate::options::start::Start;
use crate::text::out;
use include_dir::{Dir, include_dir};
use serde_json::{Map, Value};
use std::rc::Rc;
use wilderness_battles::{Battles, CATALOGUE, FrenchAndIndianWarBattles as Battle, GAME, Header};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::ScriptSet as _;
use wilderness_lab::series::SeriesStart;

impl Title for Battle {
    fn options() -> &'static [&'static GameOption] {
        static OPTIONS: [&GameOption; 5] = [&SCENARIO, &POSITION, &RULES, &WINDOWS, &DICE];
        &OPTIONS
    }

    fn origin(content: &ContentArg, beside: bool) -> Origin {
        Origin::named(content, beside)
    }

    fn starter() -> Option<&'static Dir<'static>> {
        static STARTER: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/starters/battles");
        Some(&STARTER)
    }

    fn scenario_ids(origin: &Origin) -> Result<Vec<String>, Faults> {
        Ok(origin.read()?.ids().map(str::to_string).collect())
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

    fn plan(wanted: &Wanted<'_>, scripts: &Rc<Battles>) -> miette::Result<SeriesStart<Header>> {
        series::plan(wanted, scripts)
    }

    fn try_out(battles: &Rc<Battles>, trial: &mut Trial<'_>) -> Faults {
        let Trial { seed, goes_on } = trial;
        wilderness_battles::trial::trial(battles, *seed, &mut |progress| goes_on(progress.done, progress.parts))
    }

    fn listed(_: &Origin, battles: &Rc<Battles>) -> (Vec<Listed>, Faults) {
        let texts = battles.sources();
        let listed = battles.iter().map(|battle| {
            let file = CATALOGUE.scenario(&battle.id);
            let from =
                texts.get(&file).filter(|_| !texts.is_from_program(&file)).map(|source| source.name().to_string());
            Listed {
                id: battle.id.clone(),
                name: battle.name.clone(),
                game: GAME,
                length: format!("a battle of {} turns", battle.turns),
                made_by: String::new(),
                facts: Map::from_iter([("turns".to_string(), battle.turns.into())]),
                from,
            }
        });
        (listed.collect(), Faults::none())
    }

    fn rules(battles: &Battles) -> Result<String, Faults> {
        let title = format!("{} (`--rules LIST` with the scenario of a battle):\n", Battle::NAME);
        let rules = rules::list(battles).into_iter();
        Ok(rules.fold(title, |text, rule| text + rule.render().as_str()))
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
        match asked.json {
            true => out::line(&answers.to_string())?,
            false => out::line(inspect::as_text(&answers).trim_end())?,
        }
        Ok(())
    }
}
