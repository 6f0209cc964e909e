// A fork at each of 65,536 bytes of input.
#include <klee/klee.h>

static unsigned char bytes[65536];

int main(void) {
    int sum = 0;
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    for (unsigned i = 0; i < sizeof bytes; i++)
        if (bytes[i] == 7)
            sum++;
    return sum;
}
