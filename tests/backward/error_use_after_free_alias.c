// A second name of a freed object is used on the way.
// run: dunlin run
// run: dunlin run --backward-from error_use_after_free_alias.c:22
// error: use-after-free at 20
#include <dunlin.h>
#include <stdlib.h>

static int *first, *second;

static void end(int **name) {
    free(*name);
    *name = NULL;
}

int main(void) {
    first = malloc(sizeof *first);
    second = dunlin_int("x") == 77 ? first : malloc(sizeof *second);
    *second = 5;
    end(&first);
    *second += 1;
    int value = 0;
    return value;
}
