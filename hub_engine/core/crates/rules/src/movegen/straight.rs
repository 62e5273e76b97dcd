//! Captures that go straight on for as long as the player likes.

use super::captures::Captures;
use super::jumps::men_jumps;
use crate::each_direction;
use crate::geometry::Geometry;
use crate::position::{Move, Position, Side};
use crate::rules::Rules;
use crate::word::{Bits, Word};

/// Number of captures where each may end after any jump and goes straight on.
#[inline(always)]
pub(super) fn count_straight<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
) -> u64 {
    let word = rules.word();
    let jumps = men_jumps::<G, S>(board, word, position);
    let mut count = 0;
    each_direction!(S::directions(word, word.man_capture()) & G::DIRECTIONS, D, _O, {
        let mut jumping = position.our_men() & jumps.by_direction[D];
        while !jumping.is_empty() {
            count += jumping.count();
            jumping = board.step::<D>(board.step::<D>(jumping)) & jumps.by_direction[D];
        }
    });
    u64::from(count)
}

/// Lists what [`count_straight`] counts.
#[inline(always)]
pub(super) fn list_straight<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    captures: &mut Captures<G::Word>,
) {
    let word = rules.word();
    let jumps = men_jumps::<G, S>(board, word, position);
    each_direction!(S::directions(word, word.man_capture()) & G::DIRECTIONS, D, _O, {
        for from in Bits(position.our_men() & jumps.by_direction[D]) {
            let (mut at, mut captured) = (from, G::Word::EMPTY);
            while at.meets(jumps.by_direction[D]) {
                let over = board.step::<D>(at);
                at = board.step::<D>(over);
                captured |= over;
                captures.moves.push(Move::new(from.lowest(), at.lowest(), captured, false));
            }
        }
    });
}
