// Where --edge-limit cuts a path off at a recursive call, what lies in the call may lead to the target all the same.
// run: dunlin reach --target @target --strategy tse --edge-limit 1
// run: dunlin reach --target @target --strategy tse --edge-limit 2
// verdict: reachable
#include <klee/klee.h>
#include <stdlib.h>

static int down(int n, int *p) {
    if (n <= 0)
        return *p;
    ++*p;
    return down(n - 1, p);
}

int main(void) {
    int y = klee_int("y");
    int a = 1;
    if (y < 100)
        a = 2;
    if (down(3, &a) > 1 && y == 50)
        abort(); // target
    return 0;
}
