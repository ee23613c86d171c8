//! What each card of a folder changes, for the command `cards`.

use crate::commands::cards::{Args, directory};
use crate::commands::games::{UnitsRun, series};
use crate::commands::merge::MergedCards;
use crate::interrupt::{self, exit_code_of};
use crate::options::content::ContentArg;
use crate::options::players::Players;
use crate::options::series::{Wanted, threads};
use crate::text::out;
use miette::{IntoDiagnostic as _, miette};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use wilderness_engine::Each;
use wilderness_engine::Side as _;
use wilderness_engine::script::Compile as _;
use wilderness_lab::clustered::{Clustered, Estimate, LEAST};
use wilderness_lab::facts::Facts;
use wilderness_lab::series::{Series, first_line};
use wilderness_lab::units::{AsTheyAre, RowsHead, narrow};
use wilderness_lab::{Judged, Worker};
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
    cards: BTreeMap<(u8, usize), Changed>,
}

/// A card with its side, what was played, and how sure it is what it changes: wins and points.
type JudgedCard<'a> = ((&'a (u8, usize), &'a Changed), (Judged, Judged));

/// A pair of games: the number of the side, both cards, and how many more games and points the first card gives it.
type SidePair = (usize, u8, u8, i32, i32);

/// What was played for a seed: pairs, or what went wrong.
type DealtPairs = Result<Vec<SidePair>, String>;

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    interrupt::catch().into_diagnostic()?;
    let (series, folder) = series_of(args)?;
    let data = &folder.data;
    let only = args.card.map(|number| numbered(data, number)).transpose()?;
    let seeds = args.seeds()?;
    let (facts, cards) = (series.facts(), data.cards.iter().map(|card| card.name.to_string()).collect::<Vec<_>>());
    let inputs: Vec<&Path> = args.start.inputs().chain(args.content.iter().map(PathBuf::as_path)).collect();
    let with_series = |head: RowsHead| head.with_series(&series).telling("cards", cards.clone()).telling("only", only);
    let run = UnitsRun::new(&args.rows, "cards", facts.clone(), &seeds, &inputs, with_series)?;
    let ends = args.time().map(|time| Instant::now() + time);
    let stop = || interrupt::is_pressed() || ends.is_some_and(|end| Instant::now() >= end);
    let play = |worker: &mut Worker<Tabletop>, seed, _| {
        let trial = DealtTrial { players: &series.players, seed, only, stop: &stop };
        let begun = worker.begin(&series, seed, interrupt::is_pressed).map_err(|faults| first_line(&faults));
        let played =
            begun.and_then(|game| trial.play(game)).map_err(|fault| format!("seed {seed}: {fault}")).transpose()?;
        let pair = |pair: DealtPair| (pair.side.index(), pair.card, pair.instead, narrow(pair.wins), narrow(pair.lead));
        Some(played.map(|pairs| pairs.into_iter().map(pair).collect()))
    };
    let mut dealt = Dealt::default();
    let each = |_, pairs: &DealtPairs| {
        dealt.add(pairs);
        ControlFlow::Continue(())
    };
    let progress = |games| args.progress(games);
    let (_, was_pressed) =
        run.play::<AsTheyAre<DealtPairs>, _, _>(progress, threads(args.jobs), Worker::default, play, drop, each)?;
    dealt.tell(&cards, &facts, args.json)?;
    Ok(exit_code_of(dealt.errors, was_pressed))
}

/// Tells the result of rows that are merged.
pub fn merged(rows: &MergedCards<'_>) -> miette::Result<ExitCode> {
    if rows.csv.is_some() {
        return Err(miette!("the figures of a folder are printed: leave `--csv` out"));
    }
    let cards: Vec<String> = rows.files.head().told("cards").unwrap_or_default();
    let mut dealt = Dealt::default();
    rows.read::<AsTheyAre<DealtPairs>>(|pairs| dealt.add(pairs))?;
    dealt.tell(&cards, &rows.facts, rows.json)?;
    Ok(exit_code_of(dealt.errors, false))
}

/// The base games, and what the folder says.
fn series_of(args: &Args) -> miette::Result<(Series<Tabletop>, Folder)> {
    if args.scripts.len().max(args.content.len()) > 1 || args.csv.is_some() {
        return Err(miette!(
            "a folder is played alone, and its figures are printed: leave the second content and `--csv` out"
        ));
    }
    if args.worth {
        return Err(miette!("the cards of a folder are no scripts of their own: leave `--worth` out"));
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
    fn add(&mut self, pairs: &DealtPairs) {
        self.games += 1;
        let pairs = match pairs {
            Ok(pairs) => &pairs[..],
            Err(fault) => {
                out::warn(&format!("{fault}\n"));
                self.errors += 1;
                &[]
            }
        };
        self.pairs += pairs.len();
        // The sums over the pairs of a game: of wins, of points, and their number.
        let mut sums: BTreeMap<(u8, usize), [i64; 3]> = BTreeMap::new();
        for &(side, card, instead, wins, lead) in pairs {
            for (card, sign) in [(card, 1), (instead, -1)] {
                let sum = sums.entry((card, side)).or_default();
                *sum = [sum[0] + sign * i64::from(wins), sum[1] + sign * i64::from(lead), sum[2] + 1];
            }
        }
        for (card, [wins, lead, count]) in sums {
            let changed = self.cards.entry(card).or_default();
            changed.wins.add(wins, count);
            changed.lead.add(lead, count);
        }
    }

    /// Prints the result.
    fn tell(&self, cards: &[String], facts: &Facts, json: bool) -> miette::Result<()> {
        if json { out::line(&self.json(cards, facts).to_string()) } else { out::print(&self.render(cards, facts)) }
    }

    /// The cards with their sides, and what they change: wins and points. The best for their sides come first.
    fn judged(&self) -> Vec<JudgedCard<'_>> {
        let judged = |of: fn(&Changed) -> Clustered| {
            Judged::all(&self.cards.values().map(|changed| of(changed).estimate()).collect::<Vec<_>>())
        };
        let both = judged(|changed| changed.wins).into_iter().zip(judged(|changed| changed.lead));
        let mut rows: Vec<JudgedCard<'_>> = self.cards.iter().zip(both).collect();
        rows.sort_by(|(_, (_, one)), (_, (_, other))| other.estimate.mean.total_cmp(&one.estimate.mean));
        rows
    }

    fn json(&self, cards: &[String], facts: &Facts) -> Json {
        let number = |judged: Judged| {
            let Estimate { mean, .. } = judged.estimate;
            let half = judged.estimate.half_width();
            let [low, high] = [-1.0, 1.0].map(|sign| half.map(|half| mean + sign * half));
            let (p, mark) = (judged.estimate.p_value(), judged.mark.text());
            json!({ "value": mean, "low": low, "high": high, "p": p, "mark": mark })
        };
        let row = |(((card, side), changed), (wins, lead)): JudgedCard<'_>| {
            let name = cards.get(usize::from(*card)).map_or("", String::as_str);
            let side = facts.sides.get(*side).map_or("", |(word, _)| word.as_str());
            json!({ "card": card + 1, "name": name, "side": side, "pairs": changed.wins.of,
                "wins": number(wins), "points": number(lead) })
        };
        let rows: Vec<Json> = self.judged().into_iter().map(row).collect();
        json!({ "games": self.games, "pairs": self.pairs, "errors": self.errors, "cards": rows })
    }

    /// The cards as a table.
    fn render(&self, cards: &[String], facts: &Facts) -> String {
        let (games, pairs) = (self.games, self.pairs);
        if self.cards.is_empty() {
            return format!("{games} games: no side was dealt cards that others do not see\n");
        }
        let mut text = format!(
            "{games} games, and {pairs} like them but for one card\n\
             What a card changes for the side that is dealt it instead of another card:\n{:37} {:>6}  {:17} points\n",
            "", "pairs", " wins"
        );
        for (((card, side), changed), (wins, lead)) in self.judged() {
            let side = facts.sides.get(*side).map_or("", |(_, name)| name.as_str());
            let name = format!("{}, {side}", cards.get(usize::from(*card)).map_or("", String::as_str));
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
