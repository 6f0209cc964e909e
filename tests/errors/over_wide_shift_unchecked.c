// Without the option, shifts are not reported.
// run: dunlin run
// exit-status: 0
int main(void) {
    volatile int by = 40;
    volatile unsigned n = 1;
    volatile unsigned result = n << by;
    (void)result;
    return 0;
}
