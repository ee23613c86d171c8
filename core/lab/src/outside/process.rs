//! The process of a bot outside the program. Three threads talk with it, so that a process that neither reads nor writes
//! holds nobody up for longer than its limit.

use super::OutsideBot;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use wilderness_engine::harmless::{one_line, shortened};

/// The longest line that is read from a bot, in bytes.
const LONGEST: u64 = 64 * 1024;
/// How much of what it writes to standard error is remembered, in bytes.
const REMEMBERED: usize = 2000;
/// How much of what it says is repeated in a message, in characters.
const REPEATED: usize = 200;
/// How often it is looked whether to stop.
const BEAT: Duration = Duration::from_millis(50);
/// How long a bot may take to end after its input has ended.
const LEAVE: Duration = Duration::from_millis(500);

/// The process of a bot.
pub struct BotProcess {
    child: Child,
    /// What is written to it, in lines; nothing once its input is to end.
    to: Option<Sender<String>>,
    /// What it answers, in lines.
    from: Receiver<String>,
    /// The end of what it has written to standard error.
    complaints: Arc<Mutex<Vec<u8>>>,
    limit: Duration,
}

impl BotProcess {
    /// Starts a bot.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub fn start(bot: &OutsideBot) -> Result<BotProcess, String> {
        let mut command = Command::new(bot.program());
        command.args(bot.arguments()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is meant for this program, which then ends the bot.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| format!("`{}` cannot be started: {error}", bot.program()))?;
        let (to, lines) = channel::<String>();
        let (answers, from) = channel();
        let complaints = Arc::default();
        if let Some(mut input) = child.stdin.take() {
            thread::spawn(move || lines.iter().all(|line| input.write_all(line.as_bytes()).is_ok()));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_lines(output, &answers));
        }
        if let Some(errors) = child.stderr.take() {
            let end = Arc::clone(&complaints);
            thread::spawn(move || read_end(errors, &end));
        }
        Ok(BotProcess { child, to: Some(to), from, complaints, limit: bot.limit() })
    }

    /// Says a line.
    pub fn say(&self, line: String) {
        // A bot that has ended is noticed when it is to answer.
        let _ = self.to.as_ref().map(|to| to.send(line + "\n"));
    }

    /// The next line that the bot says; nothing if it is stopped.
    ///
    /// # Errors
    /// A bot that has ended, or is too slow.
    pub fn hear(&mut self, stop: fn() -> bool) -> Result<Option<String>, String> {
        let ends = Instant::now() + self.limit;
        loop {
            let left = ends.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left.min(BEAT)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if stop() => return Ok(None),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let limit = self.limit.as_secs_f64();
                    return Err(format!("no answer within {limit} s (`exec:TIME:COMMAND` allows another time)"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How the bot has ended.
    fn ended(&mut self) -> String {
        let status = match self.leave() {
            Some(status) => status.to_string(),
            None => "closed its output".into(),
        };
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&complaints);
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        // A program says first what it misses, or last what it failed at.
        let lines: Vec<String> = lines.next().into_iter().chain(lines.next_back()).map(said).collect();
        let wrote = if lines.is_empty() { String::new() } else { format!("; it complained: {}", lines.join(" … ")) };
        format!("it ended without an answer ({status}){wrote}")
    }

    /// Waits a little for the process to end by itself.
    fn leave(&mut self) -> Option<std::process::ExitStatus> {
        let ends = Instant::now() + LEAVE;
        let mut pause = Duration::from_millis(1);
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < ends => thread::sleep(pause),
                Ok(status) => return status,
                Err(_) => return None,
            }
            pause = (pause * 2).min(BEAT);
        }
    }
}

impl Drop for BotProcess {
    /// Ends its input, and then the process, if that does not make it end.
    fn drop(&mut self) {
        self.to = None;
        if self.leave().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// What a bot has said, as a message repeats it.
pub fn said(text: &str) -> String {
    format!("`{}`", one_line(&shortened(text.trim(), REPEATED)))
}

/// Passes on what is read, line by line, until it ends or nobody listens. Of a line that is too long, the beginning.
fn read_lines(output: impl Read, lines: &Sender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(read) if read > 0 => {}
            _ => break,
        }
        if lines.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            break;
        }
    }
}

/// Remembers the end of what is read.
fn read_end(mut errors: impl Read, end: &Mutex<Vec<u8>>) {
    let mut part = [0; 512];
    while let Ok(read) = errors.read(&mut part)
        && read > 0
    {
        let mut end = end.lock().unwrap_or_else(PoisonError::into_inner);
        end.extend_from_slice(&part[..read]);
        let superfluous = end.len().saturating_sub(REMEMBERED);
        end.drain(..superfluous);
    }
}
