//! The spots that have been found around the points of a board, and which of them things have been given. They depend on
//! the board and on the things alone, and most things stay as they are from one picture to the next, and are the same for
//! every seat.

use crate::geometry::{Point, Rect};
use crate::placing::{PlacingWish, RatedSpot, Surroundings};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most boards that are remembered in a thread: each is one for names and one for stacks.
const BOARDS: usize = 6;
/// The most things that are remembered at a point.
const AT_A_POINT: usize = 8;

/// The most pictures whose spots are remembered in a thread.
const SETTLED: usize = 16;

thread_local! {
    /// The spots that were given, those that were asked for last first.
    static PICTURES_SETTLED: RefCell<Vec<(Vec<Spots>, SpotsGiven)>> = const { RefCell::new(Vec::new()) };

    /// The boards, the one that was drawn last first.
    static BOARDS_DRAWN: RefCell<Vec<(Surroundings, SpotsOfBoard)>> = const { RefCell::new(Vec::new()) };
}

/// Where a thing can stand.
type Spots = Rc<[RatedSpot]>;
/// The form and the rectangle that each thing was given.
type SpotsGiven = Rc<[(usize, Rect)]>;

/// The spots that were found on a board, by their points; those that were asked for last come last.
#[derive(Default)]
struct SpotsOfBoard(BTreeMap<(u32, u32), Vec<(WishedPlace, Spots)>>);

/// What the spots of a thing depend on, besides the board.
#[derive(Clone, PartialEq)]
struct WishedPlace {
    forms: Vec<(Rect, f32)>,
    distances: Vec<f32>,
    costs: [f32; 3],
    known: Option<Rect>,
    stood: Option<Point>,
}

impl WishedPlace {
    fn of(wish: &PlacingWish<'_>) -> WishedPlace {
        WishedPlace {
            forms: wish.forms.clone(),
            distances: wish.distances.to_vec(),
            costs: [wish.dear, wish.unclear, wish.astray],
            known: wish.known,
            stood: wish.stood,
        }
    }
}

/// Where each thing can stand.
pub(crate) fn spots(surroundings: &Surroundings, wishes: &[PlacingWish<'_>]) -> Vec<Spots> {
    BOARDS_DRAWN.with_borrow_mut(|boards| {
        match boards.iter().position(|(known, _)| known == surroundings) {
            Some(index) => boards[..=index].rotate_right(1),
            None => boards.insert(0, (surroundings.clone(), SpotsOfBoard::default())),
        }
        boards.truncate(BOARDS);
        wishes.iter().map(|wish| boards[0].1.spots(surroundings, wish)).collect()
    })
}

impl SpotsOfBoard {
    fn spots(&mut self, surroundings: &Surroundings, wish: &PlacingWish<'_>) -> Spots {
        let known = self.0.entry((wish.at.0.to_bits(), wish.at.1.to_bits())).or_default();
        let place = WishedPlace::of(wish);
        let spots = match known.iter().position(|(other, _)| *other == place) {
            Some(index) => known.remove(index).1,
            None => surroundings.spots(wish).into(),
        };
        if known.len() == AT_A_POINT {
            known.remove(0);
        }
        known.push((place, spots.clone()));
        spots
    }
}

/// Gives each thing one of its spots, as was done before if these are the same spots.
pub(crate) fn given(spots: Vec<Spots>, give: impl FnOnce(Vec<Spots>) -> Vec<(usize, Rect)>) -> Vec<(usize, Rect)> {
    PICTURES_SETTLED.with_borrow_mut(|settled| {
        match settled.iter().position(|(known, _)| are_same(known, &spots)) {
            Some(index) => settled[..=index].rotate_right(1),
            None => {
                settled.truncate(SETTLED - 1);
                settled.insert(0, (spots.clone(), give(spots).into()));
            }
        }
        settled[0].1.to_vec()
    })
}

fn are_same(known: &[Spots], spots: &[Spots]) -> bool {
    known.len() == spots.len() && known.iter().zip(spots).all(|(one, other)| Rc::ptr_eq(one, other))
}
