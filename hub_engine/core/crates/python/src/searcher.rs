//! Searching for Python: blocking calls that run detached from the interpreter.

use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hub_rules::ruleset::RuleSet as CoreRuleSet;
use hub_search::{
    Clock, Limits as CoreLimits, Mode, SearchInfo as CoreInfo, SearchResult as CoreResult,
    Searcher as CoreSearcher,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::arguments::{MAX_HASH_MB, MAX_THREADS, seconds, seconds_or_none, whole, whole_or_none};
use crate::errors;
use crate::game::Game;
use crate::position::Move;

/// Bounds of one search; all that are given hold together.
#[pyclass(module = "hub_engine._core", frozen)]
pub struct Limits {
    limits: CoreLimits,
}

/// Sizes of tables that a search may have, in mebibytes.
const HASH_MB: RangeInclusive<usize> = 1..=MAX_HASH_MB;
/// Numbers of threads that it may have.
const THREADS: RangeInclusive<usize> = 1..=MAX_THREADS;

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (*, depth = None, nodes = None, move_time_s = None, time_s = None, inc_s = 0.0,
                        moves = None, overhead_s = 0.0))]
    fn new(
        depth: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        move_time_s: Option<f64>,
        time_s: Option<f64>,
        inc_s: f64,
        moves: Option<&Bound<'_, PyAny>>,
        overhead_s: f64,
    ) -> PyResult<Self> {
        let depth = whole_or_none("depth", depth, 1..=u32::MAX)?;
        let nodes = whole_or_none("nodes", nodes, 1..=u64::MAX)?;
        let move_time_s = seconds_or_none("move_time_s", move_time_s, 0.0)?;
        let inc_s = seconds("inc_s", inc_s, 0.0)?;
        // What counts is the sum: a clock may be told without the increment that has just been added to it.
        let time_s = seconds_or_none("time_s", time_s, 0.0 - inc_s)?;
        let moves = whole_or_none("moves", moves, 1..=u32::MAX)?;
        let overhead_s = seconds("overhead_s", overhead_s, 0.0)?;
        let clock = time_s.map(|time_s| Clock { time_s, inc_s, moves });
        if clock.is_none() && inc_s > 0.0 {
            return Err(PyValueError::new_err(format!(
                "inc_s: {inc_s} is added to a clock, and time_s is not given"
            )));
        }
        if let (None, Some(moves)) = (clock, moves) {
            return Err(PyValueError::new_err(format!(
                "moves: {moves} are made on a clock, and time_s is not given"
            )));
        }
        Ok(Limits { limits: CoreLimits { depth, nodes, move_time_s, clock, overhead_s } })
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.limits)
    }
}

/// What is known after an iteration.
#[pyclass(module = "hub_engine._core", frozen, get_all)]
pub struct SearchInfo {
    depth: u32,
    seldepth: u32,
    mean_depth: f64,
    score: i32,
    win_plies: Option<i32>,
    nodes: u64,
    time_s: f64,
    pv: Vec<Move>,
}

impl SearchInfo {
    fn from_core(rules: &CoreRuleSet, info: &CoreInfo) -> Self {
        SearchInfo {
            depth: info.depth,
            seldepth: info.seldepth,
            mean_depth: info.mean_depth,
            score: info.score,
            win_plies: info.win_plies,
            nodes: info.nodes,
            time_s: info.time_s,
            pv: info.pv.iter().map(|mv| Move::from_core(rules, mv)).collect(),
        }
    }
}

/// How a search ended.
#[pyclass(module = "hub_engine._core", frozen, get_all)]
pub struct SearchResult {
    r#move: Option<Move>,
    ponder: Option<Move>,
    info: Option<Py<SearchInfo>>,
    stopped: bool,
}

/// Searches one game at a time; `arm`, `stop` and `ponder_hit` may be called from any thread.
#[pyclass(module = "hub_engine._core", frozen)]
pub struct Searcher {
    searcher: CoreSearcher,
}

#[pymethods]
impl Searcher {
    #[new]
    #[pyo3(
        signature = (hash_mb = None, threads = None),
        text_signature = "(hash_mb=64, threads=1)"
    )]
    fn new(hash_mb: Option<&Bound<'_, PyAny>>, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let hash_mb = whole_or_none("hash_mb", hash_mb, HASH_MB)?.unwrap_or(64);
        let threads = whole_or_none("threads", threads, THREADS)?.unwrap_or(1);
        Ok(Searcher { searcher: CoreSearcher::new(hash_mb, threads).map_err(errors::out_of_memory)? })
    }

    #[getter]
    fn hash_mb(&self) -> usize {
        self.searcher.hash_mb()
    }

    #[getter]
    fn get_threads(&self) -> usize {
        self.searcher.threads()
    }

    #[setter]
    fn set_threads(&self, threads: &Bound<'_, PyAny>) -> PyResult<()> {
        self.searcher.set_threads(whole("threads", threads, THREADS)?);
        Ok(())
    }

    fn arm(&self) {
        self.searcher.arm();
    }

    fn stop(&self) {
        self.searcher.stop();
    }

    fn ponder_hit(&self) {
        self.searcher.ponder_hit();
    }

    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.searcher.clear()).map_err(errors::out_of_memory)
    }

    fn resize(&self, py: Python<'_>, hash_mb: &Bound<'_, PyAny>) -> PyResult<()> {
        let hash_mb = whole("hash_mb", hash_mb, HASH_MB)?;
        py.detach(|| self.searcher.resize(hash_mb)).map_err(errors::out_of_memory)
    }

    #[pyo3(signature = (game, limits, *, ponder = false, analyze = false, on_info = None))]
    fn search(
        &self,
        py: Python<'_>,
        game: Py<Game>,
        limits: &Limits,
        ponder: bool,
        analyze: bool,
        on_info: Option<Py<PyAny>>,
    ) -> PyResult<SearchResult> {
        let mode = match (ponder, analyze) {
            (true, true) => return Err(PyValueError::new_err("a search either ponders or analyzes")),
            (true, false) => Mode::Ponder,
            (false, true) => Mode::Analyze,
            (false, false) => Mode::Think,
        };
        // The caller may go on playing in its game meanwhile.
        let game = game.borrow(py).game.clone();
        let rules = game.variant().rules().clone();
        let mut callback_error = None;
        let result = py.detach(|| {
            let mut report = |info: &CoreInfo| {
                let Some(callback) = &on_info else { return };
                let told =
                    Python::attach(|py| callback.call1(py, (SearchInfo::from_core(&rules, info),)).map(drop));
                if let Err(error) = told {
                    // The search ends as soon as it can, and its caller gets the callback's exception.
                    callback_error.get_or_insert(error);
                    self.searcher.stop();
                }
            };
            // A panic is our bug; it ends this search and must not end the process.
            catch_unwind(AssertUnwindSafe(|| self.searcher.search(&game, &limits.limits, mode, &mut report)))
        });
        if let Some(error) = callback_error {
            return Err(error);
        }
        let CoreResult { best, ponder, info, stopped } =
            result.map_err(|_| PyRuntimeError::new_err("the search failed: this is a bug in the core"))?;
        let rules = game.variant().rules();
        Ok(SearchResult {
            r#move: best.map(|mv| Move::from_core(rules, &mv)),
            ponder: ponder.map(|mv| Move::from_core(rules, &mv)),
            info: info.map(|info| Py::new(py, SearchInfo::from_core(rules, &info))).transpose()?,
            stopped,
        })
    }
}

/// Searches the fixed bench positions: (name, nodes, seconds) of each.
#[pyfunction]
pub fn bench(py: Python<'_>) -> Vec<(String, u64, f64)> {
    let lines = py.detach(hub_search::bench::bench);
    lines.into_iter().map(|line| (line.name, line.nodes, line.time_s)).collect()
}
