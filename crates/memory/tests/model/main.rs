//! [`Memory`] against a naive model: a list of bytes for each object, copied whole when a state forks.
//!
//! Random histories of several forked states: whatever the cache, the tags and the sharing do, every
//! access must give what the model gives, errors included, and no state may see another one's writes.

#[path = "../support/all_written.rs"]
mod all_written;
mod naive;
mod steps;

use all_written::AllWritten;
use dunlin_memory::{
    AccessError, Calls, Cell, Class, Context, Memory, ObjectId, ObjectKind, Reference, Site, Value,
};
use dunlin_term::Terms;
use naive::{Model, ModelObject};
use proptest::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use steps::{FUNCTIONS, Step, Stored, step};

/// What all states say of what they allocate.
#[derive(Default)]
struct Agreed {
    /// By class and ordinal.
    ids: BTreeMap<(Class, usize), ObjectId>,
    /// By class and what was asked for there so far.
    addresses: BTreeMap<(Class, Vec<(u64, u64)>), u64>,
}

struct State {
    memory: Memory,
    model: Model,
    agreed: Rc<RefCell<Agreed>>,
}

/// A few classes, so that states meet in them.
fn class(site: u32) -> Class {
    Class::new(site % 5, 0, Calls::default())
}

impl State {
    fn new(word: usize, track_undefined: bool) -> State {
        let memory = Memory::new(word as u32 * 8, FUNCTIONS, track_undefined);
        let model = Model { objects: Vec::new(), word, track_undefined };
        State { memory, model, agreed: Rc::default() }
    }

    fn allocate(&mut self, size: u64, align: u64, kind: ObjectKind, site: u32) {
        let (class, born) = (class(site), self.memory.clock());
        let id = self.memory.allocate(size, align, kind, Site(site), class).expect("there is room");
        let address = self.memory.object(id).unwrap().info.address;
        assert_eq!((address % align, self.memory.age(id)), (0, (born, id)));
        self.agree(class, id, address, (size, align));
        let cell =
            if kind == ObjectKind::Global { Cell::plain(0) } else { self.model.fresh_cell() };
        self.model.objects.push(ModelObject {
            id,
            class,
            asked: (size, align),
            born,
            cells: vec![cell; size as usize],
            kind,
            read_only: false,
            align: align.max(16).trailing_zeros() as u8,
            allocated: Site(site),
            freed: None,
            lies_at: address,
            address: None,
        });
    }

    /// Whatever else happened to the states: the same id for the same object of a class, and the same address
    /// if all before it in the class were alike.
    fn agree(&self, class: Class, id: ObjectId, address: u64, asked: (u64, u64)) {
        let objects = &self.model.objects;
        assert!(objects.iter().all(|other| other.id != id), "no id is given twice");
        let class_mates = objects.iter().filter(|other| other.class == class);
        let mut history: Vec<(u64, u64)> = class_mates.map(|other| other.asked).collect();
        let mut agreed = self.agreed.borrow_mut();
        assert_eq!(*agreed.ids.entry((class, history.len())).or_insert(id), id);
        // In 32 bits all classes share one space.
        if self.model.word == 8 {
            history.push(asked);
            assert_eq!(*agreed.addresses.entry((class, history)).or_insert(address), address);
        }
    }

    fn live(&self) -> u64 {
        self.model.objects.iter().filter(|object| object.freed.is_none()).count() as u64
    }

    fn value(&self, stored: &Stored, size: u32) -> Value {
        let width = size * 8;
        let bits = u64::MAX >> (64 - width);
        let pointer_mask = u64::MAX >> (64 - self.model.word * 8);
        match *stored {
            Stored::Pointer(object, offset) if size as usize == self.model.word => {
                let object = &self.model.objects[object % self.model.objects.len()];
                Value::pointer(object.id, offset & pointer_mask)
            }
            Stored::Function(index, offset) if size as usize == self.model.word => {
                Value::pointer(Memory::function(index), offset)
            }
            Stored::Int(value) | Stored::Pointer(_, value) | Stored::Function(value, _) => {
                Value::int(value & bits)
            }
            Stored::Undefined(value, mask) => Value::undefined(width, value & bits, mask & bits),
        }
    }

    /// Notes that the address of an object became known.
    fn expose(&mut self, id: ObjectId) -> u64 {
        let address = self.memory.expose(id);
        if let Some(object) = self.model.objects.iter_mut().find(|object| object.id == id) {
            if let Some(known) = object.address {
                assert_eq!(address, known, "an address never changes");
            }
            if object.freed.is_none() {
                object.address = Some(address);
            }
        }
        address
    }

    fn step(&mut self, step: &Step) {
        let count = self.model.objects.len();
        let id = |number: usize, model: &Model| model.objects[number % count].id;
        match *step {
            Step::Allocate { size, align, kind, site } => {
                let kind =
                    [ObjectKind::Global, ObjectKind::Stack, ObjectKind::Heap][usize::from(kind)];
                self.allocate(size, align, kind, site);
            }
            Step::Free { object, site } => {
                let expected = self.model.check(object % count, 0, 0, false).map(|_| ());
                let died = self.memory.clock();
                let found = self.memory.free(id(object, &self.model), Site(site)).map(drop);
                assert_eq!(found, expected);
                if expected.is_ok() {
                    self.model.objects[object % count].freed = Some((Site(site), died));
                }
            }
            Step::Protect { object } => {
                self.memory.change_info(id(object, &self.model), |info| info.read_only = true);
                self.model.objects[object % count].read_only = true;
            }
            Step::Load { object, offset, size } => {
                let found = self.memory.load(id(object, &self.model), offset, size);
                let expected = self.model.check(object % count, offset, size.into(), false);
                let expected = expected.map(|start| {
                    let cells = self.model.objects[object % count].cells.clone();
                    let model = self.model.clone();
                    model.value(&cells[start..start + size as usize], |id| self.expose(id))
                });
                assert_eq!(found, expected);
            }
            Step::Store { object, offset, size, ref value } => {
                let value = self.value(value, size);
                let found = self.memory.store(id(object, &self.model), offset, size, value);
                let expected = self.model.check(object % count, offset, size.into(), true);
                assert_eq!(found, expected.map(|_| ()));
                if let Ok(start) = expected {
                    for i in 0..size {
                        self.model.objects[object % count].cells[start + i as usize] =
                            Cell::of(value, size, i);
                    }
                }
            }
            Step::Copy { to, to_offset, from, from_offset, len } => {
                let target = (id(to, &self.model), to_offset);
                let source = (id(from, &self.model), from_offset);
                let found = self.memory.copy(target, source, len);
                let read = self.model.check(from % count, from_offset, len, false);
                let places = read.and_then(|start| {
                    Ok((start, self.model.check(to % count, to_offset, len, true)?))
                });
                assert_eq!(found, places.map(|_| ()));
                if let Ok((start, end)) = places {
                    let len = len as usize;
                    let cells = self.model.objects[from % count].cells[start..start + len].to_vec();
                    self.model.objects[to % count].cells[end..end + len].copy_from_slice(&cells);
                }
            }
            Step::Fill { object, offset, ref byte, len } => {
                let byte = Cell::of(self.value(byte, 1), 1, 0);
                let found = self.memory.fill((id(object, &self.model), offset), byte, len);
                let expected = self.model.check(object % count, offset, len, true);
                assert_eq!(found, expected.map(|_| ()));
                if let Ok(start) = expected {
                    let cells = &mut self.model.objects[object % count].cells;
                    cells[start..start + len as usize].fill(byte);
                }
            }
            Step::Expose { object } => {
                let id = id(object, &self.model);
                let address = self.expose(id);
                let found = self.model.objects[object % count].clone();
                if found.freed.is_none() {
                    assert_eq!(address, self.memory.address(id).unwrap());
                }
            }
            Step::Resolve { object, offset } => {
                // Only addresses that the program has seen point anywhere, one behind included.
                let found = self.model.objects[object % count].clone();
                let Some(start) = found.address else { return };
                let expected = (offset <= found.cells.len() as u64).then_some((found.id, offset));
                let resolved = self.memory.resolve_address(start.wrapping_add(offset));
                match expected {
                    Some(_) => assert_eq!(resolved, expected),
                    None => assert!(resolved.is_none_or(|(id, _)| id != found.id)),
                }
            }
            Step::Merge(ref objects) => {
                let lives = |object: &&ModelObject| object.freed.is_none();
                let objects = objects.iter().map(|object| &self.model.objects[object % count]);
                let mut ids: Vec<ObjectId> = objects.filter(lives).map(|found| found.id).collect();
                ids.retain(|&id| self.memory.parts_of(id).is_none());
                ids.sort_unstable();
                ids.dedup();
                if ids.is_empty() {
                    return;
                }
                let segment =
                    with_terms(&mut self.memory, |memory, context| memory.merge(context, &ids));
                let together = |id: &ObjectId| self.memory.segment_of(*id).unwrap().0 == segment;
                assert!(ids.iter().all(together));
            }
            Step::Split { object, step } => {
                let found = &self.model.objects[object % count];
                let whole = self.memory.parts_of(found.id).is_none()
                    && self.memory.segment_of(found.id).is_none();
                if found.freed.is_none() && whole && !found.cells.is_empty() {
                    with_terms(&mut self.memory, |memory, context| {
                        memory.split(context, found.id, step);
                    });
                    let parts = found.cells.len().div_ceil(step as usize);
                    assert_eq!(self.memory.parts_of(found.id), Some((step, parts)));
                }
            }
            Step::Relocate { object } => {
                let found = &mut self.model.objects[object % count];
                let before = self.memory.address(found.id);
                match self.memory.relocate(found.id) {
                    Some(address) => {
                        found.lies_at = address;
                        assert!(found.freed.is_none() && found.address.is_none());
                        assert_ne!(before, Ok(address));
                        assert_eq!(self.memory.address(found.id), Ok(address));
                    }
                    None => assert!(found.freed.is_some() || found.address.is_some()),
                }
            }
            Step::Fork | Step::Switch(_) | Step::Drop(_) => unreachable!("concerns all states"),
        }
    }

    /// Every byte and every counter.
    fn compare(&mut self) {
        assert_eq!(self.memory.live(), self.live());
        let listed = self.memory.live_objects();
        let live = self.model.objects.iter().filter(|object| object.freed.is_none());
        assert_eq!(listed, live.map(|object| object.id).collect::<Vec<_>>());
        for object in &self.model.objects {
            match self.memory.describe(object.id) {
                Err(error) => assert!(
                    matches!(error, AccessError::Dead { .. }) && object.freed.is_some(),
                    "{error:?}"
                ),
                Ok((size, _)) => {
                    let cells = self.memory.cells(object.id, 0, size).unwrap();
                    assert_eq!(cells.to_vec(), object.cells, "object {}", object.id);
                    let mut pointers = Vec::new();
                    self.memory.for_each_reference(object.id, |reference| match reference {
                        Reference::Object(id) => pointers.push(id),
                        Reference::Term(term) => panic!("{term} where nothing is symbolic"),
                    });
                    for cell in cells {
                        if let Cell::Pointer { object, .. } = cell {
                            assert!(pointers.contains(&object));
                        }
                    }
                }
            }
        }
    }
}

fn with_terms<T>(memory: &mut Memory, f: impl FnOnce(&mut Memory, &mut Context<'_>) -> T) -> T {
    let (mut terms, mut addresses) = (Terms::new(), Vec::new());
    let (terms, addresses) = (&mut terms, &mut addresses);
    f(memory, &mut Context { terms, addresses, roots: &mut AllWritten, gave_up: false })
}

/// A new state that shares everything with `state` until either writes.
fn fork(state: &mut State) -> State {
    State { memory: state.memory.fork(), model: state.model.clone(), agreed: state.agreed.clone() }
}

fn run(word: usize, track_undefined: bool, steps: &[Step]) {
    let mut first = State::new(word, track_undefined);
    // Objects whose ids are equal modulo the size of the cache, so that they evict each other.
    for i in 0..90 {
        let kind = [ObjectKind::Heap, ObjectKind::Stack, ObjectKind::Global][i % 3];
        first.allocate([16, 24, 13, 40][i % 4], 8, kind, 5 * i as u32);
        if i % 30 == 29 {
            for _ in 0..1024 - 30 {
                let unused =
                    first.memory.allocate(1, 1, ObjectKind::Heap, Site(0), class(0)).unwrap();
                first.memory.free(unused, Site(0)).unwrap();
            }
        }
    }
    let mut states = vec![first];
    let mut current = 0;
    for step in steps {
        match *step {
            Step::Fork if states.len() < 6 => {
                let child = fork(&mut states[current]);
                states.push(child);
            }
            Step::Fork => {}
            Step::Switch(index) => current = index % states.len(),
            Step::Drop(index) if states.len() > 1 => {
                states.remove(index % states.len());
                current = 0;
            }
            Step::Drop(_) => {}
            _ => states[current].step(step),
        }
    }
    states.iter_mut().for_each(State::compare);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn memory_is_what_the_naive_model_is(
        wide in any::<bool>(),
        track_undefined in any::<bool>(),
        steps in prop::collection::vec(step(), 0..400),
    ) {
        run(if wide { 8 } else { 4 }, track_undefined, &steps);
    }

    /// Few objects, so that steps meet each other's traces.
    #[test]
    fn one_object_is_what_the_naive_model_is(
        wide in any::<bool>(),
        track_undefined in any::<bool>(),
        size in 1u64..30,
        steps in prop::collection::vec(step(), 0..200),
    ) {
        let mut state = State::new(if wide { 8 } else { 4 }, track_undefined);
        state.allocate(size, 8, ObjectKind::Heap, 0);
        for step in steps {
            let skip = matches!(
                step,
                Step::Fork
                    | Step::Switch(_)
                    | Step::Drop(_)
                    | Step::Allocate { .. }
                    | Step::Free { .. }
                    | Step::Protect { .. }
            );
            if !skip {
                state.step(&step);
                state.compare();
            }
        }
    }
}
