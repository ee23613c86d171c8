//! A second program for English draughts, as plain as can be: it knows nothing of the engine.

/// What stands on a square: its colour (black or not), and whether it is a king.
pub type Cell = Option<(bool, bool)>;

/// The board, by rows from the top and columns from the left, both from 0. Only dark squares are used.
#[derive(Clone, PartialEq, Debug)]
pub struct Board(pub [[Cell; 8]; 8]);

/// The number of a dark square, from 1 at the top left.
pub fn number(row: i32, column: i32) -> i32 {
    row * 4 + column / 2 + 1
}

/// The row and column of the square with a number.
pub fn square(number: i32) -> (usize, usize) {
    let row = (number - 1) / 4;
    let column = (number - 1) % 4 * 2 + if row % 2 == 0 { 1 } else { 0 };
    (row as usize, column as usize)
}

impl Board {
    fn at(&self, row: i32, column: i32) -> Option<Cell> {
        let is_on = (0..8).contains(&row) && (0..8).contains(&column);
        is_on.then(|| self.0[row as usize][column as usize])
    }

    /// The moves of a side, as squares with `-` or `x` between them.
    pub fn moves(&self, black: bool) -> Vec<String> {
        let (mut steps, mut jumps) = (Vec::new(), Vec::new());
        for row in 0..8 {
            for column in 0..8 {
                let Some(Some((colour, king))) = self.at(row, column) else { continue };
                if colour != black {
                    continue;
                }
                let mut lifted = self.clone();
                lifted.0[row as usize][column as usize] = None;
                let from = number(row, column).to_string();
                lifted.jumps((row, column), (black, king), &from, &mut jumps);
                for (down, right) in ways(black, king) {
                    if self.at(row + down, column + right) == Some(None) {
                        steps.push(format!("{from}-{}", number(row + down, column + right)));
                    }
                }
            }
        }
        if jumps.is_empty() { steps } else { jumps }
    }

    /// The jumps that go on from a square, of a piece that has been lifted. What was jumped stays until the end, but is not
    /// jumped again.
    fn jumps(&self, (row, column): (i32, i32), (black, king): (bool, bool), path: &str, found: &mut Vec<String>) {
        for (down, right) in ways(black, king) {
            let (over, to) = ((row + down, column + right), (row + 2 * down, column + 2 * right));
            let is_enemy = matches!(self.at(over.0, over.1), Some(Some((colour, _))) if colour != black);
            if !is_enemy || self.at(to.0, to.1) != Some(None) {
                continue;
            }
            let path = format!("{path}x{}", number(to.0, to.1));
            let mut after = self.clone();
            // A piece of one's own stands where one may neither jump nor land.
            after.0[over.0 as usize][over.1 as usize] = Some((black, true));
            let before = found.len();
            if king || to.0 != if black { 7 } else { 0 } {
                after.jumps(to, (black, king), &path, found);
            }
            if found.len() == before {
                found.push(path);
            }
        }
    }
}

fn ways(black: bool, king: bool) -> impl Iterator<Item = (i32, i32)> {
    let all = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    all.into_iter().filter(move |(down, _)| king || (*down == 1) == black)
}
