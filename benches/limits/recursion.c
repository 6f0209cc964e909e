// A recursion as deep as the input says.
#include <klee/klee.h>

static int depth(unsigned n, const unsigned char *bytes) {
    return n ? depth(n - 1, bytes) + (bytes[n & 15] > n % 200) : 0;
}

int main(void) {
    unsigned char bytes[16];
    unsigned n;
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    klee_make_symbolic(&n, sizeof n, "n");
    return depth(n, bytes);
}
