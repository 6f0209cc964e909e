//! Hash-consed bit-vector, array and floating-point terms.
//!
//! [`Terms`] is an arena that one worker owns. Its methods are smart constructors: they bring terms
//! into canonical form (see [`Rewrite`]), so that equal ids mean equal terms and many different
//! spellings get equal ids. It implements `dunlin_ir::algebra::Algebra`, so that the semantics of
//! instructions builds terms.
//!
//! Around it: [`Evaluator`] computes terms under a [`Model`], [`smt`] prints and reads them, and methods of
//! [`Terms`] substitute, find free variables, hash blindly, compare up to bases, take terms out of their arena ([`Form`]) and recycle dead
//! ones.
//! Nothing recurses along the depth of a term.

mod algebra;
mod apply;
mod arena;
mod blind;
mod build;
mod cells;
mod eval;
mod floats;
mod form;
mod free;
mod ids;
mod index;
mod known;
mod model;
mod node;
mod op;
mod recycle;
mod rename;
mod rewrite;
pub mod smt;
mod substitute;
mod sweep;
mod table;
mod transfer;
mod view;

pub use arena::{Base, SortClash, Symbol, Terms};
pub use blind::Blind;
pub use cells::ArrayCells;
pub use eval::{Evaluation, Evaluator, MAX_QUANTIFIER_RANGE};
pub use form::Form;
pub use ids::{BaseId, SymbolId, TermId};
pub use known::KnownBits;
pub use model::{ArrayValue, Model};
pub use node::MAX_QUANTIFIER_DEPTH;
pub use op::{Op, Sort};
pub use recycle::Collection;
pub use rewrite::Rewrite;
pub use sweep::{MAX_SWEEP, sweep};
pub use table::Table;
pub use transfer::{Piece, Receiver, Sender, Values};
pub use view::{Children, View};
