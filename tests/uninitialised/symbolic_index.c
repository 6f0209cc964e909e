// At a place that the input chooses, of an array of which a part is written.
// run: dunlin run
// error: assertion-failure at 14
// error: assertion-failure at 17
#include <assert.h>
#include <dunlin.h>
int main(void) {
    unsigned char small[8], large[300];
    unsigned i = dunlin_int("i");
    dunlin_assume(i < 8);
    for (int k = 0; k < 4; k++)
        small[k] = (unsigned char)k;
    large[i] = 1;
    assert(small[i] < 4);
    small[i] = 2;
    assert(small[i] == 2);
    assert(large[i + 100] != 200);
    assert(large[i] == 1);
    return 0;
}
