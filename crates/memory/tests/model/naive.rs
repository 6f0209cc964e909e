//! The naive model: a list of bytes for each object.

use dunlin_memory::{AccessError, Cell, Class, ObjectId, ObjectKind, Site, Tombstone, Value};

#[derive(Clone)]
pub struct ModelObject {
    pub id: ObjectId,
    pub class: Class,
    /// The size and alignment that were asked for.
    pub asked: (u64, u64),
    pub cells: Vec<Cell>,
    pub kind: ObjectKind,
    pub read_only: bool,
    pub align: u8,
    pub allocated: Site,
    pub born: u64,
    /// Where it ended, and when.
    pub freed: Option<(Site, u64)>,
    /// Where it lies.
    pub lies_at: u64,
    /// Its address as a number, once the program has seen it.
    pub address: Option<u64>,
}

#[derive(Clone)]
pub struct Model {
    pub objects: Vec<ModelObject>,
    pub word: usize,
    pub track_undefined: bool,
}

impl Model {
    pub fn fresh_cell(&self) -> Cell {
        match self.track_undefined {
            true => Cell::Byte { value: 0, undefined: 0xff },
            false => Cell::plain(0),
        }
    }

    /// The index of a byte range that may be accessed.
    pub fn check(
        &self,
        object: usize,
        offset: u64,
        len: u64,
        write: bool,
    ) -> Result<usize, AccessError> {
        let found = &self.objects[object];
        let size = found.cells.len() as u64;
        if let Some((freed, died)) = found.freed {
            let mut tombstone = Tombstone {
                kind: found.kind,
                align: found.align,
                allocated: found.allocated,
                freed,
                size: size as u32,
                lived: (died - found.born) as u32,
                ..Tombstone::default()
            };
            tombstone.set_address(found.lies_at);
            tombstone.set_born(found.born);
            return Err(AccessError::Dead { object: found.id, tombstone: Some(tombstone) });
        }
        if offset.checked_add(len).is_none_or(|end| end > size) {
            return Err(AccessError::OutOfBounds { object: found.id, size });
        }
        if write && found.read_only {
            return Err(AccessError::ReadOnly { object: found.id });
        }
        Ok(offset as usize)
    }

    /// The value of some bytes; `address_of` tells the address of an object whose pointer is read in
    /// parts.
    pub fn value(&self, cells: &[Cell], mut address_of: impl FnMut(ObjectId) -> u64) -> Value {
        if let Cell::Pointer { object, offset, index: 0 } = cells[0]
            && cells.len() == self.word
            && cells
                .iter()
                .enumerate()
                .all(|(i, &cell)| cell == Cell::Pointer { object, offset, index: i as u8 })
        {
            return Value::pointer(object, offset);
        }
        let (mut bits, mut undefined) = (0, 0);
        for (i, cell) in cells.iter().enumerate() {
            let (value, mask) = match *cell {
                Cell::Byte { value, undefined } => (value, undefined),
                Cell::Pointer { object, offset, index } => {
                    let mut address = address_of(object).wrapping_add(offset);
                    if self.word == 4 {
                        address &= 0xffff_ffff;
                    }
                    ((address >> (8 * index)) as u8, 0)
                }
                Cell::Term { .. } | Cell::SymbolicPointer { .. } | Cell::Unwritten { .. } => {
                    unreachable!("nothing is symbolic here")
                }
            };
            bits |= u64::from(value) << (8 * i);
            undefined |= u64::from(mask) << (8 * i);
        }
        Value::undefined(cells.len() as u32 * 8, bits, undefined)
    }
}
