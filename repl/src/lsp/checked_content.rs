//! What an editor is told about the content that its files belong to. Each game gives its own.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::content::DataFiles;
use wilderness_engine::faults::{Faults, Source, TomlForm, WHAT_FORM};
use wilderness_engine::script::Receiver;
use wilderness_engine::script::document::Reference;
use wilderness_lab::Player;
use wilderness_lab::balance::{Background, Balance};

/// The text of a file by its name, if an editor has it open.
pub type OpenTexts<'a> = &'a dyn Fn(&str) -> Option<Arc<str>>;

/// Names that a text can be, and what one of them is called.
pub struct ContentNames {
    /// What one is called: `space`.
    pub what: String,
    pub names: BTreeSet<String>,
}

/// What an event did when it was tried.
pub struct TriedEvent {
    /// Whether nothing went wrong.
    pub is_fine: bool,
    /// What there is to say.
    pub message: String,
}

/// Games that are being played.
pub struct Measuring {
    /// What plays them.
    pub background: Background,
    /// What their scenario is called.
    pub scenario: String,
}

/// Hears what games have shown so far; returns whether anybody still wants to know.
pub type Hearing = Box<dyn FnMut(&Balance) -> bool + Send>;

/// Work that goes to another thread.
pub type Trial = Box<dyn FnOnce() -> TriedEvent + Send>;

/// A content, as it was when it was checked last.
pub trait CheckedContent {
    /// What distinguishes it from others: two files with the same key belong to the same content.
    fn key(&self) -> String;

    /// Reads it anew, with what is open in place of what is saved, and returns what is wrong with it.
    fn check(&mut self, open: OpenTexts<'_>) -> Faults;

    /// What would be wrong with it if these texts were open. Nothing is remembered of it.
    fn faults(&self, open: OpenTexts<'_>) -> Faults;

    /// Where its files of data can be, kind by kind.
    fn data_files(&self) -> Vec<DataFiles> {
        Vec::new()
    }

    /// The form of files of data of a kind: what reads one of them is asked.
    fn form_of(&self, files: &DataFiles) -> Option<TomlForm> {
        let is_example = |name: &str| name.replace('\\', "/").ends_with(&files.example);
        TomlForm::told_by(&self.faults(&|name| is_example(name).then(|| WHAT_FORM.into())))
    }

    /// What stands before the dot in front of a word of a script, as far as that can be told.
    fn receiver(&self, _text: &str, _word: Range<usize>) -> Option<Receiver> {
        None
    }

    /// The variables of a script that compiles, each with what it is, if that can be told.
    fn variables(&self, _source: &Source) -> Vec<(Range<usize>, Option<String>)> {
        Vec::new()
    }

    /// Its texts.
    fn sources(&self) -> Vec<Source>;

    /// What its scripts can call, answer and define.
    fn reference(&self) -> Rc<Reference>;

    /// The sides, as scripts write them: `FRENCH`.
    fn sides(&self) -> Vec<String>;

    /// What the first text among the arguments of a function can be.
    fn named_by(&self, _function: &str) -> Option<ContentNames> {
        None
    }

    /// What a property, or the result of a function, can be where it is compared; `of` is the variable that has the property.
    fn compared(&self, _property: &str, _of: Option<&str>) -> Option<ContentNames> {
        None
    }

    /// The names of markers.
    fn markers(&self) -> BTreeSet<String> {
        BTreeSet::new()
    }

    /// What is known of a name.
    fn about(&self, _name: &str) -> Option<String> {
        None
    }

    /// What is known of a marker.
    fn about_marker(&self, name: &str) -> Option<String> {
        self.about(name)
    }

    /// What the text that belongs to a key of a data file can be, each with what is known of it.
    fn data_names(&self, _key: &str) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The event that a script is of, if a card has it.
    fn event_of(&self, _file: &Path) -> Option<String> {
        None
    }

    /// What trying an event shows.
    fn trial(&self, _event: &str) -> Option<Trial> {
        None
    }

    /// Remembers what later scripts are compared with, unless something is remembered already.
    fn remember(&mut self) {}

    /// Lets bots play the scripts as they are against those that are remembered, in the background, in a scenario that has
    /// the event of a script.
    ///
    /// # Errors
    /// Why no game can be played, and what to do about it.
    fn measure(&self, file: &Path, _bot: Player, _tell: Hearing) -> Result<Measuring, String> {
        Err(format!("{} cannot be measured: only events of cards can", file.display()))
    }
}
