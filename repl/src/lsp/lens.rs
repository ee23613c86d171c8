//! The lines above the functions of an event: what a try of it and what many games say.

use super::checked_content::{CheckedContent, Measuring, TriedEvent};
use super::find::defined;
use super::place;
use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as _, ShowMessage};
use lsp_types::{CodeLens, Command, MessageType, ShowMessageParams};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use wilderness_lab::Player;
use wilderness_lab::balance::Balance;

/// Tries the event of a script.
pub const TRY: &str = "wilderness.try";
/// Plays games with the scripts, against those that there were before.
pub const MEASURE: &str = "wilderness.measure";

/// What is being measured, and what came of it.
pub struct Lenses {
    /// The script that is measured, and the games that are played with it.
    measuring: Option<(PathBuf, Measuring)>,
    balance: Arc<Mutex<Option<Balance>>>,
    /// Who plays.
    bot: Player,
    out: crossbeam_channel::Sender<Message>,
}

/// The option with which an editor names the bot that plays when something is measured, in what it sends to begin.
const BOT: &str = "bot";

impl Lenses {
    pub fn new(out: crossbeam_channel::Sender<Message>) -> Lenses {
        Lenses { measuring: None, balance: Arc::default(), bot: Player::Greedy, out }
    }

    /// The same with the bot that an editor names in its options, if it names one; says so if there is no such bot.
    pub fn with_options(self, options: &Value) -> Lenses {
        let Some(named) = options.get(BOT).and_then(Value::as_str).filter(|named| !named.is_empty()) else {
            return self;
        };
        match named.parse() {
            Ok(bot) => Lenses { bot, ..self },
            Err(message) => {
                self.say(TriedEvent {
                    is_fine: false,
                    message: format!("{message}; greedy bots play what is measured"),
                });
                self
            }
        }
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
        let measuring = self.measuring.as_ref().filter(|(of, _)| of == file);
        let scenario = measuring.map_or(String::new(), |(_, measuring)| format!(" of {}", measuring.scenario));
        let measured = match known {
            Some(balance) if balance.changed.iter().any(|name| name == stem) => {
                let more = if balance.is_done { "" } else { " …" };
                format!("{}{scenario}, {}{more}", balance.played(), balance.difference())
            }
            Some(balance) if measuring.is_some() => format!("{}{scenario}", balance.played()),
            None if measuring.is_some() => format!("measuring in games{scenario} …"),
            _ => "measure".into(),
        };
        vec![lens(format!("try {event}"), TRY), lens(measured, MEASURE)]
    }

    /// Plays the scripts as they are against those before, in the background. Returns why it cannot be done.
    pub fn measure(&mut self, shelf: &dyn CheckedContent, file: &Path) -> Result<(), String> {
        self.measuring = None;
        self.balance.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
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
        self.measuring = Some((file.to_path_buf(), shelf.measure(file, self.bot, Box::new(tell))?));
        Ok(())
    }

    /// Measures because the designer asks for it, and shows why it cannot be done.
    pub fn measure_on_request(&mut self, shelf: &dyn CheckedContent, file: &Path) {
        let measured = self.measure(shelf, file);
        measured.unwrap_or_else(|message| self.say(TriedEvent { is_fine: false, message }));
    }

    /// Shows a message.
    fn say(&self, TriedEvent { is_fine, message }: TriedEvent) {
        let typ = if is_fine { MessageType::INFO } else { MessageType::WARNING };
        let params = ShowMessageParams { typ, message };
        let _ = self.out.send(Notification::new(ShowMessage::METHOD.into(), params).into());
    }

    /// Tries the event of a script, and tells what came of it.
    pub fn try_event(&self, shelf: &dyn CheckedContent, file: &Path) {
        let teller = Lenses::new(self.out.clone());
        let Some(trial) = shelf.event_of(file).and_then(|event| shelf.trial(&event)) else { return };
        // The scripts cannot leave their thread, but their texts can.
        std::thread::spawn(move || teller.say(trial()));
    }
}
