//! Hidden concrete addresses: where objects would lie if anyone looked.
//!
//! Addresses are a function of the allocation history: they grow with each allocation and are not
//! reused until the space runs out, which only a 32-bit program can achieve. Then the gaps between
//! live objects are used again, lowest first, without those of dead objects whose address was
//! exposed. Every object is followed by a red zone, so that an address just behind one object is
//! never that of another.

/// Where objects lie, first the upper range, then the lower one: away from the addresses that programs
/// choose by themselves (`klee_define_fixed_object`), which are low ones as a rule.
const OBJECTS_64: (u64, u64) = (0x6000_0000_0000, 0x7fff_ffff_0000);
const OBJECTS_32: (u64, u64) = (0x4000_0000, FIRST_FUNCTION);
const LOW_OBJECTS_32: (u64, u64) = (0x0100_0000, 0x4000_0000);
/// Above everything of a 32-bit program, below everything of a 64-bit one.
const FIRST_FUNCTION: u64 = 0xf000_0000;
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
    functions_end: u64,
    /// Of a program with 64-bit addresses.
    wide: bool,
    /// Ranges in which others were put, which are not handed out.
    taken: Vec<(u64, u64)>,
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
        // The top of the space stays free so that one-past-the-end never wraps around.
        let ((next, end), gaps) = match pointer_bits {
            32 => (OBJECTS_32, vec![LOW_OBJECTS_32]),
            _ => (OBJECTS_64, Vec::new()),
        };
        AddressSpace {
            next,
            end,
            gaps,
            functions_end: function_address(functions),
            wide: pointer_bits != 32,
            taken: Vec::new(),
        }
    }

    /// Takes a range out of what will be handed out; false if that may have happened already, or if
    /// functions lie there.
    pub fn reserve(&mut self, start: u64, end: u64) -> bool {
        if start < self.functions_end && end > FIRST_FUNCTION {
            return false;
        }
        let managed = [OBJECTS_64, OBJECTS_32, LOW_OBJECTS_32];
        let bits = if self.wide { &managed[..1] } else { &managed[1..] };
        if bits.iter().all(|&(low, high)| end <= low || start >= high) {
            return true;
        }
        if start >= self.next && end <= self.end {
            self.gaps.push((end, self.end));
            self.end = start;
            return true;
        }
        let Some(index) = self.gaps.iter().position(|&(low, high)| low <= start && end <= high)
        else {
            return false;
        };
        let (low, high) = self.gaps[index];
        self.gaps.splice(index..=index, [(end, high), (low, start)]);
        true
    }

    /// A place for `size` bytes, or `None` if the current gaps hold none.
    pub fn take(&mut self, size: u64, align: u64) -> Option<u64> {
        loop {
            if let Some(start) = self.next.checked_next_multiple_of(align.max(LEAST_ALIGN))
                && let Some(last) = start.checked_add(size).and_then(|s| s.checked_add(RED_ZONE))
                && last <= self.end
            {
                let there = self.taken.iter().find(|(from, to)| *from < last && start < *to);
                if let Some(&(_, to)) = there {
                    self.next = to;
                    continue;
                }
                self.next = last;
                return Some(start);
            }
            (self.next, self.end) = self.gaps.pop()?;
        }
    }

    /// Never hands out a range, with a red zone around it, in which something was put.
    pub fn keep_out(&mut self, start: u64, size: u64) {
        let end = start.saturating_add(size).saturating_add(RED_ZONE);
        self.taken.push((start.saturating_sub(RED_ZONE), end));
    }

    /// Makes the space between `occupied` ranges (start, size) available again.
    pub fn reclaim(&mut self, mut occupied: Vec<(u64, u64)>, pointer_bits: u32, functions: u64) {
        let fresh = AddressSpace::new(pointer_bits, functions);
        occupied.sort_unstable();
        let mut gaps = Vec::new();
        for (low, high) in [(fresh.next, fresh.end)].into_iter().chain(fresh.gaps) {
            let mut start = low;
            for &(address, size) in &occupied {
                let last = address.saturating_add(size).saturating_add(RED_ZONE);
                if address >= high || last <= low {
                    continue;
                }
                if address > start {
                    gaps.push((start, address));
                }
                start = start.max(last);
            }
            if start < high {
                gaps.push((start, high));
            }
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
        assert!(taken.len() >= 13);
        let freed = taken.remove(3);
        space.reclaim(taken.clone(), 32, 0);
        let again = space.take(0x1000_0000, 1).unwrap();
        assert!(again.abs_diff(freed.0) <= 64, "{again:#x} {:#x}", freed.0);
        assert_eq!(space.take(0x1000_0000, 1), None);
    }

    #[test]
    fn programs_can_choose_addresses() {
        for bits in [32, 64] {
            let mut space = AddressSpace::new(bits, 100);
            space.take(100, 1).unwrap();
            for start in [0x1000, 0x1_0000, 0x100_0000, 0x1234_5678, 0x2000_0000, 0xa000_0000] {
                assert!(space.reserve(start, start + 0x1000), "{bits} {start:#x}");
            }
            assert!(!space.reserve(function_address(99), function_address(99) + 1));
            let mut objects = Vec::new();
            while let Some(object) = space.take(0x100_0000, 1) {
                objects.push(object);
                if objects.len() == 300 {
                    break;
                }
            }
            let meets = |start: u64| {
                let end = start + 0x1000;
                objects.iter().any(|&object| object < end && start < object + 0x100_0000)
            };
            for start in [0x1234_5678, 0x2000_0000, 0xa000_0000] {
                assert!(!meets(start), "{bits} {start:#x}");
            }
        }
    }

    #[test]
    fn function_addresses_invert() {
        assert_eq!(function_at(function_address(3), 4), Some(3));
        assert_eq!(function_at(function_address(4), 4), None);
        assert_eq!(function_at(function_address(3) + 1, 4), None);
    }
}
