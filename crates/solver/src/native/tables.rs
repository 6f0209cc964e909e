//! Tables at symbolic indices as decision trees.
//!
//! Only the elements that an index can reach take part: its constant bits are gone before the tree is
//! built. Every output bit is a tree of its own whose equal subtrees are one node, so that the lowest
//! levels cost next to nothing.
//!
//! What a branch asks of elements is mostly a comparison with a constant. Such a comparison is one
//! tree of truth values instead of one per bit of the elements, which need no circuits at all
//! ([`Lookup`]).

use super::aig::Lit;
use super::blast::{Blaster, constant};
use super::circuits::Vector;
use dunlin_ir::small::{mask, signed};
use dunlin_term::{Op, Table, TermId, Terms, View};

/// A comparison is looked up if at most so many bits choose the elements.
const MAX_CHOICES: usize = 14;
/// So many operators and elements may be below a comparison.
const MAX_PARTS: usize = 24;
/// The bits of the index below which subtrees are found by their contents.
const LOW_LEVELS: usize = 3;

/// A truth value that depends on elements of tables and on nothing else.
pub(crate) struct Lookup<'a> {
    terms: &'a Terms,
    /// The term and what it is made of, operands first.
    parts: Vec<Part<'a>>,
    elements: usize,
}

#[derive(Clone, Copy)]
enum Part<'a> {
    Constant(u64),
    Element(&'a Table, TermId),
    /// Of a term; the operands are parts, and there are as many as the term has.
    Operator(TermId, [usize; 2]),
}

impl<'a> Lookup<'a> {
    /// The term as a lookup, if it has that form.
    pub fn of(terms: &'a Terms, term: TermId) -> Option<Lookup<'a>> {
        if !matches!(terms.op(term), Op::Eq | Op::Ult | Op::Slt | Op::And | Op::Or)
            || terms.width(term) != 1
        {
            return None;
        }
        let mut lookup = Lookup { terms, parts: Vec::new(), elements: 0 };
        let mut known = Vec::new();
        lookup.add(term, &mut known)?;
        (lookup.elements > 0).then_some(lookup)
    }

    /// The place of a term among the parts, which is made if need be. The depth of the recursion is
    /// limited by [`MAX_PARTS`].
    fn add(&mut self, term: TermId, known: &mut Vec<(TermId, usize)>) -> Option<usize> {
        if let Some(&(_, place)) = known.iter().find(|(other, _)| *other == term) {
            return Some(place);
        }
        let terms = self.terms;
        if terms.is_array(term) || terms.width(term) > 64 {
            return None;
        }
        // Also counts what is not finished, and so limits the depth.
        known.push((term, usize::MAX));
        let entry = known.len() - 1;
        if known.len() > MAX_PARTS {
            return None;
        }
        let part = match terms.view(term) {
            View::Const(value) => Part::Constant(value),
            View::Select(array, index) => {
                let View::Table(table) = terms.view(array) else { return None };
                self.elements += 1;
                Part::Element(table, index)
            }
            View::Not(x) | View::Extract(x, _) | View::SExt(x) => {
                Part::Operator(term, [self.add(x, known)?, 0])
            }
            View::Concat(x, y)
            | View::Binary(
                Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul | Op::Eq | Op::Ult | Op::Slt,
                x,
                y,
            ) => Part::Operator(term, [self.add(x, known)?, self.add(y, known)?]),
            _ => return None,
        };
        self.parts.push(part);
        known[entry].1 = self.parts.len() - 1;
        Some(self.parts.len() - 1)
    }

    /// The indices that must have literals.
    pub fn indices(&self) -> impl Iterator<Item = TermId> + '_ {
        self.parts.iter().filter_map(|part| match part {
            Part::Element(_, index) => Some(*index),
            _ => None,
        })
    }

    fn tables(&self) -> impl Iterator<Item = (&'a Table, TermId)> + '_ {
        self.parts.iter().filter_map(|part| match part {
            Part::Element(table, index) => Some((*table, *index)),
            _ => None,
        })
    }

    /// Whether the term is true for these elements.
    fn holds(&self, elements: &mut dyn Iterator<Item = u64>) -> bool {
        let mut values = [0; MAX_PARTS];
        for (i, part) in self.parts.iter().enumerate() {
            values[i] = match *part {
                Part::Constant(value) => value,
                Part::Element(..) => elements.next().expect("as many elements as parts for them"),
                Part::Operator(term, [x, y]) => apply(self.terms, term, values[x], values[y]),
            };
        }
        values[self.parts.len() - 1] != 0
    }
}

/// The value of an operator, given those of its operands.
fn apply(terms: &Terms, term: TermId, x: u64, y: u64) -> u64 {
    let result = match terms.view(term) {
        View::Not(_) => !x,
        View::Extract(_, low) => x >> low,
        View::SExt(narrow) => signed(terms.width(narrow), x) as u64,
        View::Concat(_, low) => x << terms.width(low) | y,
        View::Binary(op, operand, _) => match op {
            Op::And => x & y,
            Op::Or => x | y,
            Op::Xor => x ^ y,
            Op::Add => x.wrapping_add(y),
            Op::Mul => x.wrapping_mul(y),
            Op::Eq => u64::from(x == y),
            Op::Ult => u64::from(x < y),
            Op::Slt => {
                let width = terms.width(operand);
                u64::from(signed(width, x) < signed(width, y))
            }
            _ => unreachable!("{op:?} is no part of a lookup"),
        },
        other => unreachable!("{other:?} is no part of a lookup"),
    };
    result & mask(terms.width(term))
}

/// Which elements of tables the bits of their indices choose.
#[derive(Default)]
struct Reach {
    /// The bits that choose, none of them inverted.
    choices: Vector,
    /// By table: the place with all choices false, and what each choice flips of it.
    places: Vec<(usize, Vec<usize>)>,
}

impl Reach {
    /// Adds the lower part of an index.
    fn add(&mut self, index: &[Lit]) {
        let mut start = 0;
        let mut flips = vec![0; self.choices.len()];
        for (i, &bit) in index.iter().enumerate() {
            start |= usize::from(bit.is_inverted()) << i;
            if bit.is_constant() {
                continue;
            }
            let choice = bit.inverted_if(bit.is_inverted());
            let known = self.choices.iter().position(|&other| other == choice);
            let number = known.unwrap_or_else(|| {
                self.choices.push(choice);
                flips.push(0);
                self.choices.len() - 1
            });
            flips[number] |= 1 << i;
        }
        self.places.push((start, flips));
    }

    /// The place in a table for every assignment of the choices.
    fn places(&self, table: usize) -> Vec<usize> {
        let (start, flips) = &self.places[table];
        let mut places = vec![*start];
        for choice in 0..self.choices.len() {
            let flip = flips.get(choice).copied().unwrap_or(0);
            places.extend_from_within(..);
            let half = places.len() / 2;
            places[half..].iter_mut().for_each(|place| *place ^= flip);
        }
        places
    }
}

impl Blaster {
    /// The element at `index`, unless the index can reach more than `limit` elements.
    pub(super) fn table_read(
        &mut self,
        table: &Table,
        index: &[Lit],
        limit: usize,
    ) -> Option<Vector> {
        let (low, high) = index.split_at(levels(table.len()).min(index.len()));
        let mut reach = Reach::default();
        reach.add(low);
        if reach.choices.len() >= usize::BITS as usize || 1 << reach.choices.len() > limit {
            return None;
        }
        let elements: Vec<_> = reach.places(0).iter().map(|&place| table.element(place)).collect();
        let default = constant(table.default_element());
        let outside = self.aig.or_all(high);
        let mut read = Vector::with_capacity(default.len());
        for bit in 0..table.element_width() {
            let tree = self.decision_tree(&reach.choices, |i| elements[i].bit(bit));
            read.push(self.aig.mux(outside, default[bit as usize], tree));
        }
        Some(read)
    }

    /// Whether the indices of a lookup, which were blasted, choose among few enough elements.
    pub(super) fn can_look_up(&self, lookup: &Lookup<'_>) -> bool {
        self.reach(lookup).is_some()
    }

    fn reach(&self, lookup: &Lookup<'_>) -> Option<Reach> {
        let mut reach = Reach::default();
        for (table, index) in lookup.tables() {
            let index = self.bits(lookup.terms, index);
            let (low, high) = index.split_at(levels(table.len()).min(index.len()));
            if high.iter().any(|&bit| bit != Lit::FALSE) {
                return None;
            }
            reach.add(low);
        }
        (reach.choices.len() <= MAX_CHOICES).then_some(reach)
    }

    /// The truth of a lookup; see [`Blaster::can_look_up`].
    pub(super) fn look_up(&mut self, lookup: &Lookup<'_>) -> Lit {
        let reach = self.reach(lookup).expect("the elements are few");
        let values = lookup.tables().enumerate().map(|(i, (table, _))| {
            let places = reach.places(i);
            places.into_iter().map(|place| table.element(place).low_u64()).collect::<Vec<u64>>()
        });
        let values: Vec<Vec<u64>> = values.collect();
        // Bytes repeat: each value of a single one is looked at once.
        let single =
            lookup.elements == 1 && lookup.tables().all(|(table, _)| table.element_width() <= 8);
        let mut known = vec![None; if single { 256 } else { 0 }];
        let truths: Vec<bool> = (0..1_usize << reach.choices.len())
            .map(|i| {
                let holds = || lookup.holds(&mut values.iter().map(|values| values[i]));
                if single {
                    *known[values[0][i] as usize].get_or_insert_with(holds)
                } else {
                    holds()
                }
            })
            .collect();
        self.decision_tree(&reach.choices, |i| truths[i])
    }

    /// The function whose value for an assignment of `choices` (the lowest bit first) `truth` says.
    fn decision_tree(&mut self, choices: &[Lit], truth: impl Fn(usize) -> bool) -> Lit {
        let (low, high) = choices.split_at(LOW_LEVELS.min(choices.len()));
        let size = 1 << low.len();
        let mut known = [None; 1 << (1 << LOW_LEVELS)];
        let level = (0..1_usize << high.len())
            .map(|i| {
                let contents =
                    (0..size).fold(0, |bits, j| bits | usize::from(truth(i * size + j)) << j);
                *known[contents].get_or_insert_with(|| {
                    let leaves = (0..size).map(|j| Lit::constant(contents >> j & 1 == 1)).collect();
                    self.multiplex(low, leaves)
                })
            })
            .collect();
        self.multiplex(high, level)
    }

    /// One of `level`, chosen by `choices`.
    fn multiplex(&mut self, choices: &[Lit], mut level: Vec<Lit>) -> Lit {
        for &bit in choices {
            for i in 0..level.len() / 2 {
                level[i] = self.aig.mux(bit, level[2 * i + 1], level[2 * i]);
            }
            level.truncate(level.len() / 2);
        }
        level[0]
    }
}

/// How many bits number `count` elements.
fn levels(count: usize) -> usize {
    count.max(1).next_power_of_two().trailing_zeros() as usize
}
