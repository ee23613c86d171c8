//! A film that a page asks for. It is made in a thread of its own, from the record of the game: the other games of the
//! thread do not wait for it.

use super::game_threads::give_way;
use crate::film::film;
use crate::front::{Front, Origin as _, Session};
use crate::prompt::display::Said;
use wilderness_engine::analysis::{Analysis, AnalysisOptions, Depth};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::record::Record;

/// How deep a page analyses a game: it waits for that.
const DEPTH: u32 = 1;

/// A film to be made.
pub struct OrderedFilm<F: Front> {
    record: String,
    origin: F::Origin,
    seer: Option<F::Side>,
    analysed: bool,
}

impl<F: Front> OrderedFilm<F> {
    /// A film of a game so far, for one side, or for everybody; analysed, it shows what turned the game.
    pub fn of(session: &Session<F>, seer: Option<F::Side>, analysed: bool) -> OrderedFilm<F> {
        OrderedFilm { record: session.game().record().to_string(), origin: session.origin.clone(), seer, analysed }
    }

    /// Makes it in a thread of its own, and then sends it.
    pub fn make(self, reply: Box<dyn FnOnce(Said) + Send>) {
        // Without a thread, the page is told nothing, and asks again.
        let _ = std::thread::Builder::new().name("film".into()).spawn(move || {
            give_way();
            reply(self.made());
        });
    }

    /// Makes it.
    pub fn made(self) -> Said {
        let wrong = |faults: Faults| format!("the game cannot be shown from its start: {faults}");
        self.film().map_err(wrong).flatten().map_or_else(Said::refused, Said::done)
    }

    fn film(self) -> Result<Result<String, String>, Faults> {
        let scripts = self.origin.load()?;
        let record = Record::<F>::parse(&Source::new("the game", self.record))?;
        let game = record.play(scripts, None)?;
        let depth = Depth::new(DEPTH).unwrap_or(Depth::usual::<F>());
        let options = AnalysisOptions { depth, seer: self.seer, threads: 1, stop: &|| false, tick: &|| {} };
        let analysis = self.analysed.then(|| Analysis::of(&game, &options));
        Ok(film(&game, self.seer, analysis.as_ref()))
    }
}
