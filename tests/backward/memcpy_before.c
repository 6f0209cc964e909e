// A structure is copied before the target: what is read of the copy is what the original held then.
// run: dunlin reach --target @copied --target @late --strategy tse
// verdict: @copied reachable
// verdict: @late unreachable
#include <dunlin.h>
#include <string.h>

struct record {
    char name[4];
    int value;
};

int main(void) {
    struct record a = {"abc", dunlin_int("value")}, b;
    memcpy(&b, &a, sizeof b);
    a.value = 3;
    if (b.value == 70 && b.name[1] == 'b')
        return 1; // target copied
    if (b.value == 4 && a.value == b.value)
        return 2; // target late
    return 0;
}
