// An index that is copied as a word, and a pointer that is kept as a number: which of them is the pointer is not known
// before both are.
// run: dunlin reach --target @target --strategy backward --max-cost 20000
// verdict: unknown
#include <dunlin.h>
#include <stdlib.h>

struct pair {
    unsigned long index, other;
};

static volatile int seen;
static struct pair source, copy;
static unsigned long slot, *escaped = &slot;
static int dummy, *somewhere;

int main(void) {
    source.index = dunlin_int("index") & 1;
    somewhere = &dummy;
    if (dunlin_int("side"))
        seen++;
    int *block = malloc(8);
    block[0] = 0;
    slot = (unsigned long)block;
    *somewhere = 0;
    copy = source;
    *(int *)(slot + copy.index) = 5;
    if (block[0] == 5)
        seen = 1; // target
    return escaped == 0;
}
