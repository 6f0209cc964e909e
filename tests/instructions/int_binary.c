// Every arithmetic, bitwise and shift instruction on widths below, at and above those of machine words,
// with all pairs of edge values.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32
// native: same
#include "inputs/show.h"

#define UNSIGNED(op, N, a, b)                          \
    do {                                               \
        volatile unsigned _BitInt(N) x = a, y = b, r;  \
        r = x op y;                                    \
        unsigned _BitInt(N) result = r;                \
        show("u" #op, N, &result);                     \
    } while (0)

#define SIGNED(op, N, a, b)                                              \
    do {                                                                 \
        volatile _BitInt(N) x = (_BitInt(N))(a), y = (_BitInt(N))(b), r; \
        r = x op y;                                                      \
        _BitInt(N) result = r;                                           \
        show("s" #op, N, &result);                                       \
    } while (0)

#define EDGES(N)                                                                    \
    {                                                                               \
        0, 1, 2, 3, least - 1, least, least + 1, (unsigned _BitInt(N))-1,           \
            (unsigned _BitInt(N))-2, (unsigned _BitInt(N))0x5a6b7c8d9eafb0c1ull *   \
                                         (unsigned _BitInt(N))0x123456789abcdef1ull \
    }

#define WIDTH(N)                                                                  \
    static void pair_##N(unsigned _BitInt(N) a, unsigned _BitInt(N) b) {          \
        const unsigned _BitInt(N) least = (unsigned _BitInt(N))1 << (N - 1);      \
        UNSIGNED(+, N, a, b);                                                     \
        UNSIGNED(-, N, a, b);                                                     \
        UNSIGNED(*, N, a, b);                                                     \
        UNSIGNED(&, N, a, b);                                                     \
        UNSIGNED(|, N, a, b);                                                     \
        UNSIGNED(^, N, a, b);                                                     \
        if (b != 0) {                                                             \
            UNSIGNED(/, N, a, b);                                                 \
            UNSIGNED(%, N, a, b);                                                 \
        }                                                                         \
        if (b != 0 && (a != least || b != (unsigned _BitInt(N))-1)) {             \
            SIGNED(/, N, a, b);                                                   \
            SIGNED(%, N, a, b);                                                   \
        }                                                                         \
        if (b < N) {                                                              \
            UNSIGNED(<<, N, a, b);                                                \
            UNSIGNED(>>, N, a, b);                                                \
            SIGNED(>>, N, a, b);                                                  \
        }                                                                         \
    }                                                                             \
    static void all_##N(void) {                                                   \
        const unsigned _BitInt(N) least = (unsigned _BitInt(N))1 << (N - 1);      \
        const unsigned _BitInt(N) edges[] = EDGES(N);                             \
        const unsigned _BitInt(N) far[] = {(unsigned _BitInt(N))(N / 2), N - 1};  \
        for (int i = 0; i < 10; i++) {                                            \
            for (int j = 0; j < 10; j++)                                          \
                pair_##N(edges[i], edges[j]);                                     \
            for (int j = 0; j < 2; j++)                                           \
                pair_##N(edges[i], far[j]);                                       \
        }                                                                         \
    }

WIDTH(7)
WIDTH(8)
WIDTH(16)
WIDTH(32)
WIDTH(33)
WIDTH(64)
WIDTH(65)
WIDTH(128)
WIDTH(256)

int main(void) {
    all_7();
    all_8();
    all_16();
    all_32();
    all_33();
    all_64();
    all_65();
    all_128();
    all_256();
    return 0;
}
