//! `dunlin reach`: queries that wait, states that are put away, and what the members of a strategy have had.

use crate::support::Folder;
use serde_json::Value;

/// Whether line 10 or 12 can be reached is a hard query; line 14 is easy.
pub const HARD: &str = "\
#include <klee/klee.h>
int main(void) {
    unsigned short x, y;
    unsigned char z;
    klee_make_symbolic(&x, sizeof x, \"x\");
    klee_make_symbolic(&y, sizeof y, \"y\");
    klee_make_symbolic(&z, sizeof z, \"z\");
    unsigned product = (unsigned)(x & 1023) * (y & 1023);
    if (product == 524287)
        return 1; /* never: a prime */
    if (product == 715721 && x > y)
        return 2; /* 1021 * 701 */
    if (z == 7)
        return 3;
    return 0;
}
";

/// Two thousand paths, each with a quarter of a megabyte of its own.
const LARGE: &str = "\
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
enum { BITS = 11, SIZE = 1 << 18 };
static unsigned char table[SIZE + 80];
int main(void) {
    unsigned char bits[BITS];
    klee_make_symbolic(bits, BITS, \"bits\");
    for (int i = 0; i < 64; i++)
        table[i] = i * 7;
    for (int filled = 64; filled < SIZE; filled *= 2)
        memcpy(table + filled, table, filled);
    memcpy(table + SIZE, table, 80);
    unsigned char *memory = malloc(SIZE);
    int sum = 0;
    for (int i = 0; i < BITS; i++) {
        if (bits[i] > 99)
            sum++;
        memcpy(memory, table + 5 * sum + i, SIZE);
    }
    if (sum > BITS)
        return 1;
    return memory[5];
}
";

/// One operation asks about 64 sizes, each of which is easy.
const MANY: &str = "\
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    unsigned short x, y;
    unsigned char z;
    klee_make_symbolic(&x, sizeof x, \"x\");
    klee_make_symbolic(&y, sizeof y, \"y\");
    klee_make_symbolic(&z, sizeof z, \"z\");
    char *p = \"\";
    if (z == 7)
        p = malloc(1 + (x + y & 63));
    if (z == 9)
        return 3;
    if (p == NULL)
        return 4;
    return 0;
}
";

fn target(program: &str, line: u32, options: &[&str], code: i32) -> Value {
    let folder = Folder::new();
    folder.write("a.c", program);
    let line = format!("a.c:{line}");
    let fixed = ["reach", "a.c", "--target", &line, "--json", "--no-replay"];
    let run = folder.dunlin(fixed.iter().chain(options)).expect_code(code);
    run.json()["targets"][0].clone()
}

fn count(target: &Value, name: &str) -> u64 {
    target[name].as_u64().unwrap_or_else(|| panic!("{name}: {target}"))
}

/// A proof does not rest on a query that was put off: it is asked again until it has an answer.
#[test]
fn a_query_that_waits_is_answered_before_a_proof() {
    for strategy in ["auto", "dfs", "aimed", "ccbse:sdse"] {
        let never = target(HARD, 10, &["--strategy", strategy], 1);
        assert_eq!(never["verdict"], "unreachable", "{strategy}: {never}");
        assert!(count(&never, "postponed") > 0, "{strategy}: {never}");
    }
    let found = target(HARD, 12, &[], 0);
    assert_eq!(found["verdict"], "reachable");
    assert!(count(&found, "postponed") > 0, "{found}");
}

/// What the whole budget of the solver does not decide is left out, and said.
#[test]
fn a_query_beyond_the_budget_is_no_proof() {
    for conflicts in ["1", "10"] {
        let options = ["--max-conflicts", conflicts, "--solver", "native"];
        let unknown = target(HARD, 10, &options, 3);
        assert_eq!(unknown["verdict"], "unknown", "{unknown}");
    }
}

#[test]
fn a_limit_while_a_query_waits_is_no_proof() {
    let unknown = target(HARD, 10, &["--max-cost", "1000"], 3);
    assert_eq!(unknown["verdict"], "unknown", "{unknown}");
}

/// What is easy does not wait for what is hard.
#[test]
fn a_hard_query_holds_nobody_up() {
    let easy = target(HARD, 14, &["--strategy", "dfs"], 0);
    let hard = target(HARD, 10, &["--strategy", "dfs"], 1);
    assert!(count(&easy, "solver_effort") < count(&hard, "solver_effort"), "{easy} {hard}");
}

/// Neither does an operation with many queries, and none of its sides is lost.
#[test]
fn an_operation_with_many_queries_waits() {
    let all = target(MANY, 15, &["--strategy", "dfs"], 1);
    assert!(count(&all, "postponed") > 0, "{all}");
    assert!(all["why"].as_str().unwrap().contains("65 finished"), "{all}");
}

#[test]
fn the_cost_is_instructions_queries_and_effort() {
    let target = target(HARD, 10, &[], 1);
    let [cost, instructions, queries, effort] =
        ["cost", "instructions", "solver_calls", "solver_effort"].map(|name| count(&target, name));
    assert_eq!(cost, instructions + 50 * queries + effort);
    assert!(effort > 100, "{target}");
}

#[test]
fn the_summary_has_what_each_member_has_had() {
    let target = target(HARD, 10, &[], 1);
    let members = target["members"].as_array().expect("a list");
    let names: Vec<&str> =
        members.iter().filter_map(|member| member["strategy"].as_str()).collect();
    let all = ["aimed", "dfs", "klee", "generational", "random-path", "ccbse:sdse"];
    assert_eq!(names, [&all[..], &["ccbse:random-path", "backward", "guided"]].concat());
    let cost: u64 = members.iter().map(|member| count(member, "cost")).sum();
    assert!(cost <= count(&target, "cost"), "{target}");
    let share: f64 = members.iter().filter_map(|member| member["share"].as_f64()).sum();
    assert!(share > 0.9 && share <= 1.0, "{target}");
    for member in members {
        assert!(count(member, "turns") > 0 || count(member, "cost") == 0, "{member}");
        assert!(member["news"].is_u64(), "{member}");
    }
}

/// States that were put away near the memory limit come back: the proof is of all paths.
#[test]
fn near_the_memory_limit_states_are_parked_and_come_back() {
    let options = ["--strategy", "bfs", "--max-memory", "200M"];
    let target = target(LARGE, 22, &options, 1);
    assert_eq!(target["verdict"], "unreachable", "{target}");
    assert!(target["why"].as_str().unwrap().contains("2,048 finished"), "{target}");
    assert!(count(&target, "parked") > 0, "{target}");
}
