// A copy of what was not written is equal to it, member by member, and padding too.
// run: dunlin reach --target @member --target @differs --target @padding
// verdict: @member reachable
// verdict: @differs unreachable
// verdict: @padding unreachable
// exit: 1
#include <string.h>
struct pair {
    char tag;
    int value;
    int other;
};
int main(void) {
    struct pair a, b;
    a.tag = 1;
    a.other = 2;
    b = a;
    if (b.value == 4711)
        return 1; // target member
    if (a.value != b.value || b.other != 2 || b.tag != 1)
        return 2; // target differs
    if (memcmp(&a, &b, sizeof a) != 0)
        return 3; // target padding
    return 0;
}
