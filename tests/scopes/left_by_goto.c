// A scope is left by goto.
// run: dunlin run
// error: use-after-free at 12
int main(void) {
    int *p;
    {
        int inner = 1;
        p = &inner;
        goto out;
    }
out:
    return *p;
}
