// run: dunlin run --check-overflow
// run: dunlin run --check-overflow -O2
// error: signed-overflow at 16
// error: signed-overflow at 18
// error: signed-overflow at 20
// error: signed-overflow at 22
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
    int k, n;
    klee_make_symbolic(&k, sizeof k, "k");
    klee_make_symbolic(&n, sizeof n, "n");
    switch (k) {
    case 0:
        return abs(n) == 3;
    case 1:
        return labs((long)n - 1 + LONG_MIN + INT_MAX) == 3;
    case 2:
        return -n == 3;
    }
    return n - 1 == 3;
}
