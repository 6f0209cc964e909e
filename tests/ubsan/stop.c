// run: dunlin run --clang-arg=-fsanitize=undefined --ubsan stop
// error: signed-overflow at 7
// paths: 1
#include <limits.h>
volatile int most = INT_MAX, one = 1;
int main(void) {
    volatile int x = most + one;
    x = one << 40;
    return 7;
}
