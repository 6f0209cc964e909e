// Every way to allocate: each has a size at which the access fails.
// run: dunlin run
// error: out-of-bounds-write at 22
// error: out-of-bounds-write at 27
// error: out-of-bounds-write at 32
// error: out-of-bounds-write at 38
// error: out-of-bounds-write at 43
#include <alloca.h>
#include <klee/klee.h>
#include <stdlib.h>
static int main2(size_t n, int way);
int main(void) {
    size_t n = klee_int("n");
    return main2(n, klee_range(0, 5, "way"));
}
static int main2(size_t n, int way) {
    if (n < 10 || n > 3000) return 0;
    switch (way) {
    case 0: {
        int *p = calloc(n, sizeof *p);
        if (n < 20)
            p[17] = 1;
        return 0;
    }
    case 1: {
        char *p = realloc(malloc(4), n);
        p[29] = 1;
        return 0;
    }
    case 2: {
        char p[n];
        p[30] = 1;
        return 0;
    }
    case 3: {
        char *p = alloca(n * 8);
        if (n > 12) return 0;
        p[100] = 1;
        return 0;
    }
    default: {
        char *p = aligned_alloc(64, n * 64);
        p[n * 64] = 1;
        return 0;
    }
    }
}
