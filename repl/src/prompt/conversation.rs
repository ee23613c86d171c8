//! The conversation: reads lines, passes them to the session, and prints the replies.

use super::autosave::Autosave;
use super::balance::BalanceWatch;
use super::command::WatchChange;
use super::display::{Display, OpenDisplay, PageMessage};
use super::editor::LinePrompt;
use super::input::{Input, InputEvent, LONGEST_LINE};
use super::session::{Reply, Session, Trouble};
use super::thinking;
use super::watch::{ChangeDetector, Watcher};
use crate::interrupt;
use crate::options::players::Players;
use crate::prompt::front::Front;
use crate::text::columns::{self, line_width, wrap};
use crate::text::out::{self, write as say};
use crate::text::style::{BOLD, DIM, ERROR, paint};
use crate::text::window::window;
use wilderness_engine::harmless::lines;
use wilderness_lab::Player;

/// Piped input is abandoned after this many refused lines without progress in the game.
const MAX_REFUSED: u32 = 100;

/// Begins a game of another kind, with the arguments of `new` and the bots at the table.
pub type Elsewhere<'a, T> = &'a dyn Fn(&str, Players) -> Result<T, Trouble>;

/// How a conversation ended.
pub struct EndedTalk<T> {
    /// Whether a line was refused.
    pub refused: bool,
    /// The game of another kind that was begun.
    pub other: Option<T>,
}

/// A session at the prompt, with its input and autosave.
struct Conversation<'a, F: Front, T> {
    session: &'a mut Session<F>,
    input: &'a mut Input,
    autosave: &'a mut Autosave,
    watch: ScriptWatch<F>,
    balance: Option<BalanceWatch<F>>,
    elsewhere: Elsewhere<'a, T>,
    open_display: OpenDisplay<'a, F>,
    /// The page that shows the game.
    display: Option<Box<dyn Display<F>>>,
    /// Whether the question was answered on the page while a line was typed for it.
    overtaken: bool,
    /// What had been typed then.
    typed: String,
    ended: EndedTalk<T>,
    /// The number of lines refused since the game last changed.
    refused_in_a_row: u32,
}

/// Runs until the input ends, the person quits, or a game of another kind begins.
///
/// # Errors
/// When standard output cannot be written to.
pub fn talk<F: Front, T>(
    session: &mut Session<F>,
    input: &mut Input,
    autosave: &mut Autosave,
    elsewhere: Elsewhere<'_, T>,
    open_display: OpenDisplay<'_, F>,
) -> std::io::Result<EndedTalk<T>> {
    fit(input);
    let (name, title) = (out::plain(&F::game_name(session.game())), out::plain(session.title().trim_end()));
    let title = if title.starts_with(&name) { title } else { format!("{name} — {title}") };
    let title = wrap(&title, line_width()).join("\n").replacen(&name, &paint(BOLD, &name), 1);
    say(&format!("{title}\n{}{}{}", session.origin(), F::greeting(session.game()), session.situation()))?;
    let ended = EndedTalk { refused: false, other: None };
    let (display, overtaken, typed) = (None, false, String::new());
    let (watch, balance) = (ScriptWatch::Off, None);
    let mut talk = Conversation {
        session,
        input,
        autosave,
        watch,
        balance,
        elsewhere,
        open_display,
        display,
        overtaken,
        typed,
        ended,
        refused_in_a_row: 0,
    };
    while talk.goes_on()? {}
    Ok(talk.ended)
}

impl<F: Front, T> Conversation<'_, F, T> {
    /// Handles a line or another event. Returns whether the conversation continues.
    fn goes_on(&mut self) -> std::io::Result<bool> {
        if self.refused_in_a_row == MAX_REFUSED && !self.input.is_terminal() {
            complain(Trouble::Plain(format!(
                "{MAX_REFUSED} lines in a row were refused: the rest of the input is not read"
            )))?;
            return Ok(false);
        }
        let typed = &mut self.typed;
        match self.input.read(|| LinePrompt { typed: std::mem::take(typed), ..self.session.typed_prompt() }) {
            InputEvent::Line(line) if std::mem::take(&mut self.overtaken) && !line.trim().is_empty() => {
                say("That was typed before the last choice on the page; Enter sends it all the same.\n")?;
                self.typed = line;
            }
            InputEvent::Line(line) => return self.line(&line),
            InputEvent::ScriptsChanged => self.tell_above()?,
            InputEvent::Page(message) => self.page(message)?,
            InputEvent::Told(text) => self.say_above(&text)?,
            InputEvent::TooLong => {
                self.refused_in_a_row += 1;
                self.refuse(Trouble::Plain(format!("a line has at most {LONGEST_LINE} bytes; this one is not read")))?;
            }
            InputEvent::Dropped if self.session.is_stopped() => match self.session.run("undo") {
                Ok(Reply::Moved(text)) => say(&text)?,
                Ok(_) => {}
                Err(trouble) => complain(trouble)?,
            },
            InputEvent::Dropped => say("`quit` leaves; `save FILE` first to resume the game later.\n")?,
            InputEvent::End => {
                // The cursor is still behind the prompt.
                say(if self.input.is_terminal() { "\n" } else { "" })?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reports changed scripts; the half-typed line stays below the report.
    fn tell_above(&mut self) -> std::io::Result<()> {
        let (now, wrong) = match self.session.scripts_changed() {
            Ok(text) => (text.unwrap_or_default(), String::new()),
            Err(trouble) => complaint(trouble),
        };
        let text = now + wrong.as_str();
        if let Some(display) = &mut self.display {
            display.notice(&text);
            display.show(self.session);
        }
        self.say_above(&text)?;
        self.measure()
    }

    /// Says something above the line that is being typed, if one is.
    fn say_above(&mut self, text: &str) -> std::io::Result<()> {
        if text.is_empty() || self.input.print_above(text) { Ok(()) } else { say(text) }
    }

    /// Measures what the changed scripts do to the balance, if that is watched.
    fn measure(&mut self) -> std::io::Result<()> {
        let Some(balance) = &mut self.balance else { return Ok(()) };
        let told = balance.measure(self.session, self.input);
        self.say_above(&told)
    }

    /// Watches the balance in games that a bot plays, or stops doing so.
    fn watch_balance(&mut self, bot: Option<Player>) -> Result<String, Trouble> {
        let Some(bot) = bot else {
            let was_on = self.balance.take().is_some();
            return Ok(
                if was_on { "the balance is no longer measured\n" } else { "the balance is not measured\n" }.into()
            );
        };
        self.balance = Some(BalanceWatch::new(self.session, bot)?);
        if matches!(self.watch, ScriptWatch::Off) {
            self.watch = watching(self.session, self.input, true)?;
        }
        let what = "after each save, bots play the new scripts against those of now, in the background";
        Ok(format!("{what}; `watch balance` again takes what is there then to compare with\n"))
    }

    /// Does what a page wants, and reports it above the line that is being typed.
    fn page(&mut self, message: PageMessage) -> std::io::Result<()> {
        let Some(display) = &mut self.display else { return Ok(()) };
        let only_asks = message.wish.wish.only_asks();
        let (mut said, news) = display.carry_out(self.session, message.seat, message.wish);
        if only_asks {
            (message.reply)(said);
            return Ok(());
        }
        // The game is saved before anything is shown.
        let unkept = self.autosave.after_line(|| self.session.snapshot()).unwrap_or_default();
        said.text.push_str(&unkept);
        display.show(self.session);
        (message.reply)(said);
        let Some(news) = news else { return Ok(()) };
        self.overtaken = true;
        let text = format!("{}\n{news}{unkept}", paint(DIM, "(on the page)"));
        self.say_above(&text)
    }

    /// Opens the page, or closes it.
    fn show_page(&mut self, on: bool) -> Result<String, Trouble> {
        if !on {
            let was_open = self.display.take().is_some();
            return Ok(if was_open { "the page is closed\n" } else { "no page is open\n" }.into());
        }
        if self.display.is_none() {
            let none = || Trouble::plain("a page is shown beside a terminal only; `wilderness serve` shows one alone");
            let sender = self.input.page_sender().ok_or_else(none)?;
            let opened = (self.open_display)(sender);
            let display = opened.map_err(|why| Trouble::plain(format!("the page cannot be shown: {why}")))?;
            self.display.insert(display).show(self.session);
        }
        let address = self.display.as_ref().map(|display| display.address()).unwrap_or_default();
        Ok(format!("the game is on the page {address}\n"))
    }

    /// Runs a line. Returns whether the conversation continues.
    fn line(&mut self, line: &str) -> std::io::Result<bool> {
        if let ScriptWatch::EachLine(lookout) = &mut self.watch
            && lookout.has_changed()
        {
            self.take_up("")?;
        }
        if let Some(text) = self.balance.as_ref().map(BalanceWatch::heard) {
            say(&text)?;
        }
        let terminal = self.input.is_terminal();
        if !terminal {
            let prompt = self.session.prompt();
            // Piped input is echoed, so that the output reads like a session at a terminal.
            say(&format!("{prompt}{}\n", lines(line)))?;
        }
        let line = if line.trim().is_empty() && terminal { "show" } else { line };
        fit(self.input);
        let reply = thinking::with_sign(terminal, || self.session.run(line));
        self.refused_in_a_row = match reply {
            Ok(Reply::Moved(_) | Reply::Begun(_)) => 0,
            Ok(_) => self.refused_in_a_row,
            Err(_) => self.refused_in_a_row + 1,
        };
        if matches!(reply, Ok(Reply::Begun(_))) {
            self.autosave.another(self.session.known());
        }
        // The game is saved before anything is reported.
        let unkept = self.autosave.after_line(|| self.session.snapshot()).unwrap_or_default();
        if let Some(display) = &mut self.display {
            display.show(self.session);
        }
        if self.session.take_wipe() {
            self.input.wipe()?;
        }
        let goes_on = self.answer(reply)?;
        say(&unkept)?;
        Ok(goes_on)
    }

    /// Prints the reply to a line, or does what the session cannot. Returns whether the conversation continues.
    fn answer(&mut self, reply: Result<Reply, Trouble>) -> std::io::Result<bool> {
        match reply {
            Ok(Reply::Text(text) | Reply::Moved(text) | Reply::Begun(text)) => say(&text)?,
            Ok(Reply::Then(first, text)) => {
                let goes_on = self.answer(Ok(*first))?;
                say(&text)?;
                return Ok(goes_on);
            }
            Ok(Reply::Autosave(wish)) => say(&self.autosave.wish(wish, &self.session.snapshot()))?,
            Ok(Reply::Save(file, force)) => match self.autosave.save(&file, &self.session.record(), force) {
                Ok(()) => say(&format!("saved in {}\n", file.display()))?,
                Err(unsaved) => self.refuse(Trouble::plain(unsaved))?,
            },
            Ok(Reply::Edit(file, is_copy)) => {
                if is_copy {
                    say(&format!("{}: a copy of the file in the program, used in its place\n", file.display()))?;
                }
                match edit(&file) {
                    Ok(()) => self.take_up("no script has changed\n")?,
                    Err(reason) => self.refuse(Trouble::Plain(reason))?,
                }
            }
            Ok(Reply::Board(on)) => match self.show_page(on) {
                Ok(text) => say(&text)?,
                Err(trouble) => self.refuse(trouble)?,
            },
            Ok(Reply::Watch(WatchChange::Scripts(on))) => match watching(self.session, self.input, on) {
                Ok(begun) => {
                    self.watch = begun;
                    say(self.watch.describe())?;
                }
                Err(trouble) => self.refuse(trouble)?,
            },
            Ok(Reply::Watch(WatchChange::Balance(bot))) => match self.watch_balance(bot) {
                Ok(text) => say(&text)?,
                Err(trouble) => self.refuse(trouble)?,
            },
            Ok(Reply::Elsewhere(new)) => {
                let players = self.session.players();
                match thinking::with_sign(self.input.is_terminal(), || (self.elsewhere)(&new, players.clone())) {
                    Ok(other) => {
                        self.ended.other = Some(other);
                        return Ok(false);
                    }
                    Err(trouble) => self.refuse(trouble)?,
                }
            }
            Ok(Reply::Quit) => {
                say(&self.session.farewell())?;
                return Ok(false);
            }
            Err(trouble) => self.refuse(trouble)?,
        }
        Ok(true)
    }

    /// Picks up changed scripts and reports them; if nothing has changed, prints this text.
    fn take_up(&mut self, unchanged: &str) -> std::io::Result<()> {
        match self.session.scripts_changed() {
            Ok(text) => say(text.as_deref().unwrap_or(unchanged))?,
            Err(trouble) => self.refuse(trouble)?,
        }
        self.measure()
    }

    fn refuse(&mut self, trouble: Trouble) -> std::io::Result<()> {
        self.ended.refused = true;
        complain(trouble)
    }
}

/// Fits the output to the window of the person at the terminal, whose size may have changed.
fn fit(input: &Input) {
    if input.is_terminal() {
        columns::fit(window().0);
    }
}

/// How changes of the scripts are noticed.
enum ScriptWatch<F: Front> {
    /// Not at all.
    Off,
    /// Before each line of piped input.
    EachLine(ChangeDetector<F::Origin>),
    /// At any time, while a person types.
    Always { _watcher: Watcher },
}

impl<F: Front> ScriptWatch<F> {
    fn describe(&self) -> &'static str {
        match self {
            ScriptWatch::Off => "changed scripts are picked up by `reload` only\n",
            ScriptWatch::EachLine(_) => "changed scripts are picked up before each line\n",
            ScriptWatch::Always { .. } => "changed scripts are picked up when they are saved\n",
        }
    }
}

/// Starts or stops watching the scripts.
fn watching<F: Front>(session: &Session<F>, input: &Input, on: bool) -> Result<ScriptWatch<F>, Trouble> {
    let (origin, known) = session.watched()?;
    match (on, input.reporter()) {
        (false, _) => Ok(ScriptWatch::Off),
        (true, None) => Ok(ScriptWatch::EachLine(ChangeDetector::new(origin, known))),
        (true, Some(report)) => match Watcher::start(origin, known, report) {
            Ok(watcher) => Ok(ScriptWatch::Always { _watcher: watcher }),
            Err(error) => Err(Trouble::Plain(format!("cannot watch the scripts: {error}"))),
        },
    }
}

/// A refusal, wrapped to the width of the screen.
fn refusal(message: &str) -> String {
    format!("{} {}\n", paint(ERROR, "no:"), laid_out(message, 4))
}

/// A text wrapped behind a margin; lines of a list stay as they are.
fn laid_out(message: &str, margin: usize) -> String {
    let lines = message.lines().flat_map(|line| match line.starts_with(' ') {
        true => vec![line.to_string()],
        false => wrap(line, line_width() - margin),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The text of a trouble: the current position, if it has changed, and the fault.
fn complaint(trouble: Trouble) -> (String, String) {
    match trouble {
        Trouble::Midway { reason, now } => (now, refusal(&reason)),
        Trouble::Plain(message) => (String::new(), refusal(&message)),
        Trouble::Question(question) => (String::new(), format!("{}\n", laid_out(&question, 0))),
        Trouble::Faults(faults) => (String::new(), format!("{:?}\n", miette::Report::from(faults))),
        Trouble::Reload { faults, then } => {
            let listed = faults.iter().map(|fault| format!("{:?}\n", miette::Report::new(fault.clone())));
            let more = faults.more().map_or(String::new(), |more| format!("{more}\n"));
            let then = format!("{} {then}\n", paint(ERROR, "no:"));
            (String::new(), listed.chain([more, then]).collect())
        }
    }
}

fn complain(trouble: Trouble) -> std::io::Result<()> {
    let (now, text) = complaint(trouble);
    say(&now)?;
    out::warn(&text);
    Ok(())
}

/// Opens a file in the person's editor, and waits until it closes.
fn edit(file: &std::path::Path) -> Result<(), String> {
    let named = ["VISUAL", "EDITOR"].into_iter().find_map(|name| std::env::var(name).ok());
    let editor = named.filter(|editor| !editor.trim().is_empty()).unwrap_or_else(|| "vi".into());
    let mut words = editor.split_whitespace();
    let mut command = std::process::Command::new(words.next().unwrap_or("vi"));
    let status = command.args(words).arg(file).status();
    // Ctrl-C was meant for the editor.
    interrupt::take();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("the editor (`{editor}`) failed on {}", file.display())),
        Err(error) => Err(format!("the editor (`{editor}`, from EDITOR) cannot be started: {error}")),
    }
}
