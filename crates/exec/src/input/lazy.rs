//! Lazily symbolic input: exploration that starts in the middle of a program (Directed SE, 2.3).
//!
//! When the entry function is not `main`, nobody has built the data that it works on. Constructors
//! run; then every variable of the program becomes symbolic (words that hold the address of a
//! function keep it, since no unknown code can be called), and the function is called with symbolic
//! arguments. A pointer among all this is a number like any other until it is used as an address.
//! Then execution decides: it is null, or it leads to the start of a fresh object whose bytes are
//! symbolic and whose pointers are lazy again; with `lazy_alias`, or to an object of the same size
//! that was made so before. The object has the type that the program uses it as (see [`pointee`]), or
//! `lazy_array` elements where that is a scalar; with `lazy_inside`, the pointer may lead to any of them. Objects are at most `lazy_depth` pointers away from
//! an argument or variable; beyond, pointers are null, and paths on which they are not are counted as
//! assumed away. So are paths that force two pointers to be equal without `lazy_alias`. A pointer that the
//! path has found to be the address of an object, by comparing, leads there.
//!
//! The inputs of a test are the arguments (by name), the variables (by name) and the objects: `*p` is
//! where `p` points to, `*p.8` where the pointer at byte 8 of `*p` does. A pointer's own bytes are the
//! address that the object had, so that equal pointers look equal; it means nothing outside of the
//! run. Such a test describes the state in which the function starts. It cannot be replayed as a run
//! of the whole program.

mod pointee;
mod words;

use crate::code::{CallSite, function_object, global_object};
use crate::decide::Choice;
use crate::end::{End, Outcome, ProgramError, site, unsupported};
use crate::input::make::NewRoot;
use crate::machine::Machine;
use crate::memory::{Access, Found, Leaf, null_error};
use crate::state::{DecisionKind, Lazy, Pointers, Root, State, Word};
use dunlin_ir::semantics::access;
use dunlin_ir::{
    FuncId, Function, GlobalId, Init, InstKind, LayoutKind, Module, Operand, Reg, RelocTarget, Type,
};
use dunlin_memory::{Class, ObjectId, ObjectKind, Value, ValueKind};
use dunlin_results::{ErrorKind, LeftOut, LeftOutKind};
use dunlin_term::TermId;
use std::rc::Rc;

/// Alignment of lazily made objects: that of `malloc`.
const ALIGN: u64 = 16;

impl Machine<'_> {
    /// The argument of the entry function for its parameter number `index`.
    pub fn lazy_argument(
        &mut self,
        state: &mut State,
        call: &CallSite,
        args: &[Value],
    ) -> Result<Value, End> {
        let func = FuncId(self.argument(state, args, 0)? as u32);
        let index = self.argument(state, args, 1)?;
        let entry = self.module.func(func);
        let reg = entry.params[index as usize];
        let ty = entry.reg_type(reg);
        let name = match parameter(entry, reg) {
            Parameter::Named(name) => name.to_string(),
            Parameter::InMemory => return self.argument_in_memory(state, func, reg),
            Parameter::Unknown => format!("argument{index}"),
        };
        let width = ty.bits(&self.module.target);
        let bytes = width.div_ceil(8);
        let number = self.new_number(state, NewRoot::lazy(&name), bytes)?;
        if ty == Type::Ptr {
            let parameter = Some((func, reg));
            self.register(state, Pointers { depth: 0, parameter, layout: None });
        }
        if !width.is_multiple_of(8) {
            // A value that the type cannot have is none.
            let most = self.terms.constant(bytes * 8, dunlin_ir::small::mask(width.min(64)));
            if width < 64 {
                let valid = self.terms.ule(number, most);
                self.assume(state, valid)?;
            }
        }
        let number = access::unpadded(&mut self.terms, bytes * 8, width, &number);
        for (part, &dst) in call.dsts.iter().enumerate().skip(1) {
            let part = access::part(&mut self.terms, width, 64, part as u32, &number);
            let part = self.value(state, part);
            state.position.set_reg(dst, part);
        }
        let low = access::part(&mut self.terms, width, 64, 0, &number);
        Ok(self.value(state, low))
    }

    /// A struct that is passed by value, or the room for one that is returned: the pointer to it is
    /// the compiler's and never null.
    fn argument_in_memory(
        &mut self,
        state: &mut State,
        func: FuncId,
        reg: Reg,
    ) -> Result<Value, End> {
        let pointee = pointee::of_parameter(self.module, func, reg);
        let size = pointee.size(self.module, 1, 1);
        let site = site(state.position.pc);
        let class = state.position.class(state.position.pc);
        let made = state.memory.objects.allocate(size, ALIGN, ObjectKind::Global, site, class);
        let Some(object) = made else {
            return Err(unsupported(format!("an argument of {size} bytes")));
        };
        let entry = self.module.func(func);
        let number = entry.params.iter().filter(|&&param| param < reg).count();
        let name = format!("argument{number}");
        self.make_symbolic(state, (object, 0), size, NewRoot::lazy(&name))?;
        let layout = pointee.layout.map(|(layout, _)| layout);
        self.register(state, Pointers { depth: 0, parameter: None, layout });
        Ok(Value::pointer(object, 0))
    }

    /// Makes the program's own variables symbolic.
    pub fn lazy_globals(&mut self, state: &mut State) -> Result<(), End> {
        for index in 0..self.module.globals.len() {
            let id = GlobalId::new(index);
            if !is_program_variable(self.module, id) {
                continue;
            }
            let global = self.module.global(id);
            let object = global_object(self.module, id);
            let new = NewRoot::lazy(&global.name);
            self.make_symbolic(state, (object, 0), global.size, new)?;
            let layout = global.layout.filter(|&layout| {
                matches!(self.module.layout(layout).kind, LayoutKind::Struct { .. })
            });
            self.register(state, Pointers { depth: 0, parameter: None, layout });
            self.restore_functions(state, id);
        }
        Ok(())
    }

    /// Puts the addresses of functions back into a variable.
    fn restore_functions(&mut self, state: &mut State, id: GlobalId) {
        let Init::Data { relocs, .. } = &self.module.global(id).init else { return };
        let object = global_object(self.module, id);
        let word = state.memory.objects.word();
        for reloc in relocs {
            if let RelocTarget::Func(func) = reloc.target {
                let pointer = Value::pointer(function_object(func), 0);
                self.with_terms(state, |memory, context| {
                    memory.store_symbolic(context, object, reloc.offset, word, pointer);
                });
            }
        }
    }

    /// The root made last has lazy pointers.
    fn register(&mut self, state: &mut State, pointers: Pointers) {
        Rc::make_mut(&mut state.knowledge.roots).set_pointers(pointers);
        state.memory.lazy.get_or_insert_default();
    }

    /// Where an address leads that lazily symbolic pointers may be part of. `access` as for
    /// `resolve_term`.
    pub fn resolve_lazy(
        &mut self,
        state: &mut State,
        address: TermId,
        access: Option<(u64, Access)>,
    ) -> Result<Found, End> {
        let Some(lazy) = state.memory.lazy.clone() else { return Ok(Found::Plain(address)) };
        let roots = state.knowledge.roots.clone();
        let mut leaves = self.leaves(address)?;
        let mentions = |this: &mut Self, leaf: &Leaf| match leaf {
            Leaf::Other { base, offset } => {
                this.mentions(&roots, *base) || this.mentions(&roots, *offset)
            }
            _ => false,
        };
        if !leaves.iter().any(|(_, leaf)| mentions(self, leaf)) {
            return Ok(Found::Plain(address));
        }
        let chosen = if leaves.len() == 1 {
            0
        } else {
            let choice = |(number, (condition, _)): (usize, &(TermId, Leaf))| Choice {
                number: number as u64,
                condition: *condition,
            };
            let choices: Vec<Choice> = leaves.iter().enumerate().map(choice).collect();
            let chosen = self.choose(state, DecisionKind::Way, &choices)?;
            chosen.ok_or_else(|| unsupported("a pointer of which no value is possible"))? as usize
        };
        let term = match leaves.swap_remove(chosen).1 {
            Leaf::Object(object, offset) => return Ok(Found::At(object, self.offset(offset))),
            Leaf::Number(number) => {
                let width = self.module.target.pointer_bits;
                return Ok(Found::Plain(self.terms.constant(width, number)));
            }
            Leaf::Other { base, offset } => self.terms.add(base, offset),
        };
        if !self.mentions(&roots, term) {
            return Ok(Found::Plain(term));
        }
        let term = self.known_places(state, term)?;
        let (word, pointer, offset) = self.split(state, term)?;
        let (object, place) = match lazy.targets.get(&word) {
            Some(&target) => target,
            None => {
                if self.is_compared_address(state, term)? {
                    return Ok(Found::Plain(term));
                }
                if self.is_null(state, pointer, offset, access)? {
                    return Ok(Found::Null);
                }
                self.target(state, word, pointer, access.map_or(0, |(len, _)| len))?
            }
        };
        let place = self.terms.constant(self.module.target.pointer_bits, place);
        let offset = self.terms.add(offset, place);
        Ok(Found::At(object, self.offset(offset)))
    }

    /// A call through a lazily symbolic pointer has no function to enter.
    pub fn refuse_lazy_call(&mut self, state: &mut State, callee: Value) -> Result<(), End> {
        let (true, ValueKind::Term(term)) = (state.memory.lazy.is_some(), callee.kind()) else {
            return Ok(());
        };
        let roots = state.knowledge.roots.clone();
        if !self.mentions(&roots, term) || self.split(state, term).is_err() {
            return Ok(());
        }
        if self.is_compared_address(state, term)? {
            return Ok(());
        }
        let zero = self.terms.constant(self.terms.width(term), 0);
        let null = self.terms.eq(term, zero);
        let fine = self.terms.not(null);
        self.require(state, fine, |_, _| {
            ProgramError::new(ErrorKind::NullDereference, "call of a null function pointer")
        })?;
        Err(unsupported("call through a function pointer that is lazily symbolic input"))
    }

    /// Whether a pointer that was not used yet is null from here on; where that is an error, it is
    /// reported and the state goes on with the other side.
    fn is_null(
        &mut self,
        state: &mut State,
        pointer: TermId,
        offset: TermId,
        access: Option<(u64, Access)>,
    ) -> Result<bool, End> {
        let zero = self.terms.constant(self.module.target.pointer_bits, 0);
        let null = self.terms.eq(pointer, zero);
        let Some((len, access)) = access else { return self.decide(state, null) };
        let number = self.terms.as_u64(offset).unwrap_or(0);
        let fine = self.terms.not(null);
        self.require(state, fine, |_, _| null_error(number, len, access))?;
        Ok(false)
    }

    /// The object that a pointer leads to which is used for the first time and is not null, and where in
    /// it.
    fn target(
        &mut self,
        state: &mut State,
        word: Word,
        pointer: TermId,
        access: u64,
    ) -> Result<(ObjectId, u64), End> {
        let lazy = state.memory.lazy.clone().expect("the pointer is lazy");
        let (root, pointers) = state.knowledge.roots.lazy(word.root).expect("it has pointers");
        let (parameter, name) = (pointers.parameter, behind(root, pointers, word.at));
        let depth = pointers.depth + 1;
        if depth > self.options.lazy_depth {
            let explored = format!(
                "only null was explored {depth} pointers away from the entry function (--lazy-depth)"
            );
            self.leave_out(state, LeftOut::new(LeftOutKind::LazyInput, "a pointer", explored));
            return Err(Box::new(Outcome::AssumedAway));
        }
        let here = self.code.point(state.position.pc);
        let pointee = pointee::pointee(self.module, here, parameter);
        let size = pointee.size(self.module, self.options.lazy_array, access);
        if self.options.lazy_alias {
            let mut objects: Vec<ObjectId> = lazy.objects().collect();
            objects.sort_by_cached_key(|&object| state.memory.objects.age(object));
            for object in objects {
                let same =
                    state.memory.objects.describe(object).is_ok_and(|(known, _)| known == size);
                if !same {
                    continue;
                }
                let base = self.term(state, Value::pointer(object, 0), 64);
                let equal = self.equal_pointers(pointer, base);
                if self.decide(state, equal)? {
                    self.change_lazy(state).targets.insert(word, (object, 0));
                    return Ok((object, 0));
                }
            }
        }
        let layout = pointee.layout.map(|(layout, _)| layout);
        self.change_lazy(state);
        // Wherever it is used first, it is the same object.
        let (site, class) = (site(state.position.pc), Class::named(&name));
        let made = state.memory.objects.allocate(size, ALIGN, ObjectKind::Heap, site, class);
        let Some(object) = made else {
            return Err(unsupported(format!("a lazily made object of {size} bytes")));
        };
        self.make_symbolic(state, (object, 0), size, NewRoot::behind(word, &name))?;
        self.register(state, Pointers { depth, parameter: None, layout });
        let element = pointee.element;
        let scalars = pointee.layout.is_none() && element > 0;
        let place = match self.options.lazy_inside && scalars {
            true => self.place_inside(state, (object, size), pointer, element)?,
            false => {
                let base = self.term(state, Value::pointer(object, 0), 64);
                let equal = self.equal_pointers(pointer, base);
                self.assume(state, equal)?;
                0
            }
        };
        let lazy = self.change_lazy(state);
        lazy.targets.insert(word, (object, place));
        lazy.objects.insert(object, name);
        Ok((object, place))
    }

    /// Which element of an array a pointer leads to: one path for each.
    fn place_inside(
        &mut self,
        state: &mut State,
        (object, size): (ObjectId, u64),
        pointer: TermId,
        element: u64,
    ) -> Result<u64, End> {
        let mut choices = Vec::new();
        for number in (0..size / element).map(|index| index * element) {
            let base = self.term(state, Value::pointer(object, number), 64);
            choices.push(Choice { number, condition: self.equal_pointers(pointer, base) });
        }
        let chosen = self.choose(state, DecisionKind::Way, &choices)?;
        chosen.ok_or_else(|| Box::new(Outcome::AssumedAway))
    }

    fn equal_pointers(&mut self, pointer: TermId, base: TermId) -> TermId {
        let width = self.module.target.pointer_bits;
        let base = match self.terms.width(base) == width {
            true => base,
            false => self.terms.extract(width - 1, 0, base),
        };
        self.terms.eq(pointer, base)
    }

    /// What is lazy, to be changed while an operation runs that may begin again.
    fn change_lazy<'s>(&mut self, state: &'s mut State) -> &'s mut Lazy {
        state.keep_for_undo();
        Rc::make_mut(state.memory.lazy.as_mut().expect("there are lazy pointers"))
    }
}

/// What tests call the object behind the pointer at a place of a root.
fn behind(root: &Root, pointers: &Pointers, at: u64) -> Rc<str> {
    let path = root.name.trim_start_matches('*');
    let whole = pointers.depth == 0 && at == 0;
    match whole && pointers.layout.is_none() && root.size <= 8 {
        true => format!("*{path}").into(),
        false => format!("*{path}.{at}").into(),
    }
}

/// What the program calls a parameter.
enum Parameter<'a> {
    Named(&'a str),
    /// Debug information names the others but not this one: it is an address that the compiler passes.
    InMemory,
    Unknown,
}

/// A parameter is what its variable gets at the function's start.
fn parameter(func: &Function, reg: Reg) -> Parameter<'_> {
    let stores_it = |value: &Operand| value.reg() == Some(reg);
    let place_of = |addr: &Operand| {
        func.insts.iter().find_map(|inst| match &inst.kind {
            InstKind::Alloca { dst, var, .. } if addr.reg() == Some(*dst) => *var,
            _ => None,
        })
    };
    let var = func.insts.iter().find_map(|inst| match &inst.kind {
        InstKind::Marker { var, value, .. } if stores_it(value) => Some(*var),
        InstKind::Store { value, addr, .. } if stores_it(value) => place_of(addr),
        _ => None,
    });
    let known = func.vars.iter().any(|var| var.param.is_some());
    match var.filter(|&var| func.var(var).param.is_some()) {
        Some(var) => Parameter::Named(&func.var(var).name),
        None if known && func.reg_type(reg) == Type::Ptr => Parameter::InMemory,
        None => Parameter::Unknown,
    }
}

/// Whether a global is a variable of the program itself.
fn is_program_variable(module: &Module, id: GlobalId) -> bool {
    let global = module.global(id);
    let runtime = global.pos.is_some_and(|pos| module.file(pos.file).runtime);
    !global.constant
        && global.init != Init::External
        && global.size > 0
        && !runtime
        && !global.name.starts_with("llvm.")
}
