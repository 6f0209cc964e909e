// 128 bits, of which only the highest differ.
// run: dunlin run --match off
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 15
#include <assert.h>
#include <dunlin.h>

int main(void) {
    unsigned __int128 wide = dunlin_range(0, 2, "high") ? (unsigned __int128)1 << 100 : 0;
    for (int i = 0; i < 2; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return 1;
    // Only where a high bit is set.
    assert(!(wide >> 64));
    return 0;
}
