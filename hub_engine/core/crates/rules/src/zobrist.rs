//! Position keys: a random number a piece and square, combined by exclusive or.

use crate::position::{KingRuns, Move, Position, Side, State};
use crate::rules::Rules;
use crate::word::{Bits, Wide, Word};

/// Key of a position.
pub type Key = u64;

/// Squares of the largest word.
const SQUARES: usize = Wide::BITS;

/// Numbers by `[is white][is king][square]`.
static PIECES: [[[u64; SQUARES]; 2]; 2] = {
    let mut table = [[[0; SQUARES]; 2]; 2];
    let mut seed = 0;
    // Square by square of the small words, then of the rest: their numbers do not depend on the size of the table.
    let mut half = 0;
    while half < 2 {
        let mut i = 0;
        while i < 4 * 128 {
            seed += 1;
            table[i / 256][i / 128 % 2][128 * half + i % 128] = mix(seed);
            i += 1;
        }
        half += 1;
    }
    table
};

const WHITE_TO_MOVE: u64 = mix(u64::MAX);

/// A well mixed 64-bit number from any number (the finaliser of SplitMix64, Steele et al. 2014).
pub const fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[inline(always)]
fn piece(white: bool, king: bool, square: usize) -> u64 {
    PIECES[usize::from(white)][usize::from(king)][square & (SQUARES - 1)]
}

/// The share of the same-king runs in a key; 0 for none.
#[inline(always)]
pub fn runs_key(runs: KingRuns) -> Key {
    match runs.bits() {
        0 => 0,
        bits => mix(u64::from(bits) | 1 << 32),
    }
}

/// The share of the pieces that may be huffed in a key; 0 for none.
#[inline(always)]
pub fn huffable_key<W: Word>(huffable: W) -> Key {
    Bits(huffable).fold(0, |key, bit| key ^ mix(1 << 33 | bit.lowest() as u64))
}

/// The share of all that belongs to a state besides its pieces.
#[inline(always)]
pub fn extras_key<W: Word, S: Side>(state: &State<W, S>) -> Key {
    runs_key(state.runs) ^ huffable_key(state.huffable)
}

/// Key from scratch, of the pieces and the side to move only.
pub fn key<W: Word, S: Side>(position: &Position<W>) -> Key {
    let mut key = if S::WHITE { WHITE_TO_MOVE } else { 0 };
    for (set, white) in [(position.us, S::WHITE), (position.them, !S::WHITE)] {
        for bit in Bits(set) {
            key ^= piece(white, position.kings.meets(bit), bit.lowest());
        }
    }
    key
}

/// Key after a move of side `S` from `position` with key `before`, of the pieces and the side to move only.
#[inline(always)]
pub fn key_after<R: Rules, W: Word, S: Side>(
    rules: R,
    before: Key,
    position: &Position<W>,
    mv: &Move<W>,
) -> Key {
    let is_king = position.kings.meets(W::bit(mv.from()));
    if rules.word().has_opening() && mv.is_removal() {
        return before ^ WHITE_TO_MOVE ^ piece(S::WHITE, is_king, mv.from());
    }
    let mut key = before
        ^ WHITE_TO_MOVE
        ^ piece(S::WHITE, is_king, mv.from())
        ^ piece(S::WHITE, is_king | mv.crowns(), mv.to());
    for bit in Bits(mv.gone::<R>()) {
        key ^= piece(!S::WHITE, position.kings.meets(bit), bit.lowest());
    }
    key
}
