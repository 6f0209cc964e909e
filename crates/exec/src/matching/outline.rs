//! The normal form of a state that stands at a cut: what of it lives, without the names that a path has given.
//!
//! What lives is what a register that lives, or a variable that something reads, leads to. Objects get numbers in the
//! order in which they are found, so that where they lie, which came first and what is unreachable makes no
//! difference. What makes one is kept by name: objects whose address the path depends on or knows as a number,
//! functions, variables, and what lazy input has made.
//!
//! Beside that stands what else decides the future: sizes and places of allocation (errors speak of them), how
//! much stack there is, which objects came after the end of others (they may share an address), and where leaks
//! count, which blocks nobody holds any more.

use crate::code::{Slot, global_object, object_global};
use crate::machine::Machine;
use crate::options::HeldBy;
use crate::seen::{Cuts, Hole, Outline, hash};
use crate::state::State;
use dunlin_memory::{AccessError, Cell, ObjectId, ObjectKind, Origin, Stretch, Value, ValueKind};
use dunlin_solver::chain::Path;
use dunlin_term::{Op, TermId, Terms, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A state in its normal form.
pub struct Outlined {
    pub outline: Outline,
    /// By hole: its term, as wide as the hole.
    pub terms: Vec<TermId>,
    /// Symbols that memory names without their terms.
    pub named: Vec<TermId>,
    pub conditions: Vec<TermId>,
    /// By condition: its number among the constraints of the path.
    pub numbers: Vec<u32>,
    /// Terms with values that the path gives them, where these stand among the plain bytes.
    pub plain: Vec<(Hole, TermId)>,
    /// What else was read off what the path knows.
    pub relied: Vec<TermId>,
}

impl Outlined {
    /// What it took to make it, in instructions or so.
    pub fn cost(&self) -> u64 {
        let (outline, terms) = (&self.outline, self.terms.len() + self.conditions.len());
        (32 + outline.shape.len() + outline.plain.len() / 16 + 4 * terms) as u64
    }

    /// All terms, in the order in which an entry has them.
    pub fn all_terms(&self) -> Vec<TermId> {
        let plain: Vec<TermId> = self.plain.iter().map(|(_, term)| *term).collect();
        [&self.terms[..], &self.named, &self.conditions, &plain].concat()
    }
}

/// What comes next in a shape.
#[derive(Clone, Copy)]
#[repr(u64)]
enum Token {
    Number = 1,
    Pointer,
    SymbolicPointer,
    Undefined,
    Unwritten,
    Array,
    Byte,
    Slice,
    Function,
    Variable,
    Named,
    Numbered,
    Alive,
    Dead,
    Gone,
    Frame,
    Content,
    Garbage,
    Lazy,
    Compared,
    Times,
}

struct Builder<'b> {
    terms: &'b mut Terms,
    path: &'b Path,
    functions: u64,
    is_variable: &'b dyn Fn(ObjectId) -> bool,
    /// Whether an object keeps its name.
    is_named: &'b dyn Fn(ObjectId) -> bool,
    outline: Outline,
    hole_terms: Vec<TermId>,
    plain: Vec<(Hole, TermId)>,
    relied: Vec<TermId>,
    numbers: FxHashMap<ObjectId, u64>,
    found: Vec<ObjectId>,
    origins: FxHashMap<Origin, u64>,
    /// In the order in which they are found.
    origins_found: Vec<Origin>,
    /// Objects whose bases occur in terms.
    based: BTreeSet<ObjectId>,
    /// Bytes of a term that is told byte by byte.
    slice: Option<(TermId, u32, u32)>,
}

impl Builder<'_> {
    fn token(&mut self, token: Token) {
        self.outline.shape.push(token as u64);
    }

    fn push(&mut self, number: u64) {
        self.outline.shape.push(number);
    }

    fn object(&mut self, id: ObjectId) {
        if (1..=self.functions).contains(&id.0) {
            self.token(Token::Function);
            return self.push(id.0);
        }
        if (self.is_variable)(id) {
            self.token(Token::Variable);
            return self.push(id.0);
        }
        let next = self.numbers.len() as u64;
        let number = *self.numbers.entry(id).or_insert_with(|| {
            self.found.push(id);
            next
        });
        if (self.is_named)(id) || self.based.contains(&id) {
            self.outline.exact = true;
            self.token(Token::Named);
            self.push(id.0);
        }
        self.token(Token::Numbered);
        self.push(number);
    }

    fn origin(&mut self, origin: Origin) {
        let next = self.origins.len() as u64;
        let number = *self.origins.entry(origin).or_insert_with(|| {
            self.origins_found.push(origin);
            next
        });
        self.push(number);
    }

    fn plain(&mut self, bytes: &[u8]) {
        self.outline.plain.extend_from_slice(bytes);
    }

    /// A number of `size` bytes that a term gives.
    fn hole(&mut self, term: TermId, size: u32) {
        let term = self.terms.zext(size * 8, term);
        let constant = self.terms.as_u64(term);
        if let Some(bits) = constant.or_else(|| self.path.known_value(self.terms, term)) {
            if constant.is_none() {
                let at = self.outline.plain.len() as u32;
                self.plain.push((Hole { at, size: size as u8 }, term));
            }
            return self.plain(&bits.to_le_bytes()[..size as usize]);
        }
        if self.terms.has_base(term) {
            self.note_bases(term);
        }
        let at = self.outline.plain.len() as u32;
        self.outline.holes.push(Hole { at, size: size as u8 });
        self.hole_terms.push(term);
        self.outline.plain.extend(std::iter::repeat_n(0, size as usize));
    }

    fn note_bases(&mut self, term: TermId) {
        self.outline.exact = true;
        for &variable in self.terms.free_variables(term).iter() {
            if let View::Base(base) = self.terms.view(variable) {
                let object = ObjectId(self.terms.base_info(base).object);
                self.based.insert(object);
                self.object(object);
            }
        }
    }

    fn value(&mut self, value: Value) {
        match value.kind() {
            ValueKind::Int(bits) => {
                self.token(Token::Number);
                self.plain(&bits.to_le_bytes());
            }
            ValueKind::Term(term) => {
                self.token(Token::Number);
                self.hole(term, 8);
            }
            ValueKind::Pointer { object, offset } => {
                self.token(Token::Pointer);
                self.object(object);
                self.push(offset);
            }
            ValueKind::SymbolicPointer { object, offset } => {
                match self.path.known_value(self.terms, offset) {
                    Some(known) => {
                        self.relied.push(offset);
                        self.value(Value::pointer(object, known));
                    }
                    None => {
                        self.token(Token::SymbolicPointer);
                        self.object(object);
                        self.hole(offset, 8);
                    }
                }
            }
            ValueKind::Undefined { bits, mask } => {
                self.token(Token::Undefined);
                self.push(bits);
                self.push(mask.to_bits(64));
            }
            ValueKind::Unwritten { origin, place, width } => {
                self.token(Token::Unwritten);
                self.origin(origin);
                self.push(place);
                self.push(width.into());
            }
        }
    }

    fn stretch(&mut self, stretch: Stretch<'_>) {
        if let Some((term, size, next)) = self.slice.take() {
            if let Stretch::Byte(Cell::Term { term: other, size: other_size, index }) = stretch
                && (other, u32::from(other_size), u32::from(index)) == (term, size, next)
            {
                return self.more_of(term, size, next + 1);
            }
            self.end_slice(term, size, next);
        }
        match stretch {
            Stretch::Bytes(bytes) => self.plain(bytes),
            Stretch::Word(value) => {
                if let ValueKind::Term(term) = value.kind() {
                    self.hole(term, 8);
                } else {
                    self.value(value);
                }
            }
            Stretch::Byte(Cell::Term { term, size, index: 0 }) => {
                self.more_of(term, size.into(), 1);
            }
            Stretch::Byte(cell) => self.cell(cell),
            Stretch::Unwritten { origin, place, len } => {
                self.token(Token::Unwritten);
                self.origin(origin);
                self.push(place);
                self.push(len);
            }
            Stretch::Array { content, start, len } => {
                self.token(Token::Array);
                self.push(content.element.into());
                self.push(start);
                self.push(len);
                if self.terms.has_base(content.array) {
                    self.note_bases(content.array);
                }
                // As a hole without bytes.
                let at = self.outline.plain.len() as u32;
                self.outline.holes.push(Hole { at, size: 0 });
                self.outline.exact = true;
                self.hole_terms.push(content.array);
            }
        }
    }

    /// So many bytes of a term were told, in order.
    fn more_of(&mut self, term: TermId, size: u32, told: u32) {
        match told == size {
            true => self.hole(term, size),
            false => self.slice = Some((term, size, told)),
        }
    }

    /// A term is not told to its end: its bytes, one by one.
    fn end_slice(&mut self, term: TermId, size: u32, told: u32) {
        for index in 0..told {
            self.cell(Cell::Term { term, size: size as u8, index: index as u8 });
        }
    }

    fn cell(&mut self, cell: Cell) {
        match cell {
            Cell::Byte { value, undefined: 0 } => self.plain(&[value]),
            Cell::Byte { value, undefined } => {
                self.token(Token::Byte);
                self.push(u64::from(value) << 8 | u64::from(undefined));
            }
            Cell::Term { term, index, .. } => {
                let low = u32::from(index) * 8;
                let byte = self.terms.extract(low + 7, low, term);
                self.hole(byte, 1);
            }
            Cell::Pointer { object, offset, index } => {
                self.token(Token::Slice);
                self.push(index.into());
                self.value(Value::pointer(object, offset));
            }
            Cell::SymbolicPointer { object, offset, index } => {
                self.token(Token::Slice);
                self.push(index.into());
                self.value(Value::symbolic_pointer(object, offset));
            }
            Cell::Unwritten { origin, place } => {
                self.token(Token::Unwritten);
                self.origin(origin);
                self.push(place);
                self.push(1);
            }
        }
    }

    /// An object's content is told.
    fn end_content(&mut self) {
        if let Some((term, size, told)) = self.slice.take() {
            self.end_slice(term, size, told);
        }
        self.token(Token::Content);
        self.push(self.outline.plain.len() as u64);
    }
}

/// What it costs to find out that a state has no normal form.
const COST_OF_NONE: u64 = 64;
/// A state whose terms have more parts is not compared.
pub(super) const MOST_PARTS: usize = 16_384;

/// So often a form is begun again because a term names an object that was numbered before.
const TRIES: usize = 3;

impl Machine<'_> {
    /// The normal form of a state that stands at a cut. If it has none, what it took to find out.
    pub(super) fn outline(&mut self, state: &mut State, cuts: &Cuts) -> Result<Outlined, u64> {
        let mut based = BTreeSet::new();
        for _ in 0..TRIES {
            let before = based.len();
            let outlined = self.outline_naming(state, cuts, &mut based)?;
            if based.len() == before {
                return Ok(outlined);
            }
        }
        Err(COST_OF_NONE)
    }

    /// As [`Machine::outline`], where some objects keep their names; adds those that have to as well.
    fn outline_naming(
        &mut self,
        state: &mut State,
        cuts: &Cuts,
        based: &mut BTreeSet<ObjectId>,
    ) -> Result<Outlined, u64> {
        let (module, program) = (self.module, self.program);
        let State { position, memory, knowledge, trace, .. } = state;
        let fixed = !self.options.free_addresses;
        let (lazy, compared) = (memory.lazy.clone(), memory.compared.clone());
        let exposed: FxHashSet<ObjectId> = memory.objects.exposed_objects().collect();
        let staying = memory.staying.clone();
        let path = &knowledge.path;
        let is_named = |id: ObjectId| {
            fixed
                || path.is_pinned(id.0)
                || exposed.contains(&id)
                || staying.contains(id.0)
                || compared.contains(&id)
                || lazy.as_ref().is_some_and(|lazy| lazy.name(id).is_some())
        };
        let is_variable = |id: ObjectId| object_global(module, id).is_some();
        let mut builder = Builder {
            terms: &mut self.terms,
            path,
            functions: module.funcs.len() as u64,
            is_variable: &is_variable,
            is_named: &is_named,
            outline: Outline { exact: fixed, ..Outline::default() },
            hole_terms: Vec::new(),
            plain: Vec::new(),
            relied: Vec::new(),
            numbers: FxHashMap::default(),
            found: Vec::new(),
            origins: FxHashMap::default(),
            origins_found: Vec::new(),
            based: based.clone(),
            slice: None,
        };

        // Where it stands.
        builder.push(position.pc.into());
        builder.push(u64::from(trace.forking));
        builder.push(position.stack_bytes);
        if fixed {
            // A program may look at where the next object lies.
            builder.push(memory.objects.next_places());
        }
        let holds = self.options.leaks && self.options.registers != HeldBy::Nobody;
        for (number, frame) in position.frames.iter().enumerate() {
            builder.token(Token::Frame);
            builder.push(u64::from(frame.func.0) << 32 | u64::from(frame.called));
            if let Some(area) = frame.varargs {
                builder.object(area);
            }
            let mut slots = Vec::new();
            match position.frames.get(number + 1) {
                Some(inner) => {
                    slots.extend_from_slice(&cuts.live_behind(program, inner.called_at()));
                }
                None => cuts.live_at(program, position.pc, |slot| slots.push(slot)),
            }
            for &slot in &slots {
                builder.value(position.regs[frame.base + slot as usize]);
            }
            if holds {
                // What a register is left with may be all that holds a block.
                for slot in 0..self.code.funcs[frame.func.index()].slots {
                    let value = position.regs[frame.base + slot as usize];
                    let mut holds = false;
                    value.for_each_reference(|_| holds = true);
                    if holds && !slots.contains(&slot) {
                        builder.push(slot.into());
                        builder.value(value);
                    }
                }
            }
        }

        // What its variables hold, and all that is reached.
        for &global in cuts.globals() {
            let id = global_object(module, global);
            builder.push(id.0);
            match memory.objects.for_each_stretch(id, |stretch| builder.stretch(stretch)) {
                Ok(()) => builder.end_content(),
                Err(_) => builder.token(Token::Gone),
            }
        }
        let mut dangles = false;
        let mut next = 0;
        while let Some(&id) = builder.found.get(next) {
            next += 1;
            match memory.objects.describe(id) {
                Ok((size, info)) => {
                    builder.token(Token::Alive);
                    builder.push(size);
                    builder.push(
                        u64::from(info.align) << 8
                            | (info.kind as u64) << 2
                            | u64::from(info.read_only) << 1,
                    );
                    builder.push(info.allocated.0.into());
                    if is_named(id) || builder.based.contains(&id) {
                        builder.push(info.address);
                    }
                    let told =
                        memory.objects.for_each_stretch(id, |stretch| builder.stretch(stretch));
                    told.map_err(|_| COST_OF_NONE)?;
                    builder.end_content();
                }
                Err(AccessError::Dead { tombstone, .. }) => {
                    dangles = true;
                    builder.token(Token::Dead);
                    match tombstone {
                        Some(gone) => {
                            builder.push((gone.kind as u64) << 8 | u64::from(gone.align));
                            builder.push(gone.size.into());
                            builder
                                .push(u64::from(gone.allocated.0) << 32 | u64::from(gone.freed.0));
                            if is_named(id) || builder.based.contains(&id) {
                                builder.push(gone.address());
                            }
                        }
                        None => {
                            builder.token(Token::Gone);
                            builder.push(id.0);
                        }
                    }
                }
                Err(_) => return Err(COST_OF_NONE),
            }
        }

        // The order of the stack, which decides what a jump out of calls ends.
        for (place, id) in position.stack_objects.iter().enumerate() {
            if let Some(&number) = builder.numbers.get(id) {
                let frame = position.frames.partition_point(|frame| frame.stack_mark <= place);
                builder.push(number << 32 | frame as u64);
            }
        }
        if dangles {
            // Who came after whose end, by all that was found.
            let mut times: Vec<(u64, u64)> = Vec::new();
            for (&id, &number) in &builder.numbers {
                times.push((memory.objects.age(id).0, number << 1));
                if let Err(AccessError::Dead { tombstone: Some(gone), .. }) =
                    memory.objects.describe(id)
                {
                    times.push((gone.died(), number << 1 | 1));
                }
            }
            times.sort_unstable();
            builder.token(Token::Times);
            times.into_iter().for_each(|(_, event)| builder.push(event));
        }
        if self.options.leaks {
            let mut sites = BTreeSet::new();
            for id in memory.objects.live_objects() {
                if let Ok((_, info)) = memory.objects.describe(id)
                    && info.kind == ObjectKind::Heap
                    && !builder.numbers.contains_key(&id)
                {
                    sites.insert(info.allocated.0);
                }
            }
            builder.token(Token::Garbage);
            sites.into_iter().for_each(|site| builder.push(site.into()));
        }
        let functions = builder.functions;
        for &object in compared.iter().filter(|&&id| is_variable(id) || id.0 <= functions) {
            builder.token(Token::Compared);
            builder.push(object.0);
        }

        // What it knows of the symbols in all that.
        let mut named = Vec::new();
        for origin in std::mem::take(&mut builder.origins_found) {
            for (place, symbol) in knowledge.roots.of_origin(origin) {
                builder.push(place);
                named.push(builder.terms.symbol_info(symbol).term);
            }
        }
        let about = [&builder.hole_terms[..], &named].concat();
        let plain = builder.plain.iter().map(|(_, term)| term);
        let told: Vec<TermId> = about.iter().chain(plain).chain(&builder.relied).copied().collect();
        if builder.terms.is_larger(&told, MOST_PARTS) {
            return Err(MOST_PARTS as u64);
        }
        let mut numbers = self.chain.constraints_about(builder.terms, path, &about);
        if path.depends_on_addresses() {
            builder.outline.exact = true;
            let all = (0..).zip(path.constraints());
            let by_address = all.filter(|(_, term)| builder.terms.has_base(**term));
            numbers.extend(by_address.map(|(number, _)| number));
            numbers.sort_unstable();
            numbers.dedup();
        }
        let conditions: Vec<TermId> =
            numbers.iter().map(|&number| path.constraints()[number as usize]).collect();
        for &condition in &conditions {
            if builder.terms.has_base(condition) {
                builder.note_bases(condition);
            }
        }
        *based = std::mem::take(&mut builder.based);
        if let Some(lazy) = &lazy {
            // What lies behind pointers is known by the names of symbols.
            builder.outline.exact = true;
            builder.token(Token::Lazy);
            for (word, (object, place)) in &lazy.targets {
                let name = &builder.terms.symbol_info(word.root).name;
                let name = hash(name) as u64;
                [name, word.at, object.0, *place].into_iter().for_each(|n| builder.push(n));
            }
            for &term in about.iter().chain(&conditions) {
                for &variable in builder.terms.free_variables(term).iter() {
                    if builder.terms.op(variable) == Op::Symbol
                        && let View::Symbol(symbol) = builder.terms.view(variable)
                    {
                        let name = hash(&builder.terms.symbol_info(symbol).name) as u64;
                        builder.push(name);
                    }
                }
            }
        }
        let Builder { outline, hole_terms: terms, plain, relied, .. } = builder;
        Ok(Outlined { outline, terms, named, conditions, numbers, plain, relied })
    }

    /// A hash of all that a state has but for registers that are not read again: if it comes again, so does everything
    /// after it.
    pub(super) fn whole(&mut self, state: &mut State, cuts: &Cuts) -> u128 {
        let State { position, .. } = state;
        let mut told: Vec<u64> = vec![position.pc.into()];
        for (number, frame) in position.frames.iter().enumerate() {
            told.extend([u64::from(frame.func.0), frame.called.into()]);
            let mut tell = |slot: Slot| {
                let value = position.regs[frame.base + slot as usize];
                told.extend([value.bits, hash(&value.meta) as u64]);
            };
            match position.frames.get(number + 1) {
                Some(inner) => {
                    let live = cuts.live_behind(self.program, inner.called_at());
                    live.iter().copied().for_each(tell);
                }
                None => cuts.live_at(self.program, position.pc, &mut tell),
            }
        }
        for id in state.memory.objects.live_objects() {
            told.push(id.0);
            let tell = |stretch: Stretch<'_>| match stretch {
                Stretch::Bytes(bytes) => told.push(hash(&bytes) as u64),
                Stretch::Word(value) => told.extend([value.bits, hash(&value.meta) as u64]),
                Stretch::Byte(cell) => told.push(hash(&format!("{cell:?}")) as u64),
                Stretch::Unwritten { origin, place, len } => {
                    told.extend([hash(&origin) as u64, place, len]);
                }
                Stretch::Array { content, start, len } => {
                    told.extend([content.array.raw().into(), start, len]);
                }
            };
            let _ = state.memory.objects.for_each_stretch(id, tell);
        }
        hash(&told)
    }
}
