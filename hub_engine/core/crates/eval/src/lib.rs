//! Static evaluation of a position, derived from the rules of any variant.
//!
//! Decides what a quiet position is worth, in hundredths of a man. It sees no path, no clock and no
//! move list; a won or lost end is the search's to find.
//! [`Evaluation`] is the one interface: a sum kept up move by move, and a value read from it.

mod evaluation;
mod pair;
mod weights;

pub use evaluation::Evaluation;
pub use pair::Pair;
