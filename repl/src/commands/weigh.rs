//! `wilderness weigh`: fits what a position is worth to games that bots play, and says how good that is.

use crate::commands::games::{self, Title};
use crate::front::Origin as _;
use crate::interrupt;
use crate::interrupt::exit_code_of;
use crate::options::content::ContentArg;
use crate::options::game_option::SCENARIO;
use crate::options::players::Players;
use crate::options::series::{Wanted, jobs, seeds_from, threads};
use crate::options::start::Start;
use crate::progress::{Progress, shown};
use crate::text::out;
use clap::Args as ClapArgs;
use miette::{IntoDiagnostic, miette};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use wilderness_engine::content::Pack;
use wilderness_engine::files::{FileForm, Output};
use wilderness_engine::script::{Compile as _, ScriptSet};
use wilderness_engine::value::{BEGINNING, Fitted, Values, features_with_constant};
use wilderness_engine::{Searched as _, Side as _};
use wilderness_lab::weigh::{Judgement, Learned, LearnedLuck, Lessons, Lots, Tenth};
use wilderness_lab::{PLAYERS, Player, count, stopped_early, thousands};

/// Fits what a position is worth to each side, for each scenario, to games that bots play against themselves, and writes
/// it as data. Searching bots judge positions by it; without it they count points. Run it again after a change to the
/// rules.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    content: ContentArg,
    /// The number of games of each scenario.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(10..), value_name = "N")]
    games: u64,
    /// Who plays all sides.
    #[arg(long, default_value = "greedy", value_name = "WHO", help = format!("Who plays all sides: {PLAYERS}"))]
    bots: Player,
    /// How many decisions in 100 the bots that err most make at random; others err half as often, or not.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=100), value_name = "N")]
    slips: u32,
    /// The seed of the first game; each later game uses the next seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The number of threads; by default, one per core. The result is the same with any number.
    #[arg(long, value_parser = jobs, value_name = "N")]
    jobs: Option<usize>,
    /// Write the values to this file, or of several scenarios into this directory; by default they are written into the
    /// content directory.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Let `--out` overwrite any other file.
    #[arg(long, requires = "out")]
    force: bool,
    /// Say how good the present values are with the present content, and write nothing.
    #[arg(long, conflicts_with = "out")]
    check: bool,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// A file with values.
const FORM: FileForm =
    FileForm { what: "a file of values that `weigh` has written", is: |text| text.starts_with(BEGINNING) };

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    interrupt::catch().into_diagnostic()?;
    games::of_start(&args.start, &args.content, false)?.weigh(args)
}

/// Fits the values of the scenario that is named, or of all.
pub fn fit<F: Title>(args: &Args) -> miette::Result<ExitCode> {
    let ids = match args.start.scenario() {
        Some(_) => vec![None],
        None => F::scenario_ids(&F::origin(&args.content, false))?.into_iter().map(Some).collect(),
    };
    if ids.is_empty() {
        return Err(miette!("name a game with scenarios: `--game FOLDER`"));
    }
    let is_several = ids.len() > 1;
    let mut code = ExitCode::SUCCESS;
    for id in ids {
        let start = match id {
            Some(id) if id != F::GAME => args.start.clone().with(&SCENARIO, id),
            _ => args.start.clone(),
        };
        let weighed = of_scenario::<F>(args, &start, is_several)?;
        if weighed != ExitCode::SUCCESS {
            code = weighed;
        }
        if interrupt::is_pressed() {
            break;
        }
    }
    Ok(code)
}

/// One scenario.
fn of_scenario<F: Title>(args: &Args, start: &Start, is_several: bool) -> miette::Result<ExitCode> {
    let wanted = Wanted { start, seed: args.seed, all_scenarios: false, random_rules: false };
    let series = games::series::<F>(&wanted, &args.content, &Players::default(), None)?;
    let scenario = F::scenarios(&series.plan).swap_remove(0);
    let scripts = F::with_scenario_file(F::origin(&args.content, false), start)?.load()?;
    let own = F::Search::features(&scripts);
    if own.is_empty() {
        return Err(miette!("{} has no features by which its positions could be judged", F::NAME));
    }
    let sides: Vec<&str> = series.sides.iter().map(|side| side.id()).collect();
    let features = features_with_constant(own, sides.len());
    let output = if args.check { None } else { Some(output::<F>(args, &scenario, is_several)?) };
    let began = Instant::now();
    let lessons = Lessons::<F> { plan: series.plan, sources: series.sources, player: args.bots, slips: args.slips };
    let seeds = seeds_from(args.seed, args.games)?;
    let progress = Progress::of_games(count(&seeds));
    let (mut lots, was_stopped) = shown(&progress, threads(args.jobs), |threads| lessons.play(&seeds, threads));
    for (seed, error) in lots.errors.drain(..) {
        out::warn(&format!("seed {seed}: {error}\n"));
    }
    if lots.fitted.is_empty() || lots.held_out.is_empty() {
        return Err(miette!("{scenario}: too few games were played to their ends"));
    }
    let shown = Shown { args, scenario: &scenario, seconds: began.elapsed().as_secs_f64(), lots: &lots, was_stopped };
    let Some(output) = output else {
        let judgement = lots.judge_present();
        shown.tell(&judgement, None, None)?;
        return Ok(if judgement.present < judgement.constant {
            exit_code_of(0, was_stopped)
        } else {
            ExitCode::from(1)
        });
    };
    let learned = lots.learn();
    let is_better = learned.judgement.new < learned.judgement.constant;
    if is_better && !was_stopped {
        let luck = learned.luck.pips.as_ref().map(|pips| pips.to_toml(&sides, learned.luck.explained));
        let text =
            learned.value.to_toml(&sides, &features, &fitted(args, &learned)) + luck.as_deref().unwrap_or_default();
        output.write(&text).map_err(|refused| miette!("{refused}"))?;
    }
    shown.tell(&learned.judgement, Some(is_better && !was_stopped), Some(&learned.luck))?;
    Ok(if is_better { exit_code_of(0, was_stopped) } else { ExitCode::from(1) })
}

/// The file to be written.
fn output<F: Title>(args: &Args, scenario: &str, is_several: bool) -> miette::Result<Output> {
    let named = args.out.as_ref().map(|out| {
        let is_directory = is_several || out.is_dir();
        if is_directory { out.join(format!("{scenario}.toml")) } else { out.clone() }
    });
    let in_content = || {
        let root = args.content.root().filter(|root| !Pack::is_called(root))?;
        <F::Scripts as ScriptSet>::Sources::catalogue()?.path_in(root, &Values::path(scenario))
    };
    let help = "name a file with `--out`, or use `--check`";
    let path =
        named.or_else(in_content).ok_or_else(|| miette!(help = help, "nothing says where to write the values"))?;
    let directory = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(directory).map_err(|error| miette!("cannot create `{}`: {error}", directory.display()))?;
    Output::claim(&path, FORM, &[], args.force).map_err(|refused| miette!("{refused}"))
}

fn fitted(args: &Args, learned: &Learned) -> Fitted {
    Fitted {
        games: learned.games,
        positions: learned.positions as u64,
        seed: args.seed,
        bots: args.bots.to_string(),
        slips: args.slips,
        loss: learned.judgement.new,
        constant: learned.judgement.constant,
    }
}

/// What is printed of a scenario.
struct Shown<'a> {
    args: &'a Args,
    scenario: &'a str,
    seconds: f64,
    lots: &'a Lots,
    was_stopped: bool,
}

impl Shown<'_> {
    /// Prints how good values are; `written` says whether new ones have been written, if any were fitted.
    fn tell(&self, judgement: &Judgement, written: Option<bool>, luck: Option<&LearnedLuck>) -> miette::Result<()> {
        if self.args.json {
            return out::line(&self.json(judgement, written, luck).to_string());
        }
        let Shown { scenario, seconds, lots, was_stopped, args } = self;
        let stopped = stopped_early(*was_stopped, args.games);
        out::line(&format!("{scenario}: {} games in {seconds:.0} s{stopped}", thousands(lots.games)))?;
        let of = if written.is_some() { "games held out" } else { "these games" };
        out::line(&format!("log loss in {} positions of {of}:", thousands(judgement.positions as u64)))?;
        let fitted = written.map(|_| ("values fitted now", judgement.new));
        let lines =
            [("present values", judgement.present), ("points", judgement.points), ("a constant", judgement.constant)];
        for (name, loss) in fitted.into_iter().chain(lines) {
            out::line(&format!("  {name:18} {loss:.4}"))?;
        }
        out::line("  valued      positions  on average  won")?;
        let shown = if written.is_some() { &judgement.calibration } else { &judgement.present_calibration };
        for (tenth, Tenth { positions, told, won }) in shown.iter().enumerate().filter(|(_, it)| it.positions > 0) {
            let percent = |sum: f64| 100.0 * sum / *positions as f64;
            let (from, to, number) = (tenth * 10, tenth * 10 + 10, thousands(*positions));
            out::line(&format!(
                "  {from:>2}-{to:<3} %  {number:>10}  {:>8.1} %  {:>5.1} %",
                percent(*told),
                percent(*won)
            ))?;
        }
        if let Some(LearnedLuck { pips, explained }) = luck {
            let kept = if pips.is_some() { "" } else { ": too little to remove it from comparisons" };
            let share = 100.0 * explained;
            out::line(&format!("the luck of the dice explains {share:.1} % of the variance in games held out{kept}"))?;
        }
        match written {
            Some(false) if !was_stopped => {
                out::line("worse than a constant: nothing is written, and bots count points here")
            }
            None if judgement.present >= judgement.constant => {
                out::line("the present values are worse than a constant: fit them anew with `wilderness weigh`")
            }
            _ => Ok(()),
        }
    }

    fn json(&self, judgement: &Judgement, written: Option<bool>, luck: Option<&LearnedLuck>) -> Json {
        let tenths = |all: &[Tenth]| -> Vec<Json> {
            let one = |it: &Tenth| json!({ "positions": it.positions, "told": it.told, "won": it.won });
            all.iter().map(one).collect()
        };
        json!({
            "scenario": self.scenario,
            "games": self.lots.games,
            "positions": judgement.positions,
            "loss": { "fitted": written.map(|_| judgement.new), "present": judgement.present, "points": judgement.points,
                "constant": judgement.constant },
            "calibration": { "fitted": written.map(|_| tenths(&judgement.calibration)),
                "present": tenths(&judgement.present_calibration) },
            "luck": luck.map(|luck| json!({ "explained": luck.explained, "kept": luck.pips.is_some() })),
            "written": written.unwrap_or_default(),
            "stopped": self.was_stopped,
        })
    }
}
