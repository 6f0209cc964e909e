// run: dunlin run --check-shift
// run: dunlin run --check-shift -O2
// error: over-wide-shift at 6
// report: shifted by 32
int main(void) {
    volatile int x = 1 << 32;
    return x == 5;
}
