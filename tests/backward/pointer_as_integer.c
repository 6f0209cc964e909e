// A pointer goes through an integer and comes back as the same pointer, a field further.
// run: dunlin reach --target @same --target @never --strategy tse
// verdict: @same reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdint.h>

int main(void) {
    int pair[2] = {1, dunlin_int("x")};
    uintptr_t number = (uintptr_t)pair;
    number += sizeof(int);
    int *second = (int *)number;
    if (*second == 63)
        return 1; // target same
    *second = 5;
    if (pair[1] != 5 || pair[0] != 1)
        return 2; // target never
    return 0;
}
