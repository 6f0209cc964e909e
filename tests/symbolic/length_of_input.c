// The length of a text of up to three bytes: 0, 1, 2 or 3.
// run: dunlin run
// paths: 4
// error: none
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    return strlen(text);
}
