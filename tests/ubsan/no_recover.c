// Handlers that do not come back end the path in any case.
// run: dunlin run --clang-arg=-fsanitize=undefined --clang-arg=-fno-sanitize-recover=all
// error: signed-overflow at 7
// paths: 1
volatile int most = 2147483647, one = 1;
int main(void) {
    volatile int x = most + one;
    x = one << 40;
    return 7;
}
