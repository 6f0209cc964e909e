// Every integer predicate, on every kind of width, used as a value and as a branch condition.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32
// native: same
#include <stdio.h>

#define BRANCH(c) ((c) ? 1 : 2)

#define WIDTH(N)                                                                                    \
    static void pair_##N(unsigned _BitInt(N) a, unsigned _BitInt(N) b) {                            \
        volatile unsigned _BitInt(N) ua = a, ub = b;                                                \
        volatile _BitInt(N) sa = (_BitInt(N))a, sb = (_BitInt(N))b;                                 \
        printf("%d%d%d%d%d%d%d%d%d%d ", ua == ub, ua != ub, ua < ub, ua <= ub, ua > ub, ua >= ub,   \
               sa < sb, sa <= sb, sa > sb, sa >= sb);                                               \
        printf("%d%d%d%d%d%d%d%d%d%d\n", BRANCH(ua == ub), BRANCH(ua != ub), BRANCH(ua < ub),       \
               BRANCH(ua <= ub), BRANCH(ua > ub), BRANCH(ua >= ub), BRANCH(sa < sb),                \
               BRANCH(sa <= sb), BRANCH(sa > sb), BRANCH(sa >= sb));                                \
    }                                                                                               \
    static void all_##N(void) {                                                                     \
        const unsigned _BitInt(N) least = (unsigned _BitInt(N))1 << (N - 1);                        \
        const unsigned _BitInt(N) edges[] = {0, 1, least - 1, least, (unsigned _BitInt(N))-1};      \
        for (int i = 0; i < 5; i++)                                                                 \
            for (int j = 0; j < 5; j++)                                                             \
                pair_##N(edges[i], edges[j]);                                                       \
    }

WIDTH(2)
WIDTH(7)
WIDTH(8)
WIDTH(16)
WIDTH(31)
WIDTH(32)
WIDTH(33)
WIDTH(64)
WIDTH(65)
WIDTH(128)
WIDTH(256)

static int objects[4];

int main(void) {
    all_2();
    all_7();
    all_8();
    all_16();
    all_31();
    all_32();
    all_33();
    all_64();
    all_65();
    all_128();
    all_256();
    int *volatile p = &objects[1], *volatile q = &objects[3], *volatile none = NULL;
    printf("%d%d%d%d%d%d %d%d\n", p == q, p != q, p < q, p <= q, p > q, p >= q, p == none, none == NULL);
    return 0;
}
