//! The faces of a game: what is asked of it now and then stands apart from what every caller needs, by what it is about.

use super::Game;
use crate::rules::Rules;

/// Defines faces, and how a game shows them.
macro_rules! faces {
    ($($(#[$about:meta])* $face:ident, $show:ident;)*; $($(#[$about_mut:meta])* mut $face_mut:ident, $show_mut:ident;)*) => {
        $(
            $(#[$about])*
            pub struct $face<'a, R: Rules> {
                pub(in crate::game) game: &'a Game<R>,
            }

            impl<R: Rules> Clone for $face<'_, R> {
                fn clone(&self) -> Self {
                    *self
                }
            }

            impl<R: Rules> Copy for $face<'_, R> {}
        )*

        $(
            $(#[$about_mut])*
            pub struct $face_mut<'a, R: Rules> {
                pub(in crate::game) game: &'a mut Game<R>,
            }
        )*

        impl<R: Rules> Game<R> {
            $(
                $(#[$about])*
                pub fn $show(&self) -> $face<'_, R> {
                    $face { game: self }
                }
            )*

            $(
                $(#[$about_mut])*
                pub fn $show_mut(&mut self) -> $face_mut<'_, R> {
                    $face_mut { game: self }
                }
            )*
        }
    };
}

faces! {
    /// Where a game stands: time, scores, who is at turn and who plays whom.
    Now, now;
    /// What has been answered, what of it is known to whom, and what lies ahead where the game looks back.
    Past, past;
    /// Where scripts stop, and what they have stopped at.
    Debugger, debugger;
    /// Why agents answered as they did, what the rules decided without asking, and why a choice is not offered.
    Why, why;
    /// Copies of a game, for experiments: what is done to them changes nothing here.
    Copies, copies;
    ;
    /// Going back and forth: undo, branches and bookmarks.
    mut PastMut, past_mut;
    /// Setting breakpoints, and running a stopped script on.
    mut DebuggerMut, debugger_mut;
    /// What is known before it is asked for: dice that players have rolled, and what a person named for a question to come.
    mut Beforehand, beforehand;
    /// Exchanging the scripts of a game that goes on.
    mut Reloading, reloading;
}
