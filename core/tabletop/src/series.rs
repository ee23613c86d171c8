//! Series of games of a folder.

use crate::content::Folder;
use crate::rules::Tabletop;
use wilderness_engine::plain::{Begins, Header};
use wilderness_engine::record::Header as _;
use wilderness_engine::script::{ScriptSet as _, fingerprint};
use wilderness_engine::{Purpose, Stream};
use wilderness_lab::series::{SeriesStart, Tested};

impl Tested for Tabletop {
    const GAME: &'static str = <Tabletop as Begins>::GAME;

    type Plan = SeriesStart<Header<Tabletop>>;

    fn setup(plan: &Self::Plan, folder: &Folder) -> String {
        let files = folder.fingerprints().iter().map(|(name, hash)| format!("{name} {hash}\n"));
        let mut header = plan.header.without_scripts();
        header.seed = 0;
        let all = header.write() + files.collect::<String>().as_str();
        fingerprint(&all) + if plan.random_rules { "-random" } else { "" }
    }

    /// The header of the game, with its scenario of the series, and with optional rules as coins fall.
    fn seeded(plan: &Self::Plan, seed: u64, folder: &Folder) -> Header<Tabletop> {
        let mut header = plan.header.without_scripts();
        header.seed = seed;
        if !plan.scenarios.is_empty() {
            header.scenario.clone_from(&plan.scenarios[(seed % plan.scenarios.len() as u64) as usize]);
        }
        if plan.random_rules {
            let mut coins = Stream::new(seed, Purpose::Rules);
            let options = folder.data.options.iter().filter(|_| coins.below(2) == 0);
            header.rules = options.map(|option| option.id.to_string()).collect();
        }
        header
    }
    fn scenarios(plan: &Self::Plan) -> Vec<String> {
        let named = [&plan.header.scenario].into_iter().chain(&plan.scenarios).filter(|id| !id.is_empty());
        let named: Vec<String> = named.cloned().collect();
        if named.is_empty() { vec![<Tabletop as Begins>::GAME.to_string()] } else { named }
    }
}
