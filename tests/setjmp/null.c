// A buffer is memory like any other.
// run: dunlin run
// error: null-dereference at 10
// error: out-of-bounds-write at 12
#include <dunlin.h>
#include <setjmp.h>
int main(void) {
    char small[4];
    if (dunlin_int("n") == 3)
        return setjmp((struct __jmp_buf_tag *)0);
    else
        return setjmp((struct __jmp_buf_tag *)small);
}
