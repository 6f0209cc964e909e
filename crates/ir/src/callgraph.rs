//! Who calls whom.
//!
//! A direct call has one callee. A call through a pointer may reach every function whose address is
//! taken somewhere in the module and whose signature fits the call. That is complete for programs
//! that call functions only as what they are; a call through a pointer of a different type, which C
//! leaves undefined, is not resolved. Constructors and destructors have callers outside of the
//! module that the graph does not show.

use crate::ids::{BlockId, FuncId};
use crate::inst::{Call, Callee, InstKind, Operand};
use crate::module::{Function, Init, Module, Point, RelocTarget};
use crate::scc;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// A call instruction and what it may call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallSite {
    pub at: Point,
    /// The callee is computed; `callees` are candidates.
    pub indirect: bool,
    /// In ascending order.
    pub callees: Vec<FuncId>,
}

pub struct CallGraph {
    /// In program order.
    sites: Vec<CallSite>,
    /// By function: positions in `sites` of the calls in it.
    sites_in: Vec<std::ops::Range<usize>>,
    /// By function: positions in `sites` of the calls that may reach it.
    sites_to: Vec<Vec<usize>>,
    callees: Vec<Vec<FuncId>>,
    callers: Vec<Vec<FuncId>>,
    address_taken: Vec<bool>,
    components: Vec<Vec<FuncId>>,
    /// By function: position in `components`.
    component_of: Vec<usize>,
}

impl CallGraph {
    pub fn new(module: &Module) -> Self {
        let count = module.funcs.len();
        let address_taken = address_taken(module);
        let mut candidates =
            Candidates { module, address_taken: &address_taken, known: FxHashMap::default() };
        let mut sites = Vec::new();
        let mut sites_in = Vec::with_capacity(count);
        for id in module.func_ids() {
            let start = sites.len();
            collect_sites(module, id, &mut candidates, &mut sites);
            sites_in.push(start..sites.len());
        }
        let mut sites_to = vec![Vec::new(); count];
        let mut callees = vec![Vec::new(); count];
        let mut callers = vec![Vec::new(); count];
        for (position, site) in sites.iter().enumerate() {
            for callee in &site.callees {
                sites_to[callee.index()].push(position);
                callees[site.at.func.index()].push(*callee);
                callers[callee.index()].push(site.at.func);
            }
        }
        for list in callees.iter_mut().chain(&mut callers) {
            list.sort_unstable();
            list.dedup();
        }
        let plain: Vec<Vec<u32>> =
            callees.iter().map(|list| list.iter().map(|callee| callee.0).collect()).collect();
        let components: Vec<Vec<FuncId>> = scc::components(count, |f| plain[f as usize].as_slice())
            .into_iter()
            .map(|component| component.into_iter().map(FuncId).collect())
            .collect();
        let mut component_of = vec![0; count];
        for (position, component) in components.iter().enumerate() {
            for func in component {
                component_of[func.index()] = position;
            }
        }
        CallGraph {
            sites,
            sites_in,
            sites_to,
            callees,
            callers,
            address_taken,
            components,
            component_of,
        }
    }

    /// All call sites, in program order.
    pub fn sites(&self) -> &[CallSite] {
        &self.sites
    }

    /// The calls in the body of `func`, in program order.
    pub fn sites_in(&self, func: FuncId) -> &[CallSite] {
        &self.sites[self.sites_in[func.index()].clone()]
    }

    /// The calls that may reach `func`, in program order.
    pub fn sites_to(&self, func: FuncId) -> impl ExactSizeIterator<Item = &CallSite> {
        self.sites_to[func.index()].iter().map(|&position| &self.sites[position])
    }

    /// The functions that `func` may call, each once, in ascending order.
    pub fn callees(&self, func: FuncId) -> &[FuncId] {
        &self.callees[func.index()]
    }

    /// The functions that may call `func`, each once, in ascending order.
    pub fn callers(&self, func: FuncId) -> &[FuncId] {
        &self.callers[func.index()]
    }

    /// Whether the function's address is used other than for calling it at that place.
    pub fn is_address_taken(&self, func: FuncId) -> bool {
        self.address_taken[func.index()]
    }

    /// Groups of functions that may call each other in circles (a function outside of all circles
    /// is a group of its own), callees before callers.
    pub fn components(&self) -> &[Vec<FuncId>] {
        &self.components
    }

    /// The position in [`CallGraph::components`] of the function's group.
    pub fn component_of(&self, func: FuncId) -> usize {
        self.component_of[func.index()]
    }

    /// Whether an activation of the function may lead to another one of it.
    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.components[self.component_of(func)].len() > 1
            || self.callees(func).binary_search(&func).is_ok()
    }
}

fn collect_sites(
    module: &Module,
    id: FuncId,
    candidates: &mut Candidates<'_>,
    sites: &mut Vec<CallSite>,
) {
    let func = module.func(id);
    for (block, body) in func.blocks.iter().enumerate() {
        for (index, &inst) in body.insts.iter().enumerate() {
            let InstKind::Call(call) = &func.inst(inst).kind else { continue };
            let (indirect, callees) = match &call.callee {
                Callee::Direct(callee) | Callee::Indirect(Operand::Func(callee)) => {
                    (false, vec![*callee])
                }
                Callee::Indirect(_) => (true, candidates.matching(func, call)),
            };
            let at = Point { func: id, block: BlockId::new(block), index: index as u32 };
            sites.push(CallSite { at, indirect, callees });
        }
    }
}

/// What a call through a pointer must agree on with its callee.
#[derive(PartialEq, Eq, Hash)]
struct CallShape {
    args: Vec<Type>,
    results: Vec<Type>,
    has_varargs: bool,
}

/// Answers which functions an indirect call may reach, once per shape.
struct Candidates<'a> {
    module: &'a Module,
    address_taken: &'a [bool],
    known: FxHashMap<CallShape, Vec<FuncId>>,
}

impl Candidates<'_> {
    fn matching(&mut self, caller: &Function, call: &Call) -> Vec<FuncId> {
        let shape = CallShape {
            args: call.args.iter().map(|arg| caller.operand_type(arg)).collect(),
            results: call.dsts.iter().map(|&dst| caller.reg_type(dst)).collect(),
            has_varargs: !call.varargs.is_empty(),
        };
        let fits = |id: &FuncId| {
            let func = self.module.func(*id);
            self.address_taken[id.index()]
                && func.returns == shape.results
                && (func.variadic || !shape.has_varargs)
                && func.params.len() == shape.args.len()
                && func.params.iter().zip(&shape.args).all(|(&p, &arg)| func.reg_type(p) == arg)
        };
        if let Some(known) = self.known.get(&shape) {
            return known.clone();
        }
        let found: Vec<FuncId> = self.module.func_ids().filter(fits).collect();
        self.known.insert(shape, found.clone());
        found
    }
}

fn address_taken(module: &Module) -> Vec<bool> {
    let mut taken = vec![false; module.funcs.len()];
    let mut visit = |operand: &Operand| {
        if let Operand::Func(func) = operand {
            taken[func.index()] = true;
        }
    };
    for func in &module.funcs {
        for block in &func.blocks {
            for &id in &block.insts {
                match &func.inst(id).kind {
                    // A marker computes nothing: what the variable's value is used for counts.
                    InstKind::Marker { .. } => {}
                    kind @ InstKind::Call(Call { callee: Callee::Indirect(callee), .. }) => {
                        // The callee operand itself is a use for calling, not a taken address.
                        kind.for_each_operand(|operand| {
                            if !std::ptr::eq(operand, callee) {
                                visit(operand);
                            }
                        });
                    }
                    kind => kind.for_each_operand(&mut visit),
                }
            }
            block.term.for_each_operand(&mut visit);
        }
    }
    for global in &module.globals {
        if let Init::Data { relocs, .. } = &global.init {
            for reloc in relocs {
                if let RelocTarget::Func(func) = reloc.target {
                    taken[func.index()] = true;
                }
            }
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::{Global, Reloc};
    use crate::test_support::{FuncBuilder, call, module_of};

    const I32: Type = Type::Int(32);

    /// `main` calls `helper` directly and a pointer from a table; `even` and `odd` are mutually
    /// recursive; `table_entry` is reachable only through the table, `other_type` has the wrong
    /// signature, `unused` is never mentioned.
    fn sample() -> Module {
        let mut main = FuncBuilder::new("main", &[Type::Ptr], &[I32]);
        let b0 = main.block();
        let pointer = main.param(0);
        main.inst(b0, call(Callee::Direct(FuncId(1)), &[], &[]));
        let dst = main.reg(I32);
        main.inst(b0, call(Callee::Indirect(pointer.into()), &[Operand::int(32, 1)], &[dst]));
        main.ret(b0, &[dst.into()]);

        let mut helper = FuncBuilder::new("helper", &[], &[]);
        let b0 = helper.block();
        let dst = helper.reg(I32);
        helper.inst(b0, call(Callee::Direct(FuncId(2)), &[Operand::int(32, 4)], &[dst]));
        helper.ret(b0, &[]);

        let recursive = |name, other| {
            let mut func = FuncBuilder::new(name, &[I32], &[I32]);
            let b0 = func.block();
            let dst = func.reg(I32);
            let callee = Callee::Indirect(Operand::Func(FuncId(other)));
            func.inst(b0, call(callee, &[func.param(0).into()], &[dst]));
            func.ret(b0, &[dst.into()]);
            func.finish()
        };
        let leaf = |name, params: &[Type]| {
            let mut func = FuncBuilder::new(name, params, &[I32]);
            let b0 = func.block();
            func.ret(b0, &[Operand::int(32, 0)]);
            func.finish()
        };
        let mut module = module_of(vec![
            main.finish(),
            helper.finish(),
            recursive("even", 3),
            recursive("odd", 2),
            leaf("table_entry", &[I32]),
            leaf("other_type", &[I32, I32]),
            leaf("unused", &[I32]),
        ]);
        let reloc =
            |offset, func| Reloc { offset, target: RelocTarget::Func(FuncId(func)), addend: 0 };
        module.globals.push(Global {
            name: "table".into(),
            size: 16,
            align: 8,
            constant: true,
            thread_local: false,
            layout: None,
            init: Init::Data { bytes: vec![0; 16], relocs: vec![reloc(0, 4), reloc(8, 5)] },
            pos: None,
            scalar: None,
        });
        module
    }

    #[test]
    fn direct_and_indirect_calls() {
        let module = sample();
        let graph = CallGraph::new(&module);
        let sites = graph.sites_in(FuncId(0));
        assert_eq!(sites[0].callees, [FuncId(1)]);
        assert!(!sites[0].indirect && sites[1].indirect);
        assert_eq!(sites[1].callees, [FuncId(4)], "address taken and same signature");
        assert_eq!(sites[1].at.index, 1);
        assert_eq!(graph.callers(FuncId(4)), [FuncId(0)]);
        assert_eq!(graph.sites_to(FuncId(4)).next(), Some(&sites[1]));
        assert!(graph.is_address_taken(FuncId(5)));
        assert!(!graph.is_address_taken(FuncId(2)), "only called, though through an operand");
        assert!(graph.callers(FuncId(6)).is_empty());
    }

    #[test]
    fn recursion_and_order() {
        let graph = CallGraph::new(&sample());
        let recursive: Vec<bool> = (0..7).map(|f| graph.is_recursive(FuncId(f))).collect();
        assert_eq!(recursive, [false, false, true, true, false, false, false]);
        assert_eq!(graph.component_of(FuncId(2)), graph.component_of(FuncId(3)));
        assert!(graph.component_of(FuncId(2)) < graph.component_of(FuncId(1)));
        assert!(graph.component_of(FuncId(1)) < graph.component_of(FuncId(0)));
    }

    #[test]
    fn variable_arguments_need_a_variadic_callee() {
        use crate::inst::{VarArg, VarArgValue};
        let mut module = sample();
        let passed = VarArgValue::Scalar { ty: I32, value: Operand::int(32, 7) };
        let inst = module.funcs[0].blocks[0].insts[1];
        let InstKind::Call(call) = &mut module.funcs[0].insts[inst.index()].kind else {
            panic!("the second instruction of main is a call")
        };
        call.varargs.push(VarArg { offset: 0, value: passed });
        call.varargs_size = 8;
        assert!(CallGraph::new(&module).sites_in(FuncId(0))[1].callees.is_empty());
        module.funcs[4].variadic = true;
        assert_eq!(CallGraph::new(&module).sites_in(FuncId(0))[1].callees, [FuncId(4)]);
    }
}
