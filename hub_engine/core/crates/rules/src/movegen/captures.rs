//! The captures of a position as they are found: those of the best rank so far, none twice.
//!
//! Decides which capture must be chosen (precedence) and when two ways to capture are one move.

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

/// Captures of equal rank, the best found so far.
///
/// One list is reused from node to node by [`Captures::clear`], so the node allocates nothing.
pub struct Captures<W: Word> {
    /// The captures that the precedence allows.
    pub moves: MoveList<W>,
    rank: u64,
    jumps: u32,
    max_jumps: u32,
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
        Captures { moves: SmallVec::new(), rank: 0, jumps: 0, max_jumps }
    }

    /// Empties the list.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.moves.clear();
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
                self.moves.clear();
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
        if mv.captured.count() >= needed && self.moves.contains(&mv) {
            return;
        }
        self.moves.push(mv);
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
