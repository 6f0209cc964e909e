//! Axioms of arrays, on demand.
//!
//! An assignment of the SAT solver may give reads values that no array could have. For every read
//! that is wrong under the assignment, one lemma is made that rules the assignment out:
//! - congruence: reads of one symbol at equal indices are equal;
//! - read over write: a read finds the element of the last store at its index, or what lies below;
//! - tables: within a block of indices, a read is the table's element.
//!
//! Lemmas hold for all assignments, so they stay.

use super::aig::Lit;
use super::arrays::bits_of;
use super::blast::{Blaster, constant};
use super::circuits::Vector;
use super::cnf::Cnf;
use super::cone::Cone;
use crate::backend::Reason;
use dunlin_ir::Bits;
use dunlin_term::{Op, TermId, Terms, View};
use rustc_hash::FxHashMap;

/// A lemma about a table covers this many bits of the index. Larger blocks need fewer lemmas, but most
/// of their circuit is not needed: on 20,000 small queries with tables of 4 KiB, blocks of 16
/// elements took 0.73 of the processor time of blocks of 64; whole tables took longer still.
const BLOCK_BITS: usize = 4;

/// One of the literals is true.
pub(crate) type Lemma = Vec<Lit>;

/// Which reads are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relevance {
    /// Reads whose value the SAT solver knows. Enough, except when the value of another read came
    /// out right by accident.
    Encoded,
    All,
}

/// Finds what an assignment violates.
pub(crate) struct Inspection<'a> {
    pub terms: &'a Terms,
    pub blaster: &'a mut Blaster,
    pub cnf: &'a mut Cnf,
    pub relevance: Relevance,
}

impl Inspection<'_> {
    /// A lemma for every read in the cone that is wrong; none if all are right.
    pub fn lemmas(&mut self, cone: &Cone) -> Result<Vec<Lemma>, Reason> {
        let mut lemmas = Vec::new();
        for &array in &cone.arrays {
            let reads = self.relevant_reads(array);
            if reads.is_empty() {
                continue;
            }
            if self.terms.op(array) == Op::Symbol {
                self.check_congruence(&reads, &mut lemmas);
                continue;
            }
            for read in reads {
                let lemma = match self.terms.op(array) {
                    Op::Table => self.check_table(array, read),
                    _ => self.check_stores(array, read)?,
                };
                lemmas.extend(lemma);
            }
        }
        Ok(lemmas)
    }

    pub fn relevant_reads(&self, array: TermId) -> Vec<usize> {
        let reads = self.blaster.reads.of_array(array).iter().copied();
        reads.filter(|&read| self.is_relevant(read)).collect()
    }

    pub fn is_relevant(&self, read: usize) -> bool {
        let value = &self.blaster.reads.get(read).value;
        self.relevance == Relevance::All || value.iter().any(|&bit| self.cnf.is_encoded(bit))
    }

    pub fn value(&mut self, vector: &[Lit]) -> Bits {
        bits_of(vector, |bit| self.cnf.value(&self.blaster.aig, bit))
    }

    /// Stops at the first bit that differs.
    fn same_value(&mut self, x: &[Lit], y: &[Lit]) -> bool {
        let aig = &self.blaster.aig;
        x.iter().zip(y).all(|(&x, &y)| self.cnf.value(aig, x) == self.cnf.value(aig, y))
    }

    fn check_congruence(&mut self, reads: &[usize], lemmas: &mut Vec<Lemma>) {
        let mut first: FxHashMap<Bits, usize> = FxHashMap::default();
        for &read in reads {
            let index = self.blaster.reads.get(read).index.clone();
            let at = self.value(&index);
            let Some(&other) = first.get(&at) else {
                first.insert(at, read);
                continue;
            };
            let (other_index, other_value) = self.parts(other);
            let value = self.blaster.reads.get(read).value.clone();
            if !self.same_value(&value, &other_value) {
                let aig = &mut self.blaster.aig;
                let same_index = aig.equal(&index, &other_index);
                lemmas.push(vec![!same_index, aig.equal(&value, &other_value)]);
            }
        }
    }

    fn parts(&self, read: usize) -> (Vector, Vector) {
        let read = self.blaster.reads.get(read);
        (read.index.clone(), read.value.clone())
    }

    fn check_table(&mut self, array: TermId, read: usize) -> Option<Lemma> {
        let View::Table(table) = self.terms.view(array) else {
            unreachable!("the array is a table")
        };
        let (index, value) = self.parts(read);
        let at = self.value(&index);
        if self.value(&value) == table.at(&at) {
            return None;
        }
        let aig = &mut self.blaster.aig;
        let high = &index[BLOCK_BITS.min(index.len())..];
        let high_at = &constant(&at)[BLOCK_BITS.min(index.len())..];
        let place = usize::try_from(at.low_u64()).unwrap_or(usize::MAX);
        let inside = at.words()[1..].iter().all(|&word| word == 0) && place < table.len();
        let (premise, expected) = if inside {
            let premise = aig.equal(high, high_at);
            let low = &index[..BLOCK_BITS.min(index.len())];
            let near = [low, high_at].concat();
            let element = self.blaster.table_read(table, &near, 1 << BLOCK_BITS);
            (premise, element.expect("a block has so many elements"))
        } else {
            let end = constant(&Bits::from_u64(index.len() as u32, table.len() as u64));
            (!aig.unsigned_less(&index, &end), constant(table.default_element()))
        };
        Some(vec![!premise, self.blaster.aig.equal(&value, &expected)])
    }

    /// Follows the stores and choices that the assignment takes.
    fn check_stores(&mut self, array: TermId, read: usize) -> Result<Option<Lemma>, Reason> {
        let (index, value) = self.parts(read);
        let (expected, steps) = self.follow(array, &index)?;
        if self.same_value(&value, &expected) {
            return Ok(None);
        }
        let aig = &mut self.blaster.aig;
        let mut lemma = vec![aig.equal(&value, &expected)];
        for step in steps {
            lemma.push(match step {
                Step::Here(at) => !aig.equal(&index, &at),
                Step::Elsewhere(at) => aig.equal(&index, &at),
                Step::Chosen(condition) => !condition,
            });
        }
        Ok(Some(lemma))
    }

    fn follow(&mut self, mut array: TermId, index: &[Lit]) -> Result<(Vector, Vec<Step>), Reason> {
        let mut steps = Vec::new();
        let terms = self.terms;
        loop {
            match terms.view(array) {
                View::Store(inner, at, element) => {
                    let at = self.bits(at)?;
                    if self.same_value(index, &at) {
                        steps.push(Step::Here(at));
                        return Ok((self.bits(element)?, steps));
                    }
                    steps.push(Step::Elsewhere(at));
                    array = inner;
                }
                View::Ite(condition, yes, no) => {
                    let condition = self.bits(condition)?[0];
                    let holds = self.cnf.value(&self.blaster.aig, condition);
                    steps.push(Step::Chosen(condition.inverted_if(!holds)));
                    array = if holds { yes } else { no };
                }
                View::ConstArray(element) => return Ok((self.bits(element)?, steps)),
                _ => return Ok((self.blaster.read_root(terms, array, index), steps)),
            }
        }
    }

    fn bits(&mut self, term: TermId) -> Result<Vector, Reason> {
        self.blaster.blast(self.terms, term)?;
        Ok(self.blaster.bits(self.terms, term).to_vec())
    }
}

/// What an assignment decided on the way down an array.
enum Step {
    Here(Vector),
    Elsewhere(Vector),
    Chosen(Lit),
}
