// A jump out of calls: through recursion, a callback of `qsort`, and a function with variable arguments.
// run: dunlin run
// native: same
// stdout: 5 frames
// stdout: sorting stopped
// stdout: 12
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf place;
static void down(int depth) {
    char room[64];
    room[depth] = 1;
    if (depth == 5)
        longjmp(place, depth * room[5]);
    down(depth + 1);
    room[depth] = 2;
}
static int compare(const void *a, const void *b) {
    longjmp(place, a != b);
}
static int sum(int count, ...) {
    va_list list;
    int total = 0;
    va_start(list, count);
    while (count-- > 0)
        total += va_arg(list, int);
    longjmp(place, total);
}
int main(void) {
    int value = setjmp(place);
    if (value == 0)
        down(1);
    printf("%d frames\n", value);
    int numbers[] = {5, 4, 3, 2, 1};
    if (setjmp(place) == 0)
        qsort(numbers, 5, sizeof *numbers, compare);
    else
        puts("sorting stopped");
    value = setjmp(place);
    if (value == 0)
        sum(3, 3, 4, 5);
    printf("%d\n", value);
    return 0;
}
