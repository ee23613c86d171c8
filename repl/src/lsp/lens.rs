//! The lines above the functions of an event: what a try of it and what many games say.

use super::desk::{Root, Shelf};
use super::find::defined;
use super::{place, words};
use crate::lab::balance::{Background, Balance, Changed, event};
use crate::lab::series::Series;
use crate::prompt::player::Player;
use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as _, ShowMessage};
use lsp_types::{CodeLens, Command, MessageType, ShowMessageParams};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use wilderness_engine::faults::Fault;
use wilderness_war::scripting::trial;
use wilderness_war::{Content, Header, PerSide, Scripts};

/// Tries the event of a script.
pub const TRY: &str = "wilderness.try";
/// Plays games with the scripts, against those that there were before.
pub const MEASURE: &str = "wilderness.measure";

/// What is being measured, and what came of it.
pub struct Lenses {
    /// What the scripts are compared with: those that were there when the editor began.
    before: Option<Content>,
    background: Option<Background>,
    balance: Arc<Mutex<Option<Balance>>>,
    out: crossbeam_channel::Sender<Message>,
}

impl Lenses {
    pub fn new(out: crossbeam_channel::Sender<Message>) -> Lenses {
        Lenses { before: None, background: None, balance: Arc::default(), out }
    }

    /// Remembers what later scripts are compared with.
    pub fn begin(&mut self, shelf: &Shelf) {
        if let (None, Root::War(places)) = (&self.before, &shelf.root) {
            self.before = Content::read(places).ok();
        }
    }

    /// The lines above a script.
    pub fn of(&self, shelf: &Shelf, file: &Path, text: &str) -> Vec<CodeLens> {
        let Some((_, event)) = words::card_of(&shelf.scripts, file) else { return Vec::new() };
        let Some(at) = ["play", "respond"].iter().find_map(|name| defined(text, name)) else { return Vec::new() };
        let range = place::range(text, at);
        let arguments = Some(vec![json!(file.display().to_string())]);
        let lens = |title: String, command: &str| CodeLens {
            range,
            command: Some(Command { title, command: command.into(), arguments: arguments.clone() }),
            data: None,
        };
        let known = self.balance.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone();
        let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let measured = match known {
            Some(balance) if balance.changed.is_empty() => balance.played(),
            Some(balance) if balance.changed.iter().any(|name| name == stem) => {
                let more = if balance.is_done { "" } else { " …" };
                format!("{}, {}{more}", balance.played(), balance.difference())
            }
            _ => "measure".into(),
        };
        vec![lens(format!("try {event}"), TRY), lens(measured, MEASURE)]
    }

    /// Plays the scripts as they are against those before, in the background.
    pub fn measure(&mut self, shelf: &Shelf, file: &Path) {
        let Root::War(_) = &shelf.root else { return };
        self.background = None;
        let before = self.before.clone().unwrap_or_else(|| shelf.content.clone());
        let mut changed = Changed::between(&before.fingerprints(), &shelf.content.fingerprints());
        changed.events.extend(event(&file.display().to_string()));
        let Some((old, new)) = series(&before).zip(series(&shelf.content)) else { return };
        let (balance, out) = (self.balance.clone(), self.out.clone());
        let tell = move |found: &Balance| {
            *balance.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(found.clone());
            let refresh = lsp_server::Request::new(
                lsp_server::RequestId::from("lenses".to_string()),
                "workspace/codeLens/refresh".into(),
                json!(null),
            );
            out.send(refresh.into()).is_ok()
        };
        self.background = Background::play([old, new], changed, tell).ok();
    }

    /// Tries the event of a script, and tells what came of it.
    pub fn try_event(&self, shelf: &Shelf, file: PathBuf) {
        let (content, out) = (shelf.content.clone(), self.out.clone());
        let Some((_, event)) = words::card_of(&shelf.scripts, &file) else { return };
        // The scripts cannot leave their thread, but their texts can.
        std::thread::spawn(move || {
            let (kind, message) = match content.compile().map(Rc::new) {
                Ok(scripts) => tried(&scripts, &event),
                Err(faults) => (MessageType::ERROR, format!("{event} cannot be tried: {faults}")),
            };
            let params = ShowMessageParams { typ: kind, message };
            let _ = out.send(Notification::new(ShowMessage::METHOD.into(), params).into());
        });
    }
}

/// What comes of a trial of an event.
fn tried(scripts: &Rc<Scripts>, event: &str) -> (MessageType, String) {
    let scenarios = scripts.sound_scenarios(false);
    let (faults, tried) = trial(scripts, &scenarios, 1, &mut |_| true);
    let file = format!("{}.rhai", event.replace('-', "_"));
    let own = |fault: &&Fault| fault.source_text().is_some_and(|source| source.name().ends_with(&file));
    let counts = tried.get(event).copied().unwrap_or_default();
    let total = counts.playable + counts.refused;
    let summary = format!(
        "{event}: could be played in {} of {total} trials, was played {} times",
        counts.playable, counts.played
    );
    match faults.iter().find(own) {
        Some(fault) => (MessageType::WARNING, format!("{summary}; {}", fault.line())),
        None => (MessageType::INFO, format!("{summary}; nothing went wrong")),
    }
}

/// Games between greedy players.
fn series(content: &Content) -> Option<Series<wilderness_war::War>> {
    let scripts = content.compile().ok()?;
    let id = content.scenario_ids().next()?;
    let players = PerSide { french: Player::Greedy, british: Player::Greedy };
    Some(Series::new(Header::new(id, 1, &scripts), players, content.clone(), None))
}
