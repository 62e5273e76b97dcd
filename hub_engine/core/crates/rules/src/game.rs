//! A line of play from a root position: what repetition and the counted draws need to know.

use crate::draws::DrawCounts;
use crate::spec::{KingMeans, NoMove};
use crate::variant::{AnyMove, AnyPosition, Variant};
use crate::word::Word;
use crate::zobrist::Key;

/// A move that may not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// It is not among the legal moves.
    #[error("illegal move")]
    NotLegal,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move has pieces but no move.
    NoMove,
    /// The side to move has no pieces.
    NoPieces,
    /// A side owns a king where that wins.
    King,
    /// The position came too often.
    Repetition,
    /// The draw limit with this index in the rule file's list ran out.
    Limit(usize),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// True: White, false: Black, none: a draw.
    pub white_won: Option<bool>,
    /// Why.
    pub reason: Reason,
}

#[derive(Clone, Copy)]
struct Ply {
    position: AnyPosition,
    key: Key,
    counts: DrawCounts,
}

/// A root position and the moves played from it.
#[derive(Clone)]
pub struct Game {
    variant: Variant,
    plies: Vec<Ply>,
    moves: Vec<AnyMove>,
}

impl Game {
    /// A game that begins at `root`, with nothing counted yet.
    pub fn new(variant: Variant, root: AnyPosition) -> Self {
        let key = variant.key(&root);
        let counts = variant.draws().begun(&root.narrow(), || variant.can_capture(&root));
        Game { variant, plies: vec![Ply { position: root, key, counts }], moves: Vec::new() }
    }

    fn last(&self) -> &Ply {
        self.plies.last().expect("the root is never taken off")
    }

    /// The variant played.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }
    /// The position now.
    pub fn position(&self) -> &AnyPosition {
        &self.last().position
    }
    /// The draw counters now.
    pub fn counts(&self) -> &DrawCounts {
        &self.last().counts
    }
    /// The moves played.
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }
    /// The keys of all positions from the root to the present one.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = Key> + '_ {
        self.plies.iter().map(|ply| ply.key)
    }

    /// Plays a move. Nothing changes when it is refused.
    ///
    /// Moves may go on after a draw: a peer decides itself when it claims one.
    pub fn push(&mut self, mv: &AnyMove) -> Result<(), IllegalMove> {
        let legal = self.variant.legal_moves(self.position());
        if !legal.contains(mv) {
            return Err(if legal.is_empty() { IllegalMove::GameOver } else { IllegalMove::NotLegal });
        }
        self.push_legal(mv);
        Ok(())
    }

    fn push_legal(&mut self, mv: &AnyMove) {
        let before = *self.last();
        let position = self.variant.after(&before.position, mv);
        let counts = self.variant.draws().advanced(
            &before.counts,
            &before.position.narrow(),
            mv,
            &position.narrow(),
            || self.variant.can_capture(&position),
        );
        self.plies.push(Ply { position, key: self.variant.key(&position), counts });
        self.moves.push(*mv);
    }

    /// Takes the last move back.
    pub fn pop(&mut self) -> Option<AnyMove> {
        let mv = self.moves.pop()?;
        self.plies.pop();
        Some(mv)
    }

    /// How often the present position has stood on the board.
    pub fn occurrences(&self) -> usize {
        let key = self.last().key;
        self.plies.iter().filter(|ply| ply.key == key).count()
    }

    /// The winner by the rules of the position alone.
    pub fn winner(variant: &Variant, position: &AnyPosition) -> Option<Outcome> {
        let objective = &variant.rules().spec().objective;
        let mover = position.white_to_move;
        if objective.king == KingMeans::Wins && !position.kings.is_empty() {
            // Should both own one, the side that has just moved was second: the other won before.
            let mover_owns = position.kings.meets(position.us);
            return Some(Outcome { white_won: Some(mover_owns == mover), reason: Reason::King });
        }
        if !variant.legal_moves(position).is_empty() {
            return None;
        }
        let reason = if position.us.is_empty() { Reason::NoPieces } else { Reason::NoMove };
        let mover_wins = objective.no_move == NoMove::Wins;
        Some(Outcome { white_won: Some(mover_wins == mover), reason })
    }

    /// How the game has ended, if it has: won by the position, or drawn by repetition or a counted limit.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = Self::winner(&self.variant, self.position()) {
            return Some(outcome);
        }
        let draws = self.variant.draws();
        let reason = if draws.repetition > 0 && self.occurrences() >= usize::from(draws.repetition) {
            Reason::Repetition
        } else {
            Reason::Limit(draws.reached(self.counts())?)
        };
        Some(Outcome { white_won: None, reason })
    }
}
