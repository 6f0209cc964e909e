// What `longjmp` leaves behind is as dead as after a return.
// run: dunlin run
// error: use-after-free at 19
// report: freed at
// replay: unconfirmed use-after-free AddressSanitizer keeps the frames that longjmp leaves
#include <setjmp.h>
static jmp_buf place;
static int *kept;
static void leave(void) {
    int local = 4;
    kept = &local;
    longjmp(place, local);
}
int main(void) {
    int mine = 3;
    int *own = &mine;
    if (setjmp(place) == 0)
        leave();
    return *own + *kept;
}
