// The input chooses among handlers of different types: a path for each, and the error in one of them.
// run: dunlin run
// error: division-by-zero at 9
// paths: 4
#include <klee/klee.h>

static int none(void) { return 1; }
static int twice(int a) { return 2 * a; }
static int part(int a, int b) { return a / b; }

int main(void) {
    int (*table[])() = {(int (*)())none, (int (*)())twice, (int (*)())part};
    unsigned i;
    int b;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_assume(i < 3);
    klee_assume(b > -2);
    return table[i](10, b) == 3;
}
