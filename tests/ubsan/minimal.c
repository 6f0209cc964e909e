// The minimal runtime gets no data.
// run: dunlin run --clang-arg=-fsanitize=undefined --clang-arg=-fsanitize-minimal-runtime
// error: signed-overflow at 7
// paths: 2
volatile int most = 2147483647, one = 1;
int main(void) {
    volatile int x = most + one;
    return 0;
}
