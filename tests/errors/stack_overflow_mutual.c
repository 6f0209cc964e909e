// Two functions that call each other without end. Of the deep stack only both ends are shown.
// run: dunlin run
// run: dunlin run -m32
// error: stack-overflow at 16
// report: stack-overflow
// report: odd
// report: more …
// report: main
static int odd(int n);

static int even(int n) {
    return n == 0 ? 1 : odd(n - 1);
}

static int odd(int n) {
    return n == 0 ? 0 : even(n - 1);
}

int main(void) {
    return even(-1);
}
