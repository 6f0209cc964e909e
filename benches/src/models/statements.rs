//! What random pointer programs do: accesses through tables that input chooses from.

use super::program::{Generator, ROOM, TEXT};

/// Texts that tell a kind of statement, and in how many of 200 programs each occurs at least.
#[cfg(test)]
pub const SIGNS: [(&str, usize); 35] = [
    ("read_at(t[", 5),
    ("put(t[", 10),
    ("] = t[", 10),
    ("large[x", 20),
    ("->next", 20),
    ("->ref", 200),
    ("*n[", 20),
    ("memset(c[", 10),
    ("memmove(c[", 10),
    ("memcpy(", 200),
    ("memcmp(c[", 10),
    ("strcmp(c[", 10),
    ("(unsigned short *)((char *)t[", 10),
    ("->s += ", 10),
    ("big + b", 20),
    ("free(h[", 20),
    ("**p[", 20),
    ("(int *)(w[", 10),
    ("f[", 200),
    ("int *d", 10),
    ("n0.v + n1.tag", 10),
    (" ? 0 : ", 10),
    ("== t[", 10),
    ("// history", 100),
    ("large[x1] = 0;", 3),
    ("== large[", 3),
    ("// hash", 10),
    ("// digits", 10),
    ("// sorted", 10),
    ("// use after free", 3),
    ("// double free", 3),
    ("// near", 3),
    ("// far", 3),
    ("// null", 3),
    ("// other object", 3),
];

impl Generator {
    /// An expression over input that is below `count`.
    pub fn index(&mut self, count: u64) -> String {
        let at = self.random.below(self.indices.len() as u64) as usize;
        let (name, bound) = self.indices[at].clone();
        if bound <= count {
            return match count - bound {
                0 => name,
                more => match self.random.percent(30) {
                    true => format!("{name} + {}", self.random.between(1, more)),
                    false => name,
                },
            };
        }
        format!("{name} % {count}")
    }

    fn known(&mut self) -> String {
        self.random.below(ROOM).to_string()
    }

    /// Something to store.
    fn value(&mut self) -> String {
        match self.random.below(4) {
            0 => "(int)i0".to_string(),
            1 => "in[1] + 3".to_string(),
            2 => format!("t[{}][1]", self.random.below(self.pointers)),
            _ => self.random.between(0, 30).to_string(),
        }
    }

    /// Turns what was read into control flow, if there may be more of it.
    pub fn use_value(&mut self, value: &str) {
        if self.random.percent(45) && self.afford(2) {
            let op = self.random.pick(&["==", "!=", "<", ">"]);
            let (with, by) = (self.random.below(12), self.random.between(1, 9));
            self.line(&format!("if ({value} {op} {with})"));
            self.line(&format!("    acc += {by};"));
        } else {
            self.line(&format!("acc += (unsigned)({value});"));
        }
    }

    /// One thing that a program does. What it has read so far goes into a sum.
    pub fn statement(&mut self) {
        self.action();
        self.line("seen = seen * 31 + acc;");
    }

    fn action(&mut self) {
        // Where a pointer means one of several objects, plain execution forks.
        if !self.afford(2) {
            let known = self.known();
            return self.line(&format!("acc = acc * 3 + (unsigned)t[0][{known}];"));
        }
        match self.random.below(38) {
            0 => self.read(),
            1 => self.write(),
            2..=3 => self.table_entry(),
            4..=5 => self.large_table(),
            6 => self.equal_pointers(),
            7 => self.inside_one_object(),
            8 => self.walk(),
            9 => self.node_fields(),
            10 => self.node_copy(),
            11..=12 | 26..=28 => self.text_functions(),
            13 => self.unaligned(),
            14 | 36 => self.packed(),
            15..=16 => self.large_array(),
            17 | 35 => self.freed(),
            18 => self.pointer_to_pointer(),
            19 | 34 => self.through_integers(),
            20 => self.function_pointer(),
            21 => self.choice(),
            22 => self.null_entry(),
            23..=24 => self.direct(),
            25 => self.order(),
            29..=31 => self.pointers_in_an_array(),
            _ => self.numbers_of_addresses(),
        }
    }

    fn read(&mut self) {
        let (i, k) = (self.index(self.pointers), self.index(ROOM));
        match self.random.below(3) {
            0 => self.use_value(&format!("t[{i}][{k}]")),
            1 => self.use_value(&format!("read_at(t[{i}], {k})")),
            _ => {
                let q = self.fresh("x");
                self.line(&format!("int *{q} = t[{i}] + {k};"));
                self.use_value(&format!("*{q}"));
            }
        }
    }

    fn write(&mut self) {
        let (i, k, value) = (self.index(self.pointers), self.index(ROOM), self.value());
        match self.random.percent(50) {
            true => self.line(&format!("t[{i}][{k}] = {value};")),
            false => self.line(&format!("put(t[{i}] + {k}, {value});")),
        }
        if self.random.percent(50) {
            return self.direct();
        }
        let (i, k) = (self.index(self.pointers), self.known());
        self.use_value(&format!("t[{i}][{k}]"));
    }

    /// A place that is known, which may have been written through a pointer that is not.
    fn direct(&mut self) {
        let at = self.random.below(self.integers.len() as u64) as usize;
        let (name, count) = (self.integers[at].name.clone(), self.integers[at].count);
        let k = self.random.below(count);
        match self.random.below(4) {
            0 => {
                let byte = 4 * k + self.random.below(4);
                self.use_value(&format!("((u8 *){name})[{byte}]"));
            }
            1 => self.use_value("n0.v + n1.tag"),
            2 => self.use_value("o1.s + o2.b[1]"),
            _ => self.use_value(&format!("{name}[{k}]")),
        }
    }

    /// The table itself is written at a symbolic index.
    fn table_entry(&mut self) {
        let (i, other, pointer) =
            (self.index(self.pointers), self.index(self.pointers), self.pointer());
        match self.random.percent(50) {
            true => self.line(&format!("t[{i}] = {pointer};")),
            false => self.line(&format!("t[{i}] = t[{other}];")),
        }
        let (i, k) = (self.index(self.pointers), self.known());
        self.use_value(&format!("t[{i}][{k}]"));
    }

    /// So many entries that a write at a symbolic index makes an array of them.
    fn large_table(&mut self) {
        let x = self.fresh("x");
        let (i, step, pointer) = (self.index(4), self.random.between(1, 8), self.pointer());
        self.line(&format!("unsigned {x} = ({i}) * {step};"));
        self.line(&format!("large[{x}] = {pointer};"));
        let (y, k) = (self.index(4), self.known());
        let by = self.random.between(1, 8);
        if self.random.percent(40) {
            let value = self.value();
            self.line(&format!("large[({y}) * {by}][{k}] = {value};"));
        }
        self.use_value(&format!("large[({y}) * {by}][{k}]"));
    }

    fn equal_pointers(&mut self) {
        let (i, other) = (self.index(self.pointers), self.index(self.pointers));
        let pointer = self.pointer();
        let with = if self.random.percent(60) { format!("t[{other}]") } else { pointer };
        self.use_value(&format!("(t[{i}] == {with})"));
    }

    /// Pointers into one object are ordered and subtracted.
    fn inside_one_object(&mut self) {
        let d = self.fresh("d");
        let at = self.random.below(self.integers.len() as u64) as usize;
        let (name, count) = (self.integers[at].name.clone(), self.integers[at].count);
        let places: Vec<String> =
            (0..3).map(|_| format!("{name} + {}", self.random.below(count))).collect();
        self.line(&format!("int *{d}[] = {{ {} }};", places.join(", ")));
        let (i, other) = (self.index(3), self.index(3));
        match self.random.below(3) {
            0 => self.use_value(&format!("({d}[{i}] < {d}[{other}])")),
            1 => self.use_value(&format!("({d}[{i}] - {name})")),
            _ => self.use_value(&format!("({d}[{i}] - {d}[{other}] + 4)")),
        }
    }

    fn walk(&mut self) {
        let (x, i, stop) = (self.fresh("x"), self.index(self.nodes), self.random.below(9));
        if self.afford(3) {
            self.line(&format!("struct node *{x} = n[{i}];"));
            self.line(&format!("for (int k = 0; k < 3 && {x}->next; k++) {{"));
            self.line(&format!("    if ({x}->v == {stop})"));
            self.line("        break;");
            self.line(&format!("    {x} = {x}->next;"));
            self.line("}");
            self.use_value(&format!("{x}->v"));
        } else {
            self.use_value(&format!("n[{i}]->v"));
        }
    }

    fn node_fields(&mut self) {
        let (i, other) = (self.index(self.nodes), self.index(self.nodes));
        match self.random.below(4) {
            0 => {
                let value = self.value();
                self.line(&format!("n[{i}]->v = {value};"));
                self.use_value(&format!("n[{other}]->v"));
            }
            1 => {
                let pointer = self.pointer();
                self.line(&format!("n[{i}]->ref = {pointer};"));
                self.use_value(&format!("n[{other}]->ref[1]"));
            }
            2 => {
                self.line(&format!("n[{i}]->next = n[{other}];"));
                self.use_value(&format!("(n[{other}]->next == n[{i}])"));
            }
            _ => {
                self.line(&format!("n[{i}]->tag++;"));
                self.use_value(&format!("*n[{other}]->ref + n[{other}]->tag"));
            }
        }
    }

    fn node_copy(&mut self) {
        let (i, other) = (self.index(self.nodes), self.index(self.nodes));
        match self.random.below(3) {
            0 => {
                let x = self.fresh("x");
                self.line(&format!("struct node {x} = *n[{i}];"));
                self.line(&format!("{x}.v++;"));
                self.line(&format!("*n[{other}] = {x};"));
            }
            1 => self.line(&format!("*n[{i}] = n0;")),
            _ => self.line(&format!("memcpy(hn, n[{i}] == hn ? &n0 : n[{i}], sizeof *hn);")),
        }
        let (i, field) = (self.index(self.nodes), self.random.pick(&["v", "ref[2]", "tag"]));
        self.use_value(&format!("n[{i}]->{field}"));
    }

    fn text_functions(&mut self) {
        let (i, other, len) =
            (self.index(self.texts), self.index(self.texts), self.random.between(1, TEXT - 1));
        match self.random.below(6) {
            0 => self.line(&format!("memset(c[{i}], 'a', {});", len.min(3))),
            1 => self.line(&format!("memmove(c[{i}], c[{other}], {len});")),
            2 => {
                let x = self.fresh("x");
                self.line(&format!("char {x}[{TEXT}];"));
                self.line(&format!("memcpy({x}, c[{i}], {TEXT});"));
                self.line(&format!("{x}[1] = 'z';"));
                self.line(&format!("memcpy(c[{other}], {x}, {TEXT});"));
            }
            3 if self.afford(2) => {
                self.use_value(&format!("(memcmp(c[{i}], c[{other}], {}) == 0)", len.min(2)));
            }
            4 if self.afford(2) => {
                let with = self.random.pick(&["ab", "b", ""]);
                self.use_value(&format!("(strcmp(c[{i}], \"{with}\") == 0)"));
            }
            _ if self.afford(2) => {
                let at = self.index(TEXT - 2);
                self.line(&format!("c[{i}][{at}] = 'a' + i1;"));
                self.use_value(&format!("(strlen(c[{other}]) == 2)"));
            }
            _ => self.line(&format!("c[{i}][1]++;")),
        }
        let (i, k) = (self.index(self.texts), self.random.below(TEXT));
        self.use_value(&format!("c[{i}][{k}]"));
    }

    fn unaligned(&mut self) {
        let (i, k) = (self.index(self.pointers), self.random.between(1, 9));
        let place = format!("*(unsigned short *)((char *)t[{i}] + {k})");
        if self.random.percent(50) {
            let value = self.value();
            self.line(&format!("{place} = {value};"));
        }
        self.use_value(&place);
    }

    fn packed(&mut self) {
        let (i, other) = (self.index(self.odds), self.index(self.odds));
        match self.random.below(4) {
            0 => {
                let by = self.random.between(1, 300);
                self.line(&format!("o[{i}]->s += {by};"));
            }
            1 => {
                let pointer = self.pointer();
                self.line(&format!("o[{i}]->p = {pointer};"));
            }
            2 => {
                let at = self.index(3);
                self.line(&format!("o[{i}]->b[{at}] = o[{other}]->c;"));
            }
            _ => self.line(&format!("o[{i}]->s += o[{other}]->i;")),
        }
        let field = self.random.pick(&["i", "s", "p[1]", "b[2]"]);
        self.use_value(&format!("o[{other}]->{field}"));
    }

    /// Bytes at symbolic places of an array that is large enough to be split, also across parts.
    fn large_array(&mut self) {
        let b = self.fresh("b");
        let (step, i) = (self.random.between(1, 90), self.index(4));
        let start = self.random.below(self.big - 3 * step - 8);
        self.line(&format!("unsigned {b} = {start} + ({i}) * {step};"));
        let ty = self.random.pick(&["u8", "unsigned short", "int", "long long"]);
        if self.random.percent(70) {
            let value = self.value();
            // No byte of it is zero for most inputs.
            self.line(&format!("*({ty} *)(big + {b}) = 0x102030405060708LL * ({value});"));
        }
        let other = self.random.pick(&["u8", "short", "int"]);
        let near = self.random.below(8);
        let at = if self.random.percent(60) { b.clone() } else { format!("{b} ^ {near}") };
        // What is not above the last place by more than seven bytes.
        self.line(&format!("if ({b} + 15 < sizeof big)"));
        self.line(&format!("    acc ^= (unsigned)*({other} *)(big + ({at}));"));
        let by = self.random.below(8);
        self.use_value(&format!("big[{b} + {by}]"));
    }

    /// An object is freed that input chooses; the others are used.
    fn freed(&mut self) {
        if self.heap == 0 {
            return self.read();
        }
        // Once only: what is freed is not used again.
        let count = std::mem::take(&mut self.heap);
        let (i, other) = (self.index(count), self.index(count));
        self.line(&format!("h[{other}][0] = 5;"));
        self.line(&format!("h[{i}][1]++;"));
        self.line(&format!("free(h[{i}]);"));
        if self.error_due && self.random.percent(70) {
            self.error_due = false;
            match self.random.percent(50) {
                true => self.line(&format!("acc += h[{other}][0]; // use after free")),
                false => self.line(&format!("free(h[{other}]); // double free")),
            }
        } else {
            self.line(&format!("if (({i}) != ({other}))"));
            self.line(&format!("    acc += h[{other}][0];"));
        }
    }

    fn pointer_to_pointer(&mut self) {
        let (i, other) = (self.index(self.places), self.index(self.places));
        match self.random.below(3) {
            0 => {
                let pointer = self.pointer();
                self.line(&format!("*p[{i}] = {pointer};"));
            }
            1 => {
                let value = self.value();
                self.line(&format!("**p[{i}] = {value};"));
            }
            _ => self.line(&format!("*p[{i}] = *p[{other}];")),
        }
        let k = self.known();
        self.use_value(&format!("**p[{other}] + (*p[{i}])[{k}]"));
    }

    fn through_integers(&mut self) {
        let (i, k) = (self.index(self.words), self.known());
        match self.random.below(3) {
            0 => {
                let other = self.index(self.pointers);
                self.line(&format!("w[{i}] = (word)t[{other}];"));
            }
            1 => self.line(&format!("*(int *)(w[{i}] + 4 * {k}) = 6;")),
            _ => {}
        }
        let i = self.index(self.words);
        match self.random.below(3) {
            0 => self.use_value(&format!("*(int *)(w[{i}] + 4 * {k})")),
            1 => self.use_value(&format!("*(int *)((w[{i}] ^ 21) ^ 21)")),
            _ => self.use_value(&format!("((w[{i}] & 3) == 0)")),
        }
    }

    fn function_pointer(&mut self) {
        let i = self.index(3);
        self.use_value(&format!("f[{i}]((int)(acc & 7))"));
    }

    fn choice(&mut self) {
        let (x, i) = (self.fresh("x"), self.index(9));
        let (one, two) = (self.pointer(), self.pointer());
        let (with, k) = (self.random.below(3), self.index(ROOM));
        self.line(&format!("int *{x} = {i} > {with} ? {one} : {two};"));
        if self.random.percent(40) {
            self.line(&format!("{x}[{k}] = 8;"));
        }
        self.use_value(&format!("{x}[{k}]"));
    }

    fn null_entry(&mut self) {
        let (x, i, with, k) =
            (self.fresh("x"), self.index(self.pointers), self.random.below(3), self.known());
        self.line(&format!("int *{x} = {i} == {with} ? 0 : t[{i}];"));
        self.line(&format!("if ({x})"));
        self.line(&format!("    acc += (unsigned){x}[{k}];"));
    }

    /// The order of different objects is unknown, but it is an order.
    fn order(&mut self) {
        let (i, other) = (self.index(self.pointers), self.index(self.pointers));
        let (x, y) = (format!("t[{i}]"), format!("t[{other}]"));
        self.use_value(&format!("(({x} < {y}) + ({x} > {y}) + ({x} == {y}))"));
    }

    /// Something that goes wrong for some input.
    pub fn error(&mut self) {
        self.error_due = false;
        let at = self.random.below(self.integers.len() as u64) as usize;
        let (name, count) = (self.integers[at].name.clone(), self.integers[at].count);
        let i = self.index(4);
        let entry = self.index(self.pointers);
        match self.random.below(9) {
            0 => self.line(&format!("acc += {name}[{i} + {}]; // near", count - 1)),
            1 => self.line(&format!("{name}[{} - (int)({i})] = 1; // near", 1)),
            2 => self.line(&format!("acc += t[{entry}][({i}) * 100]; // far")),
            3 => self.line(&format!("t[{entry}][({i}) * 7] = 3; // far")),
            4 => {
                let x = self.fresh("x");
                self.line(&format!("int *{x} = {i} == 1 ? 0 : t[{entry}];"));
                self.line(&format!("acc += *{x}; // null"));
            }
            5 => {
                self.line(&format!("t[{entry}] = 0;"));
                self.line("acc += *t[1]; // null");
            }
            6 => {
                // Where that lies there may be another object: an error all the same.
                let distance = self.random.pick(&[16, 32, 48, 64, 4096]);
                let back = self.random.pick(&["", "-"]);
                let x = self.fresh("x");
                self.line(&format!(
                    "char *{x} = (char *)t[{entry}] + {back}{distance} * (int)({i});"
                ));
                self.line(&format!("acc += *{x}; // other object"));
            }
            7 => {
                let len = self.random.between(TEXT, TEXT + 2);
                let text = self.index(self.texts);
                self.line(&format!("memset(c[{text}], 'x', {len}); // near"));
            }
            _ => {
                let place = self.index(4);
                let start = self.big - 6;
                self.line(&format!("*(int *)(big + {start} + ({place}) * 2) = 1; // near"));
            }
        }
    }
}
