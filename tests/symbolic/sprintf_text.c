// A symbolic text and a symbolic character formatted into memory: one path for each length.
// run: dunlin run
// paths: 4
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    char text[4], out[16];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[3] == 0);
    int length = snprintf(out, sizeof out, "%c%5s.", text[0], text);
    assert(length == 7 && out[0] == text[0] && out[6] == '.');
    assert(text[2] == 0 | text[1] == 0 | text[0] == 0 | out[5] == text[2]);
    return 0;
}
