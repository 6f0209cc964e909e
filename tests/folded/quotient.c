// Without any option: a quotient that does not fit is always an error.
// run: dunlin run
// run: dunlin run -m32
// run: dunlin run --check-overflow -O2
// error: division-by-zero at 8
#include <limits.h>
int main(void) {
    volatile int x = INT_MIN / -1;
    return x == 5;
}
