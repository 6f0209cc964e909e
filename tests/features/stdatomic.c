// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter;
static _Atomic unsigned char byte = 250;
static atomic_llong wide = 1ll << 40;
static _Atomic(const char *) text = "first";
static atomic_flag flag = ATOMIC_FLAG_INIT;

int main(void) {
    printf("%d ", atomic_fetch_add(&counter, 5));
    printf("%d ", atomic_fetch_sub(&counter, 2));
    printf("%d ", atomic_fetch_or(&counter, 8));
    printf("%d ", atomic_fetch_and(&counter, 9));
    printf("%d ", atomic_fetch_xor(&counter, 3));
    printf("%d\n", atomic_load(&counter));
    byte += 10;
    counter++;
    wide -= 7;
    printf("%d %d %lld\n", byte, counter, (long long)wide);
    int expected = 1;
    int first = atomic_compare_exchange_strong(&counter, &expected, 100);
    int second = atomic_compare_exchange_strong(&counter, &expected, 100);
    printf("%d %d %d %d\n", first, second, expected, atomic_exchange(&counter, 7));
    printf("%s ", atomic_exchange(&text, "second"));
    printf("%s\n", atomic_load_explicit(&text, memory_order_acquire));
    printf("%d ", atomic_flag_test_and_set(&flag));
    printf("%d\n", atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&counter, 3, memory_order_release);
    return counter;
}
