//! The constraint graph of an inclusion-based analysis and its solution.
//!
//! A node is a value or a cell of an object; its set holds the places that the value may be a pointer
//! to. An edge says that one set includes another, moved by a step. Loads and stores through a node add edges
//! when its set grows, and calls through it are handed to the builder. Solved in waves (Pereira and
//! Berlin, "Wave Propagation and Deep Propagation for Pointer Analysis"): what is new flows along the
//! edges in topological order, where circles of edges have become one node (their sets are equal, but
//! for steps on the way, which then go round any number of times); then loads and stores add edges for what arrived. A wave looks only at the part of the graph
//! that something new can reach.

use super::set::{PERIOD, Set, Step};
use rustc_hash::FxHashSet;

pub(super) type Node = u32;
pub(super) type Object = u32;

/// An object's content is as many cells as this, of a word each.
const CELLS: u64 = PERIOD / WORD;
/// The size of a cell in bytes.
pub(super) const WORD: u64 = 8;

/// What happens through the pointers of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// What the objects hold in `size` bytes from `offset` on flows to this node.
    Load { to: Node, offset: u64, size: u64 },
    /// This node flows into `size` bytes from `offset` on.
    Store { from: Node, offset: u64, size: u64 },
    /// So many bytes are overwritten with a number.
    Overwrite { size: u64 },
    /// The functions are called at this call site of the builder.
    Call(u32),
    /// The functions may be called from outside of the program.
    CallFromOutside,
}

#[derive(Default)]
struct Data {
    points_to: Set,
    /// The part of the set that has not flowed along the edges yet.
    delta: Set,
    /// The part of the set that the uses have not seen yet.
    unseen: Set,
    /// Wherever a pointer of the set goes by this step is in the set too.
    closed: Option<Step>,
    edges: Vec<(Node, Step)>,
    uses: Vec<Use>,
}

impl Data {
    /// Makes the set closed under a step; whether it was not.
    fn close(&mut self, step: Step) -> bool {
        let all = self.closed.unwrap_or(Step::COPY).repeated_with(step);
        if self.closed.unwrap_or(Step::COPY) == all {
            return false;
        }
        self.closed = Some(all);
        self.points_to = self.points_to.moved(all);
        true
    }
}

/// Where the content of an object is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    /// A function.
    None,
    Unused,
    /// The node of the first cell; the others follow.
    At(Node),
}

#[derive(Default)]
pub(super) struct Graph {
    /// The size of a pointer in memory.
    pointer_bytes: u64,
    /// Union-find: a node that was united with others refers to one that stands for it.
    parent: Vec<Node>,
    data: Vec<Data>,
    content: Vec<Content>,
    known_edges: FxHashSet<(Node, Node, Step)>,
    /// Nodes with a `delta` (perhaps more than once).
    dirty: Vec<Node>,
    /// Nodes with an `unseen` part (perhaps more than once).
    watched: Vec<Node>,
    search: Search,
    /// How often a node's news flowed along its edges: the work done, for tests.
    pub steps: u64,
}

impl Graph {
    pub fn new(pointer_bytes: u64) -> Graph {
        Graph { pointer_bytes, ..Graph::default() }
    }

    pub fn new_nodes(&mut self, count: usize) -> Node {
        let first = self.parent.len();
        self.parent.extend((first..first + count).map(|node| node as Node));
        self.data.resize_with(first + count, Data::default);
        first as Node
    }

    pub fn new_object(&mut self, has_content: bool) -> Object {
        self.content.push(if has_content { Content::Unused } else { Content::None });
        self.content.len() as Object - 1
    }

    /// The node of an object's first cell; `None` for functions.
    fn cells(&mut self, object: Object) -> Option<Node> {
        match self.content[object as usize] {
            Content::None => None,
            Content::At(first) => Some(first),
            Content::Unused => {
                let first = self.new_nodes(CELLS as usize);
                self.content[object as usize] = Content::At(first);
                Some(first)
            }
        }
    }

    /// The cells that an access of `size` bytes touches if it is at any of these offsets.
    fn touched(
        &mut self,
        object: Object,
        offsets: u64,
        size: u64,
    ) -> impl Iterator<Item = Node> + use<> {
        let mut bytes = offsets;
        for by in 1..size.min(PERIOD) {
            bytes |= offsets.rotate_left(by as u32);
        }
        let cell = move |at: &Node| bytes >> (u64::from(*at) * WORD) & 0xff != 0;
        let cells = self
            .cells(object)
            .map(|first| (0..CELLS as Node).filter(cell).map(move |at| first + at));
        cells.into_iter().flatten()
    }

    /// Where only a part of a pointer is overwritten, it may lead anywhere in its object afterwards.
    fn overwrite(&mut self, object: Object, offsets: u64, size: u64) {
        let whole = match self.pointer_bytes {
            4 => 0x1111_1111_1111_1111,
            _ => 0x0101_0101_0101_0101,
        };
        let torn = match size % self.pointer_bytes {
            0 => offsets & !whole,
            _ => offsets,
        };
        if torn != 0 {
            for cell in self.touched(object, torn, size) {
                self.flow_by(cell, cell, Step::ANYWHERE);
            }
        }
    }

    /// `size` bytes from an offset of an object on hold what `from` does.
    pub fn fill(&mut self, object: Object, offset: u64, size: u64, from: Node) {
        for cell in self.touched(object, 1 << (offset % PERIOD), size) {
            self.flow(from, cell);
        }
    }

    pub fn points_to(&self, node: Node) -> &Set {
        &self.data[self.find(node) as usize].points_to
    }

    /// The node that stands for all that were united with this one.
    pub fn find(&self, mut node: Node) -> Node {
        while self.parent[node as usize] != node {
            node = self.parent[node as usize];
        }
        node
    }

    fn find_and_shorten(&mut self, node: Node) -> Node {
        let root = self.find(node);
        let mut at = node;
        while at != root {
            at = std::mem::replace(&mut self.parent[at as usize], root);
        }
        root
    }

    /// The set includes this place.
    pub fn point_to(&mut self, node: Node, object: Object, offset: u64) {
        let node = self.find_and_shorten(node);
        self.absorb(node, &Set::single(object, offset));
    }

    fn absorb(&mut self, node: Node, set: &Set) {
        let data = &mut self.data[node as usize];
        let new = match data.closed {
            None => data.points_to.absorb(set),
            Some(step) => data.points_to.absorb(&set.moved(step)),
        };
        if new.is_empty() {
            return;
        }
        if data.delta.is_empty() {
            self.dirty.push(node);
        }
        data.delta.absorb(&new);
        if !data.uses.is_empty() {
            self.watched.push(node);
            data.unseen.absorb(&new);
        }
    }

    /// From now on, everything in the set of `from` is in the set of `to`.
    pub fn flow(&mut self, from: Node, to: Node) {
        self.flow_by(from, to, Step::COPY);
    }

    /// The same for what a step makes of the set.
    pub fn flow_by(&mut self, from: Node, to: Node, step: Step) {
        let (from, to) = (self.find_and_shorten(from), self.find_and_shorten(to));
        if from == to && step == Step::COPY || !self.known_edges.insert((from, to, step)) {
            return;
        }
        self.data[from as usize].edges.push((to, step));
        let moved = self.data[from as usize].points_to.moved(step);
        self.absorb(to, &moved);
    }

    pub fn add_use(&mut self, node: Node, new: Use) {
        let node = self.find_and_shorten(node);
        let data = &mut self.data[node as usize];
        data.uses.push(new);
        if !data.points_to.is_empty() {
            data.unseen = data.points_to.clone();
            self.watched.push(node);
        }
    }

    /// Makes two nodes one, whose set includes both.
    pub fn unite(&mut self, a: Node, b: Node) {
        let (mut a, mut b) = (self.find_and_shorten(a), self.find_and_shorten(b));
        if a == b {
            return;
        }
        let size = |node: Node| {
            let data = &self.data[node as usize];
            data.edges.len() + data.uses.len()
        };
        if size(a) < size(b) {
            std::mem::swap(&mut a, &mut b);
        }
        let gone = std::mem::take(&mut self.data[b as usize]);
        self.parent[b as usize] = a;
        let data = &mut self.data[a as usize];
        data.edges.extend(gone.edges);
        data.uses.extend(gone.uses);
        data.points_to.absorb(&gone.points_to);
        if let Some(step) = gone.closed {
            data.close(step);
        }
        if let Some(step) = data.closed {
            data.points_to.absorb(&gone.points_to.moved(step));
        }
        if data.points_to.is_empty() {
            return;
        }
        // Edges and uses of either have not seen what came from the other.
        data.delta = data.points_to.clone();
        self.dirty.push(a);
        if !data.uses.is_empty() {
            data.unseen = data.points_to.clone();
            self.watched.push(a);
        }
    }

    /// Whether there is something left to do.
    pub fn is_solved(&self) -> bool {
        self.dirty.is_empty() && self.watched.is_empty()
    }

    /// Lets everything new flow along the edges.
    pub fn propagate(&mut self) {
        let mut starts = std::mem::take(&mut self.dirty);
        for node in &mut starts {
            *node = self.find(*node);
        }
        let mut search = std::mem::take(&mut self.search);
        search.run(self, &starts);
        for component in search.components() {
            for &other in &component[1..] {
                self.unite(component[0], other);
            }
        }
        // What uniting has marked lies in these components.
        self.dirty.clear();
        for component in search.components().rev() {
            self.propagate_from(component[0]);
        }
        self.search = search;
        debug_assert!(self.dirty.iter().all(|&n| self.data[n as usize].delta.is_empty()));
        self.dirty.clear();
    }

    fn propagate_from(&mut self, node: Node) {
        let node = self.find_and_shorten(node);
        if self.data[node as usize].delta.is_empty() {
            return;
        }
        self.steps += 1;
        let mut edges = std::mem::take(&mut self.data[node as usize].edges);
        for (to, _) in &mut edges {
            *to = self.find_and_shorten(*to);
        }
        edges.sort_unstable();
        edges.dedup();
        let data = &mut self.data[node as usize];
        let mut grown = false;
        edges.retain(|&(to, step)| {
            grown |= to == node && data.close(step);
            to != node
        });
        if grown {
            data.delta = data.points_to.clone();
            if !data.uses.is_empty() {
                data.unseen = data.points_to.clone();
                self.watched.push(node);
            }
        }
        let delta = std::mem::take(&mut data.delta);
        for &(to, step) in &edges {
            if step == Step::COPY {
                self.absorb(to, &delta);
            } else {
                self.absorb(to, &delta.moved(step));
            }
        }
        self.data[node as usize].edges = edges;
    }

    /// Adds the edges of loads and stores for what has arrived at their addresses. The functions that
    /// have arrived where they are called: the use, and the function's object.
    pub fn apply_uses(&mut self) -> Vec<(Use, Object)> {
        let mut calls = Vec::new();
        for node in std::mem::take(&mut self.watched) {
            let node = self.find_and_shorten(node);
            let unseen = std::mem::take(&mut self.data[node as usize].unseen);
            if unseen.is_empty() {
                continue;
            }
            let uses = self.data[node as usize].uses.clone();
            for (object, offsets) in unseen.iter() {
                let is_function = self.content[object as usize] == Content::None;
                for &what in &uses {
                    match what {
                        Use::Load { to, offset, size } => {
                            let offsets = offsets.rotate_left((offset % PERIOD) as u32);
                            for cell in self.touched(object, offsets, size) {
                                self.flow(cell, to);
                            }
                        }
                        Use::Store { from, offset, size } => {
                            let offsets = offsets.rotate_left((offset % PERIOD) as u32);
                            for cell in self.touched(object, offsets, size) {
                                self.flow(from, cell);
                            }
                            self.overwrite(object, offsets, size);
                        }
                        Use::Overwrite { size } => self.overwrite(object, offsets, size),
                        Use::Call(_) | Use::CallFromOutside if is_function => {
                            calls.push((what, object));
                        }
                        Use::Call(_) | Use::CallFromOutside => {}
                    }
                }
            }
        }
        calls
    }
}

/// Tarjan's search for strongly connected components, from given nodes only; its tables are kept from
/// one wave to the next and never cleared as a whole.
#[derive(Default)]
struct Search {
    /// By node: in which run it was last visited, its number there, the least number it leads to, and
    /// whether its component is complete.
    visits: Vec<Visit>,
    run: u32,
    /// The nodes of all components, each component after those that it leads to.
    members: Vec<Node>,
    /// Where the components end in `members`.
    ends: Vec<usize>,
}

#[derive(Clone, Copy, Default)]
struct Visit {
    run: u32,
    number: u32,
    low: u32,
    complete: bool,
}

impl Search {
    fn run(&mut self, graph: &Graph, starts: &[Node]) {
        self.visits.resize(graph.parent.len(), Visit::default());
        self.run += 1;
        self.members.clear();
        self.ends.clear();
        let mut time = 0;
        let mut pending: Vec<Node> = Vec::new();
        let mut walk: Vec<(Node, usize)> = Vec::new();
        for &start in starts {
            if self.visits[start as usize].run == self.run {
                continue;
            }
            self.open(start, &mut time, &mut pending);
            walk.push((start, 0));
            while let Some(&mut (node, ref mut next)) = walk.last_mut() {
                if let Some(&(target, _)) = graph.data[node as usize].edges.get(*next) {
                    *next += 1;
                    let target = graph.find(target);
                    let seen = self.visits[target as usize];
                    if seen.run != self.run {
                        self.open(target, &mut time, &mut pending);
                        walk.push((target, 0));
                    } else if !seen.complete {
                        let low = &mut self.visits[node as usize].low;
                        *low = (*low).min(seen.number);
                    }
                    continue;
                }
                walk.pop();
                let done = self.visits[node as usize];
                if let Some(&(parent, _)) = walk.last() {
                    let low = &mut self.visits[parent as usize].low;
                    *low = (*low).min(done.low);
                }
                if done.low == done.number {
                    self.close(node, &mut pending);
                }
            }
        }
    }

    fn open(&mut self, node: Node, time: &mut u32, pending: &mut Vec<Node>) {
        let visit = Visit { run: self.run, number: *time, low: *time, complete: false };
        self.visits[node as usize] = visit;
        *time += 1;
        pending.push(node);
    }

    fn close(&mut self, root: Node, pending: &mut Vec<Node>) {
        loop {
            let member = pending.pop().expect("the component's root is pending");
            self.visits[member as usize].complete = true;
            self.members.push(member);
            if member == root {
                break;
            }
        }
        self.ends.push(self.members.len());
    }

    /// Successors before predecessors.
    fn components(&self) -> impl DoubleEndedIterator<Item = &[Node]> {
        (0..self.ends.len()).map(|i| {
            let start = if i == 0 { 0 } else { self.ends[i - 1] };
            &self.members[start..self.ends[i]]
        })
    }
}
