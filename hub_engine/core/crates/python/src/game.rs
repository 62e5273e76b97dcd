//! A line of play for Python.

use hub_rules::game::{Game as CoreGame, IllegalMove, Reason};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::errors;
use crate::position::{Move, Position};

/// A root position, the moves played from it, and what draws need to know about them.
#[pyclass(module = "hub_engine._core")]
pub struct Game {
    /// The line.
    pub game: CoreGame,
}

/// 1 for White, -1 for Black, 0 for a draw.
pub fn points(white_won: Option<bool>) -> i8 {
    match white_won {
        Some(true) => 1,
        Some(false) => -1,
        None => 0,
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(root: &Position) -> Self {
        Game { game: CoreGame::new(root.variant.clone(), root.position) }
    }

    #[getter]
    fn position(&self) -> Position {
        Position { variant: self.game.variant().clone(), position: *self.game.position() }
    }

    #[getter]
    fn moves(&self) -> Vec<Move> {
        let rules = self.game.variant().rules();
        self.game.moves().iter().map(|mv| Move::from_core(rules, mv)).collect()
    }

    #[getter]
    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    fn push(&mut self, r#move: &Move) -> PyResult<()> {
        let mv = r#move.to_core(self.game.variant().rules()).ok_or(IllegalMove::NotLegal);
        mv.and_then(|mv| self.game.push(&mv)).map_err(errors::illegal_move)
    }

    fn pop(&mut self) -> PyResult<Move> {
        let mv = self.game.pop().ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        Ok(Move::from_core(self.game.variant().rules(), &mv))
    }

    fn copy(&self) -> Self {
        Game { game: self.game.clone() }
    }

    fn result(&self) -> Option<(i8, String)> {
        let outcome = self.game.outcome()?;
        let reason = match outcome.reason {
            Reason::NoMove => "no-move".to_owned(),
            Reason::NoPieces => "no-pieces".to_owned(),
            Reason::King => "king".to_owned(),
            Reason::Repetition => "repetition".to_owned(),
            Reason::Limit(i) => self.game.variant().rules().spec().draws.limits[i].name.clone(),
        };
        Some((points(outcome.white_won), reason))
    }
}
