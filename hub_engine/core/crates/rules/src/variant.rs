//! One variant behind one object: the border between typed cores and everything that handles any variant.
//!
//! Positions and moves cross it as [`Wide`] sets of word indices; squares of text become indices here.

use std::fmt;
use std::sync::Arc;

use crate::direction::DirectionSet;
use crate::draws::DrawRules;
use crate::each_direction;
use crate::geometry::Geometry;
use crate::huffing;
use crate::movegen::{Captures, can_capture, state_moves_into};
use crate::perft::{self, PerftOptions};
use crate::position::{Black, KingRuns, Move, Position, Side, State, White};
use crate::rule_word::RuleWord;
use crate::rules::{Rules, Visitor, dispatch, dispatch_loaded};
use crate::ruleset::RuleSet;
use crate::word::{Bits, Wide, Word};
use crate::zobrist::{self, Key};

/// A move of any board; squares are word indices.
pub type AnyMove = Move<Wide>;

/// A legal position of any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyPosition {
    /// Pieces of the side to move.
    pub us: Wide,
    /// Pieces of the other side.
    pub them: Wide,
    /// Kings of both.
    pub kings: Wide,
    /// Whose turn it is.
    pub white_to_move: bool,
    /// Same-king runs; none without such a limit.
    pub runs: KingRuns,
    /// Pieces of the side not to move that may be huffed; none without huffing.
    pub huffable: Wide,
}

impl AnyPosition {
    /// All pieces.
    pub fn occupied(&self) -> Wide {
        self.us | self.them
    }
    /// White's pieces and Black's.
    pub fn by_colour(&self) -> (Wide, Wide) {
        if self.white_to_move { (self.us, self.them) } else { (self.them, self.us) }
    }
    /// As a core's state; `S` is the side to move.
    pub fn state<W: Word, S: Side>(&self) -> State<W, S> {
        State::new(self.narrow(), self.runs, W::from_wide(self.huffable))
    }
    /// The pieces as a core's position.
    pub fn narrow<W: Word>(&self) -> Position<W> {
        Position { us: W::from_wide(self.us), them: W::from_wide(self.them), kings: W::from_wide(self.kings) }
    }

    fn widened<W: Word, S: Side>(state: &State<W, S>) -> Self {
        let Position { us, them, kings } = state.position;
        AnyPosition {
            us: us.to_wide(),
            them: them.to_wide(),
            kings: kings.to_wide(),
            white_to_move: S::WHITE,
            runs: state.runs,
            huffable: state.huffable.to_wide(),
        }
    }
}

/// A core's move for any board.
pub fn widen_move<W: Word>(mv: &Move<W>) -> AnyMove {
    mv.with_captured(mv.captured.to_wide())
}

/// A move of any board for a core.
pub fn narrow_move<W: Word>(mv: &AnyMove) -> Move<W> {
    mv.with_captured(W::from_wide(mv.captured))
}

/// What a variant can be asked about a position.
trait Core: Send + Sync {
    fn legal_moves(&self, position: &AnyPosition) -> Vec<AnyMove>;
    fn after(&self, position: &AnyPosition, mv: &AnyMove) -> AnyPosition;
    fn can_capture(&self, position: &AnyPosition) -> bool;
    fn key(&self, position: &AnyPosition) -> Key;
    fn perft(&self, position: &AnyPosition, depth: u32) -> u64;
    fn divide(&self, position: &AnyPosition, depth: u32, options: PerftOptions) -> Vec<(AnyMove, u64)>;
    fn paths(&self, position: &AnyPosition, mv: &AnyMove) -> Vec<Vec<usize>>;
}

struct TypedCore<G, R> {
    board: G,
    rules: R,
}

/// Calls a method generic over the side for the side to move.
macro_rules! for_side {
    ($self:ident, $position:ident, $method:ident($($argument:expr),*)) => {
        if $position.white_to_move {
            $self.$method::<White>($position, $($argument),*)
        } else {
            $self.$method::<Black>($position, $($argument),*)
        }
    };
}

impl<G: Geometry, R: Rules> TypedCore<G, R> {
    fn moves_of<S: Side>(&self, position: &AnyPosition) -> Vec<AnyMove> {
        let state = position.state::<G::Word, S>();
        if state.position.is_ended_by_king(self.rules.word()) {
            return Vec::new();
        }
        let mut list = Captures::new();
        state_moves_into::<G, R, S>(self.board, self.rules, &state, &mut list);
        list.moves.iter().map(widen_move).collect()
    }

    fn after_of<S: Side>(&self, position: &AnyPosition, mv: &AnyMove) -> AnyPosition {
        let state = position.state::<G::Word, S>();
        AnyPosition::widened(&state.after(self.board, self.rules, &narrow_move(mv)))
    }

    fn can_capture_of<S: Side>(&self, position: &AnyPosition) -> bool {
        can_capture::<G, R, S>(self.board, self.rules, &position.narrow())
    }

    fn key_of<S: Side>(&self, position: &AnyPosition) -> Key {
        let state = position.state::<G::Word, S>();
        zobrist::key::<G::Word, S>(&state.position) ^ zobrist::extras_key(&state)
    }

    fn perft_of<S: Side>(&self, position: &AnyPosition, depth: u32) -> u64 {
        if R::MAY_HUFF && self.rules.word().huffing() {
            return huffing::perft::<G, S>(self.board, self.rules.word(), &position.state(), depth);
        }
        perft::perft::<G, R, S>(self.board, self.rules, &position.narrow(), depth)
    }

    fn divide_of<S: Side>(
        &self,
        position: &AnyPosition,
        depth: u32,
        options: PerftOptions,
    ) -> Vec<(AnyMove, u64)> {
        if R::MAY_HUFF && self.rules.word().huffing() {
            let below = |mv: &AnyMove| self.perft(&self.after(position, mv), depth - 1);
            return self.legal_moves(position).into_iter().map(|mv| (mv, below(&mv))).collect();
        }
        perft::divide::<G, R, S>(self.board, self.rules, &position.narrow(), depth, options)
            .iter()
            .map(|(mv, leaves)| (widen_move(mv), *leaves))
            .collect()
    }

    fn paths_of<S: Side>(&self, position: &AnyPosition, mv: &AnyMove, max_steps: u64) -> Vec<Vec<usize>> {
        let mv: Move<G::Word> = narrow_move(mv);
        let pieces = position.narrow::<G::Word>().without(mv.huffed_set());
        let origin = G::Word::bit(mv.from());
        let word = self.rules.word();
        let walker = if pieces.kings.meets(origin) {
            Walker::King
        } else if word.parachute() != 0 && origin.meets(S::promotion_squares(self.board, word)) {
            Walker::Parachutist
        } else {
            Walker::Man
        };
        let search = |steps_left, only_one| {
            let mut search = PathSearch::<G, R, S> {
                core: self,
                occupied: pieces.occupied() & !origin,
                landing: mv.to(),
                path: vec![mv.from()],
                found: Vec::new(),
                steps_left,
                only_one,
                side: std::marker::PhantomData,
            };
            search.extend(walker, G::Word::EMPTY, mv.captured, None);
            search.found
        };
        let found = search(max_steps, false);
        // The generator has come upon the move by walking as this second search does, so it ends.
        if found.is_empty() { search(u64::MAX, true) } else { found }
    }
}

/// What kind of piece captures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Walker {
    Man,
    King,
    Parachutist,
}

impl Walker {
    /// Directions of a jump, seen by White.
    fn directions(self, word: RuleWord, is_first: bool) -> DirectionSet {
        match self {
            Walker::King => word.king_capture(),
            Walker::Parachutist => word.parachute(),
            Walker::Man if is_first => word.man_capture(),
            Walker::Man => word.man_capture_next(),
        }
    }
}

/// Jumps that are followed at most to find the ways to carry out a capture: orders and landings multiply.
const MAX_PATH_STEPS: u64 = 1 << 14;

/// The jump that brought a piece where it is.
#[derive(Clone, Copy)]
struct LastJump {
    direction: usize,
    /// It landed on the first of the squares that it could choose from.
    on_first: bool,
}

/// The ways to carry out a known capture: slow and plain, for notation only.
struct PathSearch<'a, G: Geometry, R, S> {
    core: &'a TypedCore<G, R>,
    occupied: G::Word,
    landing: usize,
    path: Vec<usize>,
    found: Vec<Vec<usize>>,
    steps_left: u64,
    /// Ends with the first way, and stays in the line of a jump from its first landing only.
    only_one: bool,
    side: std::marker::PhantomData<S>,
}

impl<G: Geometry, R: Rules, S: Side> PathSearch<'_, G, R, S> {
    fn extend(&mut self, walker: Walker, taken: G::Word, to_take: G::Word, last: Option<LastJump>) {
        if self.steps_left == 0 || self.only_one && !self.found.is_empty() {
            return;
        }
        self.steps_left -= 1;
        let at = *self.path.last().expect("a path begins at its origin");
        if to_take.is_empty() {
            if at == self.landing {
                self.found.push(self.path.clone());
            }
            return;
        }
        let (board, word) = (self.core.board, self.core.rules.word());
        let flies = walker == Walker::King && word.flying_kings();
        let blockers = if word.immediate_removal() { self.occupied & !taken } else { self.occupied };
        let directions = S::directions(word, walker.directions(word, last.is_none()));
        each_direction!(directions & G::DIRECTIONS, D, O, {
            let may_go = last.is_none_or(|last| {
                let stays_in_line = last.direction == D || last.direction == O;
                let repeats = stays_in_line && self.only_one && !last.on_first;
                !(repeats || last.direction == O && word.no_turn_back())
            });
            let nearest =
                if flies { board.first_on_ray::<D>(at, blockers) } else { board.step::<D>(G::Word::bit(at)) };
            let victim = nearest & to_take;
            let behind = board.step::<D>(victim) & board.playable() & !blockers;
            if may_go && !behind.is_empty() {
                let landings = if flies && !word.lands_behind() {
                    board.open_ray::<D>(victim.lowest(), blockers)
                } else {
                    behind
                };
                let mut on_first = true;
                for landing in Bits(landings) {
                    let is_crowned =
                        word.promotes_in_passing() && landing.meets(S::promotion_squares(board, word));
                    let walker = if is_crowned { Walker::King } else { walker };
                    self.path.push(landing.lowest());
                    self.extend(
                        walker,
                        taken | victim,
                        to_take & !victim,
                        Some(LastJump { direction: D, on_first }),
                    );
                    self.path.pop();
                    on_first = false;
                }
            }
        });
    }
}

impl<G: Geometry, R: Rules> Core for TypedCore<G, R> {
    fn legal_moves(&self, position: &AnyPosition) -> Vec<AnyMove> {
        for_side!(self, position, moves_of())
    }
    fn after(&self, position: &AnyPosition, mv: &AnyMove) -> AnyPosition {
        for_side!(self, position, after_of(mv))
    }
    fn can_capture(&self, position: &AnyPosition) -> bool {
        for_side!(self, position, can_capture_of())
    }
    fn key(&self, position: &AnyPosition) -> Key {
        for_side!(self, position, key_of())
    }
    fn perft(&self, position: &AnyPosition, depth: u32) -> u64 {
        for_side!(self, position, perft_of(depth))
    }
    fn divide(&self, position: &AnyPosition, depth: u32, options: PerftOptions) -> Vec<(AnyMove, u64)> {
        for_side!(self, position, divide_of(depth, options))
    }
    fn paths(&self, position: &AnyPosition, mv: &AnyMove) -> Vec<Vec<usize>> {
        if mv.is_removal() {
            vec![vec![mv.from()]]
        } else if mv.is_capture() {
            for_side!(self, position, paths_of(mv, MAX_PATH_STEPS))
        } else {
            vec![vec![mv.from(), mv.to()]]
        }
    }
}

struct MakeCore;

impl Visitor for MakeCore {
    type Output = (Box<dyn Core>, bool);
    fn visit<G: Geometry, R: Rules>(self, board: G, rules: R, fixed: bool) -> Self::Output {
        (Box::new(TypedCore { board, rules }), fixed)
    }
}

/// A variant: its rules and the core that plays them. Cheap to clone.
#[derive(Clone)]
pub struct Variant {
    inner: Arc<Inner>,
}

struct Inner {
    rules: RuleSet,
    draws: DrawRules<Wide>,
    core: Box<dyn Core>,
    is_builtin: bool,
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Variant").field("rules", &self.inner.rules).finish_non_exhaustive()
    }
}

impl Variant {
    /// The variant of these rules, compiled in if the rule word is known.
    pub fn new(rules: RuleSet) -> Self {
        let made = dispatch(&rules, MakeCore);
        Self::with(rules, made)
    }

    /// The variant with its rules read at run time even if they are built in; for tests and benches.
    pub fn new_loaded(rules: RuleSet) -> Self {
        let made = dispatch_loaded(&rules, MakeCore);
        Self::with(rules, made)
    }

    fn with(rules: RuleSet, (core, is_builtin): (Box<dyn Core>, bool)) -> Self {
        let draws = rules.draw_rules();
        Variant { inner: Arc::new(Inner { rules, draws, core, is_builtin }) }
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.inner.rules
    }
    /// The draw rules.
    pub fn draws(&self) -> &DrawRules<Wide> {
        &self.inner.draws
    }
    /// True when the rule word is compiled in.
    pub fn is_builtin(&self) -> bool {
        self.inner.is_builtin
    }
    /// Legal moves in the generator's order; none when the game is over.
    pub fn legal_moves(&self, position: &AnyPosition) -> Vec<AnyMove> {
        self.inner.core.legal_moves(position)
    }
    /// The position after a legal move.
    pub fn after(&self, position: &AnyPosition, mv: &AnyMove) -> AnyPosition {
        self.inner.core.after(position, mv)
    }
    /// True when the side to move can capture.
    pub fn can_capture(&self, position: &AnyPosition) -> bool {
        self.inner.core.can_capture(position)
    }
    /// The key of a position with all that belongs to it.
    pub fn key(&self, position: &AnyPosition) -> Key {
        self.inner.core.key(position)
    }
    /// Leaves `depth` plies below (see [`mod@crate::perft`]).
    pub fn perft(&self, position: &AnyPosition, depth: u32, options: PerftOptions) -> u64 {
        if depth < 3 || options.threads == 1 && options.hash_mb == 0 {
            return self.inner.core.perft(position, depth);
        }
        self.divide(position, depth, options).iter().map(|(_, leaves)| leaves).sum()
    }
    /// Leaves below each move; `depth >= 1`.
    pub fn divide(&self, position: &AnyPosition, depth: u32, options: PerftOptions) -> Vec<(AnyMove, u64)> {
        self.inner.core.divide(position, depth, options)
    }
    /// Every way to carry out a legal move, as word indices from origin to landing.
    pub fn paths(&self, position: &AnyPosition, mv: &AnyMove) -> Vec<Vec<usize>> {
        self.inner.core.paths(position, mv)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::setup::{BLACK_MAN, EMPTY, Setup, WHITE_KING};
    use crate::spec::RuleSpec;
    use crate::zobrist::mix;

    /// Compares the one way that is found when there is no time for all with all of them; gives the captures.
    struct CheckPaths<'a>(&'a AnyPosition);

    impl Visitor for CheckPaths<'_> {
        type Output = usize;
        fn visit<G: Geometry, R: Rules>(self, board: G, rules: R, _: bool) -> usize {
            let core = TypedCore { board, rules };
            let captures = core.legal_moves(self.0).into_iter().filter(AnyMove::is_capture);
            captures
                .map(|mv| {
                    let all = core.paths_of::<White>(self.0, &mv, MAX_PATH_STEPS);
                    let one = core.paths_of::<White>(self.0, &mv, 0);
                    assert!(one.len() == 1 && all.contains(&one[0]), "{:?} {mv:?}: {one:?}", self.0);
                })
                .count()
        }
    }

    #[test]
    fn a_way_is_found_however_many_there_are() {
        let specs: BTreeMap<String, RuleSpec> =
            serde_json::from_str(include_str!("../builtin_rules.json")).expect("well formed");
        let mut seed = 0;
        let mut random = || {
            seed += 1;
            mix(seed) as usize
        };
        let mut captures = 0;
        for spec in specs.into_values() {
            let rules = RuleSet::new(spec).expect("possible rules");
            for _ in 0..20 {
                let mut pieces = vec![EMPTY; rules.squares()];
                for _ in 0..rules.squares() / 4 {
                    pieces[random() % rules.squares()] = BLACK_MAN;
                }
                pieces[random() % rules.squares()] = WHITE_KING;
                let Ok(position) = Setup::new(pieces, true).position(&rules) else { continue };
                captures += dispatch_loaded(&rules, CheckPaths(&position));
            }
        }
        assert!(captures > 100, "{captures} captures");
    }
}
