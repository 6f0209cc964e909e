//! The layers of the chain, from the top to the bottom.

mod address_aware;
mod addresses;
mod constant;
mod counterexamples;
mod exact_cache;
mod implication;
pub(crate) mod independence;
mod model;
mod neighbours;
mod set_trie;
mod value_sets;

pub use address_aware::AddressAware;
pub use addresses::Addresses;
pub use constant::Constant;
pub use counterexamples::Counterexamples;
pub use exact_cache::ExactCache;
pub use implication::Implication;
pub use independence::Independence;
pub use model::StateModel;
pub use neighbours::Neighbours;
pub use value_sets::ValueSets;
