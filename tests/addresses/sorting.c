// Three pointers in any order: six orders, and all of them are sorted in the end.
// run: dunlin run --addresses free --reuse-addresses on
// paths: 6
// error: none
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    uintptr_t p[3] = {(uintptr_t)malloc(4), (uintptr_t)malloc(4), (uintptr_t)malloc(4)};
    for (int i = 1; i < 3; i++)
        for (int j = i; j > 0 && p[j] < p[j - 1]; j--) {
            uintptr_t swapped = p[j];
            p[j] = p[j - 1];
            p[j - 1] = swapped;
        }
    assert(p[0] < p[1] && p[1] < p[2]);
    return 0;
}
