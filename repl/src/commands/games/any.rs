//! A game on the list, whatever its types: what each command does with it.

use super::{Listed, Opened, Resumable, Title, checked, title};
use crate::commands::{analyse, arena, board, bot, check, compare, inspect, merge, perft, replay, simulate, weigh};
use crate::commands::{cards, opening, opening::Opening};
use crate::front::{Origin as _, Tables as _};
use crate::lsp::CheckedContent;
use crate::options::content::ContentArg;
use crate::options::game_option::GameOption;
use crate::options::offered::SideWord;
use crate::options::own_games;
use crate::prompt::autosave::Slot;
use crate::prompt::thinking;
use crate::prompt::unfinished::Unfinished;
use include_dir::Dir;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wilderness_engine::Side as _;
use wilderness_engine::content::{Catalogue, Texts};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::document::Reference;
use wilderness_engine::script::{Compile as _, ScriptSet as _};
use wilderness_lab::facts::Facts;
use wilderness_lab::outside::protocol::GameBegins;

/// A game on the list. Each command calls the item of its name; errors are those of the command.
#[allow(missing_docs, clippy::missing_errors_doc)]
pub trait AnyGame: Sync {
    /// The word for the game.
    fn word(&self) -> &'static str;
    /// Its name.
    fn name(&self) -> &'static str;
    /// The words of the tutorials that it has with this content, as they follow `tutorial`.
    fn lessons(&self, content: &ContentArg) -> &'static [&'static str];
    /// The options that it understands.
    fn options(&self) -> &'static [&'static GameOption];
    /// Whether its sides are part of the program.
    fn has_sides(&self) -> bool;
    /// Its sides, in order: of this content, or of a save of it, if the content names them.
    fn sides(&self, content: &ContentArg, save: Option<&Path>) -> Result<Vec<SideWord>, Faults>;
    /// Whether its content is in a folder.
    fn opens(&self, folder: &Path) -> bool;
    /// The files that its content consists of.
    fn catalogue(&self) -> Option<&'static Catalogue>;
    /// The files that content of one's own begins with.
    fn starter(&self) -> Option<&'static Dir<'static>>;
    /// What the lab knows of it.
    fn lab(&self) -> Facts;
    /// The ids of its scenarios.
    fn scenario_ids(&self, content: &ContentArg, beside: bool) -> Result<Vec<String>, Faults>;
    /// Whether the text of a scenario file is one of this game.
    fn claims_scenario(&self, source: &Source) -> bool;
    /// Whether a position as JSON is one of this game.
    fn claims_position(&self, position: &serde_json::Value) -> bool;
    /// Its maps with lines of sight.
    fn maps(&self, content: &ContentArg) -> Vec<String>;
    /// Whether `check` finds content of this game there.
    fn claims(&self, path: &Path) -> bool;
    /// Whether it can check a path that no game claims.
    fn takes(&self, path: &Path) -> Result<(), Faults>;
    /// Whether a text is that of a script in the program.
    fn is_built_in(&self, source: &Source) -> bool;

    fn open(&self, opening: &Opening, terminal: bool) -> Result<Box<dyn Opened>, Faults>;
    fn unfinished(&self, slot: Slot, content: &ContentArg) -> Result<Box<dyn Resumable>, Faults>;
    fn analyse(&self, args: &analyse::Args) -> miette::Result<ExitCode>;
    fn arena(&self, args: &arena::Args) -> miette::Result<ExitCode>;
    fn board(&self, args: &board::Args) -> miette::Result<wilderness_engine::scene::Scene>;
    /// Answers for a seat of a game that another build plays.
    fn bot(&self, args: &bot::Args, begins: &GameBegins) -> miette::Result<ExitCode>;
    fn cards(&self, args: &cards::Args) -> miette::Result<ExitCode>;
    fn merged_cards(&self, rows: &merge::MergedCards<'_>) -> miette::Result<ExitCode>;
    fn check(&self, paths: &[PathBuf], trial: Option<check::Trial<'_>>) -> Faults;
    fn compare(&self, args: &compare::Args) -> miette::Result<ExitCode>;
    fn inspect(&self, asked: &inspect::Inspect<'_>) -> miette::Result<()>;
    fn perft(&self, args: &perft::Args) -> miette::Result<ExitCode>;
    fn replay(&self, args: &replay::Args) -> miette::Result<ExitCode>;
    /// What `replay --json` prints of a record, and what is saved of the game with its branches.
    fn replay_to_json(&self, file: &Path) -> Result<(serde_json::Value, String), Faults>;
    fn rules(&self, content: &ContentArg) -> Result<String, Faults>;
    fn scenarios(&self, content: &ContentArg) -> (Vec<Listed>, Faults);
    /// The texts of content that plays; nothing if the game has none.
    fn texts(&self, content: &ContentArg) -> Result<Option<Texts>, Faults>;
    fn simulate(&self, args: &simulate::Args) -> miette::Result<ExitCode>;
    fn weigh(&self, args: &weigh::Args) -> miette::Result<ExitCode>;
    /// What scripts can call, answer and define.
    ///
    /// # Errors
    /// Content with faults.
    fn reference(&self, content: &ContentArg) -> Result<Reference, Faults>;
    /// What an editor is told about the content that a file belongs to, if it is of this game.
    fn shelf(&self, file: &Path) -> Option<Box<dyn CheckedContent>>;
}

/// The entry of a game in the list.
pub struct Entry<F>(PhantomData<fn() -> F>);

impl<F> Entry<F> {
    /// The entry.
    pub const NEW: Entry<F> = Entry(PhantomData);
}

impl<F: Title> AnyGame for Entry<F> {
    fn word(&self) -> &'static str {
        F::GAME
    }

    fn name(&self) -> &'static str {
        F::NAME
    }

    fn lessons(&self, content: &ContentArg) -> &'static [&'static str] {
        if F::Tables::LESSONS.is_empty() {
            return &[];
        }
        F::origin(content, false).load().map_or(&[], |scripts| F::Tables::lessons(&scripts))
    }

    fn options(&self) -> &'static [&'static GameOption] {
        F::options()
    }

    fn has_sides(&self) -> bool {
        !F::SIDES.is_empty()
    }

    fn sides(&self, content: &ContentArg, save: Option<&Path>) -> Result<Vec<SideWord>, Faults> {
        let sides = if self.has_sides() { F::SIDES.to_vec() } else { opening::sides_of::<F>(content, save)? };
        Ok(sides.iter().map(|side| SideWord { id: side.id(), name: side.to_string() }).collect())
    }

    fn opens(&self, folder: &Path) -> bool {
        F::opens(folder)
    }

    fn catalogue(&self) -> Option<&'static Catalogue> {
        title::catalogue::<F>()
    }

    fn starter(&self) -> Option<&'static Dir<'static>> {
        F::starter()
    }

    fn lab(&self) -> Facts {
        F::facts(F::SIDES)
    }

    fn scenario_ids(&self, content: &ContentArg, beside: bool) -> Result<Vec<String>, Faults> {
        F::scenario_ids(&F::origin(content, beside))
    }

    fn claims_scenario(&self, source: &Source) -> bool {
        F::claims_scenario(source)
    }

    fn claims_position(&self, position: &serde_json::Value) -> bool {
        F::claims_position(position)
    }

    fn maps(&self, content: &ContentArg) -> Vec<String> {
        F::maps(&F::origin(content, false))
    }

    fn claims(&self, path: &Path) -> bool {
        F::claims(path)
    }

    fn takes(&self, path: &Path) -> Result<(), Faults> {
        F::takes(path)
    }

    fn is_built_in(&self, source: &Source) -> bool {
        self.catalogue().is_some_and(|catalogue| Texts::has_built_in(catalogue, source))
    }

    fn open(&self, opening: &Opening, terminal: bool) -> Result<Box<dyn Opened>, Faults> {
        let session = thinking::with_sign(terminal, || opening.session::<F>())?;
        Ok(Box::new(session))
    }

    fn unfinished(&self, slot: Slot, content: &ContentArg) -> Result<Box<dyn Resumable>, Faults> {
        Ok(Box::new(Unfinished::<F>::read(slot, &F::origin(content, true))?))
    }

    fn analyse(&self, args: &analyse::Args) -> miette::Result<ExitCode> {
        analyse::show::<F>(args)
    }

    fn arena(&self, args: &arena::Args) -> miette::Result<ExitCode> {
        arena::play::<F>(args)
    }

    fn weigh(&self, args: &weigh::Args) -> miette::Result<ExitCode> {
        weigh::fit::<F>(args)
    }

    fn board(&self, args: &board::Args) -> miette::Result<wilderness_engine::scene::Scene> {
        board::scene_of::<F>(args)
    }

    fn bot(&self, args: &bot::Args, begins: &GameBegins) -> miette::Result<ExitCode> {
        bot::play::<F>(args, begins)
    }

    fn cards(&self, args: &cards::Args) -> miette::Result<ExitCode> {
        let none = || Err(miette::miette!("{} has no cards to compare", F::NAME));
        F::cards(args).unwrap_or_else(none)
    }

    fn merged_cards(&self, rows: &merge::MergedCards<'_>) -> miette::Result<ExitCode> {
        let none = || Err(miette::miette!("{} has no cards to compare", F::NAME));
        F::merged_cards(rows).unwrap_or_else(none)
    }

    fn check(&self, paths: &[PathBuf], trial: Option<check::Trial<'_>>) -> Faults {
        let mut faults = F::check(paths, trial);
        if paths.is_empty() {
            faults.append(checked::check_earlier_editions::<F>());
        }
        faults
    }

    fn compare(&self, args: &compare::Args) -> miette::Result<ExitCode> {
        compare::play::<F>(args)
    }

    fn inspect(&self, asked: &inspect::Inspect<'_>) -> miette::Result<()> {
        F::inspect(asked)
    }

    fn perft(&self, args: &perft::Args) -> miette::Result<ExitCode> {
        perft::count_from::<F>(args)
    }

    fn replay(&self, args: &replay::Args) -> miette::Result<ExitCode> {
        replay::show::<F>(args)
    }

    fn replay_to_json(&self, file: &Path) -> Result<(serde_json::Value, String), Faults> {
        replay::json_of::<F>(file)
    }

    fn rules(&self, content: &ContentArg) -> Result<String, Faults> {
        F::rules(&*F::origin(content, true).load()?)
    }

    fn scenarios(&self, content: &ContentArg) -> (Vec<Listed>, Faults) {
        let mut origins = vec![F::origin(content, true)];
        if origins[0].is_program() && content.folder.is_none() {
            let folders = self.catalogue().into_iter().flat_map(Catalogue::folders);
            let folders = folders.map(|folder| ContentArg { folder: Some(folder), ..ContentArg::default() });
            let folders: Vec<F::Origin> = folders.map(|content| F::origin(&content, false)).collect();
            let own = own_games::all().into_iter().filter(|own| F::opens(&own.path));
            let own: Vec<F::Origin> = own.map(|own| F::origin(&ContentArg::of_folder(&own.path), false)).collect();
            origins = if folders.is_empty() { origins } else { folders };
            origins.extend(own);
        }
        let (mut listed, mut faults) = (Vec::new(), Faults::none());
        for origin in origins {
            match origin.load().map(|scripts| F::listed(&origin, &scripts)) {
                Ok((more, wrong)) => {
                    listed.extend(more);
                    faults.append(wrong);
                }
                Err(wrong) => faults.append(wrong),
            }
        }
        (listed, faults)
    }

    fn texts(&self, content: &ContentArg) -> Result<Option<Texts>, Faults> {
        Ok(F::origin(content, false).load()?.sources().texts().cloned())
    }

    fn simulate(&self, args: &simulate::Args) -> miette::Result<ExitCode> {
        simulate::play::<F>(args)
    }

    fn reference(&self, content: &ContentArg) -> Result<Reference, Faults> {
        Ok(F::origin(content, true).load()?.reference())
    }

    fn shelf(&self, file: &Path) -> Option<Box<dyn CheckedContent>> {
        F::shelf(file)
    }
}
