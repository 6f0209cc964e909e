//! What holds where the region begins: what the program's variables hold, and that nothing else is there.

use crate::fields::{Field, Holds};
use crate::graph::Command;
use crate::layout::{FUNCTIONS, Place};
use crate::objects::Kind;
use crate::unroll::Builder;
use dunlin_ir::{GlobalId, Init, RelocTarget};
use dunlin_term::TermId;

/// The contents of larger groups are not written out: they are then not known.
const MOST_CELLS: u64 = 8192;

impl Builder<'_, '_> {
    /// The commands that come first.
    pub fn beginning(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        let entry = self.contexts[0].func;
        if let Some(&count) = self.functions.func(entry).params.first() {
            let var = self.register(0, count);
            let width = self.terms.width(self.graph.symbol(var));
            let count = self.terms.constant(width, self.options.arguments);
            commands.push(Command::Assign(var, count));
        }
        let mut number = 0;
        // Contents name variables of other groups, which come behind.
        while number < self.objects.memories.len() {
            for field in 0..self.objects.memories[number].arrays.len() {
                let to = self.contents(number, field);
                let array = self.objects.memories[number].arrays[field];
                commands.push(Command::Reset { array, to });
            }
            number += 1;
        }
        for memory in &self.objects.memories {
            for object in &memory.objects {
                for var in [object.live, object.begun].into_iter().flatten() {
                    commands.push(Command::Assign(var, TermId::FALSE));
                }
            }
        }
        commands
    }

    /// What a field of a group holds.
    fn contents(&mut self, number: usize, field: usize) -> TermId {
        let memory = &self.objects.memories[number];
        let fields = self.classes.fields(memory.group);
        let globals: Vec<(GlobalId, Place)> = memory
            .objects
            .iter()
            .filter_map(|object| match object.kind {
                Kind::Global(global) => Some((global, object.place)),
                Kind::Stack | Kind::Heap | Kind::Hidden => None,
            })
            .collect();
        let number = field;
        let field = fields.all[number];
        let shift = field.cell.trailing_zeros();
        let index = self.layout.index_bits(field.cell);
        let mut array = self.any_array(index, field.element());
        let size = |global: GlobalId| self.functions.module.global(global).size;
        let cells: u64 = globals.iter().map(|&(global, _)| size(global) / field.cell).sum();
        if cells > MOST_CELLS {
            return array;
        }
        for (global, place) in globals {
            for offset in fields.cells_of(number, size(global)) {
                let Some(value) = self.first_value(global, offset, field) else {
                    continue;
                };
                let at = (self.layout.base(place) + offset) >> shift;
                let at = self.terms.constant(index, at);
                array = self.terms.store(array, at, value);
            }
        }
        array
    }

    /// What a cell of a variable holds first, if that is known.
    pub fn first_value(&mut self, global: GlobalId, offset: u64, field: Field) -> Option<TermId> {
        let (bits, pointer) = self.initial(global, offset, field.cell)?;
        Some(match field.holds {
            Holds::Both => {
                let pointer = self.terms.truth(pointer);
                self.terms.concat(pointer, bits)
            }
            Holds::Numbers | Holds::Pointers => bits,
        })
    }

    /// What some bytes of a variable hold first, and whether they are of a pointer; none if that is not known.
    fn initial(&mut self, global: GlobalId, offset: u64, length: u64) -> Option<(TermId, bool)> {
        let module = self.functions.module;
        let width = length as u32 * 8;
        match &module.global(global).init {
            Init::External => None,
            Init::Zero => Some((self.terms.constant(width, 0), false)),
            Init::Data { bytes, relocs } => {
                let pointer = u64::from(self.layout.pointer / 8);
                let here = relocs.iter().find(|reloc| {
                    reloc.offset < offset + length && offset < reloc.offset + pointer
                });
                let Some(reloc) = here else {
                    let bytes = &bytes[offset as usize..(offset + length) as usize];
                    let number =
                        bytes.iter().rev().fold(0u64, |all, &byte| all << 8 | u64::from(byte));
                    return Some((self.terms.constant(width, number), false));
                };
                let base = match reloc.target {
                    RelocTarget::Global(target) => {
                        let place = self.global(target);
                        self.layout.base(place)
                    }
                    RelocTarget::Func(func) => {
                        let number = self.objects.function(func);
                        self.layout.base(Place { group: FUNCTIONS, number })
                    }
                    RelocTarget::Block(..) => return None,
                };
                let address = base.wrapping_add(reloc.addend as u64);
                let address = self.terms.constant(self.layout.pointer, address);
                let from = offset.checked_sub(reloc.offset)?;
                let low = from as u32 * 8;
                if low + width > self.layout.pointer {
                    return None;
                }
                Some((self.terms.extract(low + width - 1, low, address), true))
            }
        }
    }
}
