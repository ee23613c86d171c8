//! `wilderness arena`: two agents play each other, with each deal of cards played once for each way to seat them; the number
//! of games is rounded up.

use crate::commands::games::{self, Title};
use crate::interrupt;
use crate::interrupt::exit_code_of;
use crate::options::players::Players;
use crate::options::series::SeriesArgs;
use crate::options::series::Wanted;
use crate::options::start::Start;
use crate::progress::{Progress, shown};
use crate::text::out;
use clap::Args as ClapArgs;
use miette::IntoDiagnostic;
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;
use std::process::ExitCode;
use wilderness_lab::facts::Facts;
use wilderness_lab::row::{GameEnd, Row};
use wilderness_lab::series::Series;
use wilderness_lab::stopped_early;
use wilderness_lab::{CONTESTANTS, Contestant};
use wilderness_lab::{Mean, Rate};
use wilderness_lab::{count, play_several};

#[derive(ClapArgs)]
pub struct Args {
    /// The player whose wins are counted.
    #[arg(help = format!("The player whose wins are counted: {CONTESTANTS}"))]
    first: Contestant,
    /// The opponent.
    second: Contestant,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    content: crate::options::content::ContentArg,
    #[command(flatten)]
    many: SeriesArgs,
}

/// The first player's results from one seat, or from all.
#[derive(Default, Clone, Copy)]
struct SeatScore {
    games: u64,
    wins: u64,
    draws: u64,
    /// The lead of the first player, in units of the game.
    lead: Mean,
}

impl SeatScore {
    /// Adds a game that the first player began as a side.
    fn add(&mut self, row: &Row, seat: usize, facts: &Facts) {
        let side = row.played_from(seat);
        self.games += 1;
        self.wins += u64::from(row.winner() == Some(side));
        self.draws += u64::from(row.end == Some(GameEnd::Draw));
        self.lead.add(facts.leads(&row.scores).get(side).copied().unwrap_or_default());
    }

    fn line(&self, label: &str, facts: &Facts) -> String {
        let SeatScore { games, wins, draws, lead } = self;
        let (rate, unit) = (Rate::new(*wins, *games).to_string(), facts.unit());
        let half = Some(lead.half_width() / unit).filter(|half| half.is_finite());
        let half = half.map_or(String::new(), |half| format!(" ±{half:.2}"));
        let (name, mean) = (facts.score.name, lead.mean() / unit);
        format!("{label:12} {wins:>6} of {games:<6}  {rate:22} draws {draws:<5} {name} {mean:+.2}{half}")
    }

    fn json(&self, facts: &Facts) -> Value {
        let SeatScore { games, wins, draws, lead } = self;
        let half = Some(lead.half_width() / facts.unit()).filter(|half| half.is_finite());
        let lead = json!({ "of": lead.of, "mean": lead.mean() / facts.unit(), "plus_minus": half });
        json!({ "games": games, "wins": wins, "draws": draws, "lead": lead })
    }
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    interrupt::catch().into_diagnostic()?;
    games::of_start(&args.start, &args.content, false)?.arena(args)
}

/// Plays each seed with the first player in each seat, and the second in all others.
pub fn play<F: Title>(args: &Args) -> miette::Result<ExitCode> {
    let wanted = Wanted { start: &args.start, seed: args.many.seed, all_scenarios: false, random_rules: false };
    let first: Series<F> = games::series(&wanted, &args.content, &Players::default(), args.many.records.clone())?;
    let facts = first.facts();
    let seated = |seat: usize| {
        let player = |side: usize| if side == seat { args.first.clone() } else { args.second.clone() };
        let players = facts.sides.iter().enumerate().map(|(side, (id, _))| (id.clone(), player(side)));
        games::series(&wanted, &args.content, &Players::new(players), args.many.records.clone())
    };
    let series: Vec<Series<F>> = (0..facts.sides.len()).map(seated).collect::<miette::Result<_>>()?;
    let mut scores = vec![SeatScore::default(); series.len()];
    let (mut all, mut errors) = (SeatScore::default(), 0);
    let rounds = args.many.games.div_ceil(series.len() as u64);
    let wanted = rounds.saturating_mul(series.len() as u64);
    let seeds = args.many.seeds_of(rounds)?;
    let each = |rows: Vec<Row>| {
        for (seat, row) in rows.iter().enumerate() {
            if row.error.is_empty() {
                scores[seat].add(row, seat, &facts);
                all.add(row, seat, &facts);
            } else {
                errors += 1;
                out::warn(&format!("seed {}: {}\n", row.seed, row.error));
            }
        }
        Ok::<_, miette::Report>(ControlFlow::Continue(()))
    };
    let progress = Progress::of_games(count(&seeds));
    shown(&progress, args.many.jobs(), |threads| play_several(&series, &seeds, threads, each)).0?;
    let stopped = all.games + errors < wanted;
    if args.many.json {
        out::line(&json_of(args, &facts, &scores, all, errors).to_string())?;
        return Ok(exit_code_of(errors, stopped));
    }
    let (first, second) = (&args.first, &args.second);
    out::line(&format!("{first} against {second}{}", stopped_early(stopped, wanted)))?;
    if all.games == 0 {
        out::line("no game was completed")?;
        return Ok(exit_code_of(errors, stopped));
    }
    for ((_, name), score) in facts.sides.iter().zip(&scores) {
        out::line(&score.line(&format!("as {name}"), &facts))?;
    }
    out::line(&all.line("all", &facts))?;
    Ok(exit_code_of(errors, stopped))
}

fn json_of(args: &Args, facts: &Facts, scores: &[SeatScore], all: SeatScore, errors: u64) -> Value {
    let of_sides = facts.sides.iter().zip(scores).map(|((id, _), score)| (id.clone(), score.json(facts)));
    json!({
        "first": args.first.to_string(),
        "second": args.second.to_string(),
        "wins": Rate::new(all.wins, all.games),
        "all": all.json(facts),
        "sides": Map::from_iter(of_sides),
        "errors": errors,
    })
}
