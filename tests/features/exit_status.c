// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
// exit-status: 200
#include <stdio.h>

int main(void) {
    printf("only eight bits of 456 are left\n");
    return 456;
}
