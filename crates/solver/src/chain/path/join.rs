//! Joining paths: one path whose solutions are those of all of them together.
//!
//! State merging makes one state of several (thesis section 2.5, Algorithm 1); this is its `merge-pc`, on
//! the common constraints and a disjunction of what each path has for itself (section 5.2.2, Algorithm 4).
//! For `merge-values`, every path has a guard: a condition that is true on the joined path exactly for the
//! solutions of that path.
//!
//! What the joined path knows is what all of them know:
//! - the model is that of the first path, with addresses for the objects that only others have;
//! - facts are those of all, bounds become their hull (`facts/common.rs`);
//! - value sets: see `value_sets.rs`;
//! - pinned is what any of them pins.
//!
//! A join costs a walk over the constraints, since groups cannot be taken apart again.

use super::Path;
use super::suffixes::Suffixes;
use crate::chain::Chain;
use dunlin_term::{BaseId, Model, TermId, Terms};
use std::fmt;
use std::rc::Rc;

/// What [`Chain::join`] gives.
#[derive(Clone, Debug)]
pub struct Joined {
    pub path: Path,
    pub ways: Ways,
}

/// The paths that a joined path stands for, in the order in which they were given.
#[derive(Clone, Debug)]
pub struct Ways {
    /// The constraint that says that it is one of them; `TRUE` if none is needed.
    pub(super) disjunction: TermId,
    guards: Vec<Guard>,
}

impl Ways {
    pub fn guards(&self) -> &[Guard] {
        &self.guards
    }

    /// All terms that are held here: to be kept as long as this is, when others are recycled.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        let rests = self.guards.iter().flat_map(|guard| guard.rest.iter().copied());
        let conditions = self.guards.iter().map(|guard| guard.condition);
        rests.chain(conditions).chain([self.disjunction])
    }
}

/// When a joined path is one of the paths that it was made of.
#[derive(Clone, Debug)]
pub struct Guard {
    /// True, on the joined path, for the solutions of this path and for no others. Guards of different
    /// paths exclude each other if the paths do, as those that forked from each other.
    pub condition: TermId,
    /// The same as constraints.
    pub(super) rest: Rc<[TermId]>,
    /// A solution of this path.
    pub(super) model: Rc<Model>,
}

/// Why paths cannot be joined: a path has one address for an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Apart {
    /// Two of them have put an object, by its number, at different addresses.
    Moved { object: u64, addresses: [u64; 2] },
    /// Objects of different paths lie at the same place: none of the paths has both.
    SamePlace { objects: [u64; 2] },
}

impl fmt::Display for Apart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Apart::Moved { object, addresses: [one, other] } => {
                write!(
                    f,
                    "object {object} lies at {one:#x} on one path and at {other:#x} on another"
                )
            }
            Apart::SamePlace { objects: [one, other] } => {
                write!(f, "objects {one} and {other} of different paths lie at the same place")
            }
        }
    }
}

impl std::error::Error for Apart {}

impl Chain {
    /// Makes one path of at least one path of this chain.
    ///
    /// A path whose solutions include those of all others is the result itself. Models know addresses of
    /// the objects whose bases the path has met; where other objects lie, and whether they are the same
    /// ones, is for the caller to compare.
    pub fn join(&mut self, terms: &mut Terms, paths: &[&Path]) -> Result<Joined, Apart> {
        assert!(!paths.is_empty(), "there is a path to join");
        let addresses = common_addresses(terms, paths)?;
        let suffixes = Suffixes::new(paths);
        let (disjunction, conditions) = suffixes.disjunction(terms);
        let pairs = paths.iter().zip(&suffixes.rests);
        let covering = pairs.filter(|(_, rest)| rest.is_empty()).map(|(path, _)| *path);
        let mut path = match covering.min_by_key(|path| path.constraints.len()) {
            Some(covering) => covering.clone(),
            None => self.disjoined(terms, paths, &suffixes, disjunction),
        };
        paths.iter().flat_map(|path| path.pinned()).for_each(|&object| path.pin(object));
        for (base, address) in addresses {
            if path.model.address(base) != address {
                path.set_address(base, address);
            }
        }
        if self.check {
            self.check_path(terms, &path);
        }
        let guards = conditions.into_iter().zip(suffixes.rests).zip(paths);
        let guards = guards.map(|((condition, rest), path)| Guard {
            condition,
            rest: rest.into(),
            model: Rc::clone(&path.model),
        });
        Ok(Joined { path, ways: Ways { disjunction, guards: guards.collect() } })
    }

    /// The path of what all have in common and the disjunction of their rests, none of which is empty.
    fn disjoined(
        &mut self,
        terms: &mut Terms,
        paths: &[&Path],
        suffixes: &Suffixes,
        disjunction: TermId,
    ) -> Path {
        let mut path = Path { model: Rc::clone(&paths[0].model), ..Path::default() };
        paths.iter().flat_map(|path| path.pinned()).for_each(|&object| path.pin(object));
        let said = suffixes.common.iter().copied().chain([disjunction]);
        for constraint in said.filter(|&constraint| constraint != TermId::TRUE) {
            self.add(terms, &mut path, constraint);
        }
        let facts: Vec<_> = paths.iter().map(|path| &path.facts).collect();
        path.facts.add_common(terms, &facts, &path.constraints);
        self.join_value_sets(terms, paths, &mut path, &suffixes.rests[0], disjunction);
        path
    }
}

/// The addresses that any of the paths has, by base.
fn common_addresses(terms: &Terms, paths: &[&Path]) -> Result<Vec<(BaseId, u64)>, Apart> {
    let mut together = Model::new();
    for (number, path) in paths.iter().enumerate() {
        if number > 0 && Rc::ptr_eq(&path.model, &paths[0].model) {
            continue;
        }
        for (base, address) in path.model.addresses() {
            let known = together.address(base);
            if known != 0 && known != address {
                let object = terms.base_info(base).object;
                return Err(Apart::Moved { object, addresses: [known, address] });
            }
            together.set_address(base, address);
        }
    }
    let all: Vec<(BaseId, u64)> = together.addresses().collect();
    apart_from_each_other(terms, paths, &all)?;
    Ok(all)
}

/// That a choice between objects of different paths is one: no two of them lie at the same place, unless a
/// path has both, where one has taken the place of the other after its end.
fn apart_from_each_other(
    terms: &Terms,
    paths: &[&Path],
    addresses: &[(BaseId, u64)],
) -> Result<(), Apart> {
    let has = |path: &&Path, base: BaseId| path.model.address(base) != 0;
    let of_some = |base: BaseId| !paths.iter().all(|path| has(path, base));
    let mut places: Vec<(u64, BaseId)> = addresses
        .iter()
        .filter(|(base, _)| of_some(*base))
        .map(|&(base, address)| (address, base))
        .collect();
    places.sort_unstable();
    // Those that begin before the next one and may not have ended by then, with their last place: one past
    // the end, which is theirs, too.
    let mut open: Vec<(u64, BaseId)> = Vec::new();
    for (start, base) in places {
        open.retain(|(last, _)| *last >= start);
        for &(_, other) in &open {
            if !paths.iter().any(|path| has(path, base) && has(path, other)) {
                let objects = [other, base].map(|base| terms.base_info(base).object);
                return Err(Apart::SamePlace { objects });
            }
        }
        let size = terms.base_info(base).size.and_then(|size| terms.as_u64(size));
        open.push((start.saturating_add(size.unwrap_or(0)), base));
    }
    Ok(())
}
