//! `hub_engine._core`: the draughts core for Python.
//!
//! Translates values at the border and nothing else. Long work runs detached from the interpreter.

mod arguments;
mod errors;
mod game;
mod position;
mod searcher;

/// The compiled module.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    const MAX_HASH_MB: usize = crate::arguments::MAX_HASH_MB;
    #[pymodule_export]
    const MAX_PERFT_DEPTH: u32 = crate::arguments::MAX_PERFT_DEPTH;
    #[pymodule_export]
    const MAX_THREADS: usize = crate::arguments::MAX_THREADS;

    #[pymodule_export]
    use crate::errors::{IllegalMoveError, IllegalPositionError};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::position::{Move, Position, RuleSet};
    #[pymodule_export]
    use crate::searcher::{Limits, SearchInfo, SearchResult, Searcher, bench};
}
