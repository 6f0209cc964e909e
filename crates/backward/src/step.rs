//! One instruction, executed backward (the paper's Algorithm 3).
//!
//! A pure instruction binds the unknown for its result to its meaning over its operands (rules E1 to E4: an operand
//! that nothing is known of becomes an unknown). A load makes the unknown one of memory; a store is written down
//! for the reads that may come from it (S1 to S4). What the instruction must not do wrong for the path to go on is a
//! condition like any other.

use crate::base::{self, Base, Fresh, Object, make};
use crate::functions::Functions;
use crate::options::{Options, ResolveWhen};
use crate::search::{Death, Lost};
use crate::state::{Access, Effect, Kind, State};
use crate::values;
use dunlin_ir::evaluate::evaluate;
use dunlin_ir::semantics::{self, edge};
use dunlin_ir::{BinOp, CheckKind, Function, InstKind, Operand, Point, Reg, Type};
use dunlin_solver::chain::Chain;
use dunlin_term::{TermId, Terms};
use std::rc::Rc;

/// What came of an instruction.
pub enum Flow {
    On,
    /// The path goes on as several.
    Split(Vec<State>),
    /// There is no such path.
    Dead(Death),
    /// What happens here is not known.
    Lost(Lost),
}

pub struct Executor<'e, 'a> {
    pub functions: &'e Functions<'a>,
    pub terms: &'e mut Terms,
    pub chain: &'e mut Chain,
    pub options: &'e Options,
    /// The number of the target's mark, if it has one.
    pub target: Option<u32>,
    /// What was done beside instructions and queries to solvers, in units of about an instruction of forward
    /// execution: a path with many conditions costs more than its length tells.
    pub work: &'e mut u64,
}

impl<'a> Executor<'_, 'a> {
    /// So many terms were looked at or made.
    pub fn worked(&mut self, terms: usize) {
        *self.work += terms as u64;
    }

    pub fn pointer_bits(&self) -> u32 {
        self.functions.module.target.pointer_bits
    }

    pub fn current(&self, state: &State) -> &'a Function {
        self.functions.func(state.top().func)
    }

    pub fn value(&mut self, state: &mut State, operand: &Operand) -> TermId {
        let func = self.current(state);
        values::operand(state, self.terms, self.functions, func, operand)
    }

    /// Extends a path to the beginning of its block, or to where it splits.
    pub fn extend(&mut self, state: &mut State) -> Flow {
        loop {
            if let ResolveWhen::Periodic(period) = self.options.resolve_when
                && state.since_resolved >= period
                && let Err(death) = self.resolve(state)
            {
                return Flow::Dead(death);
            }
            if state.top().index == 0 {
                if self.options.resolve_when == ResolveWhen::Unification
                    && state.stirred
                    && let Err(death) = self.resolve(state)
                {
                    return Flow::Dead(death);
                }
                return Flow::On;
            }
            match self.step_back(state) {
                Flow::On => {}
                end => return end,
            }
        }
    }

    /// Executes the instruction before the point that the path has got to.
    pub fn step_back(&mut self, state: &mut State) -> Flow {
        state.top_mut().index -= 1;
        state.steps += 1;
        state.since_resolved += 1;
        let at = state.point();
        let func = self.current(state);
        let inst = func.block(at.block).insts[at.index as usize];
        self.execute(state, &func.inst(inst).kind, at)
    }

    fn execute(&mut self, state: &mut State, kind: &'a InstKind, at: Point) -> Flow {
        let pointer = self.pointer_bits();
        match kind {
            InstKind::Alloca { dst, size, align, .. } => {
                if let Some(unknown) = state.take(*dst) {
                    match base::of_term(self.terms, unknown) {
                        Some(Base::Local(object)) => self.meet(state, object),
                        _ => {
                            let size = self.value(state, size);
                            let (align, fresh) = (u64::from(*align).max(1), self.unwritten());
                            let over = state.top().over;
                            let base =
                                make(state, self.terms, self.functions.module, |base, born| {
                                    let (met, begun, private) = (true, None, false);
                                    Object {
                                        base,
                                        size,
                                        align,
                                        fresh,
                                        made: at,
                                        born,
                                        met,
                                        begun,
                                        private,
                                        over,
                                    }
                                });
                            state.bind(unknown, base);
                        }
                    }
                }
            }
            InstKind::Load { dst, ty, addr, .. } => {
                let address = self.value(state, addr);
                let bits = ty.bits(&self.functions.module.target);
                let bytes = bits.div_ceil(8);
                if let Some(unknown) = state.take(*dst) {
                    let whole = match bits % 8 {
                        0 => unknown,
                        _ => state.fresh(self.terms, Kind::Unknown, bytes * 8),
                    };
                    if whole != unknown {
                        let value = self.terms.extract(bits - 1, 0, whole);
                        state.bind(unknown, value);
                    }
                    state.read(whole, address, bytes);
                }
                let length = self.terms.constant(pointer, bytes.into());
                state.accesses.push(Access { address, length, write: false, at });
            }
            InstKind::Store { ty, value, addr, .. } => {
                let bits = ty.bits(&self.functions.module.target);
                let bytes = bits.div_ceil(8);
                let address = self.value(state, addr);
                if !state.reads.is_empty() {
                    let value = self.value(state, value);
                    let value = self.terms.zext(bytes * 8, value);
                    state.store(at, address, Effect::Value { value, bytes });
                }
                let length = self.terms.constant(pointer, bytes.into());
                state.accesses.push(Access { address, length, write: true, at });
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                let [to, from, length] = [dst, src, len].map(|operand| self.value(state, operand));
                self.copy(state, to, from, length, at);
            }
            InstKind::MemSet { dst, value, len } => {
                let [to, byte, length] =
                    [dst, value, len].map(|operand| self.value(state, operand));
                self.fill(state, to, byte, length, at);
            }
            InstKind::Lifetime { addr, start, .. } => {
                let mut address = self.value(state, addr);
                // Whoever points to this variable has to be known by now: before, it was another object.
                if state.asks_for_death()
                    && let Err(death) = self.resolve_behind(state)
                {
                    return Flow::Dead(death);
                }
                match start {
                    true => self.scope_begins(state, addr, at),
                    false => {
                        self.scope_ends(state, addr);
                        // That of the scope that ends here, not of the next one.
                        address = self.value(state, addr);
                    }
                }
                state.ends(address, false);
            }
            InstKind::VaStart { list } => return self.va_start(state, list, at),
            InstKind::VaCopy { dst, src } => self.va_copy(state, dst, src, at),
            InstKind::StackRestore { .. } => {
                state.die(None);
                state.anything_may_end();
            }
            InstKind::VaEnd { .. } | InstKind::Marker { .. } => {}
            InstKind::StackSave { dst } | InstKind::ObjectSize { dst, .. } => {
                self.anything(state, *dst);
            }
            InstKind::Uninit { dst, .. } => {
                if let Some(unknown) = state.take(*dst) {
                    let width = self.terms.width(unknown);
                    let value = match self.options.unwritten_is_zero {
                        true => self.terms.constant(width, 0),
                        false => state.fresh(self.terms, Kind::Free, width),
                    };
                    state.bind(unknown, value);
                }
            }
            InstKind::Assume { cond } => {
                let condition = self.value(state, cond);
                state.want(condition, at);
            }
            InstKind::Check { kind, cond, .. } => {
                let is_checked = match kind {
                    CheckKind::DivisionByZero => true,
                    CheckKind::SignedOverflow => self.options.check_overflow,
                    CheckKind::OverWideShift => self.options.check_shift,
                };
                if is_checked {
                    let condition = self.value(state, cond);
                    state.want(condition, at);
                }
            }
            InstKind::LandingPad { .. } => return Flow::Lost(Lost::Exception(at)),
            InstKind::Unsupported { .. } => return Flow::Lost(Lost::Unsupported(at)),
            InstKind::Call(call) => return self.call(state, call, at),
            pure => return self.pure(state, pure, at),
        }
        Flow::On
    }

    /// The forward pass in the middle of an instruction: the state stands before it, and nothing of it was done yet.
    fn resolve_behind(&mut self, state: &mut State) -> Result<(), Death> {
        state.top_mut().index += 1;
        let resolved = self.resolve(state);
        state.top_mut().index -= 1;
        resolved
    }

    pub fn unwritten(&self) -> Fresh {
        if self.options.unwritten_is_zero { Fresh::Zero } else { Fresh::Unwritten }
    }

    /// The instruction comes that makes a variable.
    fn meet(&mut self, state: &mut State, object: usize) {
        let (born, fresh) = (state.steps, self.unwritten());
        let object = &mut Rc::make_mut(&mut state.objects)[object];
        (object.met, object.born, object.fresh) = (true, born, fresh);
        state.stirred = true;
    }

    /// A register gets a value that nothing is known of.
    pub fn anything(&mut self, state: &mut State, dst: Reg) {
        if let Some(unknown) = state.take(dst) {
            let value = state.fresh(self.terms, Kind::Free, self.terms.width(unknown));
            state.bind(unknown, value);
        }
    }

    pub fn copy(&mut self, state: &mut State, to: TermId, from: TermId, length: TermId, at: Point) {
        state.store(at, to, Effect::Copy { from, length });
        state.accesses.push(Access { address: to, length, write: true, at });
        state.accesses.push(Access { address: from, length, write: false, at });
    }

    pub fn fill(&mut self, state: &mut State, to: TermId, byte: TermId, length: TermId, at: Point) {
        state.store(at, to, Effect::Fill { byte, length });
        state.accesses.push(Access { address: to, length, write: true, at });
    }

    fn pure(&mut self, state: &mut State, kind: &'a InstKind, at: Point) -> Flow {
        let mut dst = None;
        kind.for_each_def(|reg| dst = Some(reg));
        let unknown = dst.and_then(|dst| state.take(dst));
        let can_err = self.can_err(kind);
        if unknown.is_none() && !can_err {
            return Flow::On;
        }
        // A choice between pointers is one between paths: addresses then have one base.
        if let (InstKind::Select { ty: Type::Ptr, cond, a, b, .. }, Some(unknown)) = (kind, unknown)
        {
            return self.choose_pointer(state, unknown, (cond, a, b), at);
        }
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand));
        let values: Vec<TermId> =
            operands.into_iter().map(|operand| self.value(state, operand)).collect();
        if can_err {
            let condition = self.is_defined(kind, &values);
            state.want(condition, at);
        }
        if let Some(unknown) = unknown {
            let target = &self.functions.module.target;
            let value = evaluate(self.terms, kind, target, &values).expect("a pure instruction");
            state.bind(unknown, value);
        }
        Flow::On
    }

    fn choose_pointer(
        &mut self,
        state: &mut State,
        unknown: TermId,
        (condition, a, b): (&Operand, &Operand, &Operand),
        at: Point,
    ) -> Flow {
        let condition = self.value(state, condition);
        let mut other = state.clone();
        let value = self.value(state, a);
        state.bind(unknown, value);
        state.want(condition, at);
        let value = self.value(&mut other, b);
        other.bind(unknown, value);
        let opposite = self.terms.not(condition);
        other.want(opposite, at);
        Flow::Split(vec![state.clone(), other])
    }

    /// That an instruction does not end the program, as far as the options say that it can.
    pub fn is_defined(&mut self, kind: &InstKind, values: &[TermId]) -> TermId {
        let InstKind::Binary { op, width, nsw, .. } = kind else { return TermId::TRUE };
        let (op, width) = (*op, *width);
        let [x, y] = [values[0], values[1]];
        let division = semantics::division_error(self.terms, op, width, &x, &y);
        let checks_overflow = *nsw && self.options.check_overflow;
        let overflow = match checks_overflow {
            true => semantics::overflow_error(self.terms, op, width, &x, &y),
            false => None,
        };
        let shift = match self.options.check_shift {
            true => semantics::shift_error(self.terms, op, width, &y),
            false => None,
        };
        let mut defined = TermId::TRUE;
        for error in [division, overflow, shift].into_iter().flatten() {
            let fine = self.terms.not(error);
            defined = self.terms.and(defined, fine);
        }
        defined
    }

    /// Whether an instruction can end the program.
    pub fn can_err(&self, kind: &InstKind) -> bool {
        use BinOp::{AShr, Add, LShr, Mul, SDiv, SRem, SShlSat, Shl, Sub, UDiv, URem, UShlSat};
        let InstKind::Binary { op, nsw, .. } = kind else { return false };
        match op {
            UDiv | SDiv | URem | SRem => true,
            Add | Sub | Mul => *nsw && self.options.check_overflow,
            Shl | LShr | AShr | UShlSat | SShlSat => self.options.check_shift,
            _ => false,
        }
    }

    /// The paths that come into the block that the state has got to the beginning of.
    pub fn predecessors(&mut self, state: &State, cut: &mut u64) -> Vec<State> {
        let (func_id, block) = (state.top().func, state.top().block);
        let func = self.functions.func(func_id);
        let shape = self.functions.shape(func_id);
        let mut found = Vec::new();
        for &taken in shape.cfg.predecessors(block) {
            if !shape.cfg.is_reachable(taken.from) {
                continue;
            }
            let mut before = state.clone();
            if shape.is_cyclic(taken) {
                let count = Rc::make_mut(&mut before.edges).entry((func_id, taken)).or_insert(0);
                *count += 1;
                before.rounds = before.rounds.max(*count);
                if self.options.edge_limit.is_some_and(|limit| *count > limit) {
                    *cut += 1;
                    continue;
                }
            }
            if shape.cfg.successors(taken.from).len() > 1 {
                before.cross((func_id, taken));
            }
            let terminator = &func.block(taken.from).term;
            let end = func.block(taken.from).insts.len() as u32;
            before.top_mut().block = taken.from;
            before.top_mut().index = end;
            before.steps += 1;
            let at = before.point();
            let passed = terminator.edges()[taken.index as usize];
            // All arguments are passed at once.
            let asked: Vec<(TermId, &Operand)> = func
                .block(block)
                .params
                .iter()
                .zip(&passed.args)
                .filter_map(|(&param, argument)| Some((before.take(param)?, argument)))
                .collect();
            for (unknown, argument) in asked {
                let value = self.value(&mut before, argument);
                before.bind(unknown, value);
            }
            let (functions, module) = (self.functions, self.functions.module);
            let index = taken.index as usize;
            let condition = edge::condition(
                self.terms,
                &module.target,
                func_id,
                terminator,
                index,
                |terms, operand| values::operand(&mut before, terms, functions, func, operand),
            );
            if condition == TermId::FALSE {
                continue;
            }
            before.want(condition, at);
            found.push(before);
        }
        found
    }
}
