//! What random pointer programs do with addresses, and with objects whose addresses differ from path to
//! path: an early choice allocates more, and the same questions follow on both sides.
//!
//! An address may be compared, hashed, written as digits or ordered, which pins its object; but neither
//! what is counted nor which branch is taken depends on where an object lies.

use super::program::Generator;

/// Places of the table of pointers by hash: enough for the solver to get it as an array.
pub const BUCKETS: u64 = 37;

impl Generator {
    /// On some paths there are more objects on the heap, and some of them are free again.
    pub fn history(&mut self) {
        if !self.random.percent(70) || !self.afford(2) {
            return;
        }
        let (i, count) = (self.index(4), self.random.between(1, 4));
        let (size, with) = (self.random.between(1, 60), self.random.below(2));
        self.line(&format!("if ({i} == {with}) {{ // history"));
        self.line(&format!("    void *spare[{count}];"));
        self.line(&format!("    for (int k = 0; k < {count}; k++)"));
        self.line(&format!("        spare[k] = malloc({size} * (k + 1));"));
        if self.random.percent(50) {
            self.line("    free(spare[0]);");
        }
        self.line("}");
    }

    /// Questions about pointers in a table that the solver knows as an array.
    pub fn pointers_in_an_array(&mut self) {
        let x = self.fresh("x");
        let (i, step, pointer) = (self.index(4), self.random.between(1, 8), self.pointer());
        self.line(&format!("unsigned {x} = ({i}) * {step};"));
        let null = self.random.percent(30);
        if null {
            self.line(&format!("int *was{x} = large[{x}];"));
        }
        let entry = if null { "0" } else { &pointer };
        self.line(&format!("large[{x}] = {entry};"));
        let y = format!("large[({}) * {}]", self.index(4), self.random.between(1, 8));
        match self.random.below(4) {
            _ if null => {
                self.line(&format!("if ({y})"));
                self.line(&format!("    acc += *{y};"));
                self.line(&format!("large[{x}] = was{x};"));
            }
            0 => {
                let other = format!("large[{}]", self.index(4));
                self.use_value(&format!("({y} == {other})"));
            }
            1 => {
                let pointer = self.pointer();
                self.use_value(&format!("({y} == {pointer})"));
            }
            2 => self.use_value(&format!("(((word){y} & 3) == 0)")),
            _ => {
                let (value, k) = (self.random.below(9), self.index(3));
                self.line(&format!("if ({y} != {pointer})"));
                self.line(&format!("    {y}[{k}] = {value};"));
                self.use_value(&format!("*{y}"));
            }
        }
    }

    /// Addresses are numbers.
    pub fn numbers_of_addresses(&mut self) {
        let (a, table) = (self.fresh("a"), self.random.pick(&["t", "w"]));
        let count = if table == "t" { self.pointers } else { self.words };
        let i = self.index(count);
        self.line(&format!("word {a} = (word){table}[{i}];"));
        match self.random.below(3) {
            0 => {
                let shift = self.random.between(2, 5);
                self.line(&format!(
                    "int **place{a} = &bucket[({a} >> {shift}) % {BUCKETS}]; // hash"
                ));
                self.line(&format!("*place{a} = (int *){a};"));
                self.use_value(&format!("**place{a}"));
            }
            1 => {
                self.line(&format!("char digits{a}[8];"));
                self.line("for (int k = 0; k < 8; k++) // digits");
                self.line(&format!(
                    "    digits{a}[k] = \"0123456789abcdef\"[{a} >> 4 * (7 - k) & 15];"
                ));
                let k = self.index(4);
                self.use_value(&format!("(digits{a}[{k} + 4] != 0)"));
            }
            _ => {
                let other = self.index(self.pointers);
                self.line(&format!("word pair{a}[] = {{ {a}, (word)t[{other}] }}; // sorted"));
                self.line(&format!("int later{a} = pair{a}[0] > pair{a}[1];"));
                self.use_value(&format!(
                    "*(int *)pair{a}[later{a}] + *(int *)pair{a}[1 - later{a}]"
                ));
            }
        }
    }
}
