// run: dunlin run
// run: dunlin run -m32
// error: division-by-zero at 7
// report: division-by-zero
// report: average
static int average(int sum, int count) {
    return sum / count;
}

int main(void) {
    volatile int none = 0;
    return average(10, none);
}
