// Table II, `Constant, NULL`: a null pointer is no object, and a pointer to an object is not null.
// run: dunlin reach --target @null --target @never --target @read --strategy tse
// verdict: @null reachable
// verdict: @never unreachable
// verdict: @read unreachable
#include <dunlin.h>
#include <stddef.h>

static int object, *p;

int main(void) {
    int x = dunlin_int("x");
    p = NULL;
    if (x == 3 && p == NULL)
        x = 4; // target null
    if (x == 5) {
        x = *p;
        return x; // target read
    }
    p = &object;
    if (p == NULL)
        return 2; // target never
    return 0;
}
