//! Hidden concrete addresses: where objects would lie if anyone looked.
//!
//! Addresses follow from what objects are, as their ids do: in a 64-bit program every class has a region of
//! its own, in which its objects lie one behind the other, so that two paths agree on the addresses of a
//! class as long as they agree on the sizes in it. What does not fit there (large objects, a class that has
//! used up its region) lies in a range that all share, as do the global variables and all objects of a
//! 32-bit program, in the order of allocation.
//!
//! Addresses are not reused until the space runs out, which only a 32-bit program can achieve. Then the gaps
//! between live objects are used again, lowest first, without those of dead objects whose address was
//! exposed. Every object is followed by a red zone, so that an address just behind one object is
//! never that of another.

use crate::class::Class;

/// Where objects lie, first the upper range, then the lower one: away from the addresses that programs
/// choose by themselves (`klee_define_fixed_object`), which are low ones as a rule.
const OBJECTS_64: (u64, u64) = (0x6000_0000_0000, 0x7000_0000_0000);
/// The regions of all classes. The top of the space stays free so that one-past-the-end never wraps around.
const REGIONS: (u64, u64) = (0x7000_0000_0000, 0x7fff_ffff_0000);
const REGION_BITS: u32 = 24;
/// Larger objects do not lie in the region of their class: few would use it up.
const LARGEST_IN_REGION: u64 = 1 << (REGION_BITS - 4);
const OBJECTS_32: (u64, u64) = (0x4000_0000, FIRST_FUNCTION);
const LOW_OBJECTS_32: (u64, u64) = (0x0100_0000, 0x4000_0000);
/// Above everything of a 32-bit program, below everything of a 64-bit one.
const FIRST_FUNCTION: u64 = 0xf000_0000;
const FUNCTION_STEP: u64 = 16;
const RED_ZONE: u64 = 16;
/// Every object and function is aligned at least like this.
pub const LEAST_ALIGN: u64 = 16;

#[derive(Clone, Hash, Debug)]
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

/// Where the region of a class begins and ends.
fn region(class: Class) -> (u64, u64) {
    let start = REGIONS.0 + (u64::from(class.region()) << REGION_BITS);
    (start, (start + (1 << REGION_BITS)).min(REGIONS.1))
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
    /// functions lie there. `used` tells how much of the region of a class is in use.
    pub fn reserve(&mut self, start: u64, end: u64, used: impl Fn(Class) -> u32) -> bool {
        if start < self.functions_end && end > FIRST_FUNCTION {
            return false;
        }
        if self.wide && start < REGIONS.1 && end > REGIONS.0 {
            return self.reserve_in_regions(start, end, used);
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

    fn reserve_in_regions(&mut self, start: u64, end: u64, used: impl Fn(Class) -> u32) -> bool {
        if start < REGIONS.0 || end > REGIONS.1 {
            return false;
        }
        let number = |address: u64| ((address - REGIONS.0) >> REGION_BITS) as u32;
        // The first can be in use below the range; of the others nothing may be.
        let first = Class::of_region(number(start));
        let mut others = number(start) + 1..=number(end - 1);
        let free = region(first).0 + u64::from(used(first)) <= start
            && others.all(|number| used(Class::of_region(number)) == 0);
        if free {
            self.taken.push((start, end));
        }
        free
    }

    /// A place for `size` bytes between `from` and `end`, and where the next one can begin.
    #[inline]
    fn find(&self, mut from: u64, end: u64, size: u64, align: u64) -> Option<(u64, u64)> {
        loop {
            let start = from.checked_next_multiple_of(align.max(LEAST_ALIGN))?;
            let last = start.checked_add(size)?.checked_add(RED_ZONE)?;
            if last > end {
                return None;
            }
            match self.taken.iter().find(|(from, to)| *from < last && start < *to) {
                Some(&(_, to)) => from = to,
                None => return Some((start, last)),
            }
        }
    }

    /// A place for `size` bytes in the region of a class of which `used` bytes are in use, if there is one.
    #[inline]
    pub fn take_in_region(
        &self,
        class: Class,
        used: &mut u32,
        size: u64,
        align: u64,
    ) -> Option<u64> {
        if !self.wide || class == Class::FIRST || size > LARGEST_IN_REGION {
            return None;
        }
        let (region, end) = region(class);
        let (start, last) = self.find(region + u64::from(*used), end, size, align)?;
        *used = (last - region) as u32;
        Some(start)
    }

    /// A place for `size` bytes outside of the regions, or `None` if the current gaps hold none.
    pub fn take(&mut self, size: u64, align: u64) -> Option<u64> {
        loop {
            if let Some((start, last)) = self.find(self.next, self.end, size, align) {
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
                assert!(space.reserve(start, start + 0x1000, |_| 0), "{bits} {start:#x}");
            }
            let function = function_address(99);
            assert!(!space.reserve(function, function + 1, |_| 0));
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
    fn a_class_has_a_region_of_its_own() {
        let space = AddressSpace::new(64, 0);
        let [x, y] = [Class::numbered(1), Class::numbered((1 << 20) - 1)];
        let (mut of_x, mut of_y) = (0, 0);
        let first = space.take_in_region(x, &mut of_x, 100, 64).unwrap();
        assert_eq!(first, REGIONS.0 + (u64::from(x.region()) << REGION_BITS));
        let second = space.take_in_region(x, &mut of_x, 1, 1).unwrap();
        assert!(first + 100 < second && second < first + 200);
        let mut last = space.take_in_region(y, &mut of_y, 10, 1).unwrap();
        while let Some(next) = space.take_in_region(y, &mut of_y, LARGEST_IN_REGION, 1) {
            assert!(next > last);
            last = next;
        }
        assert!(last + LARGEST_IN_REGION < REGIONS.1 && last + 2 * LARGEST_IN_REGION > REGIONS.1);
        assert_eq!(space.take_in_region(x, &mut of_x, LARGEST_IN_REGION + 1, 1), None);
        assert_eq!(space.take_in_region(x, &mut of_x, 1, 1 << 63), None);
        assert_eq!(space.take_in_region(Class::FIRST, &mut 0, 1, 1), None);
        assert_eq!(AddressSpace::new(32, 0).take_in_region(x, &mut of_x, 1, 1), None);
    }

    #[test]
    fn what_was_chosen_in_a_region_is_not_handed_out() {
        let mut space = AddressSpace::new(64, 0);
        let class = Class::numbered(5);
        let (start, mut used) = (region(class).0, 0);
        space.take_in_region(class, &mut used, 100, 16).unwrap();
        assert!(!space.reserve(start + 100, start + 200, |_| used));
        assert!(!space.reserve(start - 10, start + 10, |_| used));
        assert!(space.reserve(start + 0x1000, start + 0x2000, |_| used));
        for _ in 0..1000 {
            let next = space.take_in_region(class, &mut used, 10, 1).unwrap() - start;
            assert!(next + 10 <= 0x1000 || next >= 0x2000, "{next:#x}");
        }
    }

    #[test]
    fn function_addresses_invert() {
        assert_eq!(function_at(function_address(3), 4), Some(3));
        assert_eq!(function_at(function_address(4), 4), None);
        assert_eq!(function_at(function_address(3) + 1, 4), None);
    }
}
