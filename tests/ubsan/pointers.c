// run: dunlin run --clang-arg=-fsanitize=undefined --ubsan stop
// error: null-dereference at 16
// error: undefined-behaviour at 18
// error: out-of-bounds-read at 20
// error: undefined-behaviour at 22
#include <klee/klee.h>
#include <string.h>
volatile int zero = 0, five = 5;
int *nothing;
char bytes[16] __attribute__((aligned(16)));
int main(void) {
    int k, a[4] = {0};
    klee_make_symbolic(&k, sizeof k, "k");
    switch (k) {
    case 0:
        return *nothing;
    case 1:
        return *(int *)(bytes + 1);
    case 2:
        return a[five];
    case 3:
        return memchr(nothing, 1, zero) != 0;
    }
    return 0;
}
