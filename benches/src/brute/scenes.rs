//! What the programs are made of: one template for each thing that symbolic execution gets wrong easily.
//! The forms of a template are explained in [`super::program`].
//!
//! In a template, `$V` and `$W` are numbers made of the input, `$C` and `$D` conditions, `$K` and `$M`
//! constants; each is the same wherever it stands in one scene.

mod undecided;

use crate::solver::random::Random;

/// A kind of scene.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    pub name: &'static str,
    top: &'static str,
    body: &'static str,
    open: Option<Open>,
}

/// What nobody decides, and a scene depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// What lies in memory that was not written.
    Content,
    /// Where objects lie, and whether an address comes back.
    Addresses,
}

/// A scene with everything filled in.
#[derive(Clone, Debug)]
pub struct Template {
    pub top: String,
    pub body: String,
    pub open: Option<Open>,
    copies: Copies,
}

/// Who copies memory. In a program with a `memcpy` of its own, an error in a copy is somewhere else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Copies {
    None,
    Library,
    Own,
}

impl Feature {
    fn copies(&self) -> Copies {
        match (self.name, self.body.contains("memcpy(")) {
            ("own_memcpy", _) => Copies::Own,
            (_, true) => Copies::Library,
            (_, false) => Copies::None,
        }
    }
}

const fn plain(name: &'static str, top: &'static str, body: &'static str) -> Feature {
    Feature { name, top, body, open: None }
}

/// Those that depend on nothing but the input.
const DECIDED: &[Feature] = &[
    plain(
        "branches",
        "",
        "> if ($C) {
         > r += 3;
         > if ($D) {
         > r ^= 5;
         = } else {
         > r += 1;
         = }
         = }",
    ),
    plain(
        "switch",
        "",
        "> switch ($V & 3) {
         = case 0:
         > r += 1;
         = break;
         = case 2:
         > r += 7;
         = case 5:
         > r += $K;
         = break;
         = default:
         > r += 2;
         = }",
    ),
    plain(
        "loop",
        "",
        "> int i# = 0;
         > while (i# < ($V & 7)) {
         > i# += 2;
         > r += i#;
         = }
         > if (i# == 7) {
         > r += 9;
         = }
         > if (i# == 8) {
         > r += 4;
         = }",
    ),
    plain(
        "read",
        "",
        "> int t#[4] = {5, 1, 7, 3};
         > int i# = ($V & 7) - 1;
         > if ($C) {
         > r += t#[i#]; => if (i# < 0 || i# > 3) E(\"out-of-bounds-read\", @); r += t#[i#];
         = }
         > if (r == 7) {
         > r = 1;
         = }",
    ),
    plain(
        "write",
        "= static short w#[5];",
        "> w#[2] = 0;
         > int i# = $V & 7;
         > w#[i#] = (short)($W & 15); => if (i# > 4) E(\"out-of-bounds-write\", @); w#[i#] = (short)($W & 15);
         > if (w#[2] == 9) {
         > r += 1;
         = }
         > if (w#[2] == 16) {
         > r += 2;
         = }",
    ),
    plain(
        "heap",
        "",
        "> unsigned char *p# = malloc(4); => unsigned char b#[4], *p# = b#; int f# = 0;
         > p#[0] = $V & 31;
         > if ($C) {
         > free(p#); => f# = 1;
         = }
         > if ($D) {
         > r += p#[0]; => if (f#) E(\"use-after-free\", @); r += p#[0];
         = }
         > free(p#); => if (f#) E(\"double-free\", @);
         > r += 1;",
    ),
    plain(
        "heap_bounds",
        "",
        "> unsigned char *p# = malloc($K % 5 + 1); => unsigned char b#[5], *p# = b#;
         > p#[0] = 7;
         > int i# = $V & 7;
         > if (i# > 0) {
         > p#[i#] = y; => if (i# > $K % 5) E(\"out-of-bounds-write\", @); p#[i#] = y;
         > r += p#[i#] & 15;
         = }
         > r += p#[0];
         > free(p#); =>",
    ),
    plain(
        "union",
        "= union u# { unsigned w; unsigned char b[4]; short h[2]; };",
        "= union u# v#;
         > v#.w = 0x01020304;
         > v#.b[$V & 3] = y;
         > if (v#.w == 0x01020305) {
         > r += 1;
         = }
         > if (v#.h[1] < 0) {
         > r += 2;
         = }
         > if (v#.h[0] == 0x0304 && v#.h[1] == 0x0102) {
         > r += 4;
         = }
         > if (v#.b[0] == 4 && v#.w == 0x01020305) {
         > r += 8;
         = }",
    ),
    plain(
        "casts",
        "",
        "> signed char c# = (signed char)x;
         > short h# = (short)(x * 256 + y);
         > unsigned u# = (unsigned)c#;
         > if (u# > 0xffffff00u) {
         > r += 1;
         = }
         > if (h# < c#) {
         > r += 2;
         = }
         > if ((unsigned char)(c# + 1) == 0) {
         > r += 4;
         = }
         > if ((int)(unsigned short)h# != h# && h# > 0) {
         > r += 8;
         = }
         > if (c# > 127u && x < 128) {
         > r += 16;
         = }",
    ),
    plain(
        "bit_fields",
        "= struct f# { unsigned a : 3; int b : 5; unsigned c : 7; };",
        "= struct f# f#;
         > f#.a = x;
         > f#.b = y;
         > f#.c = x + y;
         > if (f#.a == 5) {
         > r += f#.b & 7;
         = }
         > if (f#.b == 20) {
         > r += 2;
         = }
         > if (f#.b < -12 && f#.c == 127) {
         > r += 4;
         = }
         > if (f#.a > 7u) {
         > r += 8;
         = }",
    ),
    plain(
        "overflow",
        "",
        "> int m# = 2147483647 - $K;
         > if ($C) {
         > int q# = m# + (int)x; => if (CHECKS && x > $K) E(\"signed-overflow\", @);
         > r += 1;
         = }
         > int n# = -2147483647 - 1 + $M;
         > int s# = n# - (int)y; => if (CHECKS && y > $M) E(\"signed-overflow\", @);
         > int t# = (int)x * 16843009; => if (CHECKS && x > 127) E(\"signed-overflow\", @);
         > r += 2;",
    ),
    plain(
        "shift",
        "",
        "> int s# = $V & 63;
         > unsigned q# = 5u << s#; => if (CHECKS && s# > 31) E(\"over-wide-shift\", @);
         > if (s# > 40) {
         > r += 1;
         = }",
    ),
    plain(
        "division",
        "",
        "> int d# = x - $K;
         > if ($C) {
         > r += 100 / d#; => if (d# == 0) E(\"division-by-zero\", @); r += 100 / d#;
         = }
         > if ($D) {
         > r += 7 % ($W & 3); => if (($W & 3) == 0) E(\"division-by-zero\", @); r += 7 % ($W & 3);
         = }",
    ),
    plain(
        "null",
        "= static int g#;",
        "> int *p# = $C ? &g# : 0;
         > *p# = $V & 7; => if (!p#) E(\"null-dereference\", @); *p# = $V & 7;
         > r += g#;
         > if (g# > 7) {
         > r = 0;
         = }",
    ),
    plain(
        "pointers",
        "= static int a#[3], b#[5];",
        "> a#[1] = b#[1] = 0;
         > int *p# = $V & 1 ? a# : b#;
         > int i# = $W & 7;
         > p#[i#] = 6; => if (i# >= (p# == a# ? 3 : 5)) E(\"out-of-bounds-write\", @); p#[i#] = 6;
         > if (a#[1] == 6) {
         > r += 1;
         = }
         > if (b#[1] == 6) {
         > r += 2;
         = }
         > if (a#[1] == b#[1] && a#[1]) {
         > r += 4;
         = }",
    ),
    plain(
        "pointer_table",
        "= static int c#[4] = {1, 2, 3, 4};",
        "> int *t#[4] = {&c#[3], c#, 0, &c#[1]};
         > int **q# = &t#[$V & 3];
         > if ($C) {
         > *q# = &c#[2];
         = }
         > int *p# = t#[$W & 3];
         > r += *p#; => if (!p#) E(\"null-dereference\", @); r += *p#;
         > if (p# == &c#[2] && r == 3) {
         > r += 8;
         = }",
    ),
    plain(
        "functions",
        "= static int f#(int v) {
         > return v + 1;
         = }
         = static int g#(int v) {
         > if (v > $K) {
         > return 3;
         = }
         > return v - 1;
         = }
         = static int (*const t#[3])(int) = {f#, g#, f#};",
        "> r += t#[($V & 255) % 3]((int)y);
         > if ($C) {
         > r += g#(r & 127);
         = }",
    ),
    plain(
        "strings",
        "",
        "> char s#[6] = \"abcde\";
         > s#[($V & 7) % 5] = y & 1 ? 0 : 'z';
         > unsigned long n# = strlen(s#);
         > if (n# == 2) {
         > r += 1;
         = }
         > if (strcmp(s#, \"abz\") > 0) {
         > r += 2;
         = }
         > if (memcmp(s#, \"az\", 2) == 0 && n# != 5) {
         > r += 4;
         = }
         > char *c# = strchr(s#, 'd');
         > if (c# && c# - s# != 3) {
         > r += 8;
         = }",
    ),
    plain(
        "copies",
        "",
        "> unsigned char d#[4] = {1, 2, 3, 4};
         > unsigned char e#[8] = \"5678901\";
         > memcpy(d#, e#, $V & 7); => if (($V & 7) > 4) E(\"out-of-bounds-write\", @); memcpy(d#, e#, $V & 7);
         > if (d#[2] == '7') {
         > r += 1;
         = }
         > memset(e# + 4, y, $W & 7); => if (($W & 7) > 4) E(\"out-of-bounds-write\", @); memset(e# + 4, y, $W & 7);
         > if (e#[7] == 200) {
         > r += 2;
         = }
         > memmove(e# + 1, e#, 3);
         > if (e#[1] != e#[0]) {
         > r += 4;
         = }",
    ),
    plain(
        "own_loop",
        "= static int len#(const unsigned char *s) {
         > int n = 0;
         > while (s[n] != 0) { => while ((n > 3 ? E(\"out-of-bounds-read\", @) : (void)0), s[n] != 0) {
         > n++;
         = }
         > return n;
         = }",
        "> unsigned char s#[4] = {x & 3, y & 3, 1, (x ^ y) & 1};
         > r += len#(s#);
         > if (r == 3) {
         > r += 2;
         = }",
    ),
    plain(
        "assertion",
        "",
        "> if ($C) {
         > assert((($V) & 15) != $K % 20); => if ((($V) & 15) == $K % 20) E(\"assertion-failure\", @);
         > r += 1;
         = }",
    ),
    plain(
        "aliases",
        "= struct pair# { int one; int *other; };",
        "> int a# = 1, b# = 2;
         > struct pair# p# = {3, &a#};
         > if ($C) {
         > p#.other = &p#.one;
         = }
         > int **q# = &p#.other;
         > **q# = $V & 3;
         > if ($D) {
         > *q# = &b#;
         = }
         > **q# += 4;
         > struct pair# c# = p#;
         > c#.one++;
         > if (a# == 1 && b# == 2) {
         > r += 1;
         = }
         > if (p#.one == 8) {
         > r += 2;
         = }
         > if (c#.other == &c#.one) {
         > r += 4;
         = }
         > r += b# + c#.one;",
    ),
    plain(
        "old_style",
        "= static int k#(a, b) int a; char b; {
         > return a - b;
         = }",
        "> r += k#((int)x, (char)(y & 15));
         > if (r < 0) {
         > r = -r;
         = }",
    ),
    plain(
        "zeroed",
        "",
        "> unsigned char *p# = calloc(2, 1); => unsigned char p#[2] = {0};
         > p#[$V & 1] = y;
         > if (p#[0] != 0 && p#[1] != 0) {
         > r += 1;
         = }
         > if (p#[0] == 0 && p#[1] == $K) {
         > r += 2;
         = }
         > free(p#); =>",
    ),
    plain(
        "folded",
        "",
        "> if ($C) {
         > int q# = 1 / 0; => E(\"division-by-zero\", @);
         = }
         > if ($D) {
         > int m# = 2147483647 + 1; => if (CHECKS) E(\"signed-overflow\", @);
         = }
         > r += 1;",
    ),
    plain(
        "dead",
        "",
        "> r += 1;
         > if ($C) {
         > r += 2;
         = if (0) {
         ~ r += 4;
         = }
         = switch (3) {
         = case 1:
         ~ r += 8;
         = }
         > return r & 7;
         ~ r += 16;
         = }",
    ),
    plain(
        "own_memcpy",
        "- void *memcpy(void *to, const void *from, unsigned long size) {
         + static void *copy_(void *to, const void *from, unsigned long size) {
         = unsigned char *t = to;
         = const unsigned char *f = from;
         > unsigned long n = 0;
         > while (n < size) {
         > t[n] = f[n];
         > n++;
         = }
         > return to;
         = }
         + %:define memcpy copy_",
        "> unsigned char a#[2] = {1, 2}; => unsigned char a#[2]; a#[0] = 1; a#[1] = 2;
         > unsigned char b#[2] = {x, y}; => unsigned char b#[2]; b#[0] = x; b#[1] = y;
         > memcpy(a#, b#, 2);
         > if (a#[0] != x) {
         > r += 1;
         = }
         > if (a#[1] == 0) {
         > r += 2;
         = }",
    ),
    // In a function of its own: where there is a computed goto, clang marks no scopes.
    plain(
        "computed_goto",
        "= static int jump#(unsigned char x, unsigned char y, int r) {
         > void *const t#[3] = {&&one#, &&two#, &&three#};
         > goto *t#[($V & 255) % 3];
         = one#:
         > r += 1;
         = two#:
         > r += 2;
         = three#:
         > r += 4;
         > if (r == 5) {
         > r += 8;
         = }
         > return r;
         = }",
        "> r = jump#(x, y, r);",
    ),
    plain(
        "sizes",
        "",
        "> unsigned n# = ($V & 7) + 1;
         > unsigned char *p# = malloc(n#); => unsigned char p#[8];
         > p#[0] = 1;
         > p#[n# - 1] = y;
         > if ($C) {
         > p#[$W & 7] = 2; => if (($W & 7) >= n#) E(\"out-of-bounds-write\", @); p#[$W & 7] = 2;
         = }
         > if (p#[0] == 2) {
         > r += 1;
         = }
         > free(p#); =>",
    ),
    plain(
        "number_pointers",
        "= static int g#;",
        "> g# = 5;
         > uintptr_t a# = (uintptr_t)&g#;
         > uintptr_t b# = a# + ($V & 7); 
         > int *p# = (int *)b#;
         > if (p# == &g#) {
         > *p# = 9;
         = }
         > if (g# == 9) {
         > r += 1;
         = }
         > if (g# == 9 && ($V & 7) != 0) {
         > r += 2;
         = }",
    ),
    plain(
        "scopes",
        "",
        "= int *p#; => int in# = 0;
         > int z# = 4;
         - p# = &z#;
         > if ($C) {
         > int v# = 5;
         - p# = &v#;
         + in# = 1;
         > r += 1;
         = }
         > if ($D) {
         > r += *p#; => if (in#) E(\"use-after-free\", @); r += z#;
         = }
         > r += 2;",
    ),
    plain(
        "overlaps",
        "",
        "> unsigned char b#[8] = \"abcdefg\";
         > memcpy(b#, b# + 3, $V & 7); => if (($V & 7) > 3) E(\"overlapping-copy\", @); memcpy(b#, b# + 3, $V & 7);
         > if (b#[1] == 'e') {
         > r += 1;
         = }",
    ),
];

/// All of them.
pub fn all() -> impl Iterator<Item = Feature> {
    DECIDED.iter().chain(undecided::UNDECIDED).copied()
}

/// What is tried: those of a name.
pub fn chosen(only: &str) -> Vec<Feature> {
    all().filter(|feature| feature.name.contains(only)).collect()
}

/// One scene of these features that can stand beside those that are there.
pub fn scene(random: &mut Random, features: &[Feature], there: &[Template]) -> Template {
    let fits = |feature: &&Feature| {
        there.iter().all(|other| {
            // What nobody decides is one thing for the oracle: two scenes would share it.
            let one_is_decided = feature.open.is_none() || other.open.is_none();
            let copies = [feature.copies(), other.copies];
            one_is_decided && !(copies.contains(&Copies::Own) && copies.contains(&Copies::Library))
        })
    };
    let possible: Vec<Feature> = features.iter().filter(fits).copied().collect();
    let feature = if possible.is_empty() { DECIDED[0] } else { random.pick(&possible) };
    let values = [value(random), value(random)];
    let conditions = [condition(random), condition(random)];
    let constants = [random.below(200).to_string(), random.below(200).to_string()];
    let fill = |text: &str| {
        text.replace("$V", &values[0])
            .replace("$W", &values[1])
            .replace("$C", &format!("({})", conditions[0]))
            .replace("$D", &conditions[1])
            .replace("$K", &constants[0])
            .replace("$M", &constants[1])
    };
    let copies = feature.copies();
    Template { top: fill(feature.top), body: fill(feature.body), open: feature.open, copies }
}

fn value(random: &mut Random) -> String {
    let shift = random.below(6);
    let values = ["x", "y", "(x ^ y)", "(x + y)", "(y - x)", "(x * 3 + y)", "(r + x)"];
    match random.below(8) {
        7 => format!("(x >> {shift})"),
        number => values[number as usize].to_string(),
    }
}

/// A condition over the input and `r`.
pub fn condition(random: &mut Random) -> String {
    let (k, m) = (random.below(256), random.below(256));
    match random.below(12) {
        0 => format!("x > {k}"),
        1 => format!("y == {k}"),
        2 => format!("(x & {k}) == {}", k & m),
        3 => format!("x + y == {}", k + m),
        4 => "x < y".to_string(),
        5 => format!("(x ^ y) == {k}"),
        6 => format!("r > {}", k & 15),
        7 => format!("x * y == {}", k * m),
        8 => format!("x == {k} && y > {m}"),
        9 => format!("x != {k} || y == {m}"),
        10 => format!("(signed char)x < -{}", k & 127),
        _ => "r >= 0".to_string(),
    }
}
