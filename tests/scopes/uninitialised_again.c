// A variable that is entered again is not initialised, although it was in the round before.
// run: dunlin run --check-uninitialised
// error: uninitialised-read at 13
// replay: unconfirmed uninitialised-read native code reads what lies there
static void set(int *p) {
    *p = 1;
}
int main(void) {
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            set(&x);
        if (x != 1)
            return 1;
    }
    return 0;
}
