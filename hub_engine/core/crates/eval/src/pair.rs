//! A middle game and an endgame value in one word, added and subtracted together.

use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// Two values of 32 bits: no board holds so many pieces that their sum overflows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(i64);

impl Pair {
    /// Nothing.
    pub const ZERO: Pair = Pair(0);

    /// Both values.
    pub const fn new(middle: i32, end: i32) -> Self {
        Pair(((middle as i64) << 32) + end as i64)
    }

    /// The middle game value.
    #[inline(always)]
    pub const fn middle(self) -> i32 {
        // The low half borrows from the high one when it is negative.
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// The endgame value.
    #[inline(always)]
    pub const fn end(self) -> i32 {
        self.0 as i32
    }

    /// The values times a number.
    #[inline(always)]
    pub const fn times(self, n: i32) -> Self {
        Pair(self.0 * n as i64)
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline(always)]
    fn neg(self) -> Pair {
        Pair(-self.0)
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
    }
}

impl SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, other: Pair) {
        self.0 -= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        for (a, b) in [(0, 0), (5, -7), (-5, 7), (-1, -1), (12_000, -15_000), (60_000, -70_000)] {
            for (c, d) in [(1, 1), (-300, 20), (299, -21)] {
                let sum = Pair::new(a, b) + Pair::new(c, d);
                assert_eq!((sum.middle(), sum.end()), (a + c, b + d));
                let difference = -(Pair::new(a, b) - Pair::new(c, d).times(2));
                assert_eq!((difference.middle(), difference.end()), (2 * c - a, 2 * d - b));
            }
        }
    }
}
