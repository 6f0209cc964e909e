// Recursion that is deeper than any bound is left to its summary: what may it write, free, allocate? What does not depend on it is
// proved, what does is not.
// run: dunlin reach --target @alone_never --target @other_never --target @next_never --strategy bse --max-time 60s
// verdict: @alone_never unreachable
// verdict: @other_never unreachable
// verdict: @next_never unreachable
// reason: by weakest precondition
// run: dunlin reach --target @written --strategy bse --unwind 0 --max-time 60s
// verdict: @written reachable
// run: dunlin reach --target @indirect --strategy bse --unwind 0 --max-time 60s
// verdict: @indirect reachable
// run: dunlin reach --target @kept --strategy bse --unwind 0 --max-time 60s
// verdict: @kept reachable
// run: dunlin reach --target @died --strategy bse --unwind 0 --max-time 60s
// verdict: @died reachable
// run: dunlin reach --target @fresh --strategy bse --unwind 0 --max-time 60s
// verdict: @fresh reachable
// run: dunlin reach --target @linked --strategy bse --unwind 0 --max-time 60s
// verdict: @linked reachable
// run: dunlin reach --target @two --strategy bse --unwind 0 --max-time 60s
// verdict: @two reachable
// run: dunlin reach --target @called --strategy bse --unwind 0 --max-time 60s
// verdict: @called reachable
// run: dunlin reach --target @left --strategy bse --unwind 0 --max-time 60s
// verdict: @left reachable
// run: dunlin reach --target @inside --strategy bse --unwind 0 --max-time 60s
// verdict: @inside reachable
// run: dunlin reach --target @counted --strategy bse --unwind 0 --max-time 60s
// verdict: @counted reachable
// run: dunlin reach --target @bumped --strategy bse --unwind 0 --max-time 60s
// verdict: @bumped reachable
#include <dunlin.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static int global, touched, *place = &touched, alone = 3;
static struct node first = { 0, 1 };
static int (*hook)(int);

static int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }

static void bump(int n, struct node *node) {
    if (n <= 0)
        return;
    node->value++;
    bump(n - 1, node);
}

static void write(int n) {
    if (n <= 0)
        return;
    global = n;
    write(n - 1);
}

static void write_through(int n) {
    if (n <= 0)
        *place = 8;
    else
        write_through(n - 1);
}

static void drop(int n, int *p) {
    if (n > 4)
        drop(n - 1, p);
    else if (n == 3)
        free(p);
}

static struct node *build(int n) {
    if (n <= 0)
        return 0;
    struct node *node = malloc(sizeof *node);
    node->value = n;
    node->next = build(n - 1);
    return node;
}

static void link(int n) {
    if (n > 0) {
        link(n - 1);
        return;
    }
    first.next = malloc(sizeof first);
    first.next->next = 0;
    first.next->value = 9;
}

static int set(int n) { return global = n; }

static int call(int n) { return n > 0 ? call(n - 1) : hook(5); }

static void leave(int n) {
    if (n == 19)
        exit(0);
    if (n > 0)
        leave(n - 1);
}

static int deep(int n, int sum) {
    if (n <= 0)
        return sum;
    if (n == 1 && sum == 17)
        sum++; // target inside
    return deep(n - 1, sum + 1);
}

int main(void) {
    int n = dunlin_int("n"), reached = 0;
    if (n < 0 || n > 24)
        return 0;
    hook = set;
    int x = n & 1, s = sum(n);
    if (x > 1 || alone != 3)
        reached++; // target alone_never
    if (s == 231)
        reached++; // target counted
    struct node *own = malloc(sizeof *own);
    own->next = 0;
    own->value = 0;
    bump(n, own);
    if (own->next)
        reached++; // target next_never
    if (own->value == 22)
        reached++; // target bumped
    write(n);
    if (global == 1 && n == 21)
        reached++; // target written
    if (alone != 3 || touched)
        reached++; // target other_never
    write_through(n);
    if (touched == 8 && n > 18)
        reached++; // target indirect
    int *p = malloc(sizeof *p);
    *p = 6;
    drop(n, p);
    if (n == 20 && *p == 6)
        reached++; // target kept
    struct node *list = build(n), *other = build(n);
    if (n == 3)
        reached++; // target died
    if (n > 18 && list->next->value == n - 1)
        reached++; // target fresh
    if (n > 18 && list != other && list->next != other->next)
        reached++; // target two
    link(n);
    if (n > 18 && first.next && first.next->value == 9)
        reached++; // target linked
    global = 0;
    call(n);
    if (n > 18 && global == 5)
        reached++; // target called
    leave(n);
    if (n == 18)
        reached++; // target left
    return deep(n, 0) + reached;
}
