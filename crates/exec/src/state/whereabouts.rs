//! What a path has demanded of where objects lie: beside its inputs, the part of its model that a test
//! cannot give to a native run.

use crate::state::{State, Stay, Staying};
use dunlin_memory::{ObjectId, Place};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Whereabouts {
    /// Something was decided by addresses.
    pub decided: bool,
    /// Objects that were moved for that: the number, the address and the size of each.
    pub places: Vec<(u64, u64, u64)>,
    /// Those that stay where they are: something was decided by that.
    pub stays: Vec<Stay>,
    /// By how many the choices between addresses have multiplied the paths.
    pub ways: u32,
}

impl Default for Whereabouts {
    fn default() -> Whereabouts {
        Whereabouts { decided: false, places: Vec::new(), stays: Vec::new(), ways: 1 }
    }
}

impl Whereabouts {
    pub fn of(state: &State) -> Whereabouts {
        let of = |place: &Place| (place.object.0, place.address, place.size);
        Whereabouts {
            decided: state.knowledge.path.depends_on_addresses() || state.memory.staying.len() > 0,
            places: state.memory.objects.places().iter().map(of).collect(),
            stays: state.memory.staying.iter().copied().collect(),
            ways: state.knowledge.ways,
        }
    }

    /// Whether a path can have demanded this: no object reaches beyond the end of memory.
    pub(crate) fn is_sound(&self) -> bool {
        let fits = |address: u64, size: u64| address.checked_add(size.max(1)).is_some();
        self.ways > 0
            && self.places.iter().all(|&(_, address, size)| fits(address, size))
            && self.stays.iter().all(|stay| fits(stay.address, stay.size))
    }

    /// With addresses that a solution of a further condition has.
    pub(crate) fn with(mut self, moved: &[(u64, u64, u64)]) -> Whereabouts {
        self.decided = true;
        self.places.retain(|(object, ..)| !moved.iter().any(|(other, ..)| other == object));
        self.places.extend_from_slice(moved);
        self
    }

    /// Whether an object lies where another one lay: those that live at the same time never do.
    pub fn reuses_addresses(&self) -> bool {
        let overlap = |x: &(u64, u64, u64), y: &(u64, u64, u64)| {
            x.1 < y.1 + y.2.max(1) && y.1 < x.1 + x.2.max(1)
        };
        let stays = self.stays.iter().map(|stay| (stay.object, stay.address, stay.size));
        let moved = |place: &(u64, u64, u64)| self.places.iter().any(|other| other.0 == place.0);
        let places: Vec<_> =
            stays.filter(|place| !moved(place)).chain(self.places.iter().copied()).collect();
        let mut rest = places.as_slice();
        while let Some((first, others)) = rest.split_first() {
            if others.iter().any(|other| overlap(first, other)) {
                return true;
            }
            rest = others;
        }
        false
    }

    /// Puts the objects of a state at the program's beginning where they have to be.
    pub fn apply(&self, state: &mut State) {
        state.knowledge.ways = self.ways;
        state.memory.staying = Staying::from_the_beginning(&self.stays);
        let moved = self.places.iter().map(|&(object, address, size)| (object, (address, size)));
        let stays = self.stays.iter().map(|stay| (stay.object, (stay.address, stay.size)));
        let at: BTreeMap<u64, (u64, u64)> = moved.chain(stays).collect();
        if at.is_empty() {
            return;
        }
        let place = |(object, (address, size))| Place { object: ObjectId(object), address, size };
        let places: Vec<Place> = at.into_iter().map(place).collect();
        state.memory.objects.put(&places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_objects_in_one_place_reuse_an_address() {
        let places = |places: &[(u64, u64, u64)]| Whereabouts {
            places: places.to_vec(),
            ..Whereabouts::default()
        };
        assert!(!places(&[(1, 0x1000, 16), (2, 0x1010, 16)]).reuses_addresses());
        assert!(places(&[(1, 0x1000, 100), (2, 0x2000, 4), (3, 0x1020, 4)]).reuses_addresses());
        let moved = places(&[(1, 0x1000, 16)]).with(&[(1, 0x2000, 16), (2, 0x1000, 16)]);
        assert_eq!(moved.places, [(1, 0x2000, 16), (2, 0x1000, 16)]);
        assert!(moved.decided && !moved.reuses_addresses());
    }
}
