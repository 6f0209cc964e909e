// A function pointer that was compared with two functions is called as the one that it is.
// run: dunlin run --memory fork
// run: dunlin run --memory auto
// error: out-of-bounds-read at 18
// error: null-dereference at 18
// report: call of a
// replay: unconfirmed addresses f is the address of a function here, and of nothing in a native run
#include <klee/klee.h>
#include <stdlib.h>
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
int main(void) {
    int (*f)(int);
    klee_make_symbolic(&f, sizeof f, "f");
    if (f == one && f(3) != 4) abort();
    if (f == two && f(3) != 5) abort();
    if (f != one && f != two) {
        f(3);
        abort();
    }
    return 0;
}
