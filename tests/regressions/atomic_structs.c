// Atomic objects that are too large for the processor; native programs need libatomic for them.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32
// run: dunlin run -O2 -m32
// stdout: 3 2
// stdout: 0 7
// stdout: 1 30
// stdout: 30 20
#include <stdatomic.h>
#include <stdio.h>

struct wide {
    int a[5], b;
};

static _Atomic struct wide shared;

int main(void) {
    struct wide first = {{1, 2, 3}, 2}, second = {{7}, 7}, third = {{30}, 20};
    atomic_store(&shared, first);
    struct wide seen = atomic_load(&shared);
    printf("%d %d\n", seen.a[2], seen.b);
    atomic_exchange(&shared, second);
    struct wide expected = third;
    int done = atomic_compare_exchange_strong(&shared, &expected, third);
    printf("%d %d\n", done, expected.b);
    done = atomic_compare_exchange_strong(&shared, &expected, third);
    seen = atomic_load(&shared);
    printf("%d %d\n", done, seen.a[0]);
    struct wide old = atomic_exchange(&shared, first);
    printf("%d %d\n", old.a[0], old.b);
    return 0;
}
