//! Bots that a person waits for: a sign at the terminal says who is thinking. Ctrl-C makes them decide at once, and
//! stops a game between bots. The sign appears after a delay, and disappears before anything is printed.

use crate::interrupt;
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::{Cell, RefCell};
use std::io::Write as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wilderness_engine::{Agent, Decision, Explanation, Rules};

/// A bot that answers within this time shows no sign.
const PATIENCE: Duration = Duration::from_millis(300);

/// The time between two frames of the sign.
const BEAT: Duration = Duration::from_millis(100);

thread_local! {
    /// The sign, while it may be shown.
    static SIGN: RefCell<Option<Sign>> = const { RefCell::new(None) };
    /// Until when bots that play each other go on in this thread, if they are held.
    static HELD: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Whether all bots wait in this thread, also those that a person waits for.
    static WAITING: Cell<bool> = const { Cell::new(false) };
}

/// Lets all bots wait in this thread while something is done there: the one who asked for that does not wait for a bot.
pub fn with_bots_waiting<T>(work: impl FnOnce() -> T) -> T {
    struct Ends;
    impl Drop for Ends {
        fn drop(&mut self) {
            WAITING.set(false);
        }
    }
    WAITING.set(true);
    let _ends = Ends;
    work()
}

/// From now on, bots that play each other wait in this thread, which has other things to do, until they are let go on.
pub fn hold_bots() {
    HELD.set(Some(Instant::now()));
}

/// Lets bots that play each other go on for a while in a thread in which they are held.
pub fn release_bots<T>(time: Duration, work: impl FnOnce() -> T) -> T {
    HELD.set(Some(Instant::now() + time));
    let done = work();
    hold_bots();
    done
}

fn are_held() -> bool {
    HELD.get().is_some_and(|until| until <= Instant::now())
}

/// An agent that a person waits for.
pub struct AwaitedAgent<R: Rules> {
    agent: Box<dyn Agent<R>>,
    /// Whether they can be stopped: no person plays.
    alone: bool,
}

impl<R: Rules> AwaitedAgent<R> {
    /// Wraps an agent that a person waits for; `alone` if bots play each other.
    pub fn new(agent: Box<dyn Agent<R>>, alone: bool) -> AwaitedAgent<R> {
        AwaitedAgent { agent, alone }
    }
}

impl<R: Rules> Agent<R> for AwaitedAgent<R> {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        let alone = self.alone;
        SIGN.with_borrow_mut(|sign| sign.iter_mut().for_each(|sign| sign.name(&decision.side.to_string(), alone)));
        self.agent.choose(view, decision)
    }

    fn explain(&self, scripts: &R::Scripts, scenario: &R::Scenario) -> Option<Explanation> {
        self.agent.explain(scripts, scenario)
    }

    fn waits(&self) -> bool {
        WAITING.get() || self.alone && (interrupt::is_pressed() || are_held())
    }
}

/// Runs something before the next text is printed. At a terminal, the sign may be shown meanwhile.
pub fn with_sign<T>(at_terminal: bool, work: impl FnOnce() -> T) -> T {
    SIGN.set(at_terminal.then(Sign::default));
    let done = work();
    drop(SIGN.take());
    done
}

/// The sign before the first thought.
#[derive(Default)]
struct Sign(Option<BegunThinking>);

/// A bot has started thinking.
struct BegunThinking {
    side: String,
    thinkers: Sender<String>,
    thread: JoinHandle<()>,
}

impl Sign {
    /// The thinking bot.
    fn name(&mut self, side: &str, alone: bool) {
        match &mut self.0 {
            Some(begun) if begun.side == side => {}
            Some(begun) => {
                begun.side = side.into();
                let _ = begun.thinkers.send(side.into());
            }
            None => {
                let (thinkers, named) = channel();
                let thread = std::thread::Builder::new().name("sign".into());
                let named_first = side.to_string();
                let thread = thread.spawn(move || show(named_first, if alone { "stops" } else { "hurries" }, &named));
                self.0 = thread.ok().map(|thread| BegunThinking { side: side.into(), thinkers, thread });
            }
        }
    }
}

impl Drop for Sign {
    /// Waits until the sign is gone. Ctrl-C was meant for the bots.
    fn drop(&mut self) {
        if let Some(BegunThinking { thinkers, thread, .. }) = self.0.take() {
            drop(thinkers);
            let _ = thread.join();
            interrupt::take();
        }
    }
}

/// Shows the sign after a delay, until no bot is thinking, with the effect of Ctrl-C.
fn show(mut side: String, ctrl_c: &str, named: &Receiver<String>) {
    let mut spinner = None;
    let mut due = Instant::now() + PATIENCE;
    loop {
        match named.recv_timeout(due.saturating_duration_since(Instant::now())) {
            Ok(other) => side = other,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if due <= Instant::now() {
            let spinner = spinner.get_or_insert_with(new_spinner);
            spinner.set_message(format!("the {side} think … (Ctrl-C {ctrl_c} them)"));
            spinner.tick();
            if !spinner.is_hidden() {
                // Echoed keys must not start a new line, or the sign would stay above it.
                let _ = std::io::stderr().write_all(b"\r");
            }
            due = Instant::now() + BEAT;
        }
    }
    spinner.iter().for_each(ProgressBar::finish_and_clear);
}

/// Hidden unless standard error is a terminal that can erase a line.
fn new_spinner() -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    match ProgressStyle::with_template("{spinner} {msg}") {
        Ok(style) => spinner.with_style(style),
        Err(_) => spinner,
    }
}
