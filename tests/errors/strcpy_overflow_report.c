// An error inside of a library function is reported at the program's line that calls it; the stack shows
// the function itself.
// run: dunlin run
// run: dunlin run -m32
// error: out-of-bounds-write at 18
// report: out-of-bounds-write: write of 1 byte at offset 4 of a heap object, which has 4 bytes
// report: at tests/errors/strcpy_overflow_report.c:18:5 in `copy`
// report: #0   strcpy
// report: (Dunlin's runtime)
// report: #1   copy    tests/errors/strcpy_overflow_report.c:18:5
// report: #2   main    tests/errors/strcpy_overflow_report.c:23:5
// report: allocated at tests/errors/strcpy_overflow_report.c:22:16 in `main`
// report: >   18 |     strcpy(to, from);
#include <stdlib.h>
#include <string.h>

static void copy(char *to, const char *from) {
    strcpy(to, from);
}

int main(void) {
    char *to = malloc(4);
    copy(to, "12345");
    free(to);
    return 0;
}
