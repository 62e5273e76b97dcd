//! The machine word that holds one bit a square.
//!
//! Decides which bit operations a board word offers. Knows nothing of boards.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares as the bits of an unsigned integer.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Send
    + Sync
    + Debug
    + Default
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const EMPTY: Self;
    /// Number of bits: one more than the largest index.
    const BITS: usize;
    /// The set of one square; `index < BITS`.
    fn bit(index: usize) -> Self;
    /// Number of squares.
    fn count(self) -> u32;
    /// Index of the lowest square; the word's width when empty.
    fn lowest(self) -> usize;
    /// The lowest square as a set; empty when empty.
    fn lowest_bit(self) -> Self;
    /// The set without its lowest square.
    fn without_lowest(self) -> Self;
    /// Every bit below the lowest square; all bits when empty.
    fn below_lowest(self) -> Self;
    /// The highest square as a set; empty when empty.
    fn highest_bit(self) -> Self;
    /// Every bit above the highest square; all bits when empty. The top bit must not be in the set; it never is
    /// where this is asked: on lines that descend from a square.
    fn above_highest(self) -> Self;
    /// The set folded to 64 bits: different for most different sets.
    fn fold(self) -> u64;
    /// The set as the widest word.
    fn to_wide(self) -> Wide;
    /// The low bits of the widest word.
    fn from_wide(wide: Wide) -> Self;

    /// True when no square is in the set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// True when the sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }
}

macro_rules! impl_word {
    ($word:ty) => {
        impl Word for $word {
            const EMPTY: Self = 0;
            const BITS: usize = <$word>::BITS as usize;
            #[inline(always)]
            fn bit(index: usize) -> Self {
                1 << index
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn lowest_bit(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn below_lowest(self) -> Self {
                self.lowest_bit().wrapping_sub(1)
            }
            #[inline(always)]
            fn highest_bit(self) -> Self {
                match self {
                    0 => 0,
                    _ => 1 << (<$word>::BITS - 1 - self.leading_zeros()),
                }
            }
            #[inline(always)]
            fn above_highest(self) -> Self {
                debug_assert!(self.leading_zeros() > 0, "a descending line never holds the top bit");
                <$word>::MAX << ((<$word>::BITS - self.leading_zeros()) & (<$word>::BITS - 1))
            }
            #[inline(always)]
            fn fold(self) -> u64 {
                let wide = self as u128;
                wide as u64 ^ (wide >> 64) as u64
            }
            #[inline(always)]
            fn to_wide(self) -> Wide {
                Wide { high: 0, low: self as u128 }
            }
            #[inline(always)]
            fn from_wide(wide: Wide) -> Self {
                wide.low as $word
            }
        }
    };
}

impl_word!(u64);
impl_word!(u128);

/// A word of 256 bits: the board word of the largest boards, and the form in which sets of squares of any
/// board cross the border of the typed cores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wide {
    high: u128,
    low: u128,
}

const HALF: u32 = u128::BITS;

impl Wide {
    const ALL: Self = Wide { high: u128::MAX, low: u128::MAX };

    /// One bit; `const`, unlike the trait's.
    pub const fn of_index(index: usize) -> Self {
        let bit = 1 << (index as u32 % HALF);
        if (index as u32) < HALF { Wide { high: 0, low: bit } } else { Wide { high: bit, low: 0 } }
    }
}

impl BitAnd for Wide {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Wide { high: self.high & other.high, low: self.low & other.low }
    }
}

impl BitOr for Wide {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Wide { high: self.high | other.high, low: self.low | other.low }
    }
}

impl BitXor for Wide {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Wide { high: self.high ^ other.high, low: self.low ^ other.low }
    }
}

impl BitAndAssign for Wide {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for Wide {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl Not for Wide {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Wide { high: !self.high, low: !self.low }
    }
}

impl Shl<u32> for Wide {
    type Output = Self;
    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        match n {
            0 => self,
            1..HALF => Wide { high: self.high << n | self.low >> (HALF - n), low: self.low << n },
            _ => Wide { high: self.low << (n - HALF), low: 0 },
        }
    }
}

impl Shr<u32> for Wide {
    type Output = Self;
    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        match n {
            0 => self,
            1..HALF => Wide { high: self.high >> n, low: self.low >> n | self.high << (HALF - n) },
            _ => Wide { high: 0, low: self.high >> (n - HALF) },
        }
    }
}

impl Word for Wide {
    const EMPTY: Self = Wide { high: 0, low: 0 };
    const BITS: usize = 2 * HALF as usize;

    #[inline(always)]
    fn bit(index: usize) -> Self {
        Wide::of_index(index)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.high.count_ones() + self.low.count_ones()
    }
    #[inline(always)]
    fn lowest(self) -> usize {
        let in_low = self.low.trailing_zeros();
        (if self.low != 0 { in_low } else { HALF + self.high.trailing_zeros() }) as usize
    }
    #[inline(always)]
    fn lowest_bit(self) -> Self {
        if self.low != 0 {
            Wide { high: 0, low: self.low.lowest_bit() }
        } else {
            Wide { high: self.high.lowest_bit(), low: 0 }
        }
    }
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self ^ self.lowest_bit()
    }
    #[inline(always)]
    fn below_lowest(self) -> Self {
        if self.low != 0 {
            Wide { high: 0, low: self.low.below_lowest() }
        } else {
            Wide { high: self.high.below_lowest(), low: u128::MAX }
        }
    }
    #[inline(always)]
    fn highest_bit(self) -> Self {
        if self.high != 0 {
            Wide { high: self.high.highest_bit(), low: 0 }
        } else {
            Wide { high: 0, low: self.low.highest_bit() }
        }
    }
    #[inline(always)]
    fn above_highest(self) -> Self {
        if self.is_empty() { Wide::ALL } else { !(self.highest_bit() | self.highest_bit().below_lowest()) }
    }
    #[inline(always)]
    fn fold(self) -> u64 {
        self.high.fold() ^ self.low.fold()
    }
    #[inline(always)]
    fn to_wide(self) -> Wide {
        self
    }
    #[inline(always)]
    fn from_wide(wide: Wide) -> Self {
        wide
    }
}

/// The members of a set, lowest first, each as a set of one square.
#[derive(Clone, Copy)]
pub struct Bits<W>(pub W);

impl<W: Word> Iterator for Bits<W> {
    type Item = W;

    #[inline(always)]
    fn next(&mut self) -> Option<W> {
        if self.0.is_empty() {
            return None;
        }
        let bit = self.0.lowest_bit();
        self.0 = self.0.without_lowest();
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The wide word does on each half what the plain one does on the whole.
    #[test]
    fn the_wide_word_agrees_with_plain_ones() {
        let sets = [0u128, 1, 1 << 126, 0xdead_beef << 40, (1 << 127) - 1];
        for set in sets {
            for shift in [0, 1, 63, 100] {
                let (low, high) = (set.to_wide(), set.to_wide() << HALF);
                assert_eq!(high >> HALF, low);
                assert_eq!(u128::from_wide(low << shift), set << shift);
                assert_eq!((low << shift) >> shift, low, "nothing is lost below bit 256");
                assert_eq!(u128::from_wide(high >> shift >> (HALF - shift)), set);
                assert_eq!((low.count(), high.count()), (set.count(), set.count()));
                assert_eq!(u128::from_wide(low.highest_bit()), set.highest_bit());
                assert_eq!(u128::from_wide(low.above_highest()), set.above_highest());
                assert_eq!(u128::from_wide(high.above_highest() >> HALF), set.above_highest());
                assert_eq!(u128::from_wide(high.without_lowest() >> HALF), set.without_lowest());
                assert_eq!(u128::from_wide(high.below_lowest() >> HALF), set.below_lowest());
                if set != 0 {
                    assert_eq!((low.lowest(), high.lowest()), (set.lowest(), set.lowest() + 128));
                }
            }
        }
        assert_eq!(Wide::bit(200) >> 150, Wide::bit(50));
        assert_eq!(Bits(Wide::bit(3) | Wide::bit(140)).map(Word::lowest).collect::<Vec<_>>(), [3, 140]);
    }
}
