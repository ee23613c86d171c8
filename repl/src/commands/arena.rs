//! `wilderness arena`: two agents play each other, with each deal of cards played twice and the seats exchanged; an odd
//! number of games is rounded up.

use crate::battles::content::Origin;
use crate::front::Origin as _;
use crate::interrupt;
use crate::lab::args::SeriesArgs;
use crate::lab::row::Row;
use crate::lab::series::{Series, Tested, play_pairs};
use crate::lab::{exit_code, stopped_early};
use crate::options::start::Start;
use crate::prompt::player::{PLAYERS, Player};
use crate::text::out;
use clap::Args as ClapArgs;
use miette::IntoDiagnostic;
use serde::Serialize;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_engine::Each;
use wilderness_engine::lab::{Mean, Rate};
use wilderness_engine::script::ScriptSet;
use wilderness_war::{PerSide, Side};

#[derive(ClapArgs)]
pub struct Args {
    /// The player whose wins are counted.
    #[arg(help = format!("The player whose wins are counted: {PLAYERS}"))]
    first: Player,
    /// The opponent.
    second: Player,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    content: crate::options::content::ContentArg,
    #[command(flatten)]
    many: SeriesArgs,
}

/// The first player's results from one seat, or from both.
#[derive(Default, Clone, Copy, Serialize)]
struct Score {
    games: u64,
    wins: u64,
    draws: u64,
    /// Victory points, positive for the first player.
    vp: Mean,
}

impl Score {
    fn add(&mut self, row: &Row, seat: Side) {
        let side = row.played_from(seat);
        self.games += 1;
        self.wins += u64::from(row.winner() == Some(side));
        self.draws += u64::from(row.winner == "draw");
        self.vp.add(i64::from(row.vp) * if side == Side::French { 1 } else { -1 });
    }

    fn line(&self, label: &str) -> String {
        let Score { games, wins, draws, vp } = self;
        let rate = Rate::new(*wins, *games).to_string();
        format!("{label:12} {wins:>6} of {games:<6}  {rate:22} draws {draws:<5} VP {vp}")
    }
}

#[derive(Serialize)]
struct ArenaJson {
    first: String,
    second: String,
    wins: Rate,
    both: Score,
    french: Score,
    british: Score,
    errors: u64,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    interrupt::catch().into_diagnostic()?;
    let origin = Origin::in_content(args.content.root());
    let battle = |seat: Side| {
        let players = Each::from(args.players(seat));
        Series::of_battle(&args.start, args.many.seed, players, &origin, false, args.many.records.clone())
    };
    if let (Some(one), Some(other)) = (battle(Side::French)?, battle(Side::British)?) {
        return play(args, &[one, other]);
    }
    let scripts = Rc::new(args.content.named().for_start(&args.start)?.load()?);
    let series = |seat: Side| {
        Series::of_start(&args.start, &scripts, args.many.seed, args.players(seat), args.many.records.clone())
    };
    play(args, &[series(Side::French)?, series(Side::British)?])
}

impl Args {
    /// Who plays which side if the first player sits down as one.
    fn players(&self, seat: Side) -> PerSide<Player> {
        PerSide::new(|other| if other == seat { self.first } else { self.second })
    }
}

/// Plays each seed from both seats.
fn play<F: Tested>(args: &Args, pair: &[Series<F>; 2]) -> miette::Result<ExitCode>
where
    <F::Scripts as ScriptSet>::Sources: Sync,
{
    let mut scores: PerSide<Score> = PerSide::default();
    let mut both = Score::default();
    let mut errors = 0;
    // Each seed is played twice, with the seats exchanged.
    let pairs = args.many.games.div_ceil(2);
    let wanted = pairs.saturating_mul(2);
    let seeds = args.many.seeds_of(pairs)?;
    play_pairs(pair, &seeds, args.many.jobs(), |rows| {
        for (row, seat) in rows.iter().zip(Side::BOTH) {
            if row.error.is_empty() {
                scores[seat].add(row, seat);
                both.add(row, seat);
            } else {
                errors += 1;
                out::warn(&format!("seed {}: {}\n", row.seed, row.error));
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let stopped = both.games + errors < wanted;
    let (first, second) = (args.first.to_string(), args.second.to_string());
    if args.many.json {
        let wins = Rate::new(both.wins, both.games);
        let form = ArenaJson { first, second, wins, both, french: scores.french, british: scores.british, errors };
        out::line(&serde_json::to_string(&form).unwrap_or_default())?;
    } else {
        out::line(&format!("{first} against {second}{}", stopped_early(stopped, wanted)))?;
        if both.games == 0 {
            out::line("no game was completed")?;
            return Ok(exit_code(errors, stopped));
        }
        for (label, score) in [("as French", scores.french), ("as British", scores.british), ("both", both)] {
            out::line(&score.line(label))?;
        }
    }
    Ok(exit_code(errors, stopped))
}
