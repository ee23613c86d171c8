//! The messages of an editor, over the standard input and output. What is no message is answered with an error, and the
//! next one is read.

use lsp_server::{Connection, ErrorCode, Message};
use miette::{IntoDiagnostic, WrapErr, miette};
use serde_json::{Value, json};
use std::io::{BufRead, Read as _, Write as _};
use std::thread::JoinHandle;

/// The longest message, in bytes; files that are edited have a thousandth of it.
const LONGEST: usize = 64 * 1024 * 1024;
/// The longest line of a header, in bytes.
const LONGEST_LINE: u64 = 4096;

/// The threads that read and write.
pub struct Wire {
    reader: JoinHandle<std::io::Result<()>>,
    writer: JoinHandle<std::io::Result<()>>,
}

/// What came in.
#[derive(Debug, PartialEq)]
pub enum Frame {
    /// The body of a message.
    Body(Vec<u8>),
    /// Something else.
    Broken(String),
}

impl Wire {
    /// Begins to read and write.
    pub fn open() -> miette::Result<(Connection, Wire)> {
        let (here, there) = Connection::memory();
        let Connection { sender, receiver } = there;
        let thread = |name: &str| std::thread::Builder::new().name(name.into());
        let writer = thread("writer")
            .spawn(move || receiver.into_iter().try_for_each(|message| message.write(&mut std::io::stdout().lock())));
        let reader = thread("reader").spawn(move || {
            let mut input = std::io::stdin().lock();
            while let Some(frame) = read(&mut input)? {
                match message(frame) {
                    Ok(message) => {
                        let ends = matches!(&message, Message::Notification(note) if note.method == "exit");
                        if sender.send(message).is_err() || ends {
                            break;
                        }
                    }
                    Err((code, reason)) => complain(code, &reason)?,
                }
            }
            Ok(())
        });
        Ok((here, Wire { reader: reader.into_diagnostic()?, writer: writer.into_diagnostic()? }))
    }

    /// Waits until all is written; after a serving that ended well, also for the end of what is read.
    pub fn close(self, served: miette::Result<()>) -> miette::Result<()> {
        let written = self.writer.join().map_err(|_| miette!("the thread that writes to the editor has failed"))?;
        written.into_diagnostic().wrap_err("cannot write to the editor")?;
        served?;
        let read = self.reader.join().map_err(|_| miette!("the thread that reads from the editor has failed"))?;
        read.into_diagnostic().wrap_err("cannot read from the editor")
    }
}

/// Reads what comes next; nothing at the end of the input.
///
/// # Errors
/// When the input cannot be read, or ends within a message.
pub fn read(input: &mut impl BufRead) -> std::io::Result<Option<Frame>> {
    let mut size: Option<usize> = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        match line.split_once(':') {
            None if line.is_empty() => break,
            None => return Ok(Some(Frame::Broken(format!("`{}` is no header", line.escape_debug())))),
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => size = value.trim().parse().ok(),
            Some(_) => {}
        }
    }
    match size {
        None => Ok(Some(Frame::Broken("a message has the header `Content-Length`, with a number".into()))),
        Some(size) if size > LONGEST => {
            std::io::copy(&mut input.by_ref().take(size as u64), &mut std::io::sink())?;
            Ok(Some(Frame::Broken(format!("a message has at most {LONGEST} bytes"))))
        }
        Some(size) => {
            let mut body = vec![0; size];
            input.read_exact(&mut body)?;
            Ok(Some(Frame::Body(body)))
        }
    }
}

/// The message in a frame, or the code and text of the error.
fn message(frame: Frame) -> Result<Message, (ErrorCode, String)> {
    let body = match frame {
        Frame::Body(body) => body,
        Frame::Broken(reason) => return Err((ErrorCode::InvalidRequest, reason)),
    };
    let value: Value = serde_json::from_slice(&body).map_err(|error| (ErrorCode::ParseError, error.to_string()))?;
    serde_json::from_value(value).map_err(|error| (ErrorCode::InvalidRequest, error.to_string()))
}

/// Answers something that is no message, and so has no number.
fn complain(code: ErrorCode, reason: &str) -> std::io::Result<()> {
    let error =
        json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code as i32, "message": reason } }).to_string();
    let mut out = std::io::stdout().lock();
    write!(out, "Content-Length: {}\r\n\r\n{error}", error.len())?;
    out.flush()
}
