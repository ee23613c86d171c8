//! `wilderness lsp`: a language server for scripts, decks, scenarios and presets.

mod built_in;
mod checked_content;
mod completion;
pub(crate) mod cursor;
mod diagnosing;
pub(crate) mod find;
mod hover;
mod keys;
mod lens;
mod open_files;
mod outline;
pub(crate) mod place;
mod rename;
mod scopes;
mod wire;
mod words;

pub use checked_content::{CheckedContent, ContentNames, Hearing, Measuring, OpenTexts, Trial, TriedEvent};

use crate::format::{formatted, is_script};
use cursor::Cursor;
use diagnosing::{Diagnosing, EditorChange};
use keys::KnownForms;
use lens::Lenses;
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    CompletionResponse, ExecuteCommandOptions, FoldingRangeProviderCapability, GotoDefinitionResponse, Hover,
    HoverContents, HoverProviderCapability, MarkupContent, MarkupKind, OneOf, Position, RenameOptions,
    ServerCapabilities, SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri, WorkDoneProgressOptions,
};
use miette::{IntoDiagnostic, miette};
use open_files::{OpenFiles, ShelfOf};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use wilderness_engine::faults::Source;
use wire::Wire;

/// The pause in typing after which what answers are taken from is read anew.
const PAUSE: Duration = Duration::from_millis(600);

/// Serves an editor over the standard input and output, until it says goodbye.
pub fn serve(shelf_of: ShelfOf) -> miette::Result<()> {
    let (connection, wire) = Wire::open()?;
    let served = run(&connection, shelf_of);
    drop(connection);
    wire.close(served)
}

/// Serves an editor.
pub fn run(connection: &Connection, shelf_of: ShelfOf) -> miette::Result<()> {
    let capabilities = serde_json::to_value(capabilities()).into_diagnostic()?;
    let (id, begun) = connection.initialize_start().into_diagnostic()?;
    let said = json!({
        "capabilities": capabilities,
        "serverInfo": { "name": "wilderness", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, said).into_diagnostic()?;
    let mut server = Server {
        desk: OpenFiles::new(shelf_of),
        lenses: Lenses::new(connection.sender.clone()).with_options(&begun["initializationOptions"]),
        forms: KnownForms::default(),
        diagnosing: Diagnosing::start(shelf_of, connection.sender.clone())?,
        connection,
        measuring: false,
    };
    loop {
        let message = if server.desk.is_stale() {
            match connection.receiver.recv_timeout(PAUSE) {
                Ok(message) => message,
                Err(crossbeam_channel::RecvTimeoutError::Timeout) => {
                    server.desk.check();
                    continue;
                }
                Err(crossbeam_channel::RecvTimeoutError::Disconnected) => return Ok(()),
            }
        } else {
            match connection.receiver.recv() {
                Ok(message) => message,
                Err(_) => return Ok(()),
            }
        };
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|error| miette!("{error}"))? {
                    return Ok(());
                }
                let response = server.answer(request);
                response.into_iter().for_each(|response| server.send(response.into()));
            }
            Message::Notification(notification) if notification.method == notification::Exit::METHOD => return Ok(()),
            Message::Notification(notification) => server.note(notification)?,
            Message::Response(_) => {}
        }
    }
}

/// What the server can do.
fn capabilities() -> ServerCapabilities {
    let quotes = ["\"", ".", ":"].map(String::from).to_vec();
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(quotes),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".into(), ",".into()]),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![lens::TRY.into(), lens::MEASURE.into()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// An editor that is served.
struct Server<'a> {
    desk: OpenFiles,
    lenses: Lenses,
    forms: KnownForms,
    diagnosing: Diagnosing,
    connection: &'a Connection,
    /// Whether a script was saved, so that it is measured what that has changed.
    measuring: bool,
}

/// Reads parameters; of the wrong form, they are none.
fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

impl Server<'_> {
    fn send(&self, message: Message) {
        // An editor that has gone is noticed when nothing more comes from it.
        let _ = self.connection.sender.send(message);
    }

    /// Takes what the editor says without asking.
    fn note(&mut self, Notification { method, params }: Notification) -> miette::Result<()> {
        let mut change = None;
        match method.as_str() {
            notification::DidOpenTextDocument::METHOD => {
                if let Some((file, text)) = read::<lsp_types::DidOpenTextDocumentParams>(params)
                    .and_then(|opened| Some((place::file(&opened.text_document.uri)?, opened.text_document.text)))
                {
                    self.desk.put(&file, &text);
                    self.desk.remember(&file);
                    self.desk.check_new();
                    change = Some(EditorChange::Open(file, text.into()));
                }
            }
            notification::DidChangeTextDocument::METHOD => {
                if let Some(changed) = read::<lsp_types::DidChangeTextDocumentParams>(params) {
                    change = self.change(&changed);
                }
            }
            notification::DidCloseTextDocument::METHOD => {
                let closed = read::<lsp_types::DidCloseTextDocumentParams>(params);
                let file = closed.and_then(|closed| place::file(&closed.text_document.uri));
                file.iter().for_each(|file| self.desk.close(file));
                change = file.map(EditorChange::Closed);
            }
            notification::DidSaveTextDocument::METHOD => {
                let saved = read::<lsp_types::DidSaveTextDocumentParams>(params);
                let Some(file) = saved.and_then(|saved| place::file(&saved.text_document.uri)) else { return Ok(()) };
                self.desk.touch(&file);
                self.desk.check();
                if std::mem::take(&mut self.measuring)
                    && let Some(shelf) = self.desk.shelf(&file)
                {
                    // Why it cannot be measured is underlined already; an editor that saves by itself would repeat it.
                    let _ = self.lenses.measure(shelf, &file);
                }
                change = Some(EditorChange::Saved(file));
            }
            notification::DidChangeWatchedFiles::METHOD => {
                let changed = read::<lsp_types::DidChangeWatchedFilesParams>(params);
                let files = changed.into_iter().flat_map(|changed| changed.changes);
                for file in files.filter_map(|change| place::file(&change.uri)) {
                    self.desk.touch(&file);
                    self.tell(EditorChange::Saved(file))?;
                }
            }
            _ => {}
        }
        change.map_or(Ok(()), |change| self.tell(change))
    }

    /// Tells the thread that checks what has changed.
    fn tell(&self, change: EditorChange) -> miette::Result<()> {
        if self.diagnosing.tell(change) { Ok(()) } else { Err(miette!("the thread that checks has failed")) }
    }

    fn change(&mut self, changed: &lsp_types::DidChangeTextDocumentParams) -> Option<EditorChange> {
        let file = place::file(&changed.text_document.uri)?;
        let mut text = self.desk.text(&file).map_or_else(String::new, |text| text.to_string());
        for change in &changed.content_changes {
            match change.range {
                None => text.clone_from(&change.text),
                Some(range) => {
                    let (a, b) = (place::offset(&text, range.start), place::offset(&text, range.end));
                    text.replace_range(a.min(b)..a.max(b), &change.text);
                }
            }
        }
        self.desk.put(&file, &text);
        self.measuring |= is_script(&file);
        Some(EditorChange::Open(file, text.into()))
    }

    /// Answers a request; one that is not understood with nothing. What the thread that checks is asked, it answers
    /// itself.
    fn answer(&mut self, Request { id, method, params }: Request) -> Option<Response> {
        let value = match method.as_str() {
            request::Completion::METHOD => self.completion(&params),
            request::Rename::METHOD | request::PrepareRenameRequest::METHOD => return Some(self.rename(id, &params)),
            request::CodeActionRequest::METHOD => match read(params) {
                Some(params) => {
                    let is_asked = self.diagnosing.tell(EditorChange::Suggestions(id.clone(), Box::new(params)));
                    return (!is_asked).then(|| Response::new_ok(id, Value::Null));
                }
                None => Value::Null,
            },
            request::DocumentSymbolRequest::METHOD => self.whole(&params, |file, text| match is_script(file) {
                true => json!(outline::of_script(text)),
                false => json!(outline::of_data(text)),
            }),
            request::FoldingRangeRequest::METHOD => self.whole(&params, |file, text| match is_script(file) {
                true => json!(outline::folds_of_script(text)),
                false => json!(outline::folds_of_data(text)),
            }),
            request::Formatting::METHOD => self.whole(&params, |file, text| match formatted(file, text) {
                Ok(made) => json!(place::edits(text, made)),
                Err(_) => Value::Null,
            }),
            request::HoverRequest::METHOD => self.at(&params, |at| json!(at.hover())),
            request::SignatureHelpRequest::METHOD => self.at(&params, |at| json!(at.signatures())),
            request::GotoDefinition::METHOD => self.at(&params, |at| json!(at.definition())),
            request::References::METHOD => self.at(&params, |at| json!(at.references())),
            request::CodeLensRequest::METHOD => self.code_lenses(&params),
            request::ExecuteCommand::METHOD => self.execute(params),
            _ => return Some(unknown(id, &method)),
        };
        Some(Response::new_ok(id, value))
    }

    /// Answers what is asked about a place in a file.
    fn at(&self, params: &Value, answer: impl FnOnce(At<'_>) -> Value) -> Value {
        let place = params.get("textDocument").and_then(|document| read::<Uri>(document.get("uri")?.clone()));
        let position = params.get("position").and_then(|position| read::<Position>(position.clone()));
        let Some((file, position)) = place.and_then(|uri| place::file(&uri)).zip(position) else { return Value::Null };
        let Some((shelf, text)) = self.desk.shelf(&file).zip(self.desk.text(&file)) else { return Value::Null };
        let offset = place::offset(&text, position);
        answer(At { shelf, file: &file, text: &text, offset })
    }

    /// Answers what is asked about a whole file.
    fn whole(&self, params: &Value, answer: impl FnOnce(&Path, &str) -> Value) -> Value {
        let file = file_of(params).filter(|file| self.desk.shelf(file).is_some());
        let text = file.as_ref().and_then(|file| self.desk.text(file));
        file.zip(text).map_or(Value::Null, |(file, text)| answer(&file, &text))
    }

    /// What a word, a text or a key can become.
    fn completion(&mut self, params: &Value) -> Value {
        let file = file_of(params).filter(|file| !is_script(file) && self.desk.shelf(file).is_some());
        let position = params.get("position").and_then(|position| read::<Position>(position.clone()));
        if let Some((file, position)) = file.zip(position)
            && let Some(text) = self.desk.text(&file)
            && let Some(place) = keys::key_place(&text, place::offset(&text, position))
        {
            let keys = self.forms.keys(&self.desk, &file, &place);
            return json!(CompletionResponse::Array(completion::of_keys(&text, &place, keys)));
        }
        self.at(params, |at| json!(CompletionResponse::Array(at.completion())))
    }

    /// Renames what is at a place, or says what would be renamed.
    fn rename(&self, id: RequestId, params: &Value) -> Response {
        let new = params.get("newName").and_then(Value::as_str);
        let mut answer = Ok(Value::Null);
        self.at(params, |at| {
            let found = rename::renamed(at.shelf, &at.source(), at.offset);
            answer = found.and_then(|found| match new {
                Some(new) => found.to(at.shelf, new).map(|edit| json!(edit)),
                None => Ok(json!(place::range(at.text, found.here))),
            });
            Value::Null
        });
        match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(reason) => Response::new_err(id, lsp_server::ErrorCode::RequestFailed as i32, reason),
        }
    }

    fn code_lenses(&self, params: &Value) -> Value {
        let Some(file) = file_of(params) else { return Value::Null };
        match self.desk.shelf(&file).zip(self.desk.text(&file)) {
            Some((shelf, text)) => json!(self.lenses.of(shelf, &file, &text)),
            None => Value::Null,
        }
    }

    fn execute(&mut self, params: Value) -> Value {
        let Some(params) = read::<lsp_types::ExecuteCommandParams>(params) else { return Value::Null };
        let file = params.arguments.first().and_then(Value::as_str).map(PathBuf::from);
        let Some(file) = file else { return Value::Null };
        match params.command.as_str() {
            lens::MEASURE => {
                let shelf = self.desk.shelf(&file);
                shelf.into_iter().for_each(|shelf| self.lenses.measure_on_request(shelf, &file));
            }
            lens::TRY => self.desk.shelf(&file).into_iter().for_each(|shelf| self.lenses.try_event(shelf, &file)),
            _ => {}
        }
        Value::Null
    }
}

/// The file that something is asked about.
fn file_of(params: &Value) -> Option<PathBuf> {
    params.pointer("/textDocument/uri").and_then(|uri| place::file(&read::<Uri>(uri.clone())?))
}

fn unknown(id: RequestId, method: &str) -> Response {
    Response::new_err(id, lsp_server::ErrorCode::MethodNotFound as i32, format!("`{method}` is not known here"))
}

/// A place in a file.
struct At<'a> {
    shelf: &'a dyn CheckedContent,
    file: &'a Path,
    text: &'a str,
    offset: usize,
}

impl At<'_> {
    fn cursor(&self) -> Option<Cursor> {
        Cursor::at(self.text, self.offset).filter(|_| is_script(self.file))
    }

    fn source(&self) -> Source {
        Source::new(self.file.display().to_string(), self.text)
    }

    fn completion(&self) -> Vec<lsp_types::CompletionItem> {
        match self.cursor() {
            Some(cursor) => completion::of_script(self.shelf, self.text, &cursor),
            None if is_script(self.file) => Vec::new(),
            None => completion::of_data(self.shelf, self.text, self.offset),
        }
    }

    fn hover(&self) -> Option<Hover> {
        let value = match self.cursor() {
            Some(cursor) => hover::of_script(self.shelf, self.file, self.text, &cursor)?,
            None if is_script(self.file) => return None,
            None => hover::of_data(self.shelf, self.text, self.offset)?,
        };
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Some(Hover { contents, range: None })
    }

    fn signatures(&self) -> Option<lsp_types::SignatureHelp> {
        hover::signatures(self.shelf, self.text, &self.cursor()?)
    }

    fn definition(&self) -> Option<GotoDefinitionResponse> {
        let found = match self.cursor() {
            Some(cursor) => find::definition(self.shelf, &self.source(), &cursor),
            None => {
                let quoted = self.text[..self.offset].rfind('"').map(|at| at + 1)?;
                let name = self.text[quoted..].split('"').next()?;
                find::event(self.shelf, name)
            }
        };
        found.map(GotoDefinitionResponse::Scalar)
    }

    fn references(&self) -> Vec<lsp_types::Location> {
        self.cursor().map_or_else(Vec::new, |cursor| find::references(self.shelf, &self.source(), &cursor))
    }
}
