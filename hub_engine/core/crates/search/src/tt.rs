//! The transposition table: what is known of positions met before, shared by all threads without locks.
//!
//! An entry is two words; the first is the key combined with the second, so that an entry torn by two
//! writers fails its check and is not used. Four entries fill a cache line.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use memmap2::MmapMut;

use hub_rules::position::Move;
use hub_rules::word::Word;
use hub_rules::zobrist::{Key, mix};

const CLUSTER: usize = 4;
const CLUSTER_BYTES: usize = 64;
/// Alignment that lets the system back the table with huge pages.
const HUGE_PAGE: usize = 2 << 20;
const AGES: u8 = 16;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is at least this.
    Lower = 1,
    /// The true score is at most this.
    Upper = 2,
    /// It is this.
    Exact = 3,
}

/// A move in 18 bits: origin, landing and two bits of what is taken off; 0 = none.
///
/// Enough to find the move again in a list; a clash among captures costs only order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct PackedMove(u32);

const MOVE_BITS: u32 = 18;

impl PackedMove {
    pub const NONE: PackedMove = PackedMove(0);

    #[inline(always)]
    pub fn new<W: Word>(mv: &Move<W>) -> Self {
        let taken = mv.captured.fold() ^ mv.huffed_set().fold().rotate_left(1);
        let digest = if taken == 0 { 0 } else { mix(taken) >> 62 };
        PackedMove(mv.from() as u32 | (mv.to() as u32) << 8 | (digest as u32) << 16)
    }

    #[inline(always)]
    pub fn is_some(self) -> bool {
        self != Self::NONE
    }
}

/// What is stored of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub mv: PackedMove,
    /// As of [`crate::score::Score::to_table`].
    pub score: i16,
    pub depth: u8,
    pub bound: Bound,
}

// An entry as one word: the move in the lowest bits, then these.
const AGE: u32 = MOVE_BITS;
const BOUND: u32 = 24;
const DEPTH: u32 = 32;
const SCORE: u32 = 48;
const _: () = assert!(AGES as u32 <= 1 << (BOUND - AGE));

impl Entry {
    fn pack(self, age: u8) -> u64 {
        u64::from(self.mv.0)
            | u64::from(age) << AGE
            | (self.bound as u64) << BOUND
            | u64::from(self.depth) << DEPTH
            | u64::from(self.score as u16) << SCORE
    }

    /// `None` for an empty slot.
    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> BOUND & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry { mv: move_of(data), score: (data >> SCORE) as i16, depth: depth_of(data), bound })
    }
}

fn move_of(data: u64) -> PackedMove {
    PackedMove(data as u32 & ((1 << MOVE_BITS) - 1))
}
fn depth_of(data: u64) -> u8 {
    (data >> DEPTH) as u8
}
fn age_of(data: u64) -> u8 {
    (data >> AGE) as u8 % AGES
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[repr(align(64))]
struct Cluster([Slot; CLUSTER]);
const _: () = assert!(size_of::<Cluster>() == CLUSTER_BYTES);

/// The table. All methods but resizing work through a shared reference.
pub(crate) struct Table {
    clusters: NonNull<Cluster>,
    count: usize,
    age: AtomicU8,
    /// What `clusters` points into.
    _memory: MmapMut,
}

// SAFETY: the clusters are atomics in memory that the table owns until it is dropped.
unsafe impl Send for Table {}
// SAFETY: as above; every access goes through the atomics.
unsafe impl Sync for Table {}

impl Table {
    /// An empty table of `size_mb` mebibytes, at least one; `None` when there is not so much memory.
    /// The memory is touched only as it is used.
    pub fn new(size_mb: usize) -> Option<Self> {
        let bytes = size_mb.max(1).checked_mul(1 << 20)?;
        // Mapped, not allocated: given back to the system at once when the table goes, whatever its size.
        let mut memory = MmapMut::map_anon(bytes.checked_add(HUGE_PAGE)?).ok()?;
        let offset = memory.as_ptr().align_offset(HUGE_PAGE);
        advise_huge_pages(&memory, offset, bytes);
        let clusters = NonNull::new(memory[offset..].as_mut_ptr())?.cast();
        Some(Table { clusters, count: bytes / CLUSTER_BYTES, age: AtomicU8::new(0), _memory: memory })
    }

    fn clusters(&self) -> &[Cluster] {
        // SAFETY: `new` made room for `count` clusters here, zero-filled (valid atomics) and aligned.
        unsafe { std::slice::from_raw_parts(self.clusters.as_ptr(), self.count) }
    }

    #[inline(always)]
    fn index(&self, key: Key) -> usize {
        // The high half of the product spreads the key over any number of clusters.
        ((u128::from(key) * self.count as u128) >> 64) as usize
    }

    #[inline(always)]
    fn cluster(&self, key: Key) -> &Cluster {
        &self.clusters()[self.index(key)]
    }

    /// Asks for the key's cache line ahead of its use.
    #[inline(always)]
    pub fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: a prefetch reads nothing, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position.
    #[inline(always)]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                return Entry::unpack(data);
            }
        }
        None
    }

    /// Stores an entry in the position's slot, or in that of the oldest, then shallowest, in the cluster.
    #[inline(always)]
    pub fn store(&self, key: Key, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let cluster = &self.cluster(key).0;
        let mut victim = &cluster[0];
        let mut least = i32::MAX;
        for slot in cluster {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                if !entry.mv.is_some() {
                    entry.mv = move_of(data);
                }
                victim = slot;
                break;
            }
            let years = i32::from(age.wrapping_sub(age_of(data)) % AGES);
            let worth = if data == 0 { i32::MIN } else { i32::from(depth_of(data)) - 256 * years };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = entry.pack(age);
        victim.check.store(key ^ data, Ordering::Relaxed);
        victim.data.store(data, Ordering::Relaxed);
    }

    /// Entries stored before this call are the first to go.
    pub fn start_new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }
}

/// A refusal costs speed only, so the result is not looked at.
#[cfg(target_os = "linux")]
fn advise_huge_pages(memory: &MmapMut, offset: usize, bytes: usize) {
    let _ = memory.advise_range(memmap2::Advice::HugePage, offset, bytes);
}
#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_: &MmapMut, _: usize, _: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: i16, depth: u8) -> Entry {
        let mv = PackedMove::new(&Move::new(3, 9, 0u64, false));
        Entry { mv, score, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1).expect("memory for the table");
        assert!(table.probe(0).is_none() && table.probe(77).is_none());
        table.store(77, entry(-9_990, 12));
        let found = table.probe(77).expect("stored");
        assert_eq!((found.score, found.depth, found.bound), (-9_990, 12, Bound::Lower));
        table.store(77, Entry { mv: PackedMove::NONE, bound: Bound::Upper, ..entry(5, 3) });
        let found = table.probe(77).expect("stored");
        assert_eq!((found.score, found.mv), (5, entry(0, 0).mv), "a known move is kept");
    }

    #[test]
    fn the_oldest_then_the_shallowest_goes() {
        let table = Table::new(1).expect("memory for the table");
        // Small keys share the first cluster.
        for (key, depth) in [(1, 9), (2, 4), (3, 6), (4, 8)] {
            table.store(key, entry(0, depth));
        }
        table.store(5, entry(0, 1));
        assert!(table.probe(2).is_none() && table.probe(5).is_some());
        table.start_new_search();
        for key in [6, 7, 8] {
            table.store(key, entry(0, 1));
        }
        let left: Vec<u64> = (1..=8).filter(|&key| table.probe(key).is_some()).collect();
        assert_eq!(left, [1, 6, 7, 8]);
    }

    #[test]
    fn equal_squares_with_other_captures_differ_mostly() {
        let moves: std::collections::HashSet<u32> =
            (0..16).map(|n| PackedMove::new(&Move::new(3, 9, 1u64 << n, false)).0).collect();
        assert_eq!(moves.len(), 4);
    }
}
