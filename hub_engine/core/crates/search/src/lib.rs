//! Search: which move to play, in any variant, within a time.
//!
//! Everything inside is generic over board and rules and is dispatched once a search. This crate reads
//! clocks and starts threads; it does no other input or output and knows no protocol text.

pub mod bench;
mod clock;
mod control;
mod info;
mod limits;
mod ordering;
mod quiescence;
mod root;
mod score;
mod search;
mod searcher;
mod timer;
mod tt;
mod worker;

pub use info::{SearchInfo, SearchResult};
pub use limits::{Clock, Limits, Mode};
pub use score::{MAX_PLY, Score};
pub use searcher::{OutOfMemory, Searcher, evaluate};
