// Copies that look alike and are right: neighbours, nothing at all, a place to itself, a structure to itself.
// run: dunlin run
// run: dunlin run -O2
// native: same
// stdout: abcdabcd 3
#include <stdio.h>
#include <string.h>
struct large {
    int a[100];
} large[2];
static void assign(struct large *to, struct large *from) { *to = *from; }
int main(void) {
    char a[16] = "abcd";
    volatile size_t zero = 0, four = 4;
    char *volatile p = a;
    memcpy(p + 4, p, four);
    memcpy(p + 1, p, zero);
    memcpy(p, p, four);
    memmove(p + 1, p, 3);
    memmove(p, p + 1, 3);
    p[3] = 'd';
    large[1].a[50] = 3;
    assign(&large[1], &large[1]);
    assign(&large[0], &large[1]);
    printf("%s %d\n", p, large[0].a[50]);
    return 0;
}
