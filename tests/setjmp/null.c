// A buffer is memory like any other.
// run: dunlin run
// error: null-dereference at 11
// error: out-of-bounds-write at 13
// replay: unconfirmed out-of-bounds-write AddressSanitizer does not look at what setjmp writes
#include <dunlin.h>
#include <setjmp.h>
int main(void) {
    char small[4];
    if (dunlin_int("n") == 3)
        return setjmp((struct __jmp_buf_tag *)0);
    else
        return setjmp((struct __jmp_buf_tag *)small);
}
