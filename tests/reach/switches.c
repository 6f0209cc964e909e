// A switch with ranges, a fall through, a default, and a case that cannot be.
// run: dunlin reach --target @range --target @through --target @default --target @never
// run: dunlin reach --target @range --target @through --target @default --target @never --strategy sdse
// run: dunlin reach --target @range --target @through --target @default --target @never --strategy ccbse:dfs
// verdict: @range reachable
// verdict: @through reachable
// verdict: @default reachable
// verdict: @never unreachable
#include <klee/klee.h>

static int select_way(int n) {
    int way = 0;
    switch (n) {
    case 3:
        way = 1;
    case 4:
        if (way == 1)
            way = 2; // target through
        break;
    case 10 ... 20:
        way = 3; // target range
        break;
    case 256:
        way = 4; // target never
        break;
    default:
        way = 5; // target default
    }
    return way;
}

int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    return select_way(n);
}
