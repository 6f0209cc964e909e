//! The printf family: arguments come from the program's memory, formatting from [`crate::format`].

mod arguments;
mod digits;

use crate::code::{Builtin, CallSite, global_object};
use crate::end::{End, unsupported};
use crate::format::format;
use crate::machine::Machine;
use crate::state::{Byte, Piece, State};
use arguments::{Arguments, Count, Stop};
use dunlin_ir::VaList;
use dunlin_ir::small::mask;
use dunlin_memory::Value;

/// The variable behind the runtime's `__errno_location`.
const ERRNO: &str = "__errno_location.value";

/// Where the formatted bytes go.
enum Destination {
    File(i32),
    /// At most `limit` bytes including the terminator.
    Buffer {
        start: Value,
        limit: Option<u64>,
    },
    /// A fresh heap object whose address is stored here.
    Allocate(Value),
}

impl Machine<'_> {
    /// One function of the printf family. All take the format after the destination; the `v` ones
    /// then a `va_list`, the others variable arguments.
    pub(super) fn print(
        &mut self,
        state: &mut State,
        call: &CallSite,
        builtin: Builtin,
        args: &[Value],
    ) -> Result<Value, End> {
        let (fixed, listed) = match builtin {
            Builtin::Printf => (1, false),
            Builtin::Vprintf => (1, true),
            Builtin::Fprintf | Builtin::Dprintf | Builtin::Sprintf | Builtin::Asprintf => {
                (2, false)
            }
            Builtin::Vfprintf | Builtin::Vdprintf | Builtin::Vsprintf | Builtin::Vasprintf => {
                (2, true)
            }
            Builtin::Snprintf => (3, false),
            Builtin::Vsnprintf => (3, true),
            other => unreachable!("{other:?} does not print"),
        };
        let destination = match builtin {
            Builtin::Printf | Builtin::Vprintf => Destination::File(1),
            Builtin::Dprintf | Builtin::Vdprintf => {
                Destination::File(self.argument(state, args, 0)? as i32)
            }
            Builtin::Fprintf | Builtin::Vfprintf => {
                // The runtime's FILE begins with its descriptor.
                let fd = self.load_slow(state, args[0], 4)?;
                Destination::File(self.to_bits(state, 32, fd)? as i32)
            }
            Builtin::Snprintf | Builtin::Vsnprintf => {
                let limit = Some(self.argument(state, args, 1)?);
                Destination::Buffer { start: args[0], limit }
            }
            Builtin::Asprintf | Builtin::Vasprintf => Destination::Allocate(args[0]),
            _ => Destination::Buffer { start: args[0], limit: None },
        };
        let unwritten = |arg: &Value| arg.meta.is_symbolic();
        if state.knowledge.has_inputs() || args.iter().any(unwritten) {
            // A decision that comes while arguments are laid out and formatted begins the call again.
            state.keep_for_undo();
        }
        let mut next = if listed {
            self.list_area(state, args[fixed])?
        } else if !call.varargs.is_empty() || call.arg_types.len() > fixed {
            let caller = state.position.top().base;
            Value::pointer(self.builtin_varargs(state, call, fixed, caller)?, 0)
        } else {
            // Nothing was passed: reading an argument reads at a null pointer and is reported.
            Value::int(0)
        };
        let text = self.c_string(state, args[fixed - 1], None)?;
        let to_file = matches!(destination, Destination::File(_));
        let mut source = Arguments::new(self, state, &mut next, to_file);
        let formatted = format(&text, &mut source);
        let Arguments { recorded: args_recorded, symbolic, count, replaced, .. } = source;
        let (bytes, result) = match formatted {
            Ok(bytes) if symbolic => {
                if listed {
                    self.advance_list(state, args[fixed], next)?;
                }
                let Destination::File(fd) = destination else {
                    unreachable!("only what goes to a file keeps its terms")
                };
                let result = match count {
                    _ if !call.result_used => Value::int(0),
                    Count::Instead(less, more) => {
                        let fixed = self.terms.constant(32, bytes.len() as u64 - less);
                        let total = self.terms.add(fixed, more);
                        self.value(state, total)
                    }
                    Count::Unknown => {
                        return Err(unsupported(
                            "the number of characters of symbolic output that has no bound is used",
                        ));
                    }
                };
                if matches!(fd, 1 | 2) {
                    let pointer_bytes = self.module.target.pointer_bytes() as u32;
                    let args = args_recorded;
                    state.trace.print(Piece::Formatted { fd, format: text, args, pointer_bytes });
                }
                return Ok(result);
            }
            Ok(bytes) => {
                let count = bytes.len() as u64;
                (bytes, count & mask(32))
            }
            Err(Stop::Failed { errno, written }) => {
                self.set_errno(state, errno);
                (written, mask(32))
            }
            Err(Stop::End(end)) => return Err(end),
        };
        state.position.bulk_bytes += bytes.len() as u64;
        let mut bytes: Vec<Byte> = bytes.into_iter().map(Byte::Plain).collect();
        for (place, term) in replaced {
            if let Some(byte) = bytes.get_mut(place) {
                *byte = Byte::Term(term);
            }
        }
        if listed {
            self.advance_list(state, args[fixed], next)?;
        }
        let delivered = self.deliver(state, destination, &bytes)?;
        Ok(Value::int(if delivered { result } else { mask(32) }))
    }

    /// Puts the bytes where they belong; false if there is no memory for them.
    fn deliver(
        &mut self,
        state: &mut State,
        destination: Destination,
        bytes: &[Byte],
    ) -> Result<bool, End> {
        match destination {
            Destination::File(fd @ (1 | 2)) => self.write_mixed(state, fd, bytes.to_vec()),
            Destination::File(_) => {}
            Destination::Buffer { limit: Some(0), .. } => {}
            Destination::Buffer { start, limit } => {
                let room = limit.map_or(usize::MAX, |limit| limit as usize - 1);
                let mut text = bytes[..bytes.len().min(room)].to_vec();
                text.push(Byte::Plain(0));
                self.write_bytes(state, start, &text)?;
            }
            Destination::Allocate(place) => {
                let object = self.allocate_heap(state, bytes.len() as u64 + 1, 16)?;
                if !object.meta.is_pointer() {
                    return Ok(false);
                }
                let mut text = bytes.to_vec();
                text.push(Byte::Plain(0));
                self.write_bytes(state, object, &text)?;
                let word = state.memory.objects.word();
                self.store_slow(state, place, word, object)?;
            }
        }
        Ok(true)
    }

    /// Where a `va_list` reads next.
    fn list_area(&mut self, state: &mut State, list: Value) -> Result<Value, End> {
        match self.va_list()? {
            VaList::Pointer => Ok(list),
            VaList::Structure(structure) => {
                let field = self.displaced(state, list, structure.memory);
                self.load_slow(state, field, state.memory.objects.word())
            }
        }
    }

    /// After the call the list stands behind what was read (C leaves it undefined; this is what
    /// happens natively where the list is passed by reference).
    fn advance_list(&mut self, state: &mut State, list: Value, next: Value) -> Result<(), End> {
        match self.va_list()? {
            VaList::Pointer => Ok(()),
            VaList::Structure(structure) => {
                let field = self.displaced(state, list, structure.memory);
                self.store_slow(state, field, state.memory.objects.word(), next)
            }
        }
    }

    pub(super) fn errno_place(&self) -> Option<Value> {
        let global = self.module.find_global(ERRNO)?;
        Some(Value::pointer(global_object(self.module, global), 0))
    }

    /// Without the runtime's `errno`, the program never looks at it.
    fn set_errno(&mut self, state: &mut State, errno: i32) {
        if let Some(place) = self.errno_place() {
            let number = Value::int(errno as u32 as u64);
            self.store_slow(state, place, 4, number).expect("errno is an int");
        }
    }
}
