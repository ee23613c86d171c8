//! What the program's own tests see besides the API: parts that are seen whole only at the prompt.

/// Text: how it is laid out, and how names are found in it.
pub mod text {
    pub use crate::text::columns::{beside, downwards, fit, line_width, width, wrap};
    pub use crate::text::names::{Fit, Name, NamedThings, find, near};
    pub use crate::text::out::{harmless, plain};
    pub use crate::text::style::{BOLD, paint};
    pub use crate::text::table::{TextTable, percent};
}

/// The form of scripts and data files.
pub use crate::format::formatted;

/// Pictures of a board.
pub mod pictures {
    pub use crate::board::geometry::Rect;
    pub use crate::board::hexes::{choice_at, texts};
    pub use crate::board::layout::{NODE, blocks, names};
    pub use crate::board::part::part;
    pub use crate::board::pictured::hand;
    pub use crate::board::placing::is_astray;
    pub use crate::board::svg::reserved;
    pub use crate::board::symbols::{BADGE, badge_width, numbers};
    pub use crate::board::terminal::{labels_astray, names_missing};
    pub use crate::prompt::board::scene;
}

/// What commands show one side of a game, as they print it.
pub mod seen_by_one_side {
    pub use crate::board::svg;
    pub use crate::commands::replay::{end, json, news};
    pub use crate::film::film;
    pub use crate::prompt::analysed::{json as analysis_as_json, text as analysis_as_text};
}

/// How well questions in plain words are read.
pub mod questions {
    pub use crate::prompt::intents::{CrossValidated, cross_validated};
}

/// What guards pages and films.
pub mod guard {
    pub use crate::film::digest::{base64, source};
    pub use crate::page::guard::{Bucket, Names, is_secret, secret};
}

/// What the pages of a game are sent.
pub mod pages {
    pub use crate::page::host::{GamePages, Seer};
    pub use crate::page::seat_memory::SeatMemory;
    pub use crate::page::snapshot::{Snapshot, Standing};
    pub use crate::prompt::display::{PageWish, Said, SentWish};
}

/// What the language server finds in a text.
pub mod editor {
    pub use crate::lsp::cursor::Cursor;
    pub use crate::lsp::place::{file, offset, position, tidy, uri};
}

/// The impact of cards.
pub mod impact {
    pub use crate::war::impact::report::{median, rounded};
    pub use crate::war::impact::trial::{ImpactTrial, Limit, TWINS};
    pub use crate::war::impact::uses::{HandCard, Uses, note_step};
    pub use crate::war::series::of_bot;
}

/// Sessions and their commands.
pub mod prompt {
    pub use crate::battles::content::Origin as BattleOrigin;
    pub use crate::options::content::ContentArg;
    pub use crate::prompt::autosave::{Autosave, AutosaveRequest, SavedGame};
    pub use crate::prompt::command::{Command, UsageError, parse, usage, uses};
    pub use crate::prompt::continued::{goes_on, joined, waits_for_bracket};
    pub use crate::prompt::help::{commands, help, words};
    pub use crate::prompt::input::{InputEvent, LONGEST_LINE, next_line};
    pub use crate::prompt::line::parts;
    pub use crate::prompt::menu::Menu;
    pub use crate::prompt::offered::answers;
    pub use crate::prompt::plan::answer_of;
    pub use crate::prompt::session::Sharing;
    pub use crate::prompt::session::debug::{Debug, Traces};
    pub use crate::prompt::session::navigation::{Destination, Navigation};
    pub use crate::prompt::session::reload::reloaded;
    pub use crate::prompt::unfinished::{ResumeChoice, ago, wanted};
    pub use wilderness_lab::Player;

    use crate::front::{Front, Session};
    use crate::options::start::{New, Start};
    use std::rc::Rc;
    use wilderness_engine::faults::Faults;
    use wilderness_engine::record::AutoLines;
    use wilderness_engine::{Each, Game};
    use wilderness_war::{Scripts, War};

    /// A session of Annus Mirabilis.
    ///
    /// # Errors
    /// When a game cannot begin with these scripts.
    pub fn begin(seed: u64, bots: Each<Option<Player>>, scripts: Rc<Scripts>) -> Result<Session<War>, Faults> {
        let origin = crate::war::content::Origin::named(&ContentArg::default(), false);
        Session::begin(&Start::default(), Some(seed), bots, origin, scripts)
    }

    /// The command `new` with these arguments.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new_game(arguments: &str) -> Result<Command<War>, String> {
        New::read(arguments).map(|new| Command::New(Box::new(new)))
    }

    /// A session of a game, with people in both seats.
    pub fn session<F: Front>(game: Game<F>, origin: F::Origin) -> Session<F> {
        Session::at(game, 0, Each::default(), origin)
    }

    /// The game of a session, to answer in place of its players.
    pub fn game_of<F: Front>(session: &mut Session<F>) -> &mut Game<F> {
        &mut session.game
    }

    /// Switches automatic answers of a session on, as a record has them.
    pub fn take_over_auto<F: Front>(session: &mut Session<F>, lines: &AutoLines) {
        session.take_over_auto(lines);
    }
}

/// The front end of Wilderness War.
pub mod war {
    pub use crate::war::account::render as account;
    pub use crate::war::briefing::render as briefing;
    pub use crate::war::choices::are_equal;
    pub use crate::war::colours::{side, with_sides};
    pub use crate::war::content::Origin;
    pub use crate::war::describe::question;
    pub use crate::war::lexicon::Vocabulary;
    pub use crate::war::names::all_names;
    pub use crate::war::news::render as news;
    pub use crate::war::odds::show as odds;
    pub use crate::war::say::grammar::{MovementManner, Sentence, VERBS, Verb, begins_sentence, parse};
    pub use crate::war::say::lookup::spaces;
    pub use crate::war::say::{SentenceError, force, understand};
    pub use crate::war::show::Unknown;
    pub use crate::war::show::find_space;
    pub use crate::war::show::path::{ends, show as path};
    pub use crate::war::show::threats::show as threats;
    /// The purpose of a die, and its face.
    pub type Die = crate::prompt::ways::Die<wilderness_war::War>;

    /// The dice of all ways to an outcome, in words.
    pub fn dice_in_words(ways: &[&[Die]]) -> Vec<String> {
        crate::prompt::ways::dice_in_words::<wilderness_war::War>(ways)
    }
}
