// A trap tells which check has failed.
// run: dunlin run --clang-arg=-fsanitize=undefined --clang-arg=-fsanitize-trap=undefined
// error: signed-overflow at 13
// error: over-wide-shift at 15
// error: division-by-zero at 17
#include <klee/klee.h>
volatile int most = 2147483647, one = 1, zero = 0;
int main(void) {
    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    switch (k) {
    case 0:
        return most + one;
    case 1:
        return one << most;
    case 2:
        return one / zero;
    }
    return 0;
}
