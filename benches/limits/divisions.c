// One question with so many divisions of 128 bits that building its circuit takes all memory.
#include <klee/klee.h>

int main(void) {
    unsigned __int128 a, b, c, sum = 1;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&c, sizeof c, "c");
    for (int i = 0; i < 60; i++)
        sum = (sum * a + b) * (c | 1) / (b | 3) % (a | 5);
    if (sum == 12345)
        return 1;
    return 0;
}
