// A local variable after its function has returned.
// run: dunlin run
// error: use-after-free at 13
// report: use-after-free
static int *leak(void) {
    int local = 5;
    int *volatile p = &local;
    return p;
}

int main(void) {
    int *p = leak();
    return *p;
}
