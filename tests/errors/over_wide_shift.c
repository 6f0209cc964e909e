// run: dunlin run --check-shift
// run: dunlin run --check-shift -m32
// error: over-wide-shift at 8
// report: over-wide-shift
int main(void) {
    volatile int by = 32;
    volatile unsigned n = 1;
    unsigned result = n << by;
    return (int)result;
}
