//! A variant's rules inside the core: the checked data, its packed word, and where its squares lie.

use crate::board_type::BoardType;
use crate::direction::{DIRECTIONS, Direction, NORTH, delta, flipped};
use crate::draws::{DrawLimit, DrawRules};
use crate::geometry::{Marks, OpeningPly, index_of, row_squares};
use crate::rule_word::RuleWord;
use crate::spec::{Colour, Playable, PromotionSquares, Removable, RuleSpec};
use crate::word::{Wide, Word};

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
    board_type: BoardType,
    marks: Marks<Wide>,
    /// (row from the top, column) of each square in board order.
    cells: Vec<(usize, usize)>,
    /// Word index of each square in board order (Hub numbering, 0-based).
    indices: Vec<usize>,
    /// Square of each word index; meaningless for ghosts.
    squares: [u8; Wide::BITS],
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
        let board_type = BoardType::of(&spec);
        let cells = cells(&spec);
        let indices = square_indices(&spec, board_type, &cells);
        let mut squares = [0; Wide::BITS];
        for (square, &index) in indices.iter().enumerate() {
            squares[index] = square as u8;
        }
        let marks = marks(&spec, &indices);
        Ok(RuleSet { spec, word, board_type, marks, cells, indices, squares })
    }

    /// The data.
    pub fn spec(&self) -> &RuleSpec {
        &self.spec
    }
    /// The rules that the generator reads.
    pub fn word(&self) -> RuleWord {
        self.word
    }
    /// The type of the geometry.
    pub fn board_type(&self) -> BoardType {
        self.board_type
    }
    /// Sets of squares that the rules speak of; empty where they speak of none.
    pub fn marks(&self) -> &Marks<Wide> {
        &self.marks
    }
    /// Number of squares.
    pub fn squares(&self) -> usize {
        self.indices.len()
    }
    /// Pieces of a full board: two fifths of the squares a side, a quarter where every cell is a square.
    pub fn full_board(&self) -> usize {
        let squares = self.squares();
        if self.spec.board.playable == Playable::All { squares / 2 } else { squares * 4 / 5 }
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
        self.cells[square]
    }
    /// Rows between the square's and the last row of that side's men.
    pub fn rows_to_last(&self, square: usize, white: bool) -> usize {
        let row = self.cells[square].0;
        if white || self.word.one_way() { row } else { self.spec.board.height - 1 - row }
    }
    /// Men may be crowned: only then are there kings.
    pub fn has_kings(&self) -> bool {
        !self.word.never_promotes() && !self.word.straight_captures()
    }
    /// True when that side's men are promoted on the square.
    pub fn is_promotion_square(&self, square: usize, white: bool) -> bool {
        match &self.spec.promotion.squares {
            PromotionSquares::Listed(_) => {
                self.marks.crowns[usize::from(white)].meets(Wide::bit(self.index(square)))
            }
            PromotionSquares::Named(_) => {
                !self.word.never_promotes() && self.rows_to_last(square, white) == 0
            }
        }
    }
    /// Quiet moves that a man needs from a square to its promotion on an empty board; none if it gets there never.
    pub fn moves_to_promotion(&self, square: usize, white: bool) -> Option<usize> {
        if self.word.promotes_on_marks() {
            return self.marked_moves_to_promotion(square, white);
        }
        (!self.word.never_promotes()).then(|| self.rows_to_last(square, white))
    }

    /// Step by step, because men may not get there from everywhere.
    fn marked_moves_to_promotion(&self, square: usize, white: bool) -> Option<usize> {
        let turned = !white && !self.word.one_way();
        let directions = if turned { flipped(self.word.man_move()) } else { self.word.man_move() };
        let mut reached = vec![square];
        let mut moves = 0;
        let mut from = 0;
        while from < reached.len() {
            if reached[from..].iter().any(|&square| self.is_promotion_square(square, white)) {
                return Some(moves);
            }
            let to = reached.len();
            for i in from..to {
                for direction in (0..DIRECTIONS).filter(|direction| directions >> direction & 1 == 1) {
                    let next = self.neighbour(reached[i], direction);
                    if let Some(next) = next.filter(|next| !reached.contains(next)) {
                        reached.push(next);
                    }
                }
            }
            from = to;
            moves += 1;
        }
        None
    }

    /// The next square in a direction, lines left aside.
    fn neighbour(&self, square: usize, direction: Direction) -> Option<usize> {
        let (row, column) = self.cells[square];
        let (down, right) = delta(direction);
        // Straight steps on a board of one colour's squares go over two cells.
        let cells = if self.spec.board.playable != Playable::All && direction >= NORTH { 2 } else { 1 };
        let there = (row.wrapping_add_signed(cells * down), column.wrapping_add_signed(cells * right));
        self.cells.iter().position(|&cell| cell == there)
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

/// The cells that are squares, row by row from the top left.
fn cells(spec: &RuleSpec) -> Vec<(usize, usize)> {
    let board = &spec.board;
    let is_square = |&(row, column): &(usize, usize)| {
        let is_dark = ((board.height - 1 - row) + column).is_multiple_of(2);
        match board.playable {
            Playable::Dark => is_dark,
            Playable::Light => !is_dark,
            Playable::All => !board.holes.contains(&(board.width * row + column)),
        }
    };
    let all = (0..board.height).flat_map(|row| (0..board.width).map(move |column| (row, column)));
    all.filter(is_square).collect()
}

fn square_indices(spec: &RuleSpec, board_type: BoardType, cells: &[(usize, usize)]) -> Vec<usize> {
    let (width, height, stride) = (spec.board.width, spec.board.height, board_type.stride());
    // A board of odd height starts one row lower in the word (see `geometry`).
    let shift = height % 2;
    cells
        .iter()
        .map(|&(row, column)| match spec.board.playable {
            Playable::All => stride * row + column,
            Playable::Dark => index_of(stride, row + shift, column / 2),
            // The mirror board is the same board read from right to left.
            Playable::Light => {
                index_of(stride, row + shift, row_squares(width, height, row) - 1 - column / 2)
            }
        })
        .collect()
}

fn marks(spec: &RuleSpec, indices: &[usize]) -> Marks<Wide> {
    let set = |squares: &Vec<usize>| {
        squares.iter().fold(Wide::EMPTY, |set, &square| set | Wide::bit(indices[square]))
    };
    let crowns = match &spec.promotion.squares {
        PromotionSquares::Listed(listed) => [set(&listed.black), set(&listed.white)],
        PromotionSquares::Named(_) => [Wide::EMPTY; 2],
    };
    let opening = spec.opening.iter().map(|ply| OpeningPly {
        is_whites: ply.side == Colour::White,
        removable: match &ply.remove {
            Removable::On(squares) => Some(set(squares)),
            Removable::Named(_) => None,
        },
    });
    Marks { crowns, opening: opening.collect() }
}
