// An integer that is no address of any object.
// run: dunlin run
// error: invalid-free at 8
// report: invalid-free
#include <stdlib.h>

int main(void) {
    free((void *)123456);
    return 0;
}
