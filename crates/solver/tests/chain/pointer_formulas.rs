//! Random formulas over the addresses of a few small objects that lie close together, some of which
//! depend on where these lie and some not; and random layouts.

use crate::objects::base_id;
use crate::support::{Random, symbol};
use dunlin_term::{Base, Model, TermId, Terms};

/// Where objects lie: just above the null page, so that constants meet them.
pub const FIRST: u64 = 4096;

/// Sizes of objects. Their bases are made from a first number on.
pub fn objects(terms: &mut Terms, first: u64, sizes: &[u64]) -> Vec<TermId> {
    let numbered = sizes.iter().zip(first..);
    numbered
        .map(|(&size, object)| {
            let size = Some(terms.constant(64, size));
            terms.base(&Base { object, width: 64, size, align: 1, non_null: true })
        })
        .collect()
}

/// Addresses for objects in random order, with gaps of one to three bytes. Those of `fixed` stay.
pub fn layout(random: &mut Random, sizes: &[u64], fixed: &[(usize, u64)]) -> Vec<u64> {
    loop {
        let mut addresses = vec![0; sizes.len()];
        for (address, _) in addresses.iter_mut().zip(sizes) {
            *address = FIRST + random.below(40) as u64;
        }
        for &(object, address) in fixed {
            addresses[object] = address;
        }
        let mut ranges: Vec<(u64, u64)> =
            addresses.iter().zip(sizes).map(|(&start, &size)| (start, start + size)).collect();
        ranges.sort_unstable();
        if ranges.windows(2).all(|pair| pair[0].1 < pair[1].0) {
            return addresses;
        }
    }
}

pub fn set_addresses(terms: &Terms, model: &mut Model, bases: &[TermId], addresses: &[u64]) {
    for (&base, &address) in bases.iter().zip(addresses) {
        model.set_address(base_id(terms, base), address);
    }
}

/// Makes the same formula for the same random numbers, over other bases.
pub struct Formulas<'a> {
    pub terms: &'a mut Terms,
    pub random: Random,
    pub bases: &'a [TermId],
    pub sizes: &'a [u64],
    /// One in so many places does something that may depend on addresses.
    pub tame: usize,
}

impl Formulas<'_> {
    /// A few conditions on the same inputs, among them bounds.
    pub fn conjunction(&mut self) -> Vec<TermId> {
        let mut all = Vec::new();
        for name in ["x", "y"] {
            if self.random.chance(2) {
                let x = symbol(self.terms, name, 3);
                let limit = self.terms.constant(3, 1 + self.random.below(6) as u64);
                all.push(self.terms.ult(x, limit));
            }
        }
        for _ in 0..1 + self.random.below(3) {
            all.push(self.condition(3));
        }
        all.retain(|&condition| condition != TermId::TRUE);
        all
    }

    fn input(&mut self) -> TermId {
        let name = self.random.pick(&["x", "y"]);
        let x = symbol(self.terms, name, 3);
        match self.random.below(4) {
            0 => self.terms.sext(64, x),
            1 => {
                let wide = self.terms.zext(64, x);
                let two = self.terms.constant(64, 2);
                self.terms.mul(wide, two)
            }
            _ => self.terms.zext(64, x),
        }
    }

    fn constant(&mut self, value: u64) -> TermId {
        self.terms.constant(64, value)
    }

    fn is_wild(&mut self) -> bool {
        self.random.chance(self.tame)
    }

    /// An object, with an offset that is mostly in its bounds.
    fn leaf(&mut self) -> TermId {
        let object = self.random.below(self.bases.len());
        let (base, size) = (self.bases[object], self.sizes[object]);
        if self.random.chance(3) {
            return base;
        }
        let offset = match self.is_wild() {
            true => (self.random.below(2 * size as usize + 4) as u64).wrapping_sub(2),
            false => self.random.below(size as usize + 1) as u64,
        };
        let offset = self.constant(offset);
        self.terms.add(base, offset)
    }

    fn pointer(&mut self, depth: usize) -> TermId {
        if depth == 0 {
            return if self.random.chance(6) { self.constant(0) } else { self.leaf() };
        }
        match self.random.below(6) {
            0 => {
                let condition = self.condition(depth - 1);
                let (x, y) = (self.pointer(depth - 1), self.pointer(depth - 1));
                self.terms.ite(condition, x, y)
            }
            1 | 2 => {
                let default = if self.is_wild() { FIRST + 9 } else { 0 };
                let default = self.constant(default);
                let mut table = self.terms.const_array(64, default);
                for _ in 0..1 + self.random.below(3) {
                    let at = match self.random.chance(3) {
                        true => self.input(),
                        false => self.constant(0),
                    };
                    let element = self.pointer(depth - 1);
                    table = self.terms.store(table, at, element);
                }
                let index = self.number(depth - 1);
                self.terms.select(table, index)
            }
            3 => {
                let (pointer, offset) = (self.pointer(depth - 1), self.input());
                self.terms.add(pointer, offset)
            }
            _ => self.leaf(),
        }
    }

    fn number(&mut self, depth: usize) -> TermId {
        if depth > 0 && self.is_wild() {
            let pointer = self.pointer(depth - 1);
            let three = self.constant(3);
            return match self.random.below(4) {
                0 => self.terms.urem(pointer, three),
                1 => self.terms.mul(pointer, three),
                2 => {
                    let low = self.terms.extract(2, 0, pointer);
                    self.terms.zext(64, low)
                }
                _ => {
                    let other = self.pointer(depth - 1);
                    self.terms.sub(pointer, other)
                }
            };
        }
        match self.random.below(5) {
            0 => {
                let value = self.random.below(8) as u64;
                self.constant(value)
            }
            1 if depth > 0 => {
                let condition = self.condition(depth - 1);
                let (x, y) = (self.number(depth - 1), self.number(depth - 1));
                self.terms.ite(condition, x, y)
            }
            _ => self.input(),
        }
    }

    /// `pointer - base < limit`, and perhaps a use of that difference.
    fn guarded(&mut self, depth: usize) -> TermId {
        let object = self.random.below(self.bases.len());
        let (base, size) = (self.bases[object], self.sizes[object]);
        let pointer = self.pointer(depth);
        let offset = self.terms.sub(pointer, base);
        let limit =
            if self.is_wild() { size + 3 } else { self.random.below(size as usize + 2) as u64 };
        let limit = self.constant(limit);
        let inside = match self.random.chance(2) {
            true => self.terms.ult(offset, limit),
            false => self.terms.ule(offset, limit),
        };
        if self.random.chance(2) {
            return inside;
        }
        if self.random.chance(3) {
            return self.merged(pointer, inside, offset);
        }
        let number = self.number(0);
        let offset = match self.random.chance(2) {
            true => self.terms.add(offset, number),
            false => offset,
        };
        let used = match self.random.chance(2) {
            true => self.terms.slt(offset, number),
            false => {
                let zero = self.constant(0);
                let content = self.terms.const_array(64, zero);
                let at = self.input();
                let content = self.terms.store(content, at, number);
                let read = self.terms.select(content, offset);
                self.terms.eq(read, number)
            }
        };
        match (self.is_wild(), self.random.chance(2)) {
            (true, _) => self.terms.or(inside, used),
            (false, true) => self.terms.and(inside, used),
            (false, false) => {
                let otherwise = self.condition(0);
                self.terms.ite(inside, used, otherwise)
            }
        }
    }

    /// A use of an offset in one object, or else in another one, and perhaps that it is not null.
    fn merged(&mut self, pointer: TermId, inside: TermId, offset: TermId) -> TermId {
        let mut chosen = self.terms.sub(pointer, self.random.pick(self.bases));
        if self.random.chance(2) {
            let object = self.random.below(self.bases.len());
            let offset = self.terms.sub(pointer, self.bases[object]);
            let size = self.constant(self.sizes[object]);
            let inside = self.terms.ule(offset, size);
            chosen = self.terms.ite(inside, offset, chosen);
        }
        let chosen = self.terms.ite(inside, offset, chosen);
        let number = self.number(0);
        let used = self.terms.slt(chosen, number);
        if self.random.chance(4) {
            return used;
        }
        let null = self.constant(0);
        let not_null = self.terms.ne(pointer, null);
        self.terms.and(not_null, used)
    }

    pub fn condition(&mut self, depth: usize) -> TermId {
        if depth > 0 && self.is_wild() {
            let (x, y) = (self.pointer(depth - 1), self.pointer(depth - 1));
            let number = FIRST + self.random.below(30) as u64;
            let number = self.constant(number);
            return match self.random.below(5) {
                0 => self.terms.ult(x, y),
                1 => self.terms.slt(x, y),
                2 => self.terms.eq(x, number),
                3 => self.terms.ult(x, number),
                _ => self.terms.ult(number, x),
            };
        }
        match self.random.below(if depth == 0 { 2 } else { 9 }) {
            0 | 1 => {
                let (x, y) = (self.input(), self.input());
                self.terms.ult(x, y)
            }
            2 | 3 => {
                let (x, y) = (self.pointer(depth - 1), self.pointer(depth - 1));
                self.terms.eq(x, y)
            }
            4 => {
                let (x, limit) = (self.pointer(depth - 1), self.constant(4096));
                self.terms.ult(x, limit)
            }
            5 | 6 => self.guarded(depth - 1),
            7 => {
                let x = self.condition(depth - 1);
                self.terms.not(x)
            }
            _ => {
                let (x, y) = (self.condition(depth - 1), self.condition(depth - 1));
                if self.random.chance(2) { self.terms.and(x, y) } else { self.terms.or(x, y) }
            }
        }
    }
}
