// `setjmp` returns 0, and once more what `longjmp` passes; 1 in the place of 0.
// run: dunlin run
// run: dunlin run -m32
// run: dunlin run -O2
// native: same
// stdout: first 0
// stdout: again 7
// stdout: again 1
// stdout: again -3
// stdout: done
#include <setjmp.h>
#include <stdio.h>
static jmp_buf place;
static volatile int round;
int main(void) {
    int value = setjmp(place);
    printf(value ? "again %d\n" : "first %d\n", value);
    if (round == 0) {
        round = 1;
        longjmp(place, 7);
    }
    if (round == 1) {
        round = 2;
        longjmp(place, 0);
    }
    if (round == 2) {
        round = 3;
        longjmp(place, -3);
    }
    puts("done");
    return 0;
}
