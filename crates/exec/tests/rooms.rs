//! The rooms of this crate import from each other in one direction: a test that reads the sources and fails
//! on a cycle, with the lines that make it.
//!
//! A room is a module of the crate's root with all that is below it. An import is any path in code that
//! begins with `crate::`, or with enough `super::` to come to the root, and names a room or something that
//! `lib.rs` exports from one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A file of the crate: its path below `src`, and its text.
type Source = (String, String);

/// Imports of one room from another, each with the first line that does that.
type Edges = BTreeMap<(String, String), String>;

fn room_of(file: &str) -> &str {
    let first = file.split('/').next().expect("a path has a part");
    first.strip_suffix(".rs").unwrap_or(first)
}

/// How many modules a file is below the crate's root.
fn depth_of(file: &str) -> usize {
    file.split('/').count()
}

fn sources() -> Vec<Source> {
    fn add(folder: &Path, below: &str, found: &mut Vec<Source>) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry of it").path();
            let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
            if path.is_dir() {
                add(&path, &format!("{below}{name}/"), found);
            } else if name.ends_with(".rs") {
                found.push((format!("{below}{name}"), fs::read_to_string(&path).expect("text")));
            }
        }
    }
    let mut found = Vec::new();
    add(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut found);
    found.sort();
    found
}

/// The text without its line comments; lines stay lines.
fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

/// The names that a path goes on with: one, or those of a group, each without what follows it.
fn next_names(rest: &str) -> Vec<&str> {
    let length =
        |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let Some(group) = rest.strip_prefix('{') else { return vec![&rest[..length(rest)]] };
    let mut names = Vec::new();
    let mut open = 0;
    let mut begins = true;
    for (at, c) in group.char_indices() {
        match c {
            '{' => open += 1,
            '}' if open == 0 => break,
            '}' => open -= 1,
            ',' if open == 0 => begins = true,
            c if begins && !c.is_whitespace() => {
                names.push(&group[at..at + length(&group[at..])]);
                begins = false;
            }
            _ => {}
        }
    }
    names
}

/// Places where a path leads to the root of the crate: where its next name begins.
fn paths_to_root(code: &str, depth: usize) -> Vec<usize> {
    let mut found: Vec<usize> =
        code.match_indices("crate::").map(|(at, start)| at + start.len()).collect();
    let mut rest = 0;
    while let Some(at) = code[rest..].find("super::") {
        let mut end = rest + at;
        let mut ups = 0;
        while code[end..].starts_with("super::") {
            ups += 1;
            end += "super::".len();
        }
        if ups >= depth {
            found.push(end);
        }
        rest = end;
    }
    found
}

/// What `lib.rs` exports: the room of each name.
fn exports(sources: &[Source]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let Some((_, text)) = sources.iter().find(|(file, _)| file == "lib.rs") else { return found };
    let code = without_comments(text);
    for item in code.split("pub use ").skip(1) {
        let Some((room, rest)) = item.split_once("::") else { continue };
        for name in next_names(rest) {
            found.insert(name.to_string(), room.to_string());
        }
    }
    found
}

fn edges(sources: &[Source]) -> Edges {
    let exports = exports(sources);
    let rooms: Vec<&str> = sources.iter().map(|(file, _)| room_of(file)).collect();
    let mut found = Edges::new();
    for (file, text) in sources.iter().filter(|(file, _)| file != "lib.rs") {
        let from = room_of(file);
        let code = without_comments(text);
        for at in paths_to_root(&code, depth_of(file)) {
            for name in next_names(&code[at..]) {
                let to = match exports.get(name) {
                    Some(room) => room,
                    None if rooms.contains(&name) => name,
                    None => continue,
                };
                if to != from {
                    let line = code[..at].lines().count();
                    let place = format!("{file}:{line}");
                    found.entry((from.to_string(), to.to_string())).or_insert(place);
                }
            }
        }
    }
    found
}

/// The rooms of a cycle, in order, if there is one.
fn cycle(edges: &Edges) -> Option<Vec<String>> {
    fn visit<'e>(
        room: &'e str,
        edges: &'e Edges,
        way: &mut Vec<&'e str>,
        done: &mut Vec<&'e str>,
    ) -> bool {
        if let Some(at) = way.iter().position(|other| *other == room) {
            way.drain(..at);
            return true;
        }
        if done.contains(&room) {
            return false;
        }
        way.push(room);
        for (from, to) in edges.keys() {
            if from == room && visit(to, edges, way, done) {
                return true;
            }
        }
        way.pop();
        done.push(room);
        false
    }
    let (mut way, mut done) = (Vec::new(), Vec::new());
    let found = edges.keys().any(|(from, _)| visit(from, edges, &mut way, &mut done));
    found.then(|| way.iter().map(|room| room.to_string()).collect())
}

/// What is wrong, if something is: each import of a cycle with its file and line.
fn complaint(sources: &[Source]) -> Option<String> {
    let edges = edges(sources);
    let cycle = cycle(&edges)?;
    let nexts = cycle.iter().cycle().skip(1);
    let lines = cycle.iter().zip(nexts).map(|(from, to)| {
        let place = &edges[&(from.clone(), to.clone())];
        format!("{from} imports from {to} ({place})\n")
    });
    Some(lines.collect())
}

#[test]
fn rooms_do_not_import_in_a_circle() {
    let sources = sources();
    let rooms: Vec<&str> = sources.iter().map(|(file, _)| room_of(file)).collect();
    for room in [
        "code", "state", "step", "memory", "decide", "input", "builtins", "end", "coverage",
        "explore",
    ] {
        assert!(rooms.contains(&room), "there is a room {room}");
    }
    assert!(edges(&sources).len() > 30, "imports are found");
    if let Some(complaint) = complaint(&sources) {
        panic!("the rooms of this crate import in a circle:\n{complaint}");
    }
}

fn example(files: &[(&str, &str)]) -> Vec<Source> {
    files.iter().map(|(file, text)| (file.to_string(), text.to_string())).collect()
}

#[test]
fn a_circle_is_found_and_its_lines_are_named() {
    let sources = example(&[
        ("code.rs", "mod op;\n"),
        ("code/op.rs", "//! Of [`crate::step`].\n\nuse crate::state::State;\n"),
        ("lib.rs", "mod code;\nmod state;\nmod step;\npub use step::{Pause, Stepper};\n"),
        ("state.rs", "use crate::{\n    Pause,\n    code::Op,\n};\n"),
        ("step.rs", "use crate::code::Op;\n"),
    ]);
    let complaint = complaint(&sources).expect("code and state import from each other");
    assert_eq!(
        complaint,
        "code imports from state (code/op.rs:3)\nstate imports from code (state.rs:1)\n"
    );
}

#[test]
fn a_circle_through_exports_and_parents_is_found() {
    let through_exports = example(&[
        ("lib.rs", "pub use step::Pause;\n"),
        ("state.rs", "fn f() -> crate::Pause {\n}\n"),
        ("step.rs", "use crate::state::State;\n"),
    ]);
    assert!(complaint(&through_exports).is_some_and(|text| text.contains("(state.rs:1)")));
    let through_parents = example(&[
        ("lib.rs", ""),
        ("state/deep.rs", "use super::super::step::Pause;\n"),
        ("step.rs", "use crate::state::State;\n"),
    ]);
    assert!(complaint(&through_parents).is_some_and(|text| text.contains("(state/deep.rs:1)")));
}

#[test]
fn imports_in_one_direction_are_fine() {
    let sources = example(&[
        ("lib.rs", "pub use step::Pause;\n"),
        ("code.rs", "mod op;\nuse op::Op; // not crate::step::Pause\n"),
        ("code/op.rs", "use super::Code;\nuse crate::code::Slot;\n"),
        ("step.rs", "use crate::code::{Op, Pc};\nuse crate::state::State;\n"),
        ("state.rs", "use crate::code::Pc;\n"),
    ]);
    assert_eq!(complaint(&sources), None);
}
