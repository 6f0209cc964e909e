// A table of handlers that take as many arguments as they like, called with the longest list.
// run: dunlin run
// run: dunlin run -m32
// native: same
// stdout: 1 11 31 126
// stderr: handlers.c:19:24: `none` is called as a function of another type, which C does not define: it takes no arguments, not 3
// stderr: handlers.c:19:24: `two` is called as a function of another type, which C does not define: it takes 2 arguments, not 3
#include <stdio.h>

static int none(void) { return 1; }
static int one(int a) { return a + 1; }
static int two(int a, int *b) { return a + *b + 1; }
static int three(int a, int *b, char *c) { return a + *b + c[0] - 1; }

int main(void) {
    int (*table[])(int, int *, char *) = {(void *)none, (void *)one, (void *)two, three};
    int twenty = 20;
    for (int i = 0; i < 4; i++)
        printf("%d%s", table[i](10, &twenty, "a"), i < 3 ? " " : "\n");
    return 0;
}
