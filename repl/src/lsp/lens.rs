//! The lines above the functions of an event: what a try of it and what many games say.

use super::checked_content::{CheckedContent, TriedEvent};
use super::find::defined;
use super::place;
use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as _, ShowMessage};
use lsp_types::{CodeLens, Command, MessageType, ShowMessageParams};
use serde_json::json;
use std::path::Path;
use std::sync::{Arc, Mutex};
use wilderness_lab::balance::{Background, Balance};

/// Tries the event of a script.
pub const TRY: &str = "wilderness.try";
/// Plays games with the scripts, against those that there were before.
pub const MEASURE: &str = "wilderness.measure";

/// What is being measured, and what came of it.
pub struct Lenses {
    background: Option<Background>,
    balance: Arc<Mutex<Option<Balance>>>,
    out: crossbeam_channel::Sender<Message>,
}

impl Lenses {
    pub fn new(out: crossbeam_channel::Sender<Message>) -> Lenses {
        Lenses { background: None, balance: Arc::default(), out }
    }

    /// The lines above a script.
    pub fn of(&self, shelf: &dyn CheckedContent, file: &Path, text: &str) -> Vec<CodeLens> {
        let Some(event) = shelf.event_of(file) else { return Vec::new() };
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
    pub fn measure(&mut self, shelf: &dyn CheckedContent, file: &Path) {
        self.background = None;
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
        self.background = shelf.measure(file, Box::new(tell));
    }

    /// Tries the event of a script, and tells what came of it.
    pub fn try_event(&self, shelf: &dyn CheckedContent, file: &Path) {
        let out = self.out.clone();
        let Some(trial) = shelf.event_of(file).and_then(|event| shelf.trial(&event)) else { return };
        // The scripts cannot leave their thread, but their texts can.
        std::thread::spawn(move || {
            let TriedEvent { is_fine, message } = trial();
            let typ = if is_fine { MessageType::INFO } else { MessageType::WARNING };
            let params = ShowMessageParams { typ, message };
            let _ = out.send(Notification::new(ShowMessage::METHOD.into(), params).into());
        });
    }
}
