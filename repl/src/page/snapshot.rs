//! What a seat sees of a game: sections of a page, and the picture in the parts that can change.

use super::ground::Ground;
use super::sections::{self, Told};
use crate::board::layout::{Block, Label};
use crate::front::Front;
use crate::prompt::board::scene;
use crate::prompt::lacking;

use crate::board::{GROUPS, Picture};
use crate::front::Session;
use maud::{PreEscaped, html};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use wilderness_engine::Game;

/// The commands for which a page has buttons, where the game has something to do for them.
const ASKS: [&str; 5] = ["hint", "explain", "odds", "threats", "help"];

/// What a seat sees at one time.
#[derive(Clone, Default)]
pub struct Snapshot {
    /// Its number; a later one has a higher number.
    pub version: u64,
    /// The game that is played.
    pub title: String,
    /// Who made it, and what others may do with it, if that is said.
    pub made_by: String,
    /// Whether sides hold something in secret.
    pub has_hands: bool,
    /// The number of answers: a choice on the page is one for the question that is open there.
    pub at: usize,
    /// The sections of the page, as HTML.
    pub sections: BTreeMap<&'static str, String>,
    /// What can be asked besides the question, by the words of the commands.
    pub asks: Vec<&'static str>,
    /// The parts of the picture, as SVG, by group and key.
    pub parts: BTreeMap<(usize, String), String>,
    /// The picture without those parts.
    pub board: Arc<str>,
    /// The places of the board, as JSON.
    pub places: Arc<str>,
    /// The colours of the sides, as JSON.
    pub colours: Arc<str>,
}

/// How a game stands, as everybody may know: a line of the operator's list.
#[derive(Clone, Default)]
pub struct Standing {
    /// The game that is played.
    pub title: String,
    /// When it is, how it stands, and whose turn it is.
    pub now: String,
    /// What has happened last.
    pub last: String,
    /// Whether the game is over: all may see the film.
    pub over: bool,
}

impl Standing {
    /// How a game stands now.
    pub fn of<F: Front>(game: &Game<F>) -> Standing {
        let turn = match (game.decision(), game.outcome()) {
            (Some(open), _) => F::in_sentences(game.scripts(), open.side).does("decide", "decides"),
            (None, Some(outcome)) => F::result(outcome),
            (None, None) => "it cannot go on".into(),
        };
        let last = game.log().last().map(|entry| F::sentence(game, entry)).unwrap_or_default();
        let now = format!("{}; {turn}", F::standing(game));
        Standing { title: F::title(game), now, last, over: game.outcome().is_some() }
    }
}

/// What differs between two snapshots: all that a page needs to follow.
#[derive(Serialize)]
pub struct Changes<'a> {
    version: u64,
    at: usize,
    sections: BTreeMap<&'static str, &'a str>,
    /// A part by the name of its group and its key: how it looks now, or nothing if it is gone.
    parts: Vec<(&'static str, &'a str, Option<&'a str>)>,
}

impl Snapshot {
    /// What has changed since an earlier snapshot.
    pub fn since<'a>(&'a self, earlier: &'a Snapshot) -> Changes<'a> {
        let differs = |(name, text): &(&&'static str, &String)| earlier.sections.get(*name) != Some(text);
        let sections = self.sections.iter().filter(differs).map(|(name, text)| (*name, text.as_str())).collect();
        let gone = earlier.parts.keys().filter(|key| !self.parts.contains_key(*key));
        let gone = gone.map(|(group, key)| (GROUPS[*group], key.as_str(), None));
        let new = self.parts.iter().filter(|(key, text)| earlier.parts.get(*key) != Some(text));
        let new = new.map(|((group, key), text)| (GROUPS[*group], key.as_str(), Some(text.as_str())));
        Changes { version: self.version, at: self.at, sections, parts: gone.chain(new).collect() }
    }

    /// Whether nothing has been painted yet.
    pub fn is_empty(&self) -> bool {
        self.board.is_empty()
    }

    /// A section, as HTML.
    pub fn section(&self, name: &str) -> &str {
        self.sections.get(name).map(String::as_str).unwrap_or_default()
    }

    /// The whole picture: the parts in their groups.
    pub fn picture(&self) -> String {
        let mut picture = self.board.to_string();
        for (number, name) in GROUPS.iter().enumerate() {
            let empty = format!("<g class=\"{name}\"></g>");
            let parts = self.parts.iter().filter(|((group, _), _)| *group == number);
            let parts = html! {
                g class=(name) { @for ((_, key), look) in parts { g data-part=(key) { (PreEscaped(look)) } } }
            };
            picture = picture.replacen(&empty, &parts.into_string(), 1);
        }
        picture
    }

    /// What has changed since an earlier snapshot, as JSON.
    pub fn json_since(&self, earlier: &Snapshot) -> String {
        serde_json::to_string(&self.since(earlier)).unwrap_or_default()
    }
}

/// Draws the pictures of a seat: what has been drawn before stays where it is, as far as possible.
#[derive(Default)]
pub struct Painter {
    ground: Ground,
    blocks: Vec<Block>,
    title: String,
}

impl Painter {
    /// The names of the places, where they stand on the board.
    pub fn names(&self) -> &[Label] {
        &self.ground.names
    }

    /// What the viewer of a session sees, with these layers; `said` are sections about the seat itself.
    pub fn paint<F: Front>(
        &mut self,
        session: &mut Session<F>,
        layers: &[String],
        version: u64,
        told: Told,
        said: BTreeMap<&'static str, String>,
    ) -> Snapshot {
        let side = session.viewer();
        let mut scene = scene(session.game(), side);
        scene.show_moves(F::arrows(session.game(), told.since, session.game().log().len()));
        let mut sections = sections::all(session, &scene, layers, told);
        for layer in layers {
            let (name, of) = layer.split_once('=').map_or((layer.as_str(), None), |(name, of)| (name, Some(of)));
            // What cannot be shown any more, such as the reach of a piece that is gone, is left out.
            scene.layers.extend(F::layer(session.game(), side, name, of));
        }
        let title = F::title(session.game());
        if self.title != title {
            *self = Painter { ground: Ground::of(&scene), title, blocks: Vec::new() };
        }
        let picture = Picture::new(&scene, &self.ground.names, &self.blocks);
        // Behind a cover page nothing is shown but the country.
        let drawn = if session.is_covered() { Vec::new() } else { picture.parts() };
        let parts = drawn.into_iter().map(|part| ((part.group, part.key), part.markup.into_string())).collect();
        self.blocks = picture.blocks;
        sections.extend(said);
        let (Ground { board, places, colours, .. }, title) = (self.ground.clone(), self.title.clone());
        let game = session.game();
        let asks = ASKS.into_iter().filter(|word| lacking::offers::<F>(game.scripts(), word)).collect();
        let made_by = F::made_by(game.scripts());
        let (has_hands, at) = (F::has_hands(game.scripts()), game.past().answers());
        Snapshot { version, title, made_by, has_hands, at, sections, asks, parts, board, places, colours }
    }
}
