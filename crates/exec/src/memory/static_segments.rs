//! Segments that an analysis of the whole program makes before it runs (thesis, 3.1 and 3.2.3.1).
//!
//! Objects that some pointer may mean together, by where they are allocated, share a segment. That needs
//! no question about which object is meant, but a segment holds whatever the analysis could not tell
//! apart. A segment is put together when it is first accessed at a symbolic place, and takes up what was
//! allocated since then at the next such access: until then nobody can tell the difference.

use crate::code::object_global;
use crate::machine::Machine;
use crate::options::MemoryModel;
use crate::state::State;
use dunlin_ir::points_to::Group;
use dunlin_memory::{ObjectId, ObjectKind};
use std::rc::Rc;

impl Machine<'_> {
    pub(crate) fn has_static_segments(&self) -> bool {
        self.options.memory.model == MemoryModel::StaticSegments
    }

    fn group_of(&self, state: &mut State, object: ObjectId) -> Option<Group> {
        let groups = self.groups?;
        if let Some(global) = object_global(self.module, object) {
            return Some(groups.of_global(global));
        }
        let (_, info) = state.memory.objects.describe(object).ok()?;
        Some(match info.kind {
            ObjectKind::Global => groups.of_engine(),
            _ => groups.of_site(self.code.point(info.allocated.0)),
        })
    }

    /// All that shares a segment with some of these objects, by the analysis or since they were brought
    /// together: one object for each segment that there is, and those that are in none.
    pub(crate) fn with_their_groups(
        &mut self,
        state: &mut State,
        objects: &[ObjectId],
    ) -> Vec<ObjectId> {
        let mut all = objects.to_vec();
        let mut groups: Vec<Group> =
            objects.iter().filter_map(|&object| self.group_of(state, object)).collect();
        groups.sort_unstable();
        groups.dedup();
        let now = state.memory.objects.clock();
        for group in groups {
            let known = state.memory.grouped.get(&group).copied();
            // The one that stands for a segment may have died since: all of the group is looked for then.
            let known =
                known.filter(|&(object, _)| state.memory.objects.segment_of(object).is_some());
            let from = known.map_or(0, |(_, from)| from);
            if from < now {
                for object in state.memory.objects.live_objects_from(from) {
                    if self.group_of(state, object) == Some(group) {
                        all.push(object);
                    }
                }
            }
            all.extend(known.map(|(object, _)| object));
            let one = known.map_or_else(|| all[all.len() - 1], |(object, _)| object);
            Rc::make_mut(&mut state.memory.grouped).insert(group, (one, now));
        }
        all.retain(|&object| state.memory.objects.parts_of(object).is_none());
        all.sort_by_cached_key(|&object| state.memory.objects.age(object));
        all.dedup();
        all
    }
}
