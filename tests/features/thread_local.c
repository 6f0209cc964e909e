// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

static _Thread_local int counter = 3;
__thread char buffer[4] = "ab";
static __thread int *pointer;

static int next(void) {
    static _Thread_local int calls;
    return ++calls * counter;
}

int main(void) {
    pointer = &counter;
    *pointer += 2;
    buffer[2] = 'c';
    printf("%d %d %d %s\n", counter, next(), next(), buffer);
    return 0;
}
