//! Positions and moves on a board word: small values, copied, never undone.

use std::marker::PhantomData;

use crate::direction::{DirectionSet, flipped};
use crate::geometry::Geometry;
use crate::huffing;
use crate::rule_word::RuleWord;
use crate::rules::Rules;
use crate::word::Word;

/// A side to move, as a type, so that directions are constants.
pub trait Side: Copy + Send + Sync + 'static {
    /// True for White.
    const WHITE: bool;
    /// The other side.
    type Opponent: Side<Opponent = Self>;

    /// A white piece's directions as this side sees them.
    ///
    /// Where both sides' men go up the board kings go forward and backward alike, so nothing is turned at all.
    #[inline(always)]
    fn directions(word: RuleWord, white: DirectionSet) -> DirectionSet {
        if Self::WHITE || word.one_way() { white } else { flipped(white) }
    }

    /// The last row of this side's men.
    #[inline(always)]
    fn last_row<G: Geometry>(board: G, word: RuleWord) -> G::Word {
        if Self::WHITE || word.one_way() { board.top_row() } else { board.bottom_row() }
    }

    /// Where this side's men are promoted.
    #[inline(always)]
    fn promotion_squares<G: Geometry>(board: G, word: RuleWord) -> G::Word {
        if word.never_promotes() {
            G::Word::EMPTY
        } else if word.promotes_on_marks() {
            board.marks().crowns[usize::from(Self::WHITE)]
        } else {
            Self::last_row(board, word)
        }
    }
}

/// White to move: up the board.
#[derive(Clone, Copy, Debug)]
pub struct White;
/// Black to move: down the board.
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    const WHITE: bool = true;
    type Opponent = Black;
}
impl Side for Black {
    const WHITE: bool = false;
    type Opponent = White;
}

/// The pieces, seen by the side to move; whose turn it is goes with the type ([`Side`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Position<W> {
    /// Pieces of the side to move.
    pub us: W,
    /// Pieces of the other side.
    pub them: W,
    /// Kings of both.
    pub kings: W,
}

impl<W: Word> Position<W> {
    /// Men of the side to move.
    #[inline(always)]
    pub fn our_men(&self) -> W {
        self.us & !self.kings
    }
    /// Kings of the side to move.
    #[inline(always)]
    pub fn our_kings(&self) -> W {
        self.us & self.kings
    }
    /// Men of the other side.
    #[inline(always)]
    pub fn their_men(&self) -> W {
        self.them & !self.kings
    }
    /// Kings of the other side.
    #[inline(always)]
    pub fn their_kings(&self) -> W {
        self.them & self.kings
    }
    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> W {
        self.us | self.them
    }
    /// A king is there, and that has ended the game.
    #[inline(always)]
    pub fn is_ended_by_king(&self, word: RuleWord) -> bool {
        word.king_wins() && !self.kings.is_empty()
    }
    /// The position without these pieces.
    #[inline(always)]
    pub fn without(&self, pieces: W) -> Self {
        Position { us: self.us & !pieces, them: self.them & !pieces, kings: self.kings & !pieces }
    }
    /// The same pieces with the other side to move.
    #[inline(always)]
    pub fn passed(&self) -> Self {
        Position { us: self.them, them: self.us, kings: self.kings }
    }

    /// The position after a quiet move; `crowns`: the moving man becomes a king.
    #[inline(always)]
    pub fn after_quiet(&self, from: W, to: W, crowns: bool) -> Self {
        let moved = if self.kings.meets(from) { from | to } else { W::EMPTY };
        Position {
            us: self.them,
            them: self.us ^ from ^ to,
            kings: (self.kings ^ moved) | if crowns { to } else { W::EMPTY },
        }
    }

    /// The position after any move.
    #[inline(always)]
    pub fn after<R: Rules>(&self, rules: R, mv: &Move<W>) -> Self {
        let (from, to) = (W::bit(mv.from()), W::bit(mv.to()));
        if rules.word().has_opening() && mv.is_removal() {
            return self.without(from).passed();
        }
        let gone = mv.gone::<R>();
        let kings = self.kings & !gone & !from;
        let is_king = mv.crowns() | self.kings.meets(from);
        Position {
            us: self.them & !gone,
            them: (self.us & !from) | to,
            kings: kings | if is_king { to } else { W::EMPTY },
        }
    }
}

/// A move: origin, landing and captured set. The set decides identity; the order of the jumps does not.
///
/// A removal of the opening takes an own piece off: origin, landing and captured set are its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move<W> {
    /// Captured pieces; empty for a quiet move.
    pub captured: W,
    from: u8,
    to: u8,
    crowns: bool,
    /// Index plus one of the piece huffed before the move; 0 = none.
    huffed: u8,
}

impl<W: Word> Move<W> {
    /// A move between square indices of the word.
    #[inline(always)]
    pub fn new(from: usize, to: usize, captured: W, crowns: bool) -> Self {
        Move { captured, from: from as u8, to: to as u8, crowns, huffed: 0 }
    }
    /// The removal of an own piece.
    #[inline(always)]
    pub fn removal(square: W) -> Self {
        Move::new(square.lowest(), square.lowest(), square, false)
    }
    /// True when an own piece is taken off and nothing moves.
    #[inline(always)]
    pub fn is_removal(&self) -> bool {
        self.captured == W::bit(self.from())
    }
    /// The same move with an enemy piece huffed before it.
    pub fn with_huffed(mut self, index: usize) -> Self {
        self.huffed = index as u8 + 1;
        self
    }
    /// The same move with the captured set as another word.
    #[inline(always)]
    pub fn with_captured<V>(self, captured: V) -> Move<V> {
        Move { captured, from: self.from, to: self.to, crowns: self.crowns, huffed: self.huffed }
    }
    /// The same move without the huff.
    pub fn unhuffed(mut self) -> Self {
        self.huffed = 0;
        self
    }
    /// Index of the enemy piece taken off before the move, because it should have captured.
    #[inline(always)]
    pub fn huffed(&self) -> Option<usize> {
        (self.huffed as usize).checked_sub(1)
    }
    /// The same as a set; empty for none.
    #[inline(always)]
    pub fn huffed_set(&self) -> W {
        self.huffed().map_or(W::EMPTY, W::bit)
    }
    /// Everything that the move takes off, by capture or huff.
    #[inline(always)]
    pub fn gone<R: Rules>(&self) -> W {
        if R::MAY_HUFF { self.captured | self.huffed_set() } else { self.captured }
    }
    /// Index of the origin.
    #[inline(always)]
    pub fn from(&self) -> usize {
        self.from as usize
    }
    /// Index of the landing; may be the origin again.
    #[inline(always)]
    pub fn to(&self) -> usize {
        self.to as usize
    }
    /// The moving man becomes a king.
    #[inline(always)]
    pub fn crowns(&self) -> bool {
        self.crowns
    }
    /// True when the piece could go back and the position come again; `is_king`: the moving piece is one.
    #[inline(always)]
    pub fn is_reversible(&self, word: RuleWord, is_king: bool) -> bool {
        !self.is_capture() && !self.crowns && self.huffed == 0 && (is_king || word.men_can_return())
    }
    /// True when the move takes something.
    #[inline(always)]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }
}

/// How often in a row each side has moved quietly with one and the same king.
///
/// Kept only under a same-king move limit; otherwise always empty. Part of the position's identity.
/// Source: Official Rules for Frisian Draughts (2011), article 17.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct KingRuns {
    runs: [Run; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
struct Run {
    /// Index of the king's square plus one; 0 = no run.
    square: u8,
    count: u8,
}

impl KingRuns {
    /// No run on either side.
    pub const NONE: KingRuns = KingRuns { runs: [Run { square: 0, count: 0 }; 2] };

    /// A run given from outside; `square` is a word index.
    pub fn with(mut self, white: bool, square: usize, count: u8) -> Self {
        self.runs[usize::from(white)] = Run { square: square as u8 + 1, count };
        self
    }

    /// The king that a side has been moving, as (word index, times).
    #[inline(always)]
    pub fn of(self, white: bool) -> Option<(usize, u8)> {
        let run = self.runs[usize::from(white)];
        (run.count > 0).then(|| (run.square as usize - 1, run.count))
    }

    /// True when neither side has a run.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// All of it as one number, 0 for none.
    #[inline(always)]
    pub fn bits(self) -> u32 {
        let [a, b] = self.runs;
        u32::from_le_bytes([a.square, a.count, b.square, b.count])
    }

    /// The runs after `mv` by side `S`; `before` and `after` are the positions around it.
    #[inline]
    pub fn after<R: Rules, S: Side, W: Word>(
        self,
        rules: R,
        mv: &Move<W>,
        before: &Position<W>,
        after: &Position<W>,
    ) -> Self {
        let limit = rules.word().same_king_limit();
        if limit == 0 {
            return self;
        }
        let mut next = self;
        let ours = &mut next.runs[usize::from(S::WHITE)];
        let by_king = before.kings.meets(W::bit(mv.from()));
        let owns_men = before.us != before.our_kings();
        *ours = if mv.is_capture() || !by_king || !owns_men {
            Run::default()
        } else {
            let count = if ours.square as usize == mv.from() + 1 { ours.count.min(limit - 1) + 1 } else { 1 };
            Run { square: mv.to() as u8 + 1, count }
        };
        let theirs = &mut next.runs[usize::from(!S::WHITE)];
        if theirs.count > 0 {
            let is_taken = mv.captured.meets(W::bit(theirs.square as usize - 1));
            if is_taken || after.our_men().is_empty() {
                *theirs = Run::default();
            }
        }
        next
    }

    /// Squares of the side's kings that may not make a quiet move.
    #[inline(always)]
    pub fn barred<R: Rules, S: Side, W: Word>(self, rules: R, position: &Position<W>) -> W {
        let limit = rules.word().same_king_limit();
        if limit == 0 {
            return W::EMPTY;
        }
        let run = self.runs[usize::from(S::WHITE)];
        if run.count >= limit && !position.our_men().is_empty() {
            W::bit(run.square as usize - 1) & position.our_kings()
        } else {
            W::EMPTY
        }
    }
}

/// A position with its side to move as a type and what else belongs to it.
#[derive(Clone, Copy, Debug)]
pub struct State<W, S> {
    /// The pieces.
    pub position: Position<W>,
    /// Same-king runs; empty without such a limit.
    pub runs: KingRuns,
    /// Pieces of the side not to move that may be huffed; empty without huffing.
    pub huffable: W,
    side: PhantomData<S>,
}

impl<W: Word, S: Side> State<W, S> {
    /// A state from its parts.
    #[inline(always)]
    pub fn new(position: Position<W>, runs: KingRuns, huffable: W) -> Self {
        State { position, runs, huffable, side: PhantomData }
    }

    /// The state after a legal move.
    #[inline(always)]
    pub fn after<G: Geometry<Word = W>, R: Rules>(
        &self,
        board: G,
        rules: R,
        mv: &Move<W>,
    ) -> State<W, S::Opponent> {
        let position = self.position.after(rules, mv);
        let runs = self.runs.after::<R, S, W>(rules, mv, &self.position, &position);
        let huffable = if R::MAY_HUFF && rules.word().huffing() {
            huffing::huffable_after::<G, S>(board, rules.word(), &self.position, mv)
        } else {
            W::EMPTY
        };
        State::new(position, runs, huffable)
    }
}
