// Both sides of the sanitizer's check are followed, and the side that fails it goes on.
// run: dunlin run --clang-arg=-fsanitize=undefined
// error: signed-overflow at 10
// paths: 3
// run: dunlin run --clang-arg=-fsanitize=undefined --ubsan stop
// error: signed-overflow at 10
// paths: 2
#include <klee/klee.h>
int next(int n) {
    return n + 1;
}
int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    return next(n) == 4 ? 0 : 0;
}
