// A variable of a loop's body before it gets its value.
// replay: unconfirmed uninitialised-read AddressSanitizer does not see uninitialised values
// run: dunlin run --check-uninitialised
// error: uninitialised-read at 12
// report: uninitialised-read
static int sum(int rounds) {
    int total = 0;
    for (int i = 0; i < rounds; i++) {
        int once;
        if (i > 0)
            once = 5;
        total += once;
    }
    return total;
}

int main(void) {
    return sum(2);
}
