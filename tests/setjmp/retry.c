// A loop of retries, as many as it takes: neither the stack nor the list of frames grows.
// run: dunlin run
// native: same
// stdout: 100000 tries
#include <setjmp.h>
#include <stdio.h>
static jmp_buf place;
static int tries;
static void attempt(void) {
    char room[1 << 12];
    room[0] = 1;
    tries += room[0];
    longjmp(place, tries);
}
int main(void) {
    for (;;) {
        if (setjmp(place) >= 100000)
            break;
        attempt();
    }
    printf("%d tries\n", tries);
    return 0;
}
