// A variable of an inner block is read after the block.
// run: dunlin run
// run: dunlin run -m32
// run: dunlin run --memory fork
// error: use-after-free at 14
// report: local variable `x`
// report: scope ended at line 11
#include <stdlib.h>
int main(void) {
    int *p;
    { int x = 5; p = &x; }
    {
        int y = 7;
        if (*p != 5)
            abort();
        return y - 7;
    }
}
