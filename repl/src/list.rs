//! The list of games. A game registers its front end here, once; another program
//! of the same commands has a list of its own. No other file of the program names a game outside its own
//! front end.

use crate::commands::games::{Entry, Game};
use wilderness_battles::FrenchAndIndianWarBattles;
use wilderness_tabletop::Tabletop;
use wilderness_war::War;

/// The games of the program, the one that is played unless another is named first.
pub const GAMES: &[Game] = &[&Entry::<War>::NEW, &Entry::<FrenchAndIndianWarBattles>::NEW, &Entry::<Tabletop>::NEW];
