//! Loads, stores, copies, and the lives of objects.

use crate::classes::{Class, Holds};
use crate::graph::{Command, Var};
use crate::layout::Place;
use crate::loss::Loss;
use crate::objects::{Kind, Object, Size};
use crate::unroll::{Builder, Cursor, TooLarge};
use dunlin_ir::points_to::Group;
use dunlin_ir::{FuncId, GlobalId, Init, Operand, Point, Reg, Type};
use dunlin_term::{Sort, TermId};

/// Copies and fills of more cells are not written out: what they write is then not known.
const MOST_CELLS: u64 = 1024;

/// What a cell holds.
#[derive(Clone, Copy)]
struct Cell {
    bits: TermId,
    /// That it is a part of a pointer.
    pointer: TermId,
}

/// Bytes that an instruction uses, all of them there.
pub struct Used {
    /// The number of the group.
    pub group: u32,
    pub address: TermId,
}

impl Builder<'_, '_> {
    /// The number of a group in addresses, from now on at least.
    pub fn group_number(&mut self, group: Group) -> Result<u32, TooLarge> {
        if let Some(number) = self.objects.number(group) {
            return Ok(number);
        }
        let class = self.classes.class(group);
        let index = self.layout.pointer - class.cell.trailing_zeros();
        let array = self.graph.var(self.terms, Sort::Array { index, element: class.element() });
        let number = self.objects.add_group(group, array);
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
        let (array, class) = self.memory(group);
        let size = match size {
            Size::Known(size) => self.terms.as_u64(size),
            Size::Held(_) => None,
        };
        match size.map(|size| size.div_ceil(class.cell)) {
            Some(cells) if cells <= MOST_CELLS => {
                for number in 0..cells {
                    let index = self.index(class, address, number);
                    let value = self.anything(class.element());
                    self.push(cursor, Command::Store { array, index, value });
                }
            }
            _ => self.forget_all(cursor, group),
        }
        Ok(())
    }

    /// A whole group may hold anything.
    pub fn forget_all(&mut self, cursor: &mut Cursor, group: u32) {
        let (array, class) = self.memory(group);
        let index = self.layout.pointer - class.cell.trailing_zeros();
        let to = self.any_array(index, class.element());
        self.push(cursor, Command::Reset { array, to });
    }

    pub fn memory(&self, group: u32) -> (Var, Class) {
        let memory = self.objects.memory(group).expect("the group has a memory");
        (memory.array, self.classes.class(memory.group))
    }

    /// The index of a cell behind an address.
    pub fn index(&mut self, class: Class, address: TermId, number: u64) -> TermId {
        let by = self.terms.constant(self.layout.pointer, number * class.cell);
        let address = self.terms.add(address, by);
        self.terms.extract(self.layout.pointer - 1, class.cell.trailing_zeros(), address)
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
    fn access(
        &mut self,
        cursor: &mut Cursor,
        address: &Operand,
        bytes: TermId,
        write: bool,
        at: Point,
    ) -> Result<Option<Used>, TooLarge> {
        let Some(used) = self.expect(cursor, address, at)? else { return Ok(None) };
        let there = self.is_there(cursor, used.group, used.address, bytes, write);
        // Nothing is used of no bytes.
        let zero = self.terms.constant(self.layout.pointer, 0);
        let none = self.terms.eq(bytes, zero);
        let fine = self.terms.or(none, there);
        self.push(cursor, Command::Assume(fine));
        Ok(Some(used))
    }

    /// The group that an address leads to. If it leads elsewhere, or begins inside of a cell, nothing is known.
    pub fn expect(
        &mut self,
        cursor: &mut Cursor,
        operand: &Operand,
        at: Point,
    ) -> Result<Option<Used>, TooLarge> {
        let address = self.value(cursor, operand);
        let group = match self.classes.group(at.func, operand) {
            Some(group) => group,
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
        let by_value = self.for_each_value(cursor, address, |builder, address| {
            builder.is_unexpected(number, address)
        });
        let unexpected = match by_value {
            Some(unexpected) => unexpected,
            None => self.is_unexpected(number, address),
        };
        self.push(cursor, Command::Lose(unexpected, Loss::Unexpected(at)));
        Ok(Some(Used { group: number, address }))
    }

    /// That an address leads neither to the group nor nowhere, into a cell, or to what is defined outside of the program.
    fn is_unexpected(&mut self, number: u32, address: TermId) -> TermId {
        let class = self.memory(number).1;
        let leads = self.layout.group_of(self.terms, address);
        let [nowhere, here] = [0, number].map(|group| self.layout.group_term(self.terms, group));
        let elsewhere = self.terms.ne(leads, here);
        let somewhere = self.terms.ne(leads, nowhere);
        let mut unexpected = self.terms.and(elsewhere, somewhere);
        if class.cell > 1 {
            let low = self.terms.extract(class.cell.trailing_zeros() - 1, 0, address);
            let zero = self.terms.constant(class.cell.trailing_zeros(), 0);
            let inside = self.terms.ne(low, zero);
            let inside = self.terms.and(inside, somewhere);
            unexpected = self.terms.or(unexpected, inside);
        }
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

    pub fn load(
        &mut self,
        cursor: &mut Cursor,
        dst: Reg,
        ty: Type,
        address: &Operand,
        at: Point,
    ) -> Result<(), TooLarge> {
        let target = &self.functions.module.target;
        let (bits, bytes) = (ty.bits(target), ty.store_size(target));
        let length = self.terms.constant(self.layout.pointer, bytes);
        let Some(used) = self.access(cursor, address, length, false, at)? else {
            return Ok(());
        };
        let cells = self.read(cursor, &used, bytes);
        let mut value = cells[0].bits;
        for cell in &cells[1..] {
            value = self.terms.concat(cell.bits, value);
        }
        let zero = self.terms.constant(self.terms.width(value), 0);
        let is_something = self.terms.ne(value, zero);
        let lost = match ty {
            Type::Int(_) => self.any_pointer(&cells),
            Type::Ptr => {
                let whole = self.all_pointers(&cells);
                let number = self.terms.not(whole);
                self.terms.and(number, is_something)
            }
        };
        self.push(cursor, Command::Lose(lost, Loss::Disguise(at)));
        let value = self.terms.extract(bits - 1, 0, value);
        self.assign(cursor, dst, value);
        Ok(())
    }

    pub fn store(
        &mut self,
        cursor: &mut Cursor,
        ty: Type,
        value: &Operand,
        address: &Operand,
        at: Point,
    ) -> Result<(), TooLarge> {
        let bytes = ty.store_size(&self.functions.module.target);
        let length = self.terms.constant(self.layout.pointer, bytes);
        let Some(used) = self.access(cursor, address, length, true, at)? else {
            return Ok(());
        };
        let value = self.value(cursor, value);
        let value = self.terms.zext(bytes as u32 * 8, value);
        let pointer = self.terms.truth(ty == Type::Ptr);
        self.write(cursor, &used, &[Cell { bits: value, pointer }], at);
        Ok(())
    }

    /// The cells of so many bytes.
    fn read(&mut self, cursor: &mut Cursor, used: &Used, bytes: u64) -> Vec<Cell> {
        let class = self.memory(used.group).1;
        let mut cells = Vec::new();
        for element in self.read_cells(cursor, used, bytes) {
            let wide = class.cell as u32 * 8;
            cells.push(match class.holds {
                Holds::Numbers => Cell { bits: element, pointer: TermId::FALSE },
                Holds::Pointers => Cell { bits: element, pointer: TermId::TRUE },
                Holds::Both => Cell {
                    bits: self.terms.extract(wide - 1, 0, element),
                    pointer: self.terms.extract(wide, wide, element),
                },
            });
        }
        cells
    }

    /// What a cell of a constant holds.
    pub fn constant_cell(&mut self, address: TermId, number: u64, class: Class) -> Option<TermId> {
        let address = self.terms.as_u64(address)?.wrapping_add(number * class.cell);
        let object = self.objects.object(self.layout.place(address)).copied()?;
        let Kind::Global(global) = object.kind else { return None };
        let offset = address.wrapping_sub(self.layout.base(object.place));
        let size = self.functions.module.global(global).size;
        if !object.constant || offset.checked_add(class.cell).is_none_or(|end| end > size) {
            return None;
        }
        self.first_value(global, offset, class)
    }

    /// Writes parts one behind the other, each as many cells as it needs.
    fn write(&mut self, cursor: &mut Cursor, used: &Used, parts: &[Cell], at: Point) {
        let class = self.memory(used.group).1;
        let wide = class.cell as u32 * 8;
        let mut elements = Vec::new();
        for part in parts {
            // A null pointer is the number zero. Anything else that is not what the group holds is lost.
            let zero = self.terms.constant(self.terms.width(part.bits), 0);
            let is_something = self.terms.ne(part.bits, zero);
            let odd = match class.holds {
                Holds::Numbers => part.pointer,
                Holds::Pointers => self.terms.not(part.pointer),
                Holds::Both => TermId::FALSE,
            };
            let lost = self.terms.and(odd, is_something);
            self.push(cursor, Command::Lose(lost, Loss::Disguise(at)));
            for low in (0..self.terms.width(part.bits)).step_by(wide as usize) {
                let mut value = self.terms.extract(low + wide - 1, low, part.bits);
                if class.holds == Holds::Both {
                    value = self.terms.concat(part.pointer, value);
                }
                elements.push(value);
            }
        }
        self.write_cells(cursor, used, &elements);
    }

    fn any_pointer(&mut self, cells: &[Cell]) -> TermId {
        cells.iter().fold(TermId::FALSE, |some, cell| self.terms.or(some, cell.pointer))
    }

    fn all_pointers(&mut self, cells: &[Cell]) -> TermId {
        cells.iter().fold(TermId::TRUE, |all, cell| self.terms.and(all, cell.pointer))
    }

    pub fn copy(
        &mut self,
        cursor: &mut Cursor,
        (to, from, length): (&Operand, &Operand, &Operand),
        at: Point,
    ) -> Result<(), TooLarge> {
        let length = self.value(cursor, length);
        let (Some(source), Some(target)) = (
            self.access(cursor, from, length, false, at)?,
            self.access(cursor, to, length, true, at)?,
        ) else {
            return Ok(());
        };
        let [narrow, wide] = [source.group, target.group].map(|group| self.memory(group).1.cell);
        let step = narrow.max(wide);
        let known = self.terms.as_u64(length).filter(|length| length % step == 0);
        match known {
            Some(0) => {}
            Some(length) if length / narrow.min(wide) <= MOST_CELLS => {
                let cells = self.read(cursor, &source, length);
                let parts: Vec<Cell> = cells
                    .chunks((step / self.memory(source.group).1.cell) as usize)
                    .map(|cells| self.joined(cursor, cells, at))
                    .collect();
                self.write(cursor, &target, &parts, at);
            }
            _ => self.forget_all(cursor, target.group),
        }
        Ok(())
    }

    /// Cells as one part, which is a pointer or none.
    fn joined(&mut self, cursor: &mut Cursor, cells: &[Cell], at: Point) -> Cell {
        let mut bits = cells[0].bits;
        for cell in &cells[1..] {
            bits = self.terms.concat(cell.bits, bits);
        }
        let (some, all) = (self.any_pointer(cells), self.all_pointers(cells));
        let differ = self.terms.xor(some, all);
        self.push(cursor, Command::Lose(differ, Loss::Disguise(at)));
        Cell { bits, pointer: some }
    }

    pub fn fill(
        &mut self,
        cursor: &mut Cursor,
        (to, byte, length): (&Operand, &Operand, &Operand),
        at: Point,
    ) -> Result<(), TooLarge> {
        let length = self.value(cursor, length);
        let byte = self.value(cursor, byte);
        let byte = self.terms.extract(7, 0, byte);
        let Some(target) = self.access(cursor, to, length, true, at)? else { return Ok(()) };
        self.fill_cells(cursor, &target, byte, length, at);
        Ok(())
    }

    fn fill_cells(
        &mut self,
        cursor: &mut Cursor,
        target: &Used,
        byte: TermId,
        length: TermId,
        at: Point,
    ) {
        let cell = self.memory(target.group).1.cell;
        let known = self.terms.as_u64(length).filter(|length| length % cell == 0);
        match known {
            Some(length) if length / cell <= MOST_CELLS => {
                let bits = self.terms.repeat(cell as u32, byte);
                let part = Cell { bits, pointer: TermId::FALSE };
                self.write(cursor, target, &vec![part; (length / cell) as usize], at);
            }
            _ => self.forget_all(cursor, target.group),
        }
    }

    /// A new object holds zeros.
    pub fn clear(&mut self, cursor: &mut Cursor, place: Place, size: TermId, at: Point) {
        let address = self.address_of(place);
        let zero = self.terms.constant(8, 0);
        self.fill_cells(cursor, &Used { group: place.group, address }, zero, size, at);
    }

    /// Bytes of an input come to memory.
    pub fn put_input(
        &mut self,
        cursor: &mut Cursor,
        (to, length): (&Operand, &Operand),
        input: TermId,
        at: Point,
    ) -> Result<(), TooLarge> {
        let length = self.value(cursor, length);
        let Some(target) = self.access(cursor, to, length, true, at)? else { return Ok(()) };
        let cell = self.memory(target.group).1.cell;
        let known = self.terms.as_u64(length).filter(|length| length % cell == 0);
        match known {
            Some(length) if length / cell <= MOST_CELLS => {
                let mut parts = Vec::new();
                for first in (0..length).step_by(cell as usize) {
                    let mut bits = None;
                    for byte in first..first + cell {
                        let index = self.terms.constant(self.layout.pointer, byte);
                        let byte = self.terms.select(input, index);
                        bits = Some(match bits {
                            None => byte,
                            Some(low) => self.terms.concat(byte, low),
                        });
                    }
                    let bits = bits.expect("a cell has bytes");
                    parts.push(Cell { bits, pointer: TermId::FALSE });
                }
                self.write(cursor, &target, &parts, at);
            }
            _ => self.forget_all(cursor, target.group),
        }
        Ok(())
    }

    /// Whether a function belongs to the library.
    pub fn is_library(&self, func: FuncId) -> bool {
        self.functions.func(func).runtime
    }
}
