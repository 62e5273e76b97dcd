//! Rule words as types, and the choice of the type that plays a rule set.

use crate::direction::DIAGONALS;
use crate::geometry::{
    Board8x8, Board10x8, Board10x10, Board10x10Lines, Board12x12, Geometry, SizedBoard10, SizedBoard12,
};
use crate::rule_word::RuleWord;
use crate::ruleset::RuleSet;

/// Gives the rule word: a constant of the type, or a value.
pub trait Rules: Copy + Send + Sync + 'static {
    /// The rules in force.
    fn word(self) -> RuleWord;
}

/// Rules known when the engine is built.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<const BITS: u64>;

impl<const BITS: u64> Rules for Fixed<BITS> {
    #[inline(always)]
    fn word(self) -> RuleWord {
        RuleWord(BITS)
    }
}

/// Rules read at run time.
#[derive(Clone, Copy, Debug)]
pub struct Loaded(pub RuleWord);

impl Rules for Loaded {
    #[inline(always)]
    fn word(self) -> RuleWord {
        self.0
    }
}

/// Work that is compiled once for each geometry and rule type.
pub trait Visitor {
    /// What the work yields.
    type Output;
    /// Does the work. `fixed`: the rules are a constant here.
    fn visit<G: Geometry, R: Rules>(self, geometry: G, rules: R, fixed: bool) -> Self::Output;
}

/// The geometry types by name, as the generated list spells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::enum_variant_names)]
enum Board {
    Board8x8,
    Board10x8,
    Board10x10,
    Board10x10Lines,
    Board12x12,
    Sized10,
    Sized12,
}

impl Board {
    fn of(set: &RuleSet) -> Self {
        let size = (set.spec().board.width, set.spec().board.height);
        let lines = set.word().all_directions() & !DIAGONALS != 0;
        match (size, lines) {
            ((8, 8), false) => Board::Board8x8,
            ((10, 8), false) => Board::Board10x8,
            ((10, 10), false) => Board::Board10x10,
            ((10, 10), true) => Board::Board10x10Lines,
            ((12, 12), false) => Board::Board12x12,
            ((width, height), _) if width <= 10 && height <= 10 => Board::Sized10,
            _ => Board::Sized12,
        }
    }
}

macro_rules! fixed_instances {
    ($($board:ident $word:literal,)*) => {
        #[cfg(not(feature = "loaded-only"))]
        fn visit_fixed<V: Visitor>(board: Board, word: RuleWord, visitor: V) -> Result<V::Output, V> {
            match (board, word.0) {
                $((Board::$board, $word) => Ok(visitor.visit($board, Fixed::<$word>, true)),)*
                _ => Err(visitor),
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/fixed_instances.rs"));

#[cfg(feature = "loaded-only")]
fn visit_fixed<V: Visitor>(_: Board, _: RuleWord, visitor: V) -> Result<V::Output, V> {
    Err(visitor)
}

/// Runs the visitor for the rule set's board and rules: built in if they are, else read at run time.
pub fn dispatch<V: Visitor>(set: &RuleSet, visitor: V) -> V::Output {
    match visit_fixed(Board::of(set), set.word(), visitor) {
        Ok(output) => output,
        Err(visitor) => dispatch_loaded(set, visitor),
    }
}

/// Runs the visitor with the rules read at run time, whether they are built in or not.
pub fn dispatch_loaded<V: Visitor>(set: &RuleSet, visitor: V) -> V::Output {
    let rules = Loaded(set.word());
    let (width, height) = (set.spec().board.width, set.spec().board.height);
    match Board::of(set) {
        Board::Board8x8 => visitor.visit(Board8x8, rules, false),
        Board::Board10x8 => visitor.visit(Board10x8, rules, false),
        Board::Board10x10 => visitor.visit(Board10x10, rules, false),
        Board::Board10x10Lines => visitor.visit(Board10x10Lines, rules, false),
        Board::Board12x12 => visitor.visit(Board12x12, rules, false),
        Board::Sized10 => visitor.visit(SizedBoard10::of_size(width, height), rules, false),
        Board::Sized12 => visitor.visit(SizedBoard12::of_size(width, height), rules, false),
    }
}
