//! What the people at a game say to each other, kept beside its record: everybody who looks at the game sees it.

use super::game_files::{file_beside, found_beside};
use maud::html;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use wilderness_engine::files::{append, make_private, write_whole};

/// The ending of the file of what is said.
const TALK: &str = "talk";
/// How many remarks are kept; what was said before is forgotten.
const KEPT: usize = 200;
/// The longest remark, in characters.
const LONGEST: usize = 300;

/// A remark, and who made it.
struct Remark {
    by: String,
    text: String,
}

impl Remark {
    /// Reads a line of the file; nothing if it is none.
    fn read(line: &str) -> Option<Remark> {
        let (by, text) = line.split_once('\t')?;
        let remark = |part: &str| part.chars().filter(|sign| !sign.is_control()).take(LONGEST).collect::<String>();
        Some(Remark { by: remark(by), text: remark(text) })
    }

    fn line(&self) -> String {
        format!("{}\t{}\n", self.by, self.text)
    }
}

/// The remarks of a game, the latest last.
pub struct Talk {
    file: PathBuf,
    remarks: VecDeque<Remark>,
    /// The length of the file, in bytes.
    length: u64,
}

/// The file of what is said at the game of a record.
pub fn talk_file(record: &Path) -> PathBuf {
    file_beside(record, TALK)
}

impl Talk {
    /// What has been said at the game of a record. A line that was not written to its end is dropped.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub fn of(record: &Path) -> std::io::Result<Talk> {
        let (file, found) = (talk_file(record), found_beside(record, TALK));
        let text = match std::fs::read(&found) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut talk = Talk { file, remarks: whole.lines().filter_map(Remark::read).collect(), length: 0 };
        let first = talk.remarks.len().saturating_sub(KEPT);
        talk.remarks.drain(..first);
        let kept: String = talk.remarks.iter().map(Remark::line).collect();
        if kept != text || found != talk.file {
            make_private(&talk.file)?;
            write_whole(&talk.file, &kept)?;
        }
        talk.length = kept.len() as u64;
        Ok(talk)
    }

    /// Says something to everybody.
    ///
    /// # Errors
    /// Nothing to say, too much, or a file that cannot be written.
    pub fn say(&mut self, by: &str, text: &str) -> Result<(), String> {
        let text: String = text.chars().filter(|sign| !sign.is_control()).collect();
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST {
            return Err(format!("a remark has 1 to {LONGEST} characters"));
        }
        let remark = Remark { by: by.into(), text: text.into() };
        let unwritable = |error| format!("{}: {error}", self.file.display());
        make_private(&self.file).map_err(unwritable)?;
        let line = remark.line();
        if !append(&self.file, self.length, &line).map_err(unwritable)? {
            return Err(format!("{}: another program has written to it", self.file.display()));
        }
        self.length += line.len() as u64;
        self.remarks.push_back(remark);
        if self.remarks.len() > KEPT {
            self.remarks.pop_front();
        }
        Ok(())
    }

    /// What has been said, as HTML, for the player of this side, who may say something, or for one who may not.
    pub fn html(&self, by: Option<String>) -> String {
        let markup = html! {
            @if by.is_some() || !self.remarks.is_empty() { h2 data-as=[by] { "Talk" } }
            @if !self.remarks.is_empty() {
                ol class="entries" tabindex="0" {
                    @for remark in &self.remarks { li { b { (remark.by) ":" } " " (remark.text) } }
                }
            }
        };
        markup.into_string()
    }
}
