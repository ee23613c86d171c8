//! The ground on which units move: the board, and the scripts that keep units from entering hexes (19.0).

use crate::battle::Battle;
use crate::board::Board;
use crate::decision::Play;
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::script::{Battles, Scripts};
use crate::state::State;
use crate::unit::UnitId;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Deref;
use wilderness_engine::Halt;
use wilderness_hexes::Hex;

/// A board with what scripts in force say about moves. A script is asked once for each unit and hex.
pub(crate) struct Ground<'a> {
    board: Board<'a>,
    /// The scripts, if one in force has a say.
    scripts: Option<&'a Scripts>,
    /// The scripts, if one in force changes movement allowances.
    moving: Option<&'a Scripts>,
    /// The movement allowances that were asked for.
    allowances: RefCell<BTreeMap<UnitId, u8>>,
    /// What was asked, and whether the hex is open.
    asked: RefCell<BTreeMap<(UnitId, Hex), bool>>,
    /// Why a script failed, if one did.
    failed: Cell<Option<Halt<Us>>>,
}

impl<'a> Deref for Ground<'a> {
    type Target = Board<'a>;

    fn deref(&self) -> &Board<'a> {
        &self.board
    }
}

impl<'a> Ground<'a> {
    pub fn new(battles: &'a Battles, battle: &'a Battle, state: &'a State) -> Ground<'a> {
        let scripts = Some(battles.scripts()).filter(|scripts| scripts.keep_out(state));
        let moving = Some(battles.scripts()).filter(|scripts| scripts.change_movement(state));
        let (allowances, asked, failed) = Default::default();
        Ground { board: Board::new(battle, state), scripts, moving, allowances, asked, failed }
    }

    /// The movement allowance of a unit, as scripts in force change it (7.2). A script that fails changes nothing; see
    /// [`Ground::sound`].
    pub fn allowance(&self, unit: UnitId) -> u8 {
        let mp = self.board.allowance(unit);
        let Some(scripts) = self.moving else { return mp };
        let known = self.allowances.borrow().get(&unit).copied();
        known.unwrap_or_else(|| {
            let allowance = scripts.allowance(&self.board, unit, mp).unwrap_or_else(|halt| {
                self.failed.set(Some(halt));
                mp
            });
            self.allowances.borrow_mut().insert(unit, allowance);
            allowance
        })
    }

    /// Whether scripts let a unit enter a hex. A script that fails lets nobody in; see [`Ground::sound`].
    pub fn lets_in(&self, unit: UnitId, hex: Hex) -> bool {
        let Some(scripts) = self.scripts else { return true };
        let known = self.asked.borrow().get(&(unit, hex)).copied();
        known.unwrap_or_else(|| {
            let open = match scripts.kept_out_by(&self.board, unit, hex) {
                Ok(rule) => rule.is_none(),
                Err(halt) => {
                    self.failed.set(Some(halt));
                    false
                }
            };
            self.asked.borrow_mut().insert((unit, hex), open);
            open
        })
    }

    /// What keeps a unit out of a hex, if a script does: the name and the number of its rule.
    pub fn kept_out_by(&self, unit: UnitId, hex: Hex) -> Option<String> {
        self.scripts?.kept_out_by(&self.board, unit, hex).ok()?
    }

    /// That no script has failed so far.
    ///
    /// # Errors
    /// The script that has.
    pub fn sound(&self) -> Play<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
}
