//! Content in the files of a catalogue, or built in, as the prompt tells and remembers it.

use crate::front::{HOW_TO_CHANGE, Origin};
use crate::options::content::ContentArg;
use crate::options::offered;
use std::fmt;
use std::marker::PhantomData;
use std::path::PathBuf;
use wilderness_engine::content::{Catalogue, Fingerprints, Places, Texts};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::ScriptSet;

/// Content that is read from the files of a catalogue.
pub trait Filed: ScriptSet<Sources: From<Texts>> + 'static {
    /// The beginning of the sentence that says where it is: `The content is that`.
    const WHAT: &'static str = "The content is that";

    /// Which files belong to it.
    fn catalogue() -> &'static Catalogue;

    /// Which places the lines name that an earlier version of the game wrote.
    fn earlier(_lines: &str) -> Option<Places> {
        None
    }
}

/// The origin of the content of a game: files, or built in.
pub struct Files<S>(Places, PhantomData<fn() -> S>);

impl<S> Files<S> {
    /// The content in these places.
    pub fn new(places: Places) -> Files<S> {
        Files(Places { games: offered::all_words(), ..places }, PhantomData)
    }
}

impl<S: Filed> Files<S> {
    /// The folder of the program that is named, if one is.
    pub fn folder(&self) -> Option<&'static str> {
        self.0.folder
    }

    /// What is named; otherwise what is in the current directory, if it counts as named, or what is built in. Content in
    /// which only other games have something is not named for this one.
    pub fn named(content: &ContentArg, counts_beside: bool) -> Files<S> {
        let ContentArg { content: root, scripts, folder } = content.clone();
        let named = Files::new(Places { root, scripts, folder, ..Places::default() });
        if named.0.is_built_in() {
            let beside = (counts_beside && folder.is_none()).then(|| Files::new(Places::in_content(".")));
            return beside.filter(|origin| origin.0.hold(S::catalogue())).unwrap_or(named);
        }
        if content.is_of_others(S::catalogue()) { Files::default() } else { named }
    }
}

impl<S: Filed> Origin for Files<S> {
    type Scripts = S;

    /// A folder stands on nothing, unless it is one of the program.
    fn built_in(&self) -> Option<Files<S>> {
        let has_folders = S::catalogue().folders().next().is_some();
        let place = Places { folder: self.0.folder, ..Places::default() };
        (!has_folders || place.folder.is_some()).then(|| Files::new(place))
    }

    fn read(&self) -> Result<S::Sources, Faults> {
        self.0.read(S::catalogue()).map(Into::into)
    }

    fn sentence(&self) -> String {
        let Places { root, scripts, scenarios, files, .. } = &self.0;
        let named = [root, scenarios, scripts].into_iter().flatten().chain(files);
        let named: Vec<String> = named.map(|path| path.display().to_string()).collect();
        let named = if named.is_empty() { "the program".into() } else { named.join(", ") };
        format!("{} in {named}", S::WHAT)
    }

    fn files(&self) -> Vec<PathBuf> {
        self.0.all_files(S::catalogue())
    }

    fn place_of(&self, built_in: &Source) -> Option<PathBuf> {
        self.0.place_of(S::catalogue(), built_in)
    }

    /// A folder is copied, and then a game of its own.
    fn how_to_change(&self) -> String {
        let export = |name| {
            format!(
                "`wilderness export {name} --game {name}` makes a copy to change, and `play --game ./{name}` plays it"
            )
        };
        self.folder().map_or_else(|| HOW_TO_CHANGE.into(), export)
    }

    fn is_program(&self) -> bool {
        self.0.is_built_in()
    }

    fn fingerprints(&self) -> Result<Fingerprints, Faults> {
        Ok(self.0.read(S::catalogue())?.fingerprints())
    }

    fn to_lines(&self) -> String {
        self.0.to_lines()
    }

    fn from_lines(text: &str) -> Option<Files<S>> {
        let origin = Files::new(S::earlier(text).unwrap_or_else(|| Places::from_lines(text)));
        (!origin.is_program()).then_some(origin)
    }
}

impl<S> Default for Files<S> {
    fn default() -> Files<S> {
        Files::new(Places::default())
    }
}

impl<S> Clone for Files<S> {
    fn clone(&self) -> Files<S> {
        Files(self.0.clone(), PhantomData)
    }
}

impl<S> PartialEq for Files<S> {
    fn eq(&self, other: &Files<S>) -> bool {
        self.0 == other.0
    }
}

impl<S> fmt::Debug for Files<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
