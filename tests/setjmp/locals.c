// Locals have the values of when the jump was made, as in native code that was not optimised; what the function
// had computed before is there as well.
// run: dunlin run
// run: dunlin run -m32
// native: same
// stdout: 5 6 1 2.5 abc 3
#include <setjmp.h>
#include <stdio.h>
static jmp_buf place;
static void leave(int n) {
    longjmp(place, n);
}
static int work(int argument, const char *text) {
    int changed = 1;
    volatile int watched = 1;
    int kept = 1;
    double real = 0.5;
    if (setjmp(place) == 0) {
        changed = 5;
        watched = 6;
        real += 2;
        argument++;
        leave(1);
    }
    printf("%d %d %d %g %s %d\n", changed, watched, kept, real, text, argument);
    return changed;
}
int main(void) {
    return work(2, "abc") - 5;
}
