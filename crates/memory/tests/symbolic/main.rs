//! Symbolic memory against plain bytes: random histories of accesses with concrete, symbolic and
//! pointer values at known and symbolic places must read, under every model, what an array of bytes
//! would.
//!
//! Sizes lie around the numbers of elements from which on choices give way to SMT arrays.

#[path = "../support/all_written.rs"]
mod all_written;
mod steps;

use all_written::AllWritten;
use dunlin_memory::{
    AccessError, Cell, Class, Context, Length, Memory, ObjectId, ObjectKind, Site, Value, ValueKind,
};
use dunlin_term::{ArrayValue, BaseId, Evaluator, Model, Sort, SymbolId, TermId, Terms, View};
use proptest::prelude::*;
use steps::{FUNCTIONS, INPUT, Long, Place, Step, Stored, step};

const SIZES: [u64; 22] =
    [1, 2, 3, 4, 7, 8, 12, 16, 31, 32, 33, 64, 65, 66, 100, 128, 130, 132, 136, 256, 264, 520];
/// Under how many models everything is compared.
const MODELS: usize = 3;

/// A number and what it is under each model.
type Known = (TermId, Vec<u64>);

struct World {
    terms: Terms,
    memory: Memory,
    addresses: Vec<(BaseId, u64)>,
    evaluator: Evaluator,
    root: TermId,
    symbol: SymbolId,
    /// The input, by model.
    inputs: Vec<Vec<u8>>,
    objects: Vec<ObjectId>,
    sizes: Vec<u64>,
    /// The content of every object, by model.
    plain: Vec<Vec<Vec<u8>>>,
}

impl World {
    fn new(pointer_bits: u32, track: bool, sizes: &[usize], inputs: Vec<Vec<u8>>) -> World {
        let mut terms = Terms::new();
        let mut memory = Memory::new(pointer_bits, FUNCTIONS, track);
        let sort = Sort::Array { index: pointer_bits, element: 8 };
        let root = terms.symbol("input", sort).expect("the first symbol");
        let View::Symbol(symbol) = terms.view(root) else { panic!("just made as a symbol") };
        let sizes: Vec<u64> = sizes.iter().map(|&index| SIZES[index % SIZES.len()]).collect();
        let objects = sizes
            .iter()
            .map(|&size| {
                memory
                    .allocate(size, 1, ObjectKind::Heap, Site(0), Class::named("block"))
                    .expect("room")
            })
            .collect();
        let fresh: Vec<Vec<u8>> = sizes.iter().map(|&size| vec![0; size as usize]).collect();
        World {
            terms,
            memory,
            addresses: Vec::new(),
            evaluator: Evaluator::default(),
            root,
            symbol,
            plain: vec![fresh; inputs.len()],
            inputs,
            objects,
            sizes,
        }
    }

    fn word(&self) -> u32 {
        self.memory.word()
    }

    fn with<R>(&mut self, f: impl FnOnce(&mut Memory, &mut Context<'_>) -> R) -> R {
        let (terms, addresses) = (&mut self.terms, &mut self.addresses);
        let mut context = Context { terms, addresses, roots: &mut AllWritten, gave_up: false };
        f(&mut self.memory, &mut context)
    }

    /// The byte of the input at a place.
    fn input(&mut self, at: u64) -> Known {
        let index = self.terms.constant(self.word() * 8, at % INPUT);
        let term = self.terms.select(self.root, index);
        (term, self.inputs.iter().map(|bytes| bytes[(at % INPUT) as usize].into()).collect())
    }

    /// The byte of the input at a place as a number of pointer width, below a limit.
    fn number(&mut self, at: u64, limit: u64) -> Known {
        let (byte, values) = self.input(at);
        let wide = self.terms.zext(self.word() * 8, byte);
        // Also as a mask, which rewrites see through.
        let (term, values): (TermId, Vec<u64>) = match limit.is_power_of_two() {
            true => {
                let mask = self.terms.constant(self.word() * 8, limit - 1);
                let term = self.terms.and(wide, mask);
                (term, values.iter().map(|value| value & (limit - 1)).collect())
            }
            false => {
                let divisor = self.terms.constant(self.word() * 8, limit);
                let term = self.terms.urem(wide, divisor);
                (term, values.iter().map(|value| value % limit).collect())
            }
        };
        (term, values)
    }

    fn times(&mut self, (term, values): Known, factor: u64) -> Known {
        let constant = self.terms.constant(self.word() * 8, factor);
        (self.terms.mul(term, constant), values.iter().map(|value| value * factor).collect())
    }

    fn plus(&mut self, (term, values): Known, summand: u64) -> Known {
        let constant = self.terms.constant(self.word() * 8, summand);
        (self.terms.add(term, constant), values.iter().map(|value| value + summand).collect())
    }

    /// A place for `size` bytes in an object, or `None` if it is too small.
    fn place(&mut self, object: usize, place: &Place, size: u64) -> Option<Known> {
        let room = self.sizes[object].checked_sub(size)? + 1;
        let count = self.sizes[object] / size;
        Some(match *place {
            Place::Known(at) => self.known(at % room),
            Place::Element(at) => {
                let number = self.number(at, count);
                self.times(number, size)
            }
            Place::Byte(at) => self.number(at, room),
            Place::Either(at, x, y) => {
                let (byte, values) = self.input(at);
                let limit = self.terms.constant(8, 100);
                let low = self.terms.ult(byte, limit);
                let (x, y) = (x % room, y % room);
                let (yes, no) = (self.known(x).0, self.known(y).0);
                let values = values.iter().map(|&value| if value < 100 { x } else { y });
                (self.terms.ite(low, yes, no), values.collect())
            }
            Place::Next(at) if count > 1 => {
                let number = self.number(at, count - 1);
                let offset = self.times(number, size);
                self.plus(offset, size)
            }
            Place::Next(_) => self.known(0),
        })
    }

    fn known(&mut self, value: u64) -> Known {
        (self.terms.constant(self.word() * 8, value), vec![value; self.inputs.len()])
    }

    fn address(&mut self, object: usize) -> u64 {
        self.memory.address(self.objects[object]).expect("it lives")
    }

    /// A value of `size` bytes, and what it is under each model.
    fn value(&mut self, stored: &Stored, size: u32) -> (Value, Vec<u64>) {
        let models = self.inputs.len();
        let mask = u64::MAX >> (64 - 8 * size);
        let word_mask = self.memory.pointer_mask();
        match *stored {
            Stored::Int(bits) => (Value::int(bits & mask), vec![bits & mask; models]),
            Stored::Input { at, bytes, plus } => {
                // A term may be narrower than what it is stored as, not wider.
                let bytes = bytes.min(size);
                let (mut term, mut values) = self.input(at);
                for i in 1..bytes {
                    let (byte, more) = self.input(at + u64::from(i));
                    term = self.terms.concat(byte, term);
                    values.iter_mut().zip(more).for_each(|(low, high)| *low |= high << (8 * i));
                }
                let summand = self.terms.constant(bytes * 8, plus);
                let term = self.terms.add(term, summand);
                let mask = u64::MAX >> (64 - 8 * bytes);
                values.iter_mut().for_each(|value| *value = value.wrapping_add(plus) & mask);
                (self.with(|_, context| context.value(term)), values)
            }
            Stored::Pointer { object, offset } => {
                let value = self.address(object).wrapping_add(offset) & word_mask & mask;
                (Value::pointer(self.objects[object], offset), vec![value; models])
            }
            Stored::Function(index) => {
                let id = Memory::function(index);
                let address = self.memory.address(id).expect("a function");
                (Value::pointer(id, 0), vec![address & word_mask & mask; models])
            }
            Stored::InputPointer { object, at, scale } => {
                let number = self.number(at, 16);
                let (offset, values) = self.times(number, scale);
                let start = self.address(object);
                let values = values.iter().map(|v| start.wrapping_add(*v) & word_mask & mask);
                let values = values.collect();
                (Value::symbolic_pointer(self.objects[object], offset), values)
            }
            Stored::Either { objects: (x, y), at } => {
                let (byte, values) = self.input(at);
                let limit = self.terms.constant(8, 100);
                let low = self.terms.ult(byte, limit);
                let (first, second) = (self.objects[x], self.objects[y]);
                let (a, b) = (self.address(x), self.address(y));
                let value = self.with(|memory, context| {
                    let yes = memory.base_term(context, first);
                    let no = memory.base_term(context, second);
                    let chosen = context.terms.ite(low, yes, no);
                    context.value(chosen)
                });
                let of = |value: &u64| (if *value < 100 { a } else { b }) & word_mask & mask;
                (value, values.iter().map(of).collect())
            }
        }
    }

    fn evaluate(&mut self, term: TermId) -> Vec<u64> {
        let mut values = Vec::new();
        for bytes in &self.inputs {
            let mut model = Model::new();
            let input = ArrayValue::of_bytes(self.memory.word() * 8, bytes);
            model.set_array(self.symbol, input);
            for &(base, address) in &self.addresses {
                model.set_address(base, address);
            }
            let mut evaluation = self.evaluator.start(&self.terms, &model);
            values.push(evaluation.eval_u64(term).expect("at most 64 bits"));
        }
        values
    }

    fn expected(&self, object: usize, places: &[u64], size: u32) -> Vec<u64> {
        let read = |(model, &at): (usize, &u64)| {
            let bytes = &self.plain[model][object][at as usize..][..size as usize];
            bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
        };
        places.iter().enumerate().map(read).collect()
    }

    /// Loads as the engine does: with terms only if need be.
    fn load(&mut self, object: usize, (place, places): &Known, size: u32) {
        let id = self.objects[object];
        let loaded = match self.terms.as_u64(*place) {
            Some(offset) => self.memory.load(id, offset, size),
            None => Err(AccessError::NeedsTerms),
        };
        let value = match loaded {
            Ok(value) => value,
            Err(AccessError::NeedsTerms) => match self.common_part(id, *place, places) {
                Some(part) => self
                    .with(|memory, context| memory.load_from_part(context, id, part, *place, size)),
                None => self.with(|memory, context| memory.load_at(context, id, *place, size)),
            },
            Err(error) => panic!("{error:?}"),
        };
        if let ValueKind::Term(term) = value.kind() {
            assert!(self.terms.width(term) <= size * 8, "a term wider than what was read");
        }
        let term = self.with(|memory, context| memory.value_term(context, value, size * 8));
        let expected = self.expected(object, places, size);
        assert_eq!(self.evaluate(term), expected, "{size} bytes of {id} at {places:?}");
    }

    /// The part that a symbolic place lies in under all models, if there is one.
    fn common_part(&self, id: ObjectId, place: TermId, places: &[u64]) -> Option<usize> {
        let (step, _) = self.memory.parts_of(id)?;
        let part = places[0] / step;
        let common = self.terms.as_u64(place).is_none() && places.iter().all(|p| p / step == part);
        common.then_some(part as usize)
    }

    fn store(&mut self, object: usize, (place, places): &Known, size: u32, stored: &Stored) {
        let id = self.objects[object];
        let (value, values) = self.value(stored, size);
        let done = match self.terms.as_u64(*place) {
            Some(offset) => self.memory.store(id, offset, size, value),
            None => Err(AccessError::NeedsTerms),
        };
        match done {
            Ok(()) => {}
            Err(AccessError::NeedsTerms) => match self.common_part(id, *place, places) {
                Some(part) => self.with(|memory, context| {
                    memory.store_into_part(context, id, part, *place, size, value);
                }),
                None => {
                    self.with(|memory, context| memory.store_at(context, id, *place, size, value));
                }
            },
            Err(error) => panic!("{error:?}"),
        }
        for (model, (&at, value)) in places.iter().zip(values).enumerate() {
            let target = &mut self.plain[model][object][at as usize..][..size as usize];
            target.copy_from_slice(&value.to_le_bytes()[..size as usize]);
        }
    }

    /// A length of at most `room`, and what it is under each model.
    fn length(&mut self, length: &Long, room: u64) -> (Length, Vec<u64>) {
        match *length {
            Long::Known(length) => {
                let length = length.min(room);
                (Length::Known(length), vec![length; self.inputs.len()])
            }
            Long::Input(at) => {
                let (term, values) = self.number(at, room + 1);
                match self.terms.as_u64(term) {
                    Some(length) => (Length::Known(length), values),
                    None => (Length::Symbolic(term, room), values),
                }
            }
        }
    }

    fn copy(&mut self, to: (usize, u64), from: (usize, u64), length: &Long) {
        let (at, start) = (to.1 % self.sizes[to.0], from.1 % self.sizes[from.0]);
        let room = (self.sizes[to.0] - at).min(self.sizes[from.0] - start);
        let (length, lengths) = self.length(length, room);
        let (target, source) = ((self.objects[to.0], at), (self.objects[from.0], start));
        let done = match length {
            Length::Known(length) => self.memory.copy(target, source, length),
            Length::Symbolic(..) => Err(AccessError::NeedsTerms),
        };
        match done {
            Ok(()) => {}
            Err(AccessError::NeedsTerms) => {
                self.with(|memory, context| memory.copy_symbolic(context, target, source, length));
            }
            Err(error) => panic!("{error:?}"),
        }
        for (objects, &length) in self.plain.iter_mut().zip(&lengths) {
            let length = length as usize;
            let bytes = objects[from.0][start as usize..][..length].to_vec();
            objects[to.0][at as usize..][..length].copy_from_slice(&bytes);
        }
    }

    fn fill(&mut self, to: (usize, u64), byte: &Stored, length: &Long) {
        let at = to.1 % self.sizes[to.0];
        let (length, lengths) = self.length(length, self.sizes[to.0] - at);
        let target = (self.objects[to.0], at);
        let (value, values) = self.value(byte, 1);
        let done = match length {
            Length::Known(length) if !value.meta.is_symbolic() && !value.meta.is_pointer() => {
                self.memory.fill(target, Cell::of(value, 1, 0), length)
            }
            _ => Err(AccessError::NeedsTerms),
        };
        if done.is_err() {
            self.with(|memory, context| {
                let byte = memory.value_term(context, value, 8);
                memory.fill_symbolic(context, target, byte, length);
            });
        }
        for (model, &length) in lengths.iter().enumerate() {
            self.plain[model][to.0][at as usize..][..length as usize].fill(values[model] as u8);
        }
    }

    /// As the engine makes an object symbolic.
    fn make_input(&mut self, object: usize, at: u64) {
        let id = self.objects[object];
        if let Ok(object) = self.memory.object_mut(id) {
            object.clear();
        }
        for offset in 0..self.sizes[object] {
            let (byte, values) = self.input(at + offset);
            self.with(|memory, context| {
                memory.store_symbolic(context, id, offset, 1, Value::term(byte));
            });
            for (model, value) in values.into_iter().enumerate() {
                self.plain[model][object][offset as usize] = value as u8;
            }
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Load { object, place, size } => {
                if let Some(place) = self.place(*object, place, (*size).into()) {
                    self.load(*object, &place, *size);
                }
            }
            Step::Store { object, place, size, value } => {
                if let Some(place) = self.place(*object, place, (*size).into()) {
                    self.store(*object, &place, *size, value);
                }
            }
            Step::Copy { to, from, length } => self.copy(*to, *from, length),
            Step::Fill { to, byte, length } => self.fill(*to, byte, length),
            Step::Fork => {
                // What the other state does later must not be seen here.
                let mut other = self.memory.fork();
                std::mem::swap(&mut other, &mut self.memory);
                for &id in &self.objects {
                    other.store(id, 0, 1, Value::int(0x77)).or_else(only_terms).expect("in bounds");
                }
            }
            Step::Input { object, at } => self.make_input(*object, *at),
            Step::Merge(x, y) => {
                let ids = [self.objects[*x], self.objects[*y]];
                if ids.iter().all(|&id| self.memory.parts_of(id).is_none()) {
                    self.with(|memory, context| memory.merge(context, &ids));
                }
            }
            Step::Split { object, step } => {
                let id = self.objects[*object];
                if self.memory.parts_of(id).is_none() && self.memory.segment_of(id).is_none() {
                    self.with(|memory, context| memory.split(context, id, *step));
                }
            }
        }
    }

    fn check_all(&mut self) {
        for object in 0..self.objects.len() {
            for at in 0..self.sizes[object] {
                let place = self.known(at);
                self.load(object, &place, 1);
            }
        }
    }
}

/// An array takes no plain byte without terms.
fn only_terms(error: AccessError) -> Result<(), AccessError> {
    match error {
        AccessError::NeedsTerms => Ok(()),
        error => Err(error),
    }
}

proptest! {
    // Failures are rare: six times as many cases as elsewhere (PROPTEST_CASES counts here too).
    #![proptest_config(ProptestConfig {
        cases: 6 * ProptestConfig::default().cases,
        ..ProptestConfig::default()
    })]

    #[test]
    fn memory_with_terms_is_memory_under_every_model(
        wide in any::<bool>(),
        track in any::<bool>(),
        sizes in prop::collection::vec(0..SIZES.len(), 3),
        inputs in prop::collection::vec(
            prop::collection::vec(prop_oneof![0..4u8, any::<u8>()], INPUT as usize),
            MODELS,
        ),
        steps in prop::collection::vec(step(), 1..14),
    ) {
        let bits = if wide { 64 } else { 32 };
        let mut world = World::new(bits, track, &sizes, inputs);
        for step in &steps {
            world.step(step);
        }
        world.check_all();
    }
}

/// A load that begins in a word of different bytes and ends in the next one.
#[test]
fn a_load_across_a_mixed_word_of_four_bytes() {
    let mut world = World::new(32, false, &[5, 5, 5], vec![vec![9; INPUT as usize]]);
    let input = Stored::Input { at: 0, bytes: 1, plus: 0 };
    for at in [1, 5] {
        let place = world.known(at);
        world.store(0, &place, 1, &input);
    }
    for (at, size) in [(2, 4), (2, 6), (3, 2), (3, 4), (1, 7)] {
        let place = world.known(at);
        world.load(0, &place, size);
    }
}
