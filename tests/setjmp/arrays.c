// Arrays of variable length that were made after `setjmp` are gone, as natively; those from before stay.
// run: dunlin run
// native: same
// exit-status: 14
#include <setjmp.h>
static jmp_buf place;
static void fill(char *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = (char)i;
    if (n == 9)
        longjmp(place, p[4]);
}
int main(void) {
    volatile int n = 8;
    char before[n];
    fill(before, n);
    int value = setjmp(place);
    if (value == 0) {
        char after[n + 1];
        fill(after, n + 1);
    }
    char last[n];
    fill(last, n);
    return value + before[3] + last[7];
}
