// A target in the other of two files, named by its file.
// run: dunlin reach --target other.c:3 --target other inputs/other.c
// run: dunlin reach --target other.c:3 --target other --strategy ccbse:sdse inputs/other.c
// verdict: reachable
#include <klee/klee.h>

int other(int n);

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    return n == 4 ? other(n) : 0;
}
