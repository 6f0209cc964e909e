//! Variables whose address goes nowhere: they are only loaded and stored by name, at some offset. No pointer that is
//! read from memory or passed to a function leads to one (as `dunlin_ir::facts` assumes, nobody guesses an address).

use dunlin_exec::Builtin;
use dunlin_ir::{
    Function, GlobalId, Init, InstKind, Module, Operand, Reg, RelocTarget, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// By global: whether its address goes nowhere.
pub fn private_globals(module: &Module) -> Vec<bool> {
    let mut private = vec![true; module.globals.len()];
    if has_foreign_code(module) {
        return vec![false; module.globals.len()];
    }
    for global in &module.globals {
        if let Init::Data { relocs, .. } = &global.init {
            for reloc in relocs {
                if let RelocTarget::Global(named) = reloc.target {
                    private[named.index()] = false;
                }
            }
        }
    }
    for func in &module.funcs {
        for root in escaping(func) {
            if let Root::Global(global) = root {
                private[global.index()] = false;
            }
        }
    }
    // The engine writes to it.
    if let Some(environ) = module.find_global("environ") {
        private[environ.index()] = false;
    }
    private
}

/// The registers of a function that have the address of a variable of it, if that goes nowhere.
pub fn private_locals(func: &Function) -> FxHashSet<Reg> {
    let escaping: FxHashSet<Root> = escaping(func).into_iter().collect();
    let allocas = func.insts.iter().filter_map(|inst| match inst.kind {
        InstKind::Alloca { dst, .. } => Some(dst),
        _ => None,
    });
    allocas.filter(|&reg| !escaping.contains(&Root::Local(reg))).collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Root {
    Global(GlobalId),
    Local(Reg),
}

/// What has its address used for more than loads and stores.
fn escaping(func: &Function) -> Vec<Root> {
    let mut roots: FxHashMap<Reg, Root> = FxHashMap::default();
    for inst in &func.insts {
        if let InstKind::Alloca { dst, .. } = inst.kind {
            roots.insert(dst, Root::Local(dst));
        }
    }
    // Addresses of parts: definitions need not stand before uses in the list of instructions.
    loop {
        let before = roots.len();
        for inst in &func.insts {
            if let InstKind::PtrAdd { dst, base, .. } = &inst.kind
                && let Some(root) = root_of(&roots, base)
            {
                roots.insert(*dst, root);
            }
        }
        if roots.len() == before {
            break;
        }
    }
    let mut found = Vec::new();
    let mut used = |operand: &Operand| found.extend(root_of(&roots, operand));
    for block in &func.blocks {
        for &inst in &block.insts {
            match &func.inst(inst).kind {
                InstKind::Load { .. } | InstKind::Lifetime { .. } | InstKind::Marker { .. } => {}
                InstKind::Store { value, .. } => used(value),
                InstKind::PtrAdd { indices, .. } => {
                    indices.iter().for_each(|scaled| used(&scaled.index));
                }
                InstKind::MemSet { value, len, .. } => [value, len].into_iter().for_each(&mut used),
                InstKind::MemCopy { len, .. } => used(len),
                other => other.for_each_operand(&mut used),
            }
        }
        match &block.term {
            Terminator::Jump(edge) => edge.args.iter().for_each(&mut used),
            term => term.for_each_operand(&mut used),
        }
    }
    found
}

fn root_of(roots: &FxHashMap<Reg, Root>, operand: &Operand) -> Option<Root> {
    match operand {
        Operand::Global(global) => Some(Root::Global(*global)),
        Operand::Reg(reg) => roots.get(reg).copied(),
        _ => None,
    }
}

/// Whether variables may be used in ways that the module does not show: by functions without a body, by assembly, or
/// through the beginning of a section.
pub fn has_foreign_code(module: &Module) -> bool {
    let unknown = module
        .funcs
        .iter()
        .any(|func| func.is_declaration() && Builtin::named(&func.name).is_none());
    let own = module.funcs.iter().filter(|func| !func.runtime);
    let unsupported = own
        .flat_map(|func| &func.insts)
        .any(|inst| matches!(inst.kind, InstKind::Unsupported { .. }));
    unknown || unsupported || names_sections(module)
}

/// Whether the program names the beginning or the end of a section, by which it reaches variables that lie there.
fn names_sections(module: &Module) -> bool {
    module.globals.iter().any(|global| {
        let name = &global.name;
        global.init == Init::External
            && (name.starts_with("__start_") || name.starts_with("__stop_"))
    })
}
