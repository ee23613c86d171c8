//! Entries that readers see as one: a march from space to space, the losses of a side.

use super::{Happened, NewsEntry};
use crate::sets::PieceSet;

impl NewsEntry {
    /// Joins the next entry to this one if it continues it; returns whether it does.
    pub fn join(&mut self, next: &NewsEntry) -> bool {
        let goes_on = (self.rule, self.side) == (next.rule, next.side) && self.what.join(&next.what);
        if goes_on {
            self.space = next.space;
        }
        goes_on
    }
}

impl Happened {
    fn join(&mut self, next: &Happened) -> bool {
        use Happened as H;
        match (self, next) {
            (H::Moved { pieces, path, way }, H::Moved { pieces: again, path: further, way: same })
                if (&*pieces, &*way, path.last()) == (again, same, further.first()) =>
            {
                path.extend(&further[1..]);
                true
            }
            (H::Went { pieces, from, to, errand }, H::Went { pieces: others, from: start, to: end, errand: same })
                if (&*from, &*to, &*errand) == (start, end, same) =>
            {
                unite(pieces, *others)
            }
            (H::MilitiaReturned { units, department }, H::MilitiaReturned { units: others, department: same })
                if department == same =>
            {
                unite(units, *others)
            }
            (H::Reduced { units }, H::Reduced { units: others })
            | (H::Restored { units }, H::Restored { units: others })
            | (H::MilitiaJoined { units }, H::MilitiaJoined { units: others })
            | (H::Eliminated { pieces: units }, H::Eliminated { pieces: others })
            | (H::WentInside { pieces: units }, H::WentInside { pieces: others }) => unite(units, *others),
            _ => false,
        }
    }
}

/// Adds pieces to others. The same piece twice is two things that happened.
fn unite(pieces: &mut PieceSet, others: PieceSet) -> bool {
    let apart = !pieces.meets(others);
    if apart {
        *pieces |= others;
    }
    apart
}
