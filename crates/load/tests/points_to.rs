//! What the points-to analysis says about C programs, with the runtime library linked in.

use dunlin_ir::points_to::{Group, Object, PointsTo};
use dunlin_ir::{BlockId, Callee, InstKind, Module, Operand, Point, Reg};
use dunlin_load::{LoadOptions, load_unprotected};

struct Analysed {
    source: String,
    module: Module,
    points_to: PointsTo,
}

fn analyse_with(source: &str, flags: &[&str]) -> Analysed {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.c");
    std::fs::write(&path, source).unwrap();
    let mut options = LoadOptions::new([path]);
    options.clang_args = flags.iter().map(ToString::to_string).collect();
    let module = load_unprotected(&options).unwrap_or_else(|error| panic!("{error}")).module;
    let points_to = PointsTo::of(&module);
    Analysed { source: source.to_string(), module, points_to }
}

fn analyse(source: &str) -> Analysed {
    analyse_with(source, &[])
}

impl Analysed {
    /// All instructions of the program on the line with the comment `/* mark */`.
    fn insts_at(&self, mark: &str) -> Vec<(Point, &InstKind)> {
        let mark = format!("/* {mark} */");
        let line = 1 + self.source.lines().position(|line| line.contains(&mark)).unwrap() as u32;
        let mut found = Vec::new();
        for func in self.module.func_ids().filter(|&id| !self.module.func(id).runtime) {
            let body = self.module.func(func);
            for (block, list) in body.blocks.iter().enumerate() {
                for (index, &inst) in list.insts.iter().enumerate() {
                    let inst = body.inst(inst);
                    let point = Point { func, block: BlockId::new(block), index: index as u32 };
                    if inst.pos.is_some_and(|pos| pos.line == line) {
                        found.push((point, &inst.kind));
                    }
                }
            }
        }
        found
    }

    /// The call of `callee` on the marked line.
    fn call(&self, mark: &str, callee: &str) -> Point {
        let insts = self.insts_at(mark).into_iter();
        let is_it = |kind: &InstKind| match kind {
            InstKind::Call(call) => match &call.callee {
                Callee::Direct(func) | Callee::Indirect(Operand::Func(func)) => {
                    self.module.func(*func).name == callee
                }
                Callee::Indirect(_) => callee.is_empty(),
            },
            _ => false,
        };
        let found: Vec<Point> =
            insts.filter(|(_, kind)| is_it(kind)).map(|(point, _)| point).collect();
        assert_eq!(found.len(), 1, "calls of {callee} at {mark}");
        found[0]
    }

    fn heap(&self, mark: &str, callee: &str) -> Group {
        self.points_to.groups().of_site(self.call(mark, callee))
    }

    fn malloc(&self, mark: &str) -> Group {
        self.heap(mark, "malloc")
    }

    fn global(&self, name: &str) -> Group {
        self.points_to.groups().of_global(self.module.find_global(name).unwrap())
    }

    fn local(&self, name: &str) -> Group {
        for func in self.module.func_ids() {
            let body = self.module.func(func);
            for (block, list) in body.blocks.iter().enumerate() {
                for (index, &inst) in list.insts.iter().enumerate() {
                    if let InstKind::Alloca { var: Some(var), .. } = &body.inst(inst).kind
                        && body.var(*var).name == name
                    {
                        let block = BlockId::new(block);
                        let point = Point { func, block, index: index as u32 };
                        return self.points_to.groups().of_site(point);
                    }
                }
            }
        }
        panic!("no local {name} in memory")
    }

    /// The names of the variables that the marked line may access, in alphabetical order; it accesses
    /// nothing else.
    fn globals(&self, mark: &str) -> Vec<&str> {
        let name = |object| match object {
            Object::Global(global) => self.module.global(global).name.as_str(),
            other => panic!("{other:?} at {mark}"),
        };
        let mut names: Vec<&str> = self.accessed(mark).into_iter().map(name).collect();
        names.sort_unstable();
        names
    }

    /// What the address of the last load or store on the marked line may be.
    fn accessed(&self, mark: &str) -> Vec<Object> {
        let mut accesses = self.insts_at(mark).into_iter().filter_map(|(point, kind)| match kind {
            InstKind::Load { addr: Operand::Reg(addr), .. }
            | InstKind::Store { addr: Operand::Reg(addr), .. } => Some((point, *addr)),
            _ => None,
        });
        let (point, addr): (Point, Reg) = accesses.next_back().expect("an access");
        self.points_to.pointees(point.func, addr)
    }
}

/// Asserts that all groups differ.
#[track_caller]
fn apart(groups: &[Group]) {
    for (i, a) in groups.iter().enumerate() {
        for (j, b) in groups[..i].iter().enumerate() {
            assert_ne!(a, b, "groups {i} and {j} of {groups:?}");
        }
    }
}

#[test]
fn figure_1_4() {
    let it = analyse(
        "#include <stdlib.h>
        int main(void) {
            char **arrays[2];
            for (int i = 0; i < 2; i++) {
                arrays[i] = malloc(2 * sizeof(char *)); /* array */
                for (int j = 0; j < 2; j++)
                    arrays[i][j] = malloc(10); /* buffer */
            }
            int i = rand(), j = rand();
            char **array = arrays[0];
            if (0 <= i && i < 2 && 0 <= j && j < 10) {
                char *buffer = array[i];
                buffer[j] = 'a'; /* write */
            }
            return 0;
        }",
    );
    assert_eq!(it.accessed("write"), [Object::Heap(it.call("buffer", "malloc"))]);
    apart(&[it.malloc("array"), it.malloc("buffer"), it.local("arrays")]);
}

const HASH_TABLE: &str = r#"
#include <stdlib.h>
#include <string.h>
typedef struct node_s { unsigned long data; unsigned key; struct node_s *next; } node_t;
typedef struct { node_t **buckets; size_t size; } table_t;
static unsigned long hash(const void *bytes, size_t n) {
    unsigned long h = 5381;
    for (size_t i = 0; i < n; i++) h = h * 33 + ((const unsigned char *)bytes)[i];
    return h;
}
void table_init(table_t *t, size_t n) {
    t->buckets = calloc(n, sizeof(node_t *)); /* buckets */
    t->size = n;
}
node_t *table_lookup(table_t *t, unsigned k) {
    unsigned long h = hash(&k, sizeof(k)) % t->size;
    node_t *node = t->buckets[h];
    while (node != NULL) {
        if (memcmp(&node->key, &k, sizeof(unsigned)) == 0) return node;
        node = node->next; /* next */
    }
    return NULL;
}
void table_insert(table_t *t, unsigned k, int data) {
    if (table_lookup(t, k)) return;
    unsigned long h = hash(&k, sizeof(k)) % t->size;
    node_t *node = calloc(1, sizeof(node_t)); /* node */
    node->key = k;
    node->data = data;
    node->next = t->buckets[h];
    t->buckets[h] = node;
}
int main(int argc, char *argv[]) {
    table_t tables[3];
    char *other = malloc(8); /* other */
    other[0] = argv[0][0]; /* argv */
    for (unsigned i = 0; i < 3; i++) {
        table_init(&tables[i], 300);
        for (unsigned j = 0; j < 5; j++) table_insert(&tables[i], j, 7);
    }
    return table_lookup(&tables[0], argc) != NULL && strlen(other) > 2;
}
"#;

#[test]
fn figure_3_1() {
    let it = analyse(HASH_TABLE);
    let (buckets, nodes) = (it.heap("buckets", "calloc"), it.heap("node", "calloc"));
    let engine = it.points_to.groups().of_engine();
    apart(&[buckets, nodes, it.local("tables"), it.malloc("other"), engine]);
    assert_eq!(it.accessed("argv"), [Object::Heap(it.call("other", "malloc"))]);
    let members = it.points_to.groups().members(nodes);
    assert_eq!(members, [Object::Heap(it.call("node", "calloc"))]);
}

#[test]
fn optimised_code() {
    let it = analyse_with(HASH_TABLE, &["-O1", "-fno-inline"]);
    let (buckets, nodes) = (it.heap("buckets", "calloc"), it.heap("node", "calloc"));
    apart(&[buckets, nodes, it.points_to.groups().of_engine()]);
}

#[test]
fn structures_that_never_meet_stay_apart() {
    let it = analyse(
        "#include <stdlib.h>
        #include <string.h>
        struct list { struct list *next; char *text; };
        struct list *left, *right;
        int main(int argc, char **argv) {
            for (int i = 0; i < 3; i++) {
                struct list *l = malloc(sizeof *l); /* l */
                l->next = left, l->text = strdup(argv[0]); /* ltext */
                left = l;
                struct list *r = malloc(sizeof *r); /* r */
                r->next = right, r->text = strdup(argv[1]); /* rtext */
                right = r;
            }
            unsigned long length = 0;
            for (struct list *l = left; l; l = l->next) length += strlen(l->text);
            for (struct list *r = right; r; r = r->next) length += strlen(r->text);
            return length;
        }",
    );
    let (ltext, rtext) = (it.heap("ltext", "strdup"), it.heap("rtext", "strdup"));
    let engine = it.points_to.groups().of_engine();
    let globals = [it.global("left"), it.global("right")];
    apart(&[it.malloc("l"), it.malloc("r"), ltext, rtext, engine, globals[0], globals[1]]);
}

#[test]
fn function_pointers() {
    let it = analyse(
        "#include <stdlib.h>
        typedef int *(*maker)(int *);
        int *same(int *p) { return p; }
        int *fresh(int *p) { return malloc(*p); /* fresh */ }
        int *never(int *p) { return malloc(*p); /* never */ }
        maker makers[] = {same, fresh};
        maker unused = never;
        int a, b;
        int main(int argc, char **argv) {
            int *p = makers[argc & 1](&a); /* call */
            *p = 1; /* write */
            int *q = &b;
            return *q;
        }",
    );
    let a = Object::Global(it.module.find_global("a").unwrap());
    assert_eq!(it.accessed("write"), [a, Object::Heap(it.call("fresh", "malloc"))]);
    assert_eq!(it.global("a"), it.malloc("fresh"));
    apart(&[it.global("a"), it.global("b"), it.malloc("never")]);
}

#[test]
fn pointers_through_integers_and_bytes() {
    let it = analyse(
        "#include <stdint.h>
        int a, b, c, d, e;
        int *slot, *other;
        static void copy(char *to, const char *from, int n) { while (n--) *to++ = *from++; }
        int main(int argc, char **argv) {
            uintptr_t number = (uintptr_t)&a | 1;
            *(int *)(number & ~(uintptr_t)1) = 1; /* tag */
            int *from = &b, *to;
            copy((char *)&to, (char *)&from, sizeof to);
            *to = 2; /* bytes */
            uintptr_t linked = (uintptr_t)&c ^ (uintptr_t)&d;
            *(int *)(linked ^ (uintptr_t)&d) = 3; /* xor */
            slot = &e;
            uint32_t halves[2] = {(uint32_t)(uintptr_t)slot, (uint32_t)((uintptr_t)slot >> 32)};
            uintptr_t again = halves[0] + ((uintptr_t)halves[1] << 32);
            *(int *)again = 4; /* halves */
            return 0;
        }",
    );
    let global = |name| Object::Global(it.module.find_global(name).unwrap());
    assert_eq!(it.globals("tag"), ["a"]);
    assert!(it.accessed("bytes").contains(&global("b")));
    assert_eq!(it.globals("xor"), ["c", "d"]);
    assert_eq!(it.globals("halves"), ["e"]);
    apart(&[it.global("a"), it.global("b"), it.global("c"), it.global("e")]);
}

#[test]
fn structs_with_pointers_are_copied_and_passed() {
    let it = analyse(
        "#include <stdlib.h>
        #include <string.h>
        #include <stdarg.h>
        struct pair { int *one; long pad[4]; int *two; };
        struct pair from, to, untouched;
        int a, b, c, d;
        static int pick(int n, ...) {
            va_list list;
            va_start(list, n);
            int *p = va_arg(list, int *);
            struct pair q = va_arg(list, struct pair);
            va_end(list);
            return *p + *q.two; /* varargs */
        }
        static struct pair by_value(struct pair p) { return p; }
        int main(int argc, char **argv) {
            from.one = &a, from.two = &b;
            memcpy(&to, &from, sizeof to);
            *to.two = 1; /* copied */
            untouched.one = &c;
            *untouched.one = 2; /* untouched */
            struct pair back = by_value(from);
            *back.one = 3; /* back */
            return pick(1, &d, back);
        }",
    );
    assert_eq!(it.globals("copied"), ["b"]);
    assert_eq!(it.globals("untouched"), ["c"]);
    assert_eq!(it.globals("back"), ["a"]);
    // The place in the area is loaded from the list, moved and stored again: any word of it.
    assert_eq!(it.globals("varargs"), ["a", "b", "d"]);
    apart(&[it.global("a"), it.global("c"), it.global("to"), it.global("untouched")]);
}

#[test]
fn library_functions_hand_on_pointers() {
    let it = analyse(
        "#define _GNU_SOURCE
        #include <stdlib.h>
        #include <string.h>
        #include <stdio.h>
        static char one[10], two[10], key[2], three[10];
        static char *table[3] = {one, two};
        static char *seen;
        static int order(const void *x, const void *y) {
            seen = *(char **)x;
            return strcmp(*(char *const *)x, *(char *const *)y);
        }
        int main(int argc, char **argv) {
            qsort(table, 2, sizeof *table, order);
            char *k = key;
            char **found = bsearch(&k, table, 2, sizeof *table, order);
            (*found)[0] = 1; /* found */
            seen[0] = 2; /* seen */
            *strchr(strcpy(three, key), 'x') = 3; /* chained */
            char *text, *end;
            if (asprintf(&text, \"%s %d\", three, argc) < 0) return 1; /* text */
            strtol(text, &end, 10);
            end[0] = 4; /* end */
            char *env = getenv(\"HOME\");
            if (env) env[0] = 5; /* env */
            text = realloc(text, 100); /* larger */
            text[0] = 6; /* moved */
            return 0;
        }",
    );
    assert_eq!(it.globals("found"), ["one", "two"]);
    assert_eq!(it.globals("seen"), ["key", "one", "two"]);
    assert_eq!(it.globals("chained"), ["three"]);
    let text = Object::Heap(it.call("text", "asprintf"));
    let larger = Object::Heap(it.call("larger", "realloc"));
    assert!(it.accessed("end").contains(&text));
    assert!(it.accessed("env").contains(&Object::EngineStrings));
    assert!(it.accessed("moved").contains(&larger));
    apart(&[it.global("one"), it.global("three"), it.global("table")]);
}

#[test]
fn unknown_functions_keep_and_return_what_they_get() {
    let it = analyse(
        "int *transform(int **p);
        void visit(void (*f)(int *));
        int a, b, c;
        int *cell = &a;
        void callback(int *p) { *p = 1; /* callback */ }
        int main(int argc, char **argv) {
            int *p = transform(&cell);
            *p = 2; /* result */
            visit(callback);
            int *q = &b;
            *cell = 3; /* cell */
            return *q + c;
        }",
    );
    let global = |name| Object::Global(it.module.find_global(name).unwrap());
    for mark in ["callback", "result", "cell"] {
        let found = it.accessed(mark);
        let all = [global("a"), global("cell"), Object::Outside];
        assert!(all.iter().all(|object| found.contains(object)), "{mark}: {found:?}");
        assert!(!found.contains(&global("b")) && !found.contains(&global("c")), "{found:?}");
    }
}
