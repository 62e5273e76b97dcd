//! Search speed in positions with and without kings. Each run asserts its node count, so a change of the
//! search cannot pass for a change of its speed.

#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hub_search::bench::{builtin_variant, game_from_fen};
use hub_search::{Limits, Mode, Searcher, evaluate};

const POSITIONS: [(&str, &str, &str, u32); 5] = [
    ("start", "international", "W:W31-50:B1-20", 11),
    (
        "middle",
        "international",
        "W:W28,31,32,34,35,38,39,40,41,42,43,45,47,49,50:B1,3,4,5,6,7,8,9,10,12,15,17,18,20,21",
        11,
    ),
    ("kings", "international", "W:WK3,28,34,37,39,44,45,46,49,50:B1,2,6,7,8,10,12,13,15,16,19,21", 10),
    ("frisian", "frisian", "B:W25,35,41,42,43,44,45,49,50:B2,3,4,5,7,8,9,10,14,15,17,18,19,29", 8),
    ("english", "english", "B:W21-32:B1-12", 13),
];

fn search(criterion: &mut Criterion) {
    for (name, rules, fen, depth) in POSITIONS {
        let game = game_from_fen(&builtin_variant(rules).unwrap(), fen).unwrap();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let searcher = Searcher::new(16, 1).expect("memory for the table");
        let run = || {
            searcher.clear().expect("memory for the table");
            searcher.search(&game, &limits, Mode::Analyze, &mut |_| {}).info.unwrap().nodes
        };
        let nodes = run();
        let mut group = criterion.benchmark_group(format!("search/{name}"));
        group.sample_size(20).throughput(Throughput::Elements(nodes));
        group.bench_function("one thread", |bencher| bencher.iter(|| assert_eq!(run(), nodes)));
        group.finish();
    }
}

fn evaluation(criterion: &mut Criterion) {
    let (_, rules, fen, _) = POSITIONS[1];
    let variant = builtin_variant(rules).unwrap();
    let game = game_from_fen(&variant, fen).unwrap();
    let value = evaluate(&variant, game.position());
    criterion.bench_function("evaluate from scratch, tables included", |bencher| {
        bencher.iter(|| assert_eq!(evaluate(&variant, game.position()), value));
    });
}

criterion_group!(benches, search, evaluation);
criterion_main!(benches);
