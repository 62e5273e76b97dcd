//! The eight directions of a board and sets of them.
//!
//! On a board of one colour's squares an orthogonal step goes over two cells,
//! from a playable square to the next playable square of its file or rank.

/// A direction by number: see the constants. Plain numbers, because they index tables and const generics.
pub type Direction = usize;

/// Up the board and to the left, seen with White at the bottom.
pub const NORTH_WEST: Direction = 0;
/// Up and right.
pub const NORTH_EAST: Direction = 1;
/// Down and left.
pub const SOUTH_WEST: Direction = 2;
/// Down and right.
pub const SOUTH_EAST: Direction = 3;
/// Up.
pub const NORTH: Direction = 4;
/// Down.
pub const SOUTH: Direction = 5;
/// Left.
pub const WEST: Direction = 6;
/// Right.
pub const EAST: Direction = 7;
/// How many directions there are.
pub const DIRECTIONS: usize = 8;

/// The direction straight back.
pub const fn opposite(direction: Direction) -> Direction {
    if direction < NORTH { 3 - direction } else { direction ^ 1 }
}

/// True for the directions in which square indices grow.
pub const fn ascends(direction: Direction) -> bool {
    matches!(direction, SOUTH_WEST | SOUTH_EAST | SOUTH | EAST)
}

/// (rows down, columns right) of a step from cell to cell.
pub const fn delta(direction: Direction) -> (isize, isize) {
    let down = match direction {
        NORTH_WEST | NORTH | NORTH_EAST => -1,
        WEST | EAST => 0,
        _ => 1,
    };
    let right = match direction {
        NORTH_WEST | WEST | SOUTH_WEST => -1,
        NORTH | SOUTH => 0,
        _ => 1,
    };
    (down, right)
}

/// A set of directions, bit `d` for direction `d`.
pub type DirectionSet = u8;

/// The four diagonal directions.
pub const DIAGONALS: DirectionSet = 0b0000_1111;
/// All eight directions.
pub const ALL_DIRECTIONS: DirectionSet = 0b1111_1111;

/// The set seen from the other side of the board: north and south exchanged.
pub const fn flipped(set: DirectionSet) -> DirectionSet {
    ((set & 0b0000_0011) << 2)
        | ((set & 0b0000_1100) >> 2)
        | ((set & 0b0001_0000) << 1)
        | ((set & 0b0010_0000) >> 1)
        | (set & 0b1100_0000)
}

/// Runs the body once for each direction of a set, with `$d` and its opposite `$o` as constants,
/// so that shifts by them are immediate and a set known at build time leaves no test behind.
#[macro_export]
macro_rules! each_direction {
    ($set:expr, $d:ident, $o:ident, $body:block) => {
        $crate::each_direction!(@one $set, $d, $o, $body, 0);
        $crate::each_direction!(@one $set, $d, $o, $body, 1);
        $crate::each_direction!(@one $set, $d, $o, $body, 2);
        $crate::each_direction!(@one $set, $d, $o, $body, 3);
        $crate::each_direction!(@one $set, $d, $o, $body, 4);
        $crate::each_direction!(@one $set, $d, $o, $body, 5);
        $crate::each_direction!(@one $set, $d, $o, $body, 6);
        $crate::each_direction!(@one $set, $d, $o, $body, 7);
    };
    (@one $set:expr, $d:ident, $o:ident, $body:block, $n:literal) => {
        if $set & (1 << $n) != 0 {
            #[allow(dead_code)]
            const $d: usize = $n;
            #[allow(dead_code)]
            const $o: usize = $crate::direction::opposite($n);
            $body
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_cancel_and_change_index_order() {
        for d in 0..DIRECTIONS {
            assert_eq!(opposite(opposite(d)), d);
            assert_ne!(ascends(d), ascends(opposite(d)));
        }
    }

    #[test]
    fn flipping_exchanges_forward_and_backward() {
        assert_eq!(flipped(0b0011), 0b1100);
        assert_eq!(flipped(1 << NORTH), 1 << SOUTH);
        assert_eq!(flipped(1 << EAST), 1 << EAST);
        for set in 0..=u8::MAX {
            assert_eq!(flipped(flipped(set)), set);
        }
    }
}
