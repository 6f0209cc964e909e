// More memory than Dunlin has, but not more than a machine may have: whether it is there is not known.
// run: dunlin reach --target @there --target @not_there --target @never --strategy auto-forward
// verdict: @there unknown
// verdict: @not_there unknown
// verdict: @never unreachable
// reason: no room
// Backward execution needs no memory: with the assumption that its sentence names, this one is there.
// run: dunlin reach --target @there --target @not_there --target @never
// verdict: @there unknown
// verdict: @not_there unreachable
// verdict: @never unreachable
// reason: assuming that allocations succeed
#include <stdlib.h>

int main(void) {
    if (malloc(-1ul))
        return 3; // target never
    char *block = malloc(1ul << 33);
    if (block)
        return 1; // target there
    return 2; // target not_there
}
