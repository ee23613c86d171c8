//! Several people at one screen: who has the keyboard, the cover page shown when it changes hands, and what needs the
//! consent of the other players. With at most one person, it determines what stays hidden.

use super::back::NO_FURTHER;
use super::{Reply, Session, Trouble, plain};
use crate::prompt::command::{self, Command};
use crate::prompt::front::Front;
use crate::text::columns::{line_width, wrap};
use crate::text::list::list;
use crate::text::style::{BOLD, paint};
use wilderness_engine::{Answer, Each, Game, Side, Sides};
use wilderness_lab::Player;

/// What everyone is told where a second person sits down at a game whose windows opened only for those who could respond.
const WINDOWS_OPEN: &str = "Two people play now: from the next step of the game on, each is asked whether to respond, whether \
                            or not they hold a card for it, so that waiting reveals nothing.";

/// Why no branch begins at an earlier point.
const SHOWN: &str = "an answer of yours after this point has shown you something that was hidden";
/// What to do about it, at the prompt.
const FORCED: &str = "go there with `back --force` or `goto PLACE --force` to choose differently";

/// How several people share the screen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Sharing {
    /// Each sees only what their side knows, and the keyboard changes hands without notice: for piped input.
    #[default]
    Passed,
    /// The same, with a cover page until the next player takes the keyboard.
    Covered,
    /// All hands are shown.
    Open,
    /// Each has a screen of their own: [`Session::seat_types`] says whose line comes next.
    Apart,
}

/// Who has the keyboard. People are identified by seat, since they may change sides before the game (13.3).
pub(super) struct Keyboard<F: Front> {
    sharing: Sharing,
    /// The seat that has the keyboard; none before the game and behind a cover page.
    holder: Option<F::Side>,
    cover: Option<Cover<F::Side>>,
    /// The request for the consent of other players, where there is no cover page.
    request: Option<ConsentRequest<F::Side>>,
    /// The branch and position where the other players have agreed to a different choice.
    agreed: Option<(usize, usize)>,
    /// The branch and position from which one may play on otherwise, although more has been revealed since.
    pub(super) forced: Option<(usize, usize)>,
    /// How much of the log has been reported to each seat.
    told: Each<usize>,
    /// Whether the holder went back to look: then the keyboard stays.
    pub(super) browsing: bool,
    /// Whether the terminal shows something the next player must not see.
    wipe: bool,
}

impl<F: Front> Default for Keyboard<F> {
    fn default() -> Keyboard<F> {
        let (cover, request, agreed, forced) = (None, None, None, None);
        let (sharing, told) = (Sharing::default(), Each::default());
        Keyboard { sharing, holder: None, cover, request, agreed, forced, told, browsing: false, wipe: false }
    }
}

/// A page that hides the cards until the next player takes the keyboard.
struct Cover<S> {
    seat: S,
    page: String,
    /// The request to the next player.
    request: Option<ConsentRequest<S>>,
}

/// A request, with those who have to agree.
#[derive(Clone)]
struct ConsentRequest<S> {
    request: Request,
    /// The seat that makes it; none where the keyboard has no holder.
    asker: Option<S>,
    /// The seats that have not agreed yet.
    waiting: Vec<S>,
    /// The number of known answers that would be left.
    left: usize,
}

/// What a player wants the consent of others for.
pub struct Requested<S> {
    /// The side that asks.
    pub asker: S,
    /// What it asks for, as it follows "the side wants".
    pub wish: &'static str,
    /// The same, as it is told to those who are not asked.
    pub of_others: &'static str,
    /// The sides that have not agreed yet.
    pub waiting: Vec<S>,
    /// The answers of these sides that it concerns, in words.
    pub answers: Vec<(S, String)>,
}

/// An action that needs the consent of everyone whose answers it affects.
#[derive(Clone, Copy)]
pub(super) enum Request {
    /// To undo this many commands, forced or not.
    Undo(usize, bool),
    /// To choose differently in the past.
    Leave,
}

impl Request {
    /// What it asks for, as it follows "the side wants".
    fn wish(self) -> &'static str {
        match self {
            Request::Undo(..) => "to undo answers of yours",
            Request::Leave => "to play on from an earlier point, without your answers since",
        }
    }

    /// The same, for those who are not asked.
    fn of_others(self) -> &'static str {
        match self {
            Request::Undo(..) => "to undo answers of others",
            Request::Leave => "to play on from an earlier point, without the answers since of others",
        }
    }
}

/// The seats of which everything is shown; none when several people share the screen.
pub fn seen_by_one<S: Side>(sides: Sides<S>, bots: &Each<Option<Player>>) -> Each<bool> {
    let alone = sides.iter().filter(|seat| bots[*seat].is_none()).count() == 1;
    Each::new(sides, |seat| alone && bots[seat].is_none())
}

impl<F: Front> Session<F> {
    /// Sets how several people share the screen.
    pub fn share(mut self, sharing: Sharing) -> Session<F> {
        self.keyboard.sharing = sharing;
        self
    }

    /// Carries the people at this keyboard over from another game.
    pub(super) fn carry_over(&mut self, before: &Keyboard<F>) {
        (self.keyboard.sharing, self.keyboard.holder) = (before.sharing, before.holder);
    }

    /// Gives the keyboard to a player, without a cover page.
    pub(super) fn give_keyboard(&mut self, seat: F::Side) {
        self.keyboard.holder = Some(seat);
    }

    /// Marks this much of the log as reported to every seat.
    pub(super) fn mark_reported(&mut self, told: usize) {
        self.keyboard.told = Each::new(self.game.sides(), |_| told);
    }

    /// Says whose line comes next, where each player has a screen of their own: `None` for an onlooker.
    pub fn seat_types(&mut self, seat: Option<F::Side>) {
        if self.is_apart() {
            self.keyboard.holder = seat;
            self.look();
        }
    }

    pub(super) fn is_apart(&self) -> bool {
        self.keyboard.sharing == Sharing::Apart
    }

    /// What a player wants the consent of others for.
    pub fn requested(&self) -> Option<Requested<F::Side>> {
        let ConsentRequest { request, asker, waiting, left } = self.keyboard.request.as_ref()?;
        let waiting: Vec<F::Side> = waiting.iter().map(|seat| self.side_of(*seat)).collect();
        let since = self.game.history().get(*left..).unwrap_or_default();
        let answers = since.iter().filter_map(|answer| match answer {
            Answer::Choice { side, ask, choice } if waiting.contains(side) => {
                let question = F::question(self.game.scenario(), ask);
                Some((*side, format!("{question} {}", self.named(*choice))))
            }
            _ => None,
        });
        let answers = answers.collect();
        Some(Requested {
            asker: self.side_of((*asker)?),
            wish: request.wish(),
            of_others: request.of_others(),
            waiting,
            answers,
        })
    }

    /// Drops the request for consent: another player refuses, or something else was typed.
    pub fn drop_request(&mut self) {
        self.keyboard.request = None;
    }

    /// Whether a cover page waits for the next player.
    pub fn is_covered(&self) -> bool {
        self.keyboard.cover.is_some()
    }

    /// Whether the terminal has to be cleared before the next output.
    pub fn take_wipe(&mut self) -> bool {
        std::mem::take(&mut self.keyboard.wipe)
    }

    /// Whether a person sits at a seat; the enemy in the tutorial is not one.
    fn is_person(&self, seat: F::Side) -> bool {
        self.bots[seat].is_none() && self.lesson.as_ref().is_none_or(|lesson| seat == lesson.tutorial.learner)
    }

    pub(super) fn several_people(&self) -> bool {
        self.game.sides().into_iter().filter(|seat| self.is_person(*seat)).count() > 1
    }

    /// Where several people play apart, opens windows whether or not a side could respond, whatever the record says.
    /// Returns what to tell everyone, if that changes anything.
    pub fn keep_windows_open(&mut self) -> Option<&'static str> {
        let changes = self.is_apart() && self.several_people() && self.game.past_mut().open_windows();
        changes.then_some(WINDOWS_OPEN)
    }

    /// The sides other than this one that are played by people.
    pub(super) fn other_people(&self, side: F::Side) -> Vec<F::Side> {
        let sides = self.game.sides();
        sides.others(side).filter(|other| self.is_person(self.game.now().seat(*other))).collect()
    }

    /// Sets the viewer of the game.
    pub(super) fn look(&mut self) {
        let holder = self.keyboard.holder;
        let hidden = (self.several_people() && self.keyboard.sharing != Sharing::Open) || self.is_apart();
        let sees = |seat| self.is_person(seat) && (!hidden || holder == Some(seat));
        let shown = Each::new(self.game.sides(), sees);
        self.game.past_mut().show_to(shown);
    }

    /// Whether no side's secrets are shown to who looks at the game.
    pub fn is_onlooker(&self) -> bool {
        self.game.sides().iter().all(|side| !self.game.now().is_shown(side))
    }

    /// The side viewing the game; without a unique one, the side that decides, or for which a script has stopped.
    pub(crate) fn viewer(&self) -> F::Side {
        let decides = self.game.decision().map_or(self.game.now().active(), |decision| decision.side);
        let decides = self.game.debugger().stop().map_or(decides, |stop| stop.side);
        let sees = |side: &F::Side| self.game.now().is_shown(*side);
        if sees(&decides) { decides } else { self.game.sides().others(decides).find(sees).unwrap_or(decides) }
    }

    /// Whether the open decision, if any, may be shown with its choices.
    pub(crate) fn sees_decision(&self) -> bool {
        self.game.decision().is_none_or(|decision| self.game.now().is_shown(decision.side))
    }

    /// `the Red and the Blue`.
    pub(super) fn the_sides(&self, sides: &[F::Side]) -> String {
        list(sides.iter().map(|side| self.in_sentences(*side).to_string()))
    }

    /// Whether the open decision belongs to the players at the keyboard.
    ///
    /// # Errors
    /// Whose it is.
    pub(crate) fn is_yours(&self) -> Result<(), Trouble> {
        match self.game.decision() {
            Some(decision) if !self.sees_decision() => {
                Err(plain(format!("that is for {} to decide", self.in_sentences(decision.side))))
            }
            _ => Ok(()),
        }
    }

    /// Whether the open decision belongs to the players at the keyboard, which changes hands automatically without a
    /// cover page.
    ///
    /// # Errors
    /// Whose it is.
    pub(crate) fn turn(&mut self) -> Result<(), Trouble> {
        if self.keyboard.sharing != Sharing::Covered {
            self.pass_keyboard();
        }
        self.is_yours()
    }

    /// Gives the keyboard to the deciding player; behind a cover page, if there are cards to hide.
    pub(super) fn pass_keyboard(&mut self) {
        self.keyboard.browsing &= self.game.past().looks_back();
        if self.is_apart() {
            return self.look();
        }
        let decides = self.game.decision().map(|decision| self.game.now().seat(decision.side));
        let holder = self.keyboard.holder;
        let next = decides.filter(|seat| self.is_person(*seat) && !self.keyboard.browsing && holder != Some(*seat));
        let hides = F::hides_anything(self.game.scripts());
        let covered = hides && self.keyboard.sharing == Sharing::Covered && (self.several_people() || holder.is_some());
        match next {
            Some(seat) if covered => {
                // The calls of scripts may reveal what one player knows.
                let _ = self.game.debugger_mut().take_traced();
                let news = if holder.is_some() { self.fresh_news() } else { String::new() };
                self.cover(seat, &news, None);
            }
            Some(seat) => self.keyboard.holder = Some(seat),
            None => {}
        }
        self.look();
    }

    /// Puts up a cover page with this text, and returns it.
    fn cover(&mut self, seat: F::Side, words: &str, request: Option<ConsentRequest<F::Side>>) -> String {
        if let Some(holder) = self.keyboard.holder.take() {
            self.keyboard.told[holder] = self.game.log().len();
            self.keyboard.wipe = true;
        }
        let ask = match request {
            None => {
                let nothing = if F::has_hands(self.game.scripts()) { "No cards are" } else { "Nothing hidden is" };
                format!("{nothing} shown until you press Enter. (`--open-hands` plays without this page.)")
            }
            Some(_) => "Type `agree` to allow it; Enter refuses.".to_string(),
        };
        let name = paint(F::style(self.side_of(seat)), self.in_sentences(self.side_of(seat)));
        let heading = paint(BOLD, "The keyboard goes to");
        let page = format!("{words}\n{heading} {name}\n{}\n", wrap(&ask, line_width()).join("\n"));
        self.keyboard.cover = Some(Cover { seat, page: page.clone(), request });
        self.look();
        page
    }

    /// The side that a seat plays.
    fn side_of(&self, seat: F::Side) -> F::Side {
        self.game.now().seat(seat)
    }

    /// The cover page, if one is up.
    pub(super) fn page(&self) -> Option<&str> {
        self.keyboard.cover.as_ref().map(|cover| cover.page.as_str())
    }

    /// The prompt of a cover page.
    pub(super) fn cover_prompt(&self) -> Option<String> {
        let cover = self.keyboard.cover.as_ref()?;
        let wanted = if cover.request.is_some() { "do you agree" } else { "press Enter" };
        Some(format!("{}, {wanted}> ", self.side_of(cover.seat)))
    }

    /// Handles a line typed at a cover page.
    pub(super) fn under_cover(&mut self, line: &str) -> Result<Reply, Trouble> {
        let Some(cover) = self.keyboard.cover.take() else { return Ok(Reply::Text(String::new())) };
        match (command::parse::<F>(line, self.game.sides()), cover.request.clone()) {
            (Ok(Command::Quit), _) => {
                self.keyboard.cover = Some(cover);
                Ok(Reply::Quit)
            }
            // What is said to everybody shows no cards.
            (Ok(command @ (Command::Help(_) | Command::Rules(None) | Command::Tables(_))), _) => {
                self.keyboard.cover = Some(cover);
                self.obey(command)
            }
            (Ok(Command::Agree), Some(mut asked)) => {
                asked.waiting.retain(|seat| *seat != cover.seat);
                self.keyboard.holder = Some(cover.seat);
                self.look();
                match asked.waiting.first() {
                    Some(next) => Ok(Reply::Moved(self.cover_to_ask(*next, asked))),
                    None => self.grant(asked.request, asked.asker.unwrap_or(cover.seat)),
                }
            }
            (_, Some(asked)) => {
                let side = self.in_sentences(self.side_of(cover.seat));
                let words = format!("{} agree.\n", side.begins("do not", "does not"));
                Ok(Reply::Moved(self.cover(asked.asker.unwrap_or(cover.seat), &words, None)))
            }
            (Ok(Command::Nothing | Command::Show), None) => {
                self.take_keyboard(cover.seat);
                Ok(Reply::Moved(self.situation()))
            }
            // Another game takes the place of this one, page and all.
            (Ok(command @ (Command::New(_) | Command::Tutorial(Some(_)))), None) => {
                let begun = self.obey(command);
                if begun.is_err() || matches!(begun, Ok(Reply::Elsewhere(_))) {
                    self.keyboard.cover = Some(cover);
                }
                begun
            }
            _ => {
                let takes = self.in_sentences(self.side_of(cover.seat)).does("take", "takes");
                self.keyboard.cover = Some(cover);
                Err(plain(format!(
                    "{takes} the keyboard with Enter, on an empty line; `help`, `new` and `quit` work here, too"
                )))
            }
        }
    }

    /// A player takes the keyboard, and is told what has happened.
    fn take_keyboard(&mut self, seat: F::Side) {
        self.keyboard.wipe |= self.keyboard.told != Each::default();
        self.keyboard.holder = Some(seat);
        self.told = self.keyboard.told[seat].min(self.game.log().len());
        self.look();
    }

    /// Marks everything as reported to the player at the keyboard.
    pub(super) fn note_told(&mut self) {
        self.told = self.game.log().len();
        for seat in self.game.sides() {
            let told = &mut self.keyboard.told[seat];
            *told = if self.keyboard.holder == Some(seat) { self.told } else { self.told.min(*told) };
        }
    }

    /// The reply to a command, or the cover page that came up.
    pub(super) fn or_page(&self, reply: Result<Reply, Trouble>) -> Result<Reply, Trouble> {
        match (self.page(), reply) {
            (Some(page), Ok(Reply::Moved(_)) | Err(Trouble::Plain(_) | Trouble::Question(_))) => {
                Ok(Reply::Moved(page.into()))
            }
            (Some(page), Ok(Reply::Begun(_))) => Ok(Reply::Begun(page.into())),
            (Some(page), Err(Trouble::Midway { .. })) => {
                Ok(Reply::Moved(format!("{page}The rest of the last line was not carried out.\n")))
            }
            (_, reply) => reply,
        }
    }

    /// The other people of whom one of the answers after this number of known answers is.
    pub(super) fn other_players_since(&self, known: usize) -> Vec<F::Side> {
        let Some(holder) = self.keyboard.holder.filter(|_| self.several_people()) else { return Vec::new() };
        let chose = |other: &F::Side| {
            let mut since = known..self.game.past().answers();
            // Apart, windows open for all: that one was passed is no secret, but it is an answer.
            let counts = |index: usize| self.is_apart() || self.game.past().is_known(index);
            since.any(|index| counts(index) && self.game.past().chose(index) == Some(*other))
        };
        self.other_people(self.side_of(holder)).into_iter().filter(chose).collect()
    }

    /// Whether the open decision, in the past, may be answered with this choice, or at all: not if other players have
    /// answered since, unless it repeats the answer given.
    ///
    /// # Errors
    /// When they have to agree.
    pub(crate) fn may_leave_line(&mut self, choice: Option<F::Choice>) -> Result<(), Trouble> {
        let Some(side) = self.game.decision().map(|decision| decision.side) else { return Ok(()) };
        let here = (self.game.past().branch(), self.game.past().answers());
        let goes_along = choice.is_some_and(|choice| self.game.past().is_ahead(choice));
        let mut lost = self.other_people(side);
        let ahead = self.game.past().answer_ahead(side);
        lost.retain(|other| ahead.contains(other));
        if goes_along || self.keyboard.agreed == Some(here) {
            return Ok(());
        }
        if !self.several_people() || lost.is_empty() {
            let is_barred = self.keyboard.forced != Some(here) && self.line_ahead_has_shown();
            let further = if self.is_apart() { NO_FURTHER } else { FORCED };
            return if is_barred { Err(plain(format!("{SHOWN}; {further}"))) } else { Ok(()) };
        }
        let why = format!("{} have answered since; `step` follows their branch", self.the_sides(&lost));
        Err(self.request(Request::Leave, &lost, &why))
    }

    /// Whether an answer ahead of the side that is asked here has looked at what is hidden from it. Dice and cards that were
    /// played bar no branch: what might have been is what one goes back for.
    fn line_ahead_has_shown(&mut self) -> bool {
        let known = self.game.past().answers();
        let has_looked = |game: &mut Game<F>| game.past_mut().last_look_since(known).is_some();
        self.keyboard.browsing && self.game.past().looks_back() && self.game.past_mut().from_end(has_looked)
    }

    /// Asks for the consent of other players: on a cover page, or by a refusal that says how to give it.
    pub(super) fn request(&mut self, request: Request, others: &[F::Side], why: &str) -> Trouble {
        let waiting: Vec<F::Side> = others.iter().map(|other| self.game.now().seat(*other)).collect();
        let left = match request {
            Request::Undo(times, _) => self.commands_back(times),
            Request::Leave => self.game.past().answers(),
        };
        let asked = ConsentRequest { request, asker: self.keyboard.holder, waiting, left };
        match asked.waiting.first() {
            Some(first) if asked.asker.is_some() && self.keyboard.sharing == Sharing::Covered => {
                self.cover_to_ask(*first, asked);
            }
            _ => self.keyboard.request = Some(asked),
        }
        let how = if self.is_apart() { "have been asked" } else { "type `agree`" };
        plain(format!("{why}: it needs the consent of {}, who {how}", self.the_sides(others)))
    }

    /// Puts up a cover page that asks a player to agree.
    fn cover_to_ask(&mut self, seat: F::Side, asked: ConsentRequest<F::Side>) -> String {
        let wants = self.in_sentences(self.side_of(asked.asker.unwrap_or(seat))).begins("want", "wants");
        let words = wrap(&format!("{wants} {}.", asked.request.wish()), line_width()).join("\n");
        self.cover(seat, &format!("{words}\n"), Some(asked))
    }

    /// Gives the consent that was requested.
    pub(super) fn agree(&mut self) -> Result<Reply, Trouble> {
        let nothing =
            || plain("there is nothing to agree to: `undo` requests consent if it affects answers of other players");
        let mut asked = self.keyboard.request.take().ok_or_else(nothing)?;
        let holder = self.keyboard.holder;
        // Where a screen is shared, those who agree do so one after the other.
        let agrees = if self.is_apart() { holder } else { asked.waiting.first().copied() };
        let before = asked.waiting.len();
        asked.waiting.retain(|seat| Some(*seat) != agrees);
        if !asked.waiting.is_empty() {
            let waiting: Vec<F::Side> = asked.waiting.iter().map(|seat| self.side_of(*seat)).collect();
            let agreed = asked.waiting.len() < before;
            self.keyboard.request = Some(asked);
            return match agreed {
                true => {
                    Ok(Reply::Text(format!("Agreed: it also needs the consent of {}.\n", self.the_sides(&waiting))))
                }
                false => Err(plain(format!("that is for {} to agree to", self.the_sides(&waiting)))),
            };
        }
        let request = asked.request;
        if !self.is_apart() {
            return self.grant(request, holder.unwrap_or(self.game.now().active()));
        }
        let asker = asked.asker.ok_or_else(nothing)?;
        self.seat_types(Some(asker));
        let reply = self.grant(request, asker);
        holder.into_iter().for_each(|seat| self.seat_types(Some(seat)));
        reply
    }

    fn grant(&mut self, request: Request, asker: F::Side) -> Result<Reply, Trouble> {
        match request {
            Request::Undo(times, force) => {
                let reply = self.undo_with_consent(times, force);
                self.keyboard.agreed = Some((self.game.past().branch(), self.game.past().answers()));
                reply
            }
            Request::Leave => {
                self.keyboard.agreed = Some((self.game.past().branch(), self.game.past().answers()));
                let text = "Agreed: a different choice here begins a branch.\n";
                if self.keyboard.sharing != Sharing::Covered {
                    return Ok(Reply::Text(text.into()));
                }
                Ok(Reply::Moved(self.cover(asker, text, None)))
            }
        }
    }
}
