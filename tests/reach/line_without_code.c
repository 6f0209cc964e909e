// A blank line and a comment move to the next line with code in the function, and the answer says so.
// run: dunlin reach --target @target
// verdict: reachable
// stderr: line 17 has no code; the next line with code in `main` is 20
#include <klee/klee.h>

int other(int n) {
    return n + 1;
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    if (n != 7)
        return 0;

    // target

    // Not this one either.
    return other(n);
}
