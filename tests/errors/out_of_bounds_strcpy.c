// run: dunlin run
// run: dunlin run -m32
// error: out-of-bounds-write at 11
// report: out-of-bounds-write
// report: duplicate
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *text) {
    char *copy = malloc(strlen(text));
    strcpy(copy, text);
    return copy;
}

int main(void) {
    char *copy = duplicate("forgot the terminator");
    return copy[0] == 0;
}
