// A variable of the body of a loop is read after the loop.
// run: dunlin run
// error: use-after-free at 11
static int *kept;
int main(void) {
    for (int i = 0; i < 3; i++) {
        int body = i;
        if (i == 1)
            kept = &body;
    }
    return *kept;
}
