// run: dunlin run --check-overflow --check-shift
// error: signed-overflow at 14
// error: signed-overflow at 16
// error: division-by-zero at 18
// error: over-wide-shift at 20
#include <klee/klee.h>
typedef __int128 wide;
int main(void) {
    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    volatile wide most = ~((wide)1 << 126) & ~((unsigned __int128)1 << 127), x = 0;
    most |= (wide)1 << 126;
    switch (k) {
    case 0: x = most + 1; break;
    case 1:
        x = most << 1; break;
    case 2:
        x = (-most - 1) / -1; break;
    case 3:
        x = most << (k + 125); break;
    }
    return x == 5;
}
