//! The constraints of a path, divided into groups that share no input.
//!
//! Kept as the path grows, so that cutting a question to what matters costs no walk over the path.
//! A clone costs two reference counts, and a constraint no more if the path has many: groups are
//! joined, the smaller into the larger, without a look at what they own.

use super::footprint::{Footprint, Input};
use crate::table::Table;
use crate::tight;
use dunlin_term::SymbolId;
use smallvec::SmallVec;
use std::rc::Rc;

/// The number of a group, also one that is part of another by now.
pub type GroupId = u32;

#[derive(Clone, Debug)]
enum Group {
    /// The numbers of its constraints, in no order.
    Own(Rc<Vec<u32>>),
    PartOf(GroupId),
}

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
    owners: Table<Place, GroupId>,
    groups: Table<GroupId, Group>,
    /// How many groups were ever made.
    made: GroupId,
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
                    touched.extend(self.range(first, end));
                }
                Input::Root(root) => {
                    let end = Place::whole(SymbolId(root.0 + 1));
                    touched.extend(self.range(Place::whole(root), end));
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
        let mut all = Vec::new();
        for members in groups.iter().filter_map(|&group| self.members(group)) {
            all.extend_from_slice(members);
        }
        if !all.is_sorted() {
            all.sort_unstable();
        }
        all
    }

    /// All groups: the numbers of the constraints of each, ascending.
    pub fn groups(&self) -> impl Iterator<Item = Vec<u32>> {
        let own = self.groups.iter().filter(|(_, group)| matches!(group, Group::Own(_)));
        own.map(|(number, _)| self.constraints(&[number]))
    }

    fn members(&self, group: GroupId) -> Option<&Rc<Vec<u32>>> {
        match self.groups.get(group)? {
            Group::Own(members) => Some(members),
            Group::PartOf(_) => None,
        }
    }

    /// Adds the constraint with the next number. Returns its group.
    pub fn add(&mut self, number: u32, footprint: &Footprint) -> GroupId {
        let touched = self.touched(footprint);
        let size = |group: &GroupId| self.members(*group).map_or(0, |members| members.len());
        let largest = touched.iter().copied().max_by_key(size);
        let group = largest.unwrap_or_else(|| {
            self.made += 1;
            self.groups.insert(self.made - 1, Group::Own(Rc::default()));
            self.made - 1
        });
        let mut joined: SmallVec<[u32; 8]> = SmallVec::new();
        for &other in touched.iter().filter(|&&other| other != group) {
            joined.extend(
                self.members(other).into_iter().flat_map(|members| members.iter().copied()),
            );
            self.groups.insert(other, Group::PartOf(group));
        }
        if let Some(Group::Own(members)) = self.groups.get_mut(group) {
            if !joined.is_empty() {
                Rc::make_mut(members).extend_from_slice(&joined);
            }
            tight::push(members, number);
        }
        self.give(group, footprint);
        group
    }

    /// Makes a group the owner of the inputs of a footprint.
    fn give(&mut self, group: GroupId, footprint: &Footprint) {
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
        match self.owner(place) {
            Some(owner) => debug_assert_eq!(owner, group),
            None => self.owners.insert(place, group),
        }
    }

    fn owner(&self, place: Place) -> Option<GroupId> {
        self.owners.get(place).map(|&group| self.joined(group))
    }

    /// The group that a group is part of by now. Few steps: each leads to a group of twice the size.
    fn joined(&self, mut group: GroupId) -> GroupId {
        while let Some(Group::PartOf(larger)) = self.groups.get(group) {
            group = *larger;
        }
        group
    }

    /// The groups that own something from one place up to another.
    fn range(&self, first: Place, end: Place) -> impl Iterator<Item = GroupId> {
        let rows = self.owners.iter_from(first).take_while(move |(place, _)| *place < end);
        rows.map(|(_, &group)| self.joined(group))
    }
}
