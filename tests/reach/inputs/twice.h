#include <klee/klee.h>
#include <stdlib.h>
static int limited(int n, int most) {
    if (n > most)
        return most;
    return n;
}
