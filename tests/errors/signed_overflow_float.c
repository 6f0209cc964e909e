// A float that no value of the integer type is near to.
// run: dunlin run --check-overflow
// error: signed-overflow at 15
// error: signed-overflow at 17
// error: signed-overflow at 19
// paths: 7
#include <klee/klee.h>
volatile double large = 1e20, edge = 2147483648.0, fits = 2147483647.9, none = 0.0;
int main(void) {
    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    none = none / none;
    switch (k) {
    case 0:
        return (int)large == 3;
    case 1:
        return (int)edge == 3;
    case 2:
        return (short)none == 3;
    case 3:
        return (int)fits == 3;
    case 4:
        return (unsigned)edge == 3;
    case 5:
        return (long)edge == 3;
    }
    return 0;
}
