//! What autosave costs: the first 500 answers of a session, and 500 after 20,000, in milliseconds of CPU, with and without
//! playing them. `cargo bench --package wilderness --bench autosave`; a number after `--` is how many
//! answers lie between, instead of 19,500.

use std::rc::Rc;
use std::time::Duration;
use wilderness_engine::record::Common;
use wilderness_engine::{Purpose, Stream};
use wilderness_repl::front::{Origin as _, Session};
use wilderness_repl::testing::prompt::{Autosave, ContentArg, session as session_of};
use wilderness_repl::testing::war::Origin;
use wilderness_war::{Header, War};

/// The CPU time of this thread.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or_default())
}

/// Gives answers at random, each saved; after the end of a game from an earlier point again, as another branch. Returns how
/// long that took in all, and the saving alone.
fn answer(
    session: &mut Session<War>,
    autosave: &mut Autosave,
    chance: &mut Stream,
    count: usize,
) -> (Duration, Duration) {
    let (begun, mut saving, mut given) = (cpu(), Duration::ZERO, 0);
    while given < count {
        let known = session.game().past().answers();
        let line = match session.game().decision() {
            None => format!("back {}", known / 4),
            Some(decision) => (chance.below(decision.choices.len().min(9) as u32) + 1).to_string(),
        };
        let _ = session.run(&line);
        given += usize::from(session.game().past().answers() > known);
        let before = cpu();
        autosave.after_line(|| session.snapshot());
        saving += cpu() - before;
    }
    (cpu() - begun, saving)
}

fn main() {
    let directory = tempfile::tempdir().expect("a directory");
    let origin = Origin::named(&ContentArg::default(), false);
    let header = Header { common: Common::new("full-campaign", 5), ..Header::default() };
    let mut game = header.begin(Rc::new(origin.load().expect("sound scripts"))).expect("a game");
    game.proceed().expect("a decision");
    let mut session = session_of(game, origin);
    let path = directory.path().join("game.record");
    let mut autosave = Autosave::new(false).in_file(&path, &session.record(), false).expect("a new file");
    let mut chance = Stream::new(5, Purpose::Dice);
    let mut measure = |count, what: &str| {
        let (all, saving) = answer(&mut session, &mut autosave, &mut chance, count);
        println!("{what}: {:.1} ms, of which saving {:.1} ms", all.as_secs_f64() * 1e3, saving.as_secs_f64() * 1e3);
    };
    measure(500, "the first 500 answers");
    let more = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(19_500);
    measure(more, &format!("the next {more}"));
    measure(500, "500 after them");
}
