// A scope is left by break, continue or return from the middle; each ends its variables.
// run: dunlin run
// error: use-after-free at 21
static int *kept;
static int look(int n) {
    while (1) {
        int inner[4] = {n, n, n, n};
        if (n == 0) {
            kept = inner + 1;
            break;
        }
        if (n == 1)
            return 1;
        n--;
        continue;
    }
    return 0;
}
static int two_blocks(void) {
    for (int i = 0; i < 2; i++) { int x = i; kept = &x; if (i == 1) break; }
    return *kept;
}
int main(void) {
    return look(1) + look(0) + two_blocks();
}
