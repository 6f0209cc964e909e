//! Terms without their arena: what two states in different arenas, or at different times, can be compared by.
//!
//! A [`Form`] has the nodes of some terms, children first, in the order in which they are met from the roots.
//! Symbols have numbers, in the order of their first use; their names stand beside, so that terms that differ only
//! in the names of symbols have equal nodes. Bases keep the object that they are of. The order of operands is that
//! of the arena, so that equal terms of different arenas can have different forms; never the other way round.

use crate::arena::{Base, Terms};
use crate::ids::{BaseId, SymbolId, TermId};
use crate::node::Node;
use crate::op::{Op, Sort};
use crate::table::Table;
use dunlin_ir::Bits;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// One node; children are numbers of nodes before it.
#[derive(Clone, PartialEq, Debug)]
enum Piece {
    Node {
        op: Op,
        bytes: [u8; 3],
        width: u32,
        fields: [u32; 3],
    },
    Array {
        op: Op,
        bytes: [u8; 3],
        sort: (u32, u32),
        fields: [u32; 3],
    },
    Wide(Bits),
    Table(Table),
    /// By its number in [`Form::symbols`].
    Symbol(u32),
    Base {
        object: u64,
        width: u32,
        size: Option<u64>,
        align: u64,
        non_null: bool,
    },
}

impl Piece {
    fn children(&self) -> &[u32] {
        match self {
            Piece::Node { op, fields, .. } | Piece::Array { op, fields, .. } => {
                &fields[..op.arity()]
            }
            _ => &[],
        }
    }

    fn children_mut(&mut self) -> &mut [u32] {
        match self {
            Piece::Node { op, fields, .. } | Piece::Array { op, fields, .. } => {
                &mut fields[..op.arity()]
            }
            _ => &mut [],
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Form {
    pieces: Vec<Piece>,
    roots: Vec<u32>,
    symbols: Vec<(Arc<str>, Sort)>,
}

/// Equal but for the names of symbols.
impl PartialEq for Form {
    fn eq(&self, other: &Form) -> bool {
        let sorts = |form: &Form| form.symbols.iter().map(|(_, sort)| *sort).collect::<Vec<_>>();
        self.roots == other.roots && self.pieces == other.pieces && sorts(self) == sorts(other)
    }
}

impl Eq for Form {}

impl Hash for Form {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.roots.hash(state);
        self.symbols.len().hash(state);
        for piece in &self.pieces {
            match piece {
                Piece::Node { op, bytes, width, fields } => {
                    (*op as u8, bytes, width, fields).hash(state);
                }
                Piece::Array { op, bytes, sort, fields } => {
                    (*op as u8, bytes, sort, fields).hash(state);
                }
                Piece::Wide(bits) => bits.words().hash(state),
                Piece::Table(_) => 1u8.hash(state),
                Piece::Symbol(number) => (2u8, number).hash(state),
                Piece::Base { object, .. } => (3u8, object).hash(state),
            }
        }
    }
}

impl Form {
    /// The names of symbols, by number.
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = (&str, Sort)> {
        self.symbols.iter().map(|(name, sort)| (&**name, *sort))
    }

    /// How many terms it has.
    pub fn roots(&self) -> usize {
        self.roots.len()
    }

    /// How many parts its terms have, each counted once.
    pub fn size(&self) -> usize {
        self.pieces.len()
    }

    /// How many bytes it takes, about.
    pub fn bytes(&self) -> usize {
        self.pieces.len() * size_of::<Piece>()
            + self.roots.len() * size_of::<u32>()
            + self.symbols.len() * (size_of::<(Arc<str>, Sort)>() + 24)
    }

    /// The form of some of the terms, by their places; nothing else is left.
    pub fn selected(&self, places: &[usize]) -> Form {
        let mut used = vec![false; self.pieces.len()];
        places.iter().for_each(|&place| used[self.roots[place] as usize] = true);
        // Children come before what they are part of.
        for number in (0..self.pieces.len()).rev() {
            if used[number] {
                self.pieces[number]
                    .children()
                    .iter()
                    .for_each(|&child| used[child as usize] = true);
            }
        }
        let mut form = Form::default();
        let mut numbers = vec![0; self.pieces.len()];
        let mut symbols: FxHashMap<u32, u32> = FxHashMap::default();
        for (number, piece) in self.pieces.iter().enumerate().filter(|(number, _)| used[*number]) {
            let mut piece = piece.clone();
            piece.children_mut().iter_mut().for_each(|child| *child = numbers[*child as usize]);
            if let Piece::Symbol(symbol) = &mut piece {
                *symbol = *symbols.entry(*symbol).or_insert_with(|| {
                    form.symbols.push(self.symbols[*symbol as usize].clone());
                    form.symbols.len() as u32 - 1
                });
            }
            numbers[number] = form.pieces.len() as u32;
            form.pieces.push(piece);
        }
        form.roots = places.iter().map(|&place| numbers[self.roots[place] as usize]).collect();
        form
    }

    /// Whether the address of an object occurs.
    pub fn has_base(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Base { .. }))
    }

    /// The terms in an arena, whose symbols and bases are those of the same names; `None` if a name is that of
    /// a symbol of another sort there.
    pub fn terms(&self, terms: &mut Terms) -> Option<Vec<TermId>> {
        let mut ids: Vec<TermId> = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            let id = match piece {
                Piece::Node { op, bytes, width, fields } => {
                    node(terms, &ids, *op, *bytes, *width, *fields)
                }
                Piece::Array { op, bytes, sort: (index, element), fields } => {
                    let sort = terms.array_sort(*index, *element);
                    node(terms, &ids, *op, *bytes, sort, *fields)
                }
                Piece::Wide(bits) => terms.constant_bits(bits),
                Piece::Table(table) => terms.table(table.clone()),
                Piece::Symbol(number) => {
                    let (name, sort) = &self.symbols[*number as usize];
                    terms.symbol(name, *sort).ok()?
                }
                &Piece::Base { object, width, size, align, non_null } => {
                    let size = size.map(|size| terms.constant(width, size));
                    terms.base(&Base { object, width, size, align, non_null })
                }
            };
            ids.push(id);
        }
        Some(self.roots.iter().map(|&root| ids[root as usize]).collect())
    }
}

fn node(
    terms: &mut Terms,
    ids: &[TermId],
    op: Op,
    [flags, p, q]: [u8; 3],
    width: u32,
    mut fields: [u32; 3],
) -> TermId {
    for field in &mut fields[..op.arity()] {
        *field = ids[*field as usize].raw();
    }
    let [a, b, c] = fields;
    terms.intern_filled(Node { op, flags, p, q, width, a, b, c })
}

impl Terms {
    /// The form of some terms together; none if the address of an object occurs whose size is not known, or if that would be
    /// more than `most` parts, or so deep.
    pub fn form(&self, wanted: &[TermId], most: usize) -> Option<Form> {
        let mut form = Form::default();
        let mut numbers: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut symbols: FxHashMap<SymbolId, u32> = FxHashMap::default();
        let mut stack: Vec<TermId> = Vec::new();
        for &root in wanted {
            stack.push(root);
            while let Some(&term) = stack.last() {
                if form.pieces.len() + stack.len() > most {
                    return None;
                }
                if numbers.contains_key(&term) {
                    stack.pop();
                    continue;
                }
                let before = stack.len();
                stack.extend(self.children(term).filter(|child| !numbers.contains_key(child)));
                // The first child first.
                stack[before..].reverse();
                if stack.len() == before {
                    stack.pop();
                    let piece = self.piece(term, &numbers, &mut symbols, &mut form.symbols)?;
                    numbers.insert(term, form.pieces.len() as u32);
                    form.pieces.push(piece);
                }
            }
            form.roots.push(numbers[&root]);
        }
        Some(form)
    }

    /// Whether some terms together have more parts than this, or are so deep.
    pub fn is_larger(&self, terms: &[TermId], most: usize) -> bool {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack = terms.to_vec();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                stack.extend(self.children(term));
            }
            if seen.len() + stack.len() > most.max(terms.len()) {
                return true;
            }
        }
        false
    }

    fn piece(
        &self,
        term: TermId,
        numbers: &FxHashMap<TermId, u32>,
        symbols: &mut FxHashMap<SymbolId, u32>,
        names: &mut Vec<(Arc<str>, Sort)>,
    ) -> Option<Piece> {
        let node = self.node(term);
        let mut fields = node.fields();
        match node.op {
            Op::WideConst => return Some(Piece::Wide(self.wide.get(node.a).clone())),
            Op::Table => return Some(Piece::Table(self.tables.get(node.a).clone())),
            Op::Symbol => {
                let id = SymbolId(node.a);
                let number = *symbols.entry(id).or_insert_with(|| {
                    names.push((self.symbol_info(id).name.clone(), self.sort(term)));
                    names.len() as u32 - 1
                });
                return Some(Piece::Symbol(number));
            }
            Op::Base => {
                let &Base { object, width, size, align, non_null } = self.base_info(BaseId(node.a));
                let size = match size {
                    Some(size) => Some(self.as_u64(size)?),
                    None => None,
                };
                return Some(Piece::Base { object, width, size, align, non_null });
            }
            _ => {}
        }
        for child in &mut fields[..node.op.arity()] {
            *child = numbers[&TermId::new(*child)];
        }
        let bytes = [node.flags, node.p, node.q];
        Some(match node.is_array() {
            true => Piece::Array { op: node.op, bytes, sort: self.array_widths(term), fields },
            false => Piece::Node { op: node.op, bytes, width: node.width, fields },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byte(terms: &mut Terms, name: &str, at: u64) -> TermId {
        let array = terms.symbol(name, Sort::Array { index: 64, element: 8 }).expect("one sort");
        let index = terms.constant(64, at);
        terms.select(array, index)
    }

    #[test]
    fn terms_that_differ_in_names_have_one_form() {
        let mut terms = Terms::new();
        let mut of = |name: &str| {
            let (low, high) = (byte(&mut terms, name, 0), byte(&mut terms, name, 1));
            let word = terms.concat(high, low);
            let limit = terms.constant(16, 300);
            let below = terms.ult(word, limit);
            terms.form(&[word, below], 100).expect("no bases")
        };
        let (one, other) = (of("a"), of("b"));
        assert_eq!(one, other);
        let names =
            |form: &Form| form.symbols().map(|(name, _)| name.to_owned()).collect::<Vec<_>>();
        assert_eq!((names(&one), names(&other)), (vec!["a".to_owned()], vec!["b".to_owned()]));
    }

    #[test]
    fn one_symbol_twice_is_not_two() {
        let mut terms = Terms::new();
        let (a, b) = (byte(&mut terms, "a", 0), byte(&mut terms, "b", 0));
        let (twice, both) = (terms.form(&[a, a], 100), terms.form(&[a, b], 100));
        assert_ne!(twice, both);
    }

    #[test]
    fn a_form_makes_the_same_terms_in_its_arena_and_equal_ones_in_others() {
        let mut terms = Terms::new();
        let (a, b) = (byte(&mut terms, "a", 0), byte(&mut terms, "b", 3));
        let sum = terms.add(a, b);
        let product = terms.mul(sum, a);
        let form = terms.form(&[product, sum], 100).expect("no bases");
        assert_eq!(form.terms(&mut terms), Some(vec![product, sum]));
        let mut other = Terms::new();
        other.symbol("something", Sort::BitVec(3)).expect("the first");
        let made = form.terms(&mut other).expect("no name clashes");
        assert_eq!(other.form(&made, 100), Some(form));
    }

    #[test]
    fn what_is_too_large_has_no_form() {
        let mut terms = Terms::new();
        let mut deep = byte(&mut terms, "x", 0);
        let other = byte(&mut terms, "y", 0);
        for _ in 0..100 {
            let product = terms.mul(deep, other);
            deep = terms.xor(product, other);
        }
        assert!(terms.form(&[deep], 150).is_none() && terms.is_larger(&[deep], 150));
        assert!(!terms.is_larger(&[deep], 1000));
        let whole = terms.form(&[deep], 1000).expect("it has some 200 parts");
        assert!((200..300).contains(&whole.size()));
    }
}
