// run: dunlin run
// run: dunlin run -m32
// run: dunlin run -O2
// run: dunlin run --optimize
// run: dunlin run --check-overflow --check-shift
// error: division-by-zero at 9
// report: division by zero
int main(void) {
    volatile int x = 1 / 0;
    return x == 5;
}
