//! What each card of a folder changes, for the command `cards`.

use crate::commands::cards::{Args, TIME, directory};
use crate::commands::games::series;
use crate::interrupt::{self, exit_code_of};
use crate::options::content::ContentArg;
use crate::options::players::Players;
use crate::options::series::{Wanted, seeds_from, threads};
use crate::progress::{Progress, shown};
use crate::text::out;
use miette::{IntoDiagnostic as _, miette};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;
use wilderness_engine::Each;
use wilderness_engine::plain::Side;
use wilderness_engine::script::Compile as _;
use wilderness_lab::clustered::{Clustered, LEAST};
use wilderness_lab::series::{Series, first_line};
use wilderness_lab::{Judged, Worker, in_order};
use wilderness_tabletop::dealt::{DealtPair, DealtTrial};
use wilderness_tabletop::{Folder, GameData, Tabletop};

/// What a card changes for a side: its wins, and how far it is ahead.
#[derive(Clone, Copy, Default)]
struct Changed {
    wins: Clustered,
    lead: Clustered,
}

/// What was played.
#[derive(Default)]
struct Dealt {
    games: u64,
    pairs: usize,
    errors: u64,
    /// By card and side.
    cards: BTreeMap<(u8, Side), Changed>,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    interrupt::catch().into_diagnostic()?;
    let (series, folder) = series_of(args)?;
    let data = &folder.data;
    let only = args.card.map(|number| numbered(data, number)).transpose()?;
    let seeds = args.games.map_or(Ok(args.seed..=u64::MAX), |games| seeds_from(args.seed, games))?;
    let time = args.minutes.or(Some(TIME).filter(|_| args.games.is_none()));
    let progress = match (args.games, time) {
        (Some(games), _) => Progress::of_games(games),
        (None, time) => Progress::of_time(time.unwrap_or(TIME)),
    };
    let ends = time.map(|time| Instant::now() + time);
    let stop = || interrupt::is_pressed() || ends.is_some_and(|end| Instant::now() >= end);
    let play = |worker: &mut Worker<Tabletop>, seed| {
        let trial = DealtTrial { players: &series.players, seed, only, stop: &stop };
        let begun = worker.begin(&series, seed, interrupt::is_pressed).map_err(|faults| first_line(&faults));
        begun.and_then(|game| trial.play(game)).map_err(|fault| format!("seed {seed}: {fault}")).transpose()
    };
    let mut dealt = Dealt::default();
    let each = |pairs| {
        dealt.add(pairs);
        Ok::<_, Infallible>(ControlFlow::Continue(()))
    };
    let (Ok(_), stopped) =
        shown(&progress, threads(args.jobs), |threads| in_order(&seeds, threads, Worker::default, play, drop, each));
    out::print(&dealt.render(data))?;
    Ok(exit_code_of(dealt.errors, stopped))
}

/// The base games, and what the folder says.
fn series_of(args: &Args) -> miette::Result<(Series<Tabletop>, Folder)> {
    if args.scripts.len().max(args.content.len()) > 1 || args.csv.is_some() {
        return Err(miette!(
            "a folder is played alone, and its figures are printed: leave the second content and `--csv` out"
        ));
    }
    let named = ContentArg { content: directory(&args.content, 0), scripts: directory(&args.scripts, 0), folder: None };
    let content = args.start.content().unwrap_or(named);
    let wanted = Wanted { start: &args.start, seed: args.seed, all_scenarios: false, random_rules: false };
    let mut series = series::<Tabletop>(&wanted, &content, &Players::default(), None)?;
    series.players = Each::new(series.sides.iter().copied(), |_| args.players);
    let folder = series.sources.compile()?;
    if folder.data.cards.is_empty() {
        return Err(miette!("{} has no cards", folder.data.name));
    }
    Ok((series, folder))
}

/// The card with a number: its place in `game.toml`, from 1.
fn numbered(data: &GameData, number: u8) -> miette::Result<u8> {
    let index = number.checked_sub(1).filter(|index| usize::from(*index) < data.cards.len());
    index.ok_or_else(|| miette!("no card has the number {number}: {} has {} cards", data.name, data.cards.len()))
}

impl Dealt {
    fn add(&mut self, pairs: Result<Vec<DealtPair>, String>) {
        self.games += 1;
        let pairs = pairs.unwrap_or_else(|fault| {
            out::warn(&format!("{fault}\n"));
            self.errors += 1;
            Vec::new()
        });
        self.pairs += pairs.len();
        // The sums over the pairs of a game: of wins, of points, and their number.
        let mut sums: BTreeMap<(u8, Side), [i64; 3]> = BTreeMap::new();
        for DealtPair { side, card, instead, wins, lead } in pairs {
            for (card, sign) in [(card, 1), (instead, -1)] {
                let sum = sums.entry((card, side)).or_default();
                *sum = [sum[0] + sign * wins, sum[1] + sign * lead, sum[2] + 1];
            }
        }
        for (card, [wins, lead, count]) in sums {
            let changed = self.cards.entry(card).or_default();
            changed.wins.add(wins, count);
            changed.lead.add(lead, count);
        }
    }

    /// The cards, the best for their sides first.
    fn render(&self, data: &GameData) -> String {
        let (games, pairs) = (self.games, self.pairs);
        if self.cards.is_empty() {
            return format!("{games} games: no side was dealt cards that others do not see\n");
        }
        let judged = |of: fn(&Changed) -> Clustered| {
            Judged::all(&self.cards.values().map(|changed| of(changed).estimate()).collect::<Vec<_>>())
        };
        let both = judged(|changed| changed.wins).into_iter().zip(judged(|changed| changed.lead));
        let mut rows: Vec<_> = self.cards.iter().zip(both).collect();
        rows.sort_by(|(_, (_, one)), (_, (_, other))| other.estimate.mean.total_cmp(&one.estimate.mean));
        let mut text = format!(
            "{games} games, and {pairs} like them but for one card\n\
             What a card changes for the side that is dealt it instead of another card:\n{:37} {:>6}  {:17} points\n",
            "", "pairs", " wins"
        );
        for (((card, side), changed), (wins, lead)) in rows {
            let name = format!("{}, {side}", data.cards[usize::from(*card)].name);
            let line = format!("{name:37} {:>6}  {}  {}", changed.wins.of, wins.percent(), lead.points());
            text.push_str(&format!("{}\n", line.trim_end()));
        }
        text.push_str(&format!(
            "*  the interval of 95 % excludes zero; ** of these, at most 1 in 20 is due to chance. Cards of fewer than \
             {LEAST} games have no mark.\n"
        ));
        text
    }
}
