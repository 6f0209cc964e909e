// A product of sizes that does not fit: there is no such block.
// run: dunlin reach --target @target --strategy backward --max-cost 20000
// verdict: unknown
#include <stdlib.h>

static volatile int seen;

int main(void) {
    void *volatile block = calloc(1UL << 33, 1UL << 33);
    if (!block)
        seen = 1; // target
    return 0;
}
