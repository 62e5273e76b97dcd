//! Rule words as types, and the choice of the type that plays a rule set.

use crate::board_type::BoardType;
use crate::geometry::{Board8x8, Board10x10, Board12x12, Geometry, SizedBoard10, SizedBoard12};
#[cfg(not(feature = "loaded-only"))]
use crate::geometry::{Board10x8, Board10x10Lines};
#[cfg(not(feature = "loaded-only"))]
use crate::points::FullBoard8x8;
use crate::points::{PointBoard8, PointBoard12, PointBoard16};
use crate::rule_word::RuleWord;
use crate::ruleset::RuleSet;

/// Gives the rule word: a constant of the type, or a value.
pub trait Rules: Copy + Send + Sync + 'static {
    /// The rules may leave captures unmade; where not, nothing of huffing is compiled.
    const MAY_HUFF: bool;
    /// The rules in force.
    fn word(self) -> RuleWord;
}

/// Rules known when the engine is built.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<const BITS: u128>;

impl<const BITS: u128> Rules for Fixed<BITS> {
    const MAY_HUFF: bool = RuleWord(BITS).huffing();
    #[inline(always)]
    fn word(self) -> RuleWord {
        RuleWord(BITS)
    }
}

/// Rules read at run time.
#[derive(Clone, Copy, Debug)]
pub struct Loaded(pub RuleWord);

impl Rules for Loaded {
    const MAY_HUFF: bool = true;
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

macro_rules! fixed_instances {
    ($function:ident: $($board:ident $word:literal,)*) => {
        #[cfg(not(feature = "loaded-only"))]
        fn $function<V: Visitor>(set: &RuleSet, visitor: V) -> Result<V::Output, V> {
            match (set.board_type(), set.word().0) {
                $((BoardType::$board, $word) => Ok(visitor.visit($board::of(set), Fixed::<$word>, true)),)*
                _ => Err(visitor),
            }
        }

        #[cfg(feature = "loaded-only")]
        fn $function<V: Visitor>(_: &RuleSet, visitor: V) -> Result<V::Output, V> {
            Err(visitor)
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/fixed_instances.rs"));

/// Runs the visitor for the rule set's board and rules: built in if they are, else read at run time.
pub fn dispatch<V: Visitor>(set: &RuleSet, visitor: V) -> V::Output {
    match visit_fixed(set, visitor) {
        Ok(output) => output,
        Err(visitor) => dispatch_loaded(set, visitor),
    }
}

/// As [`dispatch`], for work so dear to compile that it is built in on a few boards only (see `build.rs`).
pub fn dispatch_search<V: Visitor>(set: &RuleSet, visitor: V) -> V::Output {
    match visit_fixed_search(set, visitor) {
        Ok(output) => output,
        Err(visitor) => dispatch_loaded(set, visitor),
    }
}

/// Runs the visitor with the rules read at run time, whether they are built in or not.
///
/// Boards that lie in a run-time board's word exactly as in their own type are played there: it is a little slower,
/// and spares compiling everything once more for each of them.
pub fn dispatch_loaded<V: Visitor>(set: &RuleSet, visitor: V) -> V::Output {
    let rules = Loaded(set.word());
    match set.board_type() {
        BoardType::Board8x8 => visitor.visit(Board8x8::of(set), rules, false),
        BoardType::Board10x10 => visitor.visit(Board10x10::of(set), rules, false),
        BoardType::Board12x12 => visitor.visit(Board12x12::of(set), rules, false),
        BoardType::Board10x8 | BoardType::Board10x10Lines | BoardType::SizedBoard10 => {
            visitor.visit(SizedBoard10::of(set), rules, false)
        }
        BoardType::SizedBoard12 => visitor.visit(SizedBoard12::of(set), rules, false),
        BoardType::FullBoard8x8 | BoardType::PointBoard8 => visitor.visit(PointBoard8::of(set), rules, false),
        BoardType::PointBoard12 => visitor.visit(PointBoard12::of(set), rules, false),
        BoardType::PointBoard16 => visitor.visit(PointBoard16::of(set), rules, false),
    }
}
