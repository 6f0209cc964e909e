//! Groups of objects for the segmented memory model (thesis, 3.1): the points-to sets of all addresses
//! that are accessed, united until they are disjoint.
//!
//! Only sets of addresses count. A pointer that is copied, stored or compared may be any of several
//! objects without their being looked at as one; what a register carries along (the length that was
//! loaded from a struct with pointers in it) does not tie objects together either.

use super::Object;
use super::graph::{Graph, Node};
use crate::ids::GlobalId;
use crate::module::Point;
use rustc_hash::{FxHashMap, FxHashSet};

/// A group of objects; groups are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Group(pub u32);

/// A partition of all objects but functions: whatever is accessed through one pointer of the program
/// lies in one group.
pub struct Groups {
    globals: Vec<Group>,
    /// By the instruction that allocates.
    sites: FxHashMap<Point, Group>,
    engine: Group,
    members: Vec<Vec<Object>>,
}

impl Groups {
    pub(super) fn new(graph: &Graph, objects: &[Object], accesses: &[Node]) -> Groups {
        // One element more for the engine's objects, should nothing point to them.
        let mut sets = Partition { parent: (0..=objects.len() as u32).collect() };
        let is_memory = |object: &u32| !matches!(objects[*object as usize], Object::Function(_));
        let mut seen = FxHashSet::default();
        for &node in accesses {
            if !seen.insert(graph.find(node)) {
                continue;
            }
            let mut set = graph.points_to(node).objects().filter(is_memory);
            if let Some(first) = set.next() {
                set.for_each(|other| sets.unite(first, other));
            }
        }
        let mut at_site: FxHashMap<Point, u32> = FxHashMap::default();
        let mut engine = objects.len() as u32;
        for (number, object) in (0..).zip(objects) {
            match object.site() {
                Some(point) => sets.unite(*at_site.entry(point).or_insert(number), number),
                None if object.is_engine() => {
                    if engine == objects.len() as u32 {
                        engine = number;
                    }
                    sets.unite(engine, number);
                }
                None => {}
            }
        }
        let mut groups = FxHashMap::default();
        let mut members: Vec<Vec<Object>> = Vec::new();
        let mut group_of = |number: u32, sets: &mut Partition| {
            let next = Group(groups.len() as u32);
            *groups.entry(sets.find(number)).or_insert(next)
        };
        let mut globals = Vec::new();
        for (number, &object) in (0..).zip(objects) {
            if !is_memory(&number) {
                continue;
            }
            let group = group_of(number, &mut sets);
            members.resize_with(members.len().max(group.0 as usize + 1), Vec::new);
            members[group.0 as usize].push(object);
            if matches!(object, Object::Global(_)) {
                globals.push(group);
            }
        }
        let engine = group_of(engine, &mut sets);
        members.resize_with(members.len().max(engine.0 as usize + 1), Vec::new);
        for list in &mut members {
            list.sort_unstable();
            list.dedup();
        }
        let sites = at_site.into_iter().map(|(point, n)| (point, group_of(n, &mut sets))).collect();
        Groups { globals, sites, engine, members }
    }

    pub fn of_global(&self, global: GlobalId) -> Group {
        self.globals[global.index()]
    }

    /// The group of what the instruction at `point` allocates on the stack or the heap. That is the
    /// engine's own group if the program allocates nothing there.
    pub fn of_site(&self, point: Point) -> Group {
        self.sites.get(&point).copied().unwrap_or(self.engine)
    }

    /// The group of what the engine makes itself: the arguments and the environment of the program,
    /// and objects behind lazily symbolic pointers.
    pub fn of_engine(&self) -> Group {
        self.engine
    }

    /// How many groups there are.
    pub fn count(&self) -> usize {
        self.members.len()
    }

    /// The objects of a group, in ascending order.
    pub fn members(&self, group: Group) -> &[Object] {
        &self.members[group.0 as usize]
    }
}

/// A union-find of objects.
struct Partition {
    parent: Vec<u32>,
}

impl Partition {
    fn find(&mut self, mut member: u32) -> u32 {
        while self.parent[member as usize] != member {
            let up = self.parent[self.parent[member as usize] as usize];
            self.parent[member as usize] = up;
            member = up;
        }
        member
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}
