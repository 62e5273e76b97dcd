//! A variant's rules inside the core: the checked data, its packed word, and where its squares lie.

use crate::direction::DIAGONALS;
use crate::draws::{DrawLimit, DrawRules};
use crate::geometry::{index_of, row_squares};
use crate::rule_word::RuleWord;
use crate::spec::{Playable, RuleSpec};
use crate::word::Word;

/// Why rule data was refused.
#[derive(Debug, thiserror::Error)]
pub enum RuleSetError {
    /// Not JSON, or not of the right shape.
    #[error("rule data is malformed: {0}")]
    Malformed(#[from] serde_json::Error),
    /// The right shape with impossible content; every fault is listed.
    #[error("rule data is impossible: {}", .0.join("; "))]
    Impossible(Vec<String>),
}

/// Checked rules.
#[derive(Clone, Debug)]
pub struct RuleSet {
    spec: RuleSpec,
    word: RuleWord,
    /// Word index of each square in board order (Hub numbering, 0-based).
    indices: Vec<usize>,
    /// Square of each word index; meaningless for ghosts.
    squares: [u8; 128],
}

impl RuleSet {
    /// Rules from JSON data (see [`RuleSpec`]).
    pub fn from_json(json: &str) -> Result<Self, RuleSetError> {
        Self::new(serde_json::from_str(json)?)
    }

    /// Rules from data.
    pub fn new(spec: RuleSpec) -> Result<Self, RuleSetError> {
        let faults = spec.faults();
        if !faults.is_empty() {
            return Err(RuleSetError::Impossible(faults));
        }
        let word = spec.word();
        let indices = square_indices(&spec, stride(&spec, word));
        let mut squares = [0; 128];
        for (square, &index) in indices.iter().enumerate() {
            squares[index] = square as u8;
        }
        Ok(RuleSet { spec, word, indices, squares })
    }

    /// The data.
    pub fn spec(&self) -> &RuleSpec {
        &self.spec
    }
    /// The rules that the generator reads.
    pub fn word(&self) -> RuleWord {
        self.word
    }
    /// Number of squares.
    pub fn squares(&self) -> usize {
        self.indices.len()
    }
    /// Word index of a square (0-based Hub numbering).
    pub fn index(&self, square: usize) -> usize {
        self.indices[square]
    }
    /// Square of a word index.
    pub fn square(&self, index: usize) -> usize {
        self.squares[index] as usize
    }
    /// (row from the top, column) of a square.
    pub fn cell(&self, square: usize) -> (usize, usize) {
        let dark = self.spec.board.playable == Playable::Dark;
        let (width, height) = (self.spec.board.width, self.spec.board.height);
        (0..height)
            .flat_map(|row| (0..width).map(move |column| (row, column)))
            .filter(|(row, column)| ((height - 1 - row) + column).is_multiple_of(2) == dark)
            .nth(square)
            .expect("a square of the board")
    }
    /// The draw rules for a board word.
    pub fn draw_rules<W: Word>(&self) -> DrawRules<W> {
        let limits = self
            .spec
            .draws
            .limits
            .iter()
            .map(|spec| DrawLimit::new(spec, |square| W::bit(self.index(square))));
        DrawRules::new(self.spec.draws.repetition, limits.collect())
    }
}

/// The stride of the geometry that [`crate::rules::dispatch`] chooses for these rules.
fn stride(spec: &RuleSpec, word: RuleWord) -> usize {
    let lines = word.all_directions() & !DIAGONALS != 0;
    match (spec.board.width, spec.board.height) {
        (8, 8) if !lines => 4,
        (12, 12) if !lines => 6,
        (width, height) if width <= 10 && height <= 10 => 6,
        _ => 7,
    }
}

fn square_indices(spec: &RuleSpec, stride: usize) -> Vec<usize> {
    let (width, height) = (spec.board.width, spec.board.height);
    // A board of odd height starts one row lower in the word (see `geometry`).
    let shift = height % 2;
    (0..height)
        .flat_map(|row| {
            let count = row_squares(width, height, row);
            (0..count).map(move |k| match spec.board.playable {
                Playable::Dark => index_of(stride, row + shift, k),
                // The mirror board is the same board read from right to left.
                Playable::Light => index_of(stride, row + shift, count - 1 - k),
            })
        })
        .collect()
}
