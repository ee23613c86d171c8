//! Bots outside the program: child processes that are asked for answers by token, such as a script in another language,
//! or another build of this program.

mod process;
pub mod protocol;

use process::{BotProcess, said};
use protocol::{
    Answered, BotQuestion, BotWants, GameBegins, OfferedAnswer, Ready, RecordPart, SeenBySide, ToBot, VERSION,
};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use wilderness_engine::agents::Budget;
use wilderness_engine::{Choice as _, Decision, Each, Game, Question as _, Rules, Side as _};

/// What the name of a bot outside the program begins with.
pub const OUTSIDE: &str = "exec:";
/// How long it may think about an answer, unless its name says otherwise.
const LIMIT: Duration = Duration::from_secs(60);
/// How an outside bot is named.
const FORM: &str =
    "`exec:COMMAND`, or `exec:TIME:COMMAND` with the longest time for an answer, such as `exec:5s:./bot.py`";

/// A bot outside the program, by the command that starts it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutsideBot {
    /// Its name: what was typed.
    name: String,
    program: String,
    arguments: Vec<String>,
    limit: Duration,
}

impl OutsideBot {
    /// The program that is started.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Its arguments.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// How long it may think about an answer.
    pub fn limit(&self) -> Duration {
        self.limit
    }
}

impl FromStr for OutsideBot {
    type Err = String;

    fn from_str(text: &str) -> Result<OutsideBot, String> {
        let wrong = || format!("no such player: `{text}` (a bot outside the program is {FORM})");
        let rest = text.strip_prefix(OUTSIDE).ok_or_else(wrong)?;
        let timed = rest.split_once(':').and_then(|(time, command)| match time.parse() {
            Ok(Budget::Time(limit)) => Some((limit, command)),
            _ => None,
        });
        let (limit, command) = timed.unwrap_or((LIMIT, rest));
        let mut words =
            words(command).ok_or_else(|| format!("a quotation mark is missing in `{command}`"))?.into_iter();
        let program = words.next().ok_or_else(wrong)?;
        Ok(OutsideBot { name: text.to_string(), program, arguments: words.collect(), limit })
    }
}

impl fmt::Display for OutsideBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The words of a command: what stands between quotation marks belongs together. Nothing if one of them is missing.
fn words(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut open) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match (open, c) {
            (Some(mark), c) if mark == c => open = None,
            (None, '"' | '\'') => {
                open = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    open.is_none().then_some(words)
}

/// Says what the side sees that has to decide.
pub type Describe<R> = fn(&Game<R>, &Decision<R>) -> SeenBySide;

/// The bots outside the program that play one game.
pub struct OutsideSeats<'a, R: Rules> {
    bots: &'a Each<Option<OutsideBot>>,
    describe: Describe<R>,
    game: &'static str,
    seats: Vec<BotSeat>,
}

/// The bot of a seat, and what it knows of the game.
struct BotSeat {
    seat: usize,
    process: BotProcess,
    wants: BotWants,
    /// How many lines of the record it has; nothing before its first question.
    has: Option<usize>,
}

impl<'a, R: Rules> OutsideSeats<'a, R> {
    /// The seats of a game with this word, before any of the bots has been started.
    pub fn new(game: &'static str, bots: &'a Each<Option<OutsideBot>>, describe: Describe<R>) -> Self {
        OutsideSeats { bots, describe, game, seats: Vec::new() }
    }

    /// The answer to the open decision, if a bot outside the program sits there; nothing if none does, or if it is stopped.
    ///
    /// # Errors
    /// Which bot fails at which question, and what it said.
    pub fn answer(&mut self, game: &Game<R>, stop: fn() -> bool) -> Result<Option<R::Choice>, String> {
        let Some(decision) = game.decision() else { return Ok(None) };
        let seat = game.now().seat(decision.side);
        let Some(bot) = &self.bots[seat] else { return Ok(None) };
        let failed = |why: String| {
            let (side, kind, number) = (decision.side, decision.ask.kind(), game.history().len());
            format!("the bot `{bot}`, asked as {side} for `{kind}` after {number} answers: {why}")
        };
        let index = match self.seats.iter().position(|one| one.seat == seat.index()) {
            Some(index) => index,
            None => match self.begin(game, bot, seat, stop).map_err(failed)? {
                Some(begun) => {
                    self.seats.push(begun);
                    self.seats.len() - 1
                }
                None => return Ok(None),
            },
        };
        self.seats[index].ask(game, decision, self.describe, stop).map_err(failed)
    }

    /// Starts the bot of a seat.
    fn begin(&self, game: &Game<R>, bot: &OutsideBot, seat: R::Side, stop: fn() -> bool) -> Heard<BotSeat> {
        let mut process = BotProcess::start(bot)?;
        let begins = GameBegins {
            protocol: VERSION,
            game: self.game.into(),
            scenario: game.header().scenario.clone(),
            sides: game.sides().iter().map(|side| side.id().to_string()).collect(),
            side: seat.id().to_string(),
            seed: seed_of_bot(game.header().seed, seat.index()),
        };
        process.say(line(&ToBot::Begin(begins)));
        let Some(said_first) = process.hear(stop)? else { return Ok(None) };
        let ready: Ready = read(&said_first, "{\"protocol\": 1}")?;
        if ready.protocol != VERSION {
            return Err(format!("it speaks version {} of the protocol, and not {VERSION}", ready.protocol));
        }
        Ok(Some(BotSeat { seat: seat.index(), process, wants: ready.wants, has: None }))
    }

    /// Tells the bots that the game is over, with the score of each side.
    pub fn end(&self, scores: &[(R::Side, i32)]) {
        let scores = scores.iter().map(|(side, score)| (side.id().to_string(), *score)).collect();
        let said = line(&ToBot::End { scores });
        self.seats.iter().for_each(|seat| seat.process.say(said.clone()));
    }
}

/// What was heard; nothing if it was stopped before.
type Heard<T> = Result<Option<T>, String>;

impl BotSeat {
    /// Asks for the answer to a decision.
    fn ask<R: Rules>(
        &mut self,
        game: &Game<R>,
        decision: &Decision<R>,
        describe: Describe<R>,
        stop: fn() -> bool,
    ) -> Heard<R::Choice> {
        let view = (self.wants == BotWants::View).then(|| describe(game, decision));
        let says = |index: usize| view.as_ref().and_then(|view| view.says.get(index).cloned()).unwrap_or_default();
        let choices = decision.choices.iter().enumerate();
        let question = BotQuestion {
            number: game.history().len(),
            side: decision.side.id().to_string(),
            kind: decision.ask.kind().to_string(),
            rule: decision.ask.rule().to_string(),
            choices: choices
                .map(|(index, choice)| OfferedAnswer { token: choice.token(), says: says(index) })
                .collect(),
            record: (self.wants == BotWants::Record).then(|| self.news(game)),
            view,
        };
        self.process.say(line(&ToBot::Choose(Box::new(question))));
        let Some(answer) = self.process.hear(stop)? else { return Ok(None) };
        match read(&answer, "{\"token\": \"…\"}")? {
            Answered::Error(why) => Err(format!("it cannot answer: {}", said(&why))),
            Answered::Token(token) => match decision.find(&token) {
                Some(choice) => Ok(Some(choice)),
                None => Err(not_offered(&token, decision)),
            },
        }
    }

    /// The part of the record that the bot does not have yet.
    fn news<R: Rules>(&mut self, game: &Game<R>) -> RecordPart {
        match self.has.replace(game.history().len()) {
            None => RecordPart { record: game.record().to_string(), lines: Vec::new() },
            Some(has) => {
                let lines = game.history()[has..].iter().map(|answer| answer.line()).collect();
                RecordPart { record: String::new(), lines }
            }
        }
    }
}

/// The seed of a bot. It differs from that of the game, but can be computed from it, as it must be.
fn seed_of_bot(seed: u64, seat: usize) -> u64 {
    let mut seed = seed.wrapping_add(seat as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    // Numbers up to this are exact in every language that reads JSON.
    (seed ^ (seed >> 31)) >> 11
}

fn not_offered<R: Rules>(token: &str, decision: &Decision<R>) -> String {
    let tokens: Vec<String> = decision.choices.iter().map(|choice| choice.token()).collect();
    let (count, known) = (tokens.len(), shortened_list(&tokens));
    format!("it answered {}, which is not one of the {count} answers: {known}", said(token))
}

/// The first of these.
fn shortened_list(tokens: &[String]) -> String {
    const MOST: usize = 8;
    let more = if tokens.len() > MOST { " …" } else { "" };
    tokens.iter().take(MOST).cloned().collect::<Vec<_>>().join(" ") + more
}

/// A message as a line. It consists of texts, numbers and maps with texts as keys, so this cannot fail.
fn line(message: &ToBot) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

/// What a bot has said.
fn read<T: for<'a> serde::Deserialize<'a>>(text: &str, form: &str) -> Result<T, String> {
    serde_json::from_str(text)
        .map_err(|error| format!("it said {}, and not a line such as `{form}` ({error})", said(text)))
}
