// run: dunlin run
// paths: 1
// exit-status: 0
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    p[0] = 0;
    return p[0];
}
