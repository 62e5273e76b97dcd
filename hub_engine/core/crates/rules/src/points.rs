//! Boards on which every cell, or every point of a net of lines, is a square.
//!
//! Square (row from the top, column) has index `stride * row + column`; there are no ghosts, so a step is a
//! shift with the squares left out that have no neighbour there. The steps are stride - 1 (down left), stride
//! (down), stride + 1 (down right), 1 (right).

use crate::direction::{
    ALL_DIRECTIONS, DIAGONALS, DIRECTIONS, Direction, DirectionSet, EAST, NORTH, NORTH_EAST, NORTH_WEST,
    SOUTH, SOUTH_EAST, SOUTH_WEST, WEST, delta,
};
use crate::geometry::{BoardKey, Geometry, Layouts, Marks};
use crate::ruleset::RuleSet;
use crate::spec::Lines;
use crate::word::{Wide, Word};

/// The squares of a set shifted one step; those on an edge go astray.
#[inline(always)]
fn shifted<W: Word, const D: usize>(set: W, stride: u32) -> W {
    match D {
        NORTH_WEST => set >> (stride + 1),
        NORTH => set >> stride,
        NORTH_EAST => set >> (stride - 1),
        WEST => set >> 1,
        EAST => set << 1,
        SOUTH_WEST => set << (stride - 1),
        SOUTH => set << stride,
        SOUTH_EAST => set << (stride + 1),
        _ => unreachable!(),
    }
}

/// All 64 squares of 8x8, every line, laid out at build time.
#[derive(Clone, Copy, Debug)]
pub struct FullBoard8x8;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

const FULL_RAYS: [[u64; 64]; DIRECTIONS] = {
    let mut rays = [[0; 64]; DIRECTIONS];
    let mut i = 0;
    while i < 64 * DIRECTIONS {
        let (direction, square) = (i / 64, i % 64);
        let (down, right) = delta(direction);
        let (mut row, mut column) = (square as isize / 8 + down, square as isize % 8 + right);
        while row >= 0 && row < 8 && column >= 0 && column < 8 {
            rays[direction][square] |= 1 << (8 * row + column);
            row += down;
            column += right;
        }
        i += 1;
    }
    rays
};

impl Geometry for FullBoard8x8 {
    type Word = u64;
    const DIRECTIONS: DirectionSet = ALL_DIRECTIONS;

    fn of(_: &RuleSet) -> Self {
        FullBoard8x8
    }
    #[inline(always)]
    fn playable(self) -> u64 {
        u64::MAX
    }
    #[inline(always)]
    fn top_row(self) -> u64 {
        0xff
    }
    #[inline(always)]
    fn bottom_row(self) -> u64 {
        0xff << 56
    }
    #[inline(always)]
    fn ray(self, direction: Direction, square: usize) -> u64 {
        static RAYS: [[u64; 64]; DIRECTIONS] = FULL_RAYS;
        RAYS[direction][square & 63]
    }
    #[inline(always)]
    fn step<const D: usize>(self, set: u64) -> u64 {
        let shifted = shifted::<u64, D>(set, 8);
        match D {
            NORTH_WEST | WEST | SOUTH_WEST => shifted & !FILE_H,
            NORTH_EAST | EAST | SOUTH_EAST => shifted & !FILE_A,
            _ => shifted,
        }
    }
}

/// Any set of points and lines within a size, laid out when it is first asked for.
#[derive(Clone, Copy)]
pub struct PointBoard<W: Word, const STRIDE: u32>(&'static PointLayout<W>);

/// Points within 8x8.
pub type PointBoard8 = PointBoard<u64, 8>;
/// Points within 12 columns and 10 rows.
pub type PointBoard12 = PointBoard<u128, 12>;
/// Points within 12x12.
pub type PointBoard16 = PointBoard<Wide, 12>;

struct PointLayout<W> {
    playable: W,
    top_row: W,
    bottom_row: W,
    /// Squares with a neighbour, per direction.
    may_step: [W; DIRECTIONS],
    /// By direction and square.
    rays: [Vec<W>; DIRECTIONS],
    marks: Marks<W>,
}

impl<W: Word, const STRIDE: u32> PointBoard<W, STRIDE> {
    fn leaked(key: &BoardKey) -> &'static PointLayout<W> {
        let index = |row: usize, column: usize| STRIDE as usize * row + column;
        let is_square = |row: usize, column: usize| {
            row < key.height && column < key.width && !key.holes.contains(&(key.width * row + column))
        };
        // The neighbour of a square; a negative coordinate wraps to one that is on no board.
        let next = |row: usize, column: usize, direction: Direction| {
            let is_even = (key.height - 1 - row + column).is_multiple_of(2);
            let has_line = key.lines == Lines::All || is_even || 1 << direction & DIAGONALS == 0;
            let (down, right) = delta(direction);
            let (row, column) = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
            (has_line && is_square(row, column)).then_some((row, column))
        };
        let mut layout = PointLayout {
            playable: W::EMPTY,
            top_row: W::EMPTY,
            bottom_row: W::EMPTY,
            may_step: [W::EMPTY; DIRECTIONS],
            rays: std::array::from_fn(|_| vec![W::EMPTY; W::BITS]),
            marks: key.marks.narrow(),
        };
        let cells = (0..key.height).flat_map(|row| (0..key.width).map(move |column| (row, column)));
        for (row, column) in cells.filter(|&(row, column)| is_square(row, column)) {
            let square = W::bit(index(row, column));
            layout.playable |= square;
            if row == 0 {
                layout.top_row |= square;
            }
            if row == key.height - 1 {
                layout.bottom_row |= square;
            }
            for direction in 0..DIRECTIONS {
                let mut at = next(row, column, direction);
                if at.is_some() {
                    layout.may_step[direction] |= square;
                }
                while let Some((row_there, column_there)) = at {
                    layout.rays[direction][index(row, column)] |= W::bit(index(row_there, column_there));
                    at = next(row_there, column_there, direction);
                }
            }
        }
        Box::leak(Box::new(layout))
    }
}

macro_rules! point_board {
    ($board:ty, $word:ty, $stride:literal) => {
        impl Geometry for $board {
            type Word = $word;
            const DIRECTIONS: DirectionSet = ALL_DIRECTIONS;

            fn of(rules: &RuleSet) -> Self {
                static LAYOUTS: Layouts<PointLayout<$word>> = Layouts::new();
                PointBoard(LAYOUTS.get(rules, Self::leaked))
            }
            #[inline(always)]
            fn playable(self) -> $word {
                self.0.playable
            }
            #[inline(always)]
            fn top_row(self) -> $word {
                self.0.top_row
            }
            #[inline(always)]
            fn bottom_row(self) -> $word {
                self.0.bottom_row
            }
            #[inline(always)]
            fn ray(self, direction: Direction, square: usize) -> $word {
                self.0.rays[direction][square & (<$word as Word>::BITS - 1)]
            }
            #[inline(always)]
            fn step<const D: usize>(self, set: $word) -> $word {
                shifted::<$word, D>(set & self.0.may_step[D], $stride)
            }
            #[inline(always)]
            fn marks(self) -> &'static Marks<$word> {
                &self.0.marks
            }
        }
    };
}

point_board!(PointBoard8, u64, 8);
point_board!(PointBoard12, u128, 12);
point_board!(PointBoard16, Wide, 12);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinates::{self, Cell};
    use crate::each_direction;

    fn check<G: Geometry>(board: G, stride: usize, key: &BoardKey) {
        let (width, height) = (key.width as isize, key.height as isize);
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let squares = cells
            .filter(|&(row, column)| !key.holes.contains(&((width * row + column) as usize)))
            .map(|(row, column)| ((row, column), stride * row as usize + column as usize))
            .collect();
        coordinates::check(board, key.height, &squares, |(row, column): Cell, direction| {
            let is_even = (height - 1 - row + column) % 2 == 0;
            let (down, right) = delta(direction);
            let is_line = key.lines == Lines::All || is_even || direction >= NORTH;
            is_line.then_some((row + down, column + right))
        });
        each_direction!(ALL_DIRECTIONS, D, O, {
            assert_eq!(delta(O), (-delta(D).0, -delta(D).1));
            // These boards have no ghost bits.
            assert!((board.step::<D>(board.playable()) & !board.playable()).is_empty());
        });
    }

    fn key(width: usize, height: usize, lines: Lines, holes: &[usize]) -> BoardKey {
        BoardKey { width, height, lines, holes: holes.to_vec(), marks: Marks::default() }
    }

    #[test]
    fn the_full_board_matches_coordinates() {
        check(FullBoard8x8, 8, &key(8, 8, Lines::All, &[]));
    }

    #[test]
    fn every_net_of_points_matches_coordinates() {
        for (width, height) in [(4, 4), (5, 5), (8, 8), (4, 8), (8, 5), (9, 9), (12, 10), (4, 12), (12, 12)] {
            for lines in [Lines::All, Lines::Alternate] {
                for holes in [&[][..], &[0], &[5, 7, 6], &[width * height - 1, width]] {
                    let key = key(width, height, lines, holes);
                    if width <= 8 && height <= 8 {
                        check(PointBoard::<u64, 8>(PointBoard8::leaked(&key)), 8, &key);
                    }
                    if height <= 10 {
                        check(PointBoard::<u128, 12>(PointBoard12::leaked(&key)), 12, &key);
                    }
                    check(PointBoard::<Wide, 12>(PointBoard16::leaked(&key)), 12, &key);
                }
            }
        }
    }
}
