//! Operands as terms, over the moment before their instruction.

use crate::base;
use crate::functions::Functions;
use crate::state::{Kind, State};
use dunlin_ir::semantics::address::label;
use dunlin_ir::{Function, Operand, Reg, Type};
use dunlin_term::{TermId, Terms};

/// The value of an operand in the running activation.
pub fn operand(
    state: &mut State,
    terms: &mut Terms,
    functions: &Functions<'_>,
    func: &Function,
    operand: &Operand,
) -> TermId {
    let module = functions.module;
    let pointer = module.target.pointer_bits;
    match operand {
        Operand::Reg(reg) => register(state, terms, functions, func, *reg),
        Operand::Int { width, value } => terms.constant(*width, *value),
        Operand::Wide(bits) => terms.constant_bits(bits),
        Operand::Null => terms.constant(pointer, 0),
        Operand::Global(global) => base::of_global(terms, module, *global),
        Operand::Func(func) => base::of_function(terms, module, *func),
        Operand::BlockAddr(func, block) => {
            let base = base::of_function(terms, module, *func);
            let offset = terms.constant(pointer, label(*block));
            terms.add(base, offset)
        }
        Operand::Undef(ty) => state.fresh(terms, Kind::Free, ty.bits(&module.target)),
    }
}

/// The unknown for a register of the running activation. The address of a variable that is there in every activation
/// is not unknown: it is that variable.
fn register(
    state: &mut State,
    terms: &mut Terms,
    functions: &Functions<'_>,
    func: &Function,
    reg: Reg,
) -> TermId {
    let known = state.top().unknowns.iter().find(|&&(known, _)| known == reg);
    if let Some(&(_, unknown)) = known {
        return unknown;
    }
    if let Some(variable) = functions.shape(state.top().func).variables.get(&reg) {
        let base = base::make_early(state, terms, functions.module, variable);
        state.top_mut().unknowns.push((reg, base));
        return base;
    }
    let ty = func.reg_type(reg);
    let unknown = state.fresh(terms, kind_of(ty), ty.bits(&functions.module.target));
    state.top_mut().unknowns.push((reg, unknown));
    unknown
}

pub fn kind_of(ty: Type) -> Kind {
    match ty {
        Type::Ptr => Kind::Pointer,
        Type::Int(_) => Kind::Unknown,
    }
}
