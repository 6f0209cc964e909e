// Functions that make pointers of numbers or of bytes, or jump away, have no summary; those that give away pointers to what they allocate have one
// that says so. None of them may make a target unreachable.
// run: dunlin reach -DCASE=1 --target @united --strategy bse --unwind 0 --max-time 60s
// verdict: @united reachable
// run: dunlin reach -DCASE=2 --target @bytes --strategy bse --unwind 0 --max-time 60s
// verdict: @bytes reachable
// run: dunlin reach -DCASE=3 --target @xored --strategy bse --unwind 0 --max-time 60s
// verdict: @xored reachable
// run: dunlin reach -DCASE=4 --target @distant --strategy bse --unwind 0 --max-time 60s
// verdict: @distant reachable
// run: dunlin reach -DCASE=5 --target @jumped --strategy bse --unwind 0 --max-time 60s
// verdict: @jumped reachable
// run: dunlin reach -DCASE=6 --target @given --strategy bse --unwind 0 --max-time 60s
// verdict: @given reachable
// run: dunlin reach -DCASE=7 --target @ordered --strategy bse --unwind 0 --max-time 60s
// verdict: @ordered reachable
// run: dunlin reach -DCASE=8 --target @grown --strategy bse --unwind 0 --max-time 60s
// verdict: @grown reachable
// run: dunlin reach -DCASE=9 --target @chosen --strategy bse --unwind 0 --max-time 60s
// verdict: @chosen reachable
// run: dunlin reach -DCASE=10 --target @copied --strategy bse --unwind 0 --max-time 60s
// verdict: @copied reachable
// replay: off what lies before what is not known natively
#include <dunlin.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int a, b, c, d, e, f;
static jmp_buf place;

static void united(int n, uintptr_t number) {
    union {
        uintptr_t number;
        int *pointer;
    } both = { number };
    if (n > 0)
        united(n - 1, number);
    else
        *both.pointer = 7;
}

static int *by_bytes;
static void bytes(int n, int *p) {
    if (n > 0) {
        bytes(n - 1, p);
        return;
    }
    char *from = (char *)&p, *to = (char *)&by_bytes;
    for (unsigned i = 0; i < sizeof p; i++)
        to[i] = from[i];
    *by_bytes = 7;
}

static void xored(int n, int *p, int *q) {
    uintptr_t both = (uintptr_t)p ^ (uintptr_t)q;
    if (n > 0)
        xored(n - 1, p, q);
    else
        *(int *)(both ^ (uintptr_t)q) = 7;
}

static void distant(int n, int *p, int *q) {
    intptr_t between = (intptr_t)q - (intptr_t)p;
    if (n > 0)
        distant(n - 1, p, q);
    else
        *(int *)((intptr_t)p + between) = 7;
}

static void jump(int n) {
    if (n == 0)
        longjmp(place, 3);
    jump(n - 1);
    e = 1;
}

static void give(int n, int **out) {
    if (n > 0) {
        give(n - 1, out);
        return;
    }
    *out = malloc(sizeof **out);
    **out = 7;
}

static int *grow(int n, int *p) {
    if (n > 0)
        return grow(n - 1, p);
    p = realloc(p, 2 * sizeof *p);
    p[1] = 7;
    return p;
}

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*choose(int n))(void) { return n > 5 ? choose(n - 1) : n & 1 ? one : two; }

static void copy(int n, void *to, const void *from, unsigned length) {
    if (n > 0)
        copy(n - 1, to, from, length);
    else
        memcpy(to, from, length);
}

int main(void) {
    int n = dunlin_int("n"), reached = 0;
    if (n < 0 || n > 12)
        return 0;
#if CASE == 1
    united(n, (uintptr_t)&a);
    if (a == 7)
        reached++; // target united
#elif CASE == 2
    bytes(n, &b);
    if (b == 7)
        reached++; // target bytes
#elif CASE == 3
    xored(n, &c, &a);
    if (c == 7)
        reached++; // target xored
#elif CASE == 4
    distant(n, &a, &d);
    if (d == 7)
        reached++; // target distant
#elif CASE == 5
    if (setjmp(place) == 3) {
        if (!e)
            reached++; // target jumped
    } else {
        jump(n);
    }
#elif CASE <= 8
    int *given = 0, *other = 0;
    give(n, &given);
    give(n, &other);
    if (*given == 7)
        reached++; // target given
    if (given < other || other < given)
        reached++; // target ordered
    int *grown = grow(n, given);
    if (grown[1] == 7 && grown[0] == 7)
        reached++; // target grown
#elif CASE == 9
    if (choose(n)() == 2)
        reached++; // target chosen
#else
    int *from = &f, *to = 0;
    copy(n, &to, &from, (unsigned)sizeof to);
    *to = 7;
    if (f == 7)
        reached++; // target copied
#endif
    return reached;
}
