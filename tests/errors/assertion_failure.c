// run: dunlin run
// run: dunlin run -m32
// error: assertion-failure at 10
// report: assertion-failure
// report: n < 10
// report: checked
#include <assert.h>

static int checked(int n) {
    assert(n < 10 && "too large");
    return n;
}

int main(void) {
    volatile int n = 12;
    return checked(n);
}
