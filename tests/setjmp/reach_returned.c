// The frame is gone, and natively anything follows: nothing is proved of what comes after `setjmp`.
// run: dunlin reach --target @after
// verdict: unknown
// reason: longjmp
#include <dunlin.h>
#include <setjmp.h>
static jmp_buf place;
static int set(void) {
    return setjmp(place);
}
int main(void) {
    if (set())
        return 1; // target after
    if (dunlin_int("n") == 5)
        longjmp(place, 1);
    return 0;
}
