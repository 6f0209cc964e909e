//! Objects: where they are, whether they live, and whether an access is inside of one.

use crate::fields::{Field, Fields, Piece, places};
use crate::graph::{Command, Var};
use crate::layout::Place;
use crate::loss::Loss;
use crate::objects::{Kind, Object, Size};
use crate::unroll::{Builder, Cursor, TooLarge};
use dunlin_ir::points_to::{Group, PERIOD};
use dunlin_ir::{FuncId, GlobalId, Init, Operand, Point, Reg};
use dunlin_term::{Sort, TermId};

/// Copies and fills of more cells are not written out: what they write is then not known.
const MOST_CELLS: usize = 1024;
/// So many bytes may be so many cells.
const MOST_BYTES: u64 = 16 * MOST_CELLS as u64;

/// Bytes that an instruction uses.
pub struct Used {
    /// The number of the group.
    pub group: u32,
    pub address: TermId,
    /// The places at which it may begin.
    pub starts: u64,
    /// Its cells, as far as somebody reads them; none if the number of bytes is not known, if they are too many, or if one
    /// would be cut.
    pub pieces: Option<Vec<Piece>>,
}

impl Used {
    /// Whether the access may begin at an address.
    pub fn is_at(&self, address: u64) -> bool {
        self.starts >> (address % PERIOD) & 1 != 0
    }
}

impl Builder<'_, '_> {
    /// The number of a group in addresses, from now on at least.
    pub fn group_number(&mut self, group: Group) -> Result<u32, TooLarge> {
        if let Some(number) = self.objects.number(group) {
            return Ok(number);
        }
        let fields = &self.classes.fields(group).all;
        let arrays = fields.iter().map(|&field| {
            let index = self.layout.index_bits(field.cell);
            self.graph.var(self.terms, Sort::Array { index, element: field.element() })
        });
        let arrays = arrays.collect();
        let number = self.objects.add_group(group, arrays);
        for global in self.classes.globals(group) {
            let variable = self.functions.module.global(global);
            let place = self.objects.next(number);
            let size = self.terms.constant(self.layout.pointer, variable.size);
            self.objects.add(Object {
                place,
                kind: Kind::Global(global),
                size: Size::Known(size),
                live: None,
                begun: None,
                constant: variable.constant,
                foreign: variable.init == Init::External,
            });
            if !self.layout.has(place) || variable.size > self.layout.largest() {
                return Err(TooLarge);
            }
        }
        Ok(number)
    }

    pub fn global(&mut self, global: GlobalId) -> Place {
        if self.objects.global(global).is_none() {
            // What is too large is noticed where it is used.
            let _ = self.group_number(self.classes.of_global(global));
        }
        self.objects.global(global).unwrap_or(Place { group: 0, number: 0 })
    }

    /// A new object. What it holds is not known.
    pub fn new_object(
        &mut self,
        cursor: &mut Cursor,
        group: Group,
        kind: Kind,
        size: TermId,
    ) -> Result<Place, TooLarge> {
        let number = self.group_number(group)?;
        let place = self.objects.next(number);
        if !self.layout.has(place) {
            return Err(TooLarge);
        }
        let live = self.graph.var(self.terms, Sort::BitVec(1));
        let begun = self.graph.var(self.terms, Sort::BitVec(1));
        let size = match self.terms.is_const(size) {
            true => Size::Known(size),
            false => {
                let held = self.graph.var(self.terms, Sort::BitVec(self.layout.pointer));
                self.push(cursor, Command::Assign(held, size));
                Size::Held(held)
            }
        };
        self.push(cursor, Command::Assign(live, TermId::TRUE));
        self.push(cursor, Command::Assign(begun, TermId::FALSE));
        let (live, begun) = (Some(live), Some(begun));
        self.objects.add(Object {
            place,
            kind,
            size,
            live,
            begun,
            constant: false,
            foreign: false,
        });
        Ok(place)
    }

    pub fn address_of(&mut self, place: Place) -> TermId {
        self.terms.constant(self.layout.pointer, self.layout.base(place))
    }

    /// A size that objects can have; for a larger one nothing is known.
    pub fn bound_size(&mut self, cursor: &mut Cursor, size: TermId, at: Point) {
        let most = self.terms.constant(self.layout.pointer, self.layout.largest());
        let too_large = self.terms.ult(most, size);
        self.push(cursor, Command::Lose(too_large, Loss::Unexpected(at)));
    }

    pub fn alloca(
        &mut self,
        cursor: &mut Cursor,
        dst: Reg,
        size: &Operand,
        at: Point,
    ) -> Result<(), TooLarge> {
        let size = self.value(cursor, size);
        self.bound_size(cursor, size, at);
        let group = self.classes.of_site(at);
        let place = self.new_object(cursor, group, Kind::Stack, size)?;
        self.contexts[cursor.context() as usize].objects.push(place);
        let address = self.address_of(place);
        self.assign(cursor, dst, address);
        Ok(())
    }

    /// The life of an object is over.
    pub fn ends(&mut self, cursor: &mut Cursor, place: Place) {
        let live = self.objects.object(place).and_then(|object| object.live);
        if let Some(live) = live {
            self.push(cursor, Command::Assign(live, TermId::FALSE));
        }
    }

    /// The scope of a variable begins or ends.
    pub fn scope(
        &mut self,
        cursor: &mut Cursor,
        address: &Operand,
        start: bool,
        at: Point,
    ) -> Result<(), TooLarge> {
        let address = self.value(cursor, address);
        let place = self.terms.as_u64(address).map(|address| self.layout.place(address));
        let object = place.and_then(|place| self.objects.object(place)).copied();
        let Some(Object { place, live: Some(live), begun: Some(begun), size, .. }) = object else {
            self.push(cursor, Command::Lose(TermId::TRUE, Loss::Unsupported(at)));
            return Ok(());
        };
        if !start {
            self.ends(cursor, place);
            return Ok(());
        }
        if self.known(cursor, begun) != TermId::FALSE {
            self.forget(cursor, place.group, address, size)?;
        }
        self.push(cursor, Command::Assign(live, TermId::TRUE));
        self.push(cursor, Command::Assign(begun, TermId::TRUE));
        Ok(())
    }

    /// What an object holds is not known any more.
    fn forget(
        &mut self,
        cursor: &mut Cursor,
        group: u32,
        address: TermId,
        size: Size,
    ) -> Result<(), TooLarge> {
        let size = match size {
            Size::Known(size) => self.terms.as_u64(size),
            Size::Held(_) => None,
        };
        // The last cell may be larger than what is left.
        let size = size.and_then(|size| size.checked_next_multiple_of(PERIOD));
        let used = self.used(group, address, 1, size);
        let Some(pieces) = used.pieces else {
            self.forget_all(cursor, group);
            return Ok(());
        };
        for piece in pieces {
            let (array, field) = self.array(group, piece.field);
            let index = self.index(field.cell, address, piece.offset);
            let value = self.anything(field.element());
            self.push(cursor, Command::Store { array, index, value });
        }
        Ok(())
    }

    /// A whole group may hold anything.
    pub fn forget_all(&mut self, cursor: &mut Cursor, group: u32) {
        self.forget_at(cursor, group, u64::MAX);
    }

    /// The fields of a group at some places may hold anything.
    pub fn forget_at(&mut self, cursor: &mut Cursor, group: u32, at: u64) {
        for number in 0..self.fields(group).all.len() {
            let (array, field) = self.array(group, number);
            if field.places & at == 0 {
                continue;
            }
            let to = self.any_array(self.layout.index_bits(field.cell), field.element());
            self.push(cursor, Command::Reset { array, to });
        }
    }

    pub fn fields(&self, group: u32) -> &'_ Fields {
        let memory = self.objects.memory(group).expect("the group has a memory");
        self.classes.fields(memory.group)
    }

    /// The array of a field of a group.
    pub fn array(&self, group: u32, field: usize) -> (Var, Field) {
        let memory = self.objects.memory(group).expect("the group has a memory");
        (memory.arrays[field], self.classes.fields(memory.group).all[field])
    }

    /// The index of a cell so far behind an address.
    pub fn index(&mut self, cell: u64, address: TermId, offset: u64) -> TermId {
        let by = self.terms.constant(self.layout.pointer, offset);
        let address = self.terms.add(address, by);
        self.terms.extract(self.layout.pointer - 1, cell.trailing_zeros(), address)
    }

    /// The cells of so many bytes at an address, which may be at some places.
    pub fn used(&self, group: u32, address: TermId, at: u64, bytes: Option<u64>) -> Used {
        let fields = self.fields(group);
        let at = self.terms.as_u64(address).map_or(at, |address| 1 << (address % PERIOD));
        let mut used = Used { group, address, starts: u64::MAX, pieces: None };
        let Some(bytes) = bytes.filter(|&bytes| bytes <= MOST_BYTES) else { return used };
        let mut most = None;
        for first in places(at) {
            let Some(pieces) = fields.pieces(first, bytes) else { continue };
            let covered: u64 = pieces.iter().map(|piece| piece.bytes).sum();
            if pieces.len() <= MOST_CELLS && most.is_none_or(|most| most < covered) {
                most = Some(covered);
                used.starts = fields.alike(first, bytes);
                used.pieces = Some(pieces);
            }
        }
        used
    }

    /// That so many bytes at an address are there, in an object of a group.
    pub fn is_there(
        &mut self,
        cursor: &Cursor,
        group: u32,
        address: TermId,
        bytes: TermId,
        write: bool,
    ) -> TermId {
        if let Some(number) = self.terms.as_u64(address) {
            let place = self.layout.place(number);
            let object = self.objects.object(place).filter(|_| place.group == group).copied();
            return match object {
                Some(object) => self.holds(cursor, &object, address, bytes, write),
                None => TermId::FALSE,
            };
        }
        let by_value = self.for_each_value(cursor, address, |builder, address| {
            builder.is_there(cursor, group, address, bytes, write)
        });
        if let Some(there) = by_value {
            return there;
        }
        let objects = match self.objects.memory(group) {
            Some(memory) => memory.objects.clone(),
            None => return TermId::FALSE,
        };
        let mut some = TermId::FALSE;
        for object in &objects {
            let here = self.layout.leads_to(self.terms, address, object.place);
            let there = self.holds(cursor, object, address, bytes, write);
            let both = self.terms.and(here, there);
            some = self.terms.or(some, both);
        }
        some
    }

    /// That an object has so many bytes at an address that leads to it.
    fn holds(
        &mut self,
        cursor: &Cursor,
        object: &Object,
        address: TermId,
        bytes: TermId,
        write: bool,
    ) -> TermId {
        if write && object.constant {
            return TermId::FALSE;
        }
        let live = object.live.map_or(TermId::TRUE, |live| self.known(cursor, live));
        let size = self.size_of(cursor, object);
        let offset = self.layout.offset_of(self.terms, address);
        let fits = self.terms.ule(bytes, size);
        let last = self.terms.sub(size, bytes);
        let inside = self.terms.ule(offset, last);
        let inside = self.terms.and(fits, inside);
        self.terms.and(live, inside)
    }

    pub fn size_of(&self, cursor: &Cursor, object: &Object) -> TermId {
        match object.size {
            Size::Known(size) => size,
            Size::Held(var) => self.known(cursor, var),
        }
    }

    /// Bytes are used: where they are, and that the analysis of pointers was right about it. The path goes on only if they are there.
    pub fn access(
        &mut self,
        cursor: &mut Cursor,
        address: &Operand,
        bytes: TermId,
        write: bool,
        at: Point,
    ) -> Result<Option<Used>, TooLarge> {
        let known = self.terms.as_u64(bytes);
        let Some(used) = self.expect(cursor, address, known, at)? else { return Ok(None) };
        let there = self.is_there(cursor, used.group, used.address, bytes, write);
        // Nothing is used of no bytes.
        let zero = self.terms.constant(self.layout.pointer, 0);
        let none = self.terms.eq(bytes, zero);
        let fine = self.terms.or(none, there);
        self.push(cursor, Command::Assume(fine));
        Ok(Some(used))
    }

    /// Where an access leads to. If it leads to another group, or to other fields, nothing is known.
    pub fn expect(
        &mut self,
        cursor: &mut Cursor,
        operand: &Operand,
        bytes: Option<u64>,
        at: Point,
    ) -> Result<Option<Used>, TooLarge> {
        let address = self.value(cursor, operand);
        let (group, places) = match self.classes.leads(at.func, operand) {
            Some(leads) => leads,
            None => {
                // Null and small numbers lead nowhere; of anything else nothing is known.
                let group = self.layout.group_of(self.terms, address);
                let nowhere = self.layout.group_term(self.terms, 0);
                let elsewhere = self.terms.ne(group, nowhere);
                self.push(cursor, Command::Lose(elsewhere, Loss::Unexpected(at)));
                self.push(cursor, Command::Assume(TermId::FALSE));
                return Ok(None);
            }
        };
        let number = self.group_number(group)?;
        let used = self.used(number, address, places, bytes);
        let by_value = self.for_each_value(cursor, address, |builder, address| {
            builder.is_unexpected(number, used.starts, address)
        });
        let unexpected = match by_value {
            Some(unexpected) => unexpected,
            None => self.is_unexpected(number, used.starts, address),
        };
        self.push(cursor, Command::Lose(unexpected, Loss::Unexpected(at)));
        Ok(Some(used))
    }

    /// That an address leads neither to the group nor nowhere, to other places, or to what is defined outside of the program.
    fn is_unexpected(&mut self, number: u32, starts: u64, address: TermId) -> TermId {
        let leads = self.layout.group_of(self.terms, address);
        let [nowhere, here] = [0, number].map(|group| self.layout.group_term(self.terms, group));
        let elsewhere = self.terms.ne(leads, here);
        let somewhere = self.terms.ne(leads, nowhere);
        let mut unexpected = self.terms.and(elsewhere, somewhere);
        let elsewhere = self.is_at_place(address, !starts);
        let elsewhere = self.terms.and(elsewhere, somewhere);
        unexpected = self.terms.or(unexpected, elsewhere);
        let memory = self.objects.memory(number).expect("it was made");
        let foreign: Vec<Place> = memory
            .objects
            .iter()
            .filter(|object| object.foreign)
            .map(|object| object.place)
            .collect();
        for place in foreign {
            let leads = self.layout.leads_to(self.terms, address, place);
            unexpected = self.terms.or(unexpected, leads);
        }
        unexpected
    }

    /// That an address is at one of these places.
    fn is_at_place(&mut self, address: TermId, mut set: u64) -> TermId {
        // What comes again and again does not depend on the higher bits.
        let mut bits = PERIOD.trailing_zeros();
        while bits > 0 && set == set.rotate_right(1 << (bits - 1)) {
            bits -= 1;
        }
        if bits == 0 {
            return self.terms.truth(set != 0);
        }
        let period = 1 << bits;
        let few = u64::from(set.count_ones()) <= PERIOD / 2;
        if !few {
            set = !set;
        }
        let low = self.terms.extract(bits - 1, 0, address);
        let mut some = TermId::FALSE;
        for place in places(set).take_while(|&place| place < period) {
            let place = self.terms.constant(bits, place);
            let here = self.terms.eq(low, place);
            some = self.terms.or(some, here);
        }
        if few { some } else { self.terms.not(some) }
    }

    /// Whether a function belongs to the library.
    pub fn is_library(&self, func: FuncId) -> bool {
        self.functions.func(func).runtime
    }
}
