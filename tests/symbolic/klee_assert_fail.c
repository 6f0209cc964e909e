// run: dunlin run
// error: assertion-failure at 7
// paths: 2
#include <klee/klee.h>
int main(void) {
    int n = klee_int("n");
    n != 7 ? (void)0 : klee_assert_fail("n != 7", __FILE__, __LINE__, __func__);
    return 0;
}
