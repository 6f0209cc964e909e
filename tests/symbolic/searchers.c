// Every searcher finds all paths: four bits, each 0 or 1.
// run: dunlin run --match off --search dfs
// run: dunlin run --match off --search bfs
// run: dunlin run --match off --search random-path
// run: dunlin run --match off --search random-state
// run: dunlin run --match off --search coverage
// run: dunlin run --match off --search klee
// run: dunlin run --match off --search generational
// paths: 16
// error: abort at 22
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char bits[4];
    klee_make_symbolic(bits, sizeof bits, "bits");
    int sum = 0;
    for (int i = 0; i < 4; i++)
        if (bits[i] & 1)
            sum++;
    if (sum == 4)
        abort();
    return sum;
}
