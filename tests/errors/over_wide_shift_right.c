// run: dunlin run --check-shift
// error: over-wide-shift at 7
// report: over-wide-shift
int main(void) {
    volatile int by = -1;
    volatile long long n = 1;
    return (int)(n >> by);
}
