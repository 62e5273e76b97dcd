//! The captures of a position as they are found: those of the best rank so far, none twice.
//!
//! Decides which capture must be chosen (precedence) and when two ways to capture are one move.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};

use smallvec::SmallVec;

use crate::position::Move;
use crate::rule_word::{MAX_PRECEDENCE, Precedence, RuleWord};
use crate::rules::Rules;
use crate::word::Word;

/// Moves in a list of inline storage; longer lists (many flying kings) go to the heap.
pub type MoveList<W> = SmallVec<[Move<W>; 64]>;

/// Jumps that are followed at most to find the captures of a position, so that no position takes for ever; those found
/// by then are all. Where so many are near, no position may be set up (see [`crate::setup`]).
const MAX_JUMPS: u32 = 1 << 20;

/// Captures from which on doubles are found by a set: looking through so many costs more.
const LONG_LIST: usize = 64;

/// Captures of equal rank, the best found so far.
///
/// One list is reused from node to node by [`Captures::clear`], so the node allocates nothing.
pub struct Captures<W: Word> {
    /// The captures that the precedence allows.
    pub moves: MoveList<W>,
    rank: u64,
    jumps: u32,
    max_jumps: u32,
    /// The captures of a long list again, where only those are looked up that may come twice.
    known: HashSet<Move<W>, BuildHasherDefault<DefaultHasher>>,
}

impl<W: Word> Default for Captures<W> {
    fn default() -> Self {
        Self::within(MAX_JUMPS)
    }
}

impl<W: Word> Captures<W> {
    /// An empty list.
    #[inline(always)]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty list of what is found by following so many jumps at most.
    pub fn within(max_jumps: u32) -> Self {
        Captures { moves: SmallVec::new(), rank: 0, jumps: 0, max_jumps, known: HashSet::default() }
    }

    /// Empties the list.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.forget_moves();
        self.rank = 0;
        self.jumps = 0;
    }

    /// Counts a jump that is to be followed; false when there have been too many.
    #[inline(always)]
    pub(super) fn may_follow(&mut self) -> bool {
        self.jumps += 1;
        self.jumps <= self.max_jumps
    }

    /// False when there may be more captures than were found.
    pub fn are_all(&self) -> bool {
        self.jumps <= self.max_jumps
    }

    /// Adds a capture unless a better one is known; a better one replaces all.
    #[inline(always)]
    pub(super) fn add<R: Rules>(&mut self, rules: R, rank: u64, mv: Move<W>) {
        let word = rules.word();
        if word.ranks() {
            if rank < self.rank {
                return;
            }
            if rank > self.rank {
                self.rank = rank;
                self.forget_moves();
            }
        }
        // Two orders of the same captures need this many pieces: a step mover must go round a square, or a
        // triangle; a flying king can exchange two turns. A king free to land anywhere lists straight lines twice.
        let needed = if word.any_landing() {
            2
        } else if word.flying_kings() || word.mixes_jumps() {
            3
        } else {
            4
        };
        if mv.captured.count() >= needed && self.has(mv) {
            return;
        }
        self.moves.push(mv);
    }

    #[inline(always)]
    fn forget_moves(&mut self) {
        self.moves.clear();
        if !self.known.is_empty() {
            self.known.clear();
        }
    }

    #[inline(always)]
    fn has(&mut self, mv: Move<W>) -> bool {
        if self.moves.len() < LONG_LIST { self.moves.contains(&mv) } else { self.long_list_has(mv) }
    }

    /// Whether the list has a capture, which is known from now on: the caller adds it.
    #[cold]
    #[inline(never)]
    fn long_list_has(&mut self, mv: Move<W>) -> bool {
        if self.known.is_empty() {
            self.known.extend(&self.moves);
        }
        !self.known.insert(mv)
    }
}

/// The first captured piece in an order word.
pub(super) const FIRST_TAKEN: u32 = 1 << 31;

/// The precedence keys of a capture as one number, the most important in the highest bits.
#[inline(always)]
pub(super) fn rank<W: Word>(word: RuleWord, captured: W, kings: W, is_king: bool, order: u32) -> u64 {
    let pieces = u64::from(captured.count());
    let mut rank = 0;
    let mut i = 0;
    while i < MAX_PRECEDENCE {
        let key = word.precedence(i);
        if key == Precedence::Quantity as u64 {
            rank = rank << 8 | pieces;
        } else if key == Precedence::Value as u64 {
            let taken = u64::from((captured & kings).count());
            rank = rank << 16 | (100 * (pieces - taken) + u64::from(word.king_value()) * taken);
        } else if key == Precedence::KingMover as u64 {
            rank = rank << 1 | u64::from(is_king);
        } else if key == Precedence::KingsCaptured as u64 {
            rank = rank << 8 | u64::from((captured & kings).count());
        } else if key == Precedence::KingEarliest as u64 {
            rank = rank << 32 | u64::from(order);
        }
        i += 1;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule_word::RuleWord;
    use crate::rules::Loaded;

    /// Captures of four pieces each, told apart by their landing and one of the pieces.
    fn capture(number: usize) -> Move<u64> {
        Move::new(0, number % 8, 0b111 << 8 | 1 << (11 + number / 8), false)
    }

    #[test]
    fn no_capture_is_listed_twice_however_long_the_list() {
        let rules = Loaded(RuleWord(0));
        let mut captures = Captures::new();
        for _ in 0..2 {
            // The second time in the list that has been used before.
            captures.clear();
            for count in [LONG_LIST - 1, LONG_LIST + 1, 3 * LONG_LIST] {
                for number in 0..count {
                    captures.add(rules, 0, capture(number));
                }
                assert_eq!(captures.moves.len(), count);
            }
        }
        for (number, mv) in captures.moves.iter().enumerate() {
            assert_eq!(*mv, capture(number));
        }
    }
}
