//! Calls with other arguments, or for another result, than the function that they reach has: function
//! pointers of another type, prototypes that differ between files, K&R calls, a void function that is called
//! for a result.
//!
//! C leaves them undefined; they do what native code does, and a note says so once. On x86-64 integers and
//! pointers are passed in one row of registers and floating-point numbers in another, each in order, and what
//! does not fit in a row lies on the stack; on 32-bit x86 all of it does. Results are in two rows of two
//! registers. A parameter without an argument, the bits of a register that the caller does not set, and a
//! result that the callee does not give are any value, as memory that was not written. Arguments that nobody
//! takes are ignored.
//!
//! A call that fits is told by its number ([`crate::code::Signature`]) and never comes here. What is passed in
//! other ways ([`Class::Other`]) has no meaning here: the path ends as unsupported.

use super::arithmetic::known_bits;
use crate::code::{CallSite, CallTarget, Op, Pc, VarPiece, VarSize};
use crate::end::{End, unsupported};
use crate::machine::Machine;
use crate::options::Uninitialised;
use crate::state::State;
use dunlin_ir::semantics::undefined::Partly;
use dunlin_ir::small::mask;
use dunlin_ir::{CastOp, Class, FuncId, Passing};
use dunlin_memory::{Origin, Value};
use smallvec::SmallVec;

/// How many arguments of each kind are passed in registers on x86-64.
const INTEGER_REGISTERS: u32 = 6;
const FLOAT_REGISTERS: u32 = 8;
/// How many results of each kind are.
const RESULT_REGISTERS: u32 = 2;
/// As wide as whoever passes a narrow integer extends it, and as wide as the callee extends a truth value.
const EXTENDED: u32 = 32;
const EXTENDED_RESULT: u32 = 8;

/// A scalar as one side of a call sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Scalar {
    bits: u32,
    class: Class,
}

/// Where a scalar is passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Integer(u32),
    Float(u32),
    /// In words from the first argument on the stack.
    Stack(u32),
}

/// Everything that a mismatched call passes, ready for its callee.
pub struct Adapted {
    /// In the order of the callee's parameters.
    pub params: SmallVec<[Value; 8]>,
    /// What a variadic callee finds behind them, and the size of its area.
    pub varargs: Vec<VarPiece>,
    pub varargs_size: u64,
    /// The result is not what the call expects.
    pub other_result: bool,
}

impl<'a> Machine<'a> {
    /// What the parameters of a function get from a call that does not fit it.
    pub fn adapt(
        &mut self,
        state: &mut State,
        call: &CallSite,
        func: FuncId,
    ) -> Result<Adapted, End> {
        let target = self.module.func(func);
        let taken = self.taken(func);
        let refuse = |what: &str| {
            let name = &target.name;
            Err(unsupported(format!("call of `{name}` {what} of another type")))
        };
        let given = given(call);
        let pointer_bits = self.module.target.pointer_bits;
        let (Some(places), Some(wanted)) =
            (places(&given, pointer_bits), places(&taken, pointer_bits))
        else {
            return refuse("with arguments");
        };
        let (expected, returned) = (self.expected(call), self.returned(func));
        let other_result = !expected.is_empty() && !same(&expected, &returned);
        let known = |list: &[Scalar]| {
            result_places(list).is_some() && (pointer_bits == 64 || list.len() < 2)
        };
        if other_result && !(known(&expected) && known(&returned)) {
            return refuse("for a result");
        }
        // Only a call that was compiled for a variadic function tells how many floats it passes.
        let floats = given.iter().skip(taken.len()).any(|scalar| scalar.class == Class::Float);
        if target.variadic && floats && call.varargs.is_empty() {
            return Err(unsupported(format!(
                "call of the variadic function `{}` with floating-point numbers as one that is not variadic",
                target.name
            )));
        }
        self.warn_of_mismatch(state, func, (&given, &taken), (&expected, &returned));
        let sources: Vec<Value> = call
            .passed
            .iter()
            .map(|passed| self.source(state, passed.source.expect("of at most 64 bits")))
            .collect();
        let mut origin = None;
        let mut left = vec![true; given.len()];
        let mut params = SmallVec::new();
        for (number, (&param, place)) in taken.iter().zip(wanted).enumerate() {
            let words = |scalar: Scalar| scalar.bits.div_ceil(pointer_bits);
            let at = places.iter().position(|&other| other == place);
            let at = at.filter(|&at| words(given[at]) == words(param));
            let arg = at.map(|at| {
                left[at] = false;
                (extended(given[at], EXTENDED), sources[at])
            });
            params.push(self.seen_as(state, param.bits, arg, &mut origin, number));
        }
        let (mut varargs, mut varargs_size) = (Vec::new(), 0);
        if target.variadic {
            let unit = self.module.target.pointer_bytes();
            for (at, passed) in call.passed.iter().enumerate().filter(|&(at, _)| left[at]) {
                let size = u64::from(given[at].bits.div_ceil(8));
                let source = passed.source.expect("of at most 64 bits");
                let size_of_scalar = VarSize::Scalar(size as u32);
                varargs.push(VarPiece { offset: varargs_size, source, size: size_of_scalar });
                varargs_size += size.next_multiple_of(unit);
            }
        }
        Ok(Adapted { params, varargs, varargs_size, other_result })
    }

    /// Whether the engine's own function can take what a call passes that does not fit its declaration:
    /// it reads integers in order, whatever their width, but a float is in no integer register.
    pub fn refuse_floats(&self, call: &CallSite, func: FuncId) -> Result<(), End> {
        let (given, taken) = (given(call), self.taken(func));
        let (expected, returned) = (self.expected(call), self.returned(func));
        let differs = |(a, b): (&Scalar, &Scalar)| a.class.register() != b.class.register();
        // Only a call that was compiled for a variadic function tells how many floats it passes.
        let floats = given.iter().skip(taken.len()).any(|scalar| scalar.class == Class::Float);
        let untold = floats && call.varargs.is_empty();
        let other =
            given.iter().zip(&taken).any(differs) || expected.iter().zip(&returned).any(differs);
        if untold || other {
            let name = &self.module.func(func).name;
            return Err(unsupported(format!("call of `{name}` as a function of another type")));
        }
        Ok(())
    }

    /// Goes on behind a call that expects another result than these values, which `func` returns.
    #[cold]
    #[inline(never)]
    pub fn return_adapted(&mut self, state: &mut State, func: FuncId, values: &[Value]) {
        let call = self.call_at(state.position.pc);
        let (expected, returned) = (self.expected(call), self.returned(func));
        let places = |list: &[Scalar]| result_places(list).expect("the call was entered");
        let given = places(&returned);
        let mut origin = None;
        for (number, (&scalar, place)) in expected.iter().zip(places(&expected)).enumerate() {
            let at = given.iter().position(|&other| other == place);
            let value = at.map(|at| (extended_result(returned[at]), values[at]));
            let value = self.seen_as(state, scalar.bits, value, &mut origin, number);
            state.position.set_reg(call.dsts[number], value);
        }
        state.position.pc += 1;
    }

    fn call_at(&self, pc: Pc) -> &'a CallSite {
        let Op::Call { site } = self.code.ops[pc as usize] else {
            unreachable!("frames are entered by calls")
        };
        &self.code.calls[site as usize]
    }

    /// The content of a register of which somebody has set some bits and somebody else reads `to`.
    /// `number` tells the scalars of one call apart.
    fn seen_as(
        &mut self,
        state: &mut State,
        to: u32,
        given: Option<((Scalar, u32), Value)>,
        origin: &mut Option<Origin>,
        number: usize,
    ) -> Value {
        let Some(((scalar, known), value)) = given else {
            return self.unknown(state, to, origin, number);
        };
        let from = scalar.bits;
        if from == to {
            return value;
        }
        if from > to {
            return self.cast_seen(state, CastOp::Trunc, from, to, value);
        }
        // What whoever set the register has extended is known, up to there.
        let (value, from) = if known > from {
            let op = match scalar.class {
                Class::SignExtended => CastOp::Sext,
                _ => CastOp::Zext,
            };
            let wide = known.min(to);
            (self.cast_seen(state, op, from, wide, value), wide)
        } else {
            (value, from)
        };
        match self.options.uninitialised {
            _ if from == to => value,
            Uninitialised::Zero => value,
            Uninitialised::Error => match known_bits(from, value) {
                Some(Partly { bits, undefined }) => {
                    Value::undefined(to, bits, undefined | mask(to) & !mask(from))
                }
                // A term has no undefined bits.
                None => value,
            },
            Uninitialised::Symbolic => {
                let above = self.unknown(state, to - from, origin, number);
                let above = self.term(state, above, to - from);
                let low = self.term(state, value, from);
                let whole = self.terms.concat(above, low);
                self.value(state, whole)
            }
        }
    }

    /// Any value, of this execution of a call.
    fn unknown(
        &mut self,
        state: &mut State,
        bits: u32,
        origin: &mut Option<Origin>,
        number: usize,
    ) -> Value {
        match self.options.uninitialised {
            Uninitialised::Zero => Value::int(0),
            Uninitialised::Error => Value::undefined(bits, 0, mask(bits)),
            Uninitialised::Symbolic => {
                let origin =
                    *origin.get_or_insert_with(|| self.local_origin(state, state.position.pc));
                Value::unwritten(origin, number as u64 * 8, bits)
            }
        }
    }

    fn warn_of_mismatch(
        &mut self,
        state: &State,
        func: FuncId,
        (given, taken): (&[Scalar], &[Scalar]),
        (expected, returned): (&[Scalar], &[Scalar]),
    ) {
        if !self.mismatched.insert((state.position.pc, func)) {
            return;
        }
        let target = self.module.func(func);
        let mut differences = Vec::new();
        if given.len() < taken.len() || given.len() > taken.len() && !target.variadic {
            differences.push(format!("it takes {}, not {}", count(taken.len()), given.len()));
        }
        for (number, (given, taken)) in (1..).zip(given.iter().zip(taken)) {
            if !same(&[*given], &[*taken]) {
                let (given, taken) = (describe(*given), describe(*taken));
                differences.push(format!("argument {number} is {taken}, not {given}"));
            }
        }
        if !same(expected, returned) {
            let list = |list: &[Scalar]| match list {
                [] => "nothing".to_owned(),
                [one] => describe(*one),
                _ => "a struct".to_owned(),
            };
            differences.push(format!("it returns {}, not {}", list(returned), list(expected)));
        }
        if differences.is_empty() {
            return;
        }
        let at = match self.module.pos(self.code.point(state.position.pc)) {
            Some(pos) => format!("{}: ", self.module.show_pos(pos)),
            None => String::new(),
        };
        self.note_once(format!(
            "{at}`{}` is called as a function of another type, which C does not define: {}; the call does \
             what it does natively",
            target.name,
            differences.join("; ")
        ));
    }

    fn taken(&self, func: FuncId) -> Vec<Scalar> {
        let target = self.module.func(func);
        let scalar = |(index, &reg): (usize, _)| Scalar {
            bits: target.reg_type(reg).bits(&self.module.target),
            class: Passing::arg(&target.passing, index),
        };
        target.params.iter().enumerate().map(scalar).collect()
    }

    fn returned(&self, func: FuncId) -> Vec<Scalar> {
        let target = self.module.func(func);
        let scalar = |(index, ty): (usize, &dunlin_ir::Type)| Scalar {
            bits: ty.bits(&self.module.target),
            class: Passing::result(&target.passing, index),
        };
        target.returns.iter().enumerate().map(scalar).collect()
    }

    fn expected(&self, call: &CallSite) -> Vec<Scalar> {
        call.expected.iter().map(|&(bits, class)| Scalar { bits, class }).collect()
    }
}

fn given(call: &CallSite) -> Vec<Scalar> {
    debug_assert!(matches!(call.target, CallTarget::Indirect(_)));
    let scalar = |passed: &crate::code::Passed| Scalar { bits: passed.bits, class: passed.class };
    call.passed.iter().map(scalar).collect()
}

fn same(a: &[Scalar], b: &[Scalar]) -> bool {
    let key = |scalar: &Scalar| (scalar.bits, scalar.class.register());
    a.iter().map(key).eq(b.iter().map(key))
}

/// Where arguments or parameters are passed; `None` if that is not known of one.
fn places(list: &[Scalar], pointer_bits: u32) -> Option<Vec<Place>> {
    let (mut integers, mut floats, mut words) = (0, 0, 0);
    let mut place = |scalar: &Scalar| {
        let (used, registers, place): (_, _, fn(u32) -> Place) = match scalar.class {
            Class::Other => return None,
            _ if scalar.bits > 64 => return None,
            Class::Float => (&mut floats, FLOAT_REGISTERS, Place::Float),
            _ => (&mut integers, INTEGER_REGISTERS, Place::Integer),
        };
        if pointer_bits == 64 && *used < registers {
            *used += 1;
            return Some(place(*used - 1));
        }
        let at = words;
        words += scalar.bits.div_ceil(pointer_bits);
        Some(Place::Stack(at))
    };
    list.iter().map(&mut place).collect()
}

/// Where results are returned; `None` if that is not known of one.
fn result_places(list: &[Scalar]) -> Option<Vec<Place>> {
    let (mut integers, mut floats) = (0, 0);
    let mut place = |scalar: &Scalar| {
        let (used, place): (_, fn(u32) -> Place) = match scalar.class {
            Class::Other => return None,
            Class::Float => (&mut floats, Place::Float),
            _ => (&mut integers, Place::Integer),
        };
        *used += 1;
        (*used <= RESULT_REGISTERS && scalar.bits <= 64).then(|| place(*used - 1))
    };
    list.iter().map(&mut place).collect()
}

/// A scalar that is passed, and up to which bit its register is set.
fn extended(scalar: Scalar, to: u32) -> (Scalar, u32) {
    let extends = matches!(scalar.class, Class::SignExtended | Class::ZeroExtended);
    (scalar, if extends { scalar.bits.max(to) } else { scalar.bits })
}

/// A function extends a truth value to a byte, and leaves what is above other narrow results as it is.
fn extended_result(scalar: Scalar) -> (Scalar, u32) {
    extended(scalar, EXTENDED_RESULT)
}

fn count(arguments: usize) -> String {
    match arguments {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        count => format!("{count} arguments"),
    }
}

fn describe(scalar: Scalar) -> String {
    let bits = scalar.bits;
    match scalar.class {
        Class::Float => format!("a float of {bits} bits"),
        Class::Other => format!("a part of {bits} bits of something that is passed in memory"),
        _ if bits == 1 => "a truth value".to_owned(),
        _ => format!("an integer or pointer of {bits} bits"),
    }
}
