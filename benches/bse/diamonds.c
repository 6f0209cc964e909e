// K branches in sequence before the target: 2^K paths. Every branch adds one of two numbers to a sum. The target asks for a sum
// that one path in 2^K has (REACHABLE), or for one that no path has: every sum is even.
#include <dunlin.h>

#ifndef K
#define K 5
#endif

void goal(void) {}

int main(void) {
    unsigned long long choices, sum = 0;
    dunlin_symbolic(&choices, sizeof choices, "choices");
    for (int i = 0; i < K; i++) {
        if (choices >> i & 1)
            sum += 2ull << i;
        else
            sum += 4;
    }
#ifdef REACHABLE
    if (sum == (2ull << K) - 2)
#else
    if (sum % 2 == 1)
#endif
        goal(); // target
    return 0;
}
