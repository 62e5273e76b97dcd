//! Pieces that are taken off before the first ordinary move.

use crate::direction::DIAGONALS;
use crate::each_direction;
use crate::geometry::Geometry;
use crate::position::{Position, Side};
use crate::rules::Rules;
use crate::word::Word;

/// What the side to move may take off in the opening; none: it makes an ordinary move.
#[inline(always)]
pub(super) fn removable<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
) -> Option<G::Word> {
    if !rules.word().has_opening() {
        return None;
    }
    let gaps = board.playable() & !position.occupied();
    let ply = board.marks().opening.get(gaps.count() as usize).filter(|ply| ply.is_whites == S::WHITE)?;
    let mut beside = G::Word::EMPTY;
    each_direction!(!DIAGONALS, D, _O, {
        beside |= board.step::<D>(gaps);
    });
    Some(position.us & ply.removable.unwrap_or(beside)).filter(|set| !set.is_empty())
}
