// A pointer to a variable whose block has ended. clang marks the end from -O1 on, but LLVM may move loads
// across such marks, so a report could be false: to Dunlin, a local lives until its function returns.
// run: dunlin run -O1
// run: dunlin run
// exit-status: 5
static int *volatile kept;

__attribute__((noinline)) static void keep(int *p) {
    kept = p;
}

int main(void) {
    for (int i = 0; i < 1; i++) {
        int scoped = 5 + i;
        keep(&scoped);
    }
    int *p = kept;
    return *p;
}
