//! The machine word that holds one bit a square.
//!
//! Decides which bit operations a board word offers. Knows nothing of boards.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares as the bits of an unsigned integer.
///
/// The top bit is never a square: [`Word::above_highest`] relies on it.
pub trait Word:
    Copy
    + Eq
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
    /// The set of one square; `index < 128`, within the word.
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
    /// Every bit above the highest square; all bits when empty.
    fn above_highest(self) -> Self;
    /// The set as a 128-bit word.
    fn widen(self) -> u128;
    /// The low bits of a 128-bit set.
    fn narrow(wide: u128) -> Self;

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
                debug_assert!(self.leading_zeros() > 0, "the top bit is never a square");
                <$word>::MAX << ((<$word>::BITS - self.leading_zeros()) & (<$word>::BITS - 1))
            }
            #[inline(always)]
            fn widen(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn narrow(wide: u128) -> Self {
                wide as $word
            }
        }
    };
}

impl_word!(u64);
impl_word!(u128);

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
