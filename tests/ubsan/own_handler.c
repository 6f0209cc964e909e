// A program that has a handler of its own gets to it.
// run: dunlin run --clang-arg=-fsanitize=signed-integer-overflow
// exit-status: 3
// replay: off natively the sanitizer's own handler would be another definition of the same name
#include <stdlib.h>
void __ubsan_handle_add_overflow(void *data, unsigned long a, unsigned long b) { exit(3); }
volatile int most = 2147483647, one = 1;
int main(void) {
    volatile int x = most + one;
    return 0;
}
