// Padding is not written with the members around it.
// run: dunlin reach --target @different --target @same
// verdict: @different reachable
// verdict: @same reachable
#include <string.h>
struct padded {
    char tag;
    int value;
};
int main(void) {
    struct padded a, b;
    a.tag = b.tag = 1;
    a.value = b.value = 2;
    if (memcmp(&a, &b, sizeof a) != 0)
        return 1; // target different
    return 0; // target same
}
