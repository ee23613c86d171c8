//! A film of a game: one page that shows the board at each action phase and battle, with the news beside it. The board is
//! stored once; each frame holds only what changes. Of a game that has been analysed it shows the chance of winning too, and
//! what turned it.

mod analysed;
pub(crate) mod digest;
mod page;

use crate::board::pictured::{FrameStart, hand};
use crate::board::{GROUPS, Picture, names};
use crate::front::Front;
use analysed::{AnalysedFilm, TurningMark};
use serde::Serialize;
use std::collections::BTreeMap;
use wilderness_engine::analysis::Analysis;
use wilderness_engine::files::FileForm;
use wilderness_engine::scene::Scene;
use wilderness_engine::{Game, Side as _};

/// How films are told from other files.
pub const FILM: FileForm = FileForm { what: "a film of a game", is: |text| text.contains("<main class=\"film\">") };

/// A film.
#[derive(Serialize)]
struct Film {
    /// The groups of the picture.
    groups: Vec<&'static str>,
    /// The group of each part that changes, by the number of the part.
    slots: Vec<usize>,
    /// How parts look, each once.
    fragments: Vec<String>,
    /// The pictures, from the first.
    frames: Vec<FilmFrame>,
    /// What turned the game, in order, if it has been analysed.
    marks: Vec<TurningMark>,
}

/// A picture with its news.
#[derive(Clone, Serialize)]
struct FilmFrame {
    /// When it is.
    time: String,
    /// What has happened, as sentences, each with the number of the side that did it.
    news: Vec<(Option<usize>, String)>,
    /// What the hands hold that the viewers may see.
    hands: Vec<String>,
    /// How far the first side is ahead.
    score: i32,
    /// What changes from the picture before: the number of a part, and of the fragment that it looks like now; -1 if it
    /// is gone.
    changes: Vec<(usize, i64)>,
}

/// The page with the film of a game, as its viewers see it: one side, or everybody if the game is over. It depends only
/// on what they know: where a side was asked in secret, it does not stop. With an analysis, which is for the same viewers, it
/// shows the chance of winning in place of the score.
///
/// # Errors
/// If the game cannot be played again from its start, in a sentence.
pub fn film<F: Front>(game: &Game<F>, seer: Option<F::Side>, analysis: Option<&Analysis<F>>) -> Result<String, String> {
    let mut maker = Maker::new(game, seer);
    let played = game.past().unreel(|game| maker.entry(game));
    played.map_err(|halt| format!("the game cannot be shown from its start: {halt}"))?;
    maker.remember(game);
    maker.close(game);
    let analysed = analysis.map(|analysis| AnalysedFilm::of(game, analysis, &mut maker));
    let Maker { title, board, mut film, .. } = maker;
    film.marks = analysed.as_ref().map(|analysed| analysed.marks.clone()).unwrap_or_default();
    let board = board.unwrap_or_default();
    let symbols = F::board(game, seer.unwrap_or(game.sides().first())).symbols;
    let sides: Vec<(String, &str)> =
        game.sides().iter().map(|side| (side.to_string(), symbols.dark(side.index()))).collect();
    Ok(page::page(&title, &board, &film, &sides, analysed.as_ref()))
}

/// How far the first side is ahead: its score, if that tells all, or else what it has more than the best of the others.
fn lead<F: Front>(game: &Game<F>) -> i32 {
    let scores: Vec<i32> = game.now().scores().into_iter().map(|(_, score)| score).collect();
    let (first, others) = scores.split_first().map_or((0, &[][..]), |(first, others)| (*first, others));
    if F::ZERO_SUM && others.len() == 1 { first } else { first - others.iter().max().unwrap_or(&0) }
}

/// Collects the frames of a film.
struct Maker<F: Front> {
    title: String,
    seer: Option<F::Side>,
    /// The picture without what changes.
    board: Option<String>,
    /// The number of the first entry of the log that belongs to the open frame.
    first: usize,
    /// The board at the last entry.
    scene: Scene,
    time: String,
    hands: Vec<String>,
    score: i32,
    blocks: Vec<crate::board::layout::Block>,
    names: Vec<crate::board::layout::Label>,
    slots: BTreeMap<(usize, String), usize>,
    looks: BTreeMap<String, usize>,
    /// What each part looks like now.
    now: BTreeMap<usize, usize>,
    film: Film,
    /// How each frame ended.
    ends: Vec<FrameEnd>,
}

/// How a frame ended.
struct FrameEnd {
    /// The number of entries of the log by then.
    log: usize,
    /// Where the stacks stood in its picture.
    blocks: Vec<crate::board::layout::Block>,
}

impl<F: Front> Maker<F> {
    fn new(game: &Game<F>, seer: Option<F::Side>) -> Maker<F> {
        let groups = GROUPS.to_vec();
        Maker {
            title: F::title(game),
            seer,
            board: None,
            first: 0,
            scene: Scene::default(),
            time: String::new(),
            hands: Vec::new(),
            score: 0,
            blocks: Vec::new(),
            names: Vec::new(),
            slots: BTreeMap::new(),
            looks: BTreeMap::new(),
            now: BTreeMap::new(),
            film: Film { groups, slots: Vec::new(), fragments: Vec::new(), frames: Vec::new(), marks: Vec::new() },
            ends: Vec::new(),
        }
    }

    /// Remembers how everything stands at the last entry, for the frame that ends with it.
    fn remember(&mut self, game: &Game<F>) {
        let sees = |side: &F::Side| self.seer.is_none_or(|seer| seer == *side);
        self.scene = self.board_of(game);
        self.hands = game.sides().into_iter().filter(sees).filter_map(|side| hand(game, side)).collect();
        self.time = F::standing(game);
        self.score = lead(game);
    }

    /// The frames of how another game goes on after this many entries of its log, as changes from a frame of this film.
    /// None if it cannot be shown.
    fn branch(&mut self, other: &Game<F>, told: usize, from: usize) -> Vec<FilmFrame> {
        let count = self.film.frames.len();
        let changes = self.film.frames.iter().take(from + 1).flat_map(|frame| &frame.changes);
        let mut now = BTreeMap::new();
        for (slot, look) in changes {
            match usize::try_from(*look) {
                Ok(look) => now.insert(*slot, look),
                Err(_) => now.remove(slot),
            };
        }
        self.now = now;
        self.blocks = self.ends.get(from).map(|end| end.blocks.clone()).unwrap_or_default();
        self.first = told;
        let unreeled = other.past().unreel(|game| {
            if game.log().len() > told {
                self.entry(game);
            }
        });
        if unreeled.is_ok() && self.first < other.log().len() {
            self.remember(other);
            self.end(other, other.log().len());
        }
        self.ends.truncate(count);
        self.film.frames.split_off(count)
    }

    fn board_of(&self, game: &Game<F>) -> Scene {
        F::board(game, self.seer.unwrap_or(game.sides().first()))
    }

    /// Takes up the last entry of the log: where it begins something, the open frame ends before it.
    fn entry(&mut self, game: &Game<F>) {
        let log = game.log();
        let number = log.len().saturating_sub(1);
        if let Some(begins) = F::begins_frame(log).filter(|_| number > self.first) {
            if begins == FrameStart::Announced {
                self.scene = self.board_of(game);
            }
            self.end(game, number);
        }
        self.remember(game);
    }

    /// Ends the last frame.
    fn close(&mut self, game: &Game<F>) {
        if self.first < game.log().len() || self.film.frames.is_empty() {
            self.end(game, game.log().len());
        }
    }

    /// Ends the open frame before an entry of the log.
    fn end(&mut self, game: &Game<F>, before: usize) {
        let mut scene = std::mem::take(&mut self.scene);
        scene.show_moves(F::arrows(game, self.first, before));
        if self.board.is_none() {
            self.names = names(&scene);
        }
        let picture = Picture::new(&scene, &self.names, &self.blocks);
        if self.board.is_none() {
            self.board = Some(picture.around(&|_| maud::html! {}).into_string());
        }
        let mut now = BTreeMap::new();
        for part in picture.parts() {
            let slots = self.slots.len();
            let slot = *self.slots.entry((part.group, part.key)).or_insert(slots);
            if slot == slots {
                self.film.slots.push(part.group);
            }
            let text = part.markup.into_string();
            let looks = self.looks.len();
            let look = *self.looks.entry(text).or_insert_with_key(|text| {
                self.film.fragments.push(text.clone());
                looks
            });
            now.insert(slot, look);
        }
        let gone = self.now.keys().filter(|slot| !now.contains_key(slot)).map(|slot| (*slot, -1));
        let changed = now.iter().filter(|(slot, look)| self.now.get(slot) != Some(look));
        let changes = gone.chain(changed.map(|(slot, look)| (*slot, *look as i64))).collect();
        let entries = &game.log()[self.first..before];
        let news = entries.iter().map(|entry| (F::side_of(entry), F::sentence(game, entry))).collect();
        let (time, hands) = (self.time.clone(), self.hands.clone());
        self.film.frames.push(FilmFrame { time, news, hands, score: self.score, changes });
        self.ends.push(FrameEnd { log: before, blocks: picture.blocks.clone() });
        self.blocks = picture.blocks;
        (self.now, self.first) = (now, before);
        self.scene = scene;
    }
}
