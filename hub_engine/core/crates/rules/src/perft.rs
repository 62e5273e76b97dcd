//! Perft: the number of move paths of a length, the test of every generator.
//!
//! Conventions: equal (origin, landing, captured set) count once; draws and the same-king move limit are
//! not part of the count, as in the published tables; the last ply is counted, not made ("bulk counting").

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::geometry::Geometry;
use crate::movegen::{Captures, can_capture, captures_into, count_moves, for_each_quiet, moves_into};
use crate::position::{Move, Position, Side};
use crate::rules::Rules;
use crate::word::Word;
use crate::zobrist::{self, Key, mix};

/// Number of leaves `depth` plies below; 1 at depth 0.
pub fn perft<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    depth: u32,
) -> u64 {
    match depth {
        0 => 1,
        1 => count_moves::<G, R, S>(board, rules, position),
        // The last but one ply is where the time goes: counting is inlined into its loop.
        2 => sum_children::<G, R, S>(board, rules, position, |child| {
            count_moves::<G, R, S::Opponent>(board, rules, child)
        }),
        _ => sum_children::<G, R, S>(board, rules, position, |child| {
            perft::<G, R, S::Opponent>(board, rules, child, depth - 1)
        }),
    }
}

#[inline(always)]
fn sum_children<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    count: impl Fn(&Position<G::Word>) -> u64,
) -> u64 {
    if position.is_ended_by_king(rules.word()) {
        return 0;
    }
    let mut leaves = 0;
    if can_capture::<G, R, S>(board, rules, position) {
        leaves += sum_captures::<G, R, S>(board, rules, position, &count);
    } else {
        for_each_quiet::<G, R, S>(board, rules, position, G::Word::EMPTY, |from, to, crowns| {
            leaves += count(&position.after_quiet(from, to, crowns));
        });
    }
    leaves
}

/// Out of line, so that the list's frame is not part of every node's.
#[inline(never)]
fn sum_captures<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    count: impl Fn(&Position<G::Word>) -> u64,
) -> u64 {
    let mut captures = Captures::new();
    captures_into::<G, R, S>(board, rules, position, &mut captures);
    captures.moves.iter().map(|mv| count(&position.after(rules, mv))).sum()
}

/// A table of counts shared by threads without locks: a torn entry fails its check and is not used.
pub struct PerftTable {
    entries: Vec<[AtomicU64; 2]>,
}

impl PerftTable {
    /// A table of about `size_mb` mebibytes, at least one, 16 bytes an entry; `None` when there is not so much memory.
    pub fn new(size_mb: usize) -> Option<Self> {
        let count = size_mb.max(1).checked_mul(1 << 20)? / 16;
        let mut entries = Vec::new();
        entries.try_reserve_exact(count).ok()?;
        entries.resize_with(count, Default::default);
        Some(PerftTable { entries })
    }

    fn slot(&self, key: Key) -> &[AtomicU64; 2] {
        // The high half of the product spreads the key over any number of entries.
        let index = (u128::from(key) * self.entries.len() as u128) >> 64;
        &self.entries[index as usize]
    }

    fn probe(&self, key: Key) -> Option<u64> {
        let [check, count] = self.slot(key);
        let count = count.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) ^ count == key).then_some(count)
    }

    fn store(&self, key: Key, leaves: u64) {
        let [check, count] = self.slot(key);
        check.store(key ^ leaves, Ordering::Relaxed);
        count.store(leaves, Ordering::Relaxed);
    }
}

fn perft_hashed<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    key: Key,
    depth: u32,
    table: &PerftTable,
) -> u64 {
    if depth < 2 || position.is_ended_by_king(rules.word()) {
        return perft::<G, R, S>(board, rules, position, depth);
    }
    // `mix` of a small number is the number of a piece (see `zobrist`), so the depth is taken from the far end.
    let entry = key ^ mix(u64::MAX - u64::from(depth));
    if let Some(leaves) = table.probe(entry) {
        return leaves;
    }
    let mut list = Captures::new();
    moves_into::<G, R, S>(board, rules, position, G::Word::EMPTY, &mut list);
    let leaves = list
        .moves
        .iter()
        .map(|mv| {
            let next = zobrist::key_after::<R, G::Word, S>(rules, key, position, mv);
            perft_hashed::<G, R, S::Opponent>(
                board,
                rules,
                &position.after(rules, mv),
                next,
                depth - 1,
                table,
            )
        })
        .sum();
    table.store(entry, leaves);
    leaves
}

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions {
    /// Threads, at least 1.
    pub threads: usize,
    /// Size of the table in mebibytes; 0 = none. Without the memory for it there is none either: it only saves time.
    pub hash_mb: usize,
}

/// The leaves below each move of the position, in the generator's order; `depth >= 1`.
///
/// Threads take the positions two plies down from one queue.
pub fn divide<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    depth: u32,
    options: PerftOptions,
) -> Vec<(Move<G::Word>, u64)> {
    assert!(depth >= 1, "divide counts below moves");
    if position.is_ended_by_king(rules.word()) {
        return Vec::new();
    }
    let mut list = Captures::new();
    moves_into::<G, R, S>(board, rules, position, G::Word::EMPTY, &mut list);
    let table = (options.hash_mb > 0).then(|| PerftTable::new(options.hash_mb)).flatten();
    let counts: Vec<AtomicU64> = list.moves.iter().map(|_| AtomicU64::new(0)).collect();
    let tasks = tasks::<G, R, S>(board, rules, position, &list.moves, depth);
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let leaves = task.count::<G, R, S>(board, rules, table.as_ref());
            counts[task.root_move].fetch_add(leaves, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.threads {
            scope.spawn(work);
        }
        work();
    });
    list.moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}

/// A subtree to count: the position after one root move, or after one and a reply.
struct Task<W> {
    root_move: usize,
    position: Position<W>,
    depth: u32,
    replied: bool,
}

fn tasks<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    moves: &[Move<G::Word>],
    depth: u32,
) -> Vec<Task<G::Word>> {
    let mut tasks = Vec::new();
    for (root_move, mv) in moves.iter().enumerate() {
        let position = position.after(rules, mv);
        if depth < 3 || position.is_ended_by_king(rules.word()) {
            tasks.push(Task { root_move, position, depth: depth - 1, replied: false });
            continue;
        }
        let mut replies = Captures::new();
        moves_into::<G, R, S::Opponent>(board, rules, &position, G::Word::EMPTY, &mut replies);
        for reply in &replies.moves {
            tasks.push(Task {
                root_move,
                position: position.after(rules, reply),
                depth: depth - 2,
                replied: true,
            });
        }
    }
    tasks
}

impl<W: Word> Task<W> {
    fn count<G: Geometry<Word = W>, R: Rules, S: Side>(
        &self,
        board: G,
        rules: R,
        table: Option<&PerftTable>,
    ) -> u64 {
        if self.replied {
            count::<G, R, S>(board, rules, &self.position, self.depth, table)
        } else {
            count::<G, R, S::Opponent>(board, rules, &self.position, self.depth, table)
        }
    }
}

fn count<G: Geometry, R: Rules, S: Side>(
    board: G,
    rules: R,
    position: &Position<G::Word>,
    depth: u32,
    table: Option<&PerftTable>,
) -> u64 {
    match table {
        Some(table) => {
            let key = zobrist::key::<G::Word, S>(position);
            perft_hashed::<G, R, S>(board, rules, position, key, depth, table)
        }
        None => perft::<G, R, S>(board, rules, position, depth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_beyond_all_memory_is_none() {
        for size_mb in [1 << 33, 1 << 60] {
            assert!(PerftTable::new(size_mb).is_none());
        }
    }
}
