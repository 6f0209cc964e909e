// The upper bits of a register that the caller does not set are any value, the lower ones are what was passed.
// run: dunlin run
// paths: 2
// replay: off what the register holds natively is not for a test to say
// run: dunlin reach --target @above --target @below
// verdict: @above unknown
// verdict: @below unreachable
static int seen;
static void take(long x) {
    if (x >> 32 == 77)
        seen = 1; // target above
    if ((int)x != 5)
        seen = 2; // target below
}

int main(void) {
    void (*volatile f)(int) = (void (*)(int))take;
    f(5);
    return seen;
}
