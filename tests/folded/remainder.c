// run: dunlin run
// error: division-by-zero at 15
// error: division-by-zero at 17
// error: division-by-zero at 19
// paths: 4
#include <klee/klee.h>
#include <limits.h>

int main(void) {
    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    volatile long x = 0;
    switch (k) {
    case 0:
        x = 7 % 0;
    case 1:
        x = INT_MIN % -1;
    case 2:
        x = 7ul % 0ul;
    }
    return x == 5;
}
