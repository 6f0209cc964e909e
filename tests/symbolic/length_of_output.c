// The result of printf with symbolic arguments is a term: nothing forks before it is looked at.
// run: dunlin run
// paths: 1
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    int x = klee_int("x");
    char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[2] == 0);
    klee_assume(x >= -20 & x < 200);
    int length = printf("%d %4x %s %c\n", x, (unsigned)x, text, text[0]);
    int of_number = (x < 0) + (x <= -10 | x >= 10) + (x >= 100) + 1;
    int of_hex = 4 + 4 * (x < 0);
    int of_text = (text[0] != 0) + (text[0] != 0 & text[1] != 0);
    assert(length == of_number + of_hex + of_text + 5);
    return 0;
}
