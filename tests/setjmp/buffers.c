// Two buffers, of which the input chooses one, and a copy of a third.
// run: dunlin run
// run: dunlin run --memory fork
// run: dunlin run --memory segments
// paths: 2
// error: assertion-failure at 31
#include <assert.h>
#include <dunlin.h>
#include <setjmp.h>
#include <string.h>
static jmp_buf places[2];
static jmp_buf other;
static int inner(int i) {
    if (setjmp(places[1]))
        return 1;
    longjmp(places[i], 5);
}
static int outer(int i) {
    if (setjmp(places[0]))
        return 0;
    return inner(i);
}
int main(void) {
    unsigned i;
    dunlin_symbolic(&i, sizeof i, "i");
    dunlin_assume(i < 2);
    int reached = outer((int)i);
    assert(reached == (int)i);
    jmp_buf copy;
    if (setjmp(other)) {
        assert(reached == 0);
        return 0;
    }
    memcpy(copy, other, sizeof copy);
    memset(other, 0, sizeof other);
    longjmp(copy, 1);
}
