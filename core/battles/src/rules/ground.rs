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
    /// Whether units may enter hexes, if a script in force has a say.
    open: Option<AskedOnce<'a, (UnitId, Hex), bool>>,
    /// Movement allowances, if a script in force changes them.
    allowances: Option<AskedOnce<'a, UnitId, u8>>,
    /// Why a script failed, if one did.
    failed: Cell<Option<Halt<Us>>>,
}

/// Scripts, and what they have said.
struct AskedOnce<'a, Q, A> {
    scripts: &'a Scripts,
    said: RefCell<BTreeMap<Q, A>>,
}

impl<'a, Q: Copy + Ord, A: Copy> AskedOnce<'a, Q, A> {
    fn new(scripts: &'a Scripts) -> AskedOnce<'a, Q, A> {
        AskedOnce { scripts, said: RefCell::default() }
    }

    /// What they say: what they said before, if they were asked the same.
    fn ask(&self, question: Q, answer: impl FnOnce(&Scripts) -> A) -> A {
        let said = self.said.borrow().get(&question).copied();
        said.unwrap_or_else(|| {
            let said = answer(self.scripts);
            self.said.borrow_mut().insert(question, said);
            said
        })
    }
}

impl<'a> Deref for Ground<'a> {
    type Target = Board<'a>;

    fn deref(&self) -> &Board<'a> {
        &self.board
    }
}

impl<'a> Ground<'a> {
    pub fn new(battles: &'a Battles, battle: &'a Battle, state: &'a State) -> Ground<'a> {
        let scripts = battles.scripts();
        Ground {
            board: Board::new(battle, state),
            open: scripts.keep_out(state).then(|| AskedOnce::new(scripts)),
            allowances: scripts.change_movement(state).then(|| AskedOnce::new(scripts)),
            failed: Cell::default(),
        }
    }

    /// The movement allowance of a unit, as scripts in force change it (7.2). A script that fails changes nothing; see
    /// [`Ground::sound`].
    pub fn allowance(&self, unit: UnitId) -> u8 {
        let mp = self.board.allowance(unit);
        let Some(allowances) = &self.allowances else { return mp };
        allowances.ask(unit, |scripts| {
            scripts.allowance(&self.board, unit, mp).unwrap_or_else(|halt| {
                self.failed.set(Some(halt));
                mp
            })
        })
    }

    /// Whether scripts have a say in which hexes units may enter.
    pub fn is_scripted(&self) -> bool {
        self.open.is_some()
    }

    /// Whether scripts let a unit enter a hex. A script that fails lets nobody in; see [`Ground::sound`].
    pub fn lets_in(&self, unit: UnitId, hex: Hex) -> bool {
        let Some(open) = &self.open else { return true };
        open.ask((unit, hex), |scripts| match scripts.kept_out_by(&self.board, unit, hex) {
            Ok(rule) => rule.is_none(),
            Err(halt) => {
                self.failed.set(Some(halt));
                false
            }
        })
    }

    /// What keeps a unit out of a hex, if a script does: the name and the number of its rule.
    pub fn kept_out_by(&self, unit: UnitId, hex: Hex) -> Option<String> {
        self.open.as_ref()?.scripts.kept_out_by(&self.board, unit, hex).ok()?
    }

    /// That no script has failed so far.
    ///
    /// # Errors
    /// The script that has.
    pub fn sound(&self) -> Play<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
}
