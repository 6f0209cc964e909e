//! The arena: nodes, the table that finds them again, and side data.
//!
//! Owned by one worker, without locks. [`Terms::intern`] is the only way a node comes into being;
//! the smart constructors of [`crate::build`] decide which nodes are asked for.

use crate::blind::BlindMemo;
use crate::ids::{BaseId, SymbolId, TermId};
use crate::index::{Found, Index};
use crate::known;
use crate::node::Node;
use crate::op::{Op, Sort};
use crate::rewrite::Rewrite;
use crate::table::Table;
use crate::view::Children;
use dunlin_ir::Bits;
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub name: Arc<str>,
    pub sort: Sort,
    pub term: TermId,
}

/// What the base address of an object carries. Equal values mean the same base.
///
/// A model must give a base an address that is a multiple of `align`, and not zero if `non_null`:
/// rewrites rely on the alignment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Base {
    /// Which object: whatever the memory model numbers its objects by.
    pub object: u64,
    /// The width of an address.
    pub width: u32,
    /// In bytes, of address width; unknown for an abstract object.
    pub size: Option<TermId>,
    /// A power of two.
    pub align: u64,
    pub non_null: bool,
}

/// Hash-consed terms.
pub struct Terms {
    nodes: Vec<Node>,
    /// Every live node by its hash.
    index: Index,
    /// The first recycled node; each names the next in field a.
    pub(crate) free: u32,
    pub(crate) live: usize,
    pub(crate) wide: SideArena<Bits>,
    pub(crate) tables: SideArena<Table>,
    pub(crate) sorts: Vec<(u32, u32)>,
    symbols: Vec<Symbol>,
    symbol_names: FxHashMap<Arc<str>, SymbolId>,
    bases: Vec<(Base, TermId)>,
    base_ids: FxHashMap<Base, BaseId>,
    rewrites: [u64; Rewrite::ALL.len()],
    pub(crate) free_symbols: FxHashMap<TermId, Arc<[TermId]>>,
    pub(crate) blind: BlindMemo,
}

impl Default for Terms {
    fn default() -> Self {
        Terms::new()
    }
}

impl Terms {
    pub fn new() -> Terms {
        let mut terms = Terms {
            nodes: vec![Node::DEAD],
            index: Index::new(),
            free: 0,
            live: 0,
            wide: SideArena::default(),
            tables: SideArena::default(),
            sorts: Vec::new(),
            symbols: Vec::new(),
            symbol_names: FxHashMap::default(),
            bases: Vec::new(),
            base_ids: FxHashMap::default(),
            rewrites: [0; Rewrite::ALL.len()],
            free_symbols: FxHashMap::default(),
            blind: BlindMemo::default(),
        };
        let (no, yes) = (terms.constant(1, 0), terms.constant(1, 1));
        assert!(no == TermId::FALSE && yes == TermId::TRUE);
        terms
    }

    // ---- nodes -----------------------------------------------------------------------------------
    /// The term of `node`, whose flags and known zeros are filled in here.
    #[inline]
    pub(crate) fn intern(&mut self, mut node: Node) -> TermId {
        let arity = node.op.arity();
        if arity > 0 {
            for (i, child) in node.fields()[..arity].iter().enumerate() {
                let binders = u32::from(node.op == Op::Forall && i == 2);
                let child = self.nodes[*child as usize];
                debug_assert!(child.op != Op::Dead, "a child was recycled");
                if child.flags > 1 {
                    node.inherit(&child, binders);
                }
            }
            known::fill_known_ends(self, &mut node);
        }
        self.intern_filled(node)
    }

    /// As [`Terms::intern`], with flags and known zeros already there.
    #[inline]
    pub(crate) fn intern_filled(&mut self, node: Node) -> TermId {
        let hash = node.hash();
        let nodes = &mut self.nodes;
        let place = match self.index.find(hash, |index| nodes[index as usize] == node) {
            Found::Index(index) => return TermId::new(index),
            Found::Vacant(place) => place,
        };
        let index = if self.free != 0 {
            let index = self.free;
            self.free = nodes[index as usize].a;
            nodes[index as usize] = node;
            index
        } else {
            push_compactly(nodes, node)
        };
        self.index.insert_at(place, hash, index);
        self.live += 1;
        TermId::new(index)
    }

    #[inline]
    pub(crate) fn node(&self, term: TermId) -> Node {
        self.nodes[term.index()]
    }

    #[inline]
    pub(crate) fn raw_node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    pub(crate) fn nodes_mut(&mut self) -> (&mut Vec<Node>, &mut Index) {
        (&mut self.nodes, &mut self.index)
    }

    #[inline]
    pub(crate) fn count(&mut self, rewrite: Rewrite) {
        self.rewrites[rewrite as usize] += 1;
    }

    /// How often a rewrite was applied.
    pub fn rewrites(&self, rewrite: Rewrite) -> u64 {
        self.rewrites[rewrite as usize]
    }

    // ---- what a term is --------------------------------------------------------------------------
    #[inline]
    pub fn op(&self, term: TermId) -> Op {
        self.nodes[term.index()].op
    }

    /// The width of a bit-vector.
    #[inline]
    pub fn width(&self, term: TermId) -> u32 {
        let node = &self.nodes[term.index()];
        debug_assert!(!node.is_array(), "an array has no width");
        node.width
    }

    pub fn is_array(&self, term: TermId) -> bool {
        self.nodes[term.index()].is_array()
    }

    pub fn sort(&self, term: TermId) -> Sort {
        let node = &self.nodes[term.index()];
        if node.is_array() {
            let (index, element) = self.sorts[node.width as usize];
            Sort::Array { index, element }
        } else {
            Sort::BitVec(node.width)
        }
    }

    pub fn children(&self, term: TermId) -> Children {
        Children::of(&self.nodes[term.index()])
    }

    /// Whether a base address occurs in the term.
    pub fn has_base(&self, term: TermId) -> bool {
        self.nodes[term.index()].has_base()
    }

    /// Whether a quantifier occurs in the term.
    pub fn has_quantifier(&self, term: TermId) -> bool {
        self.nodes[term.index()].has_forall()
    }

    /// How many quantifiers must enclose the term for it to be closed; 0 for a closed term.
    pub fn loose_bound(&self, term: TermId) -> u32 {
        self.nodes[term.index()].loose()
    }

    /// Known zero bits: at least this many at the top and at the bottom.
    pub fn known_zero_ends(&self, term: TermId) -> (u32, u32) {
        let node = &self.nodes[term.index()];
        if node.op.is_float() || node.is_array() { (0, 0) } else { (node.p.into(), node.q.into()) }
    }

    // ---- sizes -----------------------------------------------------------------------------------
    /// Live terms.
    pub fn len(&self) -> usize {
        self.live
    }

    /// Never: the truth values are always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// A bound of all [`TermId::index`], for dense side tables.
    pub fn capacity(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes of nodes, table and side arenas, spare room included.
    pub fn memory_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.index.memory_bytes()
            + self.wide.memory_bytes(|bits| bits.words().len() * 8)
            + self.tables.memory_bytes(Table::memory_bytes)
    }

    // ---- symbols and bases -----------------------------------------------------------------------
    /// The variable of this name. A name has one sort: asking for it with another is an error.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> Result<TermId, SortClash> {
        if let Some(&id) = self.symbol_names.get(name) {
            let known = &self.symbols[id.index()];
            if known.sort != sort {
                return Err(SortClash { name: name.into(), known: known.sort, asked: sort });
            }
            return Ok(known.term);
        }
        let id = self.symbols.len() as u32;
        let mut node = Node::new(Op::Symbol, 0, id, 0, 0);
        match sort {
            Sort::BitVec(width) => {
                assert!(width > 0, "a bit-vector has at least one bit");
                node.width = width;
            }
            Sort::Array { index, element } => {
                node.width = self.array_sort(index, element);
                node.set_array();
            }
        }
        let term = self.intern_filled(node);
        let name: Arc<str> = name.into();
        self.symbols.push(Symbol { name: name.clone(), sort, term });
        self.symbol_names.insert(name, SymbolId(id));
        Ok(term)
    }

    pub fn symbol_info(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }

    /// All symbols, in the order of their ids.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    pub fn find_symbol(&self, name: &str) -> Option<SymbolId> {
        self.symbol_names.get(name).copied()
    }

    /// The base address of an object.
    pub fn base(&mut self, base: &Base) -> TermId {
        if let Some(&id) = self.base_ids.get(base) {
            return self.bases[id.index()].1;
        }
        assert!(base.align.is_power_of_two(), "an alignment is a power of two");
        let id = self.bases.len() as u32;
        let mut node = Node::new(Op::Base, base.width, id, 0, 0);
        node.q = base.align.trailing_zeros().min(base.width) as u8;
        node.set_base();
        let term = self.intern_filled(node);
        self.bases.push((base.clone(), term));
        self.base_ids.insert(base.clone(), BaseId(id));
        term
    }

    pub fn base_info(&self, id: BaseId) -> &Base {
        &self.bases[id.index()].0
    }

    /// All bases, in the order of their ids.
    pub fn bases(&self) -> impl Iterator<Item = BaseId> {
        (0..self.bases.len() as u32).map(BaseId)
    }

    /// The terms that symbols and bases need, whatever else is dead.
    pub(crate) fn permanent(&self) -> impl Iterator<Item = TermId> {
        let symbols = self.symbols.iter().map(|symbol| symbol.term);
        let bases = self.bases.iter().flat_map(|(base, term)| base.size.into_iter().chain([*term]));
        [TermId::FALSE, TermId::TRUE].into_iter().chain(symbols).chain(bases)
    }

    /// The number of an array sort.
    pub(crate) fn array_sort(&mut self, index: u32, element: u32) -> u32 {
        assert!(index > 0 && element > 0, "a bit-vector has at least one bit");
        let sort = (index, element);
        let known = self.sorts.iter().position(|&known| known == sort);
        known.unwrap_or_else(|| {
            self.sorts.push(sort);
            self.sorts.len() - 1
        }) as u32
    }

    /// Widths of index and element.
    #[inline]
    pub(crate) fn array_widths(&self, array: TermId) -> (u32, u32) {
        let node = &self.nodes[array.index()];
        debug_assert!(node.is_array(), "not an array");
        self.sorts[node.width as usize]
    }
}

/// A name was asked for with two sorts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the symbol {name} has sort {known:?} and cannot also have {asked:?}")]
pub struct SortClash {
    pub name: String,
    pub known: Sort,
    pub asked: Sort,
}

/// The table looks at the top seven bits and at the low ones.
#[inline]
fn widen(hash: u32) -> u64 {
    u64::from(hash) | u64::from(hash) << 32
}

/// Grows by a quarter at most, since half-empty doubling would cost more than the table does.
#[inline]
fn push_compactly(nodes: &mut Vec<Node>, node: Node) -> u32 {
    let index = u32::try_from(nodes.len()).expect("an arena holds at most 2^32 terms");
    if nodes.len() == nodes.capacity() {
        nodes.reserve_exact((nodes.len() / 4).max(64));
    }
    nodes.push(node);
    index
}

/// Hash-consed values that do not fit into a node, with slots that are used again.
pub(crate) struct SideArena<T> {
    slots: Vec<Option<T>>,
    free: Vec<u32>,
    table: HashTable<(u32, u32)>,
}

impl<T> Default for SideArena<T> {
    fn default() -> Self {
        SideArena { slots: Vec::new(), free: Vec::new(), table: HashTable::new() }
    }
}

impl<T: Hash + Eq> SideArena<T> {
    pub fn intern(&mut self, value: T) -> u32 {
        let hash = rustc_hash::FxBuildHasher.hash_one(&value) as u32;
        let slots = &self.slots;
        let same = |&(other, index): &(u32, u32)| {
            other == hash && slots[index as usize].as_ref() == Some(&value)
        };
        if let Some(&(_, index)) = self.table.find(widen(hash), same) {
            return index;
        }
        let index = match self.free.pop() {
            Some(index) => index,
            None => {
                self.slots.push(None);
                self.slots.len() as u32 - 1
            }
        };
        self.slots[index as usize] = Some(value);
        self.table.insert_unique(widen(hash), (hash, index), |&(hash, _)| widen(hash));
        index
    }

    pub fn get(&self, index: u32) -> &T {
        self.slots[index as usize].as_ref().expect("a live term refers to live side data")
    }

    /// Frees all slots for which `alive` is false.
    pub fn retain(&mut self, alive: impl Fn(u32) -> bool) {
        self.table.retain(|&mut (_, index)| alive(index));
        for (index, slot) in self.slots.iter_mut().enumerate() {
            if slot.is_some() && !alive(index as u32) {
                *slot = None;
                self.free.push(index as u32);
            }
        }
    }

    fn memory_bytes(&self, heap: impl Fn(&T) -> usize) -> usize {
        self.slots.capacity() * size_of::<Option<T>>()
            + self.table.allocation_size()
            + self.slots.iter().flatten().map(heap).sum::<usize>()
    }
}
