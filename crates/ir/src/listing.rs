//! Plain-text renderings of control-flow and call graphs, for people and for tests.

use crate::callgraph::{CallGraph, CallSite};
use crate::cfg::{Cfg, EdgeId};
use crate::dominators::Dominators;
use crate::ids::{BlockId, FuncId};
use crate::inst::Terminator;
use crate::loops::{Loop, LoopId, Loops};
use crate::module::{Function, Module};
use std::fmt::{Display, Write};

/// The blocks of a function with their neighbours, immediate dominators and loops, then the loops.
pub fn cfg_text(module: &Module, id: FuncId) -> String {
    let func = module.func(id);
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(&cfg);
    let loops = Loops::new(&cfg, &dominators);
    let mut out = format!("function {}", func.name);
    if func.is_declaration() {
        out.push_str(" (declared only)\n");
        return out;
    }
    out.push('\n');
    for block in func.block_ids() {
        out.push_str(&block_text(module, func, block, &cfg, &dominators, &loops));
    }
    for (id, found) in loops.iter() {
        out.push_str(&loop_text(&cfg, id, found));
    }
    for region in loops.irreducible() {
        line(
            &mut out,
            format!(
                "  irreducible region: blocks {}; entries {}",
                list(&region.blocks),
                list(&region.entries)
            ),
        );
    }
    out
}

fn block_text(
    module: &Module,
    func: &Function,
    block: BlockId,
    cfg: &Cfg,
    dominators: &Dominators,
    loops: &Loops,
) -> String {
    let mut out = format!("  {block}:");
    if let Some(source) = block_lines(module, func, block) {
        write!(out, "  {source}").expect("a string takes everything");
    }
    out.push('\n');
    let preds: Vec<BlockId> = {
        let mut from: Vec<BlockId> = cfg.predecessors(block).iter().map(|edge| edge.from).collect();
        from.dedup();
        from
    };
    line(&mut out, format!("    predecessors: {}", list(&preds)));
    let succs: Vec<String> = cfg
        .edges_from(block)
        .map(|(edge, target)| match edge_label(&func.block(block).term, edge.index) {
            label if label.is_empty() => target.to_string(),
            label => format!("{target} ({label})"),
        })
        .collect();
    line(&mut out, format!("    successors: {}", list(&succs)));
    if !cfg.is_reachable(block) {
        line(&mut out, "    dead: no path from the entry".into());
    }
    if let Some(idom) = dominators.idom(block) {
        line(&mut out, format!("    immediate dominator: {idom}"));
    }
    if let Some(innermost) = loops.innermost(block) {
        let role = if loops.get(innermost).header == block { " (header)" } else { "" };
        line(&mut out, format!("    in {innermost}{role}"));
    }
    out
}

fn loop_text(cfg: &Cfg, id: LoopId, found: &Loop) -> String {
    let exit = |&edge: &EdgeId| format!("{} -> {}", edge.from, cfg.edge_target(edge));
    let mut out = String::new();
    let inside = found.parent.map_or(String::new(), |parent| format!(" inside {parent}"));
    line(&mut out, format!("  {id}: header {}, depth {}{inside}", found.header, found.depth));
    line(&mut out, format!("    blocks: {}", list(&found.blocks)));
    line(&mut out, format!("    latches: {}", list(&found.latches())));
    let exits: Vec<String> = found.exits.iter().map(exit).collect();
    line(&mut out, format!("    exits: {}", list(&exits)));
    out
}

/// The functions of a module with the calls in them and those to them.
pub fn calls_text(module: &Module, graph: &CallGraph) -> String {
    let mut out = String::new();
    for id in module.func_ids() {
        let func = module.func(id);
        let facts: Vec<&str> = [
            (func.is_declaration(), "declared only"),
            (graph.is_recursive(id), "recursive"),
            (graph.is_address_taken(id), "address taken"),
            (module.constructors.contains(&id), "constructor"),
            (module.destructors.contains(&id), "destructor"),
        ]
        .into_iter()
        .filter_map(|(holds, fact)| holds.then_some(fact))
        .collect();
        out.push_str(&func.name);
        if !facts.is_empty() {
            write!(out, " ({})", facts.join(", ")).expect("a string takes everything");
        }
        out.push('\n');
        for site in graph.sites_in(id) {
            line(&mut out, format!("  calls {}", callees_text(module, site)));
        }
        for site in graph.sites_to(id) {
            let how = if site.indirect { " through a pointer" } else { "" };
            let caller = &module.func(site.at.func).name;
            line(&mut out, format!("  called by {caller}{how} at {}", place(module, site)));
        }
    }
    out
}

fn callees_text(module: &Module, site: &CallSite) -> String {
    let names: Vec<&str> = site.callees.iter().map(|&id| module.func(id).name.as_str()).collect();
    let at = place(module, site);
    match (site.indirect, names.is_empty()) {
        (false, _) => format!("{} at {at}", names.join(", ")),
        (true, false) => format!("through a pointer at {at}: candidates {}", names.join(", ")),
        (true, true) => format!("through a pointer at {at}: no candidates"),
    }
}

/// The source position of a call, else its place in the IR.
fn place(module: &Module, site: &CallSite) -> String {
    match module.pos(site.at) {
        Some(pos) => module.show_pos(pos),
        None => format!("{}[{}]", site.at.block, site.at.index),
    }
}

/// Which of a terminator's edges this is, in words; nothing if there is but one kind.
pub(crate) fn edge_label(term: &Terminator, index: u32) -> String {
    match term {
        Terminator::Branch { .. } if index == 0 => "then".into(),
        Terminator::Branch { .. } => "else".into(),
        Terminator::Switch { cases, .. } => match cases.get(index as usize) {
            Some((value, _)) if value.width() <= 64 => format!("case {}", value.low_u64()),
            Some((value, _)) => format!("case {value}"),
            None => "default".into(),
        },
        Terminator::Invoke { .. } if index == 1 => "unwind".into(),
        _ => String::new(),
    }
}

/// The file and the lines that the code of a block comes from: those of the file of its first
/// instruction with a position, so that inlined code does not stretch the range.
pub(crate) fn block_lines(module: &Module, func: &Function, block: BlockId) -> Option<String> {
    let positions = (0..=func.block(block).insts.len() as u32)
        .filter_map(|index| func.pos_at(block, index))
        .filter(|pos| pos.line > 0);
    let first = positions.clone().next()?;
    let lines = positions.filter(|pos| pos.file == first.file).map(|pos| pos.line);
    let (least, most) = (lines.clone().min()?, lines.max()?);
    let file = &module.file(first.file).name;
    Some(if least == most { format!("{file}:{least}") } else { format!("{file}:{least}-{most}") })
}

fn line(out: &mut String, text: String) {
    out.push_str(&text);
    out.push('\n');
}

fn list<T: Display>(items: &[T]) -> String {
    if items.is_empty() {
        return "none".into();
    }
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Bits;
    use crate::inst::{Callee, Edge, Operand};
    use crate::test_support::{FuncBuilder, call, line as at_line, module_of};
    use crate::types::Type;

    fn sample() -> Module {
        let mut f = FuncBuilder::new("f", &[Type::Int(32), Type::Ptr], &[]);
        let [entry, head, end, dead] = [f.block(), f.block(), f.block(), f.block()];
        f.jump(entry, head);
        let args = [f.param(0).into(), f.param(1).into()];
        f.inst_at(head, call(Callee::Direct(FuncId(0)), &args, &[]), at_line(4));
        f.inst_at(head, call(Callee::Indirect(f.param(1).into()), &[], &[]), at_line(6));
        let cases = vec![(Bits::from_u64(32, 7), Edge::to(head))];
        let (value, default) = (f.param(0).into(), Edge::to(end));
        f.term(head, Terminator::Switch { width: 32, value, cases, default });
        f.ret(end, &[]);
        f.jump(dead, end);
        let mut main = FuncBuilder::new("main", &[], &[]);
        let b = main.block();
        let args = [Operand::int(32, 1), Operand::Func(FuncId(2))];
        main.inst(b, call(Callee::Direct(FuncId(0)), &args, &[]));
        main.ret(b, &[]);
        module_of(vec![f.finish(), main.finish(), FuncBuilder::new("callback", &[], &[]).finish()])
    }

    #[test]
    fn control_flow() {
        let expected = "\
function f
  b0:
    predecessors: none
    successors: b1
  b1:  test.c:4-6
    predecessors: b0, b1
    successors: b1 (case 7), b2 (default)
    immediate dominator: b0
    in loop0 (header)
  b2:
    predecessors: b1, b3
    successors: none
    immediate dominator: b1
  b3:
    predecessors: none
    successors: b2
    dead: no path from the entry
  loop0: header b1, depth 1
    blocks: b1
    latches: b1
    exits: b1 -> b2
";
        assert_eq!(cfg_text(&sample(), FuncId(0)), expected);
        assert_eq!(cfg_text(&sample(), FuncId(2)), "function callback (declared only)\n");
    }

    #[test]
    fn calls() {
        let module = sample();
        let expected = "\
f (recursive)
  calls f at test.c:4
  calls through a pointer at test.c:6: candidates callback
  called by f at test.c:4
  called by main at b0[0]
main
  calls f at b0[0]
callback (declared only, address taken)
  called by f through a pointer at test.c:6
";
        assert_eq!(calls_text(&module, &CallGraph::new(&module)), expected);
    }
}
