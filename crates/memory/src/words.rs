//! Numbers of up to 64 bits in plain bytes.
//!
//! In which order their bytes lie is what `dunlin_ir` says of accesses. Here is the quick way to the same: one machine
//! load or store for each of the usual sizes. Written with the general text, quicksort took a third more instructions
//! in a development build (Callgrind, by hand); a test compares the two.

use dunlin_ir::semantics::access;
use dunlin_ir::small::Small;

/// The number in `size` (at most 8) bytes from `offset` on.
#[inline(always)]
pub fn read(bytes: &[u8], offset: usize, size: u32) -> u64 {
    match size {
        1 => u64::from(bytes[offset]),
        2 => u64::from(u16::from_le_bytes(bytes[offset..offset + 2].try_into().expect("2 bytes"))),
        4 => u64::from(u32::from_le_bytes(bytes[offset..offset + 4].try_into().expect("4 bytes"))),
        8 => u64::from_le_bytes(bytes[offset..offset + 8].try_into().expect("8 bytes")),
        _ => {
            let mut buffer = [0; 8];
            buffer[..size as usize].copy_from_slice(&bytes[offset..offset + size as usize]);
            u64::from_le_bytes(buffer)
        }
    }
}

/// Writes the lowest `size` (at most 8) bytes of a number to `offset` and above.
#[inline(always)]
pub fn write(bytes: &mut [u8], offset: usize, size: u32, bits: u64) {
    match size {
        1 => bytes[offset] = bits as u8,
        2 => bytes[offset..offset + 2].copy_from_slice(&(bits as u16).to_le_bytes()),
        4 => bytes[offset..offset + 4].copy_from_slice(&(bits as u32).to_le_bytes()),
        8 => bytes[offset..offset + 8].copy_from_slice(&bits.to_le_bytes()),
        _ => {
            let data = bits.to_le_bytes();
            bytes[offset..offset + size as usize].copy_from_slice(&data[..size as usize]);
        }
    }
}

/// Byte `index` of a number as it lies in memory.
#[inline(always)]
pub fn byte_of(bits: u64, index: u32) -> u8 {
    access::part(&mut Small, 64, 8, index, &bits) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_quick_way_leads_to_the_same(
            before in proptest::array::uniform16(any::<u8>()), bits: u64, offset in 0..8usize, size in 1..=8u32
        ) {
            let range = offset..offset + size as usize;
            let joined = before[range.clone()].iter().map(|&byte| (8, byte.into()));
            prop_assert_eq!(read(&before, offset, size), access::join(&mut Small, joined));
            let mut after = before;
            write(&mut after, offset, size, bits);
            for (at, byte) in after.into_iter().enumerate() {
                let expected = match range.contains(&at) {
                    true => byte_of(bits, (at - offset) as u32),
                    false => before[at],
                };
                prop_assert_eq!(byte, expected);
            }
        }
    }
}
