// The state of rand() is part of what the program does.
// replay: off the program has no end
// run: dunlin run --match exact --max-instructions 20000
// run: dunlin run --match covered --max-instructions 20000
// error: assertion-failure at 12
#include <assert.h>
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    while (dunlin_int("more") > 0)
        assert(rand() % 8 != 3);
    return 0;
}
