//! What memory holds: loads, stores, copies, fills, inputs.

use super::memory::Used;
use crate::fields::{Field, Holds, Piece};
use crate::graph::Command;
use crate::layout::Place;
use crate::loss::Loss;
use crate::objects::Kind;
use crate::unroll::{Builder, Cursor, TooLarge};
use dunlin_ir::points_to::PERIOD;
use dunlin_ir::{Operand, Point, Reg, Type};
use dunlin_term::TermId;

/// What a cell, or a part of one, holds.
#[derive(Clone, Copy)]
struct Cell {
    bits: TermId,
    /// That it is a part of a pointer.
    pointer: TermId,
}

impl Builder<'_, '_> {
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
        let read = self.read(cursor, &used, bytes);
        if read.iter().map(|(piece, _)| piece.bytes).sum::<u64>() != bytes {
            self.push(cursor, Command::Lose(TermId::TRUE, Loss::Unexpected(at)));
            return Ok(());
        }
        let cells: Vec<Cell> = read.into_iter().map(|(_, cell)| cell).collect();
        let value = self.side_by_side(&cells);
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
        let bits = self.terms.zext(bytes as u32 * 8, value);
        let whole = Cell { bits, pointer: self.terms.truth(ty == Type::Ptr) };
        if used.pieces.is_none() {
            self.push(cursor, Command::Lose(TermId::TRUE, Loss::Unexpected(at)));
        }
        self.write(cursor, &used, bytes, at, |builder, _, piece| {
            builder.part(whole, piece.offset, piece.end())
        });
        Ok(())
    }

    /// Some bytes of a cell.
    fn part(&mut self, cell: Cell, from: u64, to: u64) -> Cell {
        let bits = self.terms.extract(to as u32 * 8 - 1, from as u32 * 8, cell.bits);
        Cell { bits, ..cell }
    }

    /// What lies in the cells of an access of so many bytes.
    fn read(&mut self, cursor: &mut Cursor, used: &Used, bytes: u64) -> Vec<(Piece, Cell)> {
        let mut read = Vec::new();
        for (piece, element) in self.read_cells(cursor, used, bytes) {
            let wide = piece.bytes as u32 * 8;
            let cell = match self.array(used.group, piece.field).1.holds {
                Holds::Numbers => Cell { bits: element, pointer: TermId::FALSE },
                Holds::Pointers => Cell { bits: element, pointer: TermId::TRUE },
                Holds::Both => Cell {
                    bits: self.terms.extract(wide - 1, 0, element),
                    pointer: self.terms.extract(wide, wide, element),
                },
            };
            read.push((piece, cell));
        }
        read
    }

    /// What a cell of a constant holds.
    pub fn constant_cell(&mut self, address: TermId, offset: u64, field: Field) -> Option<TermId> {
        let address = self.terms.as_u64(address)?.wrapping_add(offset);
        let object = self.objects.object(self.layout.place(address)).copied()?;
        let Kind::Global(global) = object.kind else { return None };
        let offset = address.wrapping_sub(self.layout.base(object.place));
        let size = self.functions.module.global(global).size;
        if !object.constant || offset.checked_add(field.cell).is_none_or(|end| end > size) {
            return None;
        }
        self.first_value(global, offset, field)
    }

    /// Writes the cells of an access of so many bytes; what is written to each, `part` says.
    fn write(
        &mut self,
        cursor: &mut Cursor,
        used: &Used,
        bytes: u64,
        at: Point,
        mut part: impl FnMut(&mut Self, &mut Cursor, Piece) -> Cell,
    ) {
        let mut elements = Vec::new();
        for &piece in used.pieces.iter().flatten() {
            let part = part(self, cursor, piece);
            let holds = self.array(used.group, piece.field).1.holds;
            // A null pointer is the number zero. Anything else that is not what the field holds is lost.
            let zero = self.terms.constant(self.terms.width(part.bits), 0);
            let is_something = self.terms.ne(part.bits, zero);
            let odd = match holds {
                Holds::Numbers => part.pointer,
                Holds::Pointers => self.terms.not(part.pointer),
                Holds::Both => TermId::FALSE,
            };
            let lost = self.terms.and(odd, is_something);
            self.push(cursor, Command::Lose(lost, Loss::Disguise(at)));
            elements.push(match holds {
                Holds::Both => self.terms.concat(part.pointer, part.bits),
                Holds::Numbers | Holds::Pointers => part.bits,
            });
        }
        self.write_cells(cursor, used, bytes, &elements);
    }

    fn any_pointer(&mut self, cells: &[Cell]) -> TermId {
        cells.iter().fold(TermId::FALSE, |some, cell| self.terms.or(some, cell.pointer))
    }

    fn all_pointers(&mut self, cells: &[Cell]) -> TermId {
        cells.iter().fold(TermId::TRUE, |all, cell| self.terms.and(all, cell.pointer))
    }

    /// The bits of cells, the first one lowest.
    fn side_by_side(&mut self, cells: &[Cell]) -> TermId {
        let mut bits = cells[0].bits;
        for cell in &cells[1..] {
            bits = self.terms.concat(cell.bits, bits);
        }
        bits
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
        match self.terms.as_u64(length) {
            Some(bytes) if source.pieces.is_some() && target.pieces.is_some() => {
                let read = self.read(cursor, &source, bytes);
                self.write(cursor, &target, bytes, at, |builder, cursor, piece| {
                    builder.joined(cursor, &read, piece, at)
                });
            }
            _ => self.forget_all(cursor, target.group),
        }
        Ok(())
    }

    /// What lies where a piece does, which is a part of a pointer or of none.
    fn joined(
        &mut self,
        cursor: &mut Cursor,
        read: &[(Piece, Cell)],
        piece: Piece,
        at: Point,
    ) -> Cell {
        let mut cells = Vec::new();
        let mut next = piece.offset;
        while next < piece.end() {
            match read.iter().find(|(from, _)| (from.offset..from.end()).contains(&next)) {
                Some(&(from, cell)) => {
                    let end = from.end().min(piece.end());
                    cells.push(self.part(cell, next - from.offset, end - from.offset));
                    next = end;
                }
                // Nobody has kept what lies here.
                None => {
                    let [bits, pointer] = [8, 1].map(|width| self.anything(width));
                    cells.push(Cell { bits, pointer });
                    next += 1;
                }
            }
        }
        let (some, all) = (self.any_pointer(&cells), self.all_pointers(&cells));
        let differ = self.terms.xor(some, all);
        self.push(cursor, Command::Lose(differ, Loss::Disguise(at)));
        Cell { bits: self.side_by_side(&cells), pointer: some }
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
        match self.terms.as_u64(length) {
            Some(bytes) if target.pieces.is_some() => {
                self.write(cursor, target, bytes, at, |builder, _, piece| {
                    let bits = builder.terms.repeat(piece.bytes as u32, byte);
                    Cell { bits, pointer: TermId::FALSE }
                });
            }
            _ => self.forget_all(cursor, target.group),
        }
    }

    /// A new object holds zeros.
    pub fn clear(&mut self, cursor: &mut Cursor, place: Place, size: TermId, at: Point) {
        let address = self.address_of(place);
        let zero = self.terms.constant(8, 0);
        // The last cell may be larger than what is left.
        let whole = self.terms.as_u64(size).and_then(|size| size.checked_next_multiple_of(PERIOD));
        let target = self.used(place.group, address, 1, whole);
        self.fill_cells(cursor, &target, zero, size, at);
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
        match self.terms.as_u64(length) {
            Some(bytes) if target.pieces.is_some() => {
                self.write(cursor, &target, bytes, at, |builder, _, piece| {
                    let mut bits = None;
                    for byte in piece.offset..piece.end() {
                        let index = builder.terms.constant(builder.layout.pointer, byte);
                        let byte = builder.terms.select(input, index);
                        bits = Some(match bits {
                            None => byte,
                            Some(low) => builder.terms.concat(byte, low),
                        });
                    }
                    let bits = bits.expect("a cell has bytes");
                    Cell { bits, pointer: TermId::FALSE }
                });
            }
            _ => self.forget_all(cursor, target.group),
        }
        Ok(())
    }
}
