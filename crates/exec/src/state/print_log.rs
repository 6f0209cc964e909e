//! What a path prints while values are symbolic: kept with its terms, written out when the path ends
//! and its model is known. Printing neither forks nor makes anything concrete.

use crate::format::{FormatArgs, format};
use dunlin_term::{Evaluation, TermId};

/// One call that printed something.
#[derive(Clone, Debug)]
pub enum Piece {
    Bytes {
        fd: i32,
        bytes: Vec<u8>,
    },
    Formatted {
        fd: i32,
        format: Vec<u8>,
        args: Vec<Argument>,
        pointer_bytes: u32,
    },
    /// Bytes, some of them symbolic, of 8 bits each.
    Mixed {
        fd: i32,
        bytes: Vec<Byte>,
    },
}

#[derive(Clone, Copy, Debug)]
pub enum Byte {
    Plain(u8),
    Term(TermId),
}

/// An argument of printf in the order in which the format takes them.
#[derive(Clone, Debug)]
pub enum Argument {
    Number(u128),
    Term(TermId),
    /// A pointer that is not null, with its address if the format shows that.
    Pointer(u64),
    String(Vec<Byte>),
    WideString(Vec<u32>),
    Errno(i32),
}

impl Piece {
    /// The terms that must be kept alive.
    pub fn for_each_term(&self, mut f: impl FnMut(TermId)) {
        let mut bytes = |bytes: &[Byte]| {
            for byte in bytes {
                if let Byte::Term(term) = *byte {
                    f(term);
                }
            }
        };
        match self {
            Piece::Bytes { .. } => {}
            Piece::Mixed { bytes: list, .. } => bytes(list),
            Piece::Formatted { args, .. } => {
                for arg in args {
                    match arg {
                        Argument::String(list) => bytes(list),
                        Argument::Term(term) => bytes(&[Byte::Term(*term)]),
                        _ => {}
                    }
                }
            }
        }
    }

    /// What is printed under a model, and where.
    pub fn render(&self, evaluation: &mut Evaluation<'_>) -> (i32, Vec<u8>) {
        match self {
            Piece::Bytes { fd, bytes } => (*fd, bytes.clone()),
            Piece::Mixed { fd, bytes } => (*fd, plain(bytes, evaluation)),
            Piece::Formatted { fd, format: text, args, pointer_bytes } => {
                let mut source =
                    Recorded { args: args.iter(), evaluation, pointer_bytes: *pointer_bytes };
                let bytes = format(text, &mut source).unwrap_or_else(|written| written);
                (*fd, bytes)
            }
        }
    }
}

fn plain(bytes: &[Byte], evaluation: &mut Evaluation<'_>) -> Vec<u8> {
    let of = |byte: &Byte| match *byte {
        Byte::Plain(value) => value,
        Byte::Term(term) => evaluation.eval_u64(term).unwrap_or(0) as u8,
    };
    bytes.iter().map(of).collect()
}

/// Arguments that were recorded, in the same order.
struct Recorded<'r, 'e> {
    args: std::slice::Iter<'r, Argument>,
    evaluation: &'r mut Evaluation<'e>,
    pointer_bytes: u32,
}

impl Recorded<'_, '_> {
    fn number(&mut self) -> u128 {
        match self.args.next() {
            Some(Argument::Number(number)) => *number,
            Some(Argument::Term(term)) => {
                self.evaluation.eval(*term).map_or(0, |bits| bits.low_u128())
            }
            Some(Argument::Pointer(address)) => u128::from(*address),
            _ => 0,
        }
    }
}

impl<'r> FormatArgs for Recorded<'r, '_> {
    /// What was written before the format failed.
    type Error = Vec<u8>;
    type Pointer = Option<&'r Argument>;

    fn pointer_bytes(&self) -> u32 {
        self.pointer_bytes
    }

    fn int(&mut self, _bytes: u32) -> Result<u64, Vec<u8>> {
        Ok(self.number() as u64)
    }

    fn double(&mut self) -> Result<f64, Vec<u8>> {
        Ok(f64::from_bits(self.number() as u64))
    }

    fn long_double(&mut self) -> Result<u128, Vec<u8>> {
        Ok(self.number())
    }

    fn pointer(&mut self) -> Result<Self::Pointer, Vec<u8>> {
        Ok(self.args.next())
    }

    fn address(&mut self, pointer: &Self::Pointer) -> Result<u64, Vec<u8>> {
        Ok(match pointer {
            Some(Argument::Pointer(address)) => *address,
            Some(Argument::Number(number)) => *number as u64,
            Some(Argument::Term(term)) => self.evaluation.eval_u64(*term).unwrap_or(0),
            _ => 0,
        })
    }

    fn is_null(&mut self, pointer: &Self::Pointer) -> Result<bool, Vec<u8>> {
        Ok(match pointer {
            Some(Argument::String(_) | Argument::WideString(_)) => false,
            _ => self.address(pointer)? == 0,
        })
    }

    fn string(&mut self, pointer: &Self::Pointer, limit: Option<u64>) -> Result<Vec<u8>, Vec<u8>> {
        let Some(Argument::String(bytes)) = pointer else { return Ok(Vec::new()) };
        let mut text = plain(bytes, self.evaluation);
        let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
        text.truncate(limit.map_or(end, |limit| end.min(limit as usize)));
        Ok(text)
    }

    fn wide_string(
        &mut self,
        pointer: &Self::Pointer,
        _limit: Option<u64>,
    ) -> Result<Vec<u32>, Vec<u8>> {
        match pointer {
            Some(Argument::WideString(text)) => Ok(text.clone()),
            _ => Ok(Vec::new()),
        }
    }

    fn store_count(
        &mut self,
        _pointer: &Self::Pointer,
        _bytes: u32,
        _count: u64,
    ) -> Result<(), Vec<u8>> {
        Ok(())
    }

    fn errno(&mut self) -> Result<i32, Vec<u8>> {
        match self.args.next() {
            Some(Argument::Errno(errno)) => Ok(*errno),
            _ => Ok(0),
        }
    }

    fn failed(&mut self, _errno: i32, written: Vec<u8>) -> Vec<u8> {
        written
    }
}
