//! Objects, and the objects that addresses lead to.
//!
//! Every object has a symbol for its base, by whose name it is known: `~g` and a number for a variable of the
//! program, `~f` for a function, `~o` for a local object of the path, in the order in which they were met. The base
//! of an abstract object, whose allocation has not been met, is the unknown pointer that leads to it.

use crate::functions::Variable;
use crate::state::State;
use dunlin_ir::{FuncId, GlobalId, Module, Point};
use dunlin_term::{Op, Sort, SymbolId, TermId, Terms, View};
use std::rc::Rc;

/// What memory holds before anything was stored there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fresh {
    Unwritten,
    Zero,
}

/// An object that an instruction of the path has made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub base: TermId,
    pub size: TermId,
    pub align: u64,
    pub fresh: Fresh,
    pub made: Point,
    /// When it was met, backward.
    pub born: u64,
    /// The instruction that makes it was met; until then, its name is known and nothing else.
    pub met: bool,
    /// When the beginning of its scope was met, if that was.
    pub begun: Option<u64>,
    /// No pointer but its own name leads to it.
    pub private: bool,
    /// It is a variable of an activation that has returned before the path ends.
    pub over: bool,
}

impl Object {
    /// From when on it is known to live, backward; for ever if nothing that makes it was met.
    pub fn birth(&self) -> u64 {
        self.begun.unwrap_or(if self.met { self.born } else { u64::MAX })
    }
}

/// What an address leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    Global(GlobalId),
    Function(FuncId),
    /// By its place in [`State::objects`].
    Local(usize),
    /// An abstract object: the unknown pointer that leads to it.
    Abstract(TermId),
    /// No pointer at all.
    Number,
    /// Something that was not recognised.
    Wild,
}

pub fn of_global(terms: &mut Terms, module: &Module, global: GlobalId) -> TermId {
    symbol(terms, module, &format!("~g{}", global.0))
}

pub fn of_function(terms: &mut Terms, module: &Module, func: FuncId) -> TermId {
    symbol(terms, module, &format!("~f{}", func.0))
}

fn symbol(terms: &mut Terms, module: &Module, name: &str) -> TermId {
    let sort = Sort::BitVec(module.target.pointer_bits);
    terms.symbol(name, sort).expect("all bases have the width of a pointer")
}

/// A new local object.
pub fn make(
    state: &mut State,
    terms: &mut Terms,
    module: &Module,
    object: impl FnOnce(TermId, u64) -> Object,
) -> TermId {
    let base = symbol(terms, module, &format!("~o{}", state.objects.len()));
    let made = object(base, state.steps);
    Rc::make_mut(&mut state.objects).push(made);
    base
}

/// A variable of the running activation, of which the instruction that makes it will be met.
pub fn make_early(
    state: &mut State,
    terms: &mut Terms,
    module: &Module,
    variable: &Variable,
) -> TermId {
    let size = terms.constant(module.target.pointer_bits, variable.size);
    let Variable { at: made, align, private, .. } = *variable;
    let over = state.top().over;
    make(state, terms, module, |base, born| {
        let fresh = Fresh::Unwritten;
        let (met, begun) = (false, None);
        Object { base, size, align, fresh, made, born, met, begun, private, over }
    })
}

/// What a symbol is the base of.
fn named(terms: &Terms, symbol: SymbolId) -> Option<Base> {
    let info = terms.symbol_info(symbol);
    let name = info.name.strip_prefix('~')?;
    let number = || name[1..].parse::<u32>().ok();
    match name.as_bytes()[0] {
        b'g' => Some(Base::Global(GlobalId(number()?))),
        b'f' => Some(Base::Function(FuncId(number()?))),
        b'o' => Some(Base::Local(number()? as usize)),
        b'p' => Some(Base::Abstract(info.term)),
        _ => None,
    }
}

/// The base of a symbol, if it is a base.
pub fn of_term(terms: &Terms, term: TermId) -> Option<Base> {
    match terms.view(term) {
        View::Symbol(symbol) => named(terms, symbol),
        _ => None,
    }
}

/// An address as a base and the offset from it.
pub fn split(terms: &mut Terms, address: TermId) -> (Base, TermId) {
    let mut found = None;
    let mut several = false;
    let mut open = vec![address];
    while let Some(term) = open.pop() {
        match terms.view(term) {
            View::Binary(Op::Add, x, y) => open.extend([x, y]),
            View::Symbol(symbol) => {
                if let Some(base) = named(terms, symbol) {
                    several |= found.is_some();
                    found = Some((base, term));
                }
            }
            _ => {}
        }
    }
    match found {
        _ if terms.is_const(address) => (Base::Number, address),
        Some((base, symbol)) if !several => {
            let offset = terms.sub(address, symbol);
            if is_plain_offset(terms, offset) { (base, offset) } else { (Base::Wild, address) }
        }
        _ => (Base::Wild, address),
    }
}

/// Whether an offset is a number that leads nowhere else: it has no bases in it, and no unknown as wide as a pointer that
/// could become one, or the distance to another object. What was widened or multiplied counts elements.
fn is_plain_offset(terms: &mut Terms, offset: TermId) -> bool {
    let free = terms.free_variables(offset);
    if free.iter().any(|&symbol| of_term(terms, symbol).is_some()) {
        return false;
    }
    let width = terms.width(offset);
    let mut open = vec![offset];
    while let Some(term) = open.pop() {
        let counts = match terms.view(term) {
            View::Binary(Op::Add, x, y) => {
                open.extend([x, y]);
                true
            }
            View::Binary(Op::Mul, x, y) => {
                let even = |factor| terms.as_u64(factor).is_some_and(|factor| factor % 2 == 0);
                even(x) || even(y)
            }
            View::Const(_) | View::SExt(_) | View::Concat(..) => true,
            _ => false,
        };
        if counts {
            continue;
        }
        let symbols = terms.free_variables(term);
        let mut symbols = symbols.iter().filter(|&&symbol| !terms.is_array(symbol));
        if symbols.any(|&symbol| terms.width(symbol) == width && is_unknown(terms, symbol)) {
            return false;
        }
    }
    true
}

/// Whether a symbol stands for something that is not known yet.
fn is_unknown(terms: &Terms, symbol: TermId) -> bool {
    match terms.view(symbol) {
        View::Symbol(id) => {
            let name = &terms.symbol_info(id).name;
            name.starts_with("~u") || name.starts_with("~p")
        }
        _ => false,
    }
}
