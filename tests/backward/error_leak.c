// An object that nothing points to at the end of main.
// run: dunlin run --leaks
// run: dunlin run --leaks --backward-from error_leak.c:16
// error: memory-leak at 10
#include <dunlin.h>
#include <stdlib.h>

static char *kept;

static void make(void) { kept = malloc(5); }

int main(void) {
    make();
    if (dunlin_int("x") == 7)
        kept = NULL;
    return 0;
}
