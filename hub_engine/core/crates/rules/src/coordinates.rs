//! For tests: boards against plain coordinates.

use std::collections::BTreeMap;
use std::iter::successors;

use crate::direction::{Direction, ascends};
use crate::each_direction;
use crate::geometry::Geometry;
use crate::word::{Bits, Word};

/// (row from the top, column) of a square.
pub type Cell = (isize, isize);

/// Steps and rays agree with coordinates, so no ghost bit is ever a neighbour.
///
/// `squares`: the index of each. `next`: the cell that a step leads to, on the board or not; none: no line goes there.
pub fn check<G: Geometry>(
    board: G,
    height: usize,
    squares: &BTreeMap<Cell, usize>,
    next: impl Fn(Cell, Direction) -> Option<Cell>,
) {
    assert_eq!(board.playable().count() as usize, squares.len());
    for (&cell, &index) in squares {
        let square = G::Word::bit(index);
        assert!(board.playable().meets(square));
        assert_eq!(board.top_row().meets(square), cell.0 == 0);
        assert_eq!(board.bottom_row().meets(square), cell.0 == height as isize - 1);
        each_direction!(G::DIRECTIONS, D, O, {
            let cells = successors(next(cell, D), |&cell| next(cell, D));
            let ray: Vec<usize> = cells.map_while(|cell| squares.get(&cell).copied()).collect();
            let mut indices = indices(board.ray(D, index));
            if !ascends(D) {
                indices.reverse();
            }
            assert_eq!(indices, ray, "{cell:?} {D}");
            let step = board.step::<D>(square) & board.playable();
            assert_eq!(self::indices(step), ray[..ray.len().min(1)], "{cell:?} {D}");
            // An empty ray is open, and the first square of a full one blocks it.
            assert_eq!(board.open_ray::<D>(index, G::Word::EMPTY).count() as usize, ray.len());
            assert!(board.open_ray::<D>(index, board.playable()).is_empty());
            // With a square behind this one a piece on it can be jumped from all over the ray, else from up to a blocker.
            if (board.step::<O>(square) & board.playable()).count() > 0 && !ray.is_empty() {
                let all = board.slide::<D, O>(step, board.playable());
                assert_eq!(all & board.playable(), board.ray(D, index), "{cell:?} {D}");
                let blocker = G::Word::bit(ray[ray.len() / 2]);
                let some = board.slide::<D, O>(step, board.playable() & !blocker);
                assert_eq!(
                    some & board.playable(),
                    board.open_ray::<D>(index, blocker) | blocker,
                    "{cell:?} {D}"
                );
            }
        });
    }
}

/// The squares of a set, ascending.
pub fn indices<W: Word>(set: W) -> Vec<usize> {
    Bits(set).map(Word::lowest).collect()
}
