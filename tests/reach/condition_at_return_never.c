// As condition_at_return.c: no variable that is dead already makes an error of the way there.
// run: dunlin reach --target @target --condition n>5
// run: dunlin reach --target @target --condition i!=n
// verdict: unreachable
#include <klee/klee.h>

int main(void) {
    unsigned n, i = 0;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n < 6);
    while (i != n)
        i++;
    return 0; // target
}
