// A float that is looked for in an integer register is not there: any value, whatever was passed.
// run: dunlin run
// error: assertion-failure at 15
// error: assertion-failure at 16
// paths: 3
// replay: off what the register holds natively is not for a test to say
#include <assert.h>

static double half(double x) { return x / 2; }
static double gives(void) { return 2; }

int main(void) {
    double (*volatile of_long)(long) = (double (*)(long))half;
    long (*volatile as_long)(void) = (long (*)(void))gives;
    assert(of_long(4) != 17);
    assert(as_long() != 17);
    return 0;
}
