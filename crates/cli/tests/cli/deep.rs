//! Programs whose data is deep: nested types, long lists, many active calls. The stack of Dunlin itself is
//! never what ends a run.

use crate::support::Folder;

/// A program with a type that has so many levels.
fn nested(levels: usize) -> String {
    let types = (1..levels).map(|level| format!("%s{level} = type {{ %s{} }}\n", level - 1));
    let last = format!("%s{}", levels - 1);
    format!(
        "target triple = \"x86_64-pc-linux-gnu\"\n%s0 = type {{ i32 }}\n{}@g = global {last} zeroinitializer
define i32 @main() {{
  %p = alloca {last}
  store {last} zeroinitializer, ptr %p
  %v = load {last}, ptr %p
  store {last} %v, ptr @g
  %n = load i32, ptr @g
  ret i32 %n
}}\n",
        types.collect::<String>()
    )
}

#[test]
fn nested_types() {
    let folder = Folder::new();
    folder.write("deep.ll", nested(100_000));
    folder.dunlin(["run", "deep.ll", "--no-replay"]).expect_code(0);
    folder.write("deeper.ll", nested(1_000_000));
    let message = folder.dunlin(["run", "deeper.ll", "--no-replay"]).refusal();
    assert!(message.ends_with("types or constants are nested too deeply in it"), "{message}");
}

#[test]
fn a_list_of_a_million_objects_is_searched_for_leaks() {
    let folder = Folder::new();
    let program = "#include <stdlib.h>
        struct node { struct node *next; } *first, *lost;
        int main(void) {
            for (int i = 0; i < 1000000; i++) {
                struct node *node = malloc(sizeof *node);
                node->next = first;
                first = node;
            }
            return 0;
        }";
    folder.write("list.c", program);
    folder.dunlin(["run", "list.c", "--leaks", "--no-replay"]).expect_code(0);
    folder.write("lost.c", program.replace("return 0", "first = 0; return 0"));
    let run = folder.dunlin(["run", "lost.c", "--leaks", "--no-replay"]);
    run.expect_code(1);
    assert!(folder.read("dunlin-last/errors/000001.txt").contains("memory-leak"));
}

#[test]
fn calls_without_an_end_are_an_error_of_the_program() {
    let folder = Folder::new();
    folder.write("calls.c", "int down(int n) { return n ? down(n - 1) + 1 : 0; } int main(void) { return down(1000000) == 7; }");
    folder.dunlin(["run", "calls.c", "--no-replay"]).expect_code(1);
    assert!(folder.read("dunlin-last/errors/000001.txt").contains("stack-overflow"));
}

/// A million decisions on each path, a term of that depth among its constraints, and some work behind them.
const DECISIONS: &str = "#include <klee/klee.h>
    int main(void) {
        unsigned char x[2], y = 0;
        klee_make_symbolic(x, sizeof x, \"x\");
        klee_assume(x[0] > 100);
        unsigned n = 0;
        for (unsigned i = 0; i < 1000000; i++) {
            if (x[0] > 99)
                n++;
            y = (y | (i & 7)) ^ x[1];
        }
        klee_assume(y != 77);
        if (x[1] > 50)
            n++;
        volatile unsigned sum = 0;
        for (unsigned i = 0; i < 1000000; i++)
            sum += i;
        if (n == 1000001)
            sum = 0;
        return 0;
    }";

#[test]
fn a_path_of_a_million_decisions_is_put_into_a_checkpoint() {
    let folder = Folder::new();
    folder.write("decisions.c", DECISIONS);
    let start = ["run", "decisions.c", "--no-replay", "--max-instructions"];
    folder.dunlin(start.iter().chain(&["21000000"])).expect_code(3);
    let stopped = folder.read("dunlin-last/summary.json");
    assert!(stopped.contains("\"forks\": 1,"), "it was stopped behind the fork: {stopped}");
    let resume = ["run", "decisions.c", "--no-replay", "--resume", "dunlin-last"];
    folder.dunlin(resume).expect_code(0);
    assert_eq!(folder.read("dunlin-last/paths.txt").lines().count(), 2);
}

#[test]
fn a_target_behind_a_million_decisions() {
    let folder = Folder::new();
    folder.write("decisions.c", DECISIONS);
    let line = DECISIONS.lines().position(|line| line.trim() == "sum = 0;");
    let target = format!("decisions.c:{}", line.expect("it is there") + 1);
    folder.dunlin(["reach", "decisions.c", "--no-replay", "--target", &target]).expect_code(0);
}
