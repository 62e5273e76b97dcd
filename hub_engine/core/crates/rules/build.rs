//! Writes the list of rule words that are compiled in, from the shipped rule files' data.

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

use spec::RuleSpec;

/// Sizes that have a geometry of their own, with the name of the type where only diagonals are used.
const BOARDS: [(usize, usize, &str); 4] =
    [(8, 8, "Board8x8"), (10, 8, "Board10x8"), (10, 10, "Board10x10"), (12, 12, "Board12x12")];
/// The one with files and ranks.
const LINE_BOARD: (usize, usize, &str) = (10, 10, "Board10x10Lines");

fn geometry(spec: &RuleSpec) -> Option<&'static str> {
    let (width, height) = (spec.board.width, spec.board.height);
    if spec.word().all_directions() & !direction::DIAGONALS != 0 {
        return (LINE_BOARD.0 == width && LINE_BOARD.1 == height).then_some(LINE_BOARD.2);
    }
    BOARDS.iter().find(|board| board.0 == width && board.1 == height).map(|board| board.2)
}

fn main() {
    println!("cargo::rerun-if-changed=builtin_rules.json");
    println!("cargo::rerun-if-changed=src");
    let text = std::fs::read_to_string("builtin_rules.json").expect("builtin_rules.json");
    let specs: BTreeMap<String, RuleSpec> = serde_json::from_str(&text).expect("builtin_rules.json");
    let instances: BTreeSet<(&str, u64)> =
        specs.values().filter_map(|spec| Some((geometry(spec)?, spec.word().0))).collect();
    let mut code = String::from("fixed_instances! {\n");
    for (geometry, word) in instances {
        code += &format!("    {geometry} {word:#x},\n");
    }
    code += "}\n";
    let path = PathBuf::from(std::env::var_os("OUT_DIR").expect("OUT_DIR")).join("fixed_instances.rs");
    std::fs::write(path, code).expect("OUT_DIR is writable");
}
