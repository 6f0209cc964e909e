//! Random conditions of the shapes that programs have, over a few inputs.

use crate::support::{Random, array, symbol};
use dunlin_ir::Bits;
use dunlin_term::{Table, TermId, Terms};

/// The inputs of a random program.
pub struct Inputs {
    /// Elements of a root, one by one.
    elements: Vec<TermId>,
    /// Neighbouring elements together.
    words: Vec<TermId>,
    number: TermId,
    root: TermId,
    table: TermId,
    element_width: u32,
    index_width: u32,
}

impl Inputs {
    /// `1 << index_width` elements of `element_width` bits and a number of `number_width` bits.
    pub fn new(
        terms: &mut Terms,
        random: &mut Random,
        index_width: u32,
        element_width: u32,
        number_width: u32,
    ) -> Inputs {
        let root = array(terms, "root", index_width, element_width);
        let number = symbol(terms, "number", number_width);
        let elements: Vec<TermId> = (0..1 << index_width)
            .map(|i| {
                let index = terms.constant(index_width, i);
                terms.select(root, index)
            })
            .collect();
        let mut words = Vec::new();
        for start in 0..elements.len() - 1 {
            let mut word = elements[start];
            for &element in elements[start + 1..].iter().take(3) {
                word = terms.concat(element, word);
                words.push(word);
            }
        }
        let entries = (0..11).map(|_| Bits::from_u64(8, random.next() % 7)).collect::<Vec<_>>();
        let table = terms.table(Table::new(element_width, Bits::from_u64(8, 3), entries));
        Inputs { elements, words, number, root, table, element_width, index_width }
    }

    pub fn condition(&self, terms: &mut Terms, random: &mut Random) -> TermId {
        let condition = match random.below(12) {
            0 => {
                let (x, y) = (self.atom(terms, random), self.atom(terms, random));
                compare(terms, random, x, y)
            }
            1 => {
                let index = fit(terms, self.number, self.index_width);
                let read = terms.select(self.root, index);
                let constant = self.constant(terms, random, self.element_width);
                compare(terms, random, read, constant)
            }
            2 | 3 => {
                let index = random.pick(&self.elements);
                let entry = terms.select(self.table, index);
                let constant = terms.constant(8, random.next() % 8);
                compare(terms, random, entry, constant)
            }
            4 => {
                let (x, y) = (self.condition(terms, random), self.condition(terms, random));
                if random.chance(2) { terms.and(x, y) } else { terms.or(x, y) }
            }
            5 => {
                let (x, y) = (self.atom(terms, random), self.atom(terms, random));
                let y = fit(terms, y, terms.width(x));
                let sum = terms.add(x, y);
                let constant = self.constant(terms, random, terms.width(x));
                compare(terms, random, sum, constant)
            }
            _ => {
                let x = self.operated(terms, random);
                let constant = self.constant(terms, random, terms.width(x));
                compare(terms, random, x, constant)
            }
        };
        if random.chance(2) { terms.not(condition) } else { condition }
    }

    fn atom(&self, terms: &mut Terms, random: &mut Random) -> TermId {
        let atom = match random.below(8) {
            0 => self.number,
            1..=4 => random.pick(&self.elements),
            _ => random.pick(&self.words),
        };
        let width = terms.width(atom);
        match random.below(6) {
            0 => terms.zext(width + 3, atom),
            1 => terms.sext(width + 2, atom),
            _ => atom,
        }
    }

    /// An input along one or two operations with constants.
    fn operated(&self, terms: &mut Terms, random: &mut Random) -> TermId {
        let mut x = self.atom(terms, random);
        for _ in 0..random.below(3) {
            let width = terms.width(x);
            let k = self.constant(terms, random, width);
            x = match random.below(11) {
                0 => terms.add(x, k),
                1 => terms.sub(k, x),
                2 => terms.mul(x, k),
                3 => terms.udiv(x, k),
                4 => terms.urem(x, k),
                5 => terms.and(x, k),
                6 => terms.xor(x, k),
                7 => terms.lshr(x, k),
                8 => terms.srem(x, k),
                9 => {
                    let low = random.below(width as usize) as u32;
                    terms.extract(width - 1, low, x)
                }
                _ => terms.shl(x, k),
            };
        }
        x
    }

    fn constant(&self, terms: &mut Terms, random: &mut Random, width: u32) -> TermId {
        let value = random.next() >> random.below(64);
        terms.constant(width, if random.chance(3) { value % 5 } else { value })
    }
}

fn compare(terms: &mut Terms, random: &mut Random, x: TermId, y: TermId) -> TermId {
    let y = fit(terms, y, terms.width(x));
    match random.below(4) {
        0 => terms.eq(x, y),
        1 => terms.ult(x, y),
        2 => terms.ult(y, x),
        _ => terms.slt(x, y),
    }
}

fn fit(terms: &mut Terms, x: TermId, width: u32) -> TermId {
    if terms.width(x) > width { terms.extract(width - 1, 0, x) } else { terms.zext(width, x) }
}
