// Handlers in a program that was compiled with the sanitizer: each error is reported, and the path
// goes on to its end.
// run: dunlin run --clang-arg=-fsanitize=undefined,float-cast-overflow
// paths: 5
// error: signed-overflow at 13
// error: over-wide-shift at 14
// error: signed-overflow at 15
// error: signed-overflow at 16
volatile int most = 2147483647, one = 1;
volatile double large = 1e30;
int main(void) {
    volatile int x = 0;
    x = most + one;
    x = one << (39 + one);
    x = -one << 1;
    x = (int)large;
    return 0;
}
