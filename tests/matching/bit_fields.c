// Only one bit of a field differs.
// replay: off the program has no end
// run: dunlin run --match off --max-depth 8
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 23
#include <assert.h>
#include <dunlin.h>

static struct { unsigned a : 3, b : 5, c : 1; } bits;

int main(void) {
    while (1) {
        int input = dunlin_range(0, 3, "input");
        if (input == 0)
            bits.b++;
        if (input == 1)
            bits.c ^= bits.b == 2;
        if (input == 2)
            return 0;
        // After two rounds of one kind and one of the other.
        assert(bits.a == 0);
        assert(!bits.c);
    }
}
