//! Changed scripts in a running game: on `reload`, or when the files are seen to change.

use super::{Reply, Session, Trouble, plain};
use crate::prompt::front::{Extras, Front, Origin as _};
use wilderness_engine::NotReloaded;
use wilderness_engine::faults::Faults;
use wilderness_engine::record::Header as _;
use wilderness_engine::script::{Fingerprints, GONE, ScriptSet as _, differences};

/// The note after a failed reload.
const STAY: &str = "The game continues with its previous scripts.";
/// The note when the new scripts only fit an earlier point of the game.
fn offer<F: Front>() -> String {
    format!("{STAY} `rewind` takes the new ones, and goes\nback to before {}.", F::RUN_BY)
}

impl<F: Front> Session<F> {
    /// The origin and the current content, if it is in files that can be watched.
    ///
    /// # Errors
    /// When it is built in.
    pub fn watched(&self) -> Result<(&F::Origin, &Fingerprints), Trouble> {
        if self.origin.is_program() {
            return Err(plain(format!("the built-in scripts cannot change: {}", self.origin.how_to_change())));
        }
        Ok((&self.origin, self.game.scripts().fingerprints()))
    }

    /// Reloads the scripts.
    pub(super) fn reload(&mut self) -> Result<Reply, Trouble> {
        self.watched()?;
        Ok(self.take_up()?.map_or_else(|| Reply::Text("no script has changed\n".into()), Reply::Moved))
    }

    /// Reloads the scripts because their files have changed; nothing if there is nothing to report.
    ///
    /// # Errors
    /// Why the scripts are rejected.
    pub fn scripts_changed(&mut self) -> Result<Option<String>, Trouble> {
        let now = self.fingerprints_of_files();
        let refused = self.refused.is_some();
        if refused && now == self.refused {
            // This state has been reported.
            return Ok(None);
        }
        let again = || refused.then(|| "the scripts are the current ones again\n".to_string());
        Ok(self.take_up()?.or_else(again))
    }

    /// Goes back to before the card whose answers do not fit the changed scripts.
    pub(super) fn rewind(&mut self) -> Result<Reply, Trouble> {
        match self.game.reloading().rewind_to_card() {
            Ok(()) => {
                self.refused = None;
                self.told = self.game.log().len();
                Ok(Reply::Moved(format!("back to before {}, with the new scripts\n{}", F::RUN_BY, self.situation())))
            }
            Err(NotReloaded::NothingOffered) => Err(plain("no changed scripts are waiting; `undo` undoes a choice")),
            Err(reason) => Err(Trouble::Reload { faults: reason.faults(), then: STAY.to_string() }),
        }
    }

    /// Loads the scripts from their files. Returns nothing if they are the current ones.
    fn take_up(&mut self) -> Result<Option<String>, Trouble> {
        // A change during the read is found by the next look.
        self.refused = self.fingerprints_of_files();
        let complete = |scripts| self.game.header().completed(scripts);
        let scripts = match self.origin.load().and_then(complete) {
            Ok(scripts) => scripts,
            Err(faults) => return Err(Trouble::Reload { faults, then: STAY.to_string() }),
        };
        let changes = differences(self.game.scripts().fingerprints(), scripts.fingerprints());
        if changes.is_empty() {
            self.refused = None;
            self.game.reloading().keep_scripts();
            return Ok(None);
        }
        let (log, decision) = (self.game.log().to_vec(), self.game.decision().cloned());
        if let Err(reason) = self.game.reloading().reload(scripts) {
            let then = if self.game.now().offers_rewind() { offer::<F>() } else { STAY.to_string() };
            return Err(Trouble::Reload { faults: reason.faults(), then });
        }
        self.refused = None;
        let mut text = reloaded(&changes) + self.keep_breakpoints().as_str() + F::Extras::reloaded(self).as_str();
        let same = self.game.log().iter().zip(&log).take_while(|(now, before)| now == before).count();
        if self.game.decision() != decision.as_ref()
            || same < log.len()
            || self.game.log().len() > log.len()
            || self.game.debugger().stop().is_some()
        {
            // News that changed is reported again.
            self.told = self.told.min(same);
            text.push_str(&self.situation());
        }
        Ok(Some(text))
    }

    fn fingerprints_of_files(&self) -> Option<Result<Fingerprints, Faults>> {
        (!self.origin.is_program()).then(|| self.origin.fingerprints())
    }
}

/// "reloaded 2 scripts: ambush, small_pox; gone: raid"
pub fn reloaded(changes: &[(String, String)]) -> String {
    let (gone, read): (Vec<_>, Vec<_>) = changes.iter().partition(|(_, hash)| hash == GONE);
    let names = |files: &[&(String, String)]| files.iter().map(|(name, _)| short(name)).collect::<Vec<_>>().join(", ");
    let (scenarios, scripts): (Vec<_>, Vec<_>) = read.into_iter().partition(|(name, _)| name.starts_with("scenarios/"));
    let mut parts = Vec::new();
    let kinds = [("script", scripts, ""), ("scenario file", scenarios, " (`new` begins a game with it)")];
    for (what, files, hint) in kinds.into_iter().filter(|(_, files, _)| !files.is_empty()) {
        let many = if files.len() == 1 { "" } else { "s" };
        parts.push(format!("reloaded {} {what}{many}: {}{hint}", files.len(), names(&files)));
    }
    if !gone.is_empty() {
        parts.push(format!("gone: {}", names(&gone)));
    }
    parts.join("; ") + "\n"
}

/// The display name of a content file: `small_pox`, `deck.toml`, `early-war.toml`.
pub fn short(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".rhai").unwrap_or(file)
}
