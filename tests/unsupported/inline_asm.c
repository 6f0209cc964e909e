// Assembly ends the path that executes it.
// run: dunlin run
// unsupported: inline assembly
// exit: 3
// verdict: incomplete
// stdout: before
#include <stdio.h>

int main(void) {
    int result;
    printf("before\n");
    __asm__ volatile("cpuid" : "=a"(result) : "a"(0) : "ebx", "ecx", "edx");
    printf("after %d\n", result);
    return 0;
}
