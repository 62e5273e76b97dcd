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
#[allow(dead_code)]
#[path = "src/spec.rs"]
mod spec;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use board_type::BoardType;
use spec::RuleSpec;

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
    let mut code = String::from("fixed_instances! {\n");
    for (board, word) in instances {
        code += &format!("    {board} {word:#x},\n");
    }
    code += "}\n";
    let path = PathBuf::from(std::env::var_os("OUT_DIR").expect("OUT_DIR")).join("fixed_instances.rs");
    std::fs::write(path, code).expect("OUT_DIR is writable");
}
