// What lies behind a use of what is gone is not reached.
// run: dunlin reach --target @target
// verdict: unreachable
static int *kept;
static void keep(int *p) { kept = p; }
int main(void) {
    { int x = 5; keep(&x); }
    int y = *kept;
    if (y != 5)
        return 1; // target
    return 0;
}
