// A recursion that ends, as deep as a native stack of the usual size allows.
// run: dunlin run
// run: dunlin run -m32
// native: same
// stdout: 20000
#include <stdio.h>

static int depth(int n) {
    return n == 0 ? 0 : 1 + depth(n - 1);
}

int main(void) {
    printf("%d\n", depth(20000));
    return 0;
}
