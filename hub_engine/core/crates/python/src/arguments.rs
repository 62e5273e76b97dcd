//! Numbers from Python, refused by name, with the range they must lie in; the one home of the bounds of an engine.

use std::fmt::Display;
use std::ops::RangeInclusive;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Most threads of one search or count: those of the largest machines that exist.
pub const MAX_THREADS: usize = 256;
/// Most plies of one count: one more are a frame of the stack each, and far fewer take years.
pub const MAX_PERFT_DEPTH: u32 = 64;
/// Largest table of one search or count, in mebibytes: 1 TiB.
pub const MAX_HASH_MB: usize = 1 << 20;

/// The number that argument `name` gives. Not an integer: TypeError; outside of the range: ValueError.
pub fn whole<T>(name: &str, value: &Bound<'_, PyAny>, range: RangeInclusive<T>) -> PyResult<T>
where
    T: Display + PartialOrd + TryFrom<u64>,
{
    let out_of_range = || {
        let (least, most) = (range.start(), range.end());
        PyValueError::new_err(format!("{name}: {value} is not a number from {least} to {most}"))
    };
    let number: u64 = value.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            return out_of_range();
        }
        let kind = value.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("{name} must be an integer, not {kind}"))
    })?;
    T::try_from(number).ok().filter(|number| range.contains(number)).ok_or_else(out_of_range)
}

/// The same for an argument that may be left out.
pub fn whole_or_none<T>(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
    range: RangeInclusive<T>,
) -> PyResult<Option<T>>
where
    T: Display + PartialOrd + TryFrom<u64>,
{
    value.map(|value| whole(name, value, range)).transpose()
}

/// The seconds that argument `name` gives. Not finite, or less than `least_s`: ValueError.
pub fn seconds(name: &str, value: f64, least_s: f64) -> PyResult<f64> {
    if value.is_finite() && value >= least_s {
        return Ok(value);
    }
    Err(PyValueError::new_err(format!(
        "{name}: {value} is not a finite number of seconds, at least {least_s}"
    )))
}

/// The same for an argument that may be left out.
pub fn seconds_or_none(name: &str, value: Option<f64>, least_s: f64) -> PyResult<Option<f64>> {
    value.map(|value| seconds(name, value, least_s)).transpose()
}
