// A jump back into a function, with a value: what happened before the jump has happened.
// run: dunlin reach --target @jumped --strategy tse
// verdict: reachable
#include <dunlin.h>
#include <setjmp.h>

static jmp_buf place;
static int count;

static void leave(int x) {
    count += x;
    if (x > 5)
        longjmp(place, 3);
}

int main(void) {
    int value = setjmp(place);
    if (value == 3 && count == 8)
        return 1; // target jumped
    if (value)
        return 2;
    leave(dunlin_int("x"));
    return 0;
}
