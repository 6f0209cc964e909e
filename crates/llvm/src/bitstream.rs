//! Just enough of LLVM's bitstream format to know who wrote a bitcode file and where it ends.
//!
//! Pure Rust on untrusted bytes: nothing here can crash, whatever the bytes are. It serves two
//! purposes: naming the versions when LLVM refuses a file of a newer LLVM, and splitting modules
//! that a linker has concatenated in one section.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};

/// The LLVM that Dunlin is built with; it reads bitcode of this version and older.
pub const SUPPORTED_LLVM: u32 = 19;

const MAGIC: [u8; 4] = [b'B', b'C', 0xC0, 0xDE];
const WRAPPER_MAGIC: [u8; 4] = [0xDE, 0xC0, 0x17, 0x0B];

const IDENTIFICATION_BLOCK: u64 = 13;
const IDENTIFICATION_STRING: u64 = 1;

/// No producer has a longer name.
const LONGEST_STRING: u64 = 4096;

const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;
const FIRST_ABBREV: u64 = 4;

/// Whether a file looks like bitcode.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) || bytes.starts_with(&WRAPPER_MAGIC)
}

/// A version of LLVM as bitcode names it, e.g. 19.1.7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Version {
    pub major: u32,
    pub minor: u32,
    pub patch: u32,
}

impl Version {
    pub fn is_newer_than_supported(self) -> bool {
        self.major > SUPPORTED_LLVM
    }

    /// `LLVM22.1.0-rust-1.95.0` is 22.1.0; producers with a numbering of their own (Apple's) give
    /// nothing.
    fn of_producer(producer: &str) -> Option<Version> {
        Version::parse(producer.strip_prefix("LLVM")?)
    }

    /// The version at the start of `text`.
    pub(crate) fn parse(text: &str) -> Option<Version> {
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let mut parts = text[..end].split('.').map(|part| part.parse().ok());
        let major = parts.next()??;
        let mut rest = || parts.next().flatten().unwrap_or(0);
        Some(Version { major, minor: rest(), patch: rest() })
    }
}

impl Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// The version of the LLVM that wrote `bitcode` (raw or in a wrapper), if it says so.
pub(crate) fn producer_version(bitcode: &[u8]) -> Option<Version> {
    Version::of_producer(&producer(unwrap(bitcode))?)
}

/// The bitstream inside of a wrapper (old Darwin files), or the bytes as they are.
fn unwrap(bytes: &[u8]) -> &[u8] {
    if !bytes.starts_with(&WRAPPER_MAGIC) {
        return bytes;
    }
    let field = |at: usize| {
        let bytes: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    };
    let stream = field(8).zip(field(12)).and_then(|(offset, size)| {
        let end = offset.checked_add(size)?;
        bytes.get(offset..end)
    });
    stream.unwrap_or(bytes)
}

fn producer(stream: &[u8]) -> Option<String> {
    let mut reader = Reader::after_magic(stream)?;
    while let Some(block) = reader.top_level_block() {
        if block.id == IDENTIFICATION_BLOCK {
            reader.position = block.body_bits;
            return reader.identification_string(block.abbrev_width);
        }
        reader.position = block.end_bits;
    }
    None
}

/// Splits concatenated bitcode modules, each with its own magic, possibly with zero padding between
/// them. What follows the last recognisable module is dropped if it is padding; otherwise it becomes
/// part of the last module, for LLVM to judge.
pub fn split_modules(section: &[u8]) -> Vec<&[u8]> {
    let mut modules = Vec::new();
    let mut rest = trim_padding(section);
    while !rest.is_empty() {
        let size = module_size(rest).unwrap_or(rest.len());
        let (module, after) = rest.split_at(size);
        modules.push(module);
        rest = trim_padding(after);
    }
    modules
}

fn trim_padding(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|&byte| byte != 0).unwrap_or(bytes.len());
    &bytes[start..]
}

/// The size in bytes of the module at the start of `bytes`; `None` if something other than padding
/// or another module follows it, or if it is damaged.
fn module_size(bytes: &[u8]) -> Option<usize> {
    if bytes.starts_with(&WRAPPER_MAGIC) {
        let stream = unwrap(bytes);
        let start = stream.as_ptr() as usize - bytes.as_ptr() as usize;
        return (start > 0).then_some(start + stream.len());
    }
    let mut reader = Reader::after_magic(bytes)?;
    loop {
        let at = reader.position / 8;
        let rest = bytes.get(at..)?;
        let next = trim_padding(rest);
        // Neither padding nor a magic looks like a block: the low two bits of a block's first byte
        // are ENTER_SUBBLOCK.
        if next.is_empty() || next.starts_with(&MAGIC) || next.starts_with(&WRAPPER_MAGIC) {
            return (at > MAGIC.len()).then_some(at);
        }
        reader.position = reader.top_level_block()?.end_bits;
    }
}

struct Block {
    id: u64,
    abbrev_width: u32,
    body_bits: usize,
    end_bits: usize,
}

/// How one operand of an abbreviated record is encoded.
#[derive(Clone, Copy)]
enum Encoding {
    Literal(u64),
    Fixed(u32),
    Vbr(u32),
    Array,
    Char6,
    Blob,
}

struct Reader<'a> {
    bytes: &'a [u8],
    /// In bits.
    position: usize,
}

impl<'a> Reader<'a> {
    fn after_magic(bytes: &'a [u8]) -> Option<Self> {
        bytes.starts_with(&MAGIC).then_some(Reader { bytes, position: MAGIC.len() * 8 })
    }

    fn fixed(&mut self, width: u32) -> Option<u64> {
        debug_assert!(width <= 64);
        let mut value = 0;
        for bit in 0..width {
            let byte = self.bytes.get(self.position / 8)?;
            value |= u64::from(byte >> (self.position % 8) & 1) << bit;
            self.position += 1;
        }
        Some(value)
    }

    fn vbr(&mut self, width: u32) -> Option<u64> {
        if !(2..=32).contains(&width) {
            return None;
        }
        let more = 1 << (width - 1);
        let mut value: u64 = 0;
        let mut shift = 0;
        loop {
            let chunk = self.fixed(width)?;
            value |= (chunk & (more - 1)).checked_shl(shift)?;
            if chunk & more == 0 {
                return Some(value);
            }
            shift += width - 1;
        }
    }

    fn align_to_word(&mut self) {
        self.position = self.position.next_multiple_of(32);
    }

    /// Reads the header of a block; abbreviation ids are two bits wide outside of all blocks.
    fn top_level_block(&mut self) -> Option<Block> {
        if self.fixed(2)? != ENTER_SUBBLOCK {
            return None;
        }
        self.block_header()
    }

    fn block_header(&mut self) -> Option<Block> {
        let id = self.vbr(8)?;
        let abbrev_width = u32::try_from(self.vbr(4)?).ok().filter(|w| (2..=32).contains(w))?;
        self.align_to_word();
        let words = usize::try_from(self.fixed(32)?).ok()?;
        let body_bits = self.position;
        let end_bits = body_bits + words.checked_mul(32)?;
        (end_bits <= self.bytes.len() * 8).then_some(Block {
            id,
            abbrev_width,
            body_bits,
            end_bits,
        })
    }

    /// Inside of an identification block: its string record.
    fn identification_string(&mut self, abbrev_width: u32) -> Option<String> {
        let mut abbreviations: Vec<Vec<Encoding>> = Vec::new();
        loop {
            let record = match self.fixed(abbrev_width)? {
                END_BLOCK => return None,
                ENTER_SUBBLOCK => {
                    self.position = self.block_header()?.end_bits;
                    continue;
                }
                DEFINE_ABBREV => {
                    abbreviations.push(self.abbreviation()?);
                    continue;
                }
                UNABBREV_RECORD => self.unabbreviated_record()?,
                id => {
                    let index = usize::try_from(id - FIRST_ABBREV).ok()?;
                    self.abbreviated_record(abbreviations.get(index)?)?
                }
            };
            if let Some((&IDENTIFICATION_STRING, text)) = record.split_first() {
                return text.iter().map(|&c| u8::try_from(c).ok().map(char::from)).collect();
            }
        }
    }

    fn abbreviation(&mut self) -> Option<Vec<Encoding>> {
        let count = self.vbr(5)?;
        let mut operands = Vec::new();
        for _ in 0..count {
            let encoding = if self.fixed(1)? == 1 {
                Encoding::Literal(self.vbr(8)?)
            } else {
                match self.fixed(3)? {
                    1 => Encoding::Fixed(self.width()?),
                    2 => Encoding::Vbr(self.width()?),
                    3 => Encoding::Array,
                    4 => Encoding::Char6,
                    5 => Encoding::Blob,
                    _ => return None,
                }
            };
            operands.push(encoding);
        }
        Some(operands)
    }

    fn width(&mut self) -> Option<u32> {
        u32::try_from(self.vbr(5)?).ok().filter(|&width| width <= 64)
    }

    fn unabbreviated_record(&mut self) -> Option<Vec<u64>> {
        let code = self.vbr(6)?;
        let count = self.vbr(6)?;
        let mut record = vec![code];
        for _ in 0..count {
            record.push(self.vbr(6)?);
        }
        Some(record)
    }

    fn abbreviated_record(&mut self, operands: &[Encoding]) -> Option<Vec<u64>> {
        let mut record = Vec::new();
        let mut operands = operands.iter();
        while let Some(&operand) = operands.next() {
            match operand {
                Encoding::Array => {
                    let element = *operands.next()?;
                    // Elements may take no bits at all, so the end of the file is no limit.
                    let count = self.vbr(6).filter(|&count| count <= LONGEST_STRING)?;
                    for _ in 0..count {
                        record.push(self.scalar(element)?);
                    }
                }
                Encoding::Blob => {
                    let count = self.vbr(6)?;
                    self.align_to_word();
                    for _ in 0..count {
                        record.push(self.fixed(8)?);
                    }
                    self.align_to_word();
                }
                scalar => record.push(self.scalar(scalar)?),
            }
        }
        Some(record)
    }

    fn scalar(&mut self, encoding: Encoding) -> Option<u64> {
        const CHAR6: &[u8; 64] =
            b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
        match encoding {
            Encoding::Literal(value) => Some(value),
            Encoding::Fixed(width) => self.fixed(width),
            Encoding::Vbr(0) => Some(0),
            Encoding::Vbr(width) => self.vbr(width),
            Encoding::Char6 => self.fixed(6).map(|c| u64::from(CHAR6[c as usize & 63])),
            Encoding::Array | Encoding::Blob => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_producers() {
        let version = |major, minor, patch| Some(Version { major, minor, patch });
        assert_eq!(Version::of_producer("LLVM19.1.7"), version(19, 1, 7));
        assert_eq!(Version::of_producer("LLVM22.1.0-rust-1.95.0-stable"), version(22, 1, 0));
        assert_eq!(Version::of_producer("LLVM23"), version(23, 0, 0));
        assert_eq!(Version::of_producer("LLVM20.0.0git"), version(20, 0, 0));
        assert_eq!(Version::of_producer("APPLE_1_1500.3.9.4_0"), None);
        assert_eq!(Version::of_producer("LLVM"), None);
    }

    #[test]
    fn splitting_loses_nothing_but_padding() {
        let mut state = 1u64;
        for _ in 0..2_000 {
            let mut bytes = MAGIC.to_vec();
            for _ in 0..200 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                bytes.push((state >> 56) as u8);
            }
            let _ = producer_version(&bytes);
            let kept: usize = split_modules(&bytes).iter().map(|module| module.len()).sum();
            let zeros = bytes.iter().filter(|&&byte| byte == 0).count();
            assert!(kept <= bytes.len() && kept + zeros >= bytes.len());
        }
    }
}
