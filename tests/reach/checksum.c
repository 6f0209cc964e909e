// A checksum over the input guards the target: three bytes must agree with the fourth.
// run: dunlin reach --target @target
// run: dunlin reach --target @target --strategy sdse
// run: dunlin reach --target @target --strategy ccbse:random-path
// verdict: reachable
#include <klee/klee.h>

static unsigned char checksum(const unsigned char *bytes, int count) {
    unsigned char sum = 7;
    for (int i = 0; i < count; i++)
        sum = (unsigned char)(sum * 31 + bytes[i]);
    return sum;
}

int main(void) {
    unsigned char bytes[4];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    if (checksum(bytes, 3) == bytes[3] && bytes[0] == 'D')
        return 1; // target
    return 0;
}
