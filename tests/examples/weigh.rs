//! Fits the weights with which a search evaluates the ends of its playouts. Plays games between greedy agents with
//! occasional random choices, in all scenarios, and fits a logistic model of the chance that the French win to the
//! features of their positions. Prints the table of weights for `core/war/src/agents/standing.rs`, and the log loss of
//! the old and the new weights on games held out from the fit. The argument is the number of games per scenario; 1000
//! take two minutes.

use std::rc::Rc;
use wilderness_engine::{Agent, Purpose, Stream};
use wilderness_war::agents::{Greedy, Random};
use wilderness_war::testing::Features;
use wilderness_war::{Ask, Content, Header, PerSide, Scripts, Side};

/// How many of 100 decisions about cards, commanders and marches each side makes at random, from game to game.
const SLIPS: [u32; 4] = [0, 0, 3, 10];

/// One game in this many is held out for evaluation. It has no common factor with the number of slips, so that all
/// occur.
const HELD_OUT: u64 = 5;

/// The number of Newton steps.
const ROUNDS: usize = 12;

/// The features of a position, and the end of its game: from 0 to 1 for the French.
struct Sample {
    inputs: Vec<f64>,
    told: f64,
    won: f64,
}

fn main() {
    let games = std::env::args().nth(1).map_or(Ok(1000), |number| number.parse::<u64>());
    let games = games.expect("a number of games");
    let scripts = Rc::new(Scripts::embedded().expect("the cards"));
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for scenario in Content::embedded().scenario_ids() {
        for seed in 1..=games {
            let samples = play(scenario, seed, &scripts);
            if seed % HELD_OUT == 0 { &mut held_out } else { &mut fitted }.extend(samples);
        }
    }
    let weights = fit(&fitted);
    let told = |sample: &Sample| chance(&weights, &sample.inputs);
    println!("log loss in {} positions of games held out:", held_out.len());
    let (old, new) = (log_loss(&held_out, |sample| sample.told), log_loss(&held_out, told));
    println!("old weights {old:.4}, new weights {new:.4}");
    let names = Features::names();
    for (index, name) in names.iter().enumerate() {
        println!("    ({name:?}, {:.3}, {:.3}),", weights[index], weights[names.len() + index]);
    }
}

/// The samples of a game, one for each choice of a card.
fn play(scenario: &str, seed: u64, scripts: &Rc<Scripts>) -> Vec<Sample> {
    let header = Header::new(scenario, seed, scripts);
    let mut game = header.begin(Rc::clone(scripts)).expect("a game").without_log();
    let last_year = game.scenario().last_year;
    let slips = PerSide::new(|side| {
        let turn = if side == Side::French { seed } else { seed / SLIPS.len() as u64 };
        SLIPS[turn as usize % SLIPS.len()]
    });
    let mut seats = PerSide::new(|side| (Greedy::new(seed, side), Random::new(seed, side)));
    let mut luck = Stream::new(seed, Purpose::Imagined);
    let mut stood = Vec::new();
    game.proceed().expect("a game that begins");
    while let Some(decision) = game.decision().cloned() {
        if decision.ask == Ask::Card {
            stood.push(Features::new(game.state(), scripts, last_year));
        }
        let (greedy, random) = &mut seats[decision.side];
        let view = game.view(decision.side);
        let mut choice = greedy.choose(&view, &decision);
        let may_slip = matches!(decision.ask, Ask::Card | Ask::Commander(_) | Ask::Member(_) | Ask::March(_));
        if may_slip && luck.below(100) < slips[decision.side] {
            choice = random.choose(&view, &decision);
        }
        game.choose(choice).expect("a choice that is offered");
    }
    let won = match game.outcome().and_then(|victory| victory.winner) {
        Some(Side::French) => 1.0,
        Some(Side::British) => 0.0,
        None => 0.5,
    };
    let sample = |standing: Features| Sample { told: standing.chance(), inputs: standing.inputs().collect(), won };
    stood.into_iter().map(sample).collect()
}

fn chance(weights: &[f64], inputs: &[f64]) -> f64 {
    1.0 / (1.0 + (-dot(weights, inputs)).exp())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The weights that maximize the likelihood of the samples, by Newton's method with a little regularization.
fn fit(samples: &[Sample]) -> Vec<f64> {
    let size = 2 * Features::names().len();
    let mut weights = vec![0.0; size];
    for _ in 0..ROUNDS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -weight).collect();
        let mut curvature: Vec<Vec<f64>> = (0..size).map(|row| unit(row, size)).collect();
        for Sample { inputs, won, .. } in samples {
            let told = chance(&weights, inputs);
            for row in 0..size {
                gradient[row] += (won - told) * inputs[row];
                // Symmetric: only the lower half is filled, and read.
                for column in 0..=row {
                    curvature[row][column] += told * (1.0 - told) * inputs[row] * inputs[column];
                }
            }
        }
        let step = solve(curvature, gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

fn unit(index: usize, size: usize) -> Vec<f64> {
    let mut vector = vec![0.0; size];
    vector[index] = 1.0;
    vector
}

/// Solves `matrix * x = vector` for a symmetric, positive definite matrix, of which the lower half is given, by its
/// Cholesky decomposition.
fn solve(mut matrix: Vec<Vec<f64>>, mut vector: Vec<f64>) -> Vec<f64> {
    let size = vector.len();
    for row in 0..size {
        for column in 0..=row {
            let rest = matrix[row][column] - dot(&matrix[row][..column], &matrix[column][..column]);
            matrix[row][column] = if row == column { rest.sqrt() } else { rest / matrix[column][column] };
        }
        vector[row] = (vector[row] - dot(&matrix[row][..row], &vector[..row])) / matrix[row][row];
    }
    for row in (0..size).rev() {
        let above: f64 = (row + 1..size).map(|below| matrix[below][row] * vector[below]).sum();
        vector[row] = (vector[row] - above) / matrix[row][row];
    }
    assert!(vector.iter().all(|x| x.is_finite()), "a curvature that is not positive");
    vector
}

/// The log loss of predicted chances, in nats per position.
fn log_loss(samples: &[Sample], told: impl Fn(&Sample) -> f64) -> f64 {
    let one = |sample: &Sample| {
        let told = told(sample).clamp(1e-6, 1.0 - 1e-6);
        -(sample.won * told.ln() + (1.0 - sample.won) * (1.0 - told).ln())
    };
    samples.iter().map(one).sum::<f64>() / samples.len() as f64
}
