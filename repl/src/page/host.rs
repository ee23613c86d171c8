//! The pages of a game: what they send is done in its session, and what changes is shown on all of them. It works where
//! the session is: at the prompt, or in a thread of its own.

use super::game_channel::{GameScreens, SeatScreen};
use super::ordered_film::OrderedFilm;
use super::past::past;
use super::reach::reach;
use super::seat_memory::SeatMemory;
use super::sections::{self, Told};
use super::snapshot::{Painter, Snapshot, Standing};
use super::talk::Talk;
use super::window_passer::WindowPasser;
use crate::front::Front;
use crate::front::{Reply, Requested, Session, Trouble};
use crate::prompt::command::Command;
use crate::prompt::display::{PageWish, Said, SentWish};
use crate::text::columns;
use crate::text::out::plain;
use maud::html;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering, fence};
use std::time::Instant;
use tokio::sync::watch;
use wilderness_engine::{Choice as _, Question as _, RecordEnd, Side};
use wilderness_lab::Player;

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
    passer: Option<WindowPasser>,
    /// Whether onlookers may see its hand, once that is so of all players.
    shows_hand: bool,
    /// The last wishes, with the results, the latest first.
    fulfilled: VecDeque<(String, Said)>,
    shown: watch::Sender<Arc<Snapshot>>,
    /// Whether something has changed since that was painted.
    is_stale: Arc<AtomicBool>,
}

impl<F: Front> PageSeat<F> {
    /// Whether a page follows it: beside the receiver that each seat always has. Who is at the prompt always looks.
    fn is_followed(&self) -> bool {
        self.seer == Seer::Prompt || self.shown.receiver_count() > 1
    }

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
    standing: watch::Sender<Arc<Standing>>,
    version: u64,
    /// What concerns all seats: scripts that have been reloaded, or a fault in them.
    notice: String,
    /// Why the game is not saved, if it is not.
    unsaved: String,
    /// What the people at the game have said; nothing beside a prompt, where they are in one room.
    talk: Option<Talk>,
    /// What it remembers while the game sleeps.
    memory: SeatMemory,
    /// Whether something has changed that has not been shown.
    has_changed: bool,
}

impl<F: Front> GamePages<F> {
    /// The pages of these seats, and where each finds what it sees. What was wanted at a seat when the game was awake last
    /// is as it was.
    pub fn new(seers: impl IntoIterator<Item = Seer<F::Side>>, memory: SeatMemory) -> (GamePages<F>, GameScreens) {
        let (mut seats, mut screens) = (Vec::new(), Vec::new());
        for seer in seers {
            let (shown, receiver) = watch::channel(Arc::default());
            let is_stale = Arc::new(AtomicBool::new(true));
            screens.push(SeatScreen { shown: receiver, is_stale: is_stale.clone() });
            let (painter, layers, told, fulfilled) = (Painter::default(), Vec::new(), None, VecDeque::new());
            let (passer, shows_hand) = (memory.passer(seats.len()), memory.shows_hand(seats.len()));
            seats.push(PageSeat { seer, painter, layers, told, passer, shows_hand, fulfilled, shown, is_stale });
        }
        // Pages stay open while the program is started again: no number comes twice.
        let now = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
        let version = u64::try_from(now.as_millis()).unwrap_or_default();
        let (notice, unsaved) = (String::new(), String::new());
        let (standing, stands) = watch::channel(Arc::default());
        let pages = GamePages { seats, standing, version, notice, unsaved, talk: None, memory, has_changed: true };
        (pages, GameScreens { seats: screens, standing: stands })
    }

    /// The same pages, on which people talk.
    pub fn with_talk(self, talk: Talk) -> GamePages<F> {
        GamePages { talk: Some(talk), ..self }
    }

    /// Shows every seat that a page follows how the game stands; the others are shown it when they look.
    pub fn publish(&mut self, session: &mut Session<F>) {
        self.version += 1;
        self.has_changed = false;
        self.standing.send_replace(Arc::new(Standing::of(session.game())));
        let season = session.game().now().time().to_string();
        for (number, seat) in self.seats.iter_mut().enumerate() {
            seat.passer.take_if(|passer| !passer.goes_on(&season));
            self.memory.remember_passer(number, seat.passer.as_ref());
            seat.is_stale.store(true, Ordering::SeqCst);
        }
        // A page that begins to follow a seat after this sees that it is stale.
        fence(Ordering::SeqCst);
        for number in 0..self.seats.len() {
            if self.seats[number].is_followed() {
                self.show(session, number);
            }
        }
    }

    /// Shows a seat how the game stands, if it has not been shown.
    pub fn show(&mut self, session: &mut Session<F>, number: usize) {
        let bots = session.bots;
        let is_bot = |seer: Seer<F::Side>| seer.side().is_some_and(|side| bots[side].is_some());
        // Nothing is hidden from onlookers any more: the game is over, or every player wants that.
        let is_open = |seat: &PageSeat<F>| seat.seer.side().is_none_or(|side| seat.shows_hand || bots[side].is_some());
        let is_open = session.game().outcome().is_some() || self.seats.iter().all(is_open);
        if let Some(seat) = self.seats.get_mut(number).filter(|seat| !is_bot(seat.seer))
            && seat.is_stale.load(Ordering::SeqCst)
        {
            seat.seer.looks(session);
            let mut said = BTreeMap::new();
            let notices = [&self.notice, &self.unsaved].into_iter().filter(|text| !text.is_empty());
            said.insert("notice", html! { @for text in notices { pre { (text) } } }.into_string());
            said.insert("request", request(session, seat.seer));
            let by = seat.seer.side().map(|side| session.game().now().seat(side).to_string());
            let talk = self.talk.as_ref().map(|talk| talk.html(by));
            said.insert("talk", talk.unwrap_or_default());
            said.insert("passing", passing(session, seat));
            said.insert("showing", showing(session, seat, is_open));
            if is_open && seat.seer == Seer::Onlooker {
                said.insert("hand", sections::all_hands(session));
            }
            let entries = session.game().log().len();
            let since = || F::moved_since(session.game(), session.viewer());
            let told = seat.told.unwrap_or_else(|| Told { since: since(), shown: 0 });
            let told = Told { since: told.since.min(entries), ..told };
            let version = self.version;
            let snapshot = columns::within(WIDTH, || seat.painter.paint(session, &seat.layers, version, told, said));
            seat.told = Some(Told { shown: entries, ..told });
            seat.shown.send_replace(Arc::new(snapshot));
            seat.is_stale.store(false, Ordering::SeqCst);
        }
    }

    /// A film of the game so far for a seat, to be made.
    ///
    /// # Errors
    /// That the seat may not see one.
    pub fn film(&self, session: &mut Session<F>, seat: usize, analysed: bool) -> Result<OrderedFilm<F>, Said> {
        let place = self.seats.get(seat).ok_or_else(|| Said::refused("no such seat"))?;
        place.seer.looks(session);
        ordered(session, place.seer, analysed)
    }

    /// Passes the window that is open, if it is one of a seat for which windows are passed, and its time has come.
    /// Returns whether the game has moved.
    pub fn pass_window(&mut self, session: &mut Session<F>, now: Instant) -> bool {
        let answers = session.game().past().answers();
        for seat in &mut self.seats {
            let Some(side) = window_of(session).filter(|side| seat.seer.side() == Some(*side)) else { continue };
            let season = session.game().now().time().to_string();
            let Some(passer) = seat.passer.as_mut().filter(|passer| passer.goes_on(&season)) else { continue };
            if passer.is_due(answers, now) {
                Seer::Side(side).looks(session);
                let has_moved = session.answer_with_token(&F::Choice::PASS.token()).is_ok();
                self.has_changed |= has_moved;
                return has_moved;
            }
        }
        false
    }

    /// Whether a page follows the game.
    pub fn is_followed(&self) -> bool {
        self.seats.iter().any(PageSeat::is_followed)
    }

    /// Says something to all seats with the next snapshot.
    pub fn notice(&mut self, text: &str) {
        let text = plain(text).trim().to_string();
        self.has_changed |= text != self.notice;
        self.notice = text;
    }

    /// Says to all seats why the game is not saved, as long as that is so.
    pub fn say_unsaved(&mut self, why: Option<&str>) {
        let why = why.map(|why| plain(why).trim().to_string()).unwrap_or_default();
        self.has_changed |= why != self.unsaved;
        self.unsaved = why;
    }

    /// Shows every seat how the game stands, if anything has changed since that was shown.
    pub fn publish_changes(&mut self, session: &mut Session<F>) {
        if self.has_changed {
            self.publish(session);
        }
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
        // Where the game stands is told as this seat knows it.
        if let Some(seat) = self.seats.get(seat) {
            seat.seer.looks(session);
        }
        let (position, looks) = (Position::of(session), only_looks(session, &wish));
        let (said, report) = match wish {
            // What an answer leads to is reported at the prompt, if anywhere.
            PageWish::Answer(..) => self.carry_out(session, seat, wish),
            _ => columns::within(WIDTH, || self.carry_out(session, seat, wish)),
        };
        if let Some(text) = session.keep_windows_open() {
            self.notice(text);
        }
        self.has_changed |= report.is_some() || (said.done && !looks) || Position::of(session) != position;
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

    /// A player does not agree to what another asks for, who is told.
    fn refuse(&mut self, session: &mut Session<F>, seer: Seer<F::Side>) -> Reply {
        let is_asked = |asked: &Requested<F::Side>| seer.side().is_some_and(|side| asked.waiting.contains(&side));
        let refused = session.requested().filter(is_asked);
        session.drop_request();
        if let (Some(asked), Some(side)) = (refused, seer.side()) {
            let agrees = session.in_sentences(side).begins("do not agree", "does not agree");
            self.notice(&format!("{agrees} to what {} asked for.", session.in_sentences(asked.asker)));
        }
        Reply::Text(String::new())
    }

    /// A player says something to everybody.
    ///
    /// # Errors
    /// Like [`Talk::say`], or nobody talks here.
    fn say(&mut self, session: &Session<F>, seer: Seer<F::Side>, text: &str) -> Result<(), String> {
        match (&mut self.talk, seer.side()) {
            (Some(talk), Some(seat)) => talk.say(&session.game().now().seat(seat).to_string(), text),
            _ => Err("nobody talks here".into()),
        }
    }

    /// Lets a bot play from a seat, or a person, who is asked at windows.
    fn seat(&mut self, session: &mut Session<F>, seat: usize, player: Option<Player>) -> Result<Reply, Trouble> {
        let at_prompt = || Trouble::plain("`bot` does that at the prompt");
        let place = self.seats.get_mut(seat).ok_or_else(at_prompt)?;
        let side = place.seer.side().ok_or_else(at_prompt)?;
        (place.passer, place.shows_hand) = (None, false);
        self.memory.forget(seat);
        Ok(session.seat_player(side, player))
    }

    /// What a page that only asks is told.
    fn told(&mut self, session: &mut Session<F>, number: usize, wish: PageWish) -> Said {
        let Some(seat) = self.seats.get(number) else { return Said::refused("no such seat") };
        let answers = session.game().past().answers();
        let told = match wish {
            PageWish::Film { analysed } => {
                return ordered(session, seat.seer, analysed).map_or_else(|refused| refused, OrderedFilm::made);
            }
            PageWish::Reach(at) if at == answers => Ok(reach(session)),
            PageWish::Reach(_) => Ok("[]".into()),
            PageWish::Past(_) if session.is_covered() => Err("the keyboard changes hands".into()),
            PageWish::Past(from) => past(session, seat.painter.names(), from),
            _ => {
                self.show(session, number);
                Ok(String::new())
            }
        };
        told.map_or_else(Said::refused, Said::done)
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
            _ if seer == Seer::Onlooker && !(only_looks(session, &wish) || matches!(wish, PageWish::Layer(..))) => {
                Err(Trouble::plain("onlookers only look"))
            }
            PageWish::Line(line) => run(session, &line),
            PageWish::Answer(at, _) if at != session.game().past().answers() => {
                Err(Trouble::plain("the question has been answered already"))
            }
            PageWish::Answer(_, token) => session.answer_with_token(&token),
            PageWish::Refuse => Ok(self.refuse(session, seer)),
            PageWish::Say(text) => match self.say(session, seer, &text) {
                Ok(()) => Ok(Reply::Text(String::new())),
                Err(wrong) => return (Said::refused(wrong), None),
            },
            PageWish::PassWindows(on) => {
                let season = session.game().now().time().to_string();
                place.passer = (on && seer.side().is_some()).then(|| WindowPasser::new(season));
                Ok(Reply::Text(String::new()))
            }
            PageWish::ShowHand(on) => {
                place.shows_hand = on;
                self.memory.remember_hand(seat, on);
                Ok(Reply::Text(String::new()))
            }
            PageWish::Layer(layer, on) => match place.show_layer(session, layer, on) {
                Ok(()) => Ok(Reply::Text(String::new())),
                Err(wrong) => return (Said::refused(wrong), None),
            },
            PageWish::Bot(player) => self.seat(session, seat, player),
            PageWish::Show | PageWish::Film { .. } | PageWish::Reach(_) | PageWish::Past(_) => {
                return (self.told(session, seat, wish), None);
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

/// What a wish that is refused may have changed all the same.
#[derive(PartialEq)]
struct Position<S> {
    end: RecordEnd,
    /// How far the game has come along its branch.
    place: (usize, usize),
    /// Who has still to agree to what another player asks for.
    waiting: Vec<S>,
}

impl<S: Side> Position<S> {
    fn of<F: Front<Side = S>>(session: &Session<F>) -> Position<S> {
        let past = session.game().past();
        let waiting = session.requested().map(|asked| asked.waiting).unwrap_or_default();
        Position { end: past.record_end(), place: past.place(), waiting }
    }
}

/// Whether a wish changes nothing for others.
fn only_looks<F: Front>(session: &Session<F>, wish: &PageWish) -> bool {
    match wish {
        PageWish::Line(line) => session.parse(line).is_ok_and(|command| command.only_looks()),
        PageWish::Show | PageWish::Film { .. } | PageWish::Reach(_) | PageWish::Past(_) => true,
        PageWish::Answer(..)
        | PageWish::Refuse
        | PageWish::Say(_)
        | PageWish::Layer(..)
        | PageWish::PassWindows(_)
        | PageWish::ShowHand(_)
        | PageWish::Bot(_) => false,
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

/// The switch by which a player lets onlookers see the hand of a seat, and what has come of it.
fn showing<F: Front>(session: &Session<F>, seat: &PageSeat<F>, is_open: bool) -> String {
    let game = session.game();
    let may = seat.seer.side().is_some() && F::has_hands(game.scripts()) && game.outcome().is_none();
    let (when, switch) = match (seat.shows_hand, is_open) {
        (false, _) => ("", "Show onlookers my hand"),
        (true, false) => {
            ("Onlookers see all hands as soon as every player shows theirs.", "Hide my hand from onlookers")
        }
        (true, true) => ("Onlookers see all hands.", "Hide my hand from onlookers"),
    };
    let title = "Only if every player does that; anyone with the link to watch sees all hands then";
    let markup = html! {
        @if may {
            @if !when.is_empty() { p class="note" { (when) } }
            button type="button" data-hand=(!seat.shows_hand) title=(title) { (switch) }
        }
    };
    markup.into_string()
}

/// What the other player asks this seat to agree to.
fn request<F: Front>(session: &Session<F>, seer: Seer<F::Side>) -> String {
    let Some(Requested { asker, wish, of_others, waiting, answers }) = session.requested() else {
        return String::new();
    };
    let asks_me = match seer {
        Seer::Prompt => true,
        Seer::Side(seat) => waiting.contains(&session.game().now().seat(seat)),
        Seer::Onlooker => false,
    };
    // To each only what they have answered themselves: it may be secret.
    let is_mine = |side: F::Side| seer == Seer::Prompt || seer == Seer::Side(session.game().now().seat(side));
    let mine: Vec<&String> = answers.iter().filter(|(side, _)| is_mine(*side)).map(|(_, answer)| answer).collect();
    let wants = session.in_sentences(asker).begins("want", "wants");
    let markup = html! {
        @if asks_me {
            p { (wants) " " (wish) @if !mine.is_empty() { ":" } @else { "." } }
            @if !mine.is_empty() { ul { @for answer in &mine { li { (answer) } } } }
            button type="button" data-line="agree" { "Agree" } " "
            button type="button" data-refuse="" { "Refuse" }
        } @else if is_mine(asker) {
            p { "You want " (of_others) ", who have been asked to agree." }
        } @else { p { (wants) " " (of_others) ", who have been asked to agree." } }
    };
    markup.into_string()
}

/// A film of the game as it is now: for one side, or for everybody if it is over; only then is it analysed.
fn ordered<F: Front>(session: &Session<F>, seer: Seer<F::Side>, analysed: bool) -> Result<OrderedFilm<F>, Said> {
    let seer = match seer {
        _ if session.game().outcome().is_some() => None,
        _ if analysed => return Err(Said::refused("a game is analysed once it is over")),
        Seer::Side(seat) => Some(session.game().now().seat(seat)),
        Seer::Prompt => Some(session.viewer()),
        Seer::Onlooker => return Err(Said::refused("onlookers see the film once the game is over")),
    };
    Ok(OrderedFilm::of(session, seer, analysed))
}
