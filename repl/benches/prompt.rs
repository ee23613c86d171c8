//! How long the prompt takes to be ready and to complete a line: `cargo bench --package wilderness`.

use divan::{Bencher, black_box};
use wilderness_repl::harness::Prompt;

fn main() {
    divan::main();
}

fn prompt() -> Prompt<wilderness_war::War> {
    Prompt::new(wilderness_tests::scripts(), 5).expect("a game")
}

#[divan::bench(args = [
    "",
    "s",
    "activate",
    "activate montcalm with",
    "activate montc",
    "activate montcalm with all to tic",
    "show hudson carry n",
    "help",
    "break s",
])]
fn completion(bencher: Bencher<'_, '_>, line: &str) {
    let prompt = prompt();
    assert!(!prompt.complete(line).1.is_empty(), "{line}");
    let complete = prompt.completer();
    bencher.bench_local(|| black_box(complete(line)));
}

/// What can be typed is collected once for each prompt.
#[divan::bench]
fn lexicon(bencher: Bencher<'_, '_>) {
    let prompt = prompt();
    bencher.bench_local(|| black_box(prompt.completer()));
}

#[divan::bench]
fn odds(bencher: Bencher<'_, '_>) {
    let mut prompt = prompt();
    bencher.bench_local(|| black_box(prompt.line("odds hudson carry north with bougainville, languedoc")));
}

/// A line of words that are no names: each is looked up among all of them.
#[divan::bench]
fn long_words(bencher: Bencher<'_, '_>) {
    let mut prompt = prompt();
    let line = format!("activate {}", ["x".repeat(80).as_str(); 46].join(" "));
    bencher.bench_local(|| black_box(prompt.line(&line)));
}
