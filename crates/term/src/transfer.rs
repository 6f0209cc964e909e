//! Terms for an arena in another process.
//!
//! The [`Sender`] writes what the other side does not have yet, children first, as numbered pieces; the
//! [`Receiver`] builds the same nodes. Nothing is simplified on the way: the terms are equal, node by node.
//! Variables and bases are known by the sender's ids, which values on their way back carry.

use crate::arena::{Base, Terms};
use crate::ids::{BaseId, SymbolId, TermId};
use crate::model::{ArrayValue, Model};
use crate::node::Node;
use crate::op::{Op, Sort};
use crate::table::Table;
use dunlin_ir::Bits;
use serde::{Deserialize, Serialize};

/// A node on its way. Its number is how many came before it.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub enum Piece {
    /// Children are numbers of pieces.
    Node {
        op: Op,
        /// Flags and the bytes p and q.
        bytes: [u8; 3],
        width: u32,
        fields: [u32; 3],
    },
    /// Its fields, with widths of index and element instead of the number of the sort.
    Array {
        op: Op,
        bytes: [u8; 3],
        sort: (u32, u32),
        fields: [u32; 3],
    },
    Wide(Bits),
    Table(Table),
    Symbol(u32, Sort),
    Base {
        id: u32,
        width: u32,
        align: u64,
        non_null: bool,
    },
}

/// Values of the sender's symbols and addresses of its bases; what is missing is zero.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct Values {
    bits: Vec<(u32, Bits)>,
    arrays: Vec<(u32, ArrayValue)>,
    addresses: Vec<(u32, u64)>,
}

impl Values {
    /// In the sender's arena.
    pub fn into_model(self) -> Model {
        let mut model = Model::new();
        for (symbol, value) in self.bits {
            model.set(SymbolId(symbol), &value);
        }
        for (symbol, value) in self.arrays {
            model.set_array(SymbolId(symbol), value);
        }
        for (base, address) in self.addresses {
            model.set_address(BaseId(base), address);
        }
        model
    }
}

/// Remembers what was sent. Valid until terms are recycled.
#[derive(Default)]
pub struct Sender {
    /// By term: the number of its piece and one.
    numbers: Vec<u32>,
    sent: u32,
}

impl Sender {
    /// The numbers of terms, and the pieces that the other side needs for them.
    pub fn send(&mut self, terms: &Terms, wanted: &[TermId]) -> (Vec<u32>, Vec<Piece>) {
        self.numbers.resize(terms.capacity().max(self.numbers.len()), 0);
        let mut pieces = Vec::new();
        let mut stack: Vec<TermId> = wanted.iter().rev().copied().collect();
        while let Some(&term) = stack.last() {
            if self.numbers[term.index()] != 0 {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.children(term).filter(|child| self.numbers[child.index()] == 0));
            if stack.len() == before {
                stack.pop();
                pieces.push(self.piece(terms, term));
                self.sent += 1;
                self.numbers[term.index()] = self.sent;
            }
        }
        (wanted.iter().map(|term| self.number(*term)).collect(), pieces)
    }

    fn number(&self, term: TermId) -> u32 {
        self.numbers[term.index()] - 1
    }

    fn piece(&self, terms: &Terms, term: TermId) -> Piece {
        let node = terms.node(term);
        let mut fields = node.fields();
        match node.op {
            Op::WideConst => return Piece::Wide(terms.wide.get(node.a).clone()),
            Op::Table => return Piece::Table(terms.tables.get(node.a).clone()),
            Op::Symbol => return Piece::Symbol(node.a, terms.sort(term)),
            Op::Base => {
                let &Base { width, align, non_null, .. } = terms.base_info(BaseId(node.a));
                return Piece::Base { id: node.a, width, align, non_null };
            }
            _ => {}
        }
        for child in &mut fields[..node.op.arity()] {
            *child = self.number(TermId::new(*child));
        }
        let bytes = [node.flags, node.p, node.q];
        if node.is_array() {
            Piece::Array { op: node.op, bytes, sort: terms.array_widths(term), fields }
        } else {
            Piece::Node { op: node.op, bytes, width: node.width, fields }
        }
    }
}

/// The arena of the other side.
#[derive(Default)]
pub struct Receiver {
    pub terms: Terms,
    /// By number.
    ids: Vec<TermId>,
    /// The sender's ids, by our own.
    symbols: Vec<u32>,
    bases: Vec<u32>,
}

impl Receiver {
    /// Builds what the pieces say. False if they do not fit together.
    #[must_use]
    pub fn receive(&mut self, pieces: Vec<Piece>) -> bool {
        pieces.into_iter().all(|piece| match self.build(piece) {
            Some(term) => {
                self.ids.push(term);
                true
            }
            None => false,
        })
    }

    /// The terms of some numbers.
    pub fn terms_of(&self, numbers: &[u32]) -> Option<Vec<TermId>> {
        numbers.iter().map(|number| self.ids.get(*number as usize).copied()).collect()
    }

    fn build(&mut self, piece: Piece) -> Option<TermId> {
        Some(match piece {
            Piece::Node { op, bytes, width, fields } => self.node(op, bytes, width, fields)?,
            Piece::Array { op, bytes, sort: (index, element), fields } => {
                let sort = self.terms.array_sort(index, element);
                self.node(op, bytes, sort, fields)?
            }
            Piece::Wide(bits) => self.terms.constant_bits(&bits),
            Piece::Table(table) => self.terms.table(table),
            Piece::Symbol(id, sort) => {
                self.symbols.push(id);
                self.terms.symbol(&id.to_string(), sort).ok()?
            }
            Piece::Base { id, width, align, non_null } => {
                self.bases.push(id);
                let object = id.into();
                self.terms.base(&Base { object, width, size: None, align, non_null })
            }
        })
    }

    fn node(
        &mut self,
        op: Op,
        [flags, p, q]: [u8; 3],
        width: u32,
        mut fields: [u32; 3],
    ) -> Option<TermId> {
        for field in &mut fields[..op.arity()] {
            *field = self.ids.get(*field as usize)?.raw();
        }
        let [a, b, c] = fields;
        Some(self.terms.intern_filled(Node { op, flags, p, q, width, a, b, c }))
    }

    /// A model of the terms here, in the sender's ids.
    pub fn values(&self, model: &Model) -> Values {
        let mut values = Values::default();
        for (symbol, &id) in self.terms.symbols().iter().zip(&self.symbols) {
            let own = self.terms.find_symbol(&symbol.name).expect("it is one of them");
            match symbol.sort {
                Sort::BitVec(width) => {
                    let value = model.get(own, width);
                    if !value.is_zero() {
                        values.bits.push((id, value));
                    }
                }
                Sort::Array { .. } => {
                    values.arrays.extend(model.array(own).map(|array| (id, array.clone())));
                }
            }
        }
        for (own, &id) in self.terms.bases().zip(&self.bases) {
            let address = model.address(own);
            if address != 0 {
                values.addresses.push((id, address));
            }
        }
        values
    }
}
