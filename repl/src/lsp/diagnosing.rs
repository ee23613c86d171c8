//! Checks what is open in a thread of its own, so that no answer waits for it. Suggestions belong to what was found, so
//! they come from there too.

use super::open_files::{OpenFiles, QuickFix, Remedy, ShelfOf};
use super::place;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use lsp_server::{Message, Notification, RequestId, Response};
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, DocumentChangeOperation, DocumentChanges, PublishDiagnosticsParams,
    RenameFile, ResourceOp, Uri, WorkspaceEdit,
};
use miette::IntoDiagnostic;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The pause in typing after which what is open is checked.
const PAUSE: Duration = Duration::from_millis(40);

/// What has changed, or is asked.
pub enum EditorChange {
    /// A file has this text in the editor.
    Open(PathBuf, Arc<str>),
    /// The editor has closed a file.
    Closed(PathBuf),
    /// A file was saved, or something outside has changed it.
    Saved(PathBuf),
    /// What is suggested in some lines?
    Suggestions(RequestId, Box<CodeActionParams>),
}

/// The thread that checks.
pub struct Diagnosing(Sender<EditorChange>);

impl Diagnosing {
    /// Begins to check.
    ///
    /// # Errors
    /// The system starts no thread.
    pub fn start(shelf_of: ShelfOf, out: Sender<Message>) -> miette::Result<Diagnosing> {
        let (sender, changes) = crossbeam_channel::unbounded();
        let thread = std::thread::Builder::new().name("check".into());
        thread.spawn(move || run(OpenFiles::new(shelf_of), &changes, &out)).into_diagnostic()?;
        Ok(Diagnosing(sender))
    }

    /// Tells what has changed. Returns whether it is still checked.
    pub fn tell(&self, change: EditorChange) -> bool {
        self.0.send(change).is_ok()
    }
}

/// Checks until the server ends.
fn run(mut files: OpenFiles, changes: &Receiver<EditorChange>, out: &Sender<Message>) {
    loop {
        let change = match files.is_stale() {
            true => changes.recv_timeout(PAUSE),
            false => changes.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match change {
            Ok(EditorChange::Open(file, text)) => files.put(&file, &text),
            Ok(EditorChange::Closed(file)) => files.close(&file),
            Ok(EditorChange::Saved(file)) => files.touch(&file),
            Ok(EditorChange::Suggestions(id, params)) => {
                check(&mut files, out);
                let _ = out.send(Response::new_ok(id, suggestions(&files, &params)).into());
            }
            Err(RecvTimeoutError::Timeout) => check(&mut files, out),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Checks what has changed, and sends what is wrong.
fn check(files: &mut OpenFiles, out: &Sender<Message>) {
    for (uri, diagnostics) in files.check() {
        let params = PublishDiagnosticsParams { uri, diagnostics, version: None };
        // An editor that has gone is noticed when nothing more comes from it.
        let _ = out.send(Notification::new(PublishDiagnostics::METHOD.into(), params).into());
    }
}

/// What is suggested in some lines.
fn suggestions(files: &OpenFiles, params: &CodeActionParams) -> serde_json::Value {
    let Some(file) = place::file(&params.text_document.uri) else { return json!(null) };
    let action = |fix: &QuickFix| {
        let (title, edit) = match &fix.remedy {
            Remedy::Edit(edit) => {
                // The key is what the protocol has; nothing changes it.
                #[allow(clippy::mutable_key_type)]
                let changes = [(params.text_document.uri.clone(), vec![edit.clone()])].into();
                (format!("write `{}`", edit.new_text), WorkspaceEdit::new(changes))
            }
            Remedy::FileName(better) => {
                let title = format!("call the file `{}`", better.file_name()?.display());
                (title, renaming(&params.text_document.uri, better)?)
            }
        };
        Some(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![fix.finding.clone()]),
            edit: Some(edit),
            is_preferred: Some(true),
            ..CodeAction::default()
        })
    };
    json!(files.fixes(&file, params.range).filter_map(action).collect::<Vec<_>>())
}

/// The edit that gives a file another name.
fn renaming(old: &Uri, new: &Path) -> Option<WorkspaceEdit> {
    let rename = RenameFile { old_uri: old.clone(), new_uri: place::uri(new)?, options: None, annotation_id: None };
    let operations = vec![DocumentChangeOperation::Op(ResourceOp::Rename(rename))];
    Some(WorkspaceEdit { document_changes: Some(DocumentChanges::Operations(operations)), ..WorkspaceEdit::default() })
}
