//! Runs the bench, or searches one position: `bench [RULES FEN DEPTH]`.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use hub_search::bench::{bench, builtin_variant, game_from_fen};
use hub_search::{Limits, Mode, Searcher};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [rules, fen, depth] = &args[..] {
        let variant = builtin_variant(rules).unwrap();
        let game = game_from_fen(&variant, fen).unwrap();
        let limits = Limits { depth: Some(depth.parse().unwrap()), ..Limits::default() };
        Searcher::new(64, 1).expect("memory for the table").search(
            &game,
            &limits,
            Mode::Analyze,
            &mut |info| {
                let number = |index| variant.rules().square(index) + 1;
                let pv: Vec<String> =
                    info.pv.iter().map(|mv| format!("{}-{}", number(mv.from()), number(mv.to()))).collect();
                let mnps = info.nodes as f64 / info.time_s / 1e6;
                println!(
                    "{:3}/{:3} {:6} {:11} {:8.3} s {mnps:6.2} M/s {}",
                    info.depth,
                    info.seldepth,
                    info.score,
                    info.nodes,
                    info.time_s,
                    pv.join(" ")
                );
            },
        );
        return;
    }
    let lines = bench();
    for line in &lines {
        println!(
            "{:28} {:10} nodes {:6.2} M/s",
            line.name,
            line.nodes,
            line.nodes as f64 / line.time_s / 1e6
        );
    }
    let (nodes, time_s) = lines.iter().fold((0, 0.0), |(n, t), line| (n + line.nodes, t + line.time_s));
    println!("Bench: {nodes} nodes {:.0} nps", nodes as f64 / time_s);
}
