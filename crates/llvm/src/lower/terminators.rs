//! Control flow: which blocks there are, and the terminators between them.

use super::Unsupported;
use super::checks::Checks;
use super::ffi::{BasicBlock, LLVMOpcode as Op, Value};
use super::function::{FunctionLowering, Lowered, Scalars, opcode_name};
use dunlin_ir::{
    BlockId, EXCEPTION_HANDLING, Edge, Function, InstKind, Operand, Reg, Terminator, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where the lowered terminator leads: exceptions and what is not supported are ways like any other, what
/// a failed check does is not looked at.
fn successors(block: BasicBlock, checks: &Checks) -> Vec<BasicBlock> {
    if let Some(end) = checks.end_of(block) {
        return vec![end.next];
    }
    block.terminator().map_or(Vec::new(), Value::successors)
}

/// The blocks that control can reach from the entry, each after all that dominate it.
pub fn reverse_postorder(func: Value, checks: &Checks) -> Vec<BasicBlock> {
    let mut order = Vec::new();
    let Some(&entry) = func.blocks().first() else { return order };
    let mut seen = FxHashSet::default();
    seen.insert(entry);
    let mut stack = vec![(entry, successors(entry, checks))];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) => {
                if seen.insert(next) {
                    stack.push((next, successors(next, checks)));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The numbers of the conditional transfers at the ends of blocks, in the order of the blocks.
/// Blocks that control cannot reach count as well: whoever instruments the module for a native run
/// must arrive at the same numbers without any analysis.
pub fn branch_numbers(func: Value) -> FxHashMap<BasicBlock, u32> {
    let conditional =
        func.blocks().into_iter().filter(|block| block.terminator().is_some_and(Value::is_branch));
    conditional.zip(0..).collect()
}

impl FunctionLowering<'_, '_> {
    /// Ends the current block as `inst`, the terminator of LLVM's `block`, does.
    pub fn terminator(&mut self, block: BasicBlock, inst: Value) {
        match self.lower_terminator(block, inst) {
            Ok(term) => {
                let invokes = matches!(term, Terminator::Invoke { .. });
                self.terminate(term);
                let ended = &mut self.func.blocks[self.current.index()];
                ended.branch = self.branch_numbers.get(&block).copied();
                if invokes {
                    // The call has it.
                    ended.term_pos = None;
                }
            }
            Err(Unsupported(what)) => {
                let scalars = self.unsupported(what, inst);
                self.values.insert(inst, scalars);
                let term = self.unsupported_transfer(block, inst);
                self.terminate(term);
            }
        }
    }

    /// No path gets to the end of a block that cannot be lowered. It still leads where the program's
    /// leads: otherwise what lies behind it would be called unreachable.
    fn unsupported_transfer(&mut self, block: BasicBlock, inst: Value) -> Terminator {
        let mut edges = EdgeCache { from: block, made: FxHashMap::default() };
        let mut targets: Vec<Edge> = Vec::new();
        for target in inst.successors() {
            let edge = edges.edge_or_undefined(self, target);
            if targets.iter().all(|known| known.block != edge.block) {
                targets.push(edge);
            }
        }
        match targets.is_empty() {
            true => Terminator::Unreachable,
            false => Terminator::IndirectJump { addr: Operand::Null, targets },
        }
    }

    /// A call that may throw. The call is the last instruction of its block, before which comes whatever
    /// the edges pass that must be computed; what was lowered to something else cannot throw.
    fn invoke(&mut self, inst: Value, edges: &mut EdgeCache) -> Terminator {
        let scalars = self.or_unsupported(inst, |this| this.call(inst));
        self.values.insert(inst, scalars);
        let behind = self.func.block(self.current).insts.len();
        let unwind = edges.edge_or_undefined(self, inst.unwind_dest());
        let normal = match edges.edge(self, inst.normal_dest()) {
            Ok(normal) => normal,
            Err(Unsupported(what)) => {
                self.push(InstKind::Unsupported { what, dsts: Vec::new(), addrs: Vec::new() });
                return Terminator::Invoke {
                    normal: edges.edge_or_undefined(self, inst.normal_dest()),
                    unwind,
                };
            }
        };
        let Function { blocks, insts, .. } = &mut self.func;
        let here = &mut blocks[self.current.index()].insts[behind.saturating_sub(1)..];
        match here.first().map(|call| &insts[call.index()].kind) {
            Some(InstKind::Call(_) | InstKind::Unsupported { .. }) if behind > 0 => {
                here.rotate_left(1);
                Terminator::Invoke { normal, unwind }
            }
            _ => Terminator::Jump(normal),
        }
    }

    /// The exception and the selector, if that is what a landing pad or a resume is about: other
    /// languages may have other types there.
    fn exception_types(&mut self, value: Value) -> Lowered<()> {
        match &*self.types(value)? {
            [Type::Ptr, Type::Int(32)] => Ok(()),
            _ => Err(Unsupported(EXCEPTION_HANDLING.into())),
        }
    }

    pub fn landing_pad(&mut self, inst: Value) -> Lowered<Scalars> {
        self.exception_types(inst)?;
        let (exception, selector) = (self.reg(Type::Ptr), self.reg(Type::Int(32)));
        self.push(InstKind::LandingPad { exception, selector });
        Ok([exception, selector].map(Operand::Reg).into_iter().collect())
    }

    fn resume(&mut self, inst: Value) -> Lowered<Terminator> {
        self.exception_types(inst.operand(0))?;
        match &self.operands(inst.operand(0))?[..] {
            [exception, selector] => {
                Ok(Terminator::Resume { exception: exception.clone(), selector: selector.clone() })
            }
            _ => Err(Unsupported(EXCEPTION_HANDLING.into())),
        }
    }

    /// Goes from LLVM's `block` to another in any case.
    pub fn jump(&mut self, block: BasicBlock, to: BasicBlock) {
        let mut edges = EdgeCache { from: block, made: FxHashMap::default() };
        let edge = edges.edge_or_undefined(self, to);
        self.terminate(Terminator::Jump(edge));
    }

    fn lower_terminator(&mut self, block: BasicBlock, inst: Value) -> Lowered<Terminator> {
        let mut edges = EdgeCache { from: block, made: FxHashMap::default() };
        match inst.opcode() {
            Op::LLVMRet => {
                let values = match inst.operand_count() {
                    0 => Vec::new(),
                    _ => self.operands(inst.operand(0))?.into_vec(),
                };
                Ok(Terminator::Return { values })
            }
            Op::LLVMBr => {
                let targets = inst.successors();
                match inst.condition() {
                    None => Ok(Terminator::Jump(edges.edge(self, targets[0])?)),
                    Some(cond) => Ok(Terminator::Branch {
                        cond: self.operand(cond)?,
                        then: edges.edge(self, targets[0])?,
                        other: edges.edge(self, targets[1])?,
                    }),
                }
            }
            Op::LLVMSwitch => self.switch(inst, &mut edges),
            Op::LLVMIndirectBr => {
                let addr = self.operand(inst.operand(0))?;
                let mut targets: Vec<Edge> = Vec::new();
                for target in inst.successors() {
                    let edge = edges.edge(self, target)?;
                    if targets.iter().all(|known| known.block != edge.block) {
                        targets.push(edge);
                    }
                }
                Ok(Terminator::IndirectJump { addr, targets })
            }
            Op::LLVMInvoke => Ok(self.invoke(inst, &mut edges)),
            Op::LLVMResume => self.resume(inst),
            Op::LLVMUnreachable => Ok(Terminator::Unreachable),
            opcode => Err(Unsupported(opcode_name(opcode))),
        }
    }

    /// Operands of a switch: value, default, then pairs of case value and target; successor 0 is
    /// the default.
    fn switch(&mut self, inst: Value, edges: &mut EdgeCache) -> Lowered<Terminator> {
        let value = self.operand(inst.operand(0))?;
        let width = inst.operand(0).ty().int_width();
        let targets = inst.successors();
        let mut cases = Vec::with_capacity(targets.len() - 1);
        for (index, &target) in targets.iter().enumerate().skip(1) {
            let case = inst.operand(2 * index as u32).int_bits();
            let case = case.ok_or_else(|| Unsupported("a switch on no integer".into()))?;
            cases.push((case, edges.edge(self, target)?));
        }
        let default = edges.edge(self, targets[0])?;
        Ok(Terminator::Switch { width, value, cases, default })
    }
}

/// The edges out of one block; those to the same target pass the same arguments.
struct EdgeCache {
    from: BasicBlock,
    made: FxHashMap<BlockId, Edge>,
}

impl EdgeCache {
    fn edge(&mut self, lowering: &mut FunctionLowering<'_, '_>, to: BasicBlock) -> Lowered<Edge> {
        let block = lowering.block_ids[&to];
        if let Some(edge) = self.made.get(&block) {
            return Ok(edge.clone());
        }
        let mut args = Vec::new();
        for value in lowering.incoming.get(&(to, self.from)).cloned().unwrap_or_default() {
            args.extend(lowering.operands(value)?);
        }
        let edge = Edge { block, args };
        self.made.insert(block, edge.clone());
        Ok(edge)
    }

    /// An edge that no path takes if its arguments cannot be lowered.
    fn edge_or_undefined(
        &mut self,
        lowering: &mut FunctionLowering<'_, '_>,
        to: BasicBlock,
    ) -> Edge {
        self.edge(lowering, to).unwrap_or_else(|_| {
            let block = lowering.block_ids[&to];
            let params = &lowering.func.blocks[block.index()].params;
            let undefined = |&reg: &Reg| Operand::Undef(lowering.func.reg_type(reg));
            Edge { block, args: params.iter().map(undefined).collect() }
        })
    }
}
