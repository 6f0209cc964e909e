// Buffers that nobody has set, that were overwritten, or that are input.
// run: dunlin run
// run: dunlin run -DLOCAL
// run: dunlin run -DFILLED
// run: dunlin run -DINPUT
// unsupported: longjmp with a buffer that
#include <dunlin.h>
#include <setjmp.h>
#include <string.h>
static jmp_buf place;
int main(void) {
#ifdef LOCAL
    jmp_buf local;
    longjmp(local, 1);
#elif defined FILLED
    if (setjmp(place))
        return 1;
    memset((char *)place + 8, 0x55, 8);
    longjmp(place, 1);
#elif defined INPUT
    if (setjmp(place))
        return 1;
    dunlin_symbolic(place, sizeof place, "place");
    longjmp(place, 1);
#else
    longjmp(place, 1);
#endif
}
