// The ways in which a program can find out that an input is an address: as an integer, a member, a
// tagged pointer, a difference, byte by byte, through a union, on the heap and on the stack.
// run: dunlin run --memory fork
// run: dunlin run --memory ite
// run: dunlin run --memory segments
// run: dunlin run --memory static-segments
// run: dunlin run --memory auto
// run: dunlin run -O1
// replay: unconfirmed addresses the input is an address here, and none in a native run
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct s { int k; char *p; };
union u { char *p; uintptr_t n; unsigned char b[sizeof(char *)]; };
char g[8];
int main(void) {
    char *h = malloc(8);
    _Alignas(2) char l[8];
    memset(h, 0, 8);
    memset(l, 0, 8);
    int way = klee_range(0, 8, "way");
    struct s s, t;
    union u u;
    char *p;
    uintptr_t n;
    klee_make_symbolic(&n, sizeof n, "n");
    memcpy(&p, &n, sizeof p);
    s.p = p;
    memcpy(&t, &s, sizeof s);
    u.n = n;
    switch (way) {
    case 0:
        if (n != (uintptr_t)g) return 0;
        *p = 1;
        break;
    case 1:
        if (t.p != h) return 0;
        t.p[1] = 1;
        if (h[1] != 1) abort();
        break;
    case 2:
        if (n != ((uintptr_t)l | 1)) return 0;
        *(char *)(n & ~(uintptr_t)1) = 1;
        if (l[0] != 1) abort();
        break;
    case 3:
        if (n - (uintptr_t)g >= 8) return 0;
        *u.p = 1;
        if (g[0] + g[1] + g[2] + g[3] + g[4] + g[5] + g[6] + g[7] != 1) abort();
        break;
    case 4: {
        char *q = h;
        if (memcmp(&p, &q, sizeof p)) return 0;
        p[7] = 1;
        if (h[7] != 1) abort();
        break;
    }
    case 5:
        if ((n ^ (uintptr_t)l) != 0) return 0;
        u.p[2] = 1;
        if (l[2] != 1) abort();
        break;
    case 6:
        if (p + 4 != g + 6) return 0;
        *p = 1;
        if (g[2] != 1) abort();
        break;
    case 7:
        if (n * 2 != (uintptr_t)h * 2 || n >> 63) return 0;
        *p = 1;
        if (h[0] != 1) abort();
        break;
    }
    return 0;
}
