// A switch and a pointer with several objects, with forking off.
// run: dunlin run --memory fork
// paths: 1
// left-out: possible sides was explored
#include <klee/klee.h>

int a[2] = {1, 2}, b[2] = {3, 4};

int main(void) {
    unsigned char x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_set_forking(0);
    int *p = y & 1 ? a : b;
    switch (x) {
    case 0: p[0]++; break;
    case 3: p[1]++; break;
    default: return *p;
    }
    return 0;
}
