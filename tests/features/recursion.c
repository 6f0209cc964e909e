// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static unsigned ackermann(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int hanoi(int n, int from, int to, int *moves) {
    if (n == 0)
        return 0;
    int other = 6 - from - to;
    int before = hanoi(n - 1, from, other, moves);
    (*moves)++;
    return before + hanoi(n - 1, other, to, moves) + from * to;
}

int main(void) {
    int moves = 0;
    printf("%d %d %u ", is_even(501), is_odd(501), ackermann(2, 9));
    printf("%d ", hanoi(10, 1, 3, &moves));
    printf("%d\n", moves);
    return 0;
}
