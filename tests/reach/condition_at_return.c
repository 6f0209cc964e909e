// The line of a return has no code but the return itself, behind the ends of all variables' lives: the condition
// reads them before that.
// run: dunlin reach --target @target --condition n==3
// run: dunlin reach --target @target --condition n==5&&i==5
// verdict: reachable
#include <klee/klee.h>

int main(void) {
    unsigned n, i = 0;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n < 6);
    while (i != n)
        i++;
    return 0; // target
}
