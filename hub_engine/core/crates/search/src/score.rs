//! The worth of a position as the search sees it.

use std::ops::{Add, Neg, Sub};

/// Hundredths of a man for the side to move; the ends of the range are won and lost games.
///
/// A win `n` plies from the root is `10_000 - n`, a loss its negative. Evaluations stay within
/// ±[`Score::EVAL_LIMIT`], so nothing between there and [`Score::WIN_LIMIT`] occurs (kept for bitbase wins).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

/// Longest line from the root, captures included.
pub const MAX_PLY: usize = 250;

impl Score {
    /// Nobody wins.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const INFINITY: Score = Score(10_001);
    /// Largest evaluation.
    pub const EVAL_LIMIT: i32 = 8_000;
    /// A score above this is a won game.
    pub const WIN_LIMIT: i32 = 9_000;
    const WIN: i32 = 10_000;

    /// An evaluation, clipped to its range.
    #[inline(always)]
    pub fn from_eval(value: i32) -> Self {
        Score(value.clamp(-Self::EVAL_LIMIT, Self::EVAL_LIMIT))
    }
    /// The side to move wins; the game ends `ply` plies from the root.
    #[inline(always)]
    pub const fn win_at(ply: usize) -> Self {
        Score(Self::WIN - ply as i32)
    }
    /// The side to move loses; the game ends `ply` plies from the root.
    #[inline(always)]
    pub const fn loss_at(ply: usize) -> Self {
        Score(ply as i32 - Self::WIN)
    }
    /// The number.
    #[inline(always)]
    pub const fn value(self) -> i32 {
        self.0
    }
    /// The side to move wins.
    #[inline(always)]
    pub const fn is_win(self) -> bool {
        self.0 > Self::WIN_LIMIT
    }
    /// The side to move loses.
    #[inline(always)]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::WIN_LIMIT
    }
    /// No end of the game in sight.
    #[inline(always)]
    pub const fn is_eval(self) -> bool {
        !self.is_win() && !self.is_loss()
    }
    /// Plies to the end, positive for a win, negative for a loss.
    pub const fn win_plies(self) -> Option<i32> {
        if self.is_win() {
            Some(Self::WIN - self.0)
        } else if self.is_loss() {
            Some(-(Self::WIN + self.0))
        } else {
            None
        }
    }

    /// As stored in the table at `ply`: plies to the end counted from there.
    #[inline(always)]
    pub(crate) const fn to_table(self, ply: usize) -> i16 {
        if self.is_win() {
            (self.0 + ply as i32) as i16
        } else if self.is_loss() {
            (self.0 - ply as i32) as i16
        } else {
            self.0 as i16
        }
    }
    /// Read from the table at `ply`.
    #[inline(always)]
    pub(crate) const fn from_table(stored: i16, ply: usize) -> Self {
        let score = Score(stored as i32);
        if score.is_win() {
            Score(score.0 - ply as i32)
        } else if score.is_loss() {
            Score(score.0 + ply as i32)
        } else {
            score
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn add(self, n: i32) -> Score {
        Score(self.0 + n)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn sub(self, n: i32) -> Score {
        Score(self.0 - n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_table() {
        for score in
            [Score::win_at(7), Score::loss_at(12), Score::from_eval(8_000), Score::from_eval(-1), Score::DRAW]
        {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
        let stored = Score::win_at(9).to_table(4);
        assert_eq!(Score::from_table(stored, 6).win_plies(), Some(11));
    }

    #[test]
    fn a_nearer_win_is_better_and_a_later_loss_too() {
        assert!(Score::win_at(3) > Score::win_at(5));
        assert!(Score::loss_at(6) > Score::loss_at(4));
        assert_eq!(Score::loss_at(4).win_plies(), Some(-4));
        assert_eq!(Score::from_eval(99_999).win_plies(), None);
        assert!(Score::win_at(MAX_PLY).is_win());
    }
}
