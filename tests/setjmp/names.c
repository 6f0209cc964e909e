// All spellings: with and without saved signals, by function and by macro.
// run: dunlin run
// native: same
// stdout: 2
// stdout: 3
// stdout: 4
#include <setjmp.h>
#include <stdio.h>
static jmp_buf plain;
static sigjmp_buf saved;
extern void _longjmp(jmp_buf, int) __attribute__((noreturn));
int main(void) {
    int value = _setjmp(plain);
    if (value == 0)
        _longjmp(plain, 2);
    printf("%d\n", value);
    value = sigsetjmp(saved, 1);
    if (value == 0)
        siglongjmp(saved, 3);
    printf("%d\n", value);
    value = sigsetjmp(saved, 0);
    if (value == 0)
        siglongjmp(saved, 4);
    printf("%d\n", value);
    return 0;
}
