//! What can be named at a place of a program, and expressions over it.

use super::program::Generator;

const CONSTANTS: [i64; 14] = [0, 1, 2, 3, 4, 5, 7, 8, 16, 42, 100, 255, -1, -3];

/// The variables of a scope, by type.
#[derive(Clone, Debug)]
pub struct Names {
    numbers: &'static [&'static str],
    arrays: &'static [&'static str],
    /// Pointers to numbers.
    pointers: &'static [&'static str],
    /// Pointers to them.
    places: &'static [&'static str],
    /// Pointers to cells.
    cells: &'static [&'static str],
    /// Cells.
    objects: &'static [&'static str],
    /// Where a pointer to a number can lead, besides where another one does.
    addresses: &'static [&'static str],
    /// The variables of main are there, with a union and blocks of the heap.
    pub in_main: bool,
}

impl Names {
    pub fn main() -> Names {
        Names {
            numbers: &["x", "y", "x", "y", "a", "b", "g0", "g1", "g2", "v"],
            arrays: &["la", "ga", "hi"],
            pointers: &["p", "q", "gp"],
            places: &["pp", "gpp"],
            cells: &["n", "m", "gn", "hn", "list"],
            objects: &["s", "gc0", "gc1", "gs[1]"],
            addresses: &["&a", "&b", "&g0", "&g1", "&s.v", "&gc0.v", "&u.i"],
            in_main: true,
        }
    }

    pub fn function() -> Names {
        Names {
            numbers: &["x", "x", "v", "g0", "g1", "g2"],
            arrays: &["ga"],
            pointers: &["p", "gp"],
            places: &["gpp"],
            cells: &["n", "gn"],
            objects: &["gc0", "gc1", "gs[2]"],
            addresses: &["&g0", "&g1", "&g2", "&gc0.v", "&gc1.v", "&gs[0].v"],
            in_main: false,
        }
    }
}

impl Generator {
    pub fn constant(&mut self) -> String {
        self.random.pick(&CONSTANTS).to_string()
    }

    pub fn number(&mut self) -> &'static str {
        self.random.pick(self.names.numbers)
    }

    /// A number that nothing but the input decides, unless it was written.
    fn input(&mut self) -> &'static str {
        self.random.pick(&self.names.numbers[..2])
    }

    pub fn array(&mut self) -> &'static str {
        self.random.pick(self.names.arrays)
    }

    pub fn pointer_name(&mut self) -> &'static str {
        self.random.pick(self.names.pointers)
    }

    pub fn place_name(&mut self) -> &'static str {
        self.random.pick(self.names.places)
    }

    pub fn cell_name(&mut self) -> &'static str {
        self.random.pick(self.names.cells)
    }

    pub fn object(&mut self) -> &'static str {
        self.random.pick(self.names.objects)
    }

    /// An array's element: mostly inside, sometimes at an index that may be outside.
    fn element(&mut self) -> String {
        let array = self.array();
        let index = match self.random.below(20) {
            0..=9 => self.random.below(4).to_string(),
            10..=18 => format!("{} & 3", self.number()),
            _ => format!("IN({} + {} & 7, 4)", self.input(), self.random.below(4)),
        };
        // A block may have been freed.
        match array {
            "hi" => format!("AT(hi)[{index}]"),
            _ => format!("{array}[{index}]"),
        }
    }

    /// Something with a value that can be written, of any width.
    pub fn number_in_memory(&mut self) -> String {
        match self.random.below(16) {
            14 => format!("gs[{} & 1].v", self.number()),
            15 => match self.random.percent(50) {
                true => "gt.kept".to_string(),
                false => format!("gs[{}].{}", self.random.below(3), self.random.pick(&["c", "h"])),
            },
            0..=1 => self.number().to_string(),
            2..=4 => format!("*AT({})", self.pointer_name()),
            5 => format!("*AT(*AT({}))", self.place_name()),
            6..=7 => self.element(),
            8 => format!("AT({})->v", self.cell_name()),
            9 => format!("AT({})->{}", self.cell_name(), self.random.pick(&["c", "h"])),
            10 => format!("*AT(AT({})->ref)", self.cell_name()),
            11 => format!("AT(AT({})->next)->v", self.cell_name()),
            12 if self.names.in_main => match self.random.below(3) {
                0 => "u.i".to_string(),
                1 => format!("u.b[{}]", self.random.below(4)),
                _ => format!("u.s[{} & 1]", self.number()),
            },
            _ => {
                let (of, at) = (self.random.pick(&["g0", "g1", "g2"]), self.random.below(4));
                match self.random.percent(50) {
                    true => format!("((unsigned char *)&{of})[{at}]"),
                    false => format!("((unsigned short *)ga)[{}]", 2 * at + 1),
                }
            }
        }
    }

    pub fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.percent(25) {
            return match self.random.below(10) {
                0..=3 => self.number().to_string(),
                4..=7 => self.number_in_memory(),
                8 if self.stream => "bits()".to_string(),
                _ => self.constant(),
            };
        }
        let (x, y) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.random.below(20) {
            0..=6 => format!("ADD({x}, {y})"),
            7..=8 => format!("SUB({x}, {y})"),
            9..=10 => format!("MUL({x}, {})", self.random.between(2, 9)),
            11..=12 => format!("({x} ^ {y})"),
            13..=15 => format!("({x} & {})", self.random.pick(&[1, 3, 7, 15, 255])),
            16 => format!("({x} < {y})"),
            17..=18 => format!("(int)((unsigned)({x}) % {})", self.random.between(2, 9)),
            _ => format!("({x} & 255) / NZ({} + {} & 15)", self.input(), self.random.below(16)),
        }
    }

    /// A pointer to a number.
    pub fn pointer(&mut self) -> String {
        match self.random.below(12) {
            0..=2 => self.random.pick(self.names.addresses).to_string(),
            3..=4 => self.pointer_name().to_string(),
            5 => format!("*AT({})", self.place_name()),
            6 => format!("AT({})->ref", self.cell_name()),
            // Nothing is read there: not even null is an error.
            7 => format!("&{}->v", self.cell_name()),
            8..=9 => {
                let (array, index) = (self.array(), self.number());
                format!("{array} + ({index} & 3)")
            }
            10 if self.odd => {
                let (array, index) = (self.array(), self.number());
                format!("(int *)((uintptr_t){array} + 4 * (uintptr_t)({index} & 3))")
            }
            _ => {
                let (condition, yes, no) =
                    (self.condition(), self.pointer_name(), self.pointer_name());
                format!("{condition} ? {yes} : {no}")
            }
        }
    }

    /// A pointer to a cell.
    pub fn cell(&mut self) -> String {
        match self.random.below(32) {
            30 => format!("gs + ({} & 1)", self.number()),
            31 => format!("&gs[{}]", self.random.below(3)),
            0..=11 => format!("&{}", self.object()),
            12..=21 => self.cell_name().to_string(),
            22..=28 => format!("AT({})->next", self.cell_name()),
            _ => "0".to_string(),
        }
    }

    /// A condition; what it compares is often small, so that it is met by some and not by all.
    pub fn condition(&mut self) -> String {
        let simple = match self.random.below(16) {
            0 if !self.frees => format!("{} == {}", self.pointer_name(), self.pointer()),
            1 if !self.frees => format!("{} == {}", self.cell_name(), self.cell()),
            2 => format!("!{}", self.cell_name()),
            3 => {
                let (x, high) = (self.expression(0), self.random.between(8, 20));
                format!("({x} & 7) == {high}")
            }
            4..=8 => {
                let (x, k) = (self.expression(1), self.random.below(4));
                format!("({x} & 3) == {k}")
            }
            _ => {
                let op = self.random.pick(&["<", "<=", "==", "==", "!=", ">", ">="]);
                let (x, y) = (self.expression(1), self.expression(0));
                format!("{x} {op} {y}")
            }
        };
        if self.random.percent(15) {
            let (other, op) = (self.number(), self.random.pick(&["&&", "||"]));
            return format!("{simple} {op} {other} > {}", self.random.below(100));
        }
        simple
    }
}
