// The numbers are Dunlin's own, but the same in every run.
// run: dunlin run
// run: dunlin run -O2 -m32
// stdout: same: 1, in range: 1, varied: 1
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int first[20], same = 1, in_range = 1, varied = 0;
    srand(7);
    for (int i = 0; i < 20; i++) {
        first[i] = rand();
        in_range &= first[i] >= 0 && first[i] <= RAND_MAX;
        varied |= first[i] != first[0];
    }
    srand(7);
    for (int i = 0; i < 20; i++)
        same &= rand() == first[i];
    printf("same: %d, in range: %d, varied: %d\n", same, in_range, varied);
    return 0;
}
