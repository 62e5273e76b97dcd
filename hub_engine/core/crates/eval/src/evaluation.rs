//! The evaluation: square weights summed move by move, and what is read from the position at the end.

use hub_rules::geometry::Geometry;
use hub_rules::movegen::{count_moves, count_quiet};
use hub_rules::position::{Move, Position, Side};
use hub_rules::rules::Rules;
use hub_rules::ruleset::RuleSet;
use hub_rules::word::{Bits, Wide, Word};

use crate::pair::Pair;
use crate::weights::Character;

/// Squares of the largest word.
const SQUARES: usize = Wide::BITS;
/// Full weight of the middle game.
const PHASE_ONE: i32 = 256;
/// Penalty for each man that one wing has more than the other.
const IMBALANCE: i32 = 2;
/// A man that nothing can stop: this, less the rows it still has to go.
const RUNAWAY: i32 = 60;
const RUNAWAY_ROW: i32 = 8;
/// The same where the first king wins: only the race decides.
const RUNAWAY_RACE: i32 = 800;
const RUNAWAY_RACE_ROW: i32 = 80;
/// Worth of a quiet move in the losing games.
const LOSING_MOBILITY: i32 = 3;
/// Worth of a move where there are only captures.
const CAPTURE_MOBILITY: i32 = 15;

/// Weights for one variant on one board word.
///
/// Values are in hundredths of a man. A position is worth exactly the negative to the other side, and a
/// colour-swapped, turned position is worth the same.
pub struct Evaluation<W> {
    /// `[is white][square]`, from White's point of view.
    men: [[Pair; SQUARES]; 2],
    kings: [[Pair; SQUARES]; 2],
    /// Weight of the middle game by the number of pieces.
    phase: [i32; SQUARES],
    left: W,
    right: W,
    /// `[is white][square]`: where an enemy could stop a man on its way to crown.
    cones: Box<[[W; SQUARES]; 2]>,
    /// `[is white]`: squares in the half of the board where that side crowns.
    near_crown: [W; 2],
    /// `[is white][square]`: moves that a man near its goal still needs to crown.
    rows_to_go: [[u8; SQUARES]; 2],
    character: Character,
}

impl<W: Word> Evaluation<W> {
    /// The evaluation of a variant.
    pub fn new(rules: &RuleSet) -> Self {
        let character = Character::of(rules);
        let mut evaluation = Evaluation {
            men: [[Pair::ZERO; SQUARES]; 2],
            kings: [[Pair::ZERO; SQUARES]; 2],
            phase: phase_weights(rules),
            left: W::EMPTY,
            right: W::EMPTY,
            cones: Box::new([[W::EMPTY; SQUARES]; 2]),
            near_crown: [W::EMPTY; 2],
            rows_to_go: [[0; SQUARES]; 2],
            character,
        };
        let cells: Vec<Cell> = (0..rules.squares())
            .map(|square| {
                let (row, column) = rules.cell(square);
                let to_crown = [false, true].map(|white| rules.moves_to_promotion(square, white));
                Cell { index: rules.index(square), row: row as i32, column: column as i32, to_crown }
            })
            .collect();
        for cell in &cells {
            evaluation.add_square(cell, rules, &cells);
        }
        evaluation
    }

    fn add_square(&mut self, cell: &Cell, rules: &RuleSet, cells: &[Cell]) {
        let Cell { index, row, column, to_crown } = *cell;
        let (height, width) = (rules.spec().board.height as i32, rules.spec().board.width as i32);
        let file_edge = column.min(width - 1 - column);
        let edge = file_edge.min(row.min(height - 1 - row));
        if 2 * column + 1 < width {
            self.left |= W::bit(index);
        } else if 2 * column + 1 > width {
            self.right |= W::bit(index);
        }
        for white in [false, true] {
            let side = usize::from(white);
            let sign = if white { 1 } else { -1 };
            let to_go = to_crown[side].map(|moves| moves as i32);
            self.men[side][index] = self.character.man(to_go, file_edge).times(sign);
            self.kings[side][index] = self.character.king(edge).times(sign);
            if let Some(to_go) = to_go.filter(|&to_go| to_go > 0 && 2 * to_go < height) {
                self.rows_to_go[side][index] = to_go as u8;
                self.near_crown[side] |= W::bit(index);
            }
            let goes_up = white || rules.word().one_way();
            for other in cells {
                let ahead = if goes_up { row - other.row } else { other.row - row };
                // An enemy one row further off may still come near in time, hence the wider start.
                if ahead > 0 && (other.column - column).abs() <= ahead + 2 {
                    self.cones[side][index] |= W::bit(other.index);
                }
            }
        }
    }

    /// The sum of all pieces' weights, from White's point of view.
    pub fn sum<S: Side>(&self, position: &Position<W>) -> Pair {
        let mut sum = Pair::ZERO;
        for (set, white) in [(position.us, S::WHITE), (position.them, !S::WHITE)] {
            for bit in Bits(set) {
                sum += self.weight(white, position.kings.meets(bit), bit.lowest());
            }
        }
        sum
    }

    #[inline(always)]
    fn weight(&self, white: bool, king: bool, square: usize) -> Pair {
        let table = if king { &self.kings } else { &self.men };
        table[usize::from(white)][square & (SQUARES - 1)]
    }

    /// The sum after a move of side `S` from `before`.
    #[inline(always)]
    pub fn sum_after<R: Rules, S: Side>(
        &self,
        rules: R,
        sum: Pair,
        before: &Position<W>,
        mv: &Move<W>,
    ) -> Pair {
        let is_king = before.kings.meets(W::bit(mv.from()));
        if rules.word().has_opening() && mv.is_removal() {
            return sum - self.weight(S::WHITE, is_king, mv.from());
        }
        let mut sum = sum - self.weight(S::WHITE, is_king, mv.from())
            + self.weight(S::WHITE, is_king | mv.crowns(), mv.to());
        for bit in Bits(mv.gone::<R>()) {
            sum -= self.weight(!S::WHITE, before.kings.meets(bit), bit.lowest());
        }
        sum
    }

    /// The value for the side to move; `sum` is that of the position.
    #[inline(always)]
    pub fn evaluate<G: Geometry<Word = W>, R: Rules, S: Side>(
        &self,
        board: G,
        rules: R,
        position: &Position<W>,
        sum: Pair,
    ) -> i32 {
        if self.character.only_captures {
            let ours = count_moves::<G, R, S>(board, rules, position) as i32;
            let theirs = count_moves::<G, R, S::Opponent>(board, rules, &position.passed()) as i32;
            let value = CAPTURE_MOBILITY * (ours - theirs);
            return if self.character.losing { -value } else { value };
        }
        let weight = self.phase[position.occupied().count() as usize & (SQUARES - 1)];
        let blend = (sum.middle() * weight + sum.end() * (PHASE_ONE - weight)) / PHASE_ONE;
        let mut value = if S::WHITE { blend } else { -blend };
        if self.character.losing {
            let ours = count_quiet::<G, R, S>(board, rules, position) as i32;
            let theirs = count_quiet::<G, R, S::Opponent>(board, rules, &position.passed()) as i32;
            return value + LOSING_MOBILITY * (ours - theirs);
        }
        value += self.wings(position.their_men()) - self.wings(position.our_men());
        value += self.runaways(S::WHITE, position.our_men(), position.them, position.their_kings());
        value -= self.runaways(!S::WHITE, position.their_men(), position.us, position.our_kings());
        self.scaled(value, position)
    }

    /// Penalty for men crowded on one wing.
    #[inline(always)]
    fn wings(&self, men: W) -> i32 {
        let difference = (men & self.left).count() as i32 - (men & self.right).count() as i32;
        IMBALANCE * difference.abs()
    }

    /// Bonus for men that no enemy can stop any more.
    #[inline(always)]
    fn runaways(&self, white: bool, men: W, enemies: W, enemy_kings: W) -> i32 {
        let side = usize::from(white);
        let candidates = men & self.near_crown[side];
        if candidates.is_empty() || !enemy_kings.is_empty() {
            return 0;
        }
        let (bonus, row) =
            if self.character.race { (RUNAWAY_RACE, RUNAWAY_RACE_ROW) } else { (RUNAWAY, RUNAWAY_ROW) };
        let mut total = 0;
        for man in Bits(candidates) {
            let square = man.lowest() & (SQUARES - 1);
            if !self.cones[side][square].meets(enemies) {
                total += bonus - row * i32::from(self.rows_to_go[side][square]);
            }
        }
        total
    }

    /// Material that does not win shrinks towards a draw.
    #[inline(always)]
    fn scaled(&self, value: i32, position: &Position<W>) -> i32 {
        if position.kings.is_empty() || !self.character.lone_king_holds() {
            return value;
        }
        let (ahead, behind) =
            if value > 0 { (position.us, position.them) } else { (position.them, position.us) };
        if !behind.meets(position.kings) {
            value
        } else if ahead.count() < self.character.kings_to_win() {
            value / 8
        } else if (ahead & position.kings).count() == (behind & position.kings).count()
            && (ahead & !position.kings).count() <= (behind & !position.kings).count() + 1
        {
            value / 2
        } else {
            value
        }
    }
}

struct Cell {
    index: usize,
    row: i32,
    column: i32,
    /// `[is white]`: moves that a man needs to be promoted.
    to_crown: [Option<usize>; 2],
}

/// The middle game fades as the pieces go, from a full board on.
fn phase_weights(rules: &RuleSet) -> [i32; SQUARES] {
    let full = rules.full_board();
    std::array::from_fn(|pieces| PHASE_ONE * pieces.min(full) as i32 / full as i32)
}
