//! From IR to the derived form of [`crate::code`].
//!
//! Functions are compiled block by block in reverse post-order; a block is placed right behind a
//! predecessor where possible, so that control falls through. SSA makes some copies unnecessary: a
//! register that is the same bits as another one (zext, ptrtoint, freeze) shares its slot, because a
//! use of it can only be reached from its definition without passing the definition of its source
//! again.

mod access;
mod calls;
mod control;
mod fusion;
mod lower;
mod moves;
mod signatures;
mod slots;

pub use access::chunks;

use crate::code::{Builtin, Code, FuncCode, Op, OpPoint, Pc, Signature, Slot, slots_of};
use crate::options::ExecOptions;
use control::Patch;
use dunlin_ir::cfg::Cfg;
use dunlin_ir::{BlockId, FuncId, Function, InstId, InstKind, Module};
use fusion::Fusion;
use rustc_hash::FxHashMap;
use signatures::Signatures;

/// Compiles every function of a verified module.
pub fn compile(module: &Module, options: &ExecOptions) -> Code {
    let mut code = Code {
        ops: Vec::new(),
        points: Vec::new(),
        funcs: Vec::new(),
        calls: Vec::new(),
        switches: Vec::new(),
        returns: Vec::new(),
        indirect: Vec::new(),
    };
    let mut signatures = Signatures::default();
    for id in module.func_ids() {
        let func = module.func(id);
        let signature = signatures.of_function(module, func);
        let compiled = if func.is_declaration() {
            // One operation, so that every function has a position of its own.
            code.ops.push(Op::Unreachable);
            code.points.push(OpPoint { block: BlockId(0), index: 0, uncounted: 0 });
            FuncCode {
                entry: code.ops.len() as Pc - 1,
                end: code.ops.len() as Pc,
                slots: 0,
                params: Vec::new(),
                signature,
                reg_slots: Vec::new(),
                block_pcs: Vec::new(),
                builtin: Builtin::named(&func.name),
            }
        } else {
            Compiler::new(module, id, options, &mut code, &mut signatures).compile(signature)
        };
        code.funcs.push(compiled);
    }
    code
}

struct Compiler<'a> {
    module: &'a Module,
    func: &'a Function,
    options: &'a ExecOptions,
    code: &'a mut Code,
    signatures: &'a mut Signatures,
    cfg: Cfg,
    fusion: Fusion,
    reg_slots: Vec<Slot>,
    next_slot: u32,
    /// Slots that hold a constant from the entry on; only in functions with loops.
    constants: FxHashMap<(u64, dunlin_memory::Meta), Slot>,
    /// Scratch slots for constant operands of one operation, used in turn.
    scratch: [Slot; 4],
    next_scratch: usize,
    block_pcs: Vec<Pc>,
    /// Jumps to blocks that are not placed yet.
    patches: Vec<(Patch, BlockId)>,
    /// Edges with moves that still need code: what to patch, and which edge of which block.
    stubs: Vec<(Patch, BlockId, usize)>,
    /// The IR place of the operation being emitted.
    at: (BlockId, u32),
    /// Instructions on this straight line since the last count.
    uncounted: u32,
    /// A path may end on this straight line, since its begin or the last call.
    may_end: bool,
}

impl<'a> Compiler<'a> {
    fn new(
        module: &'a Module,
        id: FuncId,
        options: &'a ExecOptions,
        code: &'a mut Code,
        signatures: &'a mut Signatures,
    ) -> Self {
        let func = module.func(id);
        let cfg = Cfg::new(func);
        let fusion = Fusion::find(func, &cfg, &module.target);
        Compiler {
            module,
            func,
            options,
            code,
            signatures,
            cfg,
            fusion,
            reg_slots: vec![Slot::MAX; func.regs.len()],
            next_slot: 0,
            constants: FxHashMap::default(),
            scratch: [0; 4],
            next_scratch: 0,
            block_pcs: vec![Pc::MAX; func.blocks.len()],
            patches: Vec::new(),
            stubs: Vec::new(),
            at: (BlockId(0), 0),
            uncounted: 0,
            may_end: false,
        }
    }

    fn compile(mut self, signature: Signature) -> FuncCode {
        let entry = self.code.ops.len() as Pc;
        self.assign_slots();
        self.scratch = std::array::from_fn(|_| self.new_slots(1));
        if self.fusion.has_loop {
            self.place_constants();
        }
        let order = self.cfg.reverse_postorder().to_vec();
        for block in order {
            if self.block_pcs[block.index()] == Pc::MAX {
                self.emit_from(block);
            }
            self.emit_stubs();
        }
        for (patch, block) in std::mem::take(&mut self.patches) {
            let to = self.block_pcs[block.index()];
            self.apply(patch, to);
        }
        let params = self
            .func
            .params
            .iter()
            .flat_map(|&reg| {
                let slot = self.reg_slots[reg.index()];
                slot..slot + slots_of(self.func.reg_type(reg))
            })
            .collect();
        FuncCode {
            entry,
            end: self.code.ops.len() as Pc,
            slots: self.next_slot,
            params,
            signature,
            reg_slots: self.reg_slots,
            block_pcs: self.block_pcs,
            builtin: None,
        }
    }

    fn emit(&mut self, op: Op) {
        self.may_end = match op.leaves_line() {
            true => false,
            false => self.may_end || self.options.check_uninitialised() || op.may_end_path(),
        };
        self.code.ops.push(op);
        let (block, index) = self.at;
        self.code.points.push(OpPoint { block, index, uncounted: self.uncounted });
    }

    fn here(&self) -> Pc {
        self.code.ops.len() as Pc
    }

    /// The instructions since the last count, this one included; the count starts anew.
    fn take_count(&mut self) -> u16 {
        let count = self.uncounted + 1;
        self.uncounted = 0;
        u16::try_from(count).expect("flushed before it grows that large")
    }

    fn flush_count_if_long(&mut self) {
        if self.uncounted > 60_000 {
            self.flush_count();
        }
    }

    fn flush_count(&mut self) {
        let count = std::mem::take(&mut self.uncounted);
        if count > 0 {
            self.emit(Op::Count { count });
        }
    }

    fn kind(&self, inst: InstId) -> &'a InstKind {
        &self.func.inst(inst).kind
    }
}
