// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>
#include <string.h>

struct bits {
    unsigned a : 3;
    signed b : 5;
    unsigned : 0;
    unsigned long long c : 40;
    _Bool d : 1;
    int e : 11;
};

struct __attribute__((packed)) tight {
    unsigned a : 7;
    unsigned b : 13;
    int c : 29;
};

static struct bits shared = {5, -9, 0x123456789aull, 1, -700};

int main(void) {
    struct bits x = shared;
    x.a += 4;
    x.b -= 10;
    x.c *= 3;
    x.d = !x.d;
    x.e++;
    printf("%u %d %llx %d %d\n", x.a, x.b, (unsigned long long)x.c, x.d, x.e);
    struct tight t;
    memset(&t, 0, sizeof t);
    t.a = 100;
    t.b = 0x1abc;
    t.c = -12345;
    t.c ^= 0x55;
    unsigned char bytes[sizeof t];
    memcpy(bytes, &t, sizeof t);
    for (unsigned i = 0; i < sizeof t; i++)
        printf("%02x ", bytes[i]);
    printf("%u %u %d\n", t.a, t.b, t.c);
    return 0;
}
