// run: dunlin run --check-overflow
// error: signed-overflow at 6
// report: signed-overflow
int main(void) {
    volatile long long n = 1ll << 40;
    long long square = n * n;
    return square != 0;
}
