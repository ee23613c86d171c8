//! Fields: how large they are, and which hexes are neighbours.

use crate::hex::{Direction, Hex};
use crate::set::HexSet;

/// A rectangular field of hexes, from 0101 on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    columns: u8,
    rows: u8,
    /// The neighbours of each hex that are on the field, by direction.
    near: Vec<[Option<Hex>; 6]>,
}

impl Grid {
    /// A field of some size; none if it has no hex, or more than [`MOST`](crate::MOST) columns or rows.
    pub fn new(columns: u8, rows: u8) -> Option<Grid> {
        Hex::at(columns, rows)?;
        let mut grid = Grid { columns, rows, near: vec![[None; 6]; Hex::PLACES] };
        for hex in grid.hexes() {
            grid.near[hex.index()] = Direction::ALL.map(|to| hex.next(to).filter(|near| grid.has(*near)));
        }
        Some(grid)
    }

    /// How many columns it has.
    #[inline]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// How many rows it has.
    #[inline]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Whether a hex is on the field.
    #[inline]
    pub fn has(&self, hex: Hex) -> bool {
        hex.column <= self.columns && hex.row <= self.rows
    }

    /// The hexes, in their order.
    #[inline]
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        let rows = self.rows;
        (1..=self.columns).flat_map(move |column| (1..=rows).map(move |row| Hex { column, row }))
    }

    /// The neighbours of a hex by direction, where they are on the field.
    #[inline]
    pub(crate) fn around(&self, hex: Hex) -> &[Option<Hex>; 6] {
        &self.near[hex.index()]
    }

    /// The neighbours of a hex that are on the field.
    #[inline]
    pub fn near(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.around(hex).iter().copied().flatten()
    }

    /// The same, each with its direction.
    #[inline]
    pub fn ways(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + '_ {
        Direction::ALL.into_iter().zip(self.around(hex)).filter_map(|(direction, to)| Some((direction, (*to)?)))
    }

    /// The sides of a hex across which the neighbours lie that are in a set, as bits.
    #[inline]
    pub fn sides_to(&self, hex: Hex, set: &HexSet) -> u8 {
        let bit = |(side, near): (usize, &Option<Hex>)| u8::from(near.is_some_and(|near| set.contains(near))) << side;
        self.around(hex).iter().enumerate().map(bit).fold(0, |sides, bit| sides | bit)
    }

    /// The neighbour in a direction, if it is on the field.
    #[inline]
    pub fn next(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        self.near[hex.index()][direction as usize]
    }

    /// The side of a hex that it shares with a neighbour, if both are on the field.
    #[inline]
    pub fn side(&self, from: Hex, to: Hex) -> Option<usize> {
        let side = from.towards(to)?;
        (self.near[from.index()][side] == Some(to)).then_some(side)
    }
}
