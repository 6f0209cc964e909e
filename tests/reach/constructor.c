// Functions that run before and after main, which no instruction of the program calls.
// run: dunlin reach --target before --target @set --target after --target @last
// run: dunlin reach --target before --target @set --target after --target @last --strategy sdse
// run: dunlin reach --target before --target @set --target after --target @last --strategy ccbse:sdse
// run: dunlin reach --target before --target @set --target after --target @last --strategy mix:random-path
// verdict: before reachable
// verdict: @set reachable
// verdict: after reachable
// verdict: @last unreachable
#include <klee/klee.h>

static int state, result;

__attribute__((constructor)) static void before(void) {
    state = 1; // target set
}

__attribute__((destructor)) static void after(void) {
    if (state != 1)
        result = 3; // target last
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    return n == 3 && state == 1;
}
