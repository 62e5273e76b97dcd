//! Core errors as Python exceptions; the only place where one becomes the other.

use hub_rules::game::IllegalMove;
use hub_rules::ruleset::RuleSetError;
use hub_rules::setup::SetupError;
use hub_search::OutOfMemory;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(
    hub_engine._core,
    IllegalPositionError,
    PyValueError,
    "The pieces given form no legal position."
);
create_exception!(hub_engine._core, IllegalMoveError, PyValueError, "The move is not legal here.");

/// A refused setup.
pub fn illegal_position(error: SetupError) -> PyErr {
    IllegalPositionError::new_err(error.to_string())
}

/// A refused move.
pub fn illegal_move(error: IllegalMove) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}

/// Refused rule data.
pub fn bad_rules(error: RuleSetError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// No memory for a table.
pub fn out_of_memory(error: OutOfMemory) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}
