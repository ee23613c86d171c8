//! The board: places, and which lies beyond which.

use wilderness_engine::Word;

/// The shape of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Squares in rows and columns, each with up to eight others around it.
    Squares,
    /// Hexes in rows, every second of which is shifted to the right by half a hex.
    Hexes,
    /// Places anywhere, joined by links.
    Places,
}

/// The ways from a square.
const OF_SQUARES: [(&str, i32, i32); 8] =
    [("n", 0, -1), ("ne", 1, -1), ("e", 1, 0), ("se", 1, 1), ("s", 0, 1), ("sw", -1, 1), ("w", -1, 0), ("nw", -1, -1)];

/// The ways from a hex. In a shifted row, the columns of the rows above and below are one more.
const OF_HEXES: [(&str, i32, i32); 6] =
    [("ne", 0, -1), ("e", 1, 0), ("se", 0, 1), ("sw", -1, 1), ("w", -1, 0), ("nw", -1, -1)];

impl Shape {
    /// The shape with a name.
    pub fn named(name: &str) -> Option<Shape> {
        match name {
            "squares" => Some(Shape::Squares),
            "hexes" => Some(Shape::Hexes),
            "places" => Some(Shape::Places),
            _ => None,
        }
    }

    /// The names of all shapes.
    pub const NAMES: [&'static str; 3] = ["squares", "hexes", "places"];

    /// The names of the ways that lead from a place.
    pub fn ways(self) -> Vec<&'static str> {
        self.offsets().iter().map(|(name, ..)| *name).collect()
    }

    fn offsets(self) -> &'static [(&'static str, i32, i32)] {
        match self {
            Shape::Squares => &OF_SQUARES,
            Shape::Hexes => &OF_HEXES,
            Shape::Places => &[],
        }
    }

    /// Where a way leads from a column and row.
    fn beyond(self, (column, row): (i32, i32), (_, right, down): (&str, i32, i32)) -> (i32, i32) {
        let shift = i32::from(self == Shape::Hexes && down != 0 && row % 2 == 0);
        (column + right + shift, row + down)
    }
}

/// A place, as scripts hold it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Its number on the board.
    pub index: u16,
    /// Its id.
    pub id: Word,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.id.fmt(f)
    }
}

/// What is known of a place.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaceFacts {
    /// The place.
    pub place: Place,
    /// Its column and row on a map, from 1; or where it is drawn.
    pub at: (i32, i32),
    /// The places next to it, in the order of the ways or links.
    pub near: Vec<Place>,
    /// The place to which each way of the board leads.
    beyond: Vec<Option<Place>>,
}

/// The board.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardMap {
    /// Its shape.
    pub shape: Shape,
    /// The places, in their order.
    pub places: Vec<PlaceFacts>,
}

impl BoardMap {
    /// The board with squares or hexes at these columns and rows.
    pub fn of_cells(shape: Shape, cells: &[(Word, (i32, i32))]) -> BoardMap {
        let place = |(index, (id, _)): (usize, &(Word, (i32, i32)))| Place { index: index as u16, id: *id };
        let places: Vec<Place> = cells.iter().enumerate().map(place).collect();
        let found = |at| cells.iter().position(|(_, other)| *other == at).map(|index| places[index]);
        let facts = |(place, (_, at)): (&Place, &(Word, (i32, i32)))| {
            let beyond: Vec<Option<Place>> = shape.offsets().iter().map(|way| found(shape.beyond(*at, *way))).collect();
            PlaceFacts { place: *place, at: *at, near: beyond.iter().copied().flatten().collect(), beyond }
        };
        BoardMap { shape, places: places.iter().zip(cells).map(facts).collect() }
    }

    /// The board of places that links join. A link leads both ways.
    pub fn of_links(cells: &[(Word, (i32, i32))], links: &[(usize, usize)]) -> BoardMap {
        let mut board = BoardMap::of_cells(Shape::Places, cells);
        for (one, other) in links.iter().flat_map(|(one, other)| [(*one, *other), (*other, *one)]) {
            let place = board.places[other].place;
            if !board.places[one].near.contains(&place) {
                board.places[one].near.push(place);
            }
        }
        board
    }

    /// The place with an id.
    pub fn named(&self, id: &str) -> Option<Place> {
        self.places.iter().map(|facts| facts.place).find(|place| place.id.as_str() == id)
    }

    /// What is known of a place.
    pub fn facts(&self, place: Place) -> Option<&PlaceFacts> {
        self.places.get(usize::from(place.index)).filter(|facts| facts.place == place)
    }

    /// Where a way leads from a place: nothing off the board; an error if there is no such way.
    ///
    /// # Errors
    /// The ways that there are.
    pub fn beyond(&self, place: Place, way: &str) -> Result<Option<Place>, String> {
        let offsets = self.shape.offsets();
        let Some(index) = offsets.iter().position(|(name, ..)| *name == way) else {
            let all = self.shape.ways().join(", ");
            return Err(match offsets {
                [] => "a board of places has links, and no ways: use `near`".into(),
                _ => format!("there is no way `{way}` on this board: the ways are {all}"),
            });
        };
        Ok(self.facts(place).and_then(|facts| facts.beyond[index]))
    }
}
