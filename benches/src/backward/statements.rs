//! The statements of random programs.

use super::program::Generator;

/// What every kind of statement leaves in a program.
#[cfg(test)]
pub const SIGNS: [&str; 34] = [
    "    swap(",
    "    link(",
    "= changed(",
    "v = down(",
    "v = pick(",
    "v = table[",
    "v = f0(",
    "memcpy(",
    "memmove(",
    "memset(",
    "free(",
    "for (int i",
    "switch (",
    "while (1)",
    "uintptr_t",
    "->next = ",
    "->ref = ",
    "*AT(pp) = ",
    "u.b[",
    "bits()",
    "IN(",
    "NZ(",
    "realloc(",
    "list = pushed(",
    "v = total(",
    "gt.run = ",
    "v = gt.run(",
    "gt = (struct task)",
    "union view w",
    "memcpy(&",
    "((unsigned char *)&to",
    "gs + (",
    "memset(&",
    "gs[2]",
];

impl Generator {
    pub fn statements(&mut self, count: u64) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn block(&mut self) {
        self.inside(|g| {
            let count = g.random.between(1, 2);
            g.statements(count);
        });
    }

    /// A target below so many conditions.
    pub fn guarded_target(&mut self, most: u64) {
        let depth = self.random.between(1, most);
        for _ in 0..depth {
            let condition = self.condition();
            self.line(&format!("if ({condition}) {{"));
            self.indent += 1;
        }
        self.target();
        for level in 0..depth {
            // Between two conditions, something may change what the outer one was about.
            if level > 0 && self.random.percent(30) {
                self.assignment();
            }
            self.indent -= 1;
            self.line("}");
        }
    }

    fn statement(&mut self) {
        let deep = self.indent > 3;
        match self.random.below(37) {
            0..=3 if !deep && self.may_branch() => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.block();
                if self.random.percent(50) {
                    self.line("} else {");
                    self.block();
                }
                self.line("}");
            }
            4..=5 if !deep && self.may_branch() => self.counted(),
            6 if !deep && self.may_branch() => self.switch(),
            7 if !deep && self.may_branch() => self.automaton(),
            8..=11 => self.pointers(),
            12..=15 => self.cells(),
            16..=18 => self.call(),
            19..=21 => self.copy(),
            22 if self.frees && self.names.in_main => {
                let block = self.random.pick(&["hi", "hn", "p", "n", "list"]);
                let condition = self.condition();
                self.line(&format!("if ({condition})"));
                self.line(&format!("    free({block});"));
            }
            30..=31 if self.names.in_main => self.lists(),
            32..=33 => self.tasks(),
            34..=35 => self.disguises(),
            // Others may lead to where the block was.
            36 if self.frees && self.names.in_main => {
                let more = self.random.pick(&["4", "6", "4 + (x & 1)"]);
                self.line(&format!("hi = realloc(hi, ({more}) * sizeof *hi);"));
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let (to, value) = (self.number_in_memory(), self.expression(2));
        self.line(&format!("{to} = {value};"));
    }

    /// A loop with a number of rounds that the input decides.
    fn counted(&mut self) {
        self.loops += 1;
        let (i, bound) = (format!("i{}", self.loops), self.expression(1));
        self.line(&format!("for (int {i} = 0; {i} < ({bound} & 3); {i}++) {{"));
        self.block();
        self.line("}");
    }

    fn switch(&mut self) {
        let value = self.expression(1);
        self.line(&format!("switch ({value} & 7) {{"));
        let first = self.random.below(5);
        for label in [first, first + self.random.between(1, 3)] {
            self.line(&format!("case {label}:"));
            self.block();
            if self.random.percent(70) {
                self.line("    break;");
            }
        }
        self.line("default:");
        self.block();
        self.line("}");
    }

    /// A loop without a condition that a state leaves, as a server does.
    fn automaton(&mut self) {
        self.loops += 1;
        let state = format!("state{}", self.loops);
        let input = if self.stream { "bits()" } else { "(x >> 2 * rounds & 3)" };
        self.line(&format!("int {state} = 0, rounds{} = 0;", self.loops));
        let input = input.replace("rounds", &format!("rounds{}", self.loops));
        self.line("while (1) {");
        self.inside(|g| {
            let rounds = format!("rounds{}", g.loops);
            let names: Vec<u64> = (0..3).map(|_| g.random.between(1, 6)).collect();
            g.line(&format!("int in = {input};"));
            let key = g.random.below(4);
            g.line(&format!("if ({state} == 0)"));
            g.line(&format!("    {state} = in == {key} ? {} : {};", names[0], names[1]));
            let key = g.random.below(4);
            g.line(&format!("else if ({state} == {})", names[0]));
            g.line(&format!("    {state} = in == {key} ? {} : 0;", names[2]));
            let wanted = g.random.between(1, 7);
            g.line(&format!("if ({state} == {wanted}) {{"));
            g.inside(Generator::target);
            g.line("}");
            g.line(&format!("if (++{rounds} == 3)"));
            g.line("    break;");
        });
        self.line("}");
    }

    /// A pointer to a number goes elsewhere.
    fn pointers(&mut self) {
        match self.random.below(6) {
            0..=2 => {
                let (to, pointer) = (self.pointer_name(), self.pointer());
                self.line(&format!("{to} = {pointer};"));
            }
            3 => {
                let (to, pointer) = (self.place_name(), self.pointer());
                self.line(&format!("*AT({to}) = {pointer};"));
            }
            4 => {
                let (to, from) = (self.place_name(), self.pointer_name());
                let object = self.object();
                let place = self.random.pick(&["pointer", "field"]);
                // Of a parameter, which ends before what global pointers lead to.
                let local = !self.names.in_main && from == "p";
                match place {
                    "pointer" if !local => self.line(&format!("{to} = &{from};")),
                    _ => self.line(&format!("{to} = &{object}.ref;")),
                }
            }
            _ => {
                let (a, b) = (self.place_name(), self.pointer_name());
                self.line(&format!("swap({a}, &{b});"));
            }
        }
    }

    /// A pointer to a cell, or of a cell, goes elsewhere.
    fn cells(&mut self) {
        match self.random.below(5) {
            0..=1 => {
                let (to, cell) = (self.cell_name(), self.cell());
                self.line(&format!("{to} = {cell};"));
            }
            2 => {
                let (to, cell) = (self.cell_name(), self.cell());
                self.line(&format!("AT({to})->next = {cell};"));
            }
            3 => {
                let (to, pointer) = (self.cell_name(), self.pointer());
                self.line(&format!("AT({to})->ref = {pointer};"));
            }
            _ => {
                let (a, b) = (self.cell_name(), self.cell());
                self.line(&format!("link({a}, {b});"));
            }
        }
    }

    /// A list on the heap gets longer, or is added up.
    fn lists(&mut self) {
        let value = self.expression(1);
        match self.random.below(4) {
            0 => self.line(&format!("list = pushed(list, {value});")),
            1 if self.may_branch() => {
                self.loops += 1;
                let (i, bound) = (format!("i{}", self.loops), self.number());
                self.line(&format!("for (int {i} = 0; {i} < ({bound} & 3); {i}++)"));
                self.line(&format!("    list = pushed(list, ADD({value}, {i}));"));
            }
            2 => self.line(&format!("AT(list)->v = {value};")),
            _ => {
                let (cell, most) = (self.cell_name(), self.random.between(1, 3));
                self.line(&format!("v = total({cell}, {most});"));
            }
        }
    }

    /// A pointer to a function in memory.
    fn tasks(&mut self) {
        match self.random.below(4) {
            0 => {
                let (condition, function) =
                    (self.condition(), self.random.pick(&["twice", "less"]));
                self.line(&format!("if ({condition})"));
                self.line(&format!("    gt.run = {function};"));
            }
            1 => {
                let (number, value) = (self.number(), self.expression(0));
                self.line(&format!(
                    "gt = (struct task){{ {number} & 1 ? twice : less, {value} }};"
                ));
            }
            _ => {
                let value = self.expression(1);
                self.line("if (gt.run)");
                self.line(&format!("    v = gt.run({value});"));
            }
        }
    }

    /// Pointers that are looked at as something else: through a union, as bytes.
    fn disguises(&mut self) {
        let (from, to) = (self.pointer_name(), self.pointer_name());
        match self.random.below(if self.odd { 6 } else { 4 }) {
            5 => {
                let cell = self.cell();
                self.line(&format!("{{ union view w; w.cell = {cell}; {to} = w.ref; }}"));
            }
            1 => {
                let place = self.place_name();
                self.line(&format!("{{ union view w; w.ref = {from}; {place} = &w.ref; {to} = *AT({place}); {place} = &gp; }}"));
            }
            2 => self.line(&format!("memcpy(&{to}, &{from}, sizeof {to});")),
            4 => {
                self.line("{");
                self.inside(|g| {
                    g.line(&format!("int *to = {to};"));
                    g.line("for (int i = 0; i < (int)sizeof to; i++)");
                    g.line(&format!(
                        "    ((unsigned char *)&to)[i] = ((unsigned char *)&{from})[i];"
                    ));
                    g.line(&format!("{to} = to;"));
                });
                self.line("}");
            }
            0 => {
                let object = self.object();
                self.line(&format!("memset(&{object}, 0, sizeof {object});"));
            }
            _ => {
                let (cell, object) = (self.cell_name(), self.object());
                self.line(&format!("memcpy(&{object}, AT({cell}), sizeof(int));"));
            }
        }
    }

    fn call(&mut self) {
        let argument = self.expression(1);
        match self.random.below(6) {
            0..=2 if self.callable > 0 => {
                let function = match self.names.in_main && self.random.percent(35) {
                    true => format!("table[{} & 1]", self.number()),
                    false => format!("f{}", self.random.below(self.callable)),
                };
                let (pointer, cell) = (self.pointer(), self.cell());
                self.line(&format!("v = {function}({argument}, {pointer}, {cell});"));
            }
            3 => {
                let pointer = self.pointer();
                self.line(&format!("v = down({argument} & 3, {pointer});"));
            }
            4 if self.odd => {
                let (which, other) = (self.number(), self.expression(0));
                self.line(&format!("v = pick({which} & 1, {argument}, {other});"));
            }
            _ => {
                let (to, from) = (self.object(), self.cell_name());
                self.line(&format!("{to} = changed(*AT({from}), {argument});"));
            }
        }
    }

    fn copy(&mut self) {
        match self.random.below(6) {
            0 => {
                let (to, from) = (self.cell_name(), self.cell_name());
                self.line(&format!("*AT({to}) = *AT({from});"));
            }
            1 => {
                let (to, from) = (self.object(), self.cell_name());
                self.line(&format!("memmove(&{to}, AT({from}), sizeof {to});"));
            }
            2 => {
                let (bytes, fill) = (self.expression(0), self.random.between(0, 3));
                self.line(&format!("memset(ga, {fill}, {bytes} & 15);"));
            }
            3 if self.names.in_main => {
                let words = self.number();
                self.line(&format!("memcpy(la, ga, 4 * ({words} & 3));"));
            }
            4 => {
                let (to, from) = (self.random.pick(&["&g0", "&g1", "ga + 1"]), self.pointer_name());
                let bytes = self.random.between(1, 4);
                self.line(&format!("memmove({to}, AT({from}), {bytes});"));
            }
            _ => {
                let (number, of) = (self.expression(1), self.random.pick(&["g0", "ga[2]", "g2"]));
                self.line(&format!("*(short *)((char *)&{of} + 1) = (short)({number});"));
            }
        }
    }
}
