//! Where the squares of a board lie in a word, and what is next to what.
//!
//! Squares of one colour are packed row by row with ghost bits between the rows, so that a step in
//! any direction is one shift and a step off the board lands on a ghost (or outside the word).
//! Ghosts are never in the empty set, so nothing else tests for edges.
//!
//! With `stride` s, square k of row r has index `(2s + 1) * (r / 2) + s * (r % 2) + k`, rows counted
//! from the top, and the steps are s (down left), s + 1 (down right), 2s + 1 (down), 1 (right).
//! A board on the light squares is the mirror image: same bits, other numbering (see `ruleset`).

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::direction::{
    ALL_DIRECTIONS, DIAGONALS, DIRECTIONS, Direction, DirectionSet, EAST, NORTH, NORTH_EAST, NORTH_WEST,
    SOUTH, SOUTH_EAST, SOUTH_WEST, WEST, ascends,
};
use crate::ruleset::RuleSet;
use crate::spec::Lines;
use crate::word::{Wide, Word};

/// One board: its word, its squares, its steps and rays.
pub trait Geometry: Copy + Send + Sync + 'static {
    /// Holds one bit a square.
    type Word: Word;
    /// Directions that moves may use on this board.
    const DIRECTIONS: DirectionSet;

    /// The board of these rules, whose [`BoardType`](crate::board_type::BoardType) names this type.
    fn of(rules: &RuleSet) -> Self;
    /// All squares.
    fn playable(self) -> Self::Word;
    /// Squares of the top row, where White crowns.
    fn top_row(self) -> Self::Word;
    /// Squares of the bottom row, where Black crowns.
    fn bottom_row(self) -> Self::Word;
    /// Squares beyond `square` in a direction, to the edge of the board.
    fn ray(self, direction: Direction, square: usize) -> Self::Word;

    /// Every square of the set moved one step; off the board means onto a ghost bit or nowhere.
    fn step<const D: usize>(self, set: Self::Word) -> Self::Word;

    /// Sets of squares that the rules speak of. Only boards that are laid out at run time have them, and
    /// [`BoardType`](crate::board_type::BoardType) gives rules that need them such a board.
    #[inline(always)]
    fn marks(self) -> &'static Marks<Self::Word> {
        unreachable!("a board laid out at build time bears no marks")
    }

    /// The squares of `set` and all that pieces on them slide to in direction `D` (`O` is its opposite), over `empty` squares
    /// and onto the first one that is not; far enough for the squares from which a king can jump.
    #[inline(always)]
    fn slide<const D: usize, const O: usize>(self, set: Self::Word, empty: Self::Word) -> Self::Word {
        let mut reached = set;
        // Squares that a slide can leave and go on for `distance` squares.
        let mut open = empty;
        let mut distance = 1;
        // A jump over one end of a line to the square behind leaves three squares out, so 1 + 2 + 4 steps go along
        // the longest line of 64 bits, which is 10 long, and 1 + 2 + 4 + 8 along those of more, at most 16 long.
        while distance * distance < Self::Word::BITS {
            let (mut moved, mut beyond) = (reached & open, open);
            let mut i = 0;
            while i < distance {
                moved = self.step::<D>(moved);
                beyond = self.step::<O>(beyond);
                i += 1;
            }
            reached |= moved;
            open &= beyond;
            distance *= 2;
        }
        reached
    }

    /// Squares of a ray before its first occupied one.
    #[inline(always)]
    fn open_ray<const D: usize>(self, square: usize, occupied: Self::Word) -> Self::Word {
        let ray = self.ray(D, square);
        let blockers = ray & occupied;
        ray & if ascends(D) { blockers.below_lowest() } else { blockers.above_highest() }
    }

    /// The first occupied square of a ray, as a set; empty when the ray is open to the edge.
    #[inline(always)]
    fn first_on_ray<const D: usize>(self, square: usize, occupied: Self::Word) -> Self::Word {
        let blockers = self.ray(D, square) & occupied;
        if ascends(D) { blockers.lowest_bit() } else { blockers.highest_bit() }
    }
}

/// Sets of squares that the rules speak of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks<W> {
    /// `[is white]`: where that side's men are promoted, if not on their last row.
    pub crowns: [W; 2],
    /// The plies of the opening.
    pub opening: Vec<OpeningPly<W>>,
}

/// A ply of the opening, made when as many squares are empty as plies come before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpeningPly<W> {
    /// Whose turn it must be.
    pub is_whites: bool,
    /// Where a piece may be taken off; none = straight beside an empty square.
    pub removable: Option<W>,
}

impl Marks<Wide> {
    /// The same for a board's word.
    pub fn narrow<W: Word>(&self) -> Marks<W> {
        Marks {
            crowns: self.crowns.map(W::from_wide),
            opening: self
                .opening
                .iter()
                .map(|ply| OpeningPly {
                    is_whites: ply.is_whites,
                    removable: ply.removable.map(W::from_wide),
                })
                .collect(),
        }
    }
}

/// The squares of a set moved one step on a board of one colour's squares.
#[inline(always)]
fn staggered_step<W: Word, const D: usize>(set: W, stride: u32) -> W {
    match D {
        NORTH_WEST => set >> (stride + 1),
        NORTH_EAST => set >> stride,
        SOUTH_WEST => set << stride,
        SOUTH_EAST => set << (stride + 1),
        NORTH => set >> (2 * stride + 1),
        SOUTH => set << (2 * stride + 1),
        WEST => set >> 1,
        EAST => set << 1,
        _ => unreachable!(),
    }
}

/// Word index of the k-th square of row `row` (0 = top).
pub const fn index_of(stride: usize, row: usize, k: usize) -> usize {
    (2 * stride + 1) * (row / 2) + stride * (row % 2) + k
}

/// Squares in row `row` of a board `width` cells wide whose bottom left cell is playable.
pub const fn row_squares(width: usize, height: usize, row: usize) -> usize {
    if starts_playable(height, row) { width.div_ceil(2) } else { width / 2 }
}

/// True when the leftmost cell of the row is playable.
const fn starts_playable(height: usize, row: usize) -> bool {
    (height - 1 - row).is_multiple_of(2)
}

/// Everything about a board that its size decides; sets as 128-bit words.
#[derive(Clone)]
struct Layout {
    playable: u128,
    top_row: u128,
    bottom_row: u128,
    rays: [[u128; 128]; DIRECTIONS],
}

impl Layout {
    /// Lays out a board of `width` x `height` cells, bottom left cell playable.
    ///
    /// The packing assumes that rows whose leftmost cell is *not* playable have even numbers from the
    /// top, as on boards of even height; a board of odd height starts one row lower.
    const fn new(stride: usize, width: usize, height: usize) -> Self {
        let mut layout = Layout { playable: 0, top_row: 0, bottom_row: 0, rays: [[0; 128]; DIRECTIONS] };
        let shift = height % 2;
        let mut row = 0;
        while row < height {
            let mut k = 0;
            while k < row_squares(width, height, row) {
                let bit = 1u128 << index_of(stride, row + shift, k);
                layout.playable |= bit;
                if row == 0 {
                    layout.top_row |= bit;
                }
                if row == height - 1 {
                    layout.bottom_row |= bit;
                }
                k += 1;
            }
            row += 1;
        }
        let mut direction = 0;
        while direction < DIRECTIONS {
            let mut square = 0;
            while square < 127 {
                if layout.playable >> square & 1 == 1 {
                    layout.rays[direction][square] = layout.cast_ray(stride, direction, square);
                }
                square += 1;
            }
            direction += 1;
        }
        layout
    }

    const fn cast_ray(&self, stride: usize, direction: Direction, square: usize) -> u128 {
        let step = match direction {
            NORTH_WEST | SOUTH_EAST => stride + 1,
            NORTH_EAST | SOUTH_WEST => stride,
            NORTH | SOUTH => 2 * stride + 1,
            _ => 1,
        };
        let mut ray = 0;
        let mut at = square;
        loop {
            if ascends(direction) {
                at += step;
            } else if at >= step {
                at -= step;
            } else {
                return ray;
            }
            if at >= 127 || self.playable >> at & 1 == 0 {
                return ray;
            }
            ray |= 1 << at;
        }
    }
}

/// A board shape whose layout is a constant of the program.
macro_rules! fixed_board {
    ($(#[$doc:meta])* $name:ident, $word:ty, $stride:literal, $width:literal x $height:literal, $directions:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $name {
            const LAYOUT: Layout = Layout::new($stride, $width, $height);
            const RAYS: [[$word; <$word>::BITS as usize]; DIRECTIONS] = {
                let mut rays = [[0; <$word>::BITS as usize]; DIRECTIONS];
                let mut direction = 0;
                while direction < DIRECTIONS {
                    let mut square = 0;
                    while square < <$word>::BITS as usize {
                        rays[direction][square] = Self::LAYOUT.rays[direction][square] as $word;
                        square += 1;
                    }
                    direction += 1;
                }
                rays
            };
        }

        impl Geometry for $name {
            type Word = $word;
            const DIRECTIONS: DirectionSet = $directions;

            fn of(_: &RuleSet) -> Self {
                $name
            }
            #[inline(always)]
            fn step<const D: usize>(self, set: $word) -> $word {
                staggered_step::<$word, D>(set, $stride)
            }
            #[inline(always)]
            fn playable(self) -> $word {
                const { Self::LAYOUT.playable as $word }
            }
            #[inline(always)]
            fn top_row(self) -> $word {
                const { Self::LAYOUT.top_row as $word }
            }
            #[inline(always)]
            fn bottom_row(self) -> $word {
                const { Self::LAYOUT.bottom_row as $word }
            }
            #[inline(always)]
            fn ray(self, direction: Direction, square: usize) -> $word {
                static RAYS: [[$word; <$word>::BITS as usize]; DIRECTIONS] = $name::RAYS;
                RAYS[direction][square & (<$word>::BITS as usize - 1)]
            }
        }
    };
}

fixed_board!(
    /// 8x8, diagonal lines only.
    Board8x8, u64, 4, 8 x 8, DIAGONALS
);
fixed_board!(
    /// 10 files by 8 ranks, diagonal lines only.
    Board10x8, u64, 6, 10 x 8, DIAGONALS
);
fixed_board!(
    /// 10x10, diagonal lines only.
    Board10x10, u64, 6, 10 x 10, DIAGONALS
);
fixed_board!(
    /// 10x10 with files and ranks.
    Board10x10Lines, u64, 6, 10 x 10, ALL_DIRECTIONS
);
fixed_board!(
    /// 12x12, diagonal lines only.
    Board12x12, u128, 6, 12 x 12, DIAGONALS
);

/// Any other board, laid out when it is first asked for.
#[derive(Clone, Copy)]
pub struct SizedBoard<W: Word, const STRIDE: u32>(&'static SizedLayout<W>);

struct SizedLayout<W> {
    playable: W,
    top_row: W,
    bottom_row: W,
    rays: Box<[[W; 128]; DIRECTIONS]>,
    marks: Marks<W>,
}

impl<W: Word, const STRIDE: u32> SizedBoard<W, STRIDE> {
    fn leaked(key: &BoardKey) -> &'static SizedLayout<W> {
        let narrow = |low: u128| W::from_wide(low.to_wide());
        let layout = Layout::new(STRIDE as usize, key.width, key.height);
        Box::leak(Box::new(SizedLayout {
            playable: narrow(layout.playable),
            top_row: narrow(layout.top_row),
            bottom_row: narrow(layout.bottom_row),
            rays: Box::new(layout.rays.map(|ray| ray.map(narrow))),
            marks: key.marks.narrow(),
        }))
    }
}

/// A board of at most 10x10 whose size is known at run time only.
pub type SizedBoard10 = SizedBoard<u64, 6>;
/// A board of at most 12x12 whose size is known at run time only.
pub type SizedBoard12 = SizedBoard<u128, 7>;

/// All that the layout of a board depends on, beside its type.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct BoardKey {
    pub width: usize,
    pub height: usize,
    pub lines: Lines,
    pub holes: Vec<usize>,
    pub marks: Marks<Wide>,
}

impl BoardKey {
    pub fn of(rules: &RuleSet) -> Self {
        let board = &rules.spec().board;
        BoardKey {
            width: board.width,
            height: board.height,
            lines: board.lines,
            holes: board.holes.clone(),
            marks: rules.marks().clone(),
        }
    }
}

/// Layouts made at run time, kept for the life of the process: as many as there are different boards.
pub(crate) struct Layouts<L: 'static>(OnceLock<Mutex<HashMap<BoardKey, &'static L>>>);

impl<L> Layouts<L> {
    pub const fn new() -> Self {
        Layouts(OnceLock::new())
    }

    /// The layout of the rules' board, made by `make` when it is new.
    pub fn get(&self, rules: &RuleSet, make: impl FnOnce(&BoardKey) -> &'static L) -> &'static L {
        let key = BoardKey::of(rules);
        let mut layouts = self.0.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(layout) = layouts.get(&key) {
            return layout;
        }
        let layout = make(&key);
        layouts.insert(key, layout);
        layout
    }
}

macro_rules! sized_board {
    ($board:ty, $word:ty, $stride:literal) => {
        impl Geometry for $board {
            type Word = $word;
            const DIRECTIONS: DirectionSet = ALL_DIRECTIONS;

            fn of(rules: &RuleSet) -> Self {
                static LAYOUTS: Layouts<SizedLayout<$word>> = Layouts::new();
                SizedBoard(LAYOUTS.get(rules, Self::leaked))
            }
            #[inline(always)]
            fn step<const D: usize>(self, set: $word) -> $word {
                staggered_step::<$word, D>(set, $stride)
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
                self.0.rays[direction][square & 127]
            }
            #[inline(always)]
            fn marks(self) -> &'static Marks<$word> {
                &self.0.marks
            }
        }
    };
}

sized_board!(SizedBoard10, u64, 6);
sized_board!(SizedBoard12, u128, 7);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinates;
    use crate::direction::delta;

    /// Steps along rows and columns lead over a cell of the other colour.
    fn check<G: Geometry>(board: G, width: usize, height: usize) {
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let cells = cells
            .filter(|(row, column)| (height - 1 - row + column).is_multiple_of(2))
            .map(|(row, column)| (row as isize, column as isize));
        let squares = cells.zip(coordinates::indices(board.playable())).collect();
        coordinates::check(board, height, &squares, |(row, column), direction| {
            let (down, right) = delta(direction);
            let cells = if direction < NORTH { 1 } else { 2 };
            Some((row + cells * down, column + cells * right))
        });
    }

    #[test]
    fn fixed_boards_match_coordinates() {
        check(Board8x8, 8, 8);
        check(Board10x8, 10, 8);
        check(Board10x10, 10, 10);
        check(Board10x10Lines, 10, 10);
        check(Board12x12, 12, 12);
    }

    #[test]
    fn every_size_matches_coordinates() {
        let key = |width, height| BoardKey {
            width,
            height,
            lines: Lines::All,
            holes: Vec::new(),
            marks: Marks::default(),
        };
        for width in 4..=12 {
            for height in 4..=12 {
                if width <= 10 && height <= 10 {
                    check(SizedBoard::<u64, 6>(SizedBoard10::leaked(&key(width, height))), width, height);
                }
                check(SizedBoard::<u128, 7>(SizedBoard12::leaked(&key(width, height))), width, height);
            }
        }
    }
}
