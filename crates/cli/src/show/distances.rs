//! `dunlin show --distances`: the source with the distance of every line to a target.

use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::distance::{Distances, Indirect};
use dunlin_ir::{BlockId, FileId, Module, Point};
use dunlin_target::place::Place;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// By line that has code: the least distance of an instruction of it, if one has a way.
type Lines = BTreeMap<u32, Option<u32>>;

/// The files with a line that leads to the target, each line with its distance.
pub fn listing(module: &Module, place: &Place, entry: &str) -> String {
    let graph = CallGraph::new(module);
    let distances = Distances::new(module, &graph, &place.points, Indirect::Typed);
    let mut out = format!(
        "Distances to {} in instructions; - is no way, except perhaps by returning to a caller.\n",
        place.name
    );
    if let Some(note) = &place.note {
        line(&mut out, format!("Note: {note}."));
    }
    if let Some(func) = module.find_func(entry) {
        let from = distances.to_target(Point { func, block: BlockId(0), index: 0 });
        let from = from.map_or("no way".into(), |distance| distance.to_string());
        line(&mut out, format!("From `{entry}`: {from}."));
    }
    let mut lines = by_line(module, &distances);
    let mut targets: BTreeSet<(FileId, u32)> = BTreeSet::new();
    for &point in &place.points {
        // The entry of a function may have no line of its own; then the function's stands for it.
        let Some(pos) = module.pos(point).or(module.func(point.func).pos) else { continue };
        targets.insert((pos.file, pos.line));
        lines.entry(pos.file).or_default().insert(pos.line, Some(0));
    }
    let leading = lines.iter().filter(|(_, lines)| lines.values().any(Option::is_some));
    let before = out.len();
    for (&file, lines) in leading {
        let is_target = |line| targets.contains(&(file, line));
        out.push_str(&file_listing(module, file, lines, is_target));
    }
    if out.len() == before {
        line(&mut out, "No source line leads there (a program without -g has no lines).".into());
    }
    out
}

fn by_line(module: &Module, distances: &Distances) -> BTreeMap<FileId, Lines> {
    let mut files: BTreeMap<FileId, Lines> = BTreeMap::new();
    for func in module.func_ids().filter(|&id| !module.func(id).runtime) {
        let body = module.func(func);
        for block in body.block_ids() {
            for index in 0..=body.block(block).insts.len() as u32 {
                let Some(pos) = body.pos_at(block, index) else { continue };
                if pos.line == 0 || module.file(pos.file).runtime {
                    continue;
                }
                let distance = distances.to_target(Point { func, block, index });
                let least = files.entry(pos.file).or_default().entry(pos.line).or_default();
                *least = [*least, distance].into_iter().flatten().min();
            }
        }
    }
    files
}

fn file_listing(
    module: &Module,
    id: FileId,
    lines: &Lines,
    is_target: impl Fn(u32) -> bool,
) -> String {
    let file = module.file(id);
    let mut out = format!("\n{}", file.name);
    let source = file.read_text();
    if source.is_none() {
        out.push_str(" (the source cannot be read: lines with code only)");
    }
    out.push_str("\n   line distance\n");
    let text = source.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let mut count = 0;
    for (number, content) in (1..).zip(text.iter().flat_map(|text| text.lines())) {
        count = number;
        line(&mut out, row(number, lines.get(&number), is_target(number), content));
    }
    // Without a source, or of one that is shorter now than when it was compiled.
    for (&number, distance) in lines.range(count + 1..) {
        line(&mut out, row(number, Some(distance), is_target(number), ""));
    }
    out
}

fn row(number: u32, distance: Option<&Option<u32>>, is_target: bool, content: &str) -> String {
    let mark = if is_target { '>' } else { ' ' };
    let distance = match distance {
        None => String::new(),
        Some(None) => "-".into(),
        Some(Some(distance)) => distance.to_string(),
    };
    format!("{mark}{number:>6} {distance:>8} | {content}").trim_end().into()
}

fn line(out: &mut String, text: String) {
    writeln!(out, "{text}").expect("a string takes everything");
}
