//! The end of a path: from the point that backward execution has got to, down to the target (the paper's Table I).
//!
//! All terms of a state speak of one moment: before the next instruction that is executed backward. An unknown is
//! a symbol for what a register or a place in memory holds then. When the instruction comes that defines it, the
//! unknown is bound to what it is over the moment before, and nobody asks for it any more.

use crate::base::Object;
use crate::history::{Event, History};
use crate::obligation::Obligation;
use crate::search::Lost;
use dunlin_ir::cfg::EdgeId;
use dunlin_ir::{BlockId, FuncId, Point, Reg};
use dunlin_solver::chain::Path;
use dunlin_term::{Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// An activation that the path ends in, or one that it will come back to.
#[derive(Clone, Debug)]
pub struct Frame {
    pub func: FuncId,
    pub block: BlockId,
    /// The instructions of the block before this one have not been executed. Of a frame below the top one, it is
    /// the call that leads to the next.
    pub index: u32,
    /// The registers that something asks for, each with its unknown.
    pub unknowns: Vec<(Reg, TermId)>,
    /// The activation has returned before the path ends: its variables are dead there.
    pub over: bool,
    /// The object that its variable arguments lie in, if something has asked for them.
    pub varargs: Option<usize>,
}

impl Frame {
    pub fn at(point: Point, over: bool) -> Frame {
        let Point { func, block, index } = point;
        Frame { func, block, index, unknowns: Vec::new(), over, varargs: None }
    }
}

/// Bytes of memory that something asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// The unknown that stands for them.
    pub symbol: TermId,
    pub address: TermId,
    pub bytes: u32,
    /// Stores with smaller numbers do not matter: they come later in the program, or write elsewhere.
    pub since: u64,
}

/// What a store puts to its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    Value {
        value: TermId,
        bytes: u32,
    },
    /// `length` times the same byte.
    Fill {
        byte: TermId,
        length: TermId,
    },
    /// What lies elsewhere.
    Copy {
        from: TermId,
        length: TermId,
    },
    /// The first bytes of an input, an array.
    Input {
        array: TermId,
        length: TermId,
    },
    /// Nobody knows what; up to the end of the object, if there is no length.
    Unknown {
        length: Option<TermId>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Store {
    pub number: u64,
    pub address: TermId,
    pub effect: Effect,
}

/// Bytes that must be there, since the path went on after it used them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    pub address: TermId,
    pub length: TermId,
    pub write: bool,
    pub at: Point,
}

/// A condition of the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Want {
    pub condition: TermId,
    pub at: Point,
}

/// Where the path takes input from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The call that makes it.
    pub at: Point,
    /// A number, or an array of bytes.
    pub symbol: TermId,
    pub bytes: u64,
}

/// Edges of a path.
pub type Crossed = Rc<FxHashSet<(FuncId, EdgeId)>>;

/// Open conditions that have a common solution.
#[derive(Clone)]
pub struct Together {
    /// The path of the state, and these conditions.
    pub path: Path,
    pub conditions: Vec<TermId>,
    /// How many constraints the path had without them.
    pub settled: usize,
}

#[derive(Clone)]
pub struct State {
    /// The last one is executed.
    pub frames: Vec<Frame>,
    /// Conditions in which something is unknown.
    pub open: Vec<Want>,
    pub reads: Vec<Read>,
    /// Stores that some read may come from, the latest of the program first.
    pub stores: Vec<Store>,
    pub next_store: u64,
    pub accesses: Vec<Access>,
    /// What must go wrong where the path ends, as far as no condition says it yet.
    pub obligation: Option<Box<Obligation>>,
    /// The line that the path's end is on the way to must be reached by callers that are not known yet.
    pub owes_line: bool,
    /// What unknowns were found to be since the last forward pass, in this order.
    pub bindings: Vec<(TermId, TermId)>,
    /// The local objects of the path.
    pub objects: Rc<Vec<Object>>,
    /// When something may have died, and where it lay, if that is known.
    pub deaths: Rc<Vec<(u64, Option<TermId>)>>,
    /// Conditions without unknowns, with a solution.
    pub path: Path,
    /// All conditions of `path`, from the target upwards, with where they come from.
    pub settled: Rc<Vec<Want>>,
    /// What is known of the open conditions together.
    pub together: Option<Rc<Together>>,
    /// Pairs of objects that are known to lie apart, and single objects whose place is known to be sound.
    pub placed: Rc<FxHashSet<(TermId, TermId)>>,
    pub inputs: Rc<Vec<Input>>,
    /// How often the path goes along edges of cycles.
    pub edges: Rc<FxHashMap<(FuncId, EdgeId), u32>>,
    /// The most of these.
    pub rounds: u32,
    /// The edges that the path goes along where a block has several (see `closed.rs`).
    pub crossed: Crossed,
    pub history: History,
    /// Instructions of the path.
    pub steps: u64,
    /// Names of its symbols.
    next_symbol: u32,
    /// Why the path says nothing about reachability, if it does not.
    pub lost: Option<Lost>,
    /// It begins where the program does.
    pub whole: bool,
    /// Something has changed that the forward pass should look at.
    pub stirred: bool,
    /// Instructions since the last forward pass.
    pub since_resolved: u64,
}

/// What a symbol stands for; the first letter of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An unknown that is a pointer: the base of an abstract object.
    Pointer,
    /// Another unknown.
    Unknown,
    /// Anything: nothing on the path restricts it but its conditions.
    Free,
}

impl Kind {
    fn letter(self) -> char {
        match self {
            Kind::Pointer => 'p',
            Kind::Unknown => 'u',
            Kind::Free => 'x',
        }
    }
}

impl State {
    /// A path that consists of the target alone.
    pub fn at(point: Point) -> State {
        State {
            frames: vec![Frame::at(point, false)],
            open: Vec::new(),
            reads: Vec::new(),
            stores: Vec::new(),
            next_store: 0,
            accesses: Vec::new(),
            obligation: None,
            owes_line: false,
            bindings: Vec::new(),
            objects: Rc::default(),
            deaths: Rc::default(),
            path: Path::new(),
            settled: Rc::default(),
            together: None,
            placed: Rc::default(),
            inputs: Rc::default(),
            edges: Rc::default(),
            rounds: 0,
            crossed: Rc::default(),
            history: History::default(),
            steps: 0,
            next_symbol: 0,
            lost: None,
            whole: false,
            stirred: false,
            since_resolved: 0,
        }
    }

    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a path is somewhere")
    }

    pub fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a path is somewhere")
    }

    /// The instruction before which it stands.
    pub fn point(&self) -> Point {
        let Frame { func, block, index, .. } = *self.top();
        Point { func, block, index }
    }

    /// A new symbol. States that do the same get the same names, so that what solvers know of one helps the others.
    pub fn fresh(&mut self, terms: &mut Terms, kind: Kind, width: u32) -> TermId {
        let name = format!("~{}{width}.{}", kind.letter(), self.next_symbol);
        self.next_symbol += 1;
        terms.symbol(&name, Sort::BitVec(width)).expect("the width is part of the name")
    }

    /// A new array of bytes that can be anything.
    pub fn fresh_array(&mut self, terms: &mut Terms, index: u32) -> TermId {
        let name = format!("~a{index}.{}", self.next_symbol);
        self.next_symbol += 1;
        terms.symbol(&name, Sort::Array { index, element: 8 }).expect("the width is in the name")
    }

    /// The unknown for a register of the running activation, if something asks for it; it is asked for no more.
    pub fn take(&mut self, reg: Reg) -> Option<TermId> {
        let unknowns = &mut self.top_mut().unknowns;
        let at = unknowns.iter().position(|&(known, _)| known == reg)?;
        Some(unknowns.swap_remove(at).1)
    }

    /// An unknown is this, over what holds before the instruction.
    pub fn bind(&mut self, unknown: TermId, value: TermId) {
        self.bindings.push((unknown, value));
        self.stirred = true;
    }

    pub fn want(&mut self, condition: TermId, at: Point) {
        if condition != TermId::TRUE {
            self.open.push(Want { condition, at });
            self.history.push(at, Event::Condition(condition));
            self.stirred = true;
        }
    }

    pub fn read(&mut self, symbol: TermId, address: TermId, bytes: u32) {
        let since = self.next_store;
        self.reads.push(Read { symbol, address, bytes, since });
        self.stirred = true;
    }

    pub fn store(&mut self, at: Point, address: TermId, effect: Effect) {
        let value = match effect {
            Effect::Value { value, .. } => Some(value),
            _ => None,
        };
        self.history.push(at, Event::Stored { place: address, value });
        // Nobody who comes later, backward, can ask for what is stored here.
        if self.reads.is_empty() {
            return;
        }
        self.stores.push(Store { number: self.next_store, address, effect });
        self.next_store += 1;
        self.stirred = true;
    }

    /// All memory may hold anything.
    pub fn forget_memory(&mut self, terms: &mut Terms) {
        for read in std::mem::take(&mut self.reads) {
            let anything = self.fresh(terms, Kind::Free, read.bytes * 8);
            self.bind(read.symbol, anything);
        }
    }

    /// The path goes along an edge.
    pub fn cross(&mut self, edge: (FuncId, EdgeId)) {
        if !self.crossed.contains(&edge) {
            Rc::make_mut(&mut self.crossed).insert(edge);
        }
    }

    pub fn lose(&mut self, why: Lost) {
        self.lost.get_or_insert(why);
    }

    pub fn die(&mut self, address: Option<TermId>) {
        let now = self.steps;
        // A moment matters only if it lies between the births of two objects: the last one tells the same if no object
        // was born since.
        if let Some(&(last, known)) = self.deaths.last()
            && known == address
            && !self.objects.iter().rev().any(|object| object.born > last)
        {
            return;
        }
        Rc::make_mut(&mut self.deaths).push((now, address));
    }

    /// How much it holds that a step may have to look at.
    pub fn load(&self) -> usize {
        self.open.len() + self.reads.len() + 2 * (self.stores.len() + self.accesses.len())
    }

    /// All terms that it holds.
    pub fn terms(&self) -> Vec<TermId> {
        let mut terms: Vec<TermId> = Vec::new();
        let unknowns = self.frames.iter().flat_map(|frame| &frame.unknowns);
        terms.extend(unknowns.map(|&(_, unknown)| unknown));
        terms.extend(self.open.iter().chain(self.settled.iter()).map(|want| want.condition));
        terms.extend(self.reads.iter().flat_map(|read| [read.symbol, read.address]));
        for store in &self.stores {
            terms.push(store.address);
            terms.extend(store.effect.terms());
        }
        terms.extend(self.accesses.iter().flat_map(|access| [access.address, access.length]));
        terms.extend(self.obligation.iter().flat_map(|obligation| obligation.terms()));
        terms.extend(self.bindings.iter().flat_map(|&(unknown, value)| [unknown, value]));
        terms.extend(self.objects.iter().flat_map(|object| [object.base, object.size]));
        terms.extend(self.deaths.iter().filter_map(|&(_, address)| address));
        terms.extend(self.path.constraints());
        terms.extend(self.together.iter().flat_map(|together| together.path.constraints()));
        terms.extend(self.placed.iter().flat_map(|&(one, other)| [one, other]));
        terms.extend(self.inputs.iter().map(|input| input.symbol));
        terms
    }

    /// Memory is asked about in order, and what is known is not unknown.
    pub fn verify(&self) {
        assert!(!self.frames.is_empty(), "a path is somewhere");
        assert!(self.stores.is_sorted_by_key(|store| store.number), "stores come in order");
        for read in &self.reads {
            assert!(read.since <= self.next_store && read.bytes > 0, "{read:?}");
        }
        for frame in &self.frames {
            let mut regs: Vec<Reg> = frame.unknowns.iter().map(|&(reg, _)| reg).collect();
            regs.sort_unstable();
            assert!(regs.windows(2).all(|pair| pair[0] != pair[1]), "a register has one unknown");
        }
    }
}

impl Effect {
    pub fn terms(&self) -> impl Iterator<Item = TermId> {
        let both = match *self {
            Effect::Value { value, .. } => [Some(value), None],
            Effect::Fill { byte, length } => [Some(byte), Some(length)],
            Effect::Copy { from, length } => [Some(from), Some(length)],
            Effect::Input { array, length } => [Some(array), Some(length)],
            Effect::Unknown { length } => [length, None],
        };
        both.into_iter().flatten()
    }

    pub fn map(&mut self, mut f: impl FnMut(TermId) -> TermId) {
        match self {
            Effect::Value { value, .. } => *value = f(*value),
            Effect::Fill { byte: one, length }
            | Effect::Copy { from: one, length }
            | Effect::Input { array: one, length } => {
                *one = f(*one);
                *length = f(*length);
            }
            Effect::Unknown { length } => *length = length.map(f),
        }
    }
}
