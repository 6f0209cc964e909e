// The older __sync builtins and clang's __atomic ones.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

static int n = 10;
static short s = -1;
static unsigned u = 5;
static int *p = &n;

int main(void) {
    printf("%d %d\n", __sync_fetch_and_add(&n, 3), __sync_add_and_fetch(&n, 4));
    printf("%d %d\n", __sync_fetch_and_nand(&n, 6), n);
    printf("%d %d\n", __sync_bool_compare_and_swap(&n, 1, 2), __sync_val_compare_and_swap(&n, n, 9));
    printf("%d %d\n", __sync_lock_test_and_set(&s, 77), s);
    __sync_lock_release(&s);
    __sync_synchronize();
    printf("%d %u\n", s, __atomic_sub_fetch(&u, 6, __ATOMIC_RELAXED));
    printf("%d %d\n", __atomic_fetch_min(&n, 4, __ATOMIC_SEQ_CST), n);
    printf("%d %d\n", __atomic_fetch_max(&n, 40, __ATOMIC_SEQ_CST), n);
    int *old = __atomic_exchange_n(&p, (int *)0, __ATOMIC_ACQ_REL);
    printf("%d %d\n", old == &n, p == 0);
    return 0;
}
