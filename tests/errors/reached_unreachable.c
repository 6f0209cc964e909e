// run: dunlin run
// run: dunlin run -m32
// error: reached-unreachable at 13
// report: reached-unreachable
// report: name
static int name(int n) {
    switch (n) {
    case 1:
        return 10;
    case 2:
        return 20;
    }
    __builtin_unreachable();
}

int main(void) {
    volatile int n = 3;
    return name(n);
}
