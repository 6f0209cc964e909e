// A leak is found as well when the program ends by exit.
// run: dunlin run --leaks
// error: memory-leak at 8
// report: memory-leak
#include <stdlib.h>

static void lose(void) {
    *(char *)malloc(7) = 1;
}

int main(void) {
    lose();
    exit(0);
}
