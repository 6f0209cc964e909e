//! Partial paths: from the start of a function to the target (Directed SE 2.3, `update_paths`).

use dunlin_exec::Transfers;
use dunlin_ir::FuncId;
use std::collections::BTreeMap;

/// So many paths of one function are kept; states try all of them at every call.
const MOST_PATHS: usize = 32;

/// Partial paths as plain data.
pub type SavedPaths = BTreeMap<FuncId, Vec<Vec<u32>>>;

/// What is known of every function that has partial paths. All engines of a portfolio share it.
#[derive(Default)]
pub struct PartialPaths {
    of: BTreeMap<FuncId, Vec<Transfers>>,
}

impl PartialPaths {
    /// What [`PartialPaths::saved`] gave.
    pub fn restored(saved: SavedPaths) -> PartialPaths {
        let shared = |(func, paths): (FuncId, Vec<Vec<u32>>)| {
            (func, paths.into_iter().map(Transfers::from).collect())
        };
        PartialPaths { of: saved.into_iter().map(shared).collect() }
    }

    pub fn saved(&self) -> SavedPaths {
        let plain = |(func, paths): (&FuncId, &Vec<Transfers>)| {
            (*func, paths.iter().map(|path| path.to_vec()).collect())
        };
        self.of.iter().map(plain).collect()
    }

    pub fn of(&self, func: FuncId) -> &[Transfers] {
        self.of.get(&func).map_or(&[], Vec::as_slice)
    }

    pub fn functions(&self) -> impl ExactSizeIterator<Item = FuncId> + '_ {
        self.of.keys().copied()
    }

    /// Whether the path is new.
    pub fn add(&mut self, func: FuncId, path: Transfers) -> bool {
        let known = self.of.entry(func).or_default();
        let new = known.len() < MOST_PATHS && !known.contains(&path);
        if new {
            known.push(path);
        }
        new
    }
}
