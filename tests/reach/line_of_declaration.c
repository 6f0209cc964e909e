// A declaration without initialiser has no code; one with an initialiser does.
// run: dunlin reach --target @without --target @with
// verdict: @without reachable
// verdict: @with unreachable
// stderr: has no code; the next line with code in `main`
#include <klee/klee.h>

int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    if (n == 9) {
        int later; // target without
        later = n;
        return later;
    }
    if (n * 2 == 9) {
        int now = n; // target with
        return now;
    }
    return 0;
}
