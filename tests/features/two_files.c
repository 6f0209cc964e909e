// Two files linked together, with static functions of the same name; -D and -I.
// run: dunlin run inputs/stack.c
// run: dunlin run -O2 -m32 inputs/stack.c
// run: dunlin run -DDEPTH=3 -I tests/features/inputs inputs/stack.c
// native: same
#include "inputs/stack.h"

#include <stdio.h>

#ifndef DEPTH
#define DEPTH 10
#endif

static int helper(void) { return 2; }

int main(void) {
    for (int i = 0; i < DEPTH; i++)
        push(i * helper());
    while (depth > 0)
        printf("%d ", pop());
    printf("\n%s\n", stack_name);
    return 0;
}
