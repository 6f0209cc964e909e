//! Where the content of an object lies: in itself, in a segment, or in parts.
//!
//! Several objects that one pointer may mean can share a **segment**: a storage object that holds their
//! contents one after the other (thesis, 3.2.3.2). A large object that is accessed at symbolic offsets can
//! be kept in adjacent **parts** (3.2.4). Neither is visible: bounds, life and address stay those of the
//! object itself, and only the bytes are looked up elsewhere. Since a pointer names its object, the place
//! in a segment follows from the object and never from addresses. That is why members of a segment keep
//! their hidden addresses (the thesis moves them), stay apart by red zones, and may be pinned.
//!
//! Invariants: the content of a placed object lies in objects of kind [`ObjectKind::Storage`], which are
//! never placed themselves; [`Memory::segments`] lists the members of every segment, and a segment without
//! members is gone.

mod pool;

pub use pool::SegmentPool;

use crate::memory::{AccessError, Memory, Slot, in_bounds};
use crate::object::{Cell, Object, ObjectInfo, ObjectKind, Reference};
use crate::symbolic::Context;
use crate::value::{ObjectId, Value};
use crate::written::Origin;
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// A live object whose content lies elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub size: u64,
    pub info: ObjectInfo,
    pub placement: Placement,
}

#[derive(Clone, Debug)]
pub(crate) enum Placement {
    /// In a segment, from this byte on.
    Member { segment: ObjectId, start: u64 },
    /// In parts of `step` bytes each; the last may have fewer.
    Parts { step: u64, parts: Rc<[ObjectId]> },
}

/// Bytes of an object that lie together: in which storage, from where, how many.
pub(crate) type Piece = (ObjectId, u64, u64);

impl Placed {
    /// Where `len` bytes at `offset`, in bounds, lie.
    pub fn pieces(&self, offset: u64, len: u64) -> SmallVec<[Piece; 2]> {
        match &self.placement {
            Placement::Member { segment, start } => smallvec![(*segment, start + offset, len)],
            Placement::Parts { step, parts } => {
                let mut pieces = SmallVec::new();
                let (mut at, end) = (offset, offset + len);
                while at < end {
                    let within = at % step;
                    let length = (step - within).min(end - at);
                    pieces.push((parts[(at / step) as usize], within, length));
                    at += length;
                }
                pieces
            }
        }
    }
}

impl Memory {
    pub(crate) fn placed(&self, id: ObjectId) -> Option<&Rc<Placed>> {
        match self.slots.get(id) {
            Slot::Placed(placed, _) => Some(placed),
            _ => None,
        }
    }

    /// The size of a live object and what is known of it.
    pub fn describe(&mut self, id: ObjectId) -> Result<(u64, ObjectInfo), AccessError> {
        match self.object(id) {
            Ok(object) => Ok((object.size(), object.info)),
            Err(AccessError::Placed { .. }) => {
                let placed = self.placed(id).expect("just found as placed");
                Ok((placed.size, placed.info))
            }
            Err(error) => Err(error),
        }
    }

    /// Changes what is known of a live object.
    pub fn change_info(&mut self, id: ObjectId, change: impl FnOnce(&mut ObjectInfo)) {
        if let Slot::Placed(placed, born) = self.slots.get(id) {
            let (mut placed, born) = (Placed::clone(placed), *born);
            change(&mut placed.info);
            self.slots.replace(id, Slot::Placed(Rc::new(placed), born));
        } else if let Ok(object) = self.object_mut(id) {
            change(&mut object.info);
        }
    }

    // ---- segments --------------------------------------------------------------------------------

    /// The segment that an object's content lies in, if it does, and from where.
    pub fn segment_of(&self, id: ObjectId) -> Option<(ObjectId, u64)> {
        match self.placed(id)?.placement {
            Placement::Member { segment, start } => Some((segment, start)),
            Placement::Parts { .. } => None,
        }
    }

    /// The objects in a segment.
    pub fn members(&self, segment: ObjectId) -> &[ObjectId] {
        self.segments.get(&segment).map_or(&[], |members| members)
    }

    /// How many bytes a segment of these objects would have. Segments in which some of them lie already
    /// count as a whole.
    pub fn size_together(&mut self, objects: &[ObjectId]) -> u64 {
        let storages = self.storages_of(objects);
        storages.into_iter().fold(0, |end, (_, size)| aligned_end(end, size) + size)
    }

    /// What the contents of objects lie in, each once, with sizes.
    fn storages_of(&mut self, objects: &[ObjectId]) -> Vec<(ObjectId, u64)> {
        let mut storages: Vec<(ObjectId, u64)> = Vec::new();
        for &object in objects {
            let storage = self.segment_of(object).map_or(object, |(segment, _)| segment);
            if !storages.iter().any(|&(known, _)| known == storage)
                && let Ok((size, _)) = self.describe(storage)
            {
                storages.push((storage, size));
            }
        }
        storages
    }

    /// Brings live objects, none of them in parts, into one segment; the segment.
    pub fn merge(&mut self, context: &mut Context<'_>, objects: &[ObjectId]) -> ObjectId {
        self.merge_reusing(context, objects, None)
    }

    /// As [`Memory::merge`]; the content of the segment is shared with another state that brought the
    /// same contents together, if the pool knows one.
    pub fn merge_reusing(
        &mut self,
        context: &mut Context<'_>,
        objects: &[ObjectId],
        pool: Option<&mut SegmentPool>,
    ) -> ObjectId {
        let storages = self.storages_of(objects);
        if let [(storage, _)] = storages[..]
            && self.segments.contains_key(&storage)
        {
            return storage;
        }
        let segment = match pool {
            None => self.joined(context, &storages),
            Some(pool) => {
                let contents = self.contents(&storages);
                match pool.find(&contents) {
                    Some(content) => self.share_storage(storages[0].0, content),
                    None => {
                        let segment = self.joined(context, &storages);
                        pool.add(contents, self.contents(&[(segment, 0)]).remove(0));
                        segment
                    }
                }
            }
        };
        let mut all = Vec::new();
        let mut end = 0;
        for (storage, size) in storages {
            let start = aligned_end(end, size);
            end = start + size;
            let before = Rc::make_mut(&mut self.segments).remove(&storage);
            match before {
                None => {
                    self.place_in_segment(storage, segment, start);
                    all.push(storage);
                }
                Some(members) => {
                    self.take(storage, Slot::Empty);
                    for &member in &members {
                        let (_, within) = self.segment_of(member).expect("listed as a member");
                        self.place_in_segment(member, segment, start + within);
                    }
                    all.extend(members);
                }
            }
        }
        Rc::make_mut(&mut self.segments).insert(segment, all);
        segment
    }

    /// A storage with the contents of others, one after the other.
    fn joined(&mut self, context: &mut Context<'_>, storages: &[(ObjectId, u64)]) -> ObjectId {
        let total = storages.iter().fold(0, |end, &(_, size)| aligned_end(end, size) + size);
        // Whole words, so that it can be read in words and not only byte by byte.
        let segment = self.new_storage(storages[0].0, total.next_multiple_of(8));
        let mut end = 0;
        for &(storage, size) in storages {
            let start = aligned_end(end, size);
            end = start + size;
            self.move_content(context, (segment, start), (storage, 0), size);
        }
        segment
    }

    /// The contents of storages as they are shared with other states.
    fn contents(&mut self, storages: &[(ObjectId, u64)]) -> Vec<Rc<Object>> {
        self.check_in();
        let content = |&(storage, _): &(ObjectId, u64)| match self.slots.get(storage) {
            Slot::Live(object, _) => object.clone(),
            _ => unreachable!("storages live, and all caches are empty"),
        };
        storages.iter().map(content).collect()
    }

    fn place_in_segment(&mut self, object: ObjectId, segment: ObjectId, start: u64) {
        let (size, info) = self.describe(object).expect("it lives");
        let placement = Placement::Member { segment, start };
        let (born, _) = self.age(object);
        self.take(object, Slot::Placed(Rc::new(Placed { size, info, placement }), born));
    }

    /// Copies content from one storage to another, whatever it is.
    fn move_content(
        &mut self,
        context: &mut Context<'_>,
        (to, to_offset): (ObjectId, u64),
        (from, from_offset): (ObjectId, u64),
        len: u64,
    ) {
        if len == 0 || self.copy_storage((to, to_offset), (from, from_offset), len).is_ok() {
            return;
        }
        // One of them is an array. In words where it can be, since most arrays have wide elements.
        let word = u64::from(self.word());
        let mut done = 0;
        while done < len {
            let (source, target) = (from_offset + done, to_offset + done);
            let whole = source.is_multiple_of(word) && target.is_multiple_of(word);
            let step = if whole && len - done >= word { word } else { 1 };
            let value = self.load_symbolic(context, from, source, step as u32);
            self.store_symbolic(context, to, target, step as u32, value);
            done += step;
        }
    }

    /// The content of an object that dies is needed no more.
    pub(crate) fn give_up_place(&mut self, id: ObjectId) {
        let Some(placed) = self.placed(id).cloned() else { return };
        match &placed.placement {
            Placement::Member { segment, .. } => {
                let segments = Rc::make_mut(&mut self.segments);
                let members = segments.get_mut(segment).expect("a segment has members");
                members.retain(|&member| member != id);
                if members.is_empty() {
                    segments.remove(segment);
                    self.take(*segment, Slot::Empty);
                }
            }
            Placement::Parts { parts, .. } => {
                parts.iter().for_each(|&part| self.take(part, Slot::Empty));
            }
        }
    }

    // ---- parts -----------------------------------------------------------------------------------

    /// The size and the number of the parts that an object is split into, if it is.
    pub fn parts_of(&self, id: ObjectId) -> Option<(u64, usize)> {
        match &self.placed(id)?.placement {
            Placement::Parts { step, parts } => Some((*step, parts.len())),
            Placement::Member { .. } => None,
        }
    }

    /// Splits a live object that lies in itself into parts of `step` bytes.
    pub fn split(&mut self, context: &mut Context<'_>, id: ObjectId, step: u64) {
        let (size, info) = self.describe(id).expect("it lives");
        let mut parts = Vec::new();
        for start in (0..size).step_by(step as usize) {
            let length = step.min(size - start);
            let part = self.new_storage(id, length);
            self.move_content(context, (part, 0), (id, start), length);
            parts.push(part);
        }
        let placement = Placement::Parts { step, parts: parts.into() };
        let (born, _) = self.age(id);
        self.take(id, Slot::Placed(Rc::new(Placed { size, info, placement }), born));
    }

    // ---- access ----------------------------------------------------------------------------------

    /// A load that found no object, because the content lies elsewhere or for another reason.
    #[cold]
    #[inline(never)]
    pub(crate) fn load_placed(
        &mut self,
        error: AccessError,
        offset: u64,
        size: u32,
    ) -> Result<Value, AccessError> {
        let AccessError::Placed { object } = error else { return Err(error) };
        let placed = self.placed(object).expect("just found as placed").clone();
        if !in_bounds(placed.size, offset, u64::from(size)) {
            return Err(AccessError::OutOfBounds { object, size: placed.size });
        }
        let pieces = placed.pieces(offset, u64::from(size));
        if let [(storage, at, _)] = pieces[..] {
            return self.load(storage, at, size);
        }
        let mut cells = self.cells(object, offset, size.into())?;
        self.join_cells(&mut cells)
    }

    /// A store that found no object, because the content lies elsewhere or for another reason.
    #[cold]
    #[inline(never)]
    pub(crate) fn store_placed(
        &mut self,
        error: AccessError,
        offset: u64,
        size: u32,
        value: Value,
    ) -> Result<(), AccessError> {
        let AccessError::Placed { object } = error else { return Err(error) };
        let placed = self.placed(object).expect("just found as placed").clone();
        if !in_bounds(placed.size, offset, u64::from(size)) {
            return Err(AccessError::OutOfBounds { object, size: placed.size });
        }
        if placed.info.read_only {
            return Err(AccessError::ReadOnly { object });
        }
        let pieces = placed.pieces(offset, u64::from(size));
        if let [(storage, at, _)] = pieces[..] {
            return self.store(storage, at, size, value);
        }
        for &(storage, ..) in &pieces {
            if self.object(storage)?.store_needs_terms(value) {
                return Err(AccessError::NeedsTerms);
            }
        }
        let word = self.word();
        let mut index = 0;
        for (storage, at, len) in pieces {
            let found = self.object_mut(storage)?;
            for at in at..at + len {
                found.set_cell(at, Cell::of(value, size, index), word);
                index += 1;
            }
        }
        Ok(())
    }

    /// Makes every byte of a live object undefined.
    pub fn make_undefined(&mut self, id: ObjectId) {
        let word = self.word();
        if let Ok(object) = self.object_mut(id) {
            if object.size() > 0 {
                object.make_undefined(word);
            }
        } else if let Some(placed) = self.placed(id).cloned() {
            let undefined = Cell::Byte { value: 0, undefined: 0xff };
            // In an array nothing is undefined.
            let _ = self.fill((id, 0), undefined, placed.size);
        }
    }

    /// The content of a live object is unknown from here on: that of an origin.
    pub fn forget(&mut self, context: &mut Context<'_>, id: ObjectId, origin: Origin) {
        if let Ok(object) = self.object_mut(id) {
            object.forget(origin);
            return;
        }
        let Some(placed) = self.placed(id).cloned() else { return };
        let word = self.word();
        let mut place = 0;
        for (storage, at, len) in placed.pieces(0, placed.size) {
            for at in at..at + len {
                let cell = Cell::Unwritten { origin, place };
                place += 1;
                let found = self.object_mut(storage).expect("storage lives as long as its content");
                if found.array().is_none() {
                    found.set_cell(at, cell, word);
                    continue;
                }
                let byte = self.cell_term(context, cell);
                let byte = context.value(byte);
                self.store_symbolic(context, storage, at, 1, byte);
            }
        }
    }

    // ---- all objects -----------------------------------------------------------------------------

    /// The live objects of the program, in the order of allocation.
    pub fn live_objects(&mut self) -> Vec<ObjectId> {
        self.live_objects_from(0)
    }

    /// As [`Memory::live_objects`], without those that were made before a time.
    pub fn live_objects_from(&mut self, first: u64) -> Vec<ObjectId> {
        self.check_in();
        let mut found: Vec<(u64, ObjectId)> = Vec::new();
        self.slots.for_each(|id, slot| {
            let born = match slot {
                Slot::Live(object, born) if object.info.kind != ObjectKind::Storage => *born,
                Slot::Placed(_, born) => *born,
                _ => return,
            };
            if born >= first {
                found.push((born, id));
            }
        });
        found.sort_unstable();
        found.into_iter().map(|(_, id)| id).collect()
    }

    /// Calls `f` with what the content of a live object refers to, repeatedly if need be.
    pub fn for_each_reference(&mut self, id: ObjectId, mut f: impl FnMut(Reference)) {
        let word = self.word();
        let Some(placed) = self.placed(id).cloned() else {
            if let Ok(object) = self.object(id) {
                object.for_each_reference(word, f);
            }
            return;
        };
        for (storage, at, len) in placed.pieces(0, placed.size) {
            let found = self.object(storage).expect("storage lives as long as what lies there");
            match found.array() {
                Some(content) => f(Reference::Term(content.array)),
                None => {
                    (at..at + len).for_each(|at| found.cell(at, word).for_each_reference(&mut f))
                }
            }
        }
    }

    // ---- relocation ------------------------------------------------------------------------------

    /// Moves a live object, whose address the program has not seen, to another hidden address; the new
    /// one. Nothing but the map of addresses changes (thesis, 3.2.1).
    pub fn relocate(&mut self, id: ObjectId) -> Option<u64> {
        let (size, info) = self.describe(id).ok()?;
        if info.exposed {
            return None;
        }
        let address = self.addresses.take(size, 1 << info.align)?;
        self.change_info(id, |info| info.address = address);
        Some(address)
    }
}

/// Where content of a size begins that follows on other content. Accesses to an object whose size is a
/// multiple of their width stay aligned.
fn aligned_end(end: u64, size: u64) -> u64 {
    end.next_multiple_of(1 << size.trailing_zeros().min(3))
}
