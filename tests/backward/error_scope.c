// A variable of a block is used through a pointer after the block, if the input says so.
// run: dunlin run
// run: dunlin run --backward-from error_scope.c:16
// error: use-after-free at 15
#include <dunlin.h>

int main(void) {
    int outer = 1, *p = &outer;
    for (int i = 0; i < 2; i++) {
        int inner = i;
        if (dunlin_int("x") == 4)
            p = &inner;
        inner++;
    }
    int value = *p;
    return value > 0;
}
