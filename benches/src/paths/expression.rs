//! Random expressions of C whose meaning is defined, but for the errors that they check for.

use super::program::{Generator, Slot};

/// The type that an expression has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Type {
    Int,
    Unsigned,
    Long,
    UnsignedLong,
}

impl Type {
    pub const ALL: [Type; 4] = [Type::Int, Type::Unsigned, Type::Long, Type::UnsignedLong];

    pub fn name(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Unsigned => "unsigned",
            Type::Long => "long long",
            Type::UnsignedLong => "unsigned long long",
        }
    }

    /// The type of the same size without a sign, in which arithmetic wraps around.
    fn wrapping(self) -> &'static str {
        match self {
            Type::Int | Type::Unsigned => "unsigned",
            Type::Long | Type::UnsignedLong => "unsigned long long",
        }
    }

    fn bits(self) -> u32 {
        match self {
            Type::Int | Type::Unsigned => 32,
            Type::Long | Type::UnsignedLong => 64,
        }
    }

    pub fn format(self) -> &'static str {
        match self {
            Type::Int => "%d",
            Type::Unsigned => "%u",
            Type::Long => "%lld",
            Type::UnsignedLong => "%llx",
        }
    }

    fn least(self) -> Option<&'static str> {
        match self {
            Type::Int => Some("(-2147483647 - 1)"),
            Type::Long => Some("(-9223372036854775807LL - 1)"),
            _ => None,
        }
    }
}

const CONSTANTS: [i64; 22] =
    [0, 1, 2, 3, 5, 7, 8, 10, 15, 16, 31, 64, 100, 127, 128, 200, 255, 256, 1000, -1, -2, 65535];
const NARROW: [&str; 5] = ["signed char", "u8", "short", "unsigned short", "int"];

impl Generator {
    pub fn expression(&mut self, ty: Type, depth: u32) -> String {
        if depth == 0 || self.random.percent(20) {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        match self.random.below(24) {
            0..=4 => self.arithmetic(ty, depth),
            5..=6 => {
                let op = self.random.pick(&["&", "|", "^"]);
                let (x, y) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({x} {op} {y})")
            }
            7..=8 => self.shift(ty, depth),
            9 => format!("({})({})", ty.name(), self.condition(depth)),
            10..=11 => {
                let narrow = self.random.pick(&NARROW);
                let inner = self.random.pick(&Type::ALL);
                format!("({})({narrow}){}", ty.name(), self.expression(inner, depth))
            }
            12..=15 => {
                let read = self.array_read(depth);
                format!("({}){read}", ty.name())
            }
            16..=17 => self.division(ty, depth),
            18 if self.may_branch() => {
                let condition = self.condition(depth);
                let (yes, no) = (self.mark(), self.mark());
                let (x, y) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({condition} ? ({yes}, {x}) : ({no}, {y}))")
            }
            19 => {
                let argument = self.expression(Type::Int, depth);
                let function = self.random.below(super::program::FUNCTIONS);
                format!("({})f{function}({argument})", ty.name())
            }
            20 if self.with_pointers => {
                let place = self.pointer_place(depth);
                format!("({})*{place}", ty.name())
            }
            21 => format!("({})({}{})", ty.name(), self.random.pick(&["-", "~"]), {
                let x = self.expression(ty, depth);
                format!("({})({x})", ty.wrapping())
            }),
            22 => {
                let field = self.field(depth);
                format!("({}){field}", ty.name())
            }
            _ => self.leaf(ty),
        }
    }

    fn leaf(&mut self, ty: Type) -> String {
        let inputs = self.inputs.len() as u64;
        let scalars = self.scalars.len() as u64;
        match self.random.below(10) {
            0..=1 => {
                let constant = self.random.pick(&CONSTANTS);
                format!("(({}){constant})", ty.name())
            }
            2..=6 => {
                let index = self.random.below(inputs) as usize;
                format!("({}){}", ty.name(), self.inputs[index])
            }
            _ => {
                let index = self.random.below(scalars) as usize;
                format!("({}){}", ty.name(), self.scalars[index].name)
            }
        }
    }

    fn arithmetic(&mut self, ty: Type, depth: u32) -> String {
        let op = self.random.pick(&["+", "-", "+", "-", "*"]);
        let wrapping = ty.wrapping();
        let x = self.expression(ty, depth);
        // Products of two inputs are for solvers what they are to people.
        let y = match op {
            "*" => format!("{}", self.random.below(9)),
            _ => self.expression(ty, depth),
        };
        format!("({})(({wrapping}){x} {op} ({wrapping}){y})", ty.name())
    }

    fn shift(&mut self, ty: Type, depth: u32) -> String {
        let x = self.expression(ty, depth);
        let by = match self.random.percent(60) {
            true => format!("{}", self.random.below(ty.bits().into())),
            false => format!("({} & {})", self.expression(Type::Unsigned, depth), ty.bits() - 1),
        };
        match self.random.percent(50) {
            true => format!("({})(({}){x} << {by})", ty.name(), ty.wrapping()),
            false => format!("({x} >> {by})"),
        }
    }

    fn division(&mut self, ty: Type, depth: u32) -> String {
        let op = self.random.pick(&["/", "%"]);
        let x = self.expression(ty, depth);
        if self.is_safe() {
            let by = self.random.between(1, 20);
            return format!("({x} {op} ({}){by})", ty.name());
        }
        let y = format!("({})(signed char){}", ty.name(), self.expression(Type::Int, depth));
        let (n, d) = (self.fresh("n"), self.fresh("d"));
        let overflow = match ty.least() {
            Some(least) => format!(
                " {}; CHECK(!({n} == {least} && {d} == -1), \"division-by-zero\");",
                self.mark()
            ),
            None => String::new(),
        };
        let (name, mark) = (ty.name(), self.mark());
        format!(
            "({{ {name} {n} = {x}; {name} {d} = {y}; {mark}; CHECK({d} != 0, \"division-by-zero\");{overflow} {n} {op} {d}; }})"
        )
    }

    /// A truth value. Both sides of a short-circuit operator are marked, so that no path is without a
    /// hash of its own.
    pub fn condition(&mut self, depth: u32) -> String {
        if depth > 0 && self.random.percent(12) && self.may_branch() {
            let op = self.random.pick(&["&&", "||"]);
            let (x, y) = (self.condition(depth - 1), self.condition(depth - 1));
            let mark = self.mark();
            return format!("({x} {op} ({mark}, {y}))");
        }
        if self.with_pointers && self.random.percent(8) {
            let (x, y) = (self.pointer_place(0), self.pointer_place(0));
            let op = self.random.pick(&["==", "!="]);
            return format!("({x} {op} {y})");
        }
        if self.with_floats && self.random.percent(25) {
            let (x, y) = (self.real(1), self.real(1));
            let op = self.random.pick(&["<", "<=", "==", "!=", ">", ">="]);
            return format!("({x} {op} {y})");
        }
        let ty = self.random.pick(&Type::ALL);
        let op = self.random.pick(&["<", "<=", "==", "!=", ">", ">="]);
        let x = self.expression(ty, depth);
        let y = match self.random.percent(60) {
            true => format!("(({}){})", ty.name(), self.random.pick(&CONSTANTS)),
            false => self.expression(ty, depth),
        };
        format!("({x} {op} {y})")
    }

    fn real(&mut self, depth: u32) -> String {
        let ty = self.random.pick(&["float", "double"]);
        match self.random.below(5) {
            0 => self.random.pick(&["0.0", "1.5", "-3.25f", "1e10", "0.1"]).to_string(),
            1 if depth > 0 => {
                let op = self.random.pick(&["+", "-", "*"]);
                format!("({} {op} {})", self.real(depth - 1), self.real(depth - 1))
            }
            2 => format!("({ty})d0"),
            _ => format!("({ty}){}", self.leaf(Type::Int)),
        }
    }

    /// A number below `count`, or one that is checked to be at the place where it is used.
    pub fn index(&mut self, count: u64, depth: u32) -> (String, bool) {
        let guarded = self.is_safe() || self.random.percent(75);
        let index = match guarded {
            true if self.random.percent(25) => format!("{}", self.random.below(count)),
            true if count.is_power_of_two() && self.random.percent(50) => {
                format!("({} & {})", self.expression(Type::Unsigned, depth), count - 1)
            }
            true => format!("({} % {count}u)", self.expression(Type::Unsigned, depth)),
            // Not so far outside that the address wraps around and is inside again.
            false => format!("({} % 0x8000000)", self.expression(Type::Int, depth)),
        };
        (index, guarded)
    }

    fn array_read(&mut self, depth: u32) -> String {
        let array = self.any_array();
        let (index, guarded) = self.index(array.count, depth);
        let Slot { name, count, .. } = array;
        if guarded {
            return format!("{name}[{index}]");
        }
        let (i, mark) = (self.fresh("i"), self.mark());
        format!(
            "({{ int {i} = {index}; {mark}; CHECK({i} >= 0 && {i} < {count}, \"out-of-bounds-read\"); {name}[{i}]; }})"
        )
    }

    /// A field of a structure.
    pub fn field(&mut self, depth: u32) -> String {
        let field = self.random.pick(&["c", "s", "i", "l", "f", "g", "b[2]", "b[0]"]);
        match self.random.percent(50) {
            true => format!("s0.{field}"),
            false => {
                let index = self.expression(Type::Unsigned, depth.min(1));
                format!("ss[{index} % 3u].{field}")
            }
        }
    }

    /// A pointer to an int.
    pub fn pointer_place(&mut self, depth: u32) -> String {
        let count = super::program::POINTERS;
        match self.random.below(4) {
            0 => format!("ps[{}]", self.random.below(count)),
            1 => format!("&t{}", self.random.below(3)),
            _ => {
                let index = self.expression(Type::Unsigned, depth.min(2));
                format!("ps[{index} % {count}u]")
            }
        }
    }
}
