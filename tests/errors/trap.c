// run: dunlin run
// error: abort at 7
// report: abort
int main(void) {
    volatile int bad = 1;
    if (bad)
        __builtin_trap();
    return 0;
}
