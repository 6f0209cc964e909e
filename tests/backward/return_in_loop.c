// A callee leaves its loop by a return with the round's number.
// run: dunlin reach --target @found --target @never --strategy tse
// verdict: @found reachable
// verdict: @never unreachable
#include <dunlin.h>

static int find(const int *list, int length, int wanted) {
    for (int i = 0; i < length; i++)
        if (list[i] == wanted)
            return i;
    return -1;
}

int main(void) {
    const int list[] = {30, 10, 20, 10};
    int at = find(list, 4, dunlin_int("wanted"));
    if (at == 2)
        return 1; // target found
    if (at == 3)
        return 2; // target never
    return 0;
}
