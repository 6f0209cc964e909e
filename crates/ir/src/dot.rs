//! Graphviz renderings of control-flow and call graphs.

use crate::callgraph::CallGraph;
use crate::cfg::Cfg;
use crate::ids::{BlockId, FuncId};
use crate::inst::{Callee, InstKind, Operand, Terminator};
use crate::listing::{block_lines, edge_label};
use crate::loops::Loops;
use crate::module::{Function, Module};
use crate::{dominators::Dominators, ids::InstId};
use std::fmt::Write;

/// The control-flow graph of a function. A block shows its source lines, its calls and how it ends;
/// loop headers have a double border, dead blocks a dashed one, back edges are bold.
pub fn cfg_dot(module: &Module, id: FuncId) -> String {
    let func = module.func(id);
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(&cfg);
    let loops = Loops::new(&cfg, &dominators);
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!("digraph \"{}\" {{", escape(&func.name)));
    line(format!("  label=\"{}\";", escape(&func.name)));
    line("  node [shape=box, fontname=\"monospace\"];".into());
    for block in func.block_ids() {
        let mut style = String::new();
        if loops.iter().any(|(_, found)| found.header == block) {
            style.push_str(", peripheries=2");
        }
        if !cfg.is_reachable(block) {
            style.push_str(", style=dashed");
        }
        line(format!("  {block} [label=\"{}\"{style}];", block_label(module, func, block)));
    }
    for block in func.block_ids() {
        for (edge, target) in cfg.edges_from(block) {
            let label = escape(&edge_label(&func.block(block).term, edge.index));
            let bold = if dominators.dominates(target, block) { ", style=bold" } else { "" };
            line(format!("  {block} -> {target} [label=\"{label}\"{bold}];"));
        }
    }
    line("}".into());
    out
}

/// A left-aligned label of several lines.
fn block_label(module: &Module, func: &Function, block: BlockId) -> String {
    let body = func.block(block);
    let mut lines = vec![block.to_string()];
    if let Some(source) = block_lines(module, func, block) {
        lines[0].push_str("  ");
        lines[0].push_str(&source);
    }
    lines.push(match body.insts.len() {
        1 => "1 instruction".into(),
        count => format!("{count} instructions"),
    });
    lines.extend(body.insts.iter().filter_map(|&inst| called_name(module, func, inst)));
    lines.push(terminator_name(&body.term).into());
    lines.iter().map(|line| escape(line) + "\\l").collect()
}

fn called_name(module: &Module, func: &Function, inst: InstId) -> Option<String> {
    match &func.inst(inst).kind {
        InstKind::Call(call) => Some(match &call.callee {
            Callee::Direct(callee) | Callee::Indirect(Operand::Func(callee)) => {
                format!("call {}", module.func(*callee).name)
            }
            Callee::Indirect(_) => "call through a pointer".into(),
        }),
        _ => None,
    }
}

fn terminator_name(term: &Terminator) -> &'static str {
    match term {
        Terminator::Jump(_) => "jump",
        Terminator::Branch { .. } => "branch",
        Terminator::Switch { .. } => "switch",
        Terminator::IndirectJump { .. } => "indirect jump",
        Terminator::Invoke { .. } => "invoke",
        Terminator::Return { .. } => "return",
        Terminator::Resume { .. } => "resume",
        Terminator::Unreachable => "unreachable",
        Terminator::Trap => "trap",
    }
}

/// The call graph of a module. Declared functions are grey, recursive ones have a double border,
/// dashed edges are calls through pointers.
pub fn call_graph_dot(module: &Module, graph: &CallGraph) -> String {
    let mut out = String::from("digraph calls {\n  node [shape=box, fontname=\"monospace\"];\n");
    for id in module.func_ids() {
        let func = module.func(id);
        let mut style = String::new();
        if func.is_declaration() {
            style.push_str(", color=gray, fontcolor=gray");
        }
        if graph.is_recursive(id) {
            style.push_str(", peripheries=2");
        }
        let name = escape(&func.name);
        writeln!(out, "  f{} [label=\"{name}\"{style}];", id.0).expect("a string takes everything");
    }
    for caller in module.func_ids() {
        for &callee in graph.callees(caller) {
            let mut sites =
                graph.sites_in(caller).iter().filter(|site| site.callees.contains(&callee));
            let style = if sites.all(|site| site.indirect) { " [style=dashed]" } else { "" };
            writeln!(out, "  f{} -> f{}{style};", caller.0, callee.0)
                .expect("a string takes everything");
        }
    }
    out.push_str("}\n");
    out
}

/// `text` as the inside of a quoted Graphviz string.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{FuncBuilder, call, module_of};
    use crate::types::Type;

    fn sample() -> Module {
        let mut f = FuncBuilder::new("f\"1\\", &[Type::BOOL, Type::Ptr], &[]);
        let [entry, head, end, dead] = [f.block(), f.block(), f.block(), f.block()];
        f.jump(entry, head);
        f.inst(head, call(Callee::Direct(FuncId(0)), &[Operand::TRUE, Operand::Null], &[]));
        let pointer = f.param(1).into();
        f.inst(head, call(Callee::Indirect(pointer), &[], &[]));
        f.branch(head, f.param(0).into(), head, end);
        f.ret(end, &[]);
        f.jump(dead, end);
        let mut main = FuncBuilder::new("ext", &[], &[]);
        let b = main.block();
        main.inst(
            b,
            call(Callee::Direct(FuncId(0)), &[Operand::TRUE, Operand::Func(FuncId(2))], &[]),
        );
        main.ret(b, &[]);
        module_of(vec![f.finish(), main.finish(), FuncBuilder::new("declared", &[], &[]).finish()])
    }

    #[test]
    fn control_flow() {
        let dot = cfg_dot(&sample(), FuncId(0));
        assert!(dot.starts_with("digraph \"f\\\"1\\\\\" {\n"), "{dot}");
        assert!(
            dot.contains("call f\\\"1\\\\\\lcall through a pointer\\lbranch\\l\", peripheries=2];")
        );
        assert!(dot.contains("b3 [label=\"b3\\l0 instructions\\ljump\\l\", style=dashed];"));
        assert!(dot.contains("b1 -> b1 [label=\"then\", style=bold];"));
        assert!(dot.contains("b1 -> b2 [label=\"else\"];"));
        assert!(dot.ends_with("}\n"));
    }

    #[test]
    fn calls() {
        let module = sample();
        let dot = call_graph_dot(&module, &CallGraph::new(&module));
        assert!(dot.contains("f0 [label=\"f\\\"1\\\\\", peripheries=2];"), "{dot}");
        assert!(dot.contains("f2 [label=\"declared\", color=gray, fontcolor=gray];"));
        assert!(dot.contains("f0 -> f0;\n  f0 -> f2 [style=dashed];\n  f1 -> f0;\n"));
    }
}
