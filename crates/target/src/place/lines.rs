//! The points of a line.

use super::removed::Without;
use super::{Place, PlaceError, Regions, Removed, Spec, files};
use dunlin_ir::{FileId, Function, InstKind, Module, Operand, Point, Pos, Terminator};
use std::collections::BTreeSet;
use std::ops::Bound::{Excluded, Unbounded};

/// All instructions and terminators of the program with their positions, in program order.
///
/// Variables of the frame are no code: wherever they are declared, natively they are there from the
/// beginning, and nobody passes them.
pub fn code(module: &Module) -> impl Iterator<Item = (Point, Pos)> + '_ {
    let funcs = module.func_ids().filter(|&id| !module.func(id).runtime);
    funcs.flat_map(move |func| {
        let body = module.func(func);
        body.block_ids().flat_map(move |block| {
            (0..=body.block(block).insts.len() as u32).filter_map(move |index| {
                let pos = body.pos_at(block, index).filter(|pos| pos.line > 0)?;
                let inst = body.block(block).insts.get(index as usize);
                let is_code = inst.is_none_or(|&inst| !is_frame_variable(&body.inst(inst).kind));
                is_code.then_some((Point { func, block, index }, pos))
            })
        })
    })
}

/// A declaration without code of its own: room in the frame, the begin and the end of a scope. A size
/// that is computed makes room only when it is executed.
fn is_frame_variable(kind: &InstKind) -> bool {
    match kind {
        InstKind::Alloca { size, .. } => !matches!(size, Operand::Reg(_)),
        InstKind::Lifetime { .. } => true,
        _ => false,
    }
}

/// A line without code is another's only if that is executed whenever this line would be.
pub fn resolve(
    module: &Module,
    spec: &Spec,
    file: &str,
    line: u32,
    regions: Regions<'_>,
) -> Result<Place, PlaceError> {
    let ids = files::find(module, file)?;
    let in_file = |pos: &Pos| ids.contains(&pos.file);
    let mut used = line;
    let mut note = None;
    let mut points = points_on(module, &ids, line);
    let (mut removed, mut without_code) = (None, None);
    if points.iter().all(|&point| is_jump(module, point)) {
        let without = Without::code(module, &ids, line, regions);
        // Of code that was removed, a jump may be left that leads past it.
        if without.is_removed() {
            points.clear();
        }
        without_code = Some(without);
    }
    if let Some(without) = without_code.filter(|_| points.is_empty()) {
        let next = match without.is_removed() {
            true => None,
            false => Some(next_line(module, &ids, line)?),
        };
        if let Some((next, function)) = next {
            if !without.belongs_to(next) {
                let (file, function) = (module.file(ids[0]).name.clone(), function.to_owned());
                return Err(PlaceError::NothingThere { file, line, function, next });
            }
            note = Some(format!(
                "line {line} has no code; the next line with code in `{function}` is {next}"
            ));
            used = next;
            points = points_on(module, &ids, next);
        } else {
            removed = Some(Removed::NoPath);
        }
    }
    let mut functions: Vec<_> = points.iter().map(|point| point.func).collect();
    functions.dedup();
    let mut lines: Vec<(String, u32)> = points
        .iter()
        .filter_map(|&point| module.pos(point).filter(in_file))
        .map(|pos| (module.file(pos.file).name.clone(), used))
        .collect();
    lines.sort();
    lines.dedup();
    if removed.is_some() {
        lines.push((module.file(ids[0]).name.clone(), line));
    }
    let name = spec.to_string();
    let (spec, function) = (spec.clone(), None);
    Ok(Place { spec, name, points, lines, function, functions, note, complete: true, removed })
}

/// Whether a point is a jump that decides nothing.
fn is_jump(module: &Module, point: Point) -> bool {
    let block = module.func(point.func).block(point.block);
    point.index as usize == block.insts.len() && matches!(block.term, Terminator::Jump(_))
}

/// A landing pad stays the first instruction of its block: what is to happen there comes after it.
fn behind_landing_pad(module: &Module, point: Point) -> Point {
    let func = module.func(point.func);
    let inst = func.block(point.block).insts.get(point.index as usize);
    let lands = inst.is_some_and(|&id| matches!(func.inst(id).kind, InstKind::LandingPad { .. }));
    Point { index: point.index + u32::from(lands), ..point }
}

/// The first point of every run of instructions on the line.
fn points_on(module: &Module, files: &[FileId], line: u32) -> Vec<Point> {
    let mut points = Vec::new();
    let mut last: Option<Point> = None;
    for (point, pos) in code(module) {
        if pos.line != line || !files.contains(&pos.file) {
            continue;
        }
        let continues = last.is_some_and(|last| {
            (last.func, last.block, last.index + 1) == (point.func, point.block, point.index)
        });
        if !continues {
            points.push(behind_landing_pad(module, point));
        }
        last = Some(point);
    }
    points
}

/// A function that is written in the file, with the line that it begins on and the one of its last
/// code.
struct Extent<'a> {
    func: &'a Function,
    start: u32,
    end: u32,
}

/// The next line with code after `line` in the function that `line` is in, and that function's name.
///
/// Inlined code can make a function seem to reach into those that follow it; so a function ends at
/// the latest where the next one begins.
fn next_line<'a>(
    module: &'a Module,
    files: &[FileId],
    line: u32,
) -> Result<(u32, &'a str), PlaceError> {
    let mut lines: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); module.funcs.len()];
    for (point, pos) in code(module).filter(|(_, pos)| files.contains(&pos.file)) {
        lines[point.func.index()].insert(pos.line);
    }
    let name = || module.file(files[0]).name.clone();
    match files::length(module.file(files[0])) {
        Some(length) if line > length => {
            return Err(PlaceError::BeyondFile { file: name(), line, lines: length });
        }
        Some(_) => {}
        None => {
            let last = lines.iter().filter_map(BTreeSet::last).max().copied().unwrap_or(0);
            if line > last {
                return Err(PlaceError::BeyondCode { file: name(), line, last });
            }
        }
    }
    let here = |func: &Function| func.pos.filter(|pos| files.contains(&pos.file) && !func.runtime);
    let starts: BTreeSet<u32> = module
        .funcs
        .iter()
        .filter(|func| !func.is_declaration())
        .filter_map(here)
        .map(|pos| pos.line)
        .collect();
    let after =
        |start: u32| starts.range((Excluded(start), Unbounded)).next().copied().unwrap_or(u32::MAX);
    let mut extents = Vec::new();
    for (func, lines) in module.funcs.iter().zip(&lines).filter(|(func, _)| !func.is_declaration())
    {
        let Some(start) = here(func).map(|pos| pos.line) else { continue };
        let next_start = after(start);
        if line >= start
            && line < next_start
            && let Some(&next) = lines.range(line..next_start).next()
        {
            return Ok((next, &func.name));
        }
        let end = lines.range(start..next_start).next_back().map_or(start, |&last| last);
        extents.push(Extent { func, start, end });
    }
    let nearest = extents.iter().min_by_key(|extent| {
        if line < extent.start { extent.start - line } else { line.saturating_sub(extent.end) }
    });
    let nearest = match nearest {
        Some(Extent { func, start, end }) => {
            format!("the nearest function is `{}`, lines {start} to {end}", func.name)
        }
        None => "no function begins in this file".into(),
    };
    Err(PlaceError::NoCode { file: name(), line, nearest })
}
