// Forward execution does not end in one branch, and backward execution goes round a loop of the other one for a long
// time. But backward, no way leads to the target through the first; forward, the second ends soon.
// run: dunlin reach --target @target --strategy tse --max-time 60s
// verdict: unreachable
// reason: cannot lead to it
#include <dunlin.h>

static volatile int served;

int main(void) {
    int mode = dunlin_int("mode");
    unsigned kind = 0;
    if (mode > 10) {
        while (dunlin_int("more") != 0)
            served++;
        kind = 2;
    } else {
        unsigned hash = 7;
        for (int i = 0; i < 20000; i++)
            hash = (hash ^ (unsigned)i) * 31;
        kind = hash == 12345;
    }
    if (kind == 1)
        return 1; // target
    return 0;
}
