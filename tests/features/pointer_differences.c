// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32
// native: same
#include <stdio.h>

/* A table of distances between labels, as position-independent dispatch tables have it. */
static int dispatch(int i) {
    static const int distance[] = {&&zero - &&zero, &&one - &&zero, &&two - &&zero};
    goto *(&&zero + distance[i]);
zero:
    return 100;
one:
    return 200;
two:
    return 300;
}

static int table[16];

int main(void) {
    int *a = &table[3], *b = &table[11];
    printf("%d %d %d\n", (int)(b - a), (int)(a - b), a < b);
    printf("%d %d\n", (int)((char *)b - (char *)a), (int)(&table[16] - table));
    for (int i = 0; i < 3; i++)
        printf("%d\n", dispatch(i));
    return 0;
}
