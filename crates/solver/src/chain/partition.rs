//! The constraints of a path, divided into groups that share no input.
//!
//! Kept as the path grows, so that cutting a question to what matters costs no walk over the path.
//! A clone costs two reference counts; a change after it copies two tables of a few words an entry.

use super::footprint::{Footprint, Input};
use crate::tight;
use dunlin_term::SymbolId;
use smallvec::SmallVec;
use std::rc::Rc;

/// The number of a group. Groups that were merged into others stay as empty places.
pub type GroupId = u32;

/// A place that constraints can share. Of one symbol, the whole comes before its elements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    symbol: SymbolId,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    /// A bit-vector, or a root that some constraint needs as a whole.
    Whole,
    Element(u64),
}

impl Place {
    pub fn whole(symbol: SymbolId) -> Place {
        Place { symbol, part: Part::Whole }
    }

    pub fn element(root: SymbolId, index: u64) -> Place {
        Place { symbol: root, part: Part::Element(index) }
    }
}

#[derive(Clone, Default, Debug)]
pub struct Partition {
    /// Sorted by place.
    owners: Rc<Vec<(Place, GroupId)>>,
    /// The numbers of the constraints of each group, ascending.
    groups: Rc<Vec<Rc<Vec<u32>>>>,
}

pub type Touched = SmallVec<[GroupId; 4]>;

impl Partition {
    /// The groups that share an input with a footprint.
    pub fn touched(&self, footprint: &Footprint) -> Touched {
        let mut touched = Touched::new();
        for input in &footprint.inputs {
            match *input {
                Input::Symbol(symbol) => touched.extend(self.owner(Place::whole(symbol))),
                Input::Run(run) => {
                    touched.extend(self.owner(Place::whole(run.root)));
                    let first = Place::element(run.root, run.start);
                    let end = Place::element(run.root, run.end());
                    touched.extend(self.range(first, end).iter().map(|(_, group)| *group));
                }
                Input::Root(root) => {
                    let end = Place::whole(SymbolId(root.0 + 1));
                    let all = self.range(Place::whole(root), end);
                    touched.extend(all.iter().map(|(_, group)| *group));
                }
            }
        }
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// The group of a place, if any constraint has it. An element of a root that is needed as a whole
    /// belongs to the root's group.
    pub fn group_of(&self, place: Place) -> Option<GroupId> {
        self.owner(place).or_else(|| self.owner(Place::whole(place.symbol)))
    }

    /// Whether some constraint needs all of a root.
    pub fn needs_whole(&self, root: SymbolId) -> bool {
        self.owner(Place::whole(root)).is_some()
    }

    /// The numbers of the constraints in the given groups, ascending.
    pub fn constraints(&self, groups: &[GroupId]) -> Vec<u32> {
        match groups {
            [] => Vec::new(),
            [one] => self.groups[*one as usize].to_vec(),
            several => {
                let lists = several.iter().map(|&group| &self.groups[group as usize]);
                let mut all: Vec<u32> = lists.flat_map(|list| list.iter().copied()).collect();
                all.sort_unstable();
                all
            }
        }
    }

    /// All groups that have constraints.
    pub fn groups(&self) -> impl Iterator<Item = &[u32]> {
        self.groups.iter().filter(|group| !group.is_empty()).map(|group| group.as_slice())
    }

    /// Adds the constraint with the next number. Returns its group.
    pub fn add(&mut self, number: u32, footprint: &Footprint) -> GroupId {
        let touched = self.touched(footprint);
        let size = |group: &GroupId| self.groups[*group as usize].len();
        let largest = touched.iter().copied().max_by_key(size);
        let group = largest.unwrap_or_else(|| {
            tight::push(&mut self.groups, Rc::default());
            self.groups.len() as GroupId - 1
        });
        let groups = Rc::make_mut(&mut self.groups);
        let mut members = std::mem::take(&mut groups[group as usize]);
        for &other in touched.iter().filter(|&&other| other != group) {
            let others = std::mem::take(&mut groups[other as usize]);
            Rc::make_mut(&mut members).extend_from_slice(&others);
        }
        tight::push(&mut members, number);
        if touched.len() > 1 {
            Rc::make_mut(&mut members).sort_unstable();
        }
        groups[group as usize] = members;
        self.give(group, &touched, footprint);
        group
    }

    /// Makes a group the owner of the inputs of a footprint and of what merged groups had.
    fn give(&mut self, group: GroupId, merged: &Touched, footprint: &Footprint) {
        if merged.len() > 1 {
            for (_, owner) in Rc::make_mut(&mut self.owners).iter_mut() {
                if merged.contains(owner) {
                    *owner = group;
                }
            }
        }
        for input in &footprint.inputs {
            match *input {
                Input::Symbol(symbol) | Input::Root(symbol) => {
                    self.own(Place::whole(symbol), group)
                }
                Input::Run(run) if self.needs_whole(run.root) => {}
                Input::Run(run) => {
                    for index in run.start..run.end() {
                        self.own(Place::element(run.root, index), group);
                    }
                }
            }
        }
    }

    fn own(&mut self, place: Place, group: GroupId) {
        match self.owners.binary_search_by_key(&place, |(place, _)| *place) {
            Ok(at) => debug_assert_eq!(self.owners[at].1, group),
            Err(at) => tight::insert(&mut self.owners, at, (place, group)),
        }
    }

    fn owner(&self, place: Place) -> Option<GroupId> {
        let at = self.owners.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        Some(self.owners[at].1)
    }

    /// The entries from one place up to another.
    fn range(&self, first: Place, end: Place) -> &[(Place, GroupId)] {
        let from = self.owners.partition_point(|(place, _)| *place < first);
        let length = self.owners[from..].partition_point(|(place, _)| *place < end);
        &self.owners[from..from + length]
    }
}
