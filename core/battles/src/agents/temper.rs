//! Tempers of the greedy agent: how bold, careful and eager it is in a player turn. A search compares plans in several.

/// How it weighs what it sees, compared with how it usually does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Temper {
    /// What attacks promise.
    pub boldness: f64,
    /// What the enemy could gain.
    pub caution: f64,
    /// The points of hexes that are not held.
    pub zeal: f64,
}

impl Temper {
    /// As usual.
    pub const EVEN: Temper = Temper { boldness: 1.0, caution: 1.0, zeal: 1.0 };

    /// Others that are worth trying.
    pub const OTHERS: [Temper; 8] = [
        Temper { boldness: 2.0, ..Temper::EVEN },
        Temper { caution: 3.0, ..Temper::EVEN },
        Temper { boldness: 2.0, caution: 0.0, ..Temper::EVEN },
        Temper { boldness: 0.5, caution: 2.0, zeal: 0.0 },
        Temper { zeal: 3.0, ..Temper::EVEN },
        Temper { boldness: 2.0, caution: 0.3, zeal: 3.0 },
        Temper { boldness: 0.4, ..Temper::EVEN },
        Temper { boldness: 0.4, caution: 4.0, zeal: 0.3 },
    ];
}
