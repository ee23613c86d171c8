//! A display beside the prompt, such as a page in a browser: it shows the game in step with the session, and sends what
//! is wanted there.

use crate::prompt::front::{Front, Session};
use serde::Serialize;
use wilderness_lab::Player;

/// What a page wants.
#[derive(Debug)]
pub enum PageWish {
    /// To type a line.
    Line(String),
    /// To answer the question that is open after this many answers with the choice that has this token.
    Answer(usize, String),
    /// To refuse what the other player asks for.
    Refuse,
    /// To say something to everybody at the game.
    Say(String),
    /// To show a layer, or to hide it.
    Layer(String, bool),
    /// To have windows passed until the season ends, or no longer.
    PassWindows(bool),
    /// To show onlookers the hand of a seat as soon as all players do that, or no longer.
    ShowHand(bool),
    /// To see how the game stands.
    Show,
    /// A film of the game so far.
    Film {
        /// Whether it shows what turned the game, once that is over.
        analysed: bool,
    },
    /// The places in reach at the question that is open after this many answers.
    Reach(usize),
    /// What has happened, from this entry of the log on.
    Past(usize),
    /// To let a bot play from a seat, or people only: for the operator.
    Bot(Option<Player>),
}

impl PageWish {
    /// Whether it only asks, so that there is nothing new to be shown.
    pub fn only_asks(&self) -> bool {
        matches!(self, PageWish::Show | PageWish::Film { .. } | PageWish::Reach(_) | PageWish::Past(_))
    }
}

/// A wish as a page sends it.
#[derive(Debug)]
pub struct SentWish {
    /// What it wants.
    pub wish: PageWish,
    /// The page's word for it: the same wish is carried out once, however often it comes.
    pub id: Option<String>,
    /// For a wish that is sent again, since no answer came: how many answers the page had seen.
    pub again: Option<usize>,
}

impl From<PageWish> for SentWish {
    fn from(wish: PageWish) -> SentWish {
        SentWish { wish, id: None, again: None }
    }
}

/// The result of a wish.
#[derive(Clone, Debug, Serialize)]
pub struct Said {
    /// Whether it was carried out.
    pub done: bool,
    /// What there is to say.
    pub text: String,
    /// The choice that is advised, by its token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advised: Option<String>,
}

impl Said {
    /// Something that was carried out.
    pub fn done(text: impl Into<String>) -> Said {
        Said { done: true, text: text.into(), advised: None }
    }

    /// Something that was not.
    pub fn refused(text: impl Into<String>) -> Said {
        Said { done: false, text: text.into(), advised: None }
    }
}

/// A wish of the page at a seat.
pub struct PageMessage {
    /// The number of the seat.
    pub seat: usize,
    /// What it wants.
    pub wish: SentWish,
    /// Where the result goes.
    pub reply: Box<dyn FnOnce(Said) + Send>,
}

/// Where pages send their messages; false if they are no longer taken.
pub type Sender = Box<dyn Fn(PageMessage) -> bool + Send + Sync>;

/// A display that shows a game of this kind while it lives.
pub trait Display<F: Front> {
    /// Where it can be looked at.
    fn address(&self) -> &str;

    /// Shows how the game stands.
    fn show(&mut self, session: &mut Session<F>);

    /// Says something with what is shown next.
    fn notice(&mut self, text: &str);

    /// Does what a page wants. Returns the result, and what the session reports if the game has moved.
    fn carry_out(&mut self, session: &mut Session<F>, seat: usize, wish: SentWish) -> (Said, Option<String>);
}

/// Opens a display whose messages go here.
///
/// # Errors
/// Why it cannot be opened.
pub type OpenDisplay<'a, F> = &'a dyn Fn(Sender) -> Result<Box<dyn Display<F>>, String>;
