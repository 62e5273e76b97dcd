//! Which move to look at first: how likely each was to refute, learnt during the search.
//!
//! A move's chance is kept by origin and landing; it moves a step towards one when the move causes a
//! cutoff and towards zero when it was tried in vain before one (the scheme is Scan's, by F. Letouzey).

use hub_rules::position::{Move, Position};
use hub_rules::word::Word;

/// A certain cutoff.
const ONE: u16 = 1 << 12;
/// An update moves the chance 1/32 of the way.
const RATE: u32 = 5;
const SQUARES: usize = 128;

/// Rank of the table's move.
pub(crate) const TABLE_MOVE: u16 = u16::MAX;

/// Chances of quiet moves.
pub(crate) struct History {
    chances: Vec<u16>,
}

impl History {
    pub fn new() -> Self {
        History { chances: vec![ONE / 2; SQUARES * SQUARES] }
    }

    #[inline(always)]
    fn index<W: Word>(mv: &Move<W>) -> usize {
        (mv.from() * SQUARES + mv.to()) & (SQUARES * SQUARES - 1)
    }

    /// Rank of a quiet move; larger first.
    #[inline(always)]
    pub fn quiet_rank<W: Word>(&self, mv: &Move<W>) -> u16 {
        self.chances[Self::index(mv)]
    }

    #[inline(always)]
    pub fn reward<W: Word>(&mut self, mv: &Move<W>) {
        let chance = &mut self.chances[Self::index(mv)];
        *chance += (ONE - *chance) >> RATE;
    }

    #[inline(always)]
    pub fn punish<W: Word>(&mut self, mv: &Move<W>) {
        let chance = &mut self.chances[Self::index(mv)];
        *chance -= *chance >> RATE;
    }
}

/// Rank of a capture: what it takes, kings before men.
#[inline(always)]
pub(crate) fn capture_rank<W: Word>(position: &Position<W>, mv: &Move<W>) -> u16 {
    let taken = mv.captured.count() + 2 * (mv.captured & position.kings).count() + u32::from(mv.crowns());
    taken as u16
}
