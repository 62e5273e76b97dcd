//! Perft speed of the rule families, compiled-in against run-time rules. Each run asserts its count,
//! so a wrong fast generator fails.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hub_rules::perft::PerftOptions;
use hub_rules::ruleset::RuleSet;
use hub_rules::setup::{BLACK_KING, BLACK_MAN, EMPTY, Setup, WHITE_KING, WHITE_MAN};
use hub_rules::spec::RuleSpec;
use hub_rules::variant::Variant;

/// Rule file, position in Hub letters, depth, leaves (published counts, equal captures merged).
const POSITIONS: [(&str, &str, u32, u64); 7] = [
    ("international", "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", 8, 6_483_961),
    ("international", "BeeeeeweewwweeeeeBeewwwwBeeeeewWeweeeweeewwwweweeee", 6, 629_010),
    ("english", "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", 9, 3_963_680),
    ("russian", "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", 9, 4_570_586),
    ("italian", "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", 9, 3_860_875),
    ("frisian", "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", 8, 2_825_779),
    ("canadian", "Wbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbeeeeeeeeeeeewwwwwwwwwwwwwwwwwwwwwwwwwwwwww", 7, 4_369_366),
];

fn setup(text: &str) -> Setup {
    let pieces = text[1..]
        .bytes()
        .map(|letter| match letter {
            b'w' => WHITE_MAN,
            b'W' => WHITE_KING,
            b'b' => BLACK_MAN,
            b'B' => BLACK_KING,
            _ => EMPTY,
        })
        .collect();
    Setup::new(pieces, text.starts_with('W'))
}

fn perft(criterion: &mut Criterion) {
    let specs: BTreeMap<String, RuleSpec> =
        serde_json::from_str(include_str!("../builtin_rules.json")).unwrap();
    let options = PerftOptions { threads: 1, hash_mb: 0 };
    for (i, (name, text, depth, leaves)) in POSITIONS.into_iter().enumerate() {
        let rules = RuleSet::new(specs[name].clone()).unwrap();
        let position = setup(text).position(&rules).unwrap();
        let mut group = criterion.benchmark_group(format!("perft/{i}-{name}"));
        group.sample_size(20).throughput(Throughput::Elements(leaves));
        for (kind, variant) in
            [("fixed", Variant::new(rules.clone())), ("loaded", Variant::new_loaded(rules.clone()))]
        {
            group.bench_function(kind, |bencher| {
                bencher.iter(|| assert_eq!(variant.perft(black_box(&position), depth, options), leaves));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
