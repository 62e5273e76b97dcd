//! Writes the list of rule words that are compiled in, from the shipped rule files' data.

#[allow(dead_code)]
#[path = "src/board_type.rs"]
mod board_type;
#[allow(dead_code)]
#[path = "src/direction.rs"]
mod direction;
#[allow(dead_code)]
#[path = "src/rule_word.rs"]
mod rule_word;
#[allow(dead_code, unused_imports)]
#[path = "src/spec/mod.rs"]
mod spec;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use board_type::BoardType;
use spec::RuleSpec;

/// Boards on which the search is compiled for each rule word too.
///
/// A search costs far more compiler time than a generator, and gains a few per cent: it is given to the board of
/// international draughts and its kin, where engines meet in matches.
const SEARCHED: [&str; 2] = ["Board10x10", "Board10x10Lines"];

/// The source of a function that knows these pairs.
fn list<'a>(function: &str, instances: impl Iterator<Item = &'a (String, u128)>) -> String {
    let arms: String = instances.map(|(board, word)| format!("    {board} {word:#x},\n")).collect();
    format!("fixed_instances! {{ {function}:\n{arms}}}\n")
}

fn main() {
    println!("cargo::rerun-if-changed=builtin_rules.json");
    println!("cargo::rerun-if-changed=src");
    let text = std::fs::read_to_string("builtin_rules.json").expect("builtin_rules.json");
    let specs: BTreeMap<String, RuleSpec> = serde_json::from_str(&text).expect("builtin_rules.json");
    let instances: BTreeSet<(String, u128)> = specs
        .values()
        .map(|spec| (BoardType::of(spec), spec.word()))
        .filter(|(_, word)| !word.huffing())
        .map(|(board, word)| (format!("{board:?}"), word.0))
        .collect();
    let searched = instances.iter().filter(|(board, _)| SEARCHED.contains(&board.as_str()));
    let code = list("visit_fixed", instances.iter()) + &list("visit_fixed_search", searched);
    let path = PathBuf::from(std::env::var_os("OUT_DIR").expect("OUT_DIR")).join("fixed_instances.rs");
    std::fs::write(path, code).expect("OUT_DIR is writable");
}
