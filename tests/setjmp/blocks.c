// Into a block that was left control may come back: its variables live until the function returns.
// run: dunlin run
// native: same
// exit-status: 6
#include <setjmp.h>
static jmp_buf place;
static int *kept;
int main(void) {
    int result = 0;
    {
        int inside = 2;
        kept = &inside;
        if (setjmp(place)) {
            result += *kept + inside;
            return result;
        }
        result = 2;
    }
    longjmp(place, 1);
}
