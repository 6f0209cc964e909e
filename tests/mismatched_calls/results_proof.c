// What a function without a result gives is any value: nothing is proved from it, and what comes after the
// call is as after any other.
// run: dunlin reach --target @any --target @never
// verdict: @any unknown
// verdict: @never unreachable
static int count;
static void nothing(void) { count = 5; }

int main(void) {
    int (*volatile wanted)(void) = (int (*)(void))nothing;
    int got = wanted();
    if (got == 1234567)
        count++; // target any
    if (count < 5)
        count++; // target never
    return 0;
}
