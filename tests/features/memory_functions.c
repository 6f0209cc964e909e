// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big {
    int values[40];
};

int main(void) {
    char text[] = "0123456789";
    memmove(text + 2, text, 5);
    printf("%s\n", text);
    memmove(text, text + 3, 6);
    printf("%s\n", text);
    memcpy(text, "XYZ", 3);
    memset(text + 5, '-', 2);
    printf("%s %d\n", text, (int)((char *)memchr(text, '-', 10) - text));
    struct big a, b;
    memset(&a, 0x11, sizeof a);
    b = a;
    b.values[39]++;
    printf("%d %x\n", memcmp(&a, &b, sizeof a) != 0, (unsigned)b.values[39]);

    int *p = malloc(4 * sizeof *p), *z = calloc(8, sizeof *z);
    for (int i = 0; i < 4; i++)
        p[i] = i * i;
    p = realloc(p, 100 * sizeof *p);
    p[99] = 5;
    p = realloc(p, 3 * sizeof *p);
    printf("%d %d %d\n", p[0], p[2], z[7]);
    int *r = realloc(NULL, sizeof *r);
    *r = 3;
    printf("%d %d\n", *r, ((uintptr_t)r & 7) == 0);
    free(r);
    free(z);
    free(p);
    free(NULL);
    void *aligned = aligned_alloc(64, 128);
    printf("%d\n", ((uintptr_t)aligned & 63) == 0);
    free(aligned);
    return 0;
}
