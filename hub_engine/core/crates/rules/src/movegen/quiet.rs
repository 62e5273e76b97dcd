//! Moves that capture nothing.

use super::jumps::men_and_parachutists;
use crate::each_direction;
use crate::geometry::Geometry;
use crate::position::{Position, Side};
use crate::rule_word::RuleWord;
use crate::rules::Rules;
use crate::word::{Bits, Word};

/// Men that may make quiet moves, if there is room.
#[inline(always)]
fn walking_men<G: Geometry, S: Side>(board: G, word: RuleWord, position: &Position<G::Word>) -> G::Word {
    let men = men_and_parachutists::<G, S>(board, word, position).0;
    if word.rests_on_last_row() { men & !S::last_row(board, word) } else { men }
}

/// Calls `visit(origin, landing, crowns)` for each quiet move, squares as sets of one; `barred`: kings that may not move.
/// To be asked only when nothing can be captured.
#[inline(always)]
pub fn for_each_quiet<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    barred: G::Word,
    mut visit: impl FnMut(G::Word, G::Word, bool),
) {
    let word = rules.word();
    let occupied = position.occupied();
    let empty = board.playable() & !occupied;
    let men = walking_men::<G, S>(board, word, position);
    let crown = S::promotion_squares(board, word);
    each_direction!(S::directions(word, word.man_move()) & G::DIRECTIONS, D, O, {
        for first in Bits(men & board.step::<O>(empty)) {
            let to = board.step::<D>(first);
            let mut from = first;
            loop {
                visit(from, to, to.meets(crown));
                if !word.linear_moves() {
                    break;
                }
                // The men behind it in the same line can jump over it.
                from = men & board.step::<O>(from);
                if from.is_empty() {
                    break;
                }
            }
        }
    });
    for from in Bits(position.our_kings() & !barred) {
        let at = from.lowest();
        each_direction!(S::directions(word, word.king_move()) & G::DIRECTIONS, D, _O, {
            let reach = if word.flying_kings() {
                board.open_ray::<D>(at, occupied)
            } else {
                board.step::<D>(from) & empty
            };
            for to in Bits(reach) {
                visit(from, to, false);
            }
        });
    }
}

/// Number of quiet moves.
#[inline(always)]
pub fn count_quiet<G: Geometry, R: Rules, S: Side>(board: G, rules: R, position: &Position<G::Word>) -> u64 {
    let word = rules.word();
    let occupied = position.occupied();
    let empty = board.playable() & !occupied;
    let men = walking_men::<G, S>(board, word, position);
    let mut count = 0;
    each_direction!(S::directions(word, word.man_move()) & G::DIRECTIONS, _D, O, {
        let mut movers = men & board.step::<O>(empty);
        count += movers.count();
        if word.linear_moves() {
            while !movers.is_empty() {
                movers = men & board.step::<O>(movers);
                count += movers.count();
            }
        }
    });
    for from in Bits(position.our_kings()) {
        let at = from.lowest();
        let mut reach = G::Word::EMPTY;
        each_direction!(S::directions(word, word.king_move()) & G::DIRECTIONS, D, _O, {
            reach |= if word.flying_kings() {
                board.open_ray::<D>(at, occupied)
            } else {
                board.step::<D>(from) & empty
            };
        });
        count += reach.count();
    }
    u64::from(count)
}

/// True when some piece can move quietly.
#[inline(always)]
pub fn has_quiet<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    barred: G::Word,
) -> bool {
    let word = rules.word();
    let empty = board.playable() & !position.occupied();
    let men = walking_men::<G, S>(board, word, position);
    let mut can = false;
    each_direction!(S::directions(word, word.man_move()) & G::DIRECTIONS, _D, O, {
        can |= men.meets(board.step::<O>(empty));
    });
    if can {
        return true;
    }
    let kings = position.our_kings() & !barred;
    each_direction!(S::directions(word, word.king_move()) & G::DIRECTIONS, _D, O, {
        can |= kings.meets(board.step::<O>(empty));
    });
    can
}

/// True when a man can be promoted by a quiet move; men that jump over a line of men are not looked at.
#[inline(always)]
pub fn can_crown<G: Geometry, R: Rules, S: Side>(board: G, rules: R, position: &Position<G::Word>) -> bool {
    let word = rules.word();
    let free = board.playable() & !position.occupied() & S::promotion_squares(board, word);
    let men = walking_men::<G, S>(board, word, position);
    let mut can = false;
    each_direction!(S::directions(word, word.man_move()) & G::DIRECTIONS, _D, O, {
        can |= men.meets(board.step::<O>(free));
    });
    can
}
