// A copy of a text that may be longer than its place.
// run: dunlin run
// error: out-of-bounds-write at 11
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char text[4], place[2];
    klee_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    strcpy(place, text);
    return 0;
}
