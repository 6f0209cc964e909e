//! Calls, backward: into a callee through its returns, out of it through its entry, and from the function of the
//! target to all its callers.

use crate::base;
use crate::functions::Role;
use crate::search::{Death, Lost};
use crate::state::{Frame, State};
use crate::step::{Executor, Flow};
use dunlin_ir::cfg::EdgeId;
use dunlin_ir::passing::Passing;
use dunlin_ir::{BlockId, Call, Callee, FuncId, Function, Operand, Point, Terminator};
use dunlin_term::TermId;
use std::rc::Rc;

/// Activations that a path may be inside of.
const DEEPEST: usize = 256;

/// Whether a call through a pointer passes floats where the function takes floats, and nowhere else. Other calls name
/// the function.
pub fn passes_alike(call: &Call, func: &Function) -> bool {
    if let Callee::Direct(_) = call.callee {
        return true;
    }
    let args = call.args.len().min(func.params.len());
    let results = call.dsts.len().min(func.returns.len());
    let (ours, theirs) = (&call.passing, &func.passing);
    (0..args).all(|i| Passing::arg(ours, i).register() == Passing::arg(theirs, i).register())
        && (0..results)
            .all(|i| Passing::result(ours, i).register() == Passing::result(theirs, i).register())
}

/// What a path that has left a function has become.
pub enum Left {
    /// It stands in one of the callers.
    Callers(Vec<State>),
    /// It begins where the program does.
    Start,
}

impl<'a> Executor<'_, 'a> {
    pub fn call(&mut self, state: &mut State, call: &'a Call, at: Point) -> Flow {
        match &call.callee {
            Callee::Direct(func) | Callee::Indirect(Operand::Func(func)) => {
                self.call_known(state, *func, call, at)
            }
            Callee::Indirect(pointer) => self.call_through(state, pointer, call, at),
        }
    }

    /// A path for every function that may be meant.
    fn call_through(
        &mut self,
        state: &mut State,
        pointer: &Operand,
        call: &'a Call,
        at: Point,
    ) -> Flow {
        let pointer = self.value(state, pointer);
        let meant = self.functions.meant(at);
        let mut states = Vec::new();
        for &func in &meant.fitting {
            let mut one = state.clone();
            let address = base::of_function(self.terms, self.functions.module, func);
            let meant = self.terms.eq(pointer, address);
            one.want(meant, at);
            match self.call_known(&mut one, func, call, at) {
                Flow::On => states.push(one),
                Flow::Split(several) => states.extend(several),
                Flow::Dead(_) => {}
                Flow::Lost(lost) => {
                    one.lose(lost);
                    self.call_unknown(&mut one, call);
                    states.push(one);
                }
            }
        }
        // A function of another type may be meant: it does what nobody knows.
        if !meant.others.is_empty() {
            for &func in &meant.fitting {
                let address = base::of_function(self.terms, self.functions.module, func);
                let another = self.terms.ne(pointer, address);
                state.want(another, at);
            }
            self.call_unknown(state, call);
            states.push(state.clone());
        }
        Flow::Split(states)
    }

    /// A call of which nothing is known but that it comes back.
    pub fn call_unknown(&mut self, state: &mut State, call: &Call) {
        state.forget_memory(self.terms);
        state.die(None);
        state.anything_may_end();
        call.dsts.iter().for_each(|&dst| self.anything(state, dst));
    }

    fn call_known(&mut self, state: &mut State, func: FuncId, call: &'a Call, at: Point) -> Flow {
        match self.functions.role(func) {
            Role::Builtin(builtin) => self.builtin(state, builtin, call, at),
            Role::Unknown => {
                state.lose(Lost::NoBody(func));
                self.call_unknown(state, call);
                Flow::On
            }
            Role::Code => self.enter(state, func, call, at),
        }
    }

    /// Into a function with code, through each of its returns.
    fn enter(&mut self, state: &mut State, func: FuncId, call: &'a Call, at: Point) -> Flow {
        let callee = self.functions.func(func);
        let returns = &self.functions.shape(func).returns;
        if returns.is_empty() {
            return Flow::Dead(Death::NoReturn);
        }
        let asked = |dst| state.top().unknowns.iter().any(|&(reg, _)| reg == dst);
        if self.functions.is_quiet(func) && !call.dsts.iter().any(|&dst| asked(dst)) {
            return Flow::On;
        }
        if state.frames.len() >= DEEPEST {
            return Flow::Lost(Lost::Depth);
        }
        if self.functions.graph.is_recursive(func) {
            // A call in a cycle of calls is an edge of it.
            let edge = EdgeId { from: at.block, index: u32::MAX - at.index };
            let count = Rc::make_mut(&mut state.edges).entry((at.func, edge)).or_insert(0);
            *count += 1;
            state.rounds = state.rounds.max(*count);
            if self.options.edge_limit.is_some_and(|limit| *count > limit) {
                return Flow::Lost(Lost::Limit);
            }
        }
        let results: Vec<Option<TermId>> = call.dsts.iter().map(|&dst| state.take(dst)).collect();
        let fits = passes_alike(call, callee);
        let mut states = Vec::with_capacity(returns.len());
        for &block in returns {
            let mut inside = state.clone();
            let index = callee.block(block).insts.len() as u32;
            inside.frames.push(Frame::at(Point { func, block, index }, true));
            inside.die(None);
            let Terminator::Return { values } = &callee.block(block).term else {
                unreachable!("a block that returns");
            };
            for (number, unknown) in results.iter().enumerate() {
                let Some(unknown) = *unknown else { continue };
                match values.get(number).filter(|_| fits) {
                    Some(value) => {
                        let value = self.value(&mut inside, value);
                        self.bind_fitting(&mut inside, unknown, value);
                    }
                    None => self.bind_free(&mut inside, unknown),
                }
            }
            states.push(inside);
        }
        Flow::Split(states)
    }

    /// Out of a function, to where it was called.
    pub fn leave(&mut self, state: &mut State) -> Left {
        let frame = state.frames.pop().expect("a path is somewhere");
        let func = self.functions.func(frame.func);
        let param = |reg| func.params.iter().position(|&param| param == reg);
        let asked: Vec<(usize, TermId)> = frame
            .unknowns
            .iter()
            .filter_map(|&(reg, unknown)| Some((param(reg)?, unknown)))
            .collect();
        if !state.frames.is_empty() {
            let point = state.point();
            let call = self.functions.call_at(point);
            let fits = passes_alike(call, func);
            self.pass_arguments(state, &asked, call, fits);
            if let Some(object) = frame.varargs {
                self.pass_variable_arguments(state, object, fits.then_some((call, point)));
            }
            return Left::Callers(vec![state.clone()]);
        }
        if frame.func == self.functions.start {
            for (number, unknown) in asked {
                // The number of arguments is known; where they lie is not.
                if number == 0 {
                    let width = self.terms.width(unknown);
                    let count = self.terms.constant(width, self.options.arguments);
                    state.bind(unknown, count);
                }
            }
            if let Some(object) = frame.varargs {
                self.pass_variable_arguments(state, object, None);
            }
            state.frames.push(Frame { unknowns: Vec::new(), ..frame });
            return Left::Start;
        }
        let graph = self.functions.graph;
        let fitting = graph.sites_to(frame.func).map(|site| (site.at, site.indirect, true));
        let misfits = self.functions.misfits(frame.func);
        let sites: Vec<(Point, bool, bool)> =
            fitting.chain(misfits.into_iter().map(|at| (at, true, false))).collect();
        let mut callers = Vec::new();
        for (at, indirect, fits) in sites {
            let is_meant = !indirect || self.functions.meant(at).contains(frame.func);
            if !is_meant || !self.functions.is_reached(at.func) {
                continue;
            }
            let mut caller = state.clone();
            caller.frames.push(Frame::at(at, false));
            let call = self.functions.call_at(at);
            if let (true, Callee::Indirect(pointer)) = (indirect, &call.callee) {
                let pointer = self.value(&mut caller, pointer);
                let address = base::of_function(self.terms, self.functions.module, frame.func);
                let meant = self.terms.eq(pointer, address);
                caller.want(meant, at);
            }
            let fits = fits && passes_alike(call, func);
            self.pass_arguments(&mut caller, &asked, call, fits);
            if let Some(object) = frame.varargs {
                self.pass_variable_arguments(&mut caller, object, fits.then_some((call, at)));
            }
            callers.push(caller);
        }
        if self.functions.may_be_called_from_outside(frame.func) {
            let mut outside = state.clone();
            outside.frames.push(Frame { block: BlockId::new(0), index: 0, ..frame });
            outside.lose(Lost::CalledFromOutside(outside.top().func));
            callers.push(outside);
        }
        Left::Callers(callers)
    }

    /// Parameters are what the call passes, if it fits the function.
    fn pass_arguments(
        &mut self,
        state: &mut State,
        asked: &[(usize, TermId)],
        call: &'a Call,
        fits: bool,
    ) {
        for &(number, unknown) in asked {
            match call.args.get(number).filter(|_| fits) {
                Some(argument) => {
                    let value = self.value(state, argument);
                    self.bind_fitting(state, unknown, value);
                }
                None => self.bind_free(state, unknown),
            }
        }
    }

    /// Binds an unknown to a value that has its width, unless caller and callee disagree.
    pub fn bind_fitting(&mut self, state: &mut State, unknown: TermId, value: TermId) {
        match self.terms.width(unknown) == self.terms.width(value) {
            true => state.bind(unknown, value),
            false => self.bind_free(state, unknown),
        }
    }

    pub fn bind_free(&mut self, state: &mut State, unknown: TermId) {
        let width = self.terms.width(unknown);
        let value = state.fresh(self.terms, crate::state::Kind::Free, width);
        state.bind(unknown, value);
    }
}
