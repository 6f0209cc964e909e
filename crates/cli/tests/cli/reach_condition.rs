//! `dunlin reach --condition`: what is said about conditions that are refused, and about those that
//! are met or not.

use crate::support::{Folder, Run};

const PROGRAM: &str = "\
#include <klee/klee.h>
struct pair { int first, second; };
static struct pair pairs[3];
static unsigned long limit = 9;
static int look(int n, int *where, double ratio) {
    struct pair pair = {n, 2};
    pairs[1] = pair;
    if (where && ratio > 0.5)
        n += *where;
    return n;
}
static int twice(void) {
    int sum = 0; { int i = 3; { int i = 4; sum += i; } sum += i; }
    return sum;
}
int main(void) {
    int n = klee_range(0, 20, \"n\");
    return look(n, n > 3 ? &n : 0, n * 0.25) + twice() + (int)limit;
}
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("a.c", PROGRAM);
    folder
}

fn reach(folder: &Folder, target: &str, condition: &str) -> Run {
    folder.dunlin(["reach", "a.c", "--target", target, "--condition", condition])
}

#[test]
fn a_mark_shows_where_a_condition_is_wrong() {
    let folder = folder();
    let refused = |condition: &str| reach(&folder, "a.c:9", condition).expect_code(2).stderr();
    assert_eq!(
        refused("n == 3 &&"),
        "dunlin: in the condition: an operand is missing at the end\n    n == 3 &&\n             ^\n"
    );
    assert_eq!(
        refused("n = 3"),
        "dunlin: in the condition: `=` assigns; `==` compares\n    n = 3\n      ^\n"
    );
    assert!(refused("n / where").contains("a number other than 0"));
    assert!(refused("n % 0 == 1").contains("a number other than 0"));
    assert!(refused("").contains("there is none"));
    let (first, mark) = ("    n + where > 3\n", "        ^\n");
    assert!(refused("n + where > 3").ends_with(&format!("{first}{mark}")), "pointers only compare");
    assert!(refused("where == n").contains("a pointer is compared with pointers, NULL or 0"));
    assert!(!folder.exists("dunlin-out-0"), "nothing was begun");
}

#[test]
fn names_that_cannot_be_read_and_those_that_can() {
    let folder = folder();
    let refused = |target: &str, condition: &str| reach(&folder, target, condition).refusal();
    let told = refused("a.c:9", "m > 3");
    let known = "those that can be read are limit, n, where\n    m > 3\n    ^";
    assert!(told.contains("no variable `m` here"), "{told}");
    assert!(told.contains(known), "{told}");
    for (what, name) in [("a double", "ratio"), ("a struct", "pair"), ("an array", "pairs")] {
        let told = refused("a.c:9", name);
        assert!(told.contains(&format!("`{name}` cannot be read here")), "{what}: {told}");
        assert!(told.contains("limit, n, where"), "{told}");
    }
    let told = refused("a.c:9", "sum == 0");
    assert!(told.contains("no variable `sum` here"), "of another function: {told}");
    let told = refused("a.c:13", "i == 3");
    assert!(told.contains("`i` may be any of several variables here"), "{told}");
    // Optimised code has no variables any more.
    let optimised = ["reach", "a.c", "-O2", "--target", "main", "--condition", "n == 3"];
    let told = folder.dunlin(optimised).refusal();
    assert!(told.contains("no variable `n` here; optimised code"), "{told}");
}

#[test]
fn one_target_has_a_condition() {
    let folder = folder();
    let two = ["reach", "a.c", "--target", "a.c:9", "--target", "a.c:10", "--condition", "n"];
    assert_eq!(folder.dunlin(two).refusal(), "--condition is for one target, not for 2");
    folder.write("targets", "a.c:9\na.c:10\nlook\n");
    let file = ["reach", "a.c", "--target-file", "targets", "--condition", "n"];
    assert_eq!(folder.dunlin(file).refusal(), "--condition is for one target, not for 3");
}

#[test]
fn the_answer_names_the_condition() {
    let folder = folder();
    let met = reach(&folder, "a.c:9", "n == 17").expect_code(0).stderr();
    assert!(
        met.contains("instructions, with `n == 17` true; tests/000001.ktest passes it"),
        "{met}"
    );
    // A condition may begin with a sign.
    reach(&folder, "a.c:9", "-n == -17").expect_code(0);
    let excluded = reach(&folder, "a.c:9", "n == 2").expect_code(1).stderr();
    assert!(excluded.contains("a.c:9: unreachable: all paths were explored"), "{excluded}");
    assert!(excluded.contains("; none comes there with `n == 2` true"), "{excluded}");
    let json = ["reach", "a.c", "--target", "a.c:10", "--condition", "n == 42", "--json"];
    let summary = folder.dunlin(json).expect_code(1).json();
    assert_eq!(summary["verdict"], "unreachable");
    let json = ["reach", "a.c", "--target", "a.c:10", "--condition", "n == 38", "--json"];
    let summary = folder.dunlin(json).expect_code(0).json();
    assert_eq!(summary["targets"][0]["confirmed"], true);
}
