//! Which type holds a board: one place decides it, for the build script and for the program.
//!
//! Knows sizes and rules, no squares. A type laid out at build time is faster than one that can hold any board.

use crate::direction::DIAGONALS;
use crate::spec::{Lines, Playable, PromotionSquares, RuleSpec};

/// The geometry types, each by the name of the type in `geometry` or `points`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BoardType {
    Board8x8,
    Board10x8,
    Board10x10,
    Board10x10Lines,
    Board12x12,
    SizedBoard10,
    SizedBoard12,
    FullBoard8x8,
    PointBoard8,
    PointBoard12,
    PointBoard16,
}

impl BoardType {
    /// The type for the board of these rules; sizes as [`RuleSpec::faults`] allows them.
    pub fn of(spec: &RuleSpec) -> Self {
        let board = &spec.board;
        let is_marked =
            matches!(spec.promotion.squares, PromotionSquares::Listed(_)) || !spec.opening.is_empty();
        let size = (board.width, board.height);
        if board.playable == Playable::All {
            let is_plain = board.lines == Lines::All && board.holes.is_empty() && !is_marked;
            return match size {
                (8, 8) if is_plain => BoardType::FullBoard8x8,
                (..=8, ..=8) => BoardType::PointBoard8,
                (_, ..=10) => BoardType::PointBoard12,
                _ => BoardType::PointBoard16,
            };
        }
        let has_lines = spec.word().all_directions() & !DIAGONALS != 0;
        match size {
            (8, 8) if !has_lines && !is_marked => BoardType::Board8x8,
            (10, 8) if !has_lines && !is_marked => BoardType::Board10x8,
            (10, 10) if !has_lines && !is_marked => BoardType::Board10x10,
            (10, 10) if !is_marked => BoardType::Board10x10Lines,
            (12, 12) if !has_lines && !is_marked => BoardType::Board12x12,
            (..=10, ..=10) => BoardType::SizedBoard10,
            _ => BoardType::SizedBoard12,
        }
    }

    /// Index distance of a step: down left on boards of one colour's squares, down on boards of points.
    pub const fn stride(self) -> usize {
        match self {
            BoardType::Board8x8 => 4,
            BoardType::Board10x8
            | BoardType::Board10x10
            | BoardType::Board10x10Lines
            | BoardType::Board12x12
            | BoardType::SizedBoard10 => 6,
            BoardType::SizedBoard12 => 7,
            BoardType::FullBoard8x8 | BoardType::PointBoard8 => 8,
            BoardType::PointBoard12 | BoardType::PointBoard16 => 12,
        }
    }
}
