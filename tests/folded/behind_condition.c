// The folded error belongs to one of the paths; the other two finish.
// run: dunlin run --check-overflow --check-shift
// error: division-by-zero at 13
// paths: 3
#include <klee/klee.h>
int main(void) {
    unsigned char k;
    klee_make_symbolic(&k, sizeof k, "k");
    volatile int x = 0;
    if (k < 10)
        x = 1;
    else if (k == 200)
        x = 1 / 0;
    return x;
}
