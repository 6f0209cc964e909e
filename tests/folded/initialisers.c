// Initialisers are computed by clang, and no code is left of them: its warnings tell. The program goes on,
// and what was never executed is no error.
// run: dunlin run --check-overflow --check-shift
// error: signed-overflow at 11
// error: signed-overflow at 14
// error: signed-overflow at 15
// error: over-wide-shift at 16
// error: signed-overflow at 24
// error: division-by-zero at 27
// Natively there is no code of an initialiser either, so that no run confirms these.
int sum = 2147483647 + 1;
int numbers[] = {
    1,
    65536 * 65536,
    1 << 31,
    1 << 32,
};
static int nobody_calls(void) {
    return 2147483647 + 1;
}
enum { LARGE = 1 };
volatile int zero;
int counter(void) {
    static int count = 2147483647 + 2;
    if (0)
        return 2147483647 + 3;
    return count / zero;
}
int main(void) {
    return counter() + sum + numbers[0] + LARGE;
}
