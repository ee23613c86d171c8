//! `wilderness arena`: two agents play each other, each side as often, and every deal of cards twice.

use crate::lab::args::{Game, Many};
use crate::lab::estimate::{Mean, Rate};
use crate::lab::row::Row;
use crate::player::{PLAYERS, Player};
use crate::start::Start;
use clap::Args as ClapArgs;
use serde::Serialize;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_core::{PerSide, Side};

#[derive(ClapArgs)]
pub struct Args {
    /// The one whose wins are counted.
    #[arg(help = format!("The one whose wins are counted: {PLAYERS}"))]
    first: Player,
    /// The other.
    second: Player,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    cards: crate::cards::CardsArg,
    #[command(flatten)]
    many: Many,
}

/// How the first player fared from a seat, or from both.
#[derive(Default, Clone, Copy, Serialize)]
struct Score {
    games: u64,
    wins: u64,
    draws: u64,
    /// Victory points, above 0 if they are the first player's.
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
struct Form {
    first: String,
    second: String,
    wins: Rate,
    both: Score,
    french: Score,
    british: Score,
    errors: u64,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let scripts = Rc::new(args.cards.named().load()?);
    let mut scores: PerSide<Score> = PerSide::default();
    let mut both = Score::default();
    let mut errors = 0;
    // Every seed is played twice, with the sides exchanged.
    let pairs = args.many.games.div_ceil(2).max(1);
    let seeds = args.many.seed..=args.many.seed.saturating_add(pairs - 1);
    for side in Side::BOTH {
        let players = PerSide::new(|other| if other == side { args.first } else { args.second });
        let series = Game::of(&args.start, &scripts, args.many.seed, players, args.many.records.clone())?;
        series.play_all(seeds.clone(), args.many.jobs(), |row| {
            if row.error.is_empty() {
                scores[side].add(&row, side);
                both.add(&row, side);
            } else {
                errors += 1;
                eprintln!("seed {}: {}", row.seed, row.error);
            }
            Ok(ControlFlow::Continue(()))
        })?;
    }
    let (first, second) = (args.first.to_string(), args.second.to_string());
    if args.many.json {
        let wins = Rate::new(both.wins, both.games);
        let form = Form { first, second, wins, both, french: scores.french, british: scores.british, errors };
        println!("{}", serde_json::to_string(&form).unwrap_or_default());
    } else {
        println!("{first} against {second}");
        for (label, score) in [("as French", scores.french), ("as British", scores.british), ("both", both)] {
            println!("{}", score.line(label));
        }
    }
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
