// What is not executed is no error, whatever clang warns of.
// run: dunlin run --check-overflow --check-shift
// paths: 2
// run: dunlin run --check-overflow --check-shift -O2
// paths: 1
#include <klee/klee.h>
int main(void) {
    unsigned char k;
    klee_make_symbolic(&k, sizeof k, "k");
    if (0)
        return 1 / 0;
    if (k > 255)
        return 2147483647 + 1;
    int x = k > 3 || (k == 9 && 1 << 32);
    return sizeof(1 / 0) == 4 && (1 || 1 / 0) && x;
}
