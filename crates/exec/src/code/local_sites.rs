//! Where a program makes local memory whose content is unknown, and what tests call that.

use super::operations::{CallTarget, Code, Op};
use dunlin_ir::{FuncId, InstId, InstKind, Module};
use dunlin_memory::Origin;
use dunlin_results::UNWRITTEN;

/// Blocks that the program itself allocates, and those that library functions allocate, which a
/// native run does not see.
pub const HEAP: u32 = 0;
pub const RUNTIME_HEAP: u32 = 1;
pub const FIRST_LOCAL: u32 = 2;

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
    pub at: Vec<u32>,
}

pub const NONE: u32 = u32::MAX;

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

    pub fn name(&self, origin: Origin, place: u64) -> String {
        let Origin { site, count } = origin;
        match site {
            HEAP => format!("{UNWRITTEN}block {count} of the heap (/0+{place}#{count})"),
            RUNTIME_HEAP => format!("{UNWRITTEN}block of a library function (/1+{place}#{count})"),
            _ => {
                let LocalSite { what, place: at, offset } =
                    &self.sites[(site - FIRST_LOCAL) as usize];
                format!("{UNWRITTEN}{what} ({at}+{}#{count})", offset + place)
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

/// What a call through a pointer does not pass, or does not get back: see `step/mismatched.rs`.
fn of_call(module: &Module, id: FuncId, calls: &mut u32) -> LocalSite {
    *calls += 1;
    let name = &module.func(id).name;
    let what = format!("what call {calls} through a pointer in {name} does not set");
    LocalSite { what, place: format!("{name}/c{calls}"), offset: 0 }
}
