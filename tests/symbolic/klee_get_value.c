// One value of an expression is a constant that it can have.
// run: dunlin run
// paths: 1
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x == 12);
    int y = klee_get_value_i32(x);
    assert(!klee_is_symbolic(y));
    assert(y == 12);
    assert(klee_get_value_i64(x) == 12 && klee_get_valuel(x) == 12);
    return 0;
}
