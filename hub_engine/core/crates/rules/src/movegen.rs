//! Which moves there are: one source for every variant.
//!
//! Everything is generic over the board ([`Geometry`]) and the rules ([`Rules`]); with rules fixed at
//! build time each `if` on the rule word below is decided by the compiler.
//! The rules themselves: a capture must be made when there is one; a capture is (origin, landing,
//! captured set), and equal ones are one move; a piece goes on while it can, and a flying king that
//! could go on from some of its landings must choose among those. Where captures need not be made
//! (`huffing`), the same lists are put together otherwise.

mod captures;
mod capturing;
mod chains;
mod jumps;
mod kings;
mod opening;
mod quiet;
mod straight;

pub use captures::{Captures, MoveList};
pub use quiet::{can_crown, count_quiet, for_each_quiet, has_quiet};

use crate::each_direction;
use crate::geometry::Geometry;
use crate::huffing;
use crate::position::{Move, Position, Side, State};
use crate::rules::Rules;
use crate::word::{Bits, Word};

use capturing::{Capturing, capturing};
use chains::{count_chains, list_chains};
use jumps::{jumping_men, men_jumps};
use kings::{for_each_king_jump, king_jumps};
use opening::removable;
use straight::{count_straight, list_straight};

/// True when the side to move can capture.
#[inline(always)]
pub fn can_capture<G: Geometry, R: Rules, S: Side>(board: G, rules: R, position: &Position<G::Word>) -> bool {
    let word = rules.word();
    let jumps = men_jumps::<G, S>(board, word, position);
    removable::<G, R, S>(board, rules, position).is_some()
        || !jumping_men::<G, S>(board, word, position, &jumps).is_empty()
        || position.our_kings().meets(king_jumps::<G, S>(board, word, position).any)
}

/// Number of moves, bulk counted: listed only where captures can differ in rank or double.
#[inline(always)]
pub fn count_moves<G: Geometry, R: Rules, S: Side>(board: G, rules: R, position: &Position<G::Word>) -> u64 {
    if position.is_ended_by_king(rules.word()) {
        return 0;
    }
    if let Some(removable) = removable::<G, R, S>(board, rules, position) {
        return u64::from(removable.count());
    }
    if rules.word().straight_captures() {
        let captures = count_straight::<G, R, S>(board, rules, position);
        return if captures > 0 { captures } else { count_quiet::<G, R, S>(board, rules, position) };
    }
    match capturing::<G, R, S>(board, rules, position) {
        Capturing::Nobody => count_quiet::<G, R, S>(board, rules, position),
        Capturing::SingleJumps(landings) => {
            let mut count = landings.iter().map(|set| u64::from(set.count())).sum();
            for_each_king_jump::<G, R, S>(board, rules, position, |jump| {
                count += u64::from(jump.stops.count());
            });
            count
        }
        Capturing::Chains { men, kings } => count_chains::<G, R, S>(board, rules, position, men, kings),
    }
}

/// Fills `captures` (cleared first) with the captures that the precedence allows; empty when there is none.
///
/// Out of line, since it is long and many places ask for it: as fast, and a sixth less code.
#[inline(never)]
pub fn captures_into<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    captures: &mut Captures<G::Word>,
) {
    captures.clear();
    if let Some(removable) = removable::<G, R, S>(board, rules, position) {
        captures.moves.extend(Bits(removable).map(Move::removal));
        return;
    }
    let word = rules.word();
    if word.straight_captures() {
        return list_straight::<G, R, S>(board, rules, position, captures);
    }
    match capturing::<G, R, S>(board, rules, position) {
        Capturing::Nobody => {}
        Capturing::SingleJumps(landings) => {
            let crown = S::promotion_squares(board, word);
            let directions = word.man_capture() | word.parachute();
            each_direction!(S::directions(word, directions) & G::DIRECTIONS, D, O, {
                for to in Bits(landings[D]) {
                    let over = board.step::<O>(to);
                    let from = board.step::<O>(over);
                    captures.moves.push(Move::new(from.lowest(), to.lowest(), over, to.meets(crown)));
                }
            });
            for_each_king_jump::<G, R, S>(board, rules, position, |jump| {
                for to in Bits(jump.stops) {
                    captures.moves.push(Move::new(jump.from.lowest(), to.lowest(), jump.over, false));
                }
            });
        }
        Capturing::Chains { men, kings } => {
            list_chains::<G, R, S>(board, rules, position, men, kings, captures)
        }
    }
}

/// All moves of the side to move, in no particular order; the game's end by a king is the caller's to test.
pub fn moves_into<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    barred: G::Word,
    captures: &mut Captures<G::Word>,
) {
    captures_into::<G, R, S>(board, rules, position, captures);
    if captures.moves.is_empty() {
        for_each_quiet::<G, R, S>(board, rules, position, barred, |from, to, crowns| {
            captures.moves.push(Move::new(from.lowest(), to.lowest(), G::Word::EMPTY, crowns));
        });
    }
}

/// All moves of a state: where captures may be left unmade those that huff included, else as [`moves_into`],
/// without those that a same-king run forbids.
#[inline(always)]
pub fn state_moves_into<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    state: &State<G::Word, S>,
    captures: &mut Captures<G::Word>,
) {
    if R::MAY_HUFF && rules.word().huffing() {
        huffing::moves_into::<G, S>(board, rules.word(), state, captures);
    } else {
        let barred = state.runs.barred::<R, S, G::Word>(rules, &state.position);
        moves_into::<G, R, S>(board, rules, &state.position, barred, captures);
    }
}
