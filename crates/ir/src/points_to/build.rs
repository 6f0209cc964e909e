//! From instructions to constraints.
//!
//! A function of the program has one instance: its registers are nodes, whoever calls it. Functions of
//! the runtime library get an instance of their own for every call from the program
//! into the runtime (a *context*): two calls of `strlen` do not mix their strings, and what `strdup`
//! allocates belongs to the call of `strdup`, which is also what the engine calls its allocation site.
//! Instances are made when a call reaches them.

mod read;

use super::graph::{Graph, Node, Use, WORD};
use super::set::{PERIOD, Step};
use super::{Object, PointsTo, graph, groups};
use crate::ids::{FuncId, GlobalId, InstId};
use crate::inst::{Call, Operand};
use crate::module::{Init, Module, Point, RelocTarget};
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
}
