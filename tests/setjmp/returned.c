// The function that called `setjmp` has returned: C leaves that undefined, and natively anything follows. Neither
// another call of it, nor another function at the same depth, is taken for it.
// run: dunlin run
// run: dunlin run -DAGAIN
// run: dunlin run -DOTHER
// unsupported: longjmp to a call of `set` that has returned
#include <setjmp.h>
static jmp_buf place;
static int set(int now) {
    if (now)
        return setjmp(place);
#ifdef AGAIN
    longjmp(place, 2);
#endif
    return 0;
}
static int other(void) {
    jmp_buf mine;
    if (setjmp(mine) == 0)
        longjmp(place, 3);
    return 0;
}
int main(void) {
    if (set(1))
        return 7;
#ifdef AGAIN
    set(0);
#elif defined OTHER
    other();
#else
    longjmp(place, 1);
#endif
    return 0;
}
