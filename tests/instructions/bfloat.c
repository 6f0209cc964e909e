// The brain format: eight bits of exponent, seven of fraction. Operations compute in single precision
// and round; LLVM's own runtime library has the native rounding.
// run: dunlin run --clang-arg=-rtlib=compiler-rt
// run: dunlin run --clang-arg=-rtlib=compiler-rt -O2
// native: same
#include <stdio.h>
#include <string.h>

static void show(const char *what, __bf16 value) {
    unsigned short bits;
    memcpy(&bits, &value, sizeof bits);
    if (value != value)
        printf("%s nan\n", what);
    else
        printf("%s %04x\n", what, bits);
}

int main(void) {
    const float values[] = {0, -0.0f, 1, -1.5f, 0.1f, 3e38f, 1e-40f, __builtin_inff(), __builtin_nanf("")};
    for (int i = 0; i < 9; i++) {
        for (int j = 0; j < 9; j++) {
            volatile __bf16 a = (__bf16)values[i], b = (__bf16)values[j];
            show("+", a + b);
            show("-", a - b);
            show("*", a * b);
            show("/", a / b);
            show("neg", -a);
            printf("%d%d%d%d\n", a < b, a <= b, a == b, a != b);
        }
    }
    volatile __bf16 third = (__bf16)(1.0f / 3), large = (__bf16)1000.0f;
    printf("%a %a %d %u\n", (double)third, (double)(float)third, (int)large, (unsigned)large);
    volatile int n = -257;
    show("int", (__bf16)n);
    return 0;
}
