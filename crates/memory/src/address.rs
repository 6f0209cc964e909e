//! Hidden concrete addresses: where objects would lie if anyone looked.
//!
//! Addresses are a function of the allocation history: they grow with each allocation and are not
//! reused until the space runs out, which only a 32-bit program can achieve. Then the gaps between
//! live objects are used again, lowest first, without those of dead objects whose address was
//! exposed. Every object is followed by a red zone, so that an address just behind one object is
//! never that of another.

/// Lowest address of an object; below lie the null page and the addresses of functions.
const FIRST_OBJECT: u64 = 0x0100_0000;
const FIRST_FUNCTION: u64 = 0x0001_0000;
const FUNCTION_STEP: u64 = 16;
const RED_ZONE: u64 = 16;
/// Every object and function is aligned at least like this.
pub const LEAST_ALIGN: u64 = 16;

#[derive(Clone, Debug)]
pub struct AddressSpace {
    next: u64,
    /// End of the gap that `next` lies in.
    end: u64,
    /// Further gaps, the next one last.
    gaps: Vec<(u64, u64)>,
}

/// The hidden address of function number `index`.
pub fn function_address(index: u64) -> u64 {
    FIRST_FUNCTION + index * FUNCTION_STEP
}

/// The function number at `address`, if it is the address of one among `count`.
pub fn function_at(address: u64, count: u64) -> Option<u64> {
    let index = address.checked_sub(FIRST_FUNCTION)? / FUNCTION_STEP;
    (index < count && function_address(index) == address).then_some(index)
}

impl AddressSpace {
    pub fn new(pointer_bits: u32, functions: u64) -> AddressSpace {
        // Leave the top of the space free so that one-past-the-end never wraps around.
        let end = if pointer_bits == 32 { 0xffff_0000 } else { 0x7fff_ffff_0000 };
        let next = FIRST_OBJECT.max(function_address(functions) + RED_ZONE);
        AddressSpace { next, end, gaps: Vec::new() }
    }

    /// Takes a range out of what will be handed out; false if that may have happened already.
    pub fn reserve(&mut self, start: u64, end: u64) -> bool {
        if end <= FIRST_FUNCTION || start >= self.end {
            return true;
        }
        if start < self.next || end > self.end {
            return false;
        }
        self.gaps.push((end, self.end));
        self.end = start;
        true
    }

    /// A place for `size` bytes, or `None` if the current gaps hold none.
    pub fn take(&mut self, size: u64, align: u64) -> Option<u64> {
        loop {
            if let Some(start) = self.next.checked_next_multiple_of(align.max(LEAST_ALIGN))
                && let Some(last) = start.checked_add(size).and_then(|s| s.checked_add(RED_ZONE))
                && last <= self.end
            {
                self.next = last;
                return Some(start);
            }
            (self.next, self.end) = self.gaps.pop()?;
        }
    }

    /// Makes the space between `occupied` ranges (start, size) available again.
    pub fn reclaim(&mut self, mut occupied: Vec<(u64, u64)>, pointer_bits: u32, functions: u64) {
        let fresh = AddressSpace::new(pointer_bits, functions);
        occupied.sort_unstable();
        let mut gaps = Vec::new();
        let mut start = fresh.next;
        for (address, size) in occupied {
            if address > start {
                gaps.push((start, address));
            }
            start = start.max(address + size + RED_ZONE);
        }
        if start < fresh.end {
            gaps.push((start, fresh.end));
        }
        gaps.reverse();
        self.gaps = gaps;
        (self.next, self.end) = self.gaps.pop().unwrap_or((0, 0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_never_touch() {
        let mut space = AddressSpace::new(64, 10);
        let first = space.take(1, 1).unwrap();
        let second = space.take(100, 64).unwrap();
        assert!(first + 1 < second);
        assert_eq!(second % 64, 0);
    }

    #[test]
    fn gaps_are_used_again_when_the_space_is_full() {
        let mut space = AddressSpace::new(32, 0);
        let mut taken = Vec::new();
        while let Some(address) = space.take(0x1000_0000, 1) {
            taken.push((address, 0x1000_0000));
        }
        assert!(taken.len() >= 14);
        let freed = taken.remove(3);
        space.reclaim(taken.clone(), 32, 0);
        let again = space.take(0x1000_0000, 1).unwrap();
        assert!(again >= freed.0 - 16 && again + 0x1000_0000 <= taken[3].0);
        assert_eq!(space.take(0x1000_0000, 1), None);
    }

    #[test]
    fn function_addresses_invert() {
        assert_eq!(function_at(function_address(3), 4), Some(3));
        assert_eq!(function_at(function_address(4), 4), None);
        assert_eq!(function_at(function_address(3) + 1, 4), None);
    }
}
