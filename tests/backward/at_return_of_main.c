// The end of main, where leaks show: it is reached on every path but those that end before.
// run: dunlin reach --target @end --strategy tse
// verdict: reachable
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    char *text = malloc(10);
    int x = dunlin_int("x");
    if (x > 5)
        exit(1);
    text[0] = 1;
    if (x < -5)
        free(text);
    return 0; // target end
}
