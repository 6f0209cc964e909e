//! What a call may change: for calls that are not put in place, since they are too deep or too large.
//!
//! A summary is that of a function and all that it calls, loops and recursion included: which memory may be written, where objects
//! may die, and where new ones may be. It says more than what happens, never less.
//!
//! It believes the analysis of pointers, which is right only about programs that treat pointers as pointers (see
//! [`dunlin_ir::points_to`]). Code in place is checked for that while it is lowered; code that is not in place must not do anything else to
//! begin with. So there is no summary of a function that makes pointers of numbers, reads the bytes of one, or reads a pointer
//! from where a number or a part of a pointer may lie, nor of one that does what has no commands.

use crate::classes::Classes;
use crate::fields::Holds;
use crate::lower::calls::{fits, has_widths, prints_numbers};
use crate::lower::pointers::Casts;
use crate::order::Order;
use dunlin_backward::{Functions, Role};
use dunlin_exec::{Builtin, Intrinsic};
use dunlin_ir::points_to::{Group, PERIOD};
use dunlin_ir::{
    BlockId, Call, Callee, CastOp, FuncId, Function, InstKind, Operand, Point, Terminator, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Groups that may be written to, and at which places.
    pub writes: BTreeMap<Group, u64>,
    /// Groups in which objects may die.
    pub frees: BTreeSet<Group>,
    /// Groups in which there may be new objects.
    pub allocates: BTreeSet<Group>,
    /// The library may allocate something in the name of who calls it.
    pub allocates_for_caller: bool,
    /// How many instructions its functions have.
    pub size: usize,
    /// They may be executed again and again.
    pub repeats: bool,
}

impl Summary {
    /// Whether a call puts no more than so many instructions in place.
    pub fn is_small(&self, most: usize) -> bool {
        self.size <= most && !self.repeats
    }
}

/// What a function does itself.
struct Own {
    summary: Summary,
    calls: Vec<(Point, FuncId)>,
}

/// By function; none if nothing can be said.
#[derive(Default)]
pub struct Summaries {
    own: FxHashMap<FuncId, Option<Rc<Own>>>,
    whole: FxHashMap<FuncId, Option<Rc<Summary>>>,
}

impl Summaries {
    /// What a call of a function may do.
    pub fn of(
        &mut self,
        functions: &Functions<'_>,
        classes: &Classes,
        func: FuncId,
    ) -> Option<Rc<Summary>> {
        if let Some(known) = self.whole.get(&func) {
            return known.clone();
        }
        let summary = self.closure(functions, classes, func).map(Rc::new);
        self.whole.insert(func, summary.clone());
        summary
    }

    /// All that a function calls does is done in some order, and any number of times.
    fn closure(
        &mut self,
        functions: &Functions<'_>,
        classes: &Classes,
        func: FuncId,
    ) -> Option<Summary> {
        let mut all = Summary::default();
        let mut seen = FxHashSet::from_iter([func]);
        let mut open = vec![func];
        while let Some(next) = open.pop() {
            let own = self.own(functions, classes, next)?;
            let is_library = functions.func(next).runtime;
            for (&group, at) in &own.summary.writes {
                *all.writes.entry(group).or_default() |= at;
            }
            all.frees.extend(&own.summary.frees);
            all.size += own.summary.size;
            all.repeats |= own.summary.repeats || functions.graph.is_recursive(next);
            all.allocates.extend(&own.summary.allocates);
            all.allocates_for_caller |= own.summary.allocates_for_caller;
            for &(at, callee) in &own.calls {
                // What the library allocates belongs to the call of the program.
                if !is_library && functions.func(callee).runtime {
                    all.allocates.insert(classes.of_site(at));
                }
                if seen.insert(callee) {
                    open.push(callee);
                }
            }
        }
        Some(all)
    }

    fn own(
        &mut self,
        functions: &Functions<'_>,
        classes: &Classes,
        func: FuncId,
    ) -> Option<Rc<Own>> {
        if let Some(known) = self.own.get(&func) {
            return known.clone();
        }
        let body = functions.func(func);
        let mut reader = Reader {
            functions,
            classes,
            func,
            body,
            casts: Casts::of(body),
            own: Own { summary: Summary::default(), calls: Vec::new() },
        };
        let own = reader.read().map(|()| Rc::new(reader.own));
        self.own.insert(func, own.clone());
        own
    }
}

/// Looks at the body of a function. None wherever nothing can be said.
struct Reader<'a, 'f> {
    functions: &'f Functions<'a>,
    classes: &'f Classes,
    func: FuncId,
    body: &'a Function,
    casts: Casts,
    own: Own,
}

impl Reader<'_, '_> {
    fn read(&mut self) -> Option<()> {
        let order = Order::new(self.body);
        self.own.summary.repeats = self.body.block_ids().any(|block| order.is_head(block));
        for (number, block) in self.body.blocks.iter().enumerate() {
            for (index, &inst) in (0..).zip(&block.insts) {
                let at = Point { func: self.func, block: BlockId::new(number), index };
                self.own.summary.size += 1;
                self.instruction(&self.body.inst(inst).kind, at)?;
            }
            match block.term {
                Terminator::Resume { .. }
                | Terminator::Invoke { .. }
                | Terminator::IndirectJump { .. } => return None,
                _ => {}
            }
        }
        Some(())
    }

    fn instruction(&mut self, kind: &InstKind, at: Point) -> Option<()> {
        match kind {
            InstKind::Load { ty, addr, .. } => self.load(addr, *ty),
            InstKind::Store { addr, ty, .. } => {
                let bytes = ty.store_size(&self.functions.module.target);
                self.writes(addr, bytes)
            }
            InstKind::MemCopy { dst, len, .. } | InstKind::MemSet { dst, len, .. } => {
                self.writes(dst, most(len))
            }
            InstKind::Call(call) => self.call(call, at),
            InstKind::Cast { op: CastOp::PtrToInt, dst, .. } => {
                self.casts.is_harmless(*dst).then_some(())
            }
            InstKind::PtrAdd { base: Operand::Reg(_) | Operand::Global(_), .. } => Some(()),
            InstKind::Cast { op: CastOp::IntToPtr | CastOp::PtrToAddr, .. }
            | InstKind::PtrAdd { .. }
            | InstKind::StackRestore { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaCopy { .. }
            | InstKind::LandingPad { .. }
            | InstKind::Unsupported { .. } => None,
            _ => Some(()),
        }
    }

    /// What is read must be what it is taken for.
    fn load(&self, address: &Operand, ty: Type) -> Option<()> {
        let bytes = ty.store_size(&self.functions.module.target);
        let leads = self.classes.leads_all(self.func, address);
        let is_sound = leads.iter().all(|&(group, at)| {
            self.classes.fields(group).at_any(at, bytes).all(|field| match ty {
                Type::Ptr => field.holds == Holds::Pointers && field.cell == bytes,
                Type::Int(_) => field.holds == Holds::Numbers,
            })
        });
        (is_sound && !leads.is_empty()).then_some(())
    }

    fn leads(&self, address: &Operand) -> Option<Vec<(Group, u64)>> {
        let leads = self.classes.leads_all(self.func, address);
        let is_known = !leads.is_empty() || *address == Operand::Null;
        is_known.then_some(leads)
    }

    fn writes(&mut self, address: &Operand, bytes: u64) -> Option<()> {
        for (group, at) in self.leads(address)? {
            let written = self.own.summary.writes.entry(group).or_default();
            for offset in 0..bytes.min(PERIOD) as u32 {
                *written |= at.rotate_left(offset);
            }
        }
        Some(())
    }

    fn frees(&mut self, address: &Operand) -> Option<()> {
        let groups = self.leads(address)?.into_iter().map(|(group, _)| group);
        self.own.summary.frees.extend(groups);
        Some(())
    }

    fn allocates(&mut self, at: Point) {
        match self.body.runtime {
            true => self.own.summary.allocates_for_caller = true,
            false => drop(self.own.summary.allocates.insert(self.classes.of_site(at))),
        }
    }

    fn call(&mut self, call: &Call, at: Point) -> Option<()> {
        match &call.callee {
            Callee::Direct(func) | Callee::Indirect(Operand::Func(func)) => {
                match self.functions.role(*func) {
                    Role::Builtin(builtin) => self.builtin(builtin, call, at),
                    Role::Code => self.enter(*func, call, at),
                    Role::Unknown => None,
                }
            }
            Callee::Indirect(_) => {
                let meant = self.functions.meant(at);
                for &func in &meant.fitting {
                    match self.functions.role(func) {
                        Role::Code => self.enter(func, call, at)?,
                        Role::Builtin(_) | Role::Unknown => return None,
                    }
                }
                meant.others.is_empty().then_some(())
            }
        }
    }

    fn enter(&mut self, callee: FuncId, call: &Call, at: Point) -> Option<()> {
        self.own.calls.push((at, callee));
        fits(call, self.functions.func(callee)).then_some(())
    }

    fn builtin(&mut self, builtin: Builtin, call: &Call, at: Point) -> Option<()> {
        use Builtin::*;
        if !has_widths(&self.functions.module.target, self.body, builtin, call) {
            return None;
        }
        match builtin {
            Malloc | Calloc => self.allocates(at),
            Realloc => {
                self.frees(&call.args[0])?;
                self.allocates(at);
            }
            Free => self.frees(&call.args[0])?,
            MemCopy | MemMove | MemSet => self.writes(&call.args[0], most(&call.args[2]))?,
            Builtin::Intrinsic(intrinsic) => self.intrinsic(intrinsic, call)?,
            Write | MayOverlap | Apart | Fmodl | Math(_) => {}
            Printf | Fprintf | Dprintf if prints_numbers(call) => {}
            Exit | AssertFail | Abort | Longjmp | ReachError => {}
            _ => return None,
        }
        Some(())
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic, call: &Call) -> Option<()> {
        use Intrinsic::*;
        match intrinsic {
            MakeSymbolic | NondetMemory => self.writes(&call.args[0], most(&call.args[1])),
            DefineFixedObject | LazyGlobals | LazyArgument => None,
            // Nobody knows where such a pointer leads.
            Nondet(..) => {
                let is_pointer = |dst| self.body.reg_type(dst) == Type::Ptr;
                (!call.dsts.iter().copied().any(is_pointer)).then_some(())
            }
            _ => Some(()),
        }
    }
}

/// How many bytes a length may be.
fn most(len: &Operand) -> u64 {
    len.as_bits().map_or(u64::MAX, |len| len.low_u64())
}
