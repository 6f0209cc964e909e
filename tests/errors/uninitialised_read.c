// replay: unconfirmed uninitialised-read AddressSanitizer does not see uninitialised values
// run: dunlin run --check-uninitialised
// error: uninitialised-read at 10
// report: uninitialised-read
// report: pick
static int pick(int c) {
    int x;
    if (c > 5)
        x = 1;
    return x + c;
}

int main(void) {
    volatile int c = 2;
    return pick(c);
}
