// The jump brings 3 and nothing else. Forward, all paths end.
// run: dunlin reach --target @never --strategy tse
// verdict: unreachable
#include <dunlin.h>
#include <setjmp.h>

static jmp_buf place;

static void leave(int x) {
    if (x > 5)
        longjmp(place, 3);
}

int main(void) {
    int value = setjmp(place);
    if (value == 4)
        return 1; // target never
    if (value)
        return 2;
    leave(dunlin_int("x"));
    return 0;
}
