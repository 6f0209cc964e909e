// Six errors. Natively, each comes after a loop without an end: inputs are not symbolic there.
#include <assert.h>
#include <klee/klee.h>

#define ERROR(number)                                                                              \
    if (x == number) {                                                                             \
        if (!klee_is_symbolic(x))                                                                  \
            for (volatile int i = 1; i;) {                                                         \
            }                                                                                      \
        assert(x != number);                                                                       \
    }

int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    ERROR(1)
    ERROR(2)
    ERROR(3)
    ERROR(4)
    ERROR(5)
    ERROR(6)
    return 0;
}
