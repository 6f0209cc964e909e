// A scope that is entered again has another object, which may lie elsewhere.
// run: dunlin reach --target @target --strategy backward
// verdict: unknown
// run: dunlin reach --target @target --strategy tse
// verdict: reachable
// replay: off the path depends on the addresses of objects
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    uintptr_t before = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        uintptr_t now = (uintptr_t)&x;
        if (i == 1 && now != before)
            abort(); // target
        before = now;
    }
    return 0;
}
