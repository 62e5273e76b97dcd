//! Which move to look at first: how likely each was to refute, learnt during the search.
//!
//! A move's chance is kept by origin and landing; it moves a step towards one when the move causes a
//! cutoff and towards zero when it was tried in vain before one (the scheme is Scan's, by F. Letouzey).

use std::marker::PhantomData;

use hub_rules::position::{Move, Position};
use hub_rules::rules::Rules;
use hub_rules::word::Word;

/// A certain cutoff.
const ONE: u16 = 1 << 12;
/// An update moves the chance 1/32 of the way.
const RATE: u32 = 5;

/// Rank of the table's move.
pub(crate) const TABLE_MOVE: u16 = u16::MAX;

/// Chances of moves, by origin and landing.
pub(crate) struct History<W> {
    chances: Vec<u16>,
    word: PhantomData<W>,
}

impl<W: Word> History<W> {
    pub fn new() -> Self {
        History { chances: vec![ONE / 2; W::BITS * W::BITS], word: PhantomData }
    }

    #[inline(always)]
    fn index(mv: &Move<W>) -> usize {
        (mv.from() * W::BITS + mv.to()) & (W::BITS * W::BITS - 1)
    }

    /// Rank of a move; larger first.
    #[inline(always)]
    pub fn rank(&self, mv: &Move<W>) -> u16 {
        self.chances[Self::index(mv)]
    }

    #[inline(always)]
    pub fn reward(&mut self, mv: &Move<W>) {
        let chance = &mut self.chances[Self::index(mv)];
        *chance += (ONE - *chance) >> RATE;
    }

    #[inline(always)]
    pub fn punish(&mut self, mv: &Move<W>) {
        let chance = &mut self.chances[Self::index(mv)];
        *chance -= *chance >> RATE;
    }
}

/// Above every chance.
const TACTICAL: u16 = 2 * ONE;

/// Rank of a capture, before all quiet moves: what it takes, kings before men.
#[inline(always)]
pub(crate) fn capture_rank<R: Rules, W: Word>(position: &Position<W>, mv: &Move<W>) -> u16 {
    let gone = mv.gone::<R>();
    let taken = gone.count() + 2 * (gone & position.kings).count() + u32::from(mv.crowns());
    TACTICAL + taken as u16
}
