//! `wilderness compare`: plays the same games with two sets of scripts, rules, settings, scenarios or players, and
//! reports what the difference changes.

use crate::battles::content::Origin as BattleOrigin;
use crate::front::Origin as _;
use crate::interrupt;
use crate::lab::args::SeriesArgs;
use crate::lab::comparison::Comparison;
use crate::lab::plot;
use crate::lab::series::{Series, Tested};
use crate::options::start::StartPair;
use crate::prompt::player::Player;
use crate::text::out;
use crate::war::content::Origin;
use clap::Args as ClapArgs;
use miette::{Context as _, IntoDiagnostic, miette};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_battles::FrenchAndIndianWarBattles as Battle;
use wilderness_engine::Each;
use wilderness_engine::files::Output;
use wilderness_engine::script::ScriptSet;
use wilderness_war::{PerSide, War};

/// Every option from `--scripts` to `--british` can be given twice: first for A, then for B. An option given once
/// applies to both, except `--scripts` and `--content`: a single directory is B, and A is the built-in content.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    start: StartPair,
    /// A script directory.
    #[arg(long, value_name = "DIR")]
    scripts: Vec<PathBuf>,
    /// A content directory: scripts, scenarios and presets.
    #[arg(long, value_name = "DIR")]
    content: Vec<PathBuf>,
    /// Who plays the French.
    #[arg(long, default_value = "random", value_name = "WHO")]
    french: Vec<Player>,
    /// Who plays the British.
    #[arg(long, default_value = "random", value_name = "WHO")]
    british: Vec<Player>,
    #[command(flatten)]
    many: SeriesArgs,
    /// A mean difference of fewer victory points than this does not matter.
    #[arg(long, default_value_t = 0.25, value_parser = margin, value_name = "VP")]
    margin: f64,
    /// Play all games, even if the answer is clear earlier.
    #[arg(long)]
    to_the_end: bool,
    /// Plot the difference, its interval and the events that changed most in this file: a new file, or an earlier plot
    /// of `compare`.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Let `--svg` overwrite any other file.
    #[arg(long, requires = "svg")]
    force: bool,
}

/// The largest possible difference: each side wins one of the two games by sudden death (13.11).
const WIDEST: f64 = 22.0;

/// A positive number of victory points.
fn margin(text: &str) -> Result<f64, String> {
    let margin = text.parse().ok().filter(|margin: &f64| *margin > 0.0 && *margin <= WIDEST);
    margin.ok_or_else(|| {
        format!("a number of victory points above 0, and at most {WIDEST}: a game ends when a side has 11 (13.11)")
    })
}

impl Args {
    /// The content of A or B.
    fn origin(&self, which: usize) -> Origin {
        Origin::new(directory(&self.content, which), directory(&self.scripts, which))
    }

    /// A or B: 0 is A, 1 is B.
    fn series(&self, which: usize) -> miette::Result<Series<War>> {
        let letter = ["A", "B"][which.min(1)];
        self.made(which).wrap_err_with(|| format!("{letter}, with {}, cannot be played", self.origin(which)))
    }

    fn made(&self, which: usize) -> miette::Result<Series<War>> {
        let start = self.start.of(which);
        let scripts = Rc::new(self.origin(which).for_start(&start)?.load()?);
        Series::of_start(&start, &scripts, self.many.seed, self.players(which), self.many.records.clone())
    }

    fn players(&self, which: usize) -> PerSide<Player> {
        let player = |players: &[Player]| players.get(which).or(players.last()).copied().unwrap_or(Player::Random);
        PerSide { french: player(&self.french), british: player(&self.british) }
    }

    /// One of the two, if it is a battle.
    fn battle(&self, which: usize) -> miette::Result<Option<Series<Battle>>> {
        let start = self.start.of(which);
        let origin = BattleOrigin::in_content(directory(&self.content, which).as_deref());
        let players = Each::from(self.players(which));
        Series::of_battle(&start, self.many.seed, players, &origin, false, self.many.records.clone())
    }
}

/// The index of the directory that A or B uses; none for the built-in content.
fn directory(named: &[PathBuf], which: usize) -> Option<PathBuf> {
    match named {
        [] => None,
        [only] => Some(only).filter(|_| which == 1).cloned(),
        several => several.get(which).cloned(),
    }
}

/// What distinguishes A from B: the options given twice, and the scripts.
fn names(args: &Args) -> miette::Result<[String; 2]> {
    let mut given = args.start.given();
    given.push(("french", args.french.iter().map(Player::to_string).collect()));
    given.push(("british", args.british.iter().map(Player::to_string).collect()));
    let named = |paths: &[PathBuf]| {
        let mut names: Vec<String> = paths.iter().map(|path| format!("in {}", path.display())).collect();
        if names.len() == 1 {
            names.insert(0, "built-in".into());
        }
        names
    };
    given.push(("scripts", named(&args.scripts)));
    given.push(("content", named(&args.content)));
    if let Some((option, values)) = given.iter().find(|(_, values)| values.len() > 2) {
        return Err(miette!(
            "--{option} was given {} times: give it at most twice, first for A, then for B",
            values.len()
        ));
    }
    let twice: Vec<_> = given.into_iter().filter(|(_, values)| values.len() == 2).collect();
    Ok([0, 1].map(|which| {
        let value = |(option, values): &(&str, Vec<String>)| match values[which].as_str() {
            "" => format!("no {option}"),
            value => format!("{option} {value}"),
        };
        twice.iter().map(value).collect::<Vec<_>>().join(", ")
    }))
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    interrupt::catch().into_diagnostic()?;
    let [a, b] = names(args)?;
    match [args.battle(0)?, args.battle(1)?] {
        [Some(one), Some(other)] => play(args, [a, b], &[one, other]),
        [None, None] => play(args, [a, b], &[args.series(0)?, args.series(1)?]),
        _ => Err(miette!("A and B are scenarios of different games, which cannot be compared")),
    }
}

/// Plays the pairs of games, and tells the difference.
fn play<F: Tested>(args: &Args, [a, b]: [String; 2], pair: &[Series<F>; 2]) -> miette::Result<ExitCode>
where
    <F::Scripts as ScriptSet>::Sources: Sync,
{
    if pair[0].is_like(&pair[1]) {
        let advice = "give an option twice, first for A, then for B, as in `--rules \"\" --rules 14.2`";
        return Err(miette!("A and B play the same games: {advice}"));
    }
    let inputs: Vec<&Path> =
        args.start.inputs().chain(args.scripts.iter().chain(&args.content).map(PathBuf::as_path)).collect();
    let claim = |file: &PathBuf| Output::claim(file, plot::FORM, &inputs, args.force);
    let output = args.svg.as_ref().map(claim).transpose().map_err(|refused| miette!("{refused}"))?;
    let compared = Comparison::play(pair, args.many.seeds()?, args.many.jobs(), args.margin, args.to_the_end)?;
    let compared = compared.named([a, b]);
    if args.many.json {
        out::line(&serde_json::to_string(&compared).unwrap_or_default())?;
    } else {
        out::print(&compared.render())?;
    }
    if let Some(output) = &output {
        plot::draw(&compared, output)?;
    }
    Ok(compared.exit_code())
}
