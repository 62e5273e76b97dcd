//! Rule sets, moves and positions for Python. Squares are 0-based Hub numbers on this side of the border.

use hub_rules::perft::PerftOptions;
use hub_rules::position::Move as CoreMove;
use hub_rules::ruleset::RuleSet as CoreRuleSet;
use hub_rules::setup::{Setup, piece_codes};
use hub_rules::variant::{AnyMove, AnyPosition, Variant};
use hub_rules::word::{Bits, Wide, Word};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{MAX_HASH_MB, MAX_PERFT_DEPTH, MAX_THREADS, whole, whole_or_none};
use crate::errors;

/// Rules of one variant, compiled for the core.
#[pyclass(module = "hub_engine._core", frozen)]
#[derive(Clone)]
pub struct RuleSet {
    /// The variant that plays these rules.
    pub variant: Variant,
}

#[pymethods]
impl RuleSet {
    #[new]
    fn new(spec_json: &str) -> PyResult<Self> {
        let rules = CoreRuleSet::from_json(spec_json).map_err(errors::bad_rules)?;
        Ok(RuleSet { variant: Variant::new(rules) })
    }

    #[getter]
    fn squares(&self) -> usize {
        self.variant.rules().squares()
    }

    #[getter]
    fn is_builtin(&self) -> bool {
        self.variant.is_builtin()
    }
}

/// A move: origin, landing, captured squares in ascending order, and the square huffed before it.
#[pyclass(module = "hub_engine._core", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Move {
    #[pyo3(get)]
    origin: usize,
    #[pyo3(get)]
    landing: usize,
    captured: Vec<usize>,
    #[pyo3(get)]
    crowns: bool,
    #[pyo3(get)]
    huffed: Option<usize>,
}

#[pymethods]
impl Move {
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.captured)
    }

    #[getter]
    fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    fn __repr__(&self) -> String {
        if self.captured == [self.origin] {
            // A removal of the opening.
            return format!("<Move -{}>", self.origin + 1);
        }
        let sign = if self.captured.is_empty() { '-' } else { 'x' };
        let huff = self.huffed.map_or_else(String::new, |square| format!("-{}/", square + 1));
        let mut text = format!("<Move {huff}{}{sign}{}", self.origin + 1, self.landing + 1);
        for square in &self.captured {
            text += &format!("x{}", square + 1);
        }
        text + ">"
    }
}

impl Move {
    /// A core's move in Hub numbering.
    pub fn from_core(rules: &CoreRuleSet, mv: &AnyMove) -> Self {
        let mut captured: Vec<usize> = Bits(mv.captured).map(|bit| rules.square(bit.lowest())).collect();
        captured.sort_unstable();
        Move {
            origin: rules.square(mv.from()),
            landing: rules.square(mv.to()),
            captured,
            crowns: mv.crowns(),
            huffed: mv.huffed().map(|index| rules.square(index)),
        }
    }

    /// What moves are sorted by.
    fn rank(&self) -> (usize, usize, &[usize], Option<usize>) {
        (self.origin, self.landing, &self.captured, self.huffed)
    }

    /// The core's move; `None` when a square is not on the board of `rules`.
    pub fn to_core(&self, rules: &CoreRuleSet) -> Option<AnyMove> {
        let index = |square: usize| (square < rules.squares()).then(|| rules.index(square));
        let captured = self
            .captured
            .iter()
            .try_fold(Wide::EMPTY, |set, &square| Some(set | Wide::bit(index(square)?)))?;
        let mv = CoreMove::new(index(self.origin)?, index(self.landing)?, captured, self.crowns);
        Some(match self.huffed {
            Some(square) => mv.with_huffed(index(square)?),
            None => mv,
        })
    }
}

/// A legal position; never changes.
#[pyclass(module = "hub_engine._core", frozen)]
#[derive(Clone)]
pub struct Position {
    /// Its variant.
    pub variant: Variant,
    /// Its pieces.
    pub position: AnyPosition,
}

impl Position {
    fn core_move(&self, mv: &Move) -> PyResult<AnyMove> {
        mv.to_core(self.variant.rules())
            .filter(|mv| self.variant.legal_moves(&self.position).contains(mv))
            .ok_or_else(|| errors::illegal_move(hub_rules::game::IllegalMove::NotLegal))
    }
}

/// Legal moves as Python sees them, sorted by origin, landing, captured squares and huffed square.
pub fn sorted_moves(variant: &Variant, position: &AnyPosition) -> Vec<Move> {
    let mut moves: Vec<Move> =
        variant.legal_moves(position).iter().map(|mv| Move::from_core(variant.rules(), mv)).collect();
    moves.sort_unstable_by(|a, b| a.rank().cmp(&b.rank()));
    moves
}

/// How to count: one thread and no table unless said.
fn perft_options(
    threads: Option<&Bound<'_, PyAny>>,
    hash_mb: Option<&Bound<'_, PyAny>>,
) -> PyResult<PerftOptions> {
    let threads = whole_or_none("threads", threads, 1..=MAX_THREADS)?.unwrap_or(1);
    let hash_mb = whole_or_none("hash_mb", hash_mb, 0..=MAX_HASH_MB)?.unwrap_or(0);
    Ok(PerftOptions { threads, hash_mb })
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(
        signature = (rules, pieces, white_to_move, king_runs = (0, 0, 0, 0), huffable = Vec::new()),
        text_signature = "(rules, pieces, white_to_move, king_runs=(0, 0, 0, 0), huffable=())"
    )]
    fn new(
        rules: &RuleSet,
        pieces: &[u8],
        white_to_move: bool,
        king_runs: (u8, u8, u8, u8),
        huffable: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (white_square, white_count, black_square, black_count) = king_runs;
        let setup = Setup {
            pieces: pieces.to_vec(),
            white_to_move,
            king_runs: [(white_square, white_count), (black_square, black_count)],
            huffable: huffable
                .iter()
                .map(|square| whole("huffable", square, 0..=usize::MAX))
                .collect::<PyResult<_>>()?,
        };
        let position = setup.position(rules.variant.rules()).map_err(errors::illegal_position)?;
        Ok(Position { variant: rules.variant.clone(), position })
    }

    #[getter]
    fn pieces(&self) -> Vec<u8> {
        piece_codes(self.variant.rules(), &self.position)
    }

    #[getter]
    fn white_to_move(&self) -> bool {
        self.position.white_to_move
    }

    #[getter]
    fn key(&self) -> u64 {
        self.variant.key(&self.position)
    }

    #[getter]
    fn king_runs(&self) -> (usize, u8, usize, u8) {
        let rules = self.variant.rules();
        let run = |white| {
            self.position.runs.of(white).map_or((0, 0), |(index, count)| (rules.square(index) + 1, count))
        };
        let (white, black) = (run(true), run(false));
        (white.0, white.1, black.0, black.1)
    }

    #[getter]
    fn huffable<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rules = self.variant.rules();
        let mut squares: Vec<usize> =
            Bits(self.position.huffable).map(|bit| rules.square(bit.lowest())).collect();
        squares.sort_unstable();
        PyTuple::new(py, squares)
    }

    fn legal_moves(&self) -> Vec<Move> {
        sorted_moves(&self.variant, &self.position)
    }

    #[pyo3(name = "play")]
    fn played(&self, r#move: &Move) -> PyResult<Self> {
        let position = self.variant.after(&self.position, &self.core_move(r#move)?);
        Ok(Position { variant: self.variant.clone(), position })
    }

    fn paths(&self, r#move: &Move) -> PyResult<Vec<Vec<usize>>> {
        let rules = self.variant.rules();
        let mut paths = self.variant.paths(&self.position, &self.core_move(r#move)?);
        paths.iter_mut().flatten().for_each(|index| *index = rules.square(*index));
        paths.sort_unstable();
        Ok(paths)
    }

    fn winner(&self) -> Option<i8> {
        let outcome = hub_rules::game::Game::winner(&self.variant, &self.position)?;
        Some(crate::game::points(outcome.white_won))
    }

    fn evaluate(&self) -> i32 {
        hub_search::evaluate(&self.variant, &self.position)
    }

    #[pyo3(signature = (depth, threads = None, hash_mb = None), text_signature = "($self, depth, threads=1, hash_mb=0)")]
    fn perft(
        &self,
        py: Python<'_>,
        depth: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        hash_mb: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let depth = whole("depth", depth, 0..=MAX_PERFT_DEPTH)?;
        let options = perft_options(threads, hash_mb)?;
        Ok(py.detach(|| self.variant.perft(&self.position, depth, options)))
    }

    #[pyo3(signature = (depth, threads = None, hash_mb = None), text_signature = "($self, depth, threads=1, hash_mb=0)")]
    fn divide(
        &self,
        py: Python<'_>,
        depth: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        hash_mb: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<(Move, u64)>> {
        let depth = whole("depth", depth, 1..=MAX_PERFT_DEPTH)?;
        let options = perft_options(threads, hash_mb)?;
        let counts = py.detach(|| self.variant.divide(&self.position, depth, options));
        let rules = self.variant.rules();
        let mut counts: Vec<_> =
            counts.iter().map(|(mv, leaves)| (Move::from_core(rules, mv), *leaves)).collect();
        counts.sort_unstable_by(|(a, _), (b, _)| a.rank().cmp(&b.rank()));
        Ok(counts)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.position == other.position && self.pieces() == other.pieces()
    }

    fn __hash__(&self) -> u64 {
        self.key()
    }
}
