// run: dunlin run --check-overflow
// error: signed-overflow at 15
// error: signed-overflow at 17
// error: signed-overflow at 19
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    volatile long long x = 0;
    switch (k) {
    case 0:
        x = -INT_MIN;
    case 1:
        x = abs(INT_MIN);
    case 2:
        x = llabs(LLONG_MIN);
    }
    return x == 5;
}
