// Constructors and destructors run in the order of their priorities.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
// exit-status: 4
#include <stdio.h>

static int order = 1;

__attribute__((constructor(200))) static void second(void) { printf("second %d\n", order++); }
__attribute__((constructor(101))) static void first(void) { printf("first %d\n", order++); }
__attribute__((constructor)) static void third(void) { printf("third %d\n", order++); }
__attribute__((destructor)) static void early(void) { printf("early %d\n", order++); }
__attribute__((destructor(101))) static void late(void) { printf("late %d\n", order++); }

int main(void) {
    printf("main %d\n", order);
    return order;
}
