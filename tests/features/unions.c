// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdint.h>
#include <stdio.h>

union word {
    uint32_t whole;
    uint16_t half[2];
    uint8_t byte[4];
    float real;
};

struct tagged {
    enum { INTEGER, REAL, TEXT } tag;
    union {
        long long i;
        double d;
        const char *s;
    };
};

static void show(struct tagged t) {
    switch (t.tag) {
    case INTEGER:
        printf("integer %lld\n", t.i);
        break;
    case REAL:
        printf("real %g\n", t.d);
        break;
    case TEXT:
        printf("text %s\n", t.s);
        break;
    }
}

int main(void) {
    union word w = {.whole = 0x3f800000};
    printf("%g %x %x\n", w.real, w.half[1], w.byte[2]);
    w.byte[0] = 0xff;
    printf("%08x\n", w.whole);
    w.real = -2.5f;
    printf("%08x %x\n", w.whole, w.byte[3]);
    show((struct tagged){INTEGER, .i = -5});
    show((struct tagged){REAL, .d = 0.25});
    show((struct tagged){TEXT, .s = "hello"});
    return 0;
}
