//! Combats: functions that roll dice and return a result, so that their odds can be computed.

use crate::rules::{Play, Tabletop};
use rhai::Dynamic;
use wilderness_engine::odds::Weighed;
use wilderness_engine::script::Occasion;
use wilderness_engine::{Table, Word};

/// A combat that a script has declared: a function of it, and what the function is called with.
#[derive(Clone, Debug)]
pub struct DeclaredCombat {
    function: Word,
    args: Vec<Dynamic>,
}

impl DeclaredCombat {
    /// A combat that this function resolves.
    pub fn new(function: Word, args: Vec<Dynamic>) -> DeclaredCombat {
        DeclaredCombat { function, args }
    }

    /// Resolves it, and returns what the function does.
    ///
    /// # Errors
    /// Those of the function.
    pub fn resolve(&self, table: &mut Table<Tabletop>) -> Play<Dynamic> {
        let (folder, occasion) = (table.scripts.clone(), Occasion::new(table.state.active, None));
        folder.host.act_for(&folder.rules, self.function.as_str(), table, occasion, self.args.clone())
    }
}

impl Weighed<Tabletop> for DeclaredCombat {
    /// What the function returns, as a text.
    type Settled = String;

    fn settle(&self, table: &mut Table<Tabletop>) -> Play<String> {
        Ok(self.resolve(table)?.to_string())
    }
}
