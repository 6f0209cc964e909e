// A pointer to a variable whose block has ended. In optimised code LLVM may move loads across the marks of a
// scope's end, so that a report could be false: there a local lives until its function returns.
// run: dunlin run -O1
// run: dunlin run --optimize
// exit-status: 5
// run: dunlin run
// error: use-after-free at 19
static int *volatile kept;

__attribute__((noinline)) static void keep(int *p) {
    kept = p;
}

int main(void) {
    for (int i = 0; i < 1; i++) {
        int scoped = 5 + i;
        keep(&scoped);
    }
    int *p = kept; return *p;
}
