// Messages change no path.
// run: dunlin run
// paths: 1
// error: none
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_warning("a warning");
    klee_warning_once("a warning");
    klee_print_expr("x", x);
    klee_print_range("x", x);
    klee_stack_trace();
    return 0;
}
