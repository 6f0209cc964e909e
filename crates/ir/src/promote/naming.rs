//! Names for the parts of a promoted struct or array.

use super::locals::{Cell, Local};
use crate::types::{Layout, LayoutKind};
use std::fmt::Write;

/// What to write behind the name of `local` to mean its part `cell`; none if the cell is the only
/// one and begins where the local does. Fields are named by their number (`.1`), elements by their
/// index (`[2]`), bytes that no layout explains by their offset (`+4`).
pub(super) fn part_name(local: &Local, cell: &Cell, layouts: &[Layout]) -> Option<String> {
    if cell.offset == 0 && local.cells.len() == 1 {
        return None;
    }
    let mut name = String::new();
    let mut offset = cell.offset;
    let mut layout = local.layout.and_then(|id| layouts.get(id.index()));
    while let Some(Layout { kind, .. }) = layout {
        layout = match kind {
            LayoutKind::Struct { fields, .. } => {
                // Fields of a union-like layout may share an offset; any of them is as good.
                let Some(index) = fields.iter().rposition(|field| field.offset <= offset) else {
                    break;
                };
                offset -= fields[index].offset;
                write!(name, ".{index}").expect("a string takes everything");
                layouts.get(fields[index].layout.index())
            }
            LayoutKind::Array { element, .. } => {
                let element = layouts.get(element.index());
                let Some(size) = element.map(|e| e.size).filter(|&size| size > 0) else { break };
                write!(name, "[{}]", offset / size).expect("a string takes everything");
                offset %= size;
                element
            }
            LayoutKind::Scalar(_) | LayoutKind::Pointer | LayoutKind::Opaque => None,
        };
    }
    if offset > 0 || name.is_empty() {
        write!(name, "+{offset}").expect("a string takes everything");
    }
    Some(name)
}
