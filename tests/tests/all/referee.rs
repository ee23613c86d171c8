//! How good analyses are at finding mistakes: a referee judges what they mark, and blunders that were planted.
//! `WILDERNESS_GAMES=30 WILDERNESS_ROWS=FILE cargo test --release --workspace --test all -- --ignored referee --nocapture`
//! judges that many games of the war and as many battles, and adds what it found to the file, from which a later run goes
//! on.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::{OpenOptions, read_to_string};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wilderness_battles::Battles;
use wilderness_engine::analysis::{AnalysedMoment, Analysis, AnalysisOptions, Depth, Happened, LineOfPlay, Referee};
use wilderness_engine::{Agent, Decision, Game, Purpose, Question as _, Rules, Side as _, Stream};
use wilderness_tests::game;

/// One decision in this many is a blunder.
const BLUNDERS: u32 = 10;
/// A blunder that loses this much has to be found, and one that loses less need not be.
const SERIOUS: f64 = 0.03;
/// What is marked is confirmed if it loses this much.
const LEAST: f64 = 0.01;
/// The most copies of each choice.
const COPIES: u64 = 2000;
/// So many are played before it is asked whether they suffice.
const BATCH: u64 = 40;
/// By so many standard errors a loss has to differ from the limit.
const CERTAIN: f64 = 3.0;
/// The most choices of each kind that are judged in a game, spread over it.
const MOST: usize = 3;

/// The numbers of the decisions of a side at which a blunder was planted.
type Planted = Rc<RefCell<BTreeSet<usize>>>;

/// An agent that now and then takes any choice.
struct Blundering<R: Rules> {
    agent: Box<dyn Agent<R>>,
    chance: Stream,
    decisions: usize,
    planted: Planted,
}

impl<R: Rules> Agent<R> for Blundering<R> {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        let usual = self.agent.choose(view, decision);
        let number = self.decisions;
        self.decisions += 1;
        if decision.choices.len() < 2 || self.chance.below(BLUNDERS) > 0 {
            return usual;
        }
        let choice = decision.choices[self.chance.below(decision.choices.len() as u32) as usize];
        if choice != usual {
            self.planted.borrow_mut().insert(number);
        }
        choice
    }
}

/// What the referee says of a choice.
struct Judged {
    /// The mean loss.
    loss: f64,
    /// Its standard error.
    error: f64,
    /// The copies of each choice.
    copies: usize,
}

/// What a side could make of a choice, or of what the rollout policy would have chosen: with none of its own later answers,
/// the next one or all, whatever makes most of it in the first copies, which say nothing else.
fn best_line<R: Rules>(referee: &Referee<'_, R>, answer: usize, choice: Option<R::Choice>) -> LineOfPlay<R> {
    let sum = |line: &LineOfPlay<R>| referee.worths(line, 0..BATCH).into_iter().flatten().sum::<f64>();
    let lines = [0, 1, usize::MAX].map(|carried| LineOfPlay { answer, choice, carried });
    let best = lines.into_iter().map(|line| (sum(&line), line)).max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.expect("three lines").1
}

/// Judges a choice until it is clear whether its loss reaches a limit.
fn judged<R: Rules>(
    referee: &Referee<'_, R>,
    (answer, chosen): (usize, R::Choice),
    better: Option<R::Choice>,
    limit: f64,
) -> Judged {
    let [better, chosen] = [better, Some(chosen)].map(|choice| best_line(referee, answer, choice));
    let (mut losses, mut from) = (Vec::new(), BATCH);
    loop {
        let [better, chosen] = [&better, &chosen].map(|line| referee.worths(line, from..from + BATCH));
        losses.extend(better.into_iter().zip(chosen).filter_map(|(better, chosen)| Some(better? - chosen?)));
        from += BATCH;
        let copies = losses.len();
        let count = (copies as f64).max(1.0);
        let loss = losses.iter().sum::<f64>() / count;
        let squares = losses.iter().map(|one| (one - loss).powi(2)).sum::<f64>();
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        if from > COPIES || (loss - limit).abs() > CERTAIN * error {
            return Judged { loss, error, copies };
        }
    }
}

/// The file with what was found, in this run and earlier ones.
struct Rows {
    file: PathBuf,
    /// The game, the answer and why it was judged, of each row.
    judged: BTreeSet<String>,
}

impl Rows {
    fn read(file: &Path) -> Rows {
        let text = read_to_string(file).unwrap_or_default();
        let key = |row: &str| row.splitn(4, ',').take(3).collect::<Vec<_>>().join(",");
        Rows { file: file.to_path_buf(), judged: text.lines().map(key).collect() }
    }

    /// Adds a row, unless there is one.
    fn add(&self, key: &str, judge: impl FnOnce() -> String) {
        if !self.judged.contains(key) {
            let row = format!("{key},{}\n", judge());
            let file = OpenOptions::new().create(true).append(true).open(&self.file);
            file.and_then(|mut file| file.write_all(row.as_bytes())).expect("a row is written");
        }
    }
}

/// The numbers of the answers of a game at which a blunder was planted.
fn planted_answers<R: Rules>(game: &Game<R>, planted: &[(R::Side, Planted)]) -> BTreeSet<usize> {
    let of_side = |(side, planted): &(R::Side, Planted)| {
        let own = game.history().iter().enumerate().filter(|(_, answer)| answer.side() == Some(*side));
        let planted = planted.borrow();
        own.enumerate()
            .filter(|(number, _)| planted.contains(number))
            .map(|(_, (answer, _))| answer)
            .collect::<Vec<_>>()
    };
    planted.iter().flat_map(of_side).collect()
}

/// At most this many of some things, evenly spread.
fn spread<T: Copy>(things: &[T], most: usize) -> impl Iterator<Item = T> {
    let count = things.len().min(most);
    (0..count).map(move |number| things[number * things.len() / count.max(1)])
}

/// Plays a game with planted blunders, analyses it, and lets the referee judge what was marked or planted.
fn judge_game<R: Rules>(name: &str, mut game: Game<R>, seed: u64, rows: &Rows) {
    if rows.judged.contains(&format!("{name},,whole")) {
        return;
    }
    let mut planted = Vec::new();
    for side in game.sides() {
        let own = Planted::default();
        let chance = Stream::new(seed, Purpose::Agent(100 + side.index()));
        let agent = (R::inner_loops().look)(seed, side);
        game.set_agent(side, Some(Box::new(Blundering { agent, chance, decisions: 0, planted: own.clone() })));
        planted.push((side, own));
    }
    game.proceed().unwrap_or_else(|_| panic!("{name} goes on"));
    let planted = planted_answers(&game, &planted);
    let options = AnalysisOptions { depth: depth::<R>(), seer: None, threads: 2, stop: &|| false, tick: &|| {} };
    let analysis = Analysis::of(&game, &options);
    let referee = Referee::new(&game);
    let row = |moment: &AnalysedMoment<R>, better: Option<R::Choice>, limit: f64| {
        let loss = moment.mistake().map_or(0.0, |mistake| mistake.loss);
        let Happened::Decision(decision) = &moment.what else { return String::new() };
        let (change, kind) = (moment.decision[decision.side], decision.ask.kind());
        let chosen = (moment.answers.start, decision.choice);
        let Judged { loss: lost, error, copies } = judged(&referee, chosen, better, limit);
        format!("{},{lost:.4},{error:.4},{copies},{loss:.4},{change:.4},{kind}", loss > 0.0)
    };
    let decisions = || analysis.moments.iter().filter(|moment| matches!(moment.what, Happened::Decision(_)));
    let marked: Vec<_> = decisions().filter(|moment| moment.mistake().is_some()).collect();
    for moment in spread(&marked, MOST) {
        let (answer, mistake) = (moment.answers.start, moment.mistake().expect("it is marked"));
        rows.add(&format!("{name},{answer},marked"), || row(moment, Some(mistake.better), LEAST));
    }
    let planted: Vec<_> = decisions().filter(|moment| planted.contains(&moment.answers.start)).collect();
    for moment in spread(&planted, MOST) {
        let answer = moment.answers.start;
        rows.add(&format!("{name},{answer},planted"), || row(moment, None, SERIOUS));
    }
    rows.add(&format!("{name},,whole"), || format!("{} copies in {} steps", analysis.copies, analysis.steps));
}

/// The depth of the analyses.
fn depth<R: Rules>() -> Depth {
    let depth = std::env::var("WILDERNESS_DEPTH").ok().and_then(|depth| depth.parse().ok());
    depth.and_then(Depth::new).unwrap_or(Depth::usual::<R>())
}

/// Of some rows, how many there are, and how many of them have a property.
fn share<'a>(rows: impl Iterator<Item = Vec<&'a str>>, has: impl Fn(&[&str]) -> bool) -> (usize, usize) {
    rows.fold((0, 0), |(all, having), row| (all + 1, having + usize::from(has(&row))))
}

#[test]
#[ignore = "hours: 60 games"]
fn a_referee_confirms_what_analyses_mark() {
    let variable = |name: &str| std::env::var(name).ok();
    let games: u64 = variable("WILDERNESS_GAMES").and_then(|games| games.parse().ok()).unwrap_or(30);
    let file = PathBuf::from(variable("WILDERNESS_ROWS").unwrap_or_else(|| "referee.rows".into()));
    let rows = Rows::read(&file);
    let battles = Rc::new(Battles::embedded().expect("sound content"));
    for seed in 1..=games {
        judge_game(&format!("annus-mirabilis {seed}"), game("annus-mirabilis", seed), seed, &rows);
        let battle = ["lake-george", "carillon", "quebec", "fort-oswego"][seed as usize % 4];
        let header = wilderness_battles::Header::new(battle, seed, wilderness_battles::Options::default());
        let battle_game = wilderness_battles::Game::begin(&header, battles.clone()).expect("a battle");
        judge_game(&format!("{battle} {seed}"), battle_game, seed, &rows);
    }
    let text = read_to_string(&file).expect("rows");
    for is_war in [true, false] {
        let of_game = || text.lines().map(|row| row.split(',').collect::<Vec<_>>());
        let of_game = || of_game().filter(|row| row[0].starts_with("annus-mirabilis") == is_war);
        let number = |row: &[&str], column: usize| row[column].parse::<f64>().expect("a number");
        let serious = of_game().filter(|row| row[2] == "planted" && number(row, 4) >= SERIOUS);
        let (blunders, marked) = share(serious, |row| row[3] == "true");
        let (marks, confirmed) = share(of_game().filter(|row| row[2] == "marked"), |row| number(row, 4) >= LEAST);
        let name = if is_war { "war" } else { "battles" };
        println!(
            "{name}: of {blunders} planted blunders {marked} are marked; of {marks} marks {confirmed} are confirmed"
        );
    }
}
