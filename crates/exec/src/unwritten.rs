//! Memory that the program did not write: what it holds, as input of a test.
//!
//! Every execution of an allocation has an [`Origin`]: the number of its place in the program and how
//! often that place was executed on this path. A native run counts in the same way (see
//! `dunlin_llvm::instrument`), so that it can fill the memory of the same execution with the same
//! bytes. Bytes are input from the moment that something depends on them; a path that reads no such
//! memory has none.
//!
//! The name of such an input says what it is, and ends with the place, the offset in it, and the count:
//! `uninitialised: a of main (main/2+0#1)`. A block of the heap has no place (`/0+0#3`): the calls
//! of malloc and its kin by the program are counted together. Registers that a mismatched call does not set,
//! and parts of vectors without a value, are the same to the engine, but no native run is told of them.

use crate::code::{CallTarget, Code, Op, Pc};
use crate::inputs::{Input, InputBytes, bytes_under};
use crate::machine::Machine;
use crate::options::Uninitialised;
use crate::packed_inputs::PackedInputs;
use crate::state::{Script, State};
use dunlin_ir::{FuncId, InstId, InstKind, Module};
use dunlin_memory::{Context, ObjectId, Origin, Roots};
use dunlin_solver::chain::Path;
use dunlin_term::{ArrayValue, Model, Sort, SymbolId, Table, TermId, Terms, View};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What the names of these inputs begin with.
const PREFIX: &str = "uninitialised: ";

/// Whether an input is what memory holds that the program did not write.
pub fn is_unwritten(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// Blocks that the program itself allocates, and those that library functions allocate, which a
/// native run does not see.
const HEAP: u32 = 0;
const RUNTIME_HEAP: u32 = 1;
const FIRST_LOCAL: u32 = 2;

/// Where local memory is made: its name for tests.
#[derive(Clone, Debug)]
pub struct LocalSite {
    what: String,
    /// Function and number.
    place: String,
    offset: u64,
}

/// The places of a program where local memory is made whose content is unknown.
#[derive(Default)]
pub struct LocalSites {
    sites: Vec<LocalSite>,
    /// By operation: the number of its site, or none.
    at: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl LocalSites {
    pub fn of(module: &Module, code: &Code) -> LocalSites {
        let mut found = LocalSites { sites: Vec::new(), at: vec![NONE; code.ops.len()] };
        for id in module.func_ids() {
            let func = &code.funcs[id.index()];
            let (mut unnumbered, mut calls) = (0, 0);
            for pc in func.entry..func.end {
                let site = match code.ops[pc as usize] {
                    Op::Inst { inst } => describe(module, id, inst, &mut unnumbered),
                    Op::Call { site } => match code.calls[site as usize].target {
                        CallTarget::Indirect(_) => Some(of_call(module, id, &mut calls)),
                        _ => None,
                    },
                    _ => None,
                };
                if let Some(site) = site {
                    found.at[pc as usize] = found.sites.len() as u32;
                    found.sites.push(site);
                }
            }
        }
        found
    }

    fn name(&self, origin: Origin, place: u64) -> String {
        let Origin { site, count } = origin;
        match site {
            HEAP => format!("{PREFIX}block {count} of the heap (/0+{place}#{count})"),
            RUNTIME_HEAP => format!("{PREFIX}block of a library function (/1+{place}#{count})"),
            _ => {
                let LocalSite { what, place: at, offset } =
                    &self.sites[(site - FIRST_LOCAL) as usize];
                format!("{PREFIX}{what} ({at}+{}#{count})", offset + place)
            }
        }
    }
}

fn describe(module: &Module, id: FuncId, inst: InstId, unnumbered: &mut u32) -> Option<LocalSite> {
    let func = module.func(id);
    let (var, site, offset) = match &func.inst(inst).kind {
        InstKind::Alloca { var, site, .. } => (*var, *site, 0),
        InstKind::Lifetime { start: true, site, .. } => (None, *site, 0),
        InstKind::Uninit { var, site, offset, .. } => (*var, *site, *offset),
        _ => return None,
    };
    let name = &func.name;
    let what = match var {
        Some(var) => format!("{} of {name}", func.var(var).name),
        None => format!("local memory of {name}"),
    };
    let number = match site {
        Some(number) => number.to_string(),
        None => {
            *unnumbered += 1;
            format!("t{unnumbered}")
        }
    };
    Some(LocalSite { what, place: format!("{name}/{number}"), offset })
}

/// What a call through a pointer does not pass, or does not get back: see [`crate::mismatched`].
fn of_call(module: &Module, id: FuncId, calls: &mut u32) -> LocalSite {
    *calls += 1;
    let name = &module.func(id).name;
    let what = format!("what call {calls} through a pointer in {name} does not set");
    LocalSite { what, place: format!("{name}/c{calls}"), offset: 0 }
}

/// How often each place was executed on a path. In parts, since a fork shares them.
#[derive(Clone, Default)]
pub struct Counts {
    parts: Rc<Vec<Rc<[u32; PART]>>>,
}

const PART: usize = 64;

impl Counts {
    /// The number of this execution of a place.
    fn next(&mut self, site: u32) -> Origin {
        let (part, within) = (site as usize / PART, site as usize % PART);
        let parts = Rc::make_mut(&mut self.parts);
        while parts.len() <= part {
            parts.push(Rc::new([0; PART]));
        }
        let count = &mut Rc::make_mut(&mut parts[part])[within];
        *count += 1;
        Origin { site, count: *count - 1 }
    }
}

/// What was read of memory that was not written, on a path.
#[derive(Clone, Default)]
pub struct UnwrittenInputs {
    inputs: Vec<Input>,
    /// Positions in `inputs` by origin and first byte.
    known: FxHashMap<(Origin, u64), usize>,
}

/// What makes the arrays of such memory for one state.
pub(crate) struct UnwrittenRoots<'a> {
    pub sites: &'a LocalSites,
    pub index_width: u32,
    pub inputs: &'a mut Rc<UnwrittenInputs>,
    pub fixed: Option<&'a [InputBytes]>,
    pub script: Option<&'a mut Script>,
    pub path: &'a mut Path,
}

impl Roots for UnwrittenRoots<'_> {
    fn root(&mut self, terms: &mut Terms, origin: Origin, place: u64, within: u64) -> TermId {
        let sort = Sort::Array { index: self.index_width, element: 8 };
        if let Some(&at) = self.inputs.known.get(&(origin, place)) {
            let size = within + 1;
            if self.inputs.inputs[at].size < size {
                Rc::make_mut(self.inputs).inputs[at].size = size;
            }
            let name = &self.inputs.inputs[at].name;
            return terms.symbol(name, sort).expect("made with this sort before");
        }
        let name = self.sites.name(origin, place);
        if let Some(fixed) = self.fixed {
            let bytes = fixed.iter().find(|input| input.name == name);
            let bytes = bytes.map_or(&[][..], |input| &input.bytes);
            return terms.table(Table::of_bytes(self.index_width, bytes));
        }
        let root = terms.symbol(&name, sort).expect("no other input has such a name");
        let View::Symbol(symbol) = terms.view(root) else { unreachable!("just made as a symbol") };
        self.take_given(&name, symbol);
        let inputs = Rc::make_mut(self.inputs);
        inputs.known.insert((origin, place), inputs.inputs.len());
        inputs.inputs.push(Input { name: name.into(), symbol, size: within + 1 });
        root
    }
}

impl UnwrittenRoots<'_> {
    /// The bytes that a script has for an input become those of the model.
    fn take_given(&mut self, name: &str, symbol: SymbolId) {
        let Some(script) = &mut self.script else { return };
        let Some(given) = script.inputs.iter().find(|input| input.name == name) else { return };
        let value = ArrayValue::of_bytes(self.index_width, &given.bytes);
        self.path.set_input(symbol, value.clone());
        Rc::make_mut(&mut script.model).set_array(symbol, value);
    }
}

impl State {
    /// Whether anything on the path is input.
    pub fn has_inputs(&self) -> bool {
        !self.inputs.is_empty() || !self.unwritten.inputs.is_empty()
    }

    /// The values that a model gives to all inputs; what memory holds comes last.
    pub fn input_bytes(&self, model: &Model) -> Vec<InputBytes> {
        let mut bytes = bytes_under(&self.inputs, model);
        bytes.extend(bytes_under(&self.unwritten.inputs, model));
        bytes
    }

    /// The same, packed.
    pub fn packed_inputs(&self, model: &Model) -> PackedInputs {
        PackedInputs::under(self.inputs.iter().chain(self.unwritten.inputs.iter()), model)
    }
}

impl Machine<'_> {
    /// The content of a fresh local object is unknown, if that is how it is seen.
    pub(crate) fn forget_local(&mut self, state: &mut State, object: ObjectId) {
        if self.options.uninitialised == Uninitialised::Symbolic {
            let origin = self.local_origin(state, state.pc);
            self.forget(state, object, origin);
        }
    }

    /// The same for a fresh block of the heap.
    pub(crate) fn forget_block(&mut self, state: &mut State, object: ObjectId) {
        if self.options.uninitialised == Uninitialised::Symbolic {
            let by_program = !self.module.func(state.top().func).runtime;
            let origin = state.counts.next(if by_program { HEAP } else { RUNTIME_HEAP });
            self.forget(state, object, origin);
        }
    }

    fn forget(&mut self, state: &mut State, object: ObjectId, origin: Origin) {
        match state.memory.object_mut(object) {
            Ok(found) => found.forget(origin),
            // Its content lies elsewhere.
            Err(_) => self.with_terms(state, |memory, context: &mut Context<'_>| {
                memory.forget(context, object, origin);
            }),
        }
    }

    /// This execution of an operation that makes local memory.
    pub(crate) fn local_origin(&self, state: &mut State, pc: Pc) -> Origin {
        let site = self.sites.at[pc as usize];
        debug_assert_ne!(site, NONE, "the operation makes local memory");
        state.counts.next(FIRST_LOCAL + site)
    }
}
