//! The pages of a game: what they send is done in its session, and what changes is shown on all of them. It works where
//! the session is: at the prompt, or in a thread of its own.

use super::past::past;
use super::reach::reach;
use super::sections::Told;
use super::snapshot::{Painter, Snapshot};
use super::window_passer::WindowPasser;
use crate::film::film;
use crate::front::Front;
use crate::front::{Reply, Requested, Session, Trouble};
use crate::prompt::command::Command;
use crate::prompt::display::{PageWish, Said, SentWish};
use crate::text::columns;
use crate::text::out::plain;
use maud::html;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;
use wilderness_engine::{Choice as _, Question as _};

/// The most layers that a seat shows at once.
const LAYERS: usize = 4;
/// How many wishes of a seat are remembered, in case one is sent again.
const REMEMBERED: usize = 32;
/// What is said of a wish that is sent again to a game that has moved since.
const LOST: &str = "The connection was lost: see on the board whether your last click was carried out.";
/// The width of text on a page, in characters.
const WIDTH: usize = 56;
/// The longest line that a page sends, in bytes.
pub const LONGEST_LINE: usize = 400;

/// Who looks at a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seer<S> {
    /// Those at the prompt, beside whom the page is.
    Prompt,
    /// The player of a side.
    Side(S),
    /// An onlooker, who sees what everybody knows.
    Onlooker,
}

impl<S: Copy> Seer<S> {
    /// The side of the player.
    fn side(self) -> Option<S> {
        match self {
            Seer::Side(side) => Some(side),
            Seer::Prompt | Seer::Onlooker => None,
        }
    }

    /// Lets the session show what this one may see.
    fn looks<F: Front<Side = S>>(self, session: &mut Session<F>) {
        match self {
            Seer::Prompt => {}
            Seer::Side(side) => session.seat_types(Some(side)),
            Seer::Onlooker => session.seat_types(None),
        }
    }
}

/// A seat at the pages of a game.
struct PageSeat<F: Front> {
    seer: Seer<F::Side>,
    painter: Painter,
    layers: Vec<String>,
    /// How much of the log it has been told; nothing before it has been shown anything.
    told: Option<Told>,
    /// What passes its windows, if they are passed.
    passer: Option<WindowPasser<F::Time>>,
    /// The last wishes, with the results, the latest first.
    fulfilled: VecDeque<(String, Said)>,
    shown: watch::Sender<Arc<Snapshot>>,
}

impl<F: Front> PageSeat<F> {
    /// Shows a layer, or hides it.
    ///
    /// # Errors
    /// No such layer, or nothing of that name.
    fn show_layer(&mut self, session: &Session<F>, layer: String, on: bool) -> Result<(), String> {
        let (name, of) = layer.split_once('=').map_or((layer.as_str(), None), |(name, of)| (name, Some(of)));
        self.layers.retain(|shown| shown.split('=').next() != Some(name));
        if on {
            F::layer(session.game(), session.viewer(), name, of)?;
            if self.layers.len() < LAYERS {
                self.layers.push(layer);
            }
        }
        Ok(())
    }
}

/// The pages of a game.
pub struct GamePages<F: Front> {
    seats: Vec<PageSeat<F>>,
    version: u64,
    /// What concerns all seats: scripts that have been reloaded, or a fault in them.
    notice: String,
}

impl<F: Front> GamePages<F> {
    /// The pages of these seats, and where each finds what it sees.
    pub fn new(seers: impl IntoIterator<Item = Seer<F::Side>>) -> (GamePages<F>, Vec<watch::Receiver<Arc<Snapshot>>>) {
        let (mut seats, mut seen) = (Vec::new(), Vec::new());
        for seer in seers {
            let (shown, receiver) = watch::channel(Arc::default());
            let (painter, layers, told, passer, fulfilled) =
                (Painter::default(), Vec::new(), None, None, VecDeque::new());
            seats.push(PageSeat { seer, painter, layers, told, passer, fulfilled, shown });
            seen.push(receiver);
        }
        // Pages stay open while the program is started again: no number comes twice.
        let now = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
        let version = u64::try_from(now.as_millis()).unwrap_or_default();
        (GamePages { seats, version, notice: String::new() }, seen)
    }

    /// Shows every seat how the game stands.
    pub fn publish(&mut self, session: &mut Session<F>) {
        self.version += 1;
        let bots = session.bots;
        let is_bot = |seer: Seer<F::Side>| seer.side().is_some_and(|side| bots[side].is_some());
        for seat in self.seats.iter_mut().filter(|seat| !is_bot(seat.seer)) {
            seat.seer.looks(session);
            let mut said = BTreeMap::new();
            said.insert("notice", html! { @if !self.notice.is_empty() { pre { (self.notice) } } }.into_string());
            said.insert("request", request(session, seat.seer));
            seat.passer.take_if(|passer| !passer.goes_on(session.game().now().time()));
            said.insert("passing", passing(session, seat));
            let entries = session.game().log().len();
            let since = || F::moved_since(session.game(), session.viewer());
            let told = seat.told.unwrap_or_else(|| Told { since: since(), shown: 0 });
            let told = Told { since: told.since.min(entries), ..told };
            let version = self.version;
            let snapshot = columns::within(WIDTH, || seat.painter.paint(session, &seat.layers, version, told, said));
            seat.told = Some(Told { shown: entries, ..told });
            seat.shown.send_replace(Arc::new(snapshot));
        }
    }

    /// Passes the window that is open, if it is one of a seat for which windows are passed, and its time has come.
    /// Returns whether the game has moved.
    pub fn pass_window(&mut self, session: &mut Session<F>, now: Instant) -> bool {
        let answers = session.game().past().answers();
        for seat in &mut self.seats {
            let Some(side) = window_of(session).filter(|side| seat.seer.side() == Some(*side)) else { continue };
            let season = session.game().now().time();
            let Some(passer) = seat.passer.as_mut().filter(|passer| passer.goes_on(season)) else { continue };
            if passer.is_due(answers, now) {
                Seer::Side(side).looks(session);
                return session.answer_with_token(&F::Choice::PASS.token()).is_ok();
            }
        }
        false
    }

    /// Whether a page follows the game: beside the receiver that each seat always has.
    pub fn is_followed(&self) -> bool {
        self.seats.iter().any(|seat| seat.shown.receiver_count() > 1)
    }

    /// Says something to all seats with the next snapshot.
    pub fn notice(&mut self, text: &str) {
        self.notice = plain(text).trim().to_string();
    }

    /// Does what a page wants, once: what is sent again is answered as it was. Returns the result, and what the session
    /// has to report if the game has moved.
    pub fn fulfil(&mut self, session: &mut Session<F>, seat: usize, sent: SentWish) -> (Said, Option<String>) {
        let SentWish { wish, id, again } = sent;
        let known = self.seats.get(seat).map(|seat| &seat.fulfilled);
        if let Some((_, said)) = known.and_then(|all| all.iter().find(|(known, _)| id.as_ref() == Some(known))) {
            return (said.clone(), None);
        }
        // It may have been carried out by a program that has been started again since.
        if again.is_some_and(|at| at != session.game().past().answers()) {
            return (Said::done(LOST), None);
        }
        let before = (session.game().past().answers(), session.game().log().len());
        let (said, report) = match wish {
            // What an answer leads to is reported at the prompt, if anywhere.
            PageWish::Answer(..) => self.carry_out(session, seat, wish),
            _ => columns::within(WIDTH, || self.carry_out(session, seat, wish)),
        };
        if let Some(text) = session.keep_windows_open() {
            self.notice(text);
        }
        // An answer that leads to nothing new leaves what happened before on the page.
        let is_news = session.game().past().answers() > before.0 && session.game().log().len() > before.1;
        if let Some(seat) = self.seats.get_mut(seat).filter(|_| is_news) {
            seat.told = seat.told.map(|told| Told { since: before.1, ..told });
        }
        if let (Some(id), Some(seat)) = (id, self.seats.get_mut(seat)) {
            seat.fulfilled.truncate(REMEMBERED - 1);
            seat.fulfilled.push_front((id, said.clone()));
        }
        (said, report)
    }

    fn carry_out(&mut self, session: &mut Session<F>, seat: usize, wish: PageWish) -> (Said, Option<String>) {
        let Some(place) = self.seats.get_mut(seat) else { return (Said::refused("no such seat"), None) };
        let seer = place.seer;
        seer.looks(session);
        let result = match wish {
            PageWish::Line(line) if is_hint(session, &line) => match session.advised() {
                Ok((text, choice)) => {
                    let advised = Some(choice.token());
                    return (Said { advised, ..Said::done(plain(&text)) }, None);
                }
                Err(trouble) => Err(trouble),
            },
            _ if seer == Seer::Onlooker && !only_looks(session, &wish) => Err(Trouble::plain("onlookers only look")),
            PageWish::Line(line) => run(session, &line),
            PageWish::Answer(at, _) if at != session.game().past().answers() => {
                Err(Trouble::plain("the question has been answered already"))
            }
            PageWish::Answer(_, token) => session.answer_with_token(&token),
            PageWish::Refuse => {
                session.drop_request();
                Ok(Reply::Text(String::new()))
            }
            PageWish::PassWindows(on) => {
                let season = session.game().now().time();
                place.passer = (on && seer.side().is_some()).then(|| WindowPasser::new(season));
                Ok(Reply::Text(String::new()))
            }
            PageWish::Layer(layer, on) => match place.show_layer(session, layer, on) {
                Ok(()) => Ok(Reply::Text(String::new())),
                Err(wrong) => return (Said::refused(wrong), None),
            },
            PageWish::Bot(player) => match seer.side() {
                Some(side) => Ok(session.seat_player(side, player)),
                None => Err(Trouble::plain("`bot` does that at the prompt")),
            },
            PageWish::Film => return (film_so_far(session, seer), None),
            PageWish::Reach(at) if at != session.game().past().answers() => return (Said::done("[]"), None),
            PageWish::Reach(_) => return (Said::done(reach(session)), None),
            PageWish::Past(_) if session.is_covered() => return (Said::refused("the keyboard changes hands"), None),
            PageWish::Past(from) => {
                let looked = past(session, place.painter.names(), from);
                return (looked.map_or_else(Said::refused, Said::done), None);
            }
        };
        match result {
            Ok(Reply::Text(text)) => (Said::done(plain(&text)), None),
            Ok(Reply::Moved(text) | Reply::Begun(text)) => {
                self.notice.clear();
                (Said::done(""), Some(text))
            }
            Ok(_) => (Said::refused("that is done at the prompt"), None),
            Err(Trouble::Plain(reason) | Trouble::Question(reason)) => (Said::refused(plain(&reason)), None),
            Err(Trouble::Midway { reason, now }) => (Said::refused(plain(&reason)), Some(now)),
            Err(Trouble::Faults(faults) | Trouble::Reload { faults, .. }) => {
                // Without the lines of a script, which a seat must not see.
                (Said::refused(plain(&faults.to_string())), None)
            }
        }
    }
}

/// Whether a wish changes nothing for others.
fn only_looks<F: Front>(session: &Session<F>, wish: &PageWish) -> bool {
    match wish {
        PageWish::Line(line) => session.parse(line).is_ok_and(|command| command.only_looks()),
        PageWish::Layer(..) | PageWish::Film | PageWish::Reach(_) | PageWish::Past(_) => true,
        PageWish::Answer(..) | PageWish::Refuse | PageWish::PassWindows(_) | PageWish::Bot(_) => false,
    }
}

/// Whether a line asks for advice.
fn is_hint<F: Front>(session: &Session<F>, line: &str) -> bool {
    !session.is_covered() && session.parse(line).is_ok_and(|command| command == Command::Hint)
}

/// Runs a line, if it is one that pages may send.
fn run<F: Front>(session: &mut Session<F>, line: &str) -> Result<Reply, Trouble> {
    if line.len() > LONGEST_LINE || line.contains(char::is_control) {
        return Err(Trouble::plain(format!("a line has at most {LONGEST_LINE} bytes, and no control characters")));
    }
    match session.parse(line).map_err(Trouble::plain)? {
        command if session.is_covered() || !command.is_for_pages() => {
            Err(Trouble::plain("that can be typed at the prompt only"))
        }
        _ => session.run(line),
    }
}

/// The side for which a window is open that can be passed.
fn window_of<F: Front>(session: &Session<F>) -> Option<F::Side> {
    let game = session.game();
    let open = game.decision().filter(|_| !game.past().looks_back())?;
    (open.ask.is_window() && open.choices.contains(&F::Choice::PASS)).then_some(open.side)
}

/// The switch by which windows are passed for a seat, where one is open, and what it is set to.
fn passing<F: Front>(session: &Session<F>, seat: &PageSeat<F>) -> String {
    let is_asked = seat.seer.side().is_some() && window_of(session) == seat.seer.side();
    let markup = html! {
        @if seat.passer.is_some() {
            p { "Your windows are passed until this " (F::TURN) " ends, whatever you hold." }
            button type="button" data-pass="off" { "Ask me again" }
        } @else if is_asked {
            button type="button" data-pass="on" title="A while after each has opened, whatever you hold" {
                "Pass such windows for this " (F::TURN)
            }
        }
    };
    markup.into_string()
}

/// What the other player asks this seat to agree to.
fn request<F: Front>(session: &Session<F>, seer: Seer<F::Side>) -> String {
    let Some(Requested { asker, wish, waiting }) = session.requested() else { return String::new() };
    let asks_me = match seer {
        Seer::Prompt => true,
        Seer::Side(seat) => waiting.contains(&session.game().now().seat(seat)),
        Seer::Onlooker => false,
    };
    let markup = html! {
        @if asks_me {
            p { "The " (asker) " " (wish) "." }
            button type="button" data-line="agree" { "Agree" } " "
            button type="button" data-refuse="" { "Refuse" }
        } @else { p { "The " (asker) " " (wish) "; the others have been asked to agree." } }
    };
    markup.into_string()
}

/// The page with a film of the game, as the seat has seen it.
fn film_so_far<F: Front>(session: &Session<F>, seer: Seer<F::Side>) -> Said {
    let game = session.game();
    let seer = match game.outcome() {
        Some(_) => None,
        None => match seer {
            Seer::Side(seat) => Some(game.now().seat(seat)),
            Seer::Prompt => Some(session.viewer()),
            Seer::Onlooker => return Said::refused("onlookers see the film once the game is over"),
        },
    };
    film(game, seer).map_or_else(Said::refused, Said::done)
}
