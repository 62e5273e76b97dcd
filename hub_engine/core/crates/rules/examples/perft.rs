//! Counts perft of a built-in variant: `perft VARIANT FEN DEPTH [loaded]`, Hub numbering.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use hub_rules::{perft::PerftOptions, ruleset::RuleSet, setup::Setup, spec::RuleSpec, variant::Variant};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let specs: std::collections::BTreeMap<String, RuleSpec> =
        serde_json::from_str(include_str!("../builtin_rules.json")).unwrap();
    let rules = RuleSet::new(specs[&args[1]].clone()).unwrap();
    let mut setup = Setup::new(vec![0; rules.squares()], args[2].starts_with('W'));
    for part in args[2].split(':').skip(1) {
        let white = part.starts_with('W');
        for item in part[1..].split(',').filter(|s| !s.is_empty()) {
            let (codes, item) = match item.split_at(1) {
                ("K", rest) => ([4, 2], rest),
                ("P", rest) => ([6, 5], rest),
                _ => ([3, 1], item),
            };
            let (lo, hi) = item.split_once('-').unwrap_or((item, item));
            for n in lo.parse::<usize>().unwrap()..=hi.parse().unwrap() {
                setup.pieces[n - 1] = codes[usize::from(white)];
            }
        }
    }
    let position = setup.position(&rules).unwrap();
    let variant = if args.len() > 4 { Variant::new_loaded(rules) } else { Variant::new(rules) };
    let start = std::time::Instant::now();
    let n = variant.perft(&position, args[3].parse().unwrap(), PerftOptions { threads: 1, hash_mb: 0 });
    let t = start.elapsed().as_secs_f64();
    println!(
        "{} builtin={} nodes={n} time={t:.3} Mnps={:.1}",
        args[1],
        variant.is_builtin(),
        n as f64 / t / 1e6
    );
}
