//! What autosave costs: the first 500 answers of a game, 500 after 20,000, and the first 500 again, along the branch that
//! they are on, where the whole file is written for each; in milliseconds of CPU, of which the saving. `cargo bench --package wilderness --bench autosave`; a number after `--` is
//! how many answers lie between, instead of 19,500.

use std::time::Duration;
use wilderness_engine::record::{AutoLines, Common, Record};
use wilderness_engine::{Goal, Purpose, Stream};
use wilderness_repl::front::Origin as _;
use wilderness_repl::testing::prompt::{Autosave, ContentArg, SavedGame};
use wilderness_repl::testing::war::Origin;
use wilderness_war::{Game, Header, War};

/// The CPU time of this thread.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or_default())
}

/// A game that is saved after every answer.
struct Saved {
    game: Game,
    autosave: Autosave,
}

impl Saved {
    fn save(&mut self) -> Duration {
        let before = cpu();
        let auto = AutoLines::default();
        let told =
            self.autosave.after_line(|| SavedGame { game: &self.game, auto, unfinished: true, seats: String::new() });
        assert_eq!(told, None, "the game is saved");
        cpu() - before
    }

    /// Gives answers at random, each saved. A game that has ended goes on as another branch, from where three quarters of
    /// it are left.
    fn answer(&mut self, chance: &mut Stream, count: usize, what: &str) {
        let (begun, mut saving, mut most) = (cpu(), Duration::ZERO, Duration::ZERO);
        for _ in 0..count {
            let Some(decision) = self.game.decision() else {
                let back = self.game.past().answers() / 4;
                self.game.past_mut().go(Goal::Back(back)).expect("an earlier decision");
                continue;
            };
            let choice = decision.choices[chance.below(decision.choices.len() as u32) as usize];
            self.game.choose(choice).expect("an answer that is offered");
            let spent = self.save();
            (saving, most) = (saving + spent, most.max(spent));
        }
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{what}: {:.1} ms, of which saving {:.1} ms, of which the longest {:.1} ms",
            milliseconds(cpu() - begun),
            milliseconds(saving),
            milliseconds(most)
        );
    }
}

fn main() {
    let directory = tempfile::tempdir().expect("a directory");
    let origin = Origin::named(&ContentArg::default(), false);
    let header = Header { common: Common::new("full-campaign", 5), ..Header::default() };
    let mut game = header.begin(origin.load().expect("sound scripts")).expect("a game");
    game.proceed().expect("a decision");
    let record: Record<War> = game.past().record_of_all_branches();
    let path = directory.path().join("game.record");
    let autosave = Autosave::new(false).in_file(&path, &record, false).expect("a new file");
    let mut saved = Saved { game, autosave };
    let mut chance = Stream::new(5, Purpose::Dice);
    saved.answer(&mut chance, 500, "the first 500 answers");
    let more = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(19_500);
    saved.answer(&mut chance, more, &format!("the next {more}"));
    saved.answer(&mut chance, 500, "the 500 after them");
    saved.game.past_mut().go(Goal::Start).expect("the first decision");
    saved.answer(&mut Stream::new(5, Purpose::Dice), 500, "the first 500 again, along their branch");
    let bytes = std::fs::metadata(&path).map_or(0, |file| file.len());
    println!("the record has {bytes} bytes");
}
