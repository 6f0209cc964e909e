// What is divided is not known, but the divisor is.
// run: dunlin run
// run: dunlin run -O2
// error: division-by-zero at 9
#include <klee/klee.h>
int main(void) {
    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    return k / 0 == 3;
}
