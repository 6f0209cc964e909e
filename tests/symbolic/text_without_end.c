// A text whose end is missing for some inputs.
// run: dunlin run
// paths: 3
// error: out-of-bounds-read at 11
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char text[2];
    klee_make_symbolic(text, sizeof text, "text");
    return strlen(text);
}
