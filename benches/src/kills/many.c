#include <klee/klee.h>
#include <stdlib.h>

#define SIZE 5

static unsigned spend(void) {
    volatile unsigned sum = 0;
    for (unsigned n = 0; n < 20000; n++)
        sum += n;
    return sum;
}

static int never(int x) {
    return x * x == 3;
}

int main(void) {
    unsigned char v[SIZE];
    int table[4] = {1, 2, 3, 4};
    klee_make_symbolic(v, sizeof v, "v");
    for (int i = 1; i < SIZE; i++) {
        for (int k = i; k > 0 && v[k - 1] > v[k]; k--) {
            unsigned char kept = v[k];
            v[k] = v[k - 1];
            v[k - 1] = kept;
        }
    }
    spend();
    if (v[SIZE - 1] == 200)
        return 100 / (v[1] - 50);
    if (v[2] < 5)
        return table[v[2]];
    if (v[0] == 77) {
        char *block = malloc(1);
        free(block);
        return block[0];
    }
    if (v[0] > v[1])
        return never(v[3]);
    return 0;
}
