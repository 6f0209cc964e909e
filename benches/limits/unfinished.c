// Hundreds of thousands of paths, none of which ends.
#include <klee/klee.h>

int main(void) {
    unsigned char bytes[64];
    int sum = 0;
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    for (int round = 0;; round++)
        for (int i = 0; i < 64; i++)
            if (bytes[i] > round)
                sum++;
    return sum;
}
