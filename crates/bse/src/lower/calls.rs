//! Calls: functions of the program are put in place, library functions that the engine provides have models.
//!
//! A model may leave more possible than the function does, never less.

use crate::graph::{Command, Input, Var};
use crate::layout::{FUNCTIONS, Place};
use crate::loss::Loss;
use crate::objects::Kind;
use crate::unroll::{Builder, Cursor, Flow, TooLarge};
use dunlin_backward::{Role, passes_alike};
use dunlin_exec::{Builtin, Intrinsic, NondetSize};
use dunlin_ir::points_to::Group;
use dunlin_ir::{Call, Callee, FuncId, Function, Operand, Point, Target, Type, VarArgValue};
use dunlin_term::{Sort, TermId};

/// What it means to free an address.
pub struct Freed {
    /// That this is no error.
    pub fine: TermId,
    /// The objects that may be meant: whether one lives, that it is meant, and whether it lived before.
    deaths: Vec<(Var, TermId, TermId)>,
}

/// Larger allocations may be refused.
const MODERATE: u64 = 1 << 30;

impl<'a> Builder<'a, '_> {
    pub fn call(
        &mut self,
        cursor: &mut Cursor,
        call: &'a Call,
        at: Point,
    ) -> Result<Flow, TooLarge> {
        match &call.callee {
            Callee::Direct(func) | Callee::Indirect(Operand::Func(func)) => {
                self.call_known(cursor, *func, call, at)
            }
            Callee::Indirect(pointer) => self.call_through(cursor, pointer, call, at),
        }
    }

    /// An edge into every function that may be meant.
    fn call_through(
        &mut self,
        cursor: &mut Cursor,
        pointer: &Operand,
        call: &'a Call,
        at: Point,
    ) -> Result<Flow, TooLarge> {
        let pointer = self.value(cursor, pointer);
        let meant = self.functions.meant(at);
        let mut others = TermId::TRUE;
        for (number, &func) in (0..).zip(&meant.fitting) {
            let place = Place { group: FUNCTIONS, number: self.objects.function(func) };
            let address = self.address_of(place);
            let here = self.terms.eq(pointer, address);
            let not_here = self.terms.not(here);
            others = self.terms.and(others, not_here);
            let is_code = self.functions.role(func) == Role::Code;
            match is_code && fits(call, self.functions.func(func)) {
                true if here != TermId::FALSE => self.enter(cursor, func, call, here, number)?,
                true => {}
                false => self.lose(cursor, here, Loss::Unsupported(at))?,
            }
        }
        // A pointer that leads nowhere is an error.
        let group = self.layout.group_of(self.terms, pointer);
        let functions = self.layout.group_term(self.terms, FUNCTIONS);
        let is_function = self.terms.eq(group, functions);
        let lost = self.terms.and(others, is_function);
        if lost != TermId::FALSE {
            self.lose(cursor, lost, Loss::Unsupported(at))?;
        }
        Ok(Flow::Ends)
    }

    fn call_known(
        &mut self,
        cursor: &mut Cursor,
        func: FuncId,
        call: &'a Call,
        at: Point,
    ) -> Result<Flow, TooLarge> {
        match self.functions.role(func) {
            Role::Builtin(builtin) => self.builtin(cursor, builtin, call, at),
            Role::Unknown => {
                self.lose(cursor, TermId::TRUE, Loss::NoBody(func))?;
                Ok(Flow::Ends)
            }
            Role::Code if fits(call, self.functions.func(func)) => {
                self.enter(cursor, func, call, TermId::TRUE, 0)?;
                Ok(Flow::Ends)
            }
            Role::Code => {
                self.lose(cursor, TermId::TRUE, Loss::Unsupported(at))?;
                Ok(Flow::Ends)
            }
        }
    }

    fn builtin(
        &mut self,
        cursor: &mut Cursor,
        builtin: Builtin,
        call: &'a Call,
        at: Point,
    ) -> Result<Flow, TooLarge> {
        use Builtin::*;
        let caller = self.functions.func(at.func);
        if !has_widths(&self.functions.module.target, caller, builtin, call) {
            self.lose(cursor, TermId::TRUE, Loss::Unsupported(at))?;
            return Ok(Flow::Ends);
        }
        match builtin {
            Malloc => {
                let size = self.value(cursor, &call.args[0]);
                self.allocate(cursor, call, size, false, at)?;
            }
            Calloc => {
                let [count, each] = [0, 1].map(|arg| self.value(cursor, &call.args[arg]));
                let size = self.terms.mul(count, each);
                // A product that does not fit is refused; nobody asks for so much.
                let most =
                    self.terms.constant(self.layout.pointer, 1 << (self.layout.pointer / 2 - 1));
                for factor in [count, each] {
                    let too_large = self.terms.ult(most, factor);
                    self.push(cursor, Command::Lose(too_large, Loss::Unsupported(at)));
                }
                self.allocate(cursor, call, size, true, at)?;
            }
            Realloc => {
                // The new object holds anything: more than what the old one held.
                self.free(cursor, &call.args[0], at)?;
                let size = self.value(cursor, &call.args[1]);
                self.allocate(cursor, call, size, false, at)?;
            }
            Free => self.free(cursor, &call.args[0], at)?,
            MemCopy | MemMove => {
                self.copy(cursor, (&call.args[0], &call.args[1], &call.args[2]), at)?;
                let to = self.value(cursor, &call.args[0]);
                self.result(cursor, call, to);
            }
            MemSet => {
                self.fill(cursor, (&call.args[0], &call.args[1], &call.args[2]), at)?;
                let to = self.value(cursor, &call.args[0]);
                self.result(cursor, call, to);
            }
            Write | MayOverlap | Apart | Fmodl | Math(_) => self.free_results(cursor, call),
            // What they print does not matter; `%n` and strings that are no strings would.
            Printf | Fprintf | Dprintf if prints_numbers(call) => {
                self.free_results(cursor, call);
            }
            Exit | AssertFail | Abort | Longjmp | ReachError => return Ok(Flow::Ends),
            Intrinsic(intrinsic) => return self.intrinsic(cursor, intrinsic, call, at),
            _ => {
                self.lose(cursor, TermId::TRUE, Loss::Unsupported(at))?;
                return Ok(Flow::Ends);
            }
        }
        Ok(Flow::On)
    }

    fn intrinsic(
        &mut self,
        cursor: &mut Cursor,
        intrinsic: Intrinsic,
        call: &'a Call,
        at: Point,
    ) -> Result<Flow, TooLarge> {
        use Intrinsic::*;
        match intrinsic {
            Nondet(_, size) => {
                let bytes = match size {
                    NondetSize::Bytes(bytes) => bytes,
                    NondetSize::Word => self.layout.pointer / 8,
                    NondetSize::Bool => 1,
                };
                let value = self.input(cursor, bytes, at);
                if size == NondetSize::Bool {
                    let two = self.terms.constant(8, 2);
                    let is_bool = self.terms.ult(value, two);
                    self.push(cursor, Command::Assume(is_bool));
                }
                let is_pointer = call.dsts.first().is_some_and(|&dst| {
                    let operand = Operand::Reg(dst);
                    self.operand_type(cursor, &operand) == dunlin_ir::Type::Ptr
                });
                if is_pointer {
                    let zero = self.terms.constant(bytes * 8, 0);
                    let something = self.terms.ne(value, zero);
                    self.push(cursor, Command::Lose(something, Loss::Disguise(at)));
                }
                self.result(cursor, call, value);
            }
            Int => {
                let value = self.input(cursor, 4, at);
                self.result(cursor, call, value);
            }
            Range => {
                let [low, high] = [0, 1].map(|arg| self.value(cursor, &call.args[arg]));
                let value = self.input(cursor, 4, at);
                let above = self.terms.sle(low, value);
                let below = self.terms.slt(value, high);
                let inside = self.terms.and(above, below);
                self.push(cursor, Command::Assume(inside));
                self.result(cursor, call, value);
            }
            MakeSymbolic | NondetMemory => {
                let length = self.value(cursor, &call.args[1]);
                let bytes = self.terms.as_u64(length).unwrap_or(0);
                let symbol = self.any_array(self.layout.pointer, 8);
                self.push(cursor, Command::Input(Input { at, symbol, bytes }));
                self.put_input(cursor, (&call.args[0], &call.args[1]), symbol, at)?;
            }
            Assume => {
                let value = self.value(cursor, &call.args[0]);
                let zero = self.terms.constant(self.terms.width(value), 0);
                let holds = self.terms.ne(value, zero);
                self.push(cursor, Command::Assume(holds));
            }
            SilentExit | Abort | ReportError | ReportMessage => return Ok(Flow::Ends),
            IsSymbolic | IsReplay | GetValue | GetObjectSize | GetErrno | Choose | Warning
            | WarningOnce | PrintExpr | PrintTerm | PrintRange | PreferExample
            | CheckMemoryAccess | SetForking | StackTrace | Nothing => {
                self.free_results(cursor, call);
            }
            Mark => {}
            DefineFixedObject | LazyGlobals | LazyArgument => {
                self.lose(cursor, TermId::TRUE, Loss::Unsupported(at))?;
                return Ok(Flow::Ends);
            }
        }
        Ok(Flow::On)
    }

    fn result(&mut self, cursor: &mut Cursor, call: &Call, value: TermId) {
        let Some(&dst) = call.dsts.first() else { return };
        let var = self.register(cursor.context(), dst);
        let (from, to) = (self.terms.width(value), self.terms.width(self.graph.symbol(var)));
        let value = match from < to {
            true => self.terms.zext(to, value),
            false => self.terms.extract(to - 1, 0, value),
        };
        self.push(cursor, Command::Assign(var, value));
    }

    pub fn free_results(&mut self, cursor: &mut Cursor, call: &Call) {
        for &dst in &call.dsts {
            let var = self.register(cursor.context(), dst);
            let value = self.anything(self.terms.width(self.graph.symbol(var)));
            self.push(cursor, Command::Assign(var, value));
        }
    }

    fn input(&mut self, cursor: &mut Cursor, bytes: u32, at: Point) -> TermId {
        let symbol = self.anything(bytes * 8);
        debug_assert_eq!(self.terms.sort(symbol), Sort::BitVec(bytes * 8));
        self.push(cursor, Command::Input(Input { at, symbol, bytes: bytes.into() }));
        symbol
    }

    /// The group of what is allocated: by the call in the program, if that is inside of the library.
    pub fn allocated_in(&self, cursor: &Cursor, at: Point) -> Group {
        let mut site = at;
        let mut context = cursor.context();
        while self.is_library(site.func) {
            let inner = &self.contexts[context as usize];
            let (Some(called), Some(parent)) = (inner.called, inner.parent) else { break };
            (site, context) = (called, parent);
        }
        self.classes.of_site(site)
    }

    fn allocate(
        &mut self,
        cursor: &mut Cursor,
        call: &Call,
        size: TermId,
        zeros: bool,
        at: Point,
    ) -> Result<(), TooLarge> {
        let group = self.allocated_in(cursor, at);
        let moderate = self.terms.constant(self.layout.pointer, MODERATE);
        let is_moderate = self.terms.ule(size, moderate);
        // Whether it is refused, if it may be.
        let mut refused = match self.options.malloc_may_fail {
            true => TermId::TRUE,
            false => self.terms.not(is_moderate),
        };
        if refused != TermId::FALSE {
            let any = self.anything(1);
            refused = self.terms.and(refused, any);
        }
        let place = self.new_object(cursor, group, Kind::Heap, size)?;
        let live = self.objects.object(place).and_then(|object| object.live);
        let granted = self.terms.not(refused);
        self.push(cursor, Command::Assign(live.expect("it was just made"), granted));
        let most = self.terms.constant(self.layout.pointer, self.layout.largest());
        let too_large = self.terms.ult(most, size);
        let lost = self.terms.and(too_large, granted);
        self.push(cursor, Command::Lose(lost, Loss::Unexpected(at)));
        if zeros {
            self.clear(cursor, place, size, at);
        }
        let address = self.address_of(place);
        let null = self.terms.constant(self.layout.pointer, 0);
        let value = self.terms.ite(refused, null, address);
        self.result(cursor, call, value);
        Ok(())
    }

    /// An object of the heap dies. The path goes on only if there was one, or the pointer was null.
    fn free(&mut self, cursor: &mut Cursor, pointer: &Operand, at: Point) -> Result<(), TooLarge> {
        let address = self.value(cursor, pointer);
        let Freed { fine, deaths } = self.freed(cursor, address, pointer, at)?;
        self.push(cursor, Command::Assume(fine));
        for (live, here, lives) in deaths {
            let another = self.terms.not(here);
            let lives = self.terms.and(lives, another);
            self.push(cursor, Command::Assign(live, lives));
        }
        Ok(())
    }

    /// What it means to free an address.
    pub fn freed(
        &mut self,
        cursor: &mut Cursor,
        address: TermId,
        pointer: &Operand,
        at: Point,
    ) -> Result<Freed, TooLarge> {
        let null = self.terms.constant(self.layout.pointer, 0);
        let mut fine = self.terms.eq(address, null);
        let mut deaths = Vec::new();
        if fine == TermId::TRUE {
            return Ok(Freed { fine, deaths });
        }
        let Some(group) = self.classes.group(at.func, pointer) else {
            let elsewhere = self.terms.not(fine);
            self.push(cursor, Command::Lose(elsewhere, Loss::Unexpected(at)));
            return Ok(Freed { fine, deaths });
        };
        let number = self.group_number(group)?;
        let leads = self.layout.group_of(self.terms, address);
        let [nowhere, here] = [0, number].map(|group| self.layout.group_term(self.terms, group));
        let elsewhere = self.terms.ne(leads, here);
        let somewhere = self.terms.ne(leads, nowhere);
        let unexpected = self.terms.and(elsewhere, somewhere);
        self.push(cursor, Command::Lose(unexpected, Loss::Unexpected(at)));
        if let Some(hidden) = self.hidden_in(number) {
            let leads = self.layout.leads_to(self.terms, address, hidden);
            self.push(cursor, Command::Lose(leads, Loss::Unexpected(at)));
        }
        let objects = self.objects.memory(number).expect("it was made").objects.clone();
        for object in objects.iter().filter(|object| object.kind == Kind::Heap) {
            let base = self.address_of(object.place);
            let here = self.terms.eq(address, base);
            if here == TermId::FALSE {
                continue;
            }
            let live = object.live.expect("it is on the heap");
            let lives = self.known(cursor, live);
            let both = self.terms.and(here, lives);
            fine = self.terms.or(fine, both);
            deaths.push((live, here, lives));
        }
        Ok(Freed { fine, deaths })
    }
}

/// Whether a function can be called like that.
pub fn fits(call: &Call, callee: &Function) -> bool {
    passes_alike(call, callee)
        && call.args.len() == callee.params.len()
        && call.dsts.len() <= callee.returns.len()
        && !callee.variadic
}

/// Whether a call passes what the library function takes, as far as it is looked at here.
pub fn has_widths(target: &Target, caller: &Function, builtin: Builtin, call: &Call) -> bool {
    use Builtin::*;
    use dunlin_exec::Intrinsic as In;
    let pointer = target.pointer_bits;
    let wanted: &[u32] = match builtin {
        Malloc | Free => &[pointer],
        Calloc | Realloc => &[pointer, pointer],
        MemCopy | MemMove => &[pointer, pointer, pointer],
        MemSet => &[pointer, 32, pointer],
        Builtin::Intrinsic(In::MakeSymbolic | In::NondetMemory) => &[pointer, pointer],
        Builtin::Intrinsic(In::Range) => &[32, 32],
        Builtin::Intrinsic(In::Assume) => return !call.args.is_empty(),
        _ => &[],
    };
    call.args.len() >= wanted.len()
        && wanted
            .iter()
            .zip(&call.args)
            .all(|(&wanted, argument)| caller.operand_type(argument).bits(target) == wanted)
}

/// Output of numbers alone.
pub fn prints_numbers(call: &Call) -> bool {
    call.varargs.iter().all(|arg| matches!(arg.value, VarArgValue::Scalar { ty: Type::Int(_), .. }))
}
