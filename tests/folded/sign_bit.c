// The sign bit is no place for a digit; a shift by 31 is not over-wide.
// run: dunlin run --check-overflow --check-shift
// run: dunlin run --check-overflow -O2
// error: signed-overflow at 7
// report: 1 << 31
int main(void) {
    volatile int x = 1 << 31;
    return x == 5;
}
