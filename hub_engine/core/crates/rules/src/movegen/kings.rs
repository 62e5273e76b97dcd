//! What the kings of a standing position can jump over: answers found without walking a chain.

use super::jumps::{Jumps, jumps};
use crate::each_direction;
use crate::geometry::Geometry;
use crate::position::{Position, Side};
use crate::rule_word::RuleWord;
use crate::rules::Rules;
use crate::word::{Bits, Word};

/// The jumps of kings from wherever one might stand; none when the side to move has no king.
#[inline(always)]
pub(super) fn king_jumps<G: Geometry, S: Side>(
    board: G,
    word: RuleWord,
    position: &Position<G::Word>,
) -> Jumps<G::Word> {
    if position.our_kings().is_empty() {
        return Jumps::NONE;
    }
    let empty = board.playable() & !position.occupied();
    let directions = S::directions(word, word.king_capture()) & G::DIRECTIONS;
    let mut jumps = jumps(board, directions, position.them, empty);
    if word.flying_kings() {
        each_direction!(directions, D, O, {
            jumps.by_direction[D] = board.slide::<O, D>(jumps.by_direction[D], empty);
            jumps.any |= jumps.by_direction[D];
        });
    }
    jumps
}

/// A king's first jump.
pub(super) struct KingJump<W> {
    /// The king.
    pub(super) from: W,
    /// What it takes.
    pub(super) over: W,
    /// Where its move may end, if it ends with this jump.
    pub(super) stops: W,
    /// It can go on from some landing. Exact, but for pieces that leave the board at once: they open the line
    /// that a flying king came on.
    pub(super) goes_on: bool,
}

/// Calls `visit` for each first jump of a king of the side to move.
#[inline(always)]
pub(super) fn for_each_king_jump<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    mut visit: impl FnMut(KingJump<G::Word>),
) {
    let word = rules.word();
    let jumps = king_jumps::<G, S>(board, word, position);
    let occupied = position.occupied();
    let directions = S::directions(word, word.king_capture()) & G::DIRECTIONS;
    for from in Bits(position.our_kings() & jumps.any) {
        each_direction!(directions, D, O, {
            if from.meets(jumps.by_direction[D]) {
                let over = if word.flying_kings() {
                    board.first_on_ray::<D>(from.lowest(), occupied)
                } else {
                    board.step::<D>(from)
                };
                let behind = board.step::<D>(over);
                let landings = if word.flying_kings() && !word.lands_behind() {
                    board.open_ray::<D>(over.lowest(), occupied)
                } else {
                    behind
                };
                let ends_behind = word.lands_behind_last_king() && over.meets(position.kings);
                visit(KingJump {
                    from,
                    over,
                    stops: if ends_behind { behind } else { landings },
                    // Lines through a landing meet the line of the jump nowhere else, so the king's leaving its
                    // square changes nothing on them, and straight back stands the piece just taken.
                    goes_on: landings.meets(jumps.in_any(directions & !(1 << O))),
                });
            }
        });
    }
}
