// run: dunlin run
// run: dunlin run -m32
// error: abort at 11
// report: abort
// stdout: before
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("before\n");
    abort();
}
