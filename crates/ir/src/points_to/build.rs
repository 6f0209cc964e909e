//! From instructions to constraints.
//!
//! A function of the program has one instance: its registers are nodes, whoever calls it. Functions of
//! the runtime library get an instance of their own for every call from the program
//! into the runtime (a *context*): two calls of `strlen` do not mix their strings, and what `strdup`
//! allocates belongs to the call of `strdup`, which is also what the engine calls its allocation site.
//! Instances are made when a call reaches them.

use super::graph::{Graph, Node, Use, WORD};
use super::set::{PERIOD, Step};
use super::{Object, PointsTo, graph, groups};
use crate::ids::{BlockId, FuncId, GlobalId, InstId, Reg};
use crate::inst::{BinOp, Call, Callee, CastOp, InstKind, Operand, Terminator, UnOp};
use crate::module::{Init, Module, Point, RelocTarget};
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of a call from the program into the runtime; 0 is outside of all.
pub(super) type Context = u32;

#[derive(Clone, Copy)]
pub(super) struct Instance {
    pub func: FuncId,
    pub context: Context,
    /// The node of register 0; the others follow.
    pub regs: Node,
    /// The node of the first result; the others follow.
    pub returns: Node,
    /// Points to the areas of variable arguments that it is called with.
    pub areas: Node,
}

/// A call instruction of an instance.
#[derive(Clone, Copy)]
pub(super) struct Site<'m> {
    pub caller: Instance,
    pub call: &'m Call,
    pub point: Point,
}

/// A flow that exists only if a value turns out to carry no pointer at all.
struct IfEmpty {
    value: Node,
    from: Node,
    to: Node,
}

pub(super) struct Builder<'m> {
    pub module: &'m Module,
    pub graph: Graph,
    /// By object of the graph. The instances of an instruction in different contexts make different
    /// objects, which are one to the outside.
    pub objects: Vec<Object>,
    /// Objects other than globals and functions.
    made: FxHashMap<(Context, Object), graph::Object>,
    /// By function and by global: a node that points to it alone.
    func_addresses: Vec<Node>,
    global_addresses: Vec<Node>,
    context_numbers: FxHashMap<Point, Context>,
    /// By context but for 0: the call that it stands for.
    pub contexts: Vec<Point>,
    instances: FxHashMap<(FuncId, Context), Instance>,
    /// Instances whose bodies are not looked at yet.
    unread: Vec<Instance>,
    pub sites: Vec<Site<'m>>,
    pub linked: FxHashSet<(u32, FuncId)>,
    /// Everything that code outside of the program may have a pointer to.
    pub outside: Node,
    /// What a number may be the address of that no flow ties to an object.
    pub numbers: Node,
    /// Addresses of accesses to memory.
    pub accesses: Vec<Node>,
    if_empty: Vec<IfEmpty>,
    /// By function: where its registers are defined; made when needed.
    definitions: FxHashMap<FuncId, Vec<Option<InstId>>>,
    /// Pointers to what the engine makes, if there are any.
    vectors: Option<Node>,
    lazy: Option<Node>,
}

impl<'m> Builder<'m> {
    pub fn new(module: &'m Module) -> Self {
        let mut graph = Graph::new(module.target.pointer_bytes());
        let outside = graph.new_nodes(1);
        let numbers = graph.new_nodes(1);
        let mut builder = Builder {
            module,
            graph,
            objects: Vec::new(),
            made: FxHashMap::default(),
            func_addresses: Vec::new(),
            global_addresses: Vec::new(),
            context_numbers: FxHashMap::default(),
            contexts: Vec::new(),
            instances: FxHashMap::default(),
            unread: Vec::new(),
            sites: Vec::new(),
            linked: FxHashSet::default(),
            outside,
            numbers,
            accesses: Vec::new(),
            if_empty: Vec::new(),
            definitions: FxHashMap::default(),
            vectors: None,
            lazy: None,
        };
        builder.create_globals();
        builder.create_roots();
        builder
    }

    pub fn finish(mut self) -> PointsTo {
        self.solve();
        let mut instances: Vec<Vec<Node>> = vec![Vec::new(); self.module.funcs.len()];
        let mut all: Vec<Instance> = self.instances.into_values().collect();
        all.sort_unstable_by_key(|instance| (instance.func, instance.context));
        for instance in all {
            instances[instance.func.index()].push(instance.regs);
        }
        let groups = groups::Groups::new(&self.graph, &self.objects, &self.accesses);
        PointsTo { graph: self.graph, objects: self.objects, instances, groups }
    }

    fn solve(&mut self) {
        loop {
            while let Some(instance) = self.unread.pop() {
                self.read_body(instance);
            }
            self.graph.propagate();
            for (what, object) in self.graph.apply_uses() {
                let Object::Function(func) = self.objects[object as usize] else { continue };
                match what {
                    Use::Call(site) => self.link(site, func),
                    _ => self.call_from_outside(func),
                }
            }
            if self.graph.is_solved() && self.unread.is_empty() && !self.follow_numbers() {
                return;
            }
        }
    }

    /// Adds the flows from values that carry no pointer; whether there was any.
    fn follow_numbers(&mut self) -> bool {
        let rules = std::mem::take(&mut self.if_empty);
        let (apply, keep): (Vec<_>, Vec<_>) = rules.into_iter().partition(|rule| {
            let empty = |node| self.graph.points_to(node).is_empty();
            empty(rule.value) && !empty(rule.from)
        });
        self.if_empty = keep;
        for rule in &apply {
            self.graph.flow_by(rule.from, rule.to, Step::ANYWHERE);
        }
        !apply.is_empty()
    }

    // ---- objects -------------------------------------------------------------------------------

    fn new_object(&mut self, object: Object) -> graph::Object {
        let has_content = !matches!(object, Object::Function(_));
        self.objects.push(object);
        self.graph.new_object(has_content)
    }

    /// The object of that name in a context.
    pub fn object(&mut self, context: Context, object: Object) -> graph::Object {
        if let Some(&known) = self.made.get(&(context, object)) {
            return known;
        }
        let new = self.new_object(object);
        self.made.insert((context, object), new);
        new
    }

    fn create_globals(&mut self) {
        let module = self.module;
        for func in module.func_ids() {
            let object = self.new_object(Object::Function(func));
            let address = self.new_pointer(object, 0);
            self.func_addresses.push(address);
        }
        let first = self.objects.len() as graph::Object;
        for index in 0..module.globals.len() {
            let object = self.new_object(Object::Global(GlobalId::new(index)));
            let address = self.new_pointer(object, 0);
            self.global_addresses.push(address);
        }
        let word = module.target.pointer_bytes();
        for (object, global) in (first..).zip(&module.globals) {
            match &global.init {
                Init::Zero => {}
                Init::External => self.graph.point_to(self.outside, object, 0),
                Init::Data { relocs, .. } => {
                    for reloc in relocs {
                        let target = match reloc.target {
                            RelocTarget::Global(target) => first + target.0,
                            RelocTarget::Func(func) | RelocTarget::Block(func, _) => func.0,
                        };
                        let address = self.new_pointer(target, reloc.addend as u64);
                        self.graph.fill(object, reloc.offset, word, address);
                    }
                }
            }
            if global.name == "environ" {
                let vectors = self.vectors();
                self.graph.fill(object, 0, word, vectors);
            }
        }
        let outside = self.outside;
        self.graph.add_use(outside, Use::Load { to: outside, offset: 0, size: PERIOD });
        self.graph.add_use(outside, Use::Store { from: outside, offset: 0, size: PERIOD });
        self.graph.add_use(outside, Use::CallFromOutside);
        // Whoever knows an object can compute any place in it.
        self.graph.flow_by(outside, outside, Step::ANYWHERE);
    }

    /// A node that points to this place.
    pub fn new_pointer(&mut self, object: graph::Object, offset: u64) -> Node {
        let node = self.graph.new_nodes(1);
        self.graph.point_to(node, object, offset);
        node
    }

    /// A pointer to the start of an array of strings that the engine has made.
    fn vectors(&mut self) -> Node {
        if let Some(known) = self.vectors {
            return known;
        }
        let strings = self.object(0, Object::EngineStrings);
        let vectors = self.object(0, Object::EngineVectors);
        let string = self.new_pointer(strings, 0);
        self.graph.fill(vectors, 0, PERIOD, string);
        let known = self.new_pointer(vectors, 0);
        self.vectors = Some(known);
        known
    }

    /// A pointer that execution decides on when it is used: into an object made then, which holds
    /// more of them.
    pub fn lazy(&mut self) -> Node {
        if let Some(known) = self.lazy {
            return known;
        }
        let object = self.object(0, Object::Lazy);
        let start = self.new_pointer(object, 0);
        let known = self.graph.new_nodes(1);
        self.graph.flow_by(start, known, Step::ANYWHERE);
        self.graph.fill(object, 0, PERIOD, known);
        self.lazy = Some(known);
        known
    }

    /// Every variable may hold such pointers.
    pub fn make_globals_lazy(&mut self) {
        let lazy = self.lazy();
        let first = self.module.funcs.len() as graph::Object;
        for object in first..first + self.module.globals.len() as graph::Object {
            self.graph.fill(object, 0, PERIOD, lazy);
        }
    }

    // ---- functions -----------------------------------------------------------------------------

    /// Every function of the program may run. Of the runtime, only what is called does, and what the
    /// engine starts with.
    fn create_roots(&mut self) {
        let module = self.module;
        let structors: FxHashSet<FuncId> =
            module.constructors.iter().chain(&module.destructors).copied().collect();
        for id in module.func_ids() {
            let func = module.func(id);
            let starts = func.name == "main"
                || func.name.starts_with("__dunlin_start")
                || structors.contains(&id);
            if func.is_declaration() || func.runtime && !starts {
                continue;
            }
            let instance = self.instance(id, 0);
            if starts {
                let vectors = self.vectors();
                for &param in func.params.iter().skip(1) {
                    self.graph.flow(vectors, instance.regs + param.0);
                }
            }
        }
    }

    pub fn instance(&mut self, func: FuncId, context: Context) -> Instance {
        if let Some(&known) = self.instances.get(&(func, context)) {
            return known;
        }
        let body = self.module.func(func);
        let regs = self.graph.new_nodes(body.regs.len() + body.returns.len() + 1);
        let returns = regs + body.regs.len() as Node;
        let areas = returns + body.returns.len() as Node;
        let new = Instance { func, context, regs, returns, areas };
        self.instances.insert((func, context), new);
        self.unread.push(new);
        new
    }

    /// The context that a call makes for callees in the runtime.
    pub fn context_of(&mut self, site: u32) -> Context {
        let Site { caller, point, .. } = self.sites[site as usize];
        if self.module.func(caller.func).runtime {
            return caller.context;
        }
        let contexts = &mut self.contexts;
        *self.context_numbers.entry(point).or_insert_with(|| {
            contexts.push(point);
            contexts.len() as Context
        })
    }

    fn read_body(&mut self, instance: Instance) {
        let func = self.module.func(instance.func);
        for (number, block) in func.blocks.iter().enumerate() {
            for (index, &inst) in block.insts.iter().enumerate() {
                let block = BlockId::new(number);
                let point = Point { func: instance.func, block, index: index as u32 };
                self.read_inst(instance, point, &func.inst(inst).kind);
            }
            for edge in block.term.edges() {
                for (arg, &param) in edge.args.iter().zip(&func.block(edge.block).params) {
                    self.pass(instance, arg, instance.regs + param.0);
                }
            }
            if let Terminator::Return { values } = &block.term {
                for (value, to) in values.iter().zip(instance.returns..) {
                    self.pass(instance, value, to);
                }
            }
        }
    }

    /// The node of an operand; a constant that is no address has none.
    pub fn node(&self, instance: Instance, operand: &Operand) -> Option<Node> {
        match operand {
            Operand::Reg(reg) => Some(instance.regs + reg.0),
            Operand::Global(global) => Some(self.global_addresses[global.index()]),
            Operand::Func(func) | Operand::BlockAddr(func, _) => {
                Some(self.func_addresses[func.index()])
            }
            Operand::Int { .. } | Operand::Wide(_) | Operand::Null | Operand::Undef(_) => None,
        }
    }

    /// One of several flows into `to`.
    pub fn pass(&mut self, instance: Instance, from: &Operand, to: Node) {
        self.pass_by(instance, from, to, Step::COPY);
    }

    fn pass_by(&mut self, instance: Instance, from: &Operand, to: Node, step: Step) {
        if let Some(from) = self.node(instance, from) {
            self.graph.flow_by(from, to, step);
        }
    }

    /// The one flow into a register: both are the same.
    fn define(&mut self, instance: Instance, dst: Reg, from: &Operand) {
        if let Some(from) = self.node(instance, from) {
            self.graph.unite(from, instance.regs + dst.0);
        }
    }

    /// The operand goes into something that is not followed, out of which only a number can come.
    fn lose(&mut self, instance: Instance, operand: &Operand) {
        self.pass_by(instance, operand, self.numbers, Step::ANYWHERE);
    }

    /// Notes an access; the node of its address.
    pub fn access(&mut self, instance: Instance, addr: &Operand) -> Option<Node> {
        let node = self.node(instance, addr)?;
        self.accesses.push(node);
        Some(node)
    }

    /// Copies `len` bytes (any number, if it is not known) from one address to another, word by word:
    /// what lies at one distance from the one address comes to the same distance from the other.
    pub fn copy_between(&mut self, to: Node, from: Node, len: Option<u64>) {
        let len = len.unwrap_or(PERIOD).min(PERIOD);
        for offset in (0..len).step_by(WORD as usize) {
            let size = WORD.min(len - offset);
            let word = self.graph.new_nodes(1);
            self.graph.add_use(from, Use::Load { to: word, offset, size });
            self.graph.add_use(to, Use::Store { from: word, offset, size });
        }
    }

    pub fn fill_memory(&mut self, instance: Instance, to: &Operand, len: &Operand) {
        if let Some(to) = self.access(instance, to)
            && let Some(len) = len.as_bits()
        {
            self.graph.add_use(to, Use::Overwrite { size: len.low_u64() });
        }
    }

    pub fn copy_memory(
        &mut self,
        instance: Instance,
        to: &Operand,
        from: &Operand,
        len: Option<&Operand>,
    ) {
        let (to, from) = (self.access(instance, to), self.access(instance, from));
        if let (Some(to), Some(from)) = (to, from) {
            let len = len.and_then(Operand::as_bits).map(|bits| bits.low_u64());
            self.copy_between(to, from, len);
        }
    }

    // ---- instructions --------------------------------------------------------------------------

    fn read_inst(&mut self, instance: Instance, point: Point, kind: &'m InstKind) {
        let reg = |reg: &Reg| instance.regs + reg.0;
        match kind {
            InstKind::Binary { op, dst, a, b, width, .. } => {
                self.read_binary(instance, (*op, *width), *dst, a, b);
            }
            InstKind::Unary { op, dst, a, .. } => match op {
                UnOp::ByteSwap | UnOp::BitReverse => {
                    self.pass_by(instance, a, reg(dst), Step::ANYWHERE);
                }
                UnOp::Abs => self.lose(instance, a),
                UnOp::PopCount | UnOp::Clz | UnOp::Ctz => {}
            },
            InstKind::Cast { op: CastOp::IntToPtr, dst, a, .. } => {
                let (to, numbers) = (reg(dst), self.numbers);
                match self.node(instance, a) {
                    Some(from) => {
                        self.graph.flow(from, to);
                        self.if_empty.push(IfEmpty { value: from, from: numbers, to });
                    }
                    None => self.graph.flow(numbers, to),
                }
            }
            InstKind::Cast { dst, a, .. } | InstKind::Freeze { dst, a, .. } => {
                self.define(instance, *dst, a);
            }
            InstKind::Select { dst, a, b, .. } => {
                self.pass(instance, a, reg(dst));
                self.pass(instance, b, reg(dst));
            }
            InstKind::FunnelShift { dst, a, b, .. } => {
                self.pass_by(instance, a, reg(dst), Step::ANYWHERE);
                self.pass_by(instance, b, reg(dst), Step::ANYWHERE);
            }
            InstKind::PtrAdd { dst, base, disp, indices, .. } => {
                let mut step = Step::offset(*disp as u64);
                for scaled in indices {
                    step = step.and_multiples(scaled.scale);
                }
                if step == Step::COPY && indices.is_empty() {
                    return self.define(instance, *dst, base);
                }
                let to = reg(dst);
                self.pass_by(instance, base, to, step);
                for scaled in indices {
                    let Some(from) = self.node(instance, &scaled.index) else { continue };
                    // A displacement stays in the object of its base, unless the base is none.
                    match self.node(instance, base) {
                        Some(value) => self.if_empty.push(IfEmpty { value, from, to }),
                        None => self.graph.flow_by(from, to, Step::ANYWHERE),
                    }
                }
            }
            InstKind::Alloca { dst, .. } => {
                let object = self.object(instance.context, Object::Stack(point));
                self.graph.point_to(reg(dst), object, 0);
            }
            InstKind::Load { dst, ty, addr, .. } => {
                if let Some(addr) = self.access(instance, addr)
                    && *ty != Type::BOOL
                {
                    let size = ty.store_size(&self.module.target);
                    self.graph.add_use(addr, Use::Load { to: reg(dst), offset: 0, size });
                }
            }
            InstKind::Store { ty, value, addr, .. } => {
                if let Some(addr) = self.access(instance, addr) {
                    let size = ty.store_size(&self.module.target);
                    let what = match self.node(instance, value) {
                        Some(from) => Use::Store { from, offset: 0, size },
                        None => Use::Overwrite { size },
                    };
                    self.graph.add_use(addr, what);
                }
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                self.copy_memory(instance, dst, src, Some(len));
            }
            InstKind::VaCopy { dst, src } => self.copy_memory(instance, dst, src, None),
            InstKind::MemSet { dst, value, len } => {
                // A byte of a pointer, repeated, is a number.
                self.lose(instance, value);
                self.fill_memory(instance, dst, len);
            }
            InstKind::VaStart { list } => {
                if let Some(list) = self.access(instance, list) {
                    // Where the address lies in the list depends on the target.
                    let what = Use::Store { from: instance.areas, offset: 0, size: 24 };
                    self.graph.add_use(list, what);
                }
            }
            InstKind::Call(call) => self.read_call(instance, point, call),
            InstKind::FloatBinary { a, b, .. } => {
                self.lose(instance, a);
                self.lose(instance, b);
            }
            InstKind::FloatMulAdd { a, b, c, .. } => {
                for operand in [a, b, c] {
                    self.lose(instance, operand);
                }
            }
            InstKind::FloatUnary { a, .. } | InstKind::FloatCast { a, .. } => {
                self.lose(instance, a);
            }
            InstKind::Lifetime { addr, .. }
            | InstKind::ObjectSize { addr, .. }
            | InstKind::VaEnd { list: addr } => {
                self.access(instance, addr);
            }
            InstKind::Unsupported { .. }
            | InstKind::LandingPad { .. }
            | InstKind::Compare { .. }
            | InstKind::Overflow { .. }
            | InstKind::FloatCompare { .. }
            | InstKind::StackSave { .. }
            | InstKind::StackRestore { .. }
            | InstKind::Assume { .. }
            | InstKind::Check { .. }
            | InstKind::Uninit { .. }
            | InstKind::Marker { .. } => {}
        }
    }

    fn read_binary(
        &mut self,
        instance: Instance,
        (op, width): (BinOp, u32),
        dst: Reg,
        a: &Operand,
        b: &Operand,
    ) {
        let is_power = |operand: &Operand| {
            operand.as_bits().is_some_and(|bits| {
                let words = bits.words();
                words.iter().map(|word| word.count_ones()).sum::<u32>() == 1
            })
        };
        let whole = width >= self.module.target.pointer_bits;
        let to = instance.regs + dst.0;
        let anywhere = |this: &mut Self, operands: &[&Operand]| {
            for operand in operands {
                this.pass_by(instance, operand, to, Step::ANYWHERE);
            }
        };
        match op {
            BinOp::Add if whole => {
                let by = |other: &Operand| match other.as_bits() {
                    Some(bits) => Step::offset(bits.low_u64()),
                    None => Step::ANYWHERE,
                };
                self.pass_by(instance, a, to, by(b));
                self.pass_by(instance, b, to, by(a));
            }
            BinOp::Sub if whole && !self.is_distance(instance.func, a, b) => {
                let step = match b.as_bits() {
                    Some(bits) => Step::offset(bits.low_u64().wrapping_neg()),
                    None => Step::ANYWHERE,
                };
                self.pass_by(instance, a, to, step);
                self.lose(instance, b);
            }
            BinOp::UMin | BinOp::UMax | BinOp::SMin | BinOp::SMax => {
                self.pass(instance, a, to);
                self.pass(instance, b, to);
            }
            BinOp::And | BinOp::Or | BinOp::Xor => anywhere(self, &[a, b]),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => anywhere(self, &[a]),
            // Shifts and masks as the source may spell them.
            BinOp::UDiv | BinOp::URem if is_power(b) => anywhere(self, &[a]),
            BinOp::Mul if is_power(b) => anywhere(self, &[a]),
            BinOp::Mul if is_power(a) => anywhere(self, &[b]),
            _ => {
                self.lose(instance, a);
                self.lose(instance, b);
            }
        }
    }

    /// Whether `a - b` subtracts a pointer: then it is the distance between two places in one object,
    /// a number. The distance between two variables that are known is what tables of relative
    /// addresses hold; it leads from the one to the other.
    fn is_distance(&mut self, func: FuncId, a: &Operand, b: &Operand) -> bool {
        let (_, from) = self.origin(func, a);
        let (is_pointer, to) = self.origin(func, b);
        let known = |operand: &Operand| matches!(operand, Operand::Global(_) | Operand::Func(_));
        is_pointer && !(known(&from) && known(&to) && from != to)
    }

    /// Where a value comes from by casts and displacements within the function, and whether it was a
    /// pointer on the way.
    fn origin(&mut self, id: FuncId, operand: &Operand) -> (bool, Operand) {
        let func = self.module.func(id);
        let definitions = self.definitions.entry(id).or_insert_with(|| {
            let mut definitions = vec![None; func.regs.len()];
            for (index, inst) in func.insts.iter().enumerate() {
                inst.kind.for_each_def(|reg| definitions[reg.index()] = Some(InstId::new(index)));
            }
            definitions
        });
        let mut operand = operand.clone();
        let mut was_pointer = false;
        // In blocks that nothing leads to, definitions may go round in circles.
        for _ in 0..64 {
            was_pointer |= func.operand_type(&operand) == Type::Ptr;
            let Operand::Reg(reg) = operand else { break };
            let Some(inst) = definitions[reg.index()] else { break };
            operand = match &func.inst(inst).kind {
                InstKind::Cast { a, .. } | InstKind::Freeze { a, .. } => a.clone(),
                InstKind::PtrAdd { base, .. } => base.clone(),
                _ => break,
            };
        }
        (was_pointer, operand)
    }

    fn read_call(&mut self, caller: Instance, point: Point, call: &'m Call) {
        let site = self.sites.len() as u32;
        self.sites.push(Site { caller, call, point });
        match &call.callee {
            Callee::Direct(func) | Callee::Indirect(Operand::Func(func)) => self.link(site, *func),
            Callee::Indirect(callee) => {
                if let Some(callee) = self.node(caller, callee) {
                    self.graph.add_use(callee, Use::Call(site));
                }
            }
        }
    }
}
