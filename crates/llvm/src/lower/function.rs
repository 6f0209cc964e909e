//! One function: its blocks, block parameters, local variables, and the dispatch to the parts that
//! lower single instructions.
//!
//! Blocks are lowered in reverse postorder, so that every value is known before its uses; phis are
//! the exception and get their registers before everything else.

use super::build::empty_block;
use super::checks::{CheckEnd, Checks};
use super::ffi::{BasicBlock, LLVMOpcode as Op, LLVMValueKind, Value};
use super::traps::is_trap;
use super::{
    ModuleLowering, Unsupported, cleanups, empty_function, local_sites, terminators, undefined,
};
use crate::scopes::has_scopes;
use dunlin_ir::{
    BlockId, EXCEPTION_HANDLING, FuncId, Function, InstId, InstKind, Operand, Pos, Reg, Type,
    VarId, Variable,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// The scalars of an LLVM value.
pub type Scalars = SmallVec<[Operand; 2]>;

pub type Lowered<T> = Result<T, Unsupported>;

pub struct FunctionLowering<'m, 'a> {
    pub module: &'m mut ModuleLowering<'a>,
    pub func: Function,
    pub values: FxHashMap<Value, Scalars>,
    pub block_ids: Rc<FxHashMap<BasicBlock, BlockId>>,
    /// The numbers of the conditional transfers at the ends of blocks.
    pub branch_numbers: FxHashMap<BasicBlock, u32>,
    /// The numbers of what makes local memory.
    pub local_sites: FxHashMap<Value, u32>,
    /// What the phis of a block take on the edge from a predecessor: (block, predecessor).
    pub incoming: FxHashMap<(BasicBlock, BasicBlock), SmallVec<[Value; 4]>>,
    /// Stack objects that the lowering adds in front of the entry block.
    pub entry_allocas: Vec<InstKind>,
    vars: FxHashMap<Value, VarId>,
    pub checks: Checks,
    /// Inside of a shift's check: whether the amount is right, and the block that looks further then.
    pub shift_amount: Option<(Value, BasicBlock)>,
    /// Whether the marks of scopes end the lives of locals.
    pub scopes: bool,
    /// What to call where local variables are declared whose initialisers are wrong.
    wrong_locals: FxHashMap<Value, Vec<(InstKind, Pos)>>,
    /// The objects in which clang notes how a scope is left.
    pub ways_out: Vec<Reg>,
    pub current: BlockId,
    pub pos: Option<Pos>,
}

impl<'a> ModuleLowering<'a> {
    /// Lowers the body of a function whose id was given.
    pub fn lower_function(&mut self, func: Value) {
        let id = self.func_id(func);
        let block_ids = self.block_ids(func);
        let supported = self.signature(func.value_type());
        let mut lowering = self.start_function(id, block_ids);
        match supported {
            Ok(_) => lowering.body(func),
            Err(Unsupported(what)) => {
                // Addresses of its blocks may be mentioned elsewhere.
                let count = lowering.block_ids.len();
                lowering.func.blocks.extend((0..count).map(|_| empty_block()));
                lowering.push(InstKind::Unsupported { what, dsts: Vec::new(), addrs: Vec::new() });
            }
        }
        lowering.finish(id);
    }

    pub fn start_function(
        &mut self,
        id: FuncId,
        block_ids: Rc<FxHashMap<BasicBlock, BlockId>>,
    ) -> FunctionLowering<'_, 'a> {
        let placeholder = empty_function(String::new(), false);
        let func = std::mem::replace(&mut self.funcs[id.index()], placeholder);
        FunctionLowering {
            module: self,
            func,
            values: FxHashMap::default(),
            block_ids,
            branch_numbers: FxHashMap::default(),
            local_sites: FxHashMap::default(),
            incoming: FxHashMap::default(),
            entry_allocas: Vec::new(),
            vars: FxHashMap::default(),
            checks: Checks::default(),
            shift_amount: None,
            scopes: false,
            wrong_locals: FxHashMap::default(),
            ways_out: Vec::new(),
            current: BlockId(0),
            pos: None,
        }
    }
}

impl FunctionLowering<'_, '_> {
    /// Puts the function into its place in the module.
    pub fn finish(mut self, id: FuncId) {
        let mut first = Vec::new();
        for kind in std::mem::take(&mut self.entry_allocas) {
            first.push(self.func.new_inst(kind, None));
        }
        if self.func.name == self.module.options.entry {
            for (kind, pos) in self.module.wrong_initialisers() {
                first.push(self.func.new_inst(kind, Some(pos)));
            }
        }
        if let Some(entry) = self.func.blocks.first_mut() {
            entry.insts.splice(0..0, first);
        }
        self.number_in_block_order();
        let ways_out = std::mem::take(&mut self.ways_out);
        cleanups::straighten(&mut self.func, &ways_out);
        undefined::fill_in(&mut self.func);
        self.module.funcs[id.index()] = self.func;
    }

    /// Gives instructions the ids that they have when read from the top.
    fn number_in_block_order(&mut self) {
        let mut old: Vec<_> = std::mem::take(&mut self.func.insts).into_iter().map(Some).collect();
        for block in &mut self.func.blocks {
            for id in &mut block.insts {
                if let Some(inst) = old[id.index()].take() {
                    *id = InstId::new(self.func.insts.len());
                    self.func.insts.push(inst);
                }
            }
        }
    }

    fn body(&mut self, llvm: Value) {
        let mut regs = self.func.params.clone().into_iter();
        for param in llvm.params() {
            let count = self.module.types.scalars(param.ty()).map_or(0, |s| s.len());
            self.values.insert(param, regs.by_ref().take(count).map(Operand::Reg).collect());
        }
        self.scopes = has_scopes(llvm);
        self.find_variables(llvm);
        self.wrong_locals = self.module.wrong_locals(llvm);
        self.branch_numbers = terminators::branch_numbers(llvm);
        self.local_sites = local_sites::local_sites(llvm).into_iter().collect();
        self.func.blocks.extend((0..self.block_ids.len()).map(|_| empty_block()));
        self.checks = Checks::of(llvm);
        let mut order = terminators::reverse_postorder(llvm, &self.checks);
        order.retain(|&block| !self.checks.is_joined(block));
        for &block in &order {
            self.phis(block);
        }
        for &block in &order {
            self.current = self.block_ids[&block];
            let mut rest = Some(block);
            while let Some(block) = rest {
                rest = self.block(block);
            }
        }
    }

    /// Names the stack objects that are source variables. Parameters are those whose stack object
    /// gets an argument of the function stored, and those that are passed in memory; they are
    /// declared in their order.
    fn find_variables(&mut self, llvm: Value) {
        let of_params = parameter_objects(llvm);
        let scopes = self.module.source_types.scope_lines(llvm);
        let mut params_seen = 0;
        for inst in llvm.blocks().into_iter().flat_map(BasicBlock::instructions) {
            if !inst.has_opcode(Op::LLVMCall)
                || inst.called_value().intrinsic_name().as_deref() != Some("llvm.dbg.declare")
            {
                continue;
            }
            let Some(place) = inst.operand(0).wrapped_value() else { continue };
            let Some((name, node)) = inst.operand(1).debug_variable() else { continue };
            let in_memory = place.kind() == LLVMValueKind::LLVMArgumentValueKind;
            if !in_memory && !place.has_opcode(Op::LLVMAlloca) || self.vars.contains_key(&place) {
                continue;
            }
            let is_param = in_memory || of_params.contains(&place);
            let param = is_param.then_some(params_seen);
            params_seen += u32::from(is_param);
            let pos = self.module.debug.variable_pos(node);
            self.vars.insert(place, VarId::new(self.func.vars.len()));
            let scalar = self.module.source_types.scalar(node);
            let scope = node.variable_scope().and_then(|scope| scopes.get(&scope).copied());
            self.func.vars.push(Variable { name, pos, param, scalar, scope });
        }
    }

    pub fn variable_of(&self, alloca: Value) -> Option<VarId> {
        self.vars.get(&alloca).copied()
    }

    /// Gives the phis of a block their registers and notes what they take on which edge.
    fn phis(&mut self, block: BasicBlock) {
        let id = self.block_ids[&block];
        for phi in block.instructions().take_while(|inst| inst.opcode() == Op::LLVMPHI) {
            let Ok(types) = self.module.types.scalars(phi.ty()) else { continue };
            let mut scalars = Scalars::new();
            for &ty in types.iter() {
                let reg = self.reg(ty);
                self.func.blocks[id.index()].params.push(reg);
                scalars.push(Operand::Reg(reg));
            }
            self.values.insert(phi, scalars);
            let mut seen = FxHashSet::default();
            for (pred, value) in phi.incoming() {
                // A predecessor with several edges is listed once for each, with one value.
                if seen.insert(pred) {
                    self.incoming.entry((block, pred)).or_default().push(value);
                }
            }
        }
    }

    /// Lowers a block of LLVM's into the current one; the block that continues it, if one does.
    fn block(&mut self, block: BasicBlock) -> Option<BasicBlock> {
        let mut rest = block.instructions().peekable();
        while let Some(inst) = rest.next() {
            if inst.opcode() == Op::LLVMPHI || self.checks.skips(inst) {
                continue;
            }
            self.pos = self.module.debug.instruction_pos(inst);
            if let Some(end) = self.checks.end_of(block)
                && Some(inst) == block.terminator()
            {
                return self.check_end(block, &end);
            } else if Some(inst) == block.terminator() {
                self.terminator(block, inst);
            } else if is_trap(inst) {
                self.trap(inst);
                // What follows is never executed, but what it defines may be mentioned elsewhere.
                match rest.peek() {
                    Some(next) if next.opcode() == Op::LLVMUnreachable => return None,
                    _ => self.current = self.new_block(),
                }
            } else {
                self.instruction_or_unsupported(inst);
                for (call, pos) in self.wrong_locals.remove(&inst).into_iter().flatten() {
                    self.pos = Some(pos);
                    self.push(call);
                }
            }
        }
        None
    }

    /// Ends a block as a sanitizer's check does.
    fn check_end(&mut self, block: BasicBlock, end: &CheckEnd) -> Option<BasicBlock> {
        if let Err(Unsupported(what)) = self.check(block, end) {
            self.push(InstKind::Unsupported { what, dsts: Vec::new(), addrs: Vec::new() });
        }
        if !end.joined {
            self.jump(block, end.next);
            return None;
        }
        for phi in end.next.instructions().take_while(|inst| inst.opcode() == Op::LLVMPHI) {
            let from_here = phi.incoming().into_iter().find(|&(from, _)| from == block);
            if !self.checks.skips(phi)
                && let Some((_, value)) = from_here
            {
                let scalars = self.or_unsupported(phi, |this| this.operands(value));
                self.values.insert(phi, scalars);
            }
        }
        Some(end.next)
    }

    /// Lowers a non-terminator; what cannot be expressed becomes an instruction that says so.
    fn instruction_or_unsupported(&mut self, inst: Value) {
        let scalars = self.or_unsupported(inst, |this| this.instruction(inst));
        self.values.insert(inst, scalars);
    }

    /// What `lower` makes of `inst`, or an unsupported instruction in its place. `lower` must not
    /// fail after it has made a new block.
    pub fn or_unsupported(
        &mut self,
        inst: Value,
        lower: impl FnOnce(&mut Self) -> Lowered<Scalars>,
    ) -> Scalars {
        let block = self.current;
        let in_block = self.func.blocks[block.index()].insts.len();
        let insts = self.func.insts.len();
        let regs = self.func.regs.len();
        let allocas = self.entry_allocas.len();
        match lower(self) {
            Ok(scalars) => scalars,
            Err(Unsupported(what)) => {
                // Half of an instruction must not be executed before the path ends.
                debug_assert!(block == self.current, "a new block before a failure");
                self.func.blocks[block.index()].insts.truncate(in_block);
                self.func.insts.truncate(insts);
                self.func.regs.truncate(regs);
                self.entry_allocas.truncate(allocas);
                self.unsupported(what, inst)
            }
        }
    }

    /// Ends the path here; registers for the result of `inst` are named but never computed.
    pub fn unsupported(&mut self, what: String, inst: Value) -> Scalars {
        let types = self.module.types.scalars(inst.ty()).map_or(Vec::new(), |types| types.to_vec());
        let dsts: Vec<_> = types.into_iter().map(|ty| (self.reg(ty), ty)).collect();
        let scalars = dsts.iter().map(|&(reg, _)| Operand::Reg(reg)).collect();
        let addrs = self.addresses_in(inst);
        self.push(InstKind::Unsupported { what, dsts, addrs });
        scalars
    }

    /// The addresses among the operands of an instruction. What is not supported may write there, so that a variable
    /// that lies there is no register: what follows was not computed from the value that it had.
    fn addresses_in(&mut self, inst: Value) -> Vec<Operand> {
        let mut addresses = Vec::new();
        for operand in (0..inst.operand_count()).map(|index| inst.operand(index)) {
            // Labels and assembly are operands, too.
            let (Ok(types), Ok(scalars)) = (self.types(operand), self.operands(operand)) else {
                continue;
            };
            let typed = scalars.into_iter().zip(types.iter());
            addresses.extend(typed.filter(|(_, ty)| **ty == Type::Ptr).map(|(scalar, _)| scalar));
        }
        addresses
    }

    pub fn instruction(&mut self, inst: Value) -> Lowered<Scalars> {
        match inst.opcode() {
            Op::LLVMAlloca => self.alloca(inst),
            Op::LLVMLoad => self.load_inst(inst),
            Op::LLVMStore => self.store_inst(inst),
            Op::LLVMCall => self.call(inst),
            Op::LLVMICmp => self.int_compare(inst),
            Op::LLVMFCmp => self.float_compare(inst),
            Op::LLVMSelect => self.select_inst(inst),
            Op::LLVMFreeze => self.freeze(inst),
            Op::LLVMFNeg => self.float_negate(inst),
            Op::LLVMExtractValue => self.extract_value(inst),
            Op::LLVMInsertValue => self.insert_value(inst),
            Op::LLVMShuffleVector => self.shuffle_vector(inst),
            Op::LLVMAtomicRMW => self.atomic_rmw(inst),
            Op::LLVMAtomicCmpXchg => self.compare_exchange(inst),
            Op::LLVMFence => Ok(Scalars::new()),
            Op::LLVMLandingPad => self.landing_pad(inst),
            _ => self.operation(inst),
        }
    }

    /// What an instruction and a constant expression can do alike.
    pub fn operation(&mut self, value: Value) -> Lowered<Scalars> {
        match value.opcode() {
            Op::LLVMAdd
            | Op::LLVMSub
            | Op::LLVMMul
            | Op::LLVMUDiv
            | Op::LLVMSDiv
            | Op::LLVMURem
            | Op::LLVMSRem
            | Op::LLVMShl
            | Op::LLVMLShr
            | Op::LLVMAShr
            | Op::LLVMAnd
            | Op::LLVMOr
            | Op::LLVMXor => self.int_binary(value),
            Op::LLVMFAdd | Op::LLVMFSub | Op::LLVMFMul | Op::LLVMFDiv | Op::LLVMFRem => {
                self.float_binary(value)
            }
            Op::LLVMGetElementPtr => self.get_element_ptr(value),
            Op::LLVMTrunc
            | Op::LLVMZExt
            | Op::LLVMSExt
            | Op::LLVMFPToUI
            | Op::LLVMFPToSI
            | Op::LLVMUIToFP
            | Op::LLVMSIToFP
            | Op::LLVMFPTrunc
            | Op::LLVMFPExt
            | Op::LLVMPtrToInt
            | Op::LLVMIntToPtr => self.convert(value),
            Op::LLVMBitCast | Op::LLVMAddrSpaceCast => self.bitcast(value),
            Op::LLVMExtractElement => self.extract_element(value),
            Op::LLVMInsertElement => self.insert_element(value),
            opcode => Err(Unsupported(opcode_name(opcode))),
        }
    }

    /// The scalars of an operand; constant expressions become instructions here.
    pub fn operands(&mut self, value: Value) -> Lowered<Scalars> {
        if let Some(known) = self.values.get(&value) {
            return Ok(known.clone());
        }
        match value.kind() {
            LLVMValueKind::LLVMInstructionValueKind | LLVMValueKind::LLVMArgumentValueKind => {
                Err(Unsupported("the use of a value that is not supported".into()))
            }
            _ => self.constant(value),
        }
    }

    /// The only scalar of an operand of scalar type.
    pub fn operand(&mut self, value: Value) -> Lowered<Operand> {
        let mut scalars = self.operands(value)?;
        match scalars.pop() {
            Some(scalar) if scalars.is_empty() => Ok(scalar),
            _ => Err(Unsupported("a vector or aggregate in the place of a scalar".into())),
        }
    }

    /// The types of the scalars of a value.
    pub fn types(&mut self, value: Value) -> Lowered<Rc<[Type]>> {
        self.module.types.scalars(value.ty())
    }
}

/// The stack objects that arguments are stored to, whole, converted or in parts.
fn parameter_objects(llvm: Value) -> FxHashSet<Value> {
    let mut objects = FxHashSet::default();
    let mut values = llvm.params();
    while let Some(value) = values.pop() {
        for user in value.users() {
            if user.has_opcode(Op::LLVMZExt) || user.has_opcode(Op::LLVMTrunc) {
                values.push(user);
            } else if user.has_opcode(Op::LLVMStore) && user.operand(0) == value {
                let mut place = user.operand(1);
                while place.has_opcode(Op::LLVMGetElementPtr) {
                    place = place.operand(0);
                }
                objects.insert(place);
            }
        }
    }
    objects
}

/// What to call an instruction that is not supported.
pub fn opcode_name(opcode: Op) -> String {
    match opcode {
        Op::LLVMVAArg => "the va_arg instruction".into(),
        Op::LLVMCallBr => "assembly that jumps (asm goto)".into(),
        Op::LLVMCleanupRet
        | Op::LLVMCatchRet
        | Op::LLVMCatchPad
        | Op::LLVMCleanupPad
        | Op::LLVMCatchSwitch => EXCEPTION_HANDLING.into(),
        other => format!("instruction {}", format!("{other:?}").trim_start_matches("LLVM")),
    }
}
