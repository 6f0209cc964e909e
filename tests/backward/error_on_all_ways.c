// Every way to the target reads outside of an array first, which ends the path.
// run: dunlin reach --target @inside --target @outside --strategy tse
// verdict: @inside reachable
// verdict: @outside unreachable
#include <dunlin.h>

static const int table[4] = {1, 2, 3, 4};

int main(void) {
    int i = dunlin_range(0, 20, "i");
    int value = table[i];
    if (i == 3 && value == 4)
        return 1; // target inside
    if (i == 4)
        return 2; // target outside
    return 0;
}
