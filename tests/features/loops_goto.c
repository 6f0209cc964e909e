// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

static int find(int table[4][4], int value) {
    int i, j;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++)
            if (table[i][j] == value)
                goto found;
    return -1;
found:
    return i * 10 + j;
}

static int retry(int limit) {
    int n = 0;
again:
    n += 3;
    if (n < limit)
        goto again;
    return n;
}

int main(void) {
    int table[4][4];
    for (int i = 0; i < 16; i++)
        table[i / 4][i % 4] = i * 7 % 16;
    printf("%d %d %d\n", find(table, 5), find(table, 99), retry(100));
    int n = 27, steps = 0;
    do {
        n = n % 2 ? 3 * n + 1 : n / 2;
        if (++steps > 1000)
            break;
    } while (n != 1);
    int skipped = 0;
    for (int i = 0; i < 20; i++) {
        if (i % 3)
            continue;
        skipped += i;
    }
    int comma = (n++, steps), ternary = n > 1 ? comma : -comma;
    printf("%d %d %d %d\n", steps, skipped, comma, ternary);
    printf("%d %d\n", n && steps, !n || (steps && 0));
    /* Duff's device: a switch into the middle of a loop. */
    char from[] = "0123456789", to[11] = {0}, *s = from, *d = to;
    int count = 10, rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *d++ = *s++;
            /* fall through */
    case 3:      *d++ = *s++;
            /* fall through */
    case 2:      *d++ = *s++;
            /* fall through */
    case 1:      *d++ = *s++;
            } while (--rounds > 0);
    }
    printf("%s\n", to);
    return 0;
}
