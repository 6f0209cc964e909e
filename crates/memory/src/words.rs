//! Numbers of up to 64 bits in plain bytes.
//!
//! In which order their bytes lie is what `dunlin_ir` says of accesses; with a constant size the compiler
//! makes one machine load or store of it (the code was compared with that of `from_le_bytes`).

use dunlin_ir::semantics::access;
use dunlin_ir::small::Small;

/// The number in `size` (at most 8) bytes from `offset` on.
#[inline(always)]
pub fn read(bytes: &[u8], offset: usize, size: u32) -> u64 {
    // One bounds check and one machine load for each of the usual sizes.
    match size {
        1 => u64::from(bytes[offset]),
        2 => read_word::<2>(bytes, offset),
        4 => read_word::<4>(bytes, offset),
        8 => read_word::<8>(bytes, offset),
        _ => {
            let bytes = &bytes[offset..offset + size as usize];
            access::join(&mut Small, bytes.iter().map(|&byte| (8, byte.into())))
        }
    }
}

#[inline(always)]
fn read_word<const SIZE: usize>(bytes: &[u8], offset: usize) -> u64 {
    let bytes: [u8; SIZE] = bytes[offset..offset + SIZE].try_into().expect("so many bytes");
    access::join(&mut Small, bytes.map(|byte| (8, byte.into())))
}

/// Writes the lowest `size` (at most 8) bytes of a number to `offset` and above.
#[inline(always)]
pub fn write(bytes: &mut [u8], offset: usize, size: u32, bits: u64) {
    match size {
        1 => bytes[offset] = byte_of(bits, 0),
        2 => write_word::<2>(bytes, offset, bits),
        4 => write_word::<4>(bytes, offset, bits),
        8 => write_word::<8>(bytes, offset, bits),
        _ => {
            let bytes = &mut bytes[offset..offset + size as usize];
            for (byte, index) in bytes.iter_mut().zip(0..) {
                *byte = byte_of(bits, index);
            }
        }
    }
}

#[inline(always)]
fn write_word<const SIZE: usize>(bytes: &mut [u8], offset: usize, bits: u64) {
    let word: [u8; SIZE] = std::array::from_fn(|index| byte_of(bits, index as u32));
    bytes[offset..offset + SIZE].copy_from_slice(&word);
}

/// Byte `index` of a number as it lies in memory.
#[inline(always)]
pub fn byte_of(bits: u64, index: u32) -> u8 {
    access::part(&mut Small, 64, 8, index, &bits) as u8
}
