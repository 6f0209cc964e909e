//! Random programs, and the shortest paths in them by walking all configurations.

use super::*;
use crate::inst::{Edge, InstKind};
use crate::module::Function;
use crate::types::Type;
use proptest::prelude::*;
use rustc_hash::FxHashSet;

#[derive(Clone, Debug)]
enum Code {
    Step,
    Call(u32),
    /// Through a pointer, with an argument or without.
    CallPointer(bool),
    TakeAddress(u32),
}

#[derive(Clone, Debug)]
enum End {
    Leave,
    Never,
    Go(Vec<u32>),
}

#[derive(Clone, Debug)]
struct Body {
    has_param: bool,
    /// Without blocks, a declaration.
    blocks: Vec<(Vec<Code>, End)>,
}

fn code() -> impl Strategy<Value = Code> {
    prop_oneof![
        4 => Just(Code::Step),
        4 => any::<u32>().prop_map(Code::Call),
        1 => any::<bool>().prop_map(Code::CallPointer),
        1 => any::<u32>().prop_map(Code::TakeAddress),
    ]
}

fn end() -> impl Strategy<Value = End> {
    prop_oneof![
        3 => Just(End::Leave),
        1 => Just(End::Never),
        6 => prop::collection::vec(any::<u32>(), 1..=3).prop_map(End::Go),
    ]
}

fn program() -> impl Strategy<Value = Module> {
    let blocks = prop::collection::vec((prop::collection::vec(code(), 0..=3), end()), 1..=4);
    let blocks = prop_oneof![6 => blocks, 1 => Just(vec![])];
    let body = (any::<bool>(), blocks).prop_map(|(has_param, blocks)| Body { has_param, blocks });
    prop::collection::vec(body, 1..=5).prop_map(|bodies| {
        let build = |(number, body): (usize, &Body)| function(number, body, &bodies);
        module_of(bodies.iter().enumerate().map(build).collect())
    })
}

fn function(number: usize, body: &Body, all: &[Body]) -> Function {
    let params = |body: &Body| if body.has_param { vec![I32] } else { vec![] };
    let argument = |has: bool| if has { vec![Operand::int(32, 1)] } else { vec![] };
    let mut func = FuncBuilder::new(&format!("f{number}"), &params(body), &[]);
    let blocks: Vec<BlockId> = body.blocks.iter().map(|_| func.block()).collect();
    for (&block, (code, end)) in blocks.iter().zip(&body.blocks) {
        for code in code {
            match *code {
                Code::Step => step(&mut func, block),
                Code::Call(callee) => {
                    let callee = callee as usize % all.len();
                    let args = argument(all[callee].has_param);
                    func.inst(block, call(Callee::Direct(FuncId::new(callee)), &args, &[]));
                }
                Code::CallPointer(has) => through_pointer(&mut func, block, &argument(has)),
                Code::TakeAddress(taken) => {
                    let taken = FuncId::new(taken as usize % all.len());
                    let slot = func.reg(Type::Ptr);
                    func.store(block, Type::Ptr, Operand::Func(taken), slot);
                }
            }
        }
        match end {
            End::Leave => func.ret(block, &[]),
            End::Never => {}
            End::Go(targets) => {
                let edge = |&target: &u32| Edge::to(blocks[target as usize % blocks.len()]);
                let targets = targets.iter().map(edge).collect();
                func.term(block, Terminator::IndirectJump { addr: Operand::Null, targets });
            }
        }
    }
    func.finish()
}

/// Where execution is and where it returns to, innermost last.
type Configuration = (Point, Vec<Point>);

struct Walk<'a> {
    module: &'a Module,
    graph: &'a CallGraph,
    indirect: Indirect<'static>,
    /// Calls are single steps if this knows a callee to return.
    inside: Option<&'a Distances>,
}

impl Walk<'_> {
    /// The functions that the call may lead to; none is one without a body.
    fn callees(&self, caller: &Function, call: &crate::inst::Call) -> Vec<FuncId> {
        match &call.callee {
            Callee::Direct(callee) => vec![*callee],
            Callee::Indirect(_) => {
                let fits = |id: &FuncId| {
                    let func = self.module.func(*id);
                    let types = func.params.iter().map(|&param| func.reg_type(param));
                    self.indirect != Indirect::Typed
                        || types.eq(call.args.iter().map(|arg| caller.operand_type(arg)))
                };
                let taken = self.module.func_ids().filter(|&id| self.graph.is_address_taken(id));
                taken.filter(fits).collect()
            }
        }
    }

    fn steps(&self, (point, stack): &Configuration, found: &mut Vec<Configuration>) {
        let func = self.module.func(point.func);
        let block = func.block(point.block);
        let next = Point { index: point.index + 1, ..*point };
        let Some(&inst) = block.insts.get(point.index as usize) else {
            if let (Terminator::Return { .. }, Some((&back, rest))) =
                (&block.term, stack.split_last())
            {
                found.push((back, rest.to_vec()));
            }
            for edge in block.term.edges() {
                let to = Point { func: point.func, block: edge.block, index: 0 };
                found.push((to, stack.clone()));
            }
            return;
        };
        let InstKind::Call(call) = &func.inst(inst).kind else {
            found.push((next, stack.clone()));
            return;
        };
        let callees = self.callees(func, call);
        if callees.is_empty() {
            found.push((next, stack.clone()));
        }
        for callee in callees {
            let entry = Point { func: callee, block: BlockId(0), index: 0 };
            if let Some(known) = self.inside {
                let declared = self.module.func(callee).is_declaration();
                if declared || known.to_return(entry).is_some() {
                    found.push((next, stack.clone()));
                }
            } else if self.module.func(callee).is_declaration() {
                found.push((next, stack.clone()));
            } else {
                let mut deeper = stack.clone();
                deeper.push(next);
                found.push((entry, deeper));
            }
        }
    }

    /// Compares a distance with the steps from `start` to a configuration with the property. The
    /// walk is cut off when there are too many configurations: then it knows only that there is no
    /// shorter way than it went.
    fn check(
        &self,
        start: Configuration,
        is_goal: impl Fn(&Configuration) -> bool,
        claimed: Option<u32>,
    ) {
        let mut seen = FxHashSet::default();
        seen.insert(start.clone());
        let mut level = vec![start.clone()];
        for distance in 0.. {
            if level.iter().any(&is_goal) {
                assert_eq!(claimed, Some(distance), "from {start:?}");
                return;
            }
            if level.is_empty() {
                assert_eq!(claimed, None, "from {start:?}");
                return;
            }
            if seen.len() > 1000 {
                assert!(claimed.is_none_or(|claimed| claimed > distance), "from {start:?}");
                return;
            }
            let mut found = Vec::new();
            level.iter().for_each(|configuration| self.steps(configuration, &mut found));
            found.retain(|configuration| seen.insert(configuration.clone()));
            level = found;
        }
    }
}

fn points(module: &Module) -> Vec<Point> {
    let mut points = Vec::new();
    for func in module.func_ids() {
        for block in module.func(func).block_ids() {
            let last = module.func(func).block(block).insts.len() as u32;
            points.extend((0..=last).map(|index| Point { func, block, index }));
        }
    }
    points
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_shortest_ways_by_walking(
        module in program(),
        chosen in prop::collection::vec(any::<prop::sample::Index>(), 1..=2),
        starts in prop::collection::vec(
            (any::<prop::sample::Index>(),
             prop::collection::vec(any::<prop::sample::Index>(), 0..=4)), 6),
        all in any::<bool>(),
    ) {
        let all_points = points(&module);
        prop_assume!(!all_points.is_empty());
        let graph = CallGraph::new(&module);
        let indirect = if all { Indirect::AddressTaken { unknown: &[] } } else { Indirect::Typed };
        let targets: Vec<Point> = chosen.iter().map(|index| *index.get(&all_points)).collect();
        let found = Distances::new(&module, &graph, &targets, indirect);
        let walk = Walk { module: &module, graph: &graph, indirect, inside: None };
        let is_target = |(point, _): &Configuration| targets.contains(point);
        for (start, callers) in &starts {
            let start = *start.get(&all_points);
            walk.check((start, vec![]), is_target, found.to_target(start));
            let inside = Walk { inside: Some(&found), ..walk };
            inside.check((start, vec![]), is_target, found.to_target_inside(start));
            let is_return = |(point, stack): &Configuration| {
                let block = module.func(point.func).block(point.block);
                stack.is_empty()
                    && point.index as usize == block.insts.len()
                    && matches!(block.term, Terminator::Return { .. })
            };
            walk.check((start, vec![]), is_return, found.to_return(start));
            // Any call may be active in the frames below; which function it calls does not matter.
            let calls = graph.sites();
            let stack: Vec<Point> = match calls.is_empty() {
                true => vec![],
                false => callers.iter().map(|index| index.get(calls).at).collect(),
            };
            let claimed = found.of_stack([start].into_iter().chain(stack.iter().copied()));
            let back = stack.iter().rev().map(|call| Point { index: call.index + 1, ..*call });
            walk.check((start, back.collect()), is_target, claimed);
        }
    }

    /// With other targets later, or at once.
    #[test]
    fn retargeting_is_computing_anew(
        module in program(),
        chosen in prop::collection::vec(any::<prop::sample::Index>(), 1..=4),
    ) {
        let all_points = points(&module);
        prop_assume!(!all_points.is_empty());
        let targets: Vec<Point> = chosen.iter().map(|index| *index.get(&all_points)).collect();
        let mut moved = typed(&module, &targets[..1]);
        moved.retarget(&targets);
        let anew = typed(&module, &targets);
        for &point in &all_points {
            prop_assert_eq!(moved.to_target(point), anew.to_target(point));
            prop_assert_eq!(moved.to_target_inside(point), anew.to_target_inside(point));
            prop_assert_eq!(moved.to_return(point), anew.to_return(point));
        }
    }
}
