//! A region of the program as an acyclic graph: copies of blocks, one for each activation and each round of the loops around
//! it, up to a bound.
//!
//! Copies are made in an order in which all that come before a copy are made before it. So what is a constant on all
//! ways to a copy is known there ([`Env`]): loops whose number of rounds does not depend on input are unwound to
//! their end, whatever the bound is, and accesses to variables are to a known place. What the bound cuts off is a node
//! that is lost.

mod calls;
mod values;

use crate::classes::Classes;
use crate::env::Env;
use crate::goal::{Asked, Goal};
use crate::graph::{Edge, Graph, Node, NodeId, Role, Var};
use crate::layout::{Layout, Place};
use crate::loss::Loss;
use crate::lower::KnownCasts;
use crate::objects::Objects;
use crate::options::Options;
use crate::order::Order;
use crate::summaries::{Summaries, Summary};
use dunlin_backward::{Functions, Role as FunctionRole};
use dunlin_ir::distance::{Distances, Indirect};
use dunlin_ir::semantics::edge;
use dunlin_ir::{BlockId, Call, FuncId, Function, Point, Reg, Terminator};
use dunlin_term::{TermId, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The program that regions are made of.
pub struct Source<'a> {
    pub functions: Rc<Functions<'a>>,
    pub classes: Rc<Classes>,
    pub entry: FuncId,
}

/// The region would have more commands than there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Rounds of a loop that nothing but the loop itself decides about.
const MOST_ROUNDS: u32 = 10_000;

/// Calls that put so many instructions in place are not what makes a region too large.
const SMALL: usize = 50;

/// Makes the region from the entry to a goal. If it is too large with all calls in place, those without a target are left
/// to their summaries.
pub fn unroll(
    terms: &mut Terms,
    source: &Source<'_>,
    goal: &Goal,
    options: &Options,
    unwind: u32,
) -> Result<Graph, TooLarge> {
    match region(terms, source, goal, options, unwind, usize::MAX) {
        Err(TooLarge) if dunlin_stop::asked().is_none() => {
            region(terms, source, goal, options, unwind, SMALL)
        }
        made => made,
    }
}

/// Calls of functions with more than `largest` instructions, or with loops, may be left to their summaries.
fn region(
    terms: &mut Terms,
    source: &Source<'_>,
    goal: &Goal,
    options: &Options,
    unwind: u32,
    largest: usize,
) -> Result<Graph, TooLarge> {
    let functions = &*source.functions;
    let points: Vec<Point> = goal.points.keys().copied().collect();
    let is_unknown = |func: &FuncId| functions.role(*func) == FunctionRole::Unknown;
    let unknown: Vec<FuncId> = functions.module.func_ids().filter(is_unknown).collect();
    let indirect = Indirect::AddressTaken { unknown: &unknown };
    let distances = Distances::new(functions.module, functions.graph, &points, indirect);
    let mut builder = Builder {
        functions,
        classes: &source.classes,
        options,
        goal,
        unwind,
        largest,
        layout: Layout::new(functions.module.target.pointer_bits),
        terms,
        graph: Graph::default(),
        starts: Vec::new(),
        queue: BTreeMap::new(),
        made: Vec::new(),
        contexts: Vec::new(),
        registers: FxHashMap::default(),
        orders: FxHashMap::default(),
        distances,
        targets: BTreeMap::new(),
        lost: BTreeMap::new(),
        objects: Objects::default(),
        known_casts: KnownCasts::default(),
        summaries: Summaries::default(),
        next_symbol: 0,
        size: 0,
    };
    builder.begin(source.entry);
    while let Some((_, node)) = builder.queue.pop_first() {
        builder.made.push(node);
        builder.make(node)?;
        if dunlin_stop::asked().is_some() {
            return Err(TooLarge);
        }
    }
    Ok(builder.finish())
}

/// Where a copy stands among all: compared from the left.
type Key = Vec<u32>;

/// Rounds of a loop that are over, and how many of them depended on input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Round {
    number: u32,
    open: u32,
}

/// Where the activation that a call has begun returns to.
struct Return<'a> {
    to: Spot,
    call: &'a Call,
}

/// An activation.
pub struct Context<'a> {
    pub func: FuncId,
    prefix: Key,
    back: Option<Return<'a>>,
    /// The call that began it.
    pub called: Option<Point>,
    pub parent: Option<u32>,
    /// Variables in memory.
    pub objects: Vec<Place>,
    /// A target may be reached behind its return.
    leads_on: bool,
}

/// A place in an activation, in certain rounds.
#[derive(Clone, Debug)]
struct Spot {
    context: u32,
    block: BlockId,
    index: u32,
    rounds: Vec<Round>,
    /// Twice the number of calls in the block before.
    segment: u32,
    /// The instruction was looked at as what may go wrong, and did not.
    looked_at: bool,
}

struct Start<'a> {
    spot: Spot,
    env: Env,
    /// Not what is at the spot is executed, but this.
    instead: Option<Instead<'a>>,
}

/// The summary of a call, and why it stands there if it need not.
struct Instead<'a> {
    summary: Rc<Summary>,
    func: FuncId,
    call: &'a Call,
    back: Spot,
    why: Option<Loss>,
}

/// Where commands are added.
pub struct Cursor {
    pub node: NodeId,
    spot: Spot,
    pub env: Env,
}

impl Cursor {
    pub fn context(&self) -> u32 {
        self.spot.context
    }
}

/// What came of an instruction.
pub enum Flow {
    On,
    /// Control goes elsewhere, or nowhere.
    Ends,
}

pub struct Builder<'a, 'b> {
    pub functions: &'b Functions<'a>,
    pub classes: &'b Classes,
    pub options: &'b Options,
    goal: &'b Goal,
    unwind: u32,
    largest: usize,
    pub layout: Layout,
    pub terms: &'b mut Terms,
    /// Its nodes are numbered as they were met; [`Builder::finish`] puts them in order.
    pub graph: Graph,
    starts: Vec<Option<Start<'a>>>,
    queue: BTreeMap<Key, NodeId>,
    /// In order.
    made: Vec<NodeId>,
    pub contexts: Vec<Context<'a>>,
    registers: FxHashMap<(u32, Reg), Var>,
    orders: FxHashMap<FuncId, Rc<Order>>,
    distances: Distances,
    /// By point that is asked about: its node.
    targets: BTreeMap<Point, NodeId>,
    lost: BTreeMap<Loss, NodeId>,
    pub objects: Objects,
    pub known_casts: KnownCasts,
    pub summaries: Summaries,
    next_symbol: u32,
    size: usize,
}

impl<'a> Builder<'a, '_> {
    fn begin(&mut self, entry: FuncId) {
        let context = Context {
            func: entry,
            prefix: Vec::new(),
            back: None,
            called: None,
            parent: None,
            objects: Vec::new(),
            leads_on: false,
        };
        self.contexts.push(context);
        let mut env = Env::default();
        for (number, &param) in self.func(entry).params.iter().enumerate() {
            let var = self.register(0, param);
            let width = self.terms.width(self.graph.symbol(var));
            // The number of arguments is known; where they lie is not.
            if number == 0 {
                let count = self.terms.constant(width, self.options.arguments);
                env.assign(self.terms, &self.graph, var, count);
            }
        }
        let spot = self.entry(0);
        let node = self.node(Start { spot: spot.clone(), env, instead: None });
        let key = self.key(&spot);
        self.queue.insert(key, node);
    }

    fn func(&self, id: FuncId) -> &'a Function {
        self.functions.func(id)
    }

    fn order(&mut self, func: FuncId) -> Rc<Order> {
        let body = self.func(func);
        self.orders.entry(func).or_insert_with(|| Rc::new(Order::new(body))).clone()
    }

    fn entry(&self, context: u32) -> Spot {
        let (block, rounds) = (BlockId::new(0), Vec::new());
        Spot { context, block, index: 0, rounds, segment: 0, looked_at: false }
    }

    fn node(&mut self, start: Start<'a>) -> NodeId {
        let id = NodeId(self.graph.nodes.len() as u32);
        self.graph.nodes.push(Node::default());
        self.starts.push(Some(start));
        id
    }

    fn key(&mut self, spot: &Spot) -> Key {
        let context = &self.contexts[spot.context as usize];
        let (func, mut key) = (context.func, context.prefix.clone());
        let rounds = spot.rounds.iter().map(|round| round.number);
        key.extend(self.order(func).key(spot.block, rounds));
        key.push(spot.segment);
        key
    }

    pub fn at(&self, cursor: &Cursor) -> Point {
        let Spot { context, block, index, .. } = cursor.spot;
        Point { func: self.contexts[context as usize].func, block, index }
    }

    /// Makes a copy: the commands of its instructions, and where control goes from it.
    fn make(&mut self, node: NodeId) -> Result<(), TooLarge> {
        let Start { spot, env, instead } =
            self.starts[node.index()].take().expect("it is made once");
        let mut cursor = Cursor { node, spot, env };
        if let Some(instead) = instead {
            return self.pass_over(&mut cursor, instead);
        }
        let func = self.func(self.contexts[cursor.context() as usize].func);
        let block = func.block(cursor.spot.block);
        let order = self.order(self.at(&cursor).func);
        if order.is_head(cursor.spot.block) && cursor.spot.index == 0 {
            self.graph.nodes[node.index()].role = Role::LoopHead;
        }
        loop {
            let at = self.at(&cursor);
            let looked_at = std::mem::take(&mut cursor.spot.looked_at);
            if !looked_at && let Some(asked) = self.goal.points.get(&at) {
                return match asked {
                    Asked::Reached => self.reach(&cursor, TermId::TRUE, at),
                    Asked::GoesWrong => self.look_at(&mut cursor, at),
                };
            }
            let Some(&inst) = block.insts.get(at.index as usize) else { break };
            match self.execute(&mut cursor, &func.inst(inst).kind, at)? {
                Flow::On => cursor.spot.index += 1,
                Flow::Ends => return Ok(()),
            }
            if self.size > self.options.largest {
                return Err(TooLarge);
            }
        }
        self.leave(&mut cursor, func, &block.term)
    }

    /// The instruction may go wrong, which is what is asked about; if not, control goes on behind it.
    fn look_at(&mut self, cursor: &mut Cursor, at: Point) -> Result<(), TooLarge> {
        let Some(wrong) = self.error(cursor, at) else {
            return self.lose(cursor, TermId::TRUE, Loss::Unsupported(at));
        };
        self.reach(cursor, wrong, at)?;
        let right = self.terms.not(wrong);
        let segment = cursor.spot.segment + 2;
        let behind = Spot { segment, looked_at: true, ..cursor.spot.clone() };
        self.go(cursor, right, Vec::new(), behind)
    }

    /// Control goes on behind a block.
    fn leave(
        &mut self,
        cursor: &mut Cursor,
        func: &'a Function,
        terminator: &'a Terminator,
    ) -> Result<(), TooLarge> {
        let at = self.at(cursor);
        match terminator {
            Terminator::Return { values } => return self.give_back(cursor, values),
            Terminator::Unreachable | Terminator::Trap => return Ok(()),
            Terminator::Resume { .. }
            | Terminator::Invoke { .. }
            | Terminator::IndirectJump { .. } => {
                return self.lose(cursor, TermId::TRUE, Loss::Unsupported(at));
            }
            Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => {}
        }
        let target = &self.functions.module.target;
        let edges = terminator.edges();
        let mut open = Vec::new();
        for (number, to) in edges.iter().enumerate() {
            let mut operands = Vec::new();
            // The values first: the algebra is the terms.
            match terminator {
                Terminator::Branch { cond, .. } => operands.push(self.value(cursor, cond)),
                Terminator::Switch { value, .. } => operands.push(self.value(cursor, value)),
                _ => {}
            }
            let condition =
                edge::condition(self.terms, target, at.func, terminator, number, |_, _| {
                    operands[0]
                });
            if condition != TermId::FALSE {
                open.push((condition, *to));
            }
        }
        let order = self.order(at.func);
        let from = cursor.spot.block;
        let depths: Vec<usize> = (1..=cursor.spot.rounds.len())
            .filter(|&depth| {
                open.len() > 1 && open.iter().any(|(_, to)| !order.stays(from, to.block, depth))
            })
            .collect();
        for (condition, to) in open {
            if order.is_irreducible(to.block) {
                self.lose(cursor, condition, Loss::Unsupported(at))?;
                continue;
            }
            let common = order.common(from, to.block);
            let mut rounds = cursor.spot.rounds.clone();
            for &depth in depths.iter().filter(|&&depth| order.stays(from, to.block, depth)) {
                rounds[depth - 1].open += 1;
            }
            rounds.truncate(common);
            if let Some(depth) = order.goes_back(from, to.block) {
                let round = &mut rounds[depth - 1];
                round.number += 1;
                if round.open > self.unwind || round.number > MOST_ROUNDS {
                    let head = Point { func: at.func, block: to.block, index: 0 };
                    self.lose(cursor, condition, Loss::Unwound(head))?;
                    continue;
                }
            }
            rounds.resize(order.depth(to.block), Round { number: 0, open: 0 });
            let params = &func.block(to.block).params;
            let moves = params
                .iter()
                .zip(&to.args)
                .map(|(&param, arg)| {
                    (self.register(cursor.context(), param), self.value(cursor, arg))
                })
                .collect();
            let spot = Spot {
                context: cursor.context(),
                block: to.block,
                index: 0,
                rounds,
                segment: 0,
                looked_at: false,
            };
            self.go(cursor, condition, moves, spot)?;
        }
        Ok(())
    }

    /// An edge to a place, unless no target lies behind it.
    fn go(
        &mut self,
        cursor: &Cursor,
        condition: TermId,
        moves: Vec<(Var, TermId)>,
        to: Spot,
    ) -> Result<(), TooLarge> {
        if !self.leads(&to) {
            return Ok(());
        }
        let mut env = cursor.env.clone();
        for &(var, value) in &moves {
            let values = cursor.env.values(self.terms, &self.graph, value);
            env.put(self.terms, var, values);
        }
        let key = self.key(&to);
        let node = match self.queue.get(&key) {
            Some(&node) => {
                let start = self.starts[node.index()].as_mut().expect("it waits");
                start.env.meet(&env);
                for (known, new) in start.spot.rounds.iter_mut().zip(&to.rounds) {
                    known.open = known.open.max(new.open);
                }
                node
            }
            None => {
                let node = self.node(Start { spot: to, env, instead: None });
                self.queue.insert(key, node);
                node
            }
        };
        self.edge(cursor, condition, moves, node)
    }

    fn edge(
        &mut self,
        cursor: &Cursor,
        condition: TermId,
        moves: Vec<(Var, TermId)>,
        to: NodeId,
    ) -> Result<(), TooLarge> {
        self.size += 1 + moves.len();
        let edges = &mut self.graph.nodes[cursor.node.index()].edges;
        edges.push(Edge { condition, moves, to });
        if self.size > self.options.largest { Err(TooLarge) } else { Ok(()) }
    }

    /// Whether a target may lie behind a place.
    fn leads(&self, to: &Spot) -> bool {
        let context = &self.contexts[to.context as usize];
        let point = Point { func: context.func, block: to.block, index: to.index };
        self.distances.to_target(point).is_some()
            || (context.leads_on && self.distances.to_return(point).is_some())
    }

    /// A path has got to what is asked about if a condition holds where the node ends.
    fn reach(&mut self, cursor: &Cursor, condition: TermId, at: Point) -> Result<(), TooLarge> {
        let target = match self.targets.get(&at) {
            Some(&target) => target,
            None => {
                let target = self.end(Role::Target);
                self.targets.insert(at, target);
                target
            }
        };
        self.edge(cursor, condition, Vec::new(), target)
    }

    /// Nothing is known behind the node's end if a condition holds.
    pub fn lose(&mut self, cursor: &Cursor, condition: TermId, why: Loss) -> Result<(), TooLarge> {
        let node = match self.lost.get(&why) {
            Some(&node) => node,
            None => {
                let node = self.end(Role::Lost(why));
                self.lost.insert(why, node);
                node
            }
        };
        self.edge(cursor, condition, Vec::new(), node)
    }

    fn end(&mut self, role: Role) -> NodeId {
        let id = NodeId(self.graph.nodes.len() as u32);
        self.graph.nodes.push(Node { role, ..Node::default() });
        self.starts.push(None);
        id
    }

    /// Puts the nodes in order, the ends last, and the beginning of the program first.
    fn finish(mut self) -> Graph {
        let beginning = self.beginning();
        let entry = self.made[0];
        self.graph.nodes[entry.index()].commands.splice(0..0, beginning);
        let ends = self.targets.values().chain(self.lost.values()).copied();
        let order: Vec<NodeId> = self.made.iter().copied().chain(ends).collect();
        let mut number = vec![NodeId(u32::MAX); self.graph.nodes.len()];
        for (new, old) in (0..).map(NodeId).zip(&order) {
            number[old.index()] = new;
        }
        let mut old: Vec<Option<Node>> = self.graph.nodes.drain(..).map(Some).collect();
        for id in order {
            let mut node = old[id.index()].take().expect("each node has one place");
            node.edges.iter_mut().for_each(|edge| edge.to = number[edge.to.index()]);
            self.graph.nodes.push(node);
        }
        for (point, node) in self.targets {
            self.graph.targets.insert(number[node.index()], point);
        }
        if cfg!(debug_assertions) {
            self.graph.verify(self.terms);
        }
        self.graph
    }
}
