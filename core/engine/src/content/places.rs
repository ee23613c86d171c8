//! Where content is read from: directories and files beside or instead of the built-in content.

use super::layers::{Bottom, Layers};
use super::reader::{ContentReader, Stage, beside_file};
use super::{Catalogue, MANIFEST, Pack, Texts};
use crate::faults::{Fault, Faults, Source};
use std::path::{Path, PathBuf};

/// Where content is read from. What is not named here is built in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// A content directory, or a pack. What a directory lacks comes from the base that its `content.toml` names; without a `content.toml`,
    /// from the built-in content, unless it has everything that the game needs.
    pub root: Option<PathBuf>,
    /// A directory of scripts: instead of the others if it has everything that the game needs, or else over them.
    pub scripts: Option<PathBuf>,
    /// A directory of scenarios, likewise.
    pub scenarios: Option<PathBuf>,
    /// Files with a scenario each, which come before all others.
    pub files: Vec<PathBuf>,
    /// The folder of the program with what is built in, if it has several.
    pub folder: Option<&'static str>,
    /// The ids of the other games of the program, which a `content.toml` may name.
    pub games: &'static [&'static str],
}

impl Places {
    /// A content directory.
    pub fn in_content(root: impl Into<PathBuf>) -> Places {
        Places { root: Some(root.into()), ..Places::default() }
    }

    /// What is built in for a game: in each of its folders, if it has some.
    pub fn all_built_in(catalogue: &'static Catalogue) -> Vec<Places> {
        let folders = catalogue.folders().map(|folder| Places { folder: Some(folder), ..Places::default() });
        let folders: Vec<Places> = folders.collect();
        if folders.is_empty() { vec![Places::default()] } else { folders }
    }

    /// The pack that takes the place of a content directory, if it is a file.
    pub fn pack(&self) -> Option<&Path> {
        self.root.as_deref().filter(|root| Pack::is_called(root) && root.is_file())
    }

    /// Whether no file is named: the content is built in.
    pub fn is_built_in(&self) -> bool {
        self.root.is_none() && self.scripts.is_none() && self.scenarios.is_none() && self.files.is_empty()
    }

    /// Reads the content of a game. What another game has in the same places is not read.
    ///
    /// # Errors
    /// Files that cannot be read, a `content.toml` with faults, a directory in which the game has nothing.
    pub fn read(&self, catalogue: &'static Catalogue) -> Result<Texts, Faults> {
        if self.is_built_in() {
            return Ok(Texts::of_program(catalogue, self.folder));
        }
        if let Some(file) = self.pack() {
            return Ok(Pack::read(file, catalogue)?.over(catalogue));
        }
        let groups = self.groups(catalogue)?;
        if let Some(group) = groups.iter().find(|group| !group.holds_any()) {
            let message = format!("`{}` has nothing for `{}`", group.at.display(), catalogue.game);
            let [scripts, scenarios] = catalogue.directories().map(|directory| directory.places.join("` or `"));
            let help = format!("in a content directory, scripts are in `{scripts}`, scenarios in `{scenarios}`");
            return Err(Fault::error("content::nothing", message).help(help).into());
        }
        let mut reader = ContentReader::new(catalogue);
        groups.iter().flat_map(|group| &group.stages).for_each(|stage| reader.take(stage));
        self.files.iter().for_each(|file| reader.file(file));
        reader.finish()
    }

    /// Where the copy of a built-in file belongs, so that it takes the place of that file; nothing if no directory is named
    /// that can hold it.
    pub fn place_of(&self, catalogue: &'static Catalogue, built_in: &Source) -> Option<PathBuf> {
        let named = [(&catalogue.scripts, &self.scripts), (&catalogue.scenarios, &self.scenarios)];
        let named = named.into_iter().find_map(|(directory, at)| {
            let path = directory.path_of(built_in)?;
            // With what it needs, a directory would take the place of all others.
            let is_apart = directory.needs.iter().all(|file| path != Path::new(file));
            at.as_ref().filter(|_| is_apart).map(|at| at.join(path))
        });
        named.or_else(|| catalogue.place_in(self.root.as_deref()?, built_in))
    }

    /// Whether a game has something in these places. A `content.toml` with faults counts, so that it is reported.
    pub fn hold(&self, catalogue: &'static Catalogue) -> bool {
        if let Some(file) = self.pack() {
            return Pack::game_of(file).is_ok_and(|game| game == catalogue.game);
        }
        !self.files.is_empty()
            || self.groups(catalogue).map_or(true, |groups| groups.iter().any(NamedDirectories::holds_any))
    }

    /// The files that are read for a game.
    pub fn all_files(&self, catalogue: &'static Catalogue) -> Vec<PathBuf> {
        if let Some(file) = self.pack() {
            return vec![file.to_path_buf()];
        }
        let layers = self.root.as_deref().and_then(|root| Layers::find(root, catalogue.game, self.games).ok());
        let mut files: Vec<PathBuf> = layers.iter().flat_map(Layers::manifests).collect();
        files.extend(self.stages(catalogue).iter().flat_map(Stage::files).map(|(.., path)| path));
        for file in &self.files {
            files.push(file.clone());
            files.extend(beside_file(catalogue, file).into_iter().map(|(.., path)| path));
        }
        files
    }

    /// The places as lines, to be saved with a game: `content DIR`, `scripts DIR`, `scenarios DIR`, `scenario FILE`. All
    /// paths are absolute.
    pub fn to_lines(&self) -> String {
        let named = [("content", &self.root), ("scripts", &self.scripts), ("scenarios", &self.scenarios)];
        let named = named.into_iter().filter_map(|(what, path)| Some((what, path.as_ref()?)));
        let all = named.chain(self.files.iter().map(|file| ("scenario", file)));
        let line = |(what, path): (&str, &PathBuf)| {
            format!("{what} {}\n", std::path::absolute(path).unwrap_or_else(|_| path.clone()).display())
        };
        all.map(line).collect()
    }

    /// Reads the output of [`Places::to_lines`] among other lines, as far as the paths still exist.
    pub fn from_lines(text: &str) -> Places {
        let paths = |word: &str| -> Vec<PathBuf> {
            let lines = text.lines().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
            lines.map(PathBuf::from).filter(|path| path.exists()).collect()
        };
        let one = |word: &str| paths(word).into_iter().next();
        let (root, files) = (one("content"), paths("scenario"));
        Places { root, scripts: one("scripts"), scenarios: one("scenarios"), files, ..Places::default() }
    }

    /// The directories, as far as they can be found.
    fn stages(&self, catalogue: &'static Catalogue) -> Vec<Stage> {
        self.groups(catalogue).unwrap_or_default().into_iter().flat_map(|group| group.stages).collect()
    }

    /// The directories that are read, by the places that are named.
    fn groups(&self, catalogue: &'static Catalogue) -> Result<Vec<NamedDirectories>, Faults> {
        let mut groups = Vec::new();
        if let Some(root) = &self.root {
            groups.push(NamedDirectories::of_root(root, catalogue, self.games)?);
        }
        let named = [(&catalogue.scripts, &self.scripts), (&catalogue.scenarios, &self.scenarios)];
        for (directory, at) in named {
            let Some(at) = at else { continue };
            if !at.is_dir() {
                return Err(directory.missing(at));
            }
            let stages = vec![Stage { directory, at: at.clone(), replaces: directory.replaces(at) }];
            groups.push(NamedDirectories { at: at.clone(), stages, is_ours: false });
        }
        Ok(groups)
    }
}

/// A place that is named, with the directories that are read there, the lowest first.
struct NamedDirectories {
    at: PathBuf,
    stages: Vec<Stage>,
    /// Whether a `content.toml` names the game.
    is_ours: bool,
}

impl NamedDirectories {
    /// The group of a content directory and its bases.
    fn of_root(root: &Path, catalogue: &'static Catalogue, games: &[&str]) -> Result<NamedDirectories, Faults> {
        let layers = Layers::find(root, catalogue.game, games)?;
        let mut stages = Vec::new();
        for (index, directory) in layers.directories.iter().enumerate() {
            let replaces = index == 0
                && match layers.bottom {
                    Bottom::BuiltIn => false,
                    Bottom::Either => catalogue.lacks(directory).is_none(),
                    Bottom::Whole => true,
                };
            let found = catalogue.directories().into_iter().zip(catalogue.find(directory));
            stages.extend(found.filter_map(|(directory, at)| {
                Some(Stage { directory, at: at?, replaces: replaces && directory.can_stand_alone() })
            }));
        }
        let group = NamedDirectories { at: root.to_path_buf(), stages, is_ours: layers.is_ours };
        if catalogue.folders().next().is_some() && layers.directories.len() > 1 && group.holds_any() {
            let message =
                format!("`{}` names a base, and a game that is a folder has none", root.join(MANIFEST).display());
            let help = "remove the line `base`, and copy what the game needs into its folder";
            return Err(Fault::error("content::folder_with_base", message).help(help).into());
        }
        let lacking = layers.directories.first().filter(|_| layers.bottom == Bottom::Whole && group.holds_any());
        match lacking.and_then(|lowest| Some((lowest, catalogue.lacks(lowest)?))) {
            None => Ok(group),
            Some((lowest, what)) => {
                let message = format!("the content directory `{}` has no {what}", lowest.display());
                let help = format!(
                    "write `base = \"{}\"` into `{MANIFEST}` to start from the built-in content",
                    catalogue.game
                );
                Err(Fault::error("content::incomplete", message).help(help).into())
            }
        }
    }

    /// Whether the game has something there.
    fn holds_any(&self) -> bool {
        self.is_ours || self.stages.iter().any(|stage| !stage.files().is_empty())
    }
}
