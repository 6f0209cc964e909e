//! From terms to literals: every term becomes a vector once and keeps it.
//!
//! Terms are visited with an own stack, so that their depth does not matter. Arrays never become
//! vectors; their reads do (see [`super::arrays`]).

use super::aig::{Aig, Lit};
use super::arrays::Reads;
use super::circuits::Vector;
use super::tables::Lookup;
use crate::backend::Reason;
use dunlin_ir::Bits;
use dunlin_term::{Op, TermId, Terms, View};
use rustc_hash::FxHashMap;

/// Circuits beyond this many nodes are left to other backends.
const MAX_NODES: usize = 6_000_000;

/// Terms as circuits.
pub(crate) struct Blaster {
    pub aig: Aig,
    /// By term: where its literals start in `pool`, plus one; 0 if it has none yet.
    starts: Vec<u32>,
    pool: Vec<Lit>,
    /// Quotient and remainder by operands and signedness: both come from one circuit.
    divisions: FxHashMap<(TermId, TermId, bool), (Vector, Vector)>,
    /// Conditions that hold for inputs of a base term.
    base_conditions: FxHashMap<TermId, Lit>,
    pub reads: Reads,
    stack: Vec<TermId>,
}

impl Blaster {
    pub fn new() -> Blaster {
        Blaster {
            aig: Aig::new(),
            starts: Vec::new(),
            pool: Vec::new(),
            divisions: FxHashMap::default(),
            base_conditions: FxHashMap::default(),
            reads: Reads::default(),
            stack: Vec::new(),
        }
    }

    fn is_done(&self, term: TermId) -> bool {
        self.starts.get(term.index()).is_some_and(|&start| start != 0)
    }

    /// The literals of a term that [`Blaster::blast`] has seen.
    pub fn bits(&self, terms: &Terms, term: TermId) -> &[Lit] {
        let start = self.starts[term.index()] as usize - 1;
        &self.pool[start..start + terms.width(term) as usize]
    }

    /// The literals of a term, if it has any.
    pub fn known_bits(&self, terms: &Terms, term: TermId) -> Option<&[Lit]> {
        self.is_done(term).then(|| self.bits(terms, term))
    }

    /// What holds for the address of a base, beyond its alignment.
    pub fn base_condition(&self, base: TermId) -> Option<Lit> {
        self.base_conditions.get(&base).copied()
    }

    /// Makes the literals of a bit-vector, unless they exist.
    pub fn blast(&mut self, terms: &Terms, term: TermId) -> Result<(), Reason> {
        if self.is_done(term) {
            return Ok(());
        }
        self.stack.clear();
        self.stack.push(term);
        while let Some(&top) = self.stack.last() {
            if self.is_done(top) {
                self.stack.pop();
                continue;
            }
            let before = self.stack.len();
            self.push_dependencies(terms, top)?;
            if self.stack.len() > before {
                continue;
            }
            self.stack.pop();
            if dunlin_stop::is_asked() {
                return Err(Reason::Stopped);
            }
            self.check_size(terms, top)?;
            let vector = self.build(terms, top)?;
            debug_assert_eq!(vector.len(), terms.width(top) as usize);
            self.keep(terms, top, &vector);
        }
        Ok(())
    }

    fn keep(&mut self, terms: &Terms, term: TermId, vector: &[Lit]) {
        if self.starts.len() <= term.index() {
            self.starts.resize(terms.capacity(), 0);
        }
        self.starts[term.index()] = self.pool.len() as u32 + 1;
        self.pool.extend_from_slice(vector);
    }

    /// Pushes what must be blasted before `term` can be.
    fn push_dependencies(&mut self, terms: &Terms, term: TermId) -> Result<(), Reason> {
        if let Some(lookup) = Lookup::of(terms, term) {
            let before = self.stack.len();
            lookup.indices().for_each(|index| self.push_missing(index));
            // The operands need no literals, unless the indices leave too much open.
            if self.stack.len() > before || self.can_look_up(&lookup) {
                return Ok(());
            }
        }
        match terms.view(term) {
            View::Select(array, index) => {
                self.push_missing(index);
                if let Some(parts) = super::arrays::small_parts(terms, array) {
                    parts.into_iter().for_each(|part| self.push_missing(part));
                }
            }
            View::Binary(Op::Eq, x, y) if terms.is_array(x) => {
                for part in super::arrays::comparable_parts(terms, x, y)? {
                    self.push_missing(part);
                }
            }
            View::FloatBinary(..)
            | View::FloatUnary(..)
            | View::FloatCompare(..)
            | View::FloatFma(..)
            | View::FloatCast(..) => return Err(Reason::Unsupported("floating point")),
            View::Forall { .. } | View::Bound(_) => {
                return Err(Reason::Unsupported("a quantifier"));
            }
            _ => terms.children(term).for_each(|child| self.push_missing(child)),
        }
        Ok(())
    }

    fn push_missing(&mut self, term: TermId) {
        if !self.is_done(term) {
            self.stack.push(term);
        }
    }

    /// Refuses before the work is done, not after.
    fn check_size(&self, terms: &Terms, term: TermId) -> Result<(), Reason> {
        let width = match terms.view(term) {
            View::Binary(_, x, _) if !terms.is_array(x) => terms.width(x) as usize,
            _ => terms.width(term) as usize,
        };
        let growth = match terms.op(term) {
            Op::Mul => width.saturating_mul(width).saturating_mul(2),
            Op::UDiv | Op::URem | Op::SDiv | Op::SRem => width.saturating_mul(width) * 3,
            Op::Shl | Op::LShr | Op::AShr => width * 16,
            _ => width * 4,
        };
        if self.aig.len() + growth > MAX_NODES { Err(Reason::Size) } else { Ok(()) }
    }

    fn build(&mut self, terms: &Terms, term: TermId) -> Result<Vector, Reason> {
        let width = terms.width(term);
        let bits = |id: TermId| {
            let start = self.starts[id.index()] as usize - 1;
            &self.pool[start..start + terms.width(id) as usize]
        };
        Ok(match terms.view(term) {
            View::Const(value) => constant(&Bits::from_u64(width, value)),
            View::WideConst(value) => constant(value),
            View::Symbol(_) => self.aig.inputs(width),
            View::Base(base) => {
                let base = terms.base_info(base);
                let aligned = (base.align.trailing_zeros() as usize).min(width as usize);
                let mut vector = self.aig.inputs(width);
                vector[..aligned].fill(Lit::FALSE);
                // A model keeps addresses in 64 bits.
                vector.iter_mut().skip(64).for_each(|bit| *bit = Lit::FALSE);
                if base.non_null {
                    let condition = self.aig.or_all(&vector);
                    self.base_conditions.insert(term, condition);
                }
                vector
            }
            View::Not(x) => bits(x).iter().map(|&bit| !bit).collect(),
            View::Ite(condition, yes, no) => {
                let condition = bits(condition)[0];
                self.aig.mux_vector(condition, bits(yes), bits(no))
            }
            View::Concat(high, low) => [bits(low), bits(high)].concat(),
            View::Extract(x, low) => bits(x)[low as usize..(low + width) as usize].to_vec(),
            View::SExt(x) => {
                let mut vector = bits(x).to_vec();
                let sign = vector[vector.len() - 1];
                vector.resize(width as usize, sign);
                vector
            }
            View::Select(array, index) => {
                let index = bits(index).to_vec();
                self.select(terms, array, &index)
            }
            View::Binary(Op::Eq, x, y) if terms.is_array(x) => {
                vec![self.equal_arrays(terms, x, y)]
            }
            View::Binary(op, x, y) => match Lookup::of(terms, term) {
                Some(lookup) if self.can_look_up(&lookup) => vec![self.look_up(&lookup)],
                _ => self.binary(terms, op, x, y),
            },
            View::Table(_)
            | View::Store(..)
            | View::ConstArray(_)
            | View::Bound(_)
            | View::FloatBinary(..)
            | View::FloatUnary(..)
            | View::FloatCompare(..)
            | View::FloatFma(..)
            | View::FloatCast(..)
            | View::Forall { .. } => return Err(Reason::Unsupported("this kind of term")),
        })
    }

    fn binary(&mut self, terms: &Terms, op: Op, x_term: TermId, y_term: TermId) -> Vector {
        if matches!(op, Op::UDiv | Op::URem | Op::SDiv | Op::SRem) {
            return self.division(terms, op, x_term, y_term);
        }
        // x + -1 * y => x - y
        let subtrahend = if op == Op::Add { negated(terms, x_term, y_term) } else { None };
        if let Some((x, y)) = subtrahend
            && self.is_done(y)
        {
            let (x, y) = (self.bits(terms, x).to_vec(), self.bits(terms, y).to_vec());
            return self.aig.subtract(&x, &y);
        }
        let (x, y) = (self.bits(terms, x_term).to_vec(), self.bits(terms, y_term).to_vec());
        let aig = &mut self.aig;
        match op {
            Op::And => aig.bitwise(&x, &y, Aig::and),
            Op::Or => aig.bitwise(&x, &y, Aig::or),
            Op::Xor => aig.bitwise(&x, &y, Aig::xor),
            Op::Add => aig.add(&x, &y, Lit::FALSE),
            Op::Mul => aig.multiply(&x, &y),
            Op::Shl => aig.shift_left(&x, &y),
            Op::LShr => aig.shift_right(&x, &y, Lit::FALSE),
            Op::AShr => aig.shift_right(&x, &y, x[x.len() - 1]),
            Op::Eq => vec![aig.equal(&x, &y)],
            Op::Ult => vec![aig.unsigned_less(&x, &y)],
            Op::Slt => vec![aig.signed_less(&x, &y)],
            _ => unreachable!("{op:?} has no two bit-vectors as operands"),
        }
    }

    fn division(&mut self, terms: &Terms, op: Op, x_term: TermId, y_term: TermId) -> Vector {
        let signed = matches!(op, Op::SDiv | Op::SRem);
        let key = (x_term, y_term, signed);
        if !self.divisions.contains_key(&key) {
            let (x, y) = (self.bits(terms, x_term).to_vec(), self.bits(terms, y_term).to_vec());
            let both =
                if signed { self.aig.divide_signed(&x, &y) } else { self.aig.divide(&x, &y) };
            self.divisions.insert(key, both);
        }
        let (quotient, remainder) = &self.divisions[&key];
        if matches!(op, Op::UDiv | Op::SDiv) { quotient.clone() } else { remainder.clone() }
    }
}

pub(crate) fn constant(value: &Bits) -> Vector {
    (0..value.width()).map(|i| Lit::constant(value.bit(i))).collect()
}

/// If one of two addends is `-1 * z`: the other one and `z`.
fn negated(terms: &Terms, x: TermId, y: TermId) -> Option<(TermId, TermId)> {
    let without_sign = |term| match terms.view(term) {
        View::Binary(Op::Mul, z, factor) => {
            let factor = terms.as_bits(factor)?;
            (0..factor.width()).all(|i| factor.bit(i)).then_some(z)
        }
        _ => None,
    };
    match (without_sign(x), without_sign(y)) {
        (_, Some(z)) => Some((x, z)),
        (Some(z), None) => Some((y, z)),
        (None, None) => None,
    }
}
