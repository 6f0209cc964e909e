// What `longjmp` passes may depend on the input: 0 becomes 1, and nothing forks for it.
// run: dunlin run
// paths: 2
// error: assertion-failure at 19
#include <assert.h>
#include <dunlin.h>
#include <setjmp.h>
static jmp_buf place;
static void leave(int n) {
    longjmp(place, n);
}
int main(void) {
    int n;
    dunlin_symbolic(&n, sizeof n, "n");
    int value = setjmp(place);
    if (value == 0)
        leave(n);
    assert(value != 0);
    assert(value != 77);
    assert(n == value || n == 0);
    return value == 1;
}
