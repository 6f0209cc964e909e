// A null pointer on the way to the end of main, found forward and backward from there.
// run: dunlin run
// run: dunlin run --backward-from error_null.c:15
// error: null-dereference at 12
#include <dunlin.h>
#include <stddef.h>

int main(void) {
    int x = dunlin_int("x"), number = 3, *p = &number;
    if (x == 12292)
        p = NULL;
    *p = 7;
    if (x < 0)
        number++;
    return number;
}
