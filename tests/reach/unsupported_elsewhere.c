// An undefined function stands on a path that cannot reach the target: it is in nobody's way.
// run: dunlin reach --target @reached --target @excluded
// run: dunlin reach --target @reached --target @excluded --strategy sdse
// verdict: @reached reachable
// verdict: @excluded unreachable
// replay: off mystery is defined nowhere
#include <klee/klee.h>

int mystery(int n);

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    if (n > 100)
        return mystery(n);
    if (n == 50)
        return 1; // target reached
    if (n == 200)
        return 2; // target excluded
    return 0;
}
