// All shifts that C defines pass the check.
// run: dunlin run --check-shift
// run: dunlin run --check-shift -O2
// run: dunlin run --check-shift -m32
// exit-status: 0
int main(void) {
    volatile int by = 31;
    volatile unsigned n = 1;
    volatile long long wide = 1;
    volatile unsigned char byte = 255;
    unsigned a = n << by, b = a >> by;
    long long c = wide << (by * 2), d = c >> 62;
    int e = byte << 8 >> 8;
    return b == 1 && d == 1 && e == 255 ? 0 : 1;
}
