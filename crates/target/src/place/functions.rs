//! The points of a function.
//!
//! A function of the program is reached at its entry. One without a body, and one of Dunlin's
//! runtime, which stands for the C library's, is reached where the program calls it.

use super::{Place, PlaceError, Spec};
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::{BlockId, FuncId, Function, Module, Point};

pub fn resolve(module: &Module, spec: &Spec, name: &str) -> Result<Place, PlaceError> {
    let named: Vec<FuncId> = {
        let exact: Vec<FuncId> = with_name(module, |func| func == name);
        if exact.is_empty() { vec![] } else { with_name(module, |func| is_copy(func, name)) }
    };
    if named.is_empty() {
        return Err(unknown(module, name));
    }
    let outside = |id: &FuncId| module.func(*id).is_declaration() || module.func(*id).runtime;
    let (outside, bodies): (Vec<FuncId>, Vec<FuncId>) = named.iter().partition(|id| outside(id));
    if bodies.is_empty() {
        called(module, &outside, spec, name)
    } else {
        Ok(entered(module, &bodies, spec, name))
    }
}

fn with_name(module: &Module, fits: impl Fn(&str) -> bool) -> Vec<FuncId> {
    module.func_ids().filter(|&id| fits(&module.func(id).name)).collect()
}

/// The function itself, or another of the name from another file: linking appends a number to all
/// but one of several static functions.
fn is_copy(func: &str, name: &str) -> bool {
    func.strip_prefix(name).is_some_and(|rest| match rest.strip_prefix('.') {
        Some(number) => !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()),
        None => rest.is_empty(),
    })
}

fn entered(module: &Module, bodies: &[FuncId], spec: &Spec, name: &str) -> Place {
    let entry = |&func: &FuncId| Point { func, block: BlockId(0), index: 0 };
    let note = (bodies.len() > 1).then(|| {
        let begins = |&id: &FuncId| {
            let func = module.func(id);
            func.pos.map_or_else(|| func.name.clone(), |pos| module.show_pos(pos))
        };
        let mut places: Vec<String> = bodies.iter().map(begins).collect();
        places.sort();
        places.dedup();
        format!("there are {} functions `{name}`: {}", bodies.len(), super::listed(&places))
    });
    Place {
        spec: spec.clone(),
        name: name.into(),
        points: bodies.iter().map(entry).collect(),
        lines: Vec::new(),
        function: Some(name.into()),
        functions: bodies.to_vec(),
        note,
        complete: true,
        removed: None,
    }
}

fn called(
    module: &Module,
    callees: &[FuncId],
    spec: &Spec,
    name: &str,
) -> Result<Place, PlaceError> {
    let graph = CallGraph::new(module);
    let sites = graph.sites().iter().filter(|site| {
        !site.indirect
            && !module.func(site.at.func).runtime
            && site.callees.iter().any(|callee| callees.contains(callee))
    });
    let points: Vec<Point> = sites.map(|site| site.at).collect();
    let complete = !callees.iter().any(|&callee| graph.is_address_taken(callee));
    if points.is_empty() && complete {
        return Err(PlaceError::NeverCalled(name.into()));
    }
    let note = (!complete).then(|| {
        format!("`{name}` may also be called through pointers, which is not seen as reaching it")
    });
    let mut functions: Vec<FuncId> = points.iter().map(|point| point.func).collect();
    functions.dedup();
    let positions = points.iter().filter_map(|&point| module.pos(point));
    let mut lines: Vec<(String, u32)> = positions
        .filter(|pos| pos.line > 0)
        .map(|pos| (module.file(pos.file).name.clone(), pos.line))
        .collect();
    lines.sort();
    lines.dedup();
    let (spec, name) = (spec.clone(), name.to_string());
    let function = Some(name.clone());
    Ok(Place { spec, name, points, lines, function, functions, note, complete, removed: None })
}

fn unknown(module: &Module, name: &str) -> PlaceError {
    let in_program = |func: &&Function| !func.runtime && !func.is_declaration();
    let known: Vec<String> =
        module.funcs.iter().filter(in_program).map(|func| func.name.clone()).collect();
    let mut near: Vec<(usize, &String)> =
        known.iter().map(|other| (difference(name, other), other)).collect();
    near.sort();
    let close = name.chars().count().div_ceil(3);
    let similar = near
        .into_iter()
        .filter(|(difference, _)| *difference <= close)
        .take(3)
        .map(|(_, other)| format!("`{other}`"))
        .collect();
    PlaceError::UnknownFunction { name: name.into(), similar, known }
}

/// How many letters must be changed, added or removed to get from one name to the other, whatever
/// their case.
fn difference(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|name| name.to_lowercase().chars().collect::<Vec<char>>());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
