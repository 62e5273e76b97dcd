//! Whole numbers from Python, refused by name.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The number that argument `name` gives. Not an integer: TypeError; outside of `T`: ValueError.
pub fn whole<T: TryFrom<u64>>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<T> {
    let out_of_range = || {
        let bits = 8 * size_of::<T>();
        PyValueError::new_err(format!("{name}: {value} is not a number from 0 to 2**{bits} - 1"))
    };
    let number: u64 = value.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            return out_of_range();
        }
        let kind = value.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("{name} must be an integer, not {kind}"))
    })?;
    T::try_from(number).map_err(|_| out_of_range())
}

/// The same for an argument that may be left out.
pub fn whole_or_none<T: TryFrom<u64>>(name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<T>> {
    value.map(|value| whole(name, value)).transpose()
}
