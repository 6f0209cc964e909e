// The target needs two pointers to the same object. Backward search alone finds no way without
// aliases, but that is no proof; forward search decides.
// run: dunlin reach --target @target --strategy ccbse:sdse --lazy-alias on
// run: dunlin reach --target @target --strategy ccbse:sdse
// run: dunlin reach --target @target --strategy mix:klee
// run: dunlin reach --target @target --strategy auto
// verdict: reachable
#include <klee/klee.h>

struct account {
    int balance;
};

static int transfer(struct account *from, struct account *to, int amount) {
    int before = from->balance;
    from->balance -= amount;
    to->balance += amount;
    if (amount > 0 && from->balance == before)
        return 1; // target
    return 0;
}

int main(void) {
    struct account accounts[3] = {{100}, {200}, {300}};
    unsigned from, to;
    int amount;
    klee_make_symbolic(&from, sizeof from, "from");
    klee_make_symbolic(&to, sizeof to, "to");
    klee_make_symbolic(&amount, sizeof amount, "amount");
    klee_assume(from < 3 & to < 3 & amount >= 0 & amount <= 100);
    return transfer(&accounts[from], &accounts[to], amount);
}
